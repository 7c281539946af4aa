//! Sets of cells at most three steps from a piece: one bit for each cell.

use super::FoldedCell;
use super::position::Position;
use super::tables::{Bits, CELL_MASK, step};

/// Cells at most three steps from a centre. Bit 8 · r + q is the cell in row r − 3 and column q − 3 from the centre.
///
/// ```text
///     . . . . # # #       the cells within three steps fit in seven rows of seven columns,
///     . . . # # # #       and a step to a neighbour adds the same to each cell's number
///     . . # # # # #
///     . # # # C # #
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Near(u64);

/// The number of a cell in the set.
pub(super) type NearCell = u32;

pub(super) const CENTRE: NearCell = 27;

/// What a step in each direction adds to the number of a cell, modulo 64.
const NEAR_DELTA: [NearCell; 6] = [56, 57, 1, 8, 7, 63];

/// The neighbours of the centre, by the pattern of directions.
static AROUND: [u64; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 6 * 64 {
        let (pattern, d) = (i / 6, i % 6);
        if pattern >> d & 1 != 0 {
            table[pattern] |= 1 << near_step(CENTRE, d);
        }
        i += 1;
    }
    table
};

/// The neighbour of a cell.
pub(super) const fn near_step(cell: NearCell, direction: usize) -> NearCell {
    (cell + NEAR_DELTA[direction]) & 63
}

/// 32 times the row plus the column of a cell, from the cell three rows and three columns before the centre.
#[inline]
fn place(centre: FoldedCell, cell: FoldedCell) -> u16 {
    cell.wrapping_sub(centre).wrapping_add(3 * 32 + 3) & CELL_MASK
}

impl Near {
    /// Adds the neighbours of a cell in these directions.
    #[inline]
    pub(super) fn add_around(&mut self, cell: NearCell, directions: u8) {
        // The table has them for the centre.
        self.0 |= AROUND[directions as usize & 63].rotate_left(cell.wrapping_sub(CENTRE) & 63);
    }

    /// Adds a cell of the board that is at most three steps from the centre.
    #[inline]
    pub(super) fn add_near(&mut self, centre: FoldedCell, cell: FoldedCell) {
        let place = place(centre, cell);
        self.0 |= 1 << (place >> 2 & 0x38 | place & 7);
    }

    /// Adds a cell of the board if it is at most three rows and columns from the centre. Otherwise returns false.
    #[inline]
    pub(super) fn add(&mut self, centre: FoldedCell, cell: FoldedCell) -> bool {
        let place = place(centre, cell);
        let is_near = place & 31 < 7 && place >> 5 < 7;
        if is_near {
            self.add_near(centre, cell);
        }
        is_near
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The cells, with the cells of the board.
    #[inline]
    pub(super) fn cells(self, centre: FoldedCell) -> impl Iterator<Item = (NearCell, FoldedCell)> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let cell = left.trailing_zeros();
            left &= left - 1;
            let (column, row) = (cell as u16 & 7, cell as u16 >> 3);
            let from_first = centre.wrapping_add(row << 5 | column);
            Some((cell, from_first.wrapping_sub(3 * 32 + 3) & CELL_MASK))
        })
    }
}

impl Position {
    /// Adds the targets of a ladybug on `from`: the same as those of `ladybug_walks`.
    #[inline]
    pub(super) fn add_ladybug_targets(&self, from: FoldedCell, targets: &mut Near) {
        let mut seconds = Near::default();
        for d in Bits(self.ladybug_steps(from, from, 0)) {
            let first = step(from, d);
            let on = self.ladybug_steps(from, first, self.height(first));
            seconds.add_around(near_step(CENTRE, d), on);
        }
        for (near, second) in seconds.cells(from) {
            targets.add_around(near, self.ladybug_way_down(from, second));
        }
    }
}
