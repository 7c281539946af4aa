use serde::{Deserialize, Serialize};
use skep_analysis::{Date, Mean, Score, Tally};
use skep_rules::game::{BySide, Side};

use super::schema::{Numbers, unpacked};

/// Counts of the games that reached a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Results. A game counts once, even if it comes back to the position.
    pub score: Score,
    /// Lengths in plies, including passes.
    pub length: Mean,
    /// The known ratings of each side's players.
    pub rating: BySide<Mean>,
    /// The known ratings of each side's opponents, in games with a known result.
    opponents: BySide<Mean>,
    /// Twice the points of each side in these games.
    points: BySide<u64>,
    /// The latest known date.
    pub last: Option<Date>,
}

/// How many rating points a win is worth in [`Node::performance`].
const A_WIN: f64 = 400.0;

impl Node {
    /// The number of games that reached the position.
    pub const fn reached(&self) -> u64 {
        self.score.games()
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

impl Tally for Node {
    fn merge(&mut self, other: Node) {
        self.score.merge(other.score);
        self.length.merge(other.length);
        for side in Side::ALL {
            self.rating[side].merge(other.rating[side]);
            self.opponents[side].merge(other.opponents[side]);
            self.points[side] += other.points[side];
        }
        self.last = self.last.max(other.last);
    }
}

/// Sums over games, as plain numbers: what a segment adds to a [`Node`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    results: [u64; 4],
    plies: u64,
    /// By result and side: the number of known ratings and their sum.
    ratings: [[(u64, u64); 2]; 4],
    last: u32,
}

impl Sums {
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    pub fn add(&mut self, numbers: Numbers, date: u32) {
        let result = numbers.result();
        self.results[result] += 1;
        self.plies += u64::from(numbers.plies());
        for side in Side::ALL {
            if let Some(rating) = numbers.rating(side) {
                let (known, sum) = &mut self.ratings[result][side.index()];
                *known += 1;
                *sum += u64::from(rating);
            }
        }
        self.last = self.last.max(date);
    }

    pub fn merge(&mut self, other: &Sums) {
        for (result, of_result) in self.ratings.iter_mut().enumerate() {
            self.results[result] += other.results[result];
            for (side, (known, sum)) in of_result.iter_mut().enumerate() {
                *known += other.ratings[result][side].0;
                *sum += other.ratings[result][side].1;
            }
        }
        self.plies += other.plies;
        self.last = self.last.max(other.last);
    }

    pub fn node(&self) -> Node {
        let [open, white, draws, black] = self.results;
        let mut node = Node {
            score: Score {
                white,
                draws,
                black,
                open,
            },
            length: Mean {
                count: open + white + draws + black,
                sum: self.plies,
            },
            last: unpacked(self.last),
            ..Node::default()
        };
        for side in Side::ALL {
            // Twice the points of the side for each result.
            let points = match side {
                Side::White => [0, 2, 1, 0],
                Side::Black => [0, 0, 1, 2],
            };
            for (result, of_sides) in self.ratings.iter().enumerate() {
                let (known, sum) = of_sides[side.index()];
                node.rating[side].merge(Mean { count: known, sum });
                if result > 0 {
                    let (known, sum) = of_sides[(!side).index()];
                    node.opponents[side].merge(Mean { count: known, sum });
                    node.points[side] += known * points[result];
                }
            }
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skep_records::record::StatedResult::{BlackWins, Draw, Unknown, WhiteWins};

    #[test]
    fn performance_is_that_against_rated_opponents() {
        let mut sums = Sums::default();
        for (result, ratings) in [
            (WhiteWins, [Some(1500), Some(1700)]),
            (Draw, [Some(1600), Some(1900)]),
            (BlackWins, [None, Some(1800)]),
            (Unknown, [Some(1000), Some(9000)]),
            (WhiteWins, [Some(1500), None]),
        ] {
            sums.add(Numbers::new(Some(result), 10, ratings), 0);
        }
        let node = sums.node();
        assert_eq!(node.reached(), 5);
        assert_eq!(node.rating.white.mean(), Some(1400.0));
        // 1.5 of 3 against 1700, 1900 and 1800; Black 0.5 of 3 against 1500, 1600 and 1500.
        assert_eq!(node.performance(Side::White), Some(1800.0));
        let black = 4600.0 / 3.0 + 400.0 * (1.0 / 3.0 - 1.0);
        assert!((node.performance(Side::Black).unwrap() - black).abs() < 1e-9);
        assert_eq!(Node::default().performance(Side::White), None);
    }
}
