use std::fmt;
use std::path::Path;
use std::sync::Arc;

use skep_records::notation::find::Renames;
use skep_records::notation::write::MAX_GAME_BYTES;
use skep_records::record::Format;

/// Options for reading a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenOptions {
    /// The number of threads; 0 means one per core. 1 does everything on the calling thread.
    pub threads: usize,
    /// The notation of every text. `None` recognises it from the content.
    pub from: Option<Format>,
    /// The longest game, in bytes. Longer games are skipped and reported.
    ///
    /// A record takes about ten times the memory of its text. The longest real games have about 100 KB. A replay shows
    /// the whole game after each move, so it may be 16 times as long.
    pub max_game_bytes: usize,
    /// The maximum depth of archives in archives. A `.tar.gz` counts as two: a tar inside a gzip.
    pub max_nesting: usize,
    /// The largest zip without random access (on a pipe, or inside another archive), in bytes. It is held in memory.
    pub max_held_bytes: usize,
    /// How many times as large as a file its content may be, if the file is an archive. All layers and entries count
    /// together. Content that is larger is read up to there, with a fault. Real collections shrink to a tenth or a
    /// thirtieth.
    pub max_ratio: u64,
    /// The bytes of content from which on `max_ratio` counts.
    pub ratio_from: u64,
    /// The most text that is read, in bytes after decompression. A scan stops there with a fault.
    pub max_bytes: u64,
    /// The approximate amount of text in a unit of work, in bytes.
    pub unit_bytes: usize,
    /// What names of members and columns in data files mean.
    pub names: Renames,
    /// Which folders in an input are left out.
    pub folders: Folders,
}

/// The file that marks a folder as an index, which the crate `skep-index` reads.
pub const INDEX_MARK: &str = "skepdb";

/// Says which of the folders in an input a scan leaves out, such as indexes of the games beside them. By default, none.
#[derive(Clone, Default)]
pub struct Folders(Option<Arc<LeavesOut>>);

type LeavesOut = dyn Fn(&Path) -> bool + Send + Sync;

impl Folders {
    /// Calls a function for each folder, and leaves out those for which it returns true.
    pub fn new(leaves_out: impl Fn(&Path) -> bool + Send + Sync + 'static) -> Folders {
        Folders(Some(Arc::new(leaves_out)))
    }

    pub(super) fn leaves_out(&self, path: &Path) -> bool {
        self.0.as_ref().is_some_and(|leaves_out| leaves_out(path))
    }
}

impl fmt::Debug for Folders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Folders").finish_non_exhaustive()
    }
}

impl PartialEq for Folders {
    fn eq(&self, other: &Folders) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }
}

impl Eq for Folders {}

impl Default for OpenOptions {
    fn default() -> Self {
        OpenOptions {
            threads: 0,
            from: None,
            max_game_bytes: MAX_GAME_BYTES,
            max_nesting: 4,
            max_held_bytes: 128 << 20,
            max_ratio: OpenOptions::MAX_RATIO,
            ratio_from: 1 << 30,
            max_bytes: u64::MAX,
            unit_bytes: 256 << 10,
            names: Renames::default(),
            folders: Folders::default(),
        }
    }
}

impl OpenOptions {
    /// The default of [`OpenOptions::max_ratio`].
    pub const MAX_RATIO: u64 = 1000;

    /// The longest game in a notation, in bytes.
    pub(super) fn longest(&self, format: Format) -> usize {
        const REPLAY: usize = 16;
        match format {
            Format::Replay => self.max_game_bytes.saturating_mul(REPLAY),
            _ => self.max_game_bytes,
        }
    }

    /// The number of threads, at least 1.
    pub fn workers(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n,
        }
    }
}
