//! Text without its escapes, and where each part of it was.

use std::cell::Cell;

use crate::diag::Span;
use crate::record::Record;

/// A text without its escapes.
#[derive(Clone, Debug, Default)]
pub(in crate::notation) struct Decoded {
    /// The text.
    pub(in crate::notation) text: String,
    /// Offsets in the text, and the same places in the source.
    parts: Vec<(usize, usize)>,
    /// The part of the last place that was asked for. The next one is mostly in it or in the next part.
    last: Cell<usize>,
}

impl Decoded {
    /// The content of a literal of JSON, quotes included, that begins at byte `at` of the source. `None` if an escape is
    /// invalid.
    pub(in crate::notation) fn literal(literal: &str, at: usize) -> Option<Decoded> {
        let inside = literal.strip_prefix('"')?.strip_suffix('"')?;
        let mut decoded = Decoded::of_length(inside.len());
        let (mut rest, mut place) = (inside, at + 1);
        while let Some(escape) = memchr::memchr(b'\\', rest.as_bytes()) {
            decoded.push(&rest[..escape], place);
            let mut length = 2;
            let c = match rest.as_bytes().get(escape + 1)? {
                b'n' => '\n',
                b't' => '\t',
                b'r' => '\r',
                b'b' => '\u{8}',
                b'f' => '\u{c}',
                b'u' => {
                    let code = |at: usize| u16::from_str_radix(rest.get(at..at + 4)?, 16).ok();
                    let first = code(escape + 2)?;
                    length = 6;
                    match first {
                        0xd800..=0xdbff if rest[escape + 6..].starts_with("\\u") => {
                            length = 12;
                            let pair = [first, code(escape + 8)?];
                            char::decode_utf16(pair).next()?.ok()?
                        }
                        _ => char::from_u32(u32::from(first))?,
                    }
                }
                b @ (b'"' | b'\\' | b'/') => char::from(*b),
                _ => return None,
            };
            decoded.push(c.encode_utf8(&mut [0; 4]), place + escape);
            place += escape + length;
            rest = &rest[escape + length..];
        }
        decoded.push(rest, place);
        Some(decoded)
    }

    /// A GameString that begins at byte `at` of the source and in which backslashes may be doubled and slashes may have
    /// one.
    pub(super) fn doubled(written: &str, at: usize) -> Decoded {
        let mut decoded = Decoded::of_length(written.len());
        let (mut rest, mut place) = (written, at);
        while let Some(escape) = memchr::memchr(b'\\', rest.as_bytes()) {
            let is_escape = matches!(rest.as_bytes().get(escape + 1), Some(b'\\' | b'/'));
            let kept = if is_escape { escape } else { escape + 1 };
            decoded.push(&rest[..kept], place);
            let skipped = escape + 1;
            place += skipped;
            rest = &rest[skipped..];
            if is_escape {
                decoded.push(&rest[..1], place);
                place += 1;
                rest = &rest[1..];
            }
        }
        decoded.push(rest, place);
        decoded
    }

    /// Room for a text.
    fn of_length(length: usize) -> Decoded {
        Decoded {
            text: String::with_capacity(length),
            ..Decoded::default()
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
        let begins_before =
            |part: usize| self.parts.get(part).is_some_and(|(start, _)| *start <= at);
        let mut part = self.last.get();
        if !begins_before(part) {
            let after = self.parts.partition_point(|(offset, _)| *offset <= at);
            part = after.saturating_sub(1);
        }
        while begins_before(part + 1) {
            part += 1;
        }
        self.last.set(part);
        let (offset, place) = self.parts[part];
        place + at - offset
    }
}

/// Reads a text into the record, and moves the places of its plies and findings with `source`.
pub(super) fn read_inside(
    record: &mut Record,
    read: impl FnOnce(&mut Record),
    source: impl Fn(usize) -> usize,
) {
    let (plies, findings) = (record.plies.len(), record.diagnostics.len());
    read(record);
    let findings = record.diagnostics[findings..].iter_mut();
    let spans = findings.filter_map(|finding| finding.span.as_mut());
    for span in spans.chain(record.plies[plies..].iter_mut().map(|ply| &mut ply.span)) {
        *span = Span::new(source(span.start as usize), source(span.end as usize));
    }
}
