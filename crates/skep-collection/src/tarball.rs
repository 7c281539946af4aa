use std::cell::Cell;
use std::io::{self, Read};

use super::node::InputNode;
use super::sink::{Context, Sink, StreamStop};
use super::stream::{self, broken};
use skep_records::Source;

/// The limit for the header of an entry in bytes, including long names and extended attributes. They are held in
/// memory, and the archive states their length.
const MAX_HEADER: u64 = 1 << 20;

/// Reads all entries of a tar.
pub(super) fn read(
    context: &Context<'_>,
    node: &InputNode,
    reader: &mut dyn Read,
    sink: &mut dyn Sink,
) -> StreamStop {
    let allowance = Cell::new(MAX_HEADER);
    let mut archive = tar::Archive::new(Metered {
        reader,
        allowance: &allowance,
    });
    let report = |error: &io::Error, sink: &mut dyn Sink| match sink
        .fault(&node.source, broken(&node.unwrapped(), error))
    {
        std::ops::ControlFlow::Continue(()) => StreamStop::Broken,
        std::ops::ControlFlow::Break(()) => StreamStop::Stopped,
    };
    let mut entries = match archive.entries() {
        Ok(entries) => entries,
        Err(error) => return report(&error, sink),
    };
    let mut is_read = false;
    loop {
        allowance.set(MAX_HEADER);
        let mut entry = match entries.next() {
            None => break,
            Some(Ok(entry)) => entry,
            Some(Err(error)) => return report(&error, sink),
        };
        allowance.set(u64::MAX);
        let name = Source::spelled_name(&entry.path_bytes()).into_owned();
        let mut content = Exact {
            left: entry.size(),
            reader: &mut entry,
            failed: false,
        };
        let regular = {
            let kind = content.reader.header().entry_type();
            kind.is_file() || kind.is_contiguous() || kind.is_gnu_sparse()
        };
        if regular && let Some(entry) = node.entry(&name) {
            is_read = true;
            match stream::read(context, &entry, &mut content, None, sink) {
                StreamStop::Whole => {}
                // All entries share one stream. If the stream is broken, the rest is lost, and that is already
                // reported. A damaged archive inside a good tar does not affect the other entries.
                StreamStop::Broken if content.failed => return StreamStop::Broken,
                StreamStop::Broken => {}
                StreamStop::Stopped => return StreamStop::Stopped,
            }
        }
        // Skip the unread rest of this entry, so that the next read starts at the next header.
        if let Err(error) = io::copy(&mut content, &mut io::sink()) {
            return report(&error, sink);
        }
    }
    if let Some((source, fault)) = node.has_no_entry()
        && !is_read
        && sink.fault(&source, fault).is_break()
    {
        return StreamStop::Stopped;
    }
    // Data after the end of a tar does not matter. But a compressed file has its checksum at its end, and a pipe must
    // be read to its end.
    allowance.set(u64::MAX);
    match io::copy(&mut archive.into_inner(), &mut io::sink()) {
        Ok(_) => StreamStop::Whole,
        Err(error) => report(&error, sink),
    }
}

/// Limits how much is read.
struct Metered<'a> {
    reader: &'a mut dyn Read,
    allowance: &'a Cell<u64>,
}

impl Read for Metered<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let allowance = self.allowance.get();
        if allowance == 0 {
            return Err(io::Error::other("the header of an entry is too long"));
        }
        let max = usize::try_from(allowance)
            .unwrap_or(usize::MAX)
            .min(buf.len());
        let n = self.reader.read(&mut buf[..max])?;
        self.allowance.set(allowance - n as u64);
        Ok(n)
    }
}

/// Reports an error if an entry ends before its stated size, and remembers whether reading it failed.
struct Exact<'a, R: Read> {
    reader: &'a mut R,
    left: u64,
    failed: bool,
}

impl<R: Read> Read for Exact<'_, R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = match self.reader.read(buf) {
            Ok(0) if self.left > 0 && !buf.is_empty() => Err(io::ErrorKind::UnexpectedEof.into()),
            read => read,
        };
        match &read {
            Ok(n) => self.left = self.left.saturating_sub(*n as u64),
            Err(error) => self.failed |= error.kind() != io::ErrorKind::Interrupted,
        }
        read
    }
}
