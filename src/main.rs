//! Runs the program `skep`; see `lib.rs`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(skep::run(std::env::args_os()))
}
