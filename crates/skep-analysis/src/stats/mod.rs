//! Statistics of a collection: results, lengths, endings, bugs.

mod bugs;
mod clocks;
mod games;
mod labels;

pub use bugs::{BugTally, BySideAndBug};
pub use clocks::{ClockStats, ClockTally, ParseTroubleError, Think, Trouble};
pub use games::{Extra, Games, Stats};
pub use labels::Labels;
