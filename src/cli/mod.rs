//! The command line: arguments, commands, output, exit codes. The only layer that prints.

use std::process::ExitCode;

/// Runs the program.
pub fn main() -> ExitCode {
    ExitCode::SUCCESS
}
