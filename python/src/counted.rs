//! The tables that are counted over many games: openings, statistics, players.

use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, RecordBatch, StringArray, UInt64Array};
use pyo3::prelude::*;

use skep_analysis::filter::Attribute;
use skep_analysis::openings::{
    GameGroup, ListedPart, OpeningNames, Pass, TreeLimit, Trees, Walker,
};
use skep_analysis::players::{self, Pairs, PlayerSummary, Runs, Streak, players as players_of};
use skep_analysis::stats::{GameStats, Stats, StatsOptions};
use skep_analysis::{Facts, Interval, Score};
use skep_rules::game::Side;

use crate::count::count;
use crate::finding::PyFinding;
use crate::stream::{GameSource, warn};
use crate::tables::failed;

/// A table, and the files that could not be read.
type Counted = PyResult<(RecordBatch, Vec<PyFinding>)>;

/// Columns under construction, with the items that the rows are about.
struct CountedColumns<'a, T> {
    items: &'a [T],
    columns: Vec<(String, ArrayRef, bool)>,
}

impl<'a, T> CountedColumns<'a, T> {
    const fn of(items: &'a [T]) -> CountedColumns<'a, T> {
        CountedColumns {
            items,
            columns: Vec::new(),
        }
    }

    fn add(&mut self, name: &str, column: ArrayRef) {
        self.columns.push((name.to_owned(), column, true));
    }

    fn text(&mut self, name: &str, value: impl Fn(&'a T) -> Option<&'a str>) {
        let column: StringArray = self.items.iter().map(value).collect();
        self.add(name, Arc::new(column));
    }

    fn number(&mut self, name: &'static str, value: impl Fn(&'a T) -> Option<u64>) {
        let column: UInt64Array = self.items.iter().map(value).collect();
        self.add(name, Arc::new(column));
    }

    fn real(&mut self, name: &'static str, value: impl Fn(&'a T) -> Option<f64>) {
        let column: Float64Array = self.items.iter().map(value).collect();
        self.add(name, Arc::new(column));
    }

    fn finish(self) -> PyResult<RecordBatch> {
        RecordBatch::try_from_iter_with_nullable(self.columns).map_err(|error| failed(&error))
    }
}

/// Adds a game to the trees, if they accept it.
fn add_opening(
    walker: &mut Walker<'_>,
    trees: &mut Trees,
    facts: &Facts<'_>,
    _: &skep_records::Source,
) {
    if Walker::accepts(facts) {
        walker.walk(facts, trees.0.entry(GameGroup::default()).or_default());
    }
}

/// The table of openings. If there are too many positions, a second pass leaves out those that few games reach. A
/// warning says so, unless the caller already left them out.
pub fn openings(py: Python<'_>, source: &GameSource, shown: ListedPart) -> Counted {
    let walker = || Walker::new(&[], shown.depth);
    let limit = TreeLimit::new(TreeLimit::POSITIONS);
    let pass = Pass::First(&limit);
    let (mut trees, mut faults) = count(py, source, || walker().on(pass), add_opening)?;
    let mut least = shown.min_games;
    if let Some(sketch) = limit.fold(&mut trees) {
        least = sketch.least_games(least, TreeLimit::POSITIONS);
        let pass = Pass::Second(sketch, least);
        (trees, faults) = count(py, source, || walker().on(pass), add_opening)?;
    }
    Ok((openings_rows(py, &trees, shown, least)?, faults))
}

/// The trees of openings with all positions up to a depth.
pub fn count_openings(
    py: Python<'_>,
    source: &GameSource,
    depth: u32,
) -> PyResult<(Trees, Vec<PyFinding>)> {
    count(py, source, || Walker::new(&[], depth), add_opening)
}

/// The rows of openings. The trees hold all positions that `held` games reached.
pub fn openings_rows(
    py: Python<'_>,
    trees: &Trees,
    mut shown: ListedPart,
    held: u64,
) -> PyResult<RecordBatch> {
    let least = trees.least_games(held.max(shown.min_games), TreeLimit::ROWS);
    if least > shown.min_games {
        let games = skep_rules::counted(least, "game", "games");
        warn(
            py,
            format!(
                "positions reached by fewer than {games} are left out, because there are too many"
            ),
        )?;
        shown.min_games = least;
    }
    Ok(skep_tables::openings(
        trees,
        &[],
        shown,
        &OpeningNames::known(),
    ))
}

/// The results of games in groups, as `skep stats` shows them.
pub fn stats(py: Python<'_>, source: &GameSource, by: &[Attribute]) -> Counted {
    let (stats, faults) = count_stats(py, source, by)?;
    Ok((stats_rows(&stats, by)?, faults))
}

/// The counts of [`stats`].
pub fn count_stats(
    py: Python<'_>,
    source: &GameSource,
    by: &[Attribute],
) -> PyResult<(Stats, Vec<PyFinding>)> {
    let names = OpeningNames::known();
    count(
        py,
        source,
        || (),
        |(), stats: &mut Stats, facts, source| {
            stats.add(facts, source, (by, &names), StatsOptions::default());
        },
    )
}

/// The rows of [`stats`].
pub fn stats_rows(stats: &Stats, by: &[Attribute]) -> PyResult<RecordBatch> {
    let groups: Vec<(&Vec<Option<String>>, &GameStats)> = stats.groups.iter().collect();
    let mut table = CountedColumns::of(&groups);
    for (index, by) in by.iter().enumerate() {
        table.text(&by.to_string(), |(group, _)| group[index].as_deref());
    }
    let score = |games: &GameStats| games.score;
    table.number("games", |(_, games)| Some(score(games).games()));
    table.number("white_wins", |(_, games)| Some(score(games).white));
    table.number("draws", |(_, games)| Some(score(games).draws));
    table.number("black_wins", |(_, games)| Some(score(games).black));
    table.number("open", |(_, games)| Some(score(games).open));
    table.real("white_share", |(_, games)| {
        score(games).part(score(games).white)
    });
    table.real("draw_share", |(_, games)| {
        score(games).part(score(games).draws)
    });
    table.real("black_share", |(_, games)| {
        score(games).part(score(games).black)
    });
    table.real("white_score", |(_, games)| score(games).share(Side::White));
    let interval = |games: &GameStats| score(games).interval(Side::White);
    table.real("low", |(_, games)| {
        interval(games).map(|interval| interval.low)
    });
    table.real("high", |(_, games)| {
        interval(games).map(|interval| interval.high)
    });
    table.real("mean_plies", |(_, games)| games.lengths.mean());
    let quantiles = [
        ("min_plies", 0),
        ("p10_plies", 10),
        ("p25_plies", 25),
        ("median_plies", 50),
        ("p75_plies", 75),
        ("p90_plies", 90),
        ("max_plies", 100),
    ];
    for (name, percent) in quantiles {
        table.number(name, |(_, games)| {
            games.lengths.quantile(percent).map(u64::from)
        });
    }
    table.finish()
}

/// The players, as `skep players` shows them: those with most games first.
pub fn players(py: Python<'_>, source: &GameSource, min_games: u64) -> Counted {
    let (pairs, faults) = count_players(py, source)?;
    Ok((players_rows(&pairs, min_games)?, faults))
}

/// The counts of [`players`](fn@players).
pub fn count_players(py: Python<'_>, source: &GameSource) -> PyResult<(Pairs, Vec<PyFinding>)> {
    count(
        py,
        source,
        || (),
        |(), pairs: &mut Pairs, facts, source| {
            let (extra, names) = (
                players::PlayersOptions::default(),
                &players::Aliases::default(),
            );
            pairs.add(facts, source, extra, names);
        },
    )
}

/// The rows of [`players`](fn@players).
pub fn players_rows(pairs: &Pairs, min_games: u64) -> PyResult<RecordBatch> {
    let mut all = players_of(pairs);
    all.retain(|player| player.games() >= min_games);
    all.sort_by_key(|player| std::cmp::Reverse(player.games()));
    let mut table = CountedColumns::of(&all);
    table.text("player", |player| Some(&player.name));
    table.number("games", |player| Some(player.games()));
    table.number("won", |player| Some(player.results().0));
    table.number("drawn", |player| Some(player.results().1));
    table.number("lost", |player| Some(player.results().2));
    let score = |player: &PlayerSummary| {
        let (white, draws, black) = player.results();
        Score {
            white,
            draws,
            black,
            open: 0,
        }
    };
    table.real("score", |player| score(player).share(Side::White));
    let interval = |player: &PlayerSummary| score(player).interval(Side::White);
    table.real("score_low", |player| {
        interval(player).map(|limits| limits.low)
    });
    table.real("score_high", |player| {
        interval(player).map(|limits| limits.high)
    });
    table.number("games_white", |player| Some(player.by_colour.white.games()));
    table.number("games_black", |player| Some(player.by_colour.black.games()));
    table.real("score_white", |player| {
        player.by_colour.white.share(Side::White)
    });
    table.real("score_black", |player| {
        player.by_colour.black.share(Side::Black)
    });
    table.number("opponents", |player| Some(player.opponents));
    table.text("most_met", |player| {
        player.most_met.as_ref().map(|(name, _)| name.as_str())
    });
    table.number("most_met_games", |player| {
        player.most_met.as_ref().map(|&(_, games)| games)
    });
    let run = |player: &PlayerSummary, of: fn(&Runs) -> &Streak| {
        player.runs.as_ref().map(|runs| of(runs).longest())
    };
    table.number("longest_won", |player| run(player, |runs| &runs.won));
    table.number("longest_unbeaten", |player| {
        run(player, |runs| &runs.unbeaten)
    });
    table.number("longest_lost", |player| run(player, |runs| &runs.lost));
    table.real("rating", |player| player.rating);
    let limit =
        |player: &PlayerSummary, of: fn(&Interval) -> f64| player.rating_interval.as_ref().map(of);
    table.real("rating_low", |player| {
        limit(player, |interval| interval.low)
    });
    table.real("rating_high", |player| {
        limit(player, |interval| interval.high)
    });
    table.real("performance", |player| player.performance);
    table.finish()
}
