//! The rules of Hive.
//!
//! One vocabulary ([`Bug`], [`PieceName`], [`Place`], [`GameType`], [`Opening`], [`Rule`]) and two engines:
//!
//! | module | what |
//! |---|---|
//! | [`plain`] | Hive with Mosquito, Ladybug and Pillbug; its types are also in this module: [`Position`], [`Move`], … |
//! | [`venom`] | the same, and Venom, Predators, Guardians, Honeycombo and Swarm |
//!
//! The plain engine is six to seven times as fast as the engine of Venom. A test checks that they agree on plain
//! games.

mod bug;
mod game_string;
mod game_type;
mod opening;
mod options;
mod piece_name;
mod place;
pub mod plain;
mod refusal;
mod rule;
mod tile;
mod torus;
mod typography;
pub mod venom;

pub use bug::Bug;
pub use game_string::{GameString, HiveEngine, ParseGameError};
pub use game_type::{GameType, Pack};
pub use opening::Opening;
pub use piece_name::PieceName;
pub use place::Place;
pub use plain::*;
pub use rule::Rule;
pub use tile::{Family, Tile};
pub use torus::FoldedCell;
