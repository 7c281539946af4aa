//! Cells as Hex-It records name them.

use std::fmt;

use crate::geometry::{Direction, GridRef, Hex};

/// A cell of the plane in axial coordinates, small enough to be packed into a record's token.
///
/// ```
/// use skep_rules::geometry::Hex;
/// use skep_rules::hexit::Cell;
///
/// let cell = Cell::new(Hex::new(12, -13)).unwrap();
/// assert_eq!(cell.to_string(), "M13");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Cell {
    q: i16,
    r: i16,
}

/// How far from the origin a written cell may be. The board of a real game stays within 40 cells of its start.
const REACH: i32 = 8000;

impl Cell {
    /// The cell of a hex, or `None` if it is more than 8000 cells away along an axis, farther than any board.
    pub fn new(hex: Hex) -> Option<Cell> {
        let near = -REACH..=REACH;
        if near.contains(&hex.q) && near.contains(&hex.r) {
            Some(Cell {
                q: hex.q as i16,
                r: hex.r as i16,
            })
        } else {
            None
        }
    }

    /// The cell of a letter-number name, under the limit of [`Cell::new`].
    pub fn of_grid(grid: GridRef) -> Option<Cell> {
        Cell::new(grid.to_hex())
    }

    pub(super) const fn from_start(column: i16, row: i16) -> Cell {
        Cell { q: column, r: -row }
    }

    /// The hex.
    pub const fn hex(self) -> Hex {
        Hex::new(self.q as i32, self.r as i32)
    }

    /// The neighbour in a direction.
    #[must_use]
    pub(super) const fn step(self, direction: Direction) -> Cell {
        let d = direction.delta();
        Cell {
            q: self.q + d.q as i16,
            r: self.r + d.r as i16,
        }
    }

    /// The direction of a neighbour.
    pub(super) fn direction_to(self, other: Cell) -> Option<Direction> {
        self.hex().direction_to(other.hex())
    }

    /// The direction and the number of steps to another cell on a straight line.
    pub(super) fn line_to(self, other: Cell) -> Option<(Direction, u32)> {
        let d = other.hex() - self.hex();
        let steps = d.q.abs().max(d.r.abs());
        let direction = Hex::ORIGIN.direction_to(Hex::new(d.q.signum(), d.r.signum()))?;
        let end = direction.delta();
        (d == Hex::new(end.q * steps, end.r * steps)).then_some((direction, steps as u32))
    }

    /// The cell in 28 bits.
    pub(super) const fn pack(self) -> u64 {
        (self.q as u64 & 0x3FFF) | (self.r as u64 & 0x3FFF) << 14
    }

    /// The cell that the low 28 bits hold.
    pub(super) const fn unpack(bits: u64) -> Cell {
        // Shifting up and down again brings back the sign of a 14-bit number.
        Cell {
            q: ((bits as u16) << 2) as i16 >> 2,
            r: (((bits >> 14) as u16) << 2) as i16 >> 2,
        }
    }
}

impl fmt::Display for Cell {
    /// The letter-number name: `M13`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        GridRef::from_hex(self.hex()).fmt(f)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(q: i32, r: i32) -> Cell {
        Cell::new(Hex::new(q, r)).expect("near")
    }

    #[test]
    fn packing_keeps_the_sign_up_to_the_limit() {
        for q in [-8000, -1, 0, 1, 12, 8000] {
            for r in [-8000, -13, 0, 8000] {
                let c = cell(q, r);
                assert_eq!(Cell::unpack(c.pack()), c);
                assert_eq!(c.to_string(), GridRef::from_hex(c.hex()).to_string());
            }
        }
        assert_eq!(Cell::new(Hex::new(8001, 0)), None);
        assert_eq!(Cell::new(Hex::new(0, i32::MIN)), None);
    }

    #[test]
    fn lines_are_found_in_all_directions_and_nowhere_else() {
        let from = cell(3, -2);
        for d in Direction::ALL {
            let mut to = from;
            for steps in 1..5 {
                to = to.step(d);
                assert_eq!(from.line_to(to), Some((d, steps)));
            }
            assert_eq!(from.direction_to(from.step(d)), Some(d));
        }
        assert_eq!(from.line_to(from), None);
        assert_eq!(from.line_to(cell(5, -3)), None);
        assert_eq!(from.direction_to(cell(5, -3)), None);
    }
}
