//! Text in UTF-16 and windows-1252. A library for all encodings would bring tables that take a fifth of the WebAssembly.

use std::io::{self, Read};

/// The characters of windows-1252 from 0x80 to 0x9F, as the Encoding Standard has them. The others are those of Latin-1.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Decodes windows-1252, which has a character for each byte.
pub fn windows_1252(bytes: &[u8]) -> String {
    let char = |&byte: &u8| match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    };
    bytes.iter().map(char).collect()
}

/// A byte order mark at the beginning of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrderMark {
    Utf8,
    Utf16Le,
    Utf16Be,
}

impl ByteOrderMark {
    /// The mark of a text.
    pub fn of(head: &[u8]) -> Option<ByteOrderMark> {
        match head {
            [0xef, 0xbb, 0xbf, ..] => Some(ByteOrderMark::Utf8),
            [0xff, 0xfe, ..] => Some(ByteOrderMark::Utf16Le),
            [0xfe, 0xff, ..] => Some(ByteOrderMark::Utf16Be),
            _ => None,
        }
    }

    /// The number of its bytes.
    pub const fn len(self) -> usize {
        match self {
            ByteOrderMark::Utf8 => 3,
            ByteOrderMark::Utf16Le | ByteOrderMark::Utf16Be => 2,
        }
    }
}

/// Reads UTF-16 as UTF-8. A surrogate or a byte that stands alone becomes U+FFFD.
pub struct Utf16Reader<R> {
    inner: R,
    is_big_endian: bool,
    /// Bytes that are not decoded yet: at most half a unit or a surrogate, outside of [`Utf16Reader::refill`].
    raw: Vec<u8>,
    text: Vec<u8>,
    /// How much of `text` was given out.
    given: usize,
    is_at_end: bool,
}

impl<R: Read> Utf16Reader<R> {
    /// `inner` begins after the byte order mark.
    pub fn new(inner: R, is_big_endian: bool) -> Utf16Reader<R> {
        Utf16Reader {
            inner,
            is_big_endian,
            raw: Vec::new(),
            text: Vec::new(),
            given: 0,
            is_at_end: false,
        }
    }

    /// Decodes the next bytes.
    fn refill(&mut self) -> io::Result<()> {
        const AT_ONCE: usize = 8 << 10;
        let had = self.raw.len();
        self.raw.resize(had + AT_ONCE, 0);
        let read = self.inner.read(&mut self.raw[had..]);
        self.raw.truncate(had + read.as_ref().map_or(0, |n| *n));
        self.is_at_end = read? == 0;
        let unit = |pair: &[u8]| {
            let pair = [pair[0], pair[1]];
            if self.is_big_endian {
                u16::from_be_bytes(pair)
            } else {
                u16::from_le_bytes(pair)
            }
        };
        let mut units: Vec<u16> = self.raw.chunks_exact(2).map(unit).collect();
        // The second half of a surrogate pair comes with the next bytes.
        if !self.is_at_end
            && units
                .last()
                .is_some_and(|unit| (0xd800..0xdc00).contains(unit))
        {
            units.pop();
        }
        self.raw.drain(..2 * units.len());
        let chars =
            char::decode_utf16(units).map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER));
        let mut text: String = chars.collect();
        if self.is_at_end && !self.raw.is_empty() {
            self.raw.clear();
            text.push(char::REPLACEMENT_CHARACTER);
        }
        (self.text, self.given) = (text.into_bytes(), 0);
        Ok(())
    }
}

impl<R: Read> Read for Utf16Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() && !self.is_at_end {
            self.refill()?;
        }
        let read = (&self.text[self.given..]).read(buffer)?;
        self.given += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives out some bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let most = buffer.len().min(self.1);
            self.0.read(&mut buffer[..most])
        }
    }

    #[test]
    fn utf_16_is_read_in_parts_of_any_size() {
        let text = "wS1 Zoë 🐝 Иван\n".repeat(900);
        for is_big_endian in [false, true] {
            let bytes = |unit: u16| {
                if is_big_endian {
                    unit.to_be_bytes()
                } else {
                    unit.to_le_bytes()
                }
            };
            let bytes: Vec<u8> = text.encode_utf16().flat_map(bytes).collect();
            for most in [1, 2, 3, 7, 4096, usize::MAX] {
                let mut read = String::new();
                let mut reader = Utf16Reader::new(Slow(&bytes, most), is_big_endian);
                reader.read_to_string(&mut read).unwrap();
                assert!(read == text, "{most}");
            }
        }
    }

    #[test]
    fn what_is_no_utf_16_is_replaced() {
        for (bytes, text) in [
            (&b"a\0\0\xd8b\0"[..], "a\u{fffd}b"),
            (b"a\0\0\xd8", "a\u{fffd}"),
            (b"a\0b", "a\u{fffd}"),
            (b"", ""),
        ] {
            let mut read = String::new();
            Utf16Reader::new(bytes, false)
                .read_to_string(&mut read)
                .unwrap();
            assert_eq!(read, text);
        }
    }

    #[test]
    fn windows_1252_has_a_character_for_each_byte() {
        assert_eq!(windows_1252(b"Zo\xeb \x80\x93\x9f"), "Zoë €“Ÿ");
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(windows_1252(&all).chars().count(), 256);
    }

    #[test]
    fn byte_order_marks_are_known() {
        assert_eq!(
            ByteOrderMark::of(b"\xef\xbb\xbfx").map(ByteOrderMark::len),
            Some(3)
        );
        assert_eq!(ByteOrderMark::of(b"\xff\xfe"), Some(ByteOrderMark::Utf16Le));
        assert_eq!(ByteOrderMark::of(b"\xfe\xff"), Some(ByteOrderMark::Utf16Be));
        assert_eq!(ByteOrderMark::of(b"\xef\xbb"), None);
    }
}
