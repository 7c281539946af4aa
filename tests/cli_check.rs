//! `skep check`: the reports, the exit codes, and what the options do.

use std::io::Read;
use std::process::Stdio;

use crate::schema::Schema;
use crate::skep::{run, run_with, skep as program};
use insta::assert_snapshot;
use serde_json::Value;

const SOUND: &str = "fixtures/cli/sound.uhp";
const FAULTS: &str = "fixtures/cli/faults.uhp";

fn objects(text: &str) -> Vec<Value> {
    text.lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect()
}

#[test]
fn valid_games_end_with_0() {
    let run = run(&["check", SOUND]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out);
}

#[test]
fn faults_are_shown_in_their_lines() {
    let run = run(&["check", "--remarks", FAULTS]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    assert_snapshot!(run.out);
}

#[test]
fn a_narrow_terminal_is_enough() {
    let output = program(&["check", FAULTS])
        .env("COLUMNS", "40")
        .output()
        .unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    for line in out.lines().filter(|l| l.contains(" | ")) {
        assert!(line.chars().count() <= 40, "{line}");
    }
    assert_snapshot!(out);
}

#[test]
fn entries_of_archives_are_named() {
    let run = run(&[
        "check",
        "fixtures/archives/games.zip",
        "fixtures/archives/truncated.zip",
    ]);
    assert_eq!(run.code, 1);
    assert_snapshot!(run.out);
}

#[test]
fn every_object_fits_the_schema() {
    let schema = include_str!("../fixtures/schema/skep-check.schema.json");
    let schema = Schema::new(schema);
    let run = run(&["check", "--format", "jsonl", "fixtures"]);
    assert_eq!(run.code, 2);
    let objects = objects(&run.out);
    for object in &objects {
        assert_eq!(schema.errors(object), [""; 0], "{object}");
    }
    for status in ["ok", "illegal", "syntax", "unsupported", "empty"] {
        assert!(objects.iter().any(|o| o["status"] == status), "{status}");
    }
    let faults = objects.iter().filter(|o| o["index"] == 0).count();
    assert!(faults > 0, "no file without a game");
}

#[test]
fn json_has_the_keys_in_order() {
    let run = run(&["check", "--format", "jsonl", FAULTS]);
    assert_snapshot!(run.out);
}

#[test]
fn csv_has_a_row_for_each_object_of_json() {
    let csv = run(&["check", "--format", "csv", "fixtures"]);
    let json = run(&["check", "--format", "jsonl", "fixtures"]);
    let mut reader = csv::Reader::from_reader(csv.out.as_bytes());
    let columns = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let objects = objects(&json.out);
    assert_eq!(rows.len(), objects.len());
    for (row, object) in rows.iter().zip(&objects) {
        for key in [
            "path",
            "entry",
            "index",
            "variant",
            "plies",
            "status",
            "board_result",
        ] {
            let field = &row[columns.iter().position(|c| c == key).unwrap()];
            let expected = match &object[key] {
                Value::Null => String::new(),
                Value::String(s) => s.clone(),
                other => other.to_string(),
            };
            assert_eq!(field, expected, "{key} of {object}");
        }
    }
}

#[test]
fn sarif_has_a_result_for_each_finding() {
    let sarif = run(&["check", "--format", "sarif", "fixtures"]);
    let json = run(&["check", "--format", "jsonl", "fixtures"]);
    assert_eq!(sarif.code, 2);
    let document: Value = serde_json::from_str(&sarif.out).unwrap();
    let results = document["runs"][0]["results"].as_array().unwrap();
    let findings = objects(&json.out)
        .iter()
        .map(|o| o["diagnostics"].as_array().unwrap().len())
        .sum::<usize>();
    assert_eq!(results.len(), findings);

    let empty = run(&["check", "--format", "sarif", SOUND]);
    let document: Value = serde_json::from_str(&empty.out).unwrap();
    assert_eq!(document["runs"][0]["results"], Value::Array(Vec::new()));
}

#[test]
fn quiet_prints_only_what_is_asked_for() {
    let quiet = run(&["check", "-q", FAULTS]);
    assert_eq!((quiet.code, &*quiet.out, &*quiet.err), (1, "", ""));
    assert_eq!(run(&["check", "-q", SOUND]).code, 0);
    let folder = tempfile::tempdir().unwrap();
    for format in ["human", "json", "csv", "sarif"] {
        let quiet = run(&["check", "-q", "--format", format, FAULTS]);
        let report = run(&["check", "--format", format, FAULTS]);
        assert_eq!((quiet.code, &quiet.out), (1, &report.out), "{format}");
        assert_eq!(quiet.err, "", "{format}");
        let file = folder.path().join(format);
        let path = file.to_str().unwrap();
        let written = run(&["check", "-q", "--format", format, "-o", path, FAULTS]);
        assert_eq!((written.code, &*written.out), (1, ""), "{format}");
        assert_eq!(
            std::fs::read_to_string(file).unwrap(),
            report.out,
            "{format}"
        );
    }
}

#[test]
fn fail_fast_stops_at_the_first_invalid_game() {
    for threads in ["1", "4"] {
        let run = run(&[
            "check",
            "--fail-fast",
            "--format",
            "jsonl",
            "--threads",
            threads,
            SOUND,
            FAULTS,
            FAULTS,
        ]);
        assert_eq!(run.code, 1);
        let objects = objects(&run.out);
        assert_eq!(objects.len(), 5);
        assert_eq!(objects[4]["status"], "illegal");
    }
    let run = run(&["check", "--fail-fast", FAULTS]);
    assert!(
        run.out.contains("illegal-move") && !run.out.contains("bad-move"),
        "{}",
        run.out
    );
}

#[test]
fn a_limit_of_errors_hides_and_goes_on_counting() {
    let run = run(&["check", "--limit", "1", FAULTS, FAULTS]);
    assert_eq!(run.code, 1);
    assert_eq!(run.out.matches("error[illegal-move]: ").count(), 1);
    assert!(
        run.out.contains("5 more errors are not shown (--limit)"),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("    2      2  error[bad-move]"),
        "{}",
        run.out
    );

    let none = self::run(&["check", "--limit", "0", "--format", "sarif", FAULTS]);
    let document: Value = serde_json::from_str(&none.out).unwrap();
    let results = document["runs"][0]["results"].as_array().unwrap();
    assert!(
        !results.is_empty() && results.iter().all(|r| r["level"] != "error"),
        "{results:?}"
    );
}

#[test]
fn a_path_that_cannot_be_read_ends_with_2_and_its_reason() {
    for format in ["human", "json"] {
        let run = run(&["check", "--format", format, "no/such/file", SOUND]);
        assert_eq!(run.code, 2);
        // As in every other command, nothing is written.
        assert_eq!(run.out, "");
        assert_eq!(run.err, "error: no/such/file: no such file or folder\n");
    }
}

#[test]
fn empty_input_has_an_empty_report() {
    let run = run(&["check", "no/such/file"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
}

#[test]
fn bad_usage_ends_with_2() {
    for args in [
        &["check"][..],
        &["check", "--format", "xml", SOUND],
        &["check", "--rules", "mine", SOUND],
        &["chekc", SOUND],
        &["check", "--threads", "-1", SOUND],
        &[],
    ] {
        let run = run(args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        assert!(!run.err.is_empty());
    }
    assert!(run(&["chekc"]).err.contains("'check'"));
}

#[test]
fn standard_input_is_read() {
    let text = std::fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/fixtures/cli/faults.uhp"
    ))
    .unwrap();
    let run = run_with(&["check", "-"], &text);
    assert_eq!(run.code, 1);
    assert!(run.out.contains(" --> <stdin>:2:43"), "{}", run.out);
    let json = run_with(&["check", "--format", "jsonl", "-"], &text);
    assert_eq!(objects(&json.out)[0]["path"], "-");
}

#[test]
fn bad_input_is_a_finding() {
    let cases: [(&[u8], &str); 5] = [
        (b"", "empty-file"),
        (b"\0\x01\x02\xff\xfe\0binary", "not-a-record"),
        (b"PK\x03\x04 but no zip", "damaged-archive"),
        (b"(;GM[27]VV[1]\nSU[hive", "unclosed"),
        (b"Base;InProgress;White[2];wS1;bS1 \0-", "bad-move"),
    ];
    for (input, code) in cases {
        let run = run_with(&["check", "-"], input);
        assert_eq!(run.code, 1, "{code}");
        assert!(
            run.out.contains(&format!("error[{code}]")),
            "{code}: {}",
            run.out
        );
        assert!(!run.out.contains('\0'), "{code}");
    }
}

/// Many games of every kind, in more text than one unit of work holds.
fn many() -> Vec<u8> {
    let faults = include_bytes!("../fixtures/cli/faults.uhp");
    let sound = include_bytes!("../fixtures/cli/sound.uhp");
    let mut all = Vec::new();
    for i in 0..1500 {
        all.extend_from_slice(sound);
        if i % 7 == 0 {
            all.extend_from_slice(faults);
        }
    }
    all
}

#[test]
fn reports_do_not_depend_on_threads() {
    let input = many();
    for (format, options) in [
        ("human", &["--remarks", "--limit", "100"][..]),
        ("json", &[]),
        ("csv", &[]),
        ("sarif", &["--limit", "100"]),
    ] {
        let args = |threads| {
            let words = ["check", "--format", format, "--threads", threads, "-"];
            [&words, options].concat()
        };
        let one = run_with(&args("1"), &input);
        assert_eq!(one.code, 1);
        assert!(one == run_with(&args("3"), &input), "{format}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    for format in ["human", "jsonl", "csv", "sarif"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("many.uhp");
        std::fs::write(&path, many()).unwrap();
        let mut child = program(&["check", "--format", format, path.to_str().unwrap()])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{format}");
        assert!(
            output.stderr.is_empty(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn colours_are_for_terminals_or_when_asked_for() {
    let escape = |args: &[&str], variable: Option<&str>| {
        let mut command = program(args);
        if let Some(name) = variable {
            command.env(name, "1");
        }
        command.output().unwrap().stdout.contains(&0x1b)
    };
    assert!(!escape(&["check", FAULTS], None));
    assert!(escape(&["check", "--color", "always", FAULTS], None));
    assert!(escape(&["--color", "always", "check", FAULTS], None));
    assert!(!escape(
        &["check", "--color", "never", FAULTS],
        Some("CLICOLOR_FORCE")
    ));
    assert!(!escape(&["check", FAULTS], Some("NO_COLOR")));
    assert!(!escape(
        &["check", "--color", "always", "--format", "jsonl", FAULTS],
        None
    ));
}

#[test]
fn rules_can_be_chosen() {
    let run = run(&[
        "check",
        "--opening",
        "tournament",
        "--format",
        "jsonl",
        FAULTS,
    ]);
    assert_eq!(
        objects(&run.out)[3]["diagnostics"][0]["rule"],
        "opening-queen"
    );
    let run = self::run(&["check", "--opening", "open", "--format", "jsonl", FAULTS]);
    assert_eq!(objects(&run.out)[3]["status"], "ok");
}

#[test]
fn an_empty_folder_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let run = run(&["check", folder.path().to_str().unwrap()]);
    assert_eq!((run.code, &*run.err), (1, "note: no games found\n"));
}

#[test]
fn a_record_of_nothing_but_an_empty_turn_is_empty() {
    let game = "(;\nGM[27]VV[1]\nSU[hive]\nRE[Game won by b]\nP0[id \"a\"]\nP1[id \"b\"]\n\
                ; P0[0 Start P0]\n; P0[1 Done ]\n)\n";
    let run = run_with(&["check", "--format", "jsonl", "-"], game.as_bytes());
    assert_eq!(run.code, 0);
    assert!(run.out.contains(r#""status":"empty""#), "{}", run.out);
    let ignored = r#""code":"pass-ignored","rule":null,"ply":null,"#;
    assert!(run.out.contains(ignored), "{}", run.out);
}

#[test]
fn a_placement_out_of_turn_is_said_to_be_one() {
    let run = run_with(&["check", "-"], b"Base;InProgress;White[2];wS1;wS2 wS1-\n");
    let why = "wS2 enters on Black's turn: each side places its own pieces";
    assert!(run.out.contains(why), "{}", run.out);
}

#[test]
fn names_of_choices_are_taken_in_any_case() {
    let lower = run(&["check", "--format", "jsonl", "--rules", "historical", SOUND]);
    let upper = run(&["check", "--format", "JSONL", "--rules", "Historical", SOUND]);
    assert_eq!((lower.code, &lower.out), (0, &upper.out));
    let unknown = run(&["check", "--format", "xml", SOUND]);
    assert_eq!(unknown.code, 2);
    insta::assert_snapshot!(unknown.err, @"
    error: invalid value 'xml' for '--format <FORMAT>'
      [possible values: human, table, csv, excel, tsv, json, jsonl, markdown, parquet, sarif]

    For more information, try '--help'.
    ");
}

#[test]
fn wide_characters_keep_the_columns_of_tables() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wide.pgn");
    let game = "[GameType \"Base\"]\n[White \"日本\"]\n[Black \"Ann\"]\n[Result \"WhiteWins\"]\n\n1. wS1\n2. bG1 wS1-\n\n";
    std::fs::write(&file, game).unwrap();
    let shown = run(&["players", "--sort", "name", file.to_str().unwrap()]);
    let rows: Vec<&str> = shown
        .out
        .lines()
        .filter(|l| l.contains("Ann") || l.contains("日本"))
        .collect();
    let [ann, wide] = rows[..] else {
        panic!("{}", shown.out)
    };
    // Each of the two takes two columns.
    assert_eq!(
        ann.chars().count(),
        wide.chars().count() + 2,
        "{}",
        shown.out
    );
}

#[test]
fn games_that_a_count_skips_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("empty.sgf");
    std::fs::write(&file, "").unwrap();
    let run = run(&["stats", SOUND, file.to_str().unwrap()]);
    assert_eq!(run.code, 1);
    insta::assert_snapshot!(run.err, @"note: skipped 1 file or entry without a game; for details: skep check");
}

#[test]
fn the_paths_of_files_that_make_the_exit_code_are_listed() {
    let all = run(&["check", "-l", "fixtures/uhp", "fixtures/games"]);
    assert_eq!(all.code, 1, "{}", all.err);
    let same = run(&[
        "list",
        "-l",
        "--where",
        "status not in (ok, empty)",
        "fixtures/uhp",
        "fixtures/games",
    ]);
    assert_eq!(all.out, same.out);
    let valid = run(&["check", "-l", "fixtures/games/league.zip"]);
    assert_eq!((valid.code, valid.out.as_str()), (0, ""));
}
