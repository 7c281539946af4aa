//! The rules of the game: all legal moves of a position, and the test of one.

use super::cell::Cell;
use super::distribution::Priority;
use super::mv::TurnKind;
use super::position::members;
use super::{Move, Options, Position, Rule, TileSet, Undo, Written};
use crate::game::{self, Fault, Internal, Outcome, Position as _, Side, Trace};
use crate::geometry::{Direction, Symmetry};

impl game::Position for Position {
    type Options = Options;
    type Move = Move;
    type Written = Written;
    type Undo = Undo;
    type Rule = Rule;

    const PASS: Move = Move::PASS;

    /// White's tiles M13 and N14, Black's M14 and N13, White to move. Only N14 and M14 for the expert start.
    fn start(options: Options) -> Position {
        const TILES: [(i16, i16, Side); 4] = [
            (12, 13, Side::White),
            (13, 14, Side::White),
            (12, 14, Side::Black),
            (13, 13, Side::Black),
        ];
        let mut position = Position::empty(options);
        let tiles = match options.tiles {
            TileSet::Expert => &TILES[1..3],
            TileSet::Standard | TileSet::Blitz | TileSet::Beginner => &TILES[..],
        };
        for &(column, row, side) in tiles {
            position.add_tile(Cell::from_start(column, row), side);
        }
        position
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn ply(&self) -> u32 {
        self.ply
    }

    fn legal_moves_into(&self, out: &mut Vec<Move>) {
        let before = out.len();
        self.for_each_move(|mv| out.push(mv));
        if out.len() == before && !self.is_over() {
            out.push(Move::PASS);
        }
    }

    fn count_moves(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        let mut moves = 0;
        if self.is_laying() {
            self.for_each_lay(|_| moves += 1);
            return moves;
        }
        if self.for_each_distribution(|_| moves += 1) {
            return moves;
        }
        if self.reserve[self.turn.index()] > 0 {
            moves += u64::from(self.empty_tiles().count_ones());
        }
        self.for_each_release(&mut |_| moves += 1);
        moves.max(1)
    }

    fn spell(&self, mv: Move) -> Written {
        let at = |cell: u8| self.cells[usize::from(cell)];
        match mv.0 {
            TurnKind::Pass => Written::Pass,
            TurnKind::Place { cell } => Written::Place(at(cell)),
            TurnKind::Lay { at } => Written::Lay(at),
            TurnKind::Distribute { cell, direction } => match self.landing(cell, direction) {
                Ok(landing) => Written::Distribute {
                    from: at(cell),
                    to: (0..landing.steps()).fold(at(cell), |to, _| to.step(direction)),
                    prisoners: landing.prisoners,
                },
                Err(_) => Written::Towards {
                    from: at(cell),
                    direction,
                },
            },
            TurnKind::Release { cells } => Written::Release(self.release_order(cells)),
        }
    }

    fn interpret(&self, &written: &Written) -> Result<Move, Fault> {
        self.meaning(written)
            .map_err(|rule| self.fault(written, rule))
    }

    fn judge(&self, &written: &Written) -> Result<Move, Fault> {
        let checked = || {
            if self.is_over() {
                return Err(Rule::GameOver);
            }
            let mv = self.meaning(written)?;
            self.check(mv).map(|()| mv)
        };
        checked().map_err(|rule| self.fault(written, rule))
    }

    fn check(&self, mv: Move) -> Result<(), Rule> {
        if self.is_over() {
            return Err(Rule::GameOver);
        }
        match mv.0 {
            TurnKind::Lay { at } if self.is_laying() => self.check_lay(at),
            TurnKind::Lay { .. } => Err(Rule::NoTileToLay),
            _ if self.is_laying() => Err(Rule::LayTile),
            TurnKind::Place { cell } => {
                self.check_placement(cell)?;
                self.priority().rule()
            }
            TurnKind::Distribute { cell, direction } => {
                self.check_stack(cell)?;
                let landing = self.landing(cell, direction)?;
                if !landing.prisoners && self.priority() == Priority::Prisoners {
                    return Err(Rule::PrisonersFirst);
                }
                Ok(())
            }
            TurnKind::Release { cells } => {
                self.check_release(cells)?;
                self.priority().rule()
            }
            TurnKind::Pass => {
                self.priority().rule()?;
                let can_place = self.reserve[self.turn.index()] > 0 && self.empty_tiles() != 0;
                if can_place || self.release_seeds() != 0 {
                    return Err(Rule::PassWithMove);
                }
                Ok(())
            }
        }
    }

    fn play_unchecked(&mut self, mv: Move) -> Undo {
        self.apply(mv)
    }

    fn undo(&mut self, undo: Undo) {
        self.take_back(undo);
    }

    fn outcome(&self) -> Outcome {
        if !self.is_over() {
            return Outcome::Undecided;
        }
        self.score().outcome()
    }

    fn key(&self) -> u64 {
        self.key_under(Symmetry::IDENTITY)
    }

    fn canonical_key(&self) -> u64 {
        let keys = Symmetry::ALL.into_iter().map(|s| self.key_under(s));
        keys.min().unwrap_or_default()
    }
}

impl Internal for Position {
    fn may_win_at_once(&self) -> bool {
        // The game ends with a second pass or with the last tile. A release lays the tiles of prisoners' cells.
        self.passes > 0 || u32::from(self.tiles_left()) <= self.prisons.count_ones()
    }

    fn key_and_trace(&self) -> (u64, Trace) {
        (self.key_in_game(), Trace::default())
    }

    fn has_turns_after(&self, _: Trace) -> bool {
        true
    }

    fn perft_key(&self) -> u64 {
        self.key()
    }
}

impl Position {
    /// Calls `f` with every legal move except the pass: tiles of the expert start, distributions alone, or placements
    /// and then releases.
    fn for_each_move(&self, mut f: impl FnMut(Move)) {
        if self.is_over() {
            return;
        }
        if self.is_laying() {
            self.for_each_lay(f);
            return;
        }
        if self.for_each_distribution(&mut f) {
            return;
        }
        if self.reserve[self.turn.index()] > 0 {
            for cell in members(self.empty_tiles()) {
                f(Move(TurnKind::Place { cell }));
            }
        }
        self.for_each_release(&mut f);
    }

    /// Calls `f` with every cell beside a tile, once.
    fn for_each_lay(&self, mut f: impl FnMut(Move)) {
        let mut seen: Vec<Cell> = Vec::new();
        for (tile, _) in self.tiles() {
            for at in Direction::ALL.map(|direction| tile.step(direction)) {
                if self.find(at).is_none() && !seen.contains(&at) {
                    seen.push(at);
                    f(Move(TurnKind::Lay { at }));
                }
            }
        }
    }

    fn check_lay(&self, at: Cell) -> Result<(), Rule> {
        if self.find(at).is_some() {
            return Err(Rule::TileThere);
        }
        let is_beside = self
            .tiles()
            .any(|(tile, _)| at.direction_to(tile).is_some());
        is_beside.then_some(()).ok_or(Rule::BesideTile)
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
