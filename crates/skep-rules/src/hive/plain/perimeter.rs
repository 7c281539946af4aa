//! Walks on the ground around the hive.
//!
//! A piece slides from an empty cell to a neighbouring empty cell if exactly one of the two cells beside the step is
//! occupied: with both occupied there is no room, and with neither the piece loses contact. So a walk stays on the
//! perimeter:
//!
//! ```text
//!     1   2   3
//!   8   #   #   4      # pieces; a walk from 1 goes 2, 3, 4, … around the hive, and at each cell there is one way
//!     7   6   5        on: the table WAY_ON holds it for each last step and each pattern of occupied neighbours
//! ```
//!
//! A cell in a gap in the hive can have four ways. There a walk divides.

use arrayvec::ArrayVec;

use super::FoldedCell;
use super::position::Position;
use super::tables::{
    Bits, CELL_MASK, CellSet, MANY_WAYS, MAX_WALKS, NO_WAY, SLIDE, WAY_ON, WalkStep, walk_step,
};

/// A walk in progress: the cell that it has reached and the step that it takes next.
#[derive(Clone, Copy)]
struct Cursor {
    cell: FoldedCell,
    step: WalkStep,
}

impl Cursor {
    #[inline(always)]
    fn advance(&mut self) {
        self.cell = self.cell.wrapping_add(self.step as u16) & CELL_MASK;
    }
}

impl Position {
    /// The empty cells that slides connect with `start`, itself included, and their number. With `LIFTED`, a piece is
    /// alone on `start` and is lifted for the walk.
    ///
    /// Most cells have one way on, so a walk is a chain of table look-ups with few branches. Each look-up waits for the
    /// previous one. Two walks, one in each direction around the hive, keep the processor busy.
    pub(super) fn perimeter<const LIFTED: bool>(&self, start: FoldedCell) -> (CellSet, u32) {
        let (seen, size, _) = self.walk::<LIFTED, false>(start, start);
        (seen, size)
    }

    /// Whether the piece alone on `from` can slide, step by step, to the empty cell `to`.
    pub(super) fn slides_lead(&self, from: FoldedCell, to: FoldedCell) -> bool {
        self.walk::<true, true>(from, to).2
    }

    /// Walks until all cells are seen, or with `STOP` until `goal` is found. Returns the cells seen, their number, and
    /// whether the goal was found.
    #[inline]
    fn walk<const LIFTED: bool, const STOP: bool>(
        &self,
        start: FoldedCell,
        goal: FoldedCell,
    ) -> (CellSet, u32, bool) {
        let pattern = |cell: FoldedCell| {
            if LIFTED {
                self.occupied_without(cell, start)
            } else {
                self.occupied(cell)
            }
        };
        let way_on =
            |w: &Cursor| WAY_ON[((w.step >> 16) as usize & 511) | pattern(w.cell) as usize];
        let mut seen = CellSet::default();
        seen.insert(start);
        let mut size = 1;
        let mut waiting: ArrayVec<Cursor, MAX_WALKS> = ArrayVec::new();
        let fork = |waiting: &mut ArrayVec<Cursor, MAX_WALKS>, cell, not: u8| {
            waiting.extend(Bits(SLIDE[pattern(cell) as usize] & !not).map(|d| Cursor {
                cell,
                step: walk_step(d),
            }));
        };
        fork(&mut waiting, start, 0);
        while let Some(mut one) = waiting.pop() {
            if let Some(mut other) = waiting.pop() {
                // Two at once, as long as both find new cells and have one way on.
                let (new_one, new_other) = loop {
                    one.advance();
                    other.advance();
                    if STOP && (one.cell == goal || other.cell == goal) {
                        return (seen, size, true);
                    }
                    let new_one = seen.insert(one.cell);
                    let new_other = seen.insert(other.cell);
                    if !(new_one & new_other) {
                        break (new_one, new_other);
                    }
                    size += 2;
                    let (on_one, on_other) = (way_on(&one), way_on(&other));
                    if (on_one | on_other) & (NO_WAY | MANY_WAYS) != 0 {
                        size -= 2;
                        break (true, true);
                    }
                    one.step = on_one;
                    other.step = on_other;
                };
                for (cursor, new) in [(&one, new_one), (&other, new_other)] {
                    if new {
                        size += 1;
                        let on = way_on(cursor);
                        if on == MANY_WAYS {
                            fork(&mut waiting, cursor.cell, back(cursor.step));
                        } else if on != NO_WAY {
                            waiting.push(Cursor {
                                step: on,
                                ..*cursor
                            });
                        }
                    }
                }
                continue;
            }
            loop {
                one.advance();
                if STOP && one.cell == goal {
                    return (seen, size, true);
                }
                if !seen.insert(one.cell) {
                    break;
                }
                size += 1;
                let on = way_on(&one);
                if on == MANY_WAYS {
                    fork(&mut waiting, one.cell, back(one.step));
                    break;
                } else if on == NO_WAY {
                    break;
                }
                one.step = on;
            }
        }
        (seen, size, false)
    }
}

/// The direction bit that leads back from where a step has led.
fn back(step: WalkStep) -> u8 {
    1 << (((step >> 22) + 3) % 6)
}
