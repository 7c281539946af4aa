//! Keys of positions, computed from scratch as sums that do not depend on the order of the pieces.

use super::{FoldedCell, Pack, Position, Tile};
use crate::game::{Position as _, Side};
use crate::geometry::{Hex, Symmetry};
use crate::mix::{GOLDEN, mix};

/// A number far from the keys of other contents.
const fn spread(number: u64) -> u64 {
    mix(number.wrapping_add(GOLDEN))
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
            for (level, tile) in self.stack(cell).into_iter().enumerate() {
                let what = self.token_of(tile) | with(tile) << 16 | (level as u64) << 24;
                sum = sum.wrapping_add(spread(place | what));
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
            for side in Side::ALL {
                for tile in self.hand(side) {
                    let front = u64::from(tile.face(false) as u8);
                    let colour = tile.side().map_or(0, |s| s as u64 + 1);
                    let what = front << 4 | colour << 1 | side as u64;
                    sum = sum.wrapping_add(spread(what << 8 | 2));
                }
                let unknown = u64::from(self.unknown_in_hand(side));
                sum = sum.wrapping_add(spread(unknown << 9 | (side as u64) << 8 | 3));
            }
        }
        sum
    }

    pub(super) fn position_key(&self) -> u64 {
        let table = self.table_key(&self.plane(), Symmetry::IDENTITY, |_| 0);
        spread(table ^ self.side_key())
    }

    /// The key of the position under a symmetry, with what the last turn left, and with the turn number while it
    /// matters.
    pub fn perft_key_under(&self, symmetry: Symmetry) -> u64 {
        let last = &self.state.last;
        let marks = [
            last.placed,
            last.moved,
            last.flipped,
            last.thrown,
            last.stunned,
            last.touched,
            last.entered,
        ];
        let traces = |tile: Tile| {
            marks
                .iter()
                .enumerate()
                .map(|(i, set)| u64::from(set & tile.bit() != 0) << i)
                .sum()
        };
        let table = self.table_key(&self.plane(), symmetry, traces);
        let early = u64::from(self.state.ply.min(8));
        let removed = self.state.queen_removed.map(u64::from);
        spread(
            table ^ self.side_key() ^ spread(early << 8 | removed[0] << 1 | removed[1] | 4 << 32),
        )
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
