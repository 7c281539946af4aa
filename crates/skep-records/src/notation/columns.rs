//! The columns of CSV: the header, a line that names the columns, and what the cells of a row say about its game.

mod cells;

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use super::beside::{self, NameMeaning, Named};
use super::{game_string, value};
use crate::diag::Span;
use crate::record::Record;
use cells::places;
pub(super) use cells::{cells, cells_in, separator};

/// Whether a line before the first game, or between games, names the columns of the rows after it. A line between games
/// needs two known names, because a row without a game may also consist of words.
pub(super) fn is_header(line: &[u8], is_first: bool) -> bool {
    let Ok(text) = str::from_utf8(line) else {
        return false;
    };
    if !(game_string::is_frame(line) || has_numbers(text))
        || game_string::cells(line).next().is_some()
    {
        return false;
    }
    let separator = separator(line);
    let names = cells(text, separator);
    let is_known = |name: &&Cow<'_, str>| NameMeaning::of_name(name) != NameMeaning::Other;
    // Bars also stand between words.
    if is_first && separator != b'|' {
        names.iter().filter(|name| !name.is_empty()).count() > 1
    } else {
        names.iter().filter(is_known).count() > 1
    }
}

/// Whether a line has known names, and the numbers 1, 2, 3 in place of the names of columns with moves.
fn has_numbers(text: &str) -> bool {
    let may_have = ["1,2", "1\t2", "1;2"]
        .iter()
        .any(|numbers| text.contains(numbers));
    may_have && {
        let names = cells(text, separator(text.as_bytes()));
        let (numbers, names): (Vec<_>, Vec<_>) = names
            .iter()
            .partition(|name| !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit()));
        let is_known = |name: &&Cow<'_, str>| NameMeaning::of_name(name) != NameMeaning::Other;
        (1..).zip(&numbers).all(|(at, name)| name.parse() == Ok(at))
            && names.iter().any(is_known)
            && names
                .iter()
                .all(|name| game_string::is_frame(name.as_bytes()))
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

/// A line of names above the rows of a table.
#[derive(Debug)]
pub(super) struct TableHeader {
    line: Vec<u8>,
    separator: u8,
    names: Vec<String>,
    /// Whether it can stand before the first row; see [`is_header`].
    is_first: bool,
}

impl TableHeader {
    /// The header in a line.
    pub(super) fn of(line: &[u8]) -> Arc<TableHeader> {
        // Each row of a table has the same.
        thread_local! {
            static LAST: RefCell<Option<Arc<TableHeader>>> = const { RefCell::new(None) };
        }
        LAST.with_borrow_mut(|last| {
            if let Some(last) = last.as_ref().filter(|last| last.line == line) {
                return Arc::clone(last);
            }
            let separator = separator(line);
            let text = String::from_utf8_lossy(line);
            let names = cells(&text, separator).into_iter().map(Cow::into_owned);
            let header = Arc::new(TableHeader {
                line: line.to_vec(),
                separator,
                names: names.collect(),
                is_first: is_header(line.trim_ascii(), true),
            });
            *last = Some(Arc::clone(&header));
            header
        })
    }

    /// The same table with other names.
    pub(super) fn renamed(&self, names: &[String]) -> Arc<TableHeader> {
        let mut writer = csv::WriterBuilder::new();
        let mut writer = writer.delimiter(self.separator).from_writer(Vec::new());
        // Memory takes everything.
        let _ = writer.write_record(names);
        let line = writer.into_inner().unwrap_or_default();
        TableHeader::of(line.trim_ascii_end())
    }

    pub(super) fn line(&self) -> &[u8] {
        &self.line
    }

    pub(super) const fn separator(&self) -> u8 {
        self.separator
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) const fn is_first(&self) -> bool {
        self.is_first
    }
}

/// A row of a table: its cells under the names of their columns.
#[derive(Debug)]
pub(super) struct NamedRow<'a> {
    header: &'a TableHeader,
    cells: Vec<Cow<'a, str>>,
    /// The cell with the game.
    game: Option<usize>,
}

impl<'a> NamedRow<'a> {
    /// The row below a line of names.
    pub(super) fn new(header: &'a TableHeader, row: &'a str) -> NamedRow<'a> {
        let cells = cells(row, header.separator);
        let game = game_of(&header.names, &cells);
        NamedRow {
            header,
            cells,
            game,
        }
    }

    /// The name and the text of the cell with the game, if the row has a cell for each name.
    pub(super) fn game(&self) -> Option<Named<'_>> {
        let names = &self.header.names;
        let at = self.game.filter(|_| self.cells.len() == names.len())?;
        Some((&names[at], &self.cells[at]))
    }

    /// The names and cells.
    pub(super) fn members(&self) -> Vec<Named<'_>> {
        let pairs = self.header.names.iter().zip(&self.cells);
        pairs.map(|(name, cell)| (&**name, &**cell)).collect()
    }

    /// Adds the cells to a record, which has its game: as tags, and as the stated result. `range` is the row in the
    /// text of the record.
    ///
    /// If the row has more cells than there are names, nothing is added, because a name may belong to another cell.
    pub(super) fn read(&self, text: &str, range: Range<usize>, record: &mut Record) {
        if self.cells.len() > self.header.names.len() {
            return;
        }
        let (line, start) = (&text[range.clone()], range.start);
        let place = |at| {
            let place = places(line, self.header.separator).nth(at);
            place.map_or(Span::new(range.start, range.end), |place| {
                Span::new(start + place.start, start + place.end)
            })
        };
        let members = self.members();
        // A missing quote can also put other cells into that of the game.
        let has_game = |(_, cell): &Named<'_>| {
            memchr::memchr3(b';', b'/', b',', cell.as_bytes()).is_some()
                && game_string::cells(cell.as_bytes()).next().is_some()
        };
        let skipped =
            (0..members.len()).filter(|&at| self.game == Some(at) || has_game(&members[at]));
        beside::add(&members, &skipped.collect::<Vec<_>>(), place, record);
    }
}

/// The cell with the game of a row: a GameString, a list of moves, or a position.
fn game_of(names: &[String], row: &[Cow<'_, str>]) -> Option<usize> {
    let has_separator =
        |at: &usize| memchr::memchr3(b';', b'/', b',', row[*at].as_bytes()).is_some();
    let is_string = |at: &usize| {
        let cell = row[*at].as_bytes();
        game_string::is_game_string(cell)
            || game_string::may_be_game_string(cell)
                && game_string::strings(cell).any(|found| found.start == 0)
    };
    let is_game = |at: &usize| value::notation(&names[*at], &row[*at]).is_some();
    let is_state = |at: &usize| {
        let cell = row[*at].as_bytes();
        game_string::strings(cell).next().is_none()
            && game_string::cells(cell).any(|found| found.start == 0)
    };
    let all = || 0..row.len().min(names.len());
    let found = all().filter(has_separator).find(is_string);
    let found = found.or_else(|| all().find(is_game));
    found.or_else(|| all().filter(has_separator).find(is_state))
}
