use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Store, walk};

/// A place to read games from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A file or a folder.
    Path(PathBuf),
    /// Standard input.
    Stdin,
    /// A temporary copy of an input that can be read only once.
    Copy(Copied),
    /// A text, which is read like the content of a file with this name.
    Text {
        /// The name in reports.
        name: Arc<str>,
        /// The content.
        text: Arc<str>,
    },
    /// An index, or something else that keeps games.
    Stored(Stored),
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
    /// The input for a path; `-` is standard input.
    fn from(arg: OsString) -> Self {
        if arg == "-" {
            Input::Stdin
        } else {
            Input::Path(arg.into())
        }
    }
}

impl Input {
    /// The files that a scan of this input opens: the file itself, or those in the folder. For an index, all its files.
    /// Other inputs have none. Errors are skipped.
    pub fn files(&self) -> Box<dyn Iterator<Item = PathBuf> + '_> {
        match self {
            Input::Path(path) => walk::files(path),
            Input::Stored(stored) => walk::all_files(stored.0.path()),
            Input::Stdin | Input::Copy(_) | Input::Text { .. } => Box::new(iter::empty()),
        }
    }

    /// The source of the games in this input, without entries of archives.
    pub fn source(&self) -> Source {
        match self {
            Input::Path(path) => Source::file(path),
            Input::Stored(stored) => Source::file(stored.0.path()),
            Input::Stdin => Source {
                path: "-".into(),
                entry: None,
            },
            Input::Copy(Copied { name, .. }) | Input::Text { name, .. } => Source {
                path: Arc::clone(name),
                entry: None,
            },
        }
    }
}

/// The source of a game: a file, and an entry if the file is an archive.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Source {
    /// The file as it was named or found, or `-` for standard input. Bytes that are not UTF-8 are replaced.
    pub path: Arc<str>,
    /// The path inside the archive. For an archive inside another, `!` joins the paths.
    pub entry: Option<Arc<str>>,
}

impl Source {
    /// A file.
    pub(super) fn file(path: &Path) -> Source {
        Source {
            path: path.to_string_lossy().into(),
            entry: None,
        }
    }

    /// An entry of this archive.
    pub(super) fn entry(&self, name: &str) -> Source {
        Source {
            path: Arc::clone(&self.path),
            entry: Some(match &self.entry {
                None => name.into(),
                Some(outer) => format!("{outer}!{name}").into(),
            }),
        }
    }

    /// The name of the file or entry, without folders.
    pub(super) fn name(&self) -> &str {
        let whole = self.entry.as_deref().unwrap_or(&self.path);
        whole.rsplit(['/', '\\', '!']).next().unwrap_or(whole)
    }
}

/// `path`, or `path!entry`.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)?;
        match &self.entry {
            None => Ok(()),
            Some(entry) => write!(f, "!{entry}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_nest() {
        let zip = Source::file(Path::new("a/b.zip"));
        let inner = zip.entry("c/d.tar");
        let game = inner.entry("e.sgf");
        assert_eq!(game.to_string(), "a/b.zip!c/d.tar!e.sgf");
        assert_eq!(
            [zip.name(), inner.name(), game.name()],
            ["b.zip", "d.tar", "e.sgf"]
        );
        assert_eq!(&*game.path, "a/b.zip");
    }
}
