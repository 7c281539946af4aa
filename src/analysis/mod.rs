//! What can be asked of games once they are read and judged.

mod date;
mod facts;
mod identity;
pub mod select;

pub use date::{Date, ParseDateError};
pub use facts::{EventKind, Facts, ParseEventKindError};
pub use identity::{ParseSamenessError, Sameness};
