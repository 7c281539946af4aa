//! Replaces `gathered.rs` in a program built without the feature `full`: all games are in memory.

use std::path::Path;
use std::sync::Arc;

use anyhow::bail;
use skep_analysis::database::{Collection as _, Memory, MemoryEntry};
use skep_explorer::Explorer;
use skep_records::notation::Verdict;
use skep_records::{GameText, Record};

use crate::output::is_index;
use crate::scan::Inputs;
use crate::text::not_built;

/// There are no temporary indexes to remove.
pub fn remove_stale() {}

/// The games to answer from.
pub struct Games(Memory);

impl Games {
    /// `None` if there is no index at the path.
    ///
    /// # Errors
    /// There is an index, which this program cannot read.
    pub fn of_index(path: &Path) -> anyhow::Result<Option<Games>> {
        if is_index(path) {
            bail!(not_built("reading an index"));
        }
        Ok(None)
    }

    /// An explorer of the games.
    pub fn explorer(self, sources: Vec<String>) -> (Explorer, ()) {
        (Explorer::new(Arc::new(self.0), sources), ())
    }

    /// The number of games.
    pub fn number(&self) -> u64 {
        self.0.games()
    }
}

/// A game to add.
pub type Prepared = MemoryEntry;

/// Games that are kept in memory.
pub struct Gathered(Vec<MemoryEntry>);

impl Gathered {
    pub fn new(_inputs: &Inputs) -> Gathered {
        Gathered(Vec::new())
    }

    /// Makes a game ready on any thread.
    pub fn prepare(&self) -> impl Fn(&GameText<'_>, &Record, &Verdict) -> Prepared + Sync + use<> {
        MemoryEntry::new
    }

    /// Adds a game.
    pub fn add(&mut self, game: Prepared) -> anyhow::Result<()> {
        self.0.push(game);
        Ok(())
    }

    /// All games.
    pub fn finish(self) -> anyhow::Result<Games> {
        let mut memory = Memory::default();
        memory.extend(self.0);
        Ok(Games(memory))
    }
}
