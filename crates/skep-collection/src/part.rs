//! Parts of a text that several machines read.

use std::cell::Cell;
use std::io::{self, Read};
use std::ops::ControlFlow::Continue;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use super::container::Container;
use super::node::InputNode;
use super::offset::Offset;
use super::sink::{Context, Flow, Sink, SmallFiles, StreamStop, TextInProgress, Then};
use super::stream::{HEAD, StreamRest, fill};
use super::{OpenOptions, Progress, text, worker};
use skep_records::Source;
use skep_records::diag::Diagnostic;
use skep_records::notation::split;
use skep_records::record::Format;

/// A file, or a part of it, that one of several machines reads. Numbers and lines of games are those in the whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The path of the file in reports.
    pub name: Arc<str>,
    /// Whether the caller named the file. If not, it was found in a folder, and may be something other than a record.
    pub named: bool,
    /// Where its bytes are.
    pub content: PartContent,
    /// Where the part is in the file. `None` is the whole file, such as an archive.
    pub range: Option<PartRange>,
}

/// Where the bytes of a [`Part`] are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartContent {
    /// In this file, from [`PartRange::start`] on.
    File(PathBuf),
    /// In memory: the bytes of the part only.
    Bytes(Arc<[u8]>),
}

/// A range of a text with whole games, and what a reader must know about the text before it. [`cut`] makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartRange {
    /// The offset of the first byte.
    pub start: u64,
    /// The offset after the last byte.
    pub end: u64,
    /// The notation of the text.
    pub format: Format,
    /// The number of games before the part.
    pub games: u64,
    /// The number of line ends before the part.
    pub lines: u64,
    /// The number of characters before the part on its first line.
    pub column: u64,
    /// The header line of CSV that applies at the start of the part.
    pub header: Option<Arc<str>>,
    /// Whether the part is the last of the text.
    pub is_last: bool,
}

impl PartRange {
    /// The place where the part begins.
    pub(super) fn offset(&self) -> Offset {
        Offset {
            games: self.games,
            lines: self.lines,
            column: self.column,
            header: self.header.clone(),
        }
    }
}

/// Cuts a text between games into parts of at least `bytes` bytes; the last may be shorter. Games are only found, so
/// this is much faster than a scan. The parts together have the same games, findings and faults as the whole text.
///
/// `None` if the text cannot be cut: an archive, UTF-16, a data file, or no games. Then the whole file is one part.
///
/// # Errors
/// Those of the reader.
///
/// # Examples
/// ```
/// use skep_collection::{OpenOptions, cut};
///
/// let text = "Base;wS1;bS1 wS1-\nBase;wG1;bG1 wG1-\nBase;wA1;bA1 wA1-\n";
/// let parts = cut(&mut text.as_bytes(), &OpenOptions::default(), 20)?.unwrap();
/// let places: Vec<_> = parts.iter().map(|part| (part.start, part.end, part.games)).collect();
/// assert_eq!(places, [(0, 36, 0), (36, 54, 2)]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn cut(
    reader: &mut dyn Read,
    options: &OpenOptions,
    bytes: u64,
) -> io::Result<Option<Vec<PartRange>>> {
    let options = OpenOptions {
        unit_bytes: usize::try_from(bytes).map_or(options.unit_bytes, |bytes| {
            options.unit_bytes.min(bytes.max(1))
        }),
        ..options.clone()
    };
    let read = Cell::new(0);
    let mut reader = Counting {
        reader,
        read: &read,
        error: None,
    };
    let mut head = Vec::with_capacity(HEAD);
    let filled = fill(&mut reader, &mut head, HEAD);
    if let Some(error) = reader.error {
        return Err(error);
    }
    if Container::of(&head).is_some() || text::is_utf16(&head) {
        return Ok(None);
    }
    let source = Source {
        path: "".into(),
        entry: None,
    };
    let mut cutter = Cutter {
        read: &read,
        bytes,
        parts: Vec::new(),
        open: None,
        is_cut: true,
    };
    let context = Context {
        options: &options,
        progress: &Progress::new(),
        stop: AtomicBool::new(false),
        read: AtomicU64::new(0),
    };
    let node = InputNode::new(source, true);
    let rest = &mut StreamRest::new(filled, &mut reader);
    let end = text::read(&context, &node, head, rest, &mut cutter);
    if let Some(error) = reader.error {
        return Err(error);
    }
    cutter.close();
    if let Some(last) = cutter.parts.last_mut() {
        last.is_last = true;
    }
    let is_cut = end == StreamStop::Whole && cutter.is_cut && !cutter.parts.is_empty();
    Ok(is_cut.then_some(cutter.parts))
}

/// Counts the bytes read, and keeps the error that ends the reading.
struct Counting<'a> {
    reader: &'a mut dyn Read,
    read: &'a Cell<u64>,
    error: Option<io::Error>,
}

impl Read for Counting<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.reader.read(buffer) {
            Ok(n) => {
                self.read.set(self.read.get() + n as u64);
                Ok(n)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                let kind = error.kind();
                self.error = Some(error);
                Err(kind.into())
            }
        }
    }
}

/// Collects the units of a text into parts.
struct Cutter<'a> {
    /// The number of bytes read so far. The last of them are still in the buffer.
    read: &'a Cell<u64>,
    bytes: u64,
    parts: Vec<PartRange>,
    open: Option<PartRange>,
    /// Whether nothing but games was found.
    is_cut: bool,
}

impl Cutter<'_> {
    /// Adds the bytes from `start` to `end` to the open part. If no part is open, one begins at `start`, after
    /// `before`.
    fn extend(&mut self, format: Format, start: u64, before: Offset, end: u64) {
        let open = self.open.get_or_insert(PartRange {
            start,
            end: start,
            format,
            games: before.games,
            lines: before.lines,
            column: before.column,
            header: before.header,
            is_last: false,
        });
        open.end = end;
        if open.end - open.start >= self.bytes {
            self.close();
        }
    }

    fn close(&mut self) {
        self.parts.extend(self.open.take());
    }
}

impl Sink for Cutter<'_> {
    fn games(
        &mut self,
        text: &mut TextInProgress,
        buffer: &mut Vec<u8>,
        cut: usize,
        then: Then,
    ) -> Flow {
        let at = self.read.get() - buffer.len() as u64;
        let format = text.origin.format;
        let bytes = &buffer[..cut];
        let (start, end) = text.cursor.advance();
        let start = start.wait();
        let ranges: Vec<_> = split::games(format, bytes).collect();
        end.tell(worker::offset_after(format, bytes, &ranges, &start, then));
        // An empty unit at the end adds nothing.
        if cut > 0 {
            self.extend(format, at, start, at + cut as u64);
        }
        buffer.drain(..cut);
        Continue(())
    }

    fn too_long(&mut self, text: &mut TextInProgress, lines: u64) -> Flow {
        let (start, end) = text.cursor.advance();
        let start = start.wait();
        end.tell(worker::offset_after_long(&start, lines));
        // The previous part is extended over this game: no part can begin with it, because its start is unknown.
        if self.open.is_none() {
            self.open = self.parts.pop();
            self.is_cut &= self.open.is_some();
        }
        Continue(())
    }

    fn fault(&mut self, _: &Arc<Source>, _: Diagnostic) -> Flow {
        self.is_cut = false;
        Continue(())
    }

    fn skipped(&mut self, _: &Arc<Source>) -> Flow {
        self.is_cut = false;
        Continue(())
    }

    fn batch(&mut self, _: SmallFiles, _: usize) -> Flow {
        self.is_cut = false;
        Continue(())
    }
}

/// Reads the bytes of a part. It is an error if the file ends first, as when the file was changed after it was cut.
pub(super) struct Exactly<'a> {
    reader: &'a mut dyn Read,
    left: u64,
}

impl<'a> Exactly<'a> {
    pub fn new(reader: &'a mut dyn Read, bytes: u64) -> Exactly<'a> {
        Exactly {
            reader,
            left: bytes,
        }
    }
}

impl Read for Exactly<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.left).map_or(buffer.len(), |left| left.min(buffer.len()));
        if most == 0 {
            return Ok(0);
        }
        let n = self.reader.read(&mut buffer[..most])?;
        self.left -= n as u64;
        if n == 0 {
            return Err(io::Error::other(
                "the file is shorter than when it was cut into parts",
            ));
        }
        Ok(n)
    }
}
