use std::io;

/// What stops a scan before it begins. Whatever is wrong with an input is an [`Item::Fault`](super::Item::Fault).
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The system refuses a thread.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
}
