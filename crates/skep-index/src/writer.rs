//! Adds games to an index and removes them.

use std::collections::hash_map::Entry as MapEntry;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};
use skep_analysis::GameClaims;
use skep_analysis::database::twin_ids;
use skep_collection::ByteBudget;
use skep_records::Judge;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy};
use tantivy::{IndexWriter, TantivyDocument, Term};

use super::entry::{IndexedGame, Kept, Version};
use super::index::{Access, engine, is_index, mark};
use super::schema::{ORDER, SchemaFields};
use super::{Error, Index};

/// The memory of a thread for games that are not on disk yet, in bytes.
const MEMORY: usize = 250 << 20;
/// The least that the engine takes.
const SMALLEST_MEMORY: usize = 15 << 20;
/// The largest number of games between two commits.
const COMMIT: u64 = 200_000;
/// The longest time between two commits while games are added.
const PERIOD: Duration = Duration::from_secs(10);
/// The sources of known games that wait for a commit.
const SOURCES: usize = 20_000;
/// The bytes of long games between two commits. The engine holds each of them several times: its text, its terms, and
/// the block that it compresses.
const WAITING: usize = ByteBudget::TEXTS / 8;
/// The bytes of the shortest game that counts as long.
const LONG: usize = 16 << 10;
/// The largest number of added games whose ids are kept in memory.
const MOST_ADDED: usize = 14_000_000;
/// Segments with fewer games count as equally large when segments are merged.
const TINY: u32 = 30_000;
/// Segments with more games are not merged again.
const LARGE: usize = 400_000;
/// Segments are merged with segments of similar size. This is the logarithm of the greatest ratio, to base 2.
const RATIO: f64 = 1.5;
/// The small segments that become one.
const SMALL: usize = 8;

/// What a [`CollectionWriter`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndexSummary {
    /// Games that are new.
    pub added: u64,
    /// Games that were in the index, and got another source.
    pub sources: u64,
    /// Games that were in the index with this source.
    pub known: u64,
    /// Games that were removed.
    pub removed: u64,
    /// The games in the index.
    pub games: u64,
}

/// Adds games to an index and removes them. Another process that wants to write meanwhile is refused; readers are not
/// disturbed.
///
/// Changes are committed every 200,000 games, every 10 seconds while games are added, and at the end. If the process is
/// killed, only the changes after the last commit are lost.
pub struct CollectionWriter {
    path: PathBuf,
    fields: SchemaFields,
    engine: tantivy::Index,
    writer: IndexWriter,
    /// Dropped after the writer.
    uncommitted: Uncommitted,
    /// The index as it was opened.
    opened: Arc<Index>,
    /// The ids of the games added since then. Other games are not looked up in the segments that this writer added.
    /// `None` if there were too many.
    added: Option<FxHashSet<u64>>,
    /// The index as of the last commit.
    before: Arc<Index>,
    /// The games added since then, with what they claim.
    new: FxHashMap<u64, GameClaims>,
    /// More sources of games, which are added at the next commit.
    sources: FxHashMap<u64, Vec<Version<'static>>>,
    waiting: usize,
    /// The memory for long games and sources that wait for a commit.
    room: ByteBudget,
    /// Whether they take it all.
    is_full: bool,
    /// When the last commit ended.
    committed: Instant,
    order: u64,
    judge: Judge,
    summary: IndexSummary,
}

/// Removes the files that were not committed, unless it is empty: after an error they would only take space.
struct Uncommitted(Option<tantivy::Index>);

impl Drop for Uncommitted {
    fn drop(&mut self) {
        if let Some(engine) = self.0.take() {
            let writer: tantivy::Result<IndexWriter> =
                engine.writer_with_num_threads(1, SMALLEST_MEMORY);
            // If this fails, the next writer removes them.
            let _ = writer.and_then(|writer| writer.garbage_collect_files().wait());
        }
    }
}

impl CollectionWriter {
    /// Opens an index to add games with a number of threads, or makes it. A missing folder, and an empty folder,
    /// becomes an index.
    ///
    /// # Errors
    /// The path is taken by something else, another process is writing, or the index cannot be opened or made.
    pub fn open(path: impl AsRef<Path>, threads: usize) -> Result<CollectionWriter, Error> {
        let path = path.as_ref();
        CollectionWriter::check(path)?;
        if !is_index(path) {
            fs::create_dir_all(path).map_err(|error| Error::io(path, error))?;
            mark(path)?;
        }
        let engine = engine(path, Access::Writer)?;
        let of_engine = |error| Error::of_engine(path, error);
        let options = IndexWriterOptions::builder()
            .num_worker_threads(threads.clamp(1, 8))
            .memory_budget_per_thread(MEMORY)
            .num_merge_threads(1)
            .build();
        let writer: IndexWriter = engine.writer_with_options(options).map_err(of_engine)?;
        // Removes what an earlier writer left behind that was killed or had no disk space.
        writer.garbage_collect_files().wait().map_err(of_engine)?;
        let mut merges = LogMergePolicy::default();
        merges.set_min_num_segments(SMALL);
        merges.set_max_docs_before_merge(LARGE);
        merges.set_min_layer_size(TINY);
        merges.set_level_log_size(RATIO);
        writer.set_merge_policy(Box::new(merges));
        let before = Arc::new(Index::of_engine(path, engine.clone())?);
        // A merge would not report damage that it reads.
        before.verify()?;
        let mut order = 0;
        for segment in &before.segments {
            let last = segment.order().map_err(of_engine)?.iter().max();
            order = order.max(last.map_or(0, |last| last + 1));
        }
        Ok(CollectionWriter {
            path: path.to_owned(),
            fields: *SchemaFields::known(),
            uncommitted: Uncommitted(Some(engine.clone())),
            engine,
            writer,
            opened: Arc::clone(&before),
            added: Some(FxHashSet::default()),
            before,
            new: FxHashMap::default(),
            sources: FxHashMap::default(),
            waiting: 0,
            room: ByteBudget::new(WAITING),
            is_full: false,
            committed: Instant::now(),
            order,
            judge: Judge::default(),
            summary: IndexSummary::default(),
        })
    }

    /// Whether an index is at the path or can be made there.
    ///
    /// # Errors
    /// The path is taken by something else.
    pub fn check(path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let is_free = || match fs::read_dir(path) {
            Ok(mut entries) => entries.next().is_none(),
            Err(_) => !path.exists(),
        };
        if is_index(path) || is_free() {
            Ok(())
        } else {
            Err(Error::Exists(path.to_owned()))
        }
    }

    /// Adds a game, or its source if the index has the game.
    ///
    /// # Errors
    /// The index cannot be written.
    pub fn add(&mut self, entry: IndexedGame) -> Result<(), Error> {
        let IndexedGame {
            id,
            claims,
            version,
            document,
        } = entry;
        let mut twins = twin_ids(id);
        let id = loop {
            // The ids have no end.
            let Some(id) = twins.next() else {
                return Ok(());
            };
            if let Some(known) = self.new.get_mut(&id) {
                if !known.fit(claims) {
                    continue;
                }
                *known = known.with(claims);
                return self.add_source(id, version);
            }
            let may_be_known = match &self.added {
                Some(added) => added.contains(&id) || self.opened.find(id)?.is_some(),
                None => true,
            };
            let Some((segment, doc)) = self.before.find(id)?.filter(|_| may_be_known) else {
                break id;
            };
            let segment = &self.before.segments[segment];
            let judge = &mut self.judge;
            let (has_it, known) = self.before.with_kept(segment, doc, |kept| {
                let has_it = kept.has(&version);
                (has_it, (!has_it).then(|| kept.claims(judge)))
            })?;
            if has_it {
                self.summary.known += 1;
                return Ok(());
            }
            if known.is_some_and(|known| known.fit(claims)) {
                return self.add_source(id, version);
            }
        };
        self.new.insert(id, claims);
        if let Some(added) = &mut self.added {
            added.insert(id);
        }
        if self
            .added
            .as_ref()
            .is_some_and(|added| added.len() >= MOST_ADDED)
        {
            self.added = None;
        }
        let kept = Kept {
            versions: vec![version],
        };
        self.put(id, document, &kept, self.order)?;
        self.order += 1;
        self.summary.added += 1;
        self.commit_if_due()
    }

    /// Counts a game that waits for a commit. The engine itself bounds the number of short games that wait.
    fn hold(&mut self, bytes: usize) {
        self.is_full |= bytes >= LONG && !self.room.take(bytes);
    }

    fn put(
        &mut self,
        id: u64,
        mut document: TantivyDocument,
        kept: &Kept<'_>,
        order: u64,
    ) -> Result<(), Error> {
        document.add_u64(self.fields.id, id);
        document.add_u64(self.fields.order, order);
        let record = kept.to_bytes();
        self.hold(record.len());
        document.add_bytes(self.fields.record, &record);
        match self.writer.add_document(document) {
            Ok(_) => Ok(()),
            Err(error) => Err(self.error(error)),
        }
    }

    fn add_source(&mut self, id: u64, version: Version<'static>) -> Result<(), Error> {
        let versions = match self.sources.entry(id) {
            MapEntry::Occupied(known) => known.into_mut(),
            MapEntry::Vacant(free) => free.insert(Vec::new()),
        };
        let bytes = version.bytes();
        versions.push(version);
        self.hold(bytes);
        self.waiting += 1;
        self.commit_if_due()
    }

    fn commit_if_due(&mut self) -> Result<(), Error> {
        let is_due = self.new.len() as u64 >= COMMIT
            || self.waiting >= SOURCES
            || self.is_full
            || self.committed.elapsed() >= PERIOD;
        if is_due { self.commit() } else { Ok(()) }
    }

    /// Removes the game with this id, if the index has it. The game counts as removed even if other sources have it
    /// too.
    ///
    /// # Errors
    /// The index is damaged.
    pub fn remove(&mut self, id: u64) -> Result<(), Error> {
        let is_there = self.before.find(id)?.is_some();
        if is_there && self.new.insert(id, GameClaims::default()).is_none() {
            self.writer
                .delete_term(Term::from_field_u64(self.fields.id, id));
            self.summary.removed += 1;
        }
        Ok(())
    }

    /// Removes the game of a record, if the index has it, and not a game that contradicts it.
    ///
    /// # Errors
    /// As for [`CollectionWriter::remove`].
    pub fn remove_entry(&mut self, entry: &IndexedGame) -> Result<(), Error> {
        for id in twin_ids(entry.id) {
            let Some((segment, doc)) = self.before.find(id)? else {
                break;
            };
            let segment = &self.before.segments[segment];
            let judge = &mut self.judge;
            let known = self
                .before
                .with_kept(segment, doc, |kept| kept.claims(judge))?;
            if known.fit(entry.claims) {
                return self.remove(id);
            }
        }
        Ok(())
    }

    /// Commits what was added so far.
    ///
    /// # Errors
    /// The index cannot be written.
    pub fn commit(&mut self) -> Result<(), Error> {
        self.commit_engine()?;
        if self.sources.is_empty() {
            return Ok(());
        }
        for (id, versions) in std::mem::take(&mut self.sources) {
            let Some((segment, doc)) = self.before.find(id)? else {
                continue;
            };
            let segment = &self.before.segments[segment];
            let orders = segment.reader.fast_fields().u64(ORDER);
            let order = orders.map_err(|error| self.error(error))?.first(doc);
            let mut kept = self
                .before
                .with_kept(segment, doc, |kept| kept.into_owned())?;
            let sources = self.summary.sources;
            for version in versions {
                if kept.add(version) {
                    self.summary.sources += 1;
                } else {
                    self.summary.known += 1;
                }
            }
            if self.summary.sources == sources {
                continue;
            }
            if let Some(document) = IndexedGame::again(&kept, &mut self.judge) {
                self.writer
                    .delete_term(Term::from_field_u64(self.fields.id, id));
                self.put(id, document, &kept, order.unwrap_or_default())?;
            }
        }
        self.waiting = 0;
        self.commit_engine()
    }

    fn commit_engine(&mut self) -> Result<(), Error> {
        if let Err(error) = self.writer.commit() {
            return Err(self.error(error));
        }
        self.before = Arc::new(Index::of_engine(&self.path, self.engine.clone())?);
        self.new.clear();
        self.room.clear();
        self.is_full = false;
        self.committed = Instant::now();
        Ok(())
    }

    /// Commits, and waits until the small parts of the index are merged.
    ///
    /// # Errors
    /// The index cannot be written.
    pub fn finish(mut self) -> Result<IndexSummary, Error> {
        self.commit()?;
        self.summary.games = self.before.games();
        let path = self.path;
        self.writer
            .wait_merging_threads()
            .map_err(|error| Error::of_engine(&path, error))?;
        self.uncommitted.0 = None;
        Ok(self.summary)
    }

    fn error(&self, error: tantivy::TantivyError) -> Error {
        Error::of_engine(&self.path, error)
    }
}

impl std::fmt::Debug for CollectionWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}
