//! `--aliases` in every command that reads games.

use std::fs;

use crate::cli_typing::commands;
use crate::skep::run;

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
            help.contains("  --aliases <FILE>"),
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
