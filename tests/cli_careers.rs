//! The tables of clocks (`skep stats`) and of careers (`skep players`). `tests/recount` works out their numbers slowly.

use std::collections::BTreeMap;
use std::fs;

use crate::skep::run;
use serde_json::{Value, json};

const CLOCKED: &str = "fixtures/boardspace/server-2024.sgf";
const LEAGUE: &str = "fixtures/games/league.zip";

fn rows(args: &[&str]) -> Vec<Value> {
    let run = run(&[args, &["--format", "jsonl"]].concat());
    assert_eq!(run.code, 0, "{args:?}: {}", run.err);
    let lines = run.out.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// A game with these players, ratings, date and result.
fn game(white: (&str, u32), black: (&str, u32), date: &str, result: &str) -> String {
    format!(
        "[GameType \"Base\"]\n[Date \"{date}\"]\n[White \"{}\"]\n[Black \"{}\"]\n[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n\
         [Result \"{result}\"]\n\n1. wS1\n2. bS1 wS1-\n\n",
        white.0, black.0, white.1, black.1
    )
}

#[test]
fn the_times_of_turns_are_counted() {
    // White uses 5, 4, 11, 3, 7 and 10 s, Black 3, 3, 3, 3 and 1 s.
    let found = rows(&["stats", "--table", "clocks", CLOCKED]);
    let of = |row: &Value| {
        let keys = [
            "timed_turns",
            "median_used_ms",
            "p90_used_ms",
            "max_used_ms",
        ];
        keys.map(|key| row[key].as_u64().unwrap())
    };
    assert_eq!(of(&found[0]), [6, 5000, 11000, 11000]);
    assert_eq!(of(&found[1]), [5, 3000, 3000, 3000]);
    assert_eq!(
        (&found[0]["trouble"], &found[1]["trouble"]),
        (&0.into(), &0.into())
    );
    assert_eq!(found[0]["score_calm"], 1.0);
    let thinks = rows(&["stats", "--table", "thinks", CLOCKED]);
    assert_eq!(thinks.len(), 10);
    assert_eq!(
        (&thinks[0]["used_ms"], &thinks[0]["ply"]),
        (&11000.into(), &5.into())
    );
    assert_eq!(
        (&thinks[0]["player"], &thinks[0]["move"]),
        (&"alba".into(), &"wA1 wQ-".into())
    );
}

#[test]
fn time_trouble_is_measured_at_the_end_of_a_turn() {
    // The initial time is 1,200 s, and a turn adds 20 s. After the first turns, 1,195 and 1,197 s are left.
    for (limit, trouble) in [("1195s", [0, 0]), ("1196s", [1, 0]), ("100%", [1, 1])] {
        let found = rows(&["stats", "--table", "clocks", "--trouble", limit, CLOCKED]);
        let counts = [0, 1].map(|side| found[side]["trouble"].as_u64().unwrap());
        assert_eq!(counts, trouble, "{limit}");
    }
    for limit in ["0%", "101%", "10", "x"] {
        let run = run(&["stats", "--trouble", limit, CLOCKED]);
        assert_eq!(run.code, 2);
        assert!(run.err.contains("30s"), "{}", run.err);
    }
}

#[test]
fn parts_with_clocks_and_careers_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let part = |name: &str, args: &[&str]| {
        let out = folder.path().join(name).with_extension("part");
        let out = out.to_str().unwrap().to_owned();
        let made = run(&[args, &["--force", "-o", &out]].concat());
        assert_eq!(made.code, 0, "{}", made.err);
        out
    };
    let other = folder.path().join("other.pgn");
    let other = other.to_str().unwrap();
    let upset = game(("alba", 1500), ("cid", 1900), "2024.01.02", "1-0");
    let scored = upset
        .replace("1. wS1\n", "1. wS1\n{skep agrees (0, 50.0 %)}\n")
        .replace("wS1-\n", "wS1-\n{? skep plays bA1 wS1- (2, 59.9 %)}\n");
    fs::write(other, upset + &scored).unwrap();
    for (command, table) in [
        ("stats", "clocks"),
        ("stats", "thinks"),
        ("players", "crosstable"),
        ("players", "form"),
        ("players", "history"),
        ("players", "openings"),
        ("players", "colours"),
        ("players", "upsets"),
        ("players", "accuracy"),
    ] {
        let count = [command, "--table", table];
        let whole = run(&[&count[..], &[CLOCKED, other, "--format", "csv"]].concat());
        assert!(whole.out.lines().count() > 1, "{table}: {}", whole.err);
        let parts = [
            part("a", &[&count[..], &[CLOCKED]].concat()),
            part("b", &[&count[..], &[other]].concat()),
        ];
        for [a, b] in [[0, 1], [1, 0]] {
            let show = ["--table", table, "--format", "csv"];
            let sum = run(&[&[command, &parts[a], &parts[b]], &show[..]].concat());
            assert_eq!(sum.out, whole.out, "{table}: {}", sum.err);
        }
    }
    let plain = part("plain", &["stats", CLOCKED]);
    let refused = run(&["stats", &plain, "--table", "clocks"]);
    assert_eq!(refused.code, 2);
    insta::assert_snapshot!(refused.err, @"
    note: did not look for duplicates between the parts
    error: the parts have no clocks; make them again with --table clocks
    ");
    let plain = part("players", &["players", CLOCKED]);
    let mut told = String::new();
    for table in ["upsets", "accuracy", "history"] {
        let refused = run(&["players", &plain, "--table", table]);
        assert_eq!(refused.code, 2);
        told += &refused.err;
    }
    insta::assert_snapshot!(told, @"
    note: did not look for duplicates between the parts
    error: the parts have no upsets; count with --table upsets
    note: did not look for duplicates between the parts
    error: the parts have no accuracy; count with --table accuracy
    note: did not look for duplicates between the parts
    error: the parts have no history; count with --table history
    ");
}

#[test]
fn the_history_has_the_rating_at_the_end_of_each_period() {
    for period in ["month", "year"] {
        for player in [&[][..], &["--player", "Ada"]] {
            let history = ["players", "--table", "history", "--by", period, LEAGUE];
            let found = rows(&[&history[..], player].concat());
            assert!(found.len() > 5);
            for row in &found {
                let until = format!("date <= {}", row["period"].as_str().unwrap());
                let then = rows(&["players", "--where", &until, LEAGUE]);
                let same = then.iter().find(|other| other["player"] == row["player"]);
                assert_eq!(row["rating"], same.unwrap()["rating"], "{row}");
            }
            let form = ["players", "--table", "form", "--by", period, LEAGUE];
            let mut form = rows(&[&form[..], player].concat());
            for (row, of_form) in found.iter().zip(&mut form) {
                of_form["rating"] = row["rating"].clone();
            }
            assert_eq!(found, form);
        }
    }
}

#[test]
fn a_crosstable_has_both_orders_of_the_first_players() {
    let all = rows(&["players", "--table", "crosstable", LEAGUE]);
    assert_eq!(all.len(), 30);
    for row in &all {
        let is_other = |other: &&Value| {
            (&other["player"], &other["opponent"]) == (&row["opponent"], &row["player"])
        };
        let other = all.iter().find(is_other).unwrap();
        assert_eq!(
            (&row["won"], &row["games"]),
            (&other["lost"], &other["games"])
        );
        if let (Some(one), Some(two)) = (row["superiority"].as_f64(), other["superiority"].as_f64())
        {
            assert!((one + two - 1.0).abs() < 1e-5);
        }
    }
    let top = rows(&["players", "--table", "crosstable", "--top", "3", LEAGUE]);
    assert_eq!(top.len(), 6);
    assert!(top.iter().all(|row| all.contains(row)));
    let often = rows(&[
        "players",
        "--table",
        "crosstable",
        "--min-games",
        "3",
        LEAGUE,
    ]);
    assert!(often.is_empty(), "everybody met twice");
}

#[test]
fn upsets_use_the_ratings_of_the_records() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let (ann, bob) = (("Ann", 1500), ("Bob", 1900));
    let games = [
        game(ann, bob, "2024.01.02", "1-0"),
        game(ann, bob, "2024.01.03", "0-1"),
        game(ann, bob, "2024.02.04", "1/2-1/2"),
        // The lower rating is now Bob's.
        game(("Ann", 1600), ("Bob", 1500), "2025.02.05", "0-1"),
        game(("Ann", 1500), ("Bob", 1500), "2025.03.05", "0-1"),
        game(("Cid", 1000), ("Bob", 0), "????.??.??", "1-0"),
    ];
    fs::write(&path, games.concat()).unwrap();
    let path = path.to_str().unwrap();
    let upsets = rows(&["players", "--table", "upsets", path]);
    let of = |row: &Value| {
        let keys = ["player", "opponent"];
        (
            row["expected_score"].as_f64().unwrap(),
            keys.map(|key| row[key].as_str().unwrap().to_owned()),
        )
    };
    let names = |a: &str, b: &str| [a.to_owned(), b.to_owned()];
    assert_eq!(upsets.len(), 2);
    assert_eq!(of(&upsets[0]), (0.090_909, names("Ann", "Bob")));
    assert_eq!(of(&upsets[1]), (0.359_935, names("Bob", "Ann")));
    assert_eq!(
        rows(&["players", "--table", "upsets", "--limit", "1", path]),
        upsets[..1]
    );
    let form = |per: &str| {
        let found = rows(&["players", "--table", "form", "--by", per, path]);
        let own = found.into_iter().filter(|row| row["player"] == "Bob");
        own.map(|row| {
            (
                row["period"].as_str().unwrap().to_owned(),
                row["won"].as_u64().unwrap(),
            )
        })
        .collect::<Vec<_>>()
    };
    let year = |year: &str, won| (year.to_owned(), won);
    assert_eq!(form("year"), [year("2024", 1), year("2025", 2)]);
    assert_eq!(form("month").len(), 4);
}

#[test]
fn similar_names_are_a_table_of_their_own() {
    let alike = run(&["players", "--table", "alike", LEAGUE]);
    assert_eq!(alike.code, 0, "{}", alike.err);
    let refused = run(&["players", "--table", "alike", "--top", "1", LEAGUE]);
    assert_eq!(refused.code, 2);
    insta::assert_snapshot!(refused.err, @"error: --top does not apply to --table alike; use --table players");
}

#[test]
fn a_report_has_the_main_tables() {
    let folder = tempfile::tempdir().unwrap();
    let page = |path: &str| {
        let out = folder.path().join("page.html");
        let out = out.to_str().unwrap();
        let run = run(&["report", "--replays", "0", "--force", path, "-o", out]);
        assert_eq!(run.code, 0, "{}", run.err);
        fs::read_to_string(out).unwrap()
    };
    let (clocked, league) = (page(CLOCKED), page(LEAGUE));
    for name in ["Time per turn and time trouble", "Longest thinks"] {
        assert!(clocked.contains(name) && !league.contains(name), "{name}");
    }
    for name in ["Crosstable", "Colours", "Upsets"] {
        let table = format!("<caption>{name}</caption>");
        assert!(league.contains(&table), "{name}");
    }
}

/// Games with chances and without glyphs are marked by what the turns lose, but for the best turns. Glyphs of a record
/// count more.
#[test]
fn turns_without_glyphs_are_marked_by_their_losses() {
    let turns = ["wS1", "bS1 wS1-", "wA1 -wS1", "bQ bS1-"];
    let chances = [50, 44, 55, 35, 80];
    let mut notes: Vec<Value> = (1..)
        .zip(chances.windows(2))
        .map(|(after, chances)| {
            let score = |points: i32| json!({ "points": points, "unit": "win%" });
            let best = if after == 3 { turns[2] } else { "wB1" };
            json!({ "after": after, "kind": "evaluation", "evaluation": {
                "before": score(chances[0]), "score": score(chances[1]), "best": best, "engine": "x",
            } })
        })
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scored.jsonl");
    let mut check = |marks: &[(&str, [u64; 3])]| {
        let moves: Vec<Value> = turns.iter().map(|turn| json!({ "text": turn })).collect();
        let record = json!({
            "schema": "skep-record/1", "game": "hive", "variant": "Base",
            "tags": { "White": "Ann", "Black": "Bob" }, "moves": moves, "notes": notes,
        });
        fs::write(&file, record.to_string()).unwrap();
        let table = rows(&["players", "--table", "accuracy", file.to_str().unwrap()]);
        for (player, marks) in marks {
            let row = table.iter().find(|row| row["player"] == *player).unwrap();
            let columns = ["marked_inaccuracies", "marked_mistakes", "marked_blunders"];
            assert_eq!(
                columns.map(|column| row[column].as_u64().unwrap()),
                *marks,
                "{row}"
            );
        }
        notes.push(json!({ "after": 2, "kind": "glyph", "glyph": "?!" }));
    };
    check(&[("Ann", [1, 0, 0]), ("Bob", [0, 1, 1])]);
    check(&[("Ann", [0, 0, 0]), ("Bob", [1, 0, 0])]);
}

/// The table says the same about scored games as the rows of `skep annotate`.
#[test]
fn accuracy_follows_the_scores_of_an_engine() {
    const GAMES: &str = "fixtures/analysis/games.pgn";
    let annotate = ["annotate", "--engine", "skep", "--depth", "1", GAMES];
    let folder = tempfile::tempdir().unwrap();
    let scored = folder.path().join("scored.pgn");
    let scored = scored.to_str().unwrap();
    let made = run(&[&annotate[..], &["-o", scored]].concat());
    assert_eq!(made.code, 0, "{}", made.err);
    let games = rows(&["list", GAMES]);
    let mut expected = BTreeMap::<&str, Expected<'_>>::new();
    let plies = rows(&annotate);
    for ply in &plies {
        let Some(lost) = ply["chance_lost"].as_f64() else {
            continue;
        };
        let game = games.iter().find(|game| game["index"] == ply["index"]);
        let side = ply["side"].as_str().unwrap().to_lowercase();
        let Some(player) = game.unwrap()[&side].as_str() else {
            continue;
        };
        let own = expected.entry(player).or_default();
        let lost = lost.max(0.0);
        own.lost.push(lost);
        let accuracy = (103.1668 * (-0.04354 * (lost * 100.0)).exp() - 3.1669) / 100.0;
        let accuracy = accuracy.max(0.0);
        own.accuracy.push(accuracy);
        if ply["ply"].as_u64().unwrap() <= 12 {
            own.opening.push(accuracy);
        }
        if let Some(mark) = ply["mark"].as_str() {
            *own.marks.entry(mark).or_default() += 1;
        }
    }
    let table = rows(&["players", "--table", "accuracy", scored]);
    assert_eq!(table.len(), expected.len());
    assert!(table.len() > 2);
    for row in &table {
        let own = &expected[row["player"].as_str().unwrap()];
        assert_eq!(row["scored_turns"], own.lost.len(), "{row}");
        for (column, mark) in [
            ("marked_inaccuracies", "?!"),
            ("marked_mistakes", "?"),
            ("marked_blunders", "??"),
        ] {
            assert_eq!(
                row[column],
                own.marks.get(mark).copied().unwrap_or(0),
                "{row}"
            );
        }
        // Comments have a tenth of a percent.
        for (column, values) in [
            ("mean_lost", &own.lost),
            ("accuracy", &own.accuracy),
            ("accuracy_opening", &own.opening),
        ] {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let stated = row[column].as_f64().unwrap();
            assert!((stated - mean).abs() < 0.003, "{column}: {mean}: {row}");
        }
    }
    // Without scores, there is no row.
    assert!(rows(&["players", "--table", "accuracy", GAMES]).is_empty());
}

/// The turns of a player.
#[derive(Default)]
struct Expected<'a> {
    lost: Vec<f64>,
    accuracy: Vec<f64>,
    opening: Vec<f64>,
    marks: BTreeMap<&'a str, u64>,
}
