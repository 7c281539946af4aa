//! The games of the server: in memory, or in an index.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use skep_analysis::database::{Collection as _, Memory, MemoryEntry};
use skep_collection::ByteBudget;
use skep_explorer::Explorer;
use skep_index::{CollectionWriter, Index, IndexedGame};
use skep_records::notation::Verdict;
use skep_records::{GameText, Record};

use crate::commands::index::threads;
use crate::output::{self, TemporaryFolder};
use crate::scan::Inputs;

/// Removes temporary indexes that killed runs left.
pub fn remove_stale() {
    output::remove_stale_scratch();
}

/// The most games that are kept in memory.
const IN_MEMORY: usize = 100_000;

/// The games that move to an index at once.
const AT_ONCE: usize = 64;

/// The games to answer from.
pub enum Games {
    Memory(Memory),
    /// An index, and its folder if it is temporary.
    Index(Box<Index>, Option<TemporaryFolder>),
}

impl Games {
    /// The games of the index at a path, if one is there.
    ///
    /// # Errors
    /// The index cannot be opened.
    pub fn of_index(path: &Path) -> anyhow::Result<Option<Games>> {
        if !Index::is_at(path) {
            return Ok(None);
        }
        let index = Index::open_for_server(path)?;
        Ok(Some(Games::Index(Box::new(index), None)))
    }

    /// An explorer of the games, and the folder that must stay while it answers.
    pub fn explorer(self, sources: Vec<String>) -> (Explorer, Option<TemporaryFolder>) {
        match self {
            Games::Memory(memory) => (Explorer::new(Arc::new(memory), sources), None),
            Games::Index(index, scratch) => (Explorer::of_index(*index, sources), scratch),
        }
    }

    /// The number of games.
    pub fn number(&self) -> u64 {
        match self {
            Games::Memory(memory) => memory.games(),
            Games::Index(index, _) => index.games(),
        }
    }
}

/// A game to add.
pub enum Prepared {
    InMemory(MemoryEntry),
    OnDisk(IndexedGame),
}

impl From<MemoryEntry> for Prepared {
    fn from(entry: MemoryEntry) -> Prepared {
        Prepared::InMemory(entry)
    }
}

/// Games that are kept in memory, or in a temporary index once they are many or long.
pub struct Gathered {
    waiting: Vec<MemoryEntry>,
    /// The memory for their texts.
    room: ByteBudget,
    index: Option<(CollectionWriter, TemporaryFolder)>,
    /// Whether there is an index.
    is_large: Arc<AtomicBool>,
    threads: usize,
}

impl Gathered {
    pub fn new(inputs: &Inputs) -> Gathered {
        Gathered {
            waiting: Vec::new(),
            room: ByteBudget::default(),
            index: None,
            is_large: Arc::default(),
            threads: threads(inputs),
        }
    }

    /// Makes a game ready on any thread.
    pub fn prepare(&self) -> impl Fn(&GameText<'_>, &Record, &Verdict) -> Prepared + Sync + use<> {
        let is_large = Arc::clone(&self.is_large);
        move |game, record, verdict| {
            if is_large.load(Ordering::Relaxed) {
                Prepared::OnDisk(IndexedGame::new(game, record, verdict))
            } else {
                Prepared::InMemory(MemoryEntry::new(game, record, verdict))
            }
        }
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The temporary index cannot be written.
    pub fn add(&mut self, game: Prepared) -> anyhow::Result<()> {
        let mut has_room = true;
        match game {
            Prepared::InMemory(entry) => {
                has_room = self.room.take(entry.found().game().text.len());
                self.waiting.push(entry);
            }
            Prepared::OnDisk(entry) => self.writer()?.add(entry)?,
        }
        if self.waiting.len() > IN_MEMORY || !has_room || self.index.is_some() {
            for waiting in std::mem::take(&mut self.waiting).chunks(AT_ONCE) {
                let entries: Vec<IndexedGame> = waiting.par_iter().map(on_disk).collect();
                for entry in entries {
                    self.writer()?.add(entry)?;
                }
            }
        }
        Ok(())
    }

    fn writer(&mut self) -> anyhow::Result<&mut CollectionWriter> {
        let made = match self.index.take() {
            Some(made) => made,
            None => {
                self.is_large.store(true, Ordering::Relaxed);
                let scratch = output::scratch()?;
                let path = scratch.path().join(INDEX);
                (CollectionWriter::open(&path, self.threads)?, scratch)
            }
        };
        Ok(&mut self.index.insert(made).0)
    }

    /// All games.
    ///
    /// # Errors
    /// The temporary index cannot be written.
    pub fn finish(self) -> anyhow::Result<Games> {
        let Some((writer, scratch)) = self.index else {
            let mut memory = Memory::default();
            memory.extend(self.waiting);
            return Ok(Games::Memory(memory));
        };
        writer.finish()?;
        let index = Index::open_for_server(scratch.path().join(INDEX))?;
        Ok(Games::Index(Box::new(index), Some(scratch)))
    }
}

/// The name of a temporary index.
const INDEX: &str = "games.skepdb";

/// A game for the index.
fn on_disk(entry: &MemoryEntry) -> IndexedGame {
    let (record, verdict) = entry.found().read();
    IndexedGame::new(&entry.found().game(), &record, &verdict)
}
