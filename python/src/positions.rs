//! The positions of a game: the class `Positions`.

use std::sync::Arc;

use pyo3::prelude::*;

use crate::board::Board;
use crate::judged::Judged;
use crate::position::Position;

/// The positions of a game, from the start to the end.
#[pyclass(module = "skep")]
pub struct Positions {
    game: Arc<Judged>,
    board: Board,
    ply: usize,
}

impl Positions {
    /// Those of a game.
    pub fn of(game: &Arc<Judged>) -> Positions {
        Positions {
            game: Arc::clone(game),
            board: Board::of_game(&game.verdict.game, 0),
            ply: 0,
        }
    }
}

#[pymethods]
impl Positions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Option<Position> {
        let game = &self.game.verdict.game;
        if self.ply > game.plies() as usize {
            return None;
        }
        if self.ply > 0 {
            self.board.push_from(game, self.ply - 1);
        }
        self.ply += 1;
        Some(Position::new(self.board.clone(), self.game.rules))
    }
}
