//! Engines: programs of the Universal Hive Protocol, for `skep.engine`.

use std::ffi::OsString;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

use skep_engine::{Candidate, Engine, EngineError, EngineLimits, Killer, Program};
use skep_records::{Game, game::Hive};
use skep_tactics::SearchLimit;

use crate::board::{PlayBoard, PlayLine};
use crate::errors::{self, ExceptionKind};
use crate::finding::PyFinding;
use crate::numbers::optional;
use crate::playable::Table as _;
use crate::position::PyPosition;
use crate::signals::WAIT;

/// The exception for what went wrong with an engine.
fn engine_error(py: Python<'_>, error: &EngineError) -> PyErr {
    let make = || {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = CLASS.import(py, "skep.engine", "EngineError")?;
        let fields = PyDict::new(py);
        fields.set_item("code", error.failure.as_str())?;
        fields.set_item("rule", error.rule)?;
        class.call((error.message.as_str(),), Some(&fields))
    };
    match make() {
        Ok(instance) => PyErr::from_value(instance),
        Err(error) => error,
    }
}

/// A number of seconds as a time.
fn seconds(value: f64) -> PyResult<Duration> {
    skep_engine::seconds(value).map_err(PyValueError::new_err)
}

/// A copy of a position that engines can play, so that other threads can use the position meanwhile.
fn line_of(py: Python<'_>, position: &PyPosition) -> PyResult<Box<PlayLine<Hive>>> {
    match &position.board {
        PlayBoard::Hive(line) => Ok(line.clone()),
        _ => {
            let message = "engines play only plain Hive, without Venom and packs";
            let finding = PyFinding::new("unsupported-variant", message);
            Err(errors::error(py, ExceptionKind::UnsupportedGame, &finding))
        }
    }
}

/// A turn that an engine considers: the turn, its depth, its score, and the expected line of play.
type Considered = (String, Option<u32>, Option<f64>, Vec<String>);

fn considered(candidate: &Candidate) -> Considered {
    (
        candidate.turn.clone(),
        candidate.depth,
        candidate.score,
        candidate.line.clone(),
    )
}

/// An option of an engine: its name, type, value, default, and its values or limits.
type Listed = (String, String, String, String, Vec<String>);

/// The process of an engine. `skep.engine.Engine` has its documentation.
#[pyclass(frozen, module = "skep._skep")]
pub struct EngineProcess {
    /// `None` when it has quit.
    engine: Mutex<Option<Engine>>,
    killer: Killer,
    #[pyo3(get)]
    name: String,
    #[pyo3(get)]
    capabilities: Vec<String>,
}

/// Does work that waits for an engine in a thread. If a signal raises an exception, `end` ends the wait.
fn waiting<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, EngineError> + Send,
    end: impl Fn() + Send + Sync,
) -> PyResult<T> {
    let done = py.detach(|| {
        thread::scope(|scope| {
            let (send, done) = mpsc::channel();
            scope.spawn(move || {
                // The receiver waits until this thread has ended.
                let _ = send.send(work());
            });
            loop {
                match done.recv_timeout(WAIT) {
                    Ok(done) => return PyResult::Ok(done),
                    Err(RecvTimeoutError::Timeout) => {
                        Python::attach(|py| py.check_signals()).inspect_err(|_| end())?;
                    }
                    Err(RecvTimeoutError::Disconnected) => {
                        return Ok(Err(EngineError::not_started()));
                    }
                }
            }
        })
    })?;
    done.map_err(|error| engine_error(py, &error))
}

impl EngineProcess {
    fn lock(&self) -> PyResult<MutexGuard<'_, Option<Engine>>> {
        match self.engine.try_lock() {
            Ok(engine) => Ok(engine),
            Err(TryLockError::Poisoned(engine)) => Ok(engine.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "the engine is thinking in another thread",
            )),
        }
    }

    /// Asks the engine. Another thread that asks at the same time is refused. Ctrl-C kills the engine.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut Engine) -> Result<T, EngineError> + Send,
    ) -> PyResult<T> {
        drop(self.lock()?);
        let ask = || {
            let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
            match engine.as_mut() {
                Some(engine) => ask(engine),
                None => Err(EngineError::not_started()),
            }
        };
        waiting(py, ask, || self.killer.kill())
    }
}

#[pymethods]
impl EngineProcess {
    /// Starts a program.
    #[staticmethod]
    fn start(py: Python<'_>, command: Vec<OsString>, timeout: f64) -> PyResult<EngineProcess> {
        let mut words = command.into_iter();
        let path = words.next().filter(|path| !path.is_empty());
        let path = path.ok_or_else(|| PyValueError::new_err("expected a program"))?;
        let program = Program::new(path).with(words);
        let limit = seconds(timeout)?;
        let limits = EngineLimits {
            start: limit,
            answer: limit,
            ..EngineLimits::default()
        };
        let start = || {
            let mut engine = Engine::start(&program, limits)?;
            engine.report_scores()?;
            Ok(engine)
        };
        // A wait for a greeting has an end, and a call that is interrupted drops the engine.
        let engine = waiting(py, start, || ())?;
        Ok(EngineProcess {
            killer: engine.killer(),
            name: engine.name().to_owned(),
            capabilities: engine.capabilities().to_vec(),
            engine: Mutex::new(Some(engine)),
        })
    }

    /// A command line as words.
    #[staticmethod]
    fn split(line: &str) -> PyResult<Vec<OsString>> {
        let program = Program::parse(line);
        let program =
            program.ok_or_else(|| PyValueError::new_err("expected a program and its arguments"))?;
        let mut words = vec![program.path.into_os_string()];
        words.extend(program.arguments);
        Ok(words)
    }

    /// Whether the engine answers. While it thinks, it does.
    #[getter]
    fn is_alive(&self) -> bool {
        match self.engine.try_lock() {
            Ok(engine) => engine.as_ref().is_some_and(|engine| !engine.is_dead()),
            Err(_) => true,
        }
    }

    /// Sends a command.
    fn send(&self, py: Python<'_>, command: &str, timeout: f64) -> PyResult<Vec<String>> {
        if command.contains(['\n', '\r']) {
            return Err(PyValueError::new_err("a command is one line"));
        }
        let limit = seconds(timeout)?;
        self.ask(py, |engine| engine.ask(command, limit))
    }

    /// The options.
    fn options(&self, py: Python<'_>) -> PyResult<Vec<Listed>> {
        let options = self.ask(py, Engine::options)?;
        let fields = options.into_iter().map(|option| {
            let text = (option.name, option.kind, option.value, option.default);
            (text.0, text.1, text.2, text.3, option.values)
        });
        Ok(fields.collect())
    }

    /// Sets an option.
    fn set_option(&self, py: Python<'_>, name: &str, value: &str) -> PyResult<()> {
        self.ask(py, |engine| engine.set_option(name, value))
    }

    /// The legal turn that the engine would play, what it considers, and the time that it needs in seconds.
    fn choose(
        &self,
        py: Python<'_>,
        position: PyRef<'_, PyPosition>,
        #[pyo3(from_py_with = optional)] depth: Option<u32>,
        time: Option<f64>,
        #[pyo3(from_py_with = optional)] nodes: Option<u64>,
        timeout: f64,
    ) -> PyResult<(String, Vec<Considered>, f64)> {
        let line = line_of(py, &position)?;
        drop(position);
        let limit = match (depth, time, nodes) {
            (Some(plies @ 1..=255), None, None) => SearchLimit::Depth(plies),
            (Some(_), None, None) => {
                return Err(PyValueError::new_err("depth must be from 1 to 255"));
            }
            (None, Some(time), None) => SearchLimit::Time(seconds(time)?),
            (None, None, Some(nodes @ 1..)) => SearchLimit::Nodes(nodes),
            (None, None, Some(0)) => return Err(PyValueError::new_err("nodes must be 1 or more")),
            _ => {
                return Err(PyValueError::new_err(
                    "a limit has either a time, a depth or nodes",
                ));
            }
        };
        let allowed = seconds(timeout)?;
        if line.outcome().is_over() {
            return Err(PyValueError::new_err("the game is over"));
        }
        let game = Game::from(line.game().clone());
        let (mv, answer) = self.ask(py, |engine| {
            engine.new_game(&game)?;
            engine.choose(line.position(), limit, allowed)
        })?;
        let candidates = answer.candidates().into_iter().map(considered).collect();
        // The engine has the numbers of `skep-rules`, the position those that players gave.
        let turn = line.table().spell(mv).to_string();
        Ok((turn, candidates, answer.time.as_secs_f64()))
    }

    /// The turns that the engine finds legal, as it spells them.
    fn valid_moves(
        &self,
        py: Python<'_>,
        position: PyRef<'_, PyPosition>,
    ) -> PyResult<Vec<String>> {
        let game = Game::from(line_of(py, &position)?.game().clone());
        drop(position);
        self.ask(py, |engine| {
            engine.new_game(&game)?;
            engine.valid_moves()
        })
    }

    /// Asks the engine to end. It is killed if it does not, or if it is thinking.
    fn quit(&self, py: Python<'_>) {
        py.detach(|| {
            let Ok(mut engine) = self.engine.try_lock() else {
                return self.killer.kill();
            };
            if let Some(engine) = engine.take() {
                engine.quit();
            }
        });
    }

    /// Kills the engine, also while another thread waits for it.
    fn kill(&self, py: Python<'_>) {
        py.detach(|| self.killer.kill());
    }
}
