//! Games of files: the functions `open` and `read`.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use skep_analysis::{GameClaims, GameReader, Sameness};
use skep_records::GameText;

use crate::finding::PyFinding;
use crate::game::PyGame;
use crate::judged::JudgedRecord;
use crate::numbers::number;
use crate::stream::{GameSource, Stream};

/// An iterator over the games of `open`, in order. The end of a ``with`` block stops the reading.
///
/// Several threads of Python can take games of one iterator.
///
/// >>> import skep
/// >>> with skep.open([]) as games:
/// ...     len(list(games))
/// 0
#[pyclass(name = "Games", frozen, module = "skep.types")]
pub struct PyGames(Mutex<GamesReading>);

/// Games that are read.
struct GamesReading {
    stream: Stream<(JudgedRecord, Option<(u128, GameClaims)>)>,
    /// The games of each key so far, if duplicates are left out. Games that contradict each other are not the same.
    seen: HashMap<u128, Vec<GameClaims>>,
    duplicates: u64,
}

impl PyGames {
    /// Starts to read. With `sameness`, each game is given once.
    fn start(source: GameSource, sameness: Option<Sameness>) -> PyResult<PyGames> {
        let stream = Stream::start(source, move |reader, text| {
            let facts = reader.facts();
            let key = sameness.and_then(|sameness| {
                let key = sameness.key(&facts)?;
                Some((key, sameness.claims(&facts)))
            });
            let (record, verdict) = (
                std::mem::take(&mut reader.record),
                std::mem::take(&mut reader.verdict),
            );
            (
                JudgedRecord::new(text, reader.rules(), record, verdict),
                key,
            )
        })?;
        Ok(PyGames(Mutex::new(GamesReading {
            stream,
            seen: HashMap::new(),
            duplicates: 0,
        })))
    }

    fn reading(&self, py: Python<'_>) -> MutexGuard<'_, GamesReading> {
        let locked = self.0.lock_py_attached(py);
        locked.unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl PyGames {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyGame>> {
        let mut reading = self.reading(py);
        while let Some((game, key)) = reading.stream.next(py)? {
            let Some((key, claims)) = key else {
                return Ok(Some(PyGame::new(game)));
            };
            let known = reading.seen.entry(key).or_default();
            let Some(same) = known.iter_mut().find(|known| known.fit(claims)) else {
                known.push(claims);
                return Ok(Some(PyGame::new(game)));
            };
            *same = same.with(claims);
            reading.duplicates += 1;
        }
        Ok(None)
    }

    /// The number of duplicates so far that `dedup` left out.
    ///
    /// >>> import io, skep
    /// >>> games = skep.dedup(io.StringIO("Base;wS1\nBase;wS1\nBase;wG1\n"))
    /// >>> len(list(games)), games.duplicates
    /// (2, 1)
    #[getter]
    fn duplicates(&self, py: Python<'_>) -> u64 {
        self.reading(py).duplicates
    }

    /// The findings so far about files that cannot be read or hold no game.
    ///
    /// >>> import skep
    /// >>> skep.open([]).faults
    /// []
    #[getter]
    fn faults(&self, py: Python<'_>) -> Vec<PyFinding> {
        self.reading(py).stream.faults()
    }

    /// Stop reading.
    ///
    /// >>> import skep
    /// >>> games = skep.open([])
    /// >>> games.close()
    /// >>> list(games)
    /// []
    fn close(&self, py: Python<'_>) {
        self.reading(py).stream.stop();
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<Games of {}>", self.reading(py).stream.source().names())
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, pyo3::types::PyTuple>) {
        self.close(py);
    }
}

/// The games of files, folders, archives and indexes, one by one, in order. A path can also be an open file.
///
/// Threads read ahead, and memory is bounded. ``where`` is an expression of ``skep help filters``. A path that does not
/// exist raises `MissingPath`. A file that cannot be read, or holds no game, raises `Unreadable`; after the exception,
/// the iterator continues with the next game. With ``errors="ignore"``, both are only findings in `Games.faults`.
///
/// >>> import pathlib, skep, tempfile
/// >>> folder = tempfile.TemporaryDirectory()
/// >>> path = pathlib.Path(folder.name, "games.uhp")
/// >>> _ = path.write_text("Base;wS1;bS1 wS1-\n")
/// >>> for game in skep.open(path, where="variant = Base"):
/// ...     print(game.plies, game.status)
/// 2 ok
/// >>> folder.cleanup()
#[pyfunction]
#[pyo3(signature = (paths, *, r#where = None, errors = "raise", rules = "default", threads = 0))]
pub fn open(
    py: Python<'_>,
    paths: &Bound<'_, PyAny>,
    r#where: Option<&str>,
    errors: &str,
    rules: &str,
    #[pyo3(from_py_with = number)] threads: usize,
) -> PyResult<PyGames> {
    PyGames::start(
        GameSource::new(py, paths, r#where, errors, rules, threads)?,
        None,
    )
}

/// The games of files, each once: of games that are the same, the first. The other arguments are those of `open`.
///
/// ``key`` says when two games are the same, as in ``skep dedup``. ``moves``: the positions after each ply are the
/// same. ``players+moves``: the players are the same, too, and results and dates do not contradict each other.
/// ``canonical``: the positions are the same in some orientation of the board. Empty and invalid games are never the
/// same as another game. Memory holds about 50 bytes for each game.
///
/// >>> import io, skep
/// >>> [game.moves for game in skep.dedup(io.StringIO("Base;wS1\nBase;wS1\nBase;wG1\n"))]
/// [['wS1'], ['wG1']]
#[pyfunction]
#[pyo3(signature = (paths, *, key = "players+moves", r#where = None, errors = "raise", rules = "default", threads = 0))]
pub fn dedup(
    py: Python<'_>,
    paths: &Bound<'_, PyAny>,
    key: &str,
    r#where: Option<&str>,
    errors: &str,
    rules: &str,
    #[pyo3(from_py_with = number)] threads: usize,
) -> PyResult<PyGames> {
    let key: Sameness = key
        .parse()
        .map_err(|error| PyValueError::new_err(format!("{error}")))?;
    PyGames::start(
        GameSource::new(py, paths, r#where, errors, rules, threads)?,
        Some(key),
    )
}

/// The games of a text in any notation.
///
/// >>> import skep
/// >>> [game.plies for game in skep.read("Base;wS1;bS1 wS1-\nBase;wG1\n")]
/// [2, 1]
#[pyfunction]
#[pyo3(signature = (text, *, rules = "default"))]
pub fn read(py: Python<'_>, text: String, rules: &str) -> PyResult<Vec<PyGame>> {
    let games = PyGames::start(GameSource::of_text(text, rules)?, None)?;
    let mut all = Vec::new();
    while let Some(game) = games.__next__(py)? {
        all.push(game);
    }
    Ok(all)
}

/// What `check` counts of a game, or of a file without one: variant, plies, status, whether it is valid, findings.
type Checked = (Option<String>, u32, &'static str, bool, Vec<PyFinding>);

/// What `check` counts, in order.
#[pyclass(module = "skep._skep")]
pub struct FindingScan(Stream<Checked>);

#[pymethods]
impl FindingScan {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Checked>> {
        let next = self.0.next_or_fault(py)?;
        Ok(
            next.map(|found| {
                found.unwrap_or_else(|fault| (None, 0, "syntax", false, vec![*fault]))
            }),
        )
    }
}

/// What `check` counts of the games of files.
#[pyfunction]
#[pyo3(signature = (paths, *, r#where, errors, rules, threads))]
pub fn scan_findings(
    py: Python<'_>,
    paths: &Bound<'_, PyAny>,
    r#where: Option<&str>,
    errors: &str,
    rules: &str,
    #[pyo3(from_py_with = number)] threads: usize,
) -> PyResult<FindingScan> {
    let game = |reader: &mut GameReader, text: &GameText<'_>| {
        let verdict = &reader.verdict;
        (
            Some(verdict.title().to_owned()),
            verdict.plies(),
            verdict.status.as_str(),
            verdict.status.is_sound(),
            PyFinding::all_of(text, &verdict.diagnostics),
        )
    };
    let source = GameSource::new(py, paths, r#where, errors, rules, threads)?;
    Ok(FindingScan(Stream::start(source, game)?))
}
