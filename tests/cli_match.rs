//! `skep uhp --test`, `skep match` and `skep annotate --engine`: other engines, which here are skep itself.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::skep::{Run, run, skep};
use serde_json::Value;

/// This program as the engine of a command line.
pub fn this(options: &str) -> String {
    format!("\"{}\" uhp {options}", env!("CARGO_BIN_EXE_skep"))
}

#[test]
fn skep_passes_its_own_test() {
    let run = run(&["uhp", "--test", "skep", "--positions", "400"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(run.out.starts_with("skep v"), "{}", run.out);
    assert!(
        run.out.contains(": 400 positions of 8 variants in "),
        "{}",
        run.out
    );
    for check in [
        "commands",
        "newgame",
        "validmoves",
        "play",
        "illegal-moves",
        "undo",
        "bestmove",
        "perft",
    ] {
        let line = run.out.lines().find(|line| line.starts_with(check));
        assert!(
            line.is_some_and(|line| line.ends_with("  ok")),
            "{check}: {}",
            run.out
        );
    }
    assert!(
        run.out
            .ends_with("note: the engine goes on after the third occurrence of a position\n")
    );
}

/// With another reading of the rules, the engine allows a queen on a side's first turn.
#[test]
fn a_difference_is_shown_in_every_format() {
    let engine = this("--opening open");
    let test = |format: &str| {
        let run = run(&[
            "uhp",
            "--test",
            &engine,
            "--positions",
            "200",
            "--format",
            format,
        ]);
        assert_eq!((run.code, run.err.as_str()), (1, ""), "{}", run.out);
        run.out
    };
    let text = test("text");
    assert!(
        text.contains("validmoves allows opening-queen: the engine allows wQ, which breaks opening-queen: no queen on a side's first turn"),
        "{text}"
    );
    assert!(
        text.contains("the smallest game has 0 plies:\n  Base;NotStarted;White[1]\n"),
        "{text}"
    );
    let json: Value = serde_json::from_str(&test("json")).unwrap();
    assert_eq!(json["schema"], "skep-uhp-test/1");
    let differences = json["differences"].as_array().unwrap();
    assert!(
        differences
            .iter()
            .all(|found| found["kind"] != "allows" || found["rule"] == "opening-queen")
    );
    let junit = test("junit");
    assert!(
        junit.contains("<testcase classname=\"uhp\" name=\"validmoves allows opening-queen\">"),
        "{junit}"
    );
    assert!(
        junit.contains("<testcase classname=\"uhp\" name=\"undo\"/>"),
        "{junit}"
    );
    assert!(
        junit.contains(&format!("failures=\"{}\"", differences.len())),
        "{junit}"
    );
    let sarif: Value = serde_json::from_str(&test("sarif")).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), differences.len());
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .unwrap();
    for result in results {
        assert!(
            rules.iter().any(|rule| rule["id"] == result["ruleId"]),
            "{result}"
        );
    }
}

#[test]
fn what_is_no_engine_is_refused() {
    for (args, reason) in [
        (
            &["uhp", "--test", "no-such-engine"][..],
            "cannot start no-such-engine: ",
        ),
        (
            &["uhp", "--test", "\"open"],
            "expected a program and its arguments",
        ),
        (
            &["match", "skep", "no-such-engine"],
            "no-such-engine: cannot start no-such-engine: ",
        ),
        (&["match", "skep"], "2 values required"),
        (
            &["match", "a=skep", "a=skep"],
            "two engines have the name a",
        ),
        (
            &["match", "skep", "skep", "--variant", "Venom"],
            "only plain Hive",
        ),
        (
            &["match", "skep", "skep", "--sprt", "5,0"],
            "the smaller first",
        ),
        (
            &["match", "skep", "skep", "skep", "--sprt", "0,5"],
            "--sprt needs two engines",
        ),
        (
            &["match", "skep", "skep", "--clock", "+1"],
            "seconds for the game",
        ),
        (
            &["match", "skep", "skep", "--set", "x:A=1"],
            "no engine has the name x",
        ),
        (
            &["match", "skep", "skep", "--set", "NoOption=1"],
            "the engine refuses options set NoOption 1",
        ),
        (
            &["match", "skep", "skep", "--save", "games.pgn"],
            "must end with .jsonl",
        ),
        (
            &["match", "skep", "skep", "--book", "fixtures/hexit"],
            "no games of Base+MLP",
        ),
    ] {
        let run = run(args);
        assert_eq!(
            (run.code, run.out.as_str()),
            (2, ""),
            "{args:?}: {}",
            run.err
        );
        assert!(run.err.contains(reason), "{args:?}: {}", run.err);
    }
}

/// A match of some games at depth 1, with a file.
pub fn play(file: &Path, more: &[&str]) -> Run {
    let file = file.to_str().unwrap();
    let mut args = vec![
        "match",
        "one=skep",
        "other=skep",
        "--depth",
        "1",
        "--max-plies",
        "30",
        "--save",
        file,
    ];
    args.extend(more);
    run(&args)
}

#[test]
fn a_match_is_played_saved_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let first = play(&file, &["-g", "4", "--format", "json"]);
    assert_eq!(first.code, 0, "{}", first.err);
    let rows: Value = serde_json::from_str(&first.out).unwrap();
    let row = &rows[0];
    assert_eq!(
        (&row["player"], &row["opponent"]),
        (&"one".into(), &"other".into())
    );
    assert_eq!(row["games"], 4);
    assert_eq!(row["engine_failures"], 0);
    // Each engine has a row with its own failures.
    let other = &rows[1];
    assert_eq!(
        (&other["player"], &other["opponent"]),
        (&"other".into(), &"one".into())
    );
    assert_eq!((&other["won"], &other["lost"]), (&row["lost"], &row["won"]));
    assert_eq!(other["engine_failures"], 0);
    // An engine that always plays the same wins as often with each colour.
    assert_eq!(row["score"], 0.5, "{row}");
    assert!(first.err.contains("4 games in "), "{}", first.err);
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().count(), 4);
    let path = file.to_str().unwrap();
    let check = run(&["check", path]);
    assert_eq!(check.code, 0, "{}", check.err);
    let pgn = run(&["convert", "--to", "pgn", path]);
    for tag in [
        "[White \"one\"]",
        "[White \"other\"]",
        "[Round \"4\"]",
        "[TimeControl \"depth 1\"]",
        "[Ending \"",
    ] {
        assert!(pgn.out.contains(tag), "{tag}: {}", pgn.out);
    }
    // Nothing is left to play.
    let again = play(&file, &["-g", "4", "--format", "json"]);
    assert_eq!(again.out, first.out);
    assert!(
        again.err.contains("4 games are already played"),
        "{}",
        again.err
    );
    // The last game was written in part.
    fs::write(&file, &text[..text.len() - 20]).unwrap();
    let repaired = play(&file, &["-g", "4", "--format", "json"]);
    assert_eq!(
        (repaired.code, &repaired.out),
        (0, &first.out),
        "{}",
        repaired.err
    );
    assert!(
        repaired.err.contains("3 games are already played"),
        "{}",
        repaired.err
    );
    // More games go on; other games do not.
    let more = play(&file, &["-g", "6", "-q", "--format", "json"]);
    let rows: Value = serde_json::from_str(&more.out).unwrap();
    assert_eq!((&rows[0]["games"], more.err.as_str()), (&6.into(), ""));
    let other = play(&file, &["--seed", "1"]);
    assert_eq!(other.code, 2);
    insta::assert_snapshot!(crate::skep::stable(&other.err), @"error: DIR/games.jsonl:1: the game is of another match (Base+MLP; depth 1; random openings of 4 plies, seed 0; repetition draw; 30 plies; proof 0); choose another file");
    let others = run(&[
        "match",
        "a=skep",
        "b=skep",
        "--depth",
        "1",
        "--max-plies",
        "30",
        "--save",
        path,
    ]);
    insta::assert_snapshot!(crate::skep::stable(&others.err), @"error: DIR/games.jsonl:1: the game is of other engines (one, other); choose another file");
}

#[test]
fn a_match_that_is_killed_loses_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let games = || fs::read_to_string(&file).unwrap_or_default();
    let path = file.to_str().unwrap();
    let args = [
        "match",
        "skep",
        "skep",
        "--depth",
        "1",
        "--max-plies",
        "24",
        "-g",
        "12",
        "-j",
        "2",
        "--save",
        path,
    ];
    for enough in [1, 4, 7] {
        let mut child = skep(&args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begin = Instant::now();
        while games().lines().count() < enough && begin.elapsed() < Duration::from_secs(60) {
            thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let run = run(&args);
    assert_eq!(run.code, 0, "{}", run.err);
    let games = games();
    let mut rounds: Vec<u32> = games
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).unwrap()["tags"]["Round"]
                .as_str()
                .unwrap()
                .parse()
                .unwrap()
        })
        .collect();
    rounds.sort_unstable();
    assert_eq!(rounds, (1..=12).collect::<Vec<_>>());
    assert!(!games.contains("crash"), "{games}");
}

#[test]
fn several_engines_have_a_table() {
    let args = [
        "match",
        "a=skep",
        "b=skep",
        "c=skep",
        "--depth",
        "1",
        "--max-plies",
        "12",
        "-g",
        "2",
        "-q",
    ];
    let table = run(&args);
    assert_eq!(table.code, 0, "{}", table.err);
    let lines: Vec<&str> = table.out.lines().collect();
    // The head, each engine against all, and each pair. A note about columns may follow.
    let last = lines
        .get(6)
        .map(|line| line.split_whitespace().take(2).collect::<Vec<_>>());
    assert_eq!(last, Some(vec!["b", "c"]), "{}", table.out);
    assert!(
        lines[1].starts_with("a") && lines[1].contains(" all "),
        "{}",
        table.out
    );
    let gauntlet = run(&[&args[..], &["--gauntlet", "--format", "csv"]].concat());
    let pairs = gauntlet
        .out
        .lines()
        .filter(|line| !line.contains(",all,"))
        .count();
    assert_eq!(pairs, 1 + 2, "{}", gauntlet.out);
}

#[test]
fn openings_come_from_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let run_ = play(
        &file,
        &[
            "-g",
            "4",
            "--variant",
            "Base",
            "--book",
            "fixtures/games/hive.uhp",
            "--opening-plies",
            "8",
        ],
    );
    assert_eq!(run_.code, 0, "{}", run_.err);
    let list = run(&["convert", "--to", "uhp", file.to_str().unwrap()]);
    let first: Vec<Vec<&str>> = list
        .out
        .lines()
        .map(|game| game.split(';').skip(3).take(8).collect())
        .collect();
    assert_eq!(first.len(), 4);
    assert_eq!((&first[0], &first[2]), (&first[1], &first[3]));
    assert_ne!(first[0], first[2]);
}

/// A test that decides at once: nobody loses against nobody.
#[test]
fn a_decided_test_ends_the_match() {
    let args = [
        "match",
        "skep",
        "skep",
        "--depth",
        "1",
        "--max-plies",
        "8",
        "-g",
        "400",
        "--sprt",
        "200,400",
        "-q",
        "--format",
        "json",
    ];
    let run = run(&args);
    assert_eq!(run.code, 0, "{}", run.err);
    let rows: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(rows[0]["decision"], "elo0");
    assert!(rows[0]["games"].as_u64().unwrap() < 60, "{rows}");
    assert!(rows[0]["llr"].as_f64().unwrap() < -2.9);
}

#[test]
fn an_engine_annotates_and_its_answers_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("answers.tsv");
    let cache = cache.to_str().unwrap();
    let game = "Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 /wQ;bA1 bQ\\";
    let annotate = |more: &[&str]| {
        let run = run(&[
            &["annotate", "--engine", "skep", "--depth", "1", game],
            more,
        ]
        .concat());
        assert_eq!(run.code, 0, "{}", run.err);
        run
    };
    let rows = |run: &Run| -> Vec<Value> {
        run.json_lines()
            .into_iter()
            .map(|row| serde_json::json!([row["move"], row["engine_move"], row["engine_agrees"]]))
            .collect()
    };
    let first = annotate(&["--format", "jsonl", "--cache", cache]);
    assert!(
        first
            .err
            .contains(" of 6 turns; it was asked in 6 positions"),
        "{}",
        first.err
    );
    // The engine is asked for each position as if it had played there.
    let commands = |plies: usize| {
        let text: Vec<&str> = game.split(';').skip(3).take(plies).collect();
        let play: String = text.iter().map(|turn| format!("play {turn}\n")).collect();
        format!("newgame Base\n{play}bestmove depth 1\n")
    };
    for (plies, row) in rows(&first).iter().enumerate() {
        let said = crate::skep::run_with(&["uhp"], commands(plies).as_bytes()).out;
        let best = said.lines().rev().nth(1).unwrap();
        assert_eq!(row[1], best, "{row}");
        // Another spelling can be the same position.
        assert!(row[0] != row[1] || row[2] == true, "{row}");
    }
    let again = annotate(&["--format", "jsonl", "--cache", cache]);
    assert_eq!(again.out, first.out);
    assert!(
        again.err.contains("it was asked in 0 positions"),
        "{}",
        again.err
    );
    // Another limit has other answers, in the same file.
    let deeper = run(&[
        "annotate", "--engine", "skep", "--depth", "2", "--cache", cache, game,
    ]);
    assert!(
        deeper.err.contains("it was asked in 6 positions"),
        "{}",
        deeper.err
    );
    // What the file is, six answers for each limit, and the proofs of the game.
    assert_eq!(fs::read_to_string(cache).unwrap().lines().count(), 14);
    // An illegal answer of an edited file is asked again.
    let edited = fs::read_to_string(cache)
        .unwrap()
        .replace("\twS1\t", "\twB1 bQ-\t");
    fs::write(cache, edited).unwrap();
    let mended = annotate(&["--format", "jsonl", "--cache", cache]);
    assert_eq!(mended.out, first.out);
    let pgn = annotate(&["--cache", cache]).out;
    let best = rows(&first)[4][1].as_str().unwrap().to_owned();
    let marks = format!("[%best {best}] [%line {best}] [%depth 1] [%engine skep (skep annotate)]");
    assert!(pgn.contains(&marks), "{pgn}");
    fs::write(cache, "no answers\n").unwrap();
    let refused = run(&["annotate", "--engine", "skep", "--cache", cache, game]);
    assert_eq!(refused.code, 2);
    insta::assert_snapshot!(crate::skep::stable(&refused.err), @r##"error: DIR/answers.tsv:1: expected the line "# skep answers of engines 3"; choose another file"##);
    // Another file stays as it is, also if it has as many columns or its last line is not complete.
    for text in [
        "no answers\nthe last line",
        "the only line",
        "wS1\t1\t2\t3\nwS1\t1\t2\t3\nunfinished",
    ] {
        fs::write(cache, text).unwrap();
        let refused = run(&["annotate", "--engine", "skep", "--cache", cache, game]);
        assert_eq!(refused.code, 2);
        assert_eq!(fs::read_to_string(cache).unwrap(), text);
    }
}

/// Marks come from scores by the stated formula. The scores of the cache are changed, so that there are marks.
#[test]
fn turns_are_marked_by_scores_and_by_proof() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("answers.tsv");
    let path = cache.to_str().unwrap();
    let game = "Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 /wQ;bA1 bQ\\";
    let annotate = |more: &[&str]| {
        let args = [
            &[
                "annotate", "--engine", "skep", "--depth", "1", "--cache", path, game,
            ],
            more,
        ];
        let run = run(&args.concat());
        assert_eq!(run.code, 0, "{}", run.err);
        run
    };
    let rows = annotate(&["--format", "jsonl"]).json_lines();
    assert_eq!(rows.len(), 6);
    let chance = |score: &Value| {
        let score = score.as_f64().expect("skep states a score");
        1.0 / (1.0 + (-score).exp())
    };
    let check = |rows: &[Value]| {
        let mut marks = Vec::new();
        for pair in rows.windows(2) {
            let [before, after] = [&pair[0], &pair[1]].map(|row| chance(&row["engine_score"]));
            let lost = before - (1.0 - after);
            let stated = pair[0]["chance_lost"].as_f64().unwrap();
            // Scores have two decimals.
            assert!((stated - lost).abs() < 0.01, "{pair:?}: {lost}");
            let mark = match lost {
                _ if pair[0]["engine_agrees"] == true => None,
                0.15.. => Some("??"),
                0.1.. => Some("?"),
                0.05.. => Some("?!"),
                ..=-0.1 => Some("!"),
                _ => None,
            };
            assert_eq!(pair[0]["mark"].as_str(), mark, "{pair:?}: {lost}");
            marks.push(mark);
        }
        // Nothing is known about the position after the last turn.
        assert!(rows[5]["chance_lost"].is_null() && rows[5]["mark"].is_null());
        marks
    };
    check(&rows);
    // The engine would play another turn everywhere, and its scores jump.
    let text = fs::read_to_string(&cache).unwrap();
    let other = [
        "wB1", "bB1 wS1-", "wG1 -wS1", "bG1 bS1-", "wA1 -wQ", "bA1 bQ-",
    ];
    let mut lines = text.lines();
    let title = lines.next().unwrap();
    let lines = lines.zip(other).zip([0.0, 0.1, 0.2, 0.28, 0.8, -1.8]);
    let lines: String = lines
        .map(|((line, best), score)| {
            let fields: Vec<&str> = line.split('\t').collect();
            format!("{}\t{}\t{best}\t{score}\n", fields[0], fields[1])
        })
        .collect();
    fs::write(&cache, format!("{title}\n{lines}")).unwrap();
    let rows = annotate(&["--format", "jsonl"]).json_lines();
    let marks = check(&rows);
    assert_eq!(marks, [None, Some("?!"), Some("?"), Some("??"), Some("!")]);
    let pgn = annotate(&[]).out;
    let marks = "[%score 43 win%] [%before 55 win%] [%best wG1 -wS1] [%depth 1] \
                 [%engine skep (skep annotate)]}\n{$2}\n";
    assert!(pgn.contains(marks), "{pgn}");
    // A notation without evaluations has comments.
    let sgf = annotate(&["--to", "sgf"]).out;
    assert!(
        sgf.contains("C[? skep plays wG1 -wS1 (0.2, 55.0 %)]BM[1]"),
        "{sgf}"
    );

    // A proof goes before the score: Black misses a win, and a forced win is no mistake.
    let fixture = "fixtures/games/hive.uhp";
    let proved = run(&[
        "annotate",
        "--engine",
        "skep",
        "--depth",
        "1",
        "--tactics",
        "1",
        "--format",
        "jsonl",
        fixture,
    ]);
    let rows = proved.json_lines();
    let mut seen = [0, 0];
    for row in &rows {
        let mark = row["mark"].as_str();
        match (row["win"].as_str(), row["defence"].as_str()) {
            (Some("missed"), _) | (_, Some("missed" | "only-missed")) => {
                assert_eq!(mark, Some("??"), "{row}");
                seen[0] += 1;
            }
            (Some(_), _) => {
                assert!(mark.is_none_or(|mark| mark == "!"), "{row}");
                seen[1] += 1;
            }
            _ => {}
        }
    }
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}

/// An index is annotated as its games are.
#[test]
fn an_engine_annotates_an_index() {
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("games.skepdb");
    let index = index.to_str().unwrap();
    let games = "fixtures/games/boardspace.sgf";
    assert_eq!(run(&["index", "-o", index, games]).code, 0);
    let rows = |path: &str| {
        let columns = "ply,move,engine_move,engine_score,mark";
        let run = run(&[
            "annotate",
            "--engine",
            "skep",
            "--depth",
            "1",
            "--columns",
            columns,
            "--format",
            "csv",
            path,
        ]);
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    let of_index = rows(index);
    assert!(of_index.lines().count() > 10);
    assert_eq!(of_index, rows(games));
}

/// The page has the scores and the games, and is loaded again until the match is over.
#[test]
fn a_match_has_a_page_and_records_name_the_engines() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (page, save) = (path("match.html"), path("games.jsonl"));
    fs::write(&page, "an old page").unwrap();
    let play = |more: &[&str]| {
        let args = [
            "match", "a=skep", "b=skep", "-g", "4", "--depth", "1", "--page", &page,
        ];
        run(&[&args[..], more].concat())
    };
    let refused = play(&[]);
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert!(
        refused.err.contains("exists; replace it with --force"),
        "{}",
        refused.err
    );
    assert_eq!(fs::read_to_string(&page).unwrap(), "an old page");
    let done = play(&["--sprt", "0,5", "--save", &save, "--force"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let text = fs::read_to_string(&page).unwrap();
    assert!(
        text.starts_with("<!DOCTYPE html>") && text.ends_with("</html>"),
        "{text}"
    );
    assert!(text.contains("The match is over: 4 of 4 games."), "{text}");
    assert!(
        text.contains("Test: LLR ") && text.contains(": undecided."),
        "{text}"
    );
    assert!(!text.contains("http-equiv=\"refresh\""));
    // Each column that people see has its meaning below the table.
    let head = text
        .split("<thead>")
        .nth(1)
        .unwrap()
        .split("</thead>")
        .next()
        .unwrap();
    let legend = text.split("<dl class=\"legend note\">").nth(1).unwrap();
    for column in head
        .split("<th")
        .skip(1)
        .map(|cell| cell.split('>').nth(1).unwrap().split('<').next().unwrap())
    {
        let named = ["player", "opponent"].contains(&column) || legend.contains(column);
        assert!(named, "{column} in {legend}");
    }
    let game = |number: u32, white: &str, black: &str| {
        let words = |text| format!("<td class=\"words\">{text}</td>");
        format!("<td>{number}</td>{}{}", words(white), words(black))
    };
    let (first, last) = (game(1, "a", "b"), game(4, "b", "a"));
    assert!(text.find(&last).unwrap() < text.find(&first).unwrap());
    let record = fs::read_to_string(&save).unwrap();
    let version = format!("\"WhiteEngine\":\"skep v{}\"", env!("CARGO_PKG_VERSION"));
    assert_eq!(record.matches(&version).count(), 4, "{record}");

    // While games are played, the page says so, and browsers load it again.
    let mut match_of_minutes = Command::new(env!("CARGO_BIN_EXE_skep"))
        .args([
            "match", "skep", "skep", "--time", "1", "--page", &page, "--force",
        ])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let until = Instant::now() + Duration::from_secs(20);
    let is_live = || {
        let text = fs::read_to_string(&page).unwrap();
        text.contains("The match is running: 0 of 100 games.")
            && text.contains("<meta http-equiv=\"refresh\" content=\"3\">")
    };
    while !is_live() && Instant::now() < until {
        thread::sleep(Duration::from_millis(50));
    }
    match_of_minutes.kill().unwrap();
    match_of_minutes.wait().unwrap();
    assert!(is_live());
    let refused = run(&["match", "skep", "skep", "--page", "page.txt"]);
    assert_eq!(refused.code, 2);
    insta::assert_snapshot!(refused.err, @"
    error: invalid value 'page.txt' for '--page <FILE>': the name must end with .html

    For more information, try '--help'.
    ");
}

/// Openings from a book follow its turns and depend only on the seed. Each is played with both colours.
#[test]
fn openings_come_from_a_book() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.hop.tsv");
    let book = book.to_str().unwrap();
    let made = run(&["openings", "fixtures/games", "--depth", "6", "-o", book]);
    assert_eq!(made.code, 0, "{}", made.err);
    let games = |name: &str, seed: &str| -> Vec<String> {
        let file = folder.path().join(name);
        let run_ = play(
            &file,
            &[
                "-g",
                "12",
                "--book",
                book,
                "--opening-plies",
                "3",
                "--seed",
                seed,
            ],
        );
        assert_eq!(run_.code, 0, "{}", run_.err);
        let text = run(&["convert", "--to", "uhp", file.to_str().unwrap()]).out;
        let opening = |game: &str| {
            game.split(';')
                .skip(3)
                .take(3)
                .collect::<Vec<_>>()
                .join(";")
        };
        text.lines().map(opening).collect()
    };
    let first = games("a.jsonl", "1");
    assert_eq!(first.len(), 12);
    for pair in first.chunks(2) {
        assert_eq!(pair[0], pair[1]);
    }
    assert_eq!(first, games("b.jsonl", "1"));
    assert_ne!(first, games("c.jsonl", "2"));
    // The book has no turn for another variant.
    let known = fs::read_to_string(book).unwrap();
    let head = known.lines().next().unwrap();
    fs::write(book, format!("{head}\n")).unwrap();
    let empty = run(&["match", "skep", "skep", "--book", book]);
    assert_eq!(empty.code, 2);
    assert!(
        empty
            .err
            .contains("the book has no opening turns for Base+MLP"),
        "{}",
        empty.err
    );
}

/// A match with a number of positions per move is the same each time.
#[test]
fn a_match_counts_positions() {
    let folder = tempfile::tempdir().unwrap();
    let games = |name: &str| -> String {
        let file = folder.path().join(name);
        let file = file.to_str().unwrap();
        let args = [
            "match",
            "skep",
            "skep",
            "--nodes",
            "300",
            "-g",
            "2",
            "--max-plies",
            "14",
            "--save",
            file,
        ];
        let played = run(&args);
        assert_eq!(played.code, 0, "{}", played.err);
        assert!(
            fs::read_to_string(file)
                .unwrap()
                .contains("300 nodes per move")
        );
        run(&["convert", "--to", "uhp", file]).out
    };
    assert_eq!(games("a.jsonl"), games("b.jsonl"));
}

/// The lines of an engine are written as comments and rows, and are kept in the cache.
#[test]
fn an_engine_names_several_turns() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("answers.tsv");
    let cache = cache.to_str().unwrap();
    let game = "Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 /wQ;bA1 bQ\\";
    let annotate = |more: &[&str]| {
        let args = [
            "annotate", "--engine", "skep", "--depth", "2", "--cache", cache, game,
        ];
        let run = run(&[&args[..], more].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        run
    };
    let rows = annotate(&["--lines", "3", "--format", "jsonl"]);
    for row in rows.json_lines() {
        let lines: Vec<&str> = row["engine_lines"].as_str().unwrap().split(" | ").collect();
        assert_eq!(lines.len(), 3, "{row}");
        let fields: Vec<&str> = lines[0].split(';').collect();
        assert_eq!(fields[0], row["engine_move"], "{row}");
        assert_eq!(
            fields[2].parse::<f64>().ok(),
            row["engine_score"].as_f64(),
            "{row}"
        );
        assert_eq!(fields[0], fields[3], "{row}");
    }
    let again = annotate(&["--lines", "3", "--format", "jsonl"]);
    assert_eq!(again.out, rows.out);
    assert!(again.err.contains("asked in 0 positions"), "{}", again.err);
    let pgn = annotate(&["--lines", "3"]).out;
    assert_eq!(pgn.matches("[%line ").count(), 3 * 6, "{pgn}");
    let sgf = annotate(&["--lines", "3", "--to", "sgf"]).out;
    assert!(
        sgf.contains("C[line 1: ") && sgf.contains("C[line 3: "),
        "{sgf}"
    );
    assert_eq!(annotate(&[]).out.matches("[%line ").count(), 6);
    // Remarks are still read if lines follow them.
    let scored = folder.path().join("scored.pgn");
    fs::write(&scored, pgn).unwrap();
    let list = run(&["check", scored.to_str().unwrap()]);
    assert_eq!(list.code, 0, "{}", list.err);
}

/// A forced win counts more than the score of an engine, also without --tactics. Turns marked ?? give puzzles.
#[test]
fn proofs_override_scores_and_blunders_are_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let scored = folder.path().join("scored.pgn");
    let scored = scored.to_str().unwrap();
    let games = "fixtures/games/hive.uhp";
    let annotate = ["annotate", "--engine", "skep", "--depth", "1", games];
    let rows = run(&[&annotate[..], &["--format", "jsonl"]].concat()).json_lines();
    let proofs = run(&["annotate", "--tactics", "2", "--format", "jsonl", games]).json_lines();
    let mut seen = [0, 0];
    for (row, proof) in rows.iter().zip(&proofs) {
        assert_eq!(row["move"], proof["move"]);
        if proof["win"] == "missed" || proof["defence"] == "only-missed" {
            assert_eq!(row["mark"], "??", "{row} {proof}");
            seen[0] += 1;
        }
        if proof["win"] == "found" {
            assert!(row["mark"].is_null(), "{row} {proof}");
            seen[1] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
    let made = run(&[&annotate[..], &["-o", scored]].concat());
    assert_eq!(made.code, 0, "{}", made.err);
    let puzzles = |more: &[&str]| {
        let run = run(&[&["puzzles", "--format", "jsonl", scored], more].concat());
        (run.code, run.json_lines())
    };
    let (_, all) = puzzles(&[]);
    let (code, of_blunders) = puzzles(&["--blunders"]);
    assert_eq!(code, 0);
    assert!(!of_blunders.is_empty());
    assert!(of_blunders.iter().all(|puzzle| all.contains(puzzle)));
    let marked: Vec<(&Value, u64)> = rows
        .iter()
        .filter(|row| row["mark"] == "??")
        .map(|row| (&row["index"], row["ply"].as_u64().unwrap()))
        .collect();
    for puzzle in &of_blunders {
        let ply = puzzle["ply"].as_u64().unwrap();
        let is_near = |(index, marked): &(&Value, u64)| {
            **index == puzzle["index"] && (*marked == ply || *marked + 1 == ply)
        };
        assert!(marked.iter().any(is_near), "{puzzle}");
    }
    // Without marks, there are no puzzles.
    assert_eq!(run(&["puzzles", "--blunders", games]).code, 1);
}

/// What an earlier run wrote is replaced, and the marks of others stay.
#[test]
fn annotations_are_replaced_by_later_ones() {
    let folder = tempfile::tempdir().unwrap();
    let of_others = "[GameType \"Base\"]\n\n1. wS1! {good} {[%eval 0.25,12] [%engine skep]}\n2. bS1 wS1- {34 ideas}\n\
                     3. wQ -wS1 {[%csl GwQ]} $16\n4. bQ bS1-?? {$18}\n5. wA1 /wQ {[%score 3 engine]}\n6. bA1 bQ\\\n";
    let own = folder.path().join("of_others.pgn");
    fs::write(&own, of_others).unwrap();
    let sources = [
        own.to_str().unwrap(),
        "fixtures/games/hive.uhp",
        "fixtures/boardspace/server-2024.sgf",
    ];
    for (i, source) in sources.into_iter().enumerate() {
        for to in ["pgn", "jsonl", "sgf"] {
            let annotate = |from: &str, more: &[&str]| {
                let head = ["annotate", from, "--to", to, "--game", "1"];
                let made = run(&[&head[..], more].concat());
                assert_eq!(made.code, 0, "{}", made.err);
                let path = folder.path().join(format!("{i}.{to}"));
                fs::write(&path, &made.out).unwrap();
                (made.out, path.to_str().unwrap().to_owned())
            };
            let with = |depth| ["--engine", "skep", "--depth", depth, "--tactics", "1"];
            let (shallow, path) = annotate(source, &with("1"));
            assert_eq!(annotate(&path, &with("1")).0, shallow, "{source} {to}");
            let (deep, path) = annotate(&path, &with("2"));
            assert_eq!(annotate(source, &with("2")).0, deep, "{source} {to}");
            // Only the facts are replaced.
            let (facts, _) = annotate(&path, &[]);
            assert_eq!(facts, deep, "{source} {to}");
            if i == 0 && to == "pgn" {
                for kept in [
                    "{$1}\n{good}\n{[%eval 0.25,12] [%engine skep]}",
                    "{34 ideas}",
                    "{$4 $18}",
                    "{[%score 3 engine]}",
                    "{[%csl GwQ]}\n{$16}",
                ] {
                    assert!(deep.contains(kept), "{kept}: {deep}");
                }
            }
        }
    }
}
