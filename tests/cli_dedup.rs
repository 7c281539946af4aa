//! `skep dedup`: what counts as the same game, and which of the same is kept.

use std::fs;

use crate::skep::{run, run_with, slashes};

const TWICE: &str = "fixtures/select/twice.pgn";

/// The number of games kept, and standard error.
fn kept(args: &[&str]) -> (usize, String) {
    let run = run(&[&["dedup", TWICE], args].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    (run.out.matches("[White ").count(), run.err)
}

/// The numbers of the removed games, each with the reason and the game that is kept.
fn removed(args: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("removed.csv");
    let report = report.to_str().unwrap();
    let made = run(&[&["dedup", "--report", report], args].concat());
    assert_eq!(made.code, 0, "{}", made.err);
    let rows = fs::read_to_string(report).unwrap();
    let rows = rows.lines().skip(1).map(|row| {
        let cells: Vec<&str> = row.split(',').collect();
        format!("{} {} {}", cells[2], cells[3], cells[6])
    });
    rows.collect()
}

#[test]
fn games_of_other_players_are_merged_only_if_asked_for() {
    let (games, err) = kept(&["--keep", "first"]);
    assert_eq!(games, 5);
    let summary = "6 games: 5 unique, 1 duplicate (1 in the same file)\n";
    assert_eq!(err, summary);
    assert_eq!(removed(&[TWICE, "--keep", "first"]), ["1 same 2"]);
    assert_eq!(kept(&[]).1, summary);
    assert_eq!(kept(&["--key", "moves"]).0, 4);
    assert_eq!(kept(&["--key", "canonical"]).0, 3);
    assert_eq!(kept(&["-q"]).1, "");
}

#[test]
fn the_better_copy_is_kept_where_it_stands() {
    assert_eq!(removed(&[TWICE, "--keep", "most-tags"]), ["1 same 2"]);
    let run = run(&["dedup", TWICE, "--keep", "most-tags"]);
    let first = run.out.split("\n\n").next().unwrap();
    insta::assert_snapshot!(first, @r#"
    [GameType "Base+MLP"]
    [White "Ann"]
    [Black "Bob"]
    [Result "InProgress"]
    [Date "2024.03.09"]
    "#);
}

#[test]
fn a_game_that_was_saved_again_later_stands_for_its_beginning() {
    let game = |moves: usize| {
        let all = [
            "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-",
        ];
        format!("Base;InProgress;White[1];{}\n", all[..moves].join(";"))
    };
    let other = "Base;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 /wQ\n";
    let input = [
        &game(2),
        &game(4),
        other,
        &game(4),
        &game(6),
        &game(5),
        other,
    ]
    .concat();
    let left = |least: &str| {
        let args = ["dedup", "--keep", "first", least, "-"];
        let (one, many) = (
            run_with(&args, input.as_bytes()),
            run_with(&[&args[..], &["--threads", "1"]].concat(), input.as_bytes()),
        );
        assert_eq!((&one, one.code), (&many, 0));
        one
    };
    // Two games go on after the fourth ply, and each is kept.
    let three = left("--beginnings=3");
    assert_eq!(three.out, [&game(2), other, &game(6)].concat());
    assert_eq!(
        three.err,
        "7 games: 3 unique, 4 duplicates (1 in the same file, 3 the beginning of a longer\ngame)\n"
    );
    assert_eq!(left("--beginnings=1").out, [other, &game(6)].concat());
    // Beginnings of fewer than ten plies are games of their own.
    let ten = left("--beginnings").out;
    assert_eq!(
        ten,
        [&game(2), &game(4), other, &game(6), &game(5)].concat()
    );
}

#[test]
fn the_beginnings_are_those_of_a_slow_scan() {
    let made = run(&[
        "random",
        "-n",
        "40",
        "--seed",
        "3",
        "--max-plies",
        "24",
        "Base",
    ]);
    let mut lines: Vec<String> = made.out.lines().map(str::to_owned).collect();
    // Every third game again, cut short by some plies.
    for i in (0..40).step_by(3) {
        let fields: Vec<&str> = lines[i].split(';').collect();
        let cut = fields[..fields.len() - 1 - i / 3].join(";");
        lines.insert((i * 7) % lines.len(), cut);
    }
    let input = lines.join("\n");
    let moves = |line: &str| line.splitn(4, ';').nth(3).unwrap().to_owned();
    let kept: Vec<&String> = lines
        .iter()
        .filter(|line| {
            let longer = format!("{};", moves(line));
            !lines.iter().any(|other| moves(other).starts_with(&longer))
        })
        .collect();
    assert!(kept.len() < lines.len());
    let run = run_with(
        &["dedup", "--beginnings=1", "--key", "moves", "-q", "-"],
        input.as_bytes(),
    );
    assert_eq!(run.out.lines().collect::<Vec<_>>(), kept);
}

#[test]
fn doing_it_again_changes_nothing_and_threads_do_not_either() {
    for key in ["moves", "players+moves", "canonical"] {
        for keep in ["first", "most-tags"] {
            let args = ["dedup", "--key", key, "--keep", keep];
            let once = run(&[
                &args[..],
                &["fixtures/select", "fixtures/pgn", "--from", "pgn"],
            ]
            .concat());
            let again = run_with(
                &[&args[..], &["--from", "pgn", "-"]].concat(),
                once.out.as_bytes(),
            );
            assert_eq!(again.out, once.out, "{key} {keep}");
            assert!(
                again.err.ends_with("unique, 0 duplicates\n"),
                "{}",
                again.err
            );
            let threads = run(&[
                &args[..],
                &[
                    "fixtures/select",
                    "fixtures/pgn",
                    "--from",
                    "pgn",
                    "--threads",
                    "1",
                ],
            ]
            .concat());
            assert_eq!(threads, once);
        }
    }
}

#[test]
fn a_report_lists_each_duplicate_in_the_format_of_the_file_name() {
    let folder = tempfile::tempdir().unwrap();
    let report = |name: &str| {
        let path = folder.path().join(name);
        let run = run(&["dedup", TWICE, "--report", path.to_str().unwrap()]);
        assert_eq!(run.code, 0, "{}", run.err);
        fs::read(path).unwrap()
    };
    let text = |name: &str| String::from_utf8(report(name)).unwrap();
    assert_eq!(
        text("a.csv"),
        format!(
            "path,entry,index,reason,kept_path,kept_entry,kept_index\n{TWICE},,1,same,{TWICE},,2\n"
        )
    );
    let object: serde_json::Value = serde_json::from_str(&text("a.jsonl")).unwrap();
    assert_eq!(
        (&object["index"], &object["kept_index"]),
        (&1.into(), &2.into())
    );
    insta::assert_snapshot!(text("a.txt"), @"
    file                       entry  game in file  reason  kept file                  kept entry  kept game
    fixtures/select/twice.pgn  –                 1  same    fixtures/select/twice.pgn  –                   2
    ");
    assert!(report("a.parquet").starts_with(b"PAR1"));
    let wrong = run(&["dedup", TWICE, "--report", "a.doc"]);
    assert_eq!((wrong.code, &*wrong.out), (2, ""));
    insta::assert_snapshot!(wrong.err, @"error: a.doc: unknown extension .doc; known extensions: .csv .tsv .json .jsonl .ndjson .md .parquet .txt; .gz, .zst or .zip may follow");
}

#[test]
fn a_report_has_every_format_of_rows() {
    let folder = tempfile::tempdir().unwrap();
    let report = |format: &str| {
        let path = folder.path().join(format);
        let path = path.to_str().unwrap();
        let run = run(&["dedup", TWICE, "--report", path, "--format", format]);
        assert_eq!(run.code, 0, "{format}: {}", run.err);
        fs::read(path).unwrap()
    };
    for (format, start) in [
        ("table", "file"),
        ("csv", "path,entry,"),
        ("tsv", "path\tentry\t"),
        ("json", "["),
        ("jsonl", "{\"path\":"),
        ("markdown", "| file |"),
        ("parquet", "PAR1"),
    ] {
        let rows = report(format);
        assert!(rows.starts_with(start.as_bytes()), "{format}");
    }
    let mut told = String::new();
    for args in [
        &["--format", "csv"][..],
        &["--format", "pgn"],
        &["--report", "a.csv", "--format", "json"],
    ] {
        let refused = run(&[&["dedup", TWICE], args].concat());
        assert_eq!((refused.code, &*refused.out), (2, ""), "{args:?}");
        told += &refused.err;
    }
    insta::assert_snapshot!(told, @"
    error: --format does not apply without --report
    error: invalid value 'pgn' for '--format <FORMAT>'
      [possible values: table, csv, excel, tsv, json, jsonl, markdown, parquet]

      tip: to convert the games, use --to pgn

    For more information, try '--help'.
    error: a.csv: --format json contradicts the extension .csv
    ");
}

#[test]
fn duplicates_in_other_files_are_counted_apart() {
    let run = run(&[
        "dedup",
        TWICE,
        "fixtures/select/games.pgn",
        "fixtures/select/../select/games.pgn",
    ]);
    assert_eq!(
        run.err,
        "16 games: 10 unique, 6 duplicates (1 in the same file, 5 in another file)\n"
    );
}

#[test]
fn commands_that_count_or_list_warn_of_duplicates() {
    let warning = "warning: 1 duplicate game is counted too; to remove duplicates: skep dedup\n";
    for (command, done) in [
        ("stats", "counted"),
        ("players", "counted"),
        ("openings", "counted"),
        ("report", "counted"),
        ("count", "counted"),
        ("list", "listed"),
        ("check", "checked"),
    ] {
        let warning = &warning.replace("counted", done);
        let twice = run(&[command, TWICE]);
        assert_eq!(
            twice.err.matches(warning).count(),
            1,
            "{command}: {}",
            twice.err
        );
        let unique = run(&[command, "fixtures/select/games.pgn"]);
        assert!(
            !unique.err.contains("duplicate"),
            "{command}: {}",
            unique.err
        );
    }
    let other_notation = run(&[
        "convert",
        "--to",
        "jsonl",
        "-q",
        "fixtures/select/games.pgn",
    ])
    .out;
    let both = run_with(
        &["count", "fixtures/select/games.pgn", "-"],
        other_notation.as_bytes(),
    );
    insta::assert_snapshot!(both.err, @"warning: 5 duplicate games are counted too; to remove duplicates: skep dedup");
    // A copy as GameStrings has lost the names.
    let league = "fixtures/games/league.zip";
    let nameless = run(&["convert", "--to", "uhp", "-q", league]).out;
    let games = nameless.lines().count();
    let both = run_with(&["count", league, "-"], nameless.as_bytes());
    let nameless_warning = format!(
        "warning: {games} games have the moves of another game, but different or unknown players; to remove them: skep dedup --key \
         moves\n"
    );
    assert_eq!(both.err, nameless_warning);
    assert_eq!(run(&["count", league]).err, "");
    // A game that is selected once is no duplicate.
    assert_eq!(run(&["list", "--first", "1", TWICE]).err, "");
    assert_eq!(run(&["check", "-q", TWICE]).err, "");
    let folder = tempfile::tempdir().unwrap();
    let part = folder.path().join("a.part");
    let part = part.to_str().unwrap();
    assert!(run(&["stats", "-o", part, TWICE]).err.contains(warning));
    let merged = run(&["stats", part]);
    insta::assert_snapshot!(merged.err, @"
    note: skipped 2 games without moves
    note: did not look for duplicates between the parts
    ");
}

#[test]
fn games_that_are_known_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (known, all) = (path("known.pgn"), kept(&[]).0);
    let first = run(&["convert", "--first", "3", TWICE, "-o", &known]);
    assert_eq!(first.code, 0, "{}", first.err);
    for more in [&[][..], &["--keep", "most-tags"], &["--beginnings"]] {
        let (new, err) = kept(&[&["--against", &known], more].concat());
        assert_eq!(new, all - 2, "{more:?}");
        assert_eq!(err, "6 games: 3 unique, 3 duplicates (3 in --against)\n");
    }
    // The games that are left are those after the first three.
    let new = run(&["dedup", TWICE, "--against", &known]).out;
    assert_eq!(new, run(&["convert", "--last", "3", TWICE]).out);
    // The collection is never replaced, and its damage is reported.
    for option in ["-o", "--report"] {
        let args = [
            "dedup",
            TWICE,
            "--against",
            &known,
            option,
            &known,
            "--force",
        ];
        let before = fs::read(&known).unwrap();
        let refused = run(&args);
        assert_eq!(refused.code, 2, "{option}: {}", refused.err);
        assert_eq!(fs::read(&known).unwrap(), before);
    }
    let damaged = path("damaged.zip");
    fs::write(
        &damaged,
        &fs::read("fixtures/games/league.zip").unwrap()[..3000],
    )
    .unwrap();
    let run_against = run(&["dedup", TWICE, "--against", &damaged]);
    assert_eq!(run_against.code, 1, "{}", run_against.err);
    let none = run(&["dedup", &known, "--against", TWICE, "-o", &path("none.pgn")]);
    // For a script, this is the usual day.
    assert_eq!(none.code, 0);
    assert!(!folder.path().join("none.pgn").exists());
    let report = path("report.csv");
    kept(&["--against", &known, "--report", &report]);
    let rows = fs::read_to_string(report).unwrap();
    assert_eq!(
        rows.lines().filter(|row| row.contains("known.pgn")).count(),
        3,
        "{rows}"
    );
    for wrong in ["missing.pgn", "-"] {
        let refused = run_with(&["dedup", TWICE, "--against", wrong], b"");
        assert_eq!((refused.code, &*refused.out), (2, ""), "{wrong}");
    }
}

#[test]
fn aliases_are_one_player_for_dedup() {
    let folder = tempfile::tempdir().unwrap();
    let names = folder.path().join("names.tsv");
    fs::write(&names, "Ann\tAnn B\n").unwrap();
    let game =
        |white: &str| format!("[White \"{white}\"]\n[Black \"Bob\"]\n\n1. wL\n2. bL wL-\n\n");
    let games = game("Ann") + &game("ann b");
    let names = names.to_str().unwrap();
    let dedup = |args: &[&str]| {
        run_with(
            &[&["dedup", "--to", "pgn", "-"], args].concat(),
            games.as_bytes(),
        )
    };
    let summary = |of: &str| of.lines().last().unwrap_or_default().to_owned();
    assert!(summary(&dedup(&[]).err).starts_with("2 games: 2 unique"));
    for keep in ["first", "most-tags"] {
        let joined = dedup(&["--aliases", names, "--keep", keep]);
        assert!(
            summary(&joined.err).starts_with("2 games: 1 unique"),
            "{}",
            joined.err
        );
        assert_eq!(
            joined.out.matches("[White \"Ann\"]").count(),
            1,
            "{}",
            joined.out
        );
    }
}

#[test]
fn removed_games_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (kept, rest) = (path("kept.pgn"), path("rest.uhp"));
    for more in [&[][..], &["--keep", "most-tags"], &["--key", "canonical"]] {
        let to = ["dedup", TWICE, "-o", &kept, "--rest", &rest, "--force"];
        let made = run(&[&to[..], more].concat());
        assert_eq!(made.code, 0, "{}", made.err);
        let count = |path: &str| -> u32 { run(&["count", path]).out.trim().parse().unwrap() };
        assert_eq!(count(&kept) + count(&rest), 6, "{more:?}");
        let removed = fs::read_to_string(&rest).unwrap();
        assert!(
            removed.lines().all(|line| line.starts_with("Base")),
            "{removed}"
        );
        let said = format!(
            "{} written to {}",
            if count(&rest) == 1 {
                "1 game".to_owned()
            } else {
                format!("{} games", count(&rest))
            },
            slashes(&rest)
        );
        assert!(made.err.contains(&said), "{}", made.err);
    }
    let same = run(&["dedup", TWICE, "-o", &kept, "--rest", &kept, "--force"]);
    assert_eq!(same.code, 2, "{}", same.err);
    let unique = path("unique.pgn");
    let none = run(&["dedup", &kept, "-o", &unique, "--rest", &path("none.pgn")]);
    assert_eq!(none.code, 0, "{}", none.err);
    insta::assert_snapshot!(crate::skep::stable(&none.err), @"
    3 games: 3 unique, 0 duplicates
    no game was removed; DIR/none.pgn was not written
    ");
    assert!(!folder.path().join("none.pgn").exists());
}

#[test]
fn commands_that_write_games_warn_of_duplicates_once() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.uhp");
    fs::copy("fixtures/games/hive.uhp", &copy).unwrap();
    let copy = copy.to_str().unwrap();
    let games = "fixtures/games/hive.uhp";
    let number: u64 = run(&["count", games]).out.trim().parse().unwrap();
    let unique = run(&["dedup", games]);
    let unique = unique.out.lines().count() as u64;
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (parts, table) = (place("parts"), place("games.csv"));
    for args in [
        &["convert"][..],
        &["convert", "--to", "pgn"],
        &["sort"],
        &["sort", "--by", "plies", "--to", "pgn"],
        &["split", "--by", "variant", "-o", &parts],
        &["annotate", "--to", "pgn"],
        &["export", "--table", "games", "-o", &table],
    ] {
        let twice = run(&[args, &[games, copy]].concat());
        let expected = 2 * number - unique;
        assert!(
            twice.err.contains(&format!(
                "warning: {expected} duplicate games are written too; to remove duplicates: skep dedup"
            )),
            "{args:?}: {}",
            twice.err
        );
        assert_eq!(
            twice.err.matches("duplicate").count(),
            2,
            "{args:?}: {}",
            twice.err
        );
    }
    // A game and its copy in another notation, and an invalid game twice.
    let mixed = run(&["convert", "--to", "pgn", games, "-o", &place("a.pgn")]);
    assert_eq!(mixed.code, 0, "{}", mixed.err);
    let mixed = run(&["convert", "--to", "sgf", games, &place("a.pgn")]);
    insta::assert_snapshot!(mixed.err, @"
    note: Boardspace SGF cannot hold unknown players (it names them White and Black); for details: --explain-loss
    warning: 3 duplicate games are written too; to remove duplicates: skep dedup
    ");
    let bad = place("bad.uhp");
    fs::write(&bad, "Base;InProgress;White[2];wS1;bS1 wS1\n".repeat(2)).unwrap();
    let bad = run(&["convert", &bad]);
    assert!(!bad.err.contains("duplicate"), "{}", bad.err);
}

#[test]
fn removed_games_are_written_as_the_kept_games_are() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let games = "fixtures/games/hive.uhp";
    for (kept, rest) in [("a.uhp", "b.uhp"), ("a.pgn", "b.pgn"), ("c.pgn", "c.sgf")] {
        let (kept, rest) = (place(kept), place(rest));
        let args = [
            "dedup", "--force", games, games, "-o", &kept, "--rest", &rest,
        ];
        let done = run(&args);
        assert_eq!(done.code, 0, "{}", done.err);
        let all: u64 = run(&["count", &kept, &rest]).out.trim().parse().unwrap();
        let number: u64 = run(&["count", games]).out.trim().parse().unwrap();
        assert_eq!(all, 2 * number);
    }
}

/// As `skep help same` says.
#[test]
fn a_rotated_game_is_a_duplicate_in_an_index_and_for_the_key_canonical() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, index) = (at("games.pgn"), at("games.skepdb"));
    let players = "[GameType \"Base\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n";
    let (one, turned) = ("1. wS1\n2. bS1 wS1-\n", "1. wS1\n2. bS1 wS1/\n");
    fs::write(&games, format!("{players}\n{one}\n{players}\n{turned}\n")).unwrap();
    let kept = |args: &[&str]| {
        run(&[args, &[&*games]].concat())
            .out
            .matches("[White ")
            .count()
    };
    assert_eq!(kept(&["dedup"]), 2);
    assert_eq!(kept(&["dedup", "--key", "canonical"]), 1);
    run(&["index", "-o", &index, &games]);
    assert_eq!(run(&["count", &index]).out, "1\n");
}
