//! Byte offsets to lines and columns, for people.

use super::Span;

/// Turns byte offsets of one game's text into lines and columns, both from 1.
///
/// Built only when a finding is shown. Columns count characters, not bytes; LF and CRLF both end a line.
#[derive(Clone, Debug)]
pub struct LineIndex<'a> {
    text: &'a str,
    first_line: u64,
    first_column: u64,
    starts: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    /// An index of `text`, whose first line is line `first_line` of its file.
    pub fn new(text: &'a str, first_line: u64) -> Self {
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|i| i + 1));
        LineIndex {
            text,
            first_line,
            first_column: 1,
            starts,
        }
    }

    /// Sets the column of its file in which the text begins.
    #[must_use]
    pub fn from_column(mut self, first_column: u64) -> Self {
        self.first_column = first_column;
        self
    }

    /// Line and column of a byte offset.
    pub fn position(&self, offset: usize) -> (u64, u64) {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|&s| s <= offset) - 1;
        let head = &self.text.as_bytes()[self.starts[line]..offset];
        let first = if line == 0 { self.first_column } else { 1 };
        // Each character has one byte that does not continue another.
        let chars = head.iter().filter(|&&byte| byte & 0xC0 != 0x80);
        let column = first + chars.count() as u64;
        (self.first_line + line as u64, column)
    }

    /// The line that holds the start of `span`, without its end-of-line, and the byte offset at which it begins.
    pub fn line_of(&self, span: Span) -> (&'a str, usize) {
        let offset = (span.start as usize).min(self.text.len());
        let line = self.starts.partition_point(|&s| s <= offset) - 1;
        let start = self.starts[line];
        let end = self
            .starts
            .get(line + 1)
            .map_or(self.text.len(), |next| next - 1);
        (self.text[start..end].trim_end_matches('\r'), start)
    }
}
