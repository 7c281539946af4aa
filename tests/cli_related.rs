//! `skep novelty` and `skep related`. `tests/recount` works out their numbers slowly, and the tests of skep-analysis
//! plant relays.

use std::fs;

use serde_json::Value;

use crate::skep::run;

/// Four games in a folder, by date: the second repeats three turns of the first, turned; the third repeats the second;
/// the fourth has no date and repeats the first turn only.
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

/// Ann opens as the three others do, and later plays another turn than they do.
#[test]
fn the_book_is_what_most_others_play() {
    let folder = tempfile::tempdir().unwrap();
    let line =
        "wS1 2. bS1 wS1- 3. wQ -wS1 4. bQ bS1- 5. wA1 -wQ 6. bA1 bQ- 7. wA2 -wA1 8. bA2 bA1-";
    let game = |white: &str, moves: &str| {
        format!(
            "[Game \"Hive\"]\n[White \"{white}\"]\n[Black \"?\"]\n[GameType \"Base\"]\n\n1. {line} 9. {moves}\n\n"
        )
    };
    let write = |name: &str, games: &[String]| {
        let path = folder.path().join(name);
        fs::write(&path, games.concat()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let others = ["Bob", "Cid", "Dov"].map(|name| game(name, "wA3 -wA2"));
    let all = write(
        "all.pgn",
        &[
            &others[..],
            &[game("Ann", "wG1 -wA2"), game("Ann", "wA3 -wA2")],
        ]
        .concat(),
    );
    let of = |args: &[&str]| -> Vec<String> {
        let keys = [
            "player",
            "games",
            "early",
            "early_followed",
            "late",
            "late_followed",
        ];
        let of = |row: &Value| keys.map(|key| row[key].to_string()).join(" ");
        rows(&[&["novelty", "--table", "book"], args].concat())
            .iter()
            .map(of)
            .collect()
    };
    let found = of(&[&all]);
    assert_eq!(found[0], "\"Ann\" 2 8 1.0 2 0.5");
    // Of the four others, three play the same.
    assert_eq!(found[1], "\"Bob\" 1 4 1.0 1 1.0");
    assert_eq!(
        of(&[&all, "--where", "white = Cid"]),
        ["\"Cid\" 1 4 1.0 1 1.0"]
    );
    // Games of --against count as games of other players, whatever their names are.
    let [own, book] = [
        write("own.pgn", &[game("Ann", "wG1 -wA2")]),
        write("book.pgn", &[1, 2, 3].map(|_| game("Ann", "wA3 -wA2"))),
    ];
    assert_eq!(of(&[&own]), ["\"Ann\" 1 0 null 0 null"]);
    assert_eq!(of(&[&own, "--against", &book]), ["\"Ann\" 1 4 1.0 1 0.0"]);
    let sorted = run(&["novelty", "--table", "book", "--sort", "ply", &own]);
    insta::assert_snapshot!(sorted.err, @"error: --sort does not apply to --table book; use --table novelties");
}

/// The positions in an index give the same novelties as a replay of its games.
#[test]
fn an_index_has_the_same_novelties() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let random = path("random");
    fs::create_dir(&random).unwrap();
    // In Hive with few pieces, positions repeat. In Hex-It, players pass.
    for variant in ["Base", "Base+MLP", "Hex-It 19", "Venom"] {
        let made = run(&["random", "-n", "60", variant, "--max-plies", "200"]);
        assert_eq!(made.code, 0, "{}", made.err);
        fs::write(folder.path().join("random").join(variant), made.out).unwrap();
    }
    let index = path("games.skepdb");
    let games = ["fixtures/games", "fixtures/select", &random];
    let made = run(&[&["index", "-o", &index], &games[..]].concat());
    assert_eq!(made.code, 0, "{}", made.err);
    let rows = |args: &[&str]| run(&[args, &["--format", "jsonl"]].concat()).json_lines();
    for args in [&[][..], &["--table", "players"], &["--where", "plies > 30"]] {
        let found = rows(&[&["novelty", &index], args].concat());
        // All games are replayed if some are chosen by number.
        let expected = rows(&[&["novelty", &index, "--last", "100000"], args].concat());
        assert!(found.len() > 10);
        assert_eq!(found, expected, "{args:?}");
    }
    let new = "fixtures/games/league.zip";
    let copy = path("copy.zip");
    fs::copy(new, &copy).unwrap();
    let found = rows(&["novelty", &copy, "--against", &index]);
    assert_eq!(found.len(), 30);
    // Each game is in the index, so it is not new.
    assert!(found.iter().all(|row| row["ply"].is_null()));
    let found = rows(&["novelty", &index, "--against", new]);
    assert_eq!(
        found,
        rows(&["novelty", &index, "--last", "100000", "--against", new])
    );
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
        (&["--sort", "reached", "--limit", "2"], vec![0, 1]),
        (&["--sort", "earlier", "--limit", "1"], vec![3]),
        (&["--sort", "score", "--limit", "1"], vec![1]),
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
            "novelty_gain",
            "reply_score",
        ]
        .map(|key| row[key].to_string())
        .join(" ")
    };
    assert_eq!(
        players.iter().map(of).collect::<Vec<_>>(),
        [
            "\"Dov\" 4 2 0.5 0.166667 0.0",
            "\"Ann\" 2 1 1.0 null null",
            "\"Bob\" 1 0 null null 0.0",
            "\"Cid\" 1 0 null null 1.0",
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
    assert_eq!(
        with(&[&c, "--against", path, "--limit", "1"]),
        ["b.pgn-c.pgn 6"]
    );
    assert_eq!(with(&["--against", &c, &a]), ["c.pgn-a.pgn 4"]);
    assert_eq!(
        with(&["--where", "white = Bob", path]),
        ["b.pgn-c.pgn 6", "a.pgn-b.pgn 4", "b.pgn-d.pgn 2"]
    );
    let none = run(&["related", &a]);
    assert_eq!((none.code, none.out.as_str()), (0, ""));
    let note = "note: no related games found; positions of openings do not count: for the games of an opening, \
                use skep list --where 'reaches(\"wL bS1\")'\n";
    assert_eq!(none.err, note);
}

const START: &str = "Base;InProgress;White[5];wA1;bA1 wA1-;wQ -wA1;bQ bA1-;wA2 -wQ;bA2 bQ-;wA2 wQ/;bA2 bQ\\;wA2 -wQ;bA2 bQ-";

#[test]
fn a_game_is_known_by_its_place_or_its_text() {
    let novelties = |args: &[&str]| -> Vec<String> {
        let found = rows(&[&["novelty"], args].concat());
        found
            .iter()
            .map(|row| format!("{} {} {}", row["ply"], row["move"], row["before"]))
            .collect()
    };
    let [spider, ant] = ["S1", "A1"].map(|bug| format!("Base;InProgress;White[2];wS1;b{bug} wS1-"));
    assert_eq!(
        novelties(&[&spider, &ant]),
        ["1 \"wS1\" 0", "2 \"bA1 wS1-\" 1"]
    );
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let file = path("a.uhp");
    fs::write(&file, &spider).unwrap();
    let other = path("./a.uhp");
    assert_eq!(novelties(&[&file, "--against", &other]), ["1 \"wS1\" 0"]);
    // The second game comes back to a position before it leaves the first.
    let longer = format!("{START};wS1 -wA2");
    let black = longer.replacen("White[5]", "Black[6]", 1);
    assert_eq!(novelties(&[START, &black])[1], "11 \"wS1 -wA2\" 1");
}

#[test]
fn a_date_without_a_day_is_at_the_end_of_its_month() {
    let folder = tempfile::tempdir().unwrap();
    let mut paths = Vec::new();
    for date in ["2024.??.??", "2024.03.??", "2024.03.31", "2025.01.01"] {
        let path = folder.path().join(format!("{}.pgn", paths.len()));
        fs::write(
            &path,
            format!("[Date \"{date}\"]\n[GameType \"Base\"]\n\n1. wS1\n"),
        )
        .unwrap();
        paths.push(path.to_str().unwrap().to_owned());
    }
    let first = |paths: &[String]| {
        let args: Vec<&str> = std::iter::once("novelty")
            .chain(paths.iter().map(String::as_str))
            .collect();
        let rows = rows(&args);
        rows.iter().position(|row| !row["ply"].is_null()).unwrap()
    };
    assert_eq!(first(&paths), 2, "a whole date");
    assert_eq!(
        first(&[&paths[..2], &paths[3..]].concat()),
        1,
        "the month, then the year"
    );
    assert_eq!(
        first(&[&paths[..1], &paths[3..]].concat()),
        0,
        "the year, then the next year"
    );
}

#[test]
fn options_that_do_not_apply_are_refused() {
    let mut told = String::new();
    for args in [
        &["novelty", START, "--table", "players", "--sort", "ply"][..],
        &["related", START, "--expected", "nan"],
        &["related", START, "--expected=-1"],
    ] {
        let refused = run(args);
        assert_eq!(refused.code, 2, "{args:?}");
        told += &refused.err;
    }
    insta::assert_snapshot!(told, @"
    error: --sort does not apply to --table players; use --table novelties
    error: invalid value 'nan' for '--expected <N>': expected a number greater than 0

    For more information, try '--help'.
    error: invalid value '-1' for '--expected <N>': expected a number greater than 0

    For more information, try '--help'.
    ");
}

#[test]
fn copies_that_too_many_games_share_are_said() {
    let folder = tempfile::tempdir().unwrap();
    let mut told = String::new();
    for (copies, pairs) in [(8, 28), (9, 0)] {
        let path = folder.path().join("copies.uhp");
        fs::write(&path, format!("{START}\n").repeat(copies)).unwrap();
        let found = run(&[
            "related",
            "--expected",
            "1000",
            "--format",
            "jsonl",
            path.to_str().unwrap(),
        ]);
        assert_eq!(
            (found.code, found.json_lines().len()),
            (0, pairs),
            "{}",
            found.err
        );
        told += &found.err;
    }
    insta::assert_snapshot!(told, @r#"
    note: skipped 9 games: more than 8 games reach each of their positions; to find copies, use skep dedup
    note: no related games found; positions of openings do not count: for the games of an opening, use skep list --where 'reaches("wL bS1")'
    "#);
}

#[test]
fn groups_of_numbers_are_in_the_order_of_numbers() {
    let found = rows(&[
        "stats",
        "--by",
        "plies",
        "--table",
        "results",
        "fixtures/games",
    ]);
    let plies: Vec<u64> = found
        .iter()
        .map(|row| row["plies"].as_u64().unwrap())
        .collect();
    assert!(plies.len() > 20 && plies.is_sorted(), "{plies:?}");
}
