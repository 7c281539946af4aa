//! `skep stats`: results, lengths, endings and the use of each bug.

use std::path::PathBuf;

use clap::Args;

use crate::Exit;
use crate::args::one_of;
use crate::count_args::{CountArgs, count, fingerprint};
use crate::partial_count::CountKind;
use crate::tables::{self, ShowStats};
use skep_analysis::Facts;
use skep_analysis::stats::{Dimension, Labels, Stats};

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
#[derive(Debug, Args)]
#[command(name = "stats", after_help = EXAMPLES)]
pub struct StatsCommand {
    #[command(flatten)]
    count_args: CountArgs,

    /// Group the games: one or more of these, parted by commas
    #[arg(
        long,
        value_name = "WHAT",
        value_delimiter = ',',
        value_parser = one_of(&Dimension::ALL)
    )]
    by: Vec<Dimension>,

    #[command(flatten)]
    show: ShowStats,

    /// A file with names of openings for --by opening; skep openings --help tells how it is written
    #[arg(long, value_name = "FILE")]
    names: Option<PathBuf>,

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

impl StatsCommand {
    pub fn run(self) -> anyhow::Result<Exit> {
        let labels = Labels {
            aliases: self.count_args.aliases()?,
            names: tables::names(self.names.as_deref())?,
        };
        let (stats, seen) = count(
            &self.count_args.scan()?,
            || (),
            |(), stats: &mut Stats, facts: &Facts<'_>| {
                stats.add(facts, &self.by, &labels, self.branching);
                true
            },
        )?;
        seen.tell();
        if self.count_args.is_partial() {
            let by: Vec<&str> = self.by.iter().map(|d| d.as_str()).collect();
            let options = [
                ("--by", by.join(",")),
                ("--branching", tables::flag(self.branching)),
                ("--names", fingerprint(self.names.as_deref())?),
            ];
            self.count_args
                .part(CountKind::Stats, &options, seen, &stats)?;
        } else {
            let print = &self.count_args.print;
            self.show.show(&stats, &self.by, self.branching, print)?;
        }
        Ok(seen.exit())
    }
}
