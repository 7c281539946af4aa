//! `skep stats` and `skep players` against numbers worked out slowly from JSON Lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use crate::skep::run;
use serde_json::Value;

const GAMES: &str = "fixtures/analysis/games.pgn";
const ALIASES: &str = "fixtures/analysis/players.tsv";

fn objects(args: &[&str]) -> Vec<Value> {
    let run = run(args);
    assert_eq!(run.code, 0, "{}", run.err);
    run.out
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect()
}

/// One game as the reference sees it.
struct Game {
    variant: String,
    moves: Vec<String>,
    result: String,
    white: String,
    black: String,
    date: String,
    termination: String,
}

fn games(path: &str) -> Vec<Game> {
    let uhp = run(&["convert", "--to", "uhp", path]).out;
    let checks = objects(&["check", "--format", "jsonl", path]);
    let records = objects(&["convert", "--to", "jsonl", path]);
    let lines: Vec<&str> = uhp.lines().collect();
    assert_eq!((lines.len(), records.len()), (checks.len(), checks.len()));
    (lines.iter().zip(&checks).zip(&records))
        .map(|((line, check), record)| {
            let text = |v: &Value| v.as_str().unwrap_or_default().to_owned();
            let board = text(&check["board_result"]);
            let tag = |name: &str| {
                let all = &record["tags"];
                let of_list = |list: &Vec<Value>| {
                    let found = list.iter().find(|pair| pair[0] == name);
                    found.map(|pair| text(&pair[1]))
                };
                all.as_array()
                    .and_then(of_list)
                    .unwrap_or_else(|| text(&all[name]))
            };
            let moves = line.split(';').skip(3).map(str::to_owned).collect();
            Game {
                variant: text(&check["variant"]),
                moves,
                result: match board.as_str() {
                    "WhiteWins" | "BlackWins" | "Draw" => board,
                    _ => text(&check["stated_result"]),
                },
                white: tag("White"),
                black: tag("Black"),
                date: tag("Date"),
                termination: text(&check["termination"]),
            }
        })
        .collect()
}

fn count(games: &[&Game], holds: impl Fn(&Game) -> bool) -> u64 {
    games.iter().filter(|g| holds(g)).count() as u64
}

fn near(value: &Value, expected: f64) {
    let value = value.as_f64().unwrap();
    assert!((value - expected).abs() < 1e-6, "{value} is not {expected}");
}

fn random_file(folder: &std::path::Path) -> String {
    let mut text = run(&["random", "Base+MLP", "-n", "30", "--seed", "3"]).out;
    text.push_str(&run(&["random", "Base", "-n", "30", "--seed", "4"]).out);
    let path = folder.join("random.uhp");
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn results_lengths_and_endings_are_those_of_the_records() {
    let folder = tempfile::tempdir().unwrap();
    for path in [GAMES.to_owned(), random_file(folder.path())] {
        let all = games(&path);
        let rows = objects(&["stats", "--by", "variant", "--format", "jsonl", &path]);
        let variants: BTreeSet<&str> = all.iter().map(|g| g.variant.as_str()).collect();
        assert_eq!(variants.len(), 2);
        for variant in variants {
            let of: Vec<&Game> = all.iter().filter(|g| g.variant == variant).collect();
            let row = |table: &str, key: &str, value: &str| {
                rows.iter()
                    .find(|r| {
                        r["table"] == table
                            && r["variant"] == variant
                            && (key.is_empty()
                                || r[key] == value
                                || value == "unknown" && r[key].is_null())
                    })
                    .unwrap()
            };
            let results = row("results", "", "");
            let (white, draws, black) = (
                count(&of, |g| g.result == "WhiteWins"),
                count(&of, |g| g.result == "Draw"),
                count(&of, |g| g.result == "BlackWins"),
            );
            assert_eq!(results["games"], of.len() as u64);
            assert_eq!(results["white_wins"], white);
            assert_eq!(results["draws"], draws);
            assert_eq!(results["black_wins"], black);
            let decided = (white + draws + black) as f64;
            let share = (white as f64 + draws as f64 / 2.0) / decided;
            near(&results["white_score"], share);
            for end in ["low", "high"] {
                let p = results[end].as_f64().unwrap();
                let off = (share - p).abs() - 1.959964 * (p * (1.0 - p) / decided).sqrt();
                assert!(off.abs() < 1e-5, "{end} {p}");
            }
            let mut lengths: Vec<u64> = of.iter().map(|g| g.moves.len() as u64).collect();
            lengths.sort_unstable();
            near(
                &results["mean_plies"],
                lengths.iter().sum::<u64>() as f64 / lengths.len() as f64,
            );
            for (key, percent) in [
                ("min_plies", 0),
                ("p10_plies", 10),
                ("median_plies", 50),
                ("p90_plies", 90),
                ("max_plies", 100),
            ] {
                let rank = (lengths.len() * percent).div_ceil(100).max(1);
                assert_eq!(results[key], lengths[rank - 1], "{key}");
            }
            for ending in of.iter().map(|g| &g.termination).collect::<BTreeSet<_>>() {
                let row = row("endings", "termination", ending);
                assert_eq!(row["games"], count(&of, |g| g.termination == *ending));
            }
            bugs(&of, variant, &rows);
        }
    }
}

fn bugs(of: &[&Game], variant: &str, rows: &[Value]) {
    for (side, colour, win, loss) in [
        ("White", 'w', "WhiteWins", "BlackWins"),
        ("Black", 'b', "BlackWins", "WhiteWins"),
    ] {
        for (bug, letter) in [
            ("queen", 'Q'),
            ("spider", 'S'),
            ("beetle", 'B'),
            ("grasshopper", 'G'),
            ("ant", 'A'),
            ("mosquito", 'M'),
            ("ladybug", 'L'),
            ("pillbug", 'P'),
        ] {
            let row = rows.iter().find(|r| {
                r["table"] == "bugs"
                    && r["variant"] == variant
                    && r["bug"] == bug
                    && r["side"] == side
            });
            let Some(row) = row else {
                assert!(
                    variant == "Base" && "MLP".contains(letter),
                    "{variant} {bug}"
                );
                continue;
            };
            let start = format!("{colour}{letter}");
            let (mut first, mut moves) = (Vec::new(), 0u64);
            let (mut with, mut without) = (Vec::new(), Vec::new());
            for game in of {
                let name = |m: &String| m.split(' ').next().unwrap().to_owned();
                let own: Vec<String> = game
                    .moves
                    .iter()
                    .map(name)
                    .filter(|n| n.starts_with(&start))
                    .collect();
                let pieces: BTreeSet<&String> = own.iter().collect();
                moves += (own.len() - pieces.len()) as u64;
                let points = match game.result.as_str() {
                    "Draw" => Some(0.5),
                    r if r == win => Some(1.0),
                    r if r == loss => Some(0.0),
                    _ => None,
                };
                match game.moves.iter().position(|m| m.starts_with(&start)) {
                    Some(i) => {
                        first.push(i as f64 + 1.0);
                        with.extend(points);
                    }
                    None => without.extend(points),
                }
            }
            let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
            assert_eq!(row["entered"], first.len() as u64, "{side} {bug}");
            for (key, numbers) in [
                ("mean_entry_ply", &first),
                ("score_with", &with),
                ("score_without", &without),
            ] {
                if numbers.is_empty() {
                    assert_eq!(row[key], Value::Null);
                } else {
                    near(&row[key], mean(numbers));
                }
            }
            if !first.is_empty() {
                near(&row["moves_per_game"], moves as f64 / first.len() as f64);
            }
        }
    }
}

#[test]
fn branching_is_the_mean_of_the_legal_moves() {
    let path = "fixtures/cli/sound.uhp";
    let rows = objects(&["stats", "--table", "branching", "--format", "jsonl", path]);
    let (mut sum, mut positions) = (0, 0);
    for line in fs::read_to_string(path).unwrap().lines() {
        for ply in 0..line.split(';').count() - 3 {
            sum += run(&["moves", "--ply", &ply.to_string(), line])
                .out
                .lines()
                .count();
            positions += 1;
        }
    }
    assert_eq!(rows[0]["positions"], positions);
    near(&rows[0]["branching"], sum as f64 / positions as f64);
}

#[test]
fn groups_threads_and_parts_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let random = random_file(folder.path());
    for command in ["stats", "players", "openings"] {
        let all = |threads: &str| {
            run(&[
                command,
                "--threads",
                threads,
                "--format",
                "json",
                GAMES,
                &random,
            ])
        };
        assert_eq!(all("1"), all("5"), "{command}");
    }
    let rows = |by: &str, paths: &[&str]| {
        let mut args = vec![
            "stats", "--format", "jsonl", "--table", "results", "--by", by,
        ];
        args.extend(paths);
        objects(&args)
    };
    let games = |rows: &[Value]| -> u64 { rows.iter().map(|r| r["games"].as_u64().unwrap()).sum() };
    let by_month = rows("month", &[GAMES]);
    let of = |rows: &[Value], key: &str, value: Value| {
        rows.iter()
            .find(|r| r[key] == value)
            .map(|r| r["games"].clone())
    };
    // A date without a month belongs to no month.
    assert_eq!(of(&by_month, "month", Value::Null), Some(2.into()));
    assert_eq!(of(&by_month, "month", "2024-03".into()), Some(4.into()));
    let parts = games(&by_month) + games(&rows("month", &[&random]));
    assert_eq!(
        parts,
        games(&rows("month,termination,result", &[GAMES, &random]))
    );
    assert_eq!(parts, 71);
    let two = run(&["stats", "--format", "csv", "--table", "bugs,results", GAMES]);
    assert_eq!(two.code, 2);
    assert_eq!(run(&["stats", "--aliases", "no such file", GAMES]).code, 2);
}

#[test]
fn a_selection_is_counted_alone() {
    for (filter, by) in [
        ("result = draw", "result"),
        ("date >= 2024-03", "month"),
        ("white = Ann", "white"),
    ] {
        let counted = run(&["count", "--where", filter, GAMES]).out;
        let args = ["stats", "--where", filter, "--by", by, "--table", "results"];
        let rows = objects(&[&args[..], &["--format", "jsonl", GAMES]].concat());
        let games: u64 = rows.iter().map(|r| r["games"].as_u64().unwrap()).sum();
        assert_eq!(format!("{games}\n"), counted, "{filter}");
        assert!(games > 0, "{filter}");
    }
}

#[test]
fn selecting_and_counting_commute() {
    let folder = tempfile::tempdir().unwrap();
    let random = random_file(folder.path());
    // This extension sets no notation.
    let some = folder.path().join("some.txt");
    let some = some.to_str().unwrap();
    for (path, filter) in [
        (GAMES, "result = draw or white = Ann"),
        (GAMES, "date >= 2024-03 and plies < 40"),
        (&random, "plies > 60 and result = WhiteWins"),
        (&random, "variant = Base and uses(bG3)"),
    ] {
        let written = run(&["filter", "--where", filter, path, "-o", some, "--force"]);
        assert_eq!(written.code, 0, "{}", written.err);
        for command in [&["count"][..], &["stats"], &["openings"], &["players"]] {
            let first = run(&[command, &["--where", filter, path]].concat());
            assert_eq!(first.out, run(&[command, &[some]].concat()).out, "{filter}");
        }
        assert_ne!(run(&["count", some]).out, "0\n", "{filter}");
    }
}

#[test]
fn players_are_those_of_the_records() {
    let all = games(GAMES);
    let alias = |name: &str| match name {
        "ANN B" => "Ann".to_owned(),
        "bob" => "Bob".to_owned(),
        other => other.to_owned(),
    };
    let rows = objects(&["players", "--aliases", ALIASES, "--format", "jsonl", GAMES]);
    assert_eq!(rows.len(), 3);
    let points = |g: &Game, side: usize| match g.result.as_str() {
        "WhiteWins" => Some([1.0, 0.0][side]),
        "BlackWins" => Some([0.0, 1.0][side]),
        "Draw" => Some(0.5),
        _ => None,
    };
    let ratings: BTreeMap<String, f64> = rows
        .iter()
        .map(|r| {
            (
                r["player"].as_str().unwrap().to_owned(),
                r["rating"].as_f64().unwrap(),
            )
        })
        .collect();
    for row in &rows {
        let player = row["player"].as_str().unwrap();
        let mut opponents = BTreeSet::new();
        let mut own: Vec<(String, usize, u8, f64)> = Vec::new();
        let (mut games, mut expected, mut scored) = (0u64, 0.0, 0.0);
        for g in &all {
            let sides = [alias(&g.white), alias(&g.black)];
            for side in 0..2 {
                if sides[side] != player {
                    continue;
                }
                games += 1;
                let other = &sides[1 - side];
                if other != "?" {
                    opponents.insert(other.clone());
                }
                let Some(points) = points(g, side) else {
                    continue;
                };
                let known = g.date.split('.').take_while(|p| !p.contains('?'));
                // No game of these has a name or a time of day: the length decides within a day, then drawn, lost, won.
                let rank = [1, 0, 2][(points * 2.0) as usize];
                let date = known.collect::<Vec<_>>().join("-");
                own.push((date, g.moves.len(), rank, points));
                if other != "?" {
                    scored += points;
                    expected +=
                        1.0 / (1.0 + 10f64.powf((ratings[other] - ratings[player]) / 400.0));
                }
            }
        }
        assert_eq!(row["games"], games, "{player}");
        assert_eq!(row["opponents"], opponents.len() as u64, "{player}");
        near(
            &row["score"],
            own.iter().map(|g| g.3).sum::<f64>() / own.len() as f64,
        );
        own.retain(|g| !g.0.is_empty());
        own.sort_by_key(|g| (g.0.clone(), g.1, g.2));
        let run = |holds: &dyn Fn(f64) -> bool| {
            let runs = own.split(|g| !holds(g.3));
            runs.map(<[_]>::len).max().unwrap_or(0) as u64
        };
        assert_eq!(row["longest_won"], run(&|p| p == 1.0), "{player}");
        assert_eq!(row["longest_unbeaten"], run(&|p| p > 0.0), "{player}");
        assert_eq!(row["longest_lost"], run(&|p| p == 0.0), "{player}");
        // At the likeliest ratings everybody scores what is expected, the added draw included.
        expected += 1.0 / (1.0 + 10f64.powf((1500.0 - ratings[player]) / 400.0));
        assert!(
            (scored + 0.5 - expected).abs() < 1e-5,
            "{player}: {scored} {expected}"
        );
    }
    let named = objects(&[
        "players", "--sort", "name", "--limit", "2", "--format", "jsonl", GAMES,
    ]);
    assert_eq!(named[0]["player"], "ANN B");
    assert_eq!(named.len(), 2);
}

#[test]
fn a_recount_in_another_language_finds_the_same_numbers() {
    if Command::new("python3").arg("--version").output().is_err() {
        skep_testing::skip("python", "there is no python3");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut paths = vec![
        GAMES.to_owned(),
        random_file(folder.path()),
        "fixtures/boardspace".to_owned(),
        "fixtures/hivegame".to_owned(),
    ];
    let corpus = skep_testing::shared("corpus");
    paths.extend(corpus.map(|corpus| corpus.display().to_string()));
    for path in paths {
        let run = Command::new("python3")
            .args([
                "tests/recount/recount.py",
                env!("CARGO_BIN_EXE_skep"),
                &path,
            ])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(run.status.success(), "{path}: {}", text(&run.stderr));
        assert!(text(&run.stdout).contains("games:"), "{path}");
    }
}
