use std::io;

/// An error that prevents a scan. Problems with an input are items: [`Item::Fault`](super::Item::Fault).
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The system could not start a thread.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
}
