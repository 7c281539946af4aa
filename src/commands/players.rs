//! `skep players`: the players of a collection.

use std::sync::Arc;

use anyhow::bail;
use clap::Args;

use crate::cli::args::{DEFAULT_TURNS, turns};
use crate::cli::count_args::{CountArgs, number};
use crate::cli::exit::COUNTED;
use crate::cli::info::{CommandGroup, CommandInfo, PrintedTable};
use crate::output::{self, Exit};
use crate::scan::partial_count::{CountHead, CountKind};
use crate::scan::{Skipped, count};
use crate::tables::{self, PlayerTable, ShowPlayers};
use skep_analysis::Facts;
use skep_analysis::players::Pairs;
use skep_records::Source;
use skep_records::record::folded;
use skep_rules::game::Side;

/// Show the games, scores, opponents and ratings of players
///
/// A score is the percentage of points in games with a known result; a draw is half a point. Ratings are computed from
/// the games of the input, also with --player; they are not those of a site or federation. skep help scores explains
/// scores, ratings, performance, streaks and confidence intervals.
///
/// --table shows other results. crosstable: against each other player. form: by month, or by year with --by year;
/// games without a result or a date are left out. history: the same with the rating of the player from all games up to
/// the end of the month or year. openings: by colour and shape of the opening (skep help shapes), best
/// first. colours: by colour. upsets: games that the lower-rated player won, least expected first; the ratings are
/// those of the records. accuracy: by the chances to win that skep annotate --engine has written into the games (skep
/// help scores).
///
/// Invalid games and games without a known player are skipped. Names of nobody, such as guest and Anonymous, have no
/// row and no rating; a line of --aliases chooses others, and another line gives players a fixed rating: skep help
/// scores.
#[derive(Debug, Args)]
#[command(name = "players", after_help = EXAMPLES)]
pub struct PlayersCommand {
    #[command(flatten)]
    show: ShowPlayers,

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
  skep players --limit 20 games.zip
  skep players --sort rating --min-games 30 games/
  skep players --table crosstable --top 8 games/
  skep players --player Ann --top 1 --table openings --min-games 5 games/
  skep players --table alike games/
  skep players --table accuracy scored.pgn
  skep players --aliases players.tsv --format csv games/ > players.csv";

impl PlayersCommand {
    pub const INFO: CommandInfo = CommandInfo {
        common: true,
        other_names: &["ratings"],
        tips: &[
            "elo player ranking rating leaderboard standings crosstable score scores shortlog: players FILE",
            "--ratings --rating --elo: the column rating is always there; for the best first, use --sort rating",
            "--by=WORD: for another order of the players, use --sort BY; --by is the period of --table form and history",
            "--by=colour --by=color --by=side: for the results with each colour, use --table colours",
            "--by=opponent --by=opponents: for the opponents of a player, use skep players --player NAME FILE",
            "--table=time --table=times --table=clocks --table=thinks: times are in skep stats --table clocks FILE",
            "--alike --spelling: --table alike",
            "--crosstable --cross --pairings --cross-table: --table crosstable",
            "--vs --versus --against --opponent --h2h --head-to-head: for the games of two players, use --where \"player = Ann and player = Bob\"; for all pairs, use --table crosstable",
        ],
        exit: COUNTED,
        tables: printed,
        ..CommandInfo::new(CommandGroup::Statistics, 32)
    };

    pub fn run(mut self) -> anyhow::Result<Exit> {
        let show = |head: &CountHead, pairs: &Pairs| {
            let table = self.show.table;
            if head.option("--table") != table.needs() && !table.needs().is_empty() {
                bail!("the parts have no {table}; count with --table {table}");
            }
            self.show.show(pairs, &self.count_args.print)
        };
        if let Some(exit) = self.count_args.merge(CountKind::Players, None, show)? {
            return Ok(exit);
        }
        let extra = self.show.table.extra(self.tactics);
        let aliases = self.count_args.aliases()?;
        let player = self.count_args.take_player();
        let player = player.map(|name| folded(aliases.name(&name)));
        // A player who is asked for is somebody.
        let is_nobody = player.as_ref().is_some_and(|name| aliases.is_nobody(name));
        let names = if is_nobody {
            Arc::new(aliases.without_nobodies())
        } else {
            aliases
        };
        let is_chosen = |facts: &Facts<'_>| {
            player.as_ref().is_none_or(|player| {
                let mut names = Side::ALL.into_iter().filter_map(|side| facts.player(side));
                names.any(|name| folded(name) == *player)
            })
        };
        let (pairs, seen) = count(
            &self.count_args.scan([])?,
            || (),
            |(), pairs: &mut Pairs, facts: &Facts<'_>, source: &Source| {
                if !is_chosen(facts) {
                    pairs.add_other(facts, extra, &names);
                    Err(Skipped::OnlyRated)
                } else if pairs.add(facts, source, extra, &names) {
                    Ok(())
                } else {
                    Err(Skipped::Nameless)
                }
            },
        )?;
        seen.tell();
        let given = names.anchors().keys();
        for name in given.filter(|name| !pairs.anchors.contains_key(*name)) {
            output::note(format_args!(
                "no game of {name}, whose rating --aliases gives"
            ));
        }
        if self.count_args.is_partial() {
            self.count_args.part(
                CountKind::Players,
                &[
                    ("--player", player.clone().unwrap_or_default()),
                    ("--tactics", number(self.tactics)),
                    ("--table", self.show.table.needs().to_owned()),
                ],
                seen,
                &pairs,
            )?;
        } else if let Some(exit) = seen.unwritten(&self.count_args.print) {
            return Ok(exit);
        } else {
            self.show.show(&pairs, &self.count_args.print)?;
        }
        // A part of a collection may have no such game.
        let nothing = player.is_some() && seen.counted() == 0 && !self.count_args.is_partial();
        Ok(seen.exit().and(if nothing {
            Exit::Findings
        } else {
            Exit::Success
        }))
    }
}

/// The tables of players and their columns.
fn printed() -> Vec<PrintedTable> {
    let table = |kind| match kind {
        PlayerTable::Players => tables::players_head(true).table(),
        PlayerTable::Upsets => tables::upsets_head().table(),
        PlayerTable::Accuracy => tables::accuracy_head().table(),
        PlayerTable::Alike => tables::alike_head().table(),
        kind => tables::parts_head(kind).table(),
    };
    let mut all: Vec<PrintedTable> = PlayerTable::ALL
        .map(|kind| (format!("players --table {kind}"), table(kind).keys()))
        .into();
    all[0].0 = "players".to_owned();
    all
}
