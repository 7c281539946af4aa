//! Turns, their actions, and the cells that they name.

use super::{FoldedCell, Tile};
use crate::geometry::Hex;

/// The cell of a place on the plane: 64 times the row plus the column, each counted modulo 64.
pub(super) const fn cell_of(hex: Hex) -> FoldedCell {
    ((hex.r & 63) << 6 | hex.q & 63) as FoldedCell
}

/// A turn: one action, two actions in a double turn, or a pass.
///
/// Different turns lead to different positions, with one exception: if two Ticks or Wasps can do the same, these are
/// two turns, because a record names the piece that acts.
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::hive::venom::{ActionKind, Options, Position};
///
/// let position = Position::start(Options::default());
/// for mv in position.legal_moves() {
///     let action = mv.actions().next().expect("not a pass");
///     assert!(matches!(action.kind, ActionKind::Place { .. }));
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(super) first: Option<Action>,
    pub(super) second: Option<Action>,
}

impl Move {
    /// The turn without an action.
    pub const PASS: Move = Move {
        first: None,
        second: None,
    };

    pub(super) const fn one(action: Action) -> Move {
        Move {
            first: Some(action),
            second: None,
        }
    }

    pub(super) const fn two(first: Action, second: Action) -> Move {
        Move {
            first: Some(first),
            second: Some(second),
        }
    }

    /// The actions in order.
    pub fn actions(self) -> impl Iterator<Item = Action> {
        self.first.into_iter().chain(self.second)
    }

    /// Whether it draws a tile that the record does not name.
    pub fn draws_unknown(self) -> bool {
        self.actions().any(|action| {
            matches!(
                action.kind,
                ActionKind::Place {
                    draw: Draw::Unknown,
                    ..
                } | ActionKind::Draw {
                    draw: Draw::Unknown
                }
            )
        })
    }

    /// Whether no earlier position can come back after it: something entered or left the table.
    pub fn is_irreversible(self) -> bool {
        self.actions().any(|action| {
            matches!(
                action.kind,
                ActionKind::Place { .. } | ActionKind::Remove { .. } | ActionKind::Draw { .. }
            )
        })
    }
}

/// One action of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// The Tick (or Mosquito beside a Tick) that controls an enemy piece, and that piece.
    pub control: Option<Control>,
    /// The kind of action.
    pub kind: ActionKind,
}

/// A piece that controls another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Control {
    /// The Tick or the Mosquito.
    pub by: Tile,
    /// The enemy piece that acts.
    pub actor: Tile,
}

/// What an action does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionKind {
    /// A tile enters from the hand, front or back up. Then a tile is drawn from the bag.
    Place {
        /// The tile that enters.
        tile: Tile,
        /// Whether its back is up.
        back: bool,
        /// The cell.
        to: FoldedCell,
        /// The tile that is drawn.
        draw: Draw,
    },
    /// A piece makes its own move, or a move that it copies.
    Move {
        /// The piece.
        tile: Tile,
        /// The target cell.
        to: FoldedCell,
    },
    /// A Pillbug, or a Mosquito that copies a Pillbug, throws a piece. The position does not depend on the thrower.
    Throw {
        /// The piece that is thrown.
        tile: Tile,
        /// The target cell.
        to: FoldedCell,
    },
    /// A tile is turned over.
    Flip {
        /// The tile.
        tile: Tile,
    },
    /// The Honeycombo is turned over.
    FlipHoneycombo,
    /// A Wasp turns an enemy piece over and stuns it.
    Sting {
        /// The Wasp.
        by: Tile,
        /// The piece that is stung.
        target: Tile,
    },
    /// A predator and an enemy piece leave the game.
    Remove {
        /// The predator.
        by: Tile,
        /// The enemy piece.
        target: Tile,
    },
    /// A Centipede and another piece exchange places.
    Exchange {
        /// The Centipede.
        by: Tile,
        /// The other piece.
        target: Tile,
    },
    /// A tile is drawn from the bag.
    Draw {
        /// The tile that is drawn.
        draw: Draw,
    },
    /// A side takes a tile of its own colour from the other hand.
    Steal {
        /// The tile.
        tile: Tile,
    },
}

/// The draw that follows a placement, or that is an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Draw {
    /// Nothing is drawn: the bag is empty, or the game has no bag.
    None,
    /// This tile.
    Tile(Tile),
    /// The record does not name the tile.
    Unknown,
}

impl Action {
    pub(super) const fn own(kind: ActionKind) -> Action {
        Action {
            control: None,
            kind,
        }
    }
}
