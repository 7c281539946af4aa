//! What a collection says of its games: results, lengths, endings, bugs.

mod bugs;
mod dimension;
mod games;

pub use bugs::{BugTally, BySideAndBug};
pub use dimension::{Dimension, Labels};
pub use games::{Games, Stats};
