//! An index as the input of a scan, opened when it is first read.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use skep_analysis::filter::Filter;
use skep_collection::{Folders, Input, Store, Stored, StoredGame};
use skep_records::diag::{Code, Diagnostic};

use super::Index;

struct Lazy {
    path: PathBuf,
    filter: Option<Filter>,
    store: OnceLock<Result<Arc<dyn Store>, Diagnostic>>,
}

impl Index {
    /// The input for a path, if an index is there. A scan opens the index. If the index is damaged, the scan reports a
    /// fault. Games that certainly do not match the filter are skipped; the caller must test the others.
    pub fn input(path: &Path, filter: Option<&Filter>) -> Option<Input> {
        stored(path, filter).map(Input::Stored)
    }

    /// For [`OpenOptions::folders`](skep_collection::OpenOptions): a scan leaves out the indexes in a folder, since
    /// their games are usually in the folder too, and calls a function with the path of each.
    pub fn left_out(found: impl Fn(&Path) + Send + Sync + 'static) -> Folders {
        Folders::new(move |path| {
            let is_index = Index::is_at(path);
            if is_index {
                found(path);
            }
            is_index
        })
    }

    /// Whether two paths lead to the same folder.
    pub fn is_same(path: &Path, other: &Path) -> bool {
        let [path, other] = [path, other].map(std::fs::canonicalize);
        path.is_ok_and(|path| other.is_ok_and(|other| path == other))
    }
}

/// The games of an index, if one is there. Games that certainly do not match the filter are left out.
fn stored(path: &Path, filter: Option<&Filter>) -> Option<Stored> {
    Index::is_at(path).then(|| {
        Stored(Arc::new(Lazy {
            path: path.to_owned(),
            filter: filter.cloned(),
            store: OnceLock::new(),
        }))
    })
}

impl Lazy {
    fn store(&self) -> &Result<Arc<dyn Store>, Diagnostic> {
        self.store.get_or_init(|| {
            let index = Index::open(&self.path);
            let store = index.and_then(|index| Arc::new(index).store(self.filter.as_ref()));
            store.map_err(|error| Diagnostic::new(Code::Unreadable, error.without_path()))
        })
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
