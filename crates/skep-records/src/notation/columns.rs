//! The columns of CSV: the header, a line that names the columns, and what the cells of a row say about its game.

use std::borrow::Cow;

use serde_json::{Map, Value as Json};

use super::game_string;
use crate::record::{Record, StatedResult};

/// What separates columns.
const SEPARATORS: [u8; 3] = [b',', b'\t', b';'];

/// Names of columns in lower case, without blanks and punctuation, and their tags.
///
/// `skep help formats` lists these names and those in [`DATES`].
const TAGS: [(&str, &str); 25] = [
    ("white", "White"),
    ("whiteplayer", "White"),
    ("whitename", "White"),
    ("black", "Black"),
    ("blackplayer", "Black"),
    ("blackname", "Black"),
    ("whiteusername", "White"),
    ("blackusername", "Black"),
    ("whiteelo", "WhiteElo"),
    ("whiterating", "WhiteElo"),
    ("blackelo", "BlackElo"),
    ("blackrating", "BlackElo"),
    ("ratingwhite", "WhiteElo"),
    ("ratingblack", "BlackElo"),
    ("welo", "WhiteElo"),
    ("belo", "BlackElo"),
    ("date", DATE),
    ("time", "Time"),
    ("event", "Event"),
    ("tournament", "Event"),
    ("site", "Site"),
    ("round", "Round"),
    ("result", RESULT),
    ("winner", RESULT),
    ("termination", "Termination"),
];

/// Names of columns whose cells begin with a date, and may have a time after it.
const DATES: [&str; 5] = ["utcdate", "datetime", "playedat", "createdat", "gamedate"];

const DATE: &str = "Date";
const RESULT: &str = "Result";

/// A text in lower case, without blanks and punctuation.
fn plain(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    /// The value of a tag.
    Tag(&'static str),
    /// A date, and perhaps a time after it.
    Moment,
    /// The column is not known. The tag has its name.
    Other,
}

impl Column {
    fn of_name(name: &str) -> Column {
        let plain = plain(name);
        match TAGS.iter().find(|(known, _)| *known == plain) {
            Some((_, tag)) => Column::Tag(tag),
            None if DATES.contains(&&*plain) => Column::Moment,
            None => Column::Other,
        }
    }
}

/// The date at the beginning of a cell: `2024-01-30`, `2024.01.30 18:57`, `2024/01/30T18:57Z`.
fn date(cell: &str) -> Option<&str> {
    let end = cell.find([' ', 'T']).unwrap_or(cell.len());
    let date = &cell[..end];
    let separator = date.chars().nth(4).filter(|c| "-./".contains(*c))?;
    let mut parts = date.split(separator);
    let is_date = [4, 2, 2].into_iter().all(|length| {
        let is_number =
            |part: &str| part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
        parts.next().is_some_and(is_number)
    });
    (is_date && parts.next().is_none()).then_some(date)
}

/// The result in a cell: a name of a result, a side, or the name of one of the players, White and Black.
fn result(cell: &str, players: [Option<&String>; 2]) -> Option<StatedResult> {
    let of_words = match &*plain(cell) {
        "white" | "w" | "whitewins" | "whitewon" => Some(StatedResult::WhiteWins),
        "black" | "b" | "blackwins" | "blackwon" => Some(StatedResult::BlackWins),
        _ => None,
    };
    let [white, black] =
        players.map(|name| name.is_some_and(|name| name.to_lowercase() == cell.to_lowercase()));
    let of_player = || match (white, black) {
        (true, false) => Some(StatedResult::WhiteWins),
        (false, true) => Some(StatedResult::BlackWins),
        _ => None,
    };
    cell.parse().ok().or(of_words).or_else(of_player)
}

/// The separator in a line of names: the most frequent one.
fn separator(names: &[u8]) -> u8 {
    let count = |separator: u8| memchr::memchr_iter(separator, names).count();
    let most = SEPARATORS.into_iter().rev().max_by_key(|&b| count(b));
    most.unwrap_or(b',')
}

/// The cells of a line, without quotes and the blanks around them.
fn cells(line: &str, separator: u8) -> Vec<String> {
    let line = without_blanks(line, separator);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .buffer_capacity(line.len() + 1)
        .from_reader(line.as_bytes());
    let row = reader.records().next().and_then(Result::ok);
    let row = row.unwrap_or_default();
    row.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// The length of the cell in quotes that begins a text, with both quotes. A doubled quote belongs to the cell. `None` if
/// there is no such cell, or other text after it.
fn quoted(text: &[u8]) -> Option<usize> {
    if !text.starts_with(b"\"") {
        return None;
    }
    let mut at = 1;
    loop {
        at += memchr::memchr(b'"', text.get(at..)?)? + 1;
        if text.get(at) == Some(&b'"') {
            at += 1;
            continue;
        }
        let next = text[at..].iter().find(|&&b| b != b' ');
        let is_end = next.is_none_or(|b| b",;\t|\r\n]}".contains(b));
        return is_end.then_some(at);
    }
}

/// A row without the blanks between a separator and a quote, because a quote after a blank does not begin a cell in
/// quotes.
fn without_blanks(row: &str, separator: u8) -> Cow<'_, str> {
    if !row.contains(" \"") {
        return row.into();
    }
    let mut out = String::with_capacity(row.len());
    let mut rest = row;
    while !rest.is_empty() {
        let bare = rest.trim_start_matches(' ');
        let (cell, quoted) = match quoted(bare.as_bytes()) {
            Some(length) => (bare, length),
            None => (rest, 0),
        };
        let after = memchr::memchr(separator, &cell.as_bytes()[quoted..]);
        let (cell, after) = cell.split_at(after.map_or(cell.len(), |at| quoted + at + 1));
        out.push_str(cell);
        rest = after;
    }
    out.into()
}

/// Whether a line before the first game, or between games, names the columns of the rows after it. A line between games
/// needs two known names, because a row without a game may also consist of words.
pub(super) fn is_header(line: &[u8], is_first: bool) -> bool {
    let Ok(text) = str::from_utf8(line) else {
        return false;
    };
    if !game_string::is_frame(line) || game_string::cells(line).next().is_some() {
        return false;
    }
    let names = cells(text, separator(line));
    let is_known = |name: &&String| Column::of_name(name) != Column::Other;
    match is_first {
        true => names.iter().filter(|name| !name.is_empty()).count() > 1,
        false => names.iter().filter(is_known).count() > 1,
    }
}

/// The cell of a row that is a GameString, if the row has a cell for each name.
pub(super) fn game(names: &str, row: &str) -> Option<String> {
    let separator = separator(names.as_bytes());
    let (names, row) = (cells(names, separator), cells(row, separator));
    let is_game = |cell: &String| game_string::cells(cell.as_bytes()).any(|game| game.start == 0);
    (row.len() == names.len()).then(|| row.into_iter().find(is_game))?
}

/// Adds the cells of a row to a record, which has its GameString: as tags, and as the stated result.
///
/// If the row has more cells than there are names, nothing is added, because a name may belong to another cell.
pub(super) fn read(names: &str, row: &str, record: &mut Record) {
    let separator = separator(names.as_bytes());
    add(&cells(names, separator), &cells(row, separator), record);
}

/// Adds the members of an object of JSON that is a row of `skep puzzles`, as [`read`] does. Of other objects, only the
/// GameString is read.
pub(super) fn read_object(object: &str, record: &mut Record) {
    let members: Option<Map<String, Json>> = serde_json::from_str(object).ok();
    let members = members.filter(|members| members.contains_key("solution"));
    let cells = members.into_iter().flatten().filter_map(|(name, value)| {
        let cell = match value {
            Json::String(text) => text,
            Json::Number(number) => number.to_string(),
            _ => return None,
        };
        Some((name, cell))
    });
    let (names, row): (Vec<String>, Vec<String>) = cells.unzip();
    add(&names, &row, record);
}

fn add(names: &[String], row: &[String], record: &mut Record) {
    if row.len() > names.len() {
        return;
    }
    let columns: Vec<Column> = names.iter().map(|name| Column::of_name(name)).collect();
    let mut has_date = columns.contains(&Column::Tag(DATE));
    // A result can be the name of a player, who may be in a later column.
    let player = |side| {
        let column = columns.iter().position(|&c| c == Column::Tag(side));
        column.and_then(|column| row.get(column))
    };
    let players = [player("White"), player("Black")];
    for ((name, column), cell) in names.iter().zip(&columns).zip(row) {
        // A missing quote can also put other cells into that of the game.
        let has_game = game_string::cells(cell.as_bytes()).next().is_some();
        if name.is_empty() || cell.is_empty() || has_game {
            continue;
        }
        match *column {
            Column::Tag(RESULT) => match result(cell, players) {
                Some(result) if result.is_final() || !record.stated.result.is_final() => {
                    record.stated.result = result;
                }
                Some(_) => {}
                None if plain(name) == "result" => record.tags.push(RESULT, cell),
                None => record.tags.push(name, cell),
            },
            Column::Tag(tag) => record.tags.push(tag, cell),
            Column::Moment if !has_date => {
                let date = date(cell);
                if let Some(date) = date {
                    record.tags.push(DATE, date);
                    has_date = true;
                }
                // The tag of the date does not hold the time.
                if date != Some(cell) {
                    record.tags.push(name, cell);
                }
            }
            Column::Moment | Column::Other => record.tags.push(name, cell),
        }
    }
}
