//! Moves, and the cells that they name.

use std::fmt;

use super::{FoldedCell, Piece};
use crate::geometry::Hex;

/// A move of a position: a piece and the cell where it goes, or a pass.
///
/// The cell is a number on the engine's own board. [`Position::preview`](super::Position::preview) gives coordinates,
/// and [`spell`](crate::game::Position::spell) the text.
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::hive::{MoveKind, Position};
///
/// let position: Position = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-".parse()?;
/// let mv = position.interpret(&"wQ \\wS1".parse()?)?;
/// assert_eq!(position.kind(mv), MoveKind::Movement);
/// assert_eq!(position.spell(mv).to_string(), "wQ \\wS1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    pub(super) piece: u8,
    pub(super) to: FoldedCell,
}

impl Move {
    /// The pass.
    pub const PASS: Move = Move { piece: 255, to: 0 };

    pub(super) const fn new(piece: Piece, to: FoldedCell) -> Move {
        Move { piece: piece.0, to }
    }

    /// The piece that is placed, moved or thrown; `None` in a pass.
    pub const fn piece(self) -> Option<Piece> {
        if self.piece == 255 {
            None
        } else {
            Some(Piece(self.piece))
        }
    }

    /// Whether it is the pass.
    pub const fn is_pass(self) -> bool {
        self.piece == 255
    }
}

/// The cell of the torus for a hex of the plane.
pub(super) const fn cell_of(h: Hex) -> FoldedCell {
    ((h.q + 32 * h.r) & 1023) as FoldedCell
}

/// What a move does with its piece: see [`Position::kind`](super::Position::kind).
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::hive::{MoveKind, Position};
///
/// let position: Position = "Base+P;wP;bS1 wP-;wQ -wP;bQ bS1-".parse()?;
/// let throws = |mv: &&_| position.kind(**mv) == MoveKind::Throw;
/// let moves = position.legal_moves();
/// let throw = moves.iter().find(throws).expect("the Pillbug throws the queen");
/// assert_eq!(position.preview(*throw).piece, Some("wQ".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// It enters from the hand.
    Placement,
    /// It moves by itself.
    Movement,
    /// A Pillbug, or a Mosquito beside a Pillbug, throws it.
    Throw,
    /// No piece: the side passes.
    Pass,
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.piece() {
            Some(p) => write!(f, "{p}@{}", self.to),
            None => f.write_str("pass"),
        }
    }
}
