//! Finds games inside data files and other texts: JSON in every shape, tables, dumps, Markdown, HTML, source code, logs
//! and mail.
//!
//! The structure of the text is read first; then each value is looked at by itself. See [`Finder`].

mod html;
mod json;
mod key_values;
mod labels;
mod links;
mod markup;
mod plies;
mod relaxed;
mod renames;
mod rows;
pub(super) mod scan;
mod sql;
mod text;
mod yaml;

use super::beside::{NameMeaning, meanings};
use super::columns::{NamedRow, TableHeader};
use super::read::data;
use crate::diag::Diagnostic;
use crate::record::Format;

pub use links::{Link, link_in};
pub use renames::{ParseRenamesError, Renames};

/// A game that was found in a text.
#[derive(Clone, Debug)]
pub struct GameInText {
    /// The notation of its text.
    pub format: Format,
    /// Its text. It may not be UTF-8 if the text around it is not.
    pub text: Vec<u8>,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The column in which it begins, in characters from 1.
    pub column: u64,
    /// What was left out around it.
    pub findings: Vec<Diagnostic>,
}

/// Finds the games of a text piece by piece.
///
/// # Examples
/// ```
/// use skep_records::notation::find::Finder;
///
/// let text = br#"[{"white": "Ann", "uhp": "Base;InProgress;White[2];wS1;bS1 wS1-"}]"#;
/// let mut games = Vec::new();
/// let mut finder = Finder::new(text);
/// finder.feed(text, true, &mut games);
/// assert_eq!((games.len(), games[0].line, games[0].column), (1, 1, 26));
/// ```
#[derive(Debug)]
pub struct Finder {
    container: FinderStructure,
    place: FinderPlace,
    growing: GrowingGames,
}

/// Games of which each is the beginning of the next, as logs have them.
#[derive(Debug, Default)]
struct GrowingGames {
    /// The moves of the last game, with a semicolon before them.
    last: Vec<u8>,
    beginnings: u64,
}

impl GrowingGames {
    fn add(&mut self, games: &[GameInText]) {
        for game in games {
            let string = game
                .text
                .split(|b| matches!(b, b'"' | b'\n'))
                .find(|part| !part.is_empty());
            let string = string.unwrap_or_default();
            let moves = memchr::memchr_iter(b';', string)
                .nth(2)
                .map_or(&b""[..], |at| &string[at..]);
            let is_beginning = self.last.len() > 1
                && moves
                    .strip_prefix(&*self.last)
                    .is_some_and(|rest| rest.starts_with(b";"));
            self.beginnings += u64::from(is_beginning);
            self.last.clear();
            self.last.extend_from_slice(moves);
        }
    }

    fn note(&self) -> Option<String> {
        let games = match self.beginnings {
            0 => return None,
            1 => "1 game is the beginning".to_owned(),
            count => format!("{count} games are the beginnings"),
        };
        Some(format!("{games} of the game after it"))
    }
}

#[derive(Debug)]
enum FinderStructure {
    Json(Box<json::JsonScanner>),
    Text(Box<text::TextScanner>),
}

/// The names beside a game in a table or an object, and what each becomes.
pub fn columns(format: Format, text: &str) -> Vec<(String, String)> {
    let names: Vec<(String, bool)> = match format {
        Format::Data => data::names(text),
        Format::Embedded => {
            let (line, row) = text.split_once('\n').unwrap_or_default();
            let header = TableHeader::of(line.trim_end().as_bytes());
            let row = NamedRow::new(&header, row);
            let game = row.game().map(|(name, _)| name);
            let names = header.names().iter().filter(|_| !line.is_empty());
            // A list of moves has a name that says so.
            let holds_game =
                |name: &str| Some(name) == game && NameMeaning::of_name(name) == NameMeaning::Other;
            names.map(|name| (name.clone(), holds_game(name))).collect()
        }
        _ => Vec::new(),
    };
    let moves = if format == Format::Data {
        data::columns_of_moves(text)
    } else {
        Vec::new()
    };
    let fields = meanings(names.iter().map(|(name, _)| &**name));
    // If several columns have the moves, no column has the game.
    let named = names.into_iter().zip(fields);
    let named = named.filter(|((_, is_game), _)| !is_game || moves.is_empty());
    let becoming = named.map(|((name, is_game), field)| {
        let is_string = is_game && field != NameMeaning::Moves;
        let field = if is_string { NameMeaning::Game } else { field };
        (name, field.becomes())
    });
    becoming.chain(moves.iter().cloned()).collect()
}

/// Whether the games of a text of this notation, which begins with `head`, are found with a [`Finder`]: the text is a
/// data file, or of no notation of its own.
pub fn is_for(format: Option<Format>, head: &[u8]) -> bool {
    let is_object = || {
        let text = head.trim_ascii_start();
        let inside = text
            .strip_prefix(b"[")
            .map_or(text, <[u8]>::trim_ascii_start);
        inside.starts_with(b"{").then_some(inside)
    };
    match format {
        None | Some(Format::Embedded | Format::Data) => true,
        // Objects of programs, with something beside the moves.
        Some(Format::MoveArray) => is_object().is_some(),
        Some(Format::Jsonl) => is_object().is_some_and(|object| !json::is_record(object)),
        Some(Format::Replay) => is_object().is_some_and(json::is_row),
        Some(_) => false,
    }
}

/// Whether a text is at least four moves with only blanks between them: `wS1 bS1 wS1- wQ -wS1 bQ bS1-`.
pub fn is_spaced(text: &str) -> bool {
    rows::spaced("", text).is_some()
}

/// Finds the games of a table, whose rows come one after another.
#[derive(Debug, Default)]
pub struct TableFinder(plies::PlyTable);

impl TableFinder {
    /// Adds the games of a row: names of columns, and the text of each cell. The row is a line of its own.
    pub fn row(
        &mut self,
        names: &[String],
        cells: &[impl AsRef<str>],
        line: u64,
        games: &mut Vec<GameInText>,
    ) {
        self.0.row(names, cells, |_| (line, 1), games);
    }

    /// Ends the table, and adds the games whose plies have rows of their own.
    pub fn end(&mut self, games: &mut Vec<GameInText>) {
        self.0.end(&rows::Members::new(), games);
    }
}

/// What a text is if it is a record of another game in a notation that skep knows: what to say, and what to do.
pub fn foreign(format: Format, head: &[u8]) -> Option<(&'static str, &'static str)> {
    const HELP: &str = "skep reads records of Hive and Hex-It";
    match format {
        Format::Boardspace => {
            let has = |part: &[u8]| memchr::memmem::find(head, part).is_some();
            let is_of_go = has(b"GM[1]") && (has(b"SZ[") || has(b";B[")) && !has(b"SU[");
            is_of_go.then_some(("a game of Go in SGF", HELP))
        }
        Format::Pgn => {
            let lines = head.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
            let mut moves = lines.filter(|line| !line.is_empty() && !line.starts_with(b"["));
            let first = moves.next()?.strip_prefix(b"1.")?.trim_ascii_start();
            let word = first.split(u8::is_ascii_whitespace).next()?;
            match word.strip_prefix(b"N").unwrap_or(word) {
                [b'a'..=b'h', b'1'..=b'8', ..] => Some(("a game of chess in PGN", HELP)),
                // 32-28, 9x13
                [b'0'..=b'9', rest @ ..] => {
                    let between = rest.iter().find(|b| !b.is_ascii_digit());
                    matches!(between, Some(b'-' | b'x'))
                        .then_some(("a game of draughts in PGN", HELP))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// The longest part of a text that is kept, in bytes, while the end of a value is not known.
const LONGEST: usize = crate::notation::write::MAX_GAME_BYTES;

/// How much more text may be read beyond a line, or again, without a game. It keeps the time for a text in proportion
/// to its length: brackets that are never closed begin on each line.
#[derive(Debug)]
struct ReadAhead(isize);

impl Default for ReadAhead {
    fn default() -> ReadAhead {
        ReadAhead(ReadAhead::MOST)
    }
}

impl ReadAhead {
    /// The most bytes.
    const MOST: isize = 8 << 20;

    /// How many more bytes may be read for each byte that is done with.
    const EACH: usize = 16;

    const fn is_over(&self) -> bool {
        self.0 < 0
    }

    fn spend(&mut self, bytes: usize) {
        self.0 = self.0.saturating_sub_unsigned(bytes);
    }

    fn earn(&mut self, bytes: usize) {
        let more = bytes.saturating_mul(ReadAhead::EACH);
        self.0 = self.0.saturating_add_unsigned(more).min(ReadAhead::MOST);
    }
}

/// Why a part of a text was not read.
#[derive(Debug)]
enum UnreadPart {
    /// It is something else.
    Other,
    /// The text ends before it.
    Cut,
}

/// A place in the text.
#[derive(Clone, Copy, Debug)]
struct FinderPlace {
    line: u64,
    /// The number of characters before it on its line.
    column: u64,
    /// The offset in the buffer up to which lines and characters are counted.
    at: usize,
}

impl FinderPlace {
    /// The first character.
    const fn start() -> FinderPlace {
        FinderPlace {
            line: 1,
            column: 0,
            at: 0,
        }
    }

    /// Goes on to an offset in the buffer. Returns the line and column there, from 1.
    fn advance(&mut self, buffer: &[u8], to: usize) -> (u64, u64) {
        if let Some(passed) = buffer.get(self.at..to) {
            let last = memchr::memrchr(b'\n', passed);
            if let Some(last) = last {
                self.line += memchr::memchr_iter(b'\n', &passed[..=last]).count() as u64;
                self.column = 0;
            }
            let rest = &passed[last.map_or(0, |last| last + 1)..];
            self.column += rest.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u64;
            self.at = to;
        }
        (self.line, self.column + 1)
    }

    /// Forgets the first bytes of the buffer.
    fn drop(&mut self, buffer: &[u8], length: usize) {
        self.advance(buffer, length);
        self.at -= length;
    }
}

impl Finder {
    /// A finder for a text that begins with `head`.
    pub fn new(head: &[u8]) -> Finder {
        let container = if json::is_json(head) {
            FinderStructure::Json(Box::default())
        } else {
            FinderStructure::Text(Box::new(text::TextScanner::new(head)))
        };
        Finder {
            container,
            place: FinderPlace::start(),
            growing: GrowingGames::default(),
        }
    }

    /// Begins at another place than the first line and column. `column` is the number of characters before it.
    #[must_use]
    pub fn from_place(mut self, line: u64, column: u64) -> Finder {
        (self.place.line, self.place.column) = (line, column);
        self
    }

    /// Reads names of members and columns by their meanings.
    #[must_use]
    pub fn with_names(mut self, names: &Renames) -> Finder {
        match &mut self.container {
            FinderStructure::Json(scanner) => scanner.renames = names.clone(),
            FinderStructure::Text(scanner) => scanner.rename(names),
        }
        self
    }

    /// Looks at `buffer`, which begins where the last call ended, and adds the games that are complete. Returns the
    /// number of bytes that are done with: the next buffer begins after them. With `is_last`, no more text follows.
    ///
    /// A buffer of the same bytes and more brings the rest. While nothing is done with, the buffer has to grow; it is
    /// never needed longer than a few MiB.
    pub fn feed(&mut self, buffer: &[u8], is_last: bool, games: &mut Vec<GameInText>) -> usize {
        let before = games.len();
        let done = match &mut self.container {
            FinderStructure::Json(scanner) => scanner.feed(buffer, is_last, &mut self.place, games),
            FinderStructure::Text(scanner) => scanner.feed(buffer, is_last, &mut self.place, games),
        };
        self.place.drop(buffer, done);
        self.growing.add(&games[before..]);
        done
    }

    /// What the text looks like if no game was found in it, and what to do.
    pub fn verdict(&self) -> Option<(&'static str, &'static str)> {
        match &self.container {
            FinderStructure::Json(scanner) => scanner.verdict(),
            FinderStructure::Text(scanner) => scanner.verdict(),
        }
    }

    /// Notes about the whole text, such as links that name only the number of a game.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = match &self.container {
            FinderStructure::Json(scanner) => scanner.notes(),
            FinderStructure::Text(scanner) => scanner.notes(),
        };
        notes.extend(self.growing.note());
        notes
    }
}
