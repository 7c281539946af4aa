//! Keys of positions, to find equal positions.

use super::Position;
use super::position::members;
use crate::geometry::{Hex, Symmetry};
use crate::mix::mix;

impl Position {
    /// The key of the position under a symmetry: a sum over the cells, counted from the corner of the smallest
    /// parallelogram around all cells.
    ///
    /// It includes everything that affects the next moves: tiles with their colours and stacks, the number of prisoners
    /// of each side on a cell (not their order), the side to move, passes, and the size of the set.
    pub fn key_under(&self, symmetry: Symmetry) -> u64 {
        if symmetry == Symmetry::IDENTITY {
            return self.key_of_image(|h| h);
        }
        // The two basis vectors, so that a cell costs four products and no loop.
        let (e, f) = (
            symmetry.apply(Hex::new(1, 0)),
            symmetry.apply(Hex::new(0, 1)),
        );
        self.key_of_image(|h| Hex::new(h.q * e.q + h.r * f.q, h.q * e.r + h.r * f.r))
    }

    #[inline]
    fn key_of_image(&self, image: impl Fn(Hex) -> Hex) -> u64 {
        let cells = &self.cells[..usize::from(self.len)];
        let corner = cells.iter().fold(Hex::new(i32::MAX, i32::MAX), |min, c| {
            let h = image(c.hex());
            Hex::new(min.q.min(h.q), min.r.min(h.r))
        });
        let place = |cell: u8| {
            let h = image(self.cells[usize::from(cell)].hex()) - corner;
            (h.q as u64 & 0xFFFF) << 32 | (h.r as u64 & 0xFFFF) << 48
        };
        let mut sum = 0u64;
        for (colour, tiles) in self.tiles.into_iter().enumerate() {
            for cell in members(tiles) {
                let content = self.stack(cell).code() | (colour as u64) << 24;
                sum = sum.wrapping_add(mix(place(cell) | content));
            }
        }
        for cell in members(self.prisons) {
            sum = sum.wrapping_add(mix(place(cell) | self.prisoners(cell)));
        }
        mix(sum ^ self.rest())
    }

    /// A key that two positions of one game share only if they are the same. Cells never leave the board, so equal
    /// positions number their cells alike, and a cell needs no place. This is several times as fast as
    /// [`Position::key_under`].
    pub(super) fn key_in_game(&self) -> u64 {
        let mut sum = self.rest();
        for set in [self.tiles[0], self.tiles[1], self.prisons] {
            sum = mix(sum ^ set);
        }
        for cell in members(self.tops[0] | self.tops[1]) {
            sum = sum.wrapping_add(mix(u64::from(cell) << 32 | self.stack(cell).code()));
        }
        for cell in members(self.prisons) {
            sum = sum.wrapping_add(mix(u64::from(cell) << 32 | self.prisoners(cell)));
        }
        sum
    }

    /// The number of prisoners of each side on a cell.
    fn prisoners(&self, cell: u8) -> u64 {
        let stack = self.stack(cell);
        u64::from(stack.white()) | u64::from(stack.black()) << 8 | 1 << 25
    }

    /// What affects the next moves and stands on no cell.
    fn rest(&self) -> u64 {
        let rest = self.turn.index() as u64
            | u64::from(self.passes) << 1
            | u64::from(self.is_laying()) << 3
            | u64::from(self.options.tiles.tiles()) << 8;
        mix(rest | 1 << 31)
    }
}
