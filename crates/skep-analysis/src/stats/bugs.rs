//! What each side does with its bugs: when they enter, how often they move, who wins.

use serde::{Deserialize, Serialize};

use crate::{Bounded, Mean, Score, Tally, tally};
use skep_records::PlayedTurn;
use skep_records::record::StatedResult;
use skep_rules::game::{BySide, Side};
use skep_rules::hive::{Bug, GameType, Move};

/// Statistics of one side and one kind of bug, over the games in which the kind is in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BugTally {
    /// The ply, from 1, on which the first of them is placed, over the games in which one is placed.
    pub entry: Mean,
    /// Turns that move one of them, including throws by a Pillbug.
    pub moves: u64,
    /// The results of the games in which one is placed.
    pub with: Score,
    /// The results of the games in which none is placed.
    pub without: Score,
}

impl Tally for BugTally {
    fn merge(&mut self, other: BugTally) {
        self.entry.merge(other.entry);
        self.moves += other.moves;
        self.with.merge(other.with);
        self.without.merge(other.without);
    }
}

impl Bounded for BugTally {
    fn largest(&self) -> u64 {
        let scores = [self.with.largest(), self.without.largest()];
        let counts = scores.into_iter().chain([self.entry.largest(), self.moves]);
        counts.max().unwrap_or(0)
    }
}

/// A [`BugTally`] for each side and kind of bug.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BySideAndBug([[BugTally; Bug::PLAIN.len()]; 2]);

impl BySideAndBug {
    /// The tally of a side's bugs of a kind.
    pub const fn get(&self, side: Side, bug: Bug) -> &BugTally {
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
                self.0[side.index()][bug].moves += 1;
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
                match first[side.index()][bug as usize] {
                    0 => tally.without.add(result),
                    ply => {
                        tally.entry.add(ply.into());
                        tally.with.add(result);
                    }
                }
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
