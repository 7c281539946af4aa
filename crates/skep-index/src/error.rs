use std::io;
use std::path::{Path, PathBuf};

use skep_analysis::database::FilterProgress;
use tantivy::TantivyError;
use tantivy::directory::error::{LockError, OpenDirectoryError, OpenReadError, OpenWriteError};

/// Why an index cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The folder is not an index.
    #[error("{}: not an index; to make one, use skep index -o games.skepdb FILE", .0.display())]
    NotAnIndex(PathBuf),
    /// The path is taken by something else.
    #[error("{}: exists and is not an index of skep", .0.display())]
    Exists(PathBuf),
    /// A later version of skep made the index.
    #[error(
        "{}: index format {found} is newer than this program, which reads format {known}; update skep",
        path.display()
    )]
    Newer {
        /// The index.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The newest format that this program reads.
        known: u32,
    },
    /// An earlier version of skep made the index.
    #[error(
        "{}: index format {found} is older than format {known} of this program; make the index again with skep index",
        path.display()
    )]
    Older {
        /// The index.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The format that this program reads.
        known: u32,
    },
    /// A file of the index is damaged or missing.
    #[error(
        "{}: the index is damaged ({what}); check it with skep index --check, and make it again with skep index",
        path.display()
    )]
    Damaged {
        /// The index.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The time for an answer is over.
    #[error("{}: the answer takes too long", path.display())]
    Late {
        /// The index.
        path: PathBuf,
        /// How many games were tested.
        progress: FilterProgress,
    },
    /// Another process adds or removes games.
    #[error("{}: another process is writing to the index; try again when it is done", .0.display())]
    Busy(PathBuf),
    /// A file cannot be read or written.
    #[error("{}: {reason}", path.display())]
    Io {
        /// The index.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// Something else went wrong in the search engine.
    #[error("{}: {what}", path.display())]
    Engine {
        /// The index.
        path: PathBuf,
        /// What the engine says.
        what: String,
    },
}

impl Error {
    /// The path of the index.
    pub fn path(&self) -> &Path {
        match self {
            Error::NotAnIndex(path) | Error::Exists(path) | Error::Busy(path) => path,
            Error::Late { path, .. }
            | Error::Newer { path, .. }
            | Error::Older { path, .. }
            | Error::Damaged { path, .. }
            | Error::Io { path, .. }
            | Error::Engine { path, .. } => path,
        }
    }

    /// The message without the path of the index.
    pub fn without_path(&self) -> String {
        let text = self.to_string();
        let path = format!("{}: ", self.path().display());
        text.strip_prefix(&path).unwrap_or(&text).to_owned()
    }

    pub(crate) fn io(path: &Path, source: io::Error) -> Error {
        let reason = match source.kind() {
            io::ErrorKind::StorageFull => io::Error::new(
                io::ErrorKind::StorageFull,
                "the disk is full; the index keeps the games that were committed",
            ),
            _ => source,
        };
        Error::Io {
            path: path.to_owned(),
            reason,
        }
    }

    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> Error {
        Error::Damaged {
            path: path.to_owned(),
            what: what.into(),
        }
    }

    /// What an error of the engine means for the index at `path`.
    pub(crate) fn of_engine(path: &Path, error: TantivyError) -> Error {
        let io = |error: &io::Error| match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
                Error::damaged(path, error.to_string())
            }
            // The engine hides the cause of some errors, so a test write finds it.
            io::ErrorKind::Other => {
                let said = || io::Error::other(error.to_string());
                Error::io(path, probe(path).err().unwrap_or_else(said))
            }
            kind => {
                let source = match error.raw_os_error() {
                    Some(code) => io::Error::from_raw_os_error(code),
                    None => io::Error::new(kind, error.to_string()),
                };
                Error::io(path, source)
            }
        };
        let missing = |file: &Path| {
            let name = file.file_name().unwrap_or(file.as_os_str());
            Error::damaged(path, format!("{} is missing", name.display()))
        };
        match error {
            TantivyError::LockFailure(LockError::LockBusy, _) => Error::Busy(path.to_owned()),
            TantivyError::LockFailure(LockError::IoError(error), _)
            | TantivyError::IoError(error)
            | TantivyError::OpenReadError(OpenReadError::IoError {
                io_error: error, ..
            })
            | TantivyError::OpenWriteError(OpenWriteError::IoError {
                io_error: error, ..
            })
            | TantivyError::OpenDirectoryError(OpenDirectoryError::IoError {
                io_error: error,
                ..
            }) => io(&error),
            TantivyError::OpenReadError(OpenReadError::FileDoesNotExist(file)) => missing(&file),
            // Every byte is checked before the engine reads it, so the file was written like this by another program.
            TantivyError::DataCorruption(_) | TantivyError::DeserializeError(_) => {
                Error::damaged(path, "a file has unexpected content")
            }
            TantivyError::IncompatibleIndex(_)
            | TantivyError::OpenReadError(OpenReadError::IncompatibleIndex(_)) => {
                Error::damaged(path, "a file has a format that this program does not know")
            }
            // The engine does not report why a thread could not write, so a test write finds the reason.
            TantivyError::ErrorInThread(_)
            | TantivyError::InternalError(_)
            | TantivyError::SystemError(_) => match probe(path) {
                Err(error) => Error::io(path, error),
                Ok(()) => Error::Engine {
                    path: path.to_owned(),
                    what: "cannot write to the index; is the disk full?".to_owned(),
                },
            },
            other => Error::Engine {
                path: path.to_owned(),
                what: other.to_string(),
            },
        }
    }
}

/// Writes as much as a small part of the index needs, and removes it again.
fn probe(path: &Path) -> io::Result<()> {
    let file = path.join("probe");
    let written = std::fs::write(&file, vec![0; 1 << 20]);
    // The file may not exist.
    let _ = std::fs::remove_file(&file);
    written
}
