//! Replaces `gathered.rs` in a program built without the feature `full`: all games are in memory.

use std::path::Path;
use std::sync::Arc;

use anyhow::{bail, ensure};
use skep_analysis::database::{Collection as _, Memory, MemoryEntry};
use skep_collection::ByteBudget;
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
pub struct Gathered {
    games: Vec<MemoryEntry>,
    /// The memory for their texts.
    room: ByteBudget,
}

impl Gathered {
    pub fn new(_inputs: &Inputs) -> Gathered {
        Gathered {
            games: Vec::new(),
            room: ByteBudget::default(),
        }
    }

    /// Makes a game ready on any thread.
    pub fn prepare(&self) -> impl Fn(&GameText<'_>, &Record, &Verdict) -> Prepared + Sync + use<> {
        MemoryEntry::new
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The games do not fit in memory.
    pub fn add(&mut self, game: Prepared) -> anyhow::Result<()> {
        ensure!(
            self.room.take(game.found().game().text.len()),
            "the games have more than {} of text; choose some with --where. {}",
            ByteBudget::default(),
            not_built("A temporary index for more")
        );
        self.games.push(game);
        Ok(())
    }

    /// All games.
    pub fn finish(self) -> anyhow::Result<Games> {
        let mut memory = Memory::default();
        memory.extend(self.games);
        Ok(Games(memory))
    }
}
