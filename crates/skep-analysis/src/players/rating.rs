//! Ratings from all results at once (Bradley and Terry 1952).

use super::Pairs;
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratings {
    ratings: Vec<f64>,
}

/// The iteration ends when no rating changes by more than this, or after this many rounds.
const EXACT: f64 = 1e-6;
const ROUNDS: usize = 100_000;

impl Ratings {
    /// Fits the ratings of players who are numbered in the order of `names`, which is sorted, to all games.
    pub(super) fn fit(pairs: &Pairs, names: &[&str]) -> Ratings {
        let number = |name: &Option<String>| names.binary_search(&name.as_deref()?).ok();
        let mut games: Vec<Vec<(usize, f64)>> = vec![Vec::new(); names.len()];
        // The additional draw of every player.
        let mut points = vec![0.5; names.len()];
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
        let mut strengths = vec![1.0f64; names.len()];
        for _ in 0..ROUNDS {
            let mut change = 0.0f64;
            for i in 0..names.len() {
                let own = strengths[i];
                let met = games[i].iter();
                let sum: f64 = met.map(|&(j, n)| n / (own + strengths[j])).sum();
                let new = points[i] / (sum + 1.0 / (own + 1.0));
                change = change.max((TENFOLD * (new / own).log10()).abs());
                strengths[i] = new;
            }
            if change < EXACT {
                break;
            }
        }
        Ratings {
            ratings: strengths
                .into_iter()
                .map(|s| MIDDLE + TENFOLD * s.log10())
                .collect(),
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
