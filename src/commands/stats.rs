//! `skep stats`: results, lengths, endings and the use of each bug.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use crate::cli::args::{DEFAULT_TURNS, FieldParser, turns};
use crate::cli::count_args::{CountArgs, fingerprint, number};
use crate::cli::exit::COUNTED;
use crate::cli::info::{CommandGroup, CommandInfo, PrintedTable};
use crate::output::{self, Exit};
use crate::scan::count;
use crate::scan::known::warn_of_groups;
use crate::scan::partial_count::{CountHead, CountKind};
use crate::tables::{self, ShowStats, StatsTable};
use crate::text;
use skep_analysis::Facts;
use skep_analysis::filter::{Attribute, Field};
use skep_analysis::stats::{Stats, StatsOptions};
use skep_collection::Input;
use skep_records::Source;

/// Show statistics of results, lengths, endings and bugs
///
/// The result is the result on the board, or the stated result if the board is undecided. Games without a result are
/// counted, but percentages leave them out. "score" is White's score in percent, with its 95 % confidence interval; a
/// draw counts as half a win. Lengths are in plies. A forced pass is a ply. p10 is a percentile: 10 % of the games are
/// no longer than p10.
///
/// The bug table counts games whose variant has the bug. It shows how often and when the bug enters, how often it
/// moves, and the owner's score with and without it. --table clocks needs records with clocks. It shows the time per
/// turn, and the scores with and without time trouble. --table thinks lists the 10 longest thinks. skep help scores
/// says how these are counted.
///
/// "--table motifs" counts gates, rings, elbows and pins in plain Hive (without Venom and packs); skep help shapes
/// defines them. For each player it shows in how many games a turn makes the motif, the mean first ply, the turns per
/// game, and the score with and without the motif. "--table branching" counts the legal moves of every position, which
/// is several times slower.
///
/// With --by elo/200 or --by motif, a game can have several values: it counts once in each of their groups. The score is
/// always White's.
///
/// Invalid games are skipped.
#[derive(Debug, Args)]
#[command(name = "stats", after_help = EXAMPLES)]
pub struct StatsCommand {
    /// Group the games by a field (skep help filters) or tag, or by several separated by commas
    #[arg(long, value_name = "FIELD", value_delimiter = ',', hide_possible_values = true, value_parser = FieldParser::<Attribute>::new())]
    by: Vec<Attribute>,

    #[command(flatten)]
    show: ShowStats,

    /// Read names of openings from FILE (for --by opening)
    ///
    /// See skep openings --help for the format.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    names: Option<PathBuf>,

    /// Also count forced wins in N turns, 1 to 3, that players found, missed and allowed [default N: 2]
    ///
    /// skep annotate --help defines a missed win, and skep help filters a blunder.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = DEFAULT_TURNS, value_parser = turns())]
    tactics: Option<u32>,

    #[command(flatten)]
    count_args: CountArgs,
}

const EXAMPLES: &str = "\
Examples:
  skep stats games.zip
  skep stats --by variant,month --table results games/
  skep stats --by white --aliases players.tsv games/ -o white.csv
  skep stats --table clocks,thinks --trouble 30s games/
  skep stats --table lengths games/ -o lengths.csv
  skep stats 2024/ -o 2024.part
  skep stats 2023.part 2024.part             the count of both years";

impl StatsCommand {
    pub const INFO: CommandInfo = CommandInfo {
        common: true,
        other_names: &["stat", "statistics"],
        tips: &[
            "merge-tallies merge-parts: stats 2023.part 2024.part",
            "--partial --part: -o FILE.part",
            "--merge --add: skep stats 2023.part 2024.part",
            "summary summarize summarise results tables: stats FILE",
            "--everything --all: --table TABLE",
            "--branching: --table branching",
            "--table=mobility --table=throws --table=plies --by=ply --by=turn: for each ply, use skep export --table plies -o plies.csv, with the columns legal_moves and thrown; for the legal moves of all positions, use --table branching",
            "--table=openings --table=opening: for openings, use skep openings",
            "--table=players --table=ratings: for players, use skep players",
            "--table=coverage --table=tags --table=fields: for the tags that the games have, use skep count --by tags",
        ],
        exit: COUNTED,
        tables: || StatsTable::ALL.map(printed).into(),
        ..CommandInfo::new(CommandGroup::Statistics, 30)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let show = |head: &CountHead, stats: &Stats| self.show_sum(head, stats);
        if let Some(exit) = self.count_args.merge(CountKind::Stats, None, show)? {
            return Ok(exit);
        }
        if self.by.contains(&Attribute::Field(Field::Player)) {
            output::note(
                "--by player: a game counts for both players, and its scores are White's; for the scores of players, use skep \
                 players",
            );
        } else if self.count_args.has_player() {
            output::note("the scores are White's; for those of the player, use skep players");
        }
        if !self.count_args.is_partial() {
            self.show.require_room(&self.count_args.print)?;
        }
        let names = tables::names(self.names.as_deref())?;
        let extra = StatsOptions {
            branching: self.show.branching(),
            tactics: self.tactics,
            clocks: self.show.clocks(),
            motifs: self.show.motifs(),
        };
        let (stats, seen) = count(
            &self
                .count_args
                .scan(self.names.iter().cloned().map(Input::Path))?,
            || (),
            |(), stats: &mut Stats, facts: &Facts<'_>, source: &Source| {
                stats.add(facts, source, (&self.by, &names), extra);
                Ok(())
            },
        )?;
        seen.tell();
        let groups = stats.groups.keys().map(Vec::as_slice);
        warn_of_groups(&self.by, groups, Option::is_some);
        if self.count_args.is_partial() {
            let by: Vec<String> = self.by.iter().map(Attribute::to_string).collect();
            let options = [
                ("--by", by.join(",")),
                ("branching", tables::flag(extra.branching)),
                ("--tactics", number(self.tactics)),
                (
                    "--trouble",
                    extra
                        .clocks
                        .map_or_else(String::new, |limit| limit.to_string()),
                ),
                ("motifs", tables::flag(extra.motifs)),
                ("--names", fingerprint(self.names.as_deref())?),
            ];
            self.count_args
                .part(CountKind::Stats, &options, seen, &stats)?;
        } else if let Some(exit) = seen.unwritten(&self.count_args.print) {
            return Ok(exit);
        } else {
            let print = &self.count_args.print;
            self.show.show(&stats, &self.by, extra, print)?;
        }
        Ok(seen.exit())
    }

    /// Shows the sum of partial counts.
    fn show_sum(&self, head: &CountHead, stats: &Stats) -> anyhow::Result<()> {
        if self.show.trouble.is_some() {
            let instead = "the parts have their own limit";
            bail!(text::no_effect("--trouble", "partial counts", instead));
        }
        let extra = StatsOptions {
            branching: !head.option("branching").is_empty(),
            tactics: head.option("--tactics").parse().ok(),
            clocks: head.option("--trouble").parse().ok(),
            motifs: !head.option("motifs").is_empty(),
        };
        if self.show.clocks().is_some() && extra.clocks.is_none() {
            bail!("the parts have no clocks; make them again with --table clocks");
        }
        if self.show.motifs() && !extra.motifs {
            bail!("the parts have no motifs; make them again with --table motifs");
        }
        if self.show.branching() && !extra.branching {
            bail!("the parts have no legal moves; make them again with --table branching");
        }
        let print = &self.count_args.print;
        self.show.show(stats, &head.attributes()?, extra, print)
    }
}

/// A table with all columns that it can have.
fn printed(kind: StatsTable) -> PrintedTable {
    let extra = StatsOptions {
        branching: true,
        tactics: Some(1),
        clocks: None,
        motifs: true,
    };
    let table = kind.table(&Stats::default(), &[], extra);
    (format!("stats --table {kind}"), table.keys())
}
