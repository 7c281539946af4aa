//! Signals, such as the signal of Ctrl-C, during long work.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// The time after which Python looks for signals.
pub const WAIT: Duration = Duration::from_millis(50);

/// Looks for signals from time to time, in work that does not hold the interpreter.
pub struct Watch {
    last: Instant,
}

impl Watch {
    /// A watch that starts now.
    pub fn new() -> Watch {
        Watch {
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
