//! Pictures of Hive with Venom and packs.

use super::playback::{DrawGame, MoverError};
use super::{Board, Owner};
use skep_records::game::{Tracker, Venom, VenomTracker};
use skep_rules::game::Side;
use skep_rules::hive::Tile;

impl DrawGame for VenomTracker {
    fn finish(&self, board: &mut Board) {
        board.from = self.from();
        board.to = self.to().to_vec();
        let colour = self.position().honeycombo();
        for piece in board
            .cells_mut()
            .iter_mut()
            .flat_map(|cell| &mut cell.pieces)
        {
            if let Owner::Neutral(shown) = &mut piece.owner {
                *shown = colour;
            }
        }
    }

    /// Marks the legal destinations of a piece in the first action of a turn.
    fn mark_moves_of(&self, mover: &str, board: &mut Board) -> Result<(), MoverError> {
        let is_it = |name: String| name.eq_ignore_ascii_case(mover);
        board.mark_piece::<Venom>(self, is_it);
        let either_face = |tile: Tile| [false, true].map(|back| tile.name(back).to_string());
        let in_hand = Side::ALL.into_iter().any(|side| {
            let mut hand = self.position().hand(side);
            hand.any(|tile| either_face(tile).into_iter().any(is_it))
        });
        if board.chosen.is_some() || in_hand {
            Ok(())
        } else {
            Err(MoverError::NoPiece(mover.to_owned()))
        }
    }
}
