//! Text to records and back: a reader and a writer for each notation, and the verdict on a record.
//!
//! A reader has the signature `read(text: &str, record: &mut Record)`: `text` is exactly one game, and `record` was
//! cleared. Nothing is lost: text that cannot be read becomes a diagnostic in the record, and the plies before it stay.

mod beside;
mod columns;
pub mod comment_commands;
mod detect;
mod engine_log;
pub mod find;
mod foulbrood;
mod game_string;
mod json;
mod judge;
mod members;
pub mod moves;
pub mod read;
mod schema;
mod sgf_marks;
pub mod split;
mod value;
mod verdict;
pub mod write;

pub use beside::{NAMES, NameMeaning};
pub use detect::detect;
pub use engine_log::evaluation as evaluation_of_engine;
pub use judge::{
    Era, InHive, Judge, JudgeOptions, NoGame, OpeningChoice, ParseJudgeOptionsError,
    RepetitionRule, Resignation, RuleOption, game_type_of,
};
pub use members::{Member, members, unread};
pub use verdict::{Status, Verdict};
pub use write::link::Site;
