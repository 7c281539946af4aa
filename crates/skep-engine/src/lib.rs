//! Engines of the Universal Hive Protocol (UHP): programs that play Hive.
//!
//! [`Engine`] starts a program and talks to it. Nothing that the program does makes a call wait longer than its limit,
//! and no process is left behind.

mod answer;
mod client;
pub mod conformance;
pub mod contest;
mod error;
#[cfg(windows)]
mod job;
mod process;
mod turn;

pub use answer::{BestMove, Candidate, EngineOption};
pub use client::{Engine, EngineLimits, LINES, REPORT_SCORES, seconds};
pub use error::{EngineError, Failure};
pub use process::{Killer, Program, kill_all};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
