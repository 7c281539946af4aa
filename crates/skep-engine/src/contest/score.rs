//! Counts of results, and the Elo difference that they show.

/// The results of one player against another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchScore {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Pairs of games with the same opening and both colours, by the points of the pair in halves, from 0 to 4.
    pub pairs: [u32; 5],
}

/// An Elo difference with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference. It is infinite if one side won everything.
    pub difference: f64,
    /// The low end of the interval.
    pub low: f64,
    /// The high end of the interval.
    pub high: f64,
    /// The likelihood that the player is stronger, from 0 to 1.
    pub superiority: f64,
    /// The normalized difference: it does not depend on how often games are drawn.
    pub normalized: f64,
}

/// The quantile of the normal distribution for a 95 % interval.
const QUANTILE: f64 = 1.959_963_984_540_054;

impl MatchScore {
    /// The number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The points: a draw is half a point.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Adds a result in half points: 0, 1 or 2.
    pub fn add_game(&mut self, halves: u32) {
        match halves {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Adds a pair of games, which [`MatchScore::add_game`] adds too.
    pub fn add_pair(&mut self, halves: [u32; 2]) {
        let halves = halves[0].min(2) + halves[1].min(2);
        self.pairs[halves as usize] += 1;
    }

    /// The same results for the other player.
    #[must_use]
    pub fn reversed(&self) -> MatchScore {
        let mut pairs = self.pairs;
        pairs.reverse();
        MatchScore {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs,
        }
    }

    /// The Elo difference. The interval comes from pairs, because two games with the same opening are not independent;
    /// without a pair, it comes from games. `None` without games.
    pub fn elo(&self) -> Option<Elo> {
        let (mean, variance, count) = self.moments()?;
        let error = (variance / count).sqrt();
        let to_elo = |score: f64| match score {
            score if score <= 0.0 => f64::NEG_INFINITY,
            score if score >= 1.0 => f64::INFINITY,
            score => 400.0 * (score / (1.0 - score)).log10(),
        };
        let is_pairs = self.pairs.iter().any(|count| *count > 0);
        // A pair is the mean of two games.
        let deviation = (variance * if is_pairs { 2.0 } else { 1.0 }).sqrt();
        let lead = mean - 0.5;
        Some(Elo {
            difference: to_elo(mean),
            low: to_elo(mean - QUANTILE * error),
            high: to_elo(mean + QUANTILE * error),
            superiority: if error > 0.0 {
                normal_distribution(lead / error)
            } else {
                0.5 + 0.5 * lead.signum() * f64::from(u8::from(lead != 0.0))
            },
            normalized: lead / deviation * 800.0 / std::f64::consts::LN_10,
        })
    }

    /// The mean and the variance of a result, and the number of results: of pairs if there are any, otherwise of games.
    fn moments(&self) -> Option<(f64, f64, f64)> {
        let games = [self.losses, self.draws, self.wins];
        let counts: &[u32] = if self.pairs.iter().any(|count| *count > 0) {
            &self.pairs
        } else {
            &games
        };
        let total: f64 = counts.iter().copied().map(f64::from).sum();
        if total == 0.0 {
            return None;
        }
        let results = || outcomes(counts);
        let mean = results().map(|(value, count)| value * count).sum::<f64>() / total;
        let squares = results().map(|(value, count)| (value - mean).powi(2) * count);
        Some((mean, squares.sum::<f64>() / total, total))
    }
}

/// Counts with what each is worth, from 0 to 1.
pub(super) fn outcomes(counts: &[u32]) -> impl Iterator<Item = (f64, f64)> {
    let last = f64::from(u32::try_from(counts.len().saturating_sub(1)).unwrap_or(1));
    let counts = (0u32..).zip(counts);
    counts.map(move |(i, count)| (f64::from(i) / last, f64::from(*count)))
}

/// The distribution function of the normal distribution.
fn normal_distribution(x: f64) -> f64 {
    (1.0 + error_function(x / std::f64::consts::SQRT_2)) / 2.0
}

/// The error function: its power series near 0, and the continued fraction of its complement elsewhere.
fn error_function(x: f64) -> f64 {
    let size = x.abs();
    if size < 2.5 {
        let (mut term, mut sum) = (size, size);
        for n in 1..100 {
            let n = f64::from(n);
            term *= -size * size / n;
            sum += term / (2.0 * n + 1.0);
        }
        return (2.0 / std::f64::consts::PI.sqrt() * sum).copysign(x);
    }
    if size > 27.0 {
        return 1f64.copysign(x);
    }
    let mut fraction = size;
    for n in (1..60).rev() {
        fraction = size + f64::from(n) / 2.0 / fraction;
    }
    let complement = (-size * size).exp() / (fraction * std::f64::consts::PI.sqrt());
    (1.0 - complement).copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_function_is_that_of_the_tables() {
        // Abramowitz and Stegun, table 7.1.
        for (x, value) in [
            (0.0, 0.0),
            (0.5, 0.520_499_877_813_046_5),
            (1.0, 0.842_700_792_949_714_9),
            (2.0, 0.995_322_265_018_952_7),
            (2.6, 0.999_763_965_583_470_7),
            (3.5, 0.999_999_256_901_627_7),
        ] {
            assert!(
                (error_function(x) - value).abs() < 1e-12,
                "{x}: {}",
                error_function(x)
            );
            assert!((error_function(-x) + value).abs() < 1e-12);
        }
    }
}
