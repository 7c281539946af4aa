//! Counts duplicates among games that are counted or listed, in bounded memory.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashSet;

use crate::{output, text};
use skep_analysis::{Facts, Sameness};

/// The most games that are compared. Their keys take about 75 MB.
const MOST: usize = 4_000_000;
/// Parts of the keys, so that threads seldom wait for each other.
const PARTS: usize = 64;

/// The keys of the games so far.
pub struct Keys {
    parts: Vec<Mutex<FxHashSet<u64>>>,
    held: AtomicUsize,
    duplicates: AtomicU64,
}

/// What is known about duplicates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplicates {
    /// Partial counts do not hold keys.
    #[default]
    NotCompared,
    TooMany,
    Found(u64),
}

impl Keys {
    pub fn new() -> Keys {
        Keys {
            parts: (0..PARTS).map(|_| Mutex::default()).collect(),
            held: AtomicUsize::new(0),
            duplicates: AtomicU64::new(0),
        }
    }

    /// Adds a game that was judged. Two games are the same if `skep dedup` would remove one of them.
    pub fn add(&self, facts: &Facts<'_>) {
        if self.held.load(Ordering::Relaxed) > MOST {
            return;
        }
        let Some(key) = Sameness::key_of_moves(facts) else {
            return;
        };
        let part = &self.parts[key as usize % PARTS];
        let mut keys = part.lock().unwrap_or_else(PoisonError::into_inner);
        if keys.insert(key) {
            self.held.fetch_add(1, Ordering::Relaxed) as u64
        } else {
            self.duplicates.fetch_add(1, Ordering::Relaxed)
        };
    }

    /// What the keys show.
    pub fn found(&self) -> Duplicates {
        if self.held.load(Ordering::Relaxed) > MOST {
            Duplicates::TooMany
        } else {
            Duplicates::Found(self.duplicates.load(Ordering::Relaxed))
        }
    }
}

impl Duplicates {
    /// The result for this many games without duplicates.
    pub const fn none_of(games: u64) -> Duplicates {
        if games > MOST as u64 {
            Duplicates::TooMany
        } else {
            Duplicates::Found(0)
        }
    }

    /// Warns of duplicates, or says that skep did not look for them. `done` is what the command did with the games, such as
    /// `counted`.
    pub fn tell(self, done: &str) {
        match self {
            Duplicates::Found(0) => {}
            Duplicates::Found(games) => {
                let games = text::counted(games, "duplicate game is", "duplicate games are");
                output::tell(format_args!(
                    "warning: {games} {done} too; to remove duplicates: skep dedup"
                ));
            }
            Duplicates::TooMany => {
                let most = text::count(MOST as u64);
                output::tell(format_args!(
                    "note: did not look for duplicates, because there are more than {most} games"
                ));
            }
            Duplicates::NotCompared => {
                output::tell("note: did not look for duplicates between the parts");
            }
        }
    }
}
