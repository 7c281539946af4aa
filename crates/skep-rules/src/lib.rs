//! The rules of Hive, with every expansion, and of Hex-It (also known as Exxit).
//!
//! | module | what |
//! |---|---|
//! | [`hive`] | Hive with Mosquito, Ladybug and Pillbug |
//! | [`venom`] | Hive with Venom, Predators, Guardians, Honeycombo and Swarm |
//! | [`hexit`] | Hex-It |
//! | [`game`] | what every game has: sides, positions, outcome, perft, random games |
//! | [`geometry`] | hexes, directions, symmetry |

#![expect(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "cells, directions, pieces and counts are small by construction"
)]
#![expect(
    missing_docs,
    reason = "sides, directions and bugs are named for what they are"
)]

pub mod game;
pub mod geometry;
pub mod hexit;
pub mod hive;
pub mod venom;
