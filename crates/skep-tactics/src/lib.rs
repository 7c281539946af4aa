//! Proved wins in Hive and Hex-It, and a player of Hive.
//!
//! [`Solver`] answers whether a side can force a win within a few own turns, against every reply. It does not guess: a
//! win is reported only if the whole tree of replies was searched.
//!
//! [`EnginePlayer`] chooses turns of Hive. If nothing is proved, it searches a few plies ahead and estimates the
//! positions.

#![expect(
    clippy::cast_possible_truncation,
    reason = "numbers of turns are small"
)]

mod play;
mod review;
mod solution;
mod solver;
mod stop;
mod table;
mod tactics;
pub mod time;

pub use play::{ConsideredTurn, EnginePlayer, Estimate, Evaluate, SearchLimit, win_chance};
pub use review::{Chance, Defence, Review};
pub use solution::{Proof, Reply, Win};
pub use solver::{MOST_TURNS, Solver, Solvers};
pub use stop::Stop;
pub use tactics::Tactics;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
