//! `skep players`: the players of a collection.

use clap::Args;

use super::info::{Group, Info};
use super::merge_tallies::AnyTable;
use crate::Exit;
use crate::cli::args::{DEFAULT_TURNS, turns};
use crate::cli::count_args::{CountArgs, Skipped, count, number};
use crate::cli::exit::COUNTED;
use crate::scan::partial_count::CountKind;
use crate::tables::ShowPlayers;
use skep_analysis::Facts;
use skep_analysis::players::Pairs;
use skep_records::Source;

/// Show the games, scores, opponents and ratings of players
///
/// A score is the percentage of points in games with a known result; a draw is half a point. Streaks (won, not lost,
/// lost) are ordered by date and time; games without a date are not in a streak. Games of the same time are ordered by
/// name, so the order of the input does not matter.
///
/// Ratings are computed from these games only. They are not the ratings of a site or federation. They fit all results
/// best (Bradley-Terry model). A difference of 400 points means odds of 10 to 1. Each player gets one extra draw
/// against 1500, so players who won every game also have a rating. Colour and date do not matter. Ratings of players
/// without common opponents, direct or indirect, are hard to compare. "performance": the rating that is expected to get
/// this score against opponents of this mean rating.
///
/// --table shows other results of each player: crosstable, against each other player; form, by month, or by year with
/// --per year; openings, by colour and shape of the opening (skep help shapes), the best first; colours, by colour.
/// Scores have 95 % confidence intervals (Wilson). "LOS" is the likelihood of superiority, as in tests of engines: the
/// probability that the player is better than the opponent, Φ((won − lost) / √(won + lost)) with the normal distribution
/// Φ. Draws do not matter. Form leaves out games without a result or a date.
///
/// --table upsets lists the games that the player with the lower rating won, the least expected first. The ratings are
/// those of the records (WhiteElo, BlackElo), not those computed here. The expected score of the winner is
/// 1 / (1 + 10^(difference / 400)).
///
/// Invalid games and games without a known player are skipped.
#[derive(Debug, Args)]
#[command(name = "players", after_help = EXAMPLES)]
pub struct PlayersCommand {
    #[command(flatten)]
    count_args: CountArgs,

    #[command(flatten)]
    show: ShowPlayers,

    /// Also count forced wins in at most N turns, 1 to 3, that each player found, missed and allowed [default N: 2]
    ///
    /// Each turn counts. skep annotate --help defines a missed win; a blunder is a turn that allows a win although
    /// another turn does not.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = DEFAULT_TURNS, conflicts_with = "merge", value_parser = turns())]
    tactics: Option<u32>,
}

const EXAMPLES: &str = "\
Examples:
  skep players --limit 20 games.zip
  skep players --sort rating --min-games 30 games/
  skep players --table crosstable --top 8 games/
  skep players --player Ann --top 1 --table openings --min-games 5 games/
  skep players --alike games/
  skep players --aliases players.tsv --format csv games/ > players.csv";

impl PlayersCommand {
    pub const INFO: Info = Info {
        common: true,
        other_names: &["ratings"],
        tips: &[
            "elo player ranking rating leaderboard standings crosstable score scores: players FILE",
        ],
        exit: COUNTED,
        ..Info::new(Group::Statistics, 32)
    };

    pub fn run(mut self) -> anyhow::Result<Exit> {
        if let Some(mut merge) = self.count_args.merge(CountKind::Players)? {
            merge.table = vec![AnyTable::Players(self.show.table)];
            merge.top = self.show.top;
            merge.per = Some(self.show.per);
            merge.min_games = Some(self.show.min_games);
            merge.sort = Some(self.show.sort);
            merge.alike = self.show.alike;
            return merge.run();
        }
        let aliases = self.count_args.aliases()?;
        let extra = self.show.table.extra(self.tactics);
        let (pairs, seen) = count(
            &self.count_args.scan([])?,
            || (),
            |(), pairs: &mut Pairs, facts: &Facts<'_>, source: &Source| {
                if pairs.add(facts, &aliases, source, extra) {
                    Ok(())
                } else {
                    Err(Skipped::Nameless)
                }
            },
        )?;
        seen.tell();
        if self.count_args.is_partial() {
            self.count_args.part(
                CountKind::Players,
                &[
                    ("--tactics", number(self.tactics)),
                    ("--table", self.show.table.needs().to_owned()),
                ],
                seen,
                &pairs,
            )?;
        } else if let Some(exit) = self.count_args.print.unwritten(&seen) {
            return Ok(exit);
        } else {
            self.show.show(&pairs, &self.count_args.print)?;
        }
        Ok(seen.exit())
    }
}
