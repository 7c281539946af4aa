//! An index as the input of a scan, opened when it is first read.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use skep_analysis::select::Filter;
use skep_collection::{Input, Store, Stored, StoredGame};
use skep_records::diag::{Code, Diagnostic};

use super::{Error, Index};

struct Lazy {
    path: PathBuf,
    filter: Option<Filter>,
    store: OnceLock<Result<Arc<dyn Store>, Diagnostic>>,
}

impl Index {
    /// The input for a path, if an index is there. A scan opens it; if it is damaged, that is a fault among the items. Games
    /// that certainly do not match the filter are left out; the others are to be tested.
    pub fn input(path: &Path, filter: Option<&Filter>) -> Option<Input> {
        Index::is_at(path).then(|| {
            Input::Stored(Stored(Arc::new(Lazy {
                path: path.to_owned(),
                filter: filter.cloned(),
                store: OnceLock::new(),
            })))
        })
    }
}

impl Lazy {
    fn store(&self) -> &Result<Arc<dyn Store>, Diagnostic> {
        self.store.get_or_init(|| {
            let index = Index::open(&self.path);
            let store = index.and_then(|index| Arc::new(index).store(self.filter.as_ref()));
            store.map_err(|error| Diagnostic::new(Code::Unreadable, message(&error)))
        })
    }
}

/// An error without the path of the index, which stands before it.
fn message(error: &Error) -> String {
    let text = error.to_string();
    match text.split_once(": ") {
        Some((_, what)) => what.to_owned(),
        None => text,
    }
}

impl std::fmt::Debug for Lazy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lazy")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

impl Store for Lazy {
    fn path(&self) -> &Path {
        &self.path
    }

    fn batches(&self) -> usize {
        // An index that cannot be opened has a batch that cannot be read.
        self.store().as_ref().map_or(1, |store| store.batches())
    }

    fn read(&self, batch: usize, each: &mut dyn FnMut(StoredGame<'_>)) -> Result<(), Diagnostic> {
        match self.store() {
            Ok(store) => store.read(batch, each),
            Err(error) => Err(error.clone()),
        }
    }
}
