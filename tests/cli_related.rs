//! `skep novelty` and `skep related`. `tests/recount` works out their numbers slowly, and the tests of skep-analysis plant
//! relays.

use std::fs;

use serde_json::Value;

use crate::skep::run;

/// Four games in a folder, by date: the second repeats three turns of the first, turned; the third repeats the second; the
/// fourth has no date and repeats the first turn only.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, white, date, result, moves) in [
        (
            "a.pgn",
            "Ann",
            "2024-01-01",
            "1-0",
            "1. wS1 2. bS1 wS1- 3. wQ -wS1 4. bQ bS1/ 5. wA1 -wQ",
        ),
        (
            "b.pgn",
            "Bob",
            "2024-02-01",
            "0-1",
            "1. wS1 2. bS1 -wS1 3. wQ wS1- 4. bQ -bS1 5. wA1 wQ-",
        ),
        (
            "c.pgn",
            "Ann",
            "2024-03-01",
            "0-1",
            "1. wS1 2. bS1 wS1/ 3. wQ /wS1 4. bQ bS1/ 5. wA1 /wQ",
        ),
        (
            "d.pgn",
            "Cid",
            "????.??.??",
            "1-0",
            "1. wS1 2. bG1 wS1- 3. wQ -wS1 4. bQ bG1/",
        ),
    ] {
        let date = date.replace('-', ".");
        let text = format!(
            "[Game \"Hive\"]\n[Date \"{date}\"]\n[White \"{white}\"]\n[Black \"Dov\"]\n[Result \"{result}\"]\n\
             [GameType \"Base\"]\n\n{moves}\n"
        );
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn rows(args: &[&str]) -> Vec<Value> {
    let found = run(&[args, &["--format", "jsonl"]].concat());
    assert_eq!(found.code, 0, "{args:?}: {}", found.err);
    found.json_lines()
}

#[test]
fn a_novelty_is_the_first_turn_to_a_new_position() {
    let folder = folder();
    let path = folder.path().to_str().unwrap();
    let found = rows(&["novelty", path]);
    let of = |row: &Value| {
        ["white", "player", "ply", "move", "before", "reached"]
            .map(|key| row[key].to_string())
            .join(" ")
    };
    let expected = [
        "\"Ann\" \"Ann\" 1 \"wS1\" 0 4",
        "\"Bob\" \"Dov\" 4 \"bQ -bS1\" 1 2",
        // All its positions were reached before.
        "\"Ann\" null null null null null",
        // A game without a date comes last.
        "\"Cid\" \"Dov\" 2 \"bG1 wS1-\" 3 1",
    ];
    assert_eq!(found.iter().map(of).collect::<Vec<_>>(), expected);
    // Black played the novelty, and won both games with it.
    let [score, low, high] =
        ["score", "score_low", "score_high"].map(|key| found[1][key].as_f64().unwrap());
    assert_eq!((score, high), (1.0, 1.0));
    assert!((0.34..0.35).contains(&low), "{low}");
    assert_eq!(found[1]["moves"], "wS1;bS1 -wS1;wQ wS1-;bQ -bS1");
}

#[test]
fn all_games_count_and_only_matching_ones_are_shown() {
    let folder = folder();
    let path = folder.path().to_str().unwrap();
    let all = rows(&["novelty", path]);
    for (args, shown) in [
        (&["--player", "Ann"][..], vec![0, 2]),
        (&["--where", "white = Bob"], vec![1]),
        (&["--last", "1"], vec![3]),
        (&["--game", "2"], vec![1]),
        (&["--min-games", "2"], vec![0, 1]),
        (&["--sort", "ply"], vec![0, 3, 1, 2]),
        (&["--sort", "reached", "--top", "2"], vec![0, 1]),
        (&["--sort", "earlier", "--top", "1"], vec![3]),
        (&["--sort", "score", "--top", "1"], vec![1]),
    ] {
        let expected: Vec<&Value> = shown.iter().map(|&i| &all[i]).collect();
        let found = rows(&[&["novelty", path], args].concat());
        assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{args:?}");
    }
    // Games of another collection are all earlier.
    let [first, second] = ["a.pgn", "b.pgn"].map(|name| folder.path().join(name));
    let [first, second] = [&first, &second].map(|path| path.to_str().unwrap());
    let found = rows(&["novelty", first, "--against", second]);
    assert_eq!((found.len(), &found[0]["ply"]), (1, &4.into()));
    // A game that is in both is a game of the input, and known once.
    assert_eq!(
        rows(&["novelty", first, "--against", first]),
        rows(&["novelty", first])
    );
    let players = rows(&["novelty", path, "--table", "players"]);
    let of = |row: &Value| {
        [
            "player",
            "games",
            "novelties",
            "novelty_score",
            "reply_score",
        ]
        .map(|key| row[key].to_string())
        .join(" ")
    };
    assert_eq!(
        players.iter().map(of).collect::<Vec<_>>(),
        [
            "\"Dov\" 4 2 0.5 0.0",
            "\"Ann\" 2 1 1.0 null",
            "\"Bob\" 1 0 null 0.0",
            "\"Cid\" 1 0 null 1.0",
        ]
    );
}

#[test]
fn related_games_are_pairs_of_different_games() {
    let folder = folder();
    let path = folder.path().to_str().unwrap();
    let with = |args: &[&str]| -> Vec<String> {
        let found = rows(&[&["related", "--expected", "6"], args].concat());
        let name = |row: &Value, key: &str| row[key].as_str().unwrap()[path.len() + 1..].to_owned();
        found
            .iter()
            .map(|row| {
                format!(
                    "{}-{} {}",
                    name(row, "path"),
                    name(row, "other_path"),
                    row["run"]
                )
            })
            .collect()
    };
    let found = with(&[path]);
    let expected = ["b.pgn-c.pgn 6", "a.pgn-b.pgn 4", "a.pgn-c.pgn 4"];
    assert_eq!(found[..3], expected);
    assert_eq!(with(&[path, path]), found, "a file that is named twice");
    let [a, c] = ["a.pgn", "c.pgn"].map(|name| format!("{path}/{name}"));
    assert_eq!(with(&["--with", &c, path, "--top", "1"]), ["c.pgn-b.pgn 6"]);
    assert_eq!(with(&["--with", &c, &a]), ["c.pgn-a.pgn 4"]);
    assert_eq!(with(&["--against", &c, &a]), ["c.pgn-a.pgn 4"]);
    assert_eq!(
        with(&["--where", "white = Bob", "--min-run", "5", path]),
        ["b.pgn-c.pgn 6"]
    );
    let none = run(&["related", &a]);
    assert_eq!((none.code, none.out.as_str()), (0, ""));
    assert_eq!(none.err, "note: no pair of games is related\n");
}
