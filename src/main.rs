//! The `skep` program: parses its arguments, runs, and exits with a code.

use std::process::ExitCode;

fn main() -> ExitCode {
    skep::cli::main()
}
