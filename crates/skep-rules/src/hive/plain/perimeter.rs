//! Walks on the ground around the hive.
//!
//! A piece slides from an empty cell to a neighbouring empty cell if exactly one of the two cells beside the step is
//! occupied: with both occupied there is no room, and with neither the piece loses contact. So a walk stays on the
//! perimeter:
//!
//! ```text
//!     1   2   3
//!   8   #   #   4      # pieces; a walk from 1 goes 2, 3, 4, … around the hive and comes back to 1
//!     7   6   5
//! ```
//!
//! A cell in a gap in the hive can have four ways. A walk always keeps the hive on its left, or always on its right,
//! and takes the next way on that side. It comes to the cell again, and takes the other ways then. So each step has
//! exactly one next step and one previous step, and the walk comes back to its first step. The table WAY_ON holds the
//! next step for each last step and each pattern of occupied neighbours. `Perimeters` in `count` explains why a walk
//! comes to all cells that a piece can reach.

use super::FoldedCell;
use super::position::Position;
use super::tables::{
    Bits, CELL_MASK, CELLS, LEFT, OPEN_MIDDLE, RIGHT, SLIDE, WAY_ON, WalkStep, step, walk_step,
};

/// For each cell 0, or the label of its perimeter.
pub(super) type Labels = [u8; CELLS];

/// A walk in progress: the cell that it has reached and the step that it takes next.
#[derive(Clone, Copy, PartialEq, Eq)]
struct PerimeterCursor {
    cell: FoldedCell,
    step: WalkStep,
}

impl PerimeterCursor {
    #[inline(always)]
    fn advance(&mut self) {
        self.cell = self.cell.wrapping_add(self.step as u16) & CELL_MASK;
    }

    /// Chooses the next step, in a cell with this pattern of occupied neighbours.
    #[inline(always)]
    fn turn(&mut self, hand: usize, pattern: u8) {
        self.step = WAY_ON[hand][(self.step >> 23) as usize | pattern as usize];
    }
}

/// The first steps of two walks from a cell with this pattern of occupied neighbours. One walk has the hive on its
/// left. The other goes the opposite way and has the hive on its right. `None` if the cell has no slides.
fn first_steps(pattern: u8) -> Option<[WalkStep; 2]> {
    let mut slides = Bits(SLIDE[pattern as usize]);
    let right = slides.find(|d| pattern >> ((d + 1) % 6) & 1 == 1)?;
    let left = WAY_ON[LEFT][((right + 3) % 6) << 6 | pattern as usize];
    Some([left, walk_step(right)])
}

impl Position {
    /// Labels the empty cells that slides connect with `start`, itself included, and returns their number.
    ///
    /// A walk is a chain of table look-ups, and each look-up waits for the previous one. Two walks, one in each
    /// direction around the hive, keep the processor busy. A walk passes a cell with two ways only once. So the two
    /// walks have met when one of them comes to such a cell and the cell is already labelled. Each perimeter has such a
    /// cell: four ways are two pairs of opposite directions, so the cell that is farthest in some direction has only
    /// two ways.
    pub(super) fn label_perimeter(&self, start: FoldedCell, label: u8, labels: &mut Labels) -> u32 {
        labels[usize::from(start & CELL_MASK)] = label;
        let mut size = 1;
        let Some(steps) = first_steps(self.occupied(start)) else {
            return size;
        };
        let [mut one, mut other] = steps.map(|step| PerimeterCursor { cell: start, step });
        let mut enter = |cursor: &mut PerimeterCursor, hand| {
            cursor.advance();
            let pattern = self.occupied(cursor.cell);
            cursor.turn(hand, pattern);
            let known = &mut labels[usize::from(cursor.cell & CELL_MASK)];
            let is_new = *known == 0;
            *known = label;
            size += is_new as u32;
            is_new || SLIDE[pattern as usize].count_ones() > 2
        };
        while enter(&mut one, LEFT) & enter(&mut other, RIGHT) {}
        size
    }

    /// Whether a piece that is alone on `from` and not pinned can slide, step by step, to the empty cell `to`.
    ///
    /// The piece is not lifted for the walk. `Perimeters` in `count` explains why this gives the same cells.
    #[inline]
    pub(super) fn slides_lead(&self, from: FoldedCell, to: FoldedCell) -> bool {
        let occupied = self.occupied(from);
        let leads = |d| {
            let beside = step(from, d);
            self.occupied_without(beside, from) != 0
                && self.is_on_perimeter(beside, (d + 5) % 6, to)
        };
        Bits(SLIDE[occupied as usize]).any(leads) || Bits(OPEN_MIDDLE[occupied as usize]).any(leads)
    }

    /// Whether slides connect `start` with `goal`. The walk begins as if `last_step` had led to `start`, with the hive
    /// on its left.
    #[inline]
    fn is_on_perimeter(&self, start: FoldedCell, last_step: usize, goal: FoldedCell) -> bool {
        let mut walk = PerimeterCursor {
            cell: start,
            step: walk_step(last_step),
        };
        walk.turn(LEFT, self.occupied(start));
        let first = walk;
        loop {
            if walk.cell == goal {
                return true;
            }
            walk.advance();
            walk.turn(LEFT, self.occupied(walk.cell));
            if walk == first {
                return false;
            }
        }
    }
}
