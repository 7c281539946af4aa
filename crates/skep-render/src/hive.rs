//! Pictures of Hive without Venom and packs.

use super::Board;
use super::playback::{DrawGame, MoverError};
use skep_records::game::{Hive, HiveTracker};
use skep_rules::hive::Piece;

impl DrawGame for HiveTracker {
    fn finish(&self, board: &mut Board) {
        if let Some(last) = self.last().filter(|step| step.piece.is_some()) {
            board.from = last.from;
            board.to = vec![last.to];
        }
    }

    fn mark_moves_of(&self, mover: &str, board: &mut Board) -> Result<(), MoverError> {
        let game_type = self.plane().position().game_type();
        let named = |p: &Piece| {
            let name = p.to_string();
            let unique = p.bug().count() == 1 && format!("{name}1").eq_ignore_ascii_case(mover);
            name.eq_ignore_ascii_case(mover) || unique
        };
        let piece = Piece::all()
            .filter(|p| game_type.has(p.bug()))
            .find(named)
            .ok_or_else(|| MoverError::NoPiece(mover.to_owned()))?;
        let piece = piece.to_string();
        board.mark_piece::<Hive>(self, |name| name == piece);
        Ok(())
    }
}
