use super::{GameType, Move, Opening, Piece, Place};
use crate::geometry::Hex;

/// Replays moves and tells for each where it goes on the boundless plane and how canonical UHP spells it.
///
/// The engine's board is a torus; this is its way back to the plane.
#[derive(Clone, Debug)]
pub struct Unroll {
    _origin: Hex,
}

/// One turn on the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The piece; none in a pass.
    pub piece: Option<Piece>,
    /// Where it stood, if it was on the board.
    pub from: Option<Hex>,
    /// Where it goes (the origin in a pass).
    pub to: Hex,
    /// The place as canonical UHP writes it: beside or on a piece, with canonical names; `Unstated` for the first
    /// piece and a pass.
    pub place: Place,
}

impl Unroll {
    /// The start of a game whose first piece will stand at `origin`.
    pub fn new(_game_type: GameType, _opening: Opening, origin: Hex) -> Unroll {
        Unroll { _origin: origin }
    }

    /// Plays a legal move.
    pub fn step(&mut self, _mv: Move) -> Step {
        unimplemented!("lands with the engine")
    }
}
