//! Counts the games that came to a position, and what they played there.

use std::sync::{Arc, MutexGuard, PoisonError};

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use skep_analysis::filter::Filter;
use skep_analysis::openings::path;

use super::docs::Docs;
use super::index::Segment;
use super::node::Sums;
use super::schema::{CountedNumbers, MOST_PLY, PackedStep};
use super::selection::{RecordTester, SelectedGames};
use super::{Error, Index};

/// The counts of a position with at least this many games are kept in memory, because counting takes milliseconds.
const LARGE: u64 = 5_000;
/// The largest number of positions whose counts are kept.
const KEPT: usize = 2_000;

/// A question: a position, the filter, and the last ply that counts.
pub type Question = (u64, Option<String>, u8);

/// The counts of a position, and of the positions after all legal turns.
#[derive(Clone, Debug)]
pub struct StoredCounts {
    pub node: Sums,
    nexts: Vec<u64>,
    pub turns: Vec<StoredTurnCounts>,
}

/// The counts of a position after a turn.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoredTurnCounts {
    pub node: Sums,
    pub played: u64,
}

impl Index {
    /// Counts the games that match a filter and came to a position, and to the positions after all legal turns, which
    /// are sorted. Only visits up to the ply `until` count.
    pub(crate) fn count(
        &self,
        key: u64,
        nexts: &[u64],
        selected: Option<(&Filter, &SelectedGames)>,
        until: u8,
    ) -> Result<Arc<StoredCounts>, Error> {
        let filter = selected.map(|(filter, _)| filter.text().to_owned());
        let question = (key, filter, until);
        if let Some(known) = self.lock_counts().get(&question)
            && known.nexts == nexts
        {
            return Ok(Arc::clone(known));
        }
        let docs = |i: usize| selected.map(|(_, selected)| &selected.segments[i][0]);
        let segments = self.segments.par_iter().enumerate();
        let parts: Result<Vec<(Sums, Vec<StoredTurnCounts>)>, Error> = segments
            .map(|(i, segment)| self.count_in(segment, key, nexts, docs(i), until))
            .collect();
        let mut node = Sums::default();
        let mut turns = vec![StoredTurnCounts::default(); nexts.len()];
        for (here, next) in parts? {
            node.merge(&here);
            for (sum, counted) in turns.iter_mut().zip(next) {
                sum.node.merge(&counted.node);
                sum.played += counted.played;
            }
        }
        let counts = Arc::new(StoredCounts {
            node,
            nexts: nexts.to_vec(),
            turns,
        });
        if node.games() >= LARGE {
            let mut known = self.lock_counts();
            if known.len() >= KEPT {
                known.clear();
            }
            known.insert(question, Arc::clone(&counts));
        }
        Ok(counts)
    }

    /// The games that reached a position and may have continued to a position that is not in `nexts`: the segment and
    /// the document of each game. `until` is below [`MOST_PLY`].
    pub(crate) fn others(
        &self,
        key: u64,
        nexts: &[u64],
        selected: Option<(&Filter, &SelectedGames)>,
        until: u8,
    ) -> Result<Vec<(usize, u32)>, Error> {
        let mut others = Vec::new();
        for (i, segment) in self.segments.iter().enumerate() {
            let docs = selected.map(|(_, selected)| &selected.segments[i][0]);
            let numbers = segment
                .numbers()
                .map_err(|error| self.engine_error(error))?;
            // The ply after the first visit, until a turn is found there.
            let mut after = vec![0; segment.reader.max_doc() as usize];
            let found = segment.count(key, docs, until, |doc, step| {
                // Without a later ply, the game ends here.
                let goes_on = CountedNumbers(numbers[doc as usize]).plies() > u32::from(step.ply());
                if step.way().reaches() && step.ply() < until && goes_on {
                    after[doc as usize] = step.ply() + 1;
                }
            });
            found.map_err(|error| self.engine_error(error))?;
            for &next in nexts {
                let found = segment.count(next, docs, until, |doc, step| {
                    if step.way().may_play() && step.ply() == after[doc as usize] {
                        after[doc as usize] = 0;
                    }
                });
                found.map_err(|error| self.engine_error(error))?;
            }
            let docs = (0..).zip(after).filter(|(_, after)| *after > 0);
            others.extend(docs.map(|(doc, _)| (i, doc)));
        }
        Ok(others)
    }

    fn lock_counts(&self) -> MutexGuard<'_, FxHashMap<Question, Arc<StoredCounts>>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts in a segment. The position of the next ply shows which turn a game played. If that ply is too late to be
    /// in the index, the record is read.
    fn count_in(
        &self,
        segment: &Segment,
        key: u64,
        nexts: &[u64],
        docs: Option<&Docs>,
        until: u8,
    ) -> Result<(Sums, Vec<StoredTurnCounts>), Error> {
        let of_engine = |error| self.engine_error(error);
        if docs.is_none() && until == MOST_PLY {
            let popular = segment.popular();
            let known = popular.map_or(Ok(None), |popular| popular.get(key));
            if let Some((popular, known)) = popular.zip(known.map_err(of_engine)?) {
                let next = |&next| {
                    let node = match popular.get(next)? {
                        Some(node) => node.sums,
                        // Most turns were not played, and counting them would read the columns.
                        None if !segment.positions.has(next)? => Sums::default(),
                        None => segment.count(next, None, until, |_, _| {})?,
                    };
                    let played = known.played(next);
                    Ok(StoredTurnCounts { node, played })
                };
                let turns: tantivy::Result<Vec<StoredTurnCounts>> =
                    nexts.iter().map(next).collect();
                return Ok((known.sums, turns.map_err(of_engine)?));
            }
        }
        // The ply after the first visit of each game.
        let mut after = vec![0; segment.reader.max_doc() as usize];
        let node = segment.count(key, docs, until, |doc, step| {
            if step.way().reaches() {
                after[doc as usize] = MOST_PLY.min(step.ply() + 1);
            }
        });
        let node = node.map_err(of_engine)?;
        let mut unsure = Vec::new();
        let mut counted = vec![StoredTurnCounts::default(); nexts.len()];
        for (&next, counted) in nexts.iter().zip(&mut counted) {
            let mut played = 0;
            let sums = segment.count(next, docs, until, |doc, step| {
                if step.way().may_play() && step.ply() == after[doc as usize] {
                    match step.ply() {
                        MOST_PLY => unsure.push(doc),
                        _ => played += 1,
                    }
                }
            });
            *counted = StoredTurnCounts {
                node: sums.map_err(of_engine)?,
                played,
            };
        }
        unsure.sort_unstable();
        unsure.dedup();
        let next = |tester: &mut RecordTester, &doc: &u32| {
            let path = tester.with_game(self, segment, doc, |verdict, _, _| path(&verdict.game))?;
            let path = path.unwrap_or_default();
            let here = path.iter().position(|&visited| visited == key);
            Ok(here.and_then(|here| path.get(here + 1).copied()))
        };
        let played: Result<Vec<Option<u64>>, Error> = unsure
            .par_iter()
            .map_init(RecordTester::default, next)
            .collect();
        for next in played?.into_iter().flatten() {
            if let Ok(turn) = nexts.binary_search(&next) {
                counted[turn].played += 1;
            }
        }
        Ok((node, counted))
    }
}

impl Segment {
    /// The games that reached a position and count.
    pub fn there(&self, key: u64) -> tantivy::Result<Docs> {
        let mut docs = Docs::none(self.reader.max_doc());
        self.positions.each(key, |step, doc| {
            if step.way().reaches() && !self.reader.is_deleted(doc) {
                docs.add(doc);
            }
        })?;
        Ok(docs)
    }

    /// Counts the games that reached a position. Calls `with` with each game that came there, and its step.
    fn count(
        &self,
        key: u64,
        docs: Option<&Docs>,
        until: u8,
        mut with: impl FnMut(u32, PackedStep),
    ) -> tantivy::Result<Sums> {
        let (numbers, dates) = (self.numbers()?, self.dates()?);
        let alive = self.reader.alive_bitset();
        let mut sums = Sums::default();
        self.positions.each(key, |step, doc| {
            if step.ply() > until
                || docs.is_some_and(|docs| !docs.has(doc))
                || alive.is_some_and(|alive| alive.is_deleted(doc))
            {
                return;
            }
            with(doc, step);
            if step.way().reaches() {
                sums.add(CountedNumbers(numbers[doc as usize]), dates[doc as usize]);
            }
        })?;
        Ok(sums)
    }
}
