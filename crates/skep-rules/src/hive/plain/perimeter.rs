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
    Bits, CELL_MASK, CELLS, MANY_WAYS, MAX_WALKS, NO_WAY, OPEN_MIDDLE, SLIDE, WAY_ON, WalkStep,
    step, walk_step,
};

/// For each cell 0, or the label of its perimeter.
pub(super) type Labels = [u8; CELLS];

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
    /// Labels the empty cells that slides connect with `start`, itself included, and returns their number.
    ///
    /// Most cells have one way on, so a walk is a chain of table look-ups with few branches. Each look-up waits for the
    /// previous one. Two walks, one in each direction around the hive, keep the processor busy.
    pub(super) fn label_perimeter(&self, start: FoldedCell, label: u8, labels: &mut Labels) -> u32 {
        self.walk::<false, false>(start, start, label, labels).0
    }

    /// Whether the piece alone on `from` can slide, step by step, to the empty cell `to`.
    pub(super) fn slides_lead(&self, from: FoldedCell, to: FoldedCell) -> bool {
        let found = self.follow(from, to);
        found.unwrap_or_else(|| self.walk::<true, true>(from, to, 1, &mut [0; CELLS]).1)
    }

    /// [`Position::slides_lead`], if the way around the hive never divides and never ends. Then two walks, one in each
    /// direction, meet, and need no set of the cells seen.
    ///
    /// The piece stays in place, because a lifted piece costs more at each cell. If no empty cell beside it touches
    /// another piece except the ends of the run of empty cells, the walk passes these ends and goes around the piece
    /// between them: so it leaves the piece at an end as if it came along the piece.
    #[inline]
    fn follow(&self, from: FoldedCell, to: FoldedCell) -> Option<bool> {
        let occupied = self.occupied(from);
        let mut ends = Bits(SLIDE[occupied as usize]);
        let (first, second) = (ends.next()?, ends.next()?);
        let touches = |d| self.occupied_without(step(from, d), from) != 0;
        if ends.next().is_some() || Bits(OPEN_MIDDLE[occupied as usize]).any(touches) {
            return None;
        }
        let leaving = |d: usize| {
            // One of the two cells beside the end is occupied. The walk comes from the other.
            let comes = match occupied >> ((d + 1) % 6) & 1 {
                0 => (d + 5) % 6,
                _ => (d + 1) % 6,
            };
            Cursor {
                cell: step(from, d),
                step: walk_step(comes),
            }
        };
        let way_on =
            |w: &Cursor| WAY_ON[((w.step >> 16) as usize & 511) | self.occupied(w.cell) as usize];
        let (mut one, mut other) = (leaving(first), leaving(second));
        let mut before = from;
        loop {
            if one.cell == to || other.cell == to {
                return Some(true);
            }
            (one.step, other.step) = (way_on(&one), way_on(&other));
            if (one.step | other.step) & (NO_WAY | MANY_WAYS) != 0 {
                return None;
            }
            if one.cell == other.cell || one.cell == before {
                return Some(false);
            }
            before = other.cell;
            one.advance();
            other.advance();
        }
    }

    /// Walks until all cells are labelled, or with `STOP` until `goal` is found. Returns the number of cells, and
    /// whether the goal was found. With `LIFTED`, a piece is alone on `start` and is lifted for the walk.
    #[inline]
    fn walk<const LIFTED: bool, const STOP: bool>(
        &self,
        start: FoldedCell,
        goal: FoldedCell,
        label: u8,
        labels: &mut Labels,
    ) -> (u32, bool) {
        let pattern = |cell: FoldedCell| {
            if LIFTED {
                self.occupied_without(cell, start)
            } else {
                self.occupied(cell)
            }
        };
        let way_on =
            |w: &Cursor| WAY_ON[((w.step >> 16) as usize & 511) | pattern(w.cell) as usize];
        let mut enter = |cell: FoldedCell| {
            let known = &mut labels[usize::from(cell & CELL_MASK)];
            let is_new = *known == 0;
            *known = label;
            is_new
        };
        enter(start);
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
                        return (size, true);
                    }
                    let new_one = enter(one.cell);
                    let new_other = enter(other.cell);
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
                    return (size, true);
                }
                if !enter(one.cell) {
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
        (size, false)
    }
}

/// The direction bit that leads back from where a step has led.
fn back(step: WalkStep) -> u8 {
    1 << (((step >> 22) + 3) % 6)
}
