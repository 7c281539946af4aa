//! Statistics of a collection: results, lengths, endings, bugs.

mod bugs;
mod clocks;
mod games;
mod groups;
mod motifs;
mod uses;

pub use bugs::BySideAndBug;
pub use clocks::{ClockStats, ClockTally, ParseTroubleError, Think, Trouble};
pub use games::{GameStats, Stats, StatsOptions};
pub use groups::{order, ranked};
pub use motifs::BySideAndMotif;
pub use uses::UseTally;
