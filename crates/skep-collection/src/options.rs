use skep_records::record::Format;

/// How a collection is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Threads that work on games; 0 takes one for each core. 1 does everything on the calling thread.
    pub threads: usize,
    /// The notation of every text, instead of telling it from the content.
    pub from: Option<Format>,
    /// The longest game that is held, in bytes. Longer ones are passed over and reported.
    ///
    /// A record takes about ten times the memory of its text, and the longest real games have some 100 KB.
    pub max_game_bytes: usize,
    /// How many archives may lie one inside the other. A `.tar.gz` counts as two: a tar inside a gzip.
    pub max_nesting: usize,
    /// The largest zip that is held in memory, in bytes, where it cannot be read at random: on a pipe, or inside
    /// another archive.
    pub max_held_bytes: usize,
    /// About how much text makes one unit of work, in bytes.
    pub unit_bytes: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            threads: 0,
            from: None,
            max_game_bytes: 4 << 20,
            max_nesting: 4,
            max_held_bytes: 128 << 20,
            unit_bytes: 256 << 10,
        }
    }
}

impl Options {
    /// The number of threads to work with, at least 1.
    pub(super) fn workers(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n,
        }
    }
}
