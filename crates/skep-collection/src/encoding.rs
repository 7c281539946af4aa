//! Texts in UTF-16 and windows-1252 become UTF-8.
//!
//! `encoding_rs` reads these and many more, but its tables of all encodings are a tenth of the program for browsers. The
//! tests compare both.

use std::io::{self, Cursor, Read};

/// The order of the bytes of a text in UTF-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ByteOrder {
    Little,
    Big,
}

/// The byte order mark of UTF-8.
const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";

/// The length of the byte order mark of UTF-16.
pub(super) const UTF16_MARK: usize = 2;

impl ByteOrder {
    /// That of a text that begins with a byte order mark of UTF-16.
    pub fn of(head: &[u8]) -> Option<ByteOrder> {
        match head {
            [0xff, 0xfe, ..] => Some(ByteOrder::Little),
            [0xfe, 0xff, ..] => Some(ByteOrder::Big),
            _ => None,
        }
    }

    fn unit(self, bytes: [u8; 2]) -> u16 {
        match self {
            ByteOrder::Little => u16::from_le_bytes(bytes),
            ByteOrder::Big => u16::from_be_bytes(bytes),
        }
    }
}

/// The length of the byte order mark of UTF-8 at the beginning of a text.
pub(super) fn utf8_mark(head: &[u8]) -> usize {
    if head.starts_with(UTF8_MARK) {
        UTF8_MARK.len()
    } else {
        0
    }
}

/// A text in UTF-16, without its byte order mark, read as UTF-8. What is not UTF-16 becomes U+FFFD.
pub(super) struct Utf16Reader<R> {
    inner: R,
    order: ByteOrder,
    /// Bytes that are not decoded yet.
    bytes: Vec<u8>,
    text: Cursor<Vec<u8>>,
    is_over: bool,
}

impl<R: Read> Utf16Reader<R> {
    /// Reads a text after its byte order mark.
    pub fn new(order: ByteOrder, inner: R) -> Utf16Reader<R> {
        Utf16Reader {
            inner,
            order,
            bytes: Vec::new(),
            text: Cursor::default(),
            is_over: false,
        }
    }

    /// Decodes the next bytes. At the end of the text, it also decodes what is incomplete.
    fn refill(&mut self) -> io::Result<()> {
        let mut chunk = [0; 8192];
        let read = self.inner.read(&mut chunk)?;
        self.is_over = read == 0;
        self.bytes.extend_from_slice(&chunk[..read]);
        let mut units: Vec<u16> = self
            .bytes
            .chunks_exact(2)
            .map(|pair| self.order.unit([pair[0], pair[1]]))
            .collect();
        let is_half = matches!(units.last(), Some(0xd800..=0xdbff));
        // The other half of a pair may follow.
        if is_half && !self.is_over {
            units.pop();
        }
        self.bytes.drain(..2 * units.len());
        let decoded = char::decode_utf16(units);
        let mut text: String = decoded
            .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect();
        // A pair that is cut anywhere is one error.
        if self.is_over && !self.bytes.is_empty() && !is_half {
            text.push(char::REPLACEMENT_CHARACTER);
        }
        self.text = Cursor::new(text.into_bytes());
        Ok(())
    }
}

impl<R: Read> Read for Utf16Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.text.read(buffer)?;
            if read > 0 || buffer.is_empty() || self.is_over {
                return Ok(read);
            }
            self.refill()?;
        }
    }
}

/// The characters of the bytes 0x80 to 0x9f in windows-1252, as browsers read it.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// A text in windows-1252.
pub(super) fn windows_1252(bytes: &[u8]) -> String {
    let character = |&byte: &u8| match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    };
    bytes.iter().map(character).collect()
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Result};

    use encoding_rs::{UTF_16BE, UTF_16LE};
    use encoding_rs_io::DecodeReaderBytes;
    use proptest::prelude::*;

    use super::{ByteOrder, Utf16Reader, utf8_mark, windows_1252};

    /// Reads a few bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
            let most = buffer.len().min(self.1);
            self.0.read(&mut buffer[..most])
        }
    }

    fn decoded(bytes: &[u8], at_once: usize) -> String {
        let order = ByteOrder::of(bytes).unwrap();
        let mut text = String::new();
        Utf16Reader::new(order, Slow(&bytes[2..], at_once))
            .read_to_string(&mut text)
            .unwrap();
        text
    }

    proptest! {
        #[test]
        fn utf_16_is_read_as_encoding_rs_reads_it(
            // Many units are halves of pairs.
            units in prop::collection::vec(prop_oneof![any::<u16>(), 0xd7f0_u16..0xe010], 0..40),
            is_odd: bool,
            at_once in 1_usize..9,
        ) {
            let (mut little, mut big) = (vec![0xff, 0xfe], vec![0xfe, 0xff]);
            little.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
            big.extend(units.iter().flat_map(|unit| unit.to_be_bytes()));
            for (mut bytes, encoding) in [(little, UTF_16LE), (big, UTF_16BE)] {
                bytes.extend(is_odd.then_some(b'w'));
                let (expected, _) = encoding.decode_without_bom_handling(&bytes[2..]);
                prop_assert_eq!(&decoded(&bytes, at_once), &expected);
                if !expected.starts_with('\u{feff}') {
                    let mut converted = String::new();
                    DecodeReaderBytes::new(&bytes[..]).read_to_string(&mut converted).unwrap();
                    prop_assert_eq!(&decoded(&bytes, at_once), &converted);
                }
            }
        }
    }

    #[test]
    fn windows_1252_is_read_as_encoding_rs_reads_it() {
        let all: Vec<u8> = (0..=u8::MAX).collect();
        let (expected, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&all);
        assert_eq!(windows_1252(&all), expected);
    }

    #[test]
    fn a_byte_order_mark_names_the_encoding() {
        assert_eq!(ByteOrder::of(b"\xff\xfew\0"), Some(ByteOrder::Little));
        assert_eq!(ByteOrder::of(b"\xfe\xff\0w"), Some(ByteOrder::Big));
        for text in [&b"\xff"[..], b"", b"\xef\xbb\xbfw", b"wS1"] {
            assert_eq!(ByteOrder::of(text), None, "{text:?}");
        }
        assert_eq!(
            (utf8_mark(b"\xef\xbb\xbfw"), utf8_mark(b"\xef\xbb")),
            (3, 0)
        );
    }
}
