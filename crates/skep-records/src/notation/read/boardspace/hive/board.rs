//! The cells of pieces during a turn, to identify a lifted piece by its cell.

use super::super::command::ColumnRow;
use crate::record::Ply;
use skep_rules::hive::{PieceName, Place, Written};

/// The cells of the pieces by name, without rules and with one cell per name.
#[derive(Clone, Debug)]
pub(super) struct NamedCells {
    cells: [Option<ColumnRow>; 256],
    // The ply in which each piece arrived. Of two pieces on a cell, the later is on top, because covered pieces do not
    // move.
    since: [u32; 256],
}

impl Default for NamedCells {
    fn default() -> Self {
        NamedCells {
            cells: [None; 256],
            since: [0; 256],
        }
    }
}

impl NamedCells {
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

    /// The cell of the piece.
    pub fn cell(&self, piece: PieceName) -> Option<ColumnRow> {
        self.cells[piece.index()]
    }

    /// Which of two pieces is on the cell; the upper piece if both are.
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
