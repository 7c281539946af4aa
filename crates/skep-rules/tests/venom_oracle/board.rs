//! Cells and the piles of pieces on them.

use std::collections::{BTreeMap, BTreeSet};

use super::tiles::{Piece, TileId};

/// Axial coordinates, pointy top.
pub type Cell = (i32, i32);

/// Clockwise from north-west.
pub const DIRECTIONS: [Cell; 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

pub fn step(from: Cell, direction: usize) -> Cell {
    let (q, r) = DIRECTIONS[direction % 6];
    (from.0 + q, from.1 + r)
}

pub fn neighbours(cell: Cell) -> [Cell; 6] {
    std::array::from_fn(|direction| step(cell, direction))
}

/// The two cells beside the step between two neighbours, which both touch.
pub fn beside(from: Cell, to: Cell) -> [Cell; 2] {
    let direction = (0..6).find(|d| step(from, *d) == to).expect("neighbours");
    [step(from, direction + 5), step(from, direction + 1)]
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// Piles from the bottom; no pile is empty.
    pub cells: BTreeMap<Cell, Vec<Piece>>,
}

impl Board {
    pub fn height(&self, cell: Cell) -> usize {
        self.cells.get(&cell).map_or(0, Vec::len)
    }

    pub fn is_empty(&self, cell: Cell) -> bool {
        !self.cells.contains_key(&cell)
    }

    pub fn top(&self, cell: Cell) -> Option<Piece> {
        self.cells.get(&cell).and_then(|pile| pile.last().copied())
    }

    /// The top of every pile.
    pub fn tops(&self) -> impl Iterator<Item = (Cell, Piece)> {
        self.cells
            .iter()
            .map(|(cell, pile)| (*cell, *pile.last().unwrap()))
    }

    pub fn pieces(&self) -> impl Iterator<Item = Piece> {
        self.cells.values().flatten().copied()
    }

    /// The cell of a tile, covered or not.
    pub fn cell_of(&self, tile: TileId) -> Option<Cell> {
        self.cells
            .iter()
            .find(|(_, pile)| pile.iter().any(|piece| piece.id == tile))
            .map(|(cell, _)| *cell)
    }

    /// The cell of a tile that nothing covers.
    pub fn cell_of_top(&self, tile: TileId) -> Option<Cell> {
        self.tops()
            .find(|(_, piece)| piece.id == tile)
            .map(|(cell, _)| cell)
    }

    pub fn put(&mut self, piece: Piece, cell: Cell) {
        self.cells.entry(cell).or_default().push(piece);
    }

    /// Takes the top piece away.
    pub fn lift(&mut self, cell: Cell) -> Piece {
        let pile = self.cells.get_mut(&cell).expect("an occupied cell");
        let piece = pile.pop().unwrap();
        if pile.is_empty() {
            self.cells.remove(&cell);
        }
        piece
    }

    /// The board without the top piece of a cell.
    pub fn lifted(&self, cell: Cell) -> Board {
        let mut board = self.clone();
        board.lift(cell);
        board
    }

    /// Whether the pieces are one connected whole.
    pub fn is_one_hive(&self) -> bool {
        let Some(first) = self.cells.keys().next() else {
            return true;
        };
        let mut seen = BTreeSet::from([*first]);
        let mut open = vec![*first];
        while let Some(cell) = open.pop() {
            for next in neighbours(cell) {
                if !self.is_empty(next) && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen.len() == self.cells.len()
    }
}
