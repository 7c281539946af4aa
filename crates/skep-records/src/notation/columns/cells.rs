//! The cells of a line of CSV.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;

use rustc_hash::FxHashMap;

/// What separates columns.
const SEPARATORS: [u8; 4] = [b',', b'\t', b';', b'|'];

/// The separator in a line of names: the most frequent one.
pub(in crate::notation) fn separator(names: &[u8]) -> u8 {
    let count = |separator: u8| memchr::memchr_iter(separator, names).count();
    let most = SEPARATORS.into_iter().rev().max_by_key(|&b| count(b));
    most.unwrap_or(b',')
}

/// The cells of a line, without quotes and the blanks around them.
pub(in crate::notation) fn cells(line: &str, separator: u8) -> Vec<Cow<'_, str>> {
    if memchr::memchr3(b'"', b'\r', b'\n', line.as_bytes()).is_none() {
        let ends = memchr::memchr_iter(separator, line.as_bytes()).chain([line.len()]);
        let mut start = 0;
        let cells = ends.map(|end| {
            let cell = &line[start..end];
            start = end + 1;
            cell.trim().into()
        });
        return cells.collect();
    }
    let cells = cells_in(&without_blanks(line, separator), separator, b'"');
    cells.into_iter().map(Cow::Owned).collect()
}

/// The cells of a line, which may have this quote around them.
pub(in crate::notation) fn cells_in(line: &str, separator: u8, quote: u8) -> Vec<String> {
    // Making a reader takes longer than reading a row.
    thread_local! {
        static READERS: RefCell<FxHashMap<(u8, u8), csv_core::Reader>> = RefCell::default();
    }
    let mut text = vec![0; line.len()];
    let mut ends = vec![0; memchr::memchr_iter(separator, line.as_bytes()).count() + 2];
    READERS.with_borrow_mut(|readers| {
        let reader = readers.entry((separator, quote)).or_insert_with(|| {
            let mut builder = csv_core::ReaderBuilder::new();
            builder.delimiter(separator).quote(quote).build()
        });
        reader.reset();
        let (_, _, written, count) = reader.read_record(line.as_bytes(), &mut text, &mut ends);
        // The end of the line ends the last cell.
        let (_, _, _, last) = reader.read_record(&[], &mut text[written..], &mut ends[count..]);
        ends.truncate(count + last);
    });
    let mut start = 0;
    let cells = ends.into_iter().map(|end| {
        let cell = String::from_utf8_lossy(&text[start..end]);
        start = end;
        cell.trim().to_owned()
    });
    cells.collect()
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
    if memchr::memmem::find(row.as_bytes(), b" \"").is_none() {
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
