//! The columns of CSV: the header, a line that names the columns, and what the cells of a row say about its game.

mod cells;

use std::ops::Range;

use serde_json::{Map, Value as Json};

use super::game_string;
use super::read::excerpt;
use crate::diag::{Code, Diagnostic, Span};
use crate::record::{Date, Record, StatedResult};
use cells::{cells, places, separator};

/// Names of columns in lower case, without blanks and punctuation, and their tags.
///
/// `skep help notations` lists these names and those in [`DATES`].
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
enum CsvColumn {
    /// The value of a tag.
    Tag(&'static str),
    /// A date, and perhaps a time after it.
    Moment,
    /// The column is not known. The tag has its name.
    Other,
}

impl CsvColumn {
    fn of_name(name: &str) -> CsvColumn {
        let plain = plain(name);
        match TAGS.iter().find(|(known, _)| *known == plain) {
            Some((_, tag)) => CsvColumn::Tag(tag),
            None if DATES.contains(&&*plain) => CsvColumn::Moment,
            None => CsvColumn::Other,
        }
    }
}

/// The date in a cell, as a tag has it, and the time after it.
fn date(cell: &str) -> Option<(String, &str)> {
    let cell = cell.trim();
    let date = Date::of_tag(cell)?;
    let (day, time) = Date::split(cell);
    let known = date.month().zip(date.day());
    let whole = known.map(|(month, day)| format!("{:04}.{month:02}.{day:02}", date.year()));
    Some((whole.unwrap_or_else(|| day.to_owned()), time))
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
    let is_known = |name: &&String| CsvColumn::of_name(name) != CsvColumn::Other;
    if is_first {
        names.iter().filter(|name| !name.is_empty()).count() > 1
    } else {
        names.iter().filter(is_known).count() > 1
    }
}

/// Whether a text is a header without rows. Only the header of a text that is known to be CSV may have fewer than two
/// known names.
pub(super) fn is_alone(text: &[u8], is_csv: bool) -> bool {
    let lines = text.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    let header = lines.next().filter(|_| lines.next().is_none());
    header.is_some_and(|line| is_header(line, is_csv))
}

/// The cell of a row that is a GameString, or else a position, if the row has a cell for each name.
pub(super) fn game(names: &str, row: &str) -> Option<String> {
    let separator = separator(names.as_bytes());
    let (names, row) = (cells(names, separator), cells(row, separator));
    if row.len() != names.len() {
        return None;
    }
    let is_string = |cell: &&String| game_string::strings(cell.as_bytes()).any(|c| c.start == 0);
    let is_game = |cell: &&String| game_string::cells(cell.as_bytes()).any(|c| c.start == 0);
    let found = row.iter().find(is_string);
    found.or_else(|| row.iter().find(is_game)).cloned()
}

/// Adds the cells of a row to a record, which has its GameString: as tags, and as the stated result. `range` is the row
/// in the text of the record.
///
/// If the row has more cells than there are names, nothing is added, because a name may belong to another cell.
pub(super) fn read(names: &str, text: &str, range: Range<usize>, record: &mut Record) {
    let separator = separator(names.as_bytes());
    let (line, start) = (&text[range.clone()], range.start);
    let place = |at| {
        let place = places(line, separator).nth(at);
        place.map_or(Span::new(range.start, range.end), |place| {
            Span::new(start + place.start, start + place.end)
        })
    };
    add(
        &cells(names, separator),
        &cells(line, separator),
        place,
        record,
    );
}

/// Adds the members of an object of JSON that is a row of `skep puzzles`, as [`read`] does. Of other objects, only the
/// GameString is read.
pub(super) fn read_object(object: &str, span: Span, record: &mut Record) {
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
    add(&names, &row, |_| span, record);
}

/// Adds cells to a record. `place` is the place of a cell in the text of the record.
fn add(names: &[String], row: &[String], place: impl Fn(usize) -> Span, record: &mut Record) {
    if row.len() > names.len() {
        return;
    }
    let columns: Vec<CsvColumn> = names.iter().map(|name| CsvColumn::of_name(name)).collect();
    let mut has_date = columns.contains(&CsvColumn::Tag(DATE));
    // A result can be the name of a player, who may be in a later column.
    let player = |side| {
        let column = columns.iter().position(|&c| c == CsvColumn::Tag(side));
        column.and_then(|column| row.get(column))
    };
    let players = [player("White"), player("Black")];
    for (at, ((name, column), cell)) in names.iter().zip(&columns).zip(row).enumerate() {
        // A missing quote can also put other cells into that of the game.
        let has_game = game_string::cells(cell.as_bytes()).next().is_some();
        if name.is_empty() || cell.is_empty() || has_game {
            continue;
        }
        let mut unread = None;
        match *column {
            CsvColumn::Tag(RESULT) => match result(cell, players) {
                Some(result) if result.is_final() || !record.stated.result.is_final() => {
                    record.stated.result = result;
                }
                Some(_) => {}
                None => {
                    let is_result = plain(name) == "result";
                    record
                        .tags
                        .push(if is_result { RESULT } else { name }, cell);
                    unread = Some(unread_result(cell));
                }
            },
            CsvColumn::Tag(DATE) => {
                let date = date(cell);
                unread = date.is_none().then(|| unread_date(cell));
                let (date, time) = date.unwrap_or((cell.clone(), ""));
                record.tags.push(DATE, date + time);
            }
            CsvColumn::Tag(tag) => record.tags.push(tag, cell),
            CsvColumn::Moment if !has_date => {
                let date = date(cell);
                unread = date.is_none().then(|| unread_date(cell));
                // The tag of the date does not hold the time.
                let is_more = date.as_ref().is_none_or(|(_, time)| !time.is_empty());
                if let Some((date, _)) = date {
                    record.tags.push(DATE, date);
                    has_date = true;
                }
                if is_more {
                    record.tags.push(name, cell);
                }
            }
            CsvColumn::Moment | CsvColumn::Other => record.tags.push(name, cell),
        }
        // Cells such as `?` and `-` are not mistakes.
        let is_word = cell.contains(|c: char| c.is_alphanumeric());
        if let Some((message, help)) = unread.filter(|_| is_word) {
            let remark = Diagnostic::new(Code::UnclearValue, message).at(place(at));
            record.report(remark.help(help));
        }
    }
}

/// The message and the help about a cell that is not a result.
fn unread_result(cell: &str) -> (String, &'static str) {
    (
        format!("cannot read `{}` as a result", excerpt(cell)),
        "a result is white, black, draw, 1-0, 0-1, 1/2-1/2 or the name of a player of the game",
    )
}

/// The message and the help about a cell that is not a date.
fn unread_date(cell: &str) -> (String, &'static str) {
    (
        format!("cannot read `{}` as a date", excerpt(cell)),
        "write dates as 2024-03-05; skep reads 05.03.2024 as 5 March, and does not guess which number of 05/03/2024 is \
         the month",
    )
}
