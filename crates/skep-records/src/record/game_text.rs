//! The text of one game in a file.

use super::{Format, Record, Source};
use crate::diag::Diagnostic;
use crate::notation::{detect, split};
use crate::read;

/// The text of one game, with its source.
#[derive(Clone, Copy, Debug)]
pub struct GameText<'a> {
    /// The file or entry.
    pub source: &'a Source,
    /// The number of the game in its file or entry, from 1.
    pub index: u64,
    /// The line of the file or entry, from 1, on which the text begins. If the text is a header and a row of CSV, this
    /// is the line before the row.
    pub line: u64,
    /// The column of that line, in characters from 1, in which the text begins.
    pub column: u64,
    /// The notation.
    pub format: Format,
    /// The text. In CSV, it can be two lines: the header, which names the columns, and the row.
    pub text: &'a str,
    /// Findings from unpacking and decoding the text.
    pub findings: &'a [Diagnostic],
}

impl<'a> GameText<'a> {
    /// The text of the only game of a source, without findings. Other places are set with the fields.
    ///
    /// ```
    /// use skep_records::{Format, GameText, Source};
    ///
    /// let source = Source::file("games.uhp".as_ref());
    /// let second = GameText { index: 2, line: 2, ..GameText::new(&source, Format::Uhp, "Base;wS1") };
    /// assert_eq!(second.read().plies.len(), 1);
    /// ```
    pub const fn new(source: &'a Source, format: Format, text: &'a str) -> GameText<'a> {
        GameText {
            source,
            index: 1,
            line: 1,
            column: 1,
            format,
            text,
            findings: &[],
        }
    }
}

impl GameText<'_> {
    /// Reads the game. Findings from unpacking and decoding come before those of the text.
    pub fn read(&self) -> Record {
        let mut record = Record::default();
        self.read_into(&mut record);
        record
    }

    /// As [`GameText::read`], into a record that is used again from game to game.
    pub fn read_into(&self, record: &mut Record) {
        read(self.format, self.text, record);
        let findings = self.findings.iter().cloned();
        record.diagnostics.splice(0..0, findings);
    }
}

/// A [`GameText`] that owns its data.
#[derive(Clone, Debug)]
pub struct OwnedGameText {
    source: Source,
    index: u64,
    line: u64,
    column: u64,
    format: Format,
    text: Box<str>,
    findings: Box<[Diagnostic]>,
}

impl From<&GameText<'_>> for OwnedGameText {
    fn from(game: &GameText<'_>) -> OwnedGameText {
        OwnedGameText {
            source: game.source.clone(),
            index: game.index,
            line: game.line,
            column: game.column,
            format: game.format,
            text: game.text.into(),
            findings: game.findings.into(),
        }
    }
}

impl OwnedGameText {
    /// Reads the game; see [`GameText::read`].
    pub fn read(&self) -> Record {
        self.borrowed().read()
    }

    /// Moves the text out, for example to a file, and leaves an empty one.
    pub fn take_text(&mut self) -> Box<str> {
        std::mem::take(&mut self.text)
    }

    /// The same text, borrowed.
    pub fn borrowed(&self) -> GameText<'_> {
        GameText {
            source: &self.source,
            index: self.index,
            line: self.line,
            column: self.column,
            format: self.format,
            text: &self.text,
            findings: &self.findings,
        }
    }
}

/// Each game of a text in any notation, with its notation and its place; nothing if the text is not a record. The
/// source of the games is called `text`.
///
/// The game of a row of CSV is the row with the header before it.
///
/// ```
/// use skep_records::{Format, games};
///
/// let text = "Base;InProgress;White[2];wS1;bS1 wS1-\n\nBase;wG1\n";
/// let found: Vec<_> = games(text).collect();
/// let second = found[1].borrowed();
/// assert_eq!((second.format, second.index, second.line), (Format::Uhp, 2, 3));
/// assert_eq!(second.read().plies.len(), 1);
/// assert_eq!(games("a letter to a friend").count(), 0);
/// ```
pub fn games(text: &str) -> impl Iterator<Item = OwnedGameText> {
    let bytes = text.as_bytes();
    let ranges = detect(bytes)
        .into_iter()
        .flat_map(move |format| split::games(format, bytes).map(move |range| (format, range)));
    let source = Source {
        path: "text".into(),
        entry: None,
    };
    let mut place = TextPlace {
        text,
        at: 0,
        line: 1,
        column: 1,
    };
    let mut end = 0;
    let mut header = None;
    ranges.zip(1..).map(move |((format, range), index)| {
        place.move_to(range.start);
        let own = split::header(format, &bytes[end..range.start], index == 1);
        header = own.map(String::from_utf8_lossy).or_else(|| header.take());
        end = range.end;
        let row = &text[range];
        // The row is the second line of its text.
        let with_header = header.as_ref().filter(|_| place.column == 1);
        OwnedGameText {
            source: source.clone(),
            index,
            line: place.line - u64::from(with_header.is_some()),
            column: place.column,
            format,
            text: match with_header {
                Some(header) => format!("{header}\n{row}").into(),
                None => row.into(),
            },
            findings: Box::default(),
        }
    })
}

/// A place in a text.
struct TextPlace<'t> {
    text: &'t str,
    at: usize,
    line: u64,
    column: u64,
}

impl TextPlace<'_> {
    fn move_to(&mut self, at: usize) {
        for c in self.text[self.at..at].chars() {
            (self.line, self.column) = match c {
                '\n' => (self.line + 1, 1),
                _ => (self.line, self.column + 1),
            };
        }
        self.at = at;
    }
}
