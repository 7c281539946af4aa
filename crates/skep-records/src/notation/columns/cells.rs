//! The cells of a line of CSV.

use std::borrow::Cow;
use std::ops::Range;

/// What separates columns.
const SEPARATORS: [u8; 3] = [b',', b'\t', b';'];

/// The separator in a line of names: the most frequent one.
pub(in crate::notation) fn separator(names: &[u8]) -> u8 {
    let count = |separator: u8| memchr::memchr_iter(separator, names).count();
    let most = SEPARATORS.into_iter().rev().max_by_key(|&b| count(b));
    most.unwrap_or(b',')
}

/// The cells of a line, without quotes and the blanks around them.
pub(in crate::notation) fn cells(line: &str, separator: u8) -> Vec<String> {
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

/// Where each cell of a line is, without the separators and the blanks around it. Quotes belong to the cell.
pub(super) fn places(line: &str, separator: u8) -> impl Iterator<Item = Range<usize>> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let rest = &line[start..];
        let bare = rest.trim_start_matches(' ');
        let start = start + rest.len() - bare.len();
        // A separator between quotes belongs to the cell.
        let quoted = quoted(bare.as_bytes()).unwrap_or(0);
        let after = memchr::memchr(separator, &bare.as_bytes()[quoted..]);
        let cell = &bare[..after.map_or(bare.len(), |after| quoted + after)];
        next = after.map(|_| start + cell.len() + 1);
        Some(start..start + cell.trim_end().len())
    })
}

/// The length of the cell in quotes that begins a text, with both quotes. A doubled quote belongs to the cell. `None`
/// if there is no such cell, or other text after it.
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

/// A row without the blanks around cells, because a quote after a blank does not begin a cell in quotes.
fn without_blanks(row: &str, separator: u8) -> Cow<'_, str> {
    if !row.contains(" \"") {
        return row.into();
    }
    let mut out = String::with_capacity(row.len());
    for (column, place) in places(row, separator).enumerate() {
        if column > 0 {
            out.push(separator.into());
        }
        out.push_str(&row[place]);
    }
    out.into()
}
