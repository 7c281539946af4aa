//! The limit for how much an archive grows when it is unpacked.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::OpenOptions;

/// The packed bytes of the outermost archive of a stream, so far.
pub(super) type PackedBytes = Arc<AtomicU64>;

/// The unpacked bytes from which on the ratio counts.
const LEAST: u64 = 1 << 30;

/// Counts packed bytes.
pub(super) struct PackedReader<R> {
    reader: R,
    bytes: PackedBytes,
}

impl<R> PackedReader<R> {
    pub fn new(reader: R, bytes: &PackedBytes) -> PackedReader<R> {
        let bytes = Arc::clone(bytes);
        PackedReader { reader, bytes }
    }
}

impl<R: Read> Read for PackedReader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.reader.read(buf)?;
        self.bytes.fetch_add(n as u64, Relaxed);
        Ok(n)
    }
}

/// Unpacked bytes, which end with an error where they are too many for the packed bytes.
pub(super) struct UnpackedReader<R> {
    reader: R,
    packed: PackedBytes,
    unpacked: u64,
    max_ratio: u64,
}

impl<R> UnpackedReader<R> {
    pub fn new(reader: R, packed: &PackedBytes, options: &OpenOptions) -> UnpackedReader<R> {
        UnpackedReader {
            reader,
            packed: Arc::clone(packed),
            unpacked: 0,
            max_ratio: options.max_ratio,
        }
    }
}

impl<R: Read> Read for UnpackedReader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.reader.read(buf)?;
        self.unpacked += n as u64;
        let most = self.packed.load(Relaxed).saturating_mul(self.max_ratio);
        if self.unpacked > most.max(LEAST) {
            return Err(io::Error::other(format!(
                "it is more than {} times as large as the archive; raise the limit with --max-ratio",
                self.max_ratio
            )));
        }
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_ends_where_it_is_too_large_for_its_archive() {
        let options = OpenOptions {
            max_ratio: 100,
            ..OpenOptions::default()
        };
        let read = |packed: u64, unpacked: u64| {
            let packed = PackedBytes::new(packed.into());
            let mut reader = UnpackedReader::new(io::repeat(0).take(unpacked), &packed, &options);
            reader.unpacked = LEAST - 1000;
            io::copy(&mut reader, &mut io::sink())
        };
        assert_eq!(read(10, 1000).unwrap(), 1000);
        assert!(read(10, 1001).is_err());
        // A large archive may have large content.
        assert_eq!(read(LEAST, 100_000).unwrap(), 100_000);
    }
}
