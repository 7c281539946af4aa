//! Tables as Arrow streams: the class `Table`.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::task::Poll;
use std::thread::{self, ThreadId};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyModule};

use skep_analysis::filter::{Attribute, UnknownField};
use skep_analysis::openings::{ListedPart, MOST_DEPTH, MoveOrder, OpeningNames};
use skep_rules::UnknownName;
use skep_rules::game::Side;
use skep_tables::{Faults, ReadOptions, TableColumns, TableReader};

use crate::arguments::optional_texts;
use crate::counted;
use crate::errors::{ExceptionKind, error};
use crate::finding::PyFinding;
use crate::numbers::{number, optional};
use crate::signals::WAIT;
use crate::stream::GameSource;
use skep_rules::counted;

/// A table for Arrow libraries: an object with the Arrow PyCapsule interface.
///
/// Each time a library reads the table, the games are read again. The tables of counts are counted once.
///
/// A file that cannot be read, or holds no game, raises `Unreadable`. If the library already has rows of other files,
/// it raises its own exception with the same message, and `faults` has the finding. With ``errors="ignore"``, the table
/// has the rows of the other files.
///
/// >>> import pathlib, skep, tempfile
/// >>> folder = tempfile.TemporaryDirectory()
/// >>> path = pathlib.Path(folder.name, "games.uhp")
/// >>> _ = path.write_text("Base;wS1;bS1 wS1-\n")
/// >>> table = skep.tables.plies(path, columns=["ply", "side"])
/// >>> import pyarrow
/// >>> pyarrow.table(table).num_rows
/// 2
/// >>> folder.cleanup()
#[pyclass(name = "Table", frozen, module = "skep.types")]
pub struct PyTable {
    content: TableContent,
    schema: SchemaRef,
}

enum TableContent {
    /// A row for each game, ply, and so on.
    OfGames {
        source: Box<GameSource>,
        columns: TableColumns,
        faults: Mutex<Faults>,
    },
    /// Counts.
    Counted {
        batch: RecordBatch,
        faults: Vec<PyFinding>,
    },
}

impl PyTable {
    /// A table of counts.
    pub fn counted((batch, faults): (RecordBatch, Vec<PyFinding>)) -> PyTable {
        PyTable {
            schema: batch.schema(),
            content: TableContent::Counted { batch, faults },
        }
    }
}

/// The exception for a failure of Arrow.
pub fn failed(error: &ArrowError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

#[pymethods]
impl PyTable {
    /// The names of the columns.
    ///
    /// >>> import skep
    /// >>> skep.tables.openings([]).columns[:3]
    /// ['row', 'variant', 'side']
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.schema
            .fields()
            .iter()
            .map(|field| field.name().clone())
            .collect()
    }

    /// The findings about files that could not be read, or hold no game. They are complete after the table was read.
    ///
    /// >>> import skep
    /// >>> skep.tables.games([]).faults
    /// []
    #[getter]
    fn faults(&self) -> Vec<PyFinding> {
        match &self.content {
            TableContent::Counted { faults, .. } => faults.clone(),
            TableContent::OfGames { faults, .. } => {
                let faults = faults.lock().unwrap_or_else(PoisonError::into_inner);
                faults.all().iter().map(finding).collect()
            }
        }
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema =
            FFI_ArrowSchema::try_from(self.schema.as_ref()).map_err(|error| failed(&error))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Consumers cast to the schema that they want.
        drop(requested_schema);
        let reader: Box<dyn RecordBatchReader + Send> = match &self.content {
            TableContent::Counted { batch, .. } => Box::new(RecordBatchIterator::new(
                [Ok(batch.clone())],
                self.schema.clone(),
            )),
            TableContent::OfGames {
                source,
                columns,
                faults,
            } => {
                let GameSource {
                    inputs,
                    options,
                    rules,
                    filter,
                    raises,
                    ..
                } = source.as_ref().clone();
                let options = ReadOptions {
                    columns: columns.clone(),
                    scan: options,
                    rules,
                    filter,
                    names: OpeningNames::known(),
                };
                let reader = TableReader::new(inputs, options).map_err(|error| failed(&error))?;
                *faults.lock().unwrap_or_else(PoisonError::into_inner) = reader.faults();
                let mut rows = TableStream {
                    schema: self.schema.clone(),
                    reader: Some(reader),
                    raises,
                    first: None,
                    thread: thread::current().id(),
                };
                rows.read_first(py)?;
                Box::new(rows)
            }
        };
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(reader), c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        let columns = self.columns();
        let shown: Vec<&str> = columns.iter().take(8).map(String::as_str).collect();
        let more = if columns.len() > shown.len() {
            ", …"
        } else {
            ""
        };
        let count = counted(columns.len() as u64, "column", "columns");
        format!("<Table of {count}: {}{more}>", shown.join(", "))
    }
}

fn finding(fault: &skep_tables::ReadFault) -> PyFinding {
    PyFinding::of_file(&fault.source, &fault.diagnostic)
}

/// The rows of a table. A signal, such as the signal of Ctrl-C, stops the reading. A file that cannot be read stops it
/// too, if such a file is an exception.
struct TableStream {
    schema: SchemaRef,
    /// `None` after the end.
    reader: Option<TableReader>,
    raises: bool,
    /// What `read_first` read.
    first: Option<Option<Result<RecordBatch, ArrowError>>>,
    /// The thread of Python that asked for the table. Others may wait for it while they hold the interpreter.
    thread: ThreadId,
}

impl TableStream {
    /// Reads the first rows. The caller gets an exception from here unchanged; later, the library that takes the table
    /// raises its own.
    fn read_first(&mut self, py: Python<'_>) -> PyResult<()> {
        let first = self.wait(py)?;
        if let Some(fault) = self.fault() {
            return Err(error(py, ExceptionKind::Unreadable, &fault));
        }
        self.first = Some(first);
        Ok(())
    }

    /// The next rows. Other threads of Python run in the meantime.
    fn wait(&mut self, py: Python<'_>) -> PyResult<Option<Result<RecordBatch, ArrowError>>> {
        while let Some(reader) = &mut self.reader {
            let read = py.detach(|| reader.poll(WAIT));
            if let Err(signal) = py.check_signals() {
                self.reader = None;
                return Err(signal);
            }
            if let Poll::Ready(rows) = read {
                return Ok(rows);
            }
        }
        Ok(None)
    }

    /// The first file that cannot be read, if such a file is an exception.
    fn fault(&self) -> Option<PyFinding> {
        let reader = self.reader.as_ref().filter(|_| self.raises)?;
        reader.faults().all().first().map(finding)
    }
}

impl Iterator for TableStream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = if let Some(first) = self.first.take() {
            first
        } else if thread::current().id() == self.thread {
            Python::attach(|py| {
                self.wait(py).unwrap_or_else(|_| {
                    raise_again(py);
                    Some(Err(ArrowError::ComputeError("interrupted".to_owned())))
                })
            })
        } else {
            self.reader.as_mut()?.next()
        };
        if let Some(fault) = self.fault() {
            self.reader = None;
            return Some(Err(unreadable(&fault)));
        }
        next
    }
}

/// Raises a signal again when Python goes on.
fn raise_again(py: Python<'_>) {
    // If it fails, the error of the table remains.
    let _ =
        PyModule::import(py, "_thread").and_then(|module| module.call_method0("interrupt_main"));
}

/// The error of a table for a file that cannot be read.
fn unreadable(fault: &PyFinding) -> ArrowError {
    let source = skep_records::Source {
        path: fault.path.as_deref().unwrap_or_default().into(),
        entry: fault.entry.as_deref().map(Into::into),
    };
    let message = format!(
        "{source}: {}; errors=\"ignore\" reads the other files",
        fault.message
    );
    ArrowError::IoError(message.clone(), io::Error::other(message))
}

impl RecordBatchReader for TableStream {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// A table with rows for games.
#[pyfunction]
#[pyo3(signature = (name, paths, *, columns, r#where, errors, rules, threads, tactics = None))]
#[expect(
    clippy::too_many_arguments,
    reason = "the arguments of a function of Python, all named"
)]
pub fn table(
    py: Python<'_>,
    name: &str,
    paths: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = optional_texts)] columns: Option<Vec<String>>,
    r#where: Option<&str>,
    errors: &str,
    rules: &str,
    #[pyo3(from_py_with = number)] threads: usize,
    #[pyo3(from_py_with = optional)] tactics: Option<u32>,
) -> PyResult<PyTable> {
    let source = Box::new(GameSource::new(py, paths, r#where, errors, rules, threads)?);
    let invalid = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let table: skep_tables::ArrowTable =
        name.parse().map_err(|error: UnknownName| invalid(&error))?;
    let columns = match columns {
        None => TableColumns::of(table),
        Some(names) if names == ["all"] => TableColumns::all(table),
        Some(names) => TableColumns::named(table, &names).map_err(|error| invalid(&error))?,
    };
    let columns = match tactics {
        Some(turns @ 1..=3) => columns.with_tactics(turns),
        Some(_) => {
            return Err(PyValueError::new_err(
                "tactics must be a number of turns from 1 to 3",
            ));
        }
        None => columns,
    };
    Ok(PyTable {
        schema: table.schema(&columns),
        content: TableContent::OfGames {
            source,
            columns,
            faults: Mutex::default(),
        },
    })
}

/// The table of openings.
#[pyfunction]
#[pyo3(signature = (paths, *, depth, min_games, top, r#where, errors, rules, threads))]
#[expect(
    clippy::too_many_arguments,
    reason = "the arguments of a function of Python, all named"
)]
pub fn openings_table(
    py: Python<'_>,
    paths: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = number)] depth: u32,
    #[pyo3(from_py_with = number)] min_games: u64,
    #[pyo3(from_py_with = optional)] top: Option<usize>,
    r#where: Option<&str>,
    errors: &str,
    rules: &str,
    #[pyo3(from_py_with = number)] threads: usize,
) -> PyResult<PyTable> {
    let source = GameSource::new(py, paths, r#where, errors, rules, threads)?;
    counted::openings(py, &source, shown(depth, min_games, top)?).map(PyTable::counted)
}

/// The part of a tree of openings that a table shows.
pub fn shown(depth: u32, min_games: u64, top: Option<usize>) -> PyResult<ListedPart> {
    if depth > MOST_DEPTH {
        let message = format!("depth must be a number of moves from 0 to {MOST_DEPTH}");
        return Err(PyValueError::new_err(message));
    }
    Ok(ListedPart {
        depth,
        min_games,
        top: top.unwrap_or(usize::MAX),
        order: MoveOrder::Games,
        side: Side::White,
    })
}

/// The table of results in groups.
#[pyfunction]
#[pyo3(signature = (paths, *, by, r#where, errors, rules, threads))]
pub fn stats_table(
    py: Python<'_>,
    paths: &Bound<'_, PyAny>,
    by: Vec<String>,
    r#where: Option<&str>,
    errors: &str,
    rules: &str,
    #[pyo3(from_py_with = number)] threads: usize,
) -> PyResult<PyTable> {
    let source = GameSource::new(py, paths, r#where, errors, rules, threads)?;
    counted::stats(py, &source, &attributes(&by)?).map(PyTable::counted)
}

/// The fields and tags by which a table of results groups games.
pub fn attributes(by: &[String]) -> PyResult<Vec<Attribute>> {
    let by: Vec<Attribute> = by
        .iter()
        .map(|name| name.parse())
        .collect::<Result<_, UnknownField>>()
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    if let Some(by) = by.iter().find(|by| !by.is_single()) {
        let message = format!("by={by}: a game can have several values");
        return Err(PyValueError::new_err(message));
    }
    Ok(by)
}

/// The table of players.
#[pyfunction]
#[pyo3(signature = (paths, *, min_games, r#where, errors, rules, threads))]
pub fn players_table(
    py: Python<'_>,
    paths: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = number)] min_games: u64,
    r#where: Option<&str>,
    errors: &str,
    rules: &str,
    #[pyo3(from_py_with = number)] threads: usize,
) -> PyResult<PyTable> {
    let source = GameSource::new(py, paths, r#where, errors, rules, threads)?;
    counted::players(py, &source, min_games).map(PyTable::counted)
}
