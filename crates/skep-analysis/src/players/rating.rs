//! Ratings from all results at once (Bradley and Terry 1952).

use super::Pairs;
use crate::Interval;
use crate::interval::Z;
use skep_rules::game::Side;

/// The rating in the middle of the scale.
pub const MIDDLE: f64 = 1500.0;

/// The rating difference that multiplies the odds by ten.
const TENFOLD: f64 = 400.0;

/// Elo ratings of the players of a collection, fitted to all games at once.
///
/// The ratings maximise the likelihood of the results. The odds of a player against another are 10 to the power of the
/// rating difference divided by 400 (the model of Zermelo, 1929, and of Bradley and Terry, 1952; fitted by the
/// iteration of Hunter, 2004). A draw is half a win for both. Each player gets one additional draw against a rating of
/// 1500: so a player who won every game has a finite rating, and a few games change it little. Colour and date do not
/// matter. These are not the ratings of a federation or site.
///
/// If players have a given rating, they keep it, and the rating that every player draws against is fitted too. So one
/// given rating moves all others by the same amount.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratings {
    ratings: Vec<f64>,
    /// What a rating can be off, with 95 % confidence.
    errors: Vec<f64>,
}

/// The iteration ends when no rating changes by more than this, or after this many rounds.
const EXACT: f64 = 1e-6;
const ROUNDS: usize = 100_000;

/// The strength that a rating stands for: 1 in the middle of the scale.
fn strength(rating: f64) -> f64 {
    10f64.powf((rating - MIDDLE) / TENFOLD)
}

/// Fits the strengths of all but the fixed players, each of whom made these points against these opponents in so many
/// games.
fn fit_all(games: &[Vec<(usize, f64)>], points: &[f64], strengths: &mut [f64], fixed: &[usize]) {
    for _ in 0..ROUNDS {
        let mut change = 0.0f64;
        for i in (0..strengths.len()).filter(|i| !fixed.contains(i)) {
            let own = strengths[i];
            let met = games[i].iter();
            let sum: f64 = met.map(|&(j, n)| n / (own + strengths[j])).sum();
            let new = points[i] / sum;
            change = change.max((TENFOLD * (new / own).log10()).abs());
            strengths[i] = new;
        }
        if change < EXACT {
            break;
        }
    }
}

impl Ratings {
    /// Fits the ratings of players who are numbered in the order of `names`, which is sorted, to all games.
    pub(super) fn fit(pairs: &Pairs, names: &[&str]) -> Ratings {
        let number = |name: &Option<String>| names.binary_search(&name.as_deref()?).ok();
        // The last player is the one of the additional draws.
        let middle = names.len();
        let mut games: Vec<Vec<(usize, f64)>> = vec![Vec::new(); middle];
        let mut points = vec![0.5; middle];
        points.push(0.5 * middle as f64);
        for ((white, black), score) in pairs.scores.iter().chain(&pairs.others) {
            let (Some(white), Some(black)) = (number(white), number(black)) else {
                continue;
            };
            if white == black || score.decided() == 0 {
                continue;
            }
            let n = score.decided() as f64;
            games[white].push((black, n));
            games[black].push((white, n));
            points[white] += score.points(Side::White);
            points[black] += score.points(Side::Black);
        }
        for games in &mut games {
            games.push((middle, 1.0));
        }
        games.push((0..middle).map(|player| (player, 1.0)).collect());
        let mut strengths = vec![1.0f64; middle + 1];
        fit_all(&games, &points, &mut strengths, &[middle]);
        let given: Vec<(usize, f64)> = pairs
            .anchors
            .iter()
            .filter_map(|(name, rating)| Some((names.binary_search(&name.as_str()).ok()?, *rating)))
            .collect();
        if !given.is_empty() {
            // The scale moves so that the given ratings fit best. For one of them, nothing is left to do.
            let logs = given.iter();
            let logs = logs.map(|&(i, rating)| (strength(rating) / strengths[i]).ln());
            let shift = (logs.sum::<f64>() / given.len() as f64).exp();
            for own in &mut strengths {
                *own *= shift;
            }
            for &(i, rating) in &given {
                strengths[i] = strength(rating);
            }
            let fixed: Vec<usize> = given.iter().map(|&(i, _)| i).collect();
            fit_all(&games, &points, &mut strengths, &fixed);
        }
        let error = |(own, met): (&f64, &Vec<(usize, f64)>)| {
            let chance = |j: usize| own / (own + strengths[j]);
            let met = met.iter();
            let information: f64 = met.map(|&(j, n)| n * chance(j) * (1.0 - chance(j))).sum();
            Z * TENFOLD / (std::f64::consts::LN_10 * information.sqrt())
        };
        let errors = strengths.iter().zip(&games).map(error).collect();
        let ratings = strengths.iter();
        let mut ratings: Vec<f64> = ratings.map(|s| MIDDLE + TENFOLD * s.log10()).collect();
        for (i, rating) in given {
            ratings[i] = rating;
        }
        Ratings { ratings, errors }
    }

    /// The 95 % confidence interval of a player's rating, as if the ratings of the opponents were exact.
    pub(super) fn interval(&self, player: usize) -> Interval {
        let (rating, error) = (self.ratings[player], self.errors[player]);
        Interval {
            low: rating - error,
            high: rating + error,
        }
    }

    /// The rating of a player.
    pub(super) fn get(&self, player: usize) -> f64 {
        self.ratings[player]
    }

    /// The rating that predicts a score of `points` in `n` games against opponents with a mean rating. One additional
    /// draw keeps it finite.
    pub(super) fn performance(opponents: f64, points: f64, n: f64) -> f64 {
        let share = (points + 0.5) / (n + 1.0);
        opponents + TENFOLD * (share / (1.0 - share)).log10()
    }
}
