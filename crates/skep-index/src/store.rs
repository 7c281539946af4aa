//! The games of an index as the input of a scan.

use std::path::Path;
use std::sync::Arc;

use skep_analysis::filter::Filter;
use skep_collection::{Store, StoredGame};
use skep_records::diag::{Code, Diagnostic};

use super::{Error, Index};

/// The games in a batch.
const BATCH: usize = 256;

/// Games of an index in the order in which they were added.
struct StoredGames {
    index: Arc<Index>,
    /// The segment and the document of each game, and how many games were left out before it.
    places: Vec<(u32, u32, u64)>,
    /// The games left out after the last.
    rest: u64,
}

impl Index {
    /// The games of the index, for [`skep_collection::scan`], in the order in which they were added. With a filter,
    /// games that certainly do not match are left out; the others are to be tested.
    ///
    /// # Errors
    /// The index is damaged.
    pub fn store(self: &Arc<Self>, filter: Option<&Filter>) -> Result<Arc<dyn Store>, Error> {
        let selected = filter.map(|filter| self.candidates(filter)).transpose()?;
        let mut all: Vec<(u64, u32, u32)> = Vec::with_capacity(self.games() as usize);
        for (i, segment) in self.segments.iter().enumerate() {
            let order = segment.order().map_err(|error| self.engine_error(error))?;
            let docs = segment.reader.doc_ids_alive();
            all.extend(docs.map(|doc| (order[doc as usize], i as u32, doc)));
        }
        all.sort_unstable();
        let mut left_out = 0;
        let mut places = Vec::new();
        for (_, segment, doc) in all {
            let is_candidate = selected.as_ref().is_none_or(|selected| {
                let [yes, pending] = &selected.segments[segment as usize];
                yes.has(doc) || pending.has(doc)
            });
            if is_candidate {
                places.push((segment, doc, std::mem::take(&mut left_out)));
            } else {
                left_out += 1;
            }
        }
        Ok(Arc::new(StoredGames {
            index: Arc::clone(self),
            places,
            rest: left_out,
        }))
    }
}

impl std::fmt::Debug for StoredGames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.index.fmt(f)
    }
}

impl Store for StoredGames {
    fn path(&self) -> &Path {
        self.index.path()
    }

    fn batches(&self) -> usize {
        // The last batch also has the games left out at the end.
        self.places.len().div_ceil(BATCH).max(1)
    }

    fn read(&self, batch: usize, each: &mut dyn FnMut(StoredGame<'_>)) -> Result<(), Diagnostic> {
        let start = batch * BATCH;
        let end = self.places.len().min(start + BATCH);
        for &(segment, doc, left_out) in self.places.get(start..end).unwrap_or_default() {
            if left_out > 0 {
                each(StoredGame::Rejected(left_out));
            }
            let segment = &self.index.segments[segment as usize];
            let read = self.index.with_kept(segment, doc, |kept| {
                kept.with_game(|game| each(StoredGame::Game(game)));
            });
            read.map_err(|error| Diagnostic::new(Code::Unreadable, error.without_path()))?;
        }
        if batch + 1 == self.batches() && self.rest > 0 {
            each(StoredGame::Rejected(self.rest));
        }
        Ok(())
    }
}
