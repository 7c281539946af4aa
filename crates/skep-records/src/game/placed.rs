//! What stands where, in any game.

use std::fmt;

use skep_rules::game::Side;
use skep_rules::geometry::Hex;
use skep_rules::hive::{Bug, PieceName};

/// A piece of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyPiece {
    /// A piece of Hive.
    Hive(PieceName),
    /// A piece of Hex-It. Prisoners have no tile beneath.
    HexIt(Side),
    /// A tile of Hex-It.
    Tile(Side),
}

impl fmt::Display for AnyPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyPiece::Hive(name) => write!(f, "{name}"),
            AnyPiece::HexIt(side) => write!(f, "{}", side.letter()),
            AnyPiece::Tile(side) => write!(f, "{}T", side.letter()),
        }
    }
}

/// A piece on the table; see [`Rules::placed`](super::Rules::placed).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedPiece {
    /// The piece.
    pub piece: AnyPiece,
    /// The bug that it shows (Hive).
    pub bug: Option<Bug>,
    /// The owner; the Honeycombo has none.
    pub side: Option<Side>,
    /// The cell.
    pub hex: Hex,
    /// The number of pieces and tiles beneath.
    pub height: u8,
    /// Whether nothing is on it.
    pub is_top: bool,
}
