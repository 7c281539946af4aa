//! Counts duplicates among games that are counted, listed or written, in bounded memory.

use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};
use std::iter;
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::{output, text};
use skep_analysis::{Facts, GameClaims, GameReader, Sameness};
use skep_records::GameText;

/// The most games that are compared. Their keys take about 220 MB.
const MOST: usize = 4_000_000;
/// Shorter games can have the same moves by chance, so only their players tell whether they are the same.
const LONG: u32 = 20;
/// Parts of the keys, so that threads seldom wait for each other.
const PARTS: usize = 64;

/// The keys of the games so far.
pub struct GameKeys {
    parts: Vec<Mutex<KeysPart>>,
    /// The number of different games.
    held: AtomicUsize,
    duplicates: AtomicU64,
    /// The long games whose moves an earlier game has, less the duplicates among them. Threads can add a duplicate
    /// before the game that it repeats, so the number is right only at the end.
    same_moves: AtomicI64,
}

/// A part of the keys.
#[derive(Default)]
struct KeysPart {
    /// The games, with what all records of each claim.
    games: FxHashMap<u64, GameClaims>,
    /// Games that contradict the game of their key.
    twins: Vec<(u64, GameClaims)>,
    /// The keys of moves and of texts.
    moves: FxHashSet<u64>,
}

impl KeysPart {
    /// Adds a game. Returns whether it is new.
    fn add(&mut self, key: u64, claims: GameClaims) -> bool {
        let first = match self.games.entry(key) {
            Entry::Vacant(free) => {
                free.insert(claims);
                return true;
            }
            Entry::Occupied(known) => known.into_mut(),
        };
        let twins = self.twins.iter_mut().filter(|(of, _)| *of == key);
        let mut known = iter::once(first).chain(twins.map(|(_, claims)| claims));
        if let Some(known) = known.find(|known| known.fit(claims)) {
            *known = known.with(claims);
            return false;
        }
        self.twins.push((key, claims));
        true
    }
}

/// What is known about duplicates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplicates {
    /// Partial counts do not hold keys.
    #[default]
    NotCompared,
    TooMany,
    Found {
        /// Games with the players and moves of another game.
        games: u64,
        /// More games with the moves of another game, whose players differ or are unknown.
        same_moves: u64,
    },
}

impl GameKeys {
    pub fn new() -> GameKeys {
        GameKeys {
            parts: (0..PARTS).map(|_| Mutex::default()).collect(),
            held: AtomicUsize::new(0),
            duplicates: AtomicU64::new(0),
            same_moves: AtomicI64::new(0),
        }
    }

    /// Adds a game that was judged. Two games are the same if `skep dedup` would remove one of them.
    pub fn add(&self, facts: &Facts<'_>) {
        if self.held.load(Ordering::Relaxed) > MOST {
            return;
        }
        let Some([moves, game]) = Sameness::keys_of_moves(facts) else {
            return;
        };
        let is_new = self.part(game).add(game, GameClaims::of(facts));
        self.held.fetch_add(usize::from(is_new), Ordering::Relaxed);
        (self.duplicates).fetch_add(u64::from(!is_new), Ordering::Relaxed);
        if facts.plies().is_some_and(|plies| plies >= LONG) {
            let has_known_moves = !self.part(moves).moves.insert(moves);
            let more = i64::from(has_known_moves) - i64::from(!is_new);
            self.same_moves.fetch_add(more, Ordering::Relaxed);
        }
    }

    /// Adds a game that was read: judges it, or compares it by its text and judges it only if its text occurs again.
    pub fn add_written(&self, judged: bool, reader: &mut GameReader, game: &GameText<'_>) {
        if judged {
            reader.judge();
            self.add(&reader.facts());
        } else if self.held.load(Ordering::Relaxed) <= MOST {
            let mut hasher = FxHasher::default();
            game.text.trim_end().hash(&mut hasher);
            let text = hasher.finish();
            let is_new = self.part(text).moves.insert(text);
            if is_new {
                self.held.fetch_add(1, Ordering::Relaxed);
            } else {
                reader.judge();
                let is_counted = Sameness::keys_of_moves(&reader.facts()).is_some();
                self.duplicates
                    .fetch_add(u64::from(is_counted), Ordering::Relaxed);
            }
        }
    }

    /// The part of a key.
    fn part(&self, key: u64) -> MutexGuard<'_, KeysPart> {
        let part = &self.parts[key as usize % PARTS];
        part.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the keys show.
    pub fn found(&self) -> Duplicates {
        if self.held.load(Ordering::Relaxed) > MOST {
            Duplicates::TooMany
        } else {
            let same_moves = self.same_moves.load(Ordering::Relaxed);
            Duplicates::Found {
                games: self.duplicates.load(Ordering::Relaxed),
                same_moves: same_moves.try_into().unwrap_or(0),
            }
        }
    }
}

impl Duplicates {
    /// The result for this many games without duplicates.
    pub const fn none_of(games: u64) -> Duplicates {
        if games > MOST as u64 {
            Duplicates::TooMany
        } else {
            Duplicates::Found {
                games: 0,
                same_moves: 0,
            }
        }
    }

    /// Warns of games with the moves of another game, whose players differ or are unknown.
    pub fn tell_same_moves(self) {
        if let Duplicates::Found { same_moves, .. } = self
            && same_moves > 0
        {
            let games = text::counted(same_moves, "game has", "games have");
            output::tell(format_args!(
                "warning: {games} the moves of another game, but different or unknown players; to remove them: skep \
                 dedup --key moves"
            ));
        }
    }

    /// Warns of duplicates, or says that skep did not look for them. `done` is what the command did with the games,
    /// such as `counted`.
    pub fn tell(self, done: &str) {
        match self {
            Duplicates::Found { games, .. } => {
                if games > 0 {
                    let games = text::counted(games, "duplicate game is", "duplicate games are");
                    output::tell(format_args!(
                        "warning: {games} {done} too; to remove duplicates: skep dedup"
                    ));
                }
                self.tell_same_moves();
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
