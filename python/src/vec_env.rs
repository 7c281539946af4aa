//! Many games that are played at once: the class `Envs`.

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArrayDyn};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use skep_records::game::Hive;
use skep_records::{JudgeOptions, Rules as _};
use skep_rules::closed_list;
use skep_rules::game::{Position as _, PositionHistory};
use skep_rules::geometry::Symmetry;
use skep_rules::hive::{Move, Position};

use crate::board::{Meant, PlayBoard, PlayLine};
use crate::encode::{EncodedView, Encoding, Placing, SCALARS};
use crate::encoder::{Encoder, hive};
use crate::expand::{SparseActions, sparse};
use crate::numbers::{number, optional};
use crate::playable::Table as _;
use crate::position::PyPosition;
use crate::rows::{ArrayRows, Mask, Planes, check, in_parts, reward, rows, threads_for};
use crate::starts::{board_of, rules_of};

/// The most games that are played at once.
const MOST_GAMES: usize = 1 << 20;

/// A position in which games begin.
type Start = PlayLine<Hive>;

/// A game that is played.
#[derive(Clone)]
struct Env {
    /// The positions in which it can begin. One of several is drawn at random.
    starts: Arc<Vec<Start>>,
    /// That in which it began.
    start: usize,
    placing: Placing,
    occurrences: PositionHistory<Position>,
    turns: Vec<Meant<Move>>,
    /// The legal moves with their numbers. Those of one move follow each other.
    legal: Vec<(u32, Move)>,
    random: Xoshiro256PlusPlus,
}

closed_list! {
    /// Why a game ended.
    pub enum EnvironmentEnding: "ending" {
        /// A queen is surrounded.
        Board = "board",
        /// A position occurred for the third time.
        Repetition = "repetition",
        /// It has as many plies as it may have.
        MaxPlies = "max_plies",
        /// The position does not fit in the window of the encoding.
        Outside = "outside",
    }
}

/// What a step leaves of a game.
struct Stepped {
    /// For the player who moved.
    reward: f32,
    ended: Option<Ended>,
}

/// The last position of a game.
struct Ended {
    ending: EnvironmentEnding,
    planes: Vec<u8>,
    scalars: Vec<u16>,
    mask: Vec<bool>,
}

impl Env {
    /// Begins the game again, and writes its first position.
    fn reset(&mut self, encoding: Encoding, rows: ArrayRows<'_>, moves: &mut Vec<Move>) {
        if self.starts.len() > 1 {
            self.start = draw(&mut self.random, self.starts.len());
        }
        let start = &self.starts[self.start];
        self.placing.clone_from(start.table());
        self.occurrences.clone_from(start.occurrences());
        self.turns.clear();
        rows.write(encoding, &self.placing, &mut self.legal, moves);
    }

    /// The legal move with a number.
    fn find(&self, action: i64) -> Option<Move> {
        let found = self.legal.iter().find(|(of, _)| i64::from(*of) == action);
        found.map(|&(_, mv)| mv)
    }

    /// Plays a legal move.
    fn play(&mut self, meant: Meant<Move>) {
        let Meant { mv, given } = meant;
        if let Some(number) = given {
            self.placing.give(mv, number);
        }
        let moved =
            self.occurrences.is_counting() && !Hive::is_irreversible(self.placing.position(), mv);
        self.placing.play(mv);
        self.occurrences.add(self.placing.position(), moved);
        self.turns.push(meant);
    }

    /// The game so far.
    fn line(&self) -> PlayLine<Hive> {
        let mut line = self.starts[self.start].clone();
        self.turns.iter().for_each(|&turn| line.push_meant(turn));
        line
    }

    /// The game so far as a text: a GameString, or a line of JSON if it began in a given position. The numbers of
    /// pieces are those of `skep-rules`.
    fn record(&self) -> String {
        let line = self.line();
        line.game_string().unwrap_or_else(|| line.json_line())
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
        env.play(Meant { mv, given });
        let position = env.placing.position();
        let outcome = position.outcome();
        let ending = if outcome.is_over() {
            Some(EnvironmentEnding::Board)
        } else if env.occurrences.is_draw() {
            Some(EnvironmentEnding::Repetition)
        } else if position.ply() >= self.max_plies {
            Some(EnvironmentEnding::MaxPlies)
        } else {
            let fits = rows
                .row(0, 1)
                .write(self.encoding, &env.placing, &mut env.legal, moves);
            (!fits).then_some(EnvironmentEnding::Outside)
        };
        let ended = ending.map(|ending| {
            let ended = self.last(env, ending, &rows, moves);
            if self.record {
                games.push(env.record());
            }
            env.reset(self.encoding, rows, moves);
            ended
        });
        Stepped {
            reward: reward(outcome, mover),
            ended,
        }
    }

    /// The last position of a game. A position that does not fit has no planes. A finished game has no legal moves.
    fn last(
        self,
        env: &mut Env,
        ending: EnvironmentEnding,
        rows: &ArrayRows<'_>,
        moves: &mut Vec<Move>,
    ) -> Ended {
        let mut ended = Ended {
            ending,
            planes: vec![0; rows.planes.len()],
            scalars: vec![0; SCALARS],
            mask: vec![false; rows.mask.len()],
        };
        let written = ArrayRows {
            planes: &mut ended.planes,
            scalars: &mut ended.scalars,
            mask: &mut ended.mask,
        };
        let fits = written.write(self.encoding, &env.placing, &mut env.legal, moves);
        if !fits {
            ended.planes.fill(0);
        }
        if !fits || ending == EnvironmentEnding::Repetition {
            ended.mask.fill(false);
        }
        ended
    }
}

/// The position in which a game begins: one of Python, or a text for one.
fn start_of(
    py: Python<'_>,
    of: &Bound<'_, PyAny>,
    rules: JudgeOptions,
    play: Play,
) -> PyResult<Start> {
    let board = match of.cast::<PyPosition>() {
        Ok(position) => position.try_borrow()?.board.clone(),
        Err(_) => board_of(py, &text_of_start(of)?, rules)?,
    };
    let line = hive(py, &board)?.clone().under(rules.repetition);
    let title = line.game().title();
    if line.outcome().is_over() || line.position().ply() >= play.max_plies {
        let message = format!(
            "a game cannot begin after its end: {title}, ply {}, max_plies {}",
            line.position().ply(),
            play.max_plies
        );
        return Err(PyValueError::new_err(message));
    }
    let mut planes = vec![0; play.encoding.cells()];
    if !EncodedView::of(play.encoding, line.table(), Symmetry::IDENTITY).write(&mut planes) {
        // The start of a variant is in every window.
        let message = match line.game().is_set_up() || line.position().ply() > 0 {
            true => {
                "a game cannot begin in a position outside the window of the encoding".to_owned()
            }
            false => format!("the encoding has no planes for the bugs of {title}"),
        };
        return Err(PyValueError::new_err(message));
    }
    Ok(line)
}

/// The text of a start.
fn text_of_start(of: &Bound<'_, PyAny>) -> PyResult<String> {
    of.extract().map_err(|_| {
        PyTypeError::new_err("a game begins in a variant, a text of a position or a Position")
    })
}

/// The games that ended in a step: their numbers, why each ended, and the arrays of their last positions.
type EndedGames<'py> = (
    Vec<usize>,
    Vec<&'static str>,
    Option<Bound<'py, PyAny>>,
    Bound<'py, PyAny>,
    Option<Bound<'py, PyAny>>,
);

/// The last positions of games as arrays.
fn ended_games<'py>(
    py: Python<'py>,
    all: Vec<(usize, Ended)>,
    encoding: Encoding,
) -> PyResult<EndedGames<'py>> {
    let count = all.len();
    let (mut numbers, mut endings) = (Vec::new(), Vec::new());
    let (mut planes, mut scalars, mut mask) = (Vec::new(), Vec::new(), Vec::new());
    for (number, ended) in all {
        numbers.push(number);
        endings.push(ended.ending.as_str());
        planes.extend(ended.planes);
        scalars.extend(ended.scalars);
        mask.extend(ended.mask);
    }
    let size = encoding.size();
    let planes = (!planes.is_empty()).then(|| planes.into_pyarray(py));
    let planes = planes.map(|of| of.reshape([count, encoding.planes(), size, size]));
    let mask = (!mask.is_empty()).then(|| mask.into_pyarray(py));
    let mask = mask.map(|of| of.reshape([count, encoding.actions()]));
    Ok((
        numbers,
        endings,
        planes.transpose()?.map(Bound::into_any),
        scalars
            .into_pyarray(py)
            .reshape([count, SCALARS])?
            .into_any(),
        mask.transpose()?.map(Bound::into_any),
    ))
}

/// Many games that are played at once.
#[pyclass(module = "skep._skep")]
#[derive(Clone)]
pub struct Envs {
    envs: Vec<Env>,
    play: Play,
    rules: JudgeOptions,
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
    /// Game `i` begins in one of the positions of book `books[i]`.
    #[new]
    #[pyo3(signature = (books, of, encoder, *, rules, threads, max_plies, seed, record))]
    #[expect(clippy::too_many_arguments, reason = "Python passes them by name")]
    fn create(
        py: Python<'_>,
        books: Vec<Vec<Bound<'_, PyAny>>>,
        of: Vec<usize>,
        encoder: &Encoder,
        rules: &str,
        #[pyo3(from_py_with = number)] threads: usize,
        #[pyo3(from_py_with = number)] max_plies: u32,
        #[pyo3(from_py_with = number)] seed: u64,
        record: bool,
    ) -> PyResult<Envs> {
        if !(1..=MOST_GAMES).contains(&of.len()) {
            let message = format!("the number of games must be from 1 to {MOST_GAMES}");
            return Err(PyValueError::new_err(message));
        }
        if max_plies == 0 {
            return Err(PyValueError::new_err("max_plies must be at least 1"));
        }
        let rules = rules_of(rules)?;
        let play = Play {
            encoding: encoder.encoding,
            max_plies,
            record,
        };
        let start = |one: &Bound<'_, PyAny>| start_of(py, one, rules, play);
        let book = |book: Vec<Bound<'_, PyAny>>| {
            Ok(Arc::new(book.iter().map(start).collect::<PyResult<_>>()?))
        };
        let books: Vec<Arc<Vec<Start>>> = books.into_iter().map(book).collect::<PyResult<_>>()?;
        let env = |of: usize| {
            let starts = books.get(of).filter(|book| !book.is_empty());
            let starts = starts.ok_or_else(|| PyValueError::new_err("a book needs a position"))?;
            Ok(Env {
                placing: starts[0].table().clone(),
                occurrences: starts[0].occurrences().clone(),
                starts: Arc::clone(starts),
                start: 0,
                turns: Vec::new(),
                legal: Vec::new(),
                random: Xoshiro256PlusPlus::seed_from_u64(0),
            })
        };
        let mut envs = Envs {
            envs: of.into_iter().map(env).collect::<PyResult<_>>()?,
            play,
            rules,
            threads,
            games: Vec::new(),
        };
        envs.seeded(seed);
        Ok(envs)
    }

    /// Begins all games or some games again.
    #[pyo3(signature = (seed, games, planes, scalars, mask))]
    fn reset(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = optional)] seed: Option<u64>,
        games: Option<Vec<usize>>,
        planes: Option<Planes<'_>>,
        mut scalars: PyReadwriteArrayDyn<'_, u16>,
        mask: Option<Mask<'_>>,
    ) -> PyResult<()> {
        if let Some(seed) = seed {
            self.seeded(seed);
        }
        let (mut planes, mut mask) = (planes, mask);
        let mut rows = rows(&mut planes, &mut scalars, &mut mask)?;
        self.check(&rows)?;
        let encoding = self.play.encoding;
        if let Some(games) = games {
            let (of, mut moves) = (self.envs.len(), Vec::new());
            for index in games {
                let env = self.envs.get_mut(index);
                let env =
                    env.ok_or_else(|| PyIndexError::new_err(format!("there is no game {index}")))?;
                env.reset(encoding, rows.row(index, of), &mut moves);
            }
            return Ok(());
        }
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

    /// Plays an action in each game. Returns the games that ended.
    #[expect(
        clippy::too_many_arguments,
        reason = "Python passes the arrays by name"
    )]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'_, i64>,
        planes: Option<Planes<'_>>,
        mut scalars: PyReadwriteArrayDyn<'_, u16>,
        mask: Option<Mask<'_>>,
        mut reward: PyReadwriteArrayDyn<'_, f32>,
        mut terminated: PyReadwriteArrayDyn<'_, bool>,
        mut truncated: PyReadwriteArrayDyn<'_, bool>,
    ) -> PyResult<Option<EndedGames<'py>>> {
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
        let (mut index, mut all) = (0, Vec::new());
        for (stepped, games) in parts {
            for one in stepped {
                let ending = one.ended.as_ref().map(|ended| ended.ending);
                reward[index] = one.reward;
                terminated[index] = matches!(
                    ending,
                    Some(EnvironmentEnding::Board | EnvironmentEnding::Repetition)
                );
                truncated[index] = matches!(
                    ending,
                    Some(EnvironmentEnding::MaxPlies | EnvironmentEnding::Outside)
                );
                all.extend(one.ended.map(|ended| (index, ended)));
                index += 1;
            }
            self.games.extend(games);
        }
        if all.is_empty() {
            return Ok(None);
        }
        ended_games(py, all, play.encoding).map(Some)
    }

    /// The legal actions of all games, one game after the other, and where each begins.
    fn legal<'py>(&self, py: Python<'py>) -> SparseActions<'py> {
        let actions = |env: &'_ Env| -> Vec<i64> {
            env.legal
                .iter()
                .map(|&(action, _)| i64::from(action))
                .collect()
        };
        sparse(py, self.envs.iter().map(actions))
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
        let position =
            |env: &Env| PyPosition::new(PlayBoard::Hive(Box::new(env.line())), self.rules);
        self.envs.iter().map(position).collect()
    }

    /// The games that ended, as texts. The next call returns only later games.
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
