//! The command line: arguments that several commands share, help, manual pages, tips and exit codes.

pub mod args;
pub mod arguments;
pub mod count_args;
pub mod exit;
pub mod game_text;
pub mod manual;
pub mod suggest;
pub mod usage;

use std::fmt::Display;

/// The message about something that needs a feature which this build lacks.
pub fn not_built(what: impl Display) -> String {
    format!(
        "{what} is not in this build of skep; use a release, or build skep with --features full"
    )
}
