use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::{Input, walk};

/// The progress of a scan, in counters that other threads may read at any time.
#[derive(Debug, Default)]
pub struct Progress {
    read: AtomicU64,
    games: AtomicU64,
    total: AtomicU64,
    measured: AtomicBool,
}

impl Progress {
    /// No progress yet.
    pub fn new() -> Progress {
        Progress::default()
    }

    /// The number of bytes read from the input files, before decompression. It can be slightly larger than the files.
    pub fn read(&self) -> u64 {
        self.read.load(Relaxed)
    }

    /// The number of games given to the workers so far.
    pub fn games(&self) -> u64 {
        self.games.load(Relaxed)
    }

    /// The size of all input files in bytes, if [`Progress::measure`] has finished.
    pub fn total(&self) -> Option<u64> {
        self.measured
            .load(Relaxed)
            .then(|| self.total.load(Relaxed))
    }

    /// Computes the size of all input files, including folders. Call it on the thread that draws the progress bar. The
    /// total stays unknown if an input has no size, like standard input.
    pub fn measure(&self, inputs: &[Input]) {
        if let Some(total) = inputs.iter().map(walk::size).sum() {
            self.total.store(total, Relaxed);
            self.measured.store(true, Relaxed);
        }
    }

    pub(super) fn add_read(&self, bytes: u64) {
        self.read.fetch_add(bytes, Relaxed);
    }

    pub(super) fn add_games(&self, games: u64) {
        self.games.fetch_add(games, Relaxed);
    }
}
