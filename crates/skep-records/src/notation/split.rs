//! Finds where one game ends and the next begins, without reading the games.
//!
//! It works on bytes, so that it can split text of any encoding and with any error.

mod bracketed;
mod tagged;
mod tree;

use std::ops::Range;

use crate::record::Format;

/// The end of the last complete game in `buf`, the beginning of a text. The game after it may continue after the end of
/// `buf`. `None` if the first game may be incomplete.
///
/// `buf` begins where a game begins, or before it.
pub fn last_boundary(format: Format, buf: &[u8]) -> Option<usize> {
    let mark = byte_order_mark(buf);
    let text = &buf[mark..];
    let boundary = match format {
        Format::Uhp | Format::Moves | Format::Jsonl => memchr::memrchr(b'\n', text)? + 1,
        Format::Hivegame => last_history(text)?,
        Format::Boardspace => tree::last_start(text)?,
        Format::Pgn | Format::Hxt => tagged::last_start(text)?,
        Format::Bga => bracketed::last_start(text)?,
        // A file holds one game.
        Format::Analysis => return None,
    };
    (boundary > 0).then_some(mark + boundary)
}

/// The length of a byte order mark at the beginning of a text.
fn byte_order_mark(text: &[u8]) -> usize {
    if text.starts_with(b"\xef\xbb\xbf") {
        3
    } else {
        0
    }
}

/// The games in a text of complete games: the bytes of each game, without blanks around it.
///
/// Empty lines and lines of comment (`#`) between games are skipped.
pub fn games(format: Format, text: &[u8]) -> Games<'_> {
    Games {
        format,
        text,
        at: 0,
    }
}

/// The iterator that [`games`] returns.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    format: Format,
    text: &'a [u8],
    at: usize,
}

impl Iterator for Games<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            self.skip_blanks();
            let start = self.at;
            let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
            let length = match self.format {
                Format::Uhp | Format::Moves | Format::Jsonl => line_end(rest),
                Format::Hivegame => history_end(rest),
                Format::Boardspace => tree::end(rest),
                Format::Pgn | Format::Hxt => tagged::end(rest),
                Format::Bga => bracketed::end(rest),
                Format::Analysis => rest.len(),
            };
            self.at = start + length;
            let game = rest[..length].trim_ascii_end();
            if !game.is_empty() {
                return Some(start..start + game.len());
            }
        }
    }
}

impl Games<'_> {
    /// Skips blanks and lines of comment.
    fn skip_blanks(&mut self) {
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b'#' => self.at += line_end(&self.text[self.at..]),
                // Concatenated files have byte order marks in the middle.
                0xef => match byte_order_mark(&self.text[self.at..]) {
                    0 => return,
                    mark => self.at += mark,
                },
                b if b.is_ascii_whitespace() => self.at += 1,
                _ => return,
            }
        }
    }
}

/// The length of the first line, including its line end.
fn line_end(text: &[u8]) -> usize {
    memchr::memchr(b'\n', text).map_or(text.len(), |i| i + 1)
}

/// Whether a line continues the history before it: the control history begins with a number.
fn goes_on(line: &[u8]) -> bool {
    line.trim_ascii_start()
        .first()
        .is_some_and(u8::is_ascii_digit)
}

/// The length of a history and the control history on the lines after it.
fn history_end(text: &[u8]) -> usize {
    let mut end = line_end(text);
    while end < text.len() && goes_on(&text[end..end + line_end(&text[end..])]) {
        end += line_end(&text[end..]);
    }
    end
}

/// The beginning of the last line that is a history.
fn last_history(buf: &[u8]) -> Option<usize> {
    let mut end = buf.len();
    while let Some(feed) = memchr::memrchr(b'\n', &buf[..end]) {
        let line = buf[feed + 1..].trim_ascii_start();
        if !line.is_empty() && !goes_on(line) {
            return Some(feed + 1);
        }
        end = feed;
    }
    None
}
