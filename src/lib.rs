//! Records of Hive and Hex-It games: rules, notations, collections.
//!
//! A module imports only what stands below it in this list (`tests/layers.rs` keeps it so):
//!
//! | layer | modules | what |
//! |---|---|---|
//! | 6 | [`cli`] | arguments, commands, output, exit codes |
//! | 5 | [`analysis`], [`render`] | records to tables, positions to pictures |
//! | 4 | [`collection`] | paths to records |
//! | 3 | [`notation`] | text to records and back |
//! | 2 | [`hive`], [`venom`], [`hexit`], [`record`] | the rules of each game; what a record holds |
//! | 1 | [`game`] | what every game has: sides, positions, outcome, replay, perft |
//! | 0 | [`geometry`], [`diag`] | hexes and directions; findings as data |

pub mod analysis;
pub mod cli;
pub mod collection;
pub mod diag;
pub mod game;
pub mod geometry;
pub mod hexit;
pub mod hive;
pub mod notation;
pub mod record;
pub mod render;
pub mod venom;
