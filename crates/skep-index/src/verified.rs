//! Files that are verified when they are read.
//!
//! The engine has a checksum of each file, but does not check it when it reads. So a checksum of each block follows the
//! content of the file, and a block is checked when it is read. Opening an index reads few blocks, and a damaged block
//! is found before its bytes are used.

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use skep_collection::read_exact_at;
use tantivy::HasLen;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    AntiCallToken, Directory, DirectoryLock, FileHandle, Lock, OwnedBytes, TerminatingWrite,
    WatchCallback, WatchHandle, WritePtr,
};
use twox_hash::XxHash3_64;

/// The size of a block in bytes: a page of memory, which the system reads at once.
const BLOCK: usize = 4096;
/// The number of blocks that an index keeps in memory: 32 MiB.
const KEPT: usize = 8192;
/// Files of at most this size in bytes are read when they are opened, and closed.
const SMALL: usize = BLOCK;
/// The size in bytes of a checksum, and of the length of the file at the end.
const NUMBER: usize = 8;
/// The size in bytes of the line with the checksum at the end of a small file.
const LINE: usize = 17;

/// The folder of an index.
#[derive(Clone, Debug)]
pub struct IndexFolder {
    files: Box<dyn Directory>,
    /// How the files are read. `None` if `files` reads them.
    unmapped: Option<Unmapped>,
}

/// How files that are not mapped are read.
#[derive(Clone, Debug)]
struct Unmapped {
    folder: PathBuf,
    /// The blocks that were read.
    blocks: Arc<CheckedBlocks>,
    /// How many bytes of files may still be read as a whole and kept.
    memory: Arc<AtomicUsize>,
}

impl IndexFolder {
    /// A folder for a writer. A merge reads whole files, so they are not copied but mapped into memory.
    pub fn new(files: impl Into<Box<dyn Directory>>) -> IndexFolder {
        IndexFolder {
            files: files.into(),
            unmapped: None,
        }
    }

    /// A folder for readers. If another program shortens a mapped file, the system ends the process, so its files are
    /// not mapped. Files of together at most `memory` bytes are kept in memory.
    pub fn for_readers(
        path: &Path,
        files: impl Into<Box<dyn Directory>>,
        memory: usize,
    ) -> IndexFolder {
        IndexFolder {
            files: files.into(),
            unmapped: Some(Unmapped {
                folder: path.to_owned(),
                blocks: Arc::default(),
                memory: Arc::new(AtomicUsize::new(memory)),
            }),
        }
    }
}

/// Blocks that were read and checked, each in the place that its file and its number give.
#[derive(Debug)]
struct CheckedBlocks(Vec<Mutex<Option<(u64, usize, OwnedBytes)>>>);

impl Default for CheckedBlocks {
    fn default() -> CheckedBlocks {
        CheckedBlocks((0..KEPT).map(|_| Mutex::default()).collect())
    }
}

impl CheckedBlocks {
    /// A block of the file whose name has this hash.
    fn get(
        &self,
        name: u64,
        block: usize,
        read: impl FnOnce() -> io::Result<OwnedBytes>,
    ) -> io::Result<OwnedBytes> {
        let place = name.wrapping_add(block as u64) % KEPT as u64;
        let kept = || {
            let place = self.0[place as usize].lock();
            place.unwrap_or_else(PoisonError::into_inner)
        };
        if let Some((of, number, bytes)) = &*kept()
            && (*of, *number) == (name, block)
        {
            return Ok(bytes.clone());
        }
        let bytes = read()?;
        *kept() = Some((name, block, bytes.clone()));
        Ok(bytes)
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
    /// The number of bytes that the engine wrote.
    length: usize,
    content: VerifiedContent,
    /// The checksum of each block.
    checksums: OwnedBytes,
}

enum VerifiedContent {
    Memory {
        bytes: OwnedBytes,
        /// A bit for each block: whether it was checked.
        known: Vec<AtomicU64>,
    },
    /// Another program can change the file, so a block is checked whenever it is read.
    File(File, Arc<CheckedBlocks>),
}

impl Verified {
    fn in_memory(path: &Path, file: OwnedBytes) -> io::Result<Verified> {
        let size = file.len().checked_sub(NUMBER);
        let end = size.ok_or_else(|| damaged(path))?;
        let length = length(path, &file[end..], file.len())?;
        let words = length.div_ceil(BLOCK).div_ceil(64);
        Ok(Verified {
            path: path.to_owned(),
            name: hash_of_name(path),
            length,
            checksums: file.slice(length..end),
            content: VerifiedContent::Memory {
                bytes: file.slice(0..length),
                known: (0..words).map(|_| AtomicU64::new(0)).collect(),
            },
        })
    }

    fn on_disk(path: &Path, unmapped: &Unmapped) -> io::Result<Verified> {
        let file = File::open(unmapped.folder.join(path))?;
        let size = usize::try_from(file.metadata()?.len()).map_err(|_| damaged(path))?;
        let take = |left: usize| left.checked_sub(size);
        let (relaxed, memory) = (Ordering::Relaxed, &unmapped.memory);
        if size <= SMALL || memory.fetch_update(relaxed, relaxed, take).is_ok() {
            return Verified::in_memory(path, read(path, &file, 0..size)?);
        }
        let end = size - NUMBER;
        let length = length(path, &read(path, &file, end..size)?, size)?;
        Ok(Verified {
            path: path.to_owned(),
            name: hash_of_name(path),
            length,
            checksums: read(path, &file, length..end)?,
            content: VerifiedContent::File(file, Arc::clone(&unmapped.blocks)),
        })
    }

    /// Checks blocks that were read, except those that `known` says were checked before.
    fn verify(&self, blocks: Range<usize>, bytes: &[u8], known: &[AtomicU64]) -> io::Result<()> {
        for (block, content) in blocks.zip(bytes.chunks(BLOCK)) {
            let bit = 1 << (block % 64);
            let word = known.get(block / 64);
            if word.is_some_and(|word| word.load(Ordering::Relaxed) & bit != 0) {
                continue;
            }
            if number(&self.checksums, block) != Some(checksum(self.name, block, content)) {
                return Err(damaged(&self.path));
            }
            if let Some(word) = word {
                word.fetch_or(bit, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    /// The bytes of these blocks of a file on disk.
    fn read(&self, file: &File, blocks: Range<usize>) -> io::Result<OwnedBytes> {
        let end = self.length.min(blocks.end * BLOCK);
        let bytes = read(&self.path, file, blocks.start * BLOCK..end)?;
        self.verify(blocks, &bytes, &[])?;
        Ok(bytes)
    }
}

/// The bytes of a range of a file.
fn read(path: &Path, file: &File, range: Range<usize>) -> io::Result<OwnedBytes> {
    let mut bytes = vec![0; range.len()];
    match read_exact_at(file, &mut bytes, range.start as u64) {
        Ok(()) => Ok(OwnedBytes::new(bytes)),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            let what = format!("{} has become shorter", path.display());
            Err(io::Error::new(io::ErrorKind::InvalidData, what))
        }
        Err(error) => Err(error),
    }
}

/// The number of bytes that the engine wrote to a file, from the end of the file and its size.
fn length(path: &Path, end: &[u8], size: usize) -> io::Result<usize> {
    let length = number(end, 0).and_then(|length| usize::try_from(length).ok());
    // A file of this length and its checksums have exactly this size.
    let expected = |length: usize| {
        let checksums = length.div_ceil(BLOCK).checked_mul(NUMBER)?;
        checksums.checked_add(length)?.checked_add(NUMBER)
    };
    let length = length.filter(|&length| expected(length) == Some(size));
    length.ok_or_else(|| damaged(path))
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
        self.length
    }
}

impl FileHandle for Verified {
    fn read_bytes(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        if range.start > range.end || range.end > self.length {
            return Err(damaged(&self.path));
        }
        if range.is_empty() {
            return Ok(OwnedBytes::empty());
        }
        let blocks = range.start / BLOCK..(range.end - 1) / BLOCK + 1;
        let start = blocks.start * BLOCK;
        let part = range.start - start..range.end - start;
        let bytes = match &self.content {
            VerifiedContent::Memory { bytes, known } => {
                let bytes = bytes.slice(start..self.length.min(blocks.end * BLOCK));
                self.verify(blocks, &bytes, known)?;
                bytes
            }
            // Long parts are read one after another, and would displace blocks that are needed again.
            VerifiedContent::File(file, _) if blocks.len() > 2 => self.read(file, blocks)?,
            VerifiedContent::File(file, kept) => {
                let get = |block| kept.get(self.name, block, || self.read(file, block..block + 1));
                let first = get(blocks.start)?;
                match blocks.len() {
                    1 => first,
                    _ => OwnedBytes::new([&*first, &*get(blocks.start + 1)?].concat()),
                }
            }
        };
        Ok(bytes.slice(part))
    }
}

/// A file that is being written.
struct VerifiedWriter {
    file: WritePtr,
    name: u64,
    length: u64,
    /// The bytes of the last block.
    block: Vec<u8>,
    /// The checksums of the blocks before it.
    checksums: Vec<u8>,
}

impl VerifiedWriter {
    fn end_block(&mut self) {
        let block = self.checksums.len() / NUMBER;
        let checksum = checksum(self.name, block, &self.block);
        self.checksums.extend(checksum.to_le_bytes());
        self.block.clear();
    }
}

impl Write for VerifiedWriter {
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

impl TerminatingWrite for VerifiedWriter {
    fn terminate_ref(&mut self, token: AntiCallToken) -> io::Result<()> {
        if !self.block.is_empty() {
            self.end_block();
        }
        self.file.write_all(&self.checksums)?;
        self.file.write_all(&self.length.to_le_bytes())?;
        self.file.terminate_ref(token)
    }
}

impl Directory for IndexFolder {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        let opened = match &self.unmapped {
            Some(unmapped) => Verified::on_disk(path, unmapped),
            None => {
                let whole = self.files.open_read(path)?;
                (whole.read_bytes()).and_then(|bytes| Verified::in_memory(path, bytes))
            }
        };
        match opened {
            Ok(file) => Ok(Arc::new(file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(OpenReadError::FileDoesNotExist(path.to_owned()))
            }
            Err(error) => Err(OpenReadError::wrap_io_error(error, path.to_owned())),
        }
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        Ok(io::BufWriter::new(Box::new(VerifiedWriter {
            file: self.files.open_write(path)?,
            name: hash_of_name(path),
            length: 0,
            block: Vec::with_capacity(BLOCK),
            checksums: Vec::new(),
        })))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        let mut bytes = self.files.atomic_read(path)?;
        let length = bytes.len().saturating_sub(LINE);
        if bytes[length..] != last_line(path, &bytes[..length]) {
            return Err(OpenReadError::wrap_io_error(damaged(path), path.to_owned()));
        }
        bytes.truncate(length);
        Ok(bytes)
    }

    fn atomic_write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let bytes = [bytes, &last_line(path, bytes)].concat();
        self.files.atomic_write(path, &bytes)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.files.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.files.exists(path)
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.files.sync_directory()
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        self.files.acquire_lock(lock)
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.files.watch(callback)
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
        let mut file = IndexFolder::new(disk.clone()).open_write(path).unwrap();
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
            let file = Verified::in_memory(path, OwnedBytes::new(written(path, length))).unwrap();
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
            let Ok(file) = Verified::in_memory(path, OwnedBytes::new(bad)) else {
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
            assert!(Verified::in_memory(path, cut).is_err(), "{size} bytes");
        }
        // The same bytes under another name count as damage too.
        let other = Verified::in_memory(Path::new("b.store"), OwnedBytes::new(good)).unwrap();
        assert!(other.read_bytes(0..9).is_err());
    }

    #[test]
    fn files_in_memory_are_bounded() {
        let folder = tempfile::tempdir().unwrap();
        let length = 5 * BLOCK;
        let names = ["a.store", "b.store", "c.store"].map(Path::new);
        for name in names {
            std::fs::write(folder.path().join(name), written(name, length)).unwrap();
        }
        let size = written(names[0], length).len();
        let unmapped = |memory| Unmapped {
            folder: folder.path().to_owned(),
            blocks: Arc::default(),
            memory: Arc::new(AtomicUsize::new(memory)),
        };
        for memory in [0, size, 2 * size + 1] {
            let unmapped = unmapped(memory);
            let files = names.map(|name| Verified::on_disk(name, &unmapped).unwrap());
            let kept = |file: &&Verified| matches!(file.content, VerifiedContent::Memory { .. });
            assert_eq!(files.iter().filter(kept).count(), memory / size);
            for file in &files {
                assert_eq!(*file.read_bytes(0..length).unwrap(), bytes(length));
            }
        }
    }

    #[test]
    fn a_small_file_has_its_checksum_at_the_end() {
        let (disk, path) = (RamDirectory::create(), Path::new("meta.json"));
        let folder = IndexFolder::new(disk.clone());
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
