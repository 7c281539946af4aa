//! Zstandard, cut into blocks for the decoder.

use std::io::{self, BufRead, Read};

/// Passes Zstandard data to a decoder block by block, so that an error in a block or a checksum loses no earlier block.
///
/// The format is that of RFC 8878. Data of another format is passed on unchanged, and the decoder reports it.
pub(super) struct ZstdBlocks<R> {
    reader: R,
    field: FrameField,
    /// The number of bytes left in the field.
    left: u64,
    /// The bytes of a field that says what follows, as a number.
    value: u64,
    /// The number of bytes of the field read so far.
    read: u32,
    has_checksum: bool,
}

/// A field of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FrameField {
    Magic,
    Descriptor,
    Header,
    BlockHeader,
    /// A block, and whether it is the last of its frame.
    Block(bool),
    /// The checksum of a frame, or the content of a frame that is skipped.
    End,
    SkippedLength,
    /// Data of another format.
    Other,
}

impl<R: BufRead> ZstdBlocks<R> {
    /// Reads `reader` from the start of a frame.
    pub fn new(reader: R) -> ZstdBlocks<R> {
        ZstdBlocks {
            reader,
            field: FrameField::Magic,
            left: 4,
            value: 0,
            read: 0,
            has_checksum: false,
        }
    }

    /// Begins a field, or the field after it if it is empty.
    fn begin(&mut self, field: FrameField, length: u64) {
        (self.field, self.left, self.value, self.read) = (field, length, 0, 0);
        if length == 0 {
            self.end();
        }
    }

    /// Begins the field after the one that ends here.
    fn end(&mut self) {
        let value = self.value;
        match self.field {
            FrameField::Magic if value == 0xFD2F_B528 => self.begin(FrameField::Descriptor, 1),
            FrameField::Magic if value & !0xF == 0x184D_2A50 => {
                self.begin(FrameField::SkippedLength, 4);
            }
            FrameField::Magic | FrameField::Other => self.begin(FrameField::Other, u64::MAX),
            FrameField::Descriptor => {
                self.has_checksum = value & 4 != 0;
                let is_single = value & 32 != 0;
                let window = u64::from(!is_single);
                let dictionary = [0, 1, 2, 4][(value & 3) as usize];
                let size = [u64::from(is_single), 2, 4, 8][(value >> 6) as usize];
                self.begin(FrameField::Header, window + dictionary + size);
            }
            FrameField::Header | FrameField::Block(false) => self.begin(FrameField::BlockHeader, 3),
            FrameField::BlockHeader => {
                let (is_last, kind, size) = (value & 1 != 0, value >> 1 & 3, value >> 3);
                match kind {
                    // One byte is repeated.
                    1 => self.begin(FrameField::Block(is_last), 1),
                    3 => self.begin(FrameField::Other, u64::MAX),
                    _ => self.begin(FrameField::Block(is_last), size),
                }
            }
            FrameField::Block(true) => {
                self.begin(FrameField::End, if self.has_checksum { 4 } else { 0 });
            }
            FrameField::SkippedLength => self.begin(FrameField::End, value),
            FrameField::End => self.begin(FrameField::Magic, 4),
        }
    }
}

impl<R: BufRead> BufRead for ZstdBlocks<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let buffer = self.reader.fill_buf()?;
        let room = usize::try_from(self.left).unwrap_or(usize::MAX);
        Ok(&buffer[..buffer.len().min(room)])
    }

    fn consume(&mut self, amount: usize) {
        let states = !matches!(
            self.field,
            FrameField::Block(_) | FrameField::End | FrameField::Other
        );
        // The bytes were in the buffer a moment ago, so this reads nothing.
        if states && let Ok(buffer) = self.reader.fill_buf() {
            for &byte in &buffer[..amount] {
                self.value |= u64::from(byte).checked_shl(8 * self.read).unwrap_or(0);
                self.read += 1;
            }
        }
        self.reader.consume(amount);
        if self.field != FrameField::Other {
            self.left -= amount as u64;
            if self.left == 0 {
                self.end();
            }
        }
    }
}

impl<R: BufRead> Read for ZstdBlocks<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.fill_buf()?.read(buf)?;
        self.consume(n);
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    /// The fields that a decoder sees, by their lengths.
    fn pieces(data: &[u8]) -> Vec<usize> {
        let mut blocks = ZstdBlocks::new(data);
        let mut lengths = Vec::new();
        loop {
            let length = blocks.fill_buf().unwrap().len();
            if length == 0 {
                return lengths;
            }
            blocks.consume(length);
            lengths.push(length);
        }
    }

    #[test]
    fn a_frame_is_cut_into_its_fields() {
        let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
        encoder.include_checksum(true).unwrap();
        encoder.write_all(b"wL;bL wL-\n").unwrap();
        let frame = encoder.finish().unwrap();
        let one = pieces(&frame);
        assert_eq!(one[..2], [4, 1]);
        assert_eq!(one.last(), Some(&4));
        assert_eq!(one.iter().sum::<usize>(), frame.len());
        // Two frames with a skipped frame between them.
        let skipped = [0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3];
        let two = [&frame[..], &skipped, &frame].concat();
        let expected = [&one[..], &[4, 4, 3], &one].concat();
        assert_eq!(pieces(&two), expected);
        assert_eq!(
            zstd::decode_all(ZstdBlocks::new(&two[..])).unwrap(),
            b"wL;bL wL-\n".repeat(2)
        );
    }

    #[test]
    fn other_data_is_handed_on() {
        assert_eq!(pieces(b"Base;InProgress"), [4, 11]);
        assert_eq!(pieces(b""), [0; 0]);
        // A reserved kind of block.
        assert_eq!(
            pieces(&[0x28, 0xB5, 0x2F, 0xFD, 0, 0, 6, 0, 0, 9, 9]),
            [4, 1, 1, 3, 2]
        );
    }
}
