use std::ffi::OsString;
use std::fs::File;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use skep_records::Source;

use super::node::SEPARATORS;
use super::{Part, PartContent, Store, walk};

/// A place to read games from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A file or a folder.
    Path(PathBuf),
    /// An entry of an archive, or a folder in it. For an archive inside another, `!` joins the names.
    Entry(PathBuf, Arc<str>),
    /// Standard input.
    Stdin,
    /// A temporary copy of an input that can be read only once.
    Copy(Copied),
    /// Bytes in memory, which are read like the content of a file with this name.
    Bytes {
        /// The name in reports.
        name: Arc<str>,
        /// The content.
        bytes: Arc<[u8]>,
    },
    /// An index, or something else that keeps games.
    Stored(Stored),
    /// A file, or a part of it, that one of several machines reads.
    Part(Part),
}

/// A [`Store`] that several inputs can share.
#[derive(Clone, Debug)]
pub struct Stored(pub Arc<dyn Store>);

impl PartialEq for Stored {
    fn eq(&self, other: &Stored) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Stored {}

/// A temporary file that is read in place of another input and reported under the name of that input. The file has no
/// name of its own and is deleted with the last input that holds it.
#[derive(Clone, Debug)]
pub struct Copied {
    pub(super) file: Arc<File>,
    pub(super) name: Arc<str>,
}

impl PartialEq for Copied {
    fn eq(&self, other: &Copied) -> bool {
        Arc::ptr_eq(&self.file, &other.file)
    }
}

impl Eq for Copied {}

impl From<OsString> for Input {
    /// The input for a path, or for an entry of an archive as [`Source`] writes it: `path!entry`. A file with that
    /// whole name comes first. `-` is standard input. The path can be as [`Source::spelled`] writes it.
    fn from(arg: OsString) -> Self {
        if arg == "-" {
            return Input::Stdin;
        }
        let text = match arg.to_str() {
            Some(text) => text.to_owned(),
            None => Source::spelled(Path::new(&arg)).into_owned(),
        };
        let text = Some(&*text).filter(|_| !Path::new(&arg).exists());
        let is_file = |archive: &str| Source::path_of(archive).is_file();
        let entry = text.and_then(|text| {
            let mut parts = text.match_indices('!').map(|(at, _)| text.split_at(at));
            parts.find(|(archive, _)| is_file(archive))
        });
        match entry {
            Some((archive, entry)) => Input::Entry(
                Source::path_of(archive).into(),
                entry[1..].trim_end_matches(SEPARATORS).into(),
            ),
            None => Input::Path(Source::typed(arg).into()),
        }
    }
}

impl Input {
    /// The files that a scan of this input opens: the file itself, or those in the folder. For an index, all its files.
    /// Other inputs have none. Errors are skipped.
    pub fn files(&self) -> Box<dyn Iterator<Item = PathBuf> + '_> {
        match self {
            Input::Path(path) | Input::Entry(path, _) => walk::files(path),
            Input::Stored(stored) => walk::all_files(stored.0.path()),
            Input::Part(Part {
                content: PartContent::File(path),
                ..
            }) => walk::files(path),
            Input::Stdin | Input::Copy(_) | Input::Bytes { .. } | Input::Part(_) => {
                Box::new(iter::empty())
            }
        }
    }

    /// The source of the games in this input, without entries of archives that are not named.
    pub fn source(&self) -> Source {
        match self {
            Input::Path(path) => Source::file(path),
            Input::Entry(path, entry) => Source::file(path).with_entry(entry),
            Input::Stored(stored) => Source::file(stored.0.path()),
            Input::Part(Part {
                name,
                content: PartContent::File(_),
                ..
            }) => Source {
                path: Source::with_slashes(name).into(),
                entry: None,
            },
            Input::Stdin => Source {
                path: "-".into(),
                entry: None,
            },
            Input::Copy(Copied { name, .. })
            | Input::Bytes { name, .. }
            | Input::Part(Part { name, .. }) => Source {
                path: Arc::clone(name),
                entry: None,
            },
        }
    }
}
