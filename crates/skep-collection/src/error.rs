//! What can keep games from being read.

use std::io;
use std::path::PathBuf;

use super::Source;
use skep_records::Diagnostic;

/// An error that prevents a scan, or an input that [`open`](crate::open()) cannot read. In a [`scan`](crate::scan),
/// problems with an input are items: [`Item::Fault`](super::Item::Fault).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The system could not start a thread.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
    /// There is nothing at the path, or it is out of reach.
    #[error("{}: {source}", .path.display())]
    Open {
        /// The path.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file or entry cannot be read, or not to its end, or holds no game.
    #[error("{place}: {}", .diagnostic.message)]
    Unreadable {
        /// The file or entry.
        place: Source,
        /// What is wrong.
        diagnostic: Box<Diagnostic>,
    },
}
