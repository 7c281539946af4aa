//! Which arrays a caller wants of a position, and which actions of the position are legal or the same turn.

use skep_rules::game::Position as _;
use skep_rules::geometry::Symmetry;
use skep_rules::hive::Move;

use crate::encode::{Encoding, Placing};

/// The class of an action that is not legal.
pub const NO_CLASS: i16 = -1;

/// What is wanted of a position.
#[derive(Clone, Copy)]
pub struct Wanted {
    /// Whether each plane is one cell.
    pub compact: bool,
    pub mask: bool,
    pub classes: bool,
}

impl Wanted {
    /// The length of the planes.
    pub fn planes(self, encoding: Encoding) -> usize {
        if self.compact {
            3 * encoding.planes()
        } else {
            encoding.cells()
        }
    }

    /// The length of a mask.
    pub fn mask(self, encoding: Encoding) -> usize {
        if self.mask { encoding.actions() } else { 0 }
    }

    /// The length of the classes.
    pub fn classes(self, encoding: Encoding) -> usize {
        if self.classes { encoding.actions() } else { 0 }
    }
}

/// Where the facts about actions are written. What is not wanted is empty.
pub struct Labels<'a> {
    /// Whether an action is legal; false before.
    pub mask: &'a mut [bool],
    /// The index of its turn among the legal turns; `NO_CLASS` before.
    pub classes: &'a mut [i16],
}

impl Labels<'_> {
    /// Writes the legal moves. `moves` is a buffer. Returns false if a move leads out of the window.
    pub fn write(
        &mut self,
        encoding: Encoding,
        placing: &Placing,
        symmetry: Symmetry,
        moves: &mut Vec<Move>,
    ) -> bool {
        if self.mask.is_empty() && self.classes.is_empty() {
            return true;
        }
        moves.clear();
        placing.position().legal_moves_into(moves);
        encoding.number(placing, symmetry, moves, |action, index| {
            if let Some(legal) = self.mask.get_mut(action) {
                *legal = true;
            }
            if let Some(class) = self.classes.get_mut(action) {
                *class = index as i16;
            }
        })
    }

    /// As before the writing.
    pub fn clear(&mut self) {
        self.mask.fill(false);
        self.classes.fill(NO_CLASS);
    }
}
