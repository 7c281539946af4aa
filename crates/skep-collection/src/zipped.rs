use std::borrow::Cow;
use std::ops::ControlFlow::Continue;

use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::ZipError;

use super::node::{Node, is_hidden};
use super::positioned::Positioned;
use super::sink::{Batch, Context, End, Flow, Sink};
use super::stream;
use skep_records::diag::{Code, Diagnostic};

/// Entries in one batch at most: the opening of an entry costs something even where there is little in it.
const MAX_BATCH: usize = 256;

/// Small entries, in units of work, that are unpacked by the threads that work on them; larger ones are unpacked in
/// order and handed on in pieces.
pub(super) const SMALL: usize = 4;

/// A zip with its directory of entries. A clone shares both and reads on its own.
#[derive(Clone, Debug)]
pub(super) struct Zip {
    archive: ZipArchive<Positioned>,
    node: Node,
    /// Whether it lies on disk as a file of its own, so that what is read of it is progress.
    on_disk: bool,
}

/// Reads all entries of the zip that `bytes` are.
pub(super) fn read(
    context: &Context<'_>,
    node: &Node,
    bytes: Positioned,
    sink: &mut dyn Sink,
) -> End {
    let on_disk = bytes.is_file();
    let archive = match ZipArchive::new(bytes) {
        Ok(archive) => archive,
        Err(error) => return sink.fault(&node.source, undirected(&error)).into(),
    };
    if archive.is_empty() {
        return if node.ought_to_be_a_record() {
            let diagnostic = Diagnostic::new(Code::EmptyFile, "a zip with nothing in it");
            sink.fault(&node.source, diagnostic).into()
        } else {
            sink.skipped(&node.source).into()
        };
    }
    if archive.has_duplicate_names() && sink.fault(&node.source, named_twice()).is_break() {
        return End::Stopped;
    }
    let zip = Zip {
        archive,
        node: node.clone(),
        on_disk,
    };
    zip.read_in_batches(context, sink).into()
}

impl Zip {
    fn read_in_batches(&self, context: &Context<'_>, sink: &mut dyn Sink) -> Flow {
        let unit = context.options.unit_bytes;
        let mut batch = Vec::new();
        let mut weight = 0;
        for index in 0..self.archive.len() {
            let size = match self.archive.by_index_data(index) {
                Ok(entry) if !entry.is_file() => continue,
                Ok(entry) => usize::try_from(entry.size()).unwrap_or(usize::MAX),
                Err(_) => 0,
            };
            let large = size > unit.saturating_mul(SMALL);
            if (large || weight >= unit || batch.len() >= MAX_BATCH) && !batch.is_empty() {
                let batch = Batch::Entries(self.clone(), std::mem::take(&mut batch));
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
            sink.batch(Batch::Entries(self.clone(), batch), weight)?;
        }
        Continue(())
    }

    /// Reads some of the entries.
    pub fn read_entries(
        &self,
        context: &Context<'_>,
        indices: &[usize],
        sink: &mut dyn Sink,
    ) -> Flow {
        let mut archive = self.archive.clone();
        for &index in indices {
            let Ok(entry) = self.archive.by_index_data(index) else {
                continue;
            };
            if self.on_disk {
                context.progress.add_read(entry.compressed_size());
            }
            let name = entry
                .name()
                .unwrap_or_else(|_| String::from_utf8_lossy(entry.name_raw()));
            self.read_entry(context, &name, archive.by_index(index), sink)?;
        }
        Continue(())
    }

    fn read_entry(
        &self,
        context: &Context<'_>,
        name: &str,
        entry: Result<ZipFile<'_, Positioned>, ZipError>,
        sink: &mut dyn Sink,
    ) -> Flow {
        if is_hidden(name) {
            return Continue(());
        }
        let node = self.node.entry(name);
        match entry {
            // Damage inside one entry leaves the others whole.
            Ok(mut file) => stream::read(context, &node, &mut file, None, sink).flow(),
            Err(error) => sink.fault(&node.source, unopened(&error)),
        }
    }
}

/// The warning about a zip in which several entries have one name.
///
/// They come from programs that update an archive by adding to it, so what is left out is what was replaced.
fn named_twice() -> Diagnostic {
    let message =
        "several entries of the zip have the same name; only the last of each name is read";
    Diagnostic::new(Code::DamagedArchive, message)
        .help("unpack it and name the folder, to read all")
}

/// The fault of a zip whose directory cannot be read.
fn undirected(error: &ZipError) -> Diagnostic {
    match error {
        ZipError::Io(error) if error.kind() != std::io::ErrorKind::UnexpectedEof => {
            stream::unreadable(error)
        }
        _ => Diagnostic::new(
            Code::DamagedArchive,
            "the directory at the end of the zip is missing or damaged: the file was cut short, perhaps",
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
            format!("compression method {method} is not one that skep unpacks").into()
        }
        ZipError::InvalidArchive(reason) => format!("the entry is damaged: {reason}").into(),
        other => format!("the entry cannot be unpacked: {other}").into(),
    };
    Diagnostic::new(Code::DamagedArchive, reason)
}
