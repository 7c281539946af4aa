//! Texts that are not UTF-8. The crate encoding_rs would add its tables of Chinese, Japanese and Korean letters: a ninth
//! of what a browser loads.

use std::io::{self, Read};

/// Makes a unit of UTF-16 of two bytes, in one of the two orders.
pub(super) type Utf16Unit = fn([u8; 2]) -> u16;

/// The encodings with a byte order mark.
pub(super) enum Marked {
    Utf8,
    Utf16(Utf16Unit),
}

impl Marked {
    /// The encoding of a text that begins with a byte order mark, and the length of the mark in bytes.
    pub fn of(head: &[u8]) -> Option<(Self, usize)> {
        match head {
            [0xEF, 0xBB, 0xBF, ..] => Some((Marked::Utf8, 3)),
            [0xFF, 0xFE, ..] => Some((Marked::Utf16(u16::from_le_bytes), 2)),
            [0xFE, 0xFF, ..] => Some((Marked::Utf16(u16::from_be_bytes), 2)),
            _ => None,
        }
    }
}

/// Reads UTF-16 as UTF-8, without the byte order mark. What is not UTF-16 becomes U+FFFD.
pub(super) struct Utf16Reader<R> {
    reader: R,
    unit: Utf16Unit,
    /// Bytes that are not converted yet: half a character at most.
    rest: Vec<u8>,
    converted: io::Cursor<Vec<u8>>,
}

/// The number of bytes to convert at a time.
const STEP: usize = 8 << 10;

impl<R: Read> Utf16Reader<R> {
    /// `reader` begins after the byte order mark.
    pub fn new(unit: Utf16Unit, reader: R) -> Self {
        Utf16Reader {
            reader,
            unit,
            rest: Vec::new(),
            converted: io::Cursor::default(),
        }
    }

    /// Converts the next bytes. Nothing is left if nothing is converted.
    fn convert(&mut self) -> io::Result<()> {
        let kept = self.rest.len();
        self.rest.resize(kept + STEP, 0);
        let read = self.reader.read(&mut self.rest[kept..]);
        self.rest.truncate(kept + *read.as_ref().unwrap_or(&0));
        let is_last = read? == 0;
        let mut units: Vec<u16> = (self.rest.chunks_exact(2))
            .map(|pair| (self.unit)([pair[0], pair[1]]))
            .collect();
        if !is_last
            && units
                .last()
                .is_some_and(|unit| (0xD800..0xDC00).contains(unit))
        {
            units.pop();
        }
        let mut text = String::from_utf16_lossy(&units);
        self.rest.drain(..2 * units.len());
        if is_last && !self.rest.is_empty() {
            self.rest.clear();
            text.push(char::REPLACEMENT_CHARACTER);
        }
        self.converted = io::Cursor::new(text.into_bytes());
        Ok(())
    }
}

impl<R: Read> Read for Utf16Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = self.converted.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            self.convert()?;
            if self.converted.get_ref().is_empty() && self.rest.is_empty() {
                return Ok(0);
            }
        }
    }
}

/// The characters of windows-1252 from 0x80 on, as <https://encoding.spec.whatwg.org/#windows-1252> has them. The others
/// are those of Unicode.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// A text in Latin-1, which on the web is windows-1252.
pub(super) fn latin1(text: &[u8]) -> String {
    let character = |&byte: &u8| match byte {
        0x80..0xA0 => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    };
    text.iter().map(character).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its bytes in steps of one length.
    struct Steps<'a>(&'a [u8], usize);

    impl Read for Steps<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = self.1.min(buffer.len());
            self.0.read(&mut buffer[..length])
        }
    }

    #[test]
    fn utf16_is_read_in_any_steps() {
        let text = "bA1 ö 🐝🐜 €".repeat(3);
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let orders: [(Utf16Unit, _); 2] = [(u16::from_le_bytes, little), (u16::from_be_bytes, big)];
        for (unit, bytes) in orders {
            for step in [1, 2, 3, 5, STEP] {
                let mut read = String::new();
                let mut reader = Utf16Reader::new(unit, Steps(&bytes, step));
                reader.read_to_string(&mut read).unwrap();
                assert_eq!(read, text, "{step}");
            }
        }
    }

    #[test]
    fn what_is_not_utf16_is_replaced() {
        for (bytes, expected) in [
            (&b"a\0b"[..], "a\u{FFFD}"),
            (b"a\0\x3d\xd8", "a\u{FFFD}"),
            (b"\x3d\xd8a\0", "\u{FFFD}a"),
            (b"\x1d\xdca\0", "\u{FFFD}a"),
            (b"\x3d\xd8\x1d", "\u{FFFD}\u{FFFD}"),
            (b"", ""),
        ] {
            for step in [1, STEP] {
                let mut read = String::new();
                let mut reader = Utf16Reader::new(u16::from_le_bytes, Steps(bytes, step));
                reader.read_to_string(&mut read).unwrap();
                assert_eq!(read, expected, "{bytes:?}");
            }
        }
    }

    #[test]
    fn latin1_is_windows_1252() {
        assert_eq!(
            latin1(b"\xc9mile \x80 \x93a\x94 \x81"),
            "Émile € “a” \u{81}"
        );
    }
}
