//! Counts that can be made separately and merged in any order.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde::{Deserialize, Serialize};

use super::Interval;
use skep_records::record::StatedResult;
use skep_rules::game::{Outcome, Side};

/// Counts over games that can be added to others. The default is the count of no games. The order and the grouping of
/// merges do not matter.
pub trait Tally: Default {
    /// Adds the counts of other games.
    fn merge(&mut self, other: Self);
}

impl Tally for () {
    fn merge(&mut self, (): ()) {}
}

/// A tally that knows its largest count. If the counts of two tallies are small enough, their sums do not overflow.
pub trait Bounded: Tally {
    /// The largest of its counts and sums.
    fn largest(&self) -> u64;
}

/// The largest count of all tallies.
pub(super) fn largest<'a, T: Bounded + 'a>(tallies: impl IntoIterator<Item = &'a T>) -> u64 {
    tallies.into_iter().map(T::largest).max().unwrap_or(0)
}

/// The longest text, in bytes, that is a key of a count as it is.
const LONGEST_KEY: usize = 1000;

/// A text as a key of a count. Of a longer text this is the beginning, and a number that differs for other texts:
/// memory depends on the number of different texts, and not on their length.
pub fn count_key<'a>(text: impl Into<Cow<'a, str>>) -> String {
    let text = text.into();
    if text.len() <= LONGEST_KEY {
        return text.into_owned();
    }
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let beginning = &text[..text.floor_char_boundary(LONGEST_KEY)];
    format!("{beginning}… {:016x}", hasher.finish())
}

/// Adds every count of one map to those of another.
pub(super) fn merge_maps<K: Ord, V: Tally>(into: &mut BTreeMap<K, V>, from: BTreeMap<K, V>) {
    for (key, value) in from {
        into.entry(key).or_default().merge(value);
    }
}

/// The number of games with each result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Won by White.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Won by Black.
    pub black: u64,
    /// Without a known result.
    pub open: u64,
}

impl Score {
    /// Counts a game.
    pub fn add(&mut self, result: Option<StatedResult>) {
        match result.unwrap_or_default().outcome() {
            Outcome::Win(Side::White) => self.white += 1,
            Outcome::Win(Side::Black) => self.black += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Undecided => self.open += 1,
        }
    }

    /// The results with the sides exchanged.
    #[must_use]
    pub const fn swapped(self) -> Score {
        Score {
            white: self.black,
            black: self.white,
            ..self
        }
    }

    /// The results with the wins of this side as White's.
    #[must_use]
    pub const fn seen_by(self, side: Side) -> Score {
        match side {
            Side::White => self,
            Side::Black => self.swapped(),
        }
    }

    /// The likelihood that White is better than Black: Φ((w − l) / √(w + l)) for `w` wins of White and `l` of Black,
    /// where Φ is the normal distribution. This is the likelihood of superiority (LOS) of engine tests. Draws do not
    /// matter. `None` if no game was won.
    pub fn superiority(&self) -> Option<f64> {
        let (won, lost) = (self.white as f64, self.black as f64);
        (won + lost > 0.0).then(|| normal((won - lost) / (won + lost).sqrt()))
    }

    /// All games.
    pub const fn games(&self) -> u64 {
        self.decided() + self.open
    }

    /// Games with a known result.
    pub const fn decided(&self) -> u64 {
        self.white + self.draws + self.black
    }

    /// The games won by a side.
    pub const fn wins(&self, side: Side) -> u64 {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// The points of a side: 1 for a win, a half for a draw.
    pub fn points(&self, side: Side) -> f64 {
        self.wins(side) as f64 + self.draws as f64 / 2.0
    }

    /// The mean points of a side per game with a known result. `None` if there is no such game.
    pub fn share(&self, side: Side) -> Option<f64> {
        (self.decided() > 0).then(|| self.points(side) / self.decided() as f64)
    }

    /// The confidence interval of [`Score::share`].
    pub fn interval(&self, side: Side) -> Option<Interval> {
        Interval::wilson(self.points(side), self.decided())
    }

    /// The share of `games` in the decided games.
    pub fn part(&self, games: u64) -> Option<f64> {
        (self.decided() > 0).then(|| games as f64 / self.decided() as f64)
    }
}

impl Tally for Score {
    fn merge(&mut self, other: Score) {
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.open += other.open;
    }
}

impl Bounded for Score {
    fn largest(&self) -> u64 {
        let counts = [self.white, self.draws, self.black, self.open];
        counts.into_iter().max().unwrap_or(0)
    }
}

/// The distribution function of the standard normal distribution.
fn normal(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

/// A mean that can be merged with others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mean {
    /// The number of values.
    pub count: u64,
    /// The sum of the values.
    pub sum: u64,
}

impl Mean {
    /// Counts a number.
    pub fn add(&mut self, number: u64) {
        self.count += 1;
        self.sum += number;
    }

    /// The mean; `None` without a number.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }
}

impl Tally for Mean {
    fn merge(&mut self, other: Mean) {
        self.count += other.count;
        self.sum += other.sum;
    }
}

impl Bounded for Mean {
    fn largest(&self) -> u64 {
        self.count.max(self.sum)
    }
}

/// The exact number of occurrences of each number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<u32, u64>", into = "BTreeMap<u32, u64>")]
pub struct Histogram {
    times: BTreeMap<u32, u64>,
    count: u64,
    sum: u64,
}

impl From<BTreeMap<u32, u64>> for Histogram {
    fn from(times: BTreeMap<u32, u64>) -> Histogram {
        let sum = |(&number, &times)| u64::from(number).saturating_mul(times);
        Histogram {
            count: times.values().fold(0, |a, &b| a.saturating_add(b)),
            sum: times.iter().map(sum).fold(0, u64::saturating_add),
            times,
        }
    }
}

impl From<Histogram> for BTreeMap<u32, u64> {
    fn from(histogram: Histogram) -> BTreeMap<u32, u64> {
        histogram.times
    }
}

impl Histogram {
    /// Counts a number.
    pub fn add(&mut self, number: u32) {
        *self.times.entry(number).or_default() += 1;
        self.count += 1;
        self.sum += u64::from(number);
    }

    /// The mean; `None` without a number.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// The percentile: the smallest number such that at least `percent` % of the numbers are not larger. 0 gives the
    /// smallest number.
    pub fn quantile(&self, percent: u64) -> Option<u32> {
        let rank = (self.count * percent.min(100)).div_ceil(100).max(1);
        let mut passed = 0;
        self.times
            .iter()
            .find(|&(_, &times)| {
                passed += times;
                passed >= rank
            })
            .map(|(&number, _)| number)
    }

    /// Every number and how often it occurs, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64)> {
        self.times.iter().map(|(&number, &times)| (number, times))
    }
}

impl Tally for Histogram {
    fn merge(&mut self, other: Histogram) {
        for (number, times) in other.times {
            *self.times.entry(number).or_default() += times;
        }
        self.count += other.count;
        self.sum += other.sum;
    }
}

impl Bounded for Histogram {
    fn largest(&self) -> u64 {
        self.count.max(self.sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_keys_differ_as_their_texts_do() {
        assert_eq!(count_key("Ann"), "Ann");
        let long = |end: &str| count_key("é".repeat(1 << 20) + end);
        assert_eq!(long("a"), long("a"));
        assert_ne!(long("a"), long("b"));
        assert!(long("a").len() < 1100);
    }

    #[test]
    fn superiority_is_a_normal_probability() {
        let of = |white, draws, black| Score {
            white,
            draws,
            black,
            open: 1,
        };
        assert_eq!(of(0, 7, 0).superiority(), None);
        for (score, expected) in [
            (of(5, 0, 5), 0.5),
            (of(5, 9, 5), 0.5),
            // Tables of the normal distribution: 1, 2, -3 and 10 standard deviations.
            (of(1, 0, 0), 0.841_344_746),
            (of(4, 0, 0), 0.977_249_868),
            (of(0, 3, 9), 0.001_349_898),
            (of(100, 0, 0), 1.0),
            (of(0, 0, 100), 0.0),
        ] {
            let found = score.superiority().unwrap();
            assert!((found - expected).abs() < 1e-9, "{score:?}: {found}");
        }
    }
}
