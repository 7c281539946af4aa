//! The columns of CSV: the header, a line that names the columns, and what the cells of a row say about its game.

use std::borrow::Cow;

use super::game_string;
use crate::record::{Record, StatedResult};

/// What separates columns.
const SEPARATORS: [u8; 3] = [b',', b'\t', b';'];

/// Names of columns in lower case, without blanks and punctuation, and their tags.
const TAGS: [(&str, &str); 18] = [
    ("white", "White"),
    ("whiteplayer", "White"),
    ("whitename", "White"),
    ("black", "Black"),
    ("blackplayer", "Black"),
    ("blackname", "Black"),
    ("whiteelo", "WhiteElo"),
    ("whiterating", "WhiteElo"),
    ("blackelo", "BlackElo"),
    ("blackrating", "BlackElo"),
    ("date", "Date"),
    ("time", "Time"),
    ("event", "Event"),
    ("tournament", "Event"),
    ("site", "Site"),
    ("round", "Round"),
    ("result", RESULT),
    ("termination", "Termination"),
];

const RESULT: &str = "Result";

/// The tag of a column: the tag in the list, or the name of the column.
fn tag(column: &str) -> Cow<'_, str> {
    let letters = column.chars().filter(|c| c.is_alphanumeric());
    let plain: String = letters.flat_map(char::to_lowercase).collect();
    let known = TAGS.iter().find(|(name, _)| *name == plain);
    known.map_or(column.into(), |&(_, tag)| tag.into())
}

/// The separator in a line of names: the most frequent one.
fn separator(names: &[u8]) -> u8 {
    let count = |separator: u8| memchr::memchr_iter(separator, names).count();
    let most = SEPARATORS.into_iter().rev().max_by_key(|&b| count(b));
    most.unwrap_or(b',')
}

/// The cells of a line, without quotes and the blanks around them.
fn cells(line: &str, separator: u8) -> Vec<String> {
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
    let is_known = |name: &&String| {
        let tag = tag(name);
        TAGS.iter().any(|(_, known)| *known == tag)
    };
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
    let names = cells(names, separator);
    let row = cells(row, separator);
    if row.len() > names.len() {
        return;
    }
    for (name, cell) in names.iter().zip(row) {
        // A missing quote can also put other cells into that of the game.
        let has_game = game_string::cells(cell.as_bytes()).next().is_some();
        if name.is_empty() || cell.is_empty() || has_game {
            continue;
        }
        let tag = tag(name);
        if tag == RESULT
            && let Ok(result) = cell.parse()
        {
            if StatedResult::is_final(result) || !record.stated.result.is_final() {
                record.stated.result = result;
            }
        } else {
            record.tags.push(tag, cell);
        }
    }
}
