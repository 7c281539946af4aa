//! Counting the lines of play: the classic test of move generation.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Position;
use crate::mix::GOLDEN;

/// Counts the lines of play of exactly `depth` plies. The last ply is counted in bulk, and where the game allows it,
/// the last two.
///
/// A forced pass counts as one move; a finished game has no moves.
///
/// ```
/// use skep_rules::game::{Position as _, perft};
/// use skep_rules::hive::{GameType, Position};
///
/// let mut start = Position::start(GameType::BASE.into());
/// assert_eq!(perft(&mut start, 3), 1_440);
/// ```
pub fn perft<P: Position>(position: &mut P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let mut buffers = vec![Vec::new(); depth as usize - 1];
            descend(position, &mut buffers)
        }
    }
}

/// [`perft`] for each legal move of the position, in the order of `legal_moves`.
///
/// ```
/// use skep_rules::game::{Position as _, perft_divide};
/// use skep_rules::hive::{GameType, Position};
///
/// let mut start = Position::start(GameType::BASE.into());
/// let counts: Vec<_> = perft_divide(&mut start, 2)
///     .into_iter()
///     .map(|(mv, count)| (start.spell(mv).to_string(), count))
///     .collect();
/// assert_eq!(counts[0], ("wS1".to_owned(), 24));
/// ```
pub fn perft_divide<P: Position>(position: &mut P, depth: u32) -> Vec<(P::Move, u64)> {
    let mut moves = Vec::new();
    if depth > 0 {
        position.legal_moves_into(&mut moves);
    }
    moves
        .into_iter()
        .map(|mv| {
            let undo = position.play_unchecked(mv);
            let count = perft(position, depth - 1);
            position.undo(undo);
            (mv, count)
        })
        .collect()
}

fn descend<P: Position>(position: &mut P, buffers: &mut [Vec<P::Move>]) -> u64 {
    let Some((moves, deeper)) = buffers.split_first_mut() else {
        return 1;
    };
    if deeper.is_empty() {
        return position.count_pairs(moves);
    }
    moves.clear();
    position.legal_moves_into(moves);
    let mut total = 0;
    for &mv in moves.iter() {
        let undo = position.play_without_key(mv);
        total += descend(position, deeper);
        position.undo(undo);
    }
    total
}

/// Known counts, by position and depth, for [`perft_hashed`]. Threads share one table.
///
/// A slot combines a count with its key, so that a slot half written by another thread never matches (Hyatt and Mann
/// 2002).
///
/// ```
/// use skep_rules::game::{PerftTable, Position as _, perft, perft_hashed};
/// use skep_rules::hive::{GameType, Position};
///
/// let mut start = Position::start(GameType::MLP.into());
/// let table = PerftTable::new(1)?;
/// assert_eq!(perft_hashed(&mut start, 3, &table), perft(&mut start, 3));
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
pub struct PerftTable {
    slots: Vec<[AtomicU64; 2]>,
}

impl PerftTable {
    /// The least number of plies to count for which a position is looked up.
    pub const LEAST_PLIES: u32 = 3;

    /// What a count and its key take.
    pub const BYTES_PER_POSITION: u64 = size_of::<[AtomicU64; 2]>() as u64;

    /// A table of about this many mebibytes.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn new(mebibytes: usize) -> Result<PerftTable, TryReserveError> {
        let count = mebibytes.max(1).saturating_mul(1 << 20) / size_of::<[AtomicU64; 2]>();
        let mut slots = Vec::new();
        slots.try_reserve_exact(count)?;
        slots.resize_with(count, Default::default);
        Ok(PerftTable { slots })
    }

    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        &self.slots[((u128::from(key) * self.slots.len() as u128) >> 64) as usize]
    }

    fn get(&self, key: u64) -> Option<u64> {
        let [check, count] = self.slot(key);
        let count = count.load(Relaxed);
        (count != 0 && check.load(Relaxed) ^ count == key).then_some(count)
    }

    fn put(&self, key: u64, count: u64) {
        let slot = self.slot(key);
        slot[0].store(key ^ count, Relaxed);
        slot[1].store(count, Relaxed);
    }
}

/// [`perft`], looking up positions that were counted before. The position itself is not looked up, and neither are
/// those with fewer than [`PerftTable::LEAST_PLIES`] to count: counting is faster.
pub fn perft_hashed<P: Position>(position: &mut P, depth: u32, table: &PerftTable) -> u64 {
    if depth <= PerftTable::LEAST_PLIES {
        return perft(position, depth);
    }
    let mut buffers = vec![Vec::new(); depth as usize - 1];
    descend_hashed(position, &mut buffers, table)
}

/// Counts the lines of play of a position that is not looked up.
fn descend_hashed<P: Position>(
    position: &mut P,
    buffers: &mut [Vec<P::Move>],
    table: &PerftTable,
) -> u64 {
    if buffers.len() < PerftTable::LEAST_PLIES as usize {
        return descend(position, buffers);
    }
    let Some((moves, deeper)) = buffers.split_first_mut() else {
        return 1;
    };
    moves.clear();
    position.legal_moves_into(moves);
    let mut total = 0;
    for &mv in moves.iter() {
        let undo = position.play_unchecked(mv);
        let key = position.perft_key() ^ (deeper.len() as u64).wrapping_mul(GOLDEN);
        total += table.get(key).unwrap_or_else(|| {
            let count = descend_hashed(position, deeper, table);
            table.put(key, count);
            count
        });
        position.undo(undo);
    }
    total
}
