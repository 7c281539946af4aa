//! The table of players.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use clap::Args;

use super::{PlayerTable, accuracy_table, parts_table, upsets_table};
use crate::cli::args::one_of;
use crate::emit::Print;
use crate::emit::rows::{CellValue, Head, Table};
use crate::{output, text};
use skep_analysis::Score;
use skep_analysis::players::{NameDifference, Pairs, Period, PlayerSummary, alike, players};
use skep_rules::closed_list;
use skep_rules::game::Side;

/// What to show of players.
#[derive(Debug, Args)]
pub struct ShowPlayers {
    /// Choose the table to show
    #[arg(long, value_name = "TABLE", default_value = "players", value_parser = one_of(&PlayerTable::ALL))]
    pub table: PlayerTable,

    /// Leave out rows with fewer than N games
    ///
    /// Their games still count in the ratings of the others.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub min_games: u64,

    /// Choose the order of the players
    #[arg(long, value_name = "BY", default_value = "games", value_parser = one_of(&PlayerOrder::ALL))]
    pub sort: PlayerOrder,

    /// Show at most N players with all their rows, the first in order; in upsets, N games
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub top: Option<NonZeroUsize>,

    /// Show the form by month or by year (form, history)
    #[arg(long, value_name = "PERIOD", default_value = "month", hide_short_help = true, value_parser = one_of(&Period::ALL))]
    pub by: Period,
}

impl ShowPlayers {
    /// Shows the players.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn show(&self, pairs: &Pairs, print: &Print) -> anyhow::Result<()> {
        tell_nobodies(&pairs.nobodies);
        // Sorted by name, so equal players stay in that order.
        let mut all = players(pairs);
        let top = self.top.map_or(usize::MAX, NonZeroUsize::get);
        let rows = top.min(print.most_rows());
        let table = match self.table {
            PlayerTable::Players => {
                all.retain(|p| p.games() >= self.min_games);
                table(all, self.sort, rows, !pairs.tactics.is_empty())
            }
            PlayerTable::Upsets => upsets_table(pairs, rows),
            PlayerTable::Alike => alike_table(&all),
            kind => {
                let all = sorted(all, self.sort, top);
                let names: Vec<&str> = all.iter().map(|player| player.name.as_str()).collect();
                if kind == PlayerTable::Accuracy {
                    accuracy_table(pairs, &names, self.min_games)
                } else {
                    parts_table(kind, pairs, &names, self.by, self.min_games)
                }
            }
        };
        if table.is_empty()
            && let Some(why) = self.table.needs_of_records()
        {
            output::note(why);
        }
        print.tables(vec![table])
    }
}

/// Says which names of records are left out because they are not those of players.
pub fn tell_nobodies(nobodies: &BTreeMap<String, u64>) {
    const SHOWN: usize = 3;
    if nobodies.is_empty() {
        return;
    }
    let mut most: Vec<(&str, u64)> = nobodies
        .iter()
        .map(|(name, n)| (name.as_str(), *n))
        .collect();
    most.sort_by_key(|&(_, games)| Reverse(games));
    let names = most.iter().take(SHOWN).map(|(name, games)| {
        let games = text::counted(*games, "game", "games");
        format!("{} ({games})", text::clean(name))
    });
    let more = if most.len() > SHOWN { ", ..." } else { "" };
    output::note(format_args!(
        "left out {}: {}{more}; see skep help scores",
        text::counted(
            most.len() as u64,
            "name that is not a player",
            "names that are not players"
        ),
        names.collect::<Vec<_>>().join(", "),
    ));
}

/// The table of the first players, with or without forced wins. `players` are sorted by name.
pub fn table(all: Vec<PlayerSummary>, order: PlayerOrder, top: usize, tactics: bool) -> Table {
    let head = head(tactics);
    let mut table = head.table();
    for player in &sorted(all, order, top) {
        table.push(head.row(|of| of(player)));
    }
    table
}

/// The first players in an order. `players` are sorted by name.
pub fn sorted(mut all: Vec<PlayerSummary>, order: PlayerOrder, top: usize) -> Vec<PlayerSummary> {
    match order {
        PlayerOrder::Name => {}
        PlayerOrder::Games => all.sort_by_key(|p| Reverse(p.games())),
        PlayerOrder::Rating => sort_by_number(&mut all, |player| player.rating),
        PlayerOrder::Score => sort_by_number(&mut all, score),
        PlayerOrder::Performance => sort_by_number(&mut all, |player| player.performance),
    }
    all.truncate(top);
    all
}

/// Sorts players by a number, the largest first; players without it are last.
fn sort_by_number(all: &mut [PlayerSummary], number: impl Fn(&PlayerSummary) -> Option<f64>) {
    let of = |player: &PlayerSummary| number(player).unwrap_or(f64::NEG_INFINITY);
    all.sort_by(|a, b| of(b).total_cmp(&of(a)));
}

/// The share of points in decided games; `None` if there is no such game.
fn score(player: &PlayerSummary) -> Option<f64> {
    results(player).share(Side::White)
}

/// The results of a player in decided games. Wins of the player count as wins of White.
fn results(player: &PlayerSummary) -> Score {
    let (white, draws, black) = player.results();
    Score {
        white,
        draws,
        black,
        open: 0,
    }
}

/// How a column gets its value from the number of a group, a name in it, its games, and how the names differ.
type OfAlike = fn(u64, &str, u64, NameDifference) -> CellValue;

/// The columns of groups of names.
pub fn alike_head() -> Head<OfAlike> {
    Head::<OfAlike>::new("alike")
        .column("group", "group", |group, _, _, _| group.into())
        .column("player", "player", |_, name, _, _| name.into())
        .names()
        .column("games", "games", |_, _, games, _| games.into())
        .column("differ_in", "differ in", |_, _, _, difference| {
            difference.as_str().into()
        })
}

/// Groups of names that may be one player.
fn alike_table(all: &[PlayerSummary]) -> Table {
    let head = alike_head();
    let mut table = head.table();
    let games: BTreeMap<&str, u64> = all.iter().map(|p| (p.name.as_str(), p.games())).collect();
    for (group, (difference, names)) in (1..).zip(alike(games.keys().copied())) {
        for name in names {
            table.push(head.row(|of| of(group, name, games[name], difference)));
        }
    }
    table
}

closed_list! {
    /// The orders of players; equal players are ordered by name.
    pub enum PlayerOrder: "order" {
        Games = "games",
        Rating = "rating",
        Score = "score",
        Performance = "performance" | "perf",
        Name = "name",
    }
}

/// How a column gets its value.
type Of = fn(&PlayerSummary) -> CellValue;

/// The columns of players, with or without forced wins.
pub fn head(tactics: bool) -> Head<Of> {
    let head = Head::<Of>::new("players")
        .column("player", "player", |p| p.name.as_str().into())
        .names()
        .column("games", "games", |p| p.games().into())
        .column("won", "won", |p| p.results().0.into())
        .column("drawn", "drawn", |p| p.results().1.into())
        .column("lost", "lost", |p| p.results().2.into())
        .column("score", "score", |p| CellValue::share(score(p)))
        .for_people("95 %", |p| super::range(&results(p), Side::White, 0))
        .spare(7)
        .for_programs("score_low", |p| super::low(&results(p), Side::White))
        .for_programs("score_high", |p| super::high(&results(p), Side::White))
        .for_programs("games_white", |p| p.by_colour.white.games().into())
        .for_programs("games_black", |p| p.by_colour.black.games().into())
        .column("score_white", "as W %", |p| {
            CellValue::share(p.by_colour.white.share(Side::White))
        })
        .spare(6)
        .column("score_black", "as B %", |p| {
            CellValue::share(p.by_colour.black.share(Side::Black))
        })
        .spare(6)
        .column("opponents", "opponents", |p| p.opponents.into())
        .spare(5)
        .for_programs("most_met", |p| {
            p.most_met.as_ref().map(|(name, _)| name.as_str()).into()
        })
        .for_programs("most_met_games", |p| {
            p.most_met.as_ref().map(|(_, games)| *games).into()
        })
        .column("longest_won", "won run", |p| {
            p.runs.as_ref().map(|r| r.won.longest()).into()
        })
        .spare(4)
        .column("longest_unbeaten", "unbeaten", |p| {
            p.runs.as_ref().map(|r| r.unbeaten.longest()).into()
        })
        .spare(2)
        .column("longest_lost", "lost run", |p| {
            p.runs.as_ref().map(|r| r.lost.longest()).into()
        })
        .spare(3)
        .column("rating", "rating", |p| CellValue::real(p.rating, 0))
        .for_programs("rating_low", |p| {
            CellValue::real(p.rating_interval.map(|interval| interval.low), 0)
        })
        .for_programs("rating_high", |p| {
            CellValue::real(p.rating_interval.map(|interval| interval.high), 0)
        })
        .column("performance", "perf", |p| CellValue::real(p.performance, 0))
        .spare(1);
    if tactics {
        head.column("found", "found", |p| {
            p.tactics.unwrap_or_default().found.into()
        })
        .column("missed", "missed", |p| {
            p.tactics.unwrap_or_default().missed.into()
        })
        .column("blunders", "blunders", |p| {
            p.tactics.unwrap_or_default().blunders.into()
        })
        .spare(7)
    } else {
        head
    }
}
