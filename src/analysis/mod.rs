//! What can be asked of games once they are read and judged.

mod date;
mod facts;
pub mod select;

pub use date::{Date, ParseDateError};
pub use facts::{EventKind, Facts, ParseEventKindError};
