//! Rows in every format and at every width, and `skep list`.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

use crate::skep::{run, run_with, skep};

const GAMES: &str = "fixtures/analysis/games.pgn";
const FOLDER: &str = "fixtures/games";
const WIDTHS: [usize; 5] = [40, 60, 80, 120, 200];

/// The commands that print rows.
const ROWS: [&[&str]; 11] = [
    &["list"],
    &["count", "--by", "white"],
    &["count", "--by", "plies"],
    &["check"],
    &["annotate"],
    &["annotate", "--tactics"],
    &["puzzles", "--moves", "2"],
    &["players"],
    &["openings", "--min-games", "1"],
    &["stats", "--table", "bugs"],
    &["audit", "--rules", "strict,tournament"],
];

fn at(width: Option<usize>, args: &[&str]) -> String {
    let mut command = skep(args);
    match width {
        Some(width) => command.env("COLUMNS", width.to_string()),
        None => command.env_remove("COLUMNS"),
    };
    let output = command.output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The words of a text that are numbers, ranges or shares: 1,234 and 54/4/41 and 32.7–62.6.
fn numbers(text: &str) -> BTreeSet<String> {
    let is_number = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_digit())
            && word
                .chars()
                .all(|c| c.is_ascii_digit() || ",./–".contains(c))
    };
    text.split_whitespace()
        .filter(is_number)
        .map(str::to_owned)
        .collect()
}

#[test]
fn tables_fit_and_numbers_stay_whole() {
    let corpus = skep_testing::shared("corpus/boardspace-2020");
    let mut inputs = vec![FOLDER];
    inputs.extend(corpus.as_ref().and_then(|corpus| corpus.to_str()));
    for input in inputs {
        for args in [
            &["stats"][..],
            &["stats", "--by", "white,month"],
            &["players"],
            &["openings", "--depth", "4"],
            &["count", "--by", "white"],
            &["annotate", "--format", "table", "--where", "plies < 12"],
            &["list"],
            &["check"],
            &["check", "--format", "table"],
        ] {
            let args = [args, &[input]].concat();
            let whole = numbers(&at(None, &args));
            let mut widest = 0;
            for width in WIDTHS {
                let table = at(Some(width), &args);
                let cut = table.replace('…', " ");
                let rows: String = table
                    .split_inclusive('\n')
                    .filter(|line| !line.starts_with("(no room at "))
                    .collect();
                for line in cut
                    .lines()
                    .filter(|l| args[0] != "check" && !l.contains("(--"))
                {
                    let long = line.chars().count();
                    assert!(long <= width, "{args:?} at {width}: {line}");
                    widest = widest.max(long);
                }
                // A name can lose its end, and a number in it.
                if !args.contains(&"list") && args[0] != "check" && !args.contains(&"white,month") {
                    let strange: Vec<String> = numbers(&rows).difference(&whole).cloned().collect();
                    assert!(
                        strange.is_empty(),
                        "{args:?} at {width}: {strange:?}\n{table}"
                    );
                }
                let broken = table
                    .lines()
                    .find(|line| line.ends_with("-") && !line.contains(' '));
                assert_eq!(broken, None, "{args:?} at {width}: a heading is broken");
            }
            // The lines of an error in a report of check can be longer than its tables.
            let is_empty = whole.is_empty();
            assert!(widest > 5 || is_empty || args[0] == "check", "{args:?}");
        }
    }
}

#[test]
fn columns_that_leave_are_named_and_a_pipe_has_no_width() {
    let narrow = at(Some(60), &["players", FOLDER]);
    assert!(
        narrow.ends_with(
            "\n(no room at 60 columns for perf, unbeaten, lost run, won\nrun, opponents, as W % and as B %; use --format csv, or a\nwider window)\n"
        ),
        "{narrow}"
    );
    assert!(narrow.contains(" rating\n"), "{narrow}");
    let piped = at(None, &["players", FOLDER]);
    assert!(!piped.contains("no room"), "{piped}");
    insta::assert_snapshot!(piped.lines().next().unwrap(), @"player  games  won  drawn  lost  score    95 %  as W %  as B %  opponents  won run  unbeaten  lost run  rating  perf");
    // Below that, a record has a line per value.
    let records = at(Some(24), &["players", FOLDER]);
    assert!(
        records.contains("player: Ada\ngames: 10\nwon: 7\n"),
        "{records}"
    );
}

#[test]
fn wide_characters_take_two_columns() {
    let game = |white: &str| {
        format!(
            "[GameType \"Base\"]\n[White \"{white}\"]\n[Black \"b\"]\n[Result \"WhiteWins\"]\n\n1. wS1 2. bS1 wS1-\n\n"
        )
    };
    let games = format!("{}{}", game("山田太郎"), game("Ann"));
    let out = run_with(&["list", "-"], games.as_bytes()).out;
    let column = |line: &str| {
        let before = &line[..line.find(" b ").unwrap()];
        before
            .chars()
            .map(|c| if c.is_ascii() { 1 } else { 2 })
            .sum::<usize>()
    };
    let places: Vec<usize> = out.lines().skip(1).map(column).collect();
    assert_eq!(places[0], places[1], "{out}");
}

#[test]
fn the_games_of_a_file_are_listed() {
    let out = run(&["list", "--format", "csv", GAMES]);
    assert_eq!(out.code, 0, "{}", out.err);
    let mut lines = out.out.lines();
    assert_eq!(
        lines.next().unwrap(),
        "number,date,white,black,variant,result,status,plies,shape,opening_code,path,entry,index"
    );
    let count: usize = run(&["count", GAMES]).out.trim().parse().unwrap();
    assert_eq!(lines.count(), count);
    // The number is that of show --game, also among some games.
    let some = run(&["list", "--format", "jsonl", "--where", "plies > 12", GAMES]);
    let check = run(&["check", "--format", "jsonl", GAMES]).out;
    let checks: Vec<Value> = check
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    let mut seen = 0;
    for line in some.out.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let judged = &checks[row["number"].as_u64().unwrap() as usize - 1];
        for key in ["plies", "variant", "path", "entry", "index", "status"] {
            assert_eq!(row[key], judged[key], "{line}");
        }
        seen += 1;
    }
    assert!(0 < seen && seen < count, "{seen} of {count}");
    // An invalid game has its status in place of the result.
    let faults = run(&["list", "fixtures/cli/faults.uhp"]);
    assert!(faults.out.contains(" illegal "), "{}", faults.out);
    let none = run(&["list", "--where", "plies > 9999", GAMES]);
    assert_eq!((none.code, none.out.as_str()), (1, ""), "{}", none.err);
    insta::assert_snapshot!(none.err, @"note: no game matches");
    assert_eq!(run(&["list", "no/such/file"]).code, 2);
}

#[test]
fn every_command_with_rows_has_every_format() {
    for args in ROWS {
        let printed = |format: &str| {
            let all = [args, &["--format", format, GAMES, "fixtures/cli"]].concat();
            let run = run(&all);
            assert!(run.code < 2, "{all:?}: {}", run.err);
            run.out
        };
        let lines = printed("jsonl");
        let objects: Vec<Value> = lines
            .lines()
            .map(|l| serde_json::from_str(l).unwrap())
            .collect();
        assert!(!objects.is_empty(), "{args:?}");
        if args[0] != "check" {
            let document: Value = serde_json::from_str(&printed("json")).unwrap();
            assert_eq!(document, Value::Array(objects.clone()), "{args:?}");
        }
        let csv = printed("csv");
        let (head, rows) = csv.split_once('\n').unwrap();
        let keys: Vec<&str> = head.split(',').collect();
        // A row of check has one finding, and an object has them all.
        if args[0] != "check" {
            let object = objects[0].as_object().unwrap();
            assert_eq!(keys, object.keys().collect::<Vec<_>>(), "{args:?}");
            assert_eq!(rows.lines().count(), objects.len(), "{args:?}");
        }
        assert_eq!(printed("tsv").lines().next().unwrap(), keys.join("\t"));
        assert!(printed("markdown").starts_with("| "), "{args:?}");
        assert!(printed("table").lines().count() > 1, "{args:?}");
    }
}

/// As the help of --quiet and the guide say. audit is check --compare, which refuses --quiet.
#[test]
fn only_check_and_diff_print_no_report_if_quiet() {
    let diff = ["diff", "fixtures/cli"];
    let commands = ROWS.iter().filter(|args| args[0] != "audit");
    for args in commands.chain(&[&diff[..]]) {
        let all = [args, &[GAMES][..]].concat();
        let quiet = run(&[&all, &["-q"][..]].concat());
        let report = run(&all);
        assert!(!report.out.is_empty(), "{all:?}");
        if ["check", "diff"].contains(&args[0]) {
            assert_eq!(
                (quiet.code, &*quiet.out, &*quiet.err),
                (report.code, "", "")
            );
        } else {
            assert_eq!(quiet.out, report.out, "{all:?}");
        }
    }
}

#[test]
fn every_command_with_rows_writes_parquet() {
    for args in ROWS {
        let output = skep(&[args, &["--format", "parquet", GAMES, "fixtures/cli"]].concat())
            .output()
            .unwrap();
        let bytes = output.stdout;
        assert!(
            bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"),
            "{args:?}"
        );
    }
    let Some(python) = skep_testing::python("pyarrow.parquet", "pyarrow") else {
        return;
    };
    let file = tempfile::NamedTempFile::new().unwrap();
    let bytes = skep(&["list", "--format", "parquet", GAMES])
        .output()
        .unwrap()
        .stdout;
    std::fs::write(file.path(), bytes).unwrap();
    let script = "import sys, json, pyarrow.parquet as p
t = p.read_table(sys.argv[1])
print(json.dumps([{f.name: str(f.type) for f in t.schema}, t.to_pylist()], default=str))";
    let found = Command::new(python)
        .args(["-c", script])
        .arg(file.path())
        .output()
        .unwrap();
    let (types, mut found): (Value, Vec<Value>) = serde_json::from_slice(&found.stdout).unwrap();
    // The text of a date is in a column of its own, and a date without a day is only there.
    for row in &mut found {
        let row = row.as_object_mut().unwrap();
        let text = row.remove("date_text").unwrap();
        let date = row.insert("date".to_owned(), text.clone()).unwrap();
        let is_whole = text.as_str().is_some_and(|text| text.len() == 10);
        assert_eq!(date, if is_whole { text } else { Value::Null });
    }
    let document: Vec<Value> =
        serde_json::from_str(&run(&["list", "--format", "json", GAMES]).out).unwrap();
    assert_eq!(found, document);
    let choice = "dictionary<values=string, indices=int32, ordered=0>";
    for (column, of_values) in [
        ("number", "uint64"),
        ("date", "date32[day]"),
        ("date_text", "string"),
        ("variant", choice),
        ("plies", "int64"),
        ("index", "uint64"),
        ("path", "string"),
    ] {
        assert_eq!(types[column], of_values, "{column}");
    }
    // The types do not depend on the values: neither clocks nor wins here.
    let bytes = skep(&[
        "annotate",
        "--tactics",
        "--format",
        "parquet",
        "Base;wS1;bS1 wS1-",
    ])
    .output()
    .unwrap()
    .stdout;
    std::fs::write(file.path(), bytes).unwrap();
    let python = skep_testing::python("pyarrow.parquet", "pyarrow").unwrap();
    let found = Command::new(python)
        .args(["-c", script])
        .arg(file.path())
        .output()
        .unwrap();
    let (types, _): (Value, Vec<Value>) = serde_json::from_slice(&found.stdout).unwrap();
    for (column, of_values) in [
        ("used_ms", "duration[ms]"),
        ("clock_ms", "duration[ms]"),
        ("side", choice),
        ("win", choice),
        ("defence", choice),
        ("win_in", "int64"),
        ("white_points", "double"),
        ("missed_line", "string"),
    ] {
        assert_eq!(types[column], of_values, "{column}");
    }
}

#[test]
fn exported_tables_have_every_format() {
    let export = |args: &[&str]| run(&[&["export"], args, &[GAMES]].concat());
    let lines = export(&["--table", "games", "--format", "jsonl"]).out;
    let objects: Vec<Value> = lines
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    let document: Value =
        serde_json::from_str(&export(&["--table", "games", "--format", "json"]).out).unwrap();
    assert_eq!(document, Value::Array(objects.clone()));
    let csv = export(&["--table", "plies", "--format", "csv"]).out;
    assert!(
        csv.starts_with("number,ply,side,move,piece,from_q,"),
        "{csv}"
    );
    let both = export(&["--format", "csv"]);
    assert_eq!((both.code, both.out.as_str()), (2, ""));
    insta::assert_snapshot!(both.err, @"error: --format csv writes one table; choose it with --table, or name a folder with -o DIR/");
}

/// The rows of other commands are written by the same code.
#[test]
fn json_is_one_document_of_the_objects_of_jsonl() {
    let none = ["--where", "plies > 9000"];
    for command in [&["check"][..], &["solve", "--moves", "1"]] {
        for select in [&["--first", "7"][..], &none] {
            let [json, jsonl] = ["json", "jsonl"]
                .map(|format| run(&[command, select, &["--format", format, GAMES]].concat()));
            let document: Value = serde_json::from_str(&json.out).unwrap();
            assert_eq!(document, Value::Array(jsonl.json_lines()), "{command:?}");
            assert_eq!((json.code, json.err), (jsonl.code, jsonl.err));
        }
    }
}

#[test]
fn notations_have_the_names_that_people_type() {
    let convert = |to: &str| run(&["convert", "--to", to, GAMES]).out;
    assert_eq!(convert("sgf"), convert("boardspace"));
    let annotate = |to: &str| run(&["annotate", "--to", to, GAMES]).out;
    assert_eq!(annotate("sgf"), annotate("boardspace"));
    assert_eq!(
        annotate("csv"),
        run(&["annotate", "--format", "csv", GAMES]).out
    );
    let sgf = "fixtures/games/boardspace.sgf";
    assert_eq!(
        run(&["count", "--from", "sgf", sgf]).out,
        run(&["count", sgf]).out
    );
}

/// Each command prints the columns that `skep help columns` lists for it.
#[test]
fn the_columns_are_those_that_help_names() {
    let help = at(Some(80), &["help", "columns"]);
    let (table, rest) = help.split_once("The columns of each command:\n\n").unwrap();
    assert!(!table.contains('…'), "{table}");
    let described: BTreeSet<&str> = table
        .lines()
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let rest = rest.split("\n\n").next().unwrap();
    let mut commands: Vec<(String, Vec<String>)> = Vec::new();
    for line in rest.lines() {
        let words = match line.split_once(": ") {
            Some((command, words)) => {
                commands.push((command.to_owned(), Vec::new()));
                words
            }
            None => line,
        };
        let columns = words.split(',').map(|w| w.trim().to_owned());
        commands
            .last_mut()
            .unwrap()
            .1
            .extend(columns.filter(|w| !w.is_empty()));
    }
    assert!(commands.len() > 10, "{commands:?}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report");
    let path = path.to_str().unwrap();
    let of_list = commands[0].clone();
    assert_eq!(of_list.0, "list");
    for (command, mut columns) in commands {
        let mut args: Vec<&str> = command
            .split(' ')
            .filter(|w| !["--format", "parquet", "--report", "--compare"].contains(w))
            .collect();
        if command == "list --like" {
            args.push("wS1;bS1 wS1-;wQ -wS1;bQ bS1-");
            columns.extend(of_list.1.clone());
        }
        // An object of check has all findings.
        let format = if command == "check" { "csv" } else { "jsonl" };
        args.extend(["--format", format]);
        if args[0] == "match" {
            args.extend([
                "skep",
                "a=skep",
                "--depth=1",
                "--games=2",
                "--max-plies=6",
                "--sprt=0,10",
            ]);
        } else {
            args.extend(["fixtures/analysis", "fixtures/hexit/games"]);
        }
        match args[0] {
            "check" if command != "check" => {
                args.extend(["--compare", "strict,tournament", "fixtures/cli"]);
            }
            "openings" => args.extend(["--min-games", "1"]),
            "stats" => {
                if args.contains(&"results") {
                    args.push("--tactics=1");
                }
                args.push("fixtures/boardspace/server-2024.sgf");
            }
            "players" => {
                if command == "players" {
                    args.push("--tactics=1");
                }
                args.push("fixtures/games/league.zip");
            }
            "annotate" => args.extend(["--tactics=1", "--engine", "skep", "--depth", "1"]),
            "puzzles" => args.extend(["--moves", "1"]),
            "dedup" => args.extend([
                "fixtures/analysis/games.pgn",
                "--to",
                "jsonl",
                "--report",
                path,
            ]),
            _ => {}
        }
        let mut out = run(&args).out;
        if args[0] == "dedup" {
            out = std::fs::read_to_string(path).unwrap();
        }
        let first = out.lines().next().unwrap_or_default();
        let printed: Vec<String> = match serde_json::from_str::<Value>(first) {
            Ok(Value::Object(object)) => object.keys().cloned().collect(),
            _ => first.split(',').map(str::to_owned).collect(),
        };
        // JSON Lines have one text for both columns of the date.
        let mut same = columns.clone();
        if command == "openings --format parquet" {
            same.retain(|column| column != "last_played_text");
        }
        if !first.is_empty() {
            assert_eq!(printed, same, "{command}");
        } else {
            assert_eq!(args[0], "players", "{command} prints nothing");
        }
        for column in &columns {
            assert!(described.contains(column.as_str()), "{column}");
        }
    }
    // A name of a field is the name of its column.
    for (field, name) in [
        ("white", "white"),
        ("whiteelo", "white_elo"),
        ("path", "path"),
        ("source", "source"),
        ("kind", "event_kind"),
    ] {
        let count = run(&["count", "--by", field, "--format", "csv", GAMES]).out;
        assert!(count.starts_with(&format!("games,{name}\n")), "{count}");
        assert!(described.contains(name), "{name}");
    }
}

#[test]
fn a_screen_of_80_columns_has_room_for_the_source() {
    let list = run(&["list", "fixtures/games/league.zip"]).out;
    assert!(list.lines().next().unwrap().ends_with("source"), "{list}");
    assert!(
        list.contains("spring.pgn") && !list.contains("no room"),
        "{list}"
    );
    assert!(
        list.lines().all(|line| line.chars().count() <= 80),
        "{list}"
    );
}

#[test]
fn a_long_name_is_whole_in_a_pipe() {
    let name = "Ann".repeat(100);
    let game = format!(
        "[GameType \"Base\"]\n[White \"{name}\"]\n[Black \"Bob\"]\n\n1. wS1\n2. bG1 wS1-\n"
    );
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, game).unwrap();
    for command in ["list", "players"] {
        let mut skep = skep(&[command, file.path().to_str().unwrap()]);
        let out = skep.env_remove("COLUMNS").output().unwrap().stdout;
        let out = String::from_utf8(out).unwrap();
        assert!(out.contains(&name), "{command}: {out}");
    }
}

#[test]
fn headings_of_scores_name_the_colour() {
    let players = run(&["players", "fixtures/games/league.zip"]).out;
    assert!(
        players.contains("as W %") && players.contains("as B %"),
        "{players}"
    );
    let stats = run(&["stats", "--table", "results", "fixtures/games/league.zip"]).out;
    insta::assert_snapshot!(stats, @"
    games open White % draw % Black % W score %      95 % length p10 median p90 max
       30    0    43.3   10.0    46.7      48.3 31.7–65.4   42.0  25     42  53  60
    ");
}
