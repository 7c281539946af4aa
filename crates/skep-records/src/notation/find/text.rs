//! Games in text: tables, dumps, Markdown, HTML, source code, logs, mail and prose.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Arc;

use super::html;
use super::key_values::KeyValueStyle;
use super::links::Links;
use super::markup::{MarkupLine, MarkupTable};
use super::plies::PlyTable;
use super::renames::Renames;
use super::rows::{self, GameValue, Members};
use super::sql::{self, SqlTables};
use super::yaml::{self, YamlScanner};
use super::{FinderPlace, GameInText, LONGEST, ReadAhead, UnreadPart, json, relaxed, scan};
use crate::diag::{Code, Diagnostic};
use crate::notation::beside::NameMeaning;
use crate::notation::columns::{self, TableHeader};
use crate::notation::{detect, game_string, value};
use crate::record::{Format, Record};
use rustc_hash::FxHashSet;
use skep_rules::hive::{Spelling, Written};

/// How much text after a line is needed before the line is read, in bytes: a GameString can go on in the texts in
/// quotes on the next lines.
const LOOKAHEAD: usize = 8 << 10;

/// The longest statement of SQL without rows, and the longest row, in bytes.
const LONGEST_STATEMENT: usize = 1 << 20;

/// The longest line of names, in bytes. Each game of a table has a copy of it.
const LONGEST_HEADER: usize = 8 << 10;

/// A table whose rows are being read.
#[derive(Debug)]
enum OpenTable {
    /// CSV, below a line of names.
    Csv(Arc<TableHeader>),
    /// A dump of Postgres, up to `\.`.
    Copy(Vec<String>),
    /// The values of a statement of SQL, up to its end.
    Insert(Arc<[String]>),
    /// Rows with bars between cells, below names and a line of dashes.
    Ruled(Vec<String>),
    /// A table of AsciiDoc, reStructuredText or LaTeX.
    Markup(Box<MarkupTable>),
}

/// The scanner.
#[derive(Debug)]
pub(super) struct TextScanner {
    table: Option<OpenTable>,
    /// The rows of plies so far.
    plies: PlyTable,
    /// Whether the table had a game.
    has_games: bool,
    /// Whether a line of names was too long.
    has_long_header: bool,
    is_first: bool,
    /// Whether each line so far was a GameString or a comment.
    is_list: bool,
    /// Whether the lines are GameStrings with something around them.
    is_embedded: bool,
    /// What the text is if it has no game, and what to do.
    looks_like: Option<(&'static str, &'static str)>,
    yaml: Option<YamlScanner>,
    /// How the lines have names and values, if they are read as YAML but are not.
    style: Option<KeyValueStyle>,
    ahead: ReadAhead,
    /// Where braces are that are known to begin no object with a game, from the start of the text.
    unclosed: FxHashSet<usize>,
    /// The number of bytes before the buffer.
    base: usize,
    sql: SqlTables,
    pub(super) links: Links,
    renames: Renames,
}

/// A line of the buffer, without its end.
struct TextLine<'a> {
    buffer: &'a [u8],
    start: usize,
    end: usize,
    /// Where the next line begins.
    next: usize,
    is_last: bool,
}

impl<'a> TextLine<'a> {
    fn text(&self) -> &'a [u8] {
        &self.buffer[self.start..self.end]
    }

    /// The buffer up to the end of what a GameString of the line may go on to.
    fn lookahead(&self) -> &'a [u8] {
        &self.buffer[..self.buffer.len().min(self.next + LOOKAHEAD)]
    }
}

/// How far the reading of a line came.
enum LineStep {
    /// The next line begins here.
    To(usize),
    /// The line is of another kind.
    Other,
    /// More of the text is needed.
    More,
}

impl TextScanner {
    pub(super) fn new(head: &[u8]) -> TextScanner {
        let style = KeyValueStyle::of(head);
        TextScanner {
            table: None,
            plies: PlyTable::default(),
            has_games: false,
            has_long_header: false,
            is_first: true,
            is_list: is_list(head),
            is_embedded: detect(head) == Some(Format::Embedded),
            yaml: (style.is_some() || yaml::is_yaml(head)).then(YamlScanner::default),
            style,
            looks_like: looks_like(&head[..head.len().min(4096)]),
            ahead: ReadAhead::default(),
            unclosed: FxHashSet::default(),
            base: 0,
            sql: SqlTables::default(),
            links: Links::default(),
            renames: Renames::default(),
        }
    }

    /// Reads names by their meanings.
    pub(super) fn rename(&mut self, names: &Renames) {
        self.renames = names.clone();
        if let Some(yaml) = &mut self.yaml {
            yaml.renames = names.clone();
        }
    }

    pub(super) fn verdict(&self) -> Option<(&'static str, &'static str)> {
        if !self.links.is_empty() {
            return Some((
                "links to games, but no moves",
                "the link names a game on its site; download the record there",
            ));
        }
        match &self.table {
            Some(OpenTable::Csv(header)) if !self.has_games && is_of_games(header.names()) => {
                Some((
                    "a table of games without their moves",
                    "join it with the table of the moves, for instance with DuckDB: COPY (SELECT * FROM 'games.csv' JOIN \
                 'moves.csv' USING (game_id)) TO 'joined.csv'",
                ))
            }
            _ => self.looks_like,
        }
    }

    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = self.links.notes();
        if self.has_long_header {
            let size = LONGEST_HEADER >> 10;
            notes.push(format!(
                "a line of names is longer than {size} KiB; skep read its table without names"
            ));
        }
        notes
    }

    pub(super) fn feed(
        &mut self,
        buffer: &[u8],
        is_last: bool,
        place: &mut FinderPlace,
        games: &mut Vec<GameInText>,
    ) -> usize {
        let mut at = 0;
        let mut line_end = None;
        while at < buffer.len() {
            // A line of SQL has many rows.
            let known = line_end.filter(|&end| end >= at);
            let end = known.unwrap_or_else(|| {
                memchr::memchr(b'\n', &buffer[at..]).map_or(buffer.len(), |feed| at + feed)
            });
            line_end = Some(end);
            let feed = (end < buffer.len()).then_some(end);
            let (end, next) = match feed {
                Some(feed) => (feed, feed + 1),
                None if is_last || buffer.len() - at > LONGEST => (buffer.len(), buffer.len()),
                None => break,
            };
            if !is_last && buffer.len() - next < LOOKAHEAD && buffer.len() - at <= LONGEST {
                break;
            }
            let end = at
                + buffer[at..end]
                    .strip_suffix(b"\r")
                    .unwrap_or(&buffer[at..end])
                    .len();
            let line = TextLine {
                buffer,
                start: at,
                end,
                next,
                is_last: is_last || buffer.len() - at > LONGEST,
            };
            let after = match self.line(&line, place, games) {
                LineStep::To(next) => next.max(at + 1),
                LineStep::Other => line.next,
                LineStep::More => break,
            };
            self.ahead.earn(after - at);
            at = after;
        }
        self.base += at;
        let base = self.base;
        self.unclosed.retain(|&brace| brace >= base);
        if is_last && let Some(yaml) = &mut self.yaml {
            yaml.end(games);
        }
        if is_last && let Some(OpenTable::Markup(table)) = &mut self.table {
            table.end(&self.renames, games);
        }
        if is_last {
            self.plies.end(&Members::new(), games);
        }
        at
    }

    /// Reads what begins on a line.
    fn line(
        &mut self,
        line: &TextLine<'_>,
        place: &mut FinderPlace,
        games: &mut Vec<GameInText>,
    ) -> LineStep {
        let text = line.text();
        let bare = text.trim_ascii();
        if bare.is_empty() {
            self.empty_line(games);
            return LineStep::Other;
        }
        match self.table_row(line, place, games) {
            LineStep::Other => {}
            step => return step,
        }
        let is_comment = bare[0] == b'#' && !bare.starts_with(b"#define");
        if is_comment
            && (self.is_list || self.is_embedded || matches!(self.table, Some(OpenTable::Csv(..))))
        {
            return LineStep::Other;
        }
        let is_first = self.is_first && !is_comment;
        match bare[0] {
            b'C' | b'c' | b'I' | b'i' | b'R' | b'r' => match self.statement(line) {
                Ok(next) => return LineStep::To(next),
                Err(UnreadPart::Cut) if !line.is_last => return LineStep::More,
                Err(_) => {}
            },
            b'(' | b'[' => match record(line, &mut self.ahead, place, games) {
                LineStep::Other => {}
                step => return step,
            },
            _ => {}
        }
        match self.table_begins(line) {
            Some(true) => return LineStep::Other,
            Some(false) => {}
            None => return LineStep::More,
        }
        self.is_first &= is_comment;
        if self.names(line, is_first, place, games) || piped(line, place, games) {
            return LineStep::Other;
        }
        match self.object(line, place, games) {
            LineStep::Other => {}
            step => return step,
        }
        if self.is_embedded && embedded(line, place, games) {
            return LineStep::Other;
        }
        match self.html(line, place, games) {
            LineStep::Other => {}
            step => return step,
        }
        self.strings(line, place, games)
    }

    /// Takes an empty line.
    fn empty_line(&mut self, games: &mut Vec<GameInText>) {
        match &mut self.table {
            Some(OpenTable::Ruled(_)) => {
                self.table = None;
                self.plies.end(&Members::new(), games);
            }
            Some(OpenTable::Markup(table)) => table.empty_line(&self.renames),
            _ => {}
        }
        if let Some(yaml) = &mut self.yaml {
            yaml.empty_line();
        }
    }

    /// Whether a table of a language of documents begins on a line. `None` if more of the text is needed.
    fn table_begins(&mut self, line: &TextLine<'_>) -> Option<bool> {
        let text = line.text();
        let bare = text.trim_ascii();
        if let Some(names) = bare.strip_prefix(b":header:")
            && self.is_header(names.trim_ascii(), false)
        {
            // The directive `csv-table` of reStructuredText.
            self.table = Some(self.csv_header(names.trim_ascii()));
            return Some(true);
        }
        let may_be_markup = matches!(bare[0], b'|' | b'.' | b'=' | b'{')
            || memchr::memchr(b'&', bare).is_some()
                && memchr::memmem::find(bare, b"\\\\").is_some();
        if may_be_markup && let Some(table) = MarkupTable::begins(text, &self.renames) {
            self.table = Some(OpenTable::Markup(Box::new(table)));
            return Some(true);
        }
        if has_bar(text) {
            self.ruled_header(line)
        } else {
            Some(false)
        }
    }

    /// Takes a name and its value, or the names of a table of CSV.
    fn names(
        &mut self,
        line: &TextLine<'_>,
        is_first: bool,
        place: &mut FinderPlace,
        games: &mut Vec<GameInText>,
    ) -> bool {
        let text = line.text();
        if let Some(yaml) = &mut self.yaml
            && let Ok(text) = str::from_utf8(text)
        {
            let length = text.len();
            let at = |column: usize| place.advance(line.buffer, line.start + column.min(length));
            let text = self.style.map_or(text.into(), |style| style.line(text));
            return yaml.line(&text, at, games);
        }
        let is_header = self.is_header(text, is_first);
        if is_header {
            self.table = Some(self.csv_header(text));
            self.has_games = false;
        }
        is_header
    }

    /// Reads the table, the attributes or the scripts of HTML that begin on a line.
    fn html(
        &mut self,
        line: &TextLine<'_>,
        place: &mut FinderPlace,
        games: &mut Vec<GameInText>,
    ) -> LineStep {
        let text = line.text();
        if html::begins_table(text) && !self.ahead.is_over() {
            place.advance(line.buffer, line.start);
            // The table may have no games.
            let mut place = *place;
            let at = |at: usize| place.advance(line.buffer, line.start + at);
            let rest = &line.buffer[line.start..];
            match html::table(rest, line.is_last, at, &self.renames, games) {
                html::TableStep::To(end) => {
                    self.links_of(&rest[..end], &mut Vec::new());
                    return LineStep::To(line.start + end);
                }
                html::TableStep::More => return LineStep::More,
                html::TableStep::Other(length) => self.ahead.spend(length),
            }
        }
        if memchr::memmem::find(text, b"{&quot;").is_some() {
            let here = place.advance(line.buffer, line.start);
            if html::attributes(text, here, &self.renames, games) {
                return LineStep::To(line.next);
            }
        }
        if memchr::memmem::find(text, b"__RESOLVED_RESOURCES[").is_some() {
            resources(line, place, games);
        }
        LineStep::Other
    }

    /// Reads a row of the table.
    fn table_row(
        &mut self,
        line: &TextLine<'_>,
        place: &mut FinderPlace,
        games: &mut Vec<GameInText>,
    ) -> LineStep {
        let text = line.text();
        match &self.table {
            None => LineStep::Other,
            Some(OpenTable::Copy(_)) if text == b"\\." => {
                self.table = None;
                LineStep::To(line.next)
            }
            Some(OpenTable::Copy(names)) => {
                let ranges = ranges(text, b'\t');
                let cells = ranges.iter().map(|range| sql::copied(&text[range.clone()]));
                let cells: Vec<String> = cells.collect();
                let at = |cell: usize| place.advance(line.buffer, line.start + ranges[cell].start);
                self.plies.row(names, &cells, at, games);
                LineStep::To(line.next)
            }
            Some(OpenTable::Insert(names)) => {
                let names = Arc::clone(names);
                self.inserted(&names, line, place, games)
            }
            Some(OpenTable::Ruled(names)) => {
                if is_rule(text) {
                    return LineStep::To(line.next);
                }
                if !has_bar(text) {
                    self.table = None;
                    return LineStep::Other;
                }
                let (cells, starts) = barred(text);
                let mut at = |cell: usize| place.advance(line.buffer, line.start + starts[cell]);
                let has_game = match cells.len().cmp(&names.len()) {
                    Ordering::Equal => self.plies.row(names, &cells, at, games),
                    // The last cells may be empty.
                    Ordering::Less => self.plies.plies(names, &cells, || at(0), games),
                    Ordering::Greater => false,
                };
                if has_game {
                    LineStep::To(line.next)
                } else {
                    LineStep::Other
                }
            }
            Some(OpenTable::Csv(..)) => self.csv_row(line, place, games),
            Some(OpenTable::Markup(_)) => self.markup_line(line, place, games),
        }
    }

    /// Reads a line of a table of a language of documents.
    fn markup_line(
        &mut self,
        line: &TextLine<'_>,
        place: &mut FinderPlace,
        games: &mut Vec<GameInText>,
    ) -> LineStep {
        let Some(OpenTable::Markup(table)) = &mut self.table else {
            return LineStep::Other;
        };
        let (text, start) = (line.text(), line.start);
        match table.line(text, line.buffer, start, place, &self.renames, games) {
            MarkupLine::Taken => LineStep::To(line.next),
            MarkupLine::Row => LineStep::Other,
            MarkupLine::Last => {
                table.end(&self.renames, games);
                self.table = None;
                LineStep::To(line.next)
            }
            MarkupLine::After => {
                table.end(&self.renames, games);
                self.table = None;
                LineStep::Other
            }
        }
    }

    /// Whether a line has the names of a table.
    fn is_header(&mut self, line: &[u8], is_first: bool) -> bool {
        let is_header = columns::is_header(line, is_first);
        let is_long = line.len() > LONGEST_HEADER;
        self.has_long_header |= is_header && is_long;
        is_header && !is_long
    }

    /// The table below a line of names.
    fn csv_header(&self, line: &[u8]) -> OpenTable {
        let header = TableHeader::of(line);
        OpenTable::Csv(match self.renames.all(header.names()) {
            None => header,
            Some(names) => header.renamed(&names),
        })
    }

    fn csv_row(
        &mut self,
        line: &TextLine<'_>,
        place: &mut FinderPlace,
        games: &mut Vec<GameInText>,
    ) -> LineStep {
        let Some(OpenTable::Csv(header)) = &self.table else {
            return LineStep::Other;
        };
        let header = Arc::clone(header);
        let (separator, names) = (header.separator(), header.names());
        let text = line.text();
        if text.first() == Some(&b'#') {
            return LineStep::To(line.next);
        }
        if memchr::memchr(separator, text).is_none() && memchr::memchr(b'"', text).is_none() {
            return LineStep::Other;
        }
        let rest = &line.buffer[line.start..];
        let is_last = line.is_last || rest.len() >= LONGEST;
        let (end, next) = match row_end(rest, separator, is_last) {
            Some((end, next)) => (end, next),
            None if !is_last => return LineStep::More,
            None => (line.end - line.start, line.next - line.start),
        };
        let next = LineStep::To(line.start + next);
        let row = &rest[..end];
        let whole =
            str::from_utf8(row).map_or_else(|_| String::from_utf8_lossy(row), Cow::Borrowed);
        let cells = columns::cells(&whole, separator);
        let is_whole = cells.len() == names.len();
        let named = names.iter().zip(&cells).filter(|_| is_whole);
        let is_game =
            |(name, cell): &(&String, &Cow<'_, str>)| value::notation(name, cell).is_some();
        let found = named.filter(is_game).count();
        if found == 0 && self.is_header(row, false) {
            self.plies.end(&Members::new(), games);
            self.table = Some(self.csv_header(row));
            return next;
        }
        let unquoted = unquoted(&cells, names.len(), &whole, separator);
        let has_json = is_whole && cells.iter().any(|cell| json::is_json(cell.as_bytes()));
        let has_list = is_whole
            && cells
                .iter()
                .any(|cell| cell.starts_with("['") || rows::may_be_link(cell));
        let is_start = |(name, cell): (&String, &Cow<'_, str>)| rows::is_start(name, cell);
        let is_spaced = |cell: &Cow<'_, str>| {
            cell.starts_with(['w', 'W']) && value::spaced(cell, false).is_some()
        };
        let has_moves = is_whole
            && (found == 0 && cells.iter().any(is_spaced)
                || names.iter().zip(&cells).any(is_start));
        if unquoted.is_some() || has_json || has_list || has_moves || found > 1 {
            let cells = unquoted.as_ref().unwrap_or(&cells);
            let here = place.advance(line.buffer, line.start);
            let before = games.len();
            let is_row = rows::emit_row(names, cells, |_| here, games);
            if !is_row {
                for cell in cells.iter().filter(|cell| json::is_json(cell.as_bytes())) {
                    json::inner(cell, here, &self.renames, games);
                }
            }
            if games.len() > before {
                self.has_games = true;
                return next;
            }
        }
        if found == 0 && cells.len() <= names.len() {
            let before = games.len();
            let here = || place.advance(line.buffer, line.start);
            if self.plies.plies(names, &cells, here, games) {
                self.has_games |= games.len() > before;
                return next;
            }
        }
        let strings = || game_string::cells(row).filter(|cell| holds_moves(row, cell));
        let is_row = found > 0 || {
            let has_cell = strings().count();
            if !is_whole && has_cell != 1 {
                return LineStep::Other;
            }
            has_cell > 0 || columns::NamedRow::new(&header, &whole).game().is_some()
        };
        if !is_row && (!self.has_games || game_string::is_frame(row)) {
            // The table may have no games, and be another text.
            let has_game =
                scan::starts(row).any(|at| scan::game(row, at).is_some_and(|game| game.plies > 0));
            return if has_game { LineStep::Other } else { next };
        }
        self.has_games |= is_row;
        let mut text = Vec::with_capacity(header.line().len() + 1 + row.len());
        text.extend_from_slice(header.line());
        text.push(b'\n');
        text.extend_from_slice(row);
        let (row_line, _) = place.advance(line.buffer, line.start);
        games.push(GameInText {
            format: Format::Embedded,
            text,
            line: row_line - 1,
            column: 1,
            findings: Vec::new(),
        });
        next
    }

    /// Reads the beginning of a statement of SQL. Returns where the rest of the text begins.
    fn statement(&mut self, line: &TextLine<'_>) -> Result<usize, UnreadPart> {
        let text = line.text();
        if let Some(names) = sql::copy_names(text.trim_ascii()) {
            self.table = Some(OpenTable::Copy(self.renames.all(&names).unwrap_or(names)));
            return Ok(line.next);
        }
        let start = line.end - text.trim_ascii_start().len();
        let rest = &line.buffer[start..];
        let rest = &rest[..rest.len().min(LONGEST_STATEMENT)];
        if self.ahead.is_over() {
            return Err(UnreadPart::Other);
        }
        match self.sql.create(rest) {
            Ok(()) => return Ok(line.next),
            Err(UnreadPart::Cut) => {
                if line.is_last || rest.len() == LONGEST_STATEMENT {
                    self.ahead.spend(rest.len());
                    return Err(UnreadPart::Other);
                }
                return Err(UnreadPart::Cut);
            }
            Err(_) => {}
        }
        let insert = self.sql.insert(rest).inspect_err(|part| {
            // With more of the text, the statement is read again.
            if matches!(part, UnreadPart::Cut) && line.is_last {
                self.ahead.spend(rest.len().min(sql::LONGEST_HEAD));
            }
        })?;
        let rows = rest[insert.rows..].trim_ascii_start();
        if !rows.is_empty() && !rows.starts_with(b"(") {
            return Err(UnreadPart::Other);
        }
        let names = insert.names;
        let renamed = self.renames.all(&names).map(Arc::from);
        self.table = Some(OpenTable::Insert(renamed.unwrap_or(names)));
        Ok(start + insert.rows)
    }

    /// Reads the next row of a statement `INSERT`.
    fn inserted(
        &mut self,
        names: &[String],
        line: &TextLine<'_>,
        place: &mut FinderPlace,
        games: &mut Vec<GameInText>,
    ) -> LineStep {
        let is_between = |b: &u8| b.is_ascii_whitespace() || *b == b',';
        let rest = &line.buffer[line.start..];
        let start = line.start + rest.iter().take_while(|b| is_between(b)).count();
        let rest = &line.buffer[start..];
        if rest.is_empty() && !line.is_last {
            return LineStep::More;
        }
        match sql::row(&rest[..rest.len().min(LONGEST_STATEMENT)]) {
            Ok(row) => {
                let known: Vec<String>;
                let names = if names.len() == row.cells.len() {
                    names
                } else {
                    known = (0..row.cells.len()).map(|at| at.to_string()).collect();
                    &known
                };
                let at = |cell: usize| place.advance(line.buffer, start + row.places[cell].start);
                self.plies.row(names, &row.cells, at, games);
                LineStep::To(start + row.end)
            }
            Err(UnreadPart::Cut) if !line.is_last && rest.len() < LONGEST_STATEMENT => {
                LineStep::More
            }
            Err(_) => {
                self.table = None;
                LineStep::Other
            }
        }
    }

    /// Whether a line has the names of a table with bars: a line of dashes follows. `None` if that line is not there.
    fn ruled_header(&mut self, line: &TextLine<'_>) -> Option<bool> {
        let next = &line.buffer[line.next..];
        let end = memchr::memchr(b'\n', next);
        if end.is_none() && !line.is_last && next.len() < LONGEST {
            return None;
        }
        // Lines of dashes also stand between rows.
        let is_row = || str::from_utf8(line.text()).is_ok_and(rows::has_game);
        let is_header = is_rule(&next[..end.unwrap_or(next.len())]) && !is_row();
        if is_header {
            let (names, _) = barred(line.text());
            self.table = Some(OpenTable::Ruled(self.renames.all(&names).unwrap_or(names)));
        }
        Some(is_header)
    }

    /// Reads the object of a program that begins on a line, if it has games: JSON in a log, in a script or in a block
    /// of Markdown, and what JavaScript and Python write in its place.
    fn object(
        &mut self,
        line: &TextLine<'_>,
        place: &mut FinderPlace,
        games: &mut Vec<GameInText>,
    ) -> LineStep {
        let text = line.text();
        for start in relaxed::starts(text) {
            let from = self.base + line.start + start;
            if self.ahead.is_over() || self.unclosed.contains(&from) {
                continue;
            }
            let rest = &line.buffer[line.start + start..];
            let (json, length) = match relaxed::object(rest) {
                Ok(object) => object,
                Err(no_object) => {
                    if matches!(no_object.part, UnreadPart::Cut) && !line.is_last {
                        return LineStep::More;
                    }
                    self.ahead.spend(no_object.length);
                    let braces = no_object.open.iter().map(|at| from + at);
                    self.unclosed.extend(braces);
                    continue;
                }
            };
            let (number, column) = place.advance(line.buffer, line.start + start);
            let here = (number, column);
            if json::inner_row(&json, here, &self.renames, &mut self.plies, games) {
                return LineStep::To(line.start + start + length);
            }
            self.ahead.spend(length);
            // The line may be read again, with more text after it.
            self.unclosed.insert(from);
        }
        LineStep::Other
    }

    /// Finds the GameStrings and links that begin on a line.
    fn strings(
        &mut self,
        line: &TextLine<'_>,
        place: &mut FinderPlace,
        games: &mut Vec<GameInText>,
    ) -> LineStep {
        let text = line.text();
        let mut found: Vec<(Range<usize>, GameInText)> = Vec::new();
        if let Some((mail, next)) = mail_line(line).filter(|_| !self.ahead.is_over()) {
            let counted = self.links.clone();
            self.links_of(&mail, &mut found);
            if !found.is_empty() {
                let here = place.advance(line.buffer, line.start);
                games.extend(found.into_iter().map(|(_, mut game)| {
                    (game.line, game.column) = here;
                    game
                }));
                return LineStep::To(next);
            }
            // It only looks like a line of mail.
            self.ahead.spend(mail.len());
            self.links = counted;
        }
        let links = self.links_of(text, &mut found);
        let mut at = 0;
        let mut is_whole = false;
        for start in scan::starts(text) {
            let link = links.partition_point(|link| link.end <= start);
            if start < at || links.get(link).is_some_and(|link| link.contains(&start)) {
                continue;
            }
            let whole = line.lookahead();
            let Some(game) = scan::game(whole, line.start + start) else {
                continue;
            };
            at = game.end - line.start;
            let rest = text.get(at..).unwrap_or_default().trim_ascii_start();
            let before = text[..start].trim_ascii();
            is_whole = before.is_empty() && (rest.is_empty() || rest == b";" || is_comment(rest));
            if game.plies > 0 || is_whole && self.is_list {
                let raw = &whole[line.start + start..game.end];
                found.push((start..at, of_string(raw, game)));
            }
        }
        without_link_texts(text, &links, &mut found);
        if found.is_empty() && spaced_line(line, place, games) {
            return LineStep::To(line.next);
        }
        if found.is_empty() {
            self.is_list &= is_comment(text.trim_ascii());
            return LineStep::Other;
        }
        self.is_list &= is_whole;
        found.sort_by_key(|(range, _)| range.start);
        for (range, mut game) in found {
            (game.line, game.column) = place.advance(line.buffer, line.start + range.start);
            games.push(game);
        }
        LineStep::To(line.next.max(line.start + at))
    }

    /// Adds the games of the links in a line, and returns where all links are.
    fn links_of(
        &mut self,
        line: &[u8],
        found: &mut Vec<(Range<usize>, GameInText)>,
    ) -> Vec<Range<usize>> {
        let has = |mark: &[u8]| memchr::memmem::find(line, mark).is_some();
        if !has(b"://") && !has(b"uhp=") && !has(b"hivegame.com") && !has(b"http") {
            return Vec::new();
        }
        // Links are ASCII, and offsets must not change.
        let text: String = line
            .iter()
            .map(|&b| if b.is_ascii() { char::from(b) } else { '?' })
            .collect();
        let mut ranges = Vec::new();
        for (range, link) in self.links.take(&text) {
            ranges.push(range.clone());
            if let Some(game) = GameValue::of_link("moves", link, (0, 0)) {
                let mut games = Vec::new();
                rows::emit_alone(game, &mut games);
                found.extend(games.into_iter().map(|game| (range.clone(), game)));
            }
        }
        ranges
    }
}

/// Adds the game of a line that has moves with only blanks between them.
fn spaced_line(line: &TextLine<'_>, place: &mut FinderPlace, games: &mut Vec<GameInText>) -> bool {
    let bare = line.text().trim_ascii();
    let may_begin = matches!(bare.first(), Some(b'w' | b'W' | b'1'));
    let text = str::from_utf8(bare).ok().filter(|_| may_begin);
    let Some(json) = text.and_then(|text| rows::spaced("", text)) else {
        return false;
    };
    let here = place.advance(line.buffer, line.start);
    rows::emit_alone(GameValue::new("", json, here), games);
    true
}

/// The text of a line of mail with a link, without its encoding (quoted-printable), and where the next line begins: an
/// equals sign joins a line to the next.
fn mail_line(line: &TextLine<'_>) -> Option<(Vec<u8>, usize)> {
    let has = |mark: &[u8]| memchr::memmem::find(line.text(), mark).is_some();
    let is_encoded = has(b"=3D") || line.text().ends_with(b"=");
    if !is_encoded || !has(b"hivegame.com") && !has(b"/analysis") {
        return None;
    }
    let mut text = Vec::new();
    let mut at = line.start;
    while text.len() < LOOKAHEAD && at < line.buffer.len() {
        let rest = &line.buffer[at..];
        let feed = memchr::memchr(b'\n', rest).map_or(rest.len(), |feed| feed + 1);
        let part = rest[..feed].trim_ascii_end();
        at += feed;
        let goes_on = part.strip_suffix(b"=");
        text.extend_from_slice(goes_on.unwrap_or(part));
        if goes_on.is_none() {
            break;
        }
    }
    Some((unquoted_printable(&text), at))
}

/// A text with bytes written as `=3D`.
fn unquoted_printable(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| byte == b'=');
        let code = code.and_then(|code| u8::from_str_radix(str::from_utf8(code).ok()?, 16).ok());
        out.push(code.unwrap_or(byte));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    out
}

/// Whether the first line that is no comment is a GameString.
fn is_list(head: &[u8]) -> bool {
    let lines = head.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !line.is_empty() && !is_comment(line));
    lines
        .next()
        .is_none_or(|line| scan::starts(line).next() == Some(0))
}

/// What a text without games looks like, and what to do.
fn looks_like(head: &[u8]) -> Option<(&'static str, &'static str)> {
    let lower = head.to_ascii_lowercase();
    let has = |mark: &[u8]| memchr::memmem::find(&lower, mark).is_some();
    if has(b"<html") || has(b"<!doctype") {
        return Some((
            "a page of a site; no game is inside",
            "save the page of one game, or download its record",
        ));
    }
    if has(b"pbmserv") || has(b"gamerz.net") {
        return Some((
            "mail of the server pbmserv, whose columns change their names as the board grows",
            "enter the moves in a program that writes GameStrings, or as moves such as wA1 bQ-",
        ));
    }
    if has(b"content-transfer-encoding: base64") {
        return Some((
            "mail in base64, which skep does not decode",
            "save the message as text, or save the attached file",
        ));
    }
    if has_mzinga_cells(&lower) {
        return Some((
            "a board or history of Mzinga 0.9, with pieces on coordinates",
            "load it in that version of Mzinga and export it as PGN or a GameString",
        ));
    }
    has_pieces(head).then_some((
        "pieces of Hive, but no game that skep can read",
        "write the moves as wS1;bS1 wS1-, and name a column or member of them moves",
    ))
}

/// Whether names of columns are those of games: their numbers, and the players or the results.
fn is_of_games(names: &[String]) -> bool {
    let has = |wanted: &[NameMeaning]| {
        names
            .iter()
            .any(|name| wanted.contains(&NameMeaning::of_name(name)))
    };
    let tag = NameMeaning::Tag;
    has(&[tag("GameId")]) && has(&[tag("White"), tag("Black"), NameMeaning::Result])
}

/// Whether a text has many words that are pieces of both sides, with their numbers.
fn has_pieces(text: &[u8]) -> bool {
    const MANY: usize = 2;
    let words = text.split(|b| !b.is_ascii_alphanumeric());
    let pieces = words.filter(|word| matches!(word, [b'w' | b'b', b'A'..=b'Z', b'1'..=b'3']));
    let (mut white, mut black) = (0, 0);
    for piece in pieces {
        if piece[0] == b'w' {
            white += 1;
        } else {
            black += 1;
        }
    }
    white >= MANY && black >= MANY
}

/// Whether a text in lower case has two pieces with three coordinates, as Mzinga wrote them until 2019:
/// `WS1[0,0,0],BS1[1,-1,0]`.
fn has_mzinga_cells(lower: &[u8]) -> bool {
    let cells = memchr::memchr_iter(b'[', lower).filter(|&open| {
        let before = &lower[open.saturating_sub(3)..open];
        let name = before
            .iter()
            .position(|b| matches!(b, b'w' | b'b'))
            .map_or(&[][..], |start| &before[start..]);
        let spelling = str::from_utf8(name).ok().and_then(Spelling::parse);
        let is_piece =
            spelling.is_some_and(|spelling| matches!(spelling.written, Written::Put { .. }));
        let inside = lower[open + 1..].split(|&b| b == b']').next();
        let numbers = inside.unwrap_or_default().split(|&b| b == b',');
        let is_number = |number: &[u8]| {
            str::from_utf8(number.trim_ascii()).is_ok_and(|text| text.parse::<i16>().is_ok())
        };
        is_piece && numbers.clone().count() == 3 && numbers.clone().all(is_number)
    });
    cells.take(2).count() == 2
}

/// Removes the games in the words of links: `[wS1;bS1 wS1-](/analysis?uhp=...)`, `<a href="...">wS1;bS1 wS1-</a>`.
fn without_link_texts(
    line: &[u8],
    links: &[Range<usize>],
    found: &mut Vec<(Range<usize>, GameInText)>,
) {
    found.retain(|(text, _)| {
        // Another link does not stand between them.
        let next = links.partition_point(|link| link.start < text.end);
        let after = links.get(next).map(|link| text.end..link.start);
        let is_words_before = after.is_some_and(|after| {
            let bare = line[after.clone()].trim_ascii();
            after.len() < 8 && (bare.starts_with(b"](") || bare.starts_with(b"`]("))
        });
        let before = next.checked_sub(1).map(|link| links[link].end..text.start);
        let is_words_after = before
            .and_then(|before| line.get(before))
            .is_some_and(|before| {
                let tags = before
                    .strip_prefix(b"\"")
                    .or(before.strip_prefix(b"'"))
                    .unwrap_or(before);
                html::is_within_tags(tags)
            });
        !is_words_before && !is_words_after
    });
}

/// Whether a cell has a move, and more than the start of a game; or a state.
fn holds_moves(line: &[u8], cell: &game_string::GameStringCell) -> bool {
    let text = &line[cell.text.clone()];
    if game_string::is_game_string(text) {
        // Without moves, it is a game only as a value; in code and logs, it is the start of one.
        let is_value = !line[..cell.start].iter().any(|b| b"=:([{<>#".contains(b));
        return is_value
            || text
                .splitn(4, |&b| b == b';')
                .nth(3)
                .is_some_and(|moves| !moves.trim_ascii().is_empty());
    }
    game_string::may_be_game_string(text)
        || str::from_utf8(text).is_ok_and(skep_rules::state::is_state)
}

/// Adds the games of a line with GameStrings among separators, quotes and words of a log. A game extends
/// to the next one, or to the end of the line. Returns false if the line has no game.
fn embedded(line: &TextLine<'_>, place: &mut FinderPlace, games: &mut Vec<GameInText>) -> bool {
    let text = line.text();
    if memchr::memmem::find(text, b"uhp=").is_some() {
        // A link.
        return false;
    }
    let cells = game_string::cells(text).filter(|cell| holds_moves(text, cell));
    let starts: Vec<usize> = cells.map(|cell| cell.start).collect();
    if is_quoted(line, starts.len()) {
        return false;
    }
    for (i, _) in starts.iter().enumerate() {
        let from = if i == 0 { 0 } else { starts[i] };
        let to = starts.get(i + 1).copied().unwrap_or(text.len());
        let part = &text[from..to];
        let blank = if text.starts_with(b"\t") {
            0
        } else {
            part.len() - part.trim_ascii_start().len()
        };
        let (number, column) = place.advance(line.buffer, line.start + from + blank);
        games.push(GameInText {
            format: Format::Embedded,
            text: part[blank..].trim_ascii_end().to_vec(),
            line: number,
            column,
            findings: Vec::new(),
        });
    }
    !starts.is_empty()
}

/// Whether a GameString of a line is part of a text of another language, whose marks or words follow it, or goes on
/// below; or whether there are more than those that were found.
fn is_quoted(line: &TextLine<'_>, found: usize) -> bool {
    let text = line.text();
    let mut count = 0;
    scan::starts(text).any(|start| {
        let game = scan::game(line.lookahead(), line.start + start).filter(|game| game.plies > 0);
        game.is_some_and(|game| {
            let rest = line.buffer.get(game.end..line.end);
            let has_mark = rest.is_some_and(|rest| {
                let mark = rest.first().is_some_and(|b| b"'`)]}<>*_\\=~".contains(b));
                mark || begins_with_word(rest)
            });
            count += 1;
            count > found || rest.is_none() || has_mark || is_code(&text[..start])
        })
    })
}

/// Whether a blank and a word come first, which is no move.
fn begins_with_word(rest: &[u8]) -> bool {
    let after = rest.trim_ascii_start();
    let is_end = |b: &u8| !b.is_ascii_alphanumeric();
    let word = after.split(is_end).next().unwrap_or_default();
    after.len() < rest.len()
        && word.len() > 1
        && word.iter().all(u8::is_ascii_alphabetic)
        && !word.eq_ignore_ascii_case(b"pass")
}

/// Whether the text before a GameString is that of a program.
fn is_code(before: &[u8]) -> bool {
    let before = before.trim_ascii_end();
    let opens = before.strip_suffix(b"\"").or(before.strip_suffix(b"'"));
    opens.is_some_and(|before| {
        matches!(
            before.trim_ascii_end().last(),
            Some(b'=' | b'(' | b'[' | b'{')
        )
    })
}

/// A GameString in running text.
fn of_string(raw: &[u8], game: scan::ScannedGame) -> GameInText {
    let undoubled = String::from_utf8_lossy(raw).replace("\\\\", "\\");
    let findings = game.is_cut.then(|| {
        let message = "the GameString is cut off after these moves";
        Diagnostic::new(Code::LeftOut, message)
    });
    let is_plain = undoubled == game.text;
    let text = if is_plain {
        raw.to_vec()
    } else {
        let json = serde_json::to_string(&game.text).unwrap_or_default();
        let beside = crate::notation::read::data::Beside::default();
        beside.text(&json)
    };
    GameInText {
        format: if is_plain {
            Format::Embedded
        } else {
            Format::Data
        },
        text,
        line: 0,
        column: 0,
        findings: findings.into_iter().collect(),
    }
}

/// Whether a text is a comment of a file of GameStrings.
fn is_comment(text: &[u8]) -> bool {
    [&b"#"[..], b"//", b";", b"--"]
        .iter()
        .any(|mark| text.starts_with(mark))
}

/// Adds the game tree or the game with tags that begins on a line.
fn record(
    line: &TextLine<'_>,
    ahead: &mut ReadAhead,
    place: &mut FinderPlace,
    games: &mut Vec<GameInText>,
) -> LineStep {
    if ahead.is_over() {
        return LineStep::Other;
    }
    let bare = line.text().trim_ascii_start();
    let start = line.end - bare.len();
    let rest = &line.buffer[start..];
    let is_tree = rest.starts_with(b"(") && rest[1..].trim_ascii_start().starts_with(b";");
    let (length, format) = if is_tree {
        match tree_end(rest) {
            Some(length) => (length, Format::Boardspace),
            None if !line.is_last => return LineStep::More,
            None => (rest.len(), Format::Boardspace),
        }
    } else if is_tag(bare) {
        match tagged_end(rest) {
            Some(length) => (length, Format::Pgn),
            None if !line.is_last => return LineStep::More,
            None => (rest.len(), Format::Pgn),
        }
    } else {
        return LineStep::Other;
    };
    let text = &rest[..length];
    let format = if format == Format::Boardspace {
        format
    } else {
        detect(text).unwrap_or(format)
    };
    let is_game = match format {
        Format::Boardspace => value::is_hive_tree(text),
        Format::Pgn | Format::Hxt => {
            let record = Record::read(format, &String::from_utf8_lossy(text));
            !record.plies.is_empty() && record.syntax_error().is_none()
        }
        _ => false,
    };
    if !is_game {
        // To read tags takes longer than to pass over brackets.
        ahead.spend(if format == Format::Boardspace {
            length
        } else {
            4 * length
        });
        return LineStep::Other;
    }
    let (number, column) = place.advance(line.buffer, start);
    games.push(GameInText {
        format,
        text: text.to_vec(),
        line: number,
        column,
        findings: vec![Diagnostic::new(
            Code::LeftOut,
            "left out the text around this game",
        )],
    });
    let end = start + length;
    let feed = memchr::memchr(b'\n', &line.buffer[end..]);
    LineStep::To(feed.map_or(line.buffer.len(), |feed| end + feed + 1))
}

/// Whether a line is a tag: `[White "Ann"]`.
fn is_tag(line: &[u8]) -> bool {
    let Some(inside) = line.strip_prefix(b"[") else {
        return false;
    };
    let name = inside
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
        .count();
    name > 0 && inside[name..].starts_with(b" \"") && line.trim_ascii_end().ends_with(b"]")
}

/// The length of a game with tags in other text: tags, an empty line, and moves up to an empty line or the end of a
/// block.
fn tagged_end(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    let mut has_moves = false;
    while at < text.len() {
        let length = memchr::memchr(b'\n', &text[at..]).map(|feed| feed + 1);
        let line = text[at..at + length.unwrap_or(text.len() - at)].trim_ascii();
        let ends = line.starts_with(b"```") || has_moves && (line.is_empty() || is_tag(line));
        if ends {
            return Some(at);
        }
        has_moves |= !line.is_empty() && !is_tag(line);
        at += length?;
    }
    None
}

/// The length of a game tree, by its brackets. Text in square brackets has none.
fn tree_end(text: &[u8]) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        at += memchr::memchr3(b'(', b')', b'[', &text[at..])?;
        match text[at] {
            b'(' => depth += 1,
            b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => loop {
                at += 1 + memchr::memchr2(b']', b'\\', text.get(at + 1..)?)?;
                if text[at] == b']' {
                    break;
                }
                at += 1;
            },
        }
        at += 1;
    }
    None
}

/// Adds the game of a line such as `id|4|wL;bL wL-`.
fn piped(line: &TextLine<'_>, place: &mut FinderPlace, games: &mut Vec<GameInText>) -> bool {
    let text = line.text();
    let ranges = ranges(text, b'|');
    let [id, ply, moves] = &ranges[..] else {
        return false;
    };
    let cell = |range: &Range<usize>| {
        String::from_utf8_lossy(text[range.clone()].trim_ascii()).into_owned()
    };
    let cells = [cell(id), cell(ply), cell(moves)];
    let is_number = !cells[1].is_empty() && cells[1].bytes().all(|b| b.is_ascii_digit());
    let names = ["id", "ply", "moves"].map(str::to_owned);
    let at = |cell: usize| place.advance(line.buffer, line.start + ranges[cell].start);
    is_number && rows::emit_row(&names, &cells, at, games)
}

/// Adds the games of a saved page of hivegame.com: texts of JSON in a script.
fn resources(line: &TextLine<'_>, place: &mut FinderPlace, games: &mut Vec<GameInText>) {
    let text = line.text();
    for at in memchr::memmem::find_iter(text, b"__RESOLVED_RESOURCES[") {
        let rest = &text[at..];
        let Some(equals) = memchr::memchr(b'=', &rest[..rest.len().min(64)]) else {
            continue;
        };
        let start = equals
            + 1
            + rest[equals + 1..]
                .iter()
                .take_while(|b| b.is_ascii_whitespace())
                .count();
        if let Some((json, _)) = json::literal(&rest[start..]) {
            let here = place.advance(line.buffer, line.start + at + start);
            let before = games.len();
            json::inner(&json, here, &Renames::default(), games);
            for game in &mut games[before..] {
                json::add_page(game);
            }
        }
    }
}

/// Where the parts of a line between separators are.
fn ranges(line: &[u8], separator: u8) -> Vec<Range<usize>> {
    let mut start = 0;
    let ends = memchr::memchr_iter(separator, line).chain([line.len()]);
    let parts = ends.map(|end| {
        let part = start..end;
        start = end + 1;
        part
    });
    parts.collect()
}

/// The cells of a row in single quotes, without these. `None` if it has none.
fn unquoted<'a>(
    cells: &[Cow<'a, str>],
    columns: usize,
    row: &str,
    separator: u8,
) -> Option<Vec<Cow<'a, str>>> {
    let is_quoted =
        |cell: &Cow<'_, str>| cell.len() > 1 && cell.starts_with('\'') && cell.ends_with('\'');
    if cells.len() == columns {
        let strip = |cell: &Cow<'a, str>| {
            if is_quoted(cell) {
                cell.trim_matches('\'').replace("''", "'").into()
            } else {
                cell.clone()
            }
        };
        return cells
            .iter()
            .any(is_quoted)
            .then(|| cells.iter().map(strip).collect());
    }
    // A separator in quotes.
    let cells = row
        .contains('\'')
        .then(|| columns::cells_in(row, separator, b'\''))?;
    (cells.len() == columns).then(|| cells.into_iter().map(Cow::Owned).collect())
}

/// Whether a line has bars between cells.
fn has_bar(line: &[u8]) -> bool {
    memchr::memchr(b'|', line).is_some() || memchr::memmem::find(line, BOX_BAR).is_some()
}

/// The bar of tables that are drawn with lines.
const BOX_BAR: &[u8] = "│".as_bytes();

/// Whether a line of a table has only dashes and what crosses them.
fn is_rule(line: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(line) else {
        return false;
    };
    let text = text.trim();
    let is_dash = |c| matches!(c, '-' | '=' | '─' | '━' | '═');
    let crosses = |c| is_dash(c) || matches!(c, '|' | ':' | ' ' | '+' | '\u{2500}'..='\u{257f}');
    text.chars().any(is_dash)
        && text.chars().all(crosses)
        && text.chars().any(|c| !is_dash(c) && c != ' ')
}

/// The cells of a row with bars between them, and where each begins.
fn barred(line: &[u8]) -> (Vec<String>, Vec<usize>) {
    // Offsets must not change: a bar of a drawing is as long as three characters.
    let drawn = String::from_utf8_lossy(line).replace('│', "|  ");
    let line = if drawn.len() == line.len() {
        drawn.as_bytes()
    } else {
        line
    };
    let blank = line.len() - line.trim_ascii_start().len();
    let inside = line[blank..].trim_ascii_end();
    let opened = inside.strip_prefix(b"|");
    let from = blank + usize::from(opened.is_some());
    let inside = opened.unwrap_or(inside);
    let inside = inside.strip_suffix(b"|").unwrap_or(inside);
    let (mut cells, mut starts) = (Vec::new(), Vec::new());
    for range in ranges(inside, b'|') {
        let cell = String::from_utf8_lossy(&inside[range.clone()]);
        let marks = |c: char| c.is_whitespace() || c == '`';
        let left = cell.len() - cell.trim_start_matches(marks).len();
        let cell = cell.trim_matches(marks).trim_matches('*');
        // Org writes =code= and ~code~.
        let of_org = ['=', '~'].into_iter().find_map(|mark| {
            let inside = cell.strip_prefix(mark)?.strip_suffix(mark)?;
            (!inside.is_empty()).then_some(inside)
        });
        starts.push(from + range.start + left + usize::from(of_org.is_some()));
        let cell = of_org.unwrap_or(cell);
        cells.push(without_address(cell).to_owned());
    }
    (cells, starts)
}

/// The words of a cell that is a link of Markdown, unless the game is in its address.
fn without_address(cell: &str) -> &str {
    let words = cell
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(')')?.split_once("]("));
    match words {
        Some((words, address)) if !address.contains("uhp=") && !address.contains("](") => words,
        _ => cell,
    }
}

/// The end of a row of CSV, and where the next row begins. A line end in quotes belongs to its cell. `None` if the text
/// ends before the row.
fn row_end(text: &[u8], separator: u8, is_last: bool) -> Option<(usize, usize)> {
    let mut at = 0;
    loop {
        let blanks = text[at..].iter().take_while(|&&b| b == b' ').count();
        if text.get(at + blanks) == Some(&b'"') {
            match quoted_end(&text[at + blanks..], separator) {
                Ok(end) => at += blanks + end,
                Err(UnreadPart::Cut) if !is_last => return None,
                Err(_) => {}
            }
        }
        let found = memchr::memchr2(separator, b'\n', text.get(at..)?)?;
        at += found + 1;
        if text[at - 1] == b'\n' {
            let end = at - 1;
            let end = if text[..end].ends_with(b"\r") {
                end - 1
            } else {
                end
            };
            return Some((end, at));
        }
    }
}

/// The longest cell in quotes over several lines.
const LONGEST_CELL: usize = 64 << 10;

/// The length of a cell in quotes, if a separator or the end of a line follows.
fn quoted_end(text: &[u8], separator: u8) -> Result<usize, UnreadPart> {
    let is_longest = text.len() >= LONGEST_CELL;
    let text = &text[..text.len().min(LONGEST_CELL)];
    let ends_cell = |b: u8| b == separator || b == b'\n' || b == b'\r';
    let mut at = 1;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let Some(quote) = memchr::memchr(b'"', rest) else {
            return Err(if is_longest {
                UnreadPart::Other
            } else {
                UnreadPart::Cut
            });
        };
        at += quote + 1;
        let after = text[at..].iter().find(|&&b| b != b' ');
        match text.get(at) {
            Some(b'"') => at += 1,
            _ if after.is_none_or(|&b| ends_cell(b)) => return Ok(at),
            _ => return Err(UnreadPart::Other),
        }
    }
}
