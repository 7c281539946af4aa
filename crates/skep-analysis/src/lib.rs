//! What can be asked of games once they are read and judged.

mod date;
mod facts;
mod identity;
mod interval;
pub mod openings;
mod parting;
pub mod players;
mod plies;
pub mod select;
pub mod stats;
mod tally;

pub use date::{Date, ParseDateError};
pub use facts::{EventKind, Facts};
pub use identity::Sameness;
pub use interval::Interval;
pub use parting::Parting;
pub use plies::{BoardFacts, Clocks, PlyFacts, plies};
pub use tally::{Histogram, Mean, Score, Tally};
