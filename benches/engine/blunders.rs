//! How many of the blunders that a long search finds a short search finds, and how many of its blunders are real.
//!
//! ```text
//! engine-blunders judge FILE LIMIT GAMES TURNS >TABLE
//! engine-blunders compare SHORT_TABLE LONG_TABLE [LEAST]
//! ```
//!
//! FILE has GameStrings, one a line; LIMIT is a time in milliseconds, or a number of positions such as 20000n. Of GAMES
//! games, at equal distances in the file, TURNS turns in a row are judged, from the tenth ply or later, as in
//! `skep annotate`: one player looks at all turns, and wins in 2 are proved. The tables have a row for each turn, with
//! the part of the chances to win that it loses; 2 if a proof says that it is a blunder. LEAST is what a blunder of the
//! short search loses, if that is not the same as in the long one.

#![expect(clippy::print_stdout, reason = "tables")]

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

use skep_rules::game::{Outcome, Position as _};
use skep_rules::hive::{GameString, Move, Position};
use skep_tactics::{Chance, Defence, EnginePlayer, Review, SearchLimit, Solver, win_chance};

/// The lost chances of a blunder, a mistake and an inaccuracy: `TurnMark::LOSSES` of skep-analysis, without which the
/// bench builds faster.
const MARKS: [(&str, f64); 3] = [("blunder", 0.15), ("mistake", 0.1), ("inaccuracy", 0.05)];

/// The first turns of a game are seldom blunders.
const FIRST: usize = 10;

/// Wins in up to this number of own turns are proved, as in `skep annotate`.
const PROVED_TURNS: u32 = 2;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["judge", file, limit, games, turns] => {
            judge(file, self::limit(limit), [games, turns].map(number));
        }
        ["compare", short, long] => compare(&table(short), &table(long), None),
        ["compare", short, long, least] => {
            compare(&table(short), &table(long), least.parse().ok());
        }
        _ => panic!("judge FILE LIMIT GAMES TURNS, or compare SHORT LONG [LEAST]"),
    }
}

fn number(text: &str) -> usize {
    text.parse().expect("a number")
}

fn limit(text: &str) -> SearchLimit {
    match text.strip_suffix('n') {
        Some(nodes) => SearchLimit::Nodes(nodes.parse().expect("a number of positions")),
        None => SearchLimit::Time(Duration::from_millis(text.parse().expect("milliseconds"))),
    }
}

/// Prints what each turn loses.
fn judge(path: &str, limit: SearchLimit, [games, turns]: [usize; 2]) {
    let text = fs::read_to_string(path).expect("a file of GameStrings");
    let all: Vec<GameString> = text.lines().flat_map(str::parse).collect();
    let step = (all.len() / games).max(1);
    for (number, game) in all.iter().enumerate().step_by(step).take(games) {
        let end = game.position();
        let start: GameString = GameString::new(end.game_type(), end.opening());
        let mut position = start.position().clone();
        let moves = game.moves();
        let places = moves.len().saturating_sub(FIRST + turns).max(1);
        let first = FIRST.min(moves.len()) + number * 7 % places;
        for &mv in &moves[..first] {
            position.play_unchecked(mv);
        }
        let turns = &moves[first..moves.len().min(first + turns)];
        let reviews = Solver::new().review(&position, turns.iter().copied(), PROVED_TURNS);
        let mut player = EnginePlayer::new();
        player.consider(1);
        let mut before = opinion(&mut player, &position, limit);
        for (i, (&mv, review)) in turns.iter().zip(&reviews).enumerate() {
            let turn = position.spell(mv).to_string();
            position.play_unchecked(mv);
            let after = opinion(&mut player, &position, limit);
            let had = proved(review).unwrap_or(before.0);
            let left = reviews.get(i + 1).and_then(proved).unwrap_or(after.0);
            let lost = match review {
                _ if review.chance == Some(Chance::Missed) || review.is_blunder() => 2.0,
                _ if proved(review).is_some() || turn == before.1 => 0.0,
                _ => had - (1.0 - left),
            };
            let ply = first + i + 1;
            println!("{number}\t{ply}\t{turn}\t{}\t{lost:.4}", before.1);
            before = after;
        }
    }
}

/// The chance of the side to move, if it is proved.
fn proved(review: &Review<Move>) -> Option<f64> {
    match review.defence {
        _ if review.win_in.is_some() => Some(1.0),
        Some(Defence::Impossible) => Some(0.0),
        _ => None,
    }
}

/// The chance of the side to move, and its best turn.
fn opinion(
    player: &mut EnginePlayer<Position>,
    position: &Position,
    limit: SearchLimit,
) -> (f64, String) {
    match position.outcome() {
        Outcome::Win(side) => (f64::from(u8::from(side == position.turn())), String::new()),
        Outcome::Draw => (0.5, String::new()),
        Outcome::Undecided => {
            let best = player.choose(position, limit);
            let score = player.estimate().map_or(0.0, |estimate| estimate.score);
            let best = best.map(|best| position.spell(best).to_string());
            (win_chance(score), best.unwrap_or_default())
        }
    }
}

/// What each turn of a table loses, by game and ply.
fn table(path: &str) -> HashMap<(u32, u32), f64> {
    let text = fs::read_to_string(path).expect("a table");
    let row = |line: &str| {
        let [game, ply, _, _, lost] = line.split('\t').collect::<Vec<_>>()[..] else {
            return None;
        };
        Some(((game.parse().ok()?, ply.parse().ok()?), lost.parse().ok()?))
    };
    text.lines().filter_map(row).collect()
}

fn compare(
    short: &HashMap<(u32, u32), f64>,
    long: &HashMap<(u32, u32), f64>,
    blunder: Option<f64>,
) {
    println!("mark\tof the long search\tof the short search\tof both\tprecision\trecall");
    for (mark, least) in MARKS {
        let (mut both, mut found, mut real) = (0, 0, 0);
        for (turn, long) in long {
            let Some(short) = short.get(turn) else {
                continue;
            };
            let is_found = *short >= blunder.unwrap_or(least);
            let is_real = *long >= least;
            both += u32::from(is_found && is_real);
            found += u32::from(is_found);
            real += u32::from(is_real);
        }
        let part = |whole: u32| f64::from(both) / f64::from(whole.max(1));
        println!(
            "{mark}\t{real}\t{found}\t{both}\t{:.2}\t{:.2}",
            part(found),
            part(real)
        );
    }
}
