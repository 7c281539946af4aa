//! Parts of files, and counts of their games, for Apache Spark.

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::builder::{BinaryBuilder, StringBuilder, UInt64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::{Deserialize, Serialize};

use skep_analysis::filter::Attribute;
use skep_analysis::openings::Trees;
use skep_analysis::players::Pairs;
use skep_analysis::stats::Stats;
use skep_analysis::{Sameness, Score, Tally};
use skep_collection::{
    Input, OpenOptions, PartContent, PartRange, Progress, cut, listed_files, scan,
};
use skep_index::Index;
use skep_records::Source;
use skep_records::record::Format;

use crate::count::count;
use crate::counted;
use crate::numbers::{number, optional};
use crate::stream::{GameSource, Stream};
use crate::tables::{PyTable, attributes, failed, shown};

/// A file, or a part of a file with whole games, that one of several machines reads. Functions take it in place of a
/// path.
#[pyclass(name = "Part", frozen, module = "skep._skep")]
#[derive(Clone)]
pub struct PyPart {
    name: String,
    named: bool,
    /// Where the bytes are, if they are in a file of this machine.
    path: Option<PathBuf>,
    /// The bytes of the part, if they are in memory.
    bytes: Option<Arc<[u8]>>,
    range: Option<PartRange>,
}

/// The start, the end, the notation, what comes before the part (games, lines, column, header), and whether it is the
/// last.
type Range = (u64, u64, String, (u64, u64, u64, Option<String>), bool);

#[pymethods]
impl PyPart {
    #[new]
    fn new(
        name: String,
        named: bool,
        path: Option<PathBuf>,
        range: Option<Range>,
    ) -> PyResult<PyPart> {
        let range = range.map(|(start, end, format, before, is_last)| {
            let format: Format = format.parse().map_err(|error| {
                PyValueError::new_err(format!("the notation of the part is invalid: {error}"))
            })?;
            let (games, lines, column, header) = before;
            Ok::<_, PyErr>(PartRange {
                start,
                end,
                format,
                games,
                lines,
                column,
                header: header.map(Into::into),
                is_last,
            })
        });
        Ok(PyPart {
            name,
            named,
            path,
            bytes: None,
            range: range.transpose()?,
        })
    }

    /// The files at or in a local path, as a scan of the path reads them, each with its size in bytes. ``name`` is the
    /// path as the caller named it, which reports have.
    #[staticmethod]
    fn files(py: Python<'_>, name: PathBuf, path: PathBuf) -> Vec<(PyPart, u64)> {
        let folders = Index::left_out(|_| ());
        let named = Index::is_at(&path) || !path.is_dir();
        let files = if named {
            let size = path.metadata().map_or(0, |about| about.len());
            vec![(path.clone(), size)]
        } else {
            py.detach(|| listed_files(&path, &folders))
        };
        let part = |(file, size): (PathBuf, u64)| {
            let within = file.strip_prefix(&path).unwrap_or(&file);
            let full = if within.as_os_str().is_empty() {
                name.clone()
            } else {
                name.join(within)
            };
            let part = PyPart {
                name: Source::file(&full).path.to_string(),
                named,
                path: Some(file),
                bytes: None,
                range: None,
            };
            (part, size)
        };
        files.into_iter().map(part).collect()
    }

    fn __getnewargs__(&self) -> (String, bool, Option<PathBuf>, Option<Range>) {
        let range = self.range.as_ref().map(|range| {
            let header = range.header.as_deref().map(str::to_owned);
            let before = (range.games, range.lines, range.column, header);
            let format = range.format.as_str().to_owned();
            (range.start, range.end, format, before, range.is_last)
        });
        (self.name.clone(), self.named, self.path.clone(), range)
    }

    /// The path or address of the file.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Whether the bytes are in a file of this machine.
    #[getter]
    fn is_local(&self) -> bool {
        self.path.is_some()
    }

    /// The offset of the first byte, and the offset after the last byte. ``None`` for a whole file.
    #[getter]
    fn range(&self) -> Option<(u64, u64)> {
        self.range.as_ref().map(|range| (range.start, range.end))
    }

    /// The same part with its bytes in memory.
    fn with_bytes(&self, bytes: &[u8]) -> PyPart {
        PyPart {
            bytes: Some(bytes.into()),
            ..self.clone()
        }
    }

    /// Cuts the whole file between games into parts of about ``bytes`` bytes. If it cannot be cut, the list has only
    /// the part itself. ``file`` is an open file to read if the part has no path.
    fn cut(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = number)] bytes: usize,
        file: Option<Py<PyAny>>,
    ) -> PyResult<Vec<PyPart>> {
        let options = OpenOptions::default();
        let ranges = py.detach(|| {
            let mut reader: Box<dyn Read> = match (&self.path, file) {
                (Some(path), _) => Box::new(File::open(path)?),
                (None, Some(file)) => Box::new(PythonFile(file)),
                (None, None) => return Err(io::Error::other("no file")),
            };
            cut(&mut reader, &options, bytes as u64)
        });
        let ranges = match ranges {
            Ok(ranges) => ranges,
            // A file that cannot be opened is reported when it is read.
            Err(_) if self.path.is_some() => None,
            Err(error) => return Err(PyOSError::new_err(error.to_string())),
        };
        let Some(ranges) = ranges else {
            return Ok(vec![self.clone()]);
        };
        let part = |range| PyPart {
            range: Some(range),
            ..self.clone()
        };
        Ok(ranges.into_iter().map(part).collect())
    }
}

impl PyPart {
    /// The input that reads the part.
    ///
    /// # Errors
    /// The part has neither a path nor bytes.
    pub fn input(&self) -> PyResult<Input> {
        let content = match (&self.bytes, &self.path) {
            (Some(bytes), _) => PartContent::Bytes(Arc::clone(bytes)),
            (None, Some(path)) => PartContent::File(path.clone()),
            (None, None) => {
                let message = format!("the bytes of {} were not read", self.name);
                return Err(PyValueError::new_err(message));
            }
        };
        Ok(Input::Part(skep_collection::Part {
            name: self.name.as_str().into(),
            named: self.named,
            content,
            range: self.range.clone(),
        }))
    }

    /// The path that the caller named, if it is not that of a file: an index, an entry of an archive or nothing.
    pub fn named_path(&self) -> Option<&PathBuf> {
        let is_whole = self.named && self.range.is_none() && self.bytes.is_none();
        self.path
            .as_ref()
            .filter(|path| is_whole && !path.is_file())
    }
}

/// An open file of Python.
struct PythonFile(Py<PyAny>);

impl Read for PythonFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let read = self.0.call_method1(py, "read", (buffer.len(),))?;
            let bytes = read.bind(py).cast::<PyBytes>().map_err(PyErr::from)?;
            let bytes = bytes.as_bytes();
            let room = buffer.get_mut(..bytes.len());
            let room = room.ok_or_else(|| PyOSError::new_err("more bytes than asked for"))?;
            room.copy_from_slice(bytes);
            Ok(bytes.len())
        })
        .map_err(|error: PyErr| io::Error::other(error.to_string()))
    }
}

/// The counts of some games. Counts of one table can be added up.
#[derive(Serialize, Deserialize)]
enum PartCounts {
    Stats(Stats),
    Players(Box<Pairs>),
    Openings(Trees),
}

impl PartCounts {
    fn of_bytes(bytes: &[u8]) -> PyResult<PartCounts> {
        postcard::from_bytes(bytes)
            .map_err(|_| PyValueError::new_err("counts of another version of skep"))
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes =
            postcard::to_stdvec(self).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn add(&mut self, other: PartCounts) -> PyResult<()> {
        match (self, other) {
            (PartCounts::Stats(sum), PartCounts::Stats(other)) => sum.merge(other),
            (PartCounts::Players(sum), PartCounts::Players(other)) => sum.merge(*other),
            (PartCounts::Openings(sum), PartCounts::Openings(other)) => sum.merge(other),
            _ => return Err(PyValueError::new_err("counts of different tables")),
        }
        Ok(())
    }
}

/// Counts games for a table: ``stats``, ``players`` or ``openings``. The positions of openings are divided into
/// ``ranges`` ranges of keys. The list has an item for each range that is not empty, with its number. Other counts are
/// one item.
#[pyfunction]
#[pyo3(signature = (table, paths, *, by, depth, ranges, r#where, errors, rules, threads))]
#[expect(
    clippy::too_many_arguments,
    reason = "the arguments of a function of Python, all named"
)]
pub fn count_games<'py>(
    py: Python<'py>,
    table: &str,
    paths: &Bound<'py, PyAny>,
    by: Vec<String>,
    #[pyo3(from_py_with = number)] depth: u32,
    #[pyo3(from_py_with = number)] ranges: usize,
    r#where: Option<&str>,
    errors: &str,
    rules: &str,
    #[pyo3(from_py_with = number)] threads: usize,
) -> PyResult<Vec<(usize, Bound<'py, PyBytes>)>> {
    let source = GameSource::new(py, paths, r#where, errors, rules, threads)?;
    let one = |counts: &PartCounts| Ok(vec![(0, counts.to_bytes(py)?)]);
    match table {
        "stats" => {
            let by: Vec<Attribute> = attributes(&by)?;
            one(&PartCounts::Stats(
                counted::count_stats(py, &source, &by)?.0,
            ))
        }
        "players" => {
            let pairs = counted::count_players(py, &source)?.0;
            one(&PartCounts::Players(Box::new(pairs)))
        }
        "openings" => {
            let trees = counted::count_openings(py, &source, depth)?.0;
            let parts = trees.split(ranges).into_iter().enumerate();
            parts
                .filter(|(range, part)| *range == 0 || !part.0.is_empty())
                .map(|(range, part)| Ok((range, PartCounts::Openings(part).to_bytes(py)?)))
                .collect()
        }
        other => Err(PyValueError::new_err(format!("no counts for {other}"))),
    }
}

/// The sum of counts of one table. Positions of openings that fewer than `min_games` games reached are left out.
#[pyfunction]
pub fn add_counts<'py>(
    py: Python<'py>,
    counts: Vec<Bound<'py, PyBytes>>,
    #[pyo3(from_py_with = number)] min_games: u64,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut counts = counts
        .iter()
        .map(|bytes| PartCounts::of_bytes(bytes.as_bytes()));
    let mut sum = counts
        .next()
        .ok_or_else(|| PyValueError::new_err("no counts"))??;
    for other in counts {
        sum.add(other?)?;
    }
    if let PartCounts::Openings(trees) = &mut sum {
        trees.prune(min_games);
    }
    sum.to_bytes(py)
}

/// The table of counts.
#[pyfunction]
#[pyo3(signature = (counts, *, by, depth, min_games, top))]
pub fn counts_table(
    py: Python<'_>,
    counts: &[u8],
    by: Vec<String>,
    #[pyo3(from_py_with = number)] depth: u32,
    #[pyo3(from_py_with = number)] min_games: u64,
    #[pyo3(from_py_with = optional)] top: Option<usize>,
) -> PyResult<PyTable> {
    let batch = match PartCounts::of_bytes(counts)? {
        PartCounts::Stats(stats) => counted::stats_rows(&stats, &attributes(&by)?)?,
        PartCounts::Players(pairs) => counted::players_rows(&pairs, min_games)?,
        PartCounts::Openings(trees) => {
            counted::openings_rows(py, &trees, shown(depth, min_games, top)?, 0)?
        }
    };
    Ok(PyTable::counted((batch, Vec::new())))
}

/// The number of games in paths. The games are read and checked only if there is a filter.
#[pyfunction]
#[pyo3(signature = (paths, *, r#where, rules))]
pub fn number_of_games(
    py: Python<'_>,
    paths: &Bound<'_, PyAny>,
    r#where: Option<&str>,
    rules: &str,
) -> PyResult<u64> {
    let source = GameSource::new(py, paths, r#where, "ignore", rules, 1)?;
    if source.filter.is_some() {
        let counted = count(
            py,
            &source,
            || (),
            |(), games: &mut Score, _, _| games.add(None),
        )?;
        return Ok(counted.0.games());
    }
    let (inputs, options) = (&source.inputs, &source.options);
    let found = py.detach(|| {
        let next = |()| ControlFlow::Continue(());
        let progress = Progress::new();
        scan(
            inputs,
            options,
            &progress,
            || (),
            || (),
            |(), (), _| (),
            next,
        )
    });
    let found = found.map_err(|error| PyOSError::new_err(error.to_string()))?;
    Ok(found.games)
}

/// The games of paths, in order: their sources, indexes and texts. With `key`, only a key for each game: games with
/// equal keys are duplicates.
#[pyfunction]
#[pyo3(signature = (paths, *, key, r#where, errors, rules))]
pub fn game_texts(
    py: Python<'_>,
    paths: &Bound<'_, PyAny>,
    key: Option<&str>,
    r#where: Option<&str>,
    errors: &str,
    rules: &str,
) -> PyResult<PyTable> {
    let sameness = key.map(str::parse::<Sameness>).transpose();
    let sameness = sameness.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let source = GameSource::new(py, paths, r#where, errors, rules, 1)?;
    let mut games = Stream::start(source, move |reader, text| match sameness {
        Some(sameness) => GameTextRow::Key(sameness.key(&reader.facts()).map(u128::to_le_bytes)),
        None => GameTextRow::Text(text.source.clone(), text.index, text.text.to_owned()),
    })?;
    let mut keys = BinaryBuilder::new();
    let (mut paths, mut entries) = (StringBuilder::new(), StringBuilder::new());
    let (mut indexes, mut texts) = (UInt64Builder::new(), StringBuilder::new());
    while let Some(row) = games.next(py)? {
        match row {
            GameTextRow::Key(key) => keys.append_option(key),
            GameTextRow::Text(source, index, text) => {
                paths.append_value(&source.path);
                entries.append_option(source.entry.as_deref());
                indexes.append_value(index);
                texts.append_value(text);
            }
        }
    }
    let columns: Vec<(&str, ArrayRef, bool)> = match sameness {
        Some(_) => vec![("key", Arc::new(keys.finish()), true)],
        None => vec![
            ("path", Arc::new(paths.finish()), false),
            ("entry", Arc::new(entries.finish()), true),
            ("index", Arc::new(indexes.finish()), false),
            ("text", Arc::new(texts.finish()), false),
        ],
    };
    let batch = RecordBatch::try_from_iter_with_nullable(columns);
    let batch = batch.map_err(|error| failed(&error))?;
    Ok(PyTable::counted((batch, Vec::new())))
}

/// A row of [`game_texts`].
enum GameTextRow {
    Key(Option<[u8; 16]>),
    Text(skep_records::Source, u64, String),
}
