//! Files that are verified when they are read.
//!
//! The engine has a checksum of each file, but does not check it when it reads. So a checksum of each block follows the
//! content of the file, and a block is checked when it is first read. Opening an index reads few blocks, and a damaged
//! block is found before its bytes are used.

use std::fmt;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tantivy::HasLen;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    AntiCallToken, Directory, DirectoryLock, FileHandle, Lock, OwnedBytes, TerminatingWrite,
    WatchCallback, WatchHandle, WritePtr,
};
use twox_hash::XxHash3_64;

/// The size of a block in bytes: a page of memory, which the system reads at once.
const BLOCK: usize = 4096;
/// The size in bytes of a checksum, and of the length of the file at the end.
const NUMBER: usize = 8;
/// The size in bytes of the line with the checksum at the end of a small file.
const LINE: usize = 17;

/// The folder of an index.
#[derive(Clone, Debug)]
pub struct Folder(Box<dyn Directory>);

impl Folder {
    pub fn new(files: impl Into<Box<dyn Directory>>) -> Folder {
        Folder(files.into())
    }
}

/// The checksum of a block. It includes the name of the file and the number of the block, so a block from another place
/// in the index counts as damage too.
fn checksum(name: u64, block: usize, bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot_with_seed(name.wrapping_add(block as u64), bytes)
}

fn hash_of_name(path: &Path) -> u64 {
    XxHash3_64::oneshot(path.as_os_str().as_encoded_bytes())
}

fn damaged(path: &Path) -> io::Error {
    let what = format!("{} has changed since it was written", path.display());
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// A file that is open for reading.
struct Verified {
    path: PathBuf,
    name: u64,
    /// The bytes that the engine wrote.
    bytes: OwnedBytes,
    /// The checksum of each block.
    checksums: OwnedBytes,
    /// A bit for each block: whether it was checked.
    known: Vec<AtomicU64>,
}

impl Verified {
    fn open(path: &Path, file: OwnedBytes) -> io::Result<Verified> {
        let size = file.len().checked_sub(NUMBER);
        let (file, length) = file.split(size.ok_or_else(|| damaged(path))?);
        let length = number(&length, 0).and_then(|length| usize::try_from(length).ok());
        // A file of this length and its checksums have exactly this size.
        let expected = |length: usize| {
            let checksums = length.div_ceil(BLOCK).checked_mul(NUMBER)?;
            checksums.checked_add(length)
        };
        let length = length.filter(|&length| expected(length) == Some(file.len()));
        let (bytes, checksums) = file.split(length.ok_or_else(|| damaged(path))?);
        let words = bytes.len().div_ceil(BLOCK).div_ceil(64);
        Ok(Verified {
            path: path.to_owned(),
            name: hash_of_name(path),
            bytes,
            checksums,
            known: (0..words).map(|_| AtomicU64::new(0)).collect(),
        })
    }

    /// Checks the blocks of a range that were not checked before.
    fn verify(&self, range: &Range<usize>) -> io::Result<()> {
        if range.is_empty() {
            return Ok(());
        }
        for block in range.start / BLOCK..=(range.end - 1) / BLOCK {
            let (word, bit) = (&self.known[block / 64], 1 << (block % 64));
            if word.load(Ordering::Relaxed) & bit != 0 {
                continue;
            }
            let end = self.bytes.len().min((block + 1) * BLOCK);
            let found = checksum(self.name, block, &self.bytes[block * BLOCK..end]);
            if number(&self.checksums, block) != Some(found) {
                return Err(damaged(&self.path));
            }
            word.fetch_or(bit, Ordering::Relaxed);
        }
        Ok(())
    }
}

fn number(bytes: &[u8], i: usize) -> Option<u64> {
    let (numbers, _) = bytes.as_chunks();
    numbers.get(i).map(|&number| u64::from_le_bytes(number))
}

impl fmt::Debug for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Verified").field(&self.path).finish()
    }
}

impl HasLen for Verified {
    fn len(&self) -> usize {
        self.bytes.len()
    }
}

impl FileHandle for Verified {
    fn read_bytes(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        if range.start > range.end || range.end > self.bytes.len() {
            return Err(damaged(&self.path));
        }
        self.verify(&range)?;
        Ok(self.bytes.slice(range))
    }
}

/// A file that is being written.
struct Writer {
    file: WritePtr,
    name: u64,
    length: u64,
    /// The bytes of the last block.
    block: Vec<u8>,
    /// The checksums of the blocks before it.
    checksums: Vec<u8>,
}

impl Writer {
    fn end_block(&mut self) {
        let block = self.checksums.len() / NUMBER;
        let checksum = checksum(self.name, block, &self.block);
        self.checksums.extend(checksum.to_le_bytes());
        self.block.clear();
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.length += written as u64;
        let mut rest = &bytes[..written];
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(BLOCK - self.block.len()));
            self.block.extend_from_slice(now);
            if self.block.len() == BLOCK {
                self.end_block();
            }
            rest = later;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl TerminatingWrite for Writer {
    fn terminate_ref(&mut self, token: AntiCallToken) -> io::Result<()> {
        if !self.block.is_empty() {
            self.end_block();
        }
        self.file.write_all(&self.checksums)?;
        self.file.write_all(&self.length.to_le_bytes())?;
        self.file.terminate_ref(token)
    }
}

impl Directory for Folder {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        let whole = self.0.open_read(path)?;
        let opened = (whole.read_bytes()).and_then(|bytes| Verified::open(path, bytes));
        match opened {
            Ok(file) => Ok(Arc::new(file)),
            Err(error) => Err(OpenReadError::wrap_io_error(error, path.to_owned())),
        }
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        Ok(io::BufWriter::new(Box::new(Writer {
            file: self.0.open_write(path)?,
            name: hash_of_name(path),
            length: 0,
            block: Vec::with_capacity(BLOCK),
            checksums: Vec::new(),
        })))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        let mut bytes = self.0.atomic_read(path)?;
        let length = bytes.len().saturating_sub(LINE);
        if bytes[length..] != last_line(path, &bytes[..length]) {
            return Err(OpenReadError::wrap_io_error(damaged(path), path.to_owned()));
        }
        bytes.truncate(length);
        Ok(bytes)
    }

    fn atomic_write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let bytes = [bytes, &last_line(path, bytes)].concat();
        self.0.atomic_write(path, &bytes)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.0.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.0.exists(path)
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.0.sync_directory()
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        self.0.acquire_lock(lock)
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.0.watch(callback)
    }
}

/// The line with the checksum at the end of a small file.
fn last_line(path: &Path, bytes: &[u8]) -> Vec<u8> {
    format!("{:016x}\n", checksum(hash_of_name(path), 0, bytes)).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantivy::directory::RamDirectory;

    fn bytes(length: usize) -> Vec<u8> {
        (0..length).map(|i| (i * i / 7) as u8).collect()
    }

    /// A file of this length as it is on disk.
    fn written(path: &Path, length: usize) -> Vec<u8> {
        let disk = RamDirectory::create();
        let mut file = Folder::new(disk.clone()).open_write(path).unwrap();
        for part in bytes(length).chunks(1000) {
            file.write_all(part).unwrap();
        }
        file.terminate().unwrap();
        disk.open_read(path).unwrap().read_bytes().unwrap().to_vec()
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let path = Path::new("a.store");
        for length in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK + 17] {
            let file = Verified::open(path, OwnedBytes::new(written(path, length))).unwrap();
            assert_eq!(file.len(), length);
            let expected = bytes(length);
            for range in [0..length, length / 2..length, 0..length.min(1)] {
                assert_eq!(*file.read_bytes(range.clone()).unwrap(), expected[range]);
            }
            assert!(file.read_bytes(length..length + 2).is_err());
        }
    }

    #[test]
    fn a_change_is_found_in_its_block_only() {
        let path = Path::new("a.store");
        let good = written(path, 3 * BLOCK + 100);
        for at in (0..good.len()).step_by(61) {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            let Ok(file) = Verified::open(path, OwnedBytes::new(bad)) else {
                assert!(at >= good.len() - NUMBER);
                continue;
            };
            let failed: Vec<usize> = (0..4)
                .filter(|block| {
                    let start = block * BLOCK;
                    file.read_bytes(start..file.len().min(start + 9)).is_err()
                })
                .collect();
            let block = match at.checked_sub(file.len()) {
                Some(at) => at / NUMBER,
                None => at / BLOCK,
            };
            assert_eq!(failed, [block]);
        }
        for size in (0..good.len()).step_by(97) {
            let cut = OwnedBytes::new(good[..size].to_vec());
            assert!(Verified::open(path, cut).is_err(), "{size} bytes");
        }
        // The same bytes under another name count as damage too.
        let other = Verified::open(Path::new("b.store"), OwnedBytes::new(good)).unwrap();
        assert!(other.read_bytes(0..9).is_err());
    }

    #[test]
    fn a_small_file_has_its_checksum_at_the_end() {
        let (disk, path) = (RamDirectory::create(), Path::new("meta.json"));
        let folder = Folder::new(disk.clone());
        folder.atomic_write(path, b"{}\n").unwrap();
        assert_eq!(folder.atomic_read(path).unwrap(), b"{}\n");
        let good = disk.atomic_read(path).unwrap();
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1;
            disk.atomic_write(path, &bad).unwrap();
            assert!(folder.atomic_read(path).is_err());
            disk.atomic_write(path, &good[..at]).unwrap();
            assert!(folder.atomic_read(path).is_err());
        }
    }
}
