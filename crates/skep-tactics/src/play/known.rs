//! The transposition table of the search for the best turn.

/// How the value of a position compares with the stored value.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Bound {
    /// Nothing is stored.
    #[default]
    None,
    Exact,
    AtLeast,
    AtMost,
}

/// What is known about a position, for the side to move.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    pub key: u64,
    pub value: i32,
    /// The place of the best turn in the list of legal moves.
    pub best: u16,
    /// The number of plies that were searched.
    pub depth: u8,
    pub bound: Bound,
}

/// Positions by their keys. A new position replaces the old one in its slot.
pub(super) struct Known(Vec<Entry>);

/// Number of slots: 24 MiB.
const SLOTS: usize = 1 << 20;

impl Known {
    pub(super) fn new() -> Known {
        Known(vec![Entry::default(); SLOTS])
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.0[slot(key)];
        (entry.bound != Bound::None && entry.key == key).then_some(entry)
    }

    pub(super) fn put(&mut self, entry: Entry) {
        self.0[slot(entry.key)] = entry;
    }
}

/// The highest bits choose the slot.
const fn slot(key: u64) -> usize {
    (key >> (64 - SLOTS.trailing_zeros())) as usize
}
