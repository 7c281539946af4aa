//! All legal moves of a position, and the test of one.

use super::distribution::Priority;
use super::mv::Kind;
use super::position::members;
use super::{Move, Position, Rule};

impl Position {
    pub(super) fn list_moves(&self, out: &mut Vec<Move>) {
        let before = out.len();
        self.for_each_move(|mv| out.push(mv));
        if out.len() == before && !self.is_over() {
            out.push(Move::PASS);
        }
    }

    pub(super) fn number_of_moves(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        let mut moves = 0;
        if self.for_each_distribution(|_| moves += 1) {
            return moves;
        }
        if self.reserve[self.turn.index()] > 0 {
            moves += u64::from(self.empty_tiles().count_ones());
        }
        self.for_each_release(&mut |_| moves += 1);
        moves.max(1)
    }

    /// Calls `f` with every legal move except the pass: distributions alone, or placements and then releases.
    fn for_each_move(&self, mut f: impl FnMut(Move)) {
        if self.is_over() || self.for_each_distribution(&mut f) {
            return;
        }
        if self.reserve[self.turn.index()] > 0 {
            for cell in members(self.empty_tiles()) {
                f(Move(Kind::Place { cell }));
            }
        }
        self.for_each_release(&mut f);
    }

    pub(super) fn check_move(&self, mv: Move) -> Result<(), Rule> {
        if self.is_over() {
            return Err(Rule::GameOver);
        }
        match mv.0 {
            Kind::Place { cell } => {
                self.check_placement(cell)?;
                self.priority().rule()
            }
            Kind::Distribute { cell, direction } => {
                self.check_stack(cell)?;
                let landing = self.landing(cell, direction)?;
                if !landing.prisoners && self.priority() == Priority::Prisoners {
                    return Err(Rule::PrisonersFirst);
                }
                Ok(())
            }
            Kind::Release { cells } => {
                self.check_release(cells)?;
                self.priority().rule()
            }
            Kind::Pass => {
                self.priority().rule()?;
                let can_place = self.reserve[self.turn.index()] > 0 && self.empty_tiles() != 0;
                if can_place || self.release_seeds() != 0 {
                    return Err(Rule::PassWithMove);
                }
                Ok(())
            }
        }
    }

    fn check_placement(&self, cell: u8) -> Result<(), Rule> {
        if cell >= self.len || self.is_prison(cell) {
            return Err(Rule::NoTile);
        }
        if !self.stack(cell).is_empty() {
            return Err(Rule::TileOccupied);
        }
        if self.reserve[self.turn.index()] == 0 {
            return Err(Rule::EmptyReserve);
        }
        Ok(())
    }

    /// Tests that the side to move has a stack on this tile.
    pub(super) fn check_stack(&self, cell: u8) -> Result<(), Rule> {
        if cell >= self.len {
            return Err(Rule::NoTile);
        }
        if self.is_prison(cell) {
            return Err(Rule::PrisonersStay);
        }
        match self.stack(cell).top() {
            None => Err(Rule::NoStack),
            Some(side) if side != self.turn => Err(Rule::EnemyStack),
            Some(_) => Ok(()),
        }
    }
}
