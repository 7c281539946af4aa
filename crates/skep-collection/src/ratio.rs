//! The limit for how much an archive grows when it is unpacked.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::OpenOptions;

/// How large the content of a file is, in all layers of its archives together, and how large it may be.
#[derive(Debug)]
pub(super) struct Growth {
    /// The bytes of the file, as far as they are known.
    packed: AtomicU64,
    unpacked: AtomicU64,
    max_ratio: u64,
    /// The unpacked bytes from which on the ratio counts.
    least: u64,
}

impl Growth {
    pub fn new(options: &OpenOptions) -> Growth {
        Growth {
            packed: AtomicU64::new(0),
            unpacked: AtomicU64::new(0),
            max_ratio: options.max_ratio,
            least: options.ratio_from,
        }
    }

    /// Counts bytes of the file.
    pub fn add_packed(&self, bytes: u64) {
        self.packed.fetch_add(bytes, Relaxed);
    }

    /// Counts unpacked bytes.
    ///
    /// # Errors
    /// They are too many.
    pub fn add_unpacked(&self, bytes: u64) -> io::Result<()> {
        self.unpacked.fetch_add(bytes, Relaxed);
        if self.is_over() {
            return Err(io::Error::other(format!(
                "its content is more than {} times as large as the file; raise the limit with --max-ratio",
                self.max_ratio
            )));
        }
        Ok(())
    }

    /// Whether the limit was reached, and reported. Nothing else is unpacked.
    pub fn is_over(&self) -> bool {
        let most = self.packed.load(Relaxed).saturating_mul(self.max_ratio);
        self.unpacked.load(Relaxed) > most.max(self.least)
    }
}

/// Reads packed bytes and counts them, if it is the file that does so.
pub(super) struct PackedReader<R> {
    pub reader: R,
    pub growth: Option<Arc<Growth>>,
}

impl<R: Read> Read for PackedReader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.reader.read(buf)?;
        if let Some(growth) = &self.growth {
            growth.add_packed(n as u64);
        }
        Ok(n)
    }
}

/// Unpacked bytes, which end with an error where they are too many.
pub(super) struct UnpackedReader<R> {
    pub reader: R,
    pub growth: Arc<Growth>,
}

impl<R: Read> Read for UnpackedReader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.reader.read(buf)?;
        self.growth.add_unpacked(n as u64)?;
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
        let least = options.ratio_from;
        let read = |packed: u64, unpacked: u64| {
            let growth = Arc::new(Growth::new(&options));
            growth.add_packed(packed);
            growth.add_unpacked(least - 1000).unwrap();
            let reader = io::repeat(0).take(unpacked);
            io::copy(&mut UnpackedReader { reader, growth }, &mut io::sink())
        };
        assert_eq!(read(10, 1000).unwrap(), 1000);
        assert!(read(10, 1001).is_err());
        // A large archive may have large content.
        assert_eq!(read(least, 100_000).unwrap(), 100_000);
    }
}
