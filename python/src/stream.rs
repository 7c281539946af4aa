//! A scan in the background, whose results Python takes one by one.

use std::ffi::{CString, OsString};
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{fs, vec};

use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;

use skep_analysis::Facts;
use skep_analysis::select::{Filter, Truth};
use skep_collection::{GameText, Input, Item, Options, Progress, scan};
use skep_records::{Judge, JudgeOptions, Record, Verdict};

use crate::errors::{Kind, error};
use crate::finding::Finding;
use crate::position::rules_of;

/// Which games are read, and how.
#[derive(Clone)]
pub struct Source {
    pub inputs: Vec<Input>,
    pub options: Options,
    pub rules: JudgeOptions,
    pub filter: Option<Filter>,
}

/// What a function of Python says about the games to read.
pub struct Choice<'a, 'py> {
    pub paths: &'a Bound<'py, PyAny>,
    pub filter: Option<&'a str>,
    pub rules: &'a str,
    pub threads: usize,
}

impl Source {
    /// The games of paths.
    ///
    /// # Errors
    /// A path does not exist, or an argument is invalid.
    pub fn new(py: Python<'_>, choice: &Choice<'_, '_>) -> PyResult<Source> {
        let inputs = inputs_of(choice.paths)?;
        Source::of_inputs(py, inputs, choice)
    }

    /// The games of these inputs.
    pub fn of_inputs(
        py: Python<'_>,
        inputs: Vec<Input>,
        choice: &Choice<'_, '_>,
    ) -> PyResult<Source> {
        let filter = choice
            .filter
            .map(|text| parse_filter(py, text))
            .transpose()?;
        Ok(Source {
            inputs,
            options: Options {
                threads: choice.threads,
                ..Options::default()
            },
            rules: rules_of(choice.rules)?,
            filter,
        })
    }

    /// Warns of likely mistakes in the filter, after the last game.
    pub fn warn(&self, py: Python<'_>) -> PyResult<()> {
        for warning in self.filter.iter().flat_map(Filter::warnings) {
            warn(py, warning)?;
        }
        Ok(())
    }
}

/// Gives a warning of Python.
pub fn warn(py: Python<'_>, text: impl Into<Vec<u8>>) -> PyResult<()> {
    let text = CString::new(text).map_err(|_| PyValueError::new_err("NUL in a warning"))?;
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)
}

fn parse_filter(py: Python<'_>, text: &str) -> PyResult<Filter> {
    Filter::parse(text).map_err(|invalid| {
        let column = text[..invalid.span.start].chars().count() as u64 + 1;
        let finding = Finding {
            line: Some(1),
            column: Some(column),
            help: invalid.help,
            ..Finding::new("invalid-filter", invalid.message)
        };
        error(py, Kind::InvalidFilter, &finding)
    })
}

/// A path, or several.
fn inputs_of(paths: &Bound<'_, PyAny>) -> PyResult<Vec<Input>> {
    let paths: Vec<PathBuf> = match paths.extract::<PathBuf>() {
        Ok(path) => vec![path],
        Err(_) => paths
            .try_iter()?
            .map(|path| path?.extract())
            .collect::<PyResult<_>>()?,
    };
    let input = |path: PathBuf| {
        let input = Input::from(OsString::from(&path));
        if matches!(input, Input::Path(_)) {
            fs::metadata(&path).map_err(|error| missing(&path, error))?;
        }
        Ok(input)
    };
    paths.into_iter().map(input).collect()
}

/// The exception of Python for a path that cannot be read, with its number and its path.
fn missing(path: &std::path::Path, error: std::io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let reason = error.to_string();
            let reason = reason
                .split(" (os error")
                .next()
                .unwrap_or_default()
                .to_owned();
            pyo3::exceptions::PyOSError::new_err((number, reason, path.to_owned()))
        }
        None => error.into(),
    }
}

/// Reads and judges games one by one.
pub struct Reader {
    judge: Judge,
    pub rules: JudgeOptions,
    pub record: Record,
    pub verdict: Verdict,
}

impl Reader {
    /// A reader that judges by these rules.
    pub fn new(rules: JudgeOptions) -> Reader {
        Reader {
            judge: Judge::new(rules),
            rules,
            record: Record::default(),
            verdict: Verdict::default(),
        }
    }

    /// Reads and judges a game. Returns false if the filter does not match it.
    pub fn read(&mut self, game: &GameText<'_>, filter: Option<&Filter>) -> bool {
        skep_records::read(game.format, game.text, &mut self.record);
        let findings = game.findings.iter().cloned();
        self.record.diagnostics.splice(0..0, findings);
        let test = filter.map(|filter| filter.test(&Facts::of_record(&self.record), game.source));
        if matches!(test, Some(Truth::False | Truth::Unknown)) {
            return false;
        }
        self.judge.judge(&self.record, &mut self.verdict);
        filter.is_none_or(|filter| {
            test == Some(Truth::True)
                || filter.test(&Facts::new(&self.record, &self.verdict), game.source) == Truth::True
        })
    }
}

/// The results of a scan, in order. Threads read ahead, but not far.
pub struct Stream<T> {
    batch: vec::IntoIter<T>,
    batches: Option<Mutex<Receiver<Vec<T>>>>,
    thread: Option<JoinHandle<()>>,
    source: Source,
}

/// Batches that wait for the caller.
const WAITING: usize = 2;

impl<T: Send + 'static> Stream<T> {
    /// Starts a scan. `game` makes a result of each matching game, and `fault` of each file that cannot be read.
    pub fn start(
        source: Source,
        game: impl Fn(&mut Reader, &GameText<'_>) -> T + Send + Sync + 'static,
        fault: impl Fn(Finding) -> Option<T> + Send + Sync + 'static,
    ) -> PyResult<Stream<T>> {
        let (sender, batches) = sync_channel::<Vec<T>>(WAITING);
        let scanned = source.clone();
        let run = move || {
            let Source {
                inputs,
                options,
                rules,
                filter,
            } = scanned;
            let outcome = scan(
                &inputs,
                &options,
                &Progress::new(),
                || Reader::new(rules),
                Vec::new,
                |reader, batch: &mut Vec<T>, item| match item {
                    Item::Game(text) if reader.read(&text, filter.as_ref()) => {
                        batch.push(game(reader, &text))
                    }
                    Item::Fault { source, diagnostic } => {
                        batch.extend(fault(Finding::of_file(source, &diagnostic)))
                    }
                    Item::Game(_) | Item::Rejected { .. } | Item::Skipped { .. } => {}
                },
                |batch| match sender.send(batch) {
                    Ok(()) => ControlFlow::Continue(()),
                    // Nobody takes the results any more.
                    Err(_) => ControlFlow::Break(()),
                },
            );
            if let Err(problem) = outcome {
                let finding = Finding::new("unreadable", problem.to_string());
                let _ = sender.send(fault(finding).into_iter().collect());
            }
        };
        let thread = thread::Builder::new().spawn(run)?;
        Ok(Stream {
            batch: Vec::new().into_iter(),
            batches: Some(Mutex::new(batches)),
            thread: Some(thread),
            source,
        })
    }

    /// The next result. Other threads of Python run while this one waits.
    ///
    /// # Errors
    /// A signal, such as that of Ctrl-C, stops the scan.
    pub fn next(&mut self, py: Python<'_>) -> PyResult<Option<T>> {
        loop {
            if let Some(one) = self.batch.next() {
                return Ok(Some(one));
            }
            let Some(batches) = &self.batches else {
                return Ok(None);
            };
            let taken = py.detach(|| {
                let batches = batches.lock().unwrap_or_else(PoisonError::into_inner);
                batches.recv_timeout(Duration::from_millis(50))
            });
            match taken {
                Ok(batch) => self.batch = batch.into_iter(),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.batches = None;
                    if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
                        resume_unwind(panic);
                    }
                    self.source.warn(py)?;
                }
            }
            // A function such as list() runs no code of Python that would notice the signal.
            if let Err(signal) = py.check_signals() {
                self.stop();
                return Err(signal);
            }
        }
    }

    /// Stops the scan. There are no more results.
    pub fn stop(&mut self) {
        self.batch = Vec::new().into_iter();
        self.batches = None;
    }
}
