//! Tables for databases and data frames, read back by another program.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::skep::{run, run_with, slashes};
use serde_json::Value;

const GAMES: &str = "fixtures/analysis/games.pgn";

fn python() -> Option<PathBuf> {
    skep_testing::python("pyarrow.dataset", "pyarrow")
}

/// Compares Parquet with the same rows as JSON Lines; tells how many there are.
fn compare(python: &Path, parquet: &Path, lines: &str) -> usize {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(&file, lines).unwrap();
    let read = || {
        let mut command = Command::new(python);
        command.arg("tests/recount/parquet.py");
        command.args([parquet, file.path()]);
        command.current_dir(env!("CARGO_MANIFEST_DIR"));
        command.output().unwrap()
    };
    let mut run = read();
    // A signal ends pyarrow now and then, on files that it reads the next time. One that it never reads is an error.
    if run.status.code().is_none() {
        eprintln!(
            "pyarrow ended with {}; reading {} again",
            run.status,
            parquet.display()
        );
        run = read();
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        run.status.success(),
        "{}: {}",
        run.status,
        text(&run.stderr)
    );
    text(&run.stdout).trim().parse().unwrap()
}

fn inputs(folder: &Path) -> Vec<String> {
    let random = folder.join("random.uhp");
    fs::write(&random, run(&["random", "-n", "200", "--seed", "2"]).out).unwrap();
    let mut all = vec![GAMES.to_owned(), random.to_str().unwrap().to_owned()];
    all.extend(["fixtures/hexit/games", "fixtures/cli"].map(str::to_owned));
    let corpus = skep_testing::shared("corpus");
    all.extend(corpus.map(|corpus| corpus.display().to_string()));
    all
}

#[test]
fn parquet_says_what_json_lines_say() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let inputs = inputs(folder.path());
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let root = folder.path().join("tables");
    let made = run(&[&["export", "-o", root.to_str().unwrap()], &inputs[..]].concat());
    assert_eq!((made.code, made.out.as_str()), (0, ""), "{}", made.err);
    let lines_of = |table: &str, options: &[&str], inputs: &[&str]| {
        let command = ["export", "--format", "jsonl", "--table", table];
        run(&[&command, options, inputs].concat()).out
    };
    for table in ["games", "plies"] {
        let lines = lines_of(table, &[], &inputs);
        let rows = compare(&python, &root.join(table), &lines);
        assert_eq!(rows, lines.lines().count());
        assert!(rows > 200, "{table}");
    }
    // One file of each table with all its columns, in both formats.
    let few = ["fixtures/hexit/games", "fixtures/cli", GAMES];
    for table in ["games", "plies", "positions", "legal_moves"] {
        let all = ["--columns", "all"];
        let lines = lines_of(table, &all, &few);
        for extension in ["parquet", "arrow"] {
            // The name of the file names the table.
            let file = folder.path().join(format!("{table}.{extension}"));
            let made = run(&[&["export", "-o", file.to_str().unwrap()], &all[..], &few].concat());
            assert!(
                made.code < 2 && made.err.contains("written"),
                "{}",
                made.err
            );
            assert_eq!(compare(&python, &file, &lines), lines.lines().count());
        }
    }
    for command in [
        &["openings", "--depth", "5"][..],
        &["openings", "--player", "Ann", "--min-games", "1"],
        &["stats", "--table", "results", "--by", "variant,month"],
        &["players"],
    ] {
        let file = folder.path().join("one.parquet");
        let path = file.to_str().unwrap();
        let made = run(&[
            command,
            &["--force", "--format", "parquet", "-o", path],
            &inputs[..],
        ]
        .concat());
        assert!(made.code < 2, "{}", made.err);
        let lines = run(&[command, &["--format", "jsonl"], &inputs[..]].concat()).out;
        assert_eq!(compare(&python, &file, &lines), lines.lines().count());
    }
}

/// The columns of openings have the same types whatever the games are.
#[test]
fn the_types_of_openings_do_not_depend_on_the_games() {
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use skep_tables::{ArrowTable, TableColumns};

    let folder = tempfile::tempdir().unwrap();
    let expected = ArrowTable::Openings.schema(&TableColumns::all(ArrowTable::Openings));
    for args in [
        &["fixtures/games/exxit.hxt"][..],
        &["fixtures/games", "--min-games", "1"],
        &[GAMES, "--player", "Ann"],
        &["fixtures/games", "--where", "plies > 5000"],
    ] {
        let path = folder.path().join("openings.parquet");
        let out = ["openings", "--force", "-o", path.to_str().unwrap()];
        let made = run(&[&out, args].concat());
        if !path.exists() {
            assert_eq!(made.code, 1, "{args:?} {}", made.err);
            continue;
        }
        let file = fs::File::open(&path).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
        assert_eq!(reader.schema().fields(), expected.fields(), "{args:?}");
    }
    // The columns of groups come first, and replace columns of the same name.
    let path = folder.path().join("groups.parquet");
    let out = ["openings", "-o", path.to_str().unwrap()];
    let made = run(&[&out[..], &["--by", "plies,variant", "fixtures/games"]].concat());
    assert!(path.exists(), "{}", made.err);
    let file = fs::File::open(&path).unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    let fields = reader.schema().fields();
    let others = expected.fields().iter().filter(|f| f.name() != "variant");
    assert_eq!(
        (fields[0].name().as_str(), fields[1].name().as_str()),
        ("plies", "variant")
    );
    assert!(fields[0].data_type().is_integer());
    assert!(fields[2..].iter().eq(others));
}

/// Every file below a folder with its bytes.
fn files(root: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    for entry in fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path));
        } else {
            all.push((path.clone(), fs::read(&path).unwrap()));
        }
    }
    all.sort();
    all
}

#[test]
fn files_do_not_depend_on_threads_and_their_folders_name_variant_and_month() {
    let folder = tempfile::tempdir().unwrap();
    let export = |name: &str, threads: &str| {
        let root = folder.path().join(name);
        let made = run(&[
            "export",
            "--threads",
            threads,
            "-o",
            root.to_str().unwrap(),
            GAMES,
            "fixtures/cli/sound.uhp",
        ]);
        assert_eq!(made.code, 0, "{}", made.err);
        let all = files(&root).into_iter();
        let short = |p: PathBuf| slashes(p.strip_prefix(&root).unwrap().to_str().unwrap());
        all.map(|(path, bytes)| (short(path), bytes))
            .collect::<Vec<_>>()
    };
    let one = export("one", "1");
    assert_eq!(one, export("many", "5"));
    let names: Vec<&str> = one.iter().map(|(name, _)| name.as_str()).collect();
    for name in [
        "games/variant=Base+MLP/month=2024-03/part-0.parquet",
        "plies/variant=Base+M/month=unknown/part-0.parquet",
    ] {
        assert!(names.contains(&name), "{names:?}");
    }
    assert!(
        one.iter()
            .all(|(_, bytes)| bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"))
    );
    // A folder with something in it is left alone.
    let root = folder.path().join("one");
    let again = run(&["export", "-o", root.to_str().unwrap(), GAMES]);
    assert_eq!(again.code, 2);
    insta::assert_snapshot!(crate::skep::stable(&again.err), @"error: DIR/one exists; replace its tables with --force");
    assert_eq!(run(&["export", GAMES]).code, 2);
}

#[test]
fn rows_are_those_of_the_records() {
    let rows = |table: &str, path: &str| -> Vec<Value> {
        let run = run(&["export", "--format", "jsonl", "--table", table, path]);
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
            .lines()
            .map(|l| serde_json::from_str(l).unwrap())
            .collect()
    };
    for path in [
        GAMES,
        "fixtures/cli/faults.uhp",
        "fixtures/hexit/games/blitz.hxt",
    ] {
        let games = rows("games", path);
        let check = run(&["check", "--format", "jsonl", path]).out;
        let checks: Vec<Value> = check
            .lines()
            .map(|l| serde_json::from_str(l).unwrap())
            .collect();
        assert_eq!(games.len(), checks.len());
        let plies = rows("plies", path);
        for (i, (game, check)) in games.iter().zip(&checks).enumerate() {
            assert_eq!(game["number"], i + 1);
            for key in ["path", "index", "game", "status", "plies"] {
                assert_eq!(game[key], check[key], "{path} {key}");
            }
            let stated = game["stated_result"].as_str().unwrap_or("Unknown");
            assert_eq!(check["stated_result"], stated, "{path}");
            let own: Vec<&Value> = plies.iter().filter(|p| p["number"] == i + 1).collect();
            assert_eq!(own.len() as u64, game["plies"].as_u64().unwrap());
            for (n, ply) in own.iter().enumerate() {
                assert_eq!(ply["ply"], n + 1);
            }
        }
    }
    // The moves make up the game again, and cells are where the record has them.
    let plies = rows("plies", "fixtures/cli/sound.uhp");
    let uhp = run(&["convert", "--to", "uhp", "fixtures/cli/sound.uhp"]).out;
    for (i, line) in uhp.lines().enumerate() {
        let own = plies.iter().filter(|p| p["number"] == i + 1);
        let moves: Vec<&str> = own.map(|p| p["move"].as_str().unwrap()).collect();
        assert_eq!(moves, line.split(';').skip(3).collect::<Vec<_>>());
    }
    let first = &plies[0];
    assert_eq!(
        (&first["to_q"], &first["to_r"], &first["from_q"]),
        (&0.into(), &0.into(), &Value::Null)
    );
}

#[test]
fn a_file_without_a_game_ends_with_1() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("empty.sgf");
    fs::write(&file, "").unwrap();
    let file = file.to_str().unwrap();
    let export = |path: &str| {
        run(&[
            "export",
            "--format",
            "jsonl",
            path,
            "fixtures/cli/sound.uhp",
        ])
    };
    let run = export(file);
    assert_eq!(run.code, 1, "{}", run.err);
    insta::assert_snapshot!(crate::skep::stable(&run.err), @"error[empty-file]: DIR/empty.sgf: the file is empty");
    assert!(!run.out.is_empty());
    assert_eq!(export("no/such/file").code, 2);
}

#[test]
fn a_name_that_can_be_a_file_or_a_folder_needs_a_slash() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("tables.new");
    let name = out.to_str().unwrap();
    let refused = run(&["export", GAMES, "-o", name]);
    assert_eq!(refused.code, 2);
    insta::assert_snapshot!(crate::skep::stable(&refused.err), @"error: DIR/tables.new: unknown extension .new; known extensions: .parquet .arrow .csv .tsv .json .jsonl .ndjson .md .txt; .gz, .zst or .zip may follow; for a folder, write DIR/tables.new/");
    assert!(!out.exists());
    // Rows of text are one file, so there the tip would be wrong.
    let refused = run(&["export", GAMES, "-o", "a.xlsx", "--format", "csv"]);
    assert_eq!(refused.code, 2);
    assert!(!refused.err.contains("for a folder"), "{}", refused.err);
    let made = run(&["export", GAMES, "-o", &format!("{name}/")]);
    assert_eq!(made.code, 0, "{}", made.err);
    assert!(out.is_dir());
}

/// The rows of an export in JSON Lines.
fn lines(args: &[&str]) -> Vec<Value> {
    let run = run(&[&["export", "--format", "jsonl"], args].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    run.json_lines()
}

#[test]
fn forced_wins_are_columns_as_in_annotate() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("games.uhp");
    // The second game ends with a win that was forced.
    let ended = run(&["random", "-n", "2", "Base", "--seed", "3"]).out;
    fs::write(&game, ended).unwrap();
    let game = game.to_str().unwrap();
    for turns in ["1", "2"] {
        let rows = lines(&["--table", "plies", &format!("--tactics={turns}"), game]);
        let annotated = run(&[
            "annotate",
            &format!("--tactics={turns}"),
            "--format",
            "jsonl",
            game,
        ]);
        let annotated = annotated.json_lines();
        assert_eq!(rows.len(), annotated.len());
        assert!(rows.iter().any(|row| row["win"] == "found"));
        let names = "win_in win missed_line allows_in defence only_defence allowed_line";
        for (row, annotated) in rows.iter().zip(&annotated) {
            for name in names.split(' ') {
                assert_eq!(row[name], annotated[name], "{name}: {row}");
            }
        }
    }
    // Their names choose them too, but --columns all does not.
    let named = lines(&["--table", "plies", "--columns", "ply,win_in", game]);
    assert!(named.iter().any(|row| row["win_in"] == 1));
    let all = lines(&["--table", "plies", "--columns", "all", game]);
    assert!(all[0].get("win_in").is_none());
    let wrong = run(&[
        "export",
        "--table",
        "games",
        "--tactics",
        "--format",
        "csv",
        game,
    ]);
    assert_eq!(wrong.code, 2);
    insta::assert_snapshot!(wrong.err, @"error: --tactics does not apply to --table games; use --table plies");
}

#[test]
fn columns_are_chosen_by_name() {
    let names = |args: &[&str]| {
        let rows = lines(&[&["--table", "plies", "fixtures/cli/sound.uhp"], args].concat());
        let keys = rows[0].as_object().unwrap().keys().cloned();
        keys.collect::<Vec<String>>()
    };
    assert_eq!(names(&["--columns", "state,ply"]), ["ply", "state"]);
    let default = names(&[]);
    assert!(default.contains(&"key".to_owned()) && !default.contains(&"state".to_owned()));
    let more = names(&["--columns", "default,state"]);
    assert_eq!(more.len(), default.len() + 1);
    let all = names(&["--columns", "all"]);
    assert!(
        ["legal_moves", "white_pinned", "state"]
            .iter()
            .all(|name| all.contains(&(*name).to_owned()))
    );
    let game = b"Base+MLP;InProgress;White[2];wQ;bQ wQ/";
    let args = "export --table plies --format csv --columns position_hash -";
    let args: Vec<&str> = args.split(' ').collect();
    let hashes = run_with(&args, game);
    let expected = "position_hash\n1233057930238600590\n9029123973360691645\n";
    assert_eq!(hashes.out, expected, "{}", hashes.err);
    let wrong = run(&[
        "export",
        "--table",
        "plies",
        "--format",
        "csv",
        "--columns",
        "elo",
        GAMES,
    ]);
    assert_eq!(wrong.code, 2);
    insta::assert_snapshot!(wrong.err, @"error: the table plies has no column elo; see skep help columns");
}

#[test]
fn the_tables_of_a_game_agree_with_the_other_commands() {
    for path in [
        "fixtures/cli/sound.uhp",
        "fixtures/hexit/games/blitz.hxt",
        GAMES,
    ] {
        let plies = lines(&["--table", "plies", "--columns", "all", path]);
        let annotated = run(&["annotate", "--format", "jsonl", path]).json_lines();
        assert_eq!(plies.len(), annotated.len());
        for (own, other) in plies.iter().zip(&annotated) {
            for key in [
                "ply",
                "side",
                "move",
                "legal_moves",
                "white_queen_free",
                "black_queen_free",
                "used_ms",
                "clock_ms",
                "white_points",
                "black_points",
            ] {
                let (own, other) = (&own[key], &other[key]);
                assert_eq!(own.as_f64(), other.as_f64(), "{path} {key}");
                assert_eq!(own.as_str(), other.as_str(), "{path} {key}");
            }
            assert_eq!(own["white_pinned"], other["white_pinned"], "{path}");
        }
        // Every state is read, and has as many legal moves as the next ply says.
        for pair in plies.windows(2).step_by(7) {
            let [before, ply] = pair else { unreachable!() };
            if before["number"] != ply["number"] {
                continue;
            }
            let moves = run(&["moves", before["state"].as_str().unwrap()]);
            assert_eq!(moves.code, 0, "{}", moves.err);
            assert_eq!(
                moves.out.lines().count() as u64,
                ply["legal_moves"].as_u64().unwrap()
            );
        }
        let moves = lines(&["--table", "legal_moves", path]);
        let total: u64 = plies
            .iter()
            .map(|ply| ply["legal_moves"].as_u64().unwrap())
            .sum();
        assert_eq!(moves.len() as u64, total);
        let played: Vec<&Value> = moves
            .iter()
            .filter(|row| row["is_played"] == true)
            .collect();
        assert_eq!(played.len(), plies.len());
        for (played, ply) in played.iter().zip(&plies) {
            for key in ["move", "piece", "from_q", "from_r", "to_q", "to_r"] {
                assert_eq!(played[key], ply[key], "{path} {key}");
            }
        }
        // The piece of a ply stands where the ply says.
        let positions = lines(&["--table", "positions", path]);
        for ply in plies
            .iter()
            .filter(|ply| !ply["piece"].is_null())
            .step_by(5)
        {
            let cell = [("q", "to_q"), ("r", "to_r"), ("height", "to_height")];
            let there = positions.iter().any(|row| {
                let same = ["number", "ply", "piece"].map(|key| (key, key));
                let mut keys = same.into_iter().chain(cell);
                keys.all(|(own, key)| row[own] == ply[key]) && row["on_top"] == true
            });
            assert!(there, "{ply}");
        }
    }
}

#[test]
fn heights_throws_and_captures_are_those_of_the_turns() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.uhp");
    let games = "Base+P;InProgress;White[3];wP;bS1 wP-;wQ -wP;bQ bS1-;wQ wP/\n\
                 Base;InProgress;White[5];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bA1 bQ-;wB1 wQ\n\
                 Venom+Predators;InProgress;White[2];wS1;bA1 wS1-;wMa -wS1\n";
    fs::write(&file, games).unwrap();
    let rows = lines(&["--table", "plies", "--from", "uhp", file.to_str().unwrap()]);
    let of = |number: u64, ply: u64| {
        let found = rows
            .iter()
            .find(|row| row["number"] == number && row["ply"] == ply);
        found.unwrap_or_else(|| panic!("{rows:?}"))
    };
    let heights = |row: &Value| (row["from_height"].as_u64(), row["to_height"].as_u64());
    let thrown = of(1, 5);
    assert_eq!(
        (&thrown["piece"], &thrown["thrown"]),
        (&"wQ".into(), &true.into())
    );
    assert_eq!(heights(thrown), (Some(0), Some(0)));
    let climb = of(2, 7);
    assert_eq!(
        (heights(climb), &climb["thrown"]),
        ((Some(0), Some(1)), &false.into())
    );
    assert_eq!(rows.iter().filter(|row| row["thrown"] == true).count(), 1);
    assert!(rows.iter().all(|row| row["captured"] == false));
    assert_eq!(heights(of(3, 3)), (None, Some(0)));
    // Cells of Venom count from the first piece, whichever tile it is.
    assert_eq!(
        (&of(3, 2)["to_q"], &of(3, 2)["to_r"]),
        (&1.into(), &0.into())
    );
    let entered = &rows[0];
    assert!(entered["from_height"].is_null() && entered["to_height"] == 0);
}

#[test]
fn pieces_of_hexit_have_the_names_of_python() {
    let path = "fixtures/hexit/games/blitz.hxt";
    let plies = lines(&["--table", "plies", path]);
    let of = |number: usize| {
        let row = &plies[number - 1];
        (
            row["move"].as_str().unwrap(),
            row["piece"].as_str(),
            row["from_height"].as_u64(),
            row["to_height"].as_u64(),
        )
    };
    assert_eq!(of(1), ("N14", Some("w"), None, Some(1)));
    assert_eq!(of(3), ("N14-M14", Some("w"), Some(1), Some(2)));
    // A prisoner has no tile beneath, and a release has no piece.
    assert_eq!(of(32), ("P14-N12x", Some("b"), Some(2), Some(0)));
    assert_eq!(of(33), ("*N12", None, None, None));
    let positions = lines(&["--table", "positions", path]);
    for row in &positions {
        let (piece, side) = (
            row["piece"].as_str().unwrap(),
            row["side"].as_str().unwrap(),
        );
        assert_eq!(piece.starts_with('w'), side == "White");
        assert!(["w", "b", "wT", "bT"].contains(&piece));
        assert!(piece.len() == 1 || row["height"] == 0);
    }
}

#[test]
fn folders_have_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let whole = lines(&["--table", "games", GAMES]);
    for format in ["csv", "tsv", "json", "jsonl", "markdown", "arrow"] {
        // With --by, the path is a folder.
        let root = folder.path().join(format);
        let made = run(&[
            "export",
            "--by",
            "month",
            "--format",
            format,
            "-o",
            root.to_str().unwrap(),
            GAMES,
        ]);
        assert_eq!((made.code, made.out.as_str()), (0, ""), "{}", made.err);
        let extension = if format == "markdown" { "md" } else { format };
        let part = root.join(format!("games/month=2024-03/part-0.{extension}"));
        let bytes = fs::read(&part).unwrap();
        assert!(root.join("plies").exists());
        let text = String::from_utf8_lossy(&bytes);
        let march = whole.iter().filter(|game| game["month"] == "2024-03");
        let count = march.count();
        match format {
            "csv" | "tsv" => {
                assert_eq!(text.lines().count(), count + 1);
                assert!(text.starts_with("number"), "{text}");
                assert!(!text.lines().next().unwrap().contains("month"));
            }
            "jsonl" => assert_eq!(text.lines().count(), count),
            "json" => {
                let rows: Vec<Value> = serde_json::from_str(&text).unwrap();
                assert_eq!(rows.len(), count);
            }
            _ => {}
        }
    }
    // A name with a slash is a folder too, and each table has its own.
    let root = format!("{}/", folder.path().join("both").display());
    let made = run(&["export", "--format", "csv", "-o", &root, GAMES]);
    assert_eq!(made.code, 0, "{}", made.err);
    assert!(Path::new(&root).join("plies/variant=Base+MLP").exists());
    let table = run(&[
        "export", "--by", "month", "--format", "table", "-o", &root, GAMES,
    ]);
    assert_eq!(table.code, 2);
    insta::assert_snapshot!(table.err, @"error: --format table writes one table to a file; choose another --format for a folder");
}

#[test]
fn a_folder_is_split_as_partition_says() {
    let folder = tempfile::tempdir().unwrap();
    let export = |partition: &str| {
        let root = folder.path().join(partition);
        let made = run(&[
            "export",
            "--by",
            partition,
            "-o",
            root.to_str().unwrap(),
            GAMES,
        ]);
        assert_eq!(made.code, 0, "{}", made.err);
        let names = files(&root).into_iter().map(|(path, _)| {
            let name = path.strip_prefix(&root).unwrap();
            slashes(name.to_str().unwrap())
        });
        names.collect::<Vec<String>>()
    };
    assert_eq!(
        export("none"),
        ["games/part-0.parquet", "plies/part-0.parquet"]
    );
    assert!(export("month").contains(&"games/month=2024-03/part-0.parquet".to_owned()));
    let both = export("month,variant");
    assert!(
        both.contains(&"plies/month=2024-03/variant=Base+MLP/part-0.parquet".to_owned()),
        "{both:?}"
    );
    let refused = |args: &[&str]| {
        let run = run(&[&["export", GAMES], args].concat());
        assert_eq!(run.code, 2);
        run.err
    };
    let out = folder.path().join("x.parquet");
    let out = out.to_str().unwrap();
    insta::assert_snapshot!(refused(&["--by", "month", "--table", "games", "-o", out]), @"error: --by does not apply to one file; use -o FOLDER/");
    insta::assert_snapshot!(refused(&["--by", "none,month", "-o", "y/"]), @"error: --by none excludes variant and month");
}

/// CSV and TSV are encoded from the columns, and JSON is made of values.
#[test]
fn csv_and_json_have_the_same_cells() {
    for table in ["games", "plies", "positions"] {
        let export = |format: &str, threads: &str| {
            let columns = ["--table", table, "--columns", "all", "--format", format];
            let paths = [
                "-j",
                threads,
                "fixtures/games",
                "fixtures/hivegame",
                "fixtures/pgn",
            ];
            let run = run(&[&["export"], &columns[..], &paths].concat());
            assert!(run.code <= 1, "{}", run.err);
            run.out
        };
        let json: Vec<serde_json::Map<String, Value>> =
            serde_json::from_str(&export("json", "1")).unwrap();
        assert!(json.len() > 20, "{table}");
        for (format, delimiter) in [("csv", b','), ("tsv", b'\t')] {
            let text = export(format, "1");
            assert_eq!(text, export(format, "2"));
            let mut reader = csv::ReaderBuilder::new();
            let mut reader = reader.delimiter(delimiter).from_reader(text.as_bytes());
            let names = reader.headers().unwrap().clone();
            let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
            assert_eq!(rows.len(), json.len());
            for (row, object) in rows.iter().zip(&json) {
                assert!(names.iter().eq(object.keys()));
                for (cell, value) in row.iter().zip(object.values()) {
                    let expected = match value {
                        Value::Null => String::new(),
                        Value::String(text) => text.clone(),
                        other => other.to_string(),
                    };
                    assert_eq!(cell, expected, "{table} {format}");
                }
            }
        }
    }
}

/// The table games and `list --columns all` have the same fields with the same values. Only the list has the fields of
/// both players and those of forced wins; only the table has the first plies of motifs, and dates that are incomplete
/// in a column of their own.
#[test]
fn the_table_of_games_is_the_list_of_all_columns() {
    let of_list = [
        "black_blunders",
        "black_missed",
        "blunders",
        "elo",
        "hand",
        "missed",
        "player",
        "points",
        "queen",
        "queen_ply",
        "swing",
        "white_blunders",
        "white_missed",
        "won_in",
    ];
    let keys =
        |row: &Value| -> BTreeSet<String> { row.as_object().unwrap().keys().cloned().collect() };
    for path in [GAMES, "fixtures/games/league.zip", "fixtures/hexit/games"] {
        let list = run(&["list", "--columns", "all", "--format", "jsonl", path]);
        let listed = list.json_lines();
        let exported = lines(&["--table", "games", "--columns", "all", path]);
        assert!(
            !listed.is_empty() && listed.len() == exported.len(),
            "{path}"
        );
        for (listed, exported) in listed.iter().zip(&exported) {
            let [own, other] = [listed, exported].map(keys);
            assert_eq!(Vec::from_iter(&own - &other), of_list, "{path}");
            let more = &other - &own;
            let is_known = |name: &String| name == "date_text" || name.contains("_first_");
            assert!(more.iter().all(is_known), "{more:?}");
            for name in own.intersection(&other) {
                let is_partial = name == "date" && exported[name].is_null();
                let same = if is_partial { "date_text" } else { name };
                // A column of a table has one type: rounds are texts.
                let is_round = name == "round" && listed[name].is_number();
                let own = if is_round {
                    listed[name].to_string().into()
                } else {
                    listed[name].clone()
                };
                // 230 and 230.0 are one number.
                let numbers = own.as_f64().zip(exported[same].as_f64());
                let is_equal = numbers.map_or(own == exported[same], |(a, b)| a == b);
                assert!(is_equal, "{path}: {name}: {own} {}", exported[same]);
            }
        }
    }
}
