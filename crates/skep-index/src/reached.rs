//! The positions that the games of an index reach, without replaying the games.

use rayon::prelude::*;
use skep_analysis::Occurrence;
use skep_analysis::filter::Field;
use skep_analysis::novelty::ComparedGame;
use skep_records::record::{Date, StatedResult};
use skep_records::{GameText, Status};

use super::node::RESULTS;
use super::positions::SLICES;
use super::schema::{CountedNumbers, MOST_PLY, PackedStep, unpacked};
use super::{Error, Index};

/// How many slices of positions are in memory at once.
const AT_ONCE: u64 = 8;

/// The columns of a game in an index.
#[derive(Clone, Copy, Debug)]
pub struct IndexColumns {
    /// The status. `None` if the index does not know it.
    pub status: Option<Status>,
    /// The date.
    pub date: Option<Date>,
    /// The result. `None` if the game has no winner and is not a draw.
    pub result: Option<StatedResult>,
}

impl From<IndexColumns> for ComparedGame {
    fn from(game: IndexColumns) -> ComparedGame {
        ComparedGame {
            is_base: false,
            date: game.date,
            result: game.result,
        }
    }
}

impl Index {
    /// The largest [`Occurrence::at`] of [`Index::occurrences`]. It stands for all larger values too.
    pub const LAST_AT: u16 = MOST_PLY as u16;

    /// The part of the key of a position that the index stores. [`Index::occurrences`] gives such keys.
    pub const fn known_key(key: u64) -> u64 {
        PackedStep::key_of(PackedStep::position_of(key))
    }

    /// All games in the order in which they were added: the segments and documents.
    fn in_order(&self) -> Result<Vec<(usize, u32)>, Error> {
        let mut all = Vec::with_capacity(self.games() as usize);
        for (i, segment) in self.segments.iter().enumerate() {
            let order = segment.order().map_err(|error| self.engine_error(error))?;
            let docs = segment.reader.doc_ids_alive();
            all.extend(docs.map(|doc| (order[doc as usize], i, doc)));
        }
        all.par_sort_unstable();
        Ok(all.into_iter().map(|(_, i, doc)| (i, doc)).collect())
    }

    /// All games in the order in which they were added, each with a value that `value` makes from its text. No game is
    /// replayed.
    ///
    /// # Errors
    /// The index is damaged.
    pub fn columns<T: Send>(
        &self,
        value: impl Fn(&GameText<'_>) -> T + Sync,
    ) -> Result<Vec<(IndexColumns, T)>, Error> {
        let mut statuses = Vec::new();
        for segment in &self.segments {
            // Read once here, because every game needs these columns.
            let read = segment.dates().and(segment.numbers());
            let texts = read.and_then(|_| segment.text(Field::Status.as_str()));
            statuses.push(texts.map_err(|error| self.engine_error(error))?);
        }
        let columns = |i: usize, doc: u32| -> tantivy::Result<IndexColumns> {
            let segment = &self.segments[i];
            let status = statuses[i].as_ref().and_then(|texts| texts.of(doc));
            let result = CountedNumbers(segment.numbers()?[doc as usize]).result();
            Ok(IndexColumns {
                status: status.and_then(|status| status.parse().ok()),
                date: unpacked(segment.dates()?[doc as usize]),
                result: RESULTS[result],
            })
        };
        let games = self.in_order()?;
        let games = games.par_iter().with_min_len(256).map(|&(i, doc)| {
            let columns = columns(i, doc).map_err(|error| self.engine_error(error))?;
            let value = self.with_kept(&self.segments[i], doc, |kept| {
                kept.with_game(|game| value(&game))
            })?;
            let value = value.ok_or_else(|| Error::damaged(&self.path, "a game has no source"))?;
            Ok((columns, value))
        });
        games.collect()
    }

    /// Calls `with` several times, until it has all positions that valid games reach. They have no order. The number of
    /// a game is its place in [`Index::columns`]. The keys are the [known keys](Index::known_key) of the keys of
    /// [`occurrences`](skep_analysis::occurrences) with [colours as played](skep_analysis::Colours::AsPlayed).
    ///
    /// # Errors
    /// The index is damaged, or `with` returned an error.
    pub fn occurrences<E: From<Error>>(
        &self,
        mut with: impl FnMut(Vec<Occurrence>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut numbers: Vec<Vec<u32>> = (self.segments.iter())
            .map(|segment| vec![0; segment.reader.max_doc() as usize])
            .collect();
        for (number, (i, doc)) in (0..).zip(self.in_order()?) {
            numbers[i][doc as usize] = number;
        }
        let slice = |slice: u64| {
            let mut all = Vec::new();
            for (segment, numbers) in self.segments.iter().zip(&numbers) {
                let read = segment.positions.each_in(slice, |step, doc| {
                    if let Some(at) = step.at()
                        && !segment.reader.is_deleted(doc)
                    {
                        all.push(Occurrence {
                            key: PackedStep::key_of(step.position()),
                            game: numbers[doc as usize],
                            at: at.into(),
                            swapped: false,
                        });
                    }
                });
                read.map_err(|error| self.engine_error(error))?;
            }
            Ok(all)
        };
        for first in (0..SLICES).step_by(AT_ONCE as usize) {
            let slices = (first..first + AT_ONCE).into_par_iter().map(slice);
            let slices: Result<Vec<Vec<Occurrence>>, Error> = slices.collect();
            for all in slices? {
                with(all)?;
            }
        }
        Ok(())
    }
}
