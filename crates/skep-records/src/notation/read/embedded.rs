//! GameStrings in other text: cells of CSV, texts in quotes, and GameStrings with a result or other text after them.
//!
//! Backslashes may be doubled. A cell that is a result states the result, unless the GameString does. If the text has a
//! header before the row, the cells are tags.

use super::decoded::{Decoded, read_inside};
use super::{data, uhp};
use crate::diag::{Code, Diagnostic, Span};
use crate::notation::columns::{NamedRow, TableHeader};
use crate::notation::find::scan;
use crate::notation::game_string::{self, GameStringCell};
use crate::notation::value;
use crate::record::{Format, Record, StatedResult};

/// Reads the first GameString of a line. A header, which names the columns, may be on the line before.
pub fn read(text: &str, record: &mut Record) {
    let names = memchr::memchr(b'\n', text.as_bytes()).map(|feed| &text[..feed]);
    let header = names.map(|names| TableHeader::of(names.trim_end_matches('\r').as_bytes()));
    let header = header.filter(|header| header.is_first());
    let row = header
        .as_ref()
        .and(names)
        .map_or(0, |names| names.len() + 1);
    let cells = header
        .as_ref()
        .map(|header| NamedRow::new(header, &text[row..]));
    let game = cells.as_ref().and_then(NamedRow::game);
    let format = game.and_then(|(name, cell)| value::notation(name, cell));
    match (&cells, game, format) {
        (Some(cells), Some((name, cell)), Some(format)) if format != Format::Uhp => {
            read_cell(cells, name, cell, text, row, record);
        }
        _ => read_row(text, row, game.map(|(_, cell)| cell), record),
    }
    if let Some(cells) = &cells {
        cells.read(text, row..text.len(), record);
    }
}

/// Where a cell is in its row: it is a part of the row, unless it had quotes.
fn place_of(cell: &str, row: &str) -> Option<usize> {
    let offset = (cell.as_ptr() as usize).checked_sub(row.as_ptr() as usize);
    let is_part = |at: &usize| at + cell.len() <= row.len();
    offset.filter(is_part).or_else(|| row.find(cell))
}

/// Reads the cell of a row that has a list of moves, or a record of another notation.
fn read_cell(
    cells: &NamedRow<'_>,
    name: &str,
    cell: &str,
    text: &str,
    row: usize,
    record: &mut Record,
) {
    let start = place_of(cell, &text[row..]).map_or(row, |at| row + at);
    let last = text.len();
    read_inside(
        record,
        |record| data::read_text(cell, name, &cells.members(), record),
        |at| text.floor_char_boundary((start + at).min(last)),
    );
}

/// Reads the first GameString after a place in a text. `game` is its cell, if that is known.
fn read_row(text: &str, row: usize, game: Option<&str>, record: &mut Record) {
    // Cells with a variant, or with moves, may be beside it, as in puzzles.
    let known = game.and_then(|game| Some((place_of(game, &text[row..])?, game.len())));
    let cell = match known {
        Some((start, length)) => Some(GameStringCell {
            start,
            text: start..start + length,
        }),
        None => game_string::cells(&text.as_bytes()[row..]).next(),
    };
    let Some(cell) = cell.map(|cell| cell.after(row)) else {
        let bare = text[row..].trim();
        record.report(
            Diagnostic::new(Code::BadHeader, "no GameString in this line")
                .at(Span::of(bare, text))
                .help("a GameString is a cell of a table, in quotes, at the start of a line, after `=`, or in a line that begins with a time"),
        );
        return;
    };
    let end = cell.text.end;
    let written = text[cell.text.clone()].trim_end();
    let decoded = Decoded::doubled(written, cell.text.start);
    read_inside(
        record,
        |record| match scan::before_words(&decoded.text) {
            Some(found) => data::read_before_words(&decoded.text, found, record),
            None => uhp::read(&decoded.text, record),
        },
        decoded.sources(),
    );
    if !record.stated.result.is_final() {
        let before = text[row..cell.start].split([',', ';', '\t', '|']);
        let after = text[end..].split([',', ';', '\t', '|']);
        let mut results = before.chain(after).filter_map(|cell| {
            let is_mark = |c| matches!(c, '"' | '\'' | '[' | ']' | '{' | '}');
            let word = cell.trim_matches(|c: char| is_mark(c) || c.is_whitespace());
            let result = (!word.is_empty()).then(|| word.parse().ok())?;
            result.filter(|result: &StatedResult| result.is_final())
        });
        record.stated.result = results.next_back().unwrap_or(record.stated.result);
    }
}
