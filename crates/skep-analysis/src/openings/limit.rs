//! A limit on the positions held in memory: a rough count decides which to keep on a second pass.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::Tree;

/// Bytes of a [`Sketch`] for each position that may be held: few enough positions share one.
const BYTES_A_POSITION: u64 = 16;

/// How often each of any number of positions was reached, or more: never less. Takes a fixed memory.
///
/// Positions share counters by a part of their keys, and a counter stops at 255.
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
        // Hash maps go by the low and the highest bits of the keys; here the middle ones serve.
        &self.counters[(key >> 16) as usize & (self.counters.len() - 1)]
    }

    pub(super) fn add(&self, key: u64, games: u64) {
        let games = u8::try_from(games).unwrap_or(u8::MAX);
        // It never fails: the closure always has a next value.
        let _ =
            (self.counter(key)).fetch_update(Relaxed, Relaxed, |n| Some(n.saturating_add(games)));
    }

    /// Whether a position may have been reached by that many games. If not, it has not.
    pub(super) fn may_have(&self, key: u64, games: u64) -> bool {
        u64::from(self.counter(key).load(Relaxed)) >= games.min(u8::MAX.into())
    }
}

/// How many positions may be held in memory, by all threads together. Beyond it a first pass counts only roughly, and a
/// second pass holds what that leaves.
pub struct Limit {
    most: u64,
    held: AtomicU64,
    sketch: OnceLock<Sketch>,
}

impl Limit {
    /// A limit of so many positions.
    pub fn new(most: u64) -> Limit {
        Limit {
            most,
            held: AtomicU64::new(0),
            sketch: OnceLock::new(),
        }
    }

    /// The rough count, once the limit is passed.
    pub fn sketch(&self) -> Option<&Sketch> {
        self.sketch.get()
    }

    /// Counts what a tree holds roughly, and empties it.
    pub fn pour(&self, tree: &mut Tree) {
        let sketch = self.sketch.get_or_init(|| Sketch::new(self.most));
        for (key, node) in std::mem::take(tree).into_nodes() {
            sketch.add(key, node.reached());
        }
    }

    /// Takes note that a thread holds more positions.
    pub(super) fn hold(&self, more: u64) {
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
    }
}
