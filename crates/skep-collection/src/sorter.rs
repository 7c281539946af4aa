use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::sync::Arc;

use super::budget::ByteBudget;
use super::positioned::Positioned;

/// Sorts any number of texts by the bytes of their keys, in bounded memory. If the texts do not fit, sorted runs are
/// written to a temporary file and merged at the end. The sort is stable.
pub struct Sorter {
    room: ByteBudget,
    held: Vec<(Box<[u8]>, Box<str>)>,
    spill: Option<RunFile>,
}

/// The file of runs, and the end of each run.
struct RunFile {
    file: BufWriter<File>,
    ends: Vec<u64>,
    length: u64,
}

/// The memory for a text in addition to its bytes.
const OVERHEAD: usize = 96;

impl Sorter {
    /// A sorter that holds this many bytes.
    pub fn new(room: ByteBudget) -> Sorter {
        Sorter {
            room,
            held: Vec::new(),
            spill: None,
        }
    }

    /// Adds a text.
    ///
    /// # Errors
    /// The temporary file cannot be written.
    pub fn add(&mut self, key: Vec<u8>, text: String) -> io::Result<()> {
        let has_room = self.room.take(key.len() + text.len() + OVERHEAD);
        // Drop the spare capacity.
        self.held.push((key.into(), text.into()));
        if !has_room {
            self.spill()?;
        }
        Ok(())
    }

    /// Writes the texts in memory as a run.
    fn spill(&mut self) -> io::Result<()> {
        // The sort is stable.
        self.held.sort_by(|a, b| a.0.cmp(&b.0));
        let spill = match &mut self.spill {
            Some(spill) => spill,
            empty => empty.insert(RunFile {
                file: BufWriter::new(tempfile::tempfile()?),
                ends: Vec::new(),
                length: 0,
            }),
        };
        for (key, text) in self.held.drain(..) {
            let head = (key.len() as u64, text.len() as u64);
            spill.file.write_all(&head.0.to_le_bytes())?;
            spill.file.write_all(&head.1.to_le_bytes())?;
            spill.file.write_all(&key)?;
            spill.file.write_all(text.as_bytes())?;
            spill.length += 16 + head.0 + head.1;
        }
        spill.ends.push(spill.length);
        self.room.clear();
        Ok(())
    }

    /// Calls `each` with all texts in the order of their keys.
    ///
    /// # Errors
    /// An error of `each`, or the temporary file cannot be written or read.
    pub fn finish<E: From<io::Error>>(
        mut self,
        mut each: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.spill.is_some() {
            self.spill()?;
        }
        let Some(spill) = self.spill else {
            self.held.sort_by(|a, b| a.0.cmp(&b.0));
            return self.held.iter().try_for_each(|(_, text)| each(text));
        };
        let file = spill
            .file
            .into_inner()
            .map_err(io::IntoInnerError::into_error)?;
        let file = Arc::new(file);
        let starts = std::iter::once(0).chain(spill.ends.iter().copied());
        let mut runs: Vec<SortedRun> = starts
            .zip(&spill.ends)
            .map(|(start, end)| SortedRun::new(&file, start, *end))
            .collect();
        let mut heads = BinaryHeap::new();
        for (number, run) in runs.iter_mut().enumerate() {
            if let Some((key, text)) = run.next()? {
                heads.push(Reverse(RunHead { key, number, text }));
            }
        }
        while let Some(Reverse(head)) = heads.pop() {
            each(&head.text)?;
            let number = head.number;
            if let Some((key, text)) = runs[number].next()? {
                heads.push(Reverse(RunHead { key, number, text }));
            }
        }
        Ok(())
    }
}

/// The next text of a run. Earlier runs hold earlier texts, and a run has one head at a time.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct RunHead {
    key: Vec<u8>,
    number: usize,
    text: String,
}

/// A sorted run in the temporary file. All runs share one open file.
struct SortedRun(BufReader<io::Take<Positioned>>);

impl SortedRun {
    fn new(file: &Arc<File>, start: u64, end: u64) -> SortedRun {
        let at = Positioned::File {
            file: Arc::clone(file),
            at: start,
        };
        SortedRun(BufReader::new(at.take(end - start)))
    }

    fn next(&mut self) -> io::Result<Option<(Vec<u8>, String)>> {
        let mut head = [0; 16];
        match self.0.read_exact(&mut head) {
            Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            other => other?,
        }
        let number = |at: usize| {
            let bytes = std::array::from_fn(|i| head[at + i]);
            u64::from_le_bytes(bytes)
        };
        // Both were lengths in memory when they were written.
        let length = |at: usize| usize::try_from(number(at)).map_err(io::Error::other);
        let mut key = vec![0; length(0)?];
        self.0.read_exact(&mut key)?;
        let mut text = String::with_capacity(length(8)?);
        (&mut self.0).take(number(8)).read_to_string(&mut text)?;
        Ok(Some((key, text)))
    }
}
