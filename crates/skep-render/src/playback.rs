//! The pictures of a game's positions.

use super::Board;
use skep_records::each_game;
use skep_records::game::Playback;

/// What a game needs to be drawn, for a position with a place on the plane.
pub(super) trait Draw {
    /// The picture, with the last turn marked.
    fn draw(&self) -> Board;

    /// Marks the legal destinations of a piece.
    fn mark_moves_of(&self, mover: &str, board: &mut Board) -> Result<(), MoverError>;
}

/// The text does not name a piece or stack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoverError {
    /// It is not a piece of the game.
    #[error("the game has no piece {0}")]
    NoPiece(String),
    /// It is not a cell.
    #[error("{0} is not a cell; name a stack of Hex-It by its cell, such as M13")]
    NoCell(String),
}

impl Board {
    /// The picture of a position, with the last turn marked.
    pub fn of(playback: &Playback) -> Board {
        each_game!(playback.board(), TrackedGame(board) => board.draw())
    }

    /// The picture with the legal moves of a piece marked. A piece of Hive, on the board or in hand, is named by its
    /// name, and a stack of Hex-It by its cell.
    ///
    /// # Errors
    /// The text does not name a piece or cell of the game.
    pub fn with_moves_of(playback: &Playback, mover: &str) -> Result<Board, MoverError> {
        let mut board = Board::of(playback);
        each_game!(playback.board(), TrackedGame(tracked) => tracked.mark_moves_of(mover, &mut board))?;
        Ok(board)
    }
}
