//! Tables with a row or a column for each ply, in every notation of tables.

use serde_json::{Value, json};
use skep_records::notation::find::{Finder, GameInText, TableFinder};
use skep_records::record::Record;

use crate::common::judged;

const NAMES: [&str; 6] = ["game_id", "ply", "player", "move", "result", "seconds"];

const GAMES: [(&str, [&str; 2], &str, &[&str]); 2] = [
    (
        "7",
        ["Ann", "Bob"],
        "white",
        &["wS1", "bS1 wS1-", r"wQ \wS1", "bQ bS1-", "wA1 -wQ"],
    ),
    (
        "8",
        ["Cid", "Dan"],
        "draw",
        &["wA1", "bG1 -wA1", r"wQ wA1\", "bQ -bG1"],
    ),
];

/// The rows of both games, one game after the other.
fn rows() -> Vec<Vec<String>> {
    let rows = GAMES.iter().flat_map(|(id, players, result, moves)| {
        moves.iter().enumerate().map(move |(at, text)| {
            let (ply, seconds) = (at + 1, at * 3);
            let cells = [id, &*ply.to_string(), players[at % 2], text, result];
            cells
                .into_iter()
                .map(str::to_owned)
                .chain([seconds.to_string()])
                .collect()
        })
    });
    rows.collect()
}

/// The rows in order, with those of both games in turn, from the last to the first, and in no order.
fn orders() -> Vec<Vec<Vec<String>>> {
    let in_order = rows();
    let mut in_turn = in_order.clone();
    in_turn.sort_by_key(|row| row[1].clone());
    let reversed = in_order.iter().rev().cloned().collect();
    let mixed = (0..in_order.len()).map(|at| in_order[at * 4 % in_order.len()].clone());
    vec![in_order.clone(), in_turn, reversed, mixed.collect()]
}

fn object(names: &[&str], row: &[String]) -> Value {
    let members = names.iter().zip(row);
    members
        .map(|(name, cell)| ((*name).to_owned(), json!(cell)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn joined<'a>(rows: impl IntoIterator<Item = &'a Vec<String>>, cell: &str, row: &str) -> String {
    let rows = rows.into_iter().map(|cells| cells.join(cell));
    rows.collect::<Vec<_>>().join(row)
}

/// A table in each notation.
fn texts(names: &[&str], rows: &[Vec<String>]) -> Vec<String> {
    let header: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let all = || std::iter::once(&header).chain(rows);
    let objects: Vec<Value> = rows.iter().map(|row| object(names, row)).collect();
    let lines = objects.iter().map(|row| format!("{row}\n"));
    let quoted = |row: &Vec<String>| row.iter().map(|cell| format!("'{cell}'")).collect();
    let values: Vec<Vec<String>> = rows.iter().map(quoted).collect();
    let columns = names.iter().enumerate().map(|(at, name)| {
        let cells: Vec<&String> = rows.iter().map(|row| &row[at]).collect();
        ((*name).to_owned(), json!(cells))
    });
    let columns: Value = columns.collect::<serde_json::Map<_, _>>().into();
    let copied: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.iter().map(|cell| cell.replace('\\', r"\\")).collect())
        .collect();
    let list = names.join(", ");
    vec![
        joined(all(), ",", "\n"),
        joined(all(), "\t", "\n"),
        lines.clone().collect(),
        lines.map(|line| format!("INFO {line}")).collect(),
        json!(objects).to_string(),
        format!("{:#}", json!({"plies": objects})),
        columns.to_string(),
        json!({"columns": names, "data": rows}).to_string(),
        format!(
            "COPY g ({list}) FROM stdin;\n{}\n\\.\n",
            joined(&copied, "\t", "\n")
        ),
        format!(
            "INSERT INTO g ({list}) VALUES\n({});\n",
            joined(&values, ", ", "),\n(")
        ),
        joined(&values, ", ", "\n")
            .lines()
            .map(|row| format!("INSERT INTO g ({list}) VALUES ({row});\n"))
            .collect(),
        format!(
            "{}\n{}\n{}\n",
            names.join(" | "),
            vec!["---"; names.len()].join("|"),
            joined(rows, " | ", "\n")
        ),
        format!(
            "|===\n|{}\n\n|{}\n|===\n",
            names.join(" |"),
            joined(rows, " |", "\n|")
        ),
        format!(
            "<table><tr><th>{}</th></tr>\n<tr><td>{}</td></tr></table>\n",
            names.join("</th><th>"),
            joined(rows, "</td><td>", "</td></tr>\n<tr><td>")
        ),
    ]
}

fn found_in(text: &str, part: usize) -> Vec<GameInText> {
    let (text, mut games) = (text.as_bytes(), Vec::new());
    let mut finder = Finder::new(text);
    let (mut from, mut to) = (0, 0);
    while to < text.len() {
        to = (to + part).min(text.len());
        from += finder.feed(&text[from..to], to == text.len(), &mut games);
    }
    games
}

fn read(games: &[GameInText]) -> Vec<Record> {
    let records = games.iter().map(|game| {
        let text = std::str::from_utf8(&game.text).expect("UTF-8");
        Record::read(game.format, text)
    });
    let mut records: Vec<Record> = records.collect();
    records.sort_by_key(|record| record.tags.get("GameId").map(str::to_owned));
    records
}

/// The players, the result and the turns of each game, sorted by the name of the game.
fn facts(games: &[GameInText]) -> Vec<String> {
    let facts = read(games).into_iter().map(|record| {
        let tag = |name| record.tags.get(name).unwrap_or_default().to_owned();
        let verdict = judged(&record);
        assert!(verdict.status.is_sound(), "{:?}", verdict.diagnostics);
        let string = verdict.game_string(&record).expect("a GameString");
        let moves = string.splitn(4, ';').nth(3).expect("moves").to_owned();
        [
            tag("White"),
            tag("Black"),
            record.stated.result.to_string(),
            moves,
        ]
        .join(" ")
    });
    facts.collect()
}

const EXPECTED: [&str; 2] = [
    r"Ann Bob WhiteWins wS1;bS1 wS1-;wQ \wS1;bQ bS1-;wA1 -wQ",
    r"Cid Dan Draw wA1;bG1 -wA1;wQ wA1\;bQ -bG1",
];

#[test]
fn rows_of_plies_are_games_in_any_order_and_every_notation() {
    for rows in orders() {
        for text in texts(&NAMES, &rows) {
            for part in [text.len(), 7] {
                let games = found_in(&text, part);
                assert_eq!(facts(&games), EXPECTED, "{text}");
                let said: Vec<&str> = games[0]
                    .findings
                    .iter()
                    .map(|said| &*said.message)
                    .collect();
                assert!(
                    said.iter().any(|said| said.contains("`seconds`")),
                    "{said:?}\n{text}"
                );
            }
        }
        let names = NAMES.map(str::to_owned);
        let (mut table, mut games) = (TableFinder::default(), Vec::new());
        for (row, line) in rows.iter().zip(1..) {
            table.row(&names, row, line, &mut games);
        }
        table.end(&mut games);
        assert_eq!(facts(&games), EXPECTED);
    }
}

#[test]
fn columns_of_plies_are_games_in_every_notation() {
    for name in ["move#", "#", "ply_#", "Move #"] {
        let numbers: Vec<String> = (1..=5)
            .map(|at| name.replace('#', &at.to_string()))
            .collect();
        let mut names = vec!["game_id", "white", "black", "result"];
        names.extend(numbers.iter().map(String::as_str));
        let rows = GAMES.iter().map(|(id, [white, black], result, moves)| {
            let cells = [*id, *white, *black, *result]
                .into_iter()
                .chain(moves.iter().copied());
            let padded = cells.chain([""; 5]).take(names.len());
            padded.map(str::to_owned).collect::<Vec<_>>()
        });
        let rows: Vec<_> = rows.collect();
        for (at, text) in texts(&names, &rows).into_iter().enumerate() {
            // Columns in columns, and names that are numbers in a dump.
            if at == 6 || at == 7 || name == "#" && at == 9 {
                continue;
            }
            assert_eq!(facts(&found_in(&text, text.len())), EXPECTED, "{text}");
        }
    }
}

#[test]
fn rows_may_count_turns_and_name_sides_or_nothing() {
    for text in [
        "game,turn,color,piece,to\n1,1,w,wS1,\n1,1,b,bS1,wS1-\n1,2,w,wQ,-wS1\n",
        "game,turn,color,piece,to\n1,2,w,wQ,-wS1\n1,1,b,bS1,wS1-\n1,1,w,wS1,\n",
        "game,no,white,black\n1,1,wS1,bS1 wS1-\n1,2,wQ -wS1,\n",
        "id,ply,move\n10,1,wS1\n11,2,bS1 wS1-\n12,3,wQ -wS1\n",
        "ply,move,comment\n0,wS1,\n1,bS1 wS1-,good\n2,wQ -wS1,\n",
        "player,move\nAnn,wS1\nBob,bS1 wS1-\nAnn,wQ -wS1\n",
        "{\"move\": \"wS1\", \"ply\": 1, \"note\": null}\n{\"move\": \"bS1 wS1-\", \"ply\": 2}\n{\"move\": \"wQ -wS1\", \"ply\": 3}\n",
    ] {
        let games = found_in(text, text.len());
        assert_eq!(games.len(), 1, "{text}");
        assert!(facts(&games)[0].ends_with("wS1;bS1 wS1-;wQ -wS1"), "{text}");
        let has_comment = !read(&games)[0].notes.is_empty();
        assert_eq!(has_comment, text.contains("good"), "{text}");
    }
}

#[test]
fn rows_that_are_missing_or_doubled_are_said() {
    let said = |text: &str| {
        let games = found_in(text, text.len());
        let findings = games.iter().flat_map(|game| &game.findings);
        findings
            .map(|said| said.message.clone())
            .collect::<Vec<_>>()
    };
    let head = "game,ply,move\n1,1,wS1\n";
    for (rows, words) in [
        ("1,2,bS1 wS1-\n1,4,bQ bS1-\n", "number 3"),
        ("1,2,bS1 wS1-\n1,2,bG1 wS1-\n1,3,wQ -wS1\n", "1 row"),
        ("1,3,wQ -wS1\n1,2,bS1 wS1-\n", "not in order"),
        ("1,2,bS1 wS1-\n2,2,bS1 wS1-\n", "first ply"),
    ] {
        let said = said(&format!("{head}{rows}"));
        assert!(
            said.len() == 1 && said[0].contains(words),
            "{rows}: {said:?}"
        );
    }
}

#[test]
fn tables_with_pieces_and_moves_that_are_no_games_have_none() {
    for text in [
        "ply,move\n1,e4\n2,e5\n",
        "move,games,wins\nwS1,50,20\nwG1,40,10\n",
        "rank,move,score\n1,bS1 wS1-,0.5\n2,bS1 wS1/,0.4\n",
        "piece,count\nwS1,2\nbS1,2\nwQ,1\n",
        "piece,color,count\nwQ,white,1\nbQ,black,1\n",
        "{\"ply\": 1, \"move\": \"wS1\"}\n{\"ply\": 1, \"move\": \"wG1\"}\n",
        "move1,move2\nwS1,wG1\n",
        "p1,p2\nwS1,bS1\n",
    ] {
        assert_eq!(found_in(text, text.len()).len(), 0, "{text}");
    }
}
