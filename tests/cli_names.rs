//! `--aliases` in every command that reads games.

use std::fs;

use crate::cli_typing::commands;
use crate::skep::{TestFolder, run};

const LEAGUE: &str = "fixtures/games/league.zip";

/// A folder with a file that gives Bela and Emre the name Anna.
fn aliases() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("players.tsv");
    fs::write(&path, "Anna\tBela\tEmre\n").unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn every_command_that_chooses_games_knows_the_names() {
    for command in commands() {
        let help = run(&[&command, "--help"]).out;
        assert_eq!(
            help.contains("  --where <EXPR>"),
            help.contains("  --aliases <FILE|OLD=NEW>"),
            "{command}"
        );
    }
}

#[test]
fn a_filter_sees_the_new_names_everywhere() {
    let (folder, names) = aliases();
    let index = folder.path().join("a.skepdb");
    let index = index.to_str().unwrap();
    let page = folder.path().join("a.html");
    let page = page.to_str().unwrap();
    for args in [
        &["check", LEAGUE][..],
        &["show", LEAGUE],
        &["solve", LEAGUE],
        &["annotate", LEAGUE],
        &["diff", "--game-b", "2", LEAGUE, LEAGUE],
        &["related", LEAGUE],
        &["index", "-o", index, LEAGUE],
        &["list", LEAGUE],
        &["count", LEAGUE],
        &["stats", LEAGUE],
        &["players", LEAGUE],
        &["export", "--table", "games", "--format", "csv", LEAGUE],
        &["report", LEAGUE, "-o", page],
        &["novelty", LEAGUE],
        &["sort", "--to", "pgn", LEAGUE],
        &["convert", "--to", "pgn", LEAGUE],
    ] {
        let selected = |more: &[&str]| run(&[args, &["--where", "white = Anna"], more].concat());
        let without = selected(&[]);
        assert_ne!(without.code, 0, "{args:?}");
        let with = selected(&["--aliases", &names]);
        assert!(with.code < 2, "{args:?}: {}", with.err);
        assert!(
            !with.err.contains("no game matches"),
            "{args:?}: {}",
            with.err
        );
        let missing = selected(&["--aliases", "nothing.tsv"]);
        assert_eq!(missing.code, 2, "{args:?}");
        assert!(
            missing.err.contains("nothing.tsv"),
            "{args:?}: {}",
            missing.err
        );
    }
}

#[test]
fn new_names_are_shown_and_written() {
    let (_folder, names) = aliases();
    let with = ["--aliases", &names, "--where", "white = Anna", LEAGUE];
    let caption = run(&[&["show"], &with[..]].concat());
    assert!(caption.out.contains("Anna"), "{}", caption.out);
    let games = run(&[&["annotate", "--to", "pgn"], &with[..]].concat()).out;
    assert!(games.contains("[White \"Anna\"]"), "{games}");
    assert!(!games.contains("[White \"Bela\"]"));
    // The same number as without the file, with all names.
    let all = run(&["count", "--where", "white in (Bela, Emre)", LEAGUE]);
    assert_eq!(run(&[&["count"], &with[..]].concat()).out, all.out);
}

#[test]
fn an_index_keeps_the_names_of_the_records() {
    let (folder, names) = aliases();
    let index = folder.path().join("a.skepdb");
    let index = index.to_str().unwrap();
    let made = run(&[
        "index",
        "--player",
        "Anna",
        "--aliases",
        &names,
        LEAGUE,
        "-o",
        index,
    ]);
    assert_eq!(made.code, 0, "{}", made.err);
    let of_index = run(&["count", "--by", "white", index]).out;
    assert!(
        of_index.contains("Bela") && !of_index.contains("Anna"),
        "{of_index}"
    );
    // The names of the file are not in the index.
    let args = ["count", "--by", "player", "--aliases", &names];
    let renamed = run(&[&args[..], &[index]].concat()).out;
    let player = ["--where", "player in (Bela, Emre)", LEAGUE];
    assert_eq!(
        renamed,
        run(&[&args[..], &["--player", "Anna", LEAGUE]].concat()).out
    );
    assert_eq!(
        run(&["count", index]).out,
        run(&[&["count"], &player[..]].concat()).out
    );
}

/// Games between Ann, a guest and Anonymous, with results.
fn games_with_guests() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let games = [
        ("Ann", "guest", "1-0"),
        ("Guest17", "Ann", "1-0"),
        ("Ann", "Bob", "1/2-1/2"),
        ("guest", "Anonymous", "0-1"),
        ("Bob", "Cid", "1-0"),
    ];
    let text = games.map(|(white, black, result)| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"2024.03.09\"]\n[GameType \"Base\"]\n[Result \"{result}\"]\n\n1. wS1\n2. bS1 wS1-\n{result}\n\n")
    });
    fs::write(&path, text.concat()).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn names_of_nobody_have_no_row_and_no_rating() {
    let (folder, games) = games_with_guests();
    let players = |more: &[&str]| {
        let made = run(&[&["players", "--format", "jsonl"], more, &[&games]].concat());
        let rows: Vec<String> = made
            .json_lines()
            .iter()
            .map(|row| format!("{} {}", row["player"].as_str().unwrap(), row["games"]))
            .collect();
        (rows.join(", "), made.err)
    };
    let (rows, told) = players(&[]);
    assert_eq!(rows, "Ann 3, Bob 2, Cid 1");
    assert!(
        told.contains("left out 3 names that are not players: guest (2 games)"),
        "{told}"
    );
    assert!(
        told.contains("skipped 1 game without a known player"),
        "{told}"
    );
    // A player who is asked for is somebody.
    let (rows, told) = players(&["--player", "guest"]);
    assert!(rows.contains("guest 2"), "{rows}");
    assert!(!told.contains("not players"), "{told}");
    let file = |text: &str| {
        let path = folder.path().join("names.txt");
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let everybody = players(&["--aliases", &file("not a player:\n")]);
    assert_eq!(
        everybody.0,
        "Ann 3, Bob 2, guest 2, Anonymous 1, Cid 1, Guest17 1"
    );
    let own = players(&["--aliases", &file("not a player = Bob\nGuest17 = Ann\n")]);
    assert_eq!(own.0, "Ann 4, guest 2, Anonymous 1, Cid 1");
    assert!(
        own.1.contains("left out 1 name that is not a player: Bob"),
        "{}",
        own.1
    );
    for table in ["players", "book"] {
        let made = run(&["novelty", "--table", table, "--format", "jsonl", &games]);
        let rows = made.json_lines();
        assert!(!rows.is_empty());
        for row in rows {
            assert!(
                ["Ann", "Bob", "Cid"].contains(&row["player"].as_str().unwrap()),
                "{row}"
            );
        }
    }
}

#[test]
fn a_given_rating_moves_all_ratings() {
    let (folder, games) = games_with_guests();
    let ratings = |text: &str| {
        let path = folder.path().join("names.txt");
        fs::write(&path, text).unwrap();
        let made = run(&[
            "players",
            "--sort",
            "name",
            "--format",
            "jsonl",
            "--aliases",
            path.to_str().unwrap(),
            &games,
        ]);
        let rows = made.json_lines();
        let ratings = rows.iter().map(|row| row["rating"].as_f64().unwrap());
        (ratings.collect::<Vec<_>>(), made.err)
    };
    let (free, _) = ratings("");
    let (moved, told) = ratings("rating 2000 = Bob\nrating 1000 = Zoe\n");
    assert!(told.contains("no game of Zoe"), "{told}");
    let shift = moved[1] - free[1];
    assert_eq!(moved[1], 2000.0);
    for (free, moved) in free.iter().zip(&moved) {
        assert!((moved - free - shift).abs() < 0.01, "{free} {moved}");
    }
    let (fixed, _) = ratings("rating 1900 = Ann\nrating 1500 = Cid\n");
    assert_eq!((fixed[0], fixed[2]), (1900.0, 1500.0));
    assert!(1500.0 < fixed[1] && fixed[1] < 2000.0, "{fixed:?}");
}

/// The two spellings of `Zoë`: as most programs write it, and as macOS does.
const SPELLINGS: [&str; 2] = ["Zoë", "Zoe\u{308}"];

/// Writes games of these players with these moves.
fn write_games(path: &str, games: &[(&str, &str)]) {
    let games = games.iter().map(|(white, moves)| {
        format!("[White \"{white}\"]\n[Black \"Ann\"]\n[GameType \"Base\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n")
    });
    fs::write(path, games.collect::<String>()).unwrap();
}

#[test]
fn a_name_is_one_name_in_both_spellings_of_its_accents() {
    let folder = TestFolder::new();
    let (games, index) = (folder.path("games.pgn"), folder.path("games.skepdb"));
    let moves = ["1. wS1", "1. wA1", "1. wG1"];
    let [composed, apart] = SPELLINGS;
    write_games(
        &games,
        &[(composed, moves[0]), (apart, moves[1]), ("Zoe", moves[2])],
    );
    assert_eq!(run(&["index", &games, "-o", &index]).code, 0);
    let names = |file: &str, spelling: &str| {
        let path = folder.path(file);
        fs::write(&path, format!("Ada\t{}\n", spelling.to_uppercase())).unwrap();
        path
    };
    for input in [&games, &index] {
        let shown = |args: &[&str]| {
            let made = run(&[args, &[input]].concat());
            assert!(made.code < 2, "{args:?}: {}", made.err);
            made.out
        };
        for args in [
            &["count", "--by", "white", "--format", "csv"][..],
            &["players", "--columns", "player,games", "--format", "csv"],
        ] {
            let rows = shown(args);
            let zoes = rows.lines().filter(|row| row.contains("Zo"));
            assert_eq!(zoes.count(), 2, "{args:?}: {rows}");
        }
        for name in SPELLINGS {
            let white = format!("white = \"{}\"", name.to_uppercase());
            for filter in [
                &white[..],
                &format!("white ~ \"{}\"", &name[1..]),
                &format!("white ~ /^{name}$/"),
                &format!("white in (\"{name}\", nobody)"),
                &format!("tag(White) = \"{name}\""),
                &format!("winner = \"{name}\""),
            ] {
                assert_eq!(shown(&["count", "--where", filter]), "2\n", "{filter}");
            }
            assert_eq!(shown(&["count", "--player", name]), "2\n");
            for command in ["players", "openings", "puzzles"] {
                let of_one = shown(&[command, "--player", name, "--format", "jsonl"]);
                let of_other = shown(&[command, "--player", SPELLINGS[0], "--format", "jsonl"]);
                assert_eq!(of_one, of_other, "{command}");
            }
            let aliases = names("names.txt", name);
            let renamed = ["count", "--aliases", &aliases, "--where", "white = Ada"];
            assert_eq!(shown(&renamed), "2\n");
        }
    }
}

#[test]
fn games_are_duplicates_in_both_spellings_of_a_name() {
    let folder = TestFolder::new();
    let (games, index) = (folder.path("games.pgn"), folder.path("games.skepdb"));
    let all = [SPELLINGS[0], SPELLINGS[1], "Zoe"].map(|name| (name, "1. wS1"));
    write_games(&games, &all);
    let kept = run(&["dedup", &games]).out;
    assert_eq!(kept.matches("[White").count(), 2, "{kept}");
    assert_eq!(run(&["index", &games, "-o", &index]).code, 0);
    assert_eq!(run(&["count", &index]).out, "2\n");
    let [one, other] = ["a.pgn", "b.pgn"].map(|name| folder.path(name));
    write_games(&one, &all[..1]);
    write_games(&other, &all[1..2]);
    let diff = run(&["diff", &one, &other]);
    assert_eq!(diff.code, 0, "{}", diff.out);
}

/// A path of macOS is compared in the same way.
#[test]
fn a_path_is_one_path_in_both_spellings_of_its_accents() {
    let folder = TestFolder::new();
    for (name, file) in SPELLINGS.into_iter().zip(["a", "b"]) {
        let path = folder.path(&format!("{file}-{name}.uhp"));
        fs::copy("fixtures/games/hive.uhp", &path).unwrap();
        let expected = run(&["count", &path]).out;
        for typed in SPELLINGS {
            for filter in [format!("path ~ \"{typed}\""), format!("path ~ /{typed}/")] {
                let made = run(&["count", "--where", &filter, &path]);
                assert_eq!(made.out, expected, "{filter}: {}", made.err);
            }
        }
    }
}

#[test]
fn one_name_is_replaced_without_a_file() {
    let league = "fixtures/games/league.zip";
    let renamed = ["--aliases", "ada = Ada Lee", league];
    let count = |args: &[&str]| run(&[&["count"], args, &renamed].concat()).out;
    assert_eq!(count(&["--player", "Ada Lee"]), "10\n");
    assert_eq!(count(&["--where", "player = Ada"]), "0\n");
    let games = run(&[&["convert", "--to", "pgn"][..], &renamed].concat());
    assert!(
        games
            .err
            .contains("--aliases replaced 10 names in 10 games")
    );
    assert!(games.out.contains("[White \"Ada Lee\"]") && !games.out.contains("\"Ada\""));
    assert_eq!(run(&["count", "--aliases", "=Ada", league]).code, 2);
    // A file of this name is a file.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a=b");
    fs::write(&path, "Ada Lee\tAda\n").unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(
        run(&["count", "--player", "Ada Lee", "--aliases", path, league]).out,
        "10\n"
    );
}
