//! Finds where one game ends and the next begins, without reading the games.
//!
//! It works on bytes, so that it can split text of any encoding and with any error.

mod paragraph;
mod tagged;
mod tree;

use std::borrow::Cow;
use std::ops::Range;

use super::read::data;
use super::{columns, game_string, json};
use crate::record::{Format, JsonDocument};

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
        Format::Bga | Format::PlayLog | Format::Pairs => paragraph::last_start(format, text)?,
        Format::UhpLog => last_session(text)?,
        Format::Embedded
        | Format::HivegameApi
        | Format::BgaLog
        | Format::Replay
        | Format::MoveArray
        | Format::AbstractPlay
        | Format::Analysis => last_end(format, text)?,
        Format::Data => return None,
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
pub fn games(format: Format, text: &[u8]) -> GameTexts<'_> {
    GameTexts {
        format,
        text,
        at: 0,
        is_part: false,
    }
}

/// The header of CSV in a text between games: the line that names the columns of the games after it. Before the first
/// game of a text, every line of names is a header.
///
/// The text of a game of CSV is its row, or two lines: the header and the row.
pub fn header(format: Format, between: &[u8], is_first: bool) -> Option<&[u8]> {
    if format != Format::Embedded {
        return None;
    }
    let lines = between.split(|&b| b == b'\n');
    let mut lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    lines.rfind(|line| !line.starts_with(b"#") && columns::is_header(line, is_first))
}

/// Whether a text is CSV with a header and without rows.
pub fn is_only_header(format: Format, text: &[u8]) -> bool {
    format == Format::Embedded && columns::is_alone(text, true)
}

/// The texts of games, one after the other, as a file has them. A header that equals the header before it is left out;
/// `last` is the last header so far. The games of data files become lines of JSON.
pub fn without_repeated_headers<'a>(
    format: Format,
    games: &'a str,
    last: &mut String,
) -> Cow<'a, str> {
    if format == Format::Data {
        return data::rows(games).into();
    }
    if format != Format::Embedded {
        return games.into();
    }
    let mut out = String::with_capacity(games.len());
    for line in games.split_inclusive('\n') {
        if columns::is_header(line.trim_ascii_end().as_bytes(), true) {
            if line == last {
                continue;
            }
            line.clone_into(last);
        }
        out.push_str(line);
    }
    out.into()
}

/// The iterator that [`games`] returns.
#[derive(Clone, Debug)]
pub struct GameTexts<'a> {
    format: Format,
    text: &'a [u8],
    at: usize,
    /// Whether more text follows.
    is_part: bool,
}

impl Iterator for GameTexts<'_> {
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
                Format::Bga | Format::PlayLog | Format::Pairs => paragraph::end(self.format, rest),
                Format::UhpLog => session_end(rest),
                Format::Embedded => row_or_game(rest, line_end(rest)),
                Format::HivegameApi
                | Format::BgaLog
                | Format::Replay
                | Format::MoveArray
                | Format::AbstractPlay
                | Format::Analysis => complete_end(self.format, rest).unwrap_or(rest.len()),
                Format::Data => rest.len(),
            };
            self.at = start + length;
            let game = rest[..length].trim_ascii_end();
            if !game.is_empty() {
                return Some(start..start + game.len());
            }
        }
    }
}

impl GameTexts<'_> {
    /// The length of a line of comment. A lone carriage return ends a line of a game tree.
    fn comment_end(&self, text: &[u8]) -> usize {
        if self.format.ends_lines_with_returns() {
            return memchr::memchr2(b'\n', b'\r', text).map_or(text.len(), |i| i + 1);
        }
        line_end(text)
    }

    /// Whether a blank may be the empty first cell of a row.
    fn is_empty_cell(&self, blank: u8) -> bool {
        blank == b'\t' && self.format == Format::Embedded
    }

    /// Skips blanks and lines of comment.
    fn skip_blanks(&mut self) {
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b'#' => self.at += self.comment_end(&self.text[self.at..]),
                // Concatenated files have byte order marks in the middle.
                0xef => match byte_order_mark(&self.text[self.at..]) {
                    0 => return,
                    mark => self.at += mark,
                },
                b if b.is_ascii_whitespace() && !self.is_empty_cell(*b) => self.at += 1,
                _ => match frame(self.format, &self.text[self.at..], self.is_part) {
                    0 => return,
                    length => self.at += length,
                },
            }
        }
    }
}

/// The length of what is around games and is not a game: brackets, commas and the answer of a site in JSON, a line of
/// names in CSV.
fn frame(format: Format, text: &[u8], is_part: bool) -> usize {
    if let Some(document) = format.json_document() {
        return json_frame(document, text, is_part);
    }
    let line = || &text[..line_end(text)];
    if format.has_asides() && matches!(text[0], b';' | b'/' | b'-' | b'w' | b'b') {
        let line = line();
        return if game_string::is_aside(line) {
            line.len()
        } else {
            0
        };
    }
    if format.has_other_lines() {
        let line = line();
        let is_frame = game_string::cells(line).next().is_none()
            && game_string::is_frame(line.trim_ascii_end());
        return if is_frame { line.len() } else { 0 };
    }
    0
}

/// The length of a bracket, a comma or the answer of a site around games in JSON.
fn json_frame(document: JsonDocument, text: &[u8], is_part: bool) -> usize {
    match text[0] {
        b']' if document.has_wrapper() => match json::wrapper_end(text) {
            // The rest of the text may complete it.
            (_, true) if is_part => 0,
            (length, _) => length,
        },
        b',' | b']' => 1,
        b'{' if document.has_wrapper() => json::wrapper(text).unwrap_or(0),
        b'[' if document.stands_in_arrays() => {
            // An array of games, or the moves of one.
            let next = text[1..].trim_ascii_start().first();
            usize::from(matches!(next, Some(b'{' | b'[' | b']')))
        }
        _ => 0,
    }
}

/// The length of the first game of a text in JSON, or of GameStrings in other text, if its end is in the text.
fn complete_end(format: Format, text: &[u8]) -> Option<usize> {
    if format == Format::Embedded {
        let row = line_end(text);
        let end = row_or_game(text, row);
        return (end < row || text[..row].ends_with(b"\n")).then_some(end);
    }
    if text[0] == b']' {
        // The end of an answer is cut off.
        return None;
    }
    if !matches!(text[0], b'{' | b'[') {
        // Not a game; the reader reports it.
        let end = memchr::memchr3(b'\n', b'{', b'[', text)?;
        return Some(end);
    }
    let mut end = json::value_end(text)?;
    if format == Format::BgaLog && json::is_notification(text) == Some(true) {
        // Notifications without an array around them, up to an empty line.
        loop {
            let rest = &text[end..];
            let next = rest
                .iter()
                .position(|b| !b.is_ascii_whitespace() && *b != b',')?;
            let feeds = rest[..next].iter().filter(|&&b| b == b'\n').count();
            if feeds > 1 || rest[next] != b'{' {
                break;
            }
            if !json::is_notification(&rest[next..])? {
                break;
            }
            end += next + json::value_end(&rest[next..])?;
        }
    }
    Some(end)
}

/// The length of a row with this end, or of its part before the second game.
fn row_or_game(text: &[u8], row: usize) -> usize {
    let next = game_string::cells(&text[..row]).nth(1);
    next.map_or(row, |next| next.start)
}

/// The end of the last game that is complete.
fn last_end(format: Format, text: &[u8]) -> Option<usize> {
    let mut games = games(format, text);
    games.is_part = true;
    let mut end = None;
    loop {
        games.skip_blanks();
        let rest = text.get(games.at..).filter(|rest| !rest.is_empty());
        match rest.and_then(|rest| complete_end(format, rest)) {
            Some(length) => {
                games.at += length;
                end = Some(games.at);
            }
            None => return end,
        }
    }
}

/// A line of a session with an engine, without a mark of who says it and blanks.
pub(super) fn command(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    let bare = line.strip_prefix(b">").or_else(|| line.strip_prefix(b"<"));
    bare.unwrap_or(line).trim_ascii_start()
}

/// Whether a line of a session begins a game.
pub(super) fn is_new_game(line: &[u8]) -> bool {
    command(line)
        .strip_prefix(b"newgame")
        .is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

/// The lines of a text with their offsets.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    text.split_inclusive(|&b| b == b'\n').map(move |line| {
        at += line.len();
        (at - line.len(), line)
    })
}

/// The length of the first game of a session, with the lines before it.
fn session_end(text: &[u8]) -> usize {
    let starts = lines(text).filter(|(_, line)| is_new_game(line));
    starts.map(|(start, _)| start).nth(1).unwrap_or(text.len())
}

/// The beginning of the last game of a session whose first line is complete.
fn last_session(buf: &[u8]) -> Option<usize> {
    let complete = lines(buf).filter(|(_, line)| line.ends_with(b"\n"));
    let starts = complete.filter(|(_, line)| is_new_game(line));
    starts.skip(1).map(|(start, _)| start).last()
}

/// A move as Boardspace shows it, without the dot of a piece on top of another: `BB2 WS1.`.
pub(super) fn without_dot(text: &str) -> &str {
    match text.strip_suffix('.') {
        Some(bare) if bare.ends_with(|c: char| c.is_ascii_alphanumeric()) => bare,
        _ => text,
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
