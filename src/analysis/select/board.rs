use rustc_hash::FxHashMap;

use crate::geometry::Hex;
use crate::hive::{Move, Piece, Unroll};
use crate::notation::Verdict;

/// A game of Hive on the boundless plane, with all pieces of each stack.
pub(super) struct Board {
    unroll: Unroll,
    /// Each from the lowest piece up; empty where all have left.
    stacks: FxHashMap<Hex, Vec<Piece>>,
}

impl Board {
    /// The start of a game.
    pub fn of(verdict: &Verdict) -> Board {
        Board {
            unroll: Unroll::new(verdict.game_type, verdict.opening, Hex::ORIGIN),
            stacks: FxHashMap::default(),
        }
    }

    /// Plays a move of the game.
    pub fn play(&mut self, mv: Move) {
        let step = self.unroll.step(mv);
        let Some(piece) = step.piece else { return };
        if let Some(stack) = step.from.and_then(|from| self.stacks.get_mut(&from)) {
            stack.pop();
        }
        self.stacks.entry(step.to).or_default().push(piece);
    }

    /// The pieces on a cell, from the lowest up.
    pub fn stack(&self, at: Hex) -> &[Piece] {
        self.stacks.get(&at).map_or(&[], Vec::as_slice)
    }

    /// All cells on which a piece stands or stood, with their stacks.
    pub fn stacks(&self) -> impl Iterator<Item = (Hex, &[Piece])> {
        self.stacks
            .iter()
            .map(|(&at, stack)| (at, stack.as_slice()))
    }
}
