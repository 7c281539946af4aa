//! `skep solve`: forced wins from outside.

use crate::skep::{run, run_with};
use insta::assert_snapshot;
use serde_json::Value;

/// White's Pillbug can throw the queen of Black into the centre of White's pieces.
pub const THROW: &str = r"Base+P;wP;bS1 -wP;wA1 wP/;bP \bS1;wS1 \wA1;bQ /bS1;wQ wP\;bQ bS1\;wG1 wA1/;bG1 /bS1;wA2 \wS1;bB1 \bP";

/// Its solution.
const SOLUTION: &str = r"bQ /wS1;bS2 /bP;wG1 /wA2";

fn json(args: &[&str]) -> Vec<Value> {
    let run = run(&[&["solve", "--format", "jsonl"], args].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    run.json_lines()
}

#[test]
fn a_win_has_its_first_turns_and_a_line() {
    let run = run(&["solve", THROW]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out, @r"
    White wins in 2 (3 plies)
      first: bQ /wS1
      line: bQ /wS1; bS2 /bP; wG1 /wA2
    ");
    let one = self::run(&["solve", "--moves", "1", THROW]);
    assert_eq!(one.out, "White cannot force a win within 1 turn\n");
}

#[test]
fn json_is_one_object_per_position() {
    let answers = json(&[THROW]);
    let [answer] = &answers[..] else {
        panic!("{answers:?}");
    };
    assert_eq!(answer["win_in"], 2);
    assert_eq!(answer["plies"], 3);
    assert_eq!(answer["first"], serde_json::json!([r"bQ /wS1"]));
    assert_eq!(answer["line"].as_array().unwrap().len(), 3);
    assert_eq!(answer["loses_in"], Value::Null);
    assert!(answer["nodes"].as_u64().unwrap() > 0);
    for absent in ["threat", "proof", "verified", "problem"] {
        assert!(answer.get(absent).is_none(), "{absent}");
    }
    let games = json(&["fixtures/games/hive.uhp", "--ply", "10"]);
    assert_eq!(games.len(), 3);
    assert!(games.iter().all(|game| game["ply"] == 10), "{games:?}");
}

#[test]
fn a_lost_position_and_a_threat_are_named() {
    let game = format!("{THROW};bQ /wS1");
    let run = run(&["solve", "--threat", &game]);
    assert_snapshot!(run.out, @r"
    Black loses: after every turn, White wins within 1
      line: bS2 /bP; wG1 /wA2
      threat: White wins in 1 (1 ply) if Black passes
        first: wG1 /wA2 | wA2 -wS1
    ");
    let none = self::run(&["solve", "--threat", "--moves", "1", THROW]);
    assert!(
        none.out.ends_with("  threat: none within 1 turn\n"),
        "{}",
        none.out
    );
}

#[test]
fn the_proof_has_every_reply() {
    let answers = json(&["--proof", THROW]);
    let tree = answers[0]["proof"].as_array().unwrap();
    assert_eq!(tree.len(), 1);
    let replies: Vec<&str> = tree[0]["replies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|reply| reply["turn"].as_str().unwrap())
        .collect();
    let legal = run(&["moves", &format!("{THROW};bQ /wS1")]);
    assert_eq!(replies, legal.out.lines().collect::<Vec<_>>());
    // Each answer wins: the game is over after it.
    for reply in tree[0]["replies"].as_array().unwrap() {
        let mut game = format!("{THROW};bQ /wS1;{}", reply["turn"].as_str().unwrap());
        for answer in reply["answers"].as_array().unwrap() {
            game += &format!(";{}", answer["turn"].as_str().unwrap());
        }
        let written = run(&["convert", "--to", "uhp", "--state", "board", &game]);
        assert!(
            written.out.contains(";WhiteWins;"),
            "{game}: {}",
            written.out
        );
    }
    let text = run(&["solve", "--proof", THROW]);
    assert!(
        text.out.contains("after bB1 /wA2 loses at once\n"),
        "{}",
        text.out
    );
}

#[test]
fn the_solution_of_a_puzzle_is_checked() {
    let right = format!("{THROW} 3 {SOLUTION}");
    let run = run(&["solve", "--verify", &right]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(run.out.ends_with("  solution: right\n"), "{}", run.out);
    assert_eq!(run.err, "note: checked 1 solution: 0 wrong\n");
    for (solution, problem) in [
        (
            r"5 bQ /wS1;bS2 /bP;wG1 /wA2",
            "states a win in 3 (5 plies), but a win in 2 (3 plies) can be forced",
        ),
        (r"1 bQ /wS1", "no win can be forced in 1"),
        (
            r"2 bQ /wS1;bS2 /bP",
            "a win takes an odd number of plies, not 2",
        ),
        (r"13 bQ /wS1", "13 plies are too many to search"),
        (r"3 wA2 /bQ;bS2 /bP;wG1 /wA2", r"wA2 bG1\ does not win in 2"),
        (
            r"3 bQ /wS1;bS2 /bP;wQ /wA2",
            "the line is not legal on ply 15: wQ cannot go there",
        ),
        (r"3 bQ /wS1;bS2 /bP;wB1 wQ\", r"wB1 wQ\ does not win in 1"),
        (r"3 bQ /wS1;bS2 /bP", "the line does not end with the win"),
    ] {
        let run = self::run(&["solve", "--verify", &format!("{THROW} {solution}")]);
        assert_eq!(run.code, 1, "{solution}");
        assert!(
            run.out.contains("  solution: wrong: "),
            "{solution}: {}",
            run.out
        );
        assert!(run.out.contains(problem), "{solution}: {}", run.out);
    }
    let huge = format!("{THROW} 99999999999999999999 {SOLUTION}");
    let huge = self::run(&["solve", "--verify", &huge]);
    let why = "wrong: 99999999999999999999 plies are too many to search\n";
    assert!(huge.code == 1 && huge.out.ends_with(why), "{}", huge.out);
    // The search looks as far as the solution, so an option cannot contradict it.
    for option in [["--moves", "1"], ["--ply", "3"]] {
        let run = self::run(&[&["solve", "--verify", &right], &option[..]].concat());
        assert_eq!(run.code, 2);
        assert!(run.err.contains("cannot be used with"), "{}", run.err);
    }
    let none = self::run(&["solve", "--verify", THROW]);
    assert_eq!(none.code, 1);
    assert!(
        none.err.contains("the record has no solution"),
        "{}",
        none.err
    );
}

#[test]
fn puzzles_can_be_piped() {
    let lines = format!("{THROW} 3 {SOLUTION}\n{THROW} 5 {SOLUTION}\n");
    let run = run_with(
        &["solve", "--verify", "--format", "jsonl"],
        lines.as_bytes(),
    );
    assert_eq!(run.code, 1, "{}", run.err);
    let answers = run.json_lines();
    let verified: Vec<&Value> = answers.iter().map(|answer| &answer["verified"]).collect();
    assert_eq!(verified, [&Value::Bool(true), &Value::Bool(false)]);
    assert_eq!(
        answers[1]["problem"],
        "states a win in 3 (5 plies), but a win in 2 (3 plies) can be forced"
    );
}

#[test]
fn every_game_can_be_searched() {
    let mut told = String::new();
    for args in [
        ["--game", "1", "--ply", "11", "fixtures/games/venom.uhp"],
        ["--game", "2", "--ply", "42", "fixtures/games/venom.uhp"],
        ["--game", "4", "--ply", "48", "fixtures/games/venom.uhp"],
        ["--game", "1", "--ply", "106", "fixtures/games/exxit.hxt"],
        ["--game", "2", "--ply", "56", "fixtures/games/exxit.hxt"],
    ] {
        let run = run(&[&["solve", "--moves", "2"], &args[..]].concat());
        assert_eq!(run.code, 0, "{args:?}: {}", run.err);
        told += &run.out;
    }
    insta::assert_snapshot!(told, @r"
    fixtures/games/venom.uhp, game 1 of the file: Black wins in 1 (1 ply)
      first: bDf1 bSc1\ | bL bSc1\
    fixtures/games/venom.uhp, game 2 of the file: White wins in 1 (1 ply)
      first: bA1 bCe\ | bFl1 bCe\ | wDf1 bCe\ | wFl1 bCe\
    fixtures/games/venom.uhp, game 4 of the file: White wins in 1 (1 ply)
      first: wA2 bS1\
    fixtures/games/exxit.hxt, game 1 of the file: White wins in 2 (3 plies)
      first: M13 | N14 | M14 | N13 | M12 | L13 | O14 | L12 | P13 | P14 | Q16 | M11
      line: M13; pass; pass
    fixtures/games/exxit.hxt, game 2 of the file: White loses: after every turn, Black wins within 1
      line: pass
    ");
}

#[test]
fn answers_do_not_depend_on_threads() {
    let one = run(&["solve", "-j", "1", "fixtures/games"]);
    let four = run(&["solve", "-j", "4", "fixtures/games"]);
    assert_eq!((one.code, &one.out), (0, &four.out));
    assert!(
        one.out
            .contains("league/spring.pgn, game 1 of the entry: White wins in 2 (3 plies)\n"),
        "{}",
        one.out
    );
    assert!(
        one.out
            .contains("hive.uhp, game 1 of the file: the game is over\n"),
        "{}",
        one.out
    );
}

#[test]
fn invalid_games_are_named() {
    let run = run(&["solve", "fixtures/cli/faults.uhp"]);
    assert_eq!(run.code, 1, "{}", run.out);
    insta::assert_snapshot!(run.err, @"
    error: fixtures/cli/faults.uhp: game 2: the game is invalid on ply 3: wA1 may not enter beside bS1: a new piece may not touch an enemy
    error: fixtures/cli/faults.uhp: game 5: the game is invalid: `Pause?` is not a State
    error: fixtures/cli/faults.uhp: game 6: the game is invalid on ply 3: cannot read `wS2 south of wS1` as a move
    ");
    let late = self::run(&["solve", "--ply", "90", THROW]);
    assert_eq!(late.code, 1);
    assert_eq!(
        late.err,
        "error: GameString: game 1: the game has no ply 90; it has 12\n"
    );
    let deep = self::run(&["solve", "--moves", "6", THROW]);
    assert_eq!(deep.code, 2, "{}", deep.err);
}

#[test]
fn a_search_ends_at_its_limit_of_time() {
    let search = [
        "solve",
        "--moves",
        "5",
        "--time",
        "0.02",
        "--game",
        "24",
        "--ply",
        "10",
        "fixtures/games/league.zip",
    ];
    let text = run(&search);
    assert_eq!(text.code, 0, "{}", text.err);
    assert!(
        text.out.contains("may or may not have a forced win"),
        "{}",
        text.out
    );
    let json = run(&[&search[..], &["--format", "jsonl"]].concat());
    assert!(json.out.contains("\"stopped\":true"), "{}", json.out);
    let done = run(&[
        "solve",
        "--moves",
        "1",
        "--time",
        "60",
        "--format",
        "jsonl",
        "--game",
        "24",
        "--ply",
        "10",
        "fixtures/games/league.zip",
    ]);
    assert!(!done.out.contains("stopped"), "{}", done.out);
}
