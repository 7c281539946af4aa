//! A limit on the positions held in memory: a rough count decides which to keep on a second pass.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::{OpeningTree, Trees};

/// Bytes of a [`Sketch`] per position that may be held: enough that few positions share a counter.
const BYTES_A_POSITION: u64 = 64;

/// An upper bound of how often each position was reached, in fixed memory.
///
/// Positions whose keys agree in some bits share a counter, and a counter stops at 255.
pub struct Sketch {
    counters: Vec<AtomicU8>,
}

impl Sketch {
    fn new(positions: u64) -> Sketch {
        let bytes = positions.saturating_mul(BYTES_A_POSITION).clamp(1, 1 << 32);
        let mut counters = Vec::new();
        counters.resize_with(bytes.next_power_of_two() as usize, AtomicU8::default);
        Sketch { counters }
    }

    fn counter(&self, key: u64) -> &AtomicU8 {
        // Hash maps use the low and the highest bits of the keys; the sketch uses the middle ones.
        &self.counters[(key >> 16) as usize & (self.counters.len() - 1)]
    }

    pub(super) fn add(&self, key: u64, games: u64) {
        let games = u8::try_from(games).unwrap_or(u8::MAX);
        // The update cannot fail: the closure always returns a value.
        let _ =
            (self.counter(key)).fetch_update(Relaxed, Relaxed, |n| Some(n.saturating_add(games)));
    }

    /// The smallest limit, at least `games`, so that at most about `most` positions were reached by that many games.
    /// It depends only on the games that were counted, not on their order.
    pub fn least_games(&self, games: u64, most: u64) -> u64 {
        let mut counters = [0u64; 256];
        for counter in &self.counters {
            counters[usize::from(counter.load(Relaxed))] += 1;
        }
        // Positions that share a high counter by chance pass the limit too.
        let visits: u64 = (0..).zip(counters).map(|(n, counters)| n * counters).sum();
        let sharing = 1 + visits / self.counters.len() as u64;
        let mut held = 0;
        for least in (1..=255u8).rev() {
            held += counters[usize::from(least)] * sharing;
            if held > most {
                return games.max(u64::from(least) + 1);
            }
        }
        games
    }

    /// Whether a position may have been reached by this many games. If false, it was not.
    pub(super) fn may_have(&self, key: u64, games: u64) -> bool {
        u64::from(self.counter(key).load(Relaxed)) >= games.min(u8::MAX.into())
    }
}

/// A limit for the positions in memory, over all threads. Above it, the first pass only counts approximately, and a
/// second pass holds the positions that are left.
pub struct TreeLimit {
    most: u64,
    held: AtomicU64,
    sketch: OnceLock<Sketch>,
}

impl TreeLimit {
    /// The positions that are held by default.
    pub const POSITIONS: u64 = 4_000_000;

    /// The positions that are listed by default.
    pub const ROWS: usize = 400_000;

    /// A limit of this many positions.
    pub fn new(most: u64) -> TreeLimit {
        TreeLimit {
            most,
            held: AtomicU64::new(0),
            sketch: OnceLock::new(),
        }
    }

    /// The approximate counts, if the limit was passed.
    pub(super) fn sketch(&self) -> Option<&Sketch> {
        self.sketch.get()
    }

    /// The approximate counts of all positions, if the limit was passed. The trees of the first pass are emptied.
    pub fn fold(&self, trees: &mut Trees) -> Option<&Sketch> {
        self.sketch()?;
        for tree in trees.0.values_mut() {
            self.fold_into(tree);
        }
        self.sketch()
    }

    /// Adds the positions of a tree to the approximate counts, and empties the tree.
    pub(super) fn fold_into(&self, tree: &mut OpeningTree) {
        let sketch = self.sketch.get_or_init(|| Sketch::new(self.most));
        for (key, node) in std::mem::take(tree).into_nodes() {
            sketch.add(key, node.reached());
        }
    }

    /// Records that a thread holds more positions.
    pub(super) fn reserve(&self, more: u64) {
        if more > 0 && self.held.fetch_add(more, Relaxed) + more > self.most {
            self.sketch.get_or_init(|| Sketch::new(self.most));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rough_count_is_never_too_low() {
        let sketch = Sketch::new(8);
        let keys = (1..=300u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        for (i, key) in keys.clone().enumerate() {
            sketch.add(key, i as u64 % 5);
        }
        for (i, key) in keys.enumerate() {
            assert!(sketch.may_have(key, i as u64 % 5));
        }
        let sparse = Sketch::new(1 << 16);
        sparse.add(1 << 20, 300);
        sparse.add(2 << 20, 2);
        assert!(sparse.may_have(1 << 20, 10_000), "255 may be any number");
        assert!(sparse.may_have(2 << 20, 2) && !sparse.may_have(2 << 20, 3));
        assert!(!sparse.may_have(3 << 20, 1));
        assert_eq!(sparse.least_games(2, 2), 2);
        assert_eq!(sparse.least_games(2, 1), 3);
        assert_eq!(sparse.least_games(9, 1), 9);
        assert_eq!(sparse.least_games(2, 0), 256);
    }
}
