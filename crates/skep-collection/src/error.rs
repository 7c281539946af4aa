//! The errors of a scan.

use std::io;
use std::path::PathBuf;

use skep_records::{Diagnostic, Source};

/// An error that prevents a scan, or an input that [`open`](crate::open()) cannot read. In a [`scan`](crate::scan),
/// problems with an input are items: [`Item::Fault`](super::Item::Fault).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The system could not start a thread.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
    /// The path does not exist or cannot be accessed.
    #[error("{}: {source}", .path.display())]
    Open {
        /// The path.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A file or entry cannot be read, cannot be read to its end, or holds no game.
    #[error("{place}: {}", .diagnostic.message)]
    Unreadable {
        /// The file or entry.
        place: Source,
        /// The problem.
        diagnostic: Box<Diagnostic>,
    },
}
