//! The stacks on the table, on a torus of 64 by 64 cells.

use super::{FoldedCell, Tile};
use crate::game::Side;
use crate::geometry::Direction;

/// The stacks on the table.
///
/// The plane is folded into a torus of 64 by 64 cells. A hive has at most 61 connected tiles, so it spans at most 61
/// cells in either direction, or 63 with the free cells on both sides. So no two cells at or beside the hive fold onto
/// each other.
#[derive(Clone, Debug)]
pub(super) struct VenomBoard {
    // The top tile of each cell and the number of tiles on it.
    top: [u8; CELLS],
    height: [u8; CELLS],
    // By tile: the tile below it, and its cell.
    below: [u8; 64],
    cell: [FoldedCell; 64],
    // The tiles on the table, as a set, and the number of occupied cells.
    on_table: u64,
    stacks: u8,
}

pub(super) const CELLS: usize = 64 * 64;
const NONE: u8 = 255;

/// The neighbour of a cell, by the direction's number.
#[inline]
pub(super) const fn step(cell: FoldedCell, direction: usize) -> FoldedCell {
    const DELTA: [(u16, u16); 6] = {
        let mut deltas = [(0, 0); 6];
        let mut i = 0;
        while i < 6 {
            let d = Direction::ALL[i].delta();
            deltas[i] = (d.q as u16, d.r as u16);
            i += 1;
        }
        deltas
    };
    let (q, r) = DELTA[direction];
    cell.wrapping_add(q) & 63 | cell.wrapping_add(r << 6) & 0xFC0
}

/// The six neighbours, clockwise from the north-west.
#[inline]
pub(super) fn neighbours(cell: FoldedCell) -> impl Iterator<Item = FoldedCell> {
    (0..6).map(move |d| step(cell, d))
}

impl VenomBoard {
    pub(super) fn new() -> VenomBoard {
        VenomBoard {
            top: [NONE; CELLS],
            height: [0; CELLS],
            below: [NONE; 64],
            cell: [0; 64],
            on_table: 0,
            stacks: 0,
        }
    }

    /// The number of tiles on a cell.
    #[inline]
    pub(super) fn height(&self, cell: FoldedCell) -> u8 {
        self.height[cell as usize]
    }

    /// The uncovered tile of a cell.
    #[inline]
    pub(super) fn top(&self, cell: FoldedCell) -> Option<Tile> {
        match self.top[cell as usize] {
            NONE => None,
            tile => Some(Tile(tile)),
        }
    }

    /// The colour of a cell: that of its uncovered tile.
    #[inline]
    pub(super) fn colour(&self, cell: FoldedCell) -> Option<Side> {
        self.top(cell).and_then(Tile::side)
    }

    /// The cell of a tile, if it is on the table.
    #[inline]
    pub(super) fn cell(&self, tile: Tile) -> Option<FoldedCell> {
        (self.on_table & tile.bit() != 0).then(|| self.cell[tile.0 as usize])
    }

    /// Whether a tile on the table has nothing on it.
    #[inline]
    pub(super) fn is_top(&self, tile: Tile) -> bool {
        self.top[self.cell[tile.0 as usize] as usize] == tile.0
    }

    /// The tile beneath a tile.
    pub(super) fn below(&self, tile: Tile) -> Option<Tile> {
        match self.below[tile.0 as usize] {
            NONE => None,
            tile => Some(Tile(tile)),
        }
    }

    /// The tiles on the table, as a set.
    #[inline]
    pub(super) fn on_table(&self) -> u64 {
        self.on_table
    }

    /// The number of occupied cells.
    pub(super) fn stacks(&self) -> usize {
        self.stacks.into()
    }

    /// Puts a tile on top of a cell.
    pub(super) fn put(&mut self, tile: Tile, cell: FoldedCell) {
        let (i, t) = (cell as usize, tile.0 as usize);
        self.below[t] = self.top[i];
        self.top[i] = tile.0;
        self.height[i] += 1;
        self.cell[t] = cell;
        self.on_table |= tile.bit();
        self.stacks += u8::from(self.height[i] == 1);
    }

    /// Takes the top tile of a cell off the table.
    pub(super) fn lift(&mut self, tile: Tile) -> FoldedCell {
        let t = tile.0 as usize;
        let cell = self.cell[t];
        let i = cell as usize;
        debug_assert_eq!(self.top[i], tile.0, "only an uncovered tile is lifted");
        self.top[i] = self.below[t];
        self.height[i] -= 1;
        self.on_table &= !tile.bit();
        self.stacks -= u8::from(self.height[i] == 0);
        cell
    }

    /// Whether the occupied cells, except the given cells, are connected.
    pub(super) fn is_connected_without(&self, gone: &[FoldedCell]) -> bool {
        let mut seen = TableCells::new();
        for &cell in gone {
            seen.insert(cell);
        }
        let holds = |cell: FoldedCell| self.height(cell) > 0;
        let left = usize::from(self.stacks) - gone.iter().filter(|&&c| holds(c)).count();
        let first = super::tile::tiles(self.on_table)
            .map(|tile| self.cell[tile.0 as usize])
            .find(|cell| !gone.contains(cell));
        let Some(first) = first else {
            return true;
        };
        let mut reached = vec![first];
        seen.insert(first);
        let mut at = 0;
        while let Some(&cell) = reached.get(at) {
            at += 1;
            for next in neighbours(cell) {
                if holds(next) && seen.insert(next) {
                    reached.push(next);
                }
            }
        }
        reached.len() == left
    }

    /// Whether the hive would split without the only tile of a cell.
    pub(super) fn is_pinned(&self, cell: FoldedCell) -> bool {
        if self.height(cell) != 1 {
            return false;
        }
        let mut runs = 0;
        let mut before = self.height(step(cell, 5)) > 0;
        for next in neighbours(cell) {
            let holds = self.height(next) > 0;
            runs += u8::from(holds && !before);
            before = holds;
        }
        // Neighbours that touch each other stay connected without it.
        runs > 1 && !self.is_connected_without(&[cell])
    }
}

/// A set of cells.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct TableCells {
    rows: [u64; 64],
    // The rows that are not empty.
    used: u64,
}

impl TableCells {
    pub(super) const fn new() -> TableCells {
        TableCells {
            rows: [0; 64],
            used: 0,
        }
    }

    /// Adds a cell and returns whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, cell: FoldedCell) -> bool {
        let (row, bit) = (usize::from(cell >> 6), 1 << (cell & 63));
        let new = self.rows[row] & bit == 0;
        self.rows[row] |= bit;
        self.used |= 1 << row;
        new
    }

    pub(super) fn remove(&mut self, cell: FoldedCell) {
        self.rows[usize::from(cell >> 6)] &= !(1 << (cell & 63));
    }

    #[inline]
    pub(super) fn has(&self, cell: FoldedCell) -> bool {
        self.rows[usize::from(cell >> 6)] & 1 << (cell & 63) != 0
    }

    /// The cells, row by row.
    pub(super) fn iter(&self) -> impl Iterator<Item = FoldedCell> + '_ {
        let mut used = self.used;
        let mut row = 0;
        let mut bits = 0u64;
        std::iter::from_fn(move || {
            while bits == 0 {
                if used == 0 {
                    return None;
                }
                row = used.trailing_zeros() as u16;
                used &= used - 1;
                bits = self.rows[usize::from(row)];
            }
            let column = bits.trailing_zeros() as u16;
            bits &= bits - 1;
            Some(row << 6 | column)
        })
    }
}
