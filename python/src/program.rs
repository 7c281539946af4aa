//! The program `skep`, which the package installs as a command.

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic;

use pyo3::prelude::*;

/// The exit code of a Rust program after a panic.
const PANICKED: u8 = 101;

/// Runs the program with these arguments and returns its exit code. The first argument is the name of the program.
#[pyfunction]
pub fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| {
        // A panic has printed its message. As an exception, it would end Python with 1, the code for invalid games.
        let code = panic::catch_unwind(|| skep::run(arguments)).unwrap_or(PANICKED);
        // A Rust program does this when it ends.
        let _ = io::stdout().flush();
        code
    })
}
