//! The choice of a turn: a proved win, else a proved defence, else the best turn of a search.

mod evaluate;
mod search;

pub use evaluate::Evaluate;

use crate::time::{Duration, Instant};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;

use crate::Solver;
use crate::stop::Stop;
use search::{Search, is_decided};

/// How long an [`EnginePlayer`] may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchLimit {
    /// A number of plies to look ahead. The choice depends on nothing else.
    Depth(u32),
    /// A time.
    Time(Duration),
}

/// What a player thinks of the turn that it chose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The score, higher is better for the player: 1 is worth a queen that can move, and [`Estimate::WON`] a win by
    /// force.
    pub score: f64,
    /// How many plies the player looked ahead.
    pub depth: u32,
    /// How many positions it looked at, including positions of proofs.
    pub nodes: u64,
}

impl Estimate {
    /// The score of a win by force. A loss has the same score with the other sign.
    pub const WON: f64 = 1000.0;
}

/// The largest number of own turns that are proved before a search.
const PROVED_TURNS: u32 = 3;

/// The part of the time that proofs of wins and defences may take.
const PROOF_PERCENT: u32 = 14;

/// How deep a search with a time limit can go.
const MOST_PLIES: u32 = 64;

/// Chooses turns, for play against a person or a program.
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::hive::Position;
/// use skep_tactics::{EnginePlayer, SearchLimit};
///
/// let position: Position = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-".parse()?;
/// let mv = EnginePlayer::new().choose(&position, SearchLimit::Depth(2)).expect("the game goes on");
/// assert!(position.check(mv).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct EnginePlayer<P: Evaluate> {
    solver: Solver<P>,
    /// How often the game had each position.
    history: FxHashMap<u64, u32>,
    flag: Option<Arc<AtomicBool>>,
    estimate: Option<Estimate>,
}

impl<P: Evaluate> Default for EnginePlayer<P> {
    fn default() -> EnginePlayer<P> {
        EnginePlayer::new()
    }
}

impl<P: Evaluate> EnginePlayer<P> {
    /// A player without a history.
    pub fn new() -> EnginePlayer<P> {
        EnginePlayer {
            solver: Solver::new(),
            history: FxHashMap::default(),
            flag: None,
            estimate: None,
        }
    }

    /// Sets a flag that stops a search. Usually, another thread or a signal handler makes it true; then the player
    /// chooses the best turn so far.
    pub fn stop_when(&mut self, flag: Arc<AtomicBool>) {
        self.solver.stop_when(Arc::clone(&flag));
        self.flag = Some(flag);
    }

    /// Sets the positions that the game had so far, the current position included, by their keys. The player avoids them
    /// if it stands better.
    pub fn set_history(&mut self, keys: impl IntoIterator<Item = u64> + Clone) {
        self.solver.set_history(keys.clone());
        self.history.clear();
        for key in keys {
            *self.history.entry(key).or_default() += 1;
        }
    }

    /// A legal turn of the side to move: one that wins by force if there is a proof within the limit, else the best turn
    /// that a search finds among those that do not lose by force. `None` if the game is over.
    ///
    /// In a game with Swarm, the player does not choose the tile that it draws from the bag. It expects the average of
    /// the tiles, and then draws a random one. The same position always gives the same tile.
    pub fn choose(&mut self, position: &P, limit: SearchLimit) -> Option<P::Move> {
        let choice = self.best_choice(position, limit)?;
        let draw = position.key() % choice.len() as u64;
        Some(choice[draw as usize])
    }

    /// What the player thinks of the turn that it chose last. `None` if no search chose it: it was the only
    /// turn, it was proved, or the time ended first.
    pub fn estimate(&self) -> Option<Estimate> {
        self.estimate
    }

    /// The turn to play, with every draw that may follow.
    fn best_choice(&mut self, position: &P, limit: SearchLimit) -> Option<Vec<P::Move>> {
        self.estimate = None;
        let mut choices = choices(position);
        if choices.len() < 2 {
            return choices.pop();
        }
        let (plies, time) = match limit {
            SearchLimit::Depth(plies) => (plies.max(1), None),
            // The rest of the time is for the answer.
            SearchLimit::Time(time) => (MOST_PLIES, Some(time * 19 / 20)),
        };
        let begin = Instant::now();
        let proved_before = self.solver.nodes();
        // The moment when this part of the time is over.
        let after = |percent: u32| time.map(|time| begin + time / 100 * percent);
        self.solver.stop_at(after(PROOF_PERCENT / 2));
        let own_turns = plies.div_ceil(2).min(PROVED_TURNS);
        if let Some(win) = self.solver.winning_turn(position, own_turns) {
            self.estimate = Some(Estimate {
                score: Estimate::WON,
                depth: plies,
                nodes: self.solver.nodes() - proved_before,
            });
            return choices.into_iter().find(|choice| choice.contains(&win));
        }
        self.solver.stop_at(after(PROOF_PERCENT));
        self.keep_defences(position, &mut choices, (plies / 2).min(PROVED_TURNS));
        self.solver.stop_at(None);
        if choices.len() > 1 {
            let stop = Stop {
                time: after(100),
                flag: self.flag.clone(),
            };
            // The search looks less deep at turns that come late.
            choices.sort_by_cached_key(|choice| {
                let mut after = position.clone();
                after.play_unchecked(choice[0]);
                after.evaluate()
            });
            let mut search = Search::new(&self.history, stop);
            for depth in 1..=plies {
                let Some((best, value)) = search.best(&mut position.clone(), &choices, depth)
                else {
                    break;
                };
                self.estimate = Some(Estimate {
                    score: if is_decided(value) {
                        Estimate::WON.copysign(value.into())
                    } else {
                        f64::from(value) / f64::from(P::QUEEN)
                    },
                    depth,
                    nodes: self.solver.nodes() - proved_before + search.nodes(),
                });
                // The best turn comes first in the next round.
                choices[..=best].rotate_right(1);
                if is_decided(value) || search.is_stopped() {
                    break;
                }
            }
        }
        choices.into_iter().next()
    }

    /// Removes the turns that let the other side win by force within `turns` own turns, after any of the draws that the
    /// player looks at. If every turn loses, the turns that lose latest stay.
    fn keep_defences(&mut self, position: &P, choices: &mut Vec<Vec<P::Move>>, turns: u32) {
        for turns in 1..=turns {
            let solver = &mut self.solver;
            if turns > 1 && solver.is_late() {
                return;
            }
            let mut holds = |mv: P::Move| {
                let mut after = position.clone();
                after.play_unchecked(mv);
                let is_lost = after.outcome() == skep_rules::game::Outcome::Win(after.turn());
                !is_lost && solver.winning_turn(&after, turns).is_none()
            };
            let holds: Vec<bool> = (choices.iter())
                .map(|choice| sample(choice).all(&mut holds))
                .collect();
            if !holds.contains(&true) {
                return;
            }
            let mut holds = holds.into_iter();
            choices.retain(|_| holds.next() == Some(true));
        }
    }
}

/// What the side to move can choose: each choice has one turn for each tile that may be drawn.
fn choices<P: Evaluate>(position: &P) -> Vec<Vec<P::Move>> {
    let mut moves = Vec::new();
    Solver::choices_into(position, &mut moves);
    if moves.is_empty() {
        // Every turn needs an unknown tile.
        position.legal_moves_into(&mut moves);
    }
    let mut choices = Vec::new();
    Solver::find_choice(position, &moves, |choice| {
        choices.push(choice.to_vec());
        false
    });
    choices
}

/// The largest number of draws of a choice that the player looks at.
const DRAWS: usize = 4;

/// Up to four draws of a choice, at equal distances.
fn sample<M: Copy>(choice: &[M]) -> impl Iterator<Item = M> {
    let step = choice.len().div_ceil(DRAWS);
    choice.iter().copied().step_by(step)
}
