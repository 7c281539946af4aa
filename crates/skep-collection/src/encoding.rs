use std::io::{self, Read};
use std::ops::Range;

use encoding_rs::{CoderResult, Decoder, Encoding, WINDOWS_1252};

/// The UTF-8 byte order mark.
pub(super) const BOM: &[u8] = b"\xef\xbb\xbf";

/// Decodes `bytes` as Latin-1 into `text`, as the web does (WHATWG Encoding, windows-1252): the bytes from 0x80 to 0x9f
/// are letters and quotes. In ISO 8859-1 they are control characters, which no record contains.
pub(super) fn latin1<'a>(bytes: &[u8], text: &'a mut String) -> &'a str {
    text.clear();
    let mut decoder = WINDOWS_1252.new_decoder_without_bom_handling();
    if let Some(size) = decoder.max_utf8_buffer_length(bytes.len()) {
        text.reserve(size);
        // With this much space the decoder never stops early. Every byte has a character, so nothing is replaced.
        let _ = decoder.decode_to_string(bytes, text, true);
    }
    text
}

/// The encoding, if `head` starts with a UTF-16 byte order mark.
pub(super) fn utf16(head: &[u8]) -> Option<&'static Encoding> {
    match head {
        [0xff, 0xfe, ..] => Some(encoding_rs::UTF_16LE),
        [0xfe, 0xff, ..] => Some(encoding_rs::UTF_16BE),
        _ => None,
    }
}

/// How many bytes are converted at a time.
const STEP: usize = 16 << 10;

/// Converts a stream to UTF-8 as it is read.
pub(super) struct Converted<'a> {
    inner: &'a mut dyn Read,
    decoder: Decoder,
    raw: Box<[u8]>,
    /// The part of `raw` that is read but not yet converted.
    pending: Range<usize>,
    /// Converted text; the part `ready` is not yet returned. The text has its own buffer because a caller may ask for
    /// fewer bytes than a character has.
    text: Box<[u8]>,
    ready: Range<usize>,
    ended: bool,
    finished: bool,
}

impl<'a> Converted<'a> {
    /// A reader that decodes `inner` from `encoding`.
    pub fn new(inner: &'a mut dyn Read, encoding: &'static Encoding) -> Self {
        Converted {
            inner,
            decoder: encoding.new_decoder_with_bom_removal(),
            raw: vec![0; STEP].into(),
            pending: 0..0,
            text: vec![0; STEP].into(),
            ready: 0..0,
            ended: false,
            finished: false,
        }
    }

    /// Converts more, unless everything is converted.
    fn convert(&mut self) -> io::Result<()> {
        while self.ready.is_empty() && !self.finished {
            if self.pending.is_empty() && !self.ended {
                let n = self.inner.read(&mut self.raw)?;
                self.pending = 0..n;
                self.ended = n == 0;
            }
            let raw = &self.raw[self.pending.clone()];
            let (result, read, written, _) =
                self.decoder.decode_to_utf8(raw, &mut self.text, self.ended);
            self.pending.start += read;
            self.ready = 0..written;
            self.finished = self.ended && result == CoderResult::InputEmpty;
        }
        Ok(())
    }
}

impl Read for Converted<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.convert()?;
        let n = buf.len().min(self.ready.len());
        let end = self.ready.start + n;
        buf[..n].copy_from_slice(&self.text[self.ready.start..end]);
        self.ready.start = end;
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin1_gives_every_byte_a_character() {
        let all: Vec<u8> = (0..=255).collect();
        let mut text = String::new();
        assert_eq!(latin1(&all, &mut text).chars().count(), 256);
        assert_eq!(
            latin1(b"\xc9mile \x93x\x94", &mut text),
            "Émile \u{201c}x\u{201d}"
        );
    }

    #[test]
    fn utf16_is_converted_across_buffers() {
        let text = "Base;NotStarted;White[1] – é\n".repeat(3000);
        let mut little = vec![0xff, 0xfe];
        little.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
        let encoding = utf16(&little).unwrap();
        let mut read = String::new();
        Converted::new(&mut &little[..], encoding)
            .read_to_string(&mut read)
            .unwrap();
        assert!(read == text);
    }
}
