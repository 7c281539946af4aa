//! The choice of a turn: a proved win, else a proved defence, else the best turn of a search.

mod evaluate;
mod search;
mod shared;
mod weights;

pub use evaluate::Evaluate;

use crate::time::{Duration, Instant};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use rustc_hash::FxHashMap;
use skep_rules::game::Draws;

use crate::Solver;
use crate::stop::Stop;
use search::{PositionSearch, is_decided};
use shared::SharedTable;

/// How long an [`EnginePlayer`] may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchLimit {
    /// A number of plies to look ahead. The choice does not depend on the speed of the machine.
    Depth(u32),
    /// A time.
    Time(Duration),
    /// A number of positions to look at. The choice does not depend on the speed of the machine.
    Nodes(u64),
}

/// What a player thinks of the turn that it chose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The score, higher is better for the player: [`win_chance`] says how often such positions are won.
    /// [`Estimate::WON`] is a win by force.
    pub score: f64,
    /// How many plies the player looked ahead.
    pub depth: u32,
    /// How many positions it looked at, including positions of proofs.
    pub nodes: u64,
}

/// A turn that a player considered, with its score and expected line.
#[derive(Clone, Debug, PartialEq)]
pub struct ConsideredTurn<M> {
    /// The expected line of play, which begins with the turn.
    pub line: Vec<M>,
    /// The score of the turn, as in [`Estimate::score`].
    pub score: f64,
    /// How many plies the player looked ahead.
    pub depth: u32,
}

/// The chance to win with a score, from 0 to 1. The score is the logarithm of the odds: 0 is 50 %, 1 is 73 %, -1 is 27
/// %.
///
/// In plain Hive it is fitted to the results of games; in games with Venom and packs it is a guess.
///
/// ```
/// use skep_tactics::win_chance;
///
/// assert_eq!(win_chance(0.0), 0.5);
/// assert!((win_chance(1.0) - 0.731).abs() < 0.001);
/// ```
pub fn win_chance(score: f64) -> f64 {
    1.0 / (1.0 + (-score).exp())
}

impl Estimate {
    /// The score of a win by force. A loss has the same score with the other sign.
    pub const WON: f64 = 1000.0;
}

/// The largest number of own turns that are proved before a search.
const PROVED_TURNS: u32 = 3;

/// The part of the time, or of the positions, that proofs of wins and defences may take.
const PROOF_PERCENT: u32 = 14;

/// Searches of more time or more positions take a larger table.
const LONG_SEARCH: Duration = Duration::from_millis(700);
const LONG_SEARCH_NODES: u64 = 500_000;

/// The logarithms of the numbers of slots of a table.
const SHORT_TABLE: u32 = 18;
const LONG_TABLE: u32 = 20;

/// How deep a search with a limit of time or positions can go.
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
    /// How many threads search.
    threads: usize,
    /// How many turns to consider. With 0, [`EnginePlayer::considered`] is empty.
    wanted: usize,
    considered: Vec<ConsideredTurn<P::Move>>,
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
            threads: 1,
            wanted: 0,
            considered: Vec::new(),
        }
    }

    /// Sets how many turns the player considers for [`EnginePlayer::considered`]. Each of these turns takes
    /// about as long as a search for the best turn alone.
    pub fn consider(&mut self, turns: usize) {
        self.wanted = turns;
    }

    /// Sets how many threads search together; 1 without it. They share what they know of positions, so that one looks
    /// further ahead in the same time. With more than one, the same position does not always give the same turn. Each
    /// thread looks at as many positions as the limit says. Proofs of wins and defences take one thread.
    ///
    /// ```
    /// use skep_rules::hive::Position;
    /// use skep_tactics::{EnginePlayer, SearchLimit};
    ///
    /// let position: Position = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-".parse()?;
    /// let mut player = EnginePlayer::new();
    /// player.set_threads(2);
    /// assert!(player.choose(&position, SearchLimit::Nodes(1000)).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Sets a flag that stops a search. Usually, another thread or a signal handler makes it true; then the player
    /// chooses the best turn so far.
    pub fn stop_when(&mut self, flag: Arc<AtomicBool>) {
        self.solver.stop_when(Arc::clone(&flag));
        self.flag = Some(flag);
    }

    /// Sets the positions that the game had so far, the current position included, by their keys. The player avoids
    /// them if it stands better.
    pub fn set_history(&mut self, keys: impl IntoIterator<Item = u64>) {
        self.history.clear();
        for key in keys {
            *self.history.entry(key).or_default() += 1;
        }
    }

    /// Sets the positions that are a draw by repetition, for proofs of wins and defences.
    pub fn set_draws(&mut self, draws: Draws<P>) {
        self.solver.set_draws(draws);
    }

    /// A legal turn of the side to move: one that wins by force if there is a proof within the limit, else the best
    /// turn that a search finds among those that do not lose by force. `None` if the game is over.
    ///
    /// In a game with Swarm, the player does not choose the tile that it draws from the bag. It expects the average of
    /// the tiles, and then draws a random one. The same position always gives the same tile.
    pub fn choose(&mut self, position: &P, limit: SearchLimit) -> Option<P::Move> {
        let choice = P::best_choice(self, position, limit)?;
        let draw = position.key() % choice.len() as u64;
        Some(choice[draw as usize])
    }

    /// What the player thinks of the turn that it chose last. `None` if all other turns are illegal
    /// or lose by force, or if the limit ended the search first. With [`EnginePlayer::consider`], the only turn has an
    /// estimate too.
    pub fn estimate(&self) -> Option<Estimate> {
        self.estimate
    }

    /// The turns that the player considered last, the best first. Empty without [`EnginePlayer::consider`]. If a turn
    /// wins by force, the list has only this turn. Turns that lose by force are left out, unless every turn loses. If
    /// the limit ends the search, the turns after the first can have a smaller depth.
    ///
    /// ```
    /// use skep_rules::hive::Position;
    /// use skep_tactics::{EnginePlayer, SearchLimit};
    ///
    /// let position: Position = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-".parse()?;
    /// let mut player = EnginePlayer::new();
    /// player.consider(3);
    /// let best = player.choose(&position, SearchLimit::Nodes(1000)).expect("the game goes on");
    /// assert_eq!(player.considered().len(), 3);
    /// assert_eq!(player.considered()[0].line[0], best);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn considered(&self) -> &[ConsideredTurn<P::Move>] {
        &self.considered
    }

    /// The turn to play, with every draw that may follow.
    pub(super) fn best_choice(&mut self, position: &P, limit: SearchLimit) -> Option<Vec<P::Move>> {
        self.estimate = None;
        self.considered.clear();
        let mut choices = choices(position);
        // If turns are considered, the only turn gets a score too.
        let least = if self.wanted > 0 { 1 } else { 2 };
        if choices.len() < least {
            return choices.pop();
        }
        let (plies, time, most_nodes) = match limit {
            SearchLimit::Depth(plies) => (plies.max(1), None, None),
            // The rest of the time is for the answer.
            SearchLimit::Time(time) => (MOST_PLIES, Some(time * 19 / 20), None),
            SearchLimit::Nodes(nodes) => (MOST_PLIES, None, Some(nodes.max(1))),
        };
        let begin = Instant::now();
        let proved_before = self.solver.nodes();
        // The end of this part of the time, and of this part of the positions.
        let after = |percent: u32| time.map(|time| begin + time / 100 * percent);
        let count = |percent: u64| most_nodes.map(|nodes| proved_before + nodes / 100 * percent);
        self.solver.stop_at(after(PROOF_PERCENT / 2));
        self.solver.stop_after(count(u64::from(PROOF_PERCENT / 2)));
        let own_turns = plies.div_ceil(2).min(PROVED_TURNS);
        if let Some(win) = self.solver.winning_turn(position, own_turns) {
            self.estimate = Some(Estimate {
                score: Estimate::WON,
                depth: plies,
                nodes: self.solver.nodes() - proved_before,
            });
            if self.wanted > 0 {
                let solution = self.solver.solve(position, own_turns);
                let line = solution.map(|win| win.line).unwrap_or_default();
                let is_line = line.first() == Some(&win);
                self.considered.push(ConsideredTurn {
                    line: if is_line { line } else { vec![win] },
                    score: Estimate::WON,
                    depth: plies,
                });
            }
            return choices.into_iter().find(|choice| choice.contains(&win));
        }
        self.solver.stop_at(after(PROOF_PERCENT));
        self.solver.stop_after(count(u64::from(PROOF_PERCENT)));
        self.keep_defences(position, &mut choices, (plies / 2).min(PROVED_TURNS));
        self.solver.stop_at(None);
        self.solver.stop_after(None);
        if choices.len() >= least {
            let proved = self.solver.nodes() - proved_before;
            let left = most_nodes.map(|nodes| nodes.saturating_sub(proved));
            // The only turn is played anyway, so the search for its score gets less of the limit.
            let (percent, part) = if choices.len() > 1 { (100, 1) } else { (20, 5) };
            let limits = (after(percent), left.map(|left| left / part));
            self.search(position, &mut choices, plies, limits, proved);
        }
        choices.into_iter().next()
    }

    /// Searches deeper and deeper until the time or the number of positions is used up, and puts the best choices
    /// first. `proved` is the number of positions that the proofs looked at.
    fn search(
        &mut self,
        position: &P,
        choices: &mut [Vec<P::Move>],
        plies: u32,
        (time, nodes): (Option<Instant>, Option<u64>),
        proved: u64,
    ) {
        let stop = Stop {
            time,
            flag: self.flag.clone(),
        };
        // The search looks less far ahead after turns that are late in the list.
        choices.sort_by_cached_key(|choice| {
            let mut after = position.clone();
            after.play_unchecked(choice[0]);
            after.evaluate()
        });
        // A large table takes time to lay out.
        let is_long = time.is_some_and(|end| end > Instant::now() + LONG_SEARCH)
            || nodes.is_some_and(|nodes| nodes > LONG_SEARCH_NODES);
        let table = SharedTable::new(if is_long { LONG_TABLE } else { SHORT_TABLE });
        let history = std::mem::take(&mut self.history);
        let end = Arc::new(AtomicBool::new(false));
        let others = thread::scope(|scope| {
            let other = |number: usize| {
                let stop = Stop {
                    time: None,
                    flag: Some(Arc::clone(&end)),
                };
                let search = PositionSearch::new(&history, &table, stop, nodes);
                let (position, choices) = (position.clone(), choices.to_vec());
                // If the system gives no thread, fewer search.
                let help = move || search.help(position, choices, number);
                thread::Builder::new().spawn_scoped(scope, help).ok()
            };
            let others: Vec<_> = (1..self.threads).filter_map(other).collect();
            let search = PositionSearch::new(&history, &table, stop, nodes);
            self.deepen(search, position, choices, plies, proved);
            end.store(true, Ordering::Relaxed);
            let nodes = others.into_iter().map(|other| other.join().unwrap_or(0));
            nodes.sum::<u64>()
        });
        self.history = history;
        if let Some(estimate) = &mut self.estimate {
            estimate.nodes += others;
        }
    }

    /// Searches up to a number of plies, less deep if the search gives up, and puts the best choices first.
    fn deepen(
        &mut self,
        mut search: PositionSearch<'_, P>,
        position: &P,
        choices: &mut [Vec<P::Move>],
        plies: u32,
        proved: u64,
    ) {
        for depth in 1..=plies {
            let mut best_value = None;
            for rank in 0..self.wanted.clamp(1, choices.len()) {
                let own = &choices[rank..];
                let Some((best, value)) = search.best(&mut position.clone(), own, depth) else {
                    break;
                };
                let score = score::<P>(value);
                if rank == 0 {
                    best_value = Some(value);
                    self.estimate = Some(Estimate {
                        score,
                        depth,
                        nodes: proved + search.nodes(),
                    });
                }
                // In the next round, the best turns come first.
                choices[rank..=rank + best].rotate_right(1);
                // If the search gave up, only the best turn counts.
                if self.wanted > 0 && (rank == 0 || !search.is_stopped()) {
                    let turn = ConsideredTurn {
                        line: search.line(&mut position.clone(), &choices[rank], depth),
                        score,
                        depth,
                    };
                    self.considered
                        .retain(|known| known.line[0] != turn.line[0]);
                    self.considered
                        .insert(rank.min(self.considered.len()), turn);
                }
                if search.is_stopped() {
                    break;
                }
            }
            self.considered.truncate(self.wanted);
            if !search.is_stopped() && self.wanted > 1 {
                Self::sort(&mut self.considered, choices, &mut self.estimate);
            }
            if search.is_stopped() || best_value.is_none_or(is_decided) {
                break;
            }
        }
    }

    /// Sorts the considered turns by their scores. The search first looks less far ahead after late turns, so it can
    /// miss that one of them is better.
    fn sort(
        considered: &mut [ConsideredTurn<P::Move>],
        choices: &mut [Vec<P::Move>],
        estimate: &mut Option<Estimate>,
    ) {
        considered.sort_by(|a, b| b.score.total_cmp(&a.score));
        for (rank, turn) in considered.iter().enumerate() {
            let own = choices.iter().position(|choice| choice[0] == turn.line[0]);
            if let Some(own) = own.filter(|own| *own > rank) {
                choices[rank..=own].rotate_right(1);
            }
        }
        if let (Some(estimate), Some(best)) = (estimate, considered.first()) {
            (estimate.score, estimate.depth) = (best.score, best.depth);
        }
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

/// The score for a value of the search.
fn score<P: Evaluate>(value: i32) -> f64 {
    if is_decided(value) {
        Estimate::WON.copysign(value.into())
    } else {
        f64::from(value) / f64::from(P::UNIT)
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
