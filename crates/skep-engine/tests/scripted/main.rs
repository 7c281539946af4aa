//! An engine for tests: it plays by the rules, unless its argument names a fault or a way to misbehave.
#![allow(
    clippy::cast_possible_truncation,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "engines print, and lists of moves are short"
)]

mod board;
mod faults;
mod manners;

use std::io::{self, BufRead as _, Write as _};

use board::Board;
use faults::Fault;
use manners::Manner;

fn main() {
    let mut manner = Manner::Good;
    let mut fault = None;
    for argument in std::env::args().skip(1) {
        match (argument.parse(), argument.parse::<Fault>()) {
            (Ok(named), _) => manner = named,
            (_, Ok(named)) => fault = Some(named),
            (Err(error), Err(_)) => {
                eprintln!("{error}");
                std::process::exit(2);
            }
        }
    }
    manner.at_start();
    say(&manner.greeting());
    let mut board = Board::new(fault);
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let line = line.trim().to_owned();
        let command = line.split(' ').next().unwrap_or_default();
        if command == "exit" && manner.exits() {
            return;
        }
        let answer = match manner.answer(&line, &board) {
            Some(answer) => answer,
            None => board.answer(&line) + "ok\n",
        };
        say(&manner.spelled(answer));
    }
    manner.at_end();
}

/// Prints at once. A client that has gone away ends the program.
fn say(text: &str) {
    let mut out = io::stdout().lock();
    if out
        .write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .is_err()
    {
        std::process::exit(0);
    }
}
