//! An alpha-beta search with a transposition table.

use std::cmp::Reverse;
use std::time::Instant;

use rustc_hash::FxHashMap;
use skep_rules::game::Outcome;

use super::Evaluate;
use super::known::{Bound, Entry, Known};

/// The value of a win at once. A win in N plies is worth N less.
const WIN: i32 = 1_000_000;

/// Values beyond this are wins, and below its negative they are losses.
const DECIDED: i32 = WIN - 1000;

/// Searches one position, with greater and greater depths.
pub(super) struct Search<'a, P: Evaluate> {
    /// How often the game had each position.
    history: &'a FxHashMap<u64, u32>,
    /// The positions between the root and the position that is searched.
    path: Vec<u64>,
    stop_at: Option<Instant>,
    is_stopped: bool,
    nodes: u64,
    known: Known,
    /// By ply from the root: the two turns that last refuted a turn of the other side.
    killers: Vec<[Option<P::Move>; 2]>,
    buffers: Vec<Vec<P::Move>>,
}

impl<'a, P: Evaluate> Search<'a, P> {
    pub(super) fn new(history: &'a FxHashMap<u64, u32>, stop_at: Option<Instant>) -> Search<'a, P> {
        Search {
            history,
            path: Vec::new(),
            stop_at,
            is_stopped: false,
            nodes: 0,
            known: Known::new(),
            killers: Vec::new(),
            buffers: Vec::new(),
        }
    }

    /// Whether the time was over before the last search ended.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// The index of the best of these turns, and whether it wins or loses by force. If the time runs out, the best of
    /// the turns that were searched; the first turn is the best one of the previous search.
    pub(super) fn best(
        &mut self,
        position: &mut P,
        moves: &[P::Move],
        depth: u32,
    ) -> Option<(usize, bool)> {
        self.killers.resize(depth as usize + 1, [None; 2]);
        let mut best = None;
        let mut alpha = -WIN;
        for (i, &mv) in moves.iter().enumerate() {
            let value = self.after(position, mv, depth, 0, (alpha, WIN));
            if self.is_stopped {
                break;
            }
            if best.is_none() || value > alpha {
                alpha = value;
                best = Some(i);
            }
        }
        best.map(|best| (best, alpha.abs() >= DECIDED))
    }

    /// The value of a turn for the side to move.
    fn after(
        &mut self,
        position: &mut P,
        mv: P::Move,
        depth: u32,
        ply: u32,
        (alpha, beta): (i32, i32),
    ) -> i32 {
        let undo = position.play_unchecked(mv);
        let value = -self.value(position, depth - 1, ply + 1, (-beta, -alpha));
        position.undo(undo);
        value
    }

    /// The value of a position for the side to move, exact between alpha and beta.
    fn value(&mut self, position: &mut P, depth: u32, ply: u32, (alpha, beta): (i32, i32)) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(64) {
            self.is_stopped |= self.stop_at.is_some_and(|time| Instant::now() >= time);
        }
        if self.is_stopped {
            return 0;
        }
        match position.outcome() {
            Outcome::Undecided => {}
            Outcome::Win(side) if side == position.turn() => return WIN - ply.cast_signed(),
            Outcome::Win(_) => return ply.cast_signed() - WIN,
            Outcome::Draw => return 0,
        }
        let key = position.key();
        if self.history.contains_key(&key) || self.path.contains(&key) {
            return 0;
        }
        if position.wins_at_once() == Some(true) {
            return WIN - ply.cast_signed() - 1;
        }
        if depth == 0 {
            return position.evaluate();
        }
        let key_in_table = position.perft_key();
        let known = self.known.get(key_in_table);
        if let Some(entry) = known
            && u32::from(entry.depth) >= depth
        {
            let value = from_here(entry.value, -ply.cast_signed());
            let is_enough = match entry.bound {
                Bound::None => false,
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if is_enough {
                return value;
            }
        }
        self.path.push(key);
        let best = known.map(|entry| entry.best);
        let (value, best) = self.best_reply(position, best, depth, ply, (alpha, beta));
        self.path.pop();
        if !self.is_stopped {
            self.known.put(Entry {
                key: key_in_table,
                value: from_here(value, ply.cast_signed()),
                best,
                depth: depth.min(255) as u8,
                bound: match value {
                    _ if value <= alpha => Bound::AtMost,
                    _ if value >= beta => Bound::AtLeast,
                    _ => Bound::Exact,
                },
            });
        }
        value
    }

    /// The value of the best turn, and its place in the list of legal moves.
    fn best_reply(
        &mut self,
        position: &mut P,
        first: Option<u16>,
        depth: u32,
        ply: u32,
        (mut alpha, beta): (i32, i32),
    ) -> (i32, u16) {
        let mut moves = self.buffers.pop().unwrap_or_default();
        position.legal_moves_into(&mut moves);
        let killers = self.killers[ply as usize];
        let promise = |&i: &u16| {
            let mv = moves[usize::from(i)];
            match first == Some(i) {
                true => 4,
                false if killers.contains(&Some(mv)) => 3,
                false => position.promise(mv).min(2),
            }
        };
        let mut order: Vec<u16> = (0..=u16::MAX).take(moves.len()).collect();
        order.sort_by_cached_key(|i| Reverse(promise(i)));
        let mut best = (-WIN, 0);
        for i in order {
            let mv = moves[usize::from(i)];
            let value = self.after(position, mv, depth, ply, (alpha, beta));
            if value > best.0 {
                best = (value, i);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                let killers = &mut self.killers[ply as usize];
                if killers[0] != Some(mv) {
                    *killers = [Some(mv), killers[0]];
                }
                break;
            }
            if self.is_stopped {
                break;
            }
        }
        moves.clear();
        self.buffers.push(moves);
        best
    }
}

/// A value as seen from a position `ply` plies later, or earlier if negative: wins and losses come nearer.
fn from_here(value: i32, ply: i32) -> i32 {
    match value {
        _ if value >= DECIDED => value + ply,
        _ if value <= -DECIDED => value - ply,
        _ => value,
    }
}
