//! The one-hive rule: the pieces without which the hive would split.

use super::FoldedCell;
use super::position::Position;
use super::tables::{Bits, CELL_MASK, CellSet, EDGE, RUNS, direction_bit, step};
use super::{Piece, PieceSet};
use crate::game::Side;

/// Which pieces hold the hive together.
#[derive(Clone, Copy)]
pub(super) enum Pins {
    /// The hive encloses no empty cell: a piece holds it together exactly when its neighbours form two runs or more.
    ///
    /// ```text
    ///     #   .          the neighbours of P form two runs (left and right), with empty cells between them:
    ///   #   P   #        suppose the runs are connected without P, around one side; this way and P are a ring,
    ///     .   #          and the empty cell on that side lies inside the ring: it is a hole
    /// ```
    ///
    /// Whether there are holes is known from the Euler characteristic of the occupied cells (components less holes),
    /// which each placed or lifted piece changes by an amount that depends on its six neighbours: see
    /// [`RUNS`](super::tables::RUNS). The hive is connected, so it has holes exactly when the characteristic is not 1.
    Local,
    /// The hive has holes. The pieces are found by walks along its edge, and have one bit for each number.
    Walked(u32),
}

impl Pins {
    /// Whether a piece alone on `cell` is pinned.
    #[inline(always)]
    pub(super) fn holds(self, position: &Position, piece: u8, cell: FoldedCell) -> bool {
        match self {
            Pins::Local => RUNS[position.occupied(cell) as usize] > 1,
            Pins::Walked(pieces) => pieces >> (piece & 31) & 1 != 0,
        }
    }
}

impl Position {
    /// The pieces of a side that cannot move because the hive would split; each is alone on its cell.
    pub fn pinned(&self, side: Side) -> PieceSet {
        self.pinned_set().of(side)
    }

    /// The pieces of a side that could leave their cells: nothing covers them, and the hive stays whole without them.
    pub fn free(&self, side: Side) -> impl Iterator<Item = Piece> {
        let pins = self.pins();
        self.on_board().filter_map(move |(number, cell)| {
            let piece = Piece(number);
            let is_pinned = || self.height(cell) == 1 && pins.holds(self, number, cell);
            (piece.side() == side && self.top(cell) == number && !is_pinned()).then_some(piece)
        })
    }

    /// Whether the single piece on `cell` holds the hive together.
    #[inline]
    pub(super) fn is_pinned(&self, cell: FoldedCell) -> bool {
        let occupied = self.occupied(cell);
        if RUNS[occupied as usize] <= 1 {
            // One run of neighbours (or all six, or none): they stay connected along the run.
            return false;
        }
        !self.has_holes() || self.is_cut(cell, occupied)
    }

    /// Whether the hive splits without the piece on `cell`. If it does, a flood from one neighbour, around the piece,
    /// does not reach every neighbour.
    #[cold]
    fn is_cut(&self, cell: FoldedCell, occupied: u8) -> bool {
        let mut seen = CellSet::default();
        seen.insert(cell);
        let first = step(cell, occupied.trailing_zeros() as usize);
        seen.insert(first);
        let mut waiting = [0; 32];
        waiting[0] = first;
        let mut count = 1;
        let mut reached = 1u8 << occupied.trailing_zeros();
        while count > 0 {
            count -= 1;
            let at = waiting[count];
            for d in Bits(self.occupied(at)) {
                let n = step(at, d);
                if seen.insert(n) {
                    reached |= direction_bit(cell, n);
                    if reached == occupied {
                        return false;
                    }
                    waiting[count] = n;
                    count += 1;
                }
            }
        }
        true
    }

    /// Finds the pinned pieces in the cheapest way.
    #[inline]
    pub(super) fn pins(&self) -> Pins {
        if self.has_holes() {
            Pins::Walked(self.articulations())
        } else {
            Pins::Local
        }
    }

    /// The pinned pieces of both sides: the hive would split without them, and each is alone on its cell.
    ///
    /// ```
    /// use skep_rules::hive::{Piece, Position};
    ///
    /// let position: Position = "Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1".parse()?;
    /// assert_eq!(position.pinned_set().map(Piece::name).collect::<Vec<_>>(), ["wS1".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pinned_set(&self) -> PieceSet {
        let pins = self.pins();
        let pieces = self.on_board_set().filter(|piece| {
            let cell = self.location(piece.0);
            self.height(cell) == 1 && pins.holds(self, piece.0, cell)
        });
        pieces.collect()
    }

    /// The pieces without which the hive would split, each named by the top piece of its cell.
    ///
    /// Walks go along the edge of the hive, one around each group of empty cells that touches it. A piece holds the
    /// hive together exactly when one walk passes it twice:
    ///
    /// ```text
    ///       #   #         the walk outside passes P twice, above and below the piece to its right; it passes the
    ///     #   .   P   #   other pieces of the ring once, and the walk inside passes each piece of the ring once
    ///       #   #
    /// ```
    ///
    /// A walk goes from piece to piece. At each piece it goes along a run of empty neighbours.
    fn articulations(&self) -> u32 {
        let mut pinned = 0;
        // By top piece, the runs along which a walk has gone. The bit of the last cell of a run stands for the run.
        let mut passed = [0u8; 32];
        for (_, start) in self.on_board() {
            let occupied = self.occupied(start);
            // A piece with fewer than two runs of empty neighbours is passed at most once.
            if RUNS[occupied as usize] < 2 {
                continue;
            }
            let ends = !occupied & (occupied >> 1 | occupied << 5) & 63;
            for d in Bits(ends & !passed[self.top(start) as usize & 31]) {
                let (mut cell, mut empty) = (start, 64 * d);
                let mut walked = 0u32;
                loop {
                    let edge = EDGE[empty | self.occupied(cell) as usize];
                    let piece = self.top(cell) & 31;
                    if passed[piece as usize] & edge.end != 0 {
                        break;
                    }
                    passed[piece as usize] |= edge.end;
                    pinned |= walked & 1 << piece;
                    walked |= 1 << piece;
                    cell = cell.wrapping_add(edge.delta) & CELL_MASK;
                    empty = usize::from(edge.empty);
                }
            }
        }
        pinned
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Position as _, random_game};
    use crate::hive::plain::GameType;

    /// The two ways are walks along the edge of the hive, and a flood of the hive without the piece.
    #[test]
    fn two_ways_to_find_pinned_pieces_agree() {
        let mut rings = 0;
        for index in 0..60 {
            let mut position = Position::start(GameType::MLP.into());
            let mut moves = Vec::new();
            random_game(&mut position.clone(), 7, index, 200, &mut moves);
            for mv in moves {
                position.play_unchecked(mv);
                let walked = position.articulations();
                for (_, cell) in position.on_board() {
                    let is_walked = walked >> position.top(cell) & 1 != 0;
                    assert_eq!(is_walked, position.is_pinned(cell), "{position}");
                }
                rings += u32::from(position.has_holes());
            }
        }
        assert!(rings > 1000, "{rings}");
    }
}
