//! Games in HTML: the cells of tables, and JSON in attributes.

use rustc_hash::FxHashSet;

use super::plies::PlyTable;
use super::renames::Renames;
use super::rows::{self, GameValue, Members};
use super::{GameInText, json, scan};

/// The longest table, in bytes.
const LONGEST_TABLE: usize = 4 << 20;

/// How far the reading of a table came.
pub(super) enum TableStep {
    /// Its games are read, and the rest of the text begins here.
    To(usize),
    /// It is no table with games. So many bytes were read to see that.
    Other(usize),
    /// More of the text is needed.
    More,
}

/// Where a tag begins: a table, a row or a cell. Names of tags are read in any case.
fn tags<'a>(text: &'a [u8], name: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_tag = move |&at: &usize| {
        let rest = &text[at + 1..];
        let end = rest.get(name.len());
        rest.get(..name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
            && end.is_some_and(|b| *b == b'>' || b.is_ascii_whitespace())
    };
    memchr::memchr_iter(b'<', text).filter(is_tag)
}

/// Whether a line may begin a table.
pub(super) fn begins_table(line: &[u8]) -> bool {
    const MARK: &[u8] = b"<table";
    memchr::memchr_iter(b'<', line).any(|at| {
        line.get(at..at + MARK.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(MARK))
    })
}

/// Adds the games of the first table of a text, whose first row has the names of its columns. Nothing is added if not
/// each GameString of the table is a cell.
pub(super) fn table(
    bytes: &[u8],
    is_last: bool,
    mut place: impl FnMut(usize) -> (u64, u64),
    renames: &Renames,
    games: &mut Vec<GameInText>,
) -> TableStep {
    let bytes = &bytes[..bytes.len().min(LONGEST_TABLE)];
    let Some(end) = tags(bytes, "/table").next() else {
        return if is_last || bytes.len() == LONGEST_TABLE {
            TableStep::Other(bytes.len())
        } else {
            TableStep::More
        };
    };
    let start = tags(&bytes[..end], "table").next();
    let (Some(start), Ok(valid)) = (start, str::from_utf8(&bytes[..end])) else {
        return TableStep::Other(end);
    };
    // A GameString before the table would be lost.
    let has_game = |text: &str| scan::starts(text.as_bytes()).next().is_some();
    if has_game(&valid[..start]) {
        return TableStep::Other(end);
    }
    let table = &valid[start..];
    let starts: Vec<usize> = tags(table.as_bytes(), "tr").chain([table.len()]).collect();
    let mut names = Vec::new();
    let mut plies = PlyTable::default();
    let before = games.len();
    for row in starts.windows(2) {
        let (cells, places) = cells(&table[row[0]..row[1]]);
        if names.is_empty() {
            names = renames.all(&cells).unwrap_or(cells);
        } else if cells.len() == names.len() {
            let at = |cell: usize| place(start + row[0] + places[cell]);
            plies.row(&names, &cells, at, games);
        }
    }
    plies.end(&Members::new(), games);
    // A link and its words have the same.
    let strings = scan::starts(table.as_bytes())
        .filter_map(|at| scan::game(table.as_bytes(), at))
        .filter(|game| game.plies > 0);
    let strings: FxHashSet<String> = strings.map(|game| game.text).collect();
    if games.len() == before || games.len() - before < strings.len() {
        games.truncate(before);
        return TableStep::Other(end);
    }
    TableStep::To(end)
}

/// The texts of the cells of a row, and where each begins.
fn cells(row: &str) -> (Vec<String>, Vec<usize>) {
    let bytes = row.as_bytes();
    let mut starts: Vec<usize> = tags(bytes, "td").chain(tags(bytes, "th")).collect();
    starts.sort_unstable();
    let ends = starts.iter().skip(1).copied().chain([row.len()]);
    let texts = starts.iter().zip(ends).map(|(&start, end)| {
        let cell = &row[start..end];
        let inside = cell.find('>').map_or("", |close| &cell[close + 1..]);
        // The address of a link is in its tag.
        let has_game = rows::may_be_link(inside) && GameValue::linked("", inside, (0, 0)).is_some();
        if has_game {
            inside.to_owned()
        } else {
            text_of(inside)
        }
    });
    (texts.collect(), starts.clone())
}

/// Whether a text is the end of a tag, and whole tags after it.
pub(super) fn is_within_tags(text: &[u8]) -> bool {
    let mut parts = text.split(|&b| b == b'>');
    let is_closed = text.trim_ascii_end().ends_with(b">");
    let first = parts.next().unwrap_or_default();
    let is_tag = |part: &[u8]| part.trim_ascii().is_empty() || part.trim_ascii().starts_with(b"<");
    is_closed && !first.contains(&b'<') && parts.all(is_tag)
}

/// The text of a cell, without tags.
pub(super) fn text_of(inside: &str) -> String {
    let mut text = String::with_capacity(inside.len());
    let mut is_tag = false;
    for c in inside.chars() {
        match c {
            '<' => is_tag = true,
            '>' if is_tag => is_tag = false,
            c if !is_tag => text.push(c),
            _ => {}
        }
    }
    decoded(text.trim())
}

/// A text with its entities decoded.
fn decoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'&', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        let (c, length) = scan::entity(&rest.as_bytes()[at..]).unwrap_or(('&', 1));
        out.push(c);
        rest = &rest[at + length..];
    }
    out.push_str(rest);
    out
}

/// Adds the games of JSON in the attributes of a line. Returns whether there are some.
pub(super) fn attributes(
    line: &[u8],
    place: (u64, u64),
    renames: &Renames,
    games: &mut Vec<GameInText>,
) -> bool {
    let before = games.len();
    let mut at = 0;
    while let Some(mark) = memchr::memmem::find(&line[at..], b"&quot;") {
        // The value of an attribute stands in quotes.
        let start = memchr::memrchr2(b'"', b'\'', &line[..at + mark]);
        let start = start.map_or(at, |quote| quote + 1).max(at);
        let end = memchr::memchr2(b'"', b'\'', &line[at + mark..]);
        let end = end.map_or(line.len(), |end| at + mark + end);
        let value = decoded(&String::from_utf8_lossy(&line[start..end]));
        if json::is_json(value.as_bytes()) {
            json::inner(&value, place, renames, games);
        }
        at = end;
    }
    games.len() > before
}
