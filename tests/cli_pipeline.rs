//! What a script meets: numbers that are typed back, signals, twins, exit codes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::skep::{Run, TestFolder, run, run_with, skep, slashes};
use serde_json::Value;

/// Game `n` of two players, as PGN.
fn pgn(n: usize, more: &str, result: &str) -> String {
    format!(
        "[Event \"e\"]\n[White \"w{n}\"]\n[Black \"b{}\"]\n{more}[Result \"{result}\"]\n[GameType \"Base\"]\n\n\
         1. wS1\n2. bS1 wS1-\n3. wQ -wS1\n4. bQ bS1-\n{result}\n\n",
        n % 7
    )
}

fn written(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A folder with a file of 1,100 games.
fn many() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let games: String = (0..1100)
        .map(|n| {
            pgn(
                n,
                "[WhiteElo \"1810\"]\n[BlackElo \"1990\"]\n[Date \"2024.03.05\"]\n",
                "1-0",
            )
        })
        .collect();
    let path = written(folder.path(), "many.pgn", &games);
    (folder, path)
}

#[test]
fn no_table_of_any_command_has_a_number_with_separators() {
    let (_folder, path) = many();
    let path = path.as_str();
    let commands: &[&[&str]] = &[
        &["list"],
        &["list", "--columns", "number,white_elo,plies,year"],
        &["count", "--by", "result"],
        &["count", "--by", "year,white_elo"],
        &["count"],
        &["check"],
        &["check", "--format", "table"],
        &["stats"],
        &["stats", "--by", "black"],
        &["openings"],
        &["players"],
        &["players", "--table", "upsets"],
        &["players", "--table", "crosstable"],
        &["players", "--table", "form"],
        &["players", "--table", "colours"],
        &["novelty"],
        &["related"],
        &["export", "--table", "games", "--format", "table", "-o", "-"],
        &["list", "--format", "markdown"],
        &["count", "--by", "result", "--format", "markdown"],
    ];
    for command in commands {
        let run = run(&[command, &[path][..]].concat());
        assert!(run.code < 2, "{command:?}: {}", run.err);
        let separated = |line: &&str| {
            let digit = |at: usize| line.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
            line.match_indices(',')
                .any(|(at, _)| at > 0 && digit(at - 1) && digit(at + 1))
        };
        // Findings name places in a text, and sentences count games.
        let wrong: Vec<&str> = run.out.lines().filter(separated).collect();
        assert!(wrong.is_empty(), "{command:?}: {wrong:?}");
    }
    // The number of the last game, as the table prints it, chooses this game.
    let listed = run(&["list", "--where", "white = w1099", path]).out;
    let number = listed
        .lines()
        .nth(1)
        .unwrap()
        .split_whitespace()
        .next()
        .unwrap();
    let again = run(&["list", "--game", number, path]).out;
    assert_eq!((number, &again), ("1100", &listed));
}

#[test]
fn a_list_of_games_that_may_be_one_number_is_refused_by_every_command() {
    let (folder, path) = many();
    let out = folder.path().join("o");
    for command in [
        "list", "convert", "check", "show", "stats", "count", "players", "annotate", "moves",
    ] {
        for (typed, meant) in [
            ("1,074", "1074"),
            ("5,3", "3,5"),
            ("3,3", "3"),
            ("1,050..1,099", "1050..1099"),
        ] {
            let run = run(&[command, "--game", typed, &path]);
            assert_eq!((run.code, run.out.as_str()), (2, ""), "{command} {typed}");
            assert!(run.err.contains(meant), "{command} {typed}: {}", run.err);
        }
    }
    assert!(!out.exists());
    assert_eq!(run(&["count", "--game", "3,5..7,1074", &path]).out, "5\n");
    assert_eq!(run(&["count", "--game", "5-7", &path]).out, "3\n");
    for typed in ["1,024", "10,000", "1..1,024"] {
        let run = run(&["show", "--game", "1", "--ply", typed, &path]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{typed}");
        assert!(run.err.contains("no thousands separators"), "{}", run.err);
    }
}

#[test]
fn a_game_is_in_the_file_of_each_of_its_players() {
    let place = TestFolder::new();
    let games = [("Ann", "Bob"), ("Bob", "Cid"), ("Ann", "Ann")].map(|(white, black)| {
        format!("[GameType \"Base\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n1. wS1\n2. bS1 wS1-\n\n")
    });
    let path = written(place.0.path(), "games.pgn", &games.concat());
    let out = place.path("players");
    let split = run(&["split", "--by", "player", &path, "-o", &out]);
    assert_eq!(
        (split.code, split.err.as_str()),
        (
            0,
            "5 games written to 3 files; a game of two players counts twice\n"
        )
    );
    for (name, number) in [("Ann", "2\n"), ("Bob", "2\n"), ("Cid", "1\n")] {
        assert_eq!(
            run(&["count", &format!("{out}/{name}.pgn")]).out,
            number,
            "{name}"
        );
    }
}

#[test]
fn what_people_ask_of_a_game_is_a_column_and_a_test() {
    let folder = tempfile::tempdir().unwrap();
    let game = |tags: &str| format!("[GameType \"Base\"]\n{tags}\n1. wS1\n2. bS1 wS1-\n\n");
    let games = [
        "[Date \"2024.03.02\"]\n[Site \"boardspace.net\"]\n[White \"Ann\"]\n[Black \"Dumbot\"]\n[Time \"20:05\"]\n",
        "[Date \"2024.03\"]\n[Site \"hivegame.com\"]\n[GameId \"aB3_-x\"]\n[White \"Ann\"]\n",
        "[Date \"1969.12.31\"]\n[Site \"boardgamearena.com\"]\n[GameId \"12 or more\"]\n",
    ];
    let path = written(folder.path(), "games.pgn", &games.map(game).concat());
    let columns = "weekday,hour,tags,white_hand,hand,white_bot,black_bot,bot,link,key";
    let rows = run(&["list", "--columns", columns, "--format", "jsonl", &path]).json_lines();
    let cells = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(
        cells("weekday"),
        ["Saturday".into(), Value::Null, "Wednesday".into()]
    );
    assert_eq!(cells("hour"), [20.into(), Value::Null, Value::Null]);
    assert_eq!(cells("tags")[1], "Date GameId Site White");
    assert_eq!(cells("white_hand")[0], 10);
    assert_eq!(cells("hand")[0], "10 / 10");
    assert_eq!(cells("white_bot"), [false.into(), Value::Null, Value::Null]);
    assert_eq!(cells("black_bot"), [true.into(), Value::Null, Value::Null]);
    assert_eq!(cells("bot"), [true.into(), Value::Null, Value::Null]);
    let link = "https://hivegame.com/game/aB3_-x";
    assert_eq!(cells("link"), [Value::Null, link.into(), Value::Null]);
    // The games have the same moves.
    let keys = cells("key");
    assert!(keys[0].as_str().unwrap().len() == 32 && keys.iter().all(|key| *key == keys[0]));
    for (test, number) in [
        ("weekday in (sat, Sunday)", "1\n"),
        ("hour >= 20", "1\n"),
        ("tags = gameid", "2\n"),
        ("tags != gameid", "1\n"),
        (
            "known(tags) and hand(white) = 10 and max(black_hand) = 11",
            "3\n",
        ),
        ("black = ''", "2\n"),
        ("black != ''", "1\n"),
        ("tag(GameId) = ''", "1\n"),
        ("white_bot != black_bot", "1\n"),
        (&*format!("key = {}", keys[0].as_str().unwrap()), "3\n"),
        ("link ~ hivegame", "1\n"),
    ] {
        assert_eq!(
            run(&["count", "--where", test, &path]).out,
            number,
            "{test}"
        );
    }
    assert_eq!(
        run(&["count", "--by", "weekday", "--format", "csv", &path]).out,
        "games,weekday\n1,\n1,Wednesday\n1,Saturday\n"
    );
}

#[test]
fn quiet_leaves_only_the_exit_code_of_a_comparison() {
    let pair = ["fixtures/games/hive.uhp", "fixtures/games/venom.uhp"];
    let loud = run(&[&["diff"], &pair[..]].concat());
    let quiet = run(&[&["diff", "-q"], &pair[..]].concat());
    assert_eq!((quiet.code, &*quiet.out, &*quiet.err), (loud.code, "", ""));
    let json = run(&[&["diff", "-q", "--format", "jsonl"], &pair[..]].concat());
    assert!(!json.out.is_empty());
}

#[test]
fn quiet_keeps_what_is_written_on_purpose() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("o.csv");
    let output = file.to_str().unwrap();
    let league = "fixtures/games/league.zip";
    for command in [
        "check", "list", "count", "stats", "openings", "players", "novelty",
    ] {
        let more: &[&str] = if command == "count" {
            &["--by", "result"]
        } else {
            &[]
        };
        let of_file = run(&[&[command, "-q", league, "-o", output, "--force"], more].concat());
        assert!(of_file.code < 2, "{command}: {}", of_file.err);
        assert!(
            fs::read_to_string(&file).unwrap().lines().count() > 1,
            "{command}"
        );
        fs::remove_file(&file).unwrap();
        for format in ["csv", "json", "jsonl"] {
            let shown = run(&[&[command, "-q", league, "--format", format], more].concat());
            assert!(!shown.out.is_empty(), "{command} {format}");
        }
    }
    assert!(
        !run(&["check", "-q", league, "--format", "sarif"])
            .out
            .is_empty()
    );
    assert_eq!(run(&["check", "-q", league]).out, "");
}

#[test]
// Only Linux shows which signals are ignored.
#[cfg(target_os = "linux")]
fn a_signal_that_was_ignored_at_the_start_stays_ignored() {
    use std::process::Stdio;
    use std::thread;
    use std::time::{Duration, Instant};
    let folder = tempfile::tempdir().unwrap();
    for (i, command) in [
        "convert --to jsonl -o OUT -",
        "sort --to jsonl -o OUT -",
        "dedup --to jsonl -o OUT -",
        "list -o OUT -",
        "export --table games -o OUT -",
        "annotate --to jsonl -o OUT -",
    ]
    .into_iter()
    .enumerate()
    {
        for signal in ["HUP", "INT"] {
            let out = folder.path().join(format!("{i}-{signal}.jsonl"));
            let before = fs::read_dir(folder.path()).unwrap().count();
            let command = command.replace("OUT", out.to_str().unwrap());
            let program = env!("CARGO_BIN_EXE_skep");
            let mut child = std::process::Command::new("sh")
                .args(["-c", &format!("trap '' {signal}; exec {program} {command}")])
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            // The temporary file is there when the signals are watched; some commands copy their input first.
            let end = Instant::now() + Duration::from_millis(700);
            while fs::read_dir(folder.path()).unwrap().count() <= before && Instant::now() < end {
                thread::sleep(Duration::from_millis(10));
            }
            let kill = std::process::Command::new("kill")
                .args([format!("-{signal}"), child.id().to_string()])
                .status();
            assert!(kill.unwrap().success(), "{command}");
            thread::sleep(Duration::from_millis(50));
            std::io::Write::write_all(child.stdin.as_mut().unwrap(), pgn(1, "", "1-0").as_bytes())
                .unwrap();
            drop(child.stdin.take());
            let status = child.wait().unwrap();
            assert_eq!(status.code(), Some(0), "{command} {signal}");
            assert!(out.exists(), "{command} {signal}");
        }
    }
}

#[test]
fn games_that_contradict_each_other_are_two_games() {
    let folder = tempfile::tempdir().unwrap();
    let twin = |date: &str, result: &str| pgn(1, &format!("[Date \"{date}\"]\n"), result);
    for (other, unique) in [
        (twin("2024.04.05", "1-0"), 2),
        (twin("2024.03.05", "0-1"), 2),
        (twin("2024.03.06", "1-0"), 1),
        (twin("2024.??.??", "1-0"), 1),
        (twin("2024.03.05", "*"), 1),
    ] {
        let games = written(
            folder.path(),
            "a.pgn",
            &(twin("2024.03.05", "1-0") + &other),
        );
        let deduped = run(&["dedup", &games]);
        assert_eq!(deduped.code, 0, "{}", deduped.err);
        assert_eq!(deduped.out.matches("[White ").count(), unique, "{other}");
        let first = run(&["dedup", "--keep", "first", &games]);
        assert_eq!(first.out.matches("[White ").count(), unique, "{other}");
        let index = folder
            .path()
            .join(format!("{}.skepdb", fs::read_dir(&folder).unwrap().count()));
        let index = index.to_str().unwrap();
        for again in 0..2 {
            let made = run(&["index", "-o", index, &games]);
            assert_eq!(made.code, 0, "{}", made.err);
            assert_eq!(
                run(&["count", index]).out,
                format!("{unique}\n"),
                "{other} {again}"
            );
        }
        let warned = run(&["count", &games]).err.contains("duplicate");
        assert_eq!(warned, unique == 1, "{other}");
        if unique == 2 {
            let one = written(folder.path(), "one.pgn", &other);
            assert_eq!(run(&["index", "--remove", "-o", index, &one]).code, 0);
            let left = run(&["list", "--format", "csv", "--columns", "date,result", index]).out;
            assert_eq!(left, "date,result\n2024-03-05,WhiteWins\n", "{other}");
            let against = run(&["dedup", &one, "--against", &games]);
            assert_eq!(
                (against.code, against.out.as_str()),
                (0, ""),
                "{}",
                against.err
            );
        }
    }
}

#[test]
fn dedup_keeps_the_fuller_record_and_names_what_it_cannot_decide() {
    let folder = tempfile::tempdir().unwrap();
    let full = pgn(1, "[Site \"s\"]\n[Round \"3\"]\n", "1-0").replace("\"e\"", "\"final\"");
    let games = written(folder.path(), "a.pgn", &(pgn(1, "", "1-0") + &full));
    let kept = run(&["dedup", &games]);
    assert!(kept.out.contains("[Round \"3\"]"), "{}", kept.out);
    assert!(
        kept.err.contains("1 with another event or site"),
        "{}",
        kept.err
    );
    // Long games with the same moves and other players.
    let known = run(&[
        "convert",
        "--to",
        "pgn",
        "--where",
        "plies > 20",
        "--first",
        "1",
        "fixtures/games/league.zip",
    ]);
    let unknown: String = known
        .out
        .lines()
        .filter(|line| !line.starts_with("[White \""))
        .fold(String::new(), |text, line| text + line + "\n");
    let games = written(
        folder.path(),
        "b.pgn",
        &(known.out.clone() + "\n" + &unknown),
    );
    let deduped = run(&["dedup", &games]);
    assert!(
        deduped.err.contains("skep dedup --key moves"),
        "{}",
        deduped.err
    );
}

#[test]
fn diff_pairs_games_and_not_files() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let league = "fixtures/games/league.zip";
    let where_ok = "status = ok";
    let (pgn, jsonl, parts, each) = (at("a.pgn"), at("a.jsonl"), at("parts"), at("each/"));
    assert!(run(&["convert", league, "-o", &pgn, "--where", where_ok]).code < 2);
    assert!(run(&["convert", &pgn, "-o", &jsonl]).code < 2);
    assert!(run(&["split", "--by", "white", &pgn, "-o", &parts]).code < 2);
    assert!(run(&["convert", &pgn, "--to", "pgn", "-o", &each]).code < 2);
    let games = run(&["count", &pgn]).out;
    let games = games.trim();
    for (a, b) in [
        (&parts, &pgn),
        (&pgn, &parts),
        (&each, &pgn),
        (&parts, &jsonl),
        (&parts, &each),
        (&jsonl, &each),
    ] {
        let same = run(&["diff", "--moves-only", a, b]);
        let end = format!("{games} games are the same, 0 differ, 0 only in A, 0 only in B\n");
        assert!(
            same.out.ends_with(&end),
            "{a} {b}: {}{}",
            same.out,
            same.err
        );
    }
}

#[test]
fn a_picture_counts_games_and_not_options() {
    let folder = tempfile::tempdir().unwrap();
    let league = "fixtures/games/league.zip";
    for (i, choice) in [
        &["--last", "1"][..],
        &["--first", "1"],
        &["--sample", "1"],
        &["--game", "2..2"],
        &["--where", "number = 1 or plies > 0", "--first", "1"],
    ]
    .into_iter()
    .enumerate()
    {
        if choice[0] == "--where" {
            continue;
        }
        for format in ["png", "svg"] {
            let file = folder.path().join(format!("{i}.{format}"));
            let shown = run(&[&["show", league, "-o", file.to_str().unwrap()], choice].concat());
            assert!(shown.code < 2 && file.exists(), "{choice:?}: {}", shown.err);
        }
        let stdout = run(&[&["show", league, "--format", "svg"], choice].concat());
        assert!(stdout.out.starts_with("<svg"), "{choice:?}: {}", stdout.err);
        let plies = folder.path().join("ply-{ply}.svg");
        let each = run(&[
            &[
                "show",
                league,
                "--ply",
                "1,2",
                "-o",
                plies.to_str().unwrap(),
                "--force",
            ],
            choice,
        ]
        .concat());
        assert!(each.code < 2, "{choice:?}: {}", each.err);
    }
    assert!(folder.path().join("ply-2.svg").exists());
    let several = [
        "show",
        league,
        "fixtures/games/hive.uhp",
        "--game",
        "2",
        "--format",
        "svg",
    ];
    assert!(run(&several).out.starts_with("<svg"));
    let many = run(&["show", league, "--last", "2", "--format", "svg"]);
    assert_eq!((many.code, many.out.as_str()), (2, ""));
    assert!(many.err.contains("use a folder"), "{}", many.err);
}

#[test]
fn an_unknown_value_is_unknown_in_filters_and_in_tables() {
    let paths = ["fixtures/games", "fixtures/venom", "fixtures/hexit"];
    let help = run(&["help", "filters"]).out;
    let fields = help
        .lines()
        .skip_while(|line| !line.starts_with("white "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|word| {
            run(&["help", word]).code == 0
                && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
        });
    let mut compared = 0;
    for field in fields {
        let columns = format!("number,{field}");
        let listed = run(&[
            &["list", "--format", "jsonl", "--columns", &columns],
            &paths[..],
        ]
        .concat());
        if listed.code == 2 {
            continue;
        }
        let rows = listed.json_lines();
        // Of two sides, both must be known.
        let is_known = |value: &Value| {
            !value.is_null()
                && !value.as_str().is_some_and(|text| {
                    text.contains(" ? ") || text.starts_with("? /") || text.ends_with("/ ?")
                })
        };
        let known = rows.iter().filter(|row| is_known(&row[field])).count();
        let count = |expression: String| -> usize {
            let run = run(&[&["count", "--where", &expression], &paths[..]].concat());
            run.out
                .trim()
                .parse()
                .unwrap_or_else(|_| panic!("{expression}: {}", run.err))
        };
        assert_eq!(count(format!("known({field})")), known, "{field}");
        assert_eq!(
            count(format!("not known({field})")),
            rows.len() - known,
            "{field}"
        );
        compared += 1;
    }
    assert!(compared > 25, "{compared}");
}

/// All options of all commands.
fn options() -> BTreeMap<String, Vec<String>> {
    let mut options = BTreeMap::new();
    for entry in fs::read_dir("man").unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap().replace("\\-", "-");
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        // A word in bold begins with the letters of the font.
        let options_of = |word: &str| word.find("--").map(|at| word[at..].to_owned());
        let long = words.filter_map(options_of).filter(|word| word.len() > 3);
        options.insert(name.trim_start_matches("skep-").to_owned(), long.collect());
    }
    options
}

/// A command that uses one game of several says which, in every format.
#[test]
fn one_game_of_several_is_named() {
    let league = "fixtures/games/league.zip";
    let one_game = |command: &&String| {
        let page = run(&["help", command]).out;
        page.contains("GAMESTRING|FILE") && !command.is_empty()
    };
    let commands = options();
    let commands: Vec<&String> = commands.keys().filter(one_game).collect();
    assert_eq!(commands, ["moves", "perft", "show"]);
    let folder = TestFolder::new();
    let picture = folder.path("end.png");
    let runs: [&[&str]; 11] = [
        &["moves"],
        &["moves", "--format", "json"],
        &["moves", "--format", "jsonl"],
        &["perft", "--depth", "1"],
        &["show"],
        &["show", "--format", "state"],
        &["show", "--format", "hop"],
        &["show", "--format", "link"],
        &["show", "--format", "svg"],
        &["show", "--ply", "1..2"],
        &["show", "-o", &picture],
    ];
    let games = fs::read("fixtures/pgn/many.pgn").unwrap();
    for args in runs {
        let args = |more: &[&'static str]| -> Vec<String> {
            let all = args.iter().chain(more).map(|arg| (*arg).to_owned());
            let force = args.contains(&"-o").then(|| "--force".to_owned());
            all.chain(force).collect()
        };
        let said = |more: &[&'static str], input: &[u8]| {
            let args = args(more);
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let run = run_with(&args, input);
            assert_eq!(run.code, 0, "{args:?}: {}", run.err);
            run.err
        };
        let note =
            format!("note: {league}: this is game 1, the first of 30; for another, use --game N\n");
        assert!(
            said(&[league], b"").contains(&note),
            "{args:?}",
            args = args(&[])
        );
        let piped = "note: standard input: this is game 1, the first of 5; for another";
        assert!(
            said(&["-"], &games).contains(piped),
            "{args:?}",
            args = args(&[])
        );
        for one in [
            &[league, "--game", "1"][..],
            &["Base;InProgress;White[2];wS1;bS1 wS1-"],
        ] {
            let err = said(one, b"");
            assert!(!err.contains("this is game"), "{one:?}: {err}");
        }
    }
    let chosen = [
        "show",
        "--format",
        "state",
        league,
        "--where",
        "white = Ada",
    ];
    let first = run(&[
        "list",
        "--where",
        "white = Ada",
        "--columns",
        "number",
        "--format",
        "tsv",
        league,
    ]);
    let numbers: Vec<&str> = first.out.lines().skip(1).collect();
    let note = format!(
        "note: {league}: this is game {}, the first of {} that match; for another, use --game N\n",
        numbers[0],
        numbers.len()
    );
    assert_eq!(run(&chosen).err, note);
    for args in [
        &["openings", "--from-game", league, "fixtures/games"][..],
        &["list", "--like", league, "fixtures/games"],
    ] {
        let err = run(args).err;
        let note =
            "this is game 1, the first of 30; for another, use its state in place of the file";
        assert_eq!(err.matches(note).count(), 1, "{args:?}: {err}");
    }
}

/// `skep help` explains every heading of a table.
#[test]
fn every_heading_of_a_table_has_a_page() {
    let commands: [&[&str]; 22] = [
        &["list"],
        &["list", "--like", "wL;bL wL-;wQ -wL;bQ bL/"],
        &["count", "--by", "result"],
        &["check", "--format", "table"],
        &["stats"],
        &["stats", "--by", "year"],
        &["stats", "--table", "bugs"],
        &["stats", "--table", "clocks"],
        &["stats", "--table", "branching"],
        &["openings"],
        &["openings", "--player", "Ada"],
        &["players"],
        &["players", "--player", "Ada"],
        &["players", "--table", "crosstable"],
        &["players", "--table", "form"],
        &["players", "--table", "colours"],
        &["players", "--table", "openings"],
        &["players", "--table", "upsets"],
        &["players", "--table", "accuracy"],
        &["players", "--table", "history"],
        &["novelty"],
        &["puzzles", "--format", "table"],
    ];
    let mut headings = std::collections::BTreeSet::new();
    for command in commands {
        let args = [command, &["fixtures/games/league.zip"]].concat();
        let output = skep(&args).env("COLUMNS", "400").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let mut before = "";
        let mut tables = 0;
        for line in text.lines() {
            if before.is_empty() && line.contains("  ") {
                let words = line.split("  ").map(str::trim);
                headings.extend(words.filter(|word| !word.is_empty()).map(str::to_owned));
                tables += 1;
            }
            before = line;
        }
        assert!(tables > 0, "{command:?}: {text}");
    }
    assert!(headings.len() > 80, "{}", headings.len());
    if cfg!(windows) {
        // There it stands for names of files, as it does in a shell elsewhere.
        headings.remove("??");
    }
    let without: Vec<&String> = headings
        .iter()
        .filter(|heading| run(&["help", heading]).code != 0)
        .collect();
    assert!(without.is_empty(), "{without:?}");
}

/// Games of one date are sorted by their times.
#[test]
fn a_sort_by_date_uses_the_time() {
    let folder = TestFolder::new();
    let at = |white: &str, time: &str| {
        format!(
            "[GameType \"Base\"]\n[Date \"2024.04.02\"]\n[Time \"{time}\"]\n[White \"{white}\"]\n[Black \"Bob\"]\n[Result \"*\"]\n\n1. wS1 *\n\n"
        )
    };
    let games = at("Late", "21:05") + &at("Early", "07:30") + &at("Noon", "12:00");
    let path = folder.path("games.pgn");
    fs::write(&path, games).unwrap();
    for (by, order) in [("date", "Early Noon Late"), ("-date", "Late Noon Early")] {
        let list = run(&[
            "list",
            "--sort",
            by,
            "--columns",
            "white",
            "--format",
            "tsv",
            &path,
        ]);
        let names: Vec<&str> = list.out.lines().skip(1).collect();
        assert_eq!(names.join(" "), order, "{by}: {}", list.err);
        let sorted = run(&["sort", "--by", by, "--to", "pgn", &path]);
        let place = |name: &str| sorted.out.find(name);
        let places: Vec<_> = order.split(' ').map(place).collect();
        assert!(
            places.is_sorted() && places[0].is_some(),
            "{by}: {}",
            sorted.out
        );
    }
}

#[test]
fn every_option_that_a_text_names_exists() {
    // Options of cargo and of its tests, and another spelling that works.
    let other = [
        "--features",
        "--exact",
        "--ignored",
        "--nocapture",
        "--colour",
    ]
    .map(str::to_owned);
    let all: Vec<String> = options().into_values().flatten().chain(other).collect();
    let mut wrong = Vec::new();
    let mut looked_at = 0;
    let mut folders = vec![
        Path::new("src").to_path_buf(),
        Path::new("crates").to_path_buf(),
    ];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_code = path.extension().is_some_and(|e| e == "rs");
            if path.is_dir() {
                let name = path.file_name().unwrap();
                if !["tests", "target", "page", "snapshots"]
                    .iter()
                    .any(|other| name == *other)
                {
                    folders.push(path);
                }
                continue;
            }
            if !is_code
                || ["suggest.rs", "tests.rs", "style.rs"]
                    .iter()
                    .any(|name| path.ends_with(name))
            {
                continue;
            }
            let code = fs::read_to_string(&path).unwrap();
            let code = code.split("#[cfg(test)]").next().unwrap();
            let mut in_tips = false;
            for line in code.lines() {
                // Tips name the options of other programs, with what to type instead.
                in_tips = in_tips && !line.trim().starts_with(']') || line.contains("tips: &[");
                let text = line.trim();
                if in_tips || text.starts_with("//") && !text.starts_with("///") {
                    continue;
                }
                for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
                    let is_option = word.starts_with("--")
                        && word.as_bytes().get(2).is_some_and(u8::is_ascii_lowercase);
                    if is_option && text.contains('"') | text.starts_with("///") {
                        looked_at += 1;
                        if !all.iter().any(|known| known == word) {
                            wrong.push(format!("{}: {word}: {text}", path.display()));
                        }
                    }
                }
            }
        }
    }
    assert!(looked_at > 200, "{looked_at}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_empty_table_says_what_the_records_lack() {
    for (table, why) in [
        ("upsets", "WhiteElo"),
        ("accuracy", "skep annotate --engine"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let games = written(folder.path(), "a.pgn", &pgn(1, "", "1-0"));
        let run = run(&["players", "--table", table, &games]);
        assert_eq!(run.code, 0);
        assert!(run.err.contains(why), "{table}: {}", run.err);
    }
}

#[test]
fn an_export_with_force_leaves_no_table_of_other_games() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("db");
    let db = at.to_str().unwrap();
    let league = "fixtures/games/league.zip";
    assert_eq!(
        run(&["export", "--table", "games,positions", "-o", db, league]).code,
        0
    );
    fs::write(at.join("notes.txt"), "mine").unwrap();
    let again = run(&["export", "-o", db, "--force", "fixtures/games/hive.uhp"]);
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(
        again
            .err
            .contains("removed positions of the earlier export"),
        "{}",
        again.err
    );
    let files = |name: &str| walk(&at.join(name));
    assert_eq!(
        (files("positions"), files("games") > 0, files("plies") > 0),
        (0, true, true)
    );
    assert!(at.join("notes.txt").exists());
}

/// The number of files below a folder.
fn walk(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let count = |entry: fs::DirEntry| {
        if entry.path().is_dir() {
            walk(&entry.path())
        } else {
            1
        }
    };
    entries.map(count).sum()
}

#[test]
fn fields_of_queens_and_of_the_margin_are_listed_and_grouped() {
    let folder = tempfile::tempdir().unwrap();
    let games = "Base;InProgress;White[5];wS1;bS1 wS1-;wQ -wS1;bA1 bS1-;wA1 /wQ;bG1 bA1-;wA2 \\wQ;bQ bG1-\n\
                 Base;InProgress;White[2];wS1;bS1 wS1-\n";
    let path = written(folder.path(), "games.uhp", games);
    let columns = "white_queen_ply,black_queen_ply,queen_ply";
    let rows = run(&["list", "--columns", columns, "--format", "tsv", &path]).out;
    let rows: Vec<&str> = rows.lines().skip(1).collect();
    assert_eq!(rows, ["3\t8\t3 / 8", "\t\t"]);
    assert_eq!(
        run(&["count", "--where", "queen_ply > 5", &path]).out,
        "1\n"
    );
    // The margin is the difference of two columns that are recounted elsewhere.
    let of_points = [
        "list",
        "--columns",
        "margin,white_points,black_points",
        "--format",
        "jsonl",
    ];
    let rows = run(&[&of_points[..], &["fixtures/games/exxit.hxt"]].concat()).json_lines();
    assert!(!rows.is_empty());
    for row in rows {
        let number = |name: &str| row[name].as_f64().unwrap();
        assert_eq!(
            number("margin"),
            number("white_points") - number("black_points")
        );
    }
}

#[test]
fn an_alias_file_has_tabs_commas_semicolons_or_equals_signs() {
    let folder = tempfile::tempdir().unwrap();
    let games = written(
        folder.path(),
        "a.pgn",
        &(pgn(1, "", "1-0") + &pgn(2, "", "1-0")),
    );
    for (i, text) in [
        "w1\tw2\n",
        "w1,w2\n",
        "w1;w2\n",
        "w2 = w1\n",
        "old,new\nw2,w1\n",
        "New;Old\nw1;w2\n",
        "Alias\tName\nw2\tw1\n",
        "# names\n\n\"w1\",\"w2\"\n",
    ]
    .iter()
    .enumerate()
    {
        let aliases = written(folder.path(), &format!("{i}.txt"), text);
        let run = run(&[
            "players",
            "--format",
            "csv",
            "--columns",
            "player,games",
            "--aliases",
            &aliases,
            &games,
        ]);
        assert!(
            run.out.contains("w1,2\n"),
            "{text:?}: {}{}",
            run.out,
            run.err
        );
    }
    let aliases = written(folder.path(), "wrong.txt", "w1 w2\n");
    let refused = run(&["players", "--aliases", &aliases, &games]);
    assert_eq!((refused.code, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains("has no other name"), "{}", refused.err);
}

#[test]
fn the_rating_of_a_player_is_the_same_with_and_without_the_option() {
    let rows = |more: &[&str]| -> BTreeMap<String, (String, String)> {
        let columns = [
            "players",
            "--format",
            "csv",
            "--columns",
            "player,rating,games",
        ];
        let run = run(&[&columns, more, &["fixtures/games/league.zip"]].concat());
        assert!(run.code < 2, "{}", run.err);
        let row = |line: &str| {
            let fields: Vec<&str> = line.split(',').collect();
            (
                fields[0].to_owned(),
                (fields[1].to_owned(), fields[2].to_owned()),
            )
        };
        run.out.lines().skip(1).map(row).collect()
    };
    let all = rows(&[]);
    let (player, (rating, games)) = all.iter().next().unwrap();
    for name in [player.clone(), player.to_uppercase()] {
        let own = rows(&["--player", &name]);
        assert!(
            own.iter().any(|(name, row)| row.1 != all[name].1),
            "{own:?}"
        );
        assert_eq!(own[player], (rating.clone(), games.clone()));
        for (name, (rating, _)) in &own {
            assert_eq!(*rating, all[name].0, "{name}");
        }
    }
    let nobody = run(&["players", "--player", "nobody", "fixtures/games/league.zip"]);
    assert_eq!(nobody.code, 1, "{}", nobody.err);
}

/// A game of a variant that skep does not support, and a valid one.
fn unsupported(folder: &Path) -> String {
    let ultimate = "(;GM[27]VV[1]SU[Hive-Ultimate]PW[A]PB[B])\n";
    let text = fs::read_to_string("fixtures/games/hive.uhp").unwrap();
    written(folder, "ultimate.sgf", ultimate);
    written(folder, "valid.uhp", text.lines().next().unwrap());
    folder.to_str().unwrap().to_owned()
}

fn exit(args: &[&str]) -> (i32, Run) {
    let run = run(args);
    (run.code, run)
}

#[test]
fn an_unsupported_variant_is_no_fault_except_in_check() {
    let folder = tempfile::tempdir().unwrap();
    let games = unsupported(folder.path());
    let listed = run(&["list", "--columns", "status", "--format", "csv", &games]).out;
    assert!(listed.contains("unsupported"), "{listed}");
    let out = tempfile::tempdir().unwrap();
    let at = |name: &str| out.path().join(name).to_str().unwrap().to_owned();
    let (html, jsonl) = (at("o.html"), at("o.uhp"));
    for command in [
        &["stats"][..],
        &["openings"],
        &["players"],
        &["novelty"],
        &["related"],
        &["list"],
        &["count"],
        &["puzzles"],
        &["report", "-o", &html],
        &["convert", "--to", "uhp", "-o", &jsonl],
    ] {
        let (code, run) = exit(&[command, &[games.as_str()][..]].concat());
        assert!(
            code == 0 || ["related", "puzzles", "players"].contains(&command[0]),
            "{command:?}: {}",
            run.err
        );
    }
    assert_eq!(exit(&["check", &games]).0, 1);
    assert_eq!(exit(&["convert", "--strict", "--to", "uhp", &games]).0, 1);
}

#[test]
fn nothing_new_is_a_success() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new.uhp");
    let games = "fixtures/games/hive.uhp";
    let none = run(&[
        "dedup",
        games,
        "--against",
        games,
        "--where",
        "plies > 0 and status = ok",
        "-o",
        out.to_str().unwrap(),
    ]);
    assert_eq!(none.code, 0, "{}", none.err);
}

#[test]
// Permissions of Unix.
#[cfg(unix)]
fn a_file_that_cannot_be_read_has_one_code_named_or_not() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let closed = written(folder.path(), "closed.uhp", "Base;InProgress;White[1]");
    fs::copy("fixtures/games/hive.uhp", folder.path().join("a.uhp")).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o0)).unwrap();
    if fs::read(&closed).is_ok() {
        // The superuser reads everything.
        return;
    }
    for command in ["check", "list", "count", "stats", "convert"] {
        for path in [closed.as_str(), folder.path().to_str().unwrap()] {
            assert_eq!(run(&[command, path]).code, 2, "{command} {path}");
        }
    }
}

#[test]
fn a_locale_without_unicode_gives_ascii_in_every_table() {
    let league = "fixtures/games/league.zip";
    for command in [
        &["openings"][..],
        &["list"],
        &["list", "--where", "not known(date)"],
        &["players"],
        &["players", "--table", "crosstable"],
        &["stats"],
        &["stats", "--by", "white"],
        &["count", "--by", "white_elo"],
        &["check"],
        &["check", "--format", "table"],
        &["novelty"],
        &["related"],
        &["show", "--game", "1"],
        &["players", "--format", "markdown"],
    ] {
        let args: Vec<&str> = [command, &[league]].concat();
        for columns in ["40", "80", "400"] {
            let run = skep(&args)
                .env("LC_ALL", "C")
                .env("COLUMNS", columns)
                .output()
                .unwrap();
            let text = String::from_utf8(run.stdout).unwrap();
            let wrong = text.lines().find(|line| !line.is_ascii());
            assert_eq!(wrong, None, "{args:?} at {columns}");
        }
    }
}

#[test]
fn every_page_of_help_is_ascii_without_unicode() {
    let ascii = |args: &[&str]| {
        let run = skep(args).env("LC_ALL", "C").output().unwrap();
        let text = String::from_utf8(run.stdout).unwrap();
        assert!(run.status.success() && !text.is_empty(), "{args:?}");
        let wrong = text.lines().find(|line| !line.is_ascii());
        assert_eq!(wrong, None, "{args:?}");
        text
    };
    let list = ascii(&["--help"]);
    let (rows, rare) = list.split_once("\nMore commands").unwrap();
    let rows = rows.lines().filter_map(|line| line.strip_prefix("  "));
    let described = rows.filter_map(|row| row.split_whitespace().next());
    let rare = rare.lines().nth(1).unwrap().split_whitespace();
    let mut pages: Vec<&str> = described
        .chain(rare)
        .filter(|name| name.bytes().all(|b| b.is_ascii_lowercase()))
        .collect();
    assert!(pages.len() >= 25, "{pages:?}");
    for command in &pages {
        ascii(&[command, "-h"]);
    }
    pages.extend([
        "notations",
        "rules",
        "findings",
        "inputs",
        "filters",
        "columns",
        "scores",
        "themes",
        "shapes",
        "same",
        "exit-codes",
        "variants",
        "hive",
        "hex-it",
        "Base+MLP",
        "Venom+Predators+Guardians+Honeycombo+Swarm",
        "pillbug",
        "pgn",
        "plies",
        "illegal-move",
        "one-hive",
    ]);
    for page in pages {
        ascii(&["help", page]);
    }
}

#[cfg(unix)]
#[test]
fn names_of_entries_that_are_not_utf8_are_told_apart_and_read_back() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("latin.tar");
    let mut archive = tar::Builder::new(fs::File::create(&path).unwrap());
    let game = b"Base;InProgress;White[2];wS1;bS1 wS1-\n";
    for name in [&b"caf\xe9.uhp"[..], b"caf\xe8.uhp", b"plain.uhp"] {
        let mut header = tar::Header::new_gnu();
        header.set_size(game.len() as u64);
        header.set_mode(0o644);
        let name = OsStr::from_bytes(name);
        archive.append_data(&mut header, name, &game[..]).unwrap();
    }
    archive.finish().unwrap();
    let path = path.to_str().unwrap();
    let rows = run(&["list", "--columns", "entry", "--format", "jsonl", path]).json_lines();
    let entries: Vec<&str> = rows
        .iter()
        .map(|row| row["entry"].as_str().unwrap())
        .collect();
    assert_eq!(
        entries,
        ["caf\u{FFFD}e9.uhp", "caf\u{FFFD}e8.uhp", "plain.uhp"]
    );
    for entry in entries {
        let named = run(&[
            "list",
            "--columns",
            "entry",
            "--format",
            "tsv",
            &format!("{path}!{entry}"),
        ]);
        assert_eq!(
            (named.code, named.out),
            (0, format!("entry\n{entry}\n")),
            "{}",
            named.err
        );
    }
    let table = skep(&["list", path]).env("LC_ALL", "C").output().unwrap();
    assert!(table.stdout.is_ascii());
}

#[test]
fn a_missing_value_has_one_word_in_every_table() {
    let folder = tempfile::tempdir().unwrap();
    let games = written(folder.path(), "a.pgn", &pgn(1, "", "1-0"));
    for command in [
        &["count", "--by", "termination"][..],
        &["stats", "--table", "endings"],
        &["list", "--columns", "termination"],
    ] {
        let run = run(&[command, &["--format", "jsonl", games.as_str()][..]].concat());
        let rows = run.json_lines();
        assert!(
            rows.iter().any(|row| row["termination"].is_null()),
            "{command:?}: {}{}",
            run.out,
            run.err
        );
        assert!(!run.out.contains("unknown"), "{command:?}: {}", run.out);
    }
    let check = run(&[
        "check",
        "--columns",
        "termination",
        "--format",
        "csv",
        &games,
    ]);
    assert_eq!(check.out, "termination\n\"\"\n", "{}", check.err);
    let ultimate = unsupported(folder.path());
    for command in [&["list", "--columns", "variant,status"][..], &["check"]] {
        let run = run(&[command, &["--format", "jsonl", ultimate.as_str()][..]].concat());
        let row = run
            .json_lines()
            .into_iter()
            .find(|row| row["status"] == "unsupported")
            .unwrap();
        assert!(
            row["variant"].is_null() || row["variant"] == "hive-ultimate",
            "{row}"
        );
    }
}

#[test]
fn a_bug_has_a_page() {
    for (bug, word) in [
        ("pillbug", "Pillbug"),
        ("ant", "Soldier Ant"),
        ("Queen", "Queen Bee"),
        ("wasp", "Wasp"),
        ("soldier-ant", "Soldier Ant"),
    ] {
        let page = run(&["help", bug]);
        assert_eq!(page.code, 0, "{bug}: {}", page.err);
        assert!(
            page.out.starts_with(word) || page.out.contains(word),
            "{bug}: {}",
            page.out
        );
        assert!(page.out.lines().count() < 40, "{}", page.out);
    }
}

#[test]
fn a_page_of_help_is_short_and_begins_like_the_short_help() {
    let pages = fs::read_dir("man").unwrap().filter_map(|page| {
        let name = page.unwrap().file_name().into_string().unwrap();
        Some(name.strip_suffix(".1")?.strip_prefix("skep-")?.to_owned())
    });
    let names: Vec<String> = pages.collect();
    assert!(names.len() > 20, "{names:?}");
    let mut lengths = Vec::new();
    for name in names {
        let (long, short) = (run(&["help", &name]).out, run(&[&name, "-h"]).out);
        let begin = |page: &str| page.lines().take(3).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(begin(&long), begin(&short), "{name}");
        let lines = long.lines().count();
        assert!(lines <= 100, "{name}: {lines}");
        lengths.push(lines);
    }
    lengths.sort_unstable();
    assert!(lengths[lengths.len() / 2] <= 60, "{lengths:?}");
    let inputs = run(&["help", "inputs"]).out;
    for option in [
        "--where",
        "--player",
        "--aliases",
        "--game",
        "--first",
        "--last",
        "--sample",
        "--seed",
        "--files-from",
        "--from",
        "--threads",
    ] {
        assert!(inputs.contains(option), "{option}: {inputs}");
    }
}

#[test]
fn a_pipe_of_paths_is_told_from_games() {
    let paths = "fixtures/games/hive.uhp\nfixtures/games/league.zip\n";
    for command in ["count", "list", "check"] {
        let run = run_with(&[command], paths.as_bytes());
        assert!(
            run.err.contains("--files-from -") || run.out.contains("--files-from -"),
            "{command}: {}{}",
            run.out,
            run.err
        );
    }
}

#[test]
fn sort_chooses_among_the_sorted_games() {
    let league = "fixtures/games/league.zip";
    let plies = |args: &[&str]| -> Vec<u64> {
        let sorted = run(&[&["sort", "--by", "-plies", "--to", "jsonl", league], args].concat());
        assert_eq!(sorted.code, 0, "{}", sorted.err);
        let listed = run_with(
            &["list", "--format", "jsonl", "--columns", "plies", "-"],
            sorted.out.as_bytes(),
        );
        listed
            .json_lines()
            .iter()
            .map(|row| row["plies"].as_u64().unwrap())
            .collect()
    };
    let all = plies(&[]);
    assert_eq!((all.len(), all.is_sorted_by(|a, b| a >= b)), (30, true));
    assert_eq!(plies(&["--first", "3"]), all[..3]);
    assert_eq!(plies(&["--last", "2"]), all[28..]);
    assert_eq!(plies(&["--first", "99"]), all);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.jsonl");
    let told = run(&[
        "sort",
        "--by",
        "-plies",
        "--first",
        "3",
        league,
        "-o",
        file.to_str().unwrap(),
    ]);
    assert!(told.err.starts_with("3 games written"), "{}", told.err);
}

#[test]
fn paths_that_match_are_one_a_line_or_end_with_zero_bytes() {
    let folder = tempfile::tempdir().unwrap();
    // A name in Windows has no double quotes.
    let name = if cfg!(windows) {
        "with space 'quote.pgn"
    } else {
        "with space 'quote\".pgn"
    };
    written(
        folder.path(),
        name,
        &(pgn(1, "", "1-0") + &pgn(2, "", "1-0")),
    );
    written(folder.path(), "b.pgn", &pgn(1, "", "0-1"));
    let root = folder.path().to_str().unwrap();
    let won = ["list", "-l", "--where", "result = white", root];
    let shown = slashes(root);
    assert_eq!(run(&won).out, format!("{shown}/{name}\n"));
    assert_eq!(
        run(&[&won[..], &["-0"]].concat()).out,
        format!("{shown}/{name}\0")
    );
    assert_eq!(run(&["list", "-l", root]).out.lines().count(), 2);
    assert_eq!(run(&["list", "-l", "--where", "plies > 99", root]).code, 1);
    assert_eq!(run(&["list", "-l", "--sort", "date", root]).code, 2);
    let league = ["list", "-l", "--where", "date >= 2024-09"];
    let entry = run(&[&league[..], &["fixtures/games/league.zip"]].concat()).out;
    assert_eq!(entry, "fixtures/games/league.zip!league/autumn.pgn\n");
    let again = run_with(&["count", "--files-from", "-"], entry.as_bytes());
    let matching = run(&[
        "count",
        "--where",
        "date >= 2024-09",
        "fixtures/games/league.zip",
    ]);
    assert_eq!(again.out, matching.out);
}

/// The descriptions of an option, by command.
fn descriptions(option: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for page in fs::read_dir("man").unwrap() {
        let path = page.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap().replace('\\', "");
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("fB-") && line.contains(&format!("fB--{option}fR")) {
                found.push((name.clone(), lines.next().unwrap_or_default().to_owned()));
            }
        }
    }
    found
}

/// Each word for a choice or an order has one meaning in all commands; the glossary in CONTRIBUTING.md has it, too.
#[test]
fn first_limit_top_by_and_sort_mean_one_thing_each() {
    type Meaning = (&'static str, usize, &'static [&'static str]);
    let meanings: [Meaning; 6] = [
        ("first", 20, &["Use only the first N matching games"]),
        ("last", 20, &["Use only the last N matching games"]),
        ("limit", 8, &["Write at most N ", "rite at most N rows"]),
        ("top", 3, &["Show at most N "]),
        (
            "by",
            7,
            &[
                "Group the games by ",
                "Sort by ",
                "Name the files by ",
                "Split the files of a folder by ",
                "Show the form by ",
                "Count the games by ",
            ],
        ),
        ("sort", 3, &["Sort by ", "Choose the order of "]),
    ];
    for (option, least, begins) in meanings {
        let found = descriptions(option);
        assert!(found.len() >= least, "--{option}: {found:?}");
        for (command, help) in found {
            let is_so = begins.iter().any(|begin| help.contains(begin));
            assert!(is_so, "{command} --{option}: {help}");
        }
    }
    for other in ["per", "partition", "order", "group", "max", "count"] {
        assert_eq!(descriptions(other), [], "--{other}");
    }
}

/// `list --sort` and `sort` choose the same games: the first of those that are sorted.
#[test]
fn the_first_games_are_chosen_after_sorting() {
    let league = "fixtures/games/league.zip";
    let numbers = |args: &[&str]| -> Vec<u64> {
        let list = [
            "list",
            "--format",
            "jsonl",
            "--where",
            "plies != 42",
            league,
        ];
        let rows = run(&[&list[..], args].concat()).json_lines();
        rows.iter().map(|r| r["number"].as_u64().unwrap()).collect()
    };
    for sort in ["-date", "plies", "white,-plies"] {
        let all = numbers(&["--sort", sort]);
        let part = |option, games| numbers(&["--sort", sort, option, games]);
        assert_eq!(part("--first", "5"), all[..5], "{sort}");
        assert_eq!(part("--last", "3"), all[all.len() - 3..], "{sort}");
        assert_eq!(part("--first", "99"), all, "{sort}");
        assert_eq!(part("--sample", "4").len(), 4, "{sort}");
    }
    assert_eq!(numbers(&["--first", "2"]), numbers(&[])[..2]);
}

#[test]
fn differences_of_ratings_are_listed_tested_and_grouped() {
    let folder = tempfile::tempdir().unwrap();
    let game = |tags: &str| format!("[GameType \"Base\"]\n{tags}\n1. wS1\n2. bS1 wS1-\n\n");
    let games = [
        "[WhiteElo \"1500\"]\n[BlackElo \"1620\"]\n",
        "[WhiteElo \"1500\"]\n[BlackElo \"1450\"]\n",
        "[WhiteElo \"1500\"]\n",
    ];
    let path = written(folder.path(), "games.pgn", &games.map(game).concat());
    let rows = run(&["list", "--columns", "elo-diff", "--format", "jsonl", &path]).json_lines();
    let found: Vec<&Value> = rows.iter().map(|row| &row["elo_diff"]).collect();
    assert_eq!(found, [&Value::from(-120), &Value::from(50), &Value::Null]);
    for (test, number) in [
        ("elo_diff < 0", "1\n"),
        ("elo_difference = -120..49.5", "1\n"),
        ("rating_diff > -121", "2\n"),
        ("not known(elo_diff)", "1\n"),
    ] {
        assert_eq!(
            run(&["count", "--where", test, &path]).out,
            number,
            "{test}"
        );
    }
    for command in ["count", "stats"] {
        let counted = run(&[
            command,
            "--by",
            "elo-difference/100",
            "--format",
            "csv",
            &path,
        ])
        .out;
        for band in ["-200..-101", "0..99"] {
            assert!(counted.contains(band), "{command}: {counted}");
        }
    }
}

#[test]
fn a_group_without_values_is_named() {
    let league = "fixtures/games/league.zip";
    for command in ["count", "stats", "openings"] {
        let run = run(&[command, "--by", "variant,speed", league]);
        assert_eq!(run.code, 0, "{command}");
        let warning = "warning: no game has a value for speed (--by)\n";
        assert!(run.err.contains(warning), "{command}: {}", run.err);
    }
    // A field that is nearly spelled so is named.
    let near = run(&["count", "--by", "event_kind", league]).err;
    assert_eq!(
        near,
        "warning: no game has a value for event_kind (--by); event is another field\n"
    );
    // No finding is an answer.
    assert_eq!(run(&["count", "--by", "code", league]).err, "");
}

#[test]
fn moves_of_a_position_are_in_the_order_of_sort() {
    let moves = |args: &[&str]| {
        let openings = [
            "openings",
            "--depth",
            "1",
            "--min-games",
            "1",
            "--format",
            "jsonl",
        ];
        let mut rows =
            run(&[&openings[..], args, &["fixtures/games/league.zip"]].concat()).json_lines();
        rows.retain(|row| row["depth"] == 1 && row["side"] != "Black");
        rows
    };
    let value = |row: &Value, key: &str| row[key].as_f64().unwrap_or(f64::NEG_INFINITY);
    for (player, score) in [(&[][..], "white_score"), (&["--player", "Ada"], "score")] {
        let usual = moves(player);
        for (sort, key, sign) in [
            ("games", "played", 1.0),
            ("score", score, 1.0),
            ("worst", score, -1.0),
            ("-score", score, -1.0),
            ("length", "mean_plies", 1.0),
        ] {
            let found = moves(&[player, &["--sort", sort]].concat());
            assert_eq!(found.len(), usual.len(), "{sort}");
            let is_sorted = found.is_sorted_by(|a, b| sign * value(a, key) >= sign * value(b, key));
            assert!(is_sorted, "{sort}: {found:?}");
            let top = moves(&[player, &["--sort", sort, "--top", "2"]].concat());
            let keys = |rows: &[Value]| rows.iter().map(|r| r["key"].clone()).collect::<Vec<_>>();
            assert_eq!(keys(&top), keys(&found[..2]), "{sort}");
        }
        let dates = moves(&[player, &["--sort", "last"]].concat());
        let last = |row: &Value| row["last_played"].as_str().unwrap().to_owned();
        assert!(dates.is_sorted_by(|a, b| last(a) >= last(b)));
    }
}
