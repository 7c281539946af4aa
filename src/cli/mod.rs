//! The command line: arguments that several commands share, help, manual pages, tips and exit codes.

pub mod args;
pub mod arguments;
pub mod columns;
pub mod count_args;
pub mod effects;
pub mod exit;
pub mod findings;
pub mod game_text;
pub mod info;
pub mod manual;
pub mod markdown;
pub mod suggest;
pub mod usage;
