//! Replaces indexes as inputs in a program built without the feature `full`: it knows them, and does not read them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use skep_analysis::filter::Filter;
use skep_collection::{Folders, Input, Store, Stored, StoredGame};
use skep_records::diag::{Code, Diagnostic};

pub use crate::output::is_index;
use crate::text::not_built;

/// The input for a path, if an index is there. A scan reports that it cannot be read.
pub fn input(path: &Path, _filter: Option<&Filter>) -> Option<Input> {
    is_index(path).then(|| Input::Stored(Stored(Arc::new(Unread(path.to_owned())))))
}

/// Leaves out the indexes in a folder, and calls a function with the path of each.
pub fn left_out(found: impl Fn(&Path) + Send + Sync + 'static) -> Folders {
    Folders::new(move |path| {
        let is_index = is_index(path);
        if is_index {
            found(path);
        }
        is_index
    })
}

/// An index, which this program cannot read.
#[derive(Debug)]
struct Unread(PathBuf);

impl Store for Unread {
    fn path(&self) -> &Path {
        &self.0
    }

    fn batches(&self) -> usize {
        1
    }

    fn read(&self, _batch: usize, _each: &mut dyn FnMut(StoredGame<'_>)) -> Result<(), Diagnostic> {
        Err(Diagnostic::new(
            Code::Unreadable,
            not_built("reading an index"),
        ))
    }
}
