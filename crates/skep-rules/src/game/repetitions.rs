//! How often a position has occurred in a game.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::{Position, Trace};
use crate::mix::GOLDEN;

/// Counts how often each position of a game has occurred.
///
/// Two positions are the same if their keys and their legal turns are the same: a piece that rests after a throw makes
/// another position, if the side to move could use it otherwise. The turns are compared only where the keys agree.
///
/// A move that cannot be taken back (a placement in Hive) makes every earlier position unreachable:
/// [`Repetitions::restart`] forgets them, which keeps the counts small.
///
/// ```
/// use skep_rules::game::Repetitions;
/// use skep_rules::hive::Position;
///
/// let position: Position = "Base;wS1;bS1 wS1-".parse()?;
/// let mut repetitions = Repetitions::default();
/// assert_eq!(repetitions.add(&position), 1);
/// assert_eq!(repetitions.add(&position), 2);
/// repetitions.restart();
/// assert_eq!(repetitions.add(&position), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Repetitions {
    keys: Vec<u64>,
    // The trace of the first position that is the same, for each key.
    traces: Vec<Trace>,
    // For more than `FEW` positions: one bit for each of 16,384 hashes. Most positions are new. Their bit is not set,
    // and they need no more work.
    bits: [u64; WORDS],
    // For many positions: how often each occurred. Positions with the same key have consecutive places.
    counts: FxHashMap<u64, (Trace, u32)>,
}

const WORDS: usize = 256;

/// Above this many positions since the last restart, counting uses a map instead of a scan. Below it, at most one new
/// position in 64 is scanned for by chance, which is faster than the map.
const SCAN: usize = 256;

/// Up to this many positions, counting scans the keys. This is faster than setting and clearing bits.
const FEW: usize = 24;

/// The word and the bit of a key.
#[inline]
const fn place(key: u64) -> (usize, u64) {
    (key as usize >> 6 & (WORDS - 1), 1 << (key & 63))
}

impl Default for Repetitions {
    fn default() -> Self {
        Repetitions {
            keys: Vec::new(),
            traces: Vec::new(),
            bits: [0; WORDS],
            counts: FxHashMap::default(),
        }
    }
}

impl Repetitions {
    /// Forgets all positions.
    pub fn restart(&mut self) {
        if self.keys.len() > FEW {
            for &key in &self.keys {
                self.bits[place(key).0] = 0;
            }
            self.counts.clear();
        }
        self.keys.clear();
        self.traces.clear();
    }

    /// Whether no position has been added since the last restart.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Adds a position and returns how often it has occurred so far: 1 for a new position.
    #[inline(always)]
    pub fn add<P: Position>(&mut self, position: &P) -> u32 {
        let (key, trace) = position.key_and_trace();
        self.count(key, trace, |earlier| position.has_turns_after(earlier))
    }

    /// Adds a position that is the same as every other with this key.
    pub fn add_key(&mut self, key: u64) -> u32 {
        self.count(key, Trace::default(), |_| true)
    }

    #[inline(always)]
    fn count(&mut self, key: u64, trace: Trace, is_same: impl Fn(Trace) -> bool) -> u32 {
        let maybe = if self.keys.len() < FEW {
            self.keys.contains(&key)
        } else if self.keys.len() < SCAN {
            self.mark(key)
        } else {
            return self.count_many(key, trace, is_same);
        };
        if !maybe {
            return self.push_new(key, trace);
        }
        self.count_few(key, trace, is_same)
    }

    /// Sets the bit of a key, and returns whether it was set before. The first call also sets the bits of all earlier
    /// keys.
    fn mark(&mut self, key: u64) -> bool {
        if self.keys.len() == FEW {
            for &key in &self.keys {
                let (word, bit) = place(key);
                self.bits[word] |= bit;
            }
        }
        let (word, bit) = place(key);
        let is_set = self.bits[word] & bit != 0;
        self.bits[word] |= bit;
        is_set
    }

    #[inline]
    fn push_new(&mut self, key: u64, trace: Trace) -> u32 {
        self.keys.push(key);
        self.traces.push(trace);
        1
    }

    fn seen(&self) -> impl Iterator<Item = (u64, Trace)> {
        self.keys.iter().copied().zip(self.traces.iter().copied())
    }

    #[cold]
    fn count_few(&mut self, key: u64, trace: Trace, is_same: impl Fn(Trace) -> bool) -> u32 {
        // This scan looks at several keys at a time.
        if self.keys.iter().filter(|&&k| k == key).count() == 0 {
            return self.push_new(key, trace);
        }
        let with_key = || self.seen().filter(|(k, _)| *k == key).map(|(_, t)| t);
        let known = with_key().find(|&earlier| earlier == trace);
        let known = known.or_else(|| with_key().find(|&earlier| is_same(earlier)));
        let first = known.unwrap_or(trace);
        let before = with_key().filter(|&earlier| earlier == first).count();
        self.keys.push(key);
        self.traces.push(first);
        before as u32 + 1
    }

    fn count_many(&mut self, key: u64, trace: Trace, is_same: impl Fn(Trace) -> bool) -> u32 {
        if self.counts.is_empty() {
            for (key, trace) in self.keys.iter().zip(&self.traces) {
                count_in(&mut self.counts, *key, *trace, |_| false);
            }
        }
        count_in(&mut self.counts, key, trace, is_same)
    }
}

fn count_in(
    counts: &mut FxHashMap<u64, (Trace, u32)>,
    key: u64,
    trace: Trace,
    is_same: impl Fn(Trace) -> bool,
) -> u32 {
    let mut place = key;
    loop {
        match counts.entry(place) {
            Entry::Vacant(entry) => {
                entry.insert((trace, 1));
                return 1;
            }
            Entry::Occupied(mut entry) => {
                let (earlier, count) = entry.get_mut();
                if *earlier == trace || is_same(*earlier) {
                    *count += 1;
                    return *count;
                }
            }
        }
        place = place.wrapping_add(GOLDEN);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Traces 0 and 1 leave the same turns, and so do 2 and 3.
    #[test]
    fn counts_agree_with_a_plain_map_across_the_change_of_method() {
        let mut repetitions = Repetitions::default();
        for restart in 0..3 {
            let mut plain = std::collections::BTreeMap::new();
            let mut x = 7 + restart;
            for _ in 0..8 * SCAN {
                x = u64::wrapping_mul(x, 6364136223846793005).wrapping_add(1442695040888963407);
                let key = ((x >> 40) % 250).wrapping_mul(GOLDEN << 1 | 1);
                let trace = (x >> 33 & 3) as u32;
                let expected = plain
                    .entry((key, trace / 2))
                    .and_modify(|n| *n += 1)
                    .or_insert(1);
                let is_same = |earlier: Trace| earlier[0] / 2 == trace / 2;
                let found = repetitions.count(key, [trace, 0, 0, 0], is_same);
                assert_eq!(found, *expected);
            }
            repetitions.restart();
            assert!(repetitions.is_empty());
        }
    }
}
