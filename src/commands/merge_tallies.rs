//! `skep merge-tallies`: partial counts added up.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, bail};
use clap::Args;

use super::info::{Group, Info};
use crate::cli::args::one_of;
use crate::cli::count_args::Print;
use crate::cli::exit::CHECKED;
use crate::scan::partial_count::{self, CountHead, CountKind, PartialCount};
use crate::tables::{Order, PlayerTable, ShowOpenings, ShowPlayers, ShowStats, TableKind};
use crate::{Exit, output};
use skep_analysis::openings::{Start, Trees};
use skep_analysis::players::{Pairs, Period};
use skep_analysis::select::{Attribute, UnknownField};
use skep_analysis::stats::{Stats, StatsOptions};
use skep_collection::Input;

/// Add up partial counts: skep stats, openings or players --merge
///
/// skep stats --merge, skep openings --merge and skep players --merge do the same. The parts are files that skep stats, skep openings or skep players wrote with --partial, on one or several machines.
/// The output is the same, byte for byte, as counting all games in one run. The order of the parts does not matter. The
/// output options are those of the command that wrote the parts.
#[derive(Debug, Default, Args)]
#[command(after_help = EXAMPLES, hide = true)]
pub struct MergeTallies {
    /// The parts, all from one command with the same options; - is standard input
    #[arg(value_name = "PART", required = true)]
    pub parts: Vec<PathBuf>,

    /// The only kind of count to add up.
    #[arg(skip)]
    pub only: Option<CountKind>,

    #[command(flatten)]
    pub print: Print,

    /// Write the sum as a partial count
    #[arg(long, conflicts_with = "format", hide_short_help = true)]
    pub partial: bool,

    /// Choose the tables (stats), or the table (players)
    #[arg(
        long,
        value_name = "TABLE",
        value_delimiter = ',',
        value_parser = one_of(&AnyTable::ALL)
    )]
    pub table: Vec<AnyTable>,

    /// Leave out positions or players with fewer games [default: 2 (openings), 1 (players)]
    #[arg(long, value_name = "N")]
    pub min_games: Option<u64>,

    /// Show at most N moves per position (openings); take only the first N players (players)
    #[arg(long, value_name = "N")]
    pub top: Option<NonZeroUsize>,

    /// Read names of openings from FILE (openings)
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub names: Option<PathBuf>,

    /// Choose the order of the players (players)
    #[arg(long, value_name = "BY", value_parser = one_of(&Order::ALL))]
    pub sort: Option<Order>,

    /// Show the form by month or by year (players)
    #[arg(long, value_name = "PERIOD", hide_short_help = true, value_parser = one_of(&Period::ALL))]
    pub per: Option<Period>,

    /// Show similar names that may be one player (players)
    #[arg(long, conflicts_with = "table")]
    pub alike: bool,
}

/// A table of `skep stats` or of `skep players`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyTable {
    Stats(TableKind),
    Players(PlayerTable),
}

impl AnyTable {
    const ALL: [AnyTable; TableKind::ALL.len() + PlayerTable::ALL.len()] = {
        let mut all = [AnyTable::Players(PlayerTable::Players);
            TableKind::ALL.len() + PlayerTable::ALL.len()];
        let mut i = 0;
        while i < TableKind::ALL.len() {
            all[i] = AnyTable::Stats(TableKind::ALL[i]);
            i += 1;
        }
        while i < all.len() {
            all[i] = AnyTable::Players(PlayerTable::ALL[i - TableKind::ALL.len()]);
            i += 1;
        }
        all
    };
}

impl fmt::Display for AnyTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyTable::Stats(kind) => kind.fmt(f),
            AnyTable::Players(kind) => kind.fmt(f),
        }
    }
}

impl FromStr for AnyTable {
    type Err = <PlayerTable as FromStr>::Err;

    fn from_str(text: &str) -> Result<AnyTable, Self::Err> {
        match text.parse() {
            Ok(kind) => Ok(AnyTable::Stats(kind)),
            Err(_) => text.parse().map(AnyTable::Players),
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  skep openings --partial -o a.part 2023.zip
  skep openings --partial -o b.part 2024.zip
  skep merge-tallies a.part b.part --min-games 20 --format csv > openings.csv";

impl MergeTallies {
    pub const INFO: Info = Info {
        exit: [
            CHECKED[0],
            CHECKED[1],
            "a path could not be read, in this run or in a partial count",
        ],
        ..Info::new(Group::Statistics, 37)
    };

    pub fn run(&self) -> anyhow::Result<Exit> {
        let [first, others @ ..] = &self.parts[..] else {
            bail!("no parts given");
        };
        if let Some([first, again]) = output::repeated(&self.parts) {
            bail!(
                "{} and {} are the same part; each part counts once",
                first.display(),
                again.display()
            );
        }
        let parts = self
            .parts
            .iter()
            .map(|part| part.clone().into_os_string().into());
        let names = self.names.iter().cloned().map(Input::Path);
        self.print
            .check(self.partial, parts.chain(names).collect())?;
        let part = PartialCount::open(first).with_context(|| first.display().to_string())?;
        let kind = part.head.kind;
        if self.only.is_some_and(|only| only != kind) {
            bail!(
                "{} is a partial count of {kind}; use {kind} --merge",
                first.display()
            );
        }
        match kind {
            CountKind::Stats => {
                self.refuse_all_but(CountKind::Stats, &["--table"])?;
                self.merge(part, others, |head, stats: &Stats| self.stats(head, stats))
            }
            CountKind::Openings => {
                self.refuse_all_but(CountKind::Openings, &["--min-games", "--top", "--names"])?;
                self.merge(part, others, |head, trees: &Trees| {
                    self.openings(head, trees)
                })
            }
            CountKind::Players => {
                self.refuse_all_but(
                    CountKind::Players,
                    &[
                        "--table",
                        "--min-games",
                        "--top",
                        "--sort",
                        "--per",
                        "--alike",
                    ],
                )?;
                self.merge(part, others, |head, pairs: &Pairs| {
                    self.players(head, pairs)
                })
            }
        }
    }

    fn merge<T>(
        &self,
        first: PartialCount,
        others: &[PathBuf],
        show: impl Fn(&CountHead, &T) -> anyhow::Result<()>,
    ) -> anyhow::Result<Exit>
    where
        T: partial_count::Counted,
    {
        let (head, sum) = partial_count::merge::<T>(first, others).map_err(|(path, error)| {
            anyhow::Error::new(error).context(path.display().to_string())
        })?;
        head.seen.tell();
        if self.partial {
            self.print.part(&head, &sum)?;
        } else if let Some(exit) = self.print.unwritten(&head.seen) {
            return Ok(exit);
        } else {
            show(&head, &sum)?;
        }
        Ok(head.seen.exit())
    }

    /// Refuses options that do not apply to a kind of count.
    fn refuse_all_but(&self, kind: CountKind, allowed: &[&str]) -> anyhow::Result<()> {
        let given = [
            ("--table", !self.table.is_empty()),
            ("--min-games", self.min_games.is_some()),
            ("--top", self.top.is_some()),
            ("--names", self.names.is_some()),
            ("--sort", self.sort.is_some()),
            ("--per", self.per.is_some()),
            ("--alike", self.alike),
        ];
        let vain = given
            .iter()
            .find(|(name, given)| *given && !allowed.contains(name));
        if let Some((name, _)) = vain {
            bail!("{name} does not apply to {kind}");
        }
        Ok(())
    }

    fn stats(&self, head: &CountHead, stats: &Stats) -> anyhow::Result<()> {
        let by = attributes(head)?;
        let mut table = Vec::new();
        for &chosen in &self.table {
            match chosen {
                AnyTable::Stats(kind) => table.push(kind),
                AnyTable::Players(kind) => bail!("--table {kind} does not apply to {}", head.kind),
            }
        }
        let trouble = head.option("--trouble").parse().ok();
        let show = ShowStats {
            table,
            trouble: None,
        };
        if show.clocks().is_some() && trouble.is_none() {
            bail!("the parts have no clocks; make them again with --table clocks");
        }
        let extra = StatsOptions {
            branching: !head.option("--branching").is_empty(),
            tactics: head.option("--tactics").parse().ok(),
            clocks: trouble,
            motifs: !head.option("--table").is_empty(),
        };
        if show.motifs() && !extra.motifs {
            bail!("the parts have no motifs; make them again with --table motifs");
        }
        show.show(stats, &by, extra, &self.print)
    }

    fn openings(&self, head: &CountHead, trees: &Trees) -> anyhow::Result<()> {
        let starts = head.option("--from-game").lines();
        let starts =
            starts.map(|text| Start::parse(text).with_context(|| format!("cannot read {text}")));
        let starts: Vec<Start> = starts.collect::<Result<_, _>>()?;
        let show = ShowOpenings {
            min_games: self.min_games.unwrap_or(2),
            top: self.top,
            names: self.names.clone(),
        };
        let depth = head.option("--depth").parse()?;
        let by = attributes(head)?;
        show.require_groups(&by, &self.print)?;
        show.show(trees, &by, &starts, depth, &self.print)
    }

    fn players(&self, head: &CountHead, pairs: &Pairs) -> anyhow::Result<()> {
        let table = match self.table[..] {
            [] => PlayerTable::Players,
            [AnyTable::Players(kind)] => kind,
            [AnyTable::Stats(kind), ..] => bail!("--table {kind} does not apply to {}", head.kind),
            [..] => bail!("choose one table with --table"),
        };
        if head.option("--table") != table.needs() && !table.needs().is_empty() {
            bail!("the parts have no {table}; count with --table {table}");
        }
        let show = ShowPlayers {
            table,
            top: self.top,
            per: self.per.unwrap_or(Period::Month),
            min_games: self.min_games.unwrap_or(1),
            sort: self.sort.unwrap_or(Order::Games),
            alike: self.alike,
        };
        show.show(pairs, &self.print)
    }
}

/// The fields and tags that the games of a partial count are grouped by.
fn attributes(head: &CountHead) -> Result<Vec<Attribute>, UnknownField> {
    head.by().map(str::parse).collect()
}
