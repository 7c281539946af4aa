use std::str::FromStr;

use clap::Args;

use crate::analysis::stats::{Dimension, Games, Stats};
use crate::analysis::{Facts, Score};
use crate::cli::Exit;
use crate::cli::args::one_of;
use crate::cli::table::{Shape, Table, Value};
use crate::cli::tallying::Tallying;
use crate::game::Side;
use crate::hive::Bug;
use crate::notation::ParseChoiceError;
use crate::record::Termination;

/// Count results, lengths, endings and the use of each bug
///
/// The result of a game is the board's where it decides, the record's otherwise; games without one count everywhere
/// but in the shares. "score" is White's, a draw being a half, with the range where the true value lies with a
/// confidence of 95 % (Wilson); what White's score is above 50 % is the advantage of the first move. Lengths are in
/// plies, forced passes included; of the quantiles, p10 is the least length that a tenth of the games do not exceed.
///
/// Of each side's bugs of a kind, over the games in which the kind is in play: the games in which one enters, the mean
/// ply on which the first does, the turns on which one changes its place in each of these games (thrown by a Pillbug
/// or by itself), and the owner's score where one enters and where none does. That a bug goes along with wins does not
/// mean that it makes them: long games see more bugs.
///
/// Games that are not sound are left out.
///
/// Exit codes: 0 every game is sound, 1 some game is not, 2 a path could not be read.
#[derive(Debug, Args)]
#[command(name = "stats", after_help = EXAMPLES)]
pub struct StatsCommand {
    #[command(flatten)]
    tallying: Tallying,

    /// Group the games: one or more of these, parted by commas
    #[arg(
        long,
        value_name = "WHAT",
        value_delimiter = ',',
        value_parser = one_of::<Dimension>(Dimension::ALL.map(Dimension::as_str))
    )]
    by: Vec<Dimension>,

    /// Which tables to show: all for people and in JSON, and results as CSV and TSV, if none is named
    #[arg(
        long,
        value_name = "TABLE",
        value_delimiter = ',',
        value_parser = one_of::<Part>(Part::ALL.map(Part::as_str))
    )]
    table: Vec<Part>,

    /// Count the legal moves of every position, too: the branching factor. Takes several times as long
    #[arg(long)]
    branching: bool,
}

const EXAMPLES: &str = "\
Examples:
  skep stats games.zip
  skep stats --by variant,month --table results games/
  skep stats --by white --aliases players.tsv --format csv games/ > white.csv
  skep stats --table lengths --format csv games/ > lengths.csv";

/// The tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Results,
    Endings,
    Bugs,
    /// Every length that occurs: too long to show without being asked for.
    Lengths,
}

impl Part {
    const ALL: [Part; 4] = [Part::Results, Part::Endings, Part::Bugs, Part::Lengths];

    const fn as_str(self) -> &'static str {
        match self {
            Part::Results => "results",
            Part::Endings => "endings",
            Part::Bugs => "bugs",
            Part::Lengths => "lengths",
        }
    }
}

impl FromStr for Part {
    type Err = ParseChoiceError;

    fn from_str(s: &str) -> Result<Self, ParseChoiceError> {
        Part::ALL
            .into_iter()
            .find(|p| p.as_str() == s)
            .ok_or(ParseChoiceError)
    }
}

impl StatsCommand {
    pub fn run(self) -> anyhow::Result<Exit> {
        let aliases = self.tallying.aliases()?;
        let delimited = matches!(self.tallying.format, Shape::Csv | Shape::Tsv);
        if delimited && self.table.len() > 1 {
            anyhow::bail!("--format {}: one --table at a time", self.tallying.format);
        }
        let (tally, seen) = self.tallying.count(
            || (),
            |(), stats: &mut Stats, facts: &Facts<'_>| {
                stats.add(facts, &self.by, &aliases, self.branching);
                true
            },
        )?;
        seen.tell();
        let parts = match &self.table[..] {
            [] if delimited => vec![Part::Results],
            [] => vec![Part::Results, Part::Endings, Part::Bugs],
            named => named.to_vec(),
        };
        let tables: Vec<Table> = parts
            .into_iter()
            .map(|part| self.make(part, &tally))
            .collect();
        self.tallying.print(&tables, "")?;
        Ok(seen.exit())
    }

    fn make(&self, part: Part, stats: &Stats) -> Table {
        let mut table = Table::new(part.as_str());
        for dimension in &self.by {
            table = table.column(dimension.as_str(), dimension.as_str()).words();
        }
        let head = match part {
            Part::Results => self.results_head(table),
            Part::Endings => endings_head(table),
            Part::Bugs => bugs_head(table),
            Part::Lengths => table.column("plies", "plies").column("games", "games"),
        };
        let rows = |games: &Games| match part {
            Part::Results => vec![self.results(games)],
            Part::Endings => endings(games),
            Part::Bugs => bugs(games),
            Part::Lengths => lengths(games),
        };
        filled(head, stats, stats.groups.values().map(rows))
    }

    fn results_head(&self, table: Table) -> Table {
        let mut table = table
            .column("games", "games")
            .for_programs("white")
            .for_programs("draws")
            .for_programs("black")
            .column("open", "open")
            .column("white_share", "White %")
            .column("draw_share", "draw %")
            .column("black_share", "Black %")
            .column("white_score", "score %")
            .for_people("95 %")
            .for_programs("low")
            .for_programs("high")
            .column("mean_plies", "length")
            .for_programs("min_plies")
            .column("p10_plies", "p10")
            .for_programs("p25_plies")
            .column("median_plies", "median")
            .for_programs("p75_plies")
            .column("p90_plies", "p90")
            .column("max_plies", "max");
        if self.branching {
            table = table.column("branching", "moves/ply");
        }
        table
    }

    fn results(&self, games: &Games) -> Vec<Value> {
        let score = &games.score;
        let length = |percent| games.lengths.quantile(percent).map(u64::from).into();
        let interval = score.interval(Side::White);
        let mut row = vec![
            score.games().into(),
            score.white.into(),
            score.draws.into(),
            score.black.into(),
            score.open.into(),
            Value::share(score.part(score.white)),
            Value::share(score.part(score.draws)),
            Value::share(score.part(score.black)),
            Value::share(score.share(Side::White)),
            interval
                .map(|i| format!("{:.1}–{:.1}", i.low * 100.0, i.high * 100.0))
                .into(),
            Value::share(interval.map(|i| i.low)),
            Value::share(interval.map(|i| i.high)),
            Value::real(games.lengths.mean(), 1),
            length(0),
            length(10),
            length(25),
            length(50),
            length(75),
            length(90),
            length(100),
        ];
        if self.branching {
            row.push(Value::real(games.branching.mean(), 1));
        }
        row
    }
}

/// The rows of each group, with the name of the group.
fn filled(mut table: Table, stats: &Stats, groups: impl Iterator<Item = Vec<Vec<Value>>>) -> Table {
    for (name, rows) in stats.groups.keys().zip(groups) {
        for row in rows {
            let names = name.iter().map(|part| Value::from(part.clone()));
            table.push(names.chain(row).collect());
        }
    }
    table
}

fn endings_head(table: Table) -> Table {
    table
        .column("termination", "termination")
        .words()
        .column("games", "games")
        .column("share", "%")
        .column("white", "White")
        .column("draws", "draw")
        .column("black", "Black")
        .column("open", "open")
}

fn endings(games: &Games) -> Vec<Vec<Value>> {
    let all = games.score.games() as f64;
    let rows = Termination::ALL.into_iter().zip(&games.terminations);
    rows.filter(|(_, score)| score.games() > 0)
        .map(|(termination, score)| {
            vec![
                termination.as_str().into(),
                score.games().into(),
                Value::Share(score.games() as f64 / all),
                score.white.into(),
                score.draws.into(),
                score.black.into(),
                score.open.into(),
            ]
        })
        .collect()
}

fn bugs_head(table: Table) -> Table {
    table
        .column("bug", "bug")
        .words()
        .column("side", "side")
        .words()
        .for_programs("games")
        .column("entered", "enters in")
        .column("entered_share", "%")
        .column("mean_entry_ply", "on ply")
        .column("moves_per_game", "moves")
        .column("score_with", "score % with")
        .for_programs("with_low")
        .for_programs("with_high")
        .for_people("95 %")
        .column("score_without", "without")
        .for_programs("without_low")
        .for_programs("without_high")
}

fn bugs(games: &Games) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    for bug in Bug::ALL {
        for side in Side::ALL {
            let tally = games.bugs.get(side, bug);
            let (entered, all) = (
                tally.entry.count,
                tally.with.games() + tally.without.games(),
            );
            if all == 0 {
                continue;
            }
            let moves = (entered > 0).then(|| tally.moves as f64 / entered as f64);
            let interval = |score: &Score| score.interval(side);
            let (with, without) = (interval(&tally.with), interval(&tally.without));
            rows.push(vec![
                bug.as_str().into(),
                side.as_str().into(),
                all.into(),
                entered.into(),
                Value::Share(entered as f64 / all as f64),
                Value::real(tally.entry.mean(), 1),
                Value::real(moves, 2),
                Value::share(tally.with.share(side)),
                Value::share(with.map(|i| i.low)),
                Value::share(with.map(|i| i.high)),
                with.map(|i| format!("{:.0}–{:.0}", i.low * 100.0, i.high * 100.0))
                    .into(),
                Value::share(tally.without.share(side)),
                Value::share(without.map(|i| i.low)),
                Value::share(without.map(|i| i.high)),
            ]);
        }
    }
    rows
}

fn lengths(games: &Games) -> Vec<Vec<Value>> {
    let lengths = games.lengths.iter();
    lengths
        .map(|(plies, times)| vec![u64::from(plies).into(), times.into()])
        .collect()
}
