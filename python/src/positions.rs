//! The positions of a game: the class `Positions`.

use std::sync::Arc;

use pyo3::prelude::*;

use crate::board::PlayBoard;
use crate::judged::JudgedRecord;
use crate::position::PyPosition;

/// The positions of a game, from the start to the end.
#[pyclass(name = "Positions", module = "skep._skep")]
pub struct PyPositions {
    game: Arc<JudgedRecord>,
    board: PlayBoard,
    ply: usize,
}

impl PyPositions {
    /// Those of a game.
    pub fn of(game: &Arc<JudgedRecord>) -> PyPositions {
        PyPositions {
            game: Arc::clone(game),
            board: PlayBoard::of_game(&game.verdict.game, 0, game.rules),
            ply: 0,
        }
    }
}

#[pymethods]
impl PyPositions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Option<PyPosition> {
        let game = &self.game.verdict.game;
        if self.ply > game.plies() as usize {
            return None;
        }
        if self.ply > 0 {
            self.board.push_from(game, self.ply - 1);
        }
        self.ply += 1;
        Some(PyPosition::new(self.board.clone(), self.game.rules))
    }
}
