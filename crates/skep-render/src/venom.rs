//! Pictures of Hive with Venom and packs.

use super::playback::{Draw, MoverError};
use super::{Board, DrawnCell, DrawnPiece, Ground, Owner};
use skep_records::game::{PlacedTile, Tracker, VenomTracker};
use skep_rules::game::{BySide, Position as _, Side};
use skep_rules::hive::Tile;
use skep_rules::hive::venom::Position;

impl Draw for VenomTracker {
    fn draw(&self) -> Board {
        let position = self.position();
        let piece = |tile| piece(position, tile);
        let stacks = position.stacks();
        let cells = stacks.into_iter().map(|stack| DrawnCell {
            hex: stack.hex + self.offset(),
            ground: Ground::Table,
            pieces: stack
                .tiles
                .into_iter()
                .map(|(tile, _)| piece(tile))
                .collect(),
        });
        let hand = |side| position.hand(side).map(piece).collect();
        let mut board = Board::new(cells);
        board.from = self.from();
        board.to = self.to().to_vec();
        board.hands = BySide {
            white: hand(Side::White),
            black: hand(Side::Black),
        };
        board.turn = (!position.outcome().is_over()).then_some(position.turn());
        board
    }

    /// Marks the legal destinations of a piece in the first action of a turn.
    fn mark_moves_of(&self, mover: &str, board: &mut Board) -> Result<(), MoverError> {
        let position = self.position();
        let is_it = |name: String| name.eq_ignore_ascii_case(mover);
        let named = |placed: &&PlacedTile| is_it(position.name(placed.tile).to_string());
        let on_table = self.tiles().iter().find(named);
        board.chosen = on_table.map(|placed| placed.hex);
        let moves = position.legal_moves().into_iter();
        let steps = moves.map(|mv| position.preview(mv));
        let mine = steps.filter(|step| step.piece.is_some_and(|name| is_it(name.to_string())));
        board.destinations = mine
            .filter_map(|step| Some(step.to? + self.offset()))
            .collect();
        board.destinations.sort_by_key(|h| (h.r, h.q));
        board.destinations.dedup();
        let either_face = |tile: Tile| [false, true].map(|back| tile.name(back).to_string());
        let in_hand = Side::ALL.into_iter().any(|side| {
            let mut hand = position.hand(side);
            hand.any(|tile| either_face(tile).into_iter().any(is_it))
        });
        if on_table.is_some() || in_hand {
            Ok(())
        } else {
            Err(MoverError::NoPiece(mover.to_owned()))
        }
    }
}

fn piece(position: &Position, tile: Tile) -> DrawnPiece {
    DrawnPiece {
        owner: match tile.side() {
            Some(side) => Owner::Side(side),
            None => Owner::Neutral(position.honeycombo()),
        },
        bug: Some(position.bug(tile).into()),
        number: position.name(tile).number(),
    }
}
