//! What tables show of one player.

use std::collections::{BTreeMap, BTreeSet};

use super::{Pairs, Ratings, Runs};
use crate::tactics::TacticsCount;
use crate::{Interval, Score, Tally};
use skep_rules::game::BySide;

/// Statistics of one player.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSummary {
    /// The name.
    pub name: String,
    /// The results of the games with White and with Black. In both, White and Black are the colours on the board.
    pub by_colour: BySide<Score>,
    /// The number of known opponents.
    pub opponents: u64,
    /// The most frequent opponent with the number of games; the first by name if there are several.
    pub most_met: Option<(String, u64)>,
    /// The longest runs, by date; `None` if no decided game has a date.
    pub runs: Option<Runs>,
    /// The fitted or given rating; `None` without a decided game against a known opponent.
    pub rating: Option<f64>,
    /// The 95 % confidence interval of a fitted rating, as if the ratings of the opponents were exact.
    pub rating_interval: Option<Interval>,
    /// The performance rating, from the results and the fitted ratings of the opponents.
    pub performance: Option<f64>,
    /// The forced wins that the player found, missed and allowed; `None` unless they were counted.
    pub tactics: Option<TacticsCount>,
}

impl PlayerSummary {
    /// All games.
    pub const fn games(&self) -> u64 {
        self.by_colour.white.games() + self.by_colour.black.games()
    }

    /// Games won, drawn, and lost.
    pub const fn results(&self) -> (u64, u64, u64) {
        let BySide { white, black } = &self.by_colour;
        (
            white.white + black.black,
            white.draws + black.draws,
            white.black + black.white,
        )
    }
}

/// The games of one player, from which a summary is made.
#[derive(Default)]
struct PlayerGames<'a> {
    white: Score,
    black: Score,
    met: BTreeMap<&'a str, u64>,
    /// Against known opponents: the number of the opponent, points, decided games.
    rated: Vec<(&'a str, f64, u64)>,
}

/// The players of a collection, sorted by name. Their ratings are from all games, also from [`Pairs::others`].
pub fn players(pairs: &Pairs) -> Vec<PlayerSummary> {
    use skep_rules::game::Side::{Black, White};
    let names: BTreeSet<&str> = pairs
        .scores
        .keys()
        .chain(pairs.others.keys())
        .flat_map(|(white, black)| [white, black])
        .filter_map(Option::as_deref)
        .collect();
    let names: Vec<&str> = names.into_iter().collect();
    let mut gathered: BTreeMap<&str, PlayerGames<'_>> = BTreeMap::new();
    for ((white, black), &score) in &pairs.scores {
        let (white, black) = (white.as_deref(), black.as_deref());
        let sides = [(white, black, White), (black, white, Black)];
        for (own, other, side) in sides {
            let Some(own) = own else { continue };
            let player = gathered.entry(own).or_default();
            match side {
                White => player.white.merge(score),
                Black => player.black.merge(score),
            }
            if let Some(other) = other.filter(|&o| o != own) {
                *player.met.entry(other).or_default() += score.games();
                if score.decided() > 0 {
                    player
                        .rated
                        .push((other, score.points(side), score.decided()));
                }
            }
        }
    }
    let ratings = Ratings::fit(pairs, &names);
    let number = |name: &str| names.binary_search(&name).ok();
    let rating = |name: &str| number(name).map(|i| ratings.get(i));
    names
        .iter()
        .filter_map(|&name| {
            let games = gathered.remove(name)?;
            let (mut points, mut n, mut sum) = (0.0, 0, 0.0);
            for &(other, score, decided) in &games.rated {
                points += score;
                n += decided;
                sum += rating(other).unwrap_or_default() * decided as f64;
            }
            let rated = n > 0;
            let is_given = pairs.anchors.contains_key(name);
            let most_met = games
                .met
                .iter()
                .max_by(|a, b| a.1.cmp(b.1).then(b.0.cmp(a.0)));
            Some(PlayerSummary {
                name: name.to_owned(),
                by_colour: BySide {
                    white: games.white,
                    black: games.black,
                },
                opponents: games.met.len() as u64,
                most_met: most_met.map(|(name, &n)| ((*name).to_owned(), n)),
                runs: pairs.runs(name),
                tactics: pairs.tactics.get(name).copied(),
                rating: rating(name).filter(|_| rated || is_given),
                rating_interval: (number(name).filter(|_| rated && !is_given))
                    .map(|i| ratings.interval(i)),
                performance: rated.then(|| Ratings::performance(sum / n as f64, points, n as f64)),
            })
        })
        .collect()
}
