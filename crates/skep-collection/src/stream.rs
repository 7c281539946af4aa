use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

use super::container::Container;
use super::damage::{self, FixedSteps, Gzip};
use super::node::InputNode;
use super::part::Exactly;
use super::positioned::Positioned;
use super::ratio::{Growth, PackedReader, UnpackedReader};
use super::sink::{Context, Flow, Sink, StreamStop};
use super::{Part, PartContent, PartRange, tarball, text, zipped};
use skep_records::diag::{Code, Diagnostic};

/// The number of bytes used to recognise archives and notations.
pub(super) const HEAD: usize = 64 << 10;

/// Reads a file, an entry, or the content of a compressed file: games, or an archive with more of them.
///
/// `file` is the file, if `reader` reads it from its start; then a zip need not be held in memory.
pub(super) fn read(
    context: &Context<'_>,
    node: &InputNode,
    reader: &mut dyn Read,
    file: Option<&Arc<File>>,
    sink: &mut dyn Sink,
) -> StreamStop {
    let mut head = Vec::with_capacity(HEAD);
    let filled = fill(reader, &mut head, HEAD);
    let Some(container) = Container::of(&head) else {
        if let Some((source, fault)) = node.has_no_entry() {
            return sink.fault(&source, fault).into();
        }
        return text::read(
            context,
            node,
            head,
            &mut StreamRest::new(filled, reader),
            sink,
        );
    };
    let whole = Cursor::new(head).chain(StreamRest::new(filled, reader));
    if let Container::Other(name, help) = container {
        let message = format!("{name}, which skep does not read");
        let diagnostic = Diagnostic::new(Code::UnsupportedFormat, message).help(help);
        return sink.fault(&node.source, diagnostic).into();
    }
    if node.depth >= context.options.max_nesting {
        let message = format!(
            "archives nested more than {} deep",
            context.options.max_nesting
        );
        return sink
            .fault(&node.source, Diagnostic::new(Code::Unreadable, message))
            .into();
    }
    let is_outermost = node.growth.is_none();
    let (node, growth) = &node.measured(context.options);
    let mut whole = PackedReader {
        reader: whole,
        growth: is_outermost.then(|| Arc::clone(growth)),
    };
    match container {
        Container::Gzip => {
            let inner = Gzip::new(BufReader::new(whole));
            let mut buffer = damage::buffer();
            // It forgets nothing.
            let again = None::<fn(u64, &mut [u8]) -> usize>;
            let inner = FixedSteps::new(inner, 0, &mut buffer, again);
            read_unpacked(context, &node.unwrapped(), growth, inner, sink)
        }
        Container::Zstd => read_zstd(context, node, growth, whole, sink),
        Container::Parquet => match positioned(context, node, file, &mut whole, sink) {
            Ok(bytes) => columnar::read_parquet(context, node, growth, bytes, sink),
            Err(stop) => stop,
        },
        Container::Arrow => columnar::read_arrow(context, node, growth, whole, sink),
        Container::Tar => tarball::read(context, node, &mut whole, sink),
        Container::Zip => match positioned(context, node, file, &mut whole, sink) {
            Ok(bytes) => zipped::read(context, node, growth, bytes, sink),
            Err(stop) => stop,
        },
        Container::Other(..) => StreamStop::Whole,
    }
}

/// Reads the content of an archive, up to the limit for the size of all content.
pub(super) fn read_unpacked(
    context: &Context<'_>,
    node: &InputNode,
    growth: &Arc<Growth>,
    reader: impl Read,
    sink: &mut dyn Sink,
) -> StreamStop {
    if growth.is_over() {
        return StreamStop::Whole;
    }
    let growth = Arc::clone(growth);
    let mut inner = UnpackedReader { reader, growth };
    read(context, node, &mut inner, None, sink)
}

#[cfg(feature = "zstd")]
fn read_zstd(
    context: &Context<'_>,
    node: &InputNode,
    growth: &Arc<Growth>,
    whole: impl Read,
    sink: &mut dyn Sink,
) -> StreamStop {
    let whole = BufReader::new(whole);
    match zstd::stream::read::Decoder::with_buffer(super::blocks::ZstdBlocks::new(whole)) {
        Ok(inner) => read_unpacked(context, &node.unwrapped(), growth, inner, sink),
        Err(error) => sink
            .fault(&node.source, broken(&node.unwrapped(), &error))
            .into(),
    }
}

#[cfg(not(feature = "zstd"))]
fn read_zstd(
    _context: &Context<'_>,
    node: &InputNode,
    _growth: &Arc<Growth>,
    _whole: impl Read,
    sink: &mut dyn Sink,
) -> StreamStop {
    let message = "this build of skep cannot read Zstandard";
    let diagnostic = Diagnostic::new(Code::UnsupportedFormat, message).help("unpack it first");
    sink.fault(&node.source, diagnostic).into()
}

#[cfg(feature = "columnar")]
use super::columnar;

#[cfg(not(feature = "columnar"))]
mod columnar {
    use super::{Code, Context, Diagnostic, Growth, InputNode, Sink, StreamStop};

    pub fn read_parquet<B>(
        _: &Context<'_>,
        node: &InputNode,
        _: &Growth,
        _: B,
        sink: &mut dyn Sink,
    ) -> StreamStop {
        let message = "this build of skep cannot read Parquet and Arrow";
        let help = "build skep with the feature full";
        let diagnostic = Diagnostic::new(Code::UnsupportedFormat, message).help(help);
        sink.fault(&node.source, diagnostic).into()
    }

    pub use read_parquet as read_arrow;
}

/// The bytes of a zip or a Parquet file, which are read out of order: those of the file on disk, or all of the stream
/// in memory, up to the limit. `Err` says how the reading ended.
fn positioned(
    context: &Context<'_>,
    node: &InputNode,
    file: Option<&Arc<File>>,
    reader: &mut dyn Read,
    sink: &mut dyn Sink,
) -> Result<Positioned, StreamStop> {
    if let Some(file) = file {
        if let (Some(growth), Ok(about)) = (&node.growth, file.metadata()) {
            growth.add_packed(about.len());
        }
        return Ok(Positioned::file(Arc::clone(file)));
    }
    let max = context.options.max_held_bytes;
    let mut bytes = Vec::new();
    let diagnostic = match reader.take(max as u64 + 1).read_to_end(&mut bytes) {
        Ok(n) if n <= max => return Ok(Positioned::memory(bytes)),
        Ok(_) => Diagnostic::new(
            Code::Unreadable,
            format!("a file of more than {max} bytes without random access"),
        )
        .help("save it as a file of its own and use that file"),
        // The central directory at the end of the zip is missing.
        Err(error) => broken(node, &error),
    };
    Err(match sink.fault(&node.source, diagnostic) {
        Continue(()) => StreamStop::Broken,
        Break(()) => StreamStop::Stopped,
    })
}

/// Reads until `buffer` holds `target` bytes. Returns false at the end.
///
/// # Errors
/// An error of the reader; the bytes read before it are in the buffer.
pub(super) fn fill(reader: &mut dyn Read, buffer: &mut Vec<u8>, target: usize) -> io::Result<bool> {
    let missing = target.saturating_sub(buffer.len());
    buffer.reserve_exact(missing);
    Ok(reader.take(missing as u64).read_to_end(buffer)? == missing)
}

/// The rest of a stream after its head, or the error or end that occurred in the head.
pub(super) struct StreamRest<'a> {
    filled: Option<io::Result<bool>>,
    reader: &'a mut dyn Read,
}

impl<'a> StreamRest<'a> {
    /// The rest of `reader` after [`fill`] gave `filled`.
    pub fn new(filled: io::Result<bool>, reader: &'a mut dyn Read) -> Self {
        let filled = Some(filled);
        StreamRest { filled, reader }
    }
}

impl Read for StreamRest<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match self.filled.take() {
            Some(Err(error)) => Err(error),
            Some(Ok(false)) => {
                self.filled = Some(Ok(false));
                Ok(0)
            }
            Some(Ok(true)) | None => self.reader.read(buf),
        }
    }
}

/// The fault of a stream that cannot be read to its end.
pub(super) fn broken(node: &InputNode, error: &io::Error) -> Diagnostic {
    if node.depth == 0 {
        unreadable(error)
    } else if error.kind() == io::ErrorKind::UnexpectedEof {
        Diagnostic::new(
            Code::DamagedArchive,
            "the archive is truncated here; the part before it was read",
        )
    } else {
        Diagnostic::new(
            Code::DamagedArchive,
            format!("cannot unpack the rest of the archive: {error}"),
        )
    }
}

/// The errors of Windows for a file or a part of it that another program has for itself.
const IN_USE: [i32; 2] = [32, 33];

/// The fault of a file that cannot be opened or read.
pub(super) fn unreadable(error: &io::Error) -> Diagnostic {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ if cfg!(windows)
            && error
                .raw_os_error()
                .is_some_and(|code| IN_USE.contains(&code)) =>
        {
            "it is in use (is it open in another program?)".to_owned()
        }
        _ => format!("cannot be read: {error}"),
    };
    Diagnostic::new(Code::Unreadable, reason)
}

/// Opens and reads one file.
pub(super) fn read_file(
    context: &Context<'_>,
    path: &std::path::Path,
    node: &InputNode,
    sink: &mut dyn Sink,
) -> Flow {
    let file = match File::open(path) {
        Ok(file) => Arc::new(file),
        Err(error) => return sink.fault(&node.source, unreadable(&error)),
    };
    let mut counted = CountedReader {
        reader: &mut &*file,
        context,
    };
    let at_random = file.metadata().is_ok_and(|m| m.is_file());
    read(
        context,
        node,
        &mut counted,
        at_random.then_some(&file),
        sink,
    )
    .flow()
}

/// Reads a file from its start, even if it was read before.
pub(super) fn read_copy(
    context: &Context<'_>,
    file: &Arc<File>,
    node: &InputNode,
    sink: &mut dyn Sink,
) -> Flow {
    let mut counted = CountedReader {
        reader: &mut Positioned::file(Arc::clone(file)),
        context,
    };
    read(context, node, &mut counted, Some(file), sink).flow()
}

/// Reads bytes in memory.
pub(super) fn read_bytes(
    context: &Context<'_>,
    mut bytes: &[u8],
    node: &InputNode,
    sink: &mut dyn Sink,
) -> Flow {
    let mut counted = CountedReader {
        reader: &mut bytes,
        context,
    };
    read(context, node, &mut counted, None, sink).flow()
}

/// Reads a part of a file.
pub(super) fn read_part(
    context: &Context<'_>,
    part: &Part,
    node: &InputNode,
    sink: &mut dyn Sink,
) -> Flow {
    let file = match &part.content {
        PartContent::Bytes(bytes) => match &part.range {
            None => return read_bytes(context, bytes, node, sink),
            Some(range) => return read_range(context, &mut &bytes[..], range, node, sink),
        },
        PartContent::File(path) => path,
    };
    let Some(range) = &part.range else {
        return read_file(context, file, node, sink);
    };
    let at_start = File::open(file).and_then(|mut file| {
        file.seek(SeekFrom::Start(range.start))?;
        Ok(file)
    });
    match at_start {
        Ok(mut file) => read_range(context, &mut file, range, node, sink),
        Err(error) => sink.fault(&node.source, unreadable(&error)),
    }
}

/// Reads the games of a part from a reader at its start.
fn read_range(
    context: &Context<'_>,
    reader: &mut dyn Read,
    range: &PartRange,
    node: &InputNode,
    sink: &mut dyn Sink,
) -> Flow {
    let mut counted = CountedReader { reader, context };
    let mut exactly = Exactly::new(&mut counted, range.end - range.start);
    text::read_part(context, node, range, &mut exactly, sink).flow()
}

/// Reads standard input.
pub(super) fn read_stdin(context: &Context<'_>, node: &InputNode, sink: &mut dyn Sink) -> Flow {
    let mut counted = CountedReader {
        reader: &mut io::stdin().lock(),
        context,
    };
    read(context, node, &mut counted, None, sink).flow()
}

/// Counts the bytes read as progress.
struct CountedReader<'a> {
    reader: &'a mut dyn Read,
    context: &'a Context<'a>,
}

impl Read for CountedReader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.reader.read(buf)?;
        self.context.progress.add_read(n as u64);
        Ok(n)
    }
}
