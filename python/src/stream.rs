//! A scan in the background, whose results Python takes one by one.

use std::ffi::{CString, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::task::Poll;
use std::{fmt, fs, io, process, vec};

use pyo3::exceptions::{PyRuntimeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use skep_analysis::GameReader;
use skep_analysis::filter::{Filter, FilterError};
use skep_collection::{
    Background, Input, Item, OpenOptions, Progress, Store, Stored, StoredGame, scan,
};
use skep_index::Index;
use skep_records::diag::Diagnostic;
use skep_records::{GameText, JudgeOptions};

use crate::errors::{ExceptionKind, error};
use crate::finding::PyFinding;
use crate::game::PyGame;
use crate::judged::JudgedRecord;
use crate::parts::PyPart;
use crate::signals::WAIT;
use crate::starts::rules_of;
use skep_rules::counted;

/// Which games are read, and how.
#[derive(Clone)]
pub struct GameSource {
    pub inputs: Vec<Input>,
    pub options: OpenOptions,
    pub rules: JudgeOptions,
    pub filter: Option<Filter>,
    /// Whether a file that cannot be read is an exception.
    pub raises: bool,
    /// The part of the games that is read.
    pub shard: Shard,
}

/// One of several parts of the games. Which part a game is in depends only on its path and its number in the file.
#[derive(Clone, Copy)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// All games.
    pub const ALL: Shard = Shard { index: 0, count: 1 };

    /// The part with this index, of so many parts.
    ///
    /// # Errors
    /// There is no such part.
    pub fn new(index: u64, count: u64) -> PyResult<Shard> {
        if index < count {
            return Ok(Shard { index, count });
        }
        let message =
            format!("shard is (index, count) with 0 <= index < count, not ({index}, {count})");
        Err(PyValueError::new_err(message))
    }

    fn has(self, text: &GameText<'_>) -> bool {
        self.count == 1 || game_id(text) % self.count == self.index
    }
}

/// The paths of games that come from no file.
pub const MADE: &str = "moves";
pub const RANDOM: &str = "random";
pub const TEXT: &str = "text";

/// A number for a game that depends only on its path, its entry and its number there, and for a game that comes from no
/// file only on its text. It is the same in every process and version, unlike the hashers of the standard library.
pub fn game_id(text: &GameText<'_>) -> u64 {
    let path = &*text.source.path;
    let entry = text.source.entry.as_deref().unwrap_or_default();
    let index = text.index.to_le_bytes();
    let is_made = [MADE, RANDOM, TEXT].contains(&path);
    let parts: [&[u8]; 3] = if is_made {
        [text.text.trim_ascii().as_bytes(), b"", b""]
    } else {
        [path.as_bytes(), entry.as_bytes(), &index]
    };
    // The zeros keep names apart that follow each other.
    let bytes = parts
        .into_iter()
        .flat_map(|part| part.iter().copied().chain([0]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    // All bits depend on all bytes, so that each remainder is as good as another. 63 bits, because most tables and
    // torch have no larger numbers.
    let mixed = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed ^ (mixed >> 32)) >> 1
}

/// Games in memory, which are read like those of a file.
struct HeldGames(Vec<Arc<JudgedRecord>>);

impl fmt::Debug for HeldGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted(self.0.len() as u64, "game", "games"))
    }
}

impl HeldGames {
    /// The number of games that a thread reads at once.
    const BATCH: usize = 256;
}

impl Store for HeldGames {
    fn path(&self) -> &Path {
        Path::new("games in memory")
    }

    fn batches(&self) -> usize {
        self.0.len().div_ceil(HeldGames::BATCH)
    }

    fn read(&self, batch: usize, each: &mut dyn FnMut(StoredGame<'_>)) -> Result<(), Diagnostic> {
        let games = self.0.iter().skip(batch * HeldGames::BATCH);
        for game in games.take(HeldGames::BATCH) {
            each(StoredGame::Game(game.text.borrowed()));
        }
        Ok(())
    }
}

impl GameSource {
    /// The games of paths. The arguments are those of the Python functions.
    ///
    /// # Errors
    /// A path does not exist, or an argument is invalid.
    pub fn new(
        py: Python<'_>,
        paths: &Bound<'_, PyAny>,
        filter: Option<&str>,
        errors: &str,
        rules: &str,
        threads: usize,
    ) -> PyResult<GameSource> {
        let filter = filter.map(|text| parse_filter(py, text)).transpose()?;
        let rules = rules_of(rules)?;
        let raises = raises(errors)?;
        // The index was made with the default rules.
        let of_index = filter
            .as_ref()
            .filter(|_| rules == JudgeOptions::default() && !has_forked());
        Ok(GameSource {
            inputs: inputs_of(paths, of_index, raises)?,
            options: OpenOptions {
                threads: threads.min(MOST_THREADS),
                folders: Index::left_out(|_| ()),
                ..OpenOptions::default()
            },
            rules,
            filter,
            raises,
            shard: Shard::ALL,
        })
    }

    /// The games of a text.
    pub fn of_text(text: String, rules: &str) -> PyResult<GameSource> {
        let input = Input::Bytes {
            name: TEXT.into(),
            bytes: text.into_bytes().into(),
        };
        Ok(GameSource {
            inputs: vec![input],
            options: OpenOptions {
                threads: 1,
                ..OpenOptions::default()
            },
            rules: rules_of(rules)?,
            filter: None,
            raises: true,
            shard: Shard::ALL,
        })
    }

    /// The names of the inputs, for texts about them.
    pub fn names(&self) -> String {
        match self.inputs.as_slice() {
            [] => "no files".to_owned(),
            [one] => one.source().to_string(),
            [first, others @ ..] => format!("{} and {} more", first.source(), others.len()),
        }
    }

    /// Warns of likely mistakes in the filter, after the last game.
    pub fn warn(&self, py: Python<'_>) -> PyResult<()> {
        for warning in self.filter.iter().flat_map(Filter::warnings) {
            warn(py, warning)?;
        }
        Ok(())
    }
}

/// More threads do not help and take long to start, and many systems do not let a process start as many.
pub const MOST_THREADS: usize = 256;

/// Whether files that cannot be read are exceptions.
fn raises(errors: &str) -> PyResult<bool> {
    match errors {
        "raise" => Ok(true),
        "ignore" => Ok(false),
        other => Err(PyValueError::new_err(format!(
            "unknown value `{other}` of errors: expected raise or ignore"
        ))),
    }
}

/// Whether this process is a fork of the one that loaded the package. The threads that choose games of an index do not
/// exist in it.
fn has_forked() -> bool {
    static LOADED_IN: OnceLock<u32> = OnceLock::new();
    *LOADED_IN.get_or_init(process::id) != process::id()
}

/// Notes the process that loads the package.
pub fn note_process() {
    has_forked();
}

/// Issues a Python warning.
pub fn warn(py: Python<'_>, text: impl Into<Vec<u8>>) -> PyResult<()> {
    let text = CString::new(text).map_err(|_| PyValueError::new_err("NUL in a warning"))?;
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)
}

fn parse_filter(py: Python<'_>, text: &str) -> PyResult<Filter> {
    parsed(py, text, Filter::parse)
}

/// An expression that can also test what a player did with the win of a puzzle.
///
/// # Errors
/// It is invalid.
pub fn parse_puzzle_filter(py: Python<'_>, text: &str) -> PyResult<Filter> {
    parsed(py, text, Filter::parse_for_puzzles)
}

fn parsed(
    py: Python<'_>,
    text: &str,
    parse: impl Fn(&str) -> Result<Filter, FilterError>,
) -> PyResult<Filter> {
    parse(text).map_err(|invalid| {
        let column = text[..invalid.span.start].chars().count() as u64 + 1;
        let finding = PyFinding {
            line: Some(1),
            column: Some(column),
            help: invalid.help,
            ..PyFinding::new("invalid-filter", invalid.message)
        };
        error(py, ExceptionKind::InvalidFilter, &finding)
    })
}

/// Whether a value is `str`, `bytes` or a path object, as in the functions of Python.
fn is_path(one: &Bound<'_, PyAny>) -> PyResult<bool> {
    let text = one.is_instance_of::<PyString>() || one.is_instance_of::<PyBytes>();
    Ok(text || one.hasattr("__fspath__")?)
}

/// A path or an open file, or several.
fn each_of<'py>(paths: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if is_path(paths)? || paths.is_instance_of::<PyGame>() || paths.hasattr("read")? {
        Ok(vec![paths.clone()])
    } else {
        paths.try_iter()?.collect()
    }
}

/// The path that a value means.
fn path_of(one: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    let decode = one.py().import("os")?.getattr("fsdecode")?;
    decode.call1((one,))?.extract()
}

/// The paths among paths and open files.
///
/// # Errors
/// A value is neither.
pub fn paths_of(paths: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    let is_read = |one: &Bound<'_, PyAny>| {
        let has_read = one.is_instance_of::<PyGame>() || one.hasattr("read")?;
        Ok::<_, PyErr>(!is_path(one)? && has_read)
    };
    let mut all = Vec::new();
    for one in each_of(paths)? {
        if !is_read(&one)? {
            all.push(path_of(&one)?);
        }
    }
    Ok(all)
}

/// The rest of an open file.
fn content_of(file: &Bound<'_, PyAny>) -> PyResult<Input> {
    let read = file.call_method0("read")?;
    let bytes: Vec<u8> = match read.cast::<PyString>() {
        Ok(text) => text.extract::<String>()?.into_bytes(),
        Err(_) => read.extract()?,
    };
    // A file that was opened by its descriptor has a number.
    let name = file
        .getattr("name")
        .and_then(|name| name.extract::<String>());
    Ok(Input::Bytes {
        name: name.unwrap_or_else(|_| "file".to_owned()).into(),
        bytes: bytes.into(),
    })
}

/// The inputs for paths, open files and games. Games of an index that certainly do not match the filter are skipped.
fn inputs_of(
    paths: &Bound<'_, PyAny>,
    filter: Option<&Filter>,
    raises: bool,
) -> PyResult<Vec<Input>> {
    let input = |one: Bound<'_, PyAny>| {
        let part = one.cast::<PyPart>().ok().map(Bound::get);
        let path = match part.map(|part| (part, part.named_path())) {
            Some((_, Some(path))) => path.clone(),
            Some((part, None)) => return part.input(),
            None if !is_path(&one)? && one.hasattr("read")? => return content_of(&one),
            None => path_of(&one)?,
        };
        if let Some(index) = Index::input(&path, filter) {
            return Ok(index);
        }
        let input = Input::from(OsString::from(&path));
        if raises && matches!(input, Input::Path(_)) {
            fs::metadata(&path).map_err(|error| missing(paths.py(), &path, &error))?;
        }
        Ok(input)
    };
    let (mut inputs, mut games) = (Vec::new(), Vec::new());
    let held = |games: &mut Vec<_>| {
        let store: Arc<dyn Store> = Arc::new(HeldGames(std::mem::take(games)));
        Input::Stored(Stored(store))
    };
    for one in each_of(paths)? {
        if let Ok(game) = one.cast::<PyGame>() {
            games.push(game.get().shared());
            continue;
        }
        if !games.is_empty() {
            inputs.push(held(&mut games));
        }
        inputs.push(input(one)?);
    }
    if !games.is_empty() {
        inputs.push(held(&mut games));
    }
    Ok(inputs)
}

/// The files that a scan of these paths reads, for `convert`. Open files are left out, because they can be read only
/// once.
#[pyfunction]
pub fn input_files(py: Python<'_>, paths: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    let mut inputs = Vec::new();
    for one in each_of(paths)? {
        if is_path(&one)? || !one.is_instance_of::<PyGame>() && !one.hasattr("read")? {
            inputs.extend(inputs_of(&one, None, false)?);
        }
    }
    Ok(py.detach(|| inputs.iter().flat_map(Input::files).collect()))
}

/// The exception for a path that cannot be read.
fn missing(py: Python<'_>, path: &Path, problem: &io::Error) -> PyErr {
    let (kind, message) = match problem.kind() {
        io::ErrorKind::NotFound => (
            ExceptionKind::MissingPath,
            "no such file or folder".to_owned(),
        ),
        _ => {
            let text = problem.to_string();
            let text = text.split(" (os error").next().unwrap_or_default();
            (ExceptionKind::Unreadable, text.to_owned())
        }
    };
    let finding = PyFinding {
        path: Some(path.to_string_lossy().into_owned()),
        ..PyFinding::new("unreadable", message)
    };
    error(py, kind, &finding)
}

/// The results of a scan, in order. Threads read ahead, but not far.
pub struct Stream<T> {
    batch: vec::IntoIter<Found<T>>,
    batches: Background<Vec<Found<T>>>,
    ended: bool,
    source: GameSource,
    /// The process that has the threads.
    process: u32,
    faults: Vec<PyFinding>,
}

/// A result, or a finding about a file.
type Found<T> = Result<T, Box<PyFinding>>;

impl<T: Send + 'static> Stream<T> {
    /// Starts a scan. `game` makes a result of each matching game, which is judged.
    pub fn start(
        source: GameSource,
        game: impl Fn(&mut GameReader, &GameText<'_>) -> T + Send + Sync + 'static,
    ) -> PyResult<Stream<T>> {
        let scanned = source.clone();
        let batches = Background::start(move |give| {
            let outcome = scan(
                &scanned.inputs,
                &scanned.options,
                &Progress::new(),
                || GameReader::new(scanned.rules),
                Vec::new,
                |reader, batch: &mut Vec<Found<T>>, item| match item {
                    Item::Game(text) => {
                        if scanned.shard.has(&text)
                            && reader.read_and_filter(&text, scanned.filter.as_ref())
                        {
                            reader.judge();
                            batch.push(Ok(game(reader, &text)));
                        }
                    }
                    Item::Fault { source, diagnostic } => {
                        batch.push(Err(Box::new(PyFinding::of_file(source, &diagnostic))));
                    }
                    Item::Rejected { .. } | Item::Skipped { .. } => {}
                },
                give,
            );
            if let Err(problem) = outcome {
                let finding = PyFinding::new("unreadable", problem.to_string());
                let _ = give(vec![Err(Box::new(finding))]);
            }
        })?;
        Ok(Stream {
            batch: Vec::new().into_iter(),
            batches,
            ended: false,
            source,
            process: process::id(),
            faults: Vec::new(),
        })
    }

    /// The next result. A file that cannot be read is added to the faults, and raises an exception if the source says
    /// so. The next calls return the results after it. Other threads of Python run while this thread waits.
    ///
    /// # Errors
    /// A file cannot be read, or a signal, such as the signal of Ctrl-C, stops the scan.
    pub fn next(&mut self, py: Python<'_>) -> PyResult<Option<T>> {
        loop {
            match self.next_or_fault(py)? {
                None => return Ok(None),
                Some(Ok(one)) => return Ok(Some(one)),
                Some(Err(fault)) => {
                    let raised = self
                        .source
                        .raises
                        .then(|| error(py, ExceptionKind::Unreadable, &fault));
                    self.faults.push(*fault);
                    if let Some(raised) = raised {
                        return Err(raised);
                    }
                }
            }
        }
    }

    /// The next result or fault.
    ///
    /// # Errors
    /// A signal stops the scan.
    pub fn next_or_fault(&mut self, py: Python<'_>) -> PyResult<Option<Found<T>>> {
        loop {
            if let Some(one) = self.batch.next() {
                return Ok(Some(one));
            }
            if self.ended {
                return Ok(None);
            }
            if self.process != process::id() {
                return Err(PyRuntimeError::new_err(
                    "the games were opened before this process was forked; open them again",
                ));
            }
            let taken = py.detach(|| self.batches.poll(WAIT));
            if let Err(signal) = py.check_signals() {
                self.stop();
                return Err(signal);
            }
            match taken {
                Poll::Ready(Some(batch)) => self.batch = batch.into_iter(),
                Poll::Ready(None) => {
                    self.ended = true;
                    self.source.warn(py)?;
                }
                Poll::Pending => {}
            }
            // A function such as list() runs no Python code that would notice the signal.
            if let Err(signal) = py.check_signals() {
                self.stop();
                return Err(signal);
            }
        }
    }

    /// The games that are read.
    pub fn source(&self) -> &GameSource {
        &self.source
    }

    /// The faults so far that `next` noted.
    pub fn faults(&self) -> Vec<PyFinding> {
        self.faults.clone()
    }

    /// Stops the scan. There are no more results.
    pub fn stop(&mut self) {
        self.batch = Vec::new().into_iter();
        self.batches.stop();
        self.ended = true;
    }
}
