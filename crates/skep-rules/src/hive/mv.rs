use std::fmt;

use super::Piece;
use crate::geometry::Hex;

/// A cell of the engine's torus, 0 to 1023.
pub(super) type Cell = u16;

/// A turn with its meaning settled: a piece and the cell where it goes, or a pass.
///
/// The cell belongs to the position that the move was made for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    pub(super) piece: u8,
    pub(super) to: Cell,
}

impl Move {
    /// The pass.
    pub const PASS: Move = Move { piece: 255, to: 0 };

    pub(super) const fn new(piece: Piece, to: Cell) -> Move {
        Move { piece: piece.0, to }
    }

    /// The piece that is placed, moved or thrown; none in a pass.
    pub const fn piece(self) -> Option<Piece> {
        if self.piece == 255 {
            None
        } else {
            Some(Piece(self.piece))
        }
    }

    /// The same cell for another piece.
    #[must_use]
    pub const fn by(self, piece: Piece) -> Move {
        Move::new(piece, self.to)
    }

    /// Whether it is the pass.
    pub const fn is_pass(self) -> bool {
        self.piece == 255
    }
}

/// The cell of the torus that stands for a hex of the plane.
pub(super) const fn cell_of(h: Hex) -> Cell {
    ((h.q + 32 * h.r) & 1023) as Cell
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.piece() {
            Some(p) => write!(f, "{p}@{}", self.to),
            None => f.write_str("pass"),
        }
    }
}
