//! The choice of a turn: a proved win, else a proved defence, else the best turn of a search.

mod evaluate;
mod known;
mod search;

pub use evaluate::Evaluate;

use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use crate::Solver;
use search::Search;

/// How long a [`Player`] may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A number of plies to look ahead. The choice depends on nothing else.
    Depth(u32),
    /// A time.
    Time(Duration),
}

/// The largest number of own turns that are proved before a search.
const PROVED_TURNS: u32 = 3;

/// How deep a search with a time limit can go.
const MOST_PLIES: u32 = 64;

/// Chooses turns, for play against a person or a program.
///
/// ```
/// use skep_rules::hive::Position;
/// use skep_tactics::{Limit, Player};
///
/// let position: Position = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-".parse()?;
/// let mv = Player::new().choose(&position, Limit::Depth(2)).expect("the game goes on");
/// assert!(position.check(mv).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Player<P: Evaluate> {
    solver: Solver<P>,
    /// How often the game had each position.
    history: FxHashMap<u64, u32>,
}

impl<P: Evaluate> Default for Player<P> {
    fn default() -> Player<P> {
        Player::new()
    }
}

impl<P: Evaluate> Player<P> {
    /// A player without a history.
    pub fn new() -> Player<P> {
        Player {
            solver: Solver::new(),
            history: FxHashMap::default(),
        }
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
    /// In a game with Swarm, the player does not choose the tile that it draws from the bag. The tile is random, but
    /// the same position always gives the same tile.
    pub fn choose(&mut self, position: &P, limit: Limit) -> Option<P::Move> {
        let mut moves = choices(position);
        if moves.len() < 2 {
            return moves.first().copied();
        }
        let (plies, time) = match limit {
            Limit::Depth(plies) => (plies.max(1), None),
            // The rest of the time is for the answer.
            Limit::Time(time) => (MOST_PLIES, Some(time * 19 / 20)),
        };
        let begin = Instant::now();
        // The moment when this many quarters of the time are over.
        let after = |quarters: u32| time.map(|time| begin + time / 4 * quarters);
        self.solver.stop_at(after(1));
        let own_turns = plies.div_ceil(2).min(PROVED_TURNS);
        if let Some(win) = self.solver.winning_turn(position, own_turns) {
            let is_win = |&&mv: &&P::Move| mv == win || position.differ_by_draw(mv, win);
            return moves.iter().find(is_win).copied();
        }
        self.solver.stop_at(after(2));
        self.keep_defences(position, &mut moves, (plies / 2).min(PROVED_TURNS));
        self.solver.stop_at(None);
        if moves.len() > 1 {
            let mut search = Search::new(&self.history, after(4));
            for depth in 1..=plies {
                let Some((best, is_decided)) = search.best(&mut position.clone(), &moves, depth)
                else {
                    break;
                };
                // The best turn comes first in the next round.
                moves[..=best].rotate_right(1);
                // A round takes several times as long as the one before it.
                let is_late = after(2).is_some_and(|half| Instant::now() >= half);
                if is_decided || is_late || search.is_stopped() {
                    break;
                }
            }
        }
        moves.first().copied()
    }

    /// Removes the turns that let the other side win by force within `turns` own turns. If every turn loses, the turns
    /// that lose latest stay.
    fn keep_defences(&mut self, position: &P, moves: &mut Vec<P::Move>, turns: u32) {
        for turns in 1..=turns {
            let solver = &mut self.solver;
            if turns > 1 && solver.is_late() {
                return;
            }
            let mut holds = |&mv: &P::Move| {
                let mut after = position.clone();
                after.play_unchecked(mv);
                let is_lost = after.outcome() == skep_rules::game::Outcome::Win(after.turn());
                !is_lost && solver.winning_turn(&after, turns).is_none()
            };
            let kept: Vec<P::Move> = moves.iter().copied().filter(&mut holds).collect();
            if kept.is_empty() {
                return;
            }
            *moves = kept;
        }
    }
}

/// The turns that the side to move can choose from. Of the turns that differ only by the drawn tile, only one is kept.
fn choices<P: Evaluate>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    Solver::choices_into(position, &mut moves);
    if moves.is_empty() {
        // Every turn needs an unknown tile.
        position.legal_moves_into(&mut moves);
    }
    let mut drawn = Vec::new();
    Solver::find_choice(position, &moves, |choice| {
        drawn.push(choice[(position.key() % choice.len() as u64) as usize]);
        false
    });
    drawn
}
