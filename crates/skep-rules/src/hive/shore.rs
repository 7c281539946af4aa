//! Walks on the ground around the hive.

use arrayvec::ArrayVec;

use super::mv::Cell;
use super::position::Position;
use super::tables::{Bits, CELL_MASK, CellSet, MANY_WAYS, NO_WAY, SLIDE, Stride, WAY_ON, stride};

/// A walker: the cell where it stands and the step that it takes next.
#[derive(Clone, Copy)]
struct Walker {
    cell: Cell,
    stride: Stride,
}

impl Walker {
    #[inline(always)]
    fn step(&mut self) {
        self.cell = self.cell.wrapping_add(self.stride as u16) & CELL_MASK;
    }
}

impl Position {
    /// The empty cells that slides connect with `start`, itself included, and their number. With `LIFTED`, a piece
    /// stands alone on `start` and is taken away for the walk.
    ///
    /// Most cells have one way on, so that a walk is a chain of table look-ups with hardly a branch. Each look-up
    /// waits for the one before; two walkers, one in each direction around the hive, fill each other's waiting.
    pub(super) fn shore<const LIFTED: bool>(&self, start: Cell) -> (CellSet, u32) {
        let (seen, size, _) = self.walk::<LIFTED, false>(start, start);
        (seen, size)
    }

    /// Whether the piece alone on `from` can slide, step by step, to the empty cell `to`.
    pub(super) fn slides_lead(&self, from: Cell, to: Cell) -> bool {
        self.walk::<true, true>(from, to).2
    }

    /// Walks until all is seen, or with `STOP` until `goal` is found; tells what was seen, how much, and whether the
    /// goal was found.
    #[inline]
    fn walk<const LIFTED: bool, const STOP: bool>(
        &self,
        start: Cell,
        goal: Cell,
    ) -> (CellSet, u32, bool) {
        let pattern = |cell: Cell| {
            if LIFTED {
                self.occupied_without(cell, start)
            } else {
                self.occupied(cell)
            }
        };
        let way_on =
            |w: &Walker| WAY_ON[((w.stride >> 16) as usize & 511) | pattern(w.cell) as usize];
        let mut seen = CellSet::default();
        seen.insert(start);
        let mut size = 1;
        let mut waiting: ArrayVec<Walker, 168> = ArrayVec::new();
        let fork = |waiting: &mut ArrayVec<Walker, 168>, cell, not: u8| {
            waiting.extend(Bits(SLIDE[pattern(cell) as usize] & !not).map(|d| Walker {
                cell,
                stride: stride(d),
            }));
        };
        fork(&mut waiting, start, 0);
        while let Some(mut one) = waiting.pop() {
            if let Some(mut other) = waiting.pop() {
                // Two at once, as long as both find new cells and have one way on.
                let (new_one, new_other) = loop {
                    one.step();
                    other.step();
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
                    one.stride = on_one;
                    other.stride = on_other;
                };
                for (walker, new) in [(&one, new_one), (&other, new_other)] {
                    if new {
                        size += 1;
                        let on = way_on(walker);
                        if on == MANY_WAYS {
                            fork(&mut waiting, walker.cell, back(walker.stride));
                        } else if on != NO_WAY {
                            waiting.push(Walker {
                                stride: on,
                                ..*walker
                            });
                        }
                    }
                }
                continue;
            }
            loop {
                one.step();
                if STOP && one.cell == goal {
                    return (seen, size, true);
                }
                if !seen.insert(one.cell) {
                    break;
                }
                size += 1;
                let on = way_on(&one);
                if on == MANY_WAYS {
                    fork(&mut waiting, one.cell, back(one.stride));
                    break;
                } else if on == NO_WAY {
                    break;
                }
                one.stride = on;
            }
        }
        (seen, size, false)
    }
}

/// The direction bit that leads back from where a stride has led.
fn back(stride: Stride) -> u8 {
    1 << (((stride >> 22) + 3) % 6)
}
