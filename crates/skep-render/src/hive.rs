//! Pictures of Hive without Venom and packs.

use super::playback::{Draw, MoverError};
use super::{Board, Cell, Ground, Owner, Piece};
use skep_records::game::HiveTracker;
use skep_rules::game::{BySide, Side};
use skep_rules::hive::{self, PlaneTracker, Preview};

impl Draw for HiveTracker {
    fn draw(&self) -> Board {
        Board::of_hive(self.plane(), self.last())
    }

    fn mark_moves_of(&self, mover: &str, board: &mut Board) -> Result<(), MoverError> {
        let game_type = self.plane().position().game_type();
        let named = |p: &hive::Piece| {
            let name = p.to_string();
            let unique = p.bug().count() == 1 && format!("{name}1").eq_ignore_ascii_case(mover);
            name.eq_ignore_ascii_case(mover) || unique
        };
        let piece = hive::Piece::all()
            .filter(|p| game_type.has(p.bug()))
            .find(named)
            .ok_or_else(|| MoverError::NoPiece(mover.to_owned()))?;
        board.mark_moves_of(self.plane(), piece);
        Ok(())
    }
}

impl From<hive::Piece> for Piece {
    fn from(piece: hive::Piece) -> Piece {
        Piece {
            owner: Owner::Side(piece.side()),
            bug: Some(piece.bug().into()),
            number: piece.name().number(),
        }
    }
}

impl Board {
    /// The board of a game of Hive, with its hands. `last` is the turn that led to it.
    pub fn of_hive(unroll: &PlaneTracker, last: Option<Preview>) -> Board {
        let position = unroll.position();
        let mut raised: Vec<(u8, hive::Piece, Cell)> = hive::Piece::all()
            .filter_map(|piece| {
                let cell = Cell {
                    hex: unroll.hex(piece)?,
                    ground: Ground::Table,
                    pieces: Vec::new(),
                };
                Some((position.beneath(piece).count() as u8, piece, cell))
            })
            .collect();
        // Bottom pieces first: the pieces above are added to their cells.
        raised.sort_by_key(|(level, ..)| *level);
        let mut cells: Vec<Cell> = Vec::new();
        for (level, piece, cell) in raised {
            if level == 0 {
                cells.push(cell.with(piece));
            } else if let Some(below) = cells.iter_mut().find(|c| c.hex == cell.hex) {
                below.pieces.push(piece.into());
            }
        }
        let hand = |side| position.hand(side).map(Piece::from).collect();
        let moved = last.filter(|step| step.piece.is_some());
        let over = position.outcome().is_over();
        let mut board = Board::new(cells);
        board.from = moved.and_then(|step| step.from);
        board.to = moved.map(|step| step.to).into_iter().collect();
        board.hands = BySide {
            white: hand(Side::White),
            black: hand(Side::Black),
        };
        board.turn = (!over).then_some(position.turn());
        board
    }

    /// Marks the legal destinations of a piece, on the board or in hand.
    pub fn mark_moves_of(&mut self, unroll: &PlaneTracker, piece: hive::Piece) {
        let mut moves = Vec::new();
        unroll.position().legal_moves_into(&mut moves);
        self.chosen = unroll.hex(piece);
        self.destinations = moves
            .into_iter()
            .filter(|mv| mv.piece() == Some(piece))
            .map(|mv| unroll.preview(mv).to)
            .collect();
        self.destinations.sort_by_key(|h| (h.r, h.q));
    }
}

impl Cell {
    fn with(mut self, piece: hive::Piece) -> Cell {
        self.pieces.push(piece.into());
        self
    }
}
