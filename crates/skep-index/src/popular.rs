//! The counts of the positions that many games of a segment reached. They are written with the segment, because
//! counting them again takes milliseconds, and people ask for them first.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use tantivy::error::DataCorruption;
use tantivy::{DocId, TantivyError};

use super::node::Sums;
use super::schema::{MOST_PLY, Numbers, Step};

/// A position that at least this many games reached is popular.
const MANY: usize = 256;

/// The popular positions of a segment, by [`Step::position`].
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Popular(FxHashMap<u64, Counts>);

/// The counts of a popular position.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The games that reached it.
    pub sums: Sums,
    /// The positions after the first move that a game played here, sorted, each with the number of games.
    played: Vec<(u64, u32)>,
}

impl Counts {
    /// The number of games whose first move here led to a position.
    pub fn played(&self, next: u64) -> u64 {
        let next = Step::position_of(next);
        let found = self.played.binary_search_by_key(&next, |&(to, _)| to);
        found.map_or(0, |at| self.played[at].1.into())
    }
}

impl Popular {
    /// Counts the sorted steps of a segment.
    pub fn of(steps: &[(Step, DocId)], games: &[(Numbers, u32)]) -> Popular {
        let mut popular = Popular::default();
        // The popular position that a game reached at a ply.
        let mut reached: FxHashMap<(DocId, u8), u64> = FxHashMap::default();
        let mut last = 0;
        for group in steps.chunk_by(|a, b| a.0.position() == b.0.position()) {
            let visits = || group.iter().filter(|(step, _)| step.way().reaches());
            // The greatest ply of a step stands for all later plies too.
            let is_late = |(step, _): &(Step, DocId)| step.ply() + 1 >= MOST_PLY;
            if group.len() < MANY || visits().count() < MANY || visits().any(is_late) {
                continue;
            }
            let mut sums = Sums::default();
            for &(step, doc) in visits() {
                let (numbers, date) = games[doc as usize];
                sums.add(numbers, date);
                reached.insert((doc, step.ply()), step.position());
                last = last.max(step.ply());
            }
            let counts = Counts {
                sums,
                played: Vec::new(),
            };
            popular.0.insert(group[0].0.position(), counts);
        }
        let mut played: FxHashMap<(u64, u64), u32> = FxHashMap::default();
        for &(step, doc) in steps {
            if (1..=last + 1).contains(&step.ply())
                && step.way().may_play()
                && let Some(&from) = reached.get(&(doc, step.ply() - 1))
            {
                *played.entry((from, step.position())).or_default() += 1;
            }
        }
        for ((from, to), games) in played {
            if let Some(counts) = popular.0.get_mut(&from) {
                counts.played.push((to, games));
            }
        }
        for counts in popular.0.values_mut() {
            counts.played.sort_unstable();
        }
        popular
    }

    /// The counts of the position with a key.
    pub fn get(&self, key: u64) -> Option<&Counts> {
        self.0.get(&Step::position_of(key))
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut all: Vec<(&u64, &Counts)> = self.0.iter().collect();
        all.sort_unstable_by_key(|&(position, _)| position);
        // Writing to a vector does not fail.
        postcard::to_allocvec(&all).unwrap_or_default()
    }

    /// # Errors
    /// The bytes are damaged.
    pub fn of_bytes(bytes: &[u8]) -> tantivy::Result<Popular> {
        let all: Vec<(u64, Counts)> = postcard::from_bytes(bytes).map_err(|_| {
            let what = "the counts in a positions file are damaged".to_owned();
            TantivyError::DataCorruption(DataCorruption::comment_only(what))
        })?;
        Ok(Popular(all.into_iter().collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::schema::Way;
    use super::*;

    #[test]
    fn counts_come_back_from_their_bytes() {
        let many = MANY as u32;
        let mut steps = Vec::new();
        for doc in 0..2 * many {
            // Every second game comes back to the first position.
            let ways = [(1, 0, Way::Both), (2 + u64::from(doc % 2), 1, Way::Both)];
            let ways = ways.into_iter().chain([(1, 2, Way::Played)]);
            let ways = ways.take(2 + doc as usize % 2);
            steps.extend(ways.map(|(key, ply, way)| (Step::new(key << 20, ply, way), doc)));
        }
        steps.sort_unstable();
        let games = vec![(Numbers::new(None, 30, [Some(1500), None]), 7); 2 * MANY];
        let popular = Popular::of(&steps, &games);
        assert_eq!(Popular::of_bytes(&popular.to_bytes()).unwrap(), popular);
        let counts = |key: u64| popular.get(key << 20).unwrap();
        assert_eq!(counts(1).sums.games(), u64::from(2 * many));
        let played = [2, 3, 4].map(|key: u64| counts(1).played(key << 20));
        assert_eq!(played, [u64::from(many), u64::from(many), 0]);
        assert_eq!(counts(3).played(1 << 20), u64::from(many));
        assert_eq!(counts(2).played(1 << 20), 0);
        assert!(popular.get(4 << 20).is_none());
        assert!(Popular::of_bytes(&[9, 9]).is_err());
        // Positions with fewer games are not popular.
        let few: Vec<(Step, DocId)> = steps.iter().copied().filter(|s| s.1 < 100).collect();
        assert_eq!(Popular::of(&few, &games), Popular::default());
    }
}
