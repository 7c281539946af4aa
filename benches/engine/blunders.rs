//! How many of the blunders that a long search finds a short search finds, and how many of its blunders are real.
//!
//! ```text
//! engine-blunders FILE SHORT LONG GAMES
//! ```
//!
//! FILE has GameStrings, one a line; SHORT and LONG are times in milliseconds, or numbers of positions such as 30000n.
//! Every GAMES-th part of the file is searched. A turn is a blunder if it loses 15 % of the chances to win, as in
//! `skep annotate`, and a mistake if it loses 10 %.

#![expect(clippy::print_stdout, reason = "a table")]

use std::fs;
use std::time::Duration;

use skep_rules::game::{Outcome, Position as _};
use skep_rules::hive::{GameString, Position};
use skep_tactics::{EnginePlayer, SearchLimit, win_chance};

/// The lost chances of a blunder, a mistake and an inaccuracy: `TurnMark::LOSSES` of skep-analysis, without which the
/// bench builds faster.
const MARKS: [(&str, f64); 3] = [("blunder", 0.15), ("mistake", 0.1), ("inaccuracy", 0.05)];

fn main() {
    let [path, short, long, games]: [String; 4] = std::env::args()
        .skip(1)
        .collect::<Vec<_>>()
        .try_into()
        .expect("FILE SHORT LONG GAMES");
    let text = fs::read_to_string(path).expect("a file of GameStrings");
    let games: usize = games.parse().expect("a number of games");
    let all: Vec<GameString> = text.lines().flat_map(str::parse).collect();
    let step = (all.len() / games).max(1);
    let (mut both, mut found, mut real, mut turns) = ([0; 3], [0; 3], [0; 3], 0);
    for game in all.iter().step_by(step).take(games) {
        let [short, long] = [limit(&short), limit(&long)].map(|limit| losses(game, limit));
        turns += short.len();
        for (short, long) in short.into_iter().zip(long) {
            for (i, (_, least)) in MARKS.iter().enumerate() {
                let (is_found, is_real) = (short >= *least, long >= *least);
                both[i] += u32::from(is_found && is_real);
                found[i] += u32::from(is_found);
                real[i] += u32::from(is_real);
            }
        }
    }
    println!(
        "mark\tof the long search\tof the short search\tof both\tprecision\trecall\t({turns} turns)"
    );
    for (i, (mark, _)) in MARKS.iter().enumerate() {
        let part = |whole: u32| f64::from(both[i]) / f64::from(whole.max(1));
        let (real, found, both) = (real[i], found[i], both[i]);
        println!(
            "{mark}\t{real}\t{found}\t{both}\t{:.2}\t{:.2}",
            part(found),
            part(real)
        );
    }
}

fn limit(text: &str) -> SearchLimit {
    match text.strip_suffix('n') {
        Some(nodes) => SearchLimit::Nodes(nodes.parse().expect("a number of positions")),
        None => SearchLimit::Time(Duration::from_millis(text.parse().expect("milliseconds"))),
    }
}

/// The part of the chances to win that each turn of a game loses.
fn losses(game: &GameString, limit: SearchLimit) -> Vec<f64> {
    let end = game.position();
    let start: GameString = GameString::new(end.game_type(), end.opening());
    let mut position = start.position().clone();
    let mut chances = vec![chance(&position, limit)];
    for &mv in game.moves() {
        position.play_unchecked(mv);
        chances.push(chance(&position, limit));
    }
    // The chance after a turn is that of the other side.
    chances
        .windows(2)
        .map(|pair| pair[0] - (1.0 - pair[1]))
        .collect()
}

/// The chance of the side to move.
fn chance(position: &Position, limit: SearchLimit) -> f64 {
    match position.outcome() {
        Outcome::Win(side) => f64::from(u8::from(side == position.turn())),
        Outcome::Draw => 0.5,
        Outcome::Undecided => {
            let mut player = EnginePlayer::new();
            player.consider(1);
            player.choose(position, limit);
            let score = player.estimate().map_or(0.0, |estimate| estimate.score);
            win_chance(score)
        }
    }
}
