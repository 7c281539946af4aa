//! The program `skep`, which the package installs as a command.

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic;

use pyo3::prelude::*;
use skep_engine::Program;

/// The exit code of a Rust program after a panic.
const PANICKED: u8 = 101;

/// Runs the program with these arguments and returns its exit code. The first argument is the name of the program.
/// `start` is the command with which the program starts itself again.
#[pyfunction]
pub fn run_program(py: Python<'_>, start: Vec<OsString>, arguments: Vec<OsString>) -> u8 {
    if let Some((program, its)) = start.split_first() {
        skep::start_with(Program::new(program).with(its));
    }
    py.detach(|| {
        // A panic has printed its message. As an exception, it would end Python with 1, the code for invalid games.
        let code = panic::catch_unwind(|| skep::run(arguments)).unwrap_or(PANICKED);
        // A Rust program does this when it ends.
        let _ = io::stdout().flush();
        code
    })
}
