//! Counts duplicates among games that are counted, listed or written, in bounded memory.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxHashSet, FxHasher};

use crate::{output, text};
use skep_analysis::{Facts, GameReader, Sameness};
use skep_collection::GameText;
use skep_records::Format;

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
        if let Some(key) = Sameness::key_of_moves(facts)
            && !self.insert(key)
        {
            self.duplicates.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Adds a game that was read and is written in a notation, or unchanged. All unchanged games have one notation, so
    /// their texts are compared, and only a game whose text occurs again is judged.
    pub fn add_written(&self, to: Option<Format>, reader: &mut GameReader, game: &GameText<'_>) {
        if to.is_some() {
            reader.judge();
            self.add(&reader.facts());
        } else if self.held.load(Ordering::Relaxed) <= MOST {
            let mut hasher = FxHasher::default();
            game.text.trim_end().hash(&mut hasher);
            if !self.insert(hasher.finish()) {
                reader.judge();
                let is_counted = Sameness::key_of_moves(&reader.facts()).is_some();
                self.duplicates
                    .fetch_add(u64::from(is_counted), Ordering::Relaxed);
            }
        }
    }

    /// Adds a key. Returns whether it is new.
    fn insert(&self, key: u64) -> bool {
        let part = &self.parts[key as usize % PARTS];
        let mut keys = part.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = keys.insert(key);
        self.held.fetch_add(usize::from(is_new), Ordering::Relaxed);
        is_new
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
                output::note(format_args!(
                    "did not look for duplicates, because there are more than {most} games"
                ));
            }
            Duplicates::NotCompared => {
                output::note("did not look for duplicates between the parts");
            }
        }
    }
}
