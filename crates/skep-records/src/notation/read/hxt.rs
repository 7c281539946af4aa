//! Hex-It records (`.hxt`): tags, numbered turns, comments, the result last.
//!
//! What the notation cannot hold is in comments in braces; see [`comment_commands`](crate::notation::comment_commands).

use nom::bytes::complete::take_till1;
use nom::character::complete::{char, space0};
use nom::combinator::recognize;
use nom::multi::many0_count;
use nom::sequence::delimited;
use nom::{IResult, Parser};

use super::comments::Comments;
use super::ending_words;
use crate::diag::{Code, Diagnostic, Span};
use crate::notation::moves::hexit::{
    HexItTurn, RELEASE_TAG, is_score, parse_result, parse_score, parse_turn,
};
use crate::record::{
    Format, GameKind, Note, NoteKind, PassPolicy, Ply, Record, StatedResult, Termination,
};
use skep_rules::game::Side;
use skep_rules::hexit::{Options, ReleaseChain, TileSet};

/// Longer games are cut off here, so that an endless game does not fill the memory.
const MOST_PLIES: usize = 100_000;

/// Reads one game. Nothing is lost: text that cannot be read becomes a finding in the record, and the turns before it
/// stay.
pub fn read(text: &str, record: &mut Record) {
    record.game = GameKind::HexIt;
    record.format = Format::Hxt;
    record.passes = PassPolicy::Written;
    let mut reader = HxtReader {
        text,
        at: if text.starts_with('\u{feff}') { 3 } else { 0 },
        record,
        comments: Comments::default(),
        stopped: false,
        numbering_reported: false,
        resigned: None,
        tag_result: None,
        termination_is_stated: false,
        last_result: None,
    };
    reader.run();
    reader.conclude();
}

/// The termination of a Hex-It record without a termination tag.
pub(in crate::notation) fn usual_termination(result: &str, resigned: bool) -> Termination {
    match result {
        _ if resigned => Termination::Resignation,
        "1-0" | "0-1" => Termination::Resignation,
        "1/2-1/2" | "½-½" => Termination::Agreement,
        _ if parse_score(result).is_some() => Termination::Board,
        _ => Termination::Unknown,
    }
}

struct HxtReader<'a, 'r> {
    text: &'a str,
    at: usize,
    record: &'r mut Record,
    comments: Comments,
    /// Set after a word that is not a turn. Later turns are not read.
    stopped: bool,
    numbering_reported: bool,
    resigned: Option<Side>,
    tag_result: Option<&'a str>,
    /// Whether a tag states how the game ended, even as unknown.
    termination_is_stated: bool,
    last_result: Option<&'a str>,
}

impl<'a> HxtReader<'a, '_> {
    fn run(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C => self.at += 1,
                b'[' => self.tag(),
                b'{' => self.comment(b'}'),
                b';' => self.comment(b'\n'),
                _ => self.word(),
            }
        }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn comment(&mut self, end: u8) {
        let start = self.at + 1;
        let bytes = &self.text.as_bytes()[start..];
        let found = memchr::memchr(end, bytes);
        if found.is_none() && end == b'}' {
            self.report(
                Code::Unclosed,
                "a comment is not closed",
                Span::new(self.at, self.text.len()),
            );
        }
        let len = found.unwrap_or(bytes.len());
        let comment = self.text.get(start..start + len).unwrap_or_default();
        if end == b'}' {
            self.comments.words(comment, self.record);
            self.at = (start + len + 1).min(self.text.len());
            return;
        }
        let comment = comment.trim();
        if !comment.is_empty() {
            self.note(NoteKind::Comment(comment.to_owned()));
        }
        self.at = (start + len + 1).min(self.text.len());
    }

    fn note(&mut self, kind: NoteKind) {
        let after = self.record.plies.len() as u32;
        self.record.notes.push(Note { after, kind });
    }

    fn report(&mut self, code: Code, message: impl Into<String>, span: Span) {
        self.record.report(Diagnostic::new(code, message).at(span));
    }

    fn tag(&mut self) {
        let rest = self.rest();
        if let Ok((after, (name, value))) = tag_pair(rest) {
            let len = rest.len() - after.len();
            let span = Span::new(self.at, self.at + len);
            self.at += len;
            self.set_tag(name, value, span);
            return;
        }
        let len = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        let span = Span::new(self.at, self.at + rest[..len].trim_end().len());
        self.report(
            Code::BadHeader,
            "not a tag: expected [Name \"value\"]",
            span,
        );
        self.at += len;
    }

    fn set_tag(&mut self, name: &'a str, raw: &'a str, span: Span) {
        let value = || unescape(raw);
        if name.eq_ignore_ascii_case("Game") {
            if !["hex-it", "hexit", "exxit"]
                .iter()
                .any(|known| known.eq_ignore_ascii_case(raw))
            {
                self.set_tiles(raw, span);
            }
        } else if name.eq_ignore_ascii_case("Tiles") {
            self.set_tiles(raw, span);
        } else if name.eq_ignore_ascii_case("Result") {
            self.tag_result = Some(raw);
            self.comments.set_result_stated();
        } else if name.eq_ignore_ascii_case("Termination") {
            match raw.parse() {
                Ok(termination) => {
                    self.record.stated.termination = termination;
                    self.termination_is_stated = true;
                }
                Err(_) => {
                    if let Some(termination) = ending_words::termination(raw) {
                        self.record.stated.termination = termination;
                        self.termination_is_stated = true;
                    }
                    self.record.tags.push(name, value());
                }
            }
        } else {
            if name.eq_ignore_ascii_case(RELEASE_TAG) && raw.parse::<ReleaseChain>().is_err() {
                let message = "the release chain must be `optional` or `forced`";
                self.report(Code::BadHeader, message, span);
            }
            if name.eq_ignore_ascii_case("TimeControl") {
                self.comments.set_time_control(raw);
            }
            self.record.tags.push(name, value());
        }
    }

    fn set_tiles(&mut self, value: &str, span: Span) {
        if let Ok(set) = value.parse::<TileSet>() {
            self.record.variant.clear();
            self.record.variant.push_str(set.as_str());
        } else {
            let message = "not a game of Hex-It: expected 39, 29 or 19 tiles";
            self.report(Code::BadHeader, message, span);
        }
    }

    // A hot spot: nom's `take_till` over characters is several times slower here than a search for the end in bytes.
    fn word(&mut self) {
        let rest = self.rest();
        let end = rest
            .bytes()
            .position(|b| b.is_ascii_whitespace() || matches!(b, b'{' | b';'));
        let word = &rest[..end.unwrap_or(rest.len())];
        let start = self.at;
        self.at += word.len();
        let first = rest.as_bytes()[0];
        // A result before a number: `12.5-17` begins like the number of a turn.
        if (first.is_ascii_digit() && !word.ends_with('.') || first >= 0x80 || word == "*")
            && let Some(result) = parse_result(word)
        {
            self.result(word, result, start);
            return;
        }
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 && word[digits..].starts_with('.') {
            let turn = word[digits..].trim_start_matches('.');
            self.number(&word[..digits], Span::new(start, start + digits));
            if !turn.is_empty() {
                self.turn(turn, start + word.len() - turn.len());
            }
            return;
        }
        self.turn(word, start);
    }

    fn result(&mut self, word: &'a str, result: StatedResult, start: usize) {
        self.last_result = Some(word);
        self.record.stated.result = result;
        let span = Span::new(start, start + word.len());
        self.check_resignation(result, span);
    }

    fn check_resignation(&mut self, result: StatedResult, span: Span) {
        if let Some(side) = self.resigned
            && result != StatedResult::win(!side)
        {
            let message = format!("{side} resigned, but the result is not a win for {}", !side);
            self.report(Code::ResultMismatch, message, span);
        }
    }

    fn number(&mut self, digits: &str, span: Span) {
        let expected = self.record.plies.len() / 2 + 1;
        if digits.parse() != Ok(expected) && !self.stopped && !self.numbering_reported {
            self.numbering_reported = true;
            let message = format!("turn number {digits}, expected {expected}");
            self.report(Code::HintMismatch, message, span);
        }
    }

    fn turn(&mut self, word: &str, start: usize) {
        if self.stopped {
            return;
        }
        let span = Span::new(start, start + word.len());
        if self.record.plies.len() >= MOST_PLIES {
            self.stopped = true;
            let message = format!("the game has more than {MOST_PLIES} turns");
            self.report(Code::TooLong, message, span);
            return;
        }
        let ended = self.last_result.is_some() || self.resigned.is_some();
        match parse_turn(word) {
            _ if ended => self.stop("a word after the end of the game", span),
            Some(HexItTurn::Played(written)) => {
                let token = written.token(&mut self.record.overflow);
                self.record.plies.push(Ply::new(token, span));
            }
            Some(HexItTurn::Resign) => {
                let side = Side::of_ply(self.record.plies.len() as u32);
                self.resigned = Some(side);
                self.note(NoteKind::Resign(side));
            }
            None => self.stop("not a turn of Hex-It", span),
        }
    }

    fn stop(&mut self, message: &str, span: Span) {
        self.stopped = true;
        let ply = self.record.plies.len() as u32 + 1;
        self.record
            .report(Diagnostic::new(Code::BadMove, message).at(span).on_ply(ply));
    }

    /// Sets the result from the last word, the tag and a resignation.
    fn conclude(mut self) {
        let mut shown = self.last_result.or(self.tag_result).unwrap_or_default();
        match (self.last_result, self.tag_result) {
            (Some(last), Some(tag)) => {
                let (last_is, tag_is) = (parse_result(last), parse_result(tag));
                let open = |r: Option<StatedResult>| !r.is_some_and(StatedResult::is_final);
                if open(last_is) && !open(tag_is) {
                    // A game that stopped on the board and was decided elsewhere.
                    self.record.stated.result = tag_is.unwrap_or_default();
                    shown = tag;
                } else if !open(tag_is)
                    && (last_is != tag_is || parse_score(last) != parse_score(tag))
                {
                    let span = Span::of(tag, self.text);
                    let message =
                        format!("the Result tag says {tag}, but the game ends with {last}");
                    self.report(Code::ResultMismatch, message, span);
                }
            }
            (None, Some(tag)) => match parse_result(tag) {
                Some(result) => {
                    self.record.stated.result = result;
                    self.check_resignation(result, Span::of(tag, self.text));
                }
                None if matches!(tag, "" | "?") => {}
                None => self.record.stated.text = Some(unescape(tag)),
            },
            (None, None) => {
                if let Some(side) = self.resigned {
                    self.record.stated.result = StatedResult::win(!side);
                }
            }
            (Some(_), None) => {}
        }
        if is_score(shown) {
            self.record.stated.text = Some(shown.to_owned());
        }
        if self.record.stated.termination == Termination::Unknown && !self.termination_is_stated {
            self.record.stated.termination = usual_termination(shown, self.resigned.is_some());
        }
        ending_words::settle(self.record);
        if self.record.variant.is_empty() {
            let standard = Options::default().tiles;
            self.record.variant.push_str(standard.as_str());
        }
    }
}

/// `[Name "value"]` on one line; the value with its escapes.
fn tag_pair(input: &str) -> IResult<&str, (&str, &str)> {
    let name = take_till1(|c: char| c.is_whitespace() || matches!(c, '"' | ']'));
    let plain = take_till1(|c| matches!(c, '"' | '\\' | '\n'));
    let escaped = recognize((char('\\'), nom::character::complete::none_of("\n")));
    let value = recognize(many0_count(nom::branch::alt((plain, escaped))));
    delimited(
        (char('['), space0),
        (
            name,
            delimited((space0, char('"')), value, (char('"'), space0)),
        ),
        char(']'),
    )
    .parse(input)
}

/// Removes the backslash before quotes and backslashes.
fn unescape(raw: &str) -> String {
    let mut value = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some('"' | '\\')) => value.extend(chars.next()),
            _ => value.push(c),
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(text: &str) -> Record {
        let mut record = Record::default();
        read(text, &mut record);
        record
    }

    fn codes(text: &str) -> Vec<Code> {
        record(text).diagnostics.iter().map(|d| d.code).collect()
    }

    #[test]
    fn every_text_is_read_without_panic() {
        let text = "\u{feff}[Game \"Exxit\"]\r\n[White \"A \\\"B\\\\\"]\n1. N14 M13 {é} 2.N13-M13 *L12+L13 ; x\n12½-17";
        let r = record(text);
        assert!(r.diagnostics.is_empty(), "{:?}", r.diagnostics);
        assert_eq!(r.tags.get("white"), Some("A \"B\\"));
        assert_eq!((r.plies.len(), r.notes.len()), (4, 2));
        assert_eq!(r.stated.text.as_deref(), Some("12½-17"));
        assert_eq!(r.stated.termination, Termination::Board);
        for (i, _) in text.char_indices() {
            record(&text[i..]);
            record(&text[..i]);
        }
    }

    #[test]
    fn findings_name_what_is_wrong() {
        use Code::*;
        for (text, expected) in [
            ("[Tiles \"40\"] *", vec![BadHeader]),
            ("[Game \"Chess\"] *", vec![BadHeader]),
            ("[White A]\n1. N14 *", vec![BadHeader]),
            ("1. N14 (M13) N13 *", vec![BadMove]),
            ("1. N14 * M13", vec![BadMove]),
            ("1. N14 {open", vec![Unclosed]),
            ("2. N14 M13 3. M14 *", vec![HintMismatch]),
            ("1. N14 resign 0-1", vec![ResultMismatch]),
            ("[Result \"1-0\"] 1. N14 0-1", vec![ResultMismatch]),
            ("[Result \"18-12\"] 1. N14 17-12", vec![ResultMismatch]),
            ("[ReleaseChain \"yes\"] *", vec![BadHeader]),
            ("1.N14 1...M13 *", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(codes(text), expected, "{text}");
        }
        let r = record("1. N14 (M13) N13 0-1");
        assert_eq!(r.plies.len(), 1);
        assert_eq!(r.diagnostics[0].span, Some(Span::new(7, 12)));
        assert_eq!(r.stated.result, StatedResult::BlackWins);
    }

    #[test]
    fn a_game_without_end_is_cut() {
        let r = record(&"N14 ".repeat(MOST_PLIES + 5));
        assert_eq!(r.plies.len(), MOST_PLIES);
        let codes: Vec<Code> = r.diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(codes, [Code::TooLong]);
    }

    #[test]
    fn results_come_from_the_last_word_the_tag_or_a_resignation() {
        use StatedResult::*;
        for (text, result, termination) in [
            ("1. N14 1-0", WhiteWins, Termination::Resignation),
            ("1. N14 resign", WhiteWins, Termination::Resignation),
            ("1. N14 M13 resign 0-1", BlackWins, Termination::Resignation),
            ("[Result \"0-1\"] *", BlackWins, Termination::Resignation),
            ("[Result \"3-2.5\"]", WhiteWins, Termination::Board),
            ("1/2-1/2", Draw, Termination::Agreement),
            ("[Termination \"time\"] 1-0", WhiteWins, Termination::Time),
            ("[Result \"?\"] 1. N14", Unknown, Termination::Unknown),
            ("1. N14 *", InProgress, Termination::Unknown),
        ] {
            let stated = record(text).stated;
            assert_eq!(
                (stated.result, stated.termination),
                (result, termination),
                "{text}"
            );
        }
    }
}
