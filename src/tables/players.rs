//! The table of players.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use clap::Args;

use crate::args::one_of;
use crate::count_args::Print;
use crate::table::{Table, Value};
use skep_analysis::players::{Pairs, Player, Runs, Streak, alike, players};
use skep_rules::closed_list;
use skep_rules::game::Side;

/// What to show of players.
#[derive(Debug, Args)]
pub struct ShowPlayers {
    /// Leave out players with fewer than N games
    ///
    /// Their games still count in the ratings of the others.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub min_games: u64,

    /// Choose the order of the players
    #[arg(long, value_name = "BY", default_value = "games", value_parser = one_of(&Order::ALL))]
    pub sort: Order,

    /// Show only the first N players
    #[arg(long, visible_alias = "limit", value_name = "N")]
    pub top: Option<usize>,

    /// Show groups of similar names that may be one player
    ///
    /// Similar names differ only in case, spaces, punctuation or digits at the end. Nothing is merged; to merge names,
    /// use --aliases.
    #[arg(long)]
    pub alike: bool,
}

impl ShowPlayers {
    /// Shows the players.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn show(&self, pairs: &Pairs, print: &Print) -> anyhow::Result<()> {
        // Sorted by name, so equal players stay in that order.
        let mut all = players(pairs);
        if self.alike {
            return print.tables(&[alike_table(&all)], "");
        }
        all.retain(|p| p.games() >= self.min_games);
        let tactics = !pairs.tactics.is_empty();
        let table = table(all, self.sort, self.top.unwrap_or(usize::MAX), tactics);
        print.tables(&[table], "")
    }
}

/// The table of the first players, with or without forced wins. `players` are sorted by name.
pub fn table(mut all: Vec<Player>, order: Order, top: usize, tactics: bool) -> Table {
    match order {
        Order::Name => {}
        Order::Games => all.sort_by_key(|p| Reverse(p.games())),
        Order::Rating => all.sort_by(|a, b| {
            let rating = |p: &Player| p.rating.unwrap_or(f64::NEG_INFINITY);
            rating(b).total_cmp(&rating(a))
        }),
    }
    all.truncate(top);
    let mut table = head(tactics);
    for player in &all {
        table.push(row(player, tactics));
    }
    table
}

/// The table of groups of names.
pub fn alike_head() -> Table {
    Table::new("alike")
        .column("group", "group")
        .column("player", "player")
        .names()
        .column("games", "games")
        .column("differ_in", "differ in")
        .words()
}

/// Groups of names that may be one player.
fn alike_table(all: &[Player]) -> Table {
    let mut table = alike_head();
    let games: BTreeMap<&str, u64> = all.iter().map(|p| (p.name.as_str(), p.games())).collect();
    for (i, (difference, names)) in alike(games.keys().copied()).into_iter().enumerate() {
        for name in names {
            table.push(vec![
                (i as u64 + 1).into(),
                name.into(),
                games[name].into(),
                difference.as_str().into(),
            ]);
        }
    }
    table
}

closed_list! {
    /// The orders of players; equal players are ordered by name.
    pub enum Order: "order" {
        Games = "games",
        Rating = "rating",
        Name = "name",
    }
}

/// The table of players, with or without forced wins.
pub fn head(tactics: bool) -> Table {
    let table = Table::new("players")
        .column("player", "player")
        .names()
        .column("games", "games")
        .column("won", "won")
        .column("drawn", "drawn")
        .column("lost", "lost")
        .column("score", "score")
        .for_programs("games_white")
        .for_programs("games_black")
        .column("score_white", "as W %")
        .spare(6)
        .column("score_black", "as B %")
        .spare(6)
        .column("opponents", "opponents")
        .spare(5)
        .for_programs("most_met")
        .for_programs("most_met_games")
        .column("longest_won", "won run")
        .spare(4)
        .column("longest_unbeaten", "unbeaten")
        .spare(2)
        .column("longest_lost", "lost run")
        .spare(3)
        .column("rating", "rating")
        .column("performance", "perf")
        .spare(1);
    match tactics {
        true => table
            .column("found", "found")
            .column("missed", "missed")
            .column("blunders", "blunders")
            .spare(7),
        false => table,
    }
}

fn row(player: &Player, tactics: bool) -> Vec<Value> {
    let (won, drawn, lost) = player.results();
    let decided = won + drawn + lost;
    let score = (decided > 0).then(|| (won as f64 + drawn as f64 / 2.0) / decided as f64);
    let (white, black) = (&player.by_colour.white, &player.by_colour.black);
    let run = |of: fn(&Runs) -> &Streak| Value::from(player.runs.as_ref().map(|r| of(r).longest()));
    let (name, met) = player.most_met.clone().unzip();
    let mut row = vec![
        player.name.clone().into(),
        player.games().into(),
        won.into(),
        drawn.into(),
        lost.into(),
        Value::share(score),
        white.games().into(),
        black.games().into(),
        Value::share(white.share(Side::White)),
        Value::share(black.share(Side::Black)),
        player.opponents.into(),
        name.into(),
        met.into(),
        run(|r| &r.won),
        run(|r| &r.unbeaten),
        run(|r| &r.lost),
        Value::real(player.rating, 0),
        Value::real(player.performance, 0),
    ];
    if tactics {
        let count = player.tactics.unwrap_or_default();
        row.extend([count.found, count.missed, count.blunders].map(Value::from));
    }
    row
}
