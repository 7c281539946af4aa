//! The page of `skep report`: what it says without a browser, and in one.

use std::collections::BTreeMap;
use std::fs;

use crate::browser::browse;
use crate::skep::run;
use serde_json::Value;

/// Games of all kinds, sound and not, with and without tags, clocks and comments.
const INPUTS: [&str; 8] = [
    "fixtures/analysis/games.pgn",
    "fixtures/boardspace",
    "fixtures/cli",
    "fixtures/hexit/games",
    "fixtures/hive",
    "fixtures/jsonl",
    "fixtures/pgn",
    "fixtures/venom",
];

fn page(args: &[&str]) -> String {
    let run = run(&[&["report"], args].concat());
    assert!(run.code < 2, "{args:?}: {}", run.err);
    run.out
}

/// The data of the games.
fn data(page: &str) -> Value {
    let (_, rest) = page
        .split_once("<script type=\"application/json\" id=\"data\">")
        .unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(json).unwrap()
}

/// The text of the cells of a table, row by row, found by its caption.
fn table(page: &str, caption: &str) -> Vec<Vec<String>> {
    let (_, rest) = page
        .split_once(&format!("<caption>{caption}</caption>"))
        .unwrap_or_else(|| panic!("no table {caption}"));
    let (table, _) = rest.split_once("</table>").unwrap();
    table
        .split("<tr>")
        .skip(1)
        .map(|row| {
            let cells = row.split("</td>").flat_map(|c| c.split("</th>"));
            let mut cells: Vec<String> = cells.map(text).collect();
            // What comes after the last cell.
            cells.pop();
            cells
        })
        .collect()
}

/// HTML without its tags.
fn text(html: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for c in html.chars() {
        match c {
            '<' => inside = true,
            '>' => inside = false,
            c if !inside => out.push(c),
            _ => {}
        }
    }
    out.trim().replace("&amp;", "&").replace("&lt;", "<")
}

#[test]
fn the_page_does_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    let random = folder.path().join("random.uhp");
    fs::write(&random, run(&["random", "-n", "400", "--seed", "4"]).out).unwrap();
    let mut args = INPUTS.to_vec();
    args.push(random.to_str().unwrap());
    let of = |threads| page(&[&["--replays", "300", "--threads", threads], &args[..]].concat());
    let one = of("1");
    assert!(one == of("2") && one == of("7"));
}

#[test]
fn the_page_names_no_folder_of_this_machine() {
    let top = env!("CARGO_MANIFEST_DIR");
    let [games, cli] = ["fixtures/games", "fixtures/cli"].map(|path| format!("{top}/{path}"));
    let page = page(&[&games, &cli]);
    assert!(!page.contains(top));
    let data = data(&page).to_string();
    for name in [
        "games/league.zip!league/autumn.pgn",
        "cli/faults.uhp, game 2 of the file",
    ] {
        assert!(data.contains(name), "{name}");
    }
    assert!(page.contains("cli/faults.uhp:2:43"));
}

#[test]
fn it_asks_for_nothing_else() {
    let page = page(&INPUTS);
    // An address that is asked for would stand in one of these, or be imported.
    for attribute in ["src=", "srcset=", "@import", "url(", "XMLHttpRequest"] {
        assert!(!page.contains(attribute), "{attribute}");
    }
    // The explorer's modules can ask a server. The browser refuses that for this page.
    assert!(page.contains("content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'\""));
    let links = page
        .match_indices("href=\"")
        .map(|(i, s)| &page[i + s.len()..]);
    for link in links {
        assert!(
            link.starts_with('#') || link.starts_with("data:,"),
            "{}",
            &link[..40]
        );
    }
    // Every link leads somewhere: to a section, an opening, a drawing, or a game of the script.
    let ids: Vec<&str> = (page
        .match_indices(" id=\"")
        .map(|(i, s)| &page[i + s.len()..]))
    .map(|rest| &rest[..rest.find('"').unwrap()])
    .collect();
    let games = data(&page)["games"].as_array().unwrap().len();
    let mut seen = 0;
    for (i, s) in page.match_indices("href=\"#") {
        let rest = &page[i + s.len()..];
        let target = &rest[..rest.find('"').unwrap()];
        let game = target
            .strip_prefix("game=")
            .map(|game| game.split('&').next());
        match game.and_then(|game| game?.parse::<usize>().ok()) {
            Some(number) => assert!((1..=games).contains(&number), "{target}"),
            None => assert!(ids.contains(&target), "{target}"),
        }
        seen += 1;
    }
    assert!(seen > 100, "{seen}");
    // Names are given once.
    let mut sorted = ids.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), ids.len());
}

#[test]
fn the_numbers_are_those_of_the_other_commands() {
    let folder = tempfile::tempdir().unwrap();
    let random = folder.path().join("random.uhp");
    fs::write(&random, run(&["random", "-n", "300", "--seed", "9"]).out).unwrap();
    let mut args = INPUTS.to_vec();
    args.push(random.to_str().unwrap());
    let page = page(&args);
    for (caption, command) in [
        (
            "Results by variant",
            &["stats", "--by", "variant", "--table", "results"][..],
        ),
        ("Results of all games", &["stats", "--table", "results"]),
        ("How the games ended", &["stats", "--table", "endings"]),
        ("Bugs", &["stats", "--table", "bugs"]),
        ("Players with the most games", &["players", "--limit", "50"]),
    ] {
        let shown = table(&page, caption);
        let options = [command, &["--format", "markdown"], &args].concat();
        let told = run(&options).out;
        let told: Vec<Vec<String>> = (told.lines())
            .enumerate()
            .filter(|(i, _)| *i != 1)
            .map(|(_, line)| {
                let cells = line.trim_matches('|').split(" | ");
                cells.map(|c| c.trim().replace('\\', "")).collect()
            })
            .collect();
        // The page has bars too, which are empty as text.
        let bare = |row: &Vec<String>| -> Vec<String> {
            let cells = row.iter().filter(|c| !c.is_empty() && *c != "results");
            cells.cloned().collect()
        };
        let shown: Vec<_> = shown.iter().map(bare).collect();
        let told: Vec<_> = told.iter().map(bare).collect();
        assert_eq!(shown, told, "{caption}");
    }
    let check = run(&[&["check", "--format", "jsonl"], &args[..]].concat()).out;
    let mut statuses = BTreeMap::<String, u64>::new();
    for line in check.lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        if game["index"].as_u64() != Some(0) {
            *statuses
                .entry(game["status"].as_str().unwrap().to_owned())
                .or_default() += 1;
        }
    }
    let verdicts = table(&page, "Verdicts by variant");
    let all = verdicts.last().unwrap();
    for (title, count) in verdicts[0].iter().zip(all).skip(1) {
        if let Some(n) = statuses.get(title.as_str()) {
            assert_eq!(*count, n.to_string(), "{title}");
        }
    }
    assert_eq!(all[1], statuses.values().sum::<u64>().to_string());
}

#[test]
fn games_are_replayed_as_show_shows_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.uhp");
    let mut games = run(&["random", "-n", "3", "--seed", "6"]).out;
    games += &run(&["random", "-n", "2", "--seed", "6", "Venom+Predators"]).out;
    fs::write(&file, &games).unwrap();
    let path = file.to_str().unwrap();
    let data = data(&page(&[path]));
    for (i, game) in data["games"].as_array().unwrap().iter().enumerate() {
        let moves = game["moves"].as_array().unwrap();
        let frames = game["frames"].as_array().unwrap();
        assert_eq!(frames.len(), moves.len() + 1);
        let mut cells = BTreeMap::new();
        let number = (i + 1).to_string();
        for (ply, frame) in frames.iter().enumerate() {
            let numbers: Vec<i64> = frame
                .as_array()
                .unwrap()
                .iter()
                .map(|n| n.as_i64().unwrap())
                .collect();
            for change in numbers[3..].chunks(3) {
                match change[2] {
                    -1 => assert!(cells.remove(&(change[0], change[1])).is_some()),
                    drawing => {
                        cells.insert((change[0], change[1]), drawing as usize);
                    }
                }
            }
            if ply % 7 != 0 && ply + 1 != frames.len() {
                continue;
            }
            let ply = ply.to_string();
            let svg = run(&[
                "show", path, "--game", &number, "--ply", &ply, "--format", "svg",
            ])
            .out;
            // The tiles on the table, and the small ones of those that are covered.
            let uses = |svg: &str| {
                let mut all: Vec<String> = (svg
                    .match_indices("<use href=\"#")
                    .map(|(i, s)| &svg[i + s.len()..]))
                .map(|rest| rest[..rest.find('"').unwrap()].to_owned())
                .collect();
                all.sort();
                all
            };
            let drawn: String = (cells.values())
                .flat_map(|&drawing| data["drawings"][drawing].as_array().unwrap())
                .map(|part| part.as_str().unwrap())
                .collect();
            assert_eq!(uses(&drawn), uses(&svg), "game {number}, ply {ply}");
        }
    }
}

#[test]
fn what_a_record_says_cannot_break_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let evil = "</script><!--<script>alert(1)//<b>&amp;";
    fs::write(
        &file,
        format!("[GameType \"Base\"]\n[White \"{evil}\"]\n[Black \"<i>b</i>\"]\n\n1. wS1 {{{evil}}} 2. bS1 wS1-\n"),
    )
    .unwrap();
    let page = page(&["--title", evil, file.to_str().unwrap()]);
    assert_eq!(
        page.matches("<script").count(),
        page.matches("</script>").count()
    );
    assert_eq!(page.matches("<script").count(), 2);
    assert!(!page.contains("<!--") && !page.contains("<i>b</i>"));
    let game = &data(&page)["games"][0];
    assert_eq!(game["white"], evil);
    assert_eq!(game["notes"][0][1], evil);
    assert!(page.contains("<title>&lt;/script&gt;"));
}

/// Calls `check` with every text in a value.
fn texts(value: &Value, check: &dyn Fn(&str)) {
    match value {
        Value::String(text) => check(text),
        Value::Array(all) => all.iter().for_each(|one| texts(one, check)),
        Value::Object(all) => all.values().for_each(|one| texts(one, check)),
        _ => {}
    }
}

#[test]
fn replays_show_no_control_characters() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let evil = "\u{1b}[2J\u{0}\u{8}\u{c}\u{9b}\u{202e}\\u001b";
    let shown = "\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\\u001b";
    fs::write(
        &file,
        format!("[GameType \"Base\"]\n[White \"{evil}\"]\n[Event \"{evil}\"]\n\n1. wS1 {{{evil}}} 2. bS1 wS1-\n"),
    )
    .unwrap();
    let page = page(&["--title", &evil.replace('\0', ""), file.to_str().unwrap()]);
    let game = &data(&page)["games"][0];
    assert_eq!(game["white"], shown);
    assert_eq!(game["notes"][0][1], shown);
    let controls =
        |text: &str| text.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}');
    texts(&data(&page), &|text| assert!(!controls(text), "{text:?}"));
    assert!(!controls(&page));
}

#[test]
fn limits_are_told() {
    let page = page(&[
        "--replays",
        "2",
        "--players",
        "1",
        "fixtures/analysis/games.pgn",
    ]);
    assert_eq!(data(&page)["games"].as_array().unwrap().len(), 2);
    assert!(page.contains("The first 2 of "), "games");
    assert!(page.contains(" not shown."), "players");
    let none = run(&["report", "--replays", "0", "fixtures/analysis/games.pgn"]).out;
    // Tables sort without games, but there is no data.
    assert_eq!(none.matches("<script").count(), 1);
    assert!(!none.contains("id=\"data\"") && !none.contains("id=\"board\""));
    assert!(none.contains("Results by variant"));
}

#[test]
fn the_title_names_the_inputs() {
    let games = "fixtures/analysis/games.pgn";
    let title = |args: &[&str]| {
        let page = page(&[&["--replays", "0"], args].concat());
        let (_, rest) = page.split_once("<h1>").unwrap();
        let title = rest.split_once("</h1>").unwrap().0.to_owned();
        assert!(page.contains(&format!("<title>{title}</title>")));
        title
    };
    assert_eq!(title(&[games]), "Games in games.pgn");
    assert_eq!(
        title(&["--where", "player = Ann", games]),
        "Games in games.pgn where player = Ann"
    );
    assert_eq!(
        title(&INPUTS),
        "Games in games.pgn, boardspace, cli and 5 more inputs"
    );
    assert_eq!(title(&["--title", "Mine", games]), "Mine");
}

#[test]
fn a_table_of_verdicts_has_no_zeros() {
    let all = page(&["fixtures/analysis/games.pgn"]);
    let verdicts = table(&all, "Verdicts by variant");
    assert_eq!(verdicts[0].last().map(String::as_str), Some("ok"));
    let all = page(&INPUTS);
    let verdicts = table(&all, "Verdicts by variant");
    assert!(verdicts[0].iter().any(|title| title == "illegal"));
    for column in 1..verdicts[0].len() {
        let sum = &verdicts.last().unwrap()[column];
        assert_ne!(sum, "0", "{}", verdicts[0][column]);
    }
}

#[test]
fn one_month_is_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let game =
        "[GameType \"Base\"]\n[Date \"2024.03.02\"]\n[Result \"1-0\"]\n\n1. wS1 2. bS1 wS1-\n\n";
    fs::write(&file, game.repeat(2)).unwrap();
    let page = page(&[file.to_str().unwrap()]);
    assert!(page.contains("<p>2024-03: 2 games; White won 2, drawn 0, Black won 0, open 0.</p>"));
    assert!(!page.contains("Games by month"));
}

#[test]
fn games_name_the_openings_they_reach() {
    let page = page(&["fixtures/analysis/games.pgn"]);
    let data = data(&page);
    let openings = data["openings"].as_array().unwrap();
    assert_eq!(openings.len(), data["games"].as_array().unwrap().len());
    // The number of games of each row of the tree.
    for (i, row) in page.split("<details class=\"node\"").skip(1).enumerate() {
        let (_, rest) = row.split_once("<span class=\"games\">").unwrap();
        let shown: usize = rest.split_once('<').unwrap().0.parse().unwrap();
        let reached = |rows: &&Value| rows.as_array().unwrap().contains(&i.into());
        assert_eq!(openings.iter().filter(reached).count(), shown, "row {i}");
    }
}

#[test]
fn names_of_players_are_those_of_the_aliases() {
    let folder = tempfile::tempdir().unwrap();
    let aliases = folder.path().join("aliases.tsv");
    fs::write(&aliases, "Robert\tBob\n").unwrap();
    let page = page(&[
        "--aliases",
        aliases.to_str().unwrap(),
        "fixtures/analysis/games.pgn",
    ]);
    let games = &data(&page)["games"];
    assert_eq!(games[0]["black"], "Robert");
}

#[test]
fn pictures_count_one_tile_right() {
    let page = page(&["fixtures/analysis/games.pgn"]);
    assert!(page.contains("<title>Hive, 1 tile, Black to move</title>"));
    assert!(!page.contains("1 tiles"));
}

#[test]
fn it_works_in_a_browser() {
    let folder = tempfile::tempdir().unwrap();
    browse("tests/report/browse.py", || {
        let file = folder.path().join("report.html");
        // Long games, too, so that the plot of lengths has as many columns as there may be.
        let random = folder.path().join("random.uhp");
        fs::write(&random, run(&["random", "-n", "40", "--seed", "2"]).out).unwrap();
        let scored = folder.path().join("scored.pgn");
        let scored = scored.to_str().unwrap();
        run(&[
            "annotate",
            "--engine",
            "skep",
            "--depth",
            "1",
            "--first",
            "1",
            "fixtures/games/league.zip",
            "-o",
            scored,
        ]);
        let inputs = [&INPUTS[..], &[random.to_str().unwrap(), scored]].concat();
        fs::write(&file, page(&inputs)).unwrap();
        file
    });
}
