//! The table of the accuracy of players.

use super::PlayerTable;
use crate::emit::rows::{CellValue, Head, Table};
use skep_analysis::players::{Accuracy, Pairs, Phase};

/// How a column gets its value from a player and the player's scored turns.
type Of = fn(&str, &Accuracy) -> CellValue;

/// The columns of the accuracy of players.
pub fn head() -> Head<Of> {
    Head::<Of>::new(PlayerTable::Accuracy.as_str())
        .column("player", "player", |player, _| player.into())
        .names()
        .column("scored_games", "games", |_, all| all.games.into())
        .column("scored_turns", "turns", |_, all| all.turns().into())
        .column("accuracy", "accuracy %", |_, all| {
            CellValue::share(all.mean())
        })
        .column("accuracy_opening", "opening", |_, all| {
            CellValue::share(all.in_phase(Phase::Opening))
        })
        .spare(1)
        .column("accuracy_middle", "middle", |_, all| {
            CellValue::share(all.in_phase(Phase::Middle))
        })
        .spare(1)
        .column("accuracy_late", "late", |_, all| {
            CellValue::share(all.in_phase(Phase::Late))
        })
        .spare(1)
        .column("mean_lost", "lost %", |_, all| CellValue::share(all.lost()))
        .column("marked_inaccuracies", "?!", |_, all| {
            all.inaccuracies.into()
        })
        .column("marked_mistakes", "?", |_, all| all.mistakes.into())
        .column("marked_blunders", "??", |_, all| all.blunders.into())
}

/// The accuracy of these players, in this order. Players with fewer than `min_games` scored games are left out.
pub fn table(pairs: &Pairs, names: &[&str], min_games: u64) -> Table {
    let head = head();
    let mut table = head.table();
    for &player in names {
        if let Some(all) = pairs.accuracy.get(player)
            && all.games >= min_games
        {
            table.push(head.row(|of| of(player, all)));
        }
    }
    table
}
