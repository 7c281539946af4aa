//! Confidence intervals of win rates (Wilson 1927).

/// A confidence interval of a share. Both ends are from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The quantile of the normal distribution for a two-sided 95 % interval.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

impl Interval {
    /// The Wilson score interval of 95 % for `points` out of `n` games (E. B. Wilson, 1927). It is accurate for few
    /// games too. `None` without a game.
    ///
    /// A draw is half a point. The formula assumes that every game is won or lost. With draws the interval is a little
    /// too wide, never too narrow.
    pub fn wilson(points: f64, n: u64) -> Option<Interval> {
        if n == 0 {
            return None;
        }
        let n = n as f64;
        let share = points / n;
        let square = Z * Z;
        let middle = share + square / (2.0 * n);
        let half = Z
            * (share * (1.0 - share) / n + square / (4.0 * n * n))
                .max(0.0)
                .sqrt();
        let whole = 1.0 + square / n;
        Some(Interval {
            low: ((middle - half) / whole).clamp(0.0, 1.0),
            high: ((middle + half) / whole).clamp(0.0, 1.0),
        })
    }
}
