//! Finds games that are copies of others, by their keys.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::emit::games::Notation;
use skep_records::record::Format;
use skep_records::{GameText, Source};
use skep_rules::closed_list;

/// The part of a game that decides which games it equals.
pub struct DuplicateCandidate {
    /// Equal games have equal keys. A game without a key equals no other game.
    pub key: Option<u128>,
    /// Among games of the same key, the first with the highest worth is kept.
    pub worth: usize,
    /// The place of the game, and its notation.
    place: Notation,
    index: u64,
}

impl DuplicateCandidate {
    /// A game of a scan.
    pub fn new(game: &GameText<'_>, key: Option<u128>, worth: usize) -> DuplicateCandidate {
        DuplicateCandidate {
            key,
            worth,
            place: Notation {
                format: game.format,
                source: game.source.clone(),
            },
            index: game.index,
        }
    }
}

/// The games of a collection, numbered in its order, with the game that each skipped game duplicates. The games
/// themselves are not held.
#[derive(Default)]
pub struct DuplicateGames {
    sources: Vec<Notation>,
    /// The place of each game: which source, and its number there.
    games: Vec<(usize, u64)>,
    /// The number of games that are only compared. They are the first ones.
    base: usize,
    groups: HashMap<u128, KeyGroup>,
    /// Skipped games, with the key of the group that they belong to.
    left_out: HashMap<usize, u128>,
}

/// The games of one key.
struct KeyGroup {
    /// The game that is kept.
    best: usize,
    worth: usize,
    /// The key of a longer game that begins with it.
    longer: Option<u128>,
}

closed_list! {
    /// Why a game is skipped.
    pub enum Reason: "reason" {
        /// It is the same as another.
        Same = "same",
        /// It is the beginning of another.
        Beginning = "beginning",
    }
}

impl DuplicateGames {
    /// Adds the next game.
    pub fn add(&mut self, candidate: DuplicateCandidate) {
        let number = self.games.len();
        if self.sources.last() != Some(&candidate.place) {
            self.sources.push(candidate.place);
        }
        self.games.push((self.sources.len() - 1, candidate.index));
        let Some(key) = candidate.key else { return };
        match self.groups.entry(key) {
            Entry::Vacant(free) => {
                free.insert(KeyGroup {
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

    /// Skips the games of `beginning`, because the game of key `longer` begins with them.
    pub fn cover(&mut self, beginning: u128, longer: u128) {
        if let Some(group) = self.groups.get_mut(&beginning)
            && group.longer.is_none()
        {
            group.longer = Some(longer);
            self.left_out.insert(group.best, beginning);
        }
    }

    /// Whether a game is kept.
    pub fn is_kept(&self, number: usize) -> bool {
        !self.left_out.contains_key(&number)
    }

    /// From here on, games are written.
    pub fn end_base(&mut self) {
        self.base = self.games.len();
    }

    /// The number of games that are only compared.
    pub fn base(&self) -> usize {
        self.base
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// The first kept game whose notation differs from that of the first kept game, and that notation.
    pub fn odd(&self) -> Option<(&Notation, Format)> {
        let kept = (self.base..self.games.len()).filter(|&number| self.is_kept(number));
        let mut notations = kept.map(|number| &self.sources[self.games[number].0]);
        let first = notations.next()?.format;
        notations.find(|n| n.format != first).map(|n| (n, first))
    }

    /// The skipped games, in order.
    pub fn skipped(&self) -> Vec<usize> {
        let left_out = self.left_out.keys().copied();
        let mut skipped: Vec<usize> = left_out.filter(|&number| number >= self.base).collect();
        skipped.sort_unstable();
        skipped
    }

    /// Why a game is skipped, and the game that is kept instead.
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

    /// The source of a game, and its number there.
    pub fn place(&self, number: usize) -> (&Source, u64) {
        let (source, index) = self.games[number];
        (&self.sources[source].source, index)
    }
}
