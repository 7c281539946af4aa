//! The pictures of a game's positions.

use super::Board;
use skep_records::each_game;
use skep_records::game::Playback;

/// A board whose place on the plane is known: what a game adds to be drawn.
pub(super) trait Draw {
    /// The picture, with the last turn marked.
    fn draw(&self) -> Board;

    /// Marks where a piece may legally go.
    fn mark_moves_of(&self, mover: &str, board: &mut Board) -> Result<(), MoverError>;
}

/// The text names nothing that could move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoverError {
    /// It is no piece of the game.
    #[error("{0} is no piece of this game")]
    NoPiece(String),
    /// It is no cell.
    #[error("{0} is no cell; a stack of Hex-It is named by its cell, such as M13")]
    NoCell(String),
}

impl Board {
    /// The picture of a position, with the last turn marked.
    pub fn of(playback: &Playback) -> Board {
        each_game!(playback.board(), TrackedGame(board) => board.draw())
    }

    /// The picture with the legal moves of a piece marked: a piece of Hive by its name, on the board or in hand; a
    /// stack of Hex-It by its cell.
    ///
    /// # Errors
    /// The text names no piece or cell of the game.
    pub fn with_moves_of(playback: &Playback, mover: &str) -> Result<Board, MoverError> {
        let mut board = Board::of(playback);
        each_game!(playback.board(), TrackedGame(tracked) => tracked.mark_moves_of(mover, &mut board))?;
        Ok(board)
    }
}
