//! The torus that the board is folded onto, and tables for all 64 patterns of occupied neighbours.
//!
//! Bit `d` of a pattern is the neighbour in the direction with index `d`.

/// The board is the plane of axial coordinates (q, r) folded onto the 1024 residues of q + 32 r.
///
/// ```text
///     row −1   … 990  991 │ 992  993  …          a step east adds 1, a step south-east 32, and so on (DELTA);
///     row  0     … 1022 1023 │  0    1    2 …    the row of cell 31 goes on with cell 32, in the row below:
///     row  1        …   30   31 │ 32   33   …    the plane is wound around the torus like a screw thread
/// ```
///
/// No rule notices the fold: two cells fold onto one if they differ by a vector with q + 32 r divisible by 1024. The
/// shortest such vectors, (32, −1), (0, 32) and similar vectors, are 32 steps long (a test checks all short vectors). A
/// hive of 28 pieces is connected, so two of its cells are at most 27 steps apart, and two cells on its border at most
/// 29. So two cells that a rule compares never fold onto one. A hive that walks far over the plane walks around the
/// torus, and nothing else changes.
pub(super) const CELLS: usize = 1024;
pub(super) const CELL_MASK: u16 = 1023;

/// The most pieces that can be on the board.
pub(super) const PIECES: usize = 2 * super::piece::SLOTS;

/// The most empty cells that can touch the hive, and the most cells where a side can place.
///
/// A connected hive of n stacks has at least n − 1 pairs of neighbours. Each stack has six sides, and each pair of
/// neighbours uses two of these sides, so at most 6 n − 2 (n − 1) sides face an empty cell, and each empty cell that
/// touches the hive takes at least one of these.
pub(super) const MAX_BORDER: usize = 6 * PIECES - 2 * (PIECES - 1);

const _: () = {
    assert!(PIECES == 28 && MAX_BORDER == 114);
    let mut pattern = 0;
    while pattern < 64 {
        let slides = SLIDE[pattern];
        let ways = slides.count_ones();
        assert!(ways <= 2 || ways == 4 && slides == rotate(slides, 3));
        pattern += 1;
    }
};

// The cells of a hive and of its border span fewer steps than the torus is wide.
const _: () = assert!(CELLS == 32 * 32 && PIECES - 1 + 2 < 32);

/// What a step in each direction adds to a cell's number.
pub(super) const DELTA: [u16; 6] = [992, 993, 1, 32, 31, 1023];

const fn rotate(pattern: u8, turns: u32) -> u8 {
    let doubled = (pattern as u32) << 6 | pattern as u32;
    (doubled >> (6 - turns % 6)) as u8 & 63
}

/// Directions in which a piece on the ground can slide: the cell is empty and exactly one of the two beside the step
/// is occupied.
pub(super) static SLIDE: [u8; 64] = {
    let mut table = [0; 64];
    let mut p = 0;
    while p < 64 {
        let p8 = p as u8;
        table[p] = (rotate(p8, 1) ^ rotate(p8, 5)) & !p8 & 63;
        p += 1;
    }
    table
};

/// Directions of empty neighbours between two empty neighbours.
pub(super) static OPEN_MIDDLE: [u8; 64] = {
    let mut table = [0; 64];
    let mut p = 0;
    while p < 64 {
        let p8 = p as u8;
        table[p] = !(p8 | rotate(p8, 1) | rotate(p8, 5)) & 63;
        p += 1;
    }
    table
};

/// A step of a walk on the ground: what it adds to the cell's number, and 64 times its direction from bit 23 on.
pub(super) type WalkStep = u32;

pub(super) const fn walk_step(direction: usize) -> WalkStep {
    DELTA[direction] as u32 | (direction as u32 * 64) << 23
}

/// The next step of a walk along the hive: `WAY_ON[LEFT]` with the hive on its left, `WAY_ON[RIGHT]` with the hive on
/// its right. The second index is 64 times the direction of the last step plus the pattern of occupied neighbours. The
/// step is 0 in a cell without slides.
///
/// With the hive on its left, a walk looks around clockwise, from the cell that it came from. With the hive on its
/// right, it looks around counterclockwise. It takes the first slide that has a piece on the side of the hive.
pub(super) static WAY_ON: [[WalkStep; 8 * 64]; 2] = {
    // Six directions are used. With eight, every index of nine bits is in the table.
    let mut table = [[0; 8 * 64]; 2];
    let mut i = 0;
    while i < 2 * 6 * 64 {
        let (hand, last, pattern) = (i & 1, i / 2 / 64, i / 2 % 64);
        // A turn of 60 degrees clockwise; if the hive is on the right, counterclockwise.
        let turn = if hand == LEFT { 1 } else { 5 };
        let mut looks = 5;
        while looks > 0 {
            // The looks are in reverse order, so that the first slide overwrites the others.
            let d = (last + 3 + looks * turn) % 6;
            let has_hive_beside = pattern >> ((d + 6 - turn) % 6) & 1 == 1;
            if SLIDE[pattern] >> d & 1 == 1 && has_hive_beside {
                table[hand][last * 64 + pattern] = walk_step(d);
            }
            looks -= 1;
        }
        i += 1;
    }
    table
};
pub(super) const LEFT: usize = 0;
pub(super) const RIGHT: usize = 1;

/// How a walk along the edge of the hive goes on from a piece.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The bit of the last empty neighbour before the next piece.
    pub end: u8,
    /// What the step to the next piece adds to the cell's number.
    pub delta: u16,
    /// 64 times the direction from the next piece to the same empty cell.
    pub empty: u16,
}

/// How a walk along the edge of the hive goes on, with the empty cells on its left. The index is 64 times the direction
/// of an empty neighbour plus the pattern of occupied neighbours. The next piece is the first one clockwise from there.
pub(super) static EDGE: [Edge; 6 * 64] = {
    let mut table = [Edge {
        end: 0,
        delta: 0,
        empty: 0,
    }; 6 * 64];
    let mut i = 0;
    while i < 6 * 64 {
        let (pattern, mut next) = (i % 64, i / 64);
        // A piece without neighbours has no next piece.
        while pattern != 0 && pattern >> next & 1 == 0 {
            next = (next + 1) % 6;
        }
        table[i] = Edge {
            end: 1 << ((next + 5) % 6),
            delta: DELTA[next],
            empty: 64 * ((next + 4) % 6) as u16,
        };
        i += 1;
    }
    table
};

/// Directions of which both cells beside the step are in the pattern.
pub(super) static BOTH_GATES: [u8; 64] = {
    let mut table = [0; 64];
    let mut p = 0;
    while p < 64 {
        table[p] = rotate(p as u8, 1) & rotate(p as u8, 5);
        p += 1;
    }
    table
};

/// The number of unbroken runs of occupied neighbours around the cell; 0 if all six are occupied.
///
/// A piece that comes to an empty cell changes the Euler characteristic of the hive (its connected parts less its
/// holes) by 1 less the runs:
///
/// ```text
///     .   .        #   #        #   .        #   #
///   .   P   .    #   P   .    .   P   .    #   P   #
///     .   .        .   .        .   #        #   #
///   0 runs: +1   1 run: 0     2 runs: −1   6 occupied: +1
///   a new part   no change    two parts    a hole is
///                             join, or a   filled
///                             hole closes
/// ```
pub(super) static RUNS: [u8; 64] = {
    let mut table = [0; 64];
    let mut p = 0;
    while p < 64 {
        table[p] = (p as u8 & !rotate(p as u8, 1)).count_ones() as u8;
        p += 1;
    }
    table
};

/// The direction bit of a neighbour, by the difference of the cell numbers; 0 if the cells are not neighbours.
pub(super) static ADJACENT: [u8; CELLS] = {
    let mut table = [0; CELLS];
    let mut d = 0;
    while d < 6 {
        table[DELTA[d] as usize] = 1 << d;
        d += 1;
    }
    table
};

pub(super) const fn step(cell: u16, direction: usize) -> u16 {
    (cell + DELTA[direction]) & CELL_MASK
}

/// The direction bit of `to` seen from `from`, 0 if they are not neighbours.
pub(super) fn direction_bit(from: u16, to: u16) -> u8 {
    ADJACENT[(to.wrapping_sub(from) & CELL_MASK) as usize]
}

/// The indices of the set bits of a pattern, lowest first.
#[derive(Clone, Copy)]
pub(super) struct Bits(pub u8);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let d = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(d)
    }
}

/// A set of cells.
#[derive(Clone, Default)]
pub(super) struct CellSet([u64; CELLS / 64]);

impl CellSet {
    /// Adds a cell and returns whether it is new.
    pub(super) fn insert(&mut self, cell: u16) -> bool {
        let word = &mut self.0[(cell >> 6 & 15) as usize];
        let bit = 1u64 << (cell & 63);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Direction, Hex};
    use crate::hive::plain::mv::cell_of;

    #[test]
    fn steps_fold_like_the_plane() {
        for d in Direction::ALL {
            for h in [Hex::new(0, 0), Hex::new(31, -5), Hex::new(-700, 900)] {
                assert_eq!(step(cell_of(h), d.index()), cell_of(h.step(d)));
                assert_eq!(
                    direction_bit(cell_of(h), cell_of(h.step(d))),
                    1 << d.index()
                );
            }
        }
    }

    #[test]
    fn no_two_cells_within_31_steps_fold_onto_one() {
        for q in -62..=62 {
            for r in -62..=62 {
                let h = Hex::new(q, r);
                if cell_of(h) == 0 && h != Hex::ORIGIN {
                    assert!(h.distance(Hex::ORIGIN) >= 32, "{h:?}");
                }
            }
        }
    }

    #[test]
    fn patterns_agree_with_their_definitions() {
        for p in 0..64u8 {
            let at = |d: usize| p >> (d % 6) & 1;
            let mut changes = 0;
            for d in 0..6 {
                let gates = at(d + 1) + at(d + 5);
                assert_eq!(SLIDE[p as usize] >> d & 1 == 1, at(d) == 0 && gates == 1);
                assert_eq!(BOTH_GATES[p as usize] >> d & 1 == 1, gates == 2);
                changes += (at(d) != at(d + 1)) as u8;
            }
            assert_eq!(RUNS[p as usize], changes / 2);
        }
    }
}
