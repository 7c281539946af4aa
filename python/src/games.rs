//! Games of files: the functions `open` and `read`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use skep_collection::{GameText, Input};

use crate::errors::{Kind, error};
use crate::finding::Finding;
use crate::game::{Game, Judged};
use crate::stream::{Choice, Reader, Source, Stream};

/// An iterator over the games of `open`, in order. The end of a ``with`` block stops the reading.
///
/// >>> import skep
/// >>> with skep.open([]) as games:
/// ...     len(list(games))
/// 0
#[pyclass(module = "skep")]
pub struct Games {
    stream: Stream<Result<Judged, Box<Finding>>>,
    raises: bool,
    faults: Vec<Finding>,
}

fn judged(reader: &mut Reader, text: &GameText<'_>) -> Judged {
    let (record, verdict) = (
        std::mem::take(&mut reader.record),
        std::mem::take(&mut reader.verdict),
    );
    Judged::new(text, reader.rules, record, verdict)
}

impl Games {
    fn start(source: Source, raises: bool) -> PyResult<Games> {
        let stream = Stream::start(
            source,
            |reader, text| Ok(judged(reader, text)),
            |fault| Some(Err(Box::new(fault))),
        )?;
        Ok(Games {
            stream,
            raises,
            faults: Vec::new(),
        })
    }
}

#[pymethods]
impl Games {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Game>> {
        while let Some(next) = self.stream.next(py)? {
            match next {
                Ok(game) => return Ok(Some(Game::new(game))),
                Err(fault) => {
                    let raised = self.raises.then(|| error(py, Kind::Unreadable, &fault));
                    self.faults.push(*fault);
                    if let Some(raised) = raised {
                        return Err(raised);
                    }
                }
            }
        }
        Ok(None)
    }

    /// The findings so far about files that cannot be read or hold no game.
    ///
    /// >>> import skep
    /// >>> skep.open([]).faults
    /// []
    #[getter]
    fn faults(&self) -> Vec<Finding> {
        self.faults.clone()
    }

    /// Stop reading.
    ///
    /// >>> import skep
    /// >>> games = skep.open([])
    /// >>> games.close()
    /// >>> list(games)
    /// []
    fn close(&mut self) {
        self.stream.stop();
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&mut self, _error: &Bound<'_, pyo3::types::PyTuple>) {
        self.close();
    }
}

/// Whether problems with files are raised.
pub fn raises(errors: &str) -> PyResult<bool> {
    match errors {
        "raise" => Ok(true),
        "ignore" => Ok(false),
        other => Err(PyValueError::new_err(format!(
            "unknown value `{other}` of errors: expected raise or ignore"
        ))),
    }
}

/// The games of files, folders and archives, one by one, in order.
///
/// Threads read ahead, and memory is bounded. ``where`` is an expression of ``skep help filters``. A file that cannot
/// be read raises `Unreadable`; after the exception, the iterator continues with the next game. With ``errors="ignore"``,
/// the file is only a finding in `Games.faults`.
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
    threads: usize,
) -> PyResult<Games> {
    let choice = Choice {
        paths,
        filter: r#where,
        rules,
        threads,
    };
    Games::start(Source::new(py, &choice)?, raises(errors)?)
}

/// The games of a text in any notation.
///
/// >>> import skep
/// >>> [game.plies for game in skep.read("Base;wS1;bS1 wS1-\nBase;wG1\n")]
/// [2, 1]
#[pyfunction]
#[pyo3(signature = (text, *, rules = "default"))]
pub fn read(py: Python<'_>, text: &Bound<'_, PyAny>, rules: &str) -> PyResult<Vec<Game>> {
    let input = Input::Text {
        name: "text".into(),
        text: text.extract::<String>()?.into(),
    };
    let choice = Choice {
        paths: text,
        filter: None,
        rules,
        threads: 1,
    };
    let mut games = Games::start(Source::of_inputs(py, vec![input], &choice)?, true)?;
    let mut all = Vec::new();
    while let Some(game) = games.__next__(py)? {
        all.push(game);
    }
    Ok(all)
}

/// What `check` counts of a game, or of a file without one: variant, plies, status, whether it is valid, findings.
type Checked = (Option<String>, u32, &'static str, bool, Vec<Finding>);

/// What `check` counts, in order.
#[pyclass(module = "skep")]
pub struct FindingScan(Stream<Checked>);

#[pymethods]
impl FindingScan {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Checked>> {
        self.0.next(py)
    }
}

/// What `check` counts of the games of files.
#[pyfunction]
#[pyo3(signature = (paths, *, r#where, rules, threads))]
pub fn scan_findings(
    py: Python<'_>,
    paths: &Bound<'_, PyAny>,
    r#where: Option<&str>,
    rules: &str,
    threads: usize,
) -> PyResult<FindingScan> {
    let choice = Choice {
        paths,
        filter: r#where,
        rules,
        threads,
    };
    let game = |reader: &mut Reader, text: &GameText<'_>| {
        let verdict = &reader.verdict;
        (
            Some(verdict.title().to_owned()),
            verdict.plies(),
            verdict.status.as_str(),
            verdict.status.is_sound(),
            Finding::all_of(text, &verdict.diagnostics),
        )
    };
    let fault = |finding: Finding| Some((None, 0, "syntax", false, vec![finding]));
    Ok(FindingScan(Stream::start(
        Source::new(py, &choice)?,
        game,
        fault,
    )?))
}
