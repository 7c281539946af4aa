//! Statistics of a collection: results, lengths, endings, bugs.

mod bugs;
mod games;
mod labels;

pub use bugs::{BugTally, BySideAndBug};
pub use games::{Extra, Games, Stats};
pub use labels::Labels;
