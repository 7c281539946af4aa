use std::ffi::OsStr;
use std::fs;
use std::iter;
use std::ops::ControlFlow::Continue;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use walkdir::{DirEntry, FilterEntry, WalkDir};

use super::node::InputNode;
use super::sink::{Context, Flow, Sink, SmallFiles};
use super::{Folders, Input, PartContent, Stored, stream};
use skep_records::Source;
use skep_records::diag::{Code, Diagnostic};

/// The maximum number of files in a batch.
const MAX_BATCH: usize = 64;

/// Reads all inputs.
pub(super) fn read(context: &Context<'_>, inputs: &[Input], sink: &mut dyn Sink) -> Flow {
    let mut files = Files::default();
    for input in inputs {
        let node = match input {
            Input::Entry(path, entry) => InputNode::of_entry(Source::file(path), entry),
            Input::Part(part) => InputNode::new(input.source(), part.named),
            _ => InputNode::new(input.source(), true),
        };
        match input {
            Input::Stdin => {
                files.hand_on(sink)?;
                stream::read_stdin(context, &node, sink)?;
            }
            Input::Copy(copy) => {
                files.hand_on(sink)?;
                stream::read_copy(context, &copy.file, &node, sink)?;
            }
            Input::Bytes { bytes, .. } => {
                files.hand_on(sink)?;
                stream::read_bytes(context, bytes, &node, sink)?;
            }
            Input::Part(part) => {
                files.hand_on(sink)?;
                stream::read_part(context, part, &node, sink)?;
            }
            Input::Stored(stored) => {
                files.hand_on(sink)?;
                read_stored(context, stored, &node, sink)?;
            }
            Input::Path(path) | Input::Entry(path, _) => match fs::metadata(path) {
                Ok(m) if m.is_dir() => read_folder(context, path, &mut files, sink)?,
                Ok(m) => {
                    let size = if m.is_file() { m.len() } else { u64::MAX };
                    files.add(context, path.clone(), node, size, sink)?;
                }
                Err(error) => {
                    files.hand_on(sink)?;
                    sink.fault(&node.source, stream::unreadable(&error))?;
                }
            },
        }
    }
    files.hand_on(sink)
}

fn read_stored(
    context: &Context<'_>,
    stored: &Stored,
    node: &InputNode,
    sink: &mut dyn Sink,
) -> Flow {
    for batch in 0..stored.0.batches() {
        let source = Arc::clone(&node.source);
        let batch = SmallFiles::Stored(Arc::clone(&stored.0), batch, source);
        sink.batch(batch, context.options.unit_bytes)?;
    }
    Continue(())
}

fn read_folder(context: &Context<'_>, root: &Path, files: &mut Files, sink: &mut dyn Sink) -> Flow {
    for entry in read_entries(root, &context.options.folders) {
        match entry {
            Ok(entry) => {
                let size = entry.metadata().map_or(u64::MAX, |m| m.len());
                let node = InputNode::new(Source::file(entry.path()), false);
                files.add(context, entry.into_path(), node, size, sink)?;
            }
            Err(error) => {
                files.hand_on(sink)?;
                let path = error.path().unwrap_or(root);
                let diagnostic = match error.io_error() {
                    Some(error) => stream::unreadable(error),
                    None => Diagnostic::new(Code::Unreadable, "cannot be read"),
                };
                sink.fault(&Source::file(path).into(), diagnostic)?;
            }
        }
    }
    Continue(())
}

/// The files in a folder that a scan reads, in its order, and what cannot be read.
fn read_entries(root: &Path, folders: &Folders) -> impl Iterator<Item = walkdir::Result<DirEntry>> {
    let mut entries = walk(root);
    iter::from_fn(move || {
        loop {
            match entries.next()? {
                Ok(entry) if entry.file_type().is_dir() => {
                    if folders.leaves_out(entry.path()) {
                        entries.skip_current_dir();
                    }
                }
                Ok(entry) if !entry.file_type().is_file() => {}
                // A link back to a folder above, which is read there.
                Err(error) if error.loop_ancestor().is_some() => {}
                entry => return Some(entry),
            }
        }
    })
}

/// The files at or in a path that a scan reads, in its order, with their sizes in bytes. A file or folder that cannot
/// be read has the size 0; a scan of it reports why.
pub fn listed_files(path: &Path, folders: &Folders) -> Vec<(PathBuf, u64)> {
    match fs::metadata(path) {
        Ok(m) if m.is_dir() => {}
        about => return vec![(path.to_owned(), about.map_or(0, |m| m.len()))],
    }
    let entries = read_entries(path, folders).map(|entry| match entry {
        Ok(entry) => {
            let size = entry.metadata().map_or(0, |m| m.len());
            (entry.into_path(), size)
        }
        Err(error) => (error.path().unwrap_or(path).to_owned(), 0),
    });
    entries.collect()
}

/// The names in a folder that are not hidden, sorted by their bytes.
fn walk(root: &Path) -> FilterEntry<walkdir::IntoIter, impl FnMut(&DirEntry) -> bool> {
    WalkDir::new(root)
        .follow_links(true)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry.file_name()))
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// The files at or in a path.
pub(super) fn files(path: &Path) -> Box<dyn Iterator<Item = PathBuf> + '_> {
    if !path.is_dir() {
        return Box::new(iter::once(path.to_path_buf()));
    }
    let entries = walk(path).filter_map(Result::ok);
    let files = entries.filter(|entry| entry.file_type().is_file());
    Box::new(files.map(DirEntry::into_path))
}

/// The files in a folder, also hidden files.
pub(super) fn all_files(path: &Path) -> Box<dyn Iterator<Item = PathBuf> + '_> {
    let entries = WalkDir::new(path).into_iter().filter_map(Result::ok);
    let files = entries.filter(|entry| entry.file_type().is_file());
    Box::new(files.map(DirEntry::into_path))
}

/// The size of an input on disk in bytes, if it is a file or folder.
pub(super) fn size(input: &Input) -> Option<u64> {
    let path = match input {
        Input::Path(path) | Input::Entry(path, _) => path,
        Input::Copy(copy) => return copy.file.metadata().ok().map(|m| m.len()),
        Input::Bytes { bytes, .. } => return Some(bytes.len() as u64),
        Input::Part(part) => match (&part.range, &part.content) {
            (Some(range), _) => return Some(range.end - range.start),
            (None, PartContent::Bytes(bytes)) => return Some(bytes.len() as u64),
            (None, PartContent::File(path)) => path,
        },
        Input::Stdin | Input::Stored(_) => return None,
    };
    match fs::metadata(path) {
        Ok(m) if m.is_file() => Some(m.len()),
        Ok(m) if !m.is_dir() => None,
        Ok(_) => Some(
            walk(path)
                .filter_map(Result::ok)
                .filter(|entry| entry.file_type().is_file())
                .filter_map(|entry| entry.metadata().ok())
                .map(|m| m.len())
                .sum(),
        ),
        // The scan will report a fault, and there is nothing to read.
        Err(_) => Some(0),
    }
}

/// Small files that are collected into a batch.
#[derive(Default)]
struct Files {
    waiting: Vec<(PathBuf, InputNode)>,
    weight: usize,
}

impl Files {
    fn add(
        &mut self,
        context: &Context<'_>,
        path: PathBuf,
        node: InputNode,
        size: u64,
        sink: &mut dyn Sink,
    ) -> Flow {
        let unit = context.options.unit_bytes;
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        if size > unit {
            self.hand_on(sink)?;
            return stream::read_file(context, &path, &node, sink);
        }
        self.waiting.push((path, node));
        self.weight += size;
        if self.weight >= unit || self.waiting.len() >= MAX_BATCH {
            self.hand_on(sink)?;
        }
        Continue(())
    }

    fn hand_on(&mut self, sink: &mut dyn Sink) -> Flow {
        if self.waiting.is_empty() {
            return Continue(());
        }
        let files = std::mem::take(&mut self.waiting);
        sink.batch(SmallFiles::Files(files), std::mem::take(&mut self.weight))
    }
}
