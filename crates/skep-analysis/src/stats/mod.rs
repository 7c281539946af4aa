//! Statistics of a collection: results, lengths, endings, bugs.

mod bugs;
mod dimension;
mod games;

pub use bugs::{BugTally, BySideAndBug};
pub use dimension::{Dimension, Labels};
pub use games::{Extra, Games, Stats};
