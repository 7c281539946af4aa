//! The sequential probability ratio test: do the results fit the Elo difference `elo0` or `elo1`?

use super::MatchScore;
use super::score::outcomes;

/// A sequential probability ratio test of two Elo differences, in logistic Elo.
///
/// The log-likelihood ratio is the generalised ratio of the multinomial model: each hypothesis gets the most likely
/// distribution of the results of pairs that has its mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the alternative, which is greater.
    pub elo1: f64,
    /// The probability of accepting the alternative although the null hypothesis is true.
    pub alpha: f64,
    /// The probability of accepting the null hypothesis although the alternative is true.
    pub beta: f64,
}

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The null hypothesis is accepted: the results fit `elo0`.
    Null,
    /// The alternative is accepted: the results fit `elo1`.
    Alternative,
    /// More games are needed.
    Open,
}

/// The count of a result that never occurred. With 0, it would be impossible.
const ALMOST_NEVER: f64 = 1e-3;

impl Sprt {
    /// The ratios at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log-likelihood ratio of the pairs of a score, or of its games if it has no pair.
    pub fn ratio(&self, score: &MatchScore) -> f64 {
        if score.pairs.iter().any(|count| *count > 0) {
            self.ratio_of(&score.pairs)
        } else {
            self.ratio_of(&[score.losses, score.draws, score.wins])
        }
    }

    /// The log-likelihood ratio of counts of results: 3 counts of games, or 5 of pairs.
    fn ratio_of(&self, counts: &[u32]) -> f64 {
        if counts.iter().all(|count| *count == 0) {
            return 0.0;
        }
        let results: Vec<(f64, f64)> = outcomes(counts)
            .map(|(value, count)| (value, count.max(ALMOST_NEVER)))
            .collect();
        let total: f64 = results.iter().map(|(_, count)| count).sum();
        let expected = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let (s0, s1) = (expected(self.elo0), expected(self.elo1));
        let (x0, x1) = (tilt(&results, total, s0), tilt(&results, total, s1));
        let ratio = |value: f64| (1.0 + x0 * (value - s0)) / (1.0 + x1 * (value - s1));
        results
            .iter()
            .map(|(value, count)| count * ratio(*value).ln())
            .sum()
    }

    /// What the test says about a score.
    pub fn decision(&self, score: &MatchScore) -> Decision {
        let (low, high) = self.bounds();
        match self.ratio(score) {
            ratio if ratio <= low => Decision::Null,
            ratio if ratio >= high => Decision::Alternative,
            _ => Decision::Open,
        }
    }
}

/// The x for which the distribution `p / (1 + x (a - s))` has the mean `s`: with it, the distribution is the most
/// likely with this mean. It is found by bisection, because the sum falls everywhere between its poles.
fn tilt(results: &[(f64, f64)], total: f64, s: f64) -> f64 {
    let sum = |x: f64| -> f64 {
        let terms = results.iter().map(|(value, count)| {
            let lead = value - s;
            count / total * lead / (1.0 + x * lead)
        });
        terms.sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - s), 1.0 / s);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}
