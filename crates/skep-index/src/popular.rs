//! The counts of the positions that many games of a segment reached. They are written with the segment, because
//! counting them again takes milliseconds, and people ask for them first.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use tantivy::directory::{FileSlice, OwnedBytes};
use tantivy::{DocId, HasLen as _};

use super::node::Sums;
use super::packed::{self, broken, number};
use super::schema::{CountedNumbers, MOST_PLY, PackedStep};

/// A position that at least this many games reached is popular.
const MANY: usize = 256;
/// The bits of the index of a popular position in a [`PopularVisit`].
const PLACE: u32 = 25;

/// The counts of a popular position.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PopularCounts {
    /// The games that reached it.
    pub sums: Sums,
    /// The positions after the first move that a game played here, sorted, each with the number of games.
    played: Vec<(u64, u32)>,
}

impl PopularCounts {
    /// The number of games whose first move here led to a position.
    pub fn played(&self, next: u64) -> u64 {
        let next = PackedStep::position_of(next);
        let found = self.played.binary_search_by_key(&next, |&(to, _)| to);
        found.map_or(0, |at| self.played[at].1.into())
    }
}

/// A game that reached a popular position: the ply, and the index of the position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PopularVisit {
    doc: DocId,
    /// The ply above [`PLACE`] bits for the index.
    ply_and_place: u32,
}

impl PopularVisit {
    fn ply(self) -> u8 {
        (self.ply_and_place >> PLACE) as u8
    }

    fn place(self) -> usize {
        (self.ply_and_place & ((1 << PLACE) - 1)) as usize
    }
}

/// Counts the popular positions of a segment. The sorted steps of the segment are read twice, in slices that do not
/// split a position: first with [`PopularCounter::reach`], then with [`PopularCounter::play`].
pub struct PopularCounter<'a> {
    /// The numbers and the date of each game.
    games: &'a [(CountedNumbers, u32)],
    /// The popular positions by [`PackedStep::position`], sorted.
    popular: Vec<(u64, PopularCounts)>,
    /// The games that reached them.
    visits: Vec<PopularVisit>,
    /// The first visit of each game, and the end.
    starts: Vec<u32>,
    /// The last ply of a visit.
    last: u8,
}

impl<'a> PopularCounter<'a> {
    pub fn new(games: &'a [(CountedNumbers, u32)]) -> PopularCounter<'a> {
        PopularCounter {
            games,
            popular: Vec::new(),
            visits: Vec::new(),
            starts: Vec::new(),
            last: 0,
        }
    }

    /// Counts the games that reached each position.
    pub fn reach(&mut self, steps: &[(PackedStep, DocId)]) {
        for group in steps.chunk_by(|a, b| a.0.position() == b.0.position()) {
            let visits = || group.iter().filter(|(step, _)| step.way().reaches());
            // The greatest ply of a step stands for all later plies too.
            let is_late = |(step, _): &(PackedStep, DocId)| step.ply() + 1 >= MOST_PLY;
            let place = self.popular.len() as u32;
            if group.len() < MANY
                || visits().count() < MANY
                || visits().any(is_late)
                || place >= 1 << PLACE
            {
                continue;
            }
            let mut counts = PopularCounts::default();
            for &(step, doc) in visits() {
                let (numbers, date) = self.games[doc as usize];
                counts.sums.add(numbers, date);
                self.visits.push(PopularVisit {
                    doc,
                    ply_and_place: u32::from(step.ply()) << PLACE | place,
                });
                self.last = self.last.max(step.ply());
            }
            self.popular.push((group[0].0.position(), counts));
        }
    }

    /// Ends the first reading of the steps.
    pub fn turn(&mut self) {
        self.visits.sort_unstable();
        for (i, visit) in (0_u32..).zip(&self.visits) {
            if self.starts.len() <= visit.doc as usize {
                self.starts.resize(visit.doc as usize + 1, i);
            }
        }
        let end = self.visits.len() as u32;
        self.starts.resize(self.games.len() + 1, end);
    }

    /// The popular position that a game reached at a ply.
    fn reached(&self, doc: DocId, ply: u8) -> Option<usize> {
        let [start, end] = [0, 1].map(|i| self.starts[doc as usize + i] as usize);
        let visits = &self.visits[start..end];
        let found = visits.binary_search_by_key(&ply, |visit| visit.ply());
        found.ok().map(|at| visits[at].place())
    }

    /// Counts the moves from a popular position to each position.
    pub fn play(&mut self, steps: &[(PackedStep, DocId)]) {
        let plies = 1..=self.last + 1;
        let mut from = Vec::new();
        for group in steps.chunk_by(|a, b| a.0.position() == b.0.position()) {
            let moves = (group.iter())
                .filter(|(step, _)| plies.contains(&step.ply()) && step.way().may_play());
            from.clear();
            from.extend(moves.filter_map(|&(step, doc)| self.reached(doc, step.ply() - 1)));
            from.sort_unstable();
            for same in from.chunk_by(|a, b| a == b) {
                let (_, counts) = &mut self.popular[same[0]];
                let played = (group[0].0.position(), same.len() as u32);
                counts.played.push(played);
            }
        }
    }

    /// The bytes for [`Popular`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = (self.popular.len() as u32).to_le_bytes().to_vec();
        for (position, _) in &self.popular {
            bytes.extend(position.to_le_bytes());
        }
        let mut all = Vec::new();
        for (_, counts) in &self.popular {
            // Writing to a vector does not fail.
            all.extend(postcard::to_allocvec(counts).unwrap_or_default());
            bytes.extend((all.len() as u32).to_le_bytes());
        }
        bytes.extend(all);
        bytes
    }
}

/// The popular positions of a segment: their number, the sorted positions, the ends of their counts, and the counts.
pub struct Popular {
    positions: FileSlice,
    /// The positions, after they were read.
    read: OnceLock<OwnedBytes>,
    ends: FileSlice,
    counts: FileSlice,
}

impl Popular {
    /// # Errors
    /// The file is damaged.
    pub fn open(file: FileSlice) -> tantivy::Result<Popular> {
        let count = number(&packed::read(&file, 0..4)?, 0) as usize;
        let [positions, ends] = [4 + count * 8, 4 + count * 12];
        if ends > file.len() {
            return Err(broken());
        }
        Ok(Popular {
            positions: file.slice(4..positions),
            read: OnceLock::new(),
            ends: file.slice(positions..ends),
            counts: file.slice_from(ends),
        })
    }

    /// The counts of the position with a key.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn get(&self, key: u64) -> tantivy::Result<Option<PopularCounts>> {
        let positions = match self.read.get() {
            Some(positions) => positions,
            None => {
                let positions = self.positions.read_bytes()?;
                self.read.get_or_init(|| positions)
            }
        };
        let (positions, _) = positions.as_chunks();
        let position = PackedStep::position_of(key);
        let found = positions.binary_search_by_key(&position, |&bytes| u64::from_le_bytes(bytes));
        let Ok(at) = found else { return Ok(None) };
        let end = |at: usize| -> tantivy::Result<usize> {
            let end = packed::read(&self.ends, at * 4..at * 4 + 4)?;
            Ok(number(&end, 0) as usize)
        };
        let start = at.checked_sub(1).map_or(Ok(0), end)?;
        let counts = packed::read(&self.counts, start..end(at)?)?;
        postcard::from_bytes(&counts)
            .map(Some)
            .map_err(|_| broken())
    }
}

#[cfg(test)]
mod tests {
    use super::super::schema::Way;
    use super::*;

    fn popular(steps: &[(PackedStep, DocId)], games: &[(CountedNumbers, u32)]) -> Popular {
        let mut counter = PopularCounter::new(games);
        let slices = || steps.chunk_by(|a, b| a.0.position() == b.0.position());
        slices().for_each(|slice| counter.reach(slice));
        counter.turn();
        slices().for_each(|slice| counter.play(slice));
        Popular::open(FileSlice::from(counter.to_bytes())).unwrap()
    }

    #[test]
    fn counts_come_back_from_their_bytes() {
        let many = MANY as u32;
        let mut steps = Vec::new();
        for doc in 0..2 * many {
            // Every second game comes back to the first position.
            let ways = [(1, 0, Way::Both), (2 + u64::from(doc % 2), 1, Way::Both)];
            let ways = ways.into_iter().chain([(1, 2, Way::Played)]);
            let ways = ways.take(2 + doc as usize % 2);
            steps.extend(ways.map(|(key, ply, way)| (PackedStep::new(key << 20, ply, way), doc)));
        }
        steps.sort_unstable();
        let games = vec![(CountedNumbers::new(None, 30, [Some(1500), None]), 7); 2 * MANY];
        let all = popular(&steps, &games);
        let counts = |key: u64| all.get(key << 20).unwrap();
        let of = |key: u64| counts(key).unwrap();
        assert_eq!(of(1).sums.games(), u64::from(2 * many));
        let played = [2, 3, 4].map(|key: u64| of(1).played(key << 20));
        assert_eq!(played, [u64::from(many), u64::from(many), 0]);
        assert_eq!(of(3).played(1 << 20), u64::from(many));
        assert_eq!(of(2).played(1 << 20), 0);
        assert_eq!(counts(4), None);
        assert!(Popular::open(FileSlice::from(vec![9, 9, 0, 0])).is_err());
        // Positions with fewer games are not popular.
        let few: Vec<(PackedStep, DocId)> = steps.iter().copied().filter(|s| s.1 < 100).collect();
        assert_eq!(popular(&few, &games).get(1 << 20).unwrap(), None);
    }

    #[test]
    fn damaged_counts_are_refused() {
        let steps: Vec<_> = (0..300)
            .map(|doc| (PackedStep::new(1 << 20, 0, Way::Both), doc))
            .collect();
        let mut counter = PopularCounter::new(&[(CountedNumbers(0), 0); 300]);
        counter.reach(&steps);
        counter.turn();
        counter.play(&steps);
        let mut bytes = counter.to_bytes();
        bytes.pop();
        let popular = Popular::open(FileSlice::from(bytes)).unwrap();
        assert!(popular.get(1 << 20).is_err());
    }
}
