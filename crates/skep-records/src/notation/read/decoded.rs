//! Text without its escapes, and where each part of it was.

use crate::diag::Span;
use crate::notation::json::backslash;
use crate::notation::value::{is_unseen, may_have_odd_blanks};
use crate::record::Record;

/// A text without its escapes.
#[derive(Clone, Debug, Default)]
pub(in crate::notation) struct Decoded {
    /// The text.
    pub(in crate::notation) text: String,
    /// Offsets in the text, and the same places in the source.
    parts: Vec<(usize, usize)>,
}

impl Decoded {
    /// The content of a literal of JSON, quotes included, that begins at byte `at` of the source. `None` if an escape
    /// is invalid.
    pub(in crate::notation) fn literal(literal: &str, at: usize) -> Option<Decoded> {
        let inside = literal.strip_prefix('"')?.strip_suffix('"')?;
        let mut decoded = Decoded::of_length(inside.len());
        let (mut done, place) = (0, at + 1);
        while let Some(length) = backslash(&inside.as_bytes()[done..]) {
            let escape = done + length;
            let (c, length) = escaped(&inside[escape..])?;
            let is_same = usize::from(c == '\\');
            decoded.push(&inside[done..escape + is_same], place + done);
            if is_same == 0 {
                decoded.push(c.encode_utf8(&mut [0; 4]), place + escape);
            }
            done = escape + length;
        }
        decoded.push(&inside[done..], place + done);
        Some(decoded)
    }

    /// A GameString that begins at byte `at` of the source and in which backslashes may be doubled and slashes may have
    /// one.
    pub(super) fn doubled(written: &str, at: usize) -> Decoded {
        let mut decoded = Decoded::of_length(written.len());
        let bytes = written.as_bytes();
        let has = |escape: &[u8]| memchr::memmem::find(bytes, escape).is_some();
        let has_escapes = has(b"\\\\") || has(b"\\/");
        let (mut done, mut next) = (0, if has_escapes { 0 } else { bytes.len() });
        while let Some(length) = memchr::memchr(b'\\', &bytes[next..]) {
            let escape = next + length;
            next = escape + 1;
            if matches!(bytes.get(next), Some(b'\\' | b'/')) {
                decoded.push(&written[done..escape], at + done);
                decoded.push(&written[next..=next], at + next);
                next += 1;
                done = next;
            }
        }
        decoded.push(&written[done..], at + done);
        decoded
    }

    /// A text without the characters that have no width. `None` if it has none after its byte order mark.
    pub(super) fn seen(text: &str) -> Option<Decoded> {
        if !may_have_odd_blanks(text) || !text.trim_start_matches('\u{feff}').contains(is_unseen) {
            return None;
        }
        let mut decoded = Decoded::of_length(text.len());
        let mut at = 0;
        for part in text.split_inclusive(is_unseen) {
            decoded.push(part.trim_end_matches(is_unseen), at);
            at += part.len();
        }
        Some(decoded)
    }

    /// Room for a text.
    fn of_length(length: usize) -> Decoded {
        Decoded {
            text: String::with_capacity(length),
            // Some moves have a backslash.
            parts: Vec::with_capacity(length / 16),
        }
    }

    fn push(&mut self, text: &str, place: usize) {
        let length = self.text.len();
        let goes_on = self
            .parts
            .last()
            .is_some_and(|&(start, at)| at + (length - start) == place);
        if !goes_on {
            self.parts.push((length, place));
        }
        self.text.push_str(text);
    }

    /// The place in the source of a byte of the text.
    pub(super) fn source(&self, at: usize) -> usize {
        self.sources()(at)
    }

    /// The places in the source of bytes of the text, which are mostly asked for in order.
    pub(super) fn sources(&self) -> impl FnMut(usize) -> usize + '_ {
        let (mut part, mut range) = (0, 0..0);
        move |at| {
            if !range.contains(&at) {
                if at < range.start {
                    part = 0;
                }
                let begun = self.parts[part + 1..].iter();
                part += begun.take_while(|(offset, _)| *offset <= at).count();
                let next = self.parts.get(part + 1);
                range = self.parts[part].0..next.map_or(usize::MAX, |next| next.0);
            }
            self.parts[part].1 + at - range.start
        }
    }
}

/// The character of the escape of JSON that begins a text, and its length. `None` if it is invalid.
fn escaped(text: &str) -> Option<(char, usize)> {
    let c = match text.as_bytes().get(1)? {
        b'n' => '\n',
        b't' => '\t',
        b'r' => '\r',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'u' => {
            let code = |at: usize| u16::from_str_radix(text.get(at..at + 4)?, 16).ok();
            let first = code(2)?;
            if matches!(first, 0xd800..=0xdbff) && text[6..].starts_with("\\u") {
                let pair = [first, code(8)?];
                return Some((char::decode_utf16(pair).next()?.ok()?, 12));
            }
            return Some((char::from_u32(u32::from(first))?, 6));
        }
        b @ (b'"' | b'\\' | b'/') => char::from(*b),
        _ => return None,
    };
    Some((c, 2))
}

/// Reads a text into the record, and moves the places of its plies and findings with `source`.
pub(super) fn read_inside(
    record: &mut Record,
    read: impl FnOnce(&mut Record),
    mut source: impl FnMut(usize) -> usize,
) {
    let (plies, findings) = (record.plies.len(), record.diagnostics.len());
    read(record);
    let mut moved = |span: Span| Span::new(source(span.start as usize), source(span.end as usize));
    for finding in &mut record.diagnostics[findings..] {
        finding.span = finding.span.map(&mut moved);
    }
    for ply in &mut record.plies[plies..] {
        ply.span = moved(ply.span);
    }
}
