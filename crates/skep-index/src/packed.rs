//! Parts of a file that are read only when they are needed.

use std::ops::Range;

use tantivy::TantivyError;
use tantivy::directory::{FileSlice, OwnedBytes};
use tantivy::error::DataCorruption;
use tantivy_bitpacker::BitUnpacker;

/// The error for a file with impossible content.
pub fn broken() -> TantivyError {
    let what = "a positions file has unexpected content".to_owned();
    TantivyError::DataCorruption(DataCorruption::comment_only(what))
}

/// Some bytes of a file.
pub fn read(file: &FileSlice, range: Range<usize>) -> tantivy::Result<OwnedBytes> {
    if range.start <= range.end && range.end <= tantivy::HasLen::len(file) {
        Ok(file.read_bytes_slice(range)?)
    } else {
        Err(broken())
    }
}

/// A number of a list of numbers, or 0 after its end.
pub fn number(bytes: &[u8], i: usize) -> u32 {
    let (numbers, _) = bytes.as_chunks();
    numbers
        .get(i)
        .map_or(0, |&number| u32::from_le_bytes(number))
}

/// A list of numbers, each with the same number of bits.
pub struct Packed {
    file: FileSlice,
    unpacker: BitUnpacker,
}

/// A range of [`Packed`] numbers.
pub struct PackedRange {
    bytes: OwnedBytes,
    /// The index of the first number.
    first: u32,
    unpacker: BitUnpacker,
}

impl Packed {
    pub fn new(file: FileSlice, unpacker: BitUnpacker) -> Packed {
        Packed { file, unpacker }
    }

    /// The bytes of this many numbers.
    pub fn size(count: u64, unpacker: BitUnpacker) -> u64 {
        (count * u64::from(unpacker.bit_width())).div_ceil(8)
    }

    pub fn bit_width(&self) -> u8 {
        self.unpacker.bit_width()
    }

    /// The numbers with these indexes.
    pub fn read(&self, range: Range<u32>) -> tantivy::Result<PackedRange> {
        // Every eighth number begins at the start of a byte.
        let first = range.start / 8 * 8;
        let [start, end] =
            [first, range.end].map(|index| Packed::size(index.into(), self.unpacker) as usize);
        Ok(PackedRange {
            bytes: read(&self.file, start..end)?,
            first,
            unpacker: self.unpacker,
        })
    }
}

impl PackedRange {
    pub fn get(&self, index: u32) -> u64 {
        self.unpacker.get(index - self.first, &self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantivy_bitpacker::BitPacker;

    #[test]
    fn numbers_come_back_from_any_part() {
        for width in [0, 1, 7, 20, 45, 56] {
            let mask = (1_u64 << width) - 1;
            let number = |i: u32| u64::from(i).wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
            let (mut packer, mut bytes) = (BitPacker::new(), Vec::new());
            for i in 0..50 {
                packer.write(number(i), width, &mut bytes).unwrap();
            }
            packer.flush(&mut bytes).unwrap();
            let packed = Packed::new(FileSlice::from(bytes), BitUnpacker::new(width));
            for start in 0..50 {
                let part = packed.read(start..50.min(start + 9)).unwrap();
                for i in start..50.min(start + 9) {
                    assert_eq!(part.get(i), number(i));
                }
            }
            assert!(width == 0 || packed.read(0..500).is_err());
        }
    }
}
