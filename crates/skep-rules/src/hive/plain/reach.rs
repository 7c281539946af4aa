//! The own moves of one piece that is uncovered and not pinned.
//!
//! The board does not change: a walk sees the neighbours of a cell as if the piece were lifted.

use super::FoldedCell;
use super::pinned::Pins;
use super::position::{Position, kind};
use super::tables::{BOTH_GATES, Bits, CellSet, MAX_BORDER, SLIDE, direction_bit, step};
use super::{Bug, Piece};
use crate::game::Position as _;

impl Position {
    /// The pattern of occupied neighbours of `cell` without the single piece on `lifted`.
    #[inline(always)]
    pub(super) fn occupied_without(&self, cell: FoldedCell, lifted: FoldedCell) -> u8 {
        self.occupied(cell) & !direction_bit(cell, lifted)
    }

    /// Calls `visit` once for every cell that the piece can reach by its own move.
    #[inline]
    pub(super) fn for_each_destination(&self, piece: u8, mut visit: impl FnMut(FoldedCell)) {
        let from = self.location(piece);
        if self.height(from) > 1 {
            return self.beetle_steps(from, visit);
        }
        match Piece(piece).bug() {
            Bug::Queen | Bug::Pillbug => self.slides(from, visit),
            Bug::Beetle => self.beetle_steps(from, visit),
            Bug::Grasshopper => self.jumps(from, visit),
            Bug::Spider => {
                let mut seen = CellSet::default();
                self.spider_walks(from, |c| {
                    if seen.insert(c) {
                        visit(c);
                    }
                });
            }
            Bug::Ant => self.ant_walks(from, visit),
            Bug::Ladybug => {
                let mut seen = CellSet::default();
                self.ladybug_walks(from, |c| {
                    if seen.insert(c) {
                        visit(c);
                    }
                });
            }
            Bug::Mosquito => {
                let mut seen = CellSet::default();
                let mut once = |c| {
                    if seen.insert(c) {
                        visit(c);
                    }
                };
                let bugs = self.bugs_beside(from);
                // An ant's walk covers the slides of a queen, a pillbug and a spider.
                if bugs & 1 << Bug::Ant as u8 != 0 {
                    self.ant_walks(from, &mut once);
                } else {
                    if bugs & (1 << Bug::Queen as u8 | 1 << Bug::Pillbug as u8) != 0 {
                        self.slides(from, &mut once);
                    }
                    if bugs & 1 << Bug::Spider as u8 != 0 {
                        self.spider_walks(from, &mut once);
                    }
                }
                if bugs & 1 << Bug::Beetle as u8 != 0 {
                    self.beetle_steps(from, &mut once);
                }
                if bugs & 1 << Bug::Grasshopper as u8 != 0 {
                    self.jumps(from, &mut once);
                }
                if bugs & 1 << Bug::Ladybug as u8 != 0 {
                    self.ladybug_walks(from, &mut once);
                }
            }
            // The plain game has no other kinds.
            _ => {}
        }
    }

    /// The kinds on top of the neighbouring cells, a bit for each number of a kind.
    #[inline]
    pub(super) fn bugs_beside(&self, cell: FoldedCell) -> u8 {
        let mut bugs = 0;
        for d in Bits(self.occupied(cell)) {
            bugs |= 1 << (kind(self.top(step(cell, d))) & 7);
        }
        bugs
    }

    #[inline]
    fn slides(&self, from: FoldedCell, mut visit: impl FnMut(FoldedCell)) {
        for d in Bits(SLIDE[self.occupied(from) as usize]) {
            visit(step(from, d));
        }
    }

    /// One step on the ground, up, down or across; the source may be the top of a stack.
    #[inline]
    fn beetle_steps(&self, from: FoldedCell, mut visit: impl FnMut(FoldedCell)) {
        for d in Bits(self.beetle_directions(from)) {
            visit(step(from, d));
        }
    }

    /// The directions in which a beetle on top of `from` can step.
    #[inline]
    pub(super) fn beetle_directions(&self, from: FoldedCell) -> u8 {
        let occupied = self.occupied(from);
        let slides = SLIDE[occupied as usize];
        if self.is_flat() {
            return match self.height(from) {
                1 => occupied | slides,
                _ => 63,
            };
        }
        // Neighbours with more than this many pieces.
        let mut above = [occupied, 0, 0, 0, 0, 0, 0, 0];
        for d in Bits(occupied) {
            for level in 1..self.height(step(from, d)) {
                above[level as usize & 7] |= 1 << d;
            }
        }
        // A step that reaches no higher than `level` is blocked by two neighbours above that level.
        let level = self.height(from) as usize - 1;
        let mut blocked = BOTH_GATES[above[level & 7] as usize] & !above[level & 7];
        for high in level + 1..7 {
            if above[high] == 0 {
                break;
            }
            blocked |= BOTH_GATES[above[high] as usize] & above[high - 1] & !above[high];
        }
        if level == 0 {
            occupied & !blocked | slides
        } else {
            !blocked & 63
        }
    }

    #[inline]
    pub(super) fn jumps(&self, from: FoldedCell, mut visit: impl FnMut(FoldedCell)) {
        for d in Bits(self.occupied(from)) {
            let mut to = step(from, d);
            while self.height(to) > 0 {
                to = step(to, d);
            }
            visit(to);
        }
    }

    /// Visits the ends of all walks of three steps; some more than once.
    #[inline]
    pub(super) fn spider_walks(&self, from: FoldedCell, mut visit: impl FnMut(FoldedCell)) {
        for d1 in Bits(SLIDE[self.occupied(from) as usize]) {
            let first = step(from, d1);
            let on = SLIDE[self.occupied_without(first, from) as usize];
            for d2 in Bits(on & !back(d1)) {
                let second = step(first, d2);
                let on = SLIDE[self.occupied_without(second, from) as usize];
                for d3 in Bits(on & !back(d2)) {
                    let third = step(second, d3);
                    if third != from {
                        visit(third);
                    }
                }
            }
        }
    }

    #[inline]
    fn ant_walks(&self, from: FoldedCell, mut visit: impl FnMut(FoldedCell)) {
        let mut seen = CellSet::default();
        seen.insert(from);
        let mut waiting = [0; MAX_BORDER];
        waiting[0] = from;
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let cell = waiting[count];
            for d in Bits(SLIDE[self.occupied_without(cell, from) as usize]) {
                let n = step(cell, d);
                if seen.insert(n) {
                    visit(n);
                    waiting[count] = n;
                    count += 1;
                }
            }
        }
    }

    /// Visits the ends of all walks of two steps on top and one down; some more than once.
    #[inline]
    pub(super) fn ladybug_walks(&self, from: FoldedCell, mut visit: impl FnMut(FoldedCell)) {
        let mut seen = CellSet::default();
        for d1 in Bits(self.ladybug_steps(from, from, 0)) {
            let first = step(from, d1);
            for d2 in Bits(self.ladybug_steps(from, first, self.height(first))) {
                let second = step(first, d2);
                if !seen.insert(second) {
                    continue;
                }
                for d3 in Bits(self.ladybug_way_down(from, second)) {
                    visit(step(second, d3));
                }
            }
        }
    }

    /// The directions in which a ladybug that came from `from` can step from `cell`, at `level`, to the top of another
    /// cell.
    #[inline]
    pub(super) fn ladybug_steps(&self, from: FoldedCell, cell: FoldedCell, level: u8) -> u8 {
        let occupied = self.occupied_without(cell, from);
        if self.is_flat() {
            return occupied;
        }
        let mut free = 0;
        for d in Bits(occupied) {
            let high = level.max(self.height(step(cell, d)));
            free |= (!self.is_gate(from, cell, d, high) as u8) << d;
        }
        free
    }

    /// The directions in which a ladybug that came from `from` can step down from the top of `cell`.
    #[inline]
    pub(super) fn ladybug_way_down(&self, from: FoldedCell, cell: FoldedCell) -> u8 {
        let empty = !self.occupied(cell) & 63 & !direction_bit(cell, from);
        if self.is_flat() {
            return empty;
        }
        let level = self.height(cell);
        let mut free = 0;
        for d in Bits(empty) {
            free |= (!self.is_gate(from, cell, d, level) as u8) << d;
        }
        free
    }

    /// Whether both cells beside a step are higher than `level`, without the single piece on `lifted`.
    #[inline]
    fn is_gate(&self, lifted: FoldedCell, cell: FoldedCell, d: usize, level: u8) -> bool {
        let high = |c: FoldedCell| c != lifted && self.height(c) > level;
        high(step(cell, (d + 1) % 6)) && high(step(cell, (d + 5) % 6))
    }

    /// The directions in which a piece beside a pillbug on `cell` can be lifted onto it, or put down from it, without a
    /// gate. Two stacks of two or more form a gate.
    #[inline]
    pub(super) fn throw_directions(&self, cell: FoldedCell) -> u8 {
        if self.is_flat() {
            return 63;
        }
        let mut tall = 0;
        for d in Bits(self.occupied(cell)) {
            tall |= ((self.height(step(cell, d)) > 1) as u8) << d;
        }
        !BOTH_GATES[tall as usize] & 63
    }

    /// The cells from which the side to move can throw now: its Pillbug's, and its Mosquito's beside a Pillbug.
    #[inline]
    pub(super) fn throwers(&self) -> impl Iterator<Item = FoldedCell> {
        let base = self.turn() as u8 * 16;
        let active = |piece: u8| {
            let cell = self.location(piece);
            (cell != super::position::IN_HAND
                && piece != self.last_moved
                && self.top(cell) == piece
                && self.height(cell) == 1)
                .then_some(cell)
        };
        let mosquito = active(base + MOSQUITO)
            .filter(|&cell| self.bugs_beside(cell) & 1 << Bug::Pillbug as u8 != 0);
        active(base + PILLBUG).into_iter().chain(mosquito)
    }

    /// Whether a piece beside a thrower may be thrown, apart from gates: it is alone on its cell, not pinned, and the
    /// other side did not just move it.
    #[inline]
    pub(super) fn is_throwable(&self, cell: FoldedCell, pins: Pins) -> bool {
        let piece = self.top(cell);
        self.height(cell) == 1 && piece != self.last_moved && !pins.holds(self, piece, cell)
    }
}

pub(super) const MOSQUITO: u8 = 11;
pub(super) const PILLBUG: u8 = 13;

const fn back(direction: usize) -> u8 {
    1 << ((direction + 3) % 6)
}
