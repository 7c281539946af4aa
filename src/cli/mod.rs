//! The command line: arguments that several commands share, help, manual pages, tips and exit codes.

pub mod args;
pub mod count_args;
pub mod exit;
pub mod game_text;
pub mod manual;
pub mod suggest;
pub mod usage;

use std::ffi::OsString;
use std::sync::OnceLock;

static ARGUMENTS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Sets the arguments of the program. Later calls change nothing.
pub fn set_arguments(arguments: Vec<OsString>) {
    let _ = ARGUMENTS.set(arguments);
}

/// The arguments of the program; the first is its name. In the Python package, these are not those of the process.
pub fn arguments() -> impl Iterator<Item = &'static OsString> {
    ARGUMENTS.get().into_iter().flatten()
}
