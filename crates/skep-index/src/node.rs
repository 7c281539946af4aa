use serde::{Deserialize, Serialize};
use skep_analysis::Mean;
use skep_analysis::database::PositionCounts;
use skep_records::record::StatedResult;
use skep_rules::game::{BySide, Side};

use super::schema::{CountedNumbers, unpacked};

/// Sums over games, as plain numbers: what a segment adds to a [`PositionCounts`].
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

    pub fn add(&mut self, numbers: CountedNumbers, date: u32) {
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

    pub fn node(&self) -> PositionCounts {
        let mut node = PositionCounts::default();
        for (number, result) in RESULTS.into_iter().enumerate() {
            let [white, black] = self.ratings[number].map(|(count, sum)| Mean { count, sum });
            let ratings = BySide { white, black };
            node.add(self.results[number], result, 0, ratings, None);
        }
        node.length.sum = self.plies;
        node.last = unpacked(self.last);
        node
    }
}

/// The results by [`CountedNumbers::result`].
pub const RESULTS: [Option<StatedResult>; 4] = [
    None,
    Some(StatedResult::WhiteWins),
    Some(StatedResult::Draw),
    Some(StatedResult::BlackWins),
];

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
            sums.add(CountedNumbers::new(Some(result), 10, ratings), 0);
        }
        let node = sums.node();
        assert_eq!(node.reached(), 5);
        assert_eq!(node.rating.white.mean(), Some(1400.0));
        // 1.5 of 3 against 1700, 1900 and 1800; Black 0.5 of 3 against 1500, 1600 and 1500.
        assert_eq!(node.performance(Side::White), Some(1800.0));
        let black = 4600.0 / 3.0 + 400.0 * (1.0 / 3.0 - 1.0);
        assert!((node.performance(Side::Black).unwrap() - black).abs() < 1e-9);
        assert_eq!(PositionCounts::default().performance(Side::White), None);
    }
}
