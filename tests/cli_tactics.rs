//! Marks of forced wins from outside: `annotate`, filters, `players`, `stats`, `report`.

use serde_json::Value;

use crate::skep::run;

/// White's Pillbug can throw the queen of Black into the centre of White's pieces, and win in 2.
const BEFORE: &str = r"Base+P;wP;bS1 -wP;wA1 wP/;bP \bS1;wS1 \wA1;bQ /bS1;wQ wP\;bQ bS1\;wG1 wA1/;bG1 /bS1;wA2 \wS1;bB1 \bP";

/// The game in which White finds it.
fn found() -> String {
    format!(r"{BEFORE};bQ /wS1;bS2 /bP;wG1 /wA2")
}

/// The game in which White misses it.
fn missed() -> String {
    format!(r"{BEFORE};wA2 bG1\")
}

/// The rows of the turns after the twelfth.
fn rows(args: &[&str], game: &str) -> Vec<Value> {
    let run = run(&[&["annotate", "--format", "jsonl"], args, &[game]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    run.json_lines().split_off(12)
}

fn column<'a>(rows: &'a [Value], name: &str) -> Vec<&'a Value> {
    rows.iter().map(|row| &row[name]).collect()
}

#[test]
fn a_found_win_is_marked_in_comments() {
    let run = run(&["annotate", "--tactics", &found()]);
    assert_eq!(run.code, 0, "{}", run.err);
    insta::assert_snapshot!(run.out, @r#"
    [GameType "Base+P"]
    [Date ""]
    [Event ""]
    [Site ""]
    [Round ""]
    [White ""]
    [Black ""]
    [Result "WhiteWins"]

    1. wP
    {5 moves}
    2. bS1 -wP
    {30 moves}
    3. wA1 wP/
    {15 moves; pinned: wP}
    4. bP \bS1
    {18 moves; pinned: wP bS1}
    5. wS1 \wA1
    {25 moves; pinned: wA1 wP bS1}
    6. bQ /bS1
    {20 moves; free cells: Black's queen 5; pinned: wA1 wP bS1}
    7. wQ wP\
    {6 moves; free cells: White's queen 5, Black's queen 5; pinned: wA1 wP bS1}
    8. bQ bS1\
    {28 moves; free cells: White's queen 4, Black's queen 3; pinned: wA1 wP bS1}
    9. wG1 wA1/
    {33 moves; free cells: White's queen 4, Black's queen 3; pinned: wA1 wP bS1}
    10. bG1 /bS1
    {24 moves; free cells: White's queen 4, Black's queen 2; pinned: wA1 wP bS1}
    11. wA2 \wS1
    {41 moves; free cells: White's queen 4, Black's queen 2; pinned: wS1 wA1 wP bS1}
    12. bB1 \bP
    {allows a win in 2: bQ /wS1; bS2 /bP; wG1 /wA2}
    {[%score win w 3] [%engine proof (skep annotate)]}
    {$4}
    {30 moves; free cells: White's queen 4, Black's queen 2; pinned: wS1 wA1 wP bS1 bP}
    13. bQ /wS1
    {win in 2 found}
    {[%score win w 2] [%before win w 3] [%engine proof (skep annotate)]}
    {60 moves; free cells: White's queen 5, Black's queen 1; pinned: wS1 wP bS1 bP}
    14. bS2 /bP
    {no defence}
    {allows a win in 1: wG1 /wA2}
    {[%score win w 1] [%before win w] [%engine proof (skep annotate)]}
    {33 moves; free cells: White's queen 5, Black's queen 1; pinned: wS1 wP bP}
    15. wG1 /wA2
    {win in 1 found}
    {[%score win w 0] [%before win w 1] [%engine proof (skep annotate)]}
    {85 moves; free cells: White's queen 5, Black's queen 0; pinned: wP}

    WhiteWins
    "#);
    let plain = self::run(&["annotate", &found()]);
    assert!(!plain.out.contains("win in"), "{}", plain.out);
}

#[test]
fn marks_are_columns() {
    let rows = rows(&["--tactics"], &found());
    assert_eq!(
        column(&rows, "win_in"),
        [&2.into(), &Value::Null, &1.into()]
    );
    assert_eq!(
        column(&rows, "win"),
        [&"found".into(), &Value::Null, &"found".into()]
    );
    assert_eq!(column(&rows, "defence")[1], "impossible");
    assert_eq!(column(&rows, "allows_in")[1], 1);
    let plain = run(&["annotate", "--format", "csv", &found()]);
    assert!(!plain.out.contains("win_in"), "{}", plain.out);
}

#[test]
fn a_missed_win_has_its_line() {
    let missed = missed();
    let rows = rows(&["--tactics", "2"], &missed);
    assert_eq!(column(&rows, "win"), ["missed"]);
    assert_eq!(column(&rows, "missed_line"), [r"bQ /wS1;bS2 /bP;wG1 /wA2"]);
    // The win takes two turns.
    assert_eq!(
        self::rows(&["--tactics", "1"], &missed)[0]["win"],
        Value::Null
    );
    let sgf = run(&["annotate", "--tactics", "--to", "sgf", &missed]).out;
    assert!(
        sgf.contains("win in 2 missed: bQ /wS1; bS2 /bP; wG1 /wA2"),
        "{sgf}"
    );
}

#[test]
fn the_number_may_be_left_out() {
    let game = found();
    let two = run(&["annotate", "--tactics", "2", &game]);
    for args in [
        &["annotate", "--tactics", &game][..],
        &["annotate", "--tactics=2", &game],
        &["annotate", &game, "--tactics"],
    ] {
        assert_eq!(run(args), two, "{args:?}");
    }
    for bad in ["0", "4", "x"] {
        let run = run(&["annotate", &format!("--tactics={bad}"), &game]);
        assert_eq!(run.code, 2, "{bad}: {}", run.err);
    }
}

#[test]
fn annotated_games_are_read_again() {
    let folder = tempfile::tempdir().unwrap();
    for to in ["pgn", "sgf", "jsonl"] {
        let file = folder.path().join(format!("marked.{to}"));
        let file = file.to_str().unwrap();
        let written = run(&["annotate", "--tactics", &missed(), "-o", file]);
        assert_eq!(written.code, 0, "{to}: {}", written.err);
        let diff = run(&["diff", file, &missed()]);
        assert!(
            diff.code <= 1 && !diff.out.contains("ply"),
            "{to}: {}",
            diff.out
        );
        let again = run(&["convert", "--to", "jsonl", file]).out;
        assert!(
            again.contains(r"win in 2 missed: bQ /wS1; bS2 /bP; wG1 /wA2"),
            "{to}: {again}"
        );
    }
}

#[test]
fn filters_know_missed_wins_blunders_and_the_length_of_wins() {
    let matches = |game: &str, filter: &str| {
        let run = run(&["count", "--where", filter, game]);
        assert!(run.code <= 1, "{filter}: {}", run.err);
        run.code == 0
    };
    for (filter, in_found, in_missed) in [
        ("missed(white) >= 1", false, true),
        ("white_missed = 1", false, true),
        ("missed >= 1", false, true),
        ("missed(black) >= 1", false, false),
        ("black_blunders >= 1", true, true),
        ("blunders(black) >= 1", true, true),
        ("won_in = 2", true, false),
        ("wonin >= 2", true, false),
        ("won_in = 3", false, false),
        ("won_in < 2", false, false),
    ] {
        assert_eq!(matches(&found(), filter), in_found, "{filter}");
        assert_eq!(matches(&missed(), filter), in_missed, "{filter}");
    }
    // Other fields with a value for each side can name one, too.
    assert!(matches(&found(), "queen(black) = 6 and queen(white) < 6"));
    let mut told = String::new();
    for filter in ["missed(red) >= 1", "won_in = 4", "missed = x"] {
        let run = run(&["count", "--where", filter, &found()]);
        assert_eq!(run.code, 2, "{filter}");
        told += &run.err;
    }
    insta::assert_snapshot!(told, @"
    error: `red` is not white or black
     --> --where:1:8
      |
    1 | missed(red) >= 1
      |        ^^^
    error: `won_in = 4` is never true
     --> --where:1:10
      |
    1 | won_in = 4
      |          ^
      |
      = help: won_in is from 0 to 3
    error: `x` is not a number
     --> --where:1:10
      |
    1 | missed = x
      |          ^
    ");
}

/// Two games with names.
fn named_games(folder: &std::path::Path) -> String {
    let pgn = folder.join("games.pgn");
    let text: String = [(found(), "Ann", "Bob"), (missed(), "Bob", "Ann")]
        .into_iter()
        .map(|(game, white, black)| {
            let pgn = run(&["convert", "--to", "pgn", &game]).out;
            let name = |line: &str| {
                let tag = |side: &str, name: &str| {
                    line.starts_with(&format!("[{side} "))
                        .then(|| format!("[{side} \"{name}\"]"))
                };
                tag("White", white)
                    .or(tag("Black", black))
                    .unwrap_or(line.to_owned())
            };
            let lines: Vec<String> = pgn.lines().map(name).collect();
            lines.join("\n") + "\n\n"
        })
        .collect();
    std::fs::write(&pgn, text).unwrap();
    pgn.to_str().unwrap().to_owned()
}

#[test]
fn players_and_stats_count_found_and_missed_wins() {
    let folder = tempfile::tempdir().unwrap();
    let games = named_games(folder.path());
    let json = |args: &[&str]| -> Vec<Value> {
        let run = run(&[args, &["--format", "json", &games]].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        serde_json::from_str(&run.out).unwrap()
    };
    let players = json(&["players", "--tactics", "--sort", "name"]);
    assert_eq!(column(&players, "player"), ["Ann", "Bob"]);
    assert_eq!(column(&players, "found"), [2, 0]);
    assert_eq!(column(&players, "missed"), [0, 1]);
    let stats = json(&["stats", "--tactics", "--table", "results"]);
    let stats = &stats[0];
    assert_eq!(
        (&stats["white_found"], &stats["white_missed"]),
        (&2.into(), &1.into())
    );
    assert!(stats["black_blunders"].as_u64().unwrap() >= 2, "{stats}");
    assert_eq!(
        json(&["stats", "--table", "results"])[0].get("white_found"),
        None
    );
    assert_eq!(json(&["players"])[0].get("found"), None);
    // Partial counts add up.
    let part = folder.path().join("a.part");
    let part = part.to_str().unwrap();
    for command in ["players", "stats"] {
        let made = run(&[command, "--tactics", &games, "-o", part, "--force"]);
        assert_eq!(made.code, 0, "{}", made.err);
        let whole = run(&[command, "--tactics", "--format", "csv", &games]);
        let merged = run(&[command, "--format", "csv", part]);
        assert_eq!(merged.out, whole.out, "{command}");
    }
}

#[test]
fn a_report_shows_the_marks() {
    let report = run(&["report", "--tactics", &missed()]);
    assert_eq!(report.code, 0, "{}", report.err);
    assert!(report.out.contains("win in 2 missed: bQ /wS1"), "no mark");
    let plain = run(&["report", &missed()]);
    assert!(!plain.out.contains("win in 2 missed"), "a mark");
}

#[test]
fn every_game_can_be_marked() {
    let run = run(&[
        "annotate",
        "--tactics",
        "1",
        "--format",
        "jsonl",
        "fixtures/games/exxit.hxt",
        "fixtures/games/venom.uhp",
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let found = run
        .out
        .lines()
        .filter(|line| line.contains("\"win\":\"found\""));
    assert!(found.count() > 2);
}
