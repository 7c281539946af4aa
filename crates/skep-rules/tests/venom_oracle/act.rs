//! Actions and turns as they are listed and compared.

use super::board::Cell;
use super::tiles::TileId;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// Puts a tile from the hand on the table; `draw` is the tile that Swarm's bag then gives.
    Place {
        tile: TileId,
        face: &'static str,
        to: Cell,
        draw: Option<TileId>,
    },
    /// A move of the tile's own, however copied.
    Move {
        tile: TileId,
        to: Cell,
    },
    /// A throw by a Pillbug or Mosquito of the acting side.
    Throw {
        tile: TileId,
        to: Cell,
    },
    Flip {
        tile: TileId,
    },
    FlipHoneycombo,
    Sting {
        by: TileId,
        target: TileId,
    },
    Remove {
        by: TileId,
        target: TileId,
    },
    Exchange {
        by: TileId,
        target: TileId,
    },
    /// `by` is the Tick or Mosquito that controls.
    ControlMove {
        by: TileId,
        tile: TileId,
        to: Cell,
    },
    ControlThrow {
        by: TileId,
        actor: TileId,
        tile: TileId,
        to: Cell,
    },
    ControlSting {
        by: TileId,
        actor: TileId,
        target: TileId,
    },
    ControlRemove {
        by: TileId,
        actor: TileId,
        target: TileId,
    },
    ControlExchange {
        by: TileId,
        actor: TileId,
        target: TileId,
    },
    /// Swarm: a tile from the bag to the hand.
    Draw {
        tile: TileId,
    },
    /// Swarm: a tile of one's own colour from the other hand.
    Steal {
        tile: TileId,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Turn {
    Pass,
    One(Act),
    Two(Act, Act),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Undecided,
    Win { white: bool },
    Draw,
}
