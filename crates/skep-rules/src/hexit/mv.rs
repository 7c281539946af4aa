//! Moves, and the data to undo them.

use std::fmt;

use super::Cell;
use crate::geometry::Direction;

/// A move of a position. Cells are numbers that are valid in that position.
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::hexit::{Options, Position};
///
/// let position = Position::start(Options::default());
/// assert!(position.legal_moves().into_iter().all(|mv| mv.is_placement()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(pub(super) TurnKind);

/// The kinds of [`Move`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum TurnKind {
    Pass,
    Place { cell: u8 },
    Lay { at: Cell },
    Distribute { cell: u8, direction: Direction },
    Release { cells: u64 },
}

impl Move {
    /// The pass.
    pub const PASS: Move = Move(TurnKind::Pass);

    /// Whether it is the pass.
    pub const fn is_pass(self) -> bool {
        matches!(self.0, TurnKind::Pass)
    }

    /// Whether it puts a piece from the reserve on a tile.
    pub const fn is_placement(self) -> bool {
        matches!(self.0, TurnKind::Place { .. })
    }

    /// Whether it distributes a stack.
    pub const fn is_distribution(self) -> bool {
        matches!(self.0, TurnKind::Distribute { .. })
    }

    /// Whether it releases prisoners.
    pub const fn is_release(self) -> bool {
        matches!(self.0, TurnKind::Release { .. })
    }

    /// The direction in which it distributes a stack.
    pub const fn direction(self) -> Option<Direction> {
        match self.0 {
            TurnKind::Distribute { direction, .. } => Some(direction),
            _ => None,
        }
    }

    /// The number of tiles that it lays.
    pub const fn tiles_laid(self) -> u32 {
        match self.0 {
            TurnKind::Release { cells } => cells.count_ones(),
            TurnKind::Lay { .. } => 1,
            _ => 0,
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The data to undo a move.
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::hexit::{Options, Position};
///
/// let start = Position::start(Options::default());
/// let mut position = start.clone();
/// let undo = position.play(position.legal_moves()[0]).unwrap();
/// assert!(!undo.made_prisoners());
/// position.undo(undo);
/// assert_eq!(position, start);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    pub(super) mv: Move,
    pub(super) passes: u8,
    /// In a distribution: how many tiles received a piece, and whether prisoners were made.
    pub(super) tiles: u8,
    pub(super) prisoners: bool,
}

impl Undo {
    /// Whether the move made prisoners.
    pub const fn made_prisoners(self) -> bool {
        self.prisoners
    }
}
