//! Counts of parts, added up, are those of one run over everything.

use std::fs;
use std::path::Path;

use crate::skep::{Run, run, run_with, skep};

const GAMES: &str = "fixtures/analysis/games.pgn";
const ALIASES: &str = "fixtures/analysis/players.tsv";

/// Games with names, dates and without, as JSON Lines, one a line, cut into that many files.
fn shards(folder: &Path, parts: usize) -> Vec<String> {
    let random = run(&["random", "-n", "60", "--seed", "5"]).out;
    let mut all = run(&["convert", "--to", "jsonl", GAMES]).out;
    all.push_str(&run_with(&["convert", "--to", "jsonl", "-"], random.as_bytes()).out);
    let lines: Vec<&str> = all.lines().collect();
    assert!(lines.len() > 60);
    (0..parts)
        .map(|i| {
            let path = folder.join(format!("{parts}-{i}.jsonl"));
            let own = lines.iter().skip(i).step_by(parts);
            let text: String = own.map(|line| format!("{line}\n")).collect();
            fs::write(&path, text).unwrap();
            path.to_str().unwrap().to_owned()
        })
        .collect()
}

/// Counts each file apart.
fn parts(command: &[&str], files: &[String]) -> Vec<String> {
    files
        .iter()
        .map(|file| {
            let words = command[1..].concat();
            let name: String = words.chars().filter(char::is_ascii_alphanumeric).collect();
            let part = format!("{file}.{}{name}.part", command[0]);
            let run = run(&[command, &["-o", &part, file]].concat());
            assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
            part
        })
        .collect()
}

fn merged(parts: &[String], show: &[&str]) -> Run {
    // The command that counted adds up its parts.
    let kinds = ["stats", "openings", "players"];
    let counted = |part: &String| {
        let name = Path::new(part).file_name().unwrap().to_str().unwrap();
        (kinds.into_iter()).find(|kind| name.contains(&format!(".{kind}")))
    };
    let kind = parts.iter().find_map(counted).unwrap_or("stats");
    let mut args = vec![kind];
    args.extend(parts.iter().map(String::as_str));
    args.extend(show);
    let merged = run(&args);
    let note = "note: did not look for duplicates between the parts\n";
    assert!(
        merged.code > 1 || merged.err.contains(note),
        "{}",
        merged.err
    );
    without_duplicates(merged)
}

/// Games of Venom, packs and Hex-It are counted in parts as in one run.
#[test]
fn parts_of_every_game_add_up_to_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, args: &[&str]| {
        let path = folder.path().join(name);
        let random = run(&[&["random", "--max-plies", "9"], args].concat());
        fs::write(&path, random.out).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let files = [
        file("venom.uhp", &["Venom", "-n", "60"]),
        file("swarm.uhp", &["Base+Swarm", "-n", "20"]),
        file("hexit.hxt", &["hex-it-beginner", "-n", "60"]),
        "fixtures/games/venom.uhp".to_owned(),
        "fixtures/games/exxit.hxt".to_owned(),
    ];
    let swarm = run(&["convert", "--to", "uhp", &files[1]]).out;
    let swarm = swarm.lines().next().unwrap();
    let hands = swarm.split(';').next().unwrap();
    let hands = format!("{hands};NotStarted;White[1]");
    let venom = fs::read_to_string(&files[0]).unwrap();
    let turn = venom.split(';').nth(3).unwrap().trim();
    let first = format!("Venom;InProgress;Black[1];{turn}");
    let state = run(&["show", "--format", "state", "--ply", "2", &files[0]]).out;
    for start in ["", "hex-it-beginner", &first, &hands, state.trim()] {
        let mut command = vec!["openings", "--depth", "4"];
        if !start.is_empty() {
            command.extend(["--from-game", start]);
        }
        let show = ["--min-games", "1", "--format", "csv"];
        let paths: Vec<&str> = files.iter().map(String::as_str).collect();
        let one = run(&[&command[..], &show, &paths].concat());
        assert!(one.out.lines().count() > 1, "{start}: {}", one.err);
        let mut parts: Vec<String> = Vec::new();
        for (i, path) in paths.iter().enumerate() {
            let part = folder.path().join(format!("{i}.openings.part"));
            let part = part.to_str().unwrap().to_owned();
            let made = run(&[&command[..], &["--force", "-o", &part, path]].concat());
            assert_eq!(made.code, 0, "{}", made.err);
            parts.push(part);
        }
        parts.reverse();
        assert_eq!(merged(&parts, &show).out, one.out, "{start}");
    }
}

/// A run without what it says about duplicates, which partial counts do not hold.
fn without_duplicates(mut run: Run) -> Run {
    let lines = run
        .err
        .lines()
        .filter(|line| !line.contains("duplicate") && !line.contains("the moves of another game"));
    run.err = lines.map(|line| format!("{line}\n")).collect();
    run
}

#[test]
fn parts_in_any_order_add_up_to_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let whole = shards(folder.path(), 1);
    let line = "Base+MLP;InProgress;White[2];wL;bL wL-";
    let counts: [(&[&str], &[&[&str]]); 5] = [
        (
            &["stats", "--by", "variant,month,opening"],
            &[
                &[],
                &["--format", "json"],
                &["--table", "lengths", "--format", "csv"],
            ],
        ),
        (
            &["openings", "--depth", "8"],
            &[
                &[],
                &["--min-games", "1", "--format", "csv"],
                &["--top", "2"],
            ],
        ),
        (
            &["openings", "--player", "Ann", "--aliases", ALIASES],
            &[&["--min-games", "1"]],
        ),
        (
            &["openings", "--from-game", line, "--where", "plies > 9"],
            &[&["--min-games", "1", "--format", "tsv"]],
        ),
        (
            &["players", "--aliases", ALIASES],
            &[
                &[],
                &["--sort", "rating", "--limit", "3", "--format", "json"],
                &["--min-games", "2"],
            ],
        ),
    ];
    for (count, shows) in counts {
        let one = |show: &&[&str]| without_duplicates(run(&[count, show, &[&whole[0]]].concat()));
        let expected: Vec<Run> = shows.iter().map(one).collect();
        assert!(
            expected
                .iter()
                .all(|run| run.code == 0 && run.out.lines().count() > 1)
        );
        for n in [1, 2, 7] {
            let mut all = parts(count, &shards(folder.path(), n));
            for turn in 0..3 {
                match turn {
                    1 => all.reverse(),
                    2 => all.rotate_left(n / 2),
                    _ => {}
                }
                for (show, expected) in shows.iter().zip(&expected) {
                    assert_eq!(&merged(&all, show), expected, "{count:?} {show:?} {n}");
                }
            }
            // Sums of sums.
            let (left, right) = all.split_at(n / 2);
            if !left.is_empty() {
                let sum = folder.path().join("sum.part");
                let sum = sum.to_str().unwrap().to_owned();
                merged(left, &["-o", &sum, "--force"]);
                let both = [right, &[sum]].concat();
                assert_eq!(merged(&both, shows[0]), expected[0], "{count:?}");
            }
        }
    }
}

/// What only some tables need is in the parts that were made for them, and is never shown as 0 otherwise.
#[test]
fn each_table_adds_up_or_says_that_its_parts_lack_it() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, shards) = (shards(folder.path(), 1), shards(folder.path(), 3));
    let plain = parts(&["stats"], &shards);
    let help = run(&["stats", "--help"]).out;
    let (_, values) = help.split_once("[possible values: results, ").unwrap();
    let (values, _) = values.split_once(']').unwrap();
    let mut refused = 0;
    for table in values.split(',').map(str::trim).chain(["results"]) {
        let asked = ["stats", "--table", table];
        let one = without_duplicates(run(&[&asked[..], &[&whole[0]]].concat()));
        let all = parts(&asked, &shards);
        assert_eq!(merged(&all, &asked[1..]), one, "{table}");
        let of_plain = merged(&plain, &asked[1..]);
        if of_plain != one {
            let told = "make them again with --table";
            assert_eq!(of_plain.code, 2, "{table}");
            assert!(of_plain.err.contains(told), "{}", of_plain.err);
            refused += 1;
        }
    }
    assert_eq!(refused, 4);
}

#[test]
fn the_order_of_games_does_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    let whole = &shards(folder.path(), 1)[0];
    let text = fs::read_to_string(whole).unwrap();
    let turned: Vec<&str> = text.lines().rev().collect();
    let path = folder.path().join("turned.jsonl");
    fs::write(&path, turned.join("\n")).unwrap();
    for command in ["stats", "openings", "players"] {
        let part = |path: &str, name: &str| {
            let out = folder.path().join(name);
            run(&[command, "--threads", "3", "-o", out.to_str().unwrap(), path]);
            fs::read(out).unwrap()
        };
        assert_eq!(
            part(whole, "a"),
            part(path.to_str().unwrap(), "b"),
            "{command}"
        );
    }
}

#[test]
fn parts_that_do_not_fit_together_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let files = shards(folder.path(), 2);
    let stats = parts(&["stats"], &files);
    let by = parts(&["stats", "--by", "month"], &files[..1]);
    let refused = |parts: &[String], show: &[&str], said: &[&str]| {
        let run = merged(parts, show);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
        for words in said {
            assert!(run.err.contains(words), "{}", run.err);
        }
    };
    let players = parts(&["players"], &files);
    refused(
        &[stats[1].clone(), players[1].clone()],
        &[],
        &[&players[1], "skep players", &stats[1], "skep stats"],
    );
    let plain = stats[0].clone();
    refused(
        &[plain.clone(), by[0].clone()],
        &[],
        &[&by[0], "with --by month", "without --by"],
    );
    refused(
        std::slice::from_ref(&plain),
        &["--sort", "name"],
        &["--sort", "skep stats"],
    );
    refused(&[players[0].clone()], &["--names", "x"], &["--names"]);

    let bytes = fs::read(&plain).unwrap();
    let broken = folder.path().join("broken.part");
    let path = broken.to_str().unwrap().to_owned();
    for (damaged, said) in [
        (bytes[..bytes.len() - 9].to_vec(), "incomplete"),
        (
            [&bytes[..30], &[bytes[30] ^ 4], &bytes[31..]].concat(),
            "damaged",
        ),
        ([&bytes[..8], &[99], &bytes[9..]].concat(), "version 99"),
        (b"wS1;bG1 wS1-\n".to_vec(), "not a partial count"),
        (Vec::new(), "not a partial count"),
    ] {
        fs::write(&broken, damaged).unwrap();
        refused(&[plain.clone(), path.clone()], &[], &[&path, said]);
        refused(std::slice::from_ref(&path), &[], &[&path, said]);
    }
    refused(&["no such part".to_owned()], &[], &["no such part"]);
    let run = run(&["stats", "--format", "part", GAMES, "-o", "x.csv"]);
    assert_eq!(run.code, 2, "{}", run.err);
}

#[test]
fn skipped_games_are_added_up_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.uhp");
    fs::write(
        &file,
        "Base;InProgress;White[2];wS1;bG1 wS1-\nBase;InProgress;White[2];wS1;bG1\n",
    )
    .unwrap();
    let file = file.to_str().unwrap().to_owned();
    let part = folder.path().join("bad.part");
    let part = part.to_str().unwrap();
    let counted = run(&["stats", "-o", part, &file]);
    assert_eq!(counted.code, 1);
    let copy = folder.path().join("copy.part").to_str().unwrap().to_owned();
    fs::copy(part, &copy).unwrap();
    let merged = merged(&[part.to_owned(), copy], &[]);
    assert_eq!(merged, without_duplicates(run(&["stats", &file, &file])));
    assert_eq!(merged.code, 1);
    insta::assert_snapshot!(merged.err, @"note: skipped 2 invalid games; for details: skep check");
}

#[test]
fn names_of_openings_are_shown_and_faults_of_the_file_pointed_at() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("names.tsv");
    let path = file.to_str().unwrap();
    fs::write(&file, "# mine\nCorner\twM;bG1 wM-\n").unwrap();
    let args = [
        "--format",
        "csv",
        "--min-games",
        "1",
        "--names",
        path,
        GAMES,
    ];
    let rows = run(&[&["openings", "--depth", "2"], &args[..]].concat()).out;
    assert!(rows.lines().next().unwrap().ends_with(",opening"), "{rows}");
    assert!(rows.lines().any(|l| l.ends_with(",Corner")), "{rows}");
    assert!(
        rows.lines().any(|l| l.ends_with(",Mosquito opening")),
        "{rows}"
    );
    let by = [
        "stats", "--by", "opening", "--format", "csv", "--names", path, GAMES,
    ];
    assert!(run(&by).out.lines().any(|l| l.starts_with("Corner,")));
    fs::write(&file, "Corner\twM;bG1 wM-\nOther\twM;bX1 wM-\n").unwrap();
    for command in [&["openings"][..], &["stats", "--by", "opening"]] {
        let run = run(&[command, &["--names", path, GAMES]].concat());
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        assert!(run.err.contains("line 2, column 10"), "{}", run.err);
        assert!(run.err.contains(path), "{}", run.err);
    }
}

#[test]
fn a_part_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    let part = folder.path().join("a.part");
    let again = folder
        .path()
        .join("../")
        .join(folder.path().file_name().unwrap())
        .join("a.part");
    let [part, again] = [part, again].map(|path| path.to_str().unwrap().to_owned());
    assert_eq!(
        run(&["players", "fixtures/games/league.zip", "-o", &part]).code,
        0
    );
    for second in [&part, &again] {
        let twice = run(&["players", &part, second]);
        assert_eq!((twice.code, &*twice.out), (2, ""));
        assert!(
            twice
                .err
                .contains("are the same part; each part counts once"),
            "{}",
            twice.err
        );
    }
}

/// A command adds up parts of its own, and refuses options that only a count has.
#[test]
fn a_command_adds_up_its_own_parts() {
    let folder = tempfile::tempdir().unwrap();
    let part = folder.path().join("a.part").to_str().unwrap().to_owned();
    let made = run(&["stats", "-o", &part, "fixtures/games/league.zip"]);
    assert_eq!(made.code, 0, "{}", made.err);
    let mut told = String::new();
    for args in [
        &["openings", &part][..],
        &["players", &part],
        &["stats", "--by", "white", &part],
        &["stats", "--where", "plies > 3", &part],
        &["openings", "--depth", "3", &part],
        &["stats", "--repetition", "draw", &part],
        &["stats", &part, "fixtures/games/hive.uhp"],
    ] {
        let refused = run(args);
        assert_eq!(refused.code, 2, "{args:?}");
        told += &refused.err;
    }
    insta::assert_snapshot!(crate::skep::stable(&told), @"
    error: DIR/a.part is a partial count of skep stats; use skep stats
    error: DIR/a.part is a partial count of skep stats; use skep stats
    error: --by does not apply to partial counts; use it when the parts are counted
    error: --where does not apply to partial counts; use it when the parts are counted
    error: --depth does not apply to partial counts; use it when the parts are counted
    error: rule options do not apply to partial counts: they were counted by their own rules
    error: fixtures/games/hive.uhp: not a partial count; all inputs must be partial counts, or none
    ");
    let merged = run(&[
        "stats",
        &part,
        "--limit",
        "1",
        "--columns",
        "games",
        "--format",
        "csv",
    ]);
    assert_eq!(merged.out, "games\n30\n");
}

/// A partial count goes through pipes, alone and beside files.
#[test]
fn parts_go_through_pipes() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder
        .path()
        .join("other.part")
        .to_str()
        .unwrap()
        .to_owned();
    let zip = "fixtures/games/league.zip";
    for command in ["stats", "openings", "players"] {
        assert_eq!(run(&[command, "--force", "-o", &other, zip]).code, 0);
        for to in [&[][..], &["-o", "-"]] {
            let piped = skep(&[&[command, "--format", "part", GAMES], to].concat());
            let part = { piped }.output().unwrap().stdout;
            let show = ["--format", "csv"];
            let whole = run(&[&[command, GAMES], &show[..]].concat()).out;
            for paths in [&[][..], &["-"]] {
                let shown = run_with(&[&[command], paths, &show].concat(), &part);
                assert_eq!(shown.out, whole, "{command} {paths:?}: {}", shown.err);
            }
            let both = run(&[&[command, GAMES, zip], &show[..]].concat()).out;
            for paths in [[&other, "-"], ["-", &other]] {
                let sum = run_with(&[&[command], &paths[..], &show].concat(), &part);
                assert_eq!(sum.out, both, "{command} {paths:?}: {}", sum.err);
            }
            let refused = run_with(&[command, "-", "--where", "plies > 3"], &part);
            assert_eq!(refused.code, 2, "{}", refused.err);
        }
    }
}
