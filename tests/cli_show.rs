//! `skep show` from outside.

use std::fs;

use crate::skep::{run, run_with, skep};
use insta::assert_snapshot;

const GAME: &str = "Base+MLP;InProgress;White[4];wP;bP wP-;wQ /wP;bQ bP-;wB1 \\wP;bA1 bQ-";
const HEXIT: &str = "fixtures/hexit/games/standard-last-tile.hxt";

#[test]
fn a_position_as_text_with_moves_marked() {
    let run = run(&["show", GAME, "--moves-of", "wB1"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out);
    // A file tells the same as a GameString.
    let file = run_with(&["show", "-", "--moves-of", "wB1"], GAME.as_bytes());
    assert_eq!(file, run);
    let ascii = self::run(&["show", GAME, "--ascii", "--labels", "--ply", "5"]);
    assert!(ascii.out.is_ascii());
    assert_snapshot!(ascii.out);
}

#[test]
fn a_locale_without_unicode_gets_ascii() {
    let game =
        "Base;InProgress;White[5];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bB1 bQ-;wB1 wQ;bB1 bQ";
    let text = |locale: &str| {
        let output = skep(&["show", game])
            .env("LC_ALL", locale)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(text("C").is_ascii());
    assert!(text("de_DE.UTF-8").contains("wB1²"));
}

#[test]
fn a_range_of_plies_is_shown_one_after_the_other() {
    let run = run(&["show", GAME, "--ply", "2..4"]);
    let plies: Vec<&str> = run.out.lines().filter(|l| l.starts_with("Base")).collect();
    assert_eq!(
        plies,
        [
            "Base+MLP, ply 2, Black bP wP-; White to move",
            "Base+MLP, ply 3, White wQ /wP; Black to move",
            "Base+MLP, ply 4, Black bQ bP-; White to move",
        ]
    );
}

#[test]
fn a_game_that_is_not_sound_is_shown_up_to_its_fault() {
    let run = run(&["show", "fixtures/cli/faults.uhp", "--game", "2"]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("ply 2, Black bS1 wS1-"), "{}", run.out);
    assert!(run.err.contains("ply 3"), "{}", run.err);
}

#[test]
fn the_name_of_the_file_tells_what_to_write() {
    let folder = tempfile::tempdir().unwrap();
    for (name, first) in [
        ("a.png", &b"\x89PNG"[..]),
        ("a.svg", b"<svg "),
        ("a.gif", b"GIF89a"),
        ("a.txt", b"Base+MLP, ply 6"),
    ] {
        let path = folder.path().join(name);
        let run = run(&["show", GAME, "-o", path.to_str().unwrap(), "--size", "24"]);
        assert_eq!(
            (run.code, run.out.as_str(), run.err.as_str()),
            (0, "", ""),
            "{name}"
        );
        assert!(fs::read(&path).unwrap().starts_with(first), "{name}");
    }
    let svg = run(&[
        "show",
        HEXIT,
        "--format",
        "svg",
        "--animate",
        "--ply",
        "..9",
    ]);
    assert_eq!(svg.out.matches("<g class=").count(), 10);
}

#[test]
fn pictures_do_not_depend_on_the_order_of_arguments_or_the_time() {
    let args = [
        "show", HEXIT, "--ply", "50", "--format", "svg", "--theme", "dark",
    ];
    assert_eq!(run(&args), run(&args));
    let size = |n: &str| {
        run(&["show", HEXIT, "--format", "svg", "--size", n])
            .out
            .len()
    };
    assert_eq!(size("24"), size("32"));
}

#[test]
fn what_cannot_be_shown_is_refused_with_the_reason() {
    for (args, reason) in [
        (&["show", GAME, "--ply", "7"][..], "no ply 7; it has 6"),
        (&["show", GAME, "--game", "2"], "no game 2"),
        (
            &["show", "fixtures/cli/sound.uhp", "--game", "4"],
            "no game 4: found 3",
        ),
        (&["show", GAME, "--moves-of", "wX1"], "wX1 is not a piece"),
        (&["show", HEXIT, "--moves-of", "wA1"], "wA1 is not a cell"),
        (
            &["show", GAME, "--format", "png", "--ply", "1..2"],
            "--animate",
        ),
        (
            &["show", GAME, "--animate", "--format", "png"],
            "gif or svg",
        ),
        (&["show", GAME, "--ply", "x"], "expected a number of plies"),
        (&["show", GAME, "--size", "4"], "4 is not in 8..=1024"),
        (&["show", "nothing-here"], "not a file"),
    ] {
        let run = run(args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.contains(reason), "{args:?}: {}", run.err);
    }
}

/// Every game of the corpus fits a terminal of 80 columns.
#[test]
fn usual_games_fit_80_columns() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpus/pairs");
    let Ok(games) = fs::read_dir(corpus) else {
        println!("skipped: ../shared/corpus is not here");
        return;
    };
    for game in games.map(|g| g.unwrap().path()) {
        let run = run(&["show", game.to_str().unwrap()]);
        let board = run.out.lines().skip(2).take_while(|l| !l.is_empty());
        let widest = board.map(|l| l.chars().count()).max();
        assert!(
            widest.is_some_and(|w| w <= 80),
            "{}: {widest:?}",
            game.display()
        );
    }
}
