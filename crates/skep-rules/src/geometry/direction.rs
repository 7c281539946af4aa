//! The six directions of a hex plane.

use super::Hex;
use crate::closed_list;
use crate::text::serde_as_text;

closed_list! {
    /// One of the six directions from a cell, clockwise from the north-west.
    ///
    /// UHP's reference writer looks for a neighbour to name in this order.
    ///
    /// ```
    /// use skep_rules::geometry::{Direction, Hex};
    ///
    /// assert_eq!(Direction::East.clockwise(), Direction::SouthEast);
    /// assert_eq!(Hex::ORIGIN.step(Direction::East), Hex::new(1, 0));
    /// assert_eq!("north-west".parse(), Ok(Direction::NorthWest));
    /// ```
    #[repr(u8)]
    pub enum Direction: "direction" {
        /// Up and left: axial (0, −1).
        NorthWest = "north-west",
        /// Up and right: axial (1, −1).
        NorthEast = "north-east",
        /// Right: axial (1, 0).
        East = "east",
        /// Down and right: axial (0, 1).
        SouthEast = "south-east",
        /// Down and left: axial (−1, 1).
        SouthWest = "south-west",
        /// Left: axial (−1, 0).
        West = "west",
    }
}

serde_as_text!(Direction);

impl Direction {
    /// The direction with this number, counted modulo 6.
    pub const fn from_index(index: usize) -> Direction {
        Direction::ALL[index % 6]
    }

    /// The number of this direction, 0 to 5.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The step to the neighbour in this direction.
    pub const fn delta(self) -> Hex {
        match self {
            Direction::NorthWest => Hex::new(0, -1),
            Direction::NorthEast => Hex::new(1, -1),
            Direction::East => Hex::new(1, 0),
            Direction::SouthEast => Hex::new(0, 1),
            Direction::SouthWest => Hex::new(-1, 1),
            Direction::West => Hex::new(-1, 0),
        }
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        Direction::from_index(self as usize + 3)
    }

    /// The next direction clockwise.
    #[must_use]
    pub const fn clockwise(self) -> Direction {
        Direction::from_index(self as usize + 1)
    }

    /// The next direction anticlockwise.
    #[must_use]
    pub const fn anticlockwise(self) -> Direction {
        Direction::from_index(self as usize + 5)
    }
}
