//! Hexes, directions, symmetry, and the letter-number grid of the sites.

mod direction;
mod grid;
mod hex;
mod symmetry;

pub use direction::Direction;
pub use grid::GridRef;
pub use hex::Hex;
pub use symmetry::Symmetry;
