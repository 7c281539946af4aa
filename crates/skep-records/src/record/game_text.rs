//! The text of one game in a file.

use super::{Format, Record, Source};
use crate::diag::Diagnostic;
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
