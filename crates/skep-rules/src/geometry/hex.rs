//! Cells of the plane in axial coordinates.

use std::ops::{Add, Neg, Sub};

use super::Direction;

/// A cell of the infinite plane of pointy-top hexes, in axial coordinates.
///
/// `q` grows to the east, `r` to the south-east.
///
/// ```
/// use skep_rules::geometry::{Direction, Hex};
///
/// let hex = Hex::new(2, -1);
/// assert_eq!(hex.step(Direction::East), Hex::new(3, -1));
/// assert_eq!(hex.distance(Hex::ORIGIN), 2);
/// assert_eq!(hex.direction_to(Hex::new(2, 0)), Some(Direction::SouthEast));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hex {
    /// Column of the axial system.
    pub q: i32,
    /// Row of the axial system, growing downwards.
    pub r: i32,
}

impl Hex {
    /// The cell (0, 0).
    pub const ORIGIN: Hex = Hex { q: 0, r: 0 };

    /// The cell at `(q, r)`.
    pub const fn new(q: i32, r: i32) -> Self {
        Hex { q, r }
    }

    /// The neighbour in `direction`.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Self {
        let d = direction.delta();
        Hex::new(self.q + d.q, self.r + d.r)
    }

    /// The six neighbours, clockwise from the north-west.
    pub fn neighbours(self) -> impl Iterator<Item = Hex> {
        Direction::ALL.into_iter().map(move |d| self.step(d))
    }

    /// The number of steps between two cells.
    pub fn distance(self, other: Hex) -> u32 {
        let d = self - other;
        d.q.unsigned_abs()
            .max(d.r.unsigned_abs())
            .max((d.q + d.r).unsigned_abs())
    }

    /// The direction of a neighbouring cell, or `None` if `other` is not a neighbour.
    pub fn direction_to(self, other: Hex) -> Option<Direction> {
        Some(match (other.q - self.q, other.r - self.r) {
            (0, -1) => Direction::NorthWest,
            (1, -1) => Direction::NorthEast,
            (1, 0) => Direction::East,
            (0, 1) => Direction::SouthEast,
            (-1, 1) => Direction::SouthWest,
            (-1, 0) => Direction::West,
            _ => return None,
        })
    }
}

impl Add for Hex {
    type Output = Hex;
    fn add(self, o: Hex) -> Hex {
        Hex::new(self.q + o.q, self.r + o.r)
    }
}

impl Sub for Hex {
    type Output = Hex;
    fn sub(self, o: Hex) -> Hex {
        Hex::new(self.q - o.q, self.r - o.r)
    }
}

impl Neg for Hex {
    type Output = Hex;
    fn neg(self) -> Hex {
        Hex::new(-self.q, -self.r)
    }
}
