//! Games that are chosen, sorted, split and merged.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::skep::{Run, run, run_with, slashes};

const GAMES: &str = "fixtures/select/games.pgn";

/// Random games, one a line.
fn lines(n: u32, seed: u32) -> String {
    let (n, seed) = (n.to_string(), seed.to_string());
    run(&["random", "-n", &n, "--seed", &seed, "--max-plies", "12"]).out
}

/// Runs a command on standard input, with one thread and with more: the same must come of it.
fn on(input: &str, args: &[&str]) -> Run {
    let with = |threads| {
        let args = [args, &["--threads", threads, "-"]].concat();
        run_with(&args, input.as_bytes())
    };
    let one = with("1");
    assert_eq!(one, with("4"), "{args:?}");
    one
}

/// The output of a command that goes well.
fn of(input: &str, args: &[&str]) -> String {
    let run = on(input, args);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{args:?}");
    run.out
}

#[test]
fn head_and_tail_are_both_ends() {
    let games = lines(300, 1);
    let all: Vec<&str> = games.split_inclusive('\n').collect();
    for n in [1, 7, 299, 300, 1000] {
        let head = of(&games, &["head", "-n", &n.to_string()]);
        assert_eq!(head, all[..n.min(300)].concat());
        let tail = of(&games, &["tail", "-n", &n.to_string()]);
        assert_eq!(tail, all[300 - n.min(300)..].concat());
        // As in head(1) and tail(1).
        assert_eq!(of(&games, &["head", &format!("-{n}")]), head);
        assert_eq!(
            of(&games, &["--color", "never", "tail", &format!("-{n}")]),
            tail
        );
    }
    // Some take these for the games from the second one, or for all but the last three.
    for number in ["0", "+2", "-3"] {
        let refused = run(&["tail", "-n", number, GAMES]);
        assert_eq!(refused.code, 2);
        let reason = "expected a whole number, 1 or more";
        assert!(refused.err.contains(reason), "{}", refused.err);
    }
    assert_eq!(run(&["head", "--", "-5"]).code, 2);
    assert_eq!(of(&games, &["head"]).lines().count(), 10);
    let selected = ["--where", "plies = 12"];
    let long = of(&games, &[&["filter"][..], &selected].concat());
    let first = of(&games, &[&["head", "-n", "3"][..], &selected].concat());
    assert!(long.starts_with(&first));
    assert_eq!(first.lines().count(), 3);
}

#[test]
fn a_run_that_ends_early_says_the_same_with_any_number_of_threads() {
    let args = [
        "head",
        "-n",
        "2",
        "no/such/file",
        "fixtures/archives",
        GAMES,
    ];
    let with = |threads| run(&[&args[..], &["--threads", threads]].concat());
    assert_eq!(with("1"), with("2"));
    assert_eq!(with("1"), with("7"));
    assert_eq!(with("1").code, 2);
}

#[test]
fn samples_depend_on_the_seed_alone() {
    let games = lines(200, 2);
    let draw = |seed: &str| of(&games, &["sample", "-n", "20", "--seed", seed]);
    let one = draw("1");
    assert_eq!(one, draw("1"));
    assert_ne!(one, draw("2"));
    assert_eq!(one.lines().count(), 20);
    // In the order of the input.
    let mut rest = games.lines();
    assert!(one.lines().all(|line| rest.any(|other| other == line)));
    assert_eq!(of(&games, &["sample", "-n", "999"]), games);
    let two = of(&games, &["convert", "--sample", "20", "--seed", "2"]);
    assert_eq!(two, draw("2"));
}

#[test]
fn every_command_takes_a_part_of_the_games() {
    // More games than are held in memory at once.
    let games = lines(9000, 3);
    let list = ["list", "--format", "csv"];
    let all = of(&games, &list);
    let rows: Vec<&str> = all.lines().skip(1).collect();
    let part = |args: &[&str]| {
        let part = of(&games, &[&list[..], args].concat());
        part.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(part(&["--first", "8500"]), rows[..8500]);
    assert_eq!(part(&["--last", "70"]), rows[8930..]);
    let sample = part(&["--sample", "70"]);
    let mut rest = rows.iter();
    assert!(sample.iter().all(|row| rest.any(|other| other == row)));
    assert_eq!(sample.len(), 70);
    // Of those that match.
    let long = ["--where", "uses(L)"];
    let matching = part(&long);
    assert!((100..8900).contains(&matching.len()));
    assert_eq!(part(&["--where", "uses(L)", "--first", "5"]), matching[..5]);
    for (args, answer) in [
        (&["count", "--first", "5000"][..], "5000\n"),
        (&["count", "--last", "9999"], "9000\n"),
        (
            &["count", "--sample", "7", "--by", "result"],
            "games  result",
        ),
        (&["check", "--last", "3"], "Base+MLP      3 "),
        (&["stats", "--first", "6", "--table", "results"], "    6 "),
        (
            &[
                "export", "--last", "2", "--table", "games", "--format", "csv",
            ],
            "Base+MLP",
        ),
    ] {
        assert!(of(&games, args).contains(answer), "{args:?}");
    }
    let none = on(&games, &["count", "--where", "plies = 99", "--last", "3"]);
    assert_eq!(
        (none.code, &*none.out, &*none.err),
        (1, "0\n", "note: no game matches\n")
    );
    let both = on(&games, &["count", "--last", "3", "--game", "5"]);
    assert_eq!(both.code, 2);
}

/// The values of a tag or field in the order of the games.
fn values(games: &str, field: &str) -> Vec<String> {
    let find = |game: &str| {
        let line = game.lines().find(|l| l.starts_with(&format!("[{field} ")));
        line.map_or(String::new(), |l| l.split('"').nth(1).unwrap().to_owned())
    };
    let games = games.split("\n\n[").enumerate();
    games
        .map(|(i, g)| {
            if i == 0 {
                find(g)
            } else {
                find(&format!("[{g}"))
            }
        })
        .collect()
}

#[test]
fn games_are_put_in_order() {
    let by = |args: &[&str], field: &str| {
        let run = run(&[&["sort", GAMES][..], args].concat());
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        values(&run.out, field)
    };
    let dates = ["2023.12.31", "2024", "2024.03.??", "2024.03.09", "????"];
    let known = |v: Vec<String>| -> Vec<String> {
        v.into_iter().map(|d| d.replace(".??.??", "")).collect()
    };
    assert_eq!(known(by(&[], "Date")), dates);
    let mut back = dates;
    back[..4].reverse();
    assert_eq!(
        known(by(&["--by", "-date"], "Date")),
        back,
        "what is unknown stays last"
    );
    let white = by(&["--by", "white"], "White");
    let mut expected = white.clone();
    expected.sort_by_key(|name| (name.is_empty() || name == "?", name.to_lowercase()));
    assert_eq!(white, expected);
    // Each field has its own direction.
    let twice = by(&["--by", "-white,-date"], "White");
    let mut falling: Vec<&String> = white.iter().filter(|w| !w.is_empty()).collect();
    falling.reverse();
    assert_eq!(
        twice.iter().take(falling.len()).collect::<Vec<_>>(),
        falling
    );
    assert_eq!(known(by(&["--by=-date"], "Date")), back);
    assert_eq!(
        by(&["--by", "tag(GameName)"], "GameName"),
        by(&["--by", "TAG( gamename )"], "GameName")
    );
    let names = by(&["--by", "-tag(GameName)"], "GameName");
    let mut expected = names.clone();
    expected.sort_by_key(|name| (name.is_empty(), std::cmp::Reverse(name.to_lowercase())));
    assert_eq!(names, expected);
    let wrong = run(&["sort", "--by", "plies,-plie", GAMES]);
    assert_eq!(wrong.code, 2);
    insta::assert_snapshot!(wrong.err, @"
    error: invalid value '-plie' for '--by <FIELD>': unknown field `plie`; did you mean plies? for a tag of the record: tag(plie)

    For more information, try '--help'.
    ");
    assert_eq!(run(&["sort", "--by", "weight", GAMES]).code, 2);
}

#[test]
fn sorting_is_stable() {
    let games = lines(300, 3);
    let plies = |line: &&str| line.split(';').count();
    let mut expected: Vec<&str> = games.lines().collect();
    expected.sort_by_key(plies);
    let sorted = of(&games, &["sort", "--by", "plies"]);
    assert_eq!(sorted.lines().collect::<Vec<_>>(), expected);
    expected.sort_by_key(|line| std::cmp::Reverse(plies(line)));
    let sorted = of(&games, &["sort", "--by", "-plies"]);
    // Equal lengths are in the order of the input, both ways.
    let mut stable: Vec<&str> = games.lines().collect();
    stable.sort_by_key(|line| std::cmp::Reverse(plies(line)));
    assert_eq!(sorted.lines().collect::<Vec<_>>(), stable);
}

#[test]
fn severities_are_sorted_by_their_weight() {
    let bad = "fixtures/cli/faults.uhp";
    let of = |by: &str| {
        let sorted = run(&["sort", "--by", by, bad, "fixtures/cli/sound.uhp"]);
        let counted = |severity: &str| {
            let test = format!("severity = {severity}");
            run_with(&["convert", "--where", &test, "-"], sorted.out.as_bytes()).out
        };
        (
            sorted.out.clone(),
            ["remark", "warning", "error"].map(counted),
        )
    };
    let (up, groups) = of("severity");
    assert!(groups.iter().filter(|group| !group.is_empty()).count() > 1);
    assert!(up.starts_with(&groups.concat()), "{up}");
    let (down, [remarks, warnings, errors]) = of("-severity");
    assert!(down.starts_with(&[errors, warnings, remarks].concat()));
}

#[test]
fn commands_can_be_swapped_without_a_change() {
    let mut games = lines(120, 4);
    games = [&games[..], &lines(40, 4)].concat();
    let then = |first: &[&str], second: &[&str]| {
        let between = on(&games, first).out;
        on(&between, second).out
    };
    let filter = ["filter", "--where", "plies = 12 and uses(S)"];
    let sort = ["sort", "--by", "plies,variant"];
    let dedup = ["dedup", "-q", "--key", "moves"];
    assert_eq!(then(&filter, &sort), then(&sort, &filter));
    assert_eq!(then(&filter, &dedup), then(&dedup, &filter));
    // The first of equals is the same before and after a stable sort.
    assert_eq!(then(&sort, &dedup), then(&dedup, &sort));
    assert_eq!(then(&sort, &sort), on(&games, &sort).out);
    let head = then(&sort, &["head", "-n", "5"]);
    assert!(on(&games, &sort).out.starts_with(&head));
    let tail = then(&["tail", "-n", "50"], &["head", "-n", "10"]);
    assert_eq!(
        tail,
        games
            .split_inclusive('\n')
            .skip(110)
            .take(10)
            .collect::<String>()
    );
    // What is written in another notation is what convert makes of it.
    let pgn = ["convert", "-q", "--to", "pgn"];
    let direct = on(&games, &["sort", "--by", "plies,variant", "--to", "pgn"]).out;
    assert_eq!(direct, then(&sort, &pgn));
}

/// The files below a folder, by their paths, without what is hidden.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy();
                all.insert(slashes(&name), fs::read_to_string(path).unwrap());
            }
        }
    }
    all
}

#[test]
fn games_are_split_by_their_data() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new/players");
    let split = run(&[
        "split",
        "--by",
        "{White}",
        GAMES,
        "-o",
        out.to_str().unwrap(),
    ]);
    assert_eq!((split.code, split.out.as_str()), (0, ""));
    let all = files(&out);
    assert_eq!(
        split.err,
        format!("5 games written to {} files\n", all.len())
    );
    let games = fs::read_to_string(GAMES).unwrap();
    for (name, text) in &all {
        let white = name.strip_suffix(".pgn").unwrap();
        for value in values(text, "White") {
            assert_eq!(
                if value.is_empty() || value == "?" {
                    "unknown"
                } else {
                    &value
                },
                white
            );
        }
        for game in text.trim_end().split("\n\n[") {
            assert!(games.contains(game.trim_end()), "{game}");
        }
    }
    assert!(all.contains_key("Ann.pgn"));
    let nested = folder.path().join("nested");
    let args = [
        "split",
        "--by",
        "{variant}/{year}",
        GAMES,
        "--to",
        "uhp",
        "-o",
        nested.to_str().unwrap(),
    ];
    assert_eq!(run(&args).code, 0);
    let names: Vec<String> = files(&nested).into_keys().collect();
    assert!(names.contains(&"Base+MLP/2024.uhp".to_owned()), "{names:?}");
}

#[test]
fn games_are_split_by_number_and_size() {
    let games = lines(25, 5);
    let folder = tempfile::tempdir().unwrap();
    let split = |name: &str, args: &[&str]| -> Vec<String> {
        let out = folder.path().join(name);
        let args = [&["split"], args, &["-", "-o", out.to_str().unwrap()]].concat();
        let run = run_with(&args, games.as_bytes());
        assert_eq!(run.code, 0, "{}", run.err);
        let files = files(&out);
        assert_eq!(
            files.values().map(String::as_str).collect::<String>(),
            games
        );
        files.into_values().collect()
    };
    let ten = split("ten", &["--per-file", "10"]);
    let counts: Vec<usize> = ten.iter().map(|t| t.lines().count()).collect();
    assert_eq!(counts, [10, 10, 5]);
    let small = split("small", &["--per-file", "1K"]);
    assert!(small.len() > 2 && small.iter().all(|text| text.len() <= 1024));
    // A file has room for a game, however long.
    assert_eq!(split("tiny", &["--per-file", "1B"]).len(), 25);
    let both = split("both", &["--by", "variant", "--per-file", "5,100K"]);
    assert_eq!(both.len(), 5);
    assert_eq!(run(&["split", GAMES, "-o", "x"]).code, 2);
    for wrong in ["0", "5,7", "1K,2K", "K", ""] {
        let refused = run(&["split", "--per-file", wrong, GAMES, "-o", "x"]);
        assert_eq!(refused.code, 2, "{wrong}");
    }
}

#[test]
fn no_file_name_leaves_the_folder_or_replaces_another() {
    let names = [
        "../../x",
        "..",
        "a/b",
        "a:b",
        "a_b",
        "A_B",
        "CON",
        "nul.txt",
        "",
        "-",
        ".hidden",
        "x\u{1}y",
        "é",
        "\\\\srv\\share",
        "Ann",
        "ann",
    ];
    let long = "n".repeat(4000);
    let mut games = String::new();
    for name in names.iter().copied().chain([&*long]) {
        let escaped = name.replace('\\', "\\\\");
        games.push_str(&format!(
            "[GameType \"Base\"]\n[White \"{escaped}\"]\n[Result \"*\"]\n\n1. wS1 2. bS1 wS1- *\n\n"
        ));
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let args = ["split", "--by", "{White}", "-", "-o", out.to_str().unwrap()];
    let split = run_with(&args, games.as_bytes());
    assert_eq!(split.code, 0, "{}", split.err);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let all = files(&out);
    let written: usize = all
        .values()
        .map(|text| text.matches("[White ").count())
        .sum();
    assert_eq!(written, names.len() + 1);
    for name in all.keys() {
        let lower = name.to_lowercase();
        assert!(
            !name.starts_with('.') && !name.contains(['/', '\\', ':']),
            "{name}"
        );
        assert!(
            !lower.starts_with("con.") && !lower.starts_with("nul."),
            "{name}"
        );
        assert_eq!(all.keys().filter(|n| n.to_lowercase() == lower).count(), 1);
    }
    // The empty name and `-` are unknown players; all other names have a file each.
    assert_eq!(all.len(), names.len());
}

// Only Unix limits the open files of a process.
#[cfg(target_os = "linux")]
#[test]
fn more_files_than_may_be_open_are_written() {
    let mut games = String::new();
    for i in 0..600 {
        games.push_str(&format!(
            "[GameType \"Base\"]\n[White \"p{i}\"]\n[Result \"*\"]\n\n1. wS1 *\n\n"
        ));
    }
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.pgn");
    fs::write(&input, &games).unwrap();
    let out = folder.path().join("out");
    let line = format!(
        "ulimit -n 40 && {} split --by '{{White}}' {} -o {}",
        env!("CARGO_BIN_EXE_skep"),
        input.display(),
        out.display()
    );
    let done = std::process::Command::new("sh")
        .args(["-c", &line])
        .status()
        .unwrap();
    assert!(done.success());
    assert_eq!(files(&out).len(), 600);
}

#[test]
fn inputs_are_merged_in_their_order() {
    let merged = run(&["merge", GAMES, "fixtures/select/twice.pgn"]);
    assert_eq!((merged.code, merged.err.as_str()), (0, ""));
    let both = [
        run(&["filter", GAMES]).out,
        run(&["filter", "fixtures/select/twice.pgn"]).out,
    ]
    .concat();
    assert_eq!(merged.out, both);
    let mixed = ["merge", GAMES, "fixtures/cli/sound.uhp"];
    let refused = run(&mixed);
    assert_eq!(refused.code, 2);
    assert_eq!(
        refused.err,
        "error: the input mixes Hive PGN and UHP (fixtures/cli/sound.uhp); choose one notation for the output with --to\n"
    );
    let one = run(&[&mixed[..], &["--to", "uhp"]].concat());
    assert_eq!(one.code, 0);
    assert_eq!(
        one.out,
        run(&[
            "convert",
            "-q",
            "--to",
            "uhp",
            GAMES,
            "fixtures/cli/sound.uhp"
        ])
        .out
    );
}

#[test]
fn bytes_stay_as_they_are() {
    let mut inputs = vec!["fixtures/cli/sound.uhp".to_owned()];
    if let Some(corpus) = skep_testing::shared("corpus/boardspace-2024") {
        inputs.push(corpus.to_str().unwrap().to_owned());
    }
    for input in &inputs {
        let all = run(&["filter", input]).out;
        assert_eq!(run(&["head", "-n", "99999", input]).out, all);
        assert_eq!(run(&["tail", "-n", "99999", input]).out, all);
        assert_eq!(run(&["sample", "-n", "99999", input]).out, all);
        assert_eq!(run(&["merge", input]).out, all);
        // All are of one game, so that the order stays.
        assert_eq!(run(&["sort", "--by", "game", input]).out, all);
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().to_str().unwrap();
        assert_eq!(
            run(&["split", "--per-file", "99999", input, "-o", out]).code,
            0
        );
        assert_eq!(files(folder.path()).into_values().collect::<String>(), all);
    }
}

// Signals of Unix.
#[cfg(unix)]
#[test]
fn a_stopped_run_leaves_nothing() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let folder = tempfile::tempdir().unwrap();
    let begun = || fs::read_dir(folder.path()).unwrap().count();
    let file = folder.path().join("out.uhp");
    let parts = folder.path().to_str().unwrap().to_owned();
    let filter = vec!["filter", "-", "-o", file.to_str().unwrap()];
    let split = vec!["split", "--per-file", "2", "-", "-o", &parts];
    for (args, signal, code) in [
        (filter.clone(), "-INT", 130),
        (filter.clone(), "-TERM", 143),
        (filter, "-HUP", 129),
        (split, "-INT", 130),
    ] {
        if crate::skep::is_ignored(signal) {
            continue;
        }
        let mut child = crate::skep::skep(&args)
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        // Held open, so that it does not come to its end meanwhile; to wait for a child closes what it still has.
        let _more = child.stdin.take();
        let patience = Instant::now() + Duration::from_secs(20);
        while begun() == 0 && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(begun(), 1, "it has begun: {args:?}");
        let kill = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(kill.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(code));
        assert_eq!(begun(), 0);
    }
}

/// Whatever `--where` can test, `list` can show.
#[test]
fn any_field_or_tag_is_a_column_in_the_order_that_is_asked() {
    for field in ::skep_analysis::filter::Field::NAMES {
        let args = ["list", "--format", "jsonl", "--columns", field, GAMES];
        let rows = run(&args).json_lines();
        assert_eq!(rows.len(), 5, "{field}");
        assert!(rows.iter().all(|row| row.get(field).is_some()), "{field}");
    }
    let list = |columns: &str| run(&["list", "--format", "csv", "--columns", columns, GAMES]).out;
    assert_eq!(
        list("plies,TYPE,tag(GameName),white_elo,number"),
        "plies,variant,tag(GameName),white_elo,number\n\
         4,Base+MLP,T!HV-Ann-Bob-2024-03-09-1200,1900,1\n\
         5,Base+MLP,,,2\n4,Base,,,3\n2,Base+P,,1500,4\n3,Base+M,,,5\n"
    );
    assert_eq!(
        list("player,elo,max(stack),white_elo/200"),
        "player,elo,max(stack),white_elo/200\n\
         Ann / Bob,1900 / 1700,1,1800..1999\nBob / Ann,? / 1910,1,\nAnn / Cid,,1,\n\
         Dob / Bobby,1500 / ?,1,1400..1599\n? / Ann,,1,\n"
    );
}

#[test]
fn a_sorted_list_keeps_the_numbers_of_its_games() {
    let numbers = |sort: &str| {
        let args = [
            "list",
            "--format",
            "csv",
            "--columns",
            "number",
            "--sort",
            sort,
            GAMES,
        ];
        let out = run(&args).out;
        out.lines()
            .skip(1)
            .map(|n| n.parse().unwrap())
            .collect::<Vec<u32>>()
    };
    assert_eq!(numbers("-plies"), [2, 1, 3, 5, 4]);
    assert_eq!(numbers("date"), [3, 5, 2, 1, 4]);
    assert_eq!(numbers("-plies,-white_elo"), [2, 1, 3, 5, 4]);
    assert_eq!(numbers("black,white"), [2, 5, 1, 4, 3]);
    assert_eq!(numbers("elo"), [4, 1, 2, 3, 5]);
    // The limit counts after the sort.
    let games = lines(300, 3);
    let all = of(&games, &["list", "--sort", "-plies", "--format", "csv"]);
    let few = of(
        &games,
        &[
            "list", "--sort", "-plies", "--format", "csv", "--limit", "7",
        ],
    );
    assert_eq!(
        all.lines().take(8).collect::<Vec<_>>(),
        few.lines().collect::<Vec<_>>()
    );
    // A tag is sorted as a number where it is one.
    let game = |round: &str| format!("[Round \"{round}\"]\n\n1. wS1 2. bS1 wS1- *\n\n");
    let rounds: String = ["10", "x", "9", "-1", "2.5"].map(game).concat();
    let args = [
        "list",
        "--sort",
        "tag(Round)",
        "--columns",
        "tag(Round)",
        "--format",
        "jsonl",
    ];
    // skep warns that these games have the same moves.
    let sorted = on(&rounds, &args);
    let values: Vec<&str> = sorted.out.lines().collect();
    let expected = ["-1", "2.5", "9", "10", "x"].map(|v| format!("{{\"tag(Round)\":\"{v}\"}}"));
    assert_eq!(values, expected);
    let out = of(&rounds, &["sort", "--by", "-tag(Round)"]);
    let sorted: Vec<&str> = out
        .lines()
        .filter(|line| line.starts_with("[Round"))
        .collect();
    assert_eq!(sorted.first(), Some(&"[Round \"x\"]"));
}
