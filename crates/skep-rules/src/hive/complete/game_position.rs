//! Implements the trait of all games for the position of the complete game.

use super::{Move, Pack, Position, Rule, Undo};
use crate::game::{self, Outcome, Side};
use crate::geometry::Symmetry;

impl game::Position for Position {
    type Move = Move;
    type Undo = Undo;
    type Rule = Rule;

    fn turn(&self) -> Side {
        Position::turn(self)
    }

    fn ply(&self) -> u32 {
        Position::ply(self)
    }

    fn legal_moves_into(&self, out: &mut Vec<Move>) {
        self.turns(out);
    }

    fn check(&self, mv: Move) -> Result<(), Rule> {
        self.test(mv)
    }

    fn play_unchecked(&mut self, mv: Move) -> Undo {
        self.apply(mv)
    }

    fn undo(&mut self, undo: Undo) {
        self.take_back(undo);
    }

    fn may_win_at_once(&self) -> bool {
        // One action fills one side of a queen or covers it; a predator also needs only one action.
        let enemy = !self.turn();
        let reach = if self.is_double_turn() { 2 } else { 1 };
        self.options.game_type.has_pack(Pack::Predators)
            || super::tile::tiles(Position::queens(enemy) & self.board.on_table())
                .any(|queen| self.free_sides(queen) <= reach)
    }

    fn outcome(&self) -> Outcome {
        Position::outcome(self)
    }

    fn key(&self) -> u64 {
        self.position_key()
    }

    fn perft_key(&self) -> u64 {
        self.perft_key_under(Symmetry::IDENTITY)
    }

    fn canonical_key(&self) -> u64 {
        self.symmetric_key()
    }
}
