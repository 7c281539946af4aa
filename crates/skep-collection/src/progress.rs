use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::{Input, walk};

/// How far a scan is: counters that another thread may read at any time.
#[derive(Debug, Default)]
pub struct Progress {
    read: AtomicU64,
    games: AtomicU64,
    total: AtomicU64,
    measured: AtomicBool,
}

impl Progress {
    /// Nothing done yet.
    pub fn new() -> Progress {
        Progress::default()
    }

    /// Bytes of the input files read so far, as they lie on disk; a few more than the files hold where archives
    /// overlap.
    pub fn read(&self) -> u64 {
        self.read.load(Relaxed)
    }

    /// Games handed to the workers so far.
    pub fn games(&self) -> u64 {
        self.games.load(Relaxed)
    }

    /// Bytes of all input files, if [`Progress::measure`] has found out.
    pub fn total(&self) -> Option<u64> {
        self.measured
            .load(Relaxed)
            .then(|| self.total.load(Relaxed))
    }

    /// Adds up the sizes of all input files, walking folders; meant for the thread that draws the bar. The total stays
    /// unknown where an input has no size, such as standard input.
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
