//! What a search knows about positions.

/// What is known about positions, by their keys. A new position replaces the old one in its slot.
pub(crate) struct TranspositionTable<T> {
    slots: Vec<(u64, T)>,
    /// The logarithm of the number of slots.
    bits: u32,
}

impl<T: Copy + Default> TranspositionTable<T> {
    /// A table of `2^bits` slots, for which it takes memory when it is first used.
    pub(crate) const fn new(bits: u32) -> TranspositionTable<T> {
        TranspositionTable {
            slots: Vec::new(),
            bits,
        }
    }

    /// What is known about a position; the default if nothing is.
    pub(crate) fn get(&self, key: u64) -> T {
        let slot = self.slots.get(self.slot(key));
        slot.filter(|slot| slot.0 == key)
            .map_or_else(T::default, |slot| slot.1)
    }

    pub(crate) fn put(&mut self, key: u64, known: T) {
        if self.slots.is_empty() {
            self.slots = vec![Default::default(); 1 << self.bits];
        }
        let slot = self.slot(key);
        self.slots[slot] = (key, known);
    }

    /// The highest bits choose the slot.
    const fn slot(&self, key: u64) -> usize {
        (key >> (64 - self.bits)) as usize
    }
}
