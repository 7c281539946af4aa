//! `skep novelty --table book`: how often players play what most others play.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::emit::Print;
use crate::emit::rows::{CellValue, Head};
use crate::output::Exit;
use crate::scan::Scan;
use crate::scan::compared::Compared;
use crate::tables;
use skep_analysis::following::{Follower, Followers, SharedPositions, movers};
use skep_rules::game::Side;

/// A player, the number of games, and how often the player follows the others.
type Row = (String, u64, Follower);

/// The number of a game, its players, and who moves in each position.
type GameOfInput = (u32, [Option<String>; 2], Vec<Side>);

/// Prints the table of `--table book`, from the positions that several games reached.
pub fn show(
    scan: &Scan<'_>,
    all: &Compared,
    shared: &SharedPositions,
    print: &Print,
) -> anyhow::Result<Exit> {
    let mut exit = Exit::Success;
    let mut judged = vec![scan.selects_all(); all.games.len()];
    if !scan.selects_all() {
        exit = scan.second_pass().games(
            |_, numbers: &mut Vec<u32>, game| numbers.extend(all.number(game)),
            |_, numbers| {
                for number in numbers {
                    judged[number as usize] = true;
                }
                Ok(())
            },
        )?;
    }
    // Games of the input also show what others play, and those of --against only that.
    let mut is_of_input = vec![false; all.games.len()];
    let mut names: FxHashMap<String, u32> = FxHashMap::default();
    let mut players: Vec<(String, u64)> = Vec::new();
    let mut nobodies = BTreeMap::new();
    let mut followers = Followers::default();
    let read = scan.second_pass().of_all().games(
        |reader, games: &mut Vec<GameOfInput>, game| {
            reader.judge();
            if let Some(number) = all.number(game) {
                let facts = reader.facts();
                let players = Side::ALL.map(|side| facts.player(side).map(str::to_owned));
                games.push((number, players, movers(&reader.verdict.game)));
            }
        },
        |_, games| {
            for (number, names_of_game, movers) in games {
                if std::mem::replace(&mut is_of_input[number as usize], true) {
                    continue;
                }
                let is_judged = judged[number as usize];
                let numbers = names_of_game.map(|name| {
                    let name = name?;
                    if scan.names().is_nobody(&name) {
                        *nobodies.entry(name).or_default() += u64::from(is_judged);
                        return None;
                    }
                    let player = *names.entry(name).or_insert_with_key(|name| {
                        players.push((name.clone(), 0));
                        players.len() as u32 - 1
                    });
                    players[player as usize].1 += u64::from(is_judged);
                    Some(player)
                });
                for turn in shared.continuations(number) {
                    let side = movers[usize::from(turn.at)];
                    followers.add(numbers[side.index()], is_judged, turn);
                }
            }
            Ok(())
        },
    )?;
    for (number, _) in (0..)
        .zip(&is_of_input)
        .filter(|(_, is_of_input)| !**is_of_input)
    {
        for turn in shared.continuations(number) {
            followers.add(None, false, turn);
        }
    }
    nobodies.retain(|_, games| *games > 0);
    tables::tell_nobodies(&nobodies);
    let followed = followers.finish();
    let mut rows: Vec<Row> = (0..)
        .zip(players)
        .filter(|(_, (_, games))| *games > 0)
        .map(|(number, (name, games))| {
            let follower = followed.get(&number).copied().unwrap_or_default();
            (name, games, follower)
        })
        .collect();
    rows.sort_by(|(name, games, _), (other, more, _)| more.cmp(games).then(name.cmp(other)));
    let columns = head();
    let mut outlet = print.outlet(columns.table())?;
    for row in &rows {
        outlet.push(columns.row(|of| of(row)))?;
    }
    outlet.finish("")?;
    Ok(exit.and(read))
}

type Of = fn(&Row) -> CellValue;

/// The columns of the table.
pub fn head() -> Head<Of> {
    Head::<Of>::new("book")
        .column("player", "player", |(name, ..)| name.as_str().into())
        .names()
        .column("games", "games", |(_, games, _)| (*games).into())
        .column("early", "early", |(.., one)| one.early.turns.into())
        .column("early_followed", "%", |(.., one)| {
            CellValue::share(one.early.share())
        })
        .for_people("95 %", |(.., one)| tables::limits(one.early.interval(), 0))
        .spare(1)
        .for_programs("early_low", |(.., one)| tables::lower(one.early.interval()))
        .for_programs("early_high", |(.., one)| {
            tables::upper(one.early.interval())
        })
        .column("late", "late", |(.., one)| one.late.turns.into())
        .column("late_followed", "%", |(.., one)| {
            CellValue::share(one.late.share())
        })
        .for_people("95 %", |(.., one)| tables::limits(one.late.interval(), 0))
        .spare(1)
        .for_programs("late_low", |(.., one)| tables::lower(one.late.interval()))
        .for_programs("late_high", |(.., one)| tables::upper(one.late.interval()))
}
