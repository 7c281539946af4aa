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
    // The keys of the positions, each once, with the trace of the first position that has the key.
    keys: Vec<u64>,
    traces: Vec<Trace>,
    // A filter from `FEW` positions on: one bit for each of 16,384 hashes. Most positions are new. Their bit is
    // not set, and they need no more work.
    bits: [u64; WORDS],
    // How often each position occurred, for the first `counted` positions. They are counted when the filter lets a
    // position through. Positions with the same key have consecutive places.
    counts: FxHashMap<u64, (Trace, u32)>,
    counted: usize,
}

const WORDS: usize = 256;

/// Below this many positions, the filter is a scan of the keys, which is faster than setting and clearing bits.
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
            counted: 0,
        }
    }
}

impl Repetitions {
    /// Forgets all positions.
    pub fn restart(&mut self) {
        if self.keys.len() >= FEW {
            for &key in &self.keys {
                self.bits[place(key).0] = 0;
            }
        }
        if self.counted > 0 {
            self.counts.clear();
            self.counted = 0;
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
        let may_be_known = if self.keys.len() < FEW {
            self.keys.contains(&key)
        } else {
            self.mark(key)
        };
        if may_be_known {
            return self.count_again(key, trace, is_same);
        }
        self.push(key, trace);
        1
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
    fn push(&mut self, key: u64, trace: Trace) {
        self.keys.push(key);
        self.traces.push(trace);
    }

    #[cold]
    fn count_again(&mut self, key: u64, trace: Trace, is_same: impl Fn(Trace) -> bool) -> u32 {
        for i in self.counted..self.keys.len() {
            count_in(&mut self.counts, self.keys[i], self.traces[i], |_| false);
        }
        self.counted = self.keys.len();
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
    fn counts_agree_with_a_plain_map() {
        let mut repetitions = Repetitions::default();
        for restart in 0..3 {
            let mut plain = std::collections::BTreeMap::new();
            let mut x = 7 + restart;
            for _ in 0..2048 {
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
