//! The games of a text, with their notations and places.

use skep_records::record::StatedResult;
use skep_records::{Format, games};

use crate::common::fixture;

/// The index, line, column and number of plies of each game.
fn places(text: &str) -> Vec<(u64, u64, u64, usize)> {
    let all = games(text).map(|game| {
        let place = game.borrowed();
        (
            place.index,
            place.line,
            place.column,
            game.read().plies.len(),
        )
    });
    all.collect()
}

#[test]
fn the_games_of_a_text_have_their_places() {
    let text =
        "# two games\nBase;InProgress;White[2];wS1;bS1 wS1-\n\n  Base;InProgress;Black[1];wG1\n";
    assert_eq!(places(text), [(1, 2, 1, 2), (2, 4, 3, 1)]);
    let text = "[White \"Ädä\"]\n\n1. wS1\n2. bS1 wS1-\n\n[White \"Ben\"]\n\n1. wG1\n";
    assert_eq!(places(text), [(1, 1, 1, 2), (2, 6, 1, 1)]);
    assert!(games(text).all(|game| game.borrowed().format == Format::Pgn));
    assert_eq!(places("dear friend,\nnothing is played here\n"), []);
    assert_eq!(places(""), []);
}

#[test]
fn rows_of_csv_have_the_names_of_their_columns() {
    let text = "white,black,game\nAnn,Ben,\"Base;InProgress;White[2];wS1;bS1 wS1-\"\nEve,Dan,\"Base;InProgress;Black[1];wG1\"\n";
    let found: Vec<_> = games(text).collect();
    assert_eq!(found.len(), 2);
    for (game, (line, white)) in found.iter().zip([(1, "Ann"), (2, "Eve")]) {
        assert_eq!(game.borrowed().line, line);
        assert!(
            game.borrowed().text.starts_with("white,black,game\n"),
            "{game:?}"
        );
        assert_eq!(game.read().tags.get("White"), Some(white));
    }
}

#[test]
fn players_are_counted_from_0_or_from_1() {
    for [first, second] in [["p0", "p1"], ["p1", "p2"], ["P1", "P2"]] {
        for (winner, result) in [
            (first, StatedResult::WhiteWins),
            (second, StatedResult::BlackWins),
        ] {
            let names = format!("{first},{second},winner,game");
            let cells = format!("Ann,Ben,{winner},\"Base;InProgress;White[2];wS1;bS1 wS1-\"");
            let game = games(&format!("{names}\n{cells}\n")).next().unwrap().read();
            let players = ["White", "Black"].map(|side| game.tags.get(side));
            assert_eq!(players, [Some("Ann"), Some("Ben")], "{names}");
            assert_eq!(game.stated.result, result, "{names}: {winner}");
        }
    }
}

#[test]
fn every_game_of_the_fixtures_is_found_with_its_line() {
    for path in [
        "games/hive.uhp",
        "games/venom.uhp",
        "games/exxit.hxt",
        "games/boardspace.sgf",
        "pgn/many.pgn",
    ] {
        let text = fixture(path);
        assert!(games(&text).next().is_some(), "{path}");
        for game in games(&text) {
            let place = game.borrowed();
            let line = text
                .lines()
                .nth(place.line as usize - 1)
                .unwrap_or_default();
            let first = place.text.lines().next().unwrap_or_default();
            assert!(line.contains(first), "{path}:{}", place.line);
        }
    }
}
