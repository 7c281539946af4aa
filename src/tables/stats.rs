//! The tables of statistics.

use anyhow::bail;
use clap::Args;

use crate::args::one_of;
use crate::count_args::Print;
use crate::table::{Table, Value};
use skep_analysis::Score;
use skep_analysis::stats::{Dimension, Extra, Games, Stats};
use skep_records::record::Termination;
use skep_rules::closed_list;
use skep_rules::game::Side;
use skep_rules::hive::Bug;

/// What to show of statistics.
#[derive(Debug, Args)]
pub struct ShowStats {
    /// Choose the tables to show [default: results, endings, bugs; results only in CSV and TSV]
    #[arg(
        long,
        value_name = "TABLE",
        value_delimiter = ',',
        value_parser = one_of(&TableKind::ALL)
    )]
    pub table: Vec<TableKind>,
}

impl ShowStats {
    /// Shows groups by these dimensions.
    ///
    /// # Errors
    /// The output cannot be written, or the format cannot contain several tables.
    pub fn show(
        &self,
        stats: &Stats,
        by: &[Dimension],
        extra: Extra,
        print: &Print,
    ) -> anyhow::Result<()> {
        let format = print.rows()?.format;
        let delimited = format.is_single();
        if delimited && self.table.len() > 1 {
            bail!("--format {format} writes one table; choose it with --table");
        }
        let parts = match &self.table[..] {
            [] if delimited => vec![TableKind::Results],
            [] => vec![TableKind::Results, TableKind::Endings, TableKind::Bugs],
            named => named.to_vec(),
        };
        let tables: Vec<Table> = (parts.into_iter())
            .map(|part| part.table(stats, by, extra))
            .collect();
        print.tables(&tables, "")
    }
}

closed_list! {
    /// The tables.
    pub enum TableKind: "table" {
        Results = "results",
        Endings = "endings",
        Bugs = "bugs",
        /// The number of games of each length; shown only on request.
        Lengths = "lengths",
    }
}

impl TableKind {
    /// The table of groups by these dimensions.
    pub fn table(self, stats: &Stats, by: &[Dimension], extra: Extra) -> Table {
        View { by, extra }.make(self, stats)
    }
}

/// How the groups were counted.
struct View<'a> {
    by: &'a [Dimension],
    extra: Extra,
}

impl View<'_> {
    fn make(&self, part: TableKind, stats: &Stats) -> Table {
        let mut table = Table::new(part.as_str());
        for dimension in self.by {
            table = table.column(dimension.as_str(), dimension.as_str()).names();
        }
        let head = match part {
            TableKind::Results => self.results_head(table),
            TableKind::Endings => endings_head(table),
            TableKind::Bugs => bugs_head(table),
            TableKind::Lengths => table.column("plies", "plies").column("games", "games"),
        };
        let rows = |games: &Games| match part {
            TableKind::Results => vec![self.results(games)],
            TableKind::Endings => endings(games),
            TableKind::Bugs => bugs(games),
            TableKind::Lengths => lengths(games),
        };
        filled(head, stats, stats.groups.values().map(rows))
    }

    fn results_head(&self, table: Table) -> Table {
        let mut table = table
            .column("games", "games")
            .for_programs("white_wins")
            .for_programs("draws")
            .for_programs("black_wins")
            .column("open", "open")
            .spare(2)
            .column("white_share", "White %")
            .column("draw_share", "draw %")
            .column("black_share", "Black %")
            .bars()
            .column("white_score", "W score %")
            .for_people("95 %")
            .spare(5)
            .for_programs("low")
            .for_programs("high")
            .column("mean_plies", "length")
            .spare(6)
            .for_programs("min_plies")
            .column("p10_plies", "p10")
            .spare(1)
            .for_programs("p25_plies")
            .column("median_plies", "median")
            .spare(4)
            .for_programs("p75_plies")
            .column("p90_plies", "p90")
            .spare(1)
            .column("max_plies", "max")
            .spare(3);
        if self.extra.branching {
            table = table.column("branching", "moves/ply").spare(7);
        }
        if self.extra.tactics.is_some() {
            table = table
                .for_people("W found/miss")
                .spare(8)
                .for_people("B found/miss")
                .spare(8)
                .for_programs("white_found")
                .for_programs("white_missed")
                .for_programs("white_blunders")
                .for_programs("black_found")
                .for_programs("black_missed")
                .for_programs("black_blunders");
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
            super::bar(score),
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
        if self.extra.branching {
            row.push(Value::real(games.branching.mean(), 1));
        }
        if self.extra.tactics.is_some() {
            let counts = Side::ALL.map(|side| games.tactics[side]);
            row.extend(counts.map(|count| format!("{}/{}", count.found, count.missed).into()));
            for count in counts {
                row.extend([count.found, count.missed, count.blunders].map(Value::from));
            }
        }
        row
    }
}

/// The rows of each group, with the name of the group.
fn filled(mut table: Table, stats: &Stats, groups: impl Iterator<Item = Vec<Vec<Value>>>) -> Table {
    for (name, rows) in stats.groups.keys().zip(groups) {
        let names: Vec<Value> = name.iter().map(|part| part.clone().into()).collect();
        for row in rows {
            table.push(names.iter().cloned().chain(row).collect());
        }
    }
    table
}

fn endings_head(table: Table) -> Table {
    table
        .column("termination", "termination")
        .words()
        .column("games", "games")
        .column("share", "share %")
        .column("white_wins", "White")
        .column("draws", "draw")
        .column("black_wins", "Black")
        .column("open", "open")
        .spare(1)
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
        .column("entered", "entered")
        .column("entered_share", "share %")
        .column("mean_entry_ply", "ply")
        .spare(3)
        .column("moves_per_game", "moves")
        .spare(2)
        .column("score_with", "with %")
        .for_programs("with_low")
        .for_programs("with_high")
        .for_people("95 %")
        .spare(1)
        .column("score_without", "without %")
        .for_programs("without_low")
        .for_programs("without_high")
}

fn bugs(games: &Games) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    for bug in Bug::PLAIN {
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
