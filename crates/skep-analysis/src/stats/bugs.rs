//! What each side does with its bugs: when they enter, how often they move, who wins.

use serde::{Deserialize, Serialize};

use super::UseTally;
use crate::{Bounded, Tally, tally};
use skep_records::PlayedTurn;
use skep_records::record::StatedResult;
use skep_rules::game::{BySide, Side};
use skep_rules::hive::{Bug, GameType, Move};

/// A [`UseTally`] for each side and kind of bug, over the games in which the kind is in play.
///
/// A bug is in use from its first placement. Later uses are the turns that move one of them, including throws by a
/// Pillbug.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BySideAndBug([[UseTally; Bug::PLAIN.len()]; 2]);

impl BySideAndBug {
    /// The tally of a side's bugs of a kind.
    pub const fn get(&self, side: Side, bug: Bug) -> &UseTally {
        &self.0[side.index()][bug as usize]
    }

    /// Counts a game.
    pub(super) fn add(
        &mut self,
        game_type: GameType,
        moves: &[PlayedTurn<Move>],
        result: Option<StatedResult>,
    ) {
        // A bit for each piece that was placed, and the ply of the first of each kind.
        let mut entered = BySide {
            white: 0u32,
            black: 0,
        };
        let mut first = [[0u32; Bug::PLAIN.len()]; 2];
        for (i, played) in moves.iter().enumerate() {
            let Some(piece) = played.mv.piece() else {
                continue;
            };
            let (side, bug) = (piece.side(), piece.bug() as usize);
            let bits = match side {
                Side::White => &mut entered.white,
                Side::Black => &mut entered.black,
            };
            let bit = 1 << (bug * 4 + usize::from(piece.number()));
            if *bits & bit != 0 {
                self.0[side.index()][bug].more += 1;
                continue;
            }
            *bits |= bit;
            let ply = &mut first[side.index()][bug];
            if *ply == 0 {
                *ply = i as u32 + 1;
            }
        }
        for side in Side::ALL {
            for bug in Bug::PLAIN.into_iter().filter(|&b| game_type.has(b)) {
                let tally = &mut self.0[side.index()][bug as usize];
                let ply = first[side.index()][bug as usize];
                tally.add((ply > 0).then_some(ply), result);
            }
        }
    }
}

impl Tally for BySideAndBug {
    fn merge(&mut self, other: BySideAndBug) {
        let all = self.0.iter_mut().flatten();
        for (a, b) in all.zip(other.0.into_iter().flatten()) {
            a.merge(b);
        }
    }
}

impl Bounded for BySideAndBug {
    fn largest(&self) -> u64 {
        tally::largest(self.0.iter().flatten())
    }
}
