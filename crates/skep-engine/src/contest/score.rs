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
    ///
    /// If all results are equal, they show no variance, but they are not certain. Then the interval is that of the
    /// results with a win and a loss added.
    pub fn elo(&self) -> Option<Elo> {
        let counts = self.results();
        let (mean, variance, count) = moments(&counts)?;
        let (centre, spread, size) = if variance > 0.0 {
            (mean, variance, count)
        } else {
            let mut wider = counts.clone();
            wider[0] += 1;
            *wider.last_mut()? += 1;
            moments(&wider)?
        };
        let error = (spread / size).sqrt();
        let to_elo = |score: f64| match score {
            score if score <= 0.0 => f64::NEG_INFINITY,
            score if score >= 1.0 => f64::INFINITY,
            score => 400.0 * (score / (1.0 - score)).log10(),
        };
        let is_pairs = self.pairs.iter().any(|count| *count > 0);
        // A pair is the mean of two games.
        let deviation = (variance * if is_pairs { 2.0 } else { 1.0 }).sqrt();
        Some(Elo {
            difference: to_elo(mean),
            low: to_elo(centre - QUANTILE * error),
            high: to_elo(centre + QUANTILE * error),
            normalized: (mean - 0.5) / deviation * 800.0 / std::f64::consts::LN_10,
        })
    }

    /// The counts of the results: of pairs if there are any, otherwise of games.
    fn results(&self) -> Vec<u32> {
        if self.pairs.iter().any(|count| *count > 0) {
            self.pairs.to_vec()
        } else {
            vec![self.losses, self.draws, self.wins]
        }
    }
}

/// The mean and the variance of a result, and the number of results. `None` without results.
fn moments(counts: &[u32]) -> Option<(f64, f64, f64)> {
    let total: f64 = counts.iter().copied().map(f64::from).sum();
    if total == 0.0 {
        return None;
    }
    let results = || outcomes(counts);
    let mean = results().map(|(value, count)| value * count).sum::<f64>() / total;
    let squares = results().map(|(value, count)| (value - mean).powi(2) * count);
    Some((mean, squares.sum::<f64>() / total, total))
}

/// Counts with what each is worth, from 0 to 1.
pub(super) fn outcomes(counts: &[u32]) -> impl Iterator<Item = (f64, f64)> {
    let last = f64::from(u32::try_from(counts.len().saturating_sub(1)).unwrap_or(1));
    let counts = (0u32..).zip(counts);
    counts.map(move |(i, count)| (f64::from(i) / last, f64::from(*count)))
}
