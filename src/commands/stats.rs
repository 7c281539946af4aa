//! `skep stats`: results, lengths, endings and the use of each bug.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use super::info::{Group, Info};
use super::merge_tallies::AnyTable;
use crate::Exit;
use crate::cli::args::{DEFAULT_TURNS, FieldParser, turns};
use crate::cli::count_args::{CountArgs, count, fingerprint, number};
use crate::cli::exit::COUNTED;
use crate::scan::partial_count::CountKind;
use crate::tables::{self, ShowStats};
use skep_analysis::Facts;
use skep_analysis::select::{Attribute, Field};
use skep_analysis::stats::{Extra, Labels, Stats};
use skep_collection::Input;
use skep_records::Source;

/// Show statistics of results, lengths, endings and bugs
///
/// The result is the result on the board, or the stated result if the board is undecided. Games without a result are
/// counted, but percentages leave them out. "score" is White's score in percent, with its 95 % confidence interval
/// (Wilson); a draw counts as half a win. The excess over 50 % is the advantage of the first move. Lengths are in
/// plies. A forced pass is a ply. p10 is a percentile: 10 % of the games are no longer than p10.
///
/// Each row of the bug table counts only games whose variant has the bug. For each player it shows the games in which
/// the bug is placed, the mean ply of its first placement, the mean number of turns on which it changes its cell (also
/// when thrown by a Pillbug), and the owner's score in games with and without an entry. A high score does not mean that
/// the bug wins games: longer games use more bugs.
///
/// "--table clocks" shows the time per turn, for records with clocks: median, 90th percentile and longest think. It also
/// shows the number of games with time trouble, and the player's scores with and without it. A player is in time
/// trouble if a turn ends with less than 10 % of the initial time left, not counting the time that the turn adds. --trouble
/// sets another limit. The time left is the time of the time control, and what the earlier turns added, less the time used. It
/// needs a time control such as 600+10 or "PlusTime 1200000 20000". A low score in time trouble does not mean that the
/// clock loses games: long and bad games use more time. "--table thinks" lists the 10 longest thinks.
///
/// Invalid games are skipped.
#[derive(Debug, Args)]
#[command(name = "stats", after_help = EXAMPLES)]
pub struct StatsCommand {
    #[command(flatten)]
    count_args: CountArgs,

    /// Group the games by a field (skep help filters) or tag, or by several separated by commas
    #[arg(long, value_name = "FIELD", conflicts_with = "merge", value_delimiter = ',', hide_possible_values = true, value_parser = FieldParser::<Attribute>::new())]
    by: Vec<Attribute>,

    #[command(flatten)]
    show: ShowStats,

    /// Read names of openings from FILE (for --by opening)
    ///
    /// See skep openings --help for the format.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "merge",
        hide_short_help = true
    )]
    names: Option<PathBuf>,

    /// Also count the legal moves of every position (several times slower)
    #[arg(long, conflicts_with = "merge", hide_short_help = true)]
    branching: bool,

    /// Also count forced wins in at most N turns, 1 to 3, that each player found, missed and allowed [default N: 2]
    ///
    /// Each turn counts. skep annotate --help defines a missed win; a blunder is a turn that allows a win although
    /// another turn does not.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = DEFAULT_TURNS, conflicts_with = "merge", value_parser = turns())]
    tactics: Option<u32>,
}

const EXAMPLES: &str = "\
Examples:
  skep stats games.zip
  skep stats --by variant,month --table results games/
  skep stats --by white --aliases players.tsv --format csv games/ > white.csv
  skep stats --table clocks,thinks --trouble 30s games/
  skep stats --table lengths games/ -o lengths.csv
  skep stats --partial -o 2024.part 2024/    for skep stats --merge
  skep stats --merge 2023.part 2024.part";

impl StatsCommand {
    pub const INFO: Info = Info {
        common: true,
        other_names: &["stat", "statistics"],
        tips: &["summary summarize summarise results tables: stats FILE"],
        exit: COUNTED,
        ..Info::new(Group::Statistics, 30)
    };

    pub fn run(mut self) -> anyhow::Result<Exit> {
        if let Some(mut merge) = self.count_args.merge(CountKind::Stats)? {
            if self.show.trouble.is_some() {
                bail!("--trouble does not apply to --merge; the parts have their own limit");
            }
            let tables = self.show.table.into_iter();
            merge.table = tables.map(AnyTable::Stats).collect();
            return merge.run();
        }
        if let Some(by) = self.by.iter().find(|by| !by.is_single()) {
            match by {
                Attribute::Field(Field::Code) => {
                    bail!("--by {by}: a game can have several findings; use severity")
                }
                _ => bail!(
                    "--by {by}: each player has a value; use a field of one player, such as white or black_elo, or use skep \
                     players"
                ),
            }
        }
        let labels = Labels {
            aliases: self.count_args.aliases()?,
            names: tables::names(self.names.as_deref())?,
        };
        let extra = Extra {
            branching: self.branching,
            tactics: self.tactics,
            clocks: self.show.clocks(),
        };
        let (stats, seen) = count(
            &self
                .count_args
                .scan(self.names.iter().cloned().map(Input::Path))?,
            || (),
            |(), stats: &mut Stats, facts: &Facts<'_>, source: &Source| {
                stats.add(facts, source, (&self.by, &labels), extra);
                Ok(())
            },
        )?;
        seen.tell();
        if self.count_args.is_partial() {
            let by: Vec<String> = self.by.iter().map(Attribute::to_string).collect();
            let options = [
                ("--by", by.join(",")),
                ("--branching", tables::flag(self.branching)),
                ("--tactics", number(self.tactics)),
                (
                    "--trouble",
                    extra
                        .clocks
                        .map_or_else(String::new, |limit| limit.to_string()),
                ),
                ("--names", fingerprint(self.names.as_deref())?),
            ];
            self.count_args
                .part(CountKind::Stats, &options, seen, &stats)?;
        } else if let Some(exit) = self.count_args.print.unwritten(&seen) {
            return Ok(exit);
        } else {
            let print = &self.count_args.print;
            self.show.show(&stats, &self.by, extra, print)?;
        }
        Ok(seen.exit())
    }
}
