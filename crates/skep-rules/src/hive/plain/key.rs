//! Keys of positions: of the position itself, for perft, and up to symmetry.

use arrayvec::ArrayVec;

use super::mv::cell_of;
use super::position::{IN_HAND, NONE, Position, kind};
use super::tables::{CELLS, direction_bit};
use super::torus_sum::{add, anchored, term};
use super::{Bug, GameType, Piece};
use crate::game::{Internal, Position as _, Side, Trace};
use crate::geometry::{Hex, Symmetry};
use crate::mix::{GOLDEN, mix};

/// A value for each piece that may be on the board.
pub(super) type Pieces<T> = ArrayVec<T, 28>;

/// The key of a position with this sum: the side to move and the variant are included.
#[inline]
pub(super) fn finished(sum: u64, turn: Side, game_type: GameType) -> u64 {
    // By the side to move and the variant.
    static CONTEXTS: [u64; 16] = {
        let mut table = [0; 16];
        let mut i = 0;
        while i < 16 {
            table[i] = mix((i as u64).wrapping_add(GOLDEN));
            i += 1;
        }
        table
    };
    mix(sum ^ CONTEXTS[(turn as usize) << 3 | game_type.mlp_index()])
}

impl Internal for Position {
    /// One more piece beside the enemy's queen brings it to six, or a throw takes the queen itself into a gap.
    fn may_win_at_once(&self) -> bool {
        let queen = self.location(Piece::of_slot(!self.turn, 0).0);
        queen != IN_HAND
            && (self.occupied(queen).count_ones() == 5
                || self.throwers().any(|t| direction_bit(t, queen) != 0))
    }

    /// The trace has the cells of the anchor and of the piece that the last turn placed, moved or threw. The cells are
    /// as they are on the board, because most keys never come back.
    #[inline]
    fn key_and_trace(&self) -> (u64, Trace) {
        let last = u32::from(self.location(self.last_moved));
        let anchor = u32::from(self.anchor().unwrap_or(IN_HAND));
        // The sum needs no mixing, because its factors are mixed. The variant does not change during a game.
        let key = self.anchored_sum() ^ (self.turn as u64).wrapping_mul(GOLDEN);
        (key, [last | anchor << 16, 0, 0, 0])
    }

    #[cold]
    fn has_turns_after(&self, trace: Trace) -> bool {
        if !self.game_type().has_plain(Bug::Pillbug) {
            return true;
        }
        let (moved, stood) = (trace[0] as u16, (trace[0] >> 16) as u16);
        let last = match self.anchor() {
            Some(anchor) if moved != IN_HAND && stood != IN_HAND => {
                let cell = anchor.wrapping_add(moved).wrapping_sub(stood);
                self.top(cell % CELLS as u16)
            }
            _ => NONE,
        };
        if last == self.last_moved {
            return true;
        }
        let mut other = self.clone();
        other.last_moved = last;
        let sorted = |position: &Position| {
            let mut moves = position.legal_moves();
            moves.sort_unstable();
            moves
        };
        sorted(self) == sorted(&other)
    }

    /// With the turn, while the opening rules depend on it, and the piece that just moved, if a Pillbug could throw it.
    fn perft_key(&self) -> u64 {
        let opening = u64::from(self.ply().min(8)) << 1 | self.opening() as u64;
        let last = match self.last_moved() {
            Some(piece) if self.game_type().has_plain(Bug::Pillbug) => {
                let cell = self.location(piece.0);
                let term = term(kind(piece.0), 7, cell);
                // With an anchor, the term gives the place. Without an anchor nothing can be thrown yet.
                self.anchor().map_or(0, |anchor| anchored(term, anchor))
            }
            _ => 0,
        };
        mix(self.key() ^ mix(last ^ opening << 59))
    }
}

impl Position {
    /// [`Position::key`] of the position under a symmetry.
    pub fn key_under(&self, symmetry: Symmetry) -> u64 {
        self.finish(self.image(&self.pieces_on_plane(), symmetry))
    }

    /// The anchored sum under a symmetry; 0 without pieces.
    pub(super) fn image(&self, pieces: &[(u8, u8, Hex)], symmetry: Symmetry) -> u64 {
        let cell = |hex| cell_of(symmetry.apply(hex));
        let sum = pieces.iter().fold(0, |sum, &(kind, level, hex)| {
            add(sum, term(kind, level, cell(hex)))
        });
        if self.anchor().is_some() {
            return anchored(sum, cell(Hex::ORIGIN));
        }
        let anchors = pieces.iter().map(|p| anchored(sum, cell(p.2)));
        anchors.min().unwrap_or(0)
    }

    /// The cell of White's queen, else Black's.
    #[inline]
    pub(super) fn anchor(&self) -> Option<u16> {
        let [white, black] = Side::ALL.map(|s| self.location(s as u8 * 16));
        let queen = if white == IN_HAND { black } else { white };
        (queen != IN_HAND).then_some(queen)
    }

    /// The anchored sum before any queen is placed. Nothing can move yet, so there are at most six pieces. Each piece
    /// is the anchor of a sum, and the least sum is returned.
    #[cold]
    fn sum_without_anchor(&self) -> u64 {
        let sums = self.on_board().map(|(_, cell)| anchored(self.sum, cell));
        sums.min().unwrap_or(0)
    }

    /// The sum as it would be with the anchor at cell 0.
    #[inline]
    pub(super) fn anchored_sum(&self) -> u64 {
        match self.anchor() {
            Some(cell) => anchored(self.sum, cell),
            None => self.sum_without_anchor(),
        }
    }

    #[inline]
    pub(super) fn finish(&self, sum: u64) -> u64 {
        finished(sum, self.turn(), self.game_type())
    }

    /// Kind, level and hex of every piece on the board, relative to the anchor (to the first piece if no queen is
    /// placed).
    pub(super) fn pieces_on_plane(&self) -> Pieces<(u8, u8, Hex)> {
        let Some(start) = self
            .anchor()
            .or_else(|| self.on_board().next().map(|(_, cell)| cell))
        else {
            return Pieces::new();
        };
        let cells = self.plane_from(start, Hex::ORIGIN);
        self.on_board()
            .map(|(piece, cell)| {
                let (_, hex) = cells
                    .iter()
                    .find(|(c, _)| *c == cell)
                    .expect("the hive is connected");
                (kind(piece), self.level(piece), *hex)
            })
            .collect()
    }
}
