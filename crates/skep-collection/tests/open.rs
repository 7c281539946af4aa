//! Games as an iterator, and the example that is built on it.

#[allow(dead_code, reason = "the example has a main of its own")]
#[path = "../examples/results.rs"]
mod example;

use skep_collection::{Error, OpenOptions, open, open_with};
use skep_records::JudgeOptions;

const GAMES: &str = "../../fixtures/cli/sound.uhp";

#[test]
fn games_come_in_order_for_any_number_of_threads() {
    let seen = |threads| -> Vec<_> {
        let options = OpenOptions {
            threads,
            unit_bytes: 1,
            ..OpenOptions::default()
        };
        let games = open_with("../../fixtures/cli", options, JudgeOptions::default());
        let games = games.expect("the folder is there");
        games
            .map(|game| match game {
                Ok(game) => format!("{} {}: {}", game.source, game.index, game.verdict.status),
                Err(error) => error.to_string(),
            })
            .collect()
    };
    assert!(seen(1).len() > 4);
    assert_eq!(seen(1), seen(3));
}

#[test]
fn an_iterator_may_be_left_early() {
    let mut games = open(GAMES).expect("the file is there");
    assert!(games.next().is_some_and(|game| game.is_ok()));
    drop(games);
}

#[test]
fn a_missing_file_and_other_data_are_errors() {
    assert!(matches!(open("no such file"), Err(Error::Open { .. })));
    let mut items = open("tests/main.rs").expect("the file is there");
    assert!(matches!(items.next(), Some(Err(Error::Unreadable { .. }))));
    assert!(items.next().is_none());
}

#[test]
fn the_example_counts_results() {
    let results = example::results(GAMES).expect("the file is there");
    let decided: u32 = results.values().flatten().sum();
    assert!(decided > 0, "{results:?}");
}
