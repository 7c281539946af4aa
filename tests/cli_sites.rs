//! Games as sites and programs write them: JSON documents, GameStrings in other text, sessions and lists of moves.

use std::fmt::Write as _;
use std::fs;

use crate::skep::{run, run_with};
use serde_json::Value;

const SITES: &str = "fixtures/sites";

/// The rows of `skep check --format jsonl` that are games.
fn checked(text: &str) -> Vec<Value> {
    let run = run_with(&["check", "--format", "jsonl", "-"], text.as_bytes());
    let mut rows = run.json_lines();
    rows.retain(|row| row["index"].is_number());
    rows
}

#[test]
fn every_game_is_valid() {
    let run = run(&["check", SITES]);
    // Several sites have the same game.
    assert!(
        run.err.starts_with("warning: 36 duplicate games"),
        "{}",
        run.err
    );
    assert_eq!((run.code, run.err.lines().count()), (0, 2), "{}", run.out);
    let all = run.out.lines().find(|line| line.starts_with("all "));
    insta::assert_snapshot!(all.unwrap(), @"all           71   1750  69        0       0      2         0        4");
}

#[test]
fn games_are_counted_by_notation() {
    let run = run(&["count", "--by", "notation", "--format", "csv", SITES]);
    assert!(
        run.err.starts_with("warning: 36 duplicate games"),
        "{}",
        run.err
    );
    assert_eq!((run.code, run.err.lines().count()), (0, 2));
    let rows: Vec<&str> = run.out.lines().collect();
    let expected = [
        "games,notation",
        "18,embedded",
        "14,hivegame-api",
        "12,data",
        "8,move-array",
        "5,abstractplay",
        "4,bga-log",
        "3,pairs",
        "3,uhp-log",
        "2,play-log",
        "2,replay",
    ];
    assert_eq!(rows, expected);
    let only = crate::skep::run(&["count", "--where", "notation = pairs", SITES]);
    insta::assert_snapshot!(only.out, @"3");
}

#[test]
fn every_game_is_converted_and_read_back() {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(SITES).unwrap() {
        let path = entry.unwrap().path();
        let name = path.to_str().unwrap();
        if name.ends_with(".md") {
            continue;
        }
        let own = if name.contains("abstractplay") {
            "hxt"
        } else {
            "pgn"
        };
        for target in [own, "jsonl", "boardspace"] {
            let out = folder.path().join("out").with_extension(target);
            let out = out.to_str().unwrap();
            let run = run(&[
                "convert", "--verify", "--force", "--to", target, name, "-o", out,
            ]);
            assert_eq!(run.code, 0, "{name} to {target}: {}{}", run.out, run.err);
        }
        let plain = run(&["filter", name]);
        assert_eq!(plain.code, 0, "{name}: {}", plain.err);
        let count = |text: &str| checked(text).len();
        let again = count(&plain.out);
        assert_eq!(
            again,
            count(&fs::read_to_string(&path).unwrap()),
            "{name}\n{}",
            plain.out
        );
    }
}

/// An array of many games on one line is read in parts, and places are those of the file.
#[test]
fn places_in_a_long_line_are_exact() {
    let game = r#"{"game_id":"é","game_type":"Base","history":[["wS1","."],["bS1","wS1-"]]}"#;
    let bad = game.replace(r#""bS1","wS1-""#, r#""bX9","wS1-""#);
    let mut text = "  [".to_owned();
    for i in 0..9_000 {
        let _ = write!(text, "{},", if i == 8_000 { &bad } else { game });
    }
    text.push_str(game);
    text.push_str("]\n");
    let games = checked(&text);
    assert_eq!(games.len(), 9_001);
    let at = text.find(r#"["bX9""#).unwrap();
    let column = text[..at].chars().count() as u64 + 1;
    for (i, row) in games.iter().enumerate() {
        let finding = &row["diagnostics"][0];
        if i == 8_000 {
            assert_eq!(finding["code"], "bad-move", "{row}");
            assert_eq!(
                (&finding["line"], &finding["column"]),
                (&1.into(), &column.into())
            );
        } else {
            assert!(finding.is_null(), "{row}");
        }
    }
}

#[test]
fn a_long_replay_is_read() {
    let padding = "x".repeat(6 << 20);
    let observation = r#"{\"uhp\":\"Base;InProgress;White[2];wS1;bS1 wS1-\"}"#;
    let text = format!(
        r#"{{"name":"open_spiel_hive","thoughts":"{padding}","steps":[[{{"observation":{{"observationString":"{observation}"}}}}]]}}"#
    );
    let games = checked(&text);
    assert_eq!(games.len(), 1);
    assert_eq!(
        (&games[0]["status"], &games[0]["plies"]),
        (&"ok".into(), &2.into())
    );
}

#[test]
fn documents_that_cannot_be_read_are_errors() {
    for (text, code, line, column) in [
        (
            "{\"game_type\":\"MLP\",\n \"history\":[[\"wL\",1]]}",
            "bad-json",
            2,
            19,
        ),
        (
            "[[\"wL\",\"bL wL-\"],\n [\"wL\",\"bL wX-\"]]",
            "bad-move",
            2,
            9,
        ),
        (
            "a,b\n1,\"Base;InProgress;White[2];wS1;wX\"\n",
            "bad-move",
            2,
            33,
        ),
        ("newgame Base\nok\nplay wS9x\nok\n", "bad-move", 3, 6),
    ] {
        let run = run_with(&["check", "-"], text.as_bytes());
        assert_eq!(run.code, 1, "{text}: {}", run.out);
        let games = checked(text);
        let finding = &games.last().unwrap()["diagnostics"][0];
        assert_eq!(
            (&finding["code"], &finding["line"], &finding["column"]),
            (&code.into(), &line.into(), &column.into()),
            "{text}"
        );
    }
    for text in ["[]", "[[]]", "{\"history\":[]", "newgame"] {
        let run = run_with(&["check", "-"], text.as_bytes());
        assert!(
            run.code != 0 && run.out.contains("error"),
            "{text}: {}{}",
            run.out,
            run.err
        );
    }
}

#[test]
fn games_are_chosen_by_bot_speed_and_rating() {
    let archive = "fixtures/sites/hivegame-archive.jsonl";
    let count = |filter: &str| {
        let run = run(&["count", "--where", filter, archive]);
        assert_eq!(run.err, "", "{filter}");
        run.out.trim().parse::<u32>().unwrap()
    };
    for (filter, games) in [
        ("rated", 5),
        ("not rated", 1),
        ("rated = no", 1),
        ("bot", 2),
        ("not bot and rated", 4),
        ("bot = false and speed = bullet and rated", 2),
        ("speed in (rapid, correspondence)", 2),
        ("(rated) or bot", 6),
        ("tag(TournamentMode) = DoubleSwiss", 2),
    ] {
        assert_eq!(count(filter), games, "{filter}");
    }
    let run = run(&[
        "count", "--by", "speed", "--by", "bot", "--format", "csv", archive,
    ]);
    assert!(run.out.contains(",bullet,true"), "{}", run.out);
    let unknown = crate::skep::run(&["count", "--where", "rated", "fixtures/games/hive.uhp"]);
    assert_eq!((unknown.code, unknown.out.as_str()), (1, "0\n"));
    insta::assert_snapshot!(unknown.err, @"
    warning: no game has a value for rated, which --where tests
    note: no game matches
    ");
}

#[test]
fn members_that_skep_does_not_read_are_named() {
    let archive = "fixtures/sites/hivegame-archive.jsonl";
    let run = run(&["convert", "--to", "pgn", "--explain-loss", archive]);
    assert_eq!(run.code, 0, "{}", run.err);
    let lines = [
        "JSON members that skep does not read:\n",
        "\n  white_player.lang in 4 games\n",
        "\n  moves in 1 game\n",
    ];
    for line in lines {
        assert!(run.err.contains(line), "{}", run.err);
    }
    let again = run_with(
        &["convert", "--to", "uhp", "--explain-loss", "-"],
        run.out.as_bytes(),
    );
    assert!(!again.err.contains("does not read"), "{}", again.err);
}
