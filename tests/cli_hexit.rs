//! The commands with games of Hex-It, and with games of both kinds.

use std::fs;
use std::path::Path;

use crate::schema::Schema;
use crate::skep::{run, run_with};
use serde_json::Value;

/// A folder with games of Hive and of Hex-It, sound and not.
fn mixed() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (from, to) in [
        ("cli/sound.uhp", "hive/sound.uhp"),
        ("cli/faults.uhp", "hive/faults.uhp"),
        ("boardspace/server-2024.sgf", "a.sgf"),
        ("hexit/boardspace/server.sgf", "b.sgf"),
        ("hexit/boardspace/bad-direction.sgf", "c.sgf"),
        ("hexit/boardspace/pro.sgf", "d.sgf"),
        ("hexit/games/blitz.hxt", "hexit/blitz.hxt"),
        ("hexit/games/standard-cut.hxt", "hexit/no-extension"),
    ] {
        let to = folder.path().join(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(Path::new("fixtures").join(from), to).unwrap();
    }
    let broken = "[Game \"Hex-It\"]\n[White \"Ann\"]\n\n1. N14 M13 2. N14-M13 N13 3. M14 1-0\n";
    fs::write(folder.path().join("broken.hxt"), broken).unwrap();
    folder
}

fn objects(text: &str) -> Vec<Value> {
    text.lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect()
}

#[test]
fn both_games_are_checked_in_one_run() {
    let folder = mixed();
    let path = folder.path().to_str().unwrap();
    let table = run(&["check", path]);
    assert_eq!(table.code, 1);
    assert!(table.out.contains(
        "error[illegal-move]: a distribution that makes prisoners was possible: M13-O13x"
    ));
    assert!(table.out.contains("game 1 of the file, Hex-It 39"));
    let row = |name: &str| table.out.lines().any(|l| l.starts_with(name));
    for name in [
        "Base",
        "Base+MLP",
        "Hex-It 19",
        "Hex-It 29",
        "Hex-It 39",
        "Hex-It 39 pro",
        "all",
    ] {
        assert!(row(name), "{name}:\n{}", table.out);
    }

    let json = run(&["check", "--format", "jsonl", path]);
    let schema = fs::read_to_string("fixtures/schema/skep-check.schema.json").unwrap();
    let schema = Schema::new(&schema);
    let all = objects(&json.out);
    for game in &all {
        assert_eq!(schema.errors(game), [""; 0], "{game}");
        let judged = game["game"] == "hex-it" && game["status"] != "unsupported";
        assert_eq!(game.get("score").is_some(), judged, "{game}");
    }
    let of = |end: &str| {
        let mut found = all
            .iter()
            .filter(|g| g["path"].as_str().unwrap().ends_with(end));
        found.next().unwrap_or_else(|| panic!("{end}"))
    };
    let blitz = of("blitz.hxt");
    assert_eq!(
        (&blitz["variant"], &blitz["status"]),
        (&"29".into(), &"ok".into())
    );
    assert_eq!(
        (&blitz["score"], &blitz["board_result"]),
        (&"9-16.5".into(), &"BlackWins".into())
    );
    assert_eq!(
        of("broken.hxt")["diagnostics"][0]["rule"],
        "prisoners-first"
    );
    assert_eq!(of("a.sgf")["game"], "hive");
    assert_eq!(of("b.sgf")["game"], "hex-it");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = mixed();
    let path = folder.path().to_str().unwrap();
    let games = run(&["random", "19", "-n", "300", "--seed", "3"]).out;
    fs::write(folder.path().join("many.hxt"), games).unwrap();
    for args in [
        vec!["check", "--remarks", path],
        vec!["check", "--format", "csv", path],
        vec!["convert", "-q", "--to", "jsonl", path],
        vec!["random", "exxit-blitz", "-n", "50", "--seed", "9"],
    ] {
        let with = |threads: &'static str| run(&[&args[..], &["--threads", threads]].concat());
        let one = with("1");
        assert!(one.out.len() > 1000, "{args:?}: {}", one.err);
        assert_eq!(one, with("5"), "{args:?}");
    }
}

#[test]
fn games_are_converted_there_and_back() {
    let game = "fixtures/hexit/games/blitz.hxt";
    let text = fs::read_to_string(game).unwrap();
    for format in ["hxt", "boardspace", "jsonl"] {
        let there = run(&["convert", "--verify", "--strict", "--to", format, game]);
        assert_eq!((there.code, there.err.as_str()), (0, ""), "{format}");
        let back = run_with(&["convert", "--to", "hxt", "-"], there.out.as_bytes());
        assert_eq!(
            (back.code, back.out.as_str()),
            (0, text.as_str()),
            "{format}"
        );
    }
    let uhp = run(&["convert", "--to", "uhp", game]);
    assert_eq!(uhp.code, 1);
    insta::assert_snapshot!(uhp.err, @"
    error: fixtures/hexit/games/blitz.hxt: cannot write games of Hex-It 29 as UHP
    0 games written, 1 game skipped
    ");
}

#[test]
fn positions_are_counted_and_listed() {
    let perft = |args: &[&str]| run(&[&["perft"], args].concat());
    for name in ["hex-it", "39", "exxit"] {
        let run = perft(&["--depth", "4", name]);
        assert_eq!(
            (run.code, run.out.as_str()),
            (0, "1\t4\n2\t12\n3\t14\n4\t34\n"),
            "{name}"
        );
    }
    let divided = perft(&["--depth", "2", "--divide", "19"]);
    assert_eq!(divided.out, "M13\t3\nN14\t3\nM14\t3\nN13\t3\ntotal\t12\n");
    assert_eq!(
        perft(&["--depth", "6", "--hash=1", "hex-it"]).out,
        perft(&["--depth", "6", "hex-it"]).out
    );

    let blitz = "fixtures/hexit/games/blitz.hxt";
    let moves = run(&["moves", "--ply", "3", blitz]);
    assert_eq!(moves.code, 0);
    let json = run(&["moves", "--ply", "3", "--format", "json", blitz]);
    let answer: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(
        (&answer["game"], &answer["variant"]),
        (&"hex-it".into(), &"29".into())
    );
    assert_eq!(
        (&answer["ply"], &answer["turn"]),
        (&3.into(), &"Black".into())
    );
    let texts = answer["moves"].as_array().unwrap().iter();
    let texts: Vec<&str> = texts.map(|m| m["text"].as_str().unwrap()).collect();
    assert_eq!(texts, moves.out.lines().collect::<Vec<_>>());
    let start: Value =
        serde_json::from_str(&run(&["moves", "--format", "json", "hex-it"]).out).unwrap();
    assert_eq!(start["moves"][0]["to"], serde_json::json!([12, -13]));
    let end = run(&["moves", blitz]);
    assert_eq!((end.code, end.out.as_str()), (0, ""));
    let beyond = run(&["moves", "--ply", "9999", blitz]);
    assert_eq!(beyond.code, 2);
}

#[test]
fn random_games_are_valid_and_stop_at_the_limit() {
    for name in ["hex-it", "exxit-blitz", "beginner"] {
        let games = run(&["random", name, "-n", "20", "--seed", "5"]);
        let check = run_with(&["check", "-"], games.out.as_bytes());
        assert_eq!(check.code, 0, "{name}: {}", check.out);
        assert_eq!(games.out.matches("[Game \"Hex-It\"]").count(), 20, "{name}");
    }
    let cut = run(&["random", "hex-it", "--max-plies", "9"]).out;
    assert!(cut.trim_end().ends_with(" *"), "{cut}");
    assert_eq!(run(&["random", "chess"]).code, 2);
}

#[test]
fn the_rules_of_both_games_are_explained() {
    let list = run(&["explain"]).out;
    assert!(list.contains("\nrules of Hive\n") && list.contains("\nrules of Hex-It\n"));
    let page = run(&["explain", "prisoners-first"]);
    assert_eq!(page.code, 0);
    assert!(
        page.out
            .starts_with("rule[prisoners-first] (Hex-It): a distribution")
    );
    // One name, a rule in each.
    let both = run(&["explain", "game-over"]).out;
    assert!(both.contains("rule[game-over] (Hive") && both.contains("rule[game-over] (Hex-It)"));
}

#[test]
fn every_name_of_a_game_type_works_everywhere() {
    let of = |name: &str| {
        let moves = run(&["moves", name]);
        let random = run(&["random", name, "-n", "1", "--seed", "5"]);
        let count = run(&[
            "count",
            "--where",
            &format!("variant = \"{name}\""),
            "fixtures/hexit/games",
        ]);
        let state = run(&["show", "--format", "state", name]);
        assert_eq!(
            (moves.code, random.code, count.code),
            (0, 0, 0),
            "{name}: {}",
            moves.err
        );
        assert_eq!(count.err, "", "{name}");
        (moves.out, random.out, count.out, state.out)
    };
    let blitz = of("hex-it-blitz");
    for name in [
        "29",
        "Hex-It 29",
        "hex-it 29",
        "HEX-IT-29",
        "hexit-29",
        "exxit-blitz",
    ] {
        assert_eq!(of(name), blitz, "{name}");
    }
    let standard = of("hex-it");
    for name in ["Hex-It 39", "hexit", "exxit"] {
        assert_eq!(of(name), standard, "{name}");
    }
    assert_ne!(standard, blitz);
    // Tables and puzzles name the variant in one way; check keeps its schema.
    let path = "fixtures/hexit/games/blitz-forced-chains.hxt";
    let variant = |args: &[&str]| {
        run(&[args, &["--format", "jsonl", path]].concat()).json_lines()[0]["variant"].clone()
    };
    assert_eq!(variant(&["list"]), "Hex-It 29");
    assert_eq!(variant(&["export", "--table", "games"]), "Hex-It 29");
    assert_eq!(variant(&["puzzles", "--moves", "2"]), "Hex-It 29");
    let solved = run(&["solve", "--moves", "1", "--format", "jsonl", path]).json_lines();
    assert_eq!(solved[0]["variant"], "Hex-It 29");
    assert_eq!(variant(&["check"]), "29");
}
