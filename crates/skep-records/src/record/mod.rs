//! What a record of any game holds, apart from the notation it was written in.

mod contents;
mod date;
mod format;
mod game_text;
mod marks;
mod names;
mod note;
mod ply;
mod source;
mod stated;
mod tags;
mod variation;

pub use contents::{PassPolicy, Record};
pub use date::{Date, ParseDateError};
pub(crate) use format::JsonDocument;
pub use format::{Format, GameKind};
pub use game_text::{GameText, OwnedGameText, games};
pub use marks::{
    BoardMark, BoardMarkKind, EvalScore, Evaluation, Glyph, MarkedCell, ParseGlyphError,
    ParseScoreError, ScoreUnit,
};
pub use names::{composed, folded};
pub use note::{Note, NoteKind, Search};
pub use ply::Ply;
pub use skep_rules::game::Token;
pub use source::Source;
pub use stated::{Stated, StatedResult, Termination};
pub use tags::Tags;
pub use variation::{MAX_VARIATION_DEPTH, MAX_VARIATIONS, TooManyVariations, Variation};

/// The English names of the months.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
