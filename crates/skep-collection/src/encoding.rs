//! Texts that are not UTF-8: windows-1252 and UTF-16, decoded as the web does (WHATWG Encoding).

use std::io::{self, Read};
use std::mem;
use std::ops::Range;

/// The UTF-8 byte order mark.
pub(super) const BOM: &[u8] = b"\xef\xbb\xbf";

/// The characters of windows-1252 from 0x80 to 0x9f. The other bytes have the characters of ISO 8859-1, in which these
/// bytes are control characters that no record contains.
const LETTERS_AND_QUOTES: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Decodes `bytes` as Latin-1 into `text`. On the web, Latin-1 is windows-1252.
pub(super) fn latin1<'a>(bytes: &[u8], text: &'a mut String) -> &'a str {
    text.clear();
    text.extend(bytes.iter().map(|&byte| match byte {
        0x80..=0x9f => LETTERS_AND_QUOTES[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }));
    text
}

/// Makes a number of two bytes in an order.
type Unit = fn([u8; 2]) -> u16;

/// The order of bytes, if `head` starts with a UTF-16 byte order mark.
pub(super) fn utf16(head: &[u8]) -> Option<Unit> {
    match head {
        [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
        _ => None,
    }
}

/// How many bytes are converted at a time.
const STEP: usize = 16 << 10;

/// Converts UTF-16 with a byte order mark to UTF-8 as it is read. What is no character becomes U+FFFD.
pub(super) struct Converted<'a> {
    inner: &'a mut dyn Read,
    unit: Unit,
    raw: Box<[u8]>,
    /// The first bytes of `raw`, which were read but not yet converted: a part of a character.
    kept: usize,
    /// Converted text; the part `ready` is not yet returned. The text has its own buffer because a caller may ask for
    /// fewer bytes than a character has.
    text: String,
    ready: Range<usize>,
    has_mark: bool,
    ended: bool,
}

impl<'a> Converted<'a> {
    /// A reader that decodes `inner` in this order of bytes.
    pub fn new(inner: &'a mut dyn Read, unit: Unit) -> Self {
        Converted {
            inner,
            unit,
            raw: vec![0; STEP].into(),
            kept: 0,
            text: String::new(),
            ready: 0..0,
            has_mark: true,
            ended: false,
        }
    }

    /// Converts more, unless everything is converted.
    fn convert(&mut self) -> io::Result<()> {
        while self.ready.is_empty() && !self.ended {
            let read = self.inner.read(&mut self.raw[self.kept..])?;
            self.ended = read == 0;
            let filled = mem::take(&mut self.kept) + read;
            let mut end = filled - filled % 2;
            let half = end > 0 && {
                let last = (self.unit)([self.raw[end - 2], self.raw[end - 1]]);
                (0xd800..0xdc00).contains(&last)
            };
            // The other half may come.
            if half && !self.ended {
                end -= 2;
            }
            let units = self.raw[..end].chunks_exact(2);
            let chars = char::decode_utf16(units.map(|pair| (self.unit)([pair[0], pair[1]])));
            let mut chars = chars.map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER));
            if end > 0 && mem::take(&mut self.has_mark) {
                chars.next();
            }
            self.text.clear();
            self.text.extend(chars);
            // A byte too many, unless it is a part of the half that was replaced.
            if self.ended && end < filled && !half {
                self.text.push(char::REPLACEMENT_CHARACTER);
            }
            self.raw.copy_within(end..filled, 0);
            self.kept = filled - end;
            self.ready = 0..self.text.len();
        }
        Ok(())
    }
}

impl Read for Converted<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.convert()?;
        let n = buf.len().min(self.ready.len());
        let end = self.ready.start + n;
        buf[..n].copy_from_slice(&self.text.as_bytes()[self.ready.start..end]);
        self.ready.start = end;
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{UTF_16BE, UTF_16LE, WINDOWS_1252};
    use proptest::prelude::*;

    /// Hands out few bytes at a time.
    struct Slowly<'a>(&'a [u8], usize);

    impl Read for Slowly<'_> {
        fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
            let n = buf.len().min(self.1);
            (&mut self.0).read(&mut buf[..n])
        }
    }

    #[test]
    fn every_byte_of_latin1_is_the_character_of_the_web() {
        let all: Vec<u8> = (0..=255).collect();
        let mut text = String::new();
        let (expected, ..) = WINDOWS_1252.decode(&all);
        assert_eq!(latin1(&all, &mut text), expected);
        assert_eq!(
            latin1(b"\xc9mile \x93x\x94", &mut text),
            "Émile \u{201c}x\u{201d}"
        );
    }

    #[test]
    fn utf16_is_converted_across_buffers() {
        let text = "Base;NotStarted;White[1] – é 🐝\n".repeat(3000);
        let mut little = vec![0xff, 0xfe];
        little.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
        let unit = utf16(&little).unwrap();
        let mut read = String::new();
        Converted::new(&mut &little[..], unit)
            .read_to_string(&mut read)
            .unwrap();
        assert!(read == text);
    }

    proptest! {
        #[test]
        fn utf16_is_read_as_the_web_reads_it(
            units in prop::collection::vec(prop_oneof![any::<u16>(), 0xd7f0..0xe010_u16, Just(0xfffd)], 0..40),
            odd in any::<bool>(),
            is_little in any::<bool>(),
            step in 1..9_usize,
        ) {
            let bytes = if is_little { u16::to_le_bytes } else { u16::to_be_bytes };
            let mut whole: Vec<u8> = [0xfeff].into_iter().chain(units).flat_map(bytes).collect();
            whole.extend(odd.then_some(0x41));
            let encoding = if is_little { UTF_16LE } else { UTF_16BE };
            let (expected, ..) = encoding.decode(&whole);
            let mut read = String::new();
            Converted::new(&mut Slowly(&whole, step), utf16(&whole).unwrap())
                .read_to_string(&mut read)
                .unwrap();
            prop_assert_eq!(read, expected);
        }
    }
}
