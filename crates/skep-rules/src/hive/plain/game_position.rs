//! Implements the trait of all games for the position of the plain game.

use super::{Move, Position, Rule, Undo};
use crate::game::{self, Outcome, Side, Trace};

impl game::Position for Position {
    type Move = Move;
    type Undo = Undo;
    type Rule = Rule;

    fn turn(&self) -> Side {
        self.turn()
    }

    fn ply(&self) -> u32 {
        self.ply()
    }

    fn legal_moves_into(&self, out: &mut Vec<Move>) {
        self.legal_moves_into(out);
    }

    fn count_moves(&self) -> u64 {
        self.count_moves()
    }

    fn prepare_counting(&mut self) {
        self.count_open_cells();
    }

    fn check(&self, mv: Move) -> Result<(), Rule> {
        self.check(mv)
    }

    fn play_unchecked(&mut self, mv: Move) -> Undo {
        self.play_unchecked(mv)
    }

    fn undo(&mut self, undo: Undo) {
        self.undo(undo);
    }

    fn may_win_at_once(&self) -> bool {
        self.may_win_at_once()
    }

    fn outcome(&self) -> Outcome {
        self.outcome()
    }

    fn key(&self) -> u64 {
        self.key()
    }

    fn key_and_trace(&self) -> (u64, Trace) {
        self.key_and_trace()
    }

    fn has_turns_after(&self, trace: Trace) -> bool {
        self.has_turns_after(trace)
    }

    fn perft_key(&self) -> u64 {
        self.perft_key()
    }

    fn canonical_key(&self) -> u64 {
        self.canonical_key()
    }
}
