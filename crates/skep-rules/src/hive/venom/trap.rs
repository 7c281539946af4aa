//! Cells on which a queen would be surrounded.

use super::Position;
use super::board::neighbours;
use super::tile::tiles;
use crate::game::Position as _;

impl Position {
    /// Whether some action could win by moving the other queen: a throw, an exchange or a Tick's control could bring it
    /// to a cell with occupied neighbours on all sides. It may return true if no action does.
    pub(super) fn may_trap_queen(&self) -> bool {
        let gaps = if self.is_double_turn() { 1 } else { 0 };
        let queens = Position::queens(!self.turn()) & self.board.on_table();
        if queens == 0 {
            return false;
        }
        let is_trap = |cell| {
            let empty = neighbours(cell).filter(|&next| self.board.height(next) == 0);
            empty.count() <= gaps
        };
        let holds_queen = |cell| tiles(queens).any(|queen| self.board.cell(queen) == Some(cell));
        tiles(self.board.on_table())
            .filter_map(|tile| self.board.cell(tile))
            .any(|cell| {
                !holds_queen(cell) && is_trap(cell)
                    || neighbours(cell).any(|next| self.board.height(next) == 0 && is_trap(next))
            })
    }
}
