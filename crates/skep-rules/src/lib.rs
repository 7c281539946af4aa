//! The rules of Hive, with every expansion, and of Hex-It (also known as Exxit).
//!
//! | module | what |
//! |---|---|
//! | [`hive`] | Hive with Mosquito, Ladybug and Pillbug |
//! | [`venom`] | Hive with Venom, Predators, Guardians, Honeycombo and Swarm |
//! | [`hexit`] | Hex-It |
//! | [`game`] | what every game has: sides, positions, outcome, perft, random games |
//! | [`geometry`] | hexes, directions, symmetry |

pub mod game;
pub mod geometry;
pub mod hexit;
pub mod hive;
pub mod venom;
