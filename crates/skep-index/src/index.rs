//! An index that is open for reading.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use skep_analysis::database::{FoundGame, KnownPlayer};
use skep_analysis::filter::Field;
use tantivy::columnar::{Cardinality, Column};
use tantivy::directory::MmapDirectory;
use tantivy::index::SegmentReader;
use tantivy::store::StoreReader;
use tantivy::{Directory as _, Term};

use super::Error;
use super::count::{Question, StoredCounts};
use super::entry::{Kept, record_of};
use super::histories;
use super::popular::Popular;
use super::positions::{PositionPlugin, PositionTable, component};
use super::schema::{DATE, FORMAT, NUMBERS, ORDER, SchemaFields};
use super::selection::SelectedGames;
use super::verified::IndexFolder;
use skep_collection::INDEX_MARK as MARK;
use skep_records::record::folded;

/// The first words of [`MARK`]; the format follows.
const TITLE: &str = "skep index";
/// The file of the engine that lists what is committed.
const COMMITTED: &str = "meta.json";
/// The file of the engine that lists all its files, also those that are not committed.
const MANAGED: &str = ".managed.json";
/// The end of the name of a file that only an index of skep has.
const OURS: &str = ".positions";
/// The most blocks of records of a segment that stay unpacked in memory, for each core. A block is a game of up to 4
/// MiB, or some games of 16 KiB together.
const BLOCKS: usize = 2;
/// The bytes of files that an index of a server keeps in memory.
const SERVER_MEMORY: usize = 128 << 20;
/// The filters whose games are kept in memory.
const FILTERS: usize = 16;

/// An index, as it was when it was opened. Games that are added later do not change it.
pub struct Index {
    pub(crate) path: PathBuf,
    pub(crate) fields: SchemaFields,
    pub(crate) segments: Vec<Segment>,
    /// The games of the filters that were used last, by the text of the filter.
    pub(crate) selections: Mutex<Vec<(String, Arc<SelectedGames>)>>,
    /// The counts of positions that many games reached.
    pub(crate) counts: Mutex<FxHashMap<Question, Arc<StoredCounts>>>,
    players: OnceLock<Vec<KnownPlayer>>,
    engine: tantivy::Index,
    committed: Option<(SystemTime, u64)>,
}

/// A part of the index.
pub(crate) struct Segment {
    pub reader: SegmentReader,
    pub positions: PositionTable,
    pub records: StoreReader,
    ids: OnceLock<Column<u64>>,
    numbers: OnceLock<Vec<u64>>,
    dates: OnceLock<Vec<u32>>,
    order: OnceLock<Vec<u64>>,
}

/// What [`Index::check`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexCheck {
    /// The number of games.
    pub games: u64,
    /// The number of sources of all games.
    pub sources: u64,
}

/// Whether a folder is an index, or was one before its mark was lost.
pub(crate) fn is_index(path: &Path) -> bool {
    path.join(MARK).is_file()
        || [COMMITTED, MANAGED]
            .iter()
            .any(|name| path.join(name).is_file())
            && has_games(path, |name| name.ends_with(OURS))
}

/// Whether a folder has a file of games with such a name, or lists one.
fn has_games(path: &Path, is_one: impl Fn(&str) -> bool) -> bool {
    let listed = fs::read_to_string(path.join(MANAGED)).unwrap_or_default();
    let mut listed = listed.split('"');
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let mut names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names.any(|name| is_one(&name)) || listed.any(is_one)
}

/// Whether a file has this name in an index because a segment has it: `0123…cdef.store`.
fn is_of_segment(name: &str) -> bool {
    let id = name.split('.').next().unwrap_or_default();
    name.len() > id.len() && id.len() == 32 && id.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Marks a folder as an index, if another process has not done so since.
pub(crate) fn mark(path: &Path) -> Result<(), Error> {
    let write = || {
        // The name says which process failed if it stays behind.
        let part = path.join(format!("{MARK}.{}", std::process::id()));
        fs::write(&part, format!("{TITLE} {FORMAT}\n"))?;
        match tempfile::TempPath::try_from_path(part)?.persist_noclobber(path.join(MARK)) {
            Err(error) if error.error.kind() != ErrorKind::AlreadyExists => Err(error.error),
            _ => Ok(()),
        }
    };
    write().map_err(|error| Error::io(path, error))
}

/// When the last changes were committed, and the size of the list of files.
fn committed(path: &Path) -> Option<(SystemTime, u64)> {
    let file = fs::metadata(path.join(COMMITTED)).ok()?;
    Some((file.modified().ok()?, file.len()))
}

/// Who opens an index.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Writer,
    /// A reader that keeps files in memory, up to this many bytes.
    Reader {
        memory: usize,
    },
}

/// Opens the engine of an index, or an empty one if nothing was committed yet.
pub(crate) fn engine(path: &Path, access: Access) -> Result<tantivy::Index, Error> {
    let mark = match fs::read_to_string(path.join(MARK)) {
        Ok(mark) => mark,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Err(if is_index(path) {
                Error::damaged(path, format!("{MARK} is missing"))
            } else {
                Error::NotAnIndex(path.to_owned())
            });
        }
        Err(error) if error.kind() == ErrorKind::InvalidData => {
            return Err(Error::damaged(path, format!("{MARK} is not text")));
        }
        Err(error) => return Err(Error::io(path, error)),
    };
    let found = mark.trim().strip_prefix(TITLE).map(str::trim);
    let Some(found) = found.and_then(|n| n.parse::<u32>().ok()) else {
        return Err(Error::damaged(path, format!("{MARK} has no format")));
    };
    if found != FORMAT {
        let (path, known) = (path.to_owned(), FORMAT);
        return Err(if found > known {
            Error::Newer { path, found, known }
        } else {
            Error::Older { path, found, known }
        });
    }
    let (schema, _) = SchemaFields::new();
    let settings = tantivy::IndexSettings {
        docstore_compression: tantivy::store::Compressor::Zstd(tantivy::store::ZstdCompressor {
            compression_level: Some(3),
        }),
        docstore_blocksize: 16 << 10,
        docstore_compress_dedicated_thread: false,
        ..tantivy::IndexSettings::default()
    };
    let of_engine = |error| Error::of_engine(path, error);
    let folder = || match (MmapDirectory::open(path), access) {
        (Ok(files), Access::Writer) => Ok(IndexFolder::new(files)),
        (Ok(files), Access::Reader { memory }) => Ok(IndexFolder::for_readers(path, files, memory)),
        (Err(error), _) => Err(of_engine(error.into())),
    };
    if !path.join(COMMITTED).exists() {
        // A new list would forget these games, and the engine would remove their files.
        if has_games(path, is_of_segment) {
            return Err(Error::damaged(path, format!("{COMMITTED} is missing")));
        }
        let builder = tantivy::Index::builder();
        let builder = builder.schema(schema).settings(settings);
        let builder = builder.register_plugin(Arc::new(PositionPlugin));
        let builder = builder.register_plugin(Arc::new(histories::HistoryPlugin));
        let made = if access == Access::Writer {
            builder.open_or_create(folder()?)
        } else {
            builder.create_in_ram()
        };
        return made.map_err(of_engine);
    }
    let mut engine = tantivy::Index::open(folder()?).map_err(of_engine)?;
    engine.register_plugin(Arc::new(PositionPlugin));
    engine.register_plugin(Arc::new(histories::HistoryPlugin));
    if engine.schema() == schema {
        Ok(engine)
    } else {
        Err(Error::damaged(
            path,
            "its fields differ from those of its format",
        ))
    }
}

impl Index {
    /// Whether a folder is an index, or was one before it was damaged.
    pub fn is_at(path: &Path) -> bool {
        is_index(path)
    }

    /// Opens an index.
    ///
    /// # Errors
    /// The folder is not an index, a later version made it, or it is damaged.
    pub fn open(path: impl AsRef<Path>) -> Result<Index, Error> {
        Index::open_with(path.as_ref(), 0)
    }

    /// Opens an index for many queries: files of together at most 128 MiB are read when they are opened and stay in
    /// memory, so opening takes longer and queries less time.
    ///
    /// # Errors
    /// As [`Index::open`].
    pub fn open_for_server(path: impl AsRef<Path>) -> Result<Index, Error> {
        Index::open_with(path.as_ref(), SERVER_MEMORY)
    }

    fn open_with(path: &Path, memory: usize) -> Result<Index, Error> {
        Index::of_engine(path, engine(path, Access::Reader { memory })?)
    }

    pub(crate) fn of_engine(path: &Path, engine: tantivy::Index) -> Result<Index, Error> {
        let fields = *SchemaFields::known();
        let of_engine = |error| Error::of_engine(path, error);
        let committed = committed(path);
        let mut segments = Vec::new();
        // A writer in another process may delete a file between the list of segments and their files.
        let mut tries = 0;
        loop {
            segments.clear();
            let listed = engine.searchable_segments().map_err(of_engine)?;
            let opened: tantivy::Result<Vec<Segment>> = listed.iter().map(Segment::open).collect();
            match opened {
                Ok(opened) => {
                    segments = opened;
                    break;
                }
                Err(_) if tries < 3 && !listed.is_empty() => tries += 1,
                Err(error) => return Err(of_engine(error)),
            }
        }
        Ok(Index {
            path: path.to_owned(),
            fields,
            segments,
            selections: Mutex::default(),
            counts: Mutex::default(),
            players: OnceLock::new(),
            engine,
            committed,
        })
    }

    /// Whether a writer has committed changes since the index was opened. Open it again to see them.
    pub fn is_outdated(&self) -> bool {
        committed(&self.path) != self.committed
    }

    /// The folder of the index.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        let games = self.segments.iter().map(|s| u64::from(s.reader.num_docs()));
        games.sum()
    }

    /// The game with a number.
    ///
    /// # Errors
    /// The index is damaged.
    pub fn game(&self, id: u64) -> Result<Option<FoundGame>, Error> {
        match self.find(id)? {
            Some((segment, doc)) => self.found(segment, doc).map(Some),
            None => Ok(None),
        }
    }

    /// The players whose names begin with a text, in any case, those with the most games first.
    ///
    /// # Errors
    /// The index is damaged.
    pub fn players(&self, prefix: &str, limit: usize) -> Result<Vec<KnownPlayer>, Error> {
        let all = match self.players.get() {
            Some(all) => all,
            None => {
                let all = self.ranked(&[Field::White, Field::Black])?;
                self.players.get_or_init(|| all)
            }
        };
        let prefix = folded(prefix);
        let named = all.iter().filter(|p| folded(&p.name).starts_with(&prefix));
        Ok(named.take(limit).cloned().collect())
    }

    /// Reads every byte of the index: the checksums of its files, and every record.
    ///
    /// # Errors
    /// The index is damaged.
    pub fn check(&self) -> Result<IndexCheck, Error> {
        self.verify()?;
        let mut checked = IndexCheck::default();
        for segment in &self.segments {
            let docs: Vec<u32> = segment.reader.doc_ids_alive().collect();
            let sources: Result<Vec<u64>, Error> = (docs.par_iter())
                .map(|&doc| self.with_kept(segment, doc, |kept| kept.versions.len() as u64))
                .collect();
            checked.sources += sources?.iter().sum::<u64>();
            checked.games += docs.len() as u64;
        }
        Ok(checked)
    }

    /// Reads every file of the index.
    pub(crate) fn verify(&self) -> Result<(), Error> {
        // A writer without this list would never remove old files.
        if !self.path.join(MANAGED).exists() && self.path.join(COMMITTED).exists() {
            return Err(Error::damaged(&self.path, format!("{MANAGED} is missing")));
        }
        let folder = self.engine.directory();
        let segments = self
            .engine
            .load_metas()
            .map_err(|error| self.engine_error(error))?;
        let mut files: Vec<PathBuf> = segments.list_segment_files().into_iter().collect();
        files.sort_unstable();
        let verify = |file: &PathBuf| {
            // Without removed games, there is no list of them. Another process may have merged the segments since.
            let is_needed = file
                .extension()
                .is_none_or(|end| end != "del" && end != "temp")
                && !self.is_outdated();
            if is_needed || folder.exists(file)? {
                for chunk in folder.open_read(file)?.stream_file_chunks() {
                    chunk?;
                }
            }
            Ok(())
        };
        let verified: tantivy::Result<()> = files.par_iter().map(verify).collect();
        verified.map_err(|error| self.engine_error(error))
    }

    pub(crate) fn engine_error(&self, error: impl Into<tantivy::TantivyError>) -> Error {
        Error::of_engine(&self.path, error.into())
    }

    /// The place of the game with a number.
    pub(crate) fn find(&self, id: u64) -> Result<Option<(usize, u32)>, Error> {
        let term = Term::from_field_u64(self.fields.id, id);
        for (i, segment) in self.segments.iter().enumerate() {
            let ids = segment.reader.inverted_index(self.fields.id);
            let ids = ids.map_err(|error| self.engine_error(error))?;
            let postings =
                ids.read_block_postings(&term, tantivy::schema::IndexRecordOption::Basic);
            let Some(mut postings) = postings.map_err(|error| self.engine_error(error))? else {
                continue;
            };
            while !postings.docs().is_empty() {
                let mut docs = postings.docs().iter().copied();
                if let Some(doc) = docs.find(|&doc| !segment.reader.is_deleted(doc)) {
                    return Ok(Some((i, doc)));
                }
                postings.advance();
            }
        }
        Ok(None)
    }

    /// Calls `with` with the record of a game.
    pub(crate) fn with_kept<T>(
        &self,
        segment: &Segment,
        doc: u32,
        with: impl FnOnce(Kept<'_>) -> T,
    ) -> Result<T, Error> {
        let document = segment.records.get_document_bytes(doc);
        let document = document.map_err(|error| self.engine_error(error))?;
        let kept = record_of(&document, &self.fields).and_then(Kept::of_bytes);
        match kept {
            Some(kept) => Ok(with(kept)),
            None => Err(Error::damaged(&self.path, "a record cannot be read")),
        }
    }

    pub(crate) fn found(&self, segment: usize, doc: u32) -> Result<FoundGame, Error> {
        let segment = &self.segments[segment];
        let ids = segment.ids().map_err(|error| self.engine_error(error))?;
        let id = ids.first(doc).unwrap_or_default();
        let found = self.with_kept(segment, doc, |kept| kept.found(id))?;
        found.ok_or_else(|| Error::damaged(&self.path, "a record cannot be read"))
    }

    pub(crate) fn lock_selections(
        &self,
    ) -> std::sync::MutexGuard<'_, Vec<(String, Arc<SelectedGames>)>> {
        self.selections
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn remember(&self, text: &str, selected: &Arc<SelectedGames>) {
        let mut known = self.lock_selections();
        known.retain(|(other, _)| other != text);
        if known.len() >= FILTERS {
            known.remove(0);
        }
        known.push((text.to_owned(), Arc::clone(selected)));
    }
}

impl std::fmt::Debug for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Index")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

/// The values of a column for all games of a segment. Every game has a value.
pub(crate) fn column(reader: &SegmentReader, name: &str) -> tantivy::Result<Vec<u64>> {
    let column = reader.fast_fields().u64(name)?;
    let mut all = vec![0; reader.max_doc() as usize];
    column.values.get_range(0, &mut all);
    Ok(all)
}

impl Segment {
    fn open(segment: &tantivy::Segment) -> tantivy::Result<Segment> {
        let reader = SegmentReader::open(segment)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Segment {
            positions: PositionTable::open(reader.open_read(component())?, reader.max_doc())?,
            records: reader.get_store_reader(BLOCKS * cores)?,
            reader,
            ids: OnceLock::new(),
            numbers: OnceLock::new(),
            dates: OnceLock::new(),
            order: OnceLock::new(),
        })
    }

    /// The counts of the positions that many games reached. `None` if games were removed: the counts include them.
    pub fn popular(&self) -> Option<&Popular> {
        (!self.reader.has_deletes()).then_some(&self.positions.popular)
    }

    /// The id of each game.
    pub fn ids(&self) -> tantivy::Result<&Column<u64>> {
        if let Some(ids) = self.ids.get() {
            return Ok(ids);
        }
        let ids = self.reader.fast_fields().u64("id")?;
        Ok(self.ids.get_or_init(|| ids))
    }

    /// The numbers of each game, which are read when they are first needed.
    pub fn numbers(&self) -> tantivy::Result<&[u64]> {
        if let Some(numbers) = self.numbers.get() {
            return Ok(numbers);
        }
        let numbers = column(&self.reader, NUMBERS)?;
        Ok(self.numbers.get_or_init(|| numbers))
    }

    /// The date of each game, as a number.
    pub fn dates(&self) -> tantivy::Result<&[u32]> {
        if let Some(dates) = self.dates.get() {
            return Ok(dates);
        }
        let dates = column(&self.reader, DATE)?
            .into_iter()
            .map(|date| date as u32);
        let dates = dates.collect();
        Ok(self.dates.get_or_init(|| dates))
    }

    /// The number of each game in the order in which games were added.
    pub fn order(&self) -> tantivy::Result<&[u64]> {
        if let Some(order) = self.order.get() {
            return Ok(order);
        }
        let order = column(&self.reader, ORDER)?;
        Ok(self.order.get_or_init(|| order))
    }

    /// The texts of a field. `None` if no game has one.
    pub fn text(&self, name: &str) -> tantivy::Result<Option<Texts>> {
        let Some(column) = self.reader.fast_fields().str(name)? else {
            return Ok(None);
        };
        let mut all = Vec::with_capacity(column.num_terms());
        let mut stream = column.dictionary().stream()?;
        while stream.advance() {
            all.push(String::from_utf8_lossy(stream.key()).into_owned());
        }
        let (size, numbers) = (self.reader.max_doc(), column.ords());
        let known = |number: u64| (number < all.len() as u64).then_some(number as u32);
        let of_game = if let Cardinality::Full = numbers.get_cardinality() {
            let mut values = vec![0; size as usize];
            numbers.values.get_range(0, &mut values);
            values.into_iter().map(known).collect()
        } else {
            (0..size)
                .map(|doc| numbers.first(doc).and_then(known))
                .collect()
        };
        Ok(Some(Texts { all, of_game }))
    }
}

/// The texts of a field in a segment.
pub(crate) struct Texts {
    /// All different texts, sorted.
    pub all: Vec<String>,
    /// The index in `all` of the text of each game.
    pub of_game: Vec<Option<u32>>,
}

impl Texts {
    /// The text of a game.
    pub fn text_of(&self, doc: usize) -> Option<&str> {
        Some(&self.all[self.of_game[doc]? as usize])
    }
}

impl Texts {
    /// The text of a game.
    pub fn of(&self, doc: u32) -> Option<&str> {
        let text = self.of_game[doc as usize]?;
        Some(&self.all[text as usize])
    }
}
