//! Single steps. The board is always the one without the piece that moves.

use super::board::{Board, Cell, beside, neighbours};

/// A slide on the ground: exactly one cell beside the step is occupied, so that the piece fits through and keeps
/// contact.
fn slides(board: &Board, from: Cell, to: Cell) -> bool {
    let [left, right] = beside(from, to);
    board.is_empty(from) && board.is_empty(to) && board.is_empty(left) != board.is_empty(right)
}

/// A step over pieces: blocked when both cells beside it are higher than both its ends.
pub fn passes(board: &Board, from: Cell, to: Cell) -> bool {
    let way = board.height(from).max(board.height(to));
    let [left, right] = beside(from, to);
    board.height(left) <= way || board.height(right) <= way
}

/// Where a piece on the ground may slide in one step.
pub fn slides_from(board: &Board, from: Cell) -> Vec<Cell> {
    neighbours(from)
        .into_iter()
        .filter(|to| slides(board, from, *to))
        .collect()
}

/// The occupied neighbours onto which a piece may step.
pub fn onto(board: &Board, from: Cell) -> Vec<Cell> {
    neighbours(from)
        .into_iter()
        .filter(|to| !board.is_empty(*to) && passes(board, from, *to))
        .collect()
}

/// The empty neighbours to which a piece that stands above the ground may step.
pub fn down(board: &Board, from: Cell) -> Vec<Cell> {
    neighbours(from)
        .into_iter()
        .filter(|to| board.is_empty(*to) && passes(board, from, *to))
        .collect()
}
