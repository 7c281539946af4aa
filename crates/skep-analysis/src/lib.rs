//! Answers questions about games: filters, statistics, openings, players, duplicates.

#![expect(
    clippy::cast_possible_truncation,
    reason = "plies, pieces, months and days are small by construction"
)]

pub mod database;
mod divergence;
mod engine_lines;
mod facts;
pub mod filter;
pub mod following;
mod game_reader;
mod game_writer;
mod identity;
mod interval;
mod keys;
pub mod motifs;
pub mod novelty;
mod occurrence;
pub mod openings;
pub mod opinion;
pub mod players;
mod plies;
pub mod puzzles;
pub mod related;
pub mod similar;
pub mod stats;
pub mod tactics;
mod tally;

pub use divergence::{Divergence, TagDifference};
pub use engine_lines::{EngineLine, engine_lines};
pub use facts::{EventKind, Facts, Speed, TimeLimit, Weekday};
pub use game_reader::GameReader;
pub use game_writer::{GameWriter, InvalidGames, StateSource, Unwritten, push_unchanged};
pub use identity::{GameClaims, Sameness};
pub use interval::Interval;
pub use occurrence::{Colours, Occurrence, occurrences, turn_to};
pub use plies::{BoardFacts, Clocks, PlyFacts, for_each_ply, for_each_written_ply, plies};
use skep_records::record::{Date, ParseDateError};
pub use tally::{Bounded, Histogram, Mean, Score, Tally, count_key};

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
