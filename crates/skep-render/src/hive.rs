//! Pictures of Hive without Venom and packs.

use super::playback::{Draw, MoverError};
use super::{Board, DrawnCell, DrawnPiece, Ground, Owner};
use skep_records::game::HiveTracker;
use skep_rules::game::{BySide, Position as _, Side};
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

impl From<hive::Piece> for DrawnPiece {
    fn from(piece: hive::Piece) -> DrawnPiece {
        DrawnPiece {
            owner: Owner::Side(piece.side()),
            bug: Some(piece.bug().into()),
            number: piece.name().number(),
        }
    }
}

impl Board {
    /// The board of a game of Hive, with its hands. `last` is the turn that led to it.
    pub fn of_hive(tracker: &PlaneTracker, last: Option<Preview>) -> Board {
        let position = tracker.position();
        let uncovered = position.pieces().filter(|&p| !position.is_covered(p));
        let cells = uncovered.filter_map(|top| {
            let mut pieces: Vec<DrawnPiece> = position.beneath(top).map(DrawnPiece::from).collect();
            pieces.reverse();
            pieces.push(top.into());
            Some(DrawnCell {
                hex: tracker.hex(top)?,
                ground: Ground::Table,
                pieces,
            })
        });
        let hand = |side| position.hand(side).map(DrawnPiece::from).collect();
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
    pub fn mark_moves_of(&mut self, tracker: &PlaneTracker, piece: hive::Piece) {
        let moves = tracker.position().legal_moves();
        self.chosen = tracker.hex(piece);
        self.destinations = moves
            .into_iter()
            .filter(|mv| mv.piece() == Some(piece))
            .map(|mv| tracker.preview(mv).to)
            .collect();
        self.destinations.sort_by_key(|h| (h.r, h.q));
    }
}
