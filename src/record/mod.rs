//! What a record of any game holds, apart from the notation it was written in.

mod format;
mod note;
mod ply;
mod contents;
mod stated;
mod tags;

pub use format::{Format, GameKind, ParseFormatError};
pub use note::{Note, NoteKind};
pub use ply::{Ply, Token};
pub use contents::{PassPolicy, Record};
pub use stated::{Stated, StatedResult, Termination};
pub use tags::Tags;
