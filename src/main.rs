//! Runs the program `skep`; see `lib.rs`.

use std::process::ExitCode;

fn main() -> ExitCode {
    skep::run()
}
