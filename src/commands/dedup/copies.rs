//! Finds games that are copies of others, by their keys.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::iter;

use rustc_hash::FxBuildHasher;

use crate::emit::games::Notation;
use skep_analysis::{Facts, GameClaims, Sameness};
use skep_records::record::Format;
use skep_records::{GameText, Source};
use skep_rules::closed_list;

/// The part of a game that decides which games it equals.
pub struct DuplicateCandidate {
    /// Equal games have equal keys. A game without a key equals no other game.
    pub key: Option<u128>,
    /// Among games of the same key, the first with the highest worth is kept, if no other claims more. So a game that
    /// contradicts one of them also contradicts the one that is kept.
    pub worth: usize,
    /// Games of one key that contradict each other are not equal.
    claims: GameClaims,
    /// Hashes of the event and the site; 0 if it is unknown.
    about: [u32; 2],
    /// The place of the game, and its notation.
    place: Notation,
    index: u64,
}

impl DuplicateCandidate {
    /// A game of a scan.
    pub fn new(
        game: &GameText<'_>,
        facts: &Facts<'_>,
        by: Sameness,
        worth: usize,
    ) -> DuplicateCandidate {
        let hash = |name| {
            let value = facts.tag(name)?.to_lowercase();
            Some((FxBuildHasher.hash_one(value) >> 32) as u32 | 1)
        };
        DuplicateCandidate {
            key: by.key(facts),
            worth,
            claims: by.claims(facts),
            about: ["Event", "Site"].map(|name| hash(name).unwrap_or(0)),
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
    games: Vec<DuplicatePlace>,
    /// The number of games that are only compared. They are the first ones.
    base: usize,
    /// The first group of each key.
    first: HashMap<u128, GroupId>,
    groups: Vec<KeyGroup>,
    /// Skipped games, with the group that they belong to.
    left_out: HashMap<usize, GroupId>,
}

/// Where a game is: which source, and its number there.
struct DuplicatePlace {
    source: usize,
    index: u64,
    /// See [`DuplicateCandidate`].
    about: [u32; 2],
}

/// The number of a group.
type GroupId = usize;

/// The records of one game. Games of one key can contradict each other, so that a key has several groups.
struct KeyGroup {
    claims: GameClaims,
    /// The game that is kept.
    best: usize,
    /// How much it claims, and its worth.
    worth: (u16, usize),
    /// A longer game that begins with it.
    longer: Option<GroupId>,
    /// The next group of the same key.
    next: Option<GroupId>,
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
        self.games.push(DuplicatePlace {
            source: self.sources.len() - 1,
            index: candidate.index,
            about: candidate.about,
        });
        let Some(key) = candidate.key else { return };
        let worth = (candidate.claims.known(), candidate.worth);
        let new = self.groups.len();
        let mut at = *self.first.entry(key).or_insert(new);
        while at != new && !self.groups[at].claims.fit(candidate.claims) {
            at = *self.groups[at].next.get_or_insert(new);
        }
        if at == new {
            self.groups.push(KeyGroup {
                claims: candidate.claims,
                best: number,
                worth,
                longer: None,
                next: None,
            });
            return;
        }
        let group = &mut self.groups[at];
        group.claims = group.claims.with(candidate.claims);
        let worse = if worth > group.worth {
            group.worth = worth;
            std::mem::replace(&mut group.best, number)
        } else {
            number
        };
        self.left_out.insert(worse, at);
    }

    /// Whether there is a game with this key.
    pub fn has(&self, key: u128) -> bool {
        self.first.contains_key(&key)
    }

    /// The groups of a key.
    fn groups_of(&self, key: u128) -> impl Iterator<Item = GroupId> {
        iter::successors(self.first.get(&key).copied(), |&at| self.groups[at].next)
    }

    /// Skips the games of `beginning`, because a game of key `longer` begins with them and does not contradict them.
    pub fn cover(&mut self, beginning: u128, longer: u128) {
        let shorter: Vec<GroupId> = self.groups_of(beginning).collect();
        for at in shorter {
            let KeyGroup {
                claims,
                best,
                longer: None,
                ..
            } = self.groups[at]
            else {
                continue;
            };
            let covers = |&of_longer: &GroupId| self.groups[of_longer].claims.fit(claims);
            let found = self.groups_of(longer).find(covers);
            if found.is_some() {
                self.groups[at].longer = found;
                self.left_out.insert(best, at);
            }
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
        let mut notations = kept.map(|number| &self.sources[self.games[number].source]);
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
        let mut group = &self.groups[*self.left_out.get(&number)?];
        let reason = match group.longer {
            Some(_) => Reason::Beginning,
            None => Reason::Same,
        };
        // Each is longer than the one before.
        while let Some(longer) = group.longer {
            group = &self.groups[longer];
        }
        Some((reason, group.best))
    }

    /// The source of a game, and its number there.
    pub fn place(&self, number: usize) -> (&Source, u64) {
        let DuplicatePlace { source, index, .. } = self.games[number];
        (&self.sources[source].source, index)
    }

    /// Whether two games state different events or sites.
    pub fn differ(&self, one: usize, other: usize) -> bool {
        let pairs = self.games[one]
            .about
            .into_iter()
            .zip(self.games[other].about);
        pairs.into_iter().any(|(a, b)| a != b && a != 0 && b != 0)
    }
}
