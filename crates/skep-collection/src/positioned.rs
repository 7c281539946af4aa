use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::sync::Arc;

/// Bytes with random access for many readers at once: a file, or memory. Each clone has its own position.
#[derive(Clone, Debug)]
pub(super) enum Positioned {
    File { file: Arc<File>, at: u64 },
    Memory(Cursor<Arc<[u8]>>),
}

impl Positioned {
    /// A reader at the start of a file.
    pub fn file(file: Arc<File>) -> Positioned {
        Positioned::File { file, at: 0 }
    }

    /// A reader at the start of bytes in memory.
    pub fn memory(bytes: Vec<u8>) -> Positioned {
        Positioned::Memory(Cursor::new(bytes.into()))
    }

    /// Whether the bytes are in a file on disk.
    pub fn is_file(&self) -> bool {
        matches!(self, Positioned::File { .. })
    }
}

#[cfg(unix)]
fn read_at(file: &File, buf: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buf, at)
}

#[cfg(windows)]
fn read_at(file: &File, buf: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buf, at)
}

#[cfg(not(any(unix, windows)))]
fn read_at(_file: &File, _buf: &mut [u8], _at: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Fills a buffer with the bytes of a file from a position. Many threads can read at once.
///
/// # Errors
/// The file cannot be read, or it ends before the buffer is full.
pub fn read_exact_at(file: &File, mut buf: &mut [u8], mut at: u64) -> io::Result<()> {
    while !buf.is_empty() {
        match read_at(file, buf, at) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(n) => {
                buf = &mut buf[n..];
                at += n as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

impl Read for Positioned {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match self {
            Positioned::File { file, at } => {
                let n = read_at(file, buf, *at)?;
                *at += n as u64;
                Ok(n)
            }
            Positioned::Memory(cursor) => cursor.read(buf),
        }
    }
}

impl Seek for Positioned {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Positioned::File { file, at } => {
                let target = match to {
                    SeekFrom::Start(n) => Some(n),
                    SeekFrom::End(n) => file.metadata()?.len().checked_add_signed(n),
                    SeekFrom::Current(n) => at.checked_add_signed(n),
                };
                *at = target.ok_or(io::ErrorKind::InvalidInput)?;
                Ok(*at)
            }
            Positioned::Memory(cursor) => cursor.seek(to),
        }
    }
}
