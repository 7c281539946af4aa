//! What the threads of one search know about positions.

use std::sync::atomic::{AtomicU64, Ordering};

/// How the value of a position compares with the known value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Bound {
    #[default]
    Unknown,
    Exact,
    AtLeast,
    AtMost,
}

/// What is known about a position, for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct KnownScore {
    pub value: i32,
    /// The place of the best turn in the list of legal moves, from 1; 0 if that is unknown.
    pub best: u16,
    /// The number of plies that were searched.
    pub depth: u8,
    pub bound: Bound,
}

impl KnownScore {
    fn pack(self) -> u64 {
        let value = u64::from(self.value.cast_unsigned()) << 32;
        value | u64::from(self.best) << 16 | u64::from(self.depth) << 8 | self.bound as u64
    }

    fn unpack(bits: u64) -> KnownScore {
        KnownScore {
            value: ((bits >> 32) as u32).cast_signed(),
            best: (bits >> 16) as u16,
            depth: (bits >> 8) as u8,
            bound: match bits as u8 {
                1 => Bound::Exact,
                2 => Bound::AtLeast,
                3 => Bound::AtMost,
                _ => Bound::Unknown,
            },
        }
    }
}

/// What is known about positions, by their keys. A new position replaces the old one in its slot.
///
/// Threads read and write it without locks. Each slot holds the score, and the key combined with the score: if two
/// threads write one slot at the same time, the halves do not fit, and the slot holds nothing. See Robert Hyatt and
/// Timothy Mann, "A lock-less transposition table implementation for parallel search", 2002.
pub(super) struct SharedTable {
    slots: Vec<(AtomicU64, AtomicU64)>,
    /// The logarithm of the number of slots.
    bits: u32,
}

impl SharedTable {
    /// A table of `2^bits` slots.
    pub(super) fn new(bits: u32) -> SharedTable {
        let slots = (0..1 << bits).map(|_| (AtomicU64::new(0), AtomicU64::new(0)));
        SharedTable {
            slots: slots.collect(),
            bits,
        }
    }

    /// What is known about a position; the default if nothing is.
    pub(super) fn get(&self, key: u64) -> KnownScore {
        let (mark, score) = &self.slots[self.slot(key)];
        let score = score.load(Ordering::Relaxed);
        if mark.load(Ordering::Relaxed) ^ score == key {
            KnownScore::unpack(score)
        } else {
            KnownScore::default()
        }
    }

    pub(super) fn put(&self, key: u64, known: KnownScore) {
        let (mark, score) = &self.slots[self.slot(key)];
        let bits = known.pack();
        mark.store(key ^ bits, Ordering::Relaxed);
        score.store(bits, Ordering::Relaxed);
    }

    /// The highest bits choose the slot.
    const fn slot(&self, key: u64) -> usize {
        (key >> (64 - self.bits)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_found_by_its_key_alone() {
        let table = SharedTable::new(4);
        let key = 0x1234_5678_9abc_def0;
        assert_eq!(table.get(key), KnownScore::default());
        for value in [0, 1, -1, i32::MAX, i32::MIN, 1_000_000] {
            for bound in [Bound::Exact, Bound::AtLeast, Bound::AtMost] {
                let known = KnownScore {
                    value,
                    best: u16::MAX - 1,
                    depth: 255,
                    bound,
                };
                table.put(key, known);
                assert_eq!(table.get(key), known);
                assert_eq!(table.get(key + 1), KnownScore::default());
            }
        }
    }

    #[test]
    fn halves_of_two_scores_are_no_score() {
        let table = SharedTable::new(1);
        let score = |value| KnownScore {
            value,
            bound: Bound::Exact,
            ..KnownScore::default()
        };
        table.put(7, score(1));
        // What another thread that is between its two writes leaves.
        table.slots[0].1.store(score(2).pack(), Ordering::Relaxed);
        assert_eq!(table.get(7), KnownScore::default());
    }
}
