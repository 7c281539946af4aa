//! The rotations and reflections of the plane.

use super::{Direction, Hex};

/// One of the 12 symmetries of the hex plane that keep the origin: six rotations, and each with a reflection.
///
/// ```
/// use skep_rules::geometry::{Hex, Symmetry};
///
/// let hex = Hex::new(3, -1);
/// for symmetry in Symmetry::ALL {
///     assert_eq!(symmetry.inverse().apply(symmetry.apply(hex)), hex);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    turns: u8,
    mirrored: bool,
}

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Symmetry = Symmetry {
        turns: 0,
        mirrored: false,
    };

    /// All twelve, the identity first.
    pub const ALL: [Symmetry; 12] = {
        let mut all = [Symmetry::IDENTITY; 12];
        let mut i = 0;
        while i < 12 {
            all[i] = Symmetry {
                turns: (i % 6) as u8,
                mirrored: i >= 6,
            };
            i += 1;
        }
        all
    };

    /// This symmetry for a picture of the board: whether the picture is first mirrored left to right, and by how many
    /// sixths of a full turn (0 to 5) it is then turned clockwise.
    pub const fn as_seen(self) -> (bool, u8) {
        // Swapping q and r is the reflection that swaps left and right, turned back by two sixths.
        let back = if self.mirrored { 4 } else { 0 };
        (self.mirrored, (self.turns + back) % 6)
    }

    /// Where this symmetry takes a cell: the reflection first (it swaps the axes q and r), then the clockwise turns.
    pub const fn apply(self, h: Hex) -> Hex {
        let mut h = if self.mirrored { Hex::new(h.r, h.q) } else { h };
        let mut i = 0;
        while i < self.turns {
            h = Hex::new(-h.r, h.q + h.r);
            i += 1;
        }
        h
    }

    /// Where this symmetry takes a direction.
    pub fn apply_direction(self, d: Direction) -> Direction {
        Hex::ORIGIN
            .direction_to(self.apply(d.delta()))
            .expect("a symmetry takes neighbours to neighbours")
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        if self.mirrored {
            // A reflection is its own inverse.
            self
        } else {
            Symmetry {
                turns: (6 - self.turns) % 6,
                mirrored: false,
            }
        }
    }
}
