//! Signals, such as the signal of Ctrl-C, during long work.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use skep_analysis::tactics::Stop;

/// The time after which Python looks for signals.
pub const WAIT: Duration = Duration::from_millis(50);

/// Looks for signals from time to time, in work that does not hold the interpreter.
pub struct SignalWatch {
    last: Instant,
}

impl SignalWatch {
    /// A watch that starts now.
    pub fn new() -> SignalWatch {
        SignalWatch {
            last: Instant::now(),
        }
    }

    /// Looks for signals if it is time.
    ///
    /// # Errors
    /// The handler of a signal raised an exception.
    pub fn check(&mut self) -> PyResult<()> {
        if self.last.elapsed() < WAIT {
            return Ok(());
        }
        self.last = Instant::now();
        Python::attach(|py| py.check_signals())
    }
}

/// Runs a search without the interpreter until it ends, its time is over or a signal stops it. `work` returns `None` if
/// it gives up; so does this function if the time is over.
///
/// # Errors
/// The handler of a signal raised an exception.
pub fn watched<T: Send>(
    py: Python<'_>,
    end: Option<Instant>,
    work: impl Fn(&Stop) -> Option<T> + Send + Sync,
) -> PyResult<Option<T>> {
    py.detach(|| {
        // Most searches are short, and this thread has the tables of the last one.
        let soon = Instant::now() + WAIT;
        let first = Stop::at(end.map_or(soon, |end| end.min(soon)));
        if let Some(done) = work(&first) {
            return Ok(Some(done));
        }
        if end.is_some_and(|end| Instant::now() >= end) {
            return Ok(None);
        }
        let flag = Arc::new(AtomicBool::new(false));
        let stop = Stop {
            time: end,
            flag: Some(Arc::clone(&flag)),
        };
        let (give, take) = mpsc::channel();
        thread::scope(|scope| {
            let (work, stop) = (&work, &stop);
            let thread = scope.spawn(move || {
                let _ = give.send(work(stop));
            });
            loop {
                match take.recv_timeout(WAIT) {
                    Ok(done) => return Ok(done),
                    Err(RecvTimeoutError::Timeout) => {
                        let signal = Python::attach(|py| py.check_signals());
                        if let Err(signal) = signal {
                            flag.store(true, Ordering::Relaxed);
                            return Err(signal);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => {
                        return match thread.join() {
                            Ok(()) => Err(PyRuntimeError::new_err("the search ended")),
                            Err(panic) => resume_unwind(panic),
                        };
                    }
                }
            }
        })
    })
}
