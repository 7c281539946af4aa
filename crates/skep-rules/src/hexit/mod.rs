//! The rules of Hex-It, also known as Exxit.
//!
//! A [`Position`] knows its board as numbered cells: the tiles, and the cells beside them that hold prisoners. A
//! [`Written`] turn is a turn in a record, in cells of the plane.

mod cell;
mod distribution;
mod interpret;
mod key;
mod legal;
mod mv;
mod options;
mod play;
mod position;
mod release;
mod rule;
mod score;
mod setup;
mod stack;
mod text;
mod written;

pub use cell::Cell;
pub use mv::{Move, Undo};
pub use options::{Options, ReleaseChain, TileSet};
pub use position::Position;
pub use release::BOARDSPACE_DIRECTIONS;
pub use rule::Rule;
pub use score::{PointCount, Points};
pub use setup::{Setup, SetupError};
pub use text::parse_score;
pub use written::{CellList, Written};

/// Pieces that each side owns.
pub const PIECES: u8 = 8;
