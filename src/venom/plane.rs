//! The way back from the folded board to the plane.

use super::board::{Cells, step};
use super::{Bug, Cell, Position, Tile};
use crate::geometry::{Direction, Hex};

/// The tiles of a cell, from the bottom to the top, with what they show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// Where it stands, relative to the lowest-numbered tile on the table.
    pub hex: Hex,
    /// The tiles with the faces that are up.
    pub tiles: Vec<(Tile, Bug)>,
}

impl Position {
    /// The cells that hold something, with their places on the plane relative to the first of them.
    pub(super) fn plane(&self) -> Vec<(Cell, Hex)> {
        let first =
            super::tile::tiles(self.board.on_table()).find_map(|tile| self.board.cell(tile));
        let Some(first) = first else {
            return Vec::new();
        };
        let mut seen = Cells::new();
        seen.insert(first);
        let mut cells = vec![(first, Hex::ORIGIN)];
        let mut at = 0;
        while let Some(&(cell, hex)) = cells.get(at) {
            at += 1;
            for d in Direction::ALL {
                let next = step(cell, d.index());
                if self.board.height(next) > 0 && seen.insert(next) {
                    cells.push((next, hex.step(d)));
                }
            }
        }
        cells
    }

    /// The tiles of a cell, from the bottom to the top.
    pub(super) fn stack(&self, cell: Cell) -> Vec<Tile> {
        let mut stack: Vec<Tile> =
            std::iter::successors(self.board.top(cell), |&tile| self.board.below(tile)).collect();
        stack.reverse();
        stack
    }

    /// Everything on the table.
    pub fn stacks(&self) -> Vec<Stack> {
        self.plane()
            .into_iter()
            .map(|(cell, hex)| Stack {
                hex,
                tiles: self
                    .stack(cell)
                    .into_iter()
                    .map(|tile| (tile, self.bug(tile)))
                    .collect(),
            })
            .collect()
    }
}
