//! Variations from outside: they are checked, converted and shown.

use std::fs;

use crate::skep::{run, run_with};

const TREE: &str = "fixtures/variations/tree.pgn";
const BROKEN: &str = "fixtures/variations/broken.pgn";
const SGF: &str = "fixtures/variations/tree.sgf";
const ANALYSIS: &str = "fixtures/hivegame-analysis/tree.json";

#[test]
fn valid_variations_are_not_remarked_on() {
    for path in [TREE, SGF, ANALYSIS] {
        let run = run(&["check", "--remarks", path]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{path}");
        assert!(!run.out.contains("variation"), "{path}: {}", run.out);
    }
}

#[test]
fn findings_name_the_variation_and_its_place() {
    let run = run(&["check", BROKEN]);
    assert_eq!(run.code, 0, "the game is valid: {}", run.out);
    let findings: Vec<&str> = run
        .out
        .lines()
        .filter(|l| l.contains("variation "))
        .collect();
    let [illegal, unread] = findings[..] else {
        panic!("{}", run.out);
    };
    assert!(
        illegal.starts_with(
            "warning[bad-variation]: fixtures/variations/broken.pgn:8:17: ply 3: variation 1: "
        ),
        "{illegal}"
    );
    assert_eq!(
        unread,
        "warning[bad-variation]: fixtures/variations/broken.pgn:10:16: ply 4: variation 2: cannot read `bXX` as a move"
    );
    let json = self::run(&["check", "--format", "jsonl", BROKEN]);
    assert!(json.out.contains("\"status\":\"ok\""), "{}", json.out);
    assert!(
        json.out.contains("\"code\":\"bad-variation\",\"rule\":\""),
        "{}",
        json.out
    );
    let page = self::run(&["explain", "bad-variation"]);
    assert_eq!(page.code, 0);
    insta::assert_snapshot!(page.out, @"
    warning[bad-variation]: illegal or unreadable variation

    A variation breaks a rule, or skep cannot read it to its end. The game itself
    may be valid, and skep keeps the legal turns of the variation. The finding names
    the variation by its path: `2.1` is the first variation of variation 2.
    ");
}

#[test]
fn variations_survive_every_notation_that_holds_them() {
    let folder = tempfile::tempdir().unwrap();
    for path in [TREE, SGF, ANALYSIS] {
        let direct = run(&["convert", "--to", "jsonl", path]).out;
        let tree = |json: &str| {
            let record: serde_json::Value = serde_json::from_str(json).unwrap();
            let variations = record["variations"].as_array().unwrap().clone();
            let of = |v: &serde_json::Value| {
                let moves = v["moves"].as_array().unwrap().iter();
                let moves: Vec<_> = moves
                    .map(|m| (m["ply"].clone(), m["text"].clone()))
                    .collect();
                (v["path"].clone(), moves)
            };
            variations.iter().map(of).collect::<Vec<_>>()
        };
        let want = tree(&direct);
        assert!(want.len() >= 2, "{direct}");
        for extension in ["pgn", "sgf", "jsonl"] {
            let file = folder.path().join(format!("game.{extension}"));
            let file = file.to_str().unwrap();
            let run = run(&["convert", "--verify", "--force", path, "-o", file]);
            assert_eq!(run.code, 0, "{path} to {extension}: {}", run.err);
            let lost = ["variations", "turns"].map(|word| run.err.contains(word));
            assert_eq!(lost, [false, false], "{path} to {extension}: {}", run.err);
            let back = self::run(&["convert", "--to", "jsonl", file]);
            assert_eq!(tree(&back.out), want, "{path} to {extension}");
        }
    }
}

#[test]
fn other_notations_say_that_they_lose_variations() {
    let run = run(&["convert", "--to", "uhp", "--strict", ANALYSIS]);
    assert_eq!(run.code, 1);
    insta::assert_snapshot!(run.err, @"note: UHP cannot hold variations; for details: --explain-loss");
    assert_eq!(
        run.out,
        "Base+MLP;InProgress;White[4];wL;bL wL-;wQ -wL;bQ bL-;wA1 -wQ;bA1 bQ-\n"
    );
    let pgn = self::run(&["convert", "--to", "pgn", BROKEN]);
    insta::assert_snapshot!(pgn.err, @"note: Hive PGN cannot hold illegal or misplaced turns of variations; for details: --explain-loss");
}

#[test]
fn a_variation_is_shown_by_its_path() {
    let game = run(&["show", TREE]);
    assert!(
        game.out
            .ends_with("\nVariations: 1 (ply 3), 1.1 (ply 4), 2 (ply 3), 3 (ply 5)\n"),
        "{}",
        game.out
    );
    let deep = run(&["show", TREE, "--variation", "1.1"]);
    assert_eq!(deep.code, 0);
    assert!(deep.out.contains("variation 1.1"), "{}", deep.out);
    assert!(
        deep.out
            .contains("ply 4 of 4, Black bQ bL\\; White to move"),
        "{}",
        deep.out
    );
    let start = run(&["show", TREE, "--variation", "1.1", "--ply", "2"]);
    assert!(
        start.out.contains("ply 2 of 4, Black bL wL-"),
        "{}",
        start.out
    );
    let missing = run(&["show", TREE, "--variation", "7"]);
    assert_eq!(missing.code, 2);
    insta::assert_snapshot!(missing.err, @"error: the game has no variation 7; it has 1, 1.1, 2, 3");
    let none = run(&["show", "Base;InProgress;Black[1];wS1", "--variation", "1"]);
    insta::assert_snapshot!(none.err, @"error: the game has no variations");
    let cut = run(&["show", BROKEN, "--variation", "1"]);
    assert_eq!(cut.code, 1);
    insta::assert_snapshot!(cut.err, @"variation 1 is invalid and shown up to its error");
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("line.svg");
    let drawn = run(&[
        "show",
        TREE,
        "--variation",
        "2",
        "--caption",
        "-o",
        picture.to_str().unwrap(),
    ]);
    assert_eq!(drawn.code, 0, "{}", drawn.err);
    // The same turns as a game, except for the title and the caption.
    let game = "Base+MLP;InProgress;Black[2];wL;bL wL-;wB1 -wL";
    let board = |args: &[&str]| {
        let svg = run(&[&["show"], args, &["--format", "svg"]].concat()).out;
        let (start, rest) = svg.split_once("<title>").unwrap();
        let (_, rest) = rest.split_once("</title>").unwrap();
        [start, rest].concat()
    };
    assert_eq!(board(&[TREE, "--variation", "2"]), board(&[game]));
    assert_ne!(fs::read_to_string(picture).unwrap(), board(&[game]));
}

#[test]
fn the_report_replays_variations() {
    let page = run(&["report", TREE]).out;
    let (_, rest) = page
        .split_once("<script type=\"application/json\" id=\"data\">")
        .unwrap();
    let data: serde_json::Value =
        serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
    let variations = data["games"][0]["variations"].as_array().unwrap();
    let lines: Vec<_> = variations
        .iter()
        .map(|v| {
            (
                v[0].as_str().unwrap(),
                v[1].as_u64().unwrap(),
                v[2]["moves"].as_array().unwrap().len(),
            )
        })
        .collect();
    assert_eq!(
        lines,
        [("1", 2, 5), ("1.1", 3, 4), ("2", 2, 3), ("3", 4, 6)]
    );
    // The whole line is drawn, from the start of the game.
    assert_eq!(variations[1][2]["frames"].as_array().unwrap().len(), 5);
    assert_eq!(data["games"][0]["moves"].as_array().unwrap().len(), 6);
}

#[test]
fn hostile_variations_end_soon_and_never_panic() {
    let cases = [
        format!("1. wL {}", "(".repeat(1_000_000)),
        format!("1. wL {}", "(1. wQ ".repeat(300_000)),
        format!(
            "1. wL 2. bL wL- {}",
            "(2. bQ wL- ".repeat(200_000) + &")".repeat(200_000)
        ),
        format!("1. wL {}", "(1. wQ)".repeat(400_000)),
        format!(
            "(;GM[27]SU[hive]{}",
            "(;P0[1 Pass ];P0[2 Done ]".repeat(100_000)
        ),
        format!("(;GM[27]SU[hive]{}", "(;)".repeat(1_000_000)),
        format!(
            "{{\"current_node\":null,\"tree\":{{\"name\":\"analysis\",\"nodes\":{}",
            "[".repeat(1_000_000)
        ),
    ];
    for case in cases {
        let run = run_with(&["check", "-"], case.as_bytes());
        assert!(
            run.code <= 2 && !run.err.contains("panicked"),
            "{}",
            run.err
        );
    }
}

/// Each variation is a game that show has as a variation, and an illegal one is said.
#[test]
fn each_variation_can_become_a_game() {
    let split = run(&["convert", "--tree=split", "--to", "pgn", TREE]);
    assert_eq!(split.code, 0, "{}", split.err);
    // A game begins with the tag of its type.
    let mut paths = Vec::new();
    for line in split.out.lines() {
        if line.starts_with("[GameType ") {
            paths.push("");
        } else if let Some(path) = line.strip_prefix("[Variation \"") {
            *paths.last_mut().unwrap() = path.trim_end_matches("\"]");
        }
    }
    assert!(paths.len() > 2, "{paths:?}");
    let mut games = 0;
    for (number, path) in (1..).zip(paths) {
        if path.is_empty() {
            games += 1;
            continue;
        }
        let number = i32::to_string(&number);
        let args = ["show", "--game", &number, "--format", "state"];
        let own = run_with(&args, split.out.as_bytes());
        let game = i32::to_string(&games);
        let whole = run(&[
            "show",
            "--game",
            &game,
            "--variation",
            path,
            "--format",
            "state",
            TREE,
        ]);
        assert_eq!(own.out, whole.out, "{path}");
    }
    assert!(!split.out.contains('('), "{}", split.out);
    let broken = run(&["convert", "--tree=split", "--to", "pgn", BROKEN]);
    assert_eq!(broken.code, 1);
    assert!(broken.err.contains("skipped"), "{}", broken.err);
}
