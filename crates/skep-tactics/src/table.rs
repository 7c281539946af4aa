//! What the search knows about positions.

/// What is known about a position in which the attacker is to move.
#[derive(Clone, Copy, Default)]
pub(crate) struct Entry {
    key: u64,
    /// The attacker wins within this number of own turns; 0 if that is unknown.
    pub(crate) wins: u8,
    /// The attacker does not win within this number of own turns.
    pub(crate) holds: u8,
    /// The place of a good turn in the list of legal moves, from 1; 0 if that is unknown.
    pub(crate) best: u16,
}

/// Known positions, by their keys. A new position replaces the old one in its slot.
pub(crate) struct Table {
    entries: Vec<Entry>,
}

/// Number of slots: 4 MiB.
const SLOTS: usize = 1 << 18;

impl Table {
    /// A table without memory, which it takes when it is first used.
    pub(crate) const fn new() -> Table {
        Table {
            entries: Vec::new(),
        }
    }

    /// What is known about a position.
    pub(crate) fn get(&self, key: u64) -> Entry {
        let entry = self.entries.get(slot(key));
        let known = entry.copied().filter(|entry| entry.key == key);
        known.unwrap_or(Entry {
            key,
            ..Entry::default()
        })
    }

    pub(crate) fn put(&mut self, entry: Entry) {
        if self.entries.is_empty() {
            self.entries = vec![Entry::default(); SLOTS];
        }
        self.entries[slot(entry.key)] = entry;
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the highest bits choose the slot"
)]
const fn slot(key: u64) -> usize {
    (key >> (64 - SLOTS.trailing_zeros())) as usize
}
