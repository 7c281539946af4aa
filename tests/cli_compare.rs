//! `skep diff` and `skep annotate` from outside.

mod skep;

use std::fs;

use insta::assert_snapshot;
use skep::{run, run_with};

const GAME: &str = "Base+MLP;InProgress;White[4];wP;bP wP-;wQ /wP;bQ bP-;wB1 \\wP;bA1 bQ-";
/// The same with other references and other numbers.
const RESPELLED: &str = "Base+MLP;InProgress;White[4];wP;bP wP-;wQ /wP;bQ bP-;wB2 -wP/;bA3 bQ-";

fn diff(a: &str, b: &str, more: &[&str]) -> skep::Run {
    run(&[&["diff", a, b], more].concat())
}

#[test]
fn a_game_is_the_same_as_itself_in_every_notation() {
    let folder = tempfile::tempdir().unwrap();
    let sgf = "fixtures/boardspace/server-2024.sgf";
    for to in ["uhp", "pgn", "boardspace", "jsonl"] {
        let path = folder.path().join(to);
        let file = path.to_str().unwrap();
        assert_eq!(run(&["convert", "--to", to, sgf, "-o", file]).code, 0);
        let run = diff(sgf, file, &["--moves-only"]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
        assert!(run.out.contains("all 11 plies are the same"), "{}", run.out);
    }
    let other = "fixtures/hexit/games/blitz.hxt";
    assert_eq!(diff(other, other, &[]).code, 0);
    assert_eq!(diff(sgf, other, &[]).code, 1);
}

#[test]
fn spelling_is_no_difference() {
    let respelled = RESPELLED.replace("-wP/", "\\wP");
    let run = diff(GAME, &respelled, &["--spelling"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out);
}

#[test]
fn the_first_ply_that_differs_is_told() {
    let other = GAME.replace("bA1 bQ-", "bA1 bQ/");
    let run = diff(GAME, &other, &[]);
    assert_eq!(run.code, 1);
    assert_snapshot!(run.out);
    let shorter = GAME
        .rsplit_once(';')
        .unwrap()
        .0
        .replace("White[4]", "Black[3]");
    let run = diff(GAME, &shorter, &[]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("ply 6 differs"), "{}", run.out);
    assert!(run.out.contains("(no more turns)"), "{}", run.out);
}

#[test]
fn results_and_tags_differ_apart_from_the_moves() {
    let games = "fixtures/select/games.pgn";
    let run = run(&["diff", games, games, "--game-a", "1", "--game-b", "2"]);
    assert_eq!(run.code, 1);
    assert_snapshot!(run.out);
    let won = GAME.replace("InProgress", "WhiteWins");
    assert_eq!(diff(GAME, &won, &[]).code, 1);
    assert_eq!(diff(GAME, &won, &["--moves-only"]).code, 0);
}

#[test]
fn a_record_that_cannot_be_read_is_trouble() {
    assert_eq!(diff(GAME, "nothing-here", &[]).code, 2);
    assert_eq!(diff("-", "-", &[]).code, 2);
    let run = run_with(&["diff", "-", GAME], GAME.as_bytes());
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn facts_are_added_as_comments() {
    let run = run(&[
        "annotate",
        "fixtures/boardspace/server-2024.sgf",
        "--to",
        "pgn",
    ]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out);
    let hexit = self::run(&["annotate", "fixtures/hexit/games/beginner.hxt"]);
    assert_eq!(hexit.code, 0);
    assert!(hexit.out.contains("points: "), "{}", hexit.out);
}

/// What is annotated is the same game with more comments, in every notation, and so it reads.
#[test]
fn annotated_games_are_still_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    for (game, to) in [
        ("fixtures/boardspace/server-2024.sgf", "pgn"),
        ("fixtures/boardspace/server-2024.sgf", "boardspace"),
        ("fixtures/boardspace/server-2024.sgf", "jsonl"),
        ("fixtures/hexit/games/blitz.hxt", "hxt"),
        ("fixtures/hexit/games/blitz.hxt", "boardspace"),
        ("fixtures/cli/sound.uhp", "pgn"),
    ] {
        let path = folder.path().join("annotated");
        let file = path.to_str().unwrap();
        let made = run(&["annotate", game, "--to", to, "-o", file]);
        assert_eq!((made.code, made.err.as_str()), (0, ""), "{game} {to}");
        let run = diff(game, file, &["--moves-only"]);
        assert_eq!(run.code, 0, "{game} {to}: {}", run.out);
        let plies = run
            .out
            .split("all ")
            .nth(1)
            .unwrap()
            .split(' ')
            .next()
            .unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let games = self::run(&["count", file])
            .out
            .trim()
            .parse::<usize>()
            .unwrap();
        if games == 1 {
            let comments = text.matches(" moves").count() + text.matches("1 move;").count();
            assert_eq!(comments.to_string(), plies, "{game} {to}");
        }
    }
    // The comment of a ply stands with it, before the next player's steps.
    let sgf = run(&["annotate", "fixtures/boardspace/server-2024.sgf"]).out;
    assert!(
        sgf.contains("P0[3 Done ]TM[5000]C[7 moves; 5.0 s]\n; P1["),
        "{sgf}"
    );
}

#[test]
fn facts_are_rows_of_a_table() {
    let run = run(&["annotate", "--to", "csv", "fixtures/cli/faults.uhp"]);
    assert_eq!(run.code, 1);
    assert_snapshot!(run.out.lines().take(24).collect::<Vec<_>>().join("\n"));
    let one = |threads: &str| {
        self::run(&[
            "annotate",
            "--to",
            "csv",
            "--threads",
            threads,
            "fixtures/hexit/games",
        ])
        .out
    };
    assert_eq!(one("1"), one("3"));
}

#[test]
fn games_that_are_not_sound_are_written_as_they_are() {
    let run = run(&["annotate", "fixtures/cli/faults.uhp"]);
    assert_eq!(run.code, 1);
    let text = fs::read_to_string("fixtures/cli/faults.uhp").unwrap();
    let unsound = text.lines().nth(1).unwrap();
    assert!(run.out.contains(unsound), "{}", run.out);
    assert!(run.err.contains("ply 3"), "{}", run.err);
}
