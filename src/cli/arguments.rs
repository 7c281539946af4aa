//! The arguments of the program. In the Python package, these are not the arguments of the process.

use std::ffi::OsString;
use std::sync::OnceLock;

static ARGUMENTS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Sets the arguments. Later calls change nothing.
pub fn set(arguments: Vec<OsString>) {
    let _ = ARGUMENTS.set(arguments);
}

/// The arguments; the first is the name of the program.
pub fn all() -> impl Iterator<Item = &'static OsString> {
    ARGUMENTS.get().into_iter().flatten()
}
