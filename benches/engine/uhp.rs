//! The engine alone behind the Universal Hive Protocol, for matches between versions: it builds in seconds. Plain Hive
//! only, and only the commands that `skep match` sends.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "answers and a trace"
)]

use std::io::{BufRead as _, Write as _, stdin, stdout};
use std::time::Duration;

use skep_rules::game::Position as _;
use skep_rules::hive::{GameString, GameType, Opening};
use skep_tactics::{EnginePlayer, SearchLimit};

const INFO: &str = "id engine\nMosquito;Ladybug;Pillbug";

fn main() {
    let mut game = GameString::new(GameType::MLP, Opening::Tournament);
    let mut keys = vec![game.position().key()];
    println!("{INFO}\nok");
    for line in stdin().lock().lines().map_while(Result::ok) {
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let answer = match command {
            "info" => Ok(INFO.to_owned()),
            "options" => Ok(String::new()),
            "newgame" => new_game(rest, &mut game, &mut keys),
            "play" => play(rest, &mut game, &mut keys),
            "pass" => play("pass", &mut game, &mut keys),
            "validmoves" => {
                let position = game.position();
                let moves = position.legal_moves().into_iter();
                let texts: Vec<String> = moves.map(|mv| position.spell(mv).to_string()).collect();
                Ok(texts.join(";"))
            }
            "bestmove" => best_move(rest, &game, &keys),
            "undo" => {
                for _ in 0..rest.parse().unwrap_or(1) {
                    game.undo();
                    keys.pop();
                }
                Ok(game.to_string())
            }
            "exit" => return,
            _ => Err(format!("unknown command {command}")),
        };
        match answer {
            Ok(text) if text.is_empty() => println!("ok"),
            Ok(text) => println!("{text}\nok"),
            Err(text) => println!("err {text}\nok"),
        }
        let _ = stdout().flush();
    }
}

fn new_game(text: &str, game: &mut GameString, keys: &mut Vec<u64>) -> Result<String, String> {
    let text = if text.is_empty() { "Base+MLP" } else { text };
    let read: GameString = match text.parse::<GameType>() {
        Ok(game_type) => GameString::new(game_type, Opening::Tournament),
        Err(_) => text.parse().map_err(|error| format!("{error}"))?,
    };
    let turns = read.to_string();
    let (options, _) = turns.split_once(';').unwrap_or((&turns, ""));
    *game = GameString::new(
        options.parse().map_err(|error| format!("{error}"))?,
        read.position().opening(),
    );
    *keys = vec![game.position().key()];
    for turn in turns.split(';').skip(3) {
        play(turn, game, keys)?;
    }
    Ok(game.to_string())
}

fn play(text: &str, game: &mut GameString, keys: &mut Vec<u64>) -> Result<String, String> {
    let written = text.parse().map_err(|error| format!("{error}"))?;
    let mv = game
        .position()
        .judge(&written)
        .map_err(|fault| fault.message)?;
    game.play(mv).map_err(|rule| rule.to_string())?;
    keys.push(game.position().key());
    Ok(game.to_string())
}

fn best_move(text: &str, game: &GameString, keys: &[u64]) -> Result<String, String> {
    let limit = match text.split_once(' ') {
        Some(("depth", depth)) => depth.parse().ok().map(SearchLimit::Depth),
        Some(("nodes", nodes)) => nodes.parse().ok().map(SearchLimit::Nodes),
        Some(("time", time)) => seconds(time).map(SearchLimit::Time),
        _ => None,
    };
    let limit = limit.ok_or("a limit is missing")?;
    let mut player = EnginePlayer::new();
    player.consider(argument("--lines"));
    player.set_threads(argument("--threads"));
    player.set_history(keys.iter().copied());
    let mv = player
        .choose(game.position(), limit)
        .ok_or("the game is over")?;
    if std::env::var_os("ENGINE_TRACE").is_some() {
        eprintln!("{:?}", player.estimate());
    }
    Ok(game.position().spell(mv).to_string())
}

/// The number after an option in the arguments; 0 without it.
fn argument(option: &str) -> usize {
    let mut arguments = std::env::args().skip_while(|argument| argument != option);
    arguments
        .nth(1)
        .map_or(0, |number| number.parse().unwrap_or(0))
}

/// The time of HH:MM:SS, with a fraction.
fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.split(':').try_fold(0.0, |sum, part| {
        part.parse::<f64>().ok().map(|part| sum * 60.0 + part)
    })?;
    Duration::try_from_secs_f64(seconds).ok()
}
