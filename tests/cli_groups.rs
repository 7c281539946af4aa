//! `skep openings --by`: a tree for each group of games.

use serde_json::Value;

use crate::skep::{Run, run, run_with};

const LEAGUE: &str = "fixtures/games/league.zip";

fn openings(more: &[&str]) -> Run {
    let args = ["openings", "--depth", "4", "--min-games", "1", LEAGUE];
    run(&[&args[..], more].concat())
}

fn rows(more: &[&str]) -> Vec<Value> {
    openings(&[more, &["--format", "jsonl"]].concat()).json_lines()
}

/// The rows without the columns that depend on the other groups.
fn comparable(mut rows: Vec<Value>, groups: &[&str]) -> Vec<Value> {
    let first = rows.first().map_or(1, |row| row["row"].as_u64().unwrap());
    for row in &mut rows {
        let row = row.as_object_mut().unwrap();
        for name in groups {
            row.remove(*name);
        }
        for name in ["row", "same_as"] {
            if let Some(number) = row[name].as_u64() {
                row.insert(name.to_owned(), (number - first + 1).into());
            }
        }
    }
    rows
}

#[test]
fn a_group_has_the_tree_of_its_games() {
    let all = rows(&["--by", "shape"]);
    let mut shapes: Vec<&str> = all
        .iter()
        .map(|row| row["shape"].as_str().unwrap())
        .collect();
    assert!(shapes.is_sorted());
    shapes.dedup();
    assert!(shapes.len() > 2, "{shapes:?}");
    for shape in shapes {
        let own = all.iter().filter(|row| row["shape"] == shape).cloned();
        let filter = format!("shape = {shape}");
        assert_eq!(
            comparable(own.collect(), &["shape"]),
            rows(&["--where", &filter]),
            "{shape}"
        );
    }
}

#[test]
fn a_player_has_their_own_trees_and_scores() {
    let all = rows(&["--by", "player,shape"]);
    for (player, shape) in [("Ada", "Z"), ("Bela", "C")] {
        let own = all
            .iter()
            .filter(|row| row["player"] == player && row["shape"] == shape);
        let filter = format!("shape = {shape}");
        assert_eq!(
            comparable(own.cloned().collect(), &["player", "shape"]),
            rows(&["--player", player, "--where", &filter]),
            "{player} {shape}"
        );
    }
    let filter = "player = Ada and player = Bela";
    let few = ["--depth", "1", "--min-games", "1", "--where", filter];
    let text = run(&[&["openings", "--by", "player", LEAGUE], &few[..]].concat());
    insta::assert_snapshot!(text.out);
    // A group of the games of one player has the results of that player.
    let of_ada = rows(&["--by", "shape", "--player", "Ada"]);
    assert!(of_ada.iter().all(|row| row["side"].is_string()));
}

#[test]
fn the_columns_of_groups_come_first_and_have_their_types() {
    for (by, names) in [
        ("variant", "variant,row,side,"),
        ("year,opening", "year,opening,row,variant,side,"),
        ("tag(Round)", "tag(Round),row,"),
    ] {
        let table = openings(&["--by", by, "--format", "csv"]).out;
        assert!(table.starts_with(names), "{table}");
        let head = table.lines().next().unwrap();
        assert_eq!(head.matches("opening").count(), 1, "{head}");
    }
    let years = rows(&["--by", "year"]);
    assert!(years.iter().all(|row| row["year"].is_number()));
    let none = openings(&["--by", "tag(Nothing)"]);
    insta::assert_snapshot!(none.err, @"warning: no game has a value for tag(Nothing) (--by)");
}

#[test]
fn parts_of_groups_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let part = |name: &str, filter: &str, by: &str| {
        let path = folder.path().join(format!("{name}.part"));
        let path = path.to_str().unwrap().to_owned();
        let args = ["openings", "--by", by, "--where", filter, LEAGUE, "-o"];
        assert_eq!(run(&[&args[..], &[&path]].concat()).code, 0);
        path
    };
    // A filter is an option that parts share.
    let whole = part("whole", "plies > 0", "year,shape");
    let merged = run(&["openings", &whole, "--format", "csv"]);
    let counted = run(&["openings", "--by", "year,shape", LEAGUE, "--format", "csv"]);
    assert_eq!(merged.out, counted.out);
    let other = part("other", "plies > 0", "shape");
    let mixed = run(&["openings", &whole, &other]);
    assert_eq!(mixed.code, 2);
    insta::assert_snapshot!(crate::skep::stable(&mixed.err), @"error: DIR/other.part: counted with --by shape, but DIR/whole.part with --by year,shape");
}

#[test]
fn a_book_has_a_game_for_each_group() {
    let folder = tempfile::tempdir().unwrap();
    let book = |name: &str| {
        let path = folder.path().join(name);
        let args = [
            "openings",
            "--by",
            "shape",
            LEAGUE,
            "-o",
            path.to_str().unwrap(),
        ];
        (
            run(&args),
            std::fs::read_to_string(path).unwrap_or_default(),
        )
    };
    let (_, pgn) = book("book.pgn");
    let titles = pgn
        .lines()
        .filter(|line| line.starts_with("[Event \"Openings of "));
    let titles: Vec<&str> = titles.collect();
    assert!(
        titles.len() > 2 && titles.iter().all(|t| t.contains(" games: ")),
        "{titles:?}"
    );
    let (_, page) = book("book.html");
    assert!(page.contains("Z: Base+MLP"));
    let (refused, table) = book("book.hop.tsv");
    assert_eq!((refused.code, table.as_str()), (2, ""));
    insta::assert_snapshot!(refused.err, @"error: a book for programs cannot be grouped (--by); choose games with --where");
}

/// A game counts in the group of each player, and once if both have the same value.
#[test]
fn statistics_and_counts_have_the_same_groups_of_both_players() {
    let games = [
        ("1450", "1550"),
        ("1410", "1590"),
        ("1610", "1450"),
        ("1500", ""),
    ];
    let text: Vec<String> = games
        .iter()
        .map(|(white, black)| {
            let tag = |name: &str, elo: &str| match elo {
                "" => String::new(),
                _ => format!("[{name} \"{elo}\"]\n"),
            };
            let elos = tag("WhiteElo", white) + &tag("BlackElo", black);
            format!("[GameType \"Base\"]\n{elos}\n1. wS1\n2. bS1 wS1-\n\n")
        })
        .collect();
    let groups = |command: &[&str]| -> Vec<(String, u64)> {
        let run = run_with(
            &[command, &["--format", "jsonl", "-"]].concat(),
            text.concat().as_bytes(),
        );
        assert_eq!(run.code, 0, "{}", run.err);
        let rows = run.json_lines();
        let group = |row: &Value| {
            let band = row["elo/200"].as_str().unwrap_or("").to_owned();
            (band, row["games"].as_u64().unwrap())
        };
        let mut groups: Vec<(String, u64)> = rows.iter().map(group).collect();
        groups.sort();
        groups
    };
    let expected = [("", 1_u64), ("1400..1599", 4), ("1600..1799", 1)];
    let expected = expected.map(|(band, games)| (band.to_owned(), games));
    assert_eq!(groups(&["count", "--by", "elo/200"]), expected);
    assert_eq!(
        groups(&["stats", "--by", "elo/200", "--table", "results"]),
        expected
    );
    let of_players = run(&["stats", "--by", "player", "--table", "results", LEAGUE]);
    assert_eq!(of_players.code, 0, "{}", of_players.err);
    assert!(
        of_players.err.contains("use skep players"),
        "{}",
        of_players.err
    );
}

#[test]
fn an_hour_needs_no_date() {
    let games = [
        "[Date \"2024.03.02\"]\n[Time \"18:05:00\"]",
        "[UTCTime \"18:59\"]",
        "[Date \"2024.03.02\"]",
    ];
    let game = |tags: &str| format!("{tags}\n\n1. wS1 2. bS1 wS1- *\n\n");
    let text: String = games.into_iter().map(game).collect();
    let run = run_with(
        &["count", "--by", "hour", "--format", "csv", "-"],
        text.as_bytes(),
    );
    assert_eq!(run.out, "games,hour\n1,\n2,18\n", "{}", run.err);
}
