//! The rules of Hive, with every expansion, and of Hex-It (also known as Exxit).
//!
//! | module | what |
//! |---|---|
//! | [`hive`] | Hive with every expansion: Mosquito, Ladybug, Pillbug, Venom, Predators, Guardians, Honeycombo, Swarm |
//! | [`hexit`] | Hex-It |
//! | [`game`] | what every game has: sides, positions, outcome, perft, random games |
//! | [`geometry`] | hexes, directions, symmetry |
//! | [`state`] | a position of any game as one short text |
//!
//! # Examples
//!
//! ```
//! use skep_rules::game::{Outcome, Position as _, perft};
//! use skep_rules::hive::{GameString, GameType, Position};
//!
//! // Play checked moves in a position, …
//! let mut position = Position::start(GameType::MLP.into());
//! let mv = position.interpret(&"wL".parse()?)?;
//! let undo = position.play(mv)?;
//! position.undo(undo);
//! assert_eq!(perft(&mut position, 2), 294);
//!
//! // … or read a position from a GameString.
//! let game: GameString = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-".parse()?;
//! for mv in game.position().legal_moves() {
//!     println!("{} goes to {:?}", game.position().spell(mv), game.position().preview(mv).to);
//! }
//! assert_eq!(game.position().outcome(), Outcome::Undecided);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! `serde`: the public types are written as their text and read from it.

#![expect(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "cells, directions, pieces and counts are small by construction"
)]

pub mod game;
pub mod geometry;
pub mod hexit;
pub mod hive;
mod mix;
pub mod state;
mod text;

pub use text::{InvalidText, UnknownName, count, counted, push_counted};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
