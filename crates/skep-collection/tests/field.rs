//! Files as the field writes them: every game of the cases, with every fact beside it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use skep_collection::{Input, Item, JudgedGame, OpenOptions, Progress, open, scan};
use skep_records::Judge;
use skep_records::diag::Code;
use skep_records::record::StatedResult;
use skep_testing::shared;

/// The rows of a table with a header.
fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(|line| line.split('\t'));
    let names: Vec<String> = lines.next().unwrap().map(str::to_owned).collect();
    let row = |cells: std::str::Split<'_, char>| {
        names
            .iter()
            .cloned()
            .zip(cells.map(str::to_owned))
            .collect()
    };
    lines.map(row).collect()
}

/// The valid and empty games of a file, without the errors of files that hold none.
fn games(path: &Path) -> Vec<JudgedGame> {
    let games = open(path).unwrap().filter_map(Result::ok);
    games
        .filter(|game| game.record.syntax_error().is_none())
        .collect()
}

/// The result: on the board, or as stated.
fn result(game: &JudgedGame) -> StatedResult {
    let result = game.verdict.result(&game.record);
    if result.is_final() {
        result
    } else {
        StatedResult::InProgress
    }
}

/// The facts of a row that a game does not have.
fn missing(game: &JudgedGame, row: &BTreeMap<String, String>) -> Vec<String> {
    let tag = |name: &str| game.record.tags.get(name).unwrap_or_default().to_owned();
    let mut missing = Vec::new();
    let mut compare = |what: &str, found: String, expected: &str| {
        if found != expected {
            missing.push(format!("{what}: {found} for {expected}"));
        }
    };
    compare("white", tag("White"), &row["white"]);
    compare("black", tag("Black"), &row["black"]);
    compare("date", tag("Date").replace('.', "-"), &row["date"]);
    compare("plies", game.verdict.plies().to_string(), &row["plies"]);
    compare(
        "variant",
        game.verdict.game.variant().to_owned(),
        &row["variant"],
    );
    missing.extend(wrong_result(game, &row["result"]));
    for facts in [row.get("tags"), row.get("unknown tags")]
        .into_iter()
        .flatten()
    {
        let words = facts
            .replace("(+UTCTime ", " UTCTime=")
            .replace("Column ", "Column=")
            .replace(')', "");
        let words = words.split([' ', ';']).filter(|word| !word.is_empty());
        missing.extend(words.filter_map(|word| wrong_tag(game, row, word)));
    }
    missing
}

/// What is wrong about the result that a row states in words: `board BlackWins; stated WhiteWins: mismatch`.
fn wrong_result(game: &JudgedGame, words: &str) -> Option<String> {
    let bare = words.replace("board ", "");
    let expected = match bare.split([' ', ';']).next().unwrap() {
        "unknown" => "InProgress",
        result => result,
    };
    let found = result(game).to_string();
    let on_board = game.verdict.outcome.is_over();
    let is_contradicted = game
        .verdict
        .diagnostics
        .iter()
        .any(|finding| finding.code == Code::ResultMismatch);
    let is_right = found == expected
        && (on_board || !words.contains("board"))
        && is_contradicted == words.contains("mismatch");
    let facts = format!("{found}, on the board {on_board}, contradicted {is_contradicted}");
    (!is_right).then(|| format!("result: {facts} for {words}"))
}

/// What is wrong about a tag: `GameId`, `GameId=7`, or the name of a column.
fn wrong_tag(game: &JudgedGame, row: &BTreeMap<String, String>, word: &str) -> Option<String> {
    let (name, value) = word.split_once('=').unwrap_or((word, ""));
    let is_in_row = |at: &str| row["game"] == at;
    let name = match name {
        // It is compared as a result, not as a tag.
        "Result" => return None,
        // The beginning of the game beside it.
        "initial_moves" => return None,
        // A null of the dump.
        "white_id" => {
            return game
                .record
                .tags
                .get("WhiteId")
                .map(|id| format!("WhiteId {id}"));
        }
        // A null in the second row.
        "UTCTime" if value.is_empty() && is_in_row("2") => return None,
        // The columns of the case have them.
        "White" | "Black" | "Date" => return None,
        "error" => "Termination",
        name => name,
    };
    let found = game.record.tags.get(name).unwrap_or_default();
    let is_right = !found.is_empty() && (value.is_empty() || found == value);
    (!is_right).then(|| format!("{word}: {found:?}"))
}

#[test]
fn data_files_give_every_game_with_every_fact() {
    let Some(folder) = shared("reference/field/data") else {
        return;
    };
    let mut wrong = Vec::new();
    let mut expected: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for row in rows(&folder.join("expected.tsv")) {
        expected.entry(row["file"].clone()).or_default().push(row);
    }
    for (file, rows) in expected {
        let games = games(&folder.join(&file));
        let count: usize = rows[0]["games"].parse().unwrap();
        if games.len() != count {
            wrong.push(format!("{file}: {} games for {count}", games.len()));
            continue;
        }
        for (game, row) in games.iter().zip(&rows) {
            wrong.extend(
                missing(game, row)
                    .into_iter()
                    .map(|fact| format!("{file}:{}: {fact}", row["game"])),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn frames_and_pages_of_hivegame_give_their_games() {
    let Some(folder) = shared("reference/field/bot") else {
        return;
    };
    let mut wrong = Vec::new();
    for row in rows(&folder.join("expected.tsv")) {
        let file = &row["file"];
        let games = games(&folder.join(file));
        let ids: Vec<&str> = games
            .iter()
            .filter_map(|game| game.record.tags.get("GameId"))
            .collect();
        // Three states of one game.
        let count = if row["games"].starts_with("3 objects") {
            "1"
        } else {
            &*row["games"]
        };
        if games.len().to_string() != count || ids.join(" ") != row["game ids"] {
            wrong.push(format!("{file}: {} games, {}", games.len(), ids.join(" ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn links_give_the_game_in_them() {
    let Some(path) = shared("reference/field/links/links.tsv") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut wrong = Vec::new();
    for (number, row) in rows(&path).into_iter().enumerate() {
        let file = folder.path().join(format!("{number}.txt"));
        fs::write(&file, &row["link"]).unwrap();
        let games = games(&file);
        let is_game = row["kind"] == "game";
        let plies: Vec<String> = games
            .iter()
            .map(|game| game.verdict.plies().to_string())
            .collect();
        let expected = if is_game {
            vec![row["plies"].clone()]
        } else {
            Vec::new()
        };
        let ply = games
            .first()
            .and_then(|game| game.record.tags.get("Ply"))
            .unwrap_or_default();
        if plies != expected || is_game && ply != row["ply"] {
            wrong.push(format!("{}: {plies:?} {ply}", row["link"]));
        }
        let moves = |game: &JudgedGame| game.verdict.game_string(&game.record);
        let text = games.first().and_then(moves).unwrap_or_default();
        let ends = |text: &str| text.splitn(4, ';').nth(3).map(str::to_owned);
        if is_game && ends(&text) != ends(&row["game"]) {
            wrong.push(format!("{}: {text}", row["link"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn small_files_give_their_games_at_their_places() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/data");
    let mut expected: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in [
        "inventory.csv",
        "no-game.txt",
        "names.tsv",
        "changelog.txt",
        "legal-moves.txt",
        "starts.py",
    ] {
        expected.insert(file.to_owned(), Vec::new());
    }
    for row in rows(&folder.join("expected.tsv")) {
        let facts = ["white", "black", "result", "plies", "place"].map(|name| row[name].as_str());
        let games = expected.entry(row["file"].clone()).or_default();
        games.push(facts.join(","));
    }
    let mut wrong = Vec::new();
    for (file, expected) in expected {
        let inputs = [Input::Path(folder.join(&file))];
        let found = placed(&inputs, &OpenOptions::default());
        if found != expected {
            wrong.push(format!("{file}: {found:#?}, not {expected:#?}"));
        }
        // The games do not depend on where the text is cut.
        let options = OpenOptions {
            unit_bytes: 1,
            ..OpenOptions::default()
        };
        if placed(&inputs, &options) != found {
            wrong.push(format!("{file}: cut into small parts"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The facts and places of the games of an input.
fn placed(inputs: &[Input], options: &OpenOptions) -> Vec<String> {
    let mut found = Vec::new();
    scan(
        inputs,
        options,
        &Progress::new(),
        Judge::default,
        Vec::new,
        |judge, facts: &mut Vec<String>, item| {
            let Item::Game(game) = item else { return };
            let record = game.read();
            let verdict = judge.verdict(&record);
            let tag = |name| record.tags.get(name).unwrap_or_default();
            let result = verdict.result(&record);
            let result = if result.is_final() {
                result
            } else {
                StatedResult::InProgress
            };
            facts.push(format!(
                "{},{},{result},{},{}:{}",
                tag("White"),
                tag("Black"),
                verdict.plies(),
                game.line,
                game.column
            ));
        },
        |facts| {
            found.extend(facts);
            std::ops::ControlFlow::Continue(())
        },
    )
    .unwrap();
    found
}
