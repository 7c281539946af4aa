//! Statistics of a collection: results, lengths, endings, bugs.

mod bugs;
mod clocks;
mod games;
mod labels;
mod motifs;
mod uses;

pub use bugs::BySideAndBug;
pub use clocks::{ClockStats, ClockTally, ParseTroubleError, Think, Trouble};
pub use games::{Extra, Games, Stats};
pub use labels::{Labels, order};
pub use motifs::BySideAndMotif;
pub use uses::UseTally;
