//! Tables of AsciiDoc, reStructuredText, MediaWiki and LaTeX: the names of the columns, and the cells of each row.
//!
//! Tables with bars, as in Markdown and Org, are read by the scanner of text.

use super::plies::PlyTable;
use super::renames::Renames;
use super::rows::{self, Members};
use super::{FinderPlace, GameInText};
use crate::notation::beside::NameMeaning;

/// How a table is written.
#[derive(Clone, Debug, PartialEq, Eq)]
enum MarkupStyle {
    /// AsciiDoc: `|===` around cells that begin with a bar, in one line or in several.
    Bars,
    /// The directive `list-table` of reStructuredText: `* -` begins a row, and `-` a cell.
    Bullets,
    /// reStructuredText: cells below each other, with lines of `=` above and below. Where each column begins.
    Columns(Vec<usize>),
    /// MediaWiki: `{|` begins, `|-` stands between rows, `!` before names, and `|` before cells.
    Wiki,
    /// LaTeX: `&` between cells, and two backslashes after a row.
    Ampersands,
}

/// A table whose rows are being read.
#[derive(Debug)]
pub(super) struct MarkupTable {
    style: MarkupStyle,
    /// The names of the columns. Empty until they are read.
    names: Vec<String>,
    has_names: bool,
    plies: PlyTable,
    /// The cells of the row so far, and where it begins.
    cells: Vec<String>,
    place: (u64, u64),
    /// Where this line begins.
    here: (u64, u64),
}

/// What a line is to a table.
pub(super) enum MarkupLine {
    /// It belongs to the table, and what it has is taken.
    Taken,
    /// It belongs to the table, but a game in it is not in a cell of its own.
    Row,
    /// It is the last line of the table.
    Last,
    /// It does not belong to the table, which ended before.
    After,
}

/// The most columns of a table.
const MOST_COLUMNS: usize = 100;

/// The most bytes of a cell that goes over several lines.
const LONGEST_CELL: usize = 1 << 16;

impl MarkupTable {
    /// The table that begins on a line. The names of a table of LaTeX stand there.
    pub(super) fn begins(line: &[u8], renames: &Renames) -> Option<MarkupTable> {
        let text = str::from_utf8(line).ok()?;
        let bare = text.trim();
        let style = if bare.starts_with("|===") {
            MarkupStyle::Bars
        } else if bare.starts_with("{|") {
            MarkupStyle::Wiki
        } else if bare.starts_with(".. list-table::") {
            MarkupStyle::Bullets
        } else if let Some(starts) = column_starts(text) {
            MarkupStyle::Columns(starts)
        } else {
            let cells = ampersands(bare)?;
            let is_known = |name: &&String| NameMeaning::of_name(name) != NameMeaning::Other;
            return (cells.iter().filter(is_known).count() > 1).then(|| MarkupTable {
                names: renames.all(&cells).unwrap_or(cells),
                has_names: true,
                ..MarkupTable::of_style(MarkupStyle::Ampersands)
            });
        };
        Some(MarkupTable::of_style(style))
    }

    fn of_style(style: MarkupStyle) -> MarkupTable {
        MarkupTable {
            style,
            names: Vec::new(),
            has_names: false,
            plies: PlyTable::default(),
            cells: Vec::new(),
            place: (1, 1),
            here: (1, 1),
        }
    }

    /// Reads a line of the table.
    pub(super) fn line(
        &mut self,
        line: &[u8],
        buffer: &[u8],
        start: usize,
        place: &mut FinderPlace,
        renames: &Renames,
        games: &mut Vec<GameInText>,
    ) -> MarkupLine {
        let text = String::from_utf8_lossy(line);
        let bare = text.trim();
        let blanks = line.len() - line.trim_ascii_start().len();
        self.here = place.advance(buffer, start + blanks);
        match &self.style {
            MarkupStyle::Bars => self.bars(bare, renames, games),
            MarkupStyle::Wiki => self.wiki(bare, renames, games),
            MarkupStyle::Bullets => self.bullets(&text, renames, games),
            MarkupStyle::Columns(starts) => {
                if column_starts(&text).is_some() {
                    // Below the names, or below the rows.
                    if self.has_names {
                        return MarkupLine::Last;
                    }
                    self.take_names(renames);
                    return MarkupLine::Taken;
                }
                // A ruler alone is no table, and a game above a second ruler is in none.
                let is_row = rows::has_game(&text) || text.contains("://");
                if !self.has_names && (is_row || self.cells.len() > MOST_COLUMNS) {
                    return MarkupLine::After;
                }
                let cells = sliced(&text, starts);
                self.row(cells, renames, games)
            }
            MarkupStyle::Ampersands => {
                if bare.starts_with("\\end{") {
                    return MarkupLine::Last;
                }
                match ampersands(bare) {
                    Some(cells) => self.row(cells, renames, games),
                    None => MarkupLine::Row,
                }
            }
        }
    }

    /// Whether an empty line ends the names. It ends no table of these.
    pub(super) fn empty_line(&mut self, renames: &Renames) {
        if self.style == MarkupStyle::Bars && !self.has_names && !self.cells.is_empty() {
            self.take_names(renames);
        }
    }

    fn bars(&mut self, bare: &str, renames: &Renames, games: &mut Vec<GameInText>) -> MarkupLine {
        if bare.starts_with("|===") {
            self.end_row(renames, games);
            return MarkupLine::Last;
        }
        // A style of the cell may stand before its bar.
        let marks = |c: char| c.is_ascii_digit() || ".+*<>^aehlmsd".contains(c);
        let Some(cells) = bare.trim_start_matches(marks).strip_prefix('|') else {
            // The last cell goes on.
            let fits = |cell: &&mut String| cell.len() + bare.len() < LONGEST_CELL;
            return match self.cells.last_mut().filter(fits) {
                Some(cell) => {
                    cell.push(' ');
                    cell.push_str(bare);
                    MarkupLine::Taken
                }
                None => MarkupLine::Row,
            };
        };
        if self.has_names && self.cells.len() >= self.names.len() {
            self.end_row(renames, games);
        }
        if self.cells.len() + cells.split('|').count() > MOST_COLUMNS {
            self.end_row(renames, games);
            return MarkupLine::After;
        }
        let is_first = self.cells.is_empty();
        self.push(cells.split('|').map(bare_cell));
        if !self.has_names && is_first && self.cells.len() > 1 {
            self.take_names(renames);
        } else if self.has_names && is_first && self.cells.len() == self.names.len() {
            // A row on one line.
            return self.end_line(renames, games);
        }
        MarkupLine::Taken
    }

    fn wiki(&mut self, bare: &str, renames: &Renames, games: &mut Vec<GameInText>) -> MarkupLine {
        if bare.starts_with("|}") || bare.starts_with("|-") {
            self.end_row(renames, games);
            return if bare.starts_with("|}") {
                MarkupLine::Last
            } else {
                MarkupLine::Taken
            };
        }
        if bare.starts_with("|+") {
            // The title.
            return MarkupLine::Row;
        }
        let between = if bare.starts_with('!') { "!!" } else { "||" };
        let cells = bare.strip_prefix(['|', '!']);
        let Some(cells) = cells.filter(|_| self.cells.len() < MOST_COLUMNS) else {
            return MarkupLine::Row;
        };
        // Attributes may stand before a cell: style="..." | text.
        let bare = |cell: &str| bare_cell(cell.rsplit_once(" | ").map_or(cell, |(_, text)| text));
        self.push(cells.split(between).map(bare));
        MarkupLine::Taken
    }

    fn bullets(
        &mut self,
        text: &str,
        renames: &Renames,
        games: &mut Vec<GameInText>,
    ) -> MarkupLine {
        let bare = text.trim();
        if !text.starts_with([' ', '\t']) {
            self.end_row(renames, games);
            return MarkupLine::After;
        }
        let row = bare.strip_prefix("* -");
        if row.is_some() {
            self.end_row(renames, games);
        }
        match row.or(bare.strip_prefix("- ")) {
            Some(cell) if self.cells.len() < MOST_COLUMNS => {
                self.push([bare_cell(cell)].into_iter());
            }
            // An option of the directive.
            _ if bare.starts_with(':') || self.cells.is_empty() => {}
            _ => {
                let fits = |cell: &&mut String| cell.len() + bare.len() < LONGEST_CELL;
                if let Some(cell) = self.cells.last_mut().filter(fits) {
                    cell.push(' ');
                    cell.push_str(bare);
                }
            }
        }
        MarkupLine::Taken
    }

    /// Takes a row on one line.
    fn row(
        &mut self,
        cells: Vec<String>,
        renames: &Renames,
        games: &mut Vec<GameInText>,
    ) -> MarkupLine {
        self.push(cells.into_iter());
        if self.has_names || self.style == MarkupStyle::Ampersands {
            return self.end_line(renames, games);
        }
        MarkupLine::Taken
    }

    /// Adds cells to the row.
    fn push(&mut self, cells: impl Iterator<Item = String>) {
        if self.cells.is_empty() {
            self.place = self.here;
        }
        self.cells.extend(cells);
    }

    /// Takes the cells as the names of the columns. If one of them is a game, the columns have numbers.
    fn take_names(&mut self, renames: &Renames) {
        self.has_names = true;
        if self.cells.iter().any(|cell| rows::has_game(cell)) {
            self.names = (0..self.cells.len()).map(|at| at.to_string()).collect();
            return;
        }
        let names = std::mem::take(&mut self.cells);
        self.names = renames.all(&names).unwrap_or(names);
    }

    /// Ends the table.
    pub(super) fn end(&mut self, renames: &Renames, games: &mut Vec<GameInText>) {
        self.end_row(renames, games);
        self.plies.end(&Members::new(), games);
    }

    /// Ends a row, and adds its games. The first row has the names.
    fn end_row(&mut self, renames: &Renames, games: &mut Vec<GameInText>) {
        let place = self.place;
        if let Some(cells) = self.unread(renames, games) {
            rows::emit_prose(&cells, place, games);
        }
    }

    /// Ends a row on one line.
    fn end_line(&mut self, renames: &Renames, games: &mut Vec<GameInText>) -> MarkupLine {
        match self.unread(renames, games) {
            Some(_) => MarkupLine::Row,
            None => MarkupLine::Taken,
        }
    }

    /// Ends a row. Returns its cells if they are not those of a game.
    fn unread(&mut self, renames: &Renames, games: &mut Vec<GameInText>) -> Option<Vec<String>> {
        if self.cells.is_empty() {
            return None;
        }
        if !self.has_names {
            self.take_names(renames);
        }
        let cells = std::mem::take(&mut self.cells);
        let place = self.place;
        let is_row = cells.len() == self.names.len();
        let is_game = is_row && self.plies.row(&self.names, &cells, |_| place, games);
        (!is_game && !cells.is_empty()).then_some(cells)
    }
}

/// A cell without the marks of code and of bold text around it.
fn bare_cell(cell: &str) -> String {
    let marks = |c: char| c.is_whitespace() || matches!(c, '`' | '*');
    let mut cell = cell.trim_matches(marks);
    while let Some(inside) = tagged(cell) {
        cell = inside.trim_matches(marks);
    }
    // AsciiDoc: a text that is taken as it is.
    let literal = cell
        .strip_prefix('+')
        .and_then(|inside| inside.strip_suffix('+'));
    literal.unwrap_or(cell).trim_matches(marks).to_owned()
}

/// The text between two tags that begin and end a cell: `<code>wS1;bS1 wS1-</code>`.
fn tagged(cell: &str) -> Option<&str> {
    let (name, rest) = cell.strip_prefix('<')?.split_once('>')?;
    let (inside, end) = rest.strip_suffix('>')?.rsplit_once("</")?;
    // The address of a link stays.
    let is_pair = !rows::may_be_link(name)
        && end.eq_ignore_ascii_case(name.split(' ').next().unwrap_or_default());
    is_pair.then_some(inside)
}

/// Where the columns begin, in characters, if a line has only groups of equals signs.
fn column_starts(line: &str) -> Option<Vec<usize>> {
    let text = line.trim_end();
    if !text.starts_with("==") || text.bytes().any(|b| b != b'=' && b != b' ') {
        return None;
    }
    let is_start = |&at: &usize| {
        let bytes = text.as_bytes();
        bytes[at] == b'=' && (at == 0 || bytes[at - 1] == b' ')
    };
    let starts: Vec<usize> = (0..text.len()).filter(is_start).collect();
    (2..=MOST_COLUMNS).contains(&starts.len()).then_some(starts)
}

/// The cells of a row by where the columns begin. The last goes to the end of the line.
fn sliced(line: &str, starts: &[usize]) -> Vec<String> {
    let chars: Vec<char> = line.chars().collect();
    let ends = starts[1..].iter().copied().chain([chars.len()]);
    let cells = starts.iter().zip(ends).map(|(&start, end)| {
        let cell = chars.get(start..end.min(chars.len()));
        bare_cell(&cell.unwrap_or_default().iter().collect::<String>())
    });
    cells.collect()
}

/// The cells of a row of LaTeX, without its commands. `None` if the line is no row.
fn ampersands(bare: &str) -> Option<Vec<String>> {
    let (row, after) = bare.rsplit_once("\\\\")?;
    // A rule, a distance or a comment may follow.
    let is_end = after.is_empty() || after.trim_start().starts_with(['\\', '[', '%']);
    if !row.contains('&') || !is_end {
        return None;
    }
    // An ampersand of the text has a backslash before it.
    let marked = row.replace("\\&", "\u{1}");
    let cells = marked
        .split('&')
        .map(|cell| without_commands(&cell.replace('\u{1}', "&")));
    Some(cells.collect())
}

/// A cell of LaTeX as text: `\texttt{wS1 \textbackslash{}wQ}`.
fn without_commands(cell: &str) -> String {
    const NAMES: [&str; 9] = [
        "texttt",
        "textbf",
        "textit",
        "emph",
        "text",
        "code",
        "path",
        "detokenize",
        "seqsplit",
    ];
    let mut cell = cell.trim();
    for rule in ["\\hline", "\\midrule", "\\toprule"] {
        cell = cell.strip_prefix(rule).unwrap_or(cell).trim_start();
    }
    // \verb|text|, with any mark.
    if let Some(inside) = cell.strip_prefix("\\verb")
        && let Some(mark) = inside.chars().next()
        && let Some((text, _)) = inside[mark.len_utf8()..].split_once(mark)
    {
        return text.to_owned();
    }
    while let Some(inside) = NAMES.iter().find_map(|name| {
        let inside = cell.strip_prefix('\\')?.strip_prefix(name)?;
        inside.trim_start().strip_prefix('{')?.strip_suffix('}')
    }) {
        cell = inside.trim();
    }
    let text = cell.replace("\\textbackslash{}", "\\");
    let text = text.replace("\\textbackslash ", "\\").replace("\\_", "_");
    text.replace("\\#", "#")
        .replace("\\%", "%")
        .replace('~', " ")
}
