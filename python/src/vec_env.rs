//! Many games that are played at once: the class `Envs`.

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use skep_records::game::Hive;
use skep_records::{Game, JudgeOptions, Played, Record, Verdict};
use skep_rules::game::{Outcome, Position as _};
use skep_rules::geometry::Symmetry;
use skep_rules::hive::Move;

use crate::board::{Meant, PlayBoard, PlayLine};
use crate::encode::{EncodedView, Encoding, Placing};
use crate::encoder::Encoder;
use crate::errors;
use crate::numbers::{number, optional};
use crate::playable::Table as _;
use crate::position::PyPosition;
use crate::rows::{ArrayRows, Mask, Planes, check, in_parts, reward, rows, threads_for};

/// The most games that are played at once.
const MOST_GAMES: usize = 1 << 20;

/// How a game begins.
struct Start {
    game: Played<Hive>,
    placing: Placing,
}

/// A game that is played.
#[derive(Clone)]
struct Env {
    start: Arc<Start>,
    placing: Placing,
    turns: Vec<Meant<Move>>,
    /// The legal moves with their numbers. Those of one move follow each other.
    legal: Vec<(u32, Move)>,
    random: Xoshiro256PlusPlus,
}

/// What a step leaves of a game.
#[derive(Clone, Copy, Default)]
struct Stepped {
    /// For the player who moved.
    reward: f32,
    terminated: bool,
    truncated: bool,
}

impl Env {
    /// Begins the game again, and writes its first position.
    fn reset(&mut self, encoding: Encoding, rows: ArrayRows<'_>, moves: &mut Vec<Move>) {
        self.placing.clone_from(&self.start.placing);
        self.turns.clear();
        rows.write(encoding, &self.placing, &mut self.legal, moves);
    }

    /// The legal move with a number.
    fn find(&self, action: i64) -> Option<Move> {
        let found = self.legal.iter().find(|(of, _)| i64::from(*of) == action);
        found.map(|&(_, mv)| mv)
    }

    /// The game so far as a GameString. The numbers of pieces are those of `skep-rules`.
    fn record(&self) -> Option<String> {
        let mut game = self.start.game.clone();
        for turn in &self.turns {
            game.push(turn.mv);
        }
        Verdict::of_game(game).game_string(&Record::default())
    }
}

/// How games are played.
#[derive(Clone, Copy)]
struct Play {
    encoding: Encoding,
    max_plies: u32,
    record: bool,
}

impl Play {
    /// Plays a legal move. If the game is over, begins another. Writes the position that the next player sees.
    fn step(
        self,
        env: &mut Env,
        (action, mv): (i64, Move),
        mut rows: ArrayRows<'_>,
        moves: &mut Vec<Move>,
        games: &mut Vec<String>,
    ) -> Stepped {
        let mover = env.placing.position().turn();
        let given = self.encoding.given(action as usize);
        if let Some(number) = given {
            env.placing.give(mv, number);
        }
        env.placing.play(mv);
        env.turns.push(Meant { mv, given });
        let mut stepped = Stepped::default();
        match env.placing.position().outcome() {
            Outcome::Undecided => {
                let row = rows.row(0, 1);
                stepped.truncated = env.turns.len() >= self.max_plies as usize
                    || !row.write(self.encoding, &env.placing, &mut env.legal, moves);
            }
            outcome => {
                stepped.terminated = true;
                stepped.reward = reward(outcome, mover);
            }
        }
        if stepped.terminated || stepped.truncated {
            if self.record {
                games.extend(env.record());
            }
            env.reset(self.encoding, rows, moves);
        }
        stepped
    }
}

/// The start of a variant.
fn start_of(py: Python<'_>, variant: &str, encoding: Encoding) -> PyResult<Arc<Start>> {
    match Game::of_variant(variant) {
        Some(Game::Hive(game)) => {
            let placing = Placing::start(&game);
            let mut planes = vec![0; encoding.cells()];
            if !EncodedView::of(encoding, &placing, Symmetry::IDENTITY).write(&mut planes) {
                let message = format!("the encoding has no planes for the bugs of {variant}");
                return Err(PyValueError::new_err(message));
            }
            Ok(Arc::new(Start { game, placing }))
        }
        Some(other) => Err(errors::unsupported_game(
            py,
            &format!("{} has", other.title()),
        )),
        None => Err(PyValueError::new_err(format!(
            "`{variant}` is not a variant"
        ))),
    }
}

/// Many games that are played at once.
#[pyclass(module = "skep")]
#[derive(Clone)]
pub struct Envs {
    envs: Vec<Env>,
    play: Play,
    threads: usize,
    games: Vec<String>,
}

impl Envs {
    fn seeded(&mut self, seed: u64) {
        for (index, env) in self.envs.iter_mut().enumerate() {
            // Neighbouring seeds give unrelated numbers.
            env.random = Xoshiro256PlusPlus::seed_from_u64(seed ^ (index as u64).rotate_left(32));
        }
    }
}

#[pymethods]
impl Envs {
    #[new]
    #[pyo3(signature = (variants, encoder, *, threads, max_plies, seed, record))]
    fn create(
        py: Python<'_>,
        variants: Vec<String>,
        encoder: &Encoder,
        #[pyo3(from_py_with = number)] threads: usize,
        #[pyo3(from_py_with = number)] max_plies: u32,
        #[pyo3(from_py_with = number)] seed: u64,
        record: bool,
    ) -> PyResult<Envs> {
        if !(1..=MOST_GAMES).contains(&variants.len()) {
            let message = format!("the number of games must be from 1 to {MOST_GAMES}");
            return Err(PyValueError::new_err(message));
        }
        if max_plies == 0 {
            return Err(PyValueError::new_err("max_plies must be at least 1"));
        }
        let mut starts: Vec<(&str, Arc<Start>)> = Vec::new();
        let mut envs = Vec::with_capacity(variants.len());
        for variant in &variants {
            let known = starts.iter().find(|(name, _)| name == variant);
            let start = match known {
                Some((_, start)) => Arc::clone(start),
                None => {
                    let start = start_of(py, variant, encoder.encoding)?;
                    starts.push((variant, Arc::clone(&start)));
                    start
                }
            };
            envs.push(Env {
                placing: start.placing.clone(),
                start,
                turns: Vec::new(),
                legal: Vec::new(),
                random: Xoshiro256PlusPlus::seed_from_u64(0),
            });
        }
        let play = Play {
            encoding: encoder.encoding,
            max_plies,
            record,
        };
        let mut envs = Envs {
            envs,
            play,
            threads,
            games: Vec::new(),
        };
        envs.seeded(seed);
        Ok(envs)
    }

    /// Begins all games again.
    #[pyo3(signature = (seed, planes, scalars, mask))]
    fn reset(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = optional)] seed: Option<u64>,
        planes: Option<Planes<'_>>,
        mut scalars: PyReadwriteArrayDyn<'_, u16>,
        mask: Option<Mask<'_>>,
    ) -> PyResult<()> {
        if let Some(seed) = seed {
            self.seeded(seed);
        }
        let (mut planes, mut mask) = (planes, mask);
        let rows = rows(&mut planes, &mut scalars, &mut mask)?;
        self.check(&rows)?;
        let encoding = self.play.encoding;
        let threads = threads_for(self.threads, self.envs.len());
        let envs = &mut self.envs;
        py.detach(|| {
            in_parts(threads, envs, rows, |_, envs, mut rows| {
                let (of, mut moves) = (envs.len(), Vec::new());
                for (index, env) in envs.iter_mut().enumerate() {
                    env.reset(encoding, rows.row(index, of), &mut moves);
                }
            })
        });
        Ok(())
    }

    /// Plays an action in each game.
    #[expect(
        clippy::too_many_arguments,
        reason = "Python passes the arrays by name"
    )]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        planes: Option<Planes<'_>>,
        mut scalars: PyReadwriteArrayDyn<'_, u16>,
        mask: Option<Mask<'_>>,
        mut reward: PyReadwriteArrayDyn<'_, f32>,
        mut terminated: PyReadwriteArrayDyn<'_, bool>,
        mut truncated: PyReadwriteArrayDyn<'_, bool>,
    ) -> PyResult<()> {
        let (mut planes, mut mask) = (planes, mask);
        let rows = rows(&mut planes, &mut scalars, &mut mask)?;
        self.check(&rows)?;
        let actions = actions.as_slice()?;
        let count = self.envs.len();
        if actions.len() != count {
            let message = format!("expected {count} actions, one for each game");
            return Err(PyValueError::new_err(message));
        }
        let (reward, terminated, truncated) = (
            reward.as_slice_mut()?,
            terminated.as_slice_mut()?,
            truncated.as_slice_mut()?,
        );
        // Before anything is played.
        if [reward.len(), terminated.len(), truncated.len()] != [count; 3] {
            let message = format!("reward, terminated and truncated must have {count} values");
            return Err(PyValueError::new_err(message));
        }
        let mut found = Vec::with_capacity(count);
        for (index, (env, &action)) in self.envs.iter().zip(actions).enumerate() {
            let Some(mv) = env.find(action) else {
                let message = format!("{action} is not a legal action of game {index}");
                return Err(PyValueError::new_err(message));
            };
            found.push((action, mv));
        }
        let play = self.play;
        let threads = threads_for(self.threads, count);
        let envs = &mut self.envs;
        let parts = py.detach(|| {
            in_parts(threads, envs, rows, |first, envs, mut rows| {
                let (of, mut moves, mut games) = (envs.len(), Vec::new(), Vec::new());
                let stepped = envs.iter_mut().enumerate().map(|(index, env)| {
                    let action = found[first + index];
                    play.step(env, action, rows.row(index, of), &mut moves, &mut games)
                });
                (stepped.collect::<Vec<_>>(), games)
            })
        });
        let mut index = 0;
        for (stepped, games) in parts {
            for one in stepped {
                (reward[index], terminated[index], truncated[index]) =
                    (one.reward, one.terminated, one.truncated);
                index += 1;
            }
            self.games.extend(games);
        }
        Ok(())
    }

    /// The legal actions of all games, one game after the other, and where each begins.
    fn legal<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>) {
        let mut offsets = Vec::with_capacity(self.envs.len() + 1);
        let mut actions = Vec::new();
        offsets.push(0);
        for env in &self.envs {
            actions.extend(env.legal.iter().map(|&(action, _)| i64::from(action)));
            offsets.push(actions.len() as i64);
        }
        (offsets.into_pyarray(py), actions.into_pyarray(py))
    }

    /// A random legal action of each game.
    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let sample = |env: &mut Env| {
            // Every turn is equally likely, whatever the number of its actions is.
            let turns = || env.legal.chunk_by(|a, b| a.1 == b.1);
            let drawn = draw(&mut env.random, turns().count());
            let actions = turns().nth(drawn).unwrap_or_default();
            actions.first().map_or(0, |&(action, _)| i64::from(action))
        };
        let actions: Vec<i64> = self.envs.iter_mut().map(sample).collect();
        actions.into_pyarray(py)
    }

    /// The position of each game.
    fn positions(&self) -> Vec<PyPosition> {
        let position = |env: &Env| {
            let mut line = PlayLine::of_game(&env.start.game, 0);
            env.turns.iter().for_each(|&turn| line.push_meant(turn));
            PyPosition::new(PlayBoard::Hive(Box::new(line)), JudgeOptions::default())
        };
        self.envs.iter().map(position).collect()
    }

    /// The games that ended, as GameStrings. The next call returns only later games.
    fn take_games(&mut self) -> Vec<String> {
        std::mem::take(&mut self.games)
    }

    fn copy(&self) -> Envs {
        self.clone()
    }
}

/// A random number below a limit.
fn draw(random: &mut Xoshiro256PlusPlus, limit: usize) -> usize {
    ((u128::from(random.next_u64()) * limit as u128) >> 64) as usize
}

impl Envs {
    fn check(&self, rows: &ArrayRows<'_>) -> PyResult<()> {
        check(rows, self.play.encoding, self.envs.len())
    }
}
