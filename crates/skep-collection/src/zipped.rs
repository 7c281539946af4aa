use std::borrow::Cow;
use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use zip::ZipArchive;
use zip::read::ZipFileEntry;
use zip::result::ZipError;

use super::damage::{self, FixedSteps};
use super::node::InputNode;
use super::positioned::Positioned;
use super::ratio::Growth;
use super::sink::{Context, Flow, Sink, SmallFiles, StreamStop};
use super::stream;
use skep_records::Source;
use skep_records::diag::{Code, Diagnostic};

/// The maximum number of entries in a batch. Opening an entry takes time even if it is small.
const MAX_BATCH: usize = 256;

/// Entries up to this size, in units of work, are unpacked by the worker threads. Larger entries are unpacked in order
/// and passed on in parts.
pub(super) const SMALL: usize = 4;

/// A zip with its directory of entries. Clones share both, and each has its own position.
#[derive(Clone, Debug)]
pub(super) struct Zip {
    archive: ZipArchive<Positioned>,
    node: InputNode,
    growth: Arc<Growth>,
    /// Whether it is a file on disk, so that reading it is progress.
    on_disk: bool,
}

/// Reads all entries of the zip in `bytes`.
pub(super) fn read(
    context: &Context<'_>,
    node: &InputNode,
    growth: &Arc<Growth>,
    bytes: Positioned,
    sink: &mut dyn Sink,
) -> StreamStop {
    let on_disk = bytes.is_file();
    let archive = match ZipArchive::new(bytes) {
        Ok(archive) => archive,
        Err(error) => return sink.fault(&node.source, undirected(&error)).into(),
    };
    if archive.is_empty() {
        return if node.ought_to_be_a_record() {
            let diagnostic = Diagnostic::new(Code::EmptyFile, "the zip is empty");
            sink.fault(&node.source, diagnostic).into()
        } else {
            sink.skipped(&node.source).into()
        };
    }
    if archive.has_duplicate_names() && sink.fault(&node.source, named_twice()).is_break() {
        return StreamStop::Stopped;
    }
    let zip = Zip {
        archive,
        node: node.clone(),
        growth: Arc::clone(growth),
        on_disk,
    };
    zip.read_in_batches(context, sink).into()
}

impl Zip {
    fn read_in_batches(&self, context: &Context<'_>, sink: &mut dyn Sink) -> Flow {
        let unit = context.options.unit_bytes;
        let mut batch = Vec::new();
        let mut weight = 0;
        let no_entry = self.node.has_no_entry();
        let mut is_read = false;
        let mut over = None;
        for index in 0..self.archive.len() {
            if self.growth.is_over() {
                break;
            }
            let size = match self.archive.by_index_data(index) {
                Ok(entry) if !entry.is_file() => continue,
                Ok(entry) if no_entry.is_some() && self.entry(&entry).is_none() => continue,
                Ok(entry) => usize::try_from(entry.size()).unwrap_or(usize::MAX),
                Err(_) => 0,
            };
            is_read = true;
            let large = size > unit.saturating_mul(SMALL);
            // Here and not in the threads that unpack them, so that the limit is at the same entry for any number of
            // threads. No entry unpacks to more than the size that it declares.
            if let Err(error) = self
                .growth
                .add_unpacked(if large { 0 } else { size as u64 })
            {
                over = Some(stream::broken(&self.node.unwrapped(), &error));
                break;
            }
            if (large || weight >= unit || batch.len() >= MAX_BATCH) && !batch.is_empty() {
                let batch = SmallFiles::Entries(self.clone(), std::mem::take(&mut batch));
                sink.batch(batch, weight)?;
                weight = 0;
            }
            if large {
                self.read_entries(context, &[index], sink)?;
            } else {
                batch.push(index);
                weight += size;
            }
        }
        if !batch.is_empty() {
            sink.batch(SmallFiles::Entries(self.clone(), batch), weight)?;
        }
        if let Some(over) = over {
            return sink.fault(&self.node.source, over);
        }
        match no_entry {
            Some((source, fault)) if !is_read => sink.fault(&source, fault),
            _ => Continue(()),
        }
    }

    /// An entry, if it is to be read.
    fn entry(&self, entry: &ZipFileEntry<'_>) -> Option<InputNode> {
        let name = entry.name();
        self.node
            .entry(&name.unwrap_or_else(|_| Source::spelled_name(entry.name_raw())))
    }

    /// Reads some of the entries.
    pub fn read_entries(
        &self,
        context: &Context<'_>,
        indices: &[usize],
        sink: &mut dyn Sink,
    ) -> Flow {
        let mut archive = self.archive.clone();
        let mut buffer = damage::buffer();
        for &index in indices {
            let Ok(entry) = self.archive.by_index_data(index) else {
                continue;
            };
            if self.on_disk {
                context.progress.add_read(entry.compressed_size());
            }
            let Some(node) = self.entry(&entry) else {
                continue;
            };
            match archive.by_index(index) {
                // Damage in one entry does not affect the others.
                Ok(file) => {
                    let declared = file.size();
                    let again = |skipped, buffer: &mut [u8]| {
                        let mut archive = self.archive.clone();
                        let file = archive.by_index(index);
                        file.map_or(0, |file| damage::careful(file, skipped, buffer))
                    };
                    let mut file = FixedSteps::new(file, declared, &mut buffer, Some(again));
                    let stop =
                        if declared > (context.options.unit_bytes.saturating_mul(SMALL)) as u64 {
                            stream::read_unpacked(context, &node, &self.growth, file, sink)
                        } else {
                            stream::read(context, &node, &mut file, None, sink)
                        };
                    stop.flow()?;
                }
                Err(error) => sink.fault(&node.source, unopened(&error))?,
            }
        }
        Continue(())
    }
}

/// The finding about a zip in which several entries have the same name.
///
/// Programs that update an archive by appending to it make such zips. The skipped entries are the replaced ones.
fn named_twice() -> Diagnostic {
    let message =
        "several entries of the zip have the same name; only the last of each name is read";
    Diagnostic::new(Code::DamagedArchive, message)
        .help("to read all of them, unpack the zip and use the folder")
}

/// The fault of a zip whose directory cannot be read.
fn undirected(error: &ZipError) -> Diagnostic {
    match error {
        ZipError::Io(error) if error.kind() != std::io::ErrorKind::UnexpectedEof => {
            stream::unreadable(error)
        }
        _ => Diagnostic::new(
            Code::DamagedArchive,
            "the directory at the end of the zip is missing or damaged; the file may be truncated",
        )
        .help("download or copy the file again"),
    }
}

/// The fault of an entry that cannot be opened.
fn unopened(error: &ZipError) -> Diagnostic {
    if let ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) = error {
        return Diagnostic::new(Code::Unreadable, "the entry is encrypted")
            .help("unpack the archive with its password first");
    }
    let reason: Cow<'_, str> = match error {
        ZipError::CompressionMethodNotSupported(method) => {
            format!("compression method {method} is not supported").into()
        }
        ZipError::InvalidArchive(reason) => format!("the entry is damaged: {reason}").into(),
        other => format!("the entry cannot be unpacked: {other}").into(),
    };
    Diagnostic::new(Code::DamagedArchive, reason)
}
