//! Numbers of positions that the filter language can test.

use super::board::{Board, Stacked};
use super::{Value, Values};
use crate::Facts;
use skep_records::{Played, Rules, each_game};
use skep_rules::closed_list;
use skep_rules::game::{Position as _, Side};
use skep_rules::hexit::Points;

/// A number of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    /// The number of pieces around a queen of Hive that is on the board: of one side, or of each.
    Queen(Option<Side>),
    /// The number of moves of the side to move. 0 if it must pass or the game is over.
    Mobility,
    /// The number of pieces in the highest stack.
    Height,
    /// The points in Hex-It: of one side, or of each.
    Score(Option<Side>),
    /// The number of pieces in hand, or in the reserve of Hex-It: of one side, or of each.
    Hand(Option<Side>),
}

closed_list! {
    /// The positions at which a feature is evaluated.
    pub enum When: "choice of positions" {
        /// After the last ply.
        AtEnd = "end",
        /// After each ply; the greatest value counts.
        Max = "max",
        /// After each ply; the least value counts.
        Min = "min",
    }
}

impl When {
    const fn prefers(self, new: u32, old: u32) -> bool {
        match self {
            When::AtEnd => true,
            When::Max => new > old,
            When::Min => new < old,
        }
    }
}

impl Feature {
    /// The value of the feature in a game. Unknown if the game does not have the feature, or has no ply.
    pub fn values(self, facts: &Facts<'_>, when: When) -> Values<'static> {
        let Some(verdict) = facts.verdict() else {
            return Values::Pending;
        };
        let mut best: [Option<u32>; 2] = [None, None];
        let mut see = |found: [Option<u32>; 2]| {
            for (best, found) in best.iter_mut().zip(found) {
                if let Some(new) =
                    found.filter(|&new| best.is_none_or(|old| when.prefers(new, old)))
                {
                    *best = Some(new);
                }
            }
        };
        each_game!(&verdict.game, Game(game) => self.look(game, when, &mut see));
        let value = |number: Option<u32>| {
            number.map(|n| match self {
                Feature::Score(_) => Value::Points(Points::from_halves(n as u16)),
                Feature::Queen(_) | Feature::Hand(_) | Feature::Mobility | Feature::Height => {
                    Value::Number(n)
                }
            })
        };
        match self {
            Feature::Queen(None) | Feature::Score(None) | Feature::Hand(None) => {
                Values::Both(best.map(value))
            }
            Feature::Queen(Some(_))
            | Feature::Score(Some(_))
            | Feature::Hand(Some(_))
            | Feature::Mobility
            | Feature::Height => Values::One(value(best[0])),
        }
    }

    /// Passes the value to `see` for each position at which the feature is evaluated.
    fn look<R: Stacked>(
        self,
        game: &Played<R>,
        when: When,
        see: &mut impl FnMut([Option<u32>; 2]),
    ) {
        let last = game.turns.len();
        let is_seen = |ply: usize| when != When::AtEnd || ply == last;
        if self == Feature::Height {
            let mut board = Board::of(game);
            for ply in 1..=last {
                board.advance();
                if is_seen(ply) {
                    see([board.highest().map(|n| n as u32), None]);
                }
            }
            return;
        }
        let mut positions = game.positions();
        for ply in 1..=last {
            positions.advance();
            if is_seen(ply) {
                see(self.at::<R>(positions.position()));
            }
        }
    }

    fn at<R: Rules>(self, position: &R::Position) -> [Option<u32>; 2] {
        let queen = |side| R::queen_neighbours(position, side);
        let points = |side| Some(u32::from(R::score(position)?.points[side].halves()));
        let hand = |side| u32::try_from(R::hand(position, side).len()).ok();
        match self {
            Feature::Queen(Some(side)) => [queen(side), None],
            Feature::Queen(None) => Side::ALL.map(queen),
            Feature::Mobility => [Some(mobility::<R>(position)), None],
            Feature::Score(Some(side)) => [points(side), None],
            Feature::Score(None) => Side::ALL.map(points),
            Feature::Hand(Some(side)) => [hand(side), None],
            Feature::Hand(None) => Side::ALL.map(hand),
            Feature::Height => [None, None],
        }
    }
}

/// The number of moves of the side to move, without a forced pass.
fn mobility<R: Rules>(position: &R::Position) -> u32 {
    match position.check(R::Position::PASS) {
        Ok(()) => 0,
        Err(_) => u32::try_from(position.count_moves()).unwrap_or(u32::MAX),
    }
}
