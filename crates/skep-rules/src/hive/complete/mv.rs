//! Turns, their actions, and the cells that they name.

use super::Tile;
use crate::geometry::Hex;

/// A cell of the folded board: 64 times the row plus the column, each counted modulo 64.
pub type Cell = u16;

/// The cell of a place on the plane.
pub const fn cell_of(hex: Hex) -> Cell {
    ((hex.r & 63) << 6 | hex.q & 63) as Cell
}

/// A turn: an action, or two in a double turn, or a pass.
///
/// Each leads to another position, except that two Ticks or Wasps that can do the same are two turns: a record names
/// the one that acts.
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::hive::complete::{ActionKind, Options, Position};
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

    /// Whether a tile is drawn with it that the record does not name.
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
    /// What is done.
    pub kind: ActionKind,
}

/// Who controls whom.
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
    /// A tile goes from the hand to the table with its back up or not; then a tile is drawn from the bag.
    Place {
        /// What enters.
        tile: Tile,
        /// Whether its back is up.
        back: bool,
        /// Where.
        to: Cell,
        /// What is drawn then.
        draw: Draw,
    },
    /// A piece makes a move of its own, or one that it copies.
    Move {
        /// The piece.
        tile: Tile,
        /// Where it goes.
        to: Cell,
    },
    /// A Pillbug, or a Mosquito that copies one, throws a piece. Whichever does, the position is the same.
    Throw {
        /// The piece that is thrown.
        tile: Tile,
        /// Where it goes.
        to: Cell,
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
    /// A Centipede and another piece exchange their places.
    Exchange {
        /// The Centipede.
        by: Tile,
        /// The other piece.
        target: Tile,
    },
    /// A tile is drawn from the bag.
    Draw {
        /// What is drawn.
        draw: Draw,
    },
    /// A tile of one's own colour is taken from the other hand.
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
    /// The record does not say which.
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
