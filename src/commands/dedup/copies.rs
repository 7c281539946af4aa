//! Which games are copies of others, by keys.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use skep_collection::{GameText, Source};

/// A game as far as it matters for which others it is the same as.
pub struct Candidate {
    /// What it is the same by; games without a key are the same as no other.
    pub key: Option<u128>,
    /// Of games of the same key, the first with the highest worth is kept.
    pub worth: usize,
    /// Where it stands.
    source: Source,
    index: u64,
}

impl Candidate {
    /// A game of a scan.
    pub fn new(game: &GameText<'_>, key: Option<u128>, worth: usize) -> Candidate {
        Candidate {
            key,
            worth,
            source: game.source.clone(),
            index: game.index,
        }
    }
}

/// The games of a collection, by their numbers in its order, and which of them stand for others. The games themselves
/// are not held.
#[derive(Default)]
pub struct Copies {
    sources: Vec<Source>,
    /// The place of each game: which source, and its number there.
    games: Vec<(usize, u64)>,
    groups: HashMap<u128, Group>,
    /// Games left out, and the key of the group that stands for them.
    left_out: HashMap<usize, u128>,
}

/// The games of one key.
struct Group {
    /// The one that is kept.
    best: usize,
    worth: usize,
    /// The key of a game that goes on after it.
    longer: Option<u128>,
}

/// Why a game is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is the same as another.
    Same,
    /// It is the beginning of another.
    Beginning,
}

impl Copies {
    /// Takes note of the next game.
    pub fn add(&mut self, candidate: Candidate) {
        let number = self.games.len();
        if self.sources.last() != Some(&candidate.source) {
            self.sources.push(candidate.source);
        }
        self.games.push((self.sources.len() - 1, candidate.index));
        let Some(key) = candidate.key else { return };
        match self.groups.entry(key) {
            Entry::Vacant(free) => {
                free.insert(Group {
                    best: number,
                    worth: candidate.worth,
                    longer: None,
                });
            }
            Entry::Occupied(mut known) => {
                let group = known.get_mut();
                let worse = if candidate.worth > group.worth {
                    group.worth = candidate.worth;
                    std::mem::replace(&mut group.best, number)
                } else {
                    number
                };
                self.left_out.insert(worse, key);
            }
        }
    }

    /// Whether there is a game with this key.
    pub fn has(&self, key: u128) -> bool {
        self.groups.contains_key(&key)
    }

    /// Leaves out the games of `beginning`, with which a game of key `longer` begins.
    pub fn cover(&mut self, beginning: u128, longer: u128) {
        if let Some(group) = self.groups.get_mut(&beginning)
            && group.longer.is_none()
        {
            group.longer = Some(longer);
            self.left_out.insert(group.best, beginning);
        }
    }

    /// Whether a game is not left out.
    pub fn is_kept(&self, number: usize) -> bool {
        !self.left_out.contains_key(&number)
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// The number of games that are left out.
    pub fn dropped(&self) -> usize {
        self.left_out.len()
    }

    /// Why a game is left out, and the game that stands for it.
    pub fn reason(&self, number: usize) -> Option<(Reason, usize)> {
        let mut group = &self.groups[self.left_out.get(&number)?];
        let reason = match group.longer {
            Some(_) => Reason::Beginning,
            None => Reason::Same,
        };
        // Each is longer than the one before.
        while let Some(longer) = group.longer {
            group = &self.groups[&longer];
        }
        Some((reason, group.best))
    }

    /// Where a game stands, for people.
    pub fn place(&self, number: usize) -> String {
        let (source, index) = self.games[number];
        format!("{}: game {index}", self.sources[source])
    }
}
