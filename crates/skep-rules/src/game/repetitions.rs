//! How often a position has occurred in a game.

use rustc_hash::FxHashMap;

/// Counts how often each position of a game has occurred, by the keys of the positions.
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
/// assert_eq!(repetitions.add(position.key()), 1);
/// assert_eq!(repetitions.add(position.key()), 2);
/// repetitions.restart();
/// assert_eq!(repetitions.add(position.key()), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Repetitions {
    keys: Vec<u64>,
    // One bit for each of 4096 hashes: most positions are new, and no more work is needed for them.
    seen: [u64; 64],
    counts: FxHashMap<u64, u32>,
}

/// Above this many positions since the last restart, counting uses a map instead of a scan.
const SCAN: usize = 96;

impl Default for Repetitions {
    fn default() -> Self {
        Repetitions {
            keys: Vec::new(),
            seen: [0; 64],
            counts: FxHashMap::default(),
        }
    }
}

impl Repetitions {
    /// Forgets all positions.
    pub fn restart(&mut self) {
        if !self.keys.is_empty() {
            self.keys.clear();
            self.seen = [0; 64];
            if !self.counts.is_empty() {
                self.counts.clear();
            }
        }
    }

    /// Adds a position and returns how often it has occurred so far: 1 for a new position.
    pub fn add(&mut self, key: u64) -> u32 {
        let (word, bit) = ((key >> 6 & 63) as usize, 1u64 << (key & 63));
        let maybe = self.seen[word] & bit != 0;
        self.seen[word] |= bit;
        self.keys.push(key);
        if self.keys.len() > SCAN {
            if self.counts.is_empty() {
                for &k in &self.keys {
                    *self.counts.entry(k).or_insert(0) += 1;
                }
            } else {
                *self.counts.entry(key).or_insert(0) += 1;
            }
            return self.counts[&key];
        }
        if maybe {
            self.keys.iter().filter(|&&k| k == key).count() as u32
        } else {
            1
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_with_a_plain_map_across_the_change_of_method() {
        let mut repetitions = Repetitions::default();
        for restart in 0..3 {
            let mut plain = std::collections::BTreeMap::new();
            let mut x = 7 + restart;
            for _ in 0..4 * SCAN {
                x = u64::wrapping_mul(x, 6364136223846793005).wrapping_add(1442695040888963407);
                let key = ((x >> 40) % 60).wrapping_mul(crate::mix::GOLDEN);
                let expected = plain.entry(key).and_modify(|n| *n += 1).or_insert(1);
                assert_eq!(repetitions.add(key), *expected);
            }
            repetitions.restart();
        }
    }
}
