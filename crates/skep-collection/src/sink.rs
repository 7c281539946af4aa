use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::node::Node;
use super::offset::OffsetCursor;
use super::zipped::Zip;
use super::{Options, Progress, Source};
use skep_records::diag::Diagnostic;
use skep_records::record::Format;

/// Break: the scan is to stop, and nothing more need be read.
pub(super) type Flow = ControlFlow<()>;

/// How the reading of one stream ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// At its end, or nothing is lost by not reading on.
    Whole,
    /// At damage that has been reported: what comes after cannot be read.
    Broken,
    /// The scan is to stop.
    Stopped,
}

impl From<Flow> for End {
    fn from(flow: Flow) -> End {
        match flow {
            ControlFlow::Continue(()) => End::Whole,
            ControlFlow::Break(()) => End::Stopped,
        }
    }
}

impl End {
    /// Whether the scan goes on.
    pub fn flow(self) -> Flow {
        match self {
            End::Stopped => ControlFlow::Break(()),
            End::Whole | End::Broken => ControlFlow::Continue(()),
        }
    }
}

/// What all threads of a scan share.
pub(super) struct Context<'a> {
    pub options: &'a Options,
    pub progress: &'a Progress,
    /// Set when the scan is to stop.
    pub stop: AtomicBool,
}

/// A text of games, as far as it has been read.
#[derive(Debug)]
pub(super) struct Text {
    pub origin: Origin,
    pub cursor: OffsetCursor,
}

/// What all games of a text have in common.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    pub source: Arc<Source>,
    pub format: Format,
    /// Whether the text is an archive entry with a name that leads outside.
    pub unsafe_name: bool,
    /// Whether it is a fault if there is no game in it.
    pub required: bool,
}

/// What comes after a piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// More of the text.
    More,
    /// Nothing: it ends here.
    End,
    /// Something that could not be read.
    Damage,
}

/// Several small things to read one after the other, each independent of the rest.
#[derive(Debug)]
pub(super) enum Batch {
    /// Files.
    Files(Vec<(PathBuf, Node)>),
    /// Entries of a zip, by index.
    Entries(Zip, Vec<usize>),
}

/// Where the reading side puts what it finds, in order.
pub(super) trait Sink {
    /// Takes the first `cut` bytes off `buffer`: whole games of `text`, unless damage comes after them.
    fn games(&mut self, text: &mut Text, buffer: &mut Vec<u8>, cut: usize, then: Then) -> Flow;

    /// A game of `text` that was passed over, with `lines` line ends in it.
    fn too_long(&mut self, text: &mut Text, lines: u64) -> Flow;

    /// A fault of a file or entry.
    fn fault(&mut self, source: &Arc<Source>, diagnostic: Diagnostic) -> Flow;

    /// A file or entry that is no record.
    fn skipped(&mut self, source: &Arc<Source>) -> Flow;

    /// Small things to read, of about `weight` bytes.
    fn batch(&mut self, batch: Batch, weight: usize) -> Flow;
}
