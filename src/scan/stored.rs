//! Indexes as inputs.

use std::path::Path;

use skep_analysis::filter::Filter;
use skep_collection::{Folders, Input};
use skep_index::Index;
use skep_records::notation::JudgeOptions;

use crate::output;
use crate::scan::{GameQuery, NO_MATCH};

/// The input for a path, if an index is there. Games that certainly do not match the filter may be left out.
pub fn input(path: &Path, filter: Option<&Filter>) -> Option<Input> {
    Index::input(path, filter)
}

/// Leaves out the indexes in a folder, and calls a function with the path of each.
pub fn left_out(found: impl Fn(&Path) + Send + Sync + 'static) -> Folders {
    Index::left_out(found)
}

impl GameQuery {
    /// The index and the filter, if the index is the only input and its columns may give the answer.
    ///
    /// # Errors
    /// The `--where` expression is invalid.
    pub fn index(&self) -> anyhow::Result<Option<(Index, Option<Filter>)>> {
        let [path] = &self.inputs.paths[..] else {
            return Ok(None);
        };
        // The index was made with the default rules, and its columns count all games.
        let is_plain = self.inputs.paths.places.is_empty()
            && self.selection.is_whole()
            && self.rules.options() == JudgeOptions::default();
        // It has the names of the records.
        let has_names = self.selection.aliases()?.is_empty();
        if !is_plain || !has_names || !Index::is_at(Path::new(path)) {
            return Ok(None);
        }
        // If the index is damaged, reading its games reports it.
        let Ok(index) = Index::open(path) else {
            return Ok(None);
        };
        Ok(Some((index, self.selection.filter()?)))
    }
}

/// Says that no game matches the filter, if there is one, as a scan does.
pub fn tell_no_match(filter: Option<&Filter>) {
    if filter.is_some() {
        output::note(NO_MATCH);
    }
}
