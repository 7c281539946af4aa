//! Where pieces stand while a turn is made, so that a lifted piece is known by its cell.

use super::super::command::ColumnRow;
use crate::record::Ply;
use skep_rules::hive::{PieceName, Place, Written};

/// Where the pieces stand, by their names alone: no rules, and no memory beyond one cell a name.
#[derive(Clone, Debug)]
pub(super) struct Board {
    cells: [Option<ColumnRow>; 256],
    // The ply of each piece's arrival: the later one of two on a cell is on top, since nothing moves from below.
    since: [u32; 256],
}

impl Default for Board {
    fn default() -> Self {
        Board {
            cells: [None; 256],
            since: [0; 256],
        }
    }
}

impl Board {
    /// Follows the ply with the number `number`.
    pub fn play(&mut self, ply: &Ply, number: u32) {
        if let Written::Put {
            piece,
            to: Place::Cell(q, r),
        } = Written::from_token(ply.token)
        {
            self.cells[piece.index()] = Some((q, r));
            self.since[piece.index()] = number;
        }
    }

    /// Where the piece stands.
    pub fn cell(&self, piece: PieceName) -> Option<ColumnRow> {
        self.cells[piece.index()]
    }

    /// The one of two pieces that stands on the cell, the upper one if both do.
    pub fn upper(&self, a: PieceName, b: PieceName, cell: ColumnRow) -> Option<PieceName> {
        let here = |p: PieceName| self.cells[p.index()] == Some(cell);
        match (here(a), here(b)) {
            (true, true) if self.since[b.index()] > self.since[a.index()] => Some(b),
            (true, _) => Some(a),
            (false, true) => Some(b),
            (false, false) => None,
        }
    }
}
