//! Hive PGN as Mzinga, hivegame.com and the converters write it: tag pairs, then numbered plies.
//!
//! Only the order of the moves counts, not their numbers. What PGN cannot hold is in comments; see
//! [`comment_commands`](crate::notation::comment_commands).

mod start;
mod tag;

use super::comments::Comments;
use super::ending_words;
use super::game_type;
use super::lines::{OpenVariation, VariationLimit};
use super::list::push;
use super::remarks::{Remarks, bad_move, excerpt, next_ply};
use super::talk;
pub(in crate::notation) use start::START_TAGS;
use start::StartTags;

use crate::diag::{Code, Diagnostic, Span};
use crate::record::{Glyph, NoteKind, Ply, Record, StatedResult, Termination};
use skep_rules::hive::{Leniency, Place, Spelling, Written, venom};

/// The spellings of hivegame.com.
const USUAL: &[Leniency] = &[Leniency::Dot, Leniency::Blanks];

/// Tags that every file has, even if empty, besides `GameType` and `Result`.
pub(in crate::notation) const STANDARD_TAGS: [&str; 6] =
    ["Date", "Event", "Site", "Round", "White", "Black"];

/// Reads one game: its tags and its moves.
pub fn read(text: &str, record: &mut Record) {
    let mut reader = PgnReader {
        text,
        at: text.len() - text.trim_start_matches('\u{feff}').len(),
        remarks: Remarks::default(),
        numbers_remarked: false,
        comments: Comments::default(),
        closing: None,
        open: Vec::new(),
        limit: VariationLimit::default(),
        start: StartTags::default(),
    };
    while reader.token(record) || reader.leave_broken(record) {}
    reader.close(record);
}

struct PgnReader<'a> {
    text: &'a str,
    at: usize,
    remarks: Remarks,
    numbers_remarked: bool,
    comments: Comments,
    /// The result after the moves.
    closing: Option<StatedResult>,
    /// The variations that are being read.
    open: Vec<Nested>,
    limit: VariationLimit,
    start: StartTags,
}

/// A variation that is being read.
struct Nested {
    variation: OpenVariation,
    /// The places of its brackets.
    start: usize,
    end: usize,
    /// The result that was read before it. A result in a variation is not that of the game.
    closing: Option<StatedResult>,
}

impl<'a> PgnReader<'a> {
    /// Reads the next item. Returns false at the end of the readable text.
    fn token(&mut self, record: &mut Record) -> bool {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        let Some(&first) = bytes.get(self.at) else {
            return false;
        };
        if !first.is_ascii()
            && let Some(blank) = self.text[self.at..].chars().next()
            && Spelling::is_blank(blank)
        {
            self.at += blank.len_utf8();
            return true;
        }
        let is_turn = !matches!(first, b'[' | b'{' | b';' | b'%');
        if is_turn && !self.start.settle(record) {
            return false;
        }
        let rich = record.game.has_marks();
        match first {
            b'0'..=b'9' => self.number(rich, record),
            b'$' | b'H' | b'?' | b'w' | b'b' | b'p' if rich && self.rich_turn(record) => true,
            b'w' | b'b' | b'p' => self.turn(record),
            b'[' => self.tag(record),
            b'{' => self.comment(record),
            b';' | b'%' => {
                let line = self.rest_of_line();
                self.comments.words(&line[1..], record);
                self.at += line.len();
                true
            }
            b'(' => self.variation(record),
            b')' if !self.open.is_empty() => {
                self.at += 1;
                self.end_variation(record);
                true
            }
            b'.' => {
                self.at += 1;
                true
            }
            _ => self.glyph(record) || self.turn(record),
        }
    }

    /// Whether a byte that is not a blank ends a word.
    fn ends_word(&self, byte: u8) -> bool {
        matches!(byte, b'{' | b';' | b'(') || byte == b')' && !self.open.is_empty()
    }

    /// Whether a turn can stand before this text: a blank, a bracket or a glyph follows.
    fn ends_turn(&self, rest: &str) -> bool {
        self.ends_before(rest) || Glyph::prefix(rest).is_some()
    }

    /// Reads a glyph of the last turn, `!` or `$1`, if there is one.
    fn glyph(&mut self, record: &mut Record) -> bool {
        let Some((glyph, length)) = Glyph::prefix(&self.text[self.at..]) else {
            return false;
        };
        let span = Span::new(self.at, self.at + length);
        if let Some(glyph) = glyph
            && talk::glyph(record, glyph)
        {
            let what = "a second glyph that judges the turn; it replaces the first";
            self.remarks.header(record, what, span);
        }
        self.at += length;
        true
    }

    fn rest_of_line(&self) -> &'a str {
        let rest = &self.text[self.at..];
        &rest[..memchr::memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len())]
    }

    /// The characters up to a blank or the beginning of a comment.
    fn word(&self) -> &'a str {
        let rest = &self.text[self.at..];
        let end = rest
            .bytes()
            .position(|b| b.is_ascii_whitespace() || self.ends_word(b));
        &rest[..end.unwrap_or(rest.len())]
    }

    /// Whether a word ends before this text.
    fn ends_before(&self, rest: &str) -> bool {
        rest.chars().next().is_none_or(|c| {
            Spelling::is_blank(c) || u8::try_from(c).is_ok_and(|byte| self.ends_word(byte))
        })
    }

    /// A turn of two words that a line break separates: its text in one line, and the number of bytes that it takes
    /// here. `length` is that of the first word.
    fn broken(&self, length: usize) -> Option<(String, usize)> {
        let after = &self.text[self.at + length..];
        let rest = after.trim_start();
        let end = (rest.char_indices())
            .find(|(at, _)| self.ends_before(&rest[*at..]))
            .map_or(rest.len(), |(at, _)| at);
        let piece = &self.text[self.at..self.at + length];
        let is_break = after[..after.len() - rest.len()].contains(['\n', '\r']);
        (is_break && end > 0).then(|| {
            let text = format!("{piece} {}", &rest[..end]);
            (text, length + after.len() - rest.len() + end)
        })
    }

    /// Reads the number of a ply and the canonical turn after it, or a result such as `1-0`.
    fn number(&mut self, rich: bool, record: &mut Record) -> bool {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut end = start;
        let mut number: u32 = 0;
        while let Some(digit) = bytes.get(end).filter(|b| b.is_ascii_digit()) {
            number = number
                .saturating_mul(10)
                .saturating_add(u32::from(digit - b'0'));
            end += 1;
        }
        if !matches!(
            bytes.get(end),
            None | Some(b'.' | b' ' | b'\t' | b'\r' | b'\n')
        ) {
            return self.turn(record);
        }
        while bytes.get(end) == Some(&b'.') {
            end += 1;
        }
        self.at = end;
        let expected = next_ply(record);
        if number != expected && !self.numbers_remarked {
            self.numbers_remarked = true;
            let span = Span::new(start, end);
            let finding = if number == expected.div_ceil(2) {
                Diagnostic::new(
                    Code::LenientSpelling,
                    "the numbers count full turns instead of plies",
                )
            } else {
                Diagnostic::new(
                    Code::HintMismatch,
                    format!("ply {expected} has the number {number}"),
                )
            };
            record.report(finding.at(span).on_ply(expected));
        }
        if bytes.get(end) == Some(&b' ') && !rich {
            self.at += 1;
            while self.canonical_turn(record) && self.next_number(record) {}
        }
        true
    }

    /// Goes past the end of a line and the number of the next ply, if nothing else stands there.
    fn next_number(&mut self, record: &Record) -> bool {
        let [b'\n', line @ ..] = &self.text.as_bytes()[self.at..] else {
            return false;
        };
        let digits = line.iter().take(4).take_while(|b| b.is_ascii_digit());
        let (length, number) = digits.fold((0, 0), |(length, number), digit| {
            (length + 1, number * 10 + u32::from(digit - b'0'))
        });
        let is_next = number == next_ply(record) && matches!(line[length..], [b'.', b' ', ..]);
        if is_next {
            self.at += 1 + length + 2;
        }
        is_next
    }

    /// Reads a move that is canonical and alone on its line, as nearly every move is. Returns false if it is not.
    fn canonical_turn(&mut self, record: &mut Record) -> bool {
        let bytes = self.text.as_bytes();
        let Some((token, length)) = Written::canonical_token(&bytes[self.at..]) else {
            return false;
        };
        let end = self.at + length;
        let whole = match bytes.get(end) {
            None => true,
            // The place may stand on the next line.
            Some(b'\n' | b'\r') => record.plies.is_empty() || length > "pass".len(),
            Some(b' ') => !record.plies.is_empty(),
            Some(b'!' | b'?' | b'$') => true,
            Some(b')') => !self.open.is_empty(),
            _ => false,
        };
        if whole {
            record.plies.push(Ply::new(token, Span::new(self.at, end)));
            self.at = end;
        }
        whole
    }

    /// Reads a move, a result or a word of the players.
    fn turn(&mut self, record: &mut Record) -> bool {
        if self.canonical_turn(record) {
            return true;
        }
        let word = self.word();
        if self.result(word) || talk::word(word, record) {
            self.at += word.len();
            return true;
        }
        let line = self.rest_of_line();
        if let Some((rest, mut spelling)) = Spelling::prefix(line)
            && self.ends_turn(rest)
        {
            let mut length = line.len() - rest.len();
            if !record.plies.is_empty()
                && has_no_place(spelling.written)
                && let Some((text, whole)) = self.broken(length)
                && let Some(joined) = Spelling::parse(&text)
            {
                spelling = joined;
                length = whole;
            }
            if record.plies.is_empty()
                && let Written::Put { piece, to } = spelling.written
                && matches!(to, Place::On(_))
                && is_target(self.word_after(length))
            {
                // `1. wL bL wL-`: the first move has no target, so the second word begins the second move.
                spelling.written = Written::Put {
                    piece,
                    to: Place::Unstated,
                };
                length = word.len();
            }
            let span = Span::new(self.at, self.at + length);
            if let Some(leniency) = spelling.leniency
                && !USUAL.contains(&leniency)
            {
                self.remarks.turn(record, leniency.as_str(), span);
            }
            push(record, spelling.written, span);
            self.at += length;
            return true;
        }
        let line = self.within_variation(line);
        let unread = line.split(['{', ';']).next().unwrap_or("").trim_ascii_end();
        bad_move(record, unread, Span::new(self.at, self.at + unread.len()));
        false
    }

    /// The part of a line, which begins here, before the bracket at the end of the innermost variation. A tag in a
    /// variation may have that bracket in its value; the line after it is then the rest.
    fn within_variation(&self, line: &'a str) -> &'a str {
        let room = (self.open.last()).and_then(|nested| (nested.end - 1).checked_sub(self.at));
        room.and_then(|room| line.get(..room)).unwrap_or(line)
    }

    /// Reads a move with the marks of Venom and the packs, if there is one.
    fn rich_turn(&mut self, record: &mut Record) -> bool {
        let line = self.rest_of_line();
        let Some((rest, written)) = venom::Written::prefix(line) else {
            return false;
        };
        let ends = self.ends_turn(rest);
        if ends {
            let mut written = written;
            let mut length = line.len() - rest.len();
            let lacks_place =
                |turn: &venom::Written| turn.0.len() == 1 && turn.0[0].to == Place::Unstated;
            if !record.plies.is_empty()
                && lacks_place(&written)
                && let Some((text, whole)) = self.broken(length)
                && let Some(("", joined)) = venom::Written::prefix(&text)
                && !lacks_place(&joined)
            {
                written = joined;
                length = whole;
            }
            let token = written.token(&mut record.overflow);
            let span = Span::new(self.at, self.at + length);
            record.plies.push(Ply::new(token, span));
            self.at += length;
        }
        ends
    }

    /// The word that follows on the line, `length` bytes from here.
    fn word_after(&self, length: usize) -> &'a str {
        let rest = &self.rest_of_line()[length..];
        rest.split_ascii_whitespace().next().unwrap_or("")
    }

    fn result(&mut self, word: &str) -> bool {
        match word.parse::<StatedResult>() {
            Ok(result) => self.closing = Some(result),
            Err(_) if word.eq_ignore_ascii_case("Adjudicated") => {
                self.closing = Some(StatedResult::Unknown);
            }
            Err(_) => return false,
        }
        true
    }

    fn tag(&mut self, record: &mut Record) -> bool {
        let rest = &self.text[self.at..];
        let start = self.at;
        match tag::pair(rest) {
            Some((left, name, value)) => {
                self.at = self.text.len() - left.len();
                let end = self.at;
                self.take_tag(name, &value, Span::new(start, end), record);
            }
            None => {
                let line = self.within_variation(self.rest_of_line());
                self.at += line.len();
                let line = line.trim_ascii_end();
                let span = Span::new(start, start + line.len());
                let code = if line.contains(']') {
                    Code::BadHeader
                } else {
                    Code::Unclosed
                };
                record.report(
                    Diagnostic::new(code, format!("`{}` is not a tag", excerpt(line)))
                        .at(span)
                        .help("a tag is a name and a value: [White \"Ann\"]"),
                );
            }
        }
        true
    }

    fn take_tag(&mut self, name: &str, value: &str, span: Span, record: &mut Record) {
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if self.start.take(name, value, span) {
            return;
        }
        if is("GameType") {
            if record.variant.is_empty() && !value.is_empty() {
                game_type::read(value, span, record, &mut self.remarks);
            }
        } else if is("Result") {
            if let Ok(result) = value.parse() {
                self.comments.set_result_stated();
                record.stated.result = result;
                record.stated_not_started = value.eq_ignore_ascii_case("NotStarted");
            } else if value.eq_ignore_ascii_case("Adjudicated") {
                record.stated.termination = Termination::Adjudication;
            } else if !value.is_empty() && value != "?" {
                let what = format!("unknown result `{}`", excerpt(value));
                self.remarks.header(record, &what, span);
                record.stated.text.get_or_insert_with(|| value.to_owned());
            }
        } else if is("SgfResult") {
            record.stated.text = Some(value.to_owned());
        } else if is("Termination")
            && let Ok(termination) = value.parse()
        {
            record.stated.termination = termination;
        } else if is("Termination")
            && let Some(termination) = ending_words::termination(value)
        {
            record.stated.termination = termination;
            record.tags.push(name, value);
        } else if !value.is_empty() || !STANDARD_TAGS.iter().any(|standard| is(standard)) {
            if is("TimeControl") {
                self.comments.set_time_control(value);
            }
            record.tags.push(name, value);
        }
    }

    fn comment(&mut self, record: &mut Record) -> bool {
        let start = self.at + 1;
        let rest = &self.text[start..];
        match memchr::memchr(b'}', rest.as_bytes()) {
            Some(length) => {
                self.comments.words(&rest[..length], record);
                self.at = start + length + 1;
                true
            }
            None => {
                record.report(
                    Diagnostic::new(Code::Unclosed, "a comment is not closed")
                        .at(Span::new(self.at, start))
                        .help("close it with }"),
                );
                self.comments.words(rest, record);
                self.at = self.text.len();
                false
            }
        }
    }

    /// Begins a variation: what stands in place of the last turn.
    fn variation(&mut self, record: &mut Record) -> bool {
        let start = self.at;
        let Some(end) = end_of_variation(self.text, start) else {
            record.report(
                Diagnostic::new(Code::Unclosed, "a variation is not closed")
                    .at(Span::new(start, start + 1)),
            );
            return false;
        };
        let parent = self.open.last().map(|nested| nested.variation.line);
        let first = parent.map_or(0, |line| record.variations[line].after as usize);
        if record.plies.len() <= first {
            // No turn stands before it.
            self.words_in_brackets(start, end, record);
            return true;
        }
        let added = record.add_variation(parent, record.plies.len() as u32 - 1);
        match self
            .limit
            .checked(added, Span::new(start, start + 1), record)
        {
            Some(line) => {
                self.open.push(Nested {
                    variation: OpenVariation::begin(line, record),
                    start,
                    end,
                    closing: self.closing,
                });
                self.at = start + 1;
            }
            None => self.at = end,
        }
        true
    }

    /// Continues the line that the innermost variation leaves. Words in brackets that begin with no turn are a comment.
    fn end_variation(&mut self, record: &mut Record) {
        let Some(nested) = self.open.pop() else {
            return;
        };
        self.closing = nested.closing;
        let line = nested.variation.line;
        nested.variation.end(record);
        if record.variations[line].plies.is_empty() {
            record.variations.truncate(line);
            let end = self.at.max(nested.end);
            self.words_in_brackets(nested.start, end, record);
        }
    }

    /// Leaves a variation that cannot be read to its end. Returns false if the game itself cannot be read to its end.
    fn leave_broken(&mut self, record: &mut Record) -> bool {
        let Some(nested) = self.open.last() else {
            return false;
        };
        self.at = self.at.max(nested.end);
        self.end_variation(record);
        true
    }

    /// Keeps words in brackets as a comment.
    fn words_in_brackets(&mut self, start: usize, end: usize, record: &mut Record) {
        self.at = end;
        let words = self.text[start..end].replace("\r\n", "\n");
        talk::note(record, record.plies.len() as u32, NoteKind::Comment(words));
    }

    /// Sets the result after everything is read.
    fn close(&mut self, record: &mut Record) {
        self.start.settle(record);
        self.close_with_last_line(record);
        ending_words::settle(record);
    }

    /// Sets the result from the line after the moves.
    fn close_with_last_line(&self, record: &mut Record) {
        let Some(closing) = self.closing else { return };
        let stated = record.stated.result;
        if stated == StatedResult::Unknown || (closing.is_final() && !stated.is_final()) {
            record.stated.result = closing;
        } else if closing != stated && closing.is_final() {
            record.report(Diagnostic::new(
                Code::HintMismatch,
                format!(
                    "the Result tag says {stated}, but the line after the moves says {closing}"
                ),
            ));
        }
    }
}

/// The end of the variation whose bracket opens at `start`.
fn end_of_variation(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    let mut at = start;
    loop {
        match *bytes.get(at)? {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b'{' => at += memchr::memchr(b'}', &bytes[at..])?,
            b';' => at += memchr::memchr(b'\n', &bytes[at..])?,
            b'%' if bytes[at - 1].is_ascii_whitespace() => {
                at += memchr::memchr(b'\n', &bytes[at..])?;
            }
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return Some(at);
        }
    }
}

/// Whether a turn names a piece and no place.
fn has_no_place(written: Written) -> bool {
    matches!(
        written,
        Written::Put {
            to: Place::Unstated,
            ..
        }
    )
}

/// Whether a word says where a piece goes.
fn is_target(word: &str) -> bool {
    !word.is_empty() && Spelling::parse(&format!("wQ {word}")).is_some()
}
