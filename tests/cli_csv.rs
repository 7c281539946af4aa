//! GameStrings in CSV with a header: a line that names the columns.

use serde_json::{Value, json};

use crate::skep::{run, run_with};

const CSV: &str = "\
Date,White,Black,white_rating,Black Rating,Club,Tournament,GameString,Result
2024-01-30,Ann,\"Bob, \"\"the ant\"\"\",1500,1480,Bees,Cup,\"Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-\",1-0
2024-02-01,Bo\u{e9},,,,,,\"Base;InProgress;White[2];wS1;bA1 \\wS1\",
";

fn jsonl(text: &str) -> Vec<Value> {
    let run = run_with(&["convert", "--to", "jsonl"], text.as_bytes());
    assert_eq!(run.code, 0, "{}", run.err);
    run.json_lines()
}

#[test]
fn columns_are_tags() {
    let games = jsonl(CSV);
    let tags = json!({
        "Date": "2024.01.30",
        "White": "Ann",
        "Black": "Bob, \"the ant\"",
        "WhiteElo": "1500",
        "BlackElo": "1480",
        "Club": "Bees",
        "Event": "Cup",
    });
    assert_eq!(games[0]["tags"], tags);
    assert_eq!(games[0]["stated"]["result"], "WhiteWins");
    assert_eq!(
        games[1]["tags"],
        json!({"Date": "2024.02.01", "White": "Boé"})
    );
    for (filter, count) in [
        ("player = 'Ann'", 1),
        ("white_elo > 1400", 1),
        ("tag(club) = 'bees'", 1),
        ("year = 2024", 2),
    ] {
        let found = run_with(&["count", "--where", filter], CSV.as_bytes());
        assert_eq!(
            found.out.trim(),
            count.to_string(),
            "{filter}: {}",
            found.err
        );
    }
}

#[test]
fn other_notations_keep_the_columns() {
    let folder = tempfile::tempdir().unwrap();
    let direct = jsonl(CSV);
    for extension in ["pgn", "sgf", "jsonl"] {
        let file = folder.path().join(format!("games.{extension}"));
        let file = file.to_str().unwrap();
        let written = run_with(&["convert", "-", "-o", file], CSV.as_bytes());
        assert_eq!(written.code, 0, "{}", written.err);
        let back = run(&["convert", "--to", "jsonl", file]).json_lines();
        for (back, direct) in back.iter().zip(&direct) {
            for (name, value) in direct["tags"].as_object().unwrap() {
                // Boardspace SGF cannot hold this tag, and convert reports it.
                if extension == "sgf" && name == "Club" {
                    continue;
                }
                assert_eq!(&back["tags"][name], value, "{extension}");
            }
            let moves = |game: &Value| -> Vec<Value> {
                let moves = game["moves"].as_array().unwrap();
                moves.iter().map(|mv| mv["text"].clone()).collect()
            };
            assert_eq!(moves(back), moves(direct), "{extension}");
        }
    }
}

#[test]
fn separators_order_and_rows() {
    // Tabs; an empty first cell; a comment, an empty line and Windows line ends.
    let tabs = "# games\r\nround\twhite\tgame\tblack\r\n\r\n\tAnn\tBase;InProgress;White[2];wS1;bS1 wS1-\tBob\r\n\
                2\tBob\tBase;InProgress;White[2];wS1;bA1 wS1-\t\r\n";
    let games = jsonl(tabs);
    assert_eq!(games[0]["tags"], json!({"White": "Ann", "Black": "Bob"}));
    assert_eq!(games[1]["tags"], json!({"Round": "2", "White": "Bob"}));
    // Semicolons, the game in quotes, and an unknown text as the result.
    let semicolons = "result;game;white\nAnn won;\"Base;InProgress;White[2];wS1;bS1 wS1-\";Ann\n";
    assert_eq!(
        jsonl(semicolons)[0]["tags"],
        json!({"Result": "Ann won", "White": "Ann"})
    );
    // If a row has more cells than there are names, no name is certain.
    let long = "white,game\nAnn,x,\"Base;InProgress;White[2];wS1;bS1 wS1-\"\n";
    assert_eq!(jsonl(long)[0]["tags"], json!({}));
    // A quote without an end.
    let open = "white,game\n\"Ann,Base;InProgress;White[2];wS1;bS1 wS1-\n";
    assert_eq!(jsonl(open)[0]["tags"], json!({}));
    // A row of words is not a second line of names, but one with known names is.
    let two = "white,black,game\nAnn,Cid,Base;InProgress;White[2];wS1;bS1 wS1-\nAnn,Bob,cancelled\n\
               Black,White,game\nAnn,Cid,Base;InProgress;White[2];wS1;bS1 wS1-\n";
    let games = jsonl(two);
    assert_eq!(games[0]["tags"], json!({"White": "Ann", "Black": "Cid"}));
    assert_eq!(games[1]["tags"], json!({"Black": "Ann", "White": "Cid"}));
}

#[test]
fn unchanged_games_keep_one_header() {
    let folder = tempfile::tempdir().unwrap();
    let one = run_with(&["filter", "--where", "player = Ann"], CSV.as_bytes());
    let mut lines = CSV.lines();
    let expected = format!("{}\n{}\n", lines.next().unwrap(), lines.next().unwrap());
    assert_eq!(one.out, expected, "{}", one.err);
    let sorted = run_with(&["sort", "--by", "-date"], CSV.as_bytes());
    assert_eq!(sorted.out.lines().count(), 3, "{}", sorted.out);
    assert!(sorted.out.starts_with("Date,White,"), "{}", sorted.out);
    assert_eq!(jsonl(&sorted.out)[1]["tags"], jsonl(CSV)[0]["tags"]);
    let file = folder.path().join("games.csv");
    std::fs::write(&file, CSV).unwrap();
    let (file, parts) = (file.to_str().unwrap(), folder.path().join("parts"));
    let split = run(&["split", "--by", "year", file, "-o", parts.to_str().unwrap()]);
    assert_eq!(split.code, 0, "{}", split.err);
    let part = std::fs::read_dir(&parts).unwrap().next().unwrap().unwrap();
    assert_eq!(
        std::fs::read_to_string(part.path())
            .unwrap()
            .lines()
            .count(),
        3
    );
    // An index keeps the header too.
    let index = folder.path().join("games.skepdb");
    let index = index.to_str().unwrap();
    assert_eq!(run(&["index", file, "-o", index]).code, 0);
    assert_eq!(
        run(&["count", "--where", "player = Ann", index]).out.trim(),
        "1"
    );
}

#[test]
fn the_header_applies_to_every_part_of_a_long_file() {
    let mut text = CSV.lines().next().unwrap().to_owned() + "\n";
    // The cells are long, so that a few games fill several parts.
    let row = CSV
        .lines()
        .nth(1)
        .unwrap()
        .replace("Bees", &"bee ".repeat(8000))
        + "\n";
    let games = 150;
    text.extend(std::iter::repeat_n(row.as_str(), games));
    for threads in ["1", "3"] {
        let args = [
            "count",
            "-j",
            threads,
            "--where",
            "white = Ann and white_elo = 1500",
        ];
        let count = run_with(&args, text.as_bytes());
        assert_eq!(count.out.trim(), games.to_string(), "{}", count.err);
    }
}

#[test]
fn findings_name_the_line_of_the_row() {
    let bad =
        format!("{CSV}2024-03-01,Ann,Cid,,,,,\"Base;InProgress;White[2];wS1;bA1 nowhere\",\n");
    let check = run_with(&["check", "--format", "jsonl"], bad.as_bytes());
    let game = &check.json_lines()[2];
    let finding = &game["diagnostics"][0];
    assert_eq!(finding["line"], 4, "{game}");
    let line = bad.lines().nth(3).unwrap();
    let column = line.find("bA1 nowhere").unwrap() + 1;
    assert_eq!(finding["column"], column, "{game}");
}

/// The number of games with each value of a field, and the value.
fn counts(field: &str, text: &str) -> Vec<String> {
    let run = run_with(
        &["count", "--by", field, "--format", "csv", "-"],
        text.as_bytes(),
    );
    assert_eq!(run.code, 0, "{}", run.err);
    let rows = run.out.lines().skip(1);
    let mut rows: Vec<String> = rows
        .map(|row| row.split(',').take(2).collect::<Vec<_>>().join(","))
        .collect();
    rows.sort();
    rows
}

const GAME: &str = "\"Base;InProgress;White[2];wS1;bG1 wS1-\"";

#[test]
fn results_have_many_names() {
    let rows = |column: &str, results: &[&str]| {
        let rows = results
            .iter()
            .map(|result| format!("{result},Ann,Bob,{GAME}\n"));
        format!("{column},White,Black,Game\n{}", rows.collect::<String>())
    };
    for column in ["Result", "winner"] {
        let white = ["white", "White wins", "W", "ann", "WhiteWins", "1-0"];
        assert_eq!(
            counts("result", &rows(column, &white)),
            ["6,WhiteWins"],
            "{column}"
        );
        let black = ["black", "black wins", "b", "Bob", "BlackWins", "0-1"];
        assert_eq!(
            counts("result", &rows(column, &black)),
            ["6,BlackWins"],
            "{column}"
        );
        assert_eq!(
            counts("result", &rows(column, &["draw", "1/2-1/2"])),
            ["2,Draw"],
            "{column}"
        );
        let unknown = jsonl(&rows(column, &["timeout"]));
        let name = if column == "Result" {
            "Result"
        } else {
            "winner"
        };
        assert_eq!(
            unknown[0]["tags"],
            json!({name: "timeout", "White": "Ann", "Black": "Bob"})
        );
    }
    // Both players have the name.
    let same = format!("White,Black,Winner,Game\nAnn,ann,Ann,{GAME}\n");
    assert_eq!(counts("result", &same), ["1,InProgress"]);
}

#[test]
fn dates_ratings_and_names_of_other_sites() {
    let text = format!(
        "playedAt,White Username,black_username,Rating White,BElo,Game\n\
         2024-01-30T18:57:00Z,Ann,Bob,1500,1400,{GAME}\n2024.02.01,Ann,Bob,,,{GAME}\nlast week,Ann,Bob,,,{GAME}\n"
    );
    let games = jsonl(&text);
    assert_eq!(
        games[0]["tags"],
        json!({
            "Date": "2024.01.30",
            "UTCTime": "18:57:00",
            "White": "Ann",
            "Black": "Bob",
            "WhiteElo": "1500",
            "BlackElo": "1400",
        })
    );
    assert_eq!(
        games[1]["tags"],
        json!({"Date": "2024.02.01", "White": "Ann", "Black": "Bob"})
    );
    assert_eq!(
        games[2]["tags"],
        json!({"playedAt": "last week", "White": "Ann", "Black": "Bob"})
    );
    for name in [
        "utc_date",
        "DateTime",
        "played at",
        "CreatedAt",
        "game date",
    ] {
        let text = format!("{name},white,game\n2024/03/05 10:00,Ann,{GAME}\n");
        assert_eq!(jsonl(&text)[0]["tags"]["Date"], "2024.03.05", "{name}");
    }
    // The column of the date comes first, wherever it is.
    let both = format!("created at,date,game\n2024-03-05,2024-01-30,{GAME}\n");
    assert_eq!(
        jsonl(&both)[0]["tags"],
        json!({"created at": "2024-03-05", "Date": "2024.01.30"})
    );
}

#[test]
fn blanks_around_separators() {
    let comma = format!("White , Black, Game\n\"Ann, A.\" , \"Bob, \"\"B\"\"\", {GAME}\n");
    let semicolon = comma.replace(", B", "; B").replace(" , ", " ; ");
    let semicolon = semicolon
        .replace(", G", "; G")
        .replace(", \"Base", "; \"Base");
    let semicolon = semicolon.replace("\"Bob; \"\"B\"\"\"", "\"Bob, \"\"B\"\"\"");
    for text in [comma, semicolon] {
        assert_eq!(
            jsonl(&text)[0]["tags"],
            json!({"White": "Ann, A.", "Black": "Bob, \"B\""}),
            "{text}"
        );
    }
}

#[test]
fn a_row_without_a_game_is_named_by_its_line() {
    let text = format!("id,white,game\n1,A,{GAME}\n3,Ann,\n");
    let check = run_with(&["check", "-"], text.as_bytes());
    assert_eq!(check.code, 1, "{}", check.err);
    assert!(check.out.contains("3 | 3,Ann,\n"), "{}", check.out);
    let check = run_with(&["check", "--format", "jsonl"], text.as_bytes());
    let finding = &check.json_lines()[1]["diagnostics"][0];
    assert_eq!(
        (&finding["line"], &finding["column"]),
        (&json!(3), &json!(1)),
        "{finding}"
    );
}

#[test]
fn a_header_without_rows_has_no_games() {
    let csv = &["check", "--from", "csv", "-"][..];
    for (args, text) in [
        (csv, "id,white,game\n"),
        (csv, "# none\nid,white,game"),
        // Two known names show that it is CSV.
        (&["check", "-"], "White,Black,Date,Result,Game\n"),
        (&["check", "-"], "id\twhite\tblack\tgame"),
    ] {
        let check = run_with(args, text.as_bytes());
        assert_eq!(check.code, 1, "{}{}", check.out, check.err);
        assert_eq!(check.err.trim(), "note: no games found", "{}", check.out);
    }
    for text in ["Hello, Ann\n", "White,Black,Date\nAnn,Bob,2024\n"] {
        let check = run_with(&["check", "-"], text.as_bytes());
        assert_eq!(check.code, 1, "{}{}", check.out, check.err);
    }
    let check = run_with(
        &["check", "--from", "csv", "-"],
        b"There is no game here.\n",
    );
    assert_eq!(check.code, 1, "{}{}", check.out, check.err);
}

#[test]
fn dates_are_read_if_they_are_clear() {
    let tags = |date: &str| {
        let text = format!("White,Black,Date,Game\nAnn,Bob,{date},{GAME}\n");
        jsonl(&text)[0]["tags"]["Date"].clone()
    };
    for (cell, date) in [
        ("2024-03-05", "2024.03.05"),
        ("2024/3/5", "2024.03.05"),
        ("05.03.2024", "2024.03.05"),
        ("5.3.2024", "2024.03.05"),
        ("25/03/2024", "2024.03.25"),
        ("03/25/2024", "2024.03.25"),
        ("05/05/2024", "2024.05.05"),
        ("5-Mar-2024", "2024.03.05"),
        ("5-OCT-2024", "2024.10.05"),
        ("05.03.2024 18:57", "2024.03.05"),
        ("05.03.2024 evening", "2024.03.05 evening"),
        // The rest is unknown, or the whole cell.
        ("2024-03", "2024-03"),
        ("2024", "2024"),
        ("2024.??.??", "2024.??.??"),
        ("????.??.??", "????.??.??"),
        ("03/05/2024", "03/05/2024"),
        ("05.03.24", "05.03.24"),
        ("2024-13-45", "2024-13-45"),
    ] {
        assert_eq!(tags(cell), date, "{cell}");
    }
}

#[test]
fn unclear_dates_and_results_get_a_remark() {
    let text = format!(
        "White,Black,Date,Result,Game\n\
         Ann,\"Bob, B.\",03/05/2024,1-0,{GAME}\n\
         Ann,Bob, 03.05.2024, banana ,{GAME}\n\
         Ann,Bob,?,-,{GAME}\n\
         Ann,Bob,,,{GAME}\n"
    );
    let check = run_with(&["check", "--format", "jsonl"], text.as_bytes());
    assert_eq!(check.code, 0, "{}", check.err);
    let findings: Vec<(Value, Value, Value, Value)> = (check.json_lines().iter())
        .flat_map(|game| game["diagnostics"].as_array().unwrap().clone())
        .map(|found| {
            let part = |name: &str| found[name].clone();
            (part("code"), part("line"), part("column"), part("message"))
        })
        .collect();
    let remark = |line: u32, cell: &str, kind: &str| {
        let column = text.lines().nth(line as usize - 1).unwrap().find(cell);
        let message = format!("cannot read `{cell}` as a {kind}");
        (
            json!("unclear-value"),
            json!(line),
            json!(column.unwrap() + 1),
            json!(message),
        )
    };
    assert_eq!(
        findings,
        [
            remark(2, "03/05/2024", "date"),
            remark(3, "banana", "result")
        ]
    );
    let first = &check.json_lines()[0]["diagnostics"][0]["help"];
    assert!(
        first
            .as_str()
            .unwrap()
            .starts_with("write dates as 2024-03-05"),
        "{first}"
    );
    assert_eq!(run(&["explain", "unclear-value"]).code, 0);
    let kept = &jsonl(&text)[1]["tags"];
    assert_eq!(kept["Result"], "banana", "{kept}");
    assert_eq!(counts("year", &text), ["1,2024", "3,"]);
}

#[test]
fn the_loss_of_a_date_is_named() {
    let text = format!("White,Black,Date,Game\nAnn,Ben,03/05/2024,{GAME}\n");
    let sgf = run_with(&["convert", "--to", "boardspace", "-"], text.as_bytes());
    insta::assert_snapshot!(sgf.err, @"note: Boardspace SGF cannot hold dates that are not in the form 2024.03.05; for details: --explain-loss");
    let clear = run_with(
        &["convert", "--to", "boardspace", "-"],
        text.replace("03/05/2024", "2024/03/05").as_bytes(),
    );
    assert!(!clear.err.contains("cannot hold"), "{}", clear.err);
}

#[test]
fn csv_files_hold_games_of_csv_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let kept = run_with(&["filter", "-", "-o", &path("kept.csv")], CSV.as_bytes());
    assert_eq!(kept.code, 0, "{}", kept.err);
    assert_eq!(std::fs::read_to_string(path("kept.csv")).unwrap(), CSV);
    let uhp = GAME.trim_matches('"');
    for (args, input) in [(&["filter", "-"][..], uhp), (&["sort", "-"], uhp)] {
        let refused = run_with(
            &[args, &["-o", &path("new.csv")]].concat(),
            input.as_bytes(),
        );
        assert_eq!(refused.code, 2, "{args:?}: {}", refused.err);
        assert!(
            refused
                .err
                .contains("use skep list --format csv or skep export"),
            "{args:?}: {}",
            refused.err
        );
        assert!(!folder.path().join("new.csv").exists(), "{args:?}");
    }
}
