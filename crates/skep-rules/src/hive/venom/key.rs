//! Keys of positions, computed from scratch as sums that do not depend on the order of the pieces.

use arrayvec::ArrayVec;
use rustc_hash::FxHashSet;

use super::position::TurnTrace;
use super::tile::tiles;
use super::{FoldedCell, Move, Pack, Position, Tile};
use crate::game::{Internal, Position as _, Side, Trace};
use crate::geometry::{Hex, Symmetry};
use crate::mix::{GOLDEN, mix};

/// A number far from the keys of other contents.
const fn spread(number: u64) -> u64 {
    mix(number.wrapping_add(GOLDEN))
}

/// The cell of the least column and row of the occupied cells.
fn folded_corner(plane: &[(FoldedCell, Hex)]) -> FoldedCell {
    let Some(&(first, _)) = plane.first() else {
        return 0;
    };
    // The first cell is the origin of the plane.
    let (q, r) = plane
        .iter()
        .fold((0, 0), |(q, r), (_, hex)| (hex.q.min(q), hex.r.min(r)));
    first.wrapping_add(q as u16) & 63 | first.wrapping_add((r << 6) as u16) & 0xFC0
}

/// The difference of two cells on the torus.
fn difference(a: FoldedCell, b: FoldedCell) -> FoldedCell {
    a.wrapping_sub(b) & 63 | (a & 0xFC0).wrapping_sub(b & 0xFC0) & 0xFC0
}

impl TurnTrace {
    /// The sets, in a fixed order.
    fn marks(&self) -> [u64; 7] {
        [
            self.placed,
            self.moved,
            self.flipped,
            self.thrown,
            self.stunned,
            self.touched,
            self.entered,
        ]
    }

    /// A bit for each set that has the tile.
    fn marks_of(&self, tile: Tile) -> u64 {
        let has = |set: u64| u64::from(set & tile.bit() != 0);
        let sets = self.marks().into_iter().enumerate();
        sets.map(|(i, set)| has(set) << i).sum()
    }

    /// Adds a tile to the sets of its marks.
    fn mark(&mut self, tile: Tile, marks: u32) {
        let sets = [
            &mut self.placed,
            &mut self.moved,
            &mut self.flipped,
            &mut self.thrown,
            &mut self.stunned,
            &mut self.touched,
            &mut self.entered,
        ];
        for (i, set) in sets.into_iter().enumerate() {
            *set |= u64::from(marks >> i & 1) * tile.bit();
        }
    }
}

impl Internal for Position {
    fn may_win_at_once(&self) -> bool {
        // One action fills one side of a queen, covers it or moves it; a predator also needs only one action.
        let queens = Position::queens(!self.turn()) & self.board.on_table();
        let reach = if self.is_double_turn() { 2 } else { 1 };
        self.options.game_type.has_pack(Pack::Predators)
            || tiles(queens).any(|queen| self.free_sides(queen) <= reach)
            || self.may_trap_queen()
    }

    /// The trace has the tiles that the last turn affected: their places and what happened to them.
    fn key_and_trace(&self) -> (u64, Trace) {
        let plane = self.plane();
        let key = self.key_with(&plane);
        let last = &self.state.last;
        let affected = last.marks().into_iter().fold(0, |all, set| all | set);
        if affected == 0 {
            return (key, Trace::default());
        }
        let corner = folded_corner(&plane);
        let mut words = ArrayVec::<u32, 4>::new();
        // Two actions affect four tiles at most.
        for tile in tiles(affected).take(4) {
            let Some(cell) = self.board.cell(tile) else {
                continue;
            };
            let below = |tile: &Tile| self.board.below(*tile);
            let level = std::iter::successors(below(&tile), below).count() as u32;
            let place = u32::from(difference(cell, corner));
            words.push(place | level << 16 | (last.marks_of(tile) as u32) << 24 | 1 << 31);
        }
        words.sort_unstable();
        let mut trace = Trace::default();
        trace[..words.len()].copy_from_slice(&words);
        (key, trace)
    }

    #[cold]
    fn has_turns_after(&self, trace: Trace) -> bool {
        let plane = self.plane();
        let corner = folded_corner(&plane);
        let mut last = TurnTrace::default();
        for word in trace.into_iter().filter(|&word| word != 0) {
            let cells = plane.iter().map(|(cell, _)| *cell);
            let cell = cells
                .into_iter()
                .find(|&cell| difference(cell, corner) == word as u16);
            let stack = cell.map(|cell| self.stack(cell)).unwrap_or_default();
            if let Some(&tile) = stack.get((word >> 16 & 255) as usize) {
                last.mark(tile, word >> 24 & 127);
            }
        }
        if last == self.state.last {
            return true;
        }
        let mut other = self.clone();
        other.state.last = last;
        let (own, others) = (self.legal_moves(), other.legal_moves());
        own.len() == others.len() && {
            let own: FxHashSet<Move> = own.into_iter().collect();
            others.iter().all(|mv| own.contains(mv))
        }
    }

    fn perft_key(&self) -> u64 {
        self.perft_key_under(Symmetry::IDENTITY)
    }
}

impl Position {
    /// A tile in a key: its colour and face, without its number.
    fn token_of(&self, tile: Tile) -> u64 {
        let colour = match tile.side() {
            None => 0,
            Some(Side::White) => 1,
            Some(Side::Black) => 2,
        };
        // The tile and the face: an extra Scorpion cannot be turned over, a Venom Scorpion can.
        let family = tile.family().map_or(31, |family| family.index() as u64);
        (self.bug(tile) as u64) << 8 | family << 2 | colour
    }

    /// The key of the table under a symmetry. `with` adds to the number of a tile.
    fn table_key(
        &self,
        plane: &[(FoldedCell, Hex)],
        symmetry: Symmetry,
        with: impl Fn(Tile) -> u64,
    ) -> u64 {
        let seen = plane.iter().map(|&(_, hex)| symmetry.apply(hex));
        let (q, r) = seen.clone().fold((i32::MAX, i32::MAX), |(q, r), hex| {
            (q.min(hex.q), r.min(hex.r))
        });
        let mut sum = 0u64;
        for (&(cell, _), hex) in plane.iter().zip(seen) {
            let place = ((hex.q - q) as u64) << 40 | ((hex.r - r) as u64) << 32;
            let mut level = u64::from(self.board.height(cell));
            let mut next = self.board.top(cell);
            while let Some(tile) = next {
                level -= 1;
                let what = self.token_of(tile) | with(tile) << 16 | level << 24;
                sum = sum.wrapping_add(spread(place | what));
                next = self.board.below(tile);
            }
        }
        sum
    }

    /// The key of everything in the position that is not on the table.
    fn side_key(&self) -> u64 {
        let state = &self.state;
        let mut key = u64::from(self.turn() == Side::Black);
        if self.options.game_type.has_pack(Pack::Honeycombo) {
            key |= (state.honeycombo as u64) << 1
                | u64::from(state.honeycombo_rests) << 2
                | u64::from(state.double[0]) << 3
                | u64::from(state.double[1]) << 4;
        }
        let mut sum = spread(key << 8 | 1);
        if self.options.game_type.has_pack(Pack::Swarm) {
            sum = sum.wrapping_add(self.hands_key());
            for side in Side::ALL {
                let unknown = state.unknown[side.index()];
                let unknown = u64::from(unknown.any) | u64::from(unknown.own) << 8;
                sum = sum.wrapping_add(spread(unknown << 9 | (side as u64) << 8 | 3));
            }
        }
        sum
    }

    /// The key of the known tiles in the hands.
    fn hands_key(&self) -> u64 {
        let mut sum = 0u64;
        for side in Side::ALL {
            for tile in self.hand(side) {
                let front = u64::from(tile.face(false) as u8);
                let colour = tile.side().map_or(0, |s| s as u64 + 1);
                let what = front << 4 | colour << 1 | side as u64;
                sum = sum.wrapping_add(spread(what << 8 | 2));
            }
        }
        sum
    }

    /// The key of the position, whose table is on this plane.
    pub(super) fn key_with(&self, plane: &[(FoldedCell, Hex)]) -> u64 {
        let table = self.table_key(plane, Symmetry::IDENTITY, |_| 0);
        spread(table ^ self.side_key())
    }

    /// The key of the position under a symmetry, with what the last turn left, with the turn number while it matters,
    /// and with the hands if predators can take pieces: a taken piece is neither on the table nor in a hand.
    pub fn perft_key_under(&self, symmetry: Symmetry) -> u64 {
        let table = self.table_key(&self.plane(), symmetry, |tile| {
            self.state.last.marks_of(tile)
        });
        let early = u64::from(self.state.ply.min(8));
        let removed = self.state.queen_removed.map(u64::from);
        let mut rest = spread(early << 8 | removed[0] << 1 | removed[1] | 4 << 32);
        if self.options.game_type.has_pack(Pack::Predators) {
            rest = rest.wrapping_add(self.hands_key());
        }
        spread(table ^ self.side_key() ^ rest)
    }

    pub(super) fn symmetric_key(&self) -> u64 {
        let plane = self.plane();
        let table = Symmetry::ALL
            .into_iter()
            .map(|symmetry| self.table_key(&plane, symmetry, |_| 0))
            .min()
            .unwrap_or_default();
        spread(table ^ self.side_key())
    }
}
