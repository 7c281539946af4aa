//! The promises about loss and misreading, on real games.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::skep::{Run, run, run_with, skep};
use skep_testing::shared;

/// The archives, or `None` with a printed reason.
fn archives() -> Option<String> {
    Some(shared("corpus/boardspace-2024")?.to_str()?.to_owned())
}

fn good(args: &[&str]) -> Run {
    let run = run(args);
    assert_eq!(run.code, 0, "{args:?}: {}", run.err);
    run
}

/// The commands that write games.
const WRITERS: [&[&str]; 8] = [
    &["filter"],
    &["head", "-n", "1000"],
    &["tail", "-n", "1000"],
    &["sample", "-n", "1000"],
    &["sort"],
    &["merge"],
    &["dedup", "--keep", "first", "--key", "moves"],
    &["annotate"],
];

#[test]
fn games_in_two_notations_are_not_written_into_one_file() {
    let (Some(pairs), Some(old)) = (shared("corpus/pairs"), shared("corpus/boardspace-2020"))
    else {
        return;
    };
    let (pairs, old) = (pairs.to_str().unwrap(), old.to_str().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("mixed");
    let out = out.to_str().unwrap();
    for writer in WRITERS {
        let mixed = run(&[writer, &[pairs, old, "-o", out]].concat());
        assert_eq!(mixed.code, 2, "{writer:?}: {}", mixed.err);
        for word in ["Hive PGN", "Boardspace SGF", "--to"] {
            assert!(mixed.err.contains(word), "{writer:?}: {}", mixed.err);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

#[test]
fn inputs_are_never_overwritten() {
    let Some(corpus) = shared("corpus/boardspace-2024") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let real = fs::read_dir(corpus).unwrap().next().unwrap().unwrap();
    let copy = folder.path().join("games.zip");
    fs::copy(real.path(), &copy).unwrap();
    let before = fs::read(&copy).unwrap();
    let link = folder.path().join("link.zip");
    #[cfg(unix)]
    std::os::unix::fs::symlink("games.zip", &link).unwrap();
    #[cfg(windows)]
    fs::hard_link(&copy, &link).unwrap();
    let names = [copy, link].map(|path| path.to_str().unwrap().to_owned());
    for out in &names {
        for writer in [&WRITERS[..], &[&["convert", "--to", "uhp"]]].concat() {
            let run = run(&[writer, &[&*names[0], "-o", out, "--force"]].concat());
            assert_eq!((run.code, &*run.out), (2, ""), "{writer:?}: {}", run.err);
        }
        assert!(fs::read(&names[0]).unwrap() == before, "{out}");
    }
}

#[test]
fn stated_results_of_real_games_stay() {
    let Some(archives) = archives() else { return };
    let board = good(&[
        "convert",
        "--to",
        "uhp",
        "--where",
        "status = ok",
        "--state",
        "board",
        &archives,
    ])
    .out;
    // The players of each unfinished game agree to a draw.
    let stated = board.replace(";InProgress;", ";Draw;");
    assert!(stated != board);
    let keep = run_with(&["convert", "--to", "uhp", "-"], stated.as_bytes());
    assert_eq!((keep.code, &*keep.err), (0, ""));
    assert!(keep.out == stated);
    let again = run_with(
        &["convert", "--to", "uhp", "--state", "board", "-"],
        stated.as_bytes(),
    );
    assert!(again.out == board);
}

#[test]
fn the_name_of_the_output_sets_the_notation_of_real_games() {
    let Some(archives) = archives() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let counted = |paths: &[&str]| good(&[&["count"], paths].concat()).out;
    let all = good(&["count", "--where", "status = ok", &archives]).out;
    for name in ["a.uhp", "a.pgn.gz", "a.jsonl.zst", "a.sgf.zip"] {
        let out = path(name);
        good(&["convert", "--where", "status = ok", &archives, "-o", &out]);
        assert_eq!(counted(&[&out]), all, "{name}");
    }
    for (args, name) in [
        (&["show"][..], "x.jpg"),
        (&["show", "--animate"], "x.mp4"),
        (&["convert"], "x.foo"),
        (&["convert", "--to", "pgn"], "x.uhp"),
    ] {
        let out = path(name);
        assert_eq!(
            run(&[args, &[&*archives, "-o", &out]].concat()).code,
            2,
            "{name}"
        );
        assert!(!Path::new(&out).exists());
    }
}

#[test]
fn real_games_are_split_by_their_fields() {
    let Some(archives) = archives() else { return };
    let counts = good(&["count", "--by", "variant", "--format", "csv", &archives]).out;
    let mut wanted: BTreeMap<String, u64> = BTreeMap::new();
    for line in counts.lines().skip(1) {
        let (games, variant) = line.split_once(',').unwrap();
        wanted.insert(variant.to_owned(), games.parse().unwrap());
    }
    for by in ["variant", "{variant}"] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("split");
        let out = out.to_str().unwrap();
        good(&["split", "--by", by, &archives, "-o", out]);
        for (variant, games) in &wanted {
            // A game of a variant that skep does not know.
            let name = if variant.is_empty() {
                "unknown"
            } else {
                variant
            };
            let file = format!("{out}/{name}.sgf");
            assert_eq!(good(&["count", &file]).out, format!("{games}\n"), "{name}");
        }
        assert_eq!(fs::read_dir(out).unwrap().count(), wanted.len());
    }
    let wrong = run(&["split", "--by", "{whit}", &archives, "-o", "never"]);
    assert_eq!(wrong.code, 2);
    insta::assert_snapshot!(wrong.err, @"
    error: invalid value '{whit}' for '--by <TEMPLATE>': unknown field `whit`; did you mean white? for a tag of the record: tag(whit)

    For more information, try '--help'.
    ");
}

/// The words of a text that hold digits.
fn numbers(text: &str) -> Vec<&str> {
    let is_number = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_digit())
            && word
                .chars()
                .all(|c| c.is_ascii_digit() || ",./–".contains(c))
    };
    text.split_whitespace().filter(is_number).collect()
}

#[test]
fn tables_of_real_games_keep_their_numbers() {
    let Some(archives) = archives() else { return };
    for args in [
        &["stats", "--by", "variant"][..],
        &["players"],
        &["openings", "--depth", "3"],
        &["check"],
        &["count", "--by", "white"],
    ] {
        let at = |width: &str| {
            let command = skep(&[args, &[&*archives]].concat())
                .env("COLUMNS", width)
                .output();
            String::from_utf8(command.unwrap().stdout).unwrap()
        };
        let whole = at("1000");
        let known = numbers(&whole);
        for width in ["60", "80", "120", "200"] {
            let shown = at(width);
            let rows = shown.split("(no room at ").next().unwrap();
            assert!(numbers(rows).len() > 10, "{args:?} at {width}: {shown}");
            for number in numbers(rows) {
                assert!(
                    known.contains(&number),
                    "{args:?} at {width}: {number}\n{shown}"
                );
            }
        }
    }
}

#[test]
fn tests_of_real_games_mean_what_they_say() {
    let Some(archives) = archives() else { return };
    let count = |expression: &str| run(&["count", "--where", expression, &archives]);
    for (typed, meant) in [
        ("winner = white", "result = WhiteWins"),
        ("result = 0-1", "result = BlackWins"),
        ("variant = MLP", "variant == Base+MLP"),
        ("variant in (Base, M)", "variant = Base || variant = Base+M"),
        (
            "year = 2024 && month = 4",
            "date >= 2024-04-01 and date < 2024-05",
        ),
        ("player = weakbot", "player ~ /^WeakBot$/"),
        ("! white = Dumbot", "white != Dumbot"),
        ("length > 10", "plies > 10"),
        (
            "opening = \"Ladybug opening\"",
            "opening = \"ladybug opening\"",
        ),
    ] {
        let found = count(typed);
        assert_eq!((found.code, &*found.err), (0, ""), "{typed}");
        assert_eq!(found.out, count(meant).out, "{typed}");
    }
    for (wrong, help) in [
        ("moves > 10", "did you mean plies?"),
        ("winner = draw", "write result = draw"),
        ("result = win", "the values are"),
        (
            "opening = \"Ants opening\"",
            "did you mean \"Ant opening\"?",
        ),
        ("plies < 0", "plies is 0 or more"),
    ] {
        let refused = count(wrong);
        assert_eq!((refused.code, &*refused.out), (2, ""), "{wrong}");
        assert!(refused.err.contains(help), "{wrong}: {}", refused.err);
    }
    // No game has a rating.
    let unrated = count("elo > 1500");
    assert_eq!((unrated.code, &*unrated.out), (1, "0\n"));
    assert!(
        unrated.err.contains("warning: no game has a value for elo"),
        "{}",
        unrated.err
    );
}

#[test]
fn commands_agree_on_the_undecided_games() {
    let Some(archives) = archives() else {
        return;
    };
    let games = [
        &*archives,
        "fixtures/games",
        "fixtures/select",
        "fixtures/hexit",
    ];
    let with = |args: &[&str]| run(&[args, &games].concat());
    let stats = &with(&["stats", "--table", "results", "--format", "jsonl"]).json_lines()[0];
    let undecided = stats["open"].as_u64().unwrap();
    assert!(undecided > 1, "{stats}");

    let filter = "status = ok and not (result = white or result = black or result = draw)";
    let named = "status = ok and (result = InProgress or not known(result))";
    let of = |filter: &str| {
        with(&["count", "--where", filter])
            .out
            .trim()
            .parse::<u64>()
            .unwrap()
    };
    assert_eq!(of(named), undecided);
    // Games without a result match neither a test nor its negation.
    assert_eq!(
        of(filter) + of("status = ok and not known(result)"),
        undecided
    );

    let checked = with(&["check", "--format", "jsonl"]).json_lines();
    let is_open = |game: &&serde_json::Value| {
        let open = |name: &str| matches!(game[name].as_str(), Some("InProgress" | "Unknown"));
        game["status"] == "ok" && open("board_result") && open("stated_result")
    };
    assert_eq!(checked.iter().filter(is_open).count() as u64, undecided);

    let report = with(&["report", "--replays", "100000"]).out;
    let open: u64 = (report.split(", open ").skip(1))
        .filter_map(|text| text.split('"').next()?.replace(',', "").parse::<u64>().ok())
        .sum();
    let dated = with(&["count", "--where", &format!("{named} and known(month)")]).out;
    assert_eq!(open, dated.trim().parse::<u64>().unwrap());
}
