use crate::{Date, Mean, Score, Tally};
use skep_records::record::StatedResult;
use skep_rules::game::{BySide, Side};

/// Counts of the games that reached a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionCounts {
    /// Results. A game counts once, even if it comes back to the position.
    pub score: Score,
    /// Lengths in plies, including passes.
    pub length: Mean,
    /// The known ratings of each side's players.
    pub rating: BySide<Mean>,
    /// The known ratings of each side's opponents, in games with a known result.
    pub opponents: BySide<Mean>,
    /// Twice the points of each side in the games with a known result and a rated opponent.
    pub points: BySide<u64>,
    /// The latest known date.
    pub last: Option<Date>,
}

/// How many rating points a win is worth in [`PositionCounts::performance`].
const A_WIN: f64 = 400.0;

/// Twice the points of a side for a known result.
const fn points(result: StatedResult, side: Side) -> Option<u64> {
    Some(match (result, side) {
        (StatedResult::WhiteWins, Side::White) | (StatedResult::BlackWins, Side::Black) => 2,
        (StatedResult::WhiteWins, Side::Black) | (StatedResult::BlackWins, Side::White) => 0,
        (StatedResult::Draw, _) => 1,
        (StatedResult::InProgress | StatedResult::Unknown, _) => return None,
    })
}

impl PositionCounts {
    /// The number of games that reached the position.
    pub const fn reached(&self) -> u64 {
        self.score.games()
    }

    /// Adds games with the same result. `plies` is the sum of their lengths, and `ratings` has the number and the sum
    /// of the known ratings of each side.
    pub fn add(
        &mut self,
        games: u64,
        result: Option<StatedResult>,
        plies: u64,
        ratings: BySide<Mean>,
        last: Option<Date>,
    ) {
        let result = result.unwrap_or(StatedResult::Unknown);
        *match result {
            StatedResult::WhiteWins => &mut self.score.white,
            StatedResult::Draw => &mut self.score.draws,
            StatedResult::BlackWins => &mut self.score.black,
            StatedResult::InProgress | StatedResult::Unknown => &mut self.score.open,
        } += games;
        self.length.merge(Mean {
            count: games,
            sum: plies,
        });
        for side in Side::ALL {
            self.rating[side].merge(ratings[side]);
            if let Some(points) = points(result, side) {
                self.opponents[side].merge(ratings[!side]);
                self.points[side] += ratings[!side].count * points;
            }
        }
        self.last = self.last.max(last);
    }

    /// The performance of a side's players: the mean rating of their opponents, and 400 points for each win more than
    /// losses, per game. `None` without a game with a known result and a rated opponent.
    pub fn performance(&self, side: Side) -> Option<f64> {
        let opponents = self.opponents[side];
        let mean = opponents.mean()?;
        let share = self.points[side] as f64 / 2.0 / opponents.count as f64;
        Some(mean + A_WIN * (2.0 * share - 1.0))
    }
}
