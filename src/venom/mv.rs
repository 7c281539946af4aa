use super::Tile;

/// A cell of the folded board: 64 rows of 64 cells.
pub(super) type Cell = u16;

/// A turn: an action, or two in a double turn, or a pass.
///
/// Each leads to another position, except that two Ticks or Wasps that can do the same are two turns: a record names
/// the one that acts.
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
    pub fn is_untold(self) -> bool {
        self.actions().any(|action| {
            matches!(
                action.deed,
                Deed::Place {
                    draw: Draw::Unknown,
                    ..
                } | Deed::Draw {
                    draw: Draw::Unknown
                }
            )
        })
    }

    /// Whether no earlier position can come back after it: something entered or left the table.
    pub fn is_irreversible(self) -> bool {
        self.actions().any(|action| {
            matches!(
                action.deed,
                Deed::Place { .. } | Deed::Remove { .. } | Deed::Draw { .. }
            )
        })
    }
}

/// One action of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// The Tick (or Mosquito beside a Tick) that controls an enemy piece, and that piece.
    pub(super) control: Option<Control>,
    pub(super) deed: Deed,
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
pub(super) enum Deed {
    /// A tile goes from the hand to the table with its back up or not; then a tile is drawn from the bag.
    Place {
        tile: Tile,
        back: bool,
        to: Cell,
        draw: Draw,
    },
    /// A piece makes a move of its own, or one that it copies.
    Move { tile: Tile, to: Cell },
    /// A Pillbug, or a Mosquito that copies one, throws a piece. Whichever does, the position is the same.
    Throw { tile: Tile, to: Cell },
    /// A tile is turned over.
    Flip { tile: Tile },
    /// The Honeycombo is turned over.
    FlipHoneycombo,
    /// A Wasp turns an enemy piece over and stuns it.
    Sting { by: Tile, target: Tile },
    /// A predator and an enemy piece leave the game.
    Remove { by: Tile, target: Tile },
    /// A Centipede and another piece exchange their places.
    Exchange { by: Tile, target: Tile },
    /// A tile is drawn from the bag.
    Draw { draw: Draw },
    /// A tile of one's own colour is taken from the other hand.
    Steal { tile: Tile },
}

/// The draw that follows a placement, or that is an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Draw {
    /// There is none: the bag is empty, or the game has none.
    None,
    /// This tile.
    Tile(Tile),
    /// The record does not say which.
    Unknown,
}

impl Action {
    pub(super) const fn own(deed: Deed) -> Action {
        Action {
            control: None,
            deed,
        }
    }
}
