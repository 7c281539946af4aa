//! `skep merge-tallies`: partial counts added up.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;

use super::openings;
use crate::Exit;
use crate::args::one_of;
use crate::count_args::Print;
use crate::partial_count::{self, CountHead, CountKind, PartialCount};
use crate::tables::{Order, ShowOpenings, ShowPlayers, ShowStats, TableKind};
use skep_analysis::openings::Trees;
use skep_analysis::players::Pairs;
use skep_analysis::stats::{Dimension, Stats};

/// Add up the counts of parts of a collection
///
/// The parts are what skep stats, skep openings and skep players write with --partial, each from a part of the games,
/// on one machine or many. What is shown is what the command shows that counts all games in one run, byte for byte,
/// whatever the order of the parts and wherever the games were parted. The options that choose what to show are those
/// of that command.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct MergeTallies {
    /// The parts, all of one command with the same options; - is standard input
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,

    #[command(flatten)]
    print: Print,

    /// Write the sum as a part again
    #[arg(long, conflicts_with = "format")]
    partial: bool,

    /// Which tables to show of stats
    #[arg(
        long,
        value_name = "TABLE",
        value_delimiter = ',',
        value_parser = one_of(&TableKind::ALL)
    )]
    table: Vec<TableKind>,

    /// Leave out what has fewer games: positions of openings (2 if not given), players (1)
    #[arg(long, value_name = "N")]
    min_games: Option<u64>,

    /// Show at most N moves of one position of openings, or the first N players
    #[arg(long, value_name = "N")]
    top: Option<NonZeroUsize>,

    /// A file with names of openings
    #[arg(long, value_name = "FILE")]
    names: Option<PathBuf>,

    /// Which players come first
    #[arg(long, value_name = "BY", value_parser = one_of(&Order::ALL))]
    sort: Option<Order>,

    /// Show names that are likely to be one player's instead of the players
    #[arg(long)]
    alike: bool,
}

const EXAMPLES: &str = "\
Examples:
  skep openings --partial -o a.part 2023.zip
  skep openings --partial -o b.part 2024.zip
  skep merge-tallies a.part b.part --min-games 20 --format csv > openings.csv";

impl MergeTallies {
    pub fn run(self) -> anyhow::Result<Exit> {
        let [first, others @ ..] = &self.parts[..] else {
            bail!("no part is named");
        };
        let part = PartialCount::open(first).with_context(|| first.display().to_string())?;
        let head = match part.head.kind {
            CountKind::Stats => {
                self.refuse_all_but(CountKind::Stats, &["--table"])?;
                self.merge(part, others, |head, stats: &Stats| self.stats(head, stats))?
            }
            CountKind::Openings => {
                self.refuse_all_but(CountKind::Openings, &["--min-games", "--top", "--names"])?;
                self.merge(part, others, |head, trees: &Trees| {
                    self.openings(head, trees)
                })?
            }
            CountKind::Players => {
                self.refuse_all_but(
                    CountKind::Players,
                    &["--min-games", "--top", "--sort", "--alike"],
                )?;
                self.merge(part, others, |_, pairs: &Pairs| self.players(pairs))?
            }
        };
        Ok(head.seen.exit())
    }

    fn merge<T>(
        &self,
        first: PartialCount,
        others: &[PathBuf],
        show: impl Fn(&CountHead, &T) -> anyhow::Result<()>,
    ) -> anyhow::Result<CountHead>
    where
        T: skep_analysis::Tally + serde::Serialize + serde::de::DeserializeOwned,
    {
        let (head, sum) = partial_count::merge::<T>(first, others).map_err(|(path, error)| {
            anyhow::Error::new(error).context(path.display().to_string())
        })?;
        head.seen.tell();
        if self.partial {
            self.print.part(&head, &sum)?;
        } else {
            show(&head, &sum)?;
        }
        Ok(head)
    }

    /// Refuses options that mean nothing for a kind of count.
    fn refuse_all_but(&self, kind: CountKind, allowed: &[&str]) -> anyhow::Result<()> {
        let given = [
            ("--table", !self.table.is_empty()),
            ("--min-games", self.min_games.is_some()),
            ("--top", self.top.is_some()),
            ("--names", self.names.is_some()),
            ("--sort", self.sort.is_some()),
            ("--alike", self.alike),
        ];
        let vain = given
            .iter()
            .find(|(name, given)| *given && !allowed.contains(name));
        if let Some((name, _)) = vain {
            bail!("{name} chooses nothing here: these are parts of {kind}");
        }
        Ok(())
    }

    fn stats(&self, head: &CountHead, stats: &Stats) -> anyhow::Result<()> {
        let words = head.option("--by").split(',').filter(|w| !w.is_empty());
        let by = words
            .map(str::parse)
            .collect::<Result<Vec<Dimension>, _>>()?;
        let show = ShowStats {
            table: self.table.clone(),
        };
        let branching = !head.option("--branching").is_empty();
        show.show(stats, &by, branching, &self.print)
    }

    fn openings(&self, head: &CountHead, trees: &Trees) -> anyhow::Result<()> {
        let start = match head.option("--from-game") {
            "" => None,
            game => Some(openings::start(game)?),
        };
        let show = ShowOpenings {
            min_games: self.min_games.unwrap_or(2),
            top: self.top,
            names: self.names.clone(),
        };
        let depth = head.option("--depth").parse()?;
        show.show(trees, start.as_ref(), depth, &self.print)
    }

    fn players(&self, pairs: &Pairs) -> anyhow::Result<()> {
        let show = ShowPlayers {
            min_games: self.min_games.unwrap_or(1),
            sort: self.sort.unwrap_or(Order::Games),
            top: self.top.map(NonZeroUsize::get),
            alike: self.alike,
        };
        show.show(pairs, &self.print)
    }
}
