//! The tables of statistics.

use anyhow::bail;
use clap::Args;

use crate::cli::args::one_of;
use crate::emit::Print;
use crate::emit::rows::{CellValue, ColumnKind, Head, Table, groups};
use crate::output;
use skep_analysis::Score;
use skep_analysis::filter::Attribute;
use skep_analysis::motifs::Motif;
use skep_analysis::stats::{
    ClockStats, GameStats, Stats, StatsOptions, Trouble, UseTally, order, ranked,
};
use skep_analysis::tactics::TacticsCount;
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
        value_parser = one_of(&StatsTable::ALL)
    )]
    pub table: Vec<StatsTable>,

    /// Set the limit of time trouble (clocks): a percentage of the initial time, or seconds such as 30s
    /// [default: 10%]
    #[arg(long, value_name = "LIMIT", hide_short_help = true)]
    pub trouble: Option<Trouble>,
}

impl ShowStats {
    /// When a player is in time trouble, if clocks are to be counted.
    pub fn clocks(&self) -> Option<Trouble> {
        let mut tables = self.table.iter();
        let is_shown = tables.any(|table| matches!(table, StatsTable::Clocks | StatsTable::Thinks));
        (is_shown || self.trouble.is_some()).then(|| self.trouble.unwrap_or_default())
    }

    /// Whether motifs are to be counted.
    pub fn motifs(&self) -> bool {
        self.table.contains(&StatsTable::Motifs)
    }

    /// Whether the legal moves of every position are to be counted.
    pub fn branching(&self) -> bool {
        self.table.contains(&StatsTable::Branching)
    }

    /// # Errors
    /// The format cannot contain several tables.
    pub fn require_room(&self, print: &Print) -> anyhow::Result<()> {
        let format = print.rows()?.format;
        if format.is_single() && self.table.len() > 1 {
            bail!("--format {format} writes one table; choose it with --table");
        }
        Ok(())
    }

    /// Shows groups by these fields.
    ///
    /// # Errors
    /// The output cannot be written, or the format cannot contain several tables.
    pub fn show(
        &self,
        stats: &Stats,
        by: &[Attribute],
        extra: StatsOptions,
        print: &Print,
    ) -> anyhow::Result<()> {
        self.require_room(print)?;
        let delimited = print.rows()?.format.is_single();
        let parts = match &self.table[..] {
            [] if delimited => vec![StatsTable::Results],
            [] => vec![StatsTable::Results, StatsTable::Endings, StatsTable::Bugs],
            named => named.to_vec(),
        };
        let tables: Vec<Table> = (parts.iter())
            .map(|part| part.table(stats, by, extra))
            .collect();
        let mut why: Vec<&str> = (parts.iter().zip(&tables))
            .filter(|(_, table)| table.is_empty())
            .filter_map(|(part, _)| part.needs_of_records())
            .collect();
        why.dedup();
        for why in why {
            output::note(why);
        }
        let mut groups = stats.groups.values();
        let is_full = |games: &GameStats| games.clocks.thinks.len() == ClockStats::THINKS;
        if self.table.contains(&StatsTable::Thinks) && groups.any(is_full) {
            let of = if by.is_empty() { "" } else { " of each group" };
            output::note(format_args!(
                "only the {} longest thinks{of} are shown",
                ClockStats::THINKS
            ));
        }
        print.tables(tables)
    }
}

closed_list! {
    /// The tables.
    pub enum StatsTable: "table" {
        Results = "results" | "result" | "scores",
        Endings = "endings" | "ending" | "terminations",
        Bugs = "bugs" | "bug" | "pieces" | "queen" | "queens" | "placements" | "moves",
        /// The motifs of Hive; shown only on request.
        Motifs = "motifs" | "motif",
        /// The number of games of each length; shown only on request.
        Lengths = "lengths" | "length" | "histogram",
        /// The time per turn and the cost of time trouble; shown only on request.
        Clocks = "clocks" | "clock" | "time" | "times" | "timing",
        /// The longest thinks; shown only on request.
        Thinks = "thinks",
        /// The number of legal moves; shown only on request, since it takes several times as long.
        Branching = "branching",
    }
}

impl StatsTable {
    /// Why the table can be empty: what the records must have.
    fn needs_of_records(self) -> Option<&'static str> {
        match self {
            StatsTable::Clocks | StatsTable::Thinks => Some("no game has clocks"),
            StatsTable::Motifs => Some("no game is of plain Hive, which --table motifs needs"),
            _ => None,
        }
    }

    /// The table of groups by these fields.
    pub fn table(self, stats: &Stats, by: &[Attribute], extra: StatsOptions) -> Table {
        match self {
            StatsTable::Results => filled(results(extra), stats, by, |head, games| {
                vec![head.row(|of| of(games))]
            }),
            StatsTable::Branching => filled(branching(), stats, by, |head, games| {
                vec![head.row(|of| of(games))]
            }),
            StatsTable::Endings => filled(endings(), stats, by, |head, games| {
                let all = games.score.games();
                let rows = Termination::ALL.into_iter().zip(&games.terminations);
                let rows = rows.filter(|(_, score)| score.games() > 0);
                rows.map(|(end, score)| head.row(|of| of(end, score, all)))
                    .collect()
            }),
            StatsTable::Bugs => filled(bugs(), stats, by, |head, games| {
                let rows = (Bug::PLAIN.into_iter())
                    .flat_map(|bug| Side::ALL.map(|side| (bug, side, games.bugs.get(side, bug))));
                let rows =
                    rows.filter(|(.., tally)| tally.with.games() + tally.without.games() > 0);
                rows.map(|(bug, side, tally)| head.row(|of| of(bug, side, tally)))
                    .collect()
            }),
            StatsTable::Motifs => filled(motifs(), stats, by, |head, games| {
                let rows = (Motif::ALL.into_iter()).flat_map(|motif| {
                    Side::ALL.map(|side| (motif, side, games.motifs.get(side, motif)))
                });
                let rows =
                    rows.filter(|(.., tally)| tally.with.games() + tally.without.games() > 0);
                rows.map(|(motif, side, tally)| head.row(|of| of(motif, side, tally)))
                    .collect()
            }),
            StatsTable::Lengths => filled(lengths(), stats, by, |head, games| {
                let rows = games.lengths.iter();
                rows.map(|(plies, times)| head.row(|of| of(plies, times)))
                    .collect()
            }),
            StatsTable::Clocks => {
                let head = super::clocks::clocks(self.as_str());
                filled(head, stats, by, |head, games| {
                    let sides = Side::ALL.map(|side| (side, &games.clocks.sides[side]));
                    let sides = sides.into_iter().filter(|(_, tally)| tally.games > 0);
                    sides
                        .map(|(side, tally)| head.row(|of| of(side, tally)))
                        .collect()
                })
            }
            StatsTable::Thinks => {
                let head = super::clocks::thinks(self.as_str());
                filled(head, stats, by, |head, games| {
                    let thinks = games.clocks.thinks.iter();
                    thinks.map(|think| head.row(|of| of(think))).collect()
                })
            }
        }
    }
}

/// The rows of each group, with the name of the group.
fn filled<F>(
    head: Head<F>,
    stats: &Stats,
    by: &[Attribute],
    rows: impl Fn(&Head<F>, &GameStats) -> Vec<Vec<CellValue>>,
) -> Table {
    let first = Head::new(head.table().name()).groups(by);
    let mut table = first.table().beside(head.table());
    let kinds: Vec<ColumnKind> = by.iter().map(groups::kind).collect();
    let groups = stats.groups.iter();
    let mut all: Vec<_> = groups
        .map(|(values, games)| (ranked(by, values), values, games))
        .collect();
    all.sort_by(|(a, ..), (b, ..)| order(a, b));
    for (_, values, games) in all {
        let values = groups::values(&kinds, values);
        for row in rows(&head, games) {
            table.push(values.iter().cloned().chain(row).collect());
        }
    }
    table
}

type OfGames = fn(&GameStats) -> CellValue;

fn results(extra: StatsOptions) -> Head<OfGames> {
    let mut head = Head::<OfGames>::new(StatsTable::Results.as_str())
        .column("games", "games", |g| g.score.games().into())
        .for_programs("white_wins", |g| g.score.white.into())
        .for_programs("draws", |g| g.score.draws.into())
        .for_programs("black_wins", |g| g.score.black.into())
        .column("open", "open", |g| g.score.open.into())
        .spare(2)
        .column("white_share", "White %", |g| {
            CellValue::share(g.score.part(g.score.white))
        })
        .column("draw_share", "draw %", |g| {
            CellValue::share(g.score.part(g.score.draws))
        })
        .column("black_share", "Black %", |g| {
            CellValue::share(g.score.part(g.score.black))
        })
        .bars(|g| super::bar(&g.score))
        .column("white_score", "W score %", |g| {
            CellValue::share(g.score.share(Side::White))
        })
        .for_people("95 %", |g| super::range(&g.score, Side::White, 1))
        .spare(5)
        .for_programs("low", |g| super::low(&g.score, Side::White))
        .for_programs("high", |g| super::high(&g.score, Side::White))
        .column("mean_plies", "length", |g| {
            CellValue::real(g.lengths.mean(), 1)
        })
        .spare(6)
        .for_programs("min_plies", |g| g.lengths.quantile(0).into())
        .column("p10_plies", "p10", |g| g.lengths.quantile(10).into())
        .spare(1)
        .for_programs("p25_plies", |g| g.lengths.quantile(25).into())
        .column("median_plies", "median", |g| g.lengths.quantile(50).into())
        .spare(4)
        .for_programs("p75_plies", |g| g.lengths.quantile(75).into())
        .column("p90_plies", "p90", |g| g.lengths.quantile(90).into())
        .spare(1)
        .column("max_plies", "max", |g| g.lengths.quantile(100).into())
        .spare(3);
    if extra.tactics.is_some() {
        head = head
            .for_people("W found/miss", |g| found_of(&g.tactics.white))
            .spare(8)
            .for_people("B found/miss", |g| found_of(&g.tactics.black))
            .spare(8)
            .for_programs("white_found", |g| g.tactics.white.found.into())
            .for_programs("white_missed", |g| g.tactics.white.missed.into())
            .for_programs("white_blunders", |g| g.tactics.white.blunders.into())
            .for_programs("black_found", |g| g.tactics.black.found.into())
            .for_programs("black_missed", |g| g.tactics.black.missed.into())
            .for_programs("black_blunders", |g| g.tactics.black.blunders.into());
    }
    head
}

fn branching() -> Head<OfGames> {
    Head::<OfGames>::new(StatsTable::Branching.as_str())
        .column("games", "games", |g| g.score.games().into())
        .column("positions", "positions", |g| g.branching.count.into())
        .column("branching", "moves/position", |g| {
            CellValue::real(g.branching.mean(), 1)
        })
}

/// The forced wins that were found and missed, for people.
fn found_of(count: &TacticsCount) -> CellValue {
    format!("{}/{}", count.found, count.missed).into()
}

/// How a column gets its value from an ending, its results, and the number of all games.
type OfEnding = fn(Termination, &Score, u64) -> CellValue;

fn endings() -> Head<OfEnding> {
    Head::<OfEnding>::new(StatsTable::Endings.as_str())
        .column("termination", "termination", |end, _, _| {
            (end != Termination::Unknown).then(|| end.as_str()).into()
        })
        .column("games", "games", |_, score, _| score.games().into())
        .column("share", "share %", |_, score, all| {
            CellValue::Share(score.games() as f64 / all as f64)
        })
        .column("white_wins", "White", |_, score, _| score.white.into())
        .column("draws", "draw", |_, score, _| score.draws.into())
        .column("black_wins", "Black", |_, score, _| score.black.into())
        .column("open", "open", |_, score, _| score.open.into())
        .spare(1)
}

/// How a column gets its value from a bug or a motif, a side, and how often the side uses it.
type OfUse<T> = fn(T, Side, &UseTally) -> CellValue;

/// The number of games in which the use is possible.
fn games_of(tally: &UseTally) -> u64 {
    tally.with.games() + tally.without.games()
}

fn share_of(tally: &UseTally) -> CellValue {
    CellValue::Share(tally.first.count as f64 / games_of(tally) as f64)
}

/// The columns of the results with and without a use.
fn results_of_use<T: 'static>(head: Head<OfUse<T>>) -> Head<OfUse<T>> {
    head.column("score_with", "with %", |_, side, tally| {
        CellValue::share(tally.with.share(side))
    })
    .for_programs("with_low", |_, side, tally| super::low(&tally.with, side))
    .for_programs("with_high", |_, side, tally| super::high(&tally.with, side))
    .for_people("95 %", |_, side, tally| super::range(&tally.with, side, 0))
    .spare(1)
    .column("score_without", "without %", |_, side, tally| {
        CellValue::share(tally.without.share(side))
    })
    .for_programs("without_low", |_, side, tally| {
        super::low(&tally.without, side)
    })
    .for_programs("without_high", |_, side, tally| {
        super::high(&tally.without, side)
    })
}

fn bugs() -> Head<OfUse<Bug>> {
    results_of_use(
        Head::<OfUse<Bug>>::new(StatsTable::Bugs.as_str())
            .column("bug", "bug", |bug, _, _| bug.as_str().into())
            .column("side", "side", |_, side, _| side.as_str().into())
            .for_programs("games", |_, _, tally| games_of(tally).into())
            .column("entered", "entered", |_, _, tally| tally.first.count.into())
            .column("entered_share", "share %", |_, _, tally| share_of(tally))
            .column("mean_entry_ply", "ply", |_, _, tally| {
                CellValue::real(tally.first.mean(), 1)
            })
            .spare(3)
            .column("moves_per_game", "moves", |_, _, tally| {
                let entered = tally.first.count;
                CellValue::real((entered > 0).then(|| tally.more as f64 / entered as f64), 2)
            })
            .spare(2),
    )
}

fn motifs() -> Head<OfUse<Motif>> {
    results_of_use(
        Head::<OfUse<Motif>>::new(StatsTable::Motifs.as_str())
            .column("motif", "motif", |motif, _, _| motif.as_str().into())
            .column("side", "side", |_, side, _| side.as_str().into())
            .for_programs("games", |_, _, tally| games_of(tally).into())
            .column("made", "made", |_, _, tally| tally.first.count.into())
            .column("made_share", "share %", |_, _, tally| share_of(tally))
            .column("mean_first_ply", "ply", |_, _, tally| {
                CellValue::real(tally.first.mean(), 1)
            })
            .spare(3)
            .column("turns_per_game", "turns", |_, _, tally| {
                let made = tally.first.count;
                let turns = made + tally.more;
                CellValue::real((made > 0).then(|| turns as f64 / made as f64), 2)
            })
            .spare(2),
    )
}

type OfLength = fn(u32, u64) -> CellValue;

fn lengths() -> Head<OfLength> {
    Head::<OfLength>::new(StatsTable::Lengths.as_str())
        .column("plies", "plies", |plies, _| plies.into())
        .column("games", "games", |_, games| games.into())
}
