use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use super::node::InputNode;
use super::offset::OffsetCursor;
use super::zipped::Zip;
use super::{OpenOptions, Progress, Store};
use skep_records::Source;
use skep_records::diag::Diagnostic;
use skep_records::notation::find::GameInText;
use skep_records::record::Format;

/// `Break` stops the scan: no more input is read.
pub(super) type Flow = ControlFlow<()>;

/// How reading one stream ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StreamStop {
    /// At its end, or at a point after which nothing is needed.
    Whole,
    /// At damage that was reported; the rest cannot be read.
    Broken,
    /// The scan is to stop.
    Stopped,
}

impl From<Flow> for StreamStop {
    fn from(flow: Flow) -> StreamStop {
        match flow {
            ControlFlow::Continue(()) => StreamStop::Whole,
            ControlFlow::Break(()) => StreamStop::Stopped,
        }
    }
}

impl StreamStop {
    /// Whether the scan continues.
    pub fn flow(self) -> Flow {
        match self {
            StreamStop::Stopped => ControlFlow::Break(()),
            StreamStop::Whole | StreamStop::Broken => ControlFlow::Continue(()),
        }
    }
}

/// State that all threads of a scan share.
pub(super) struct Context<'a> {
    pub options: &'a OpenOptions,
    pub progress: &'a Progress,
    /// Set when the scan is to stop.
    pub stop: AtomicBool,
    /// The bytes of text that were read so far.
    pub read: AtomicU64,
}

/// A text of games that is being read.
#[derive(Debug)]
pub(super) struct TextInProgress {
    pub origin: Origin,
    pub cursor: OffsetCursor,
}

/// The properties that all games of a text share.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    pub source: Arc<Source>,
    pub format: Format,
    /// Whether the text is an archive entry whose name leads out of the archive.
    pub unsafe_name: bool,
    /// Whether it is a fault if there is no game in it.
    pub required: bool,
}

/// What follows a part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// More of the text.
    More,
    /// The end of the text.
    End,
    /// A part that could not be read.
    Damage,
}

/// Several small files or entries, which are read one after the other and independently.
#[derive(Debug)]
pub(super) enum SmallFiles {
    /// Files.
    Files(Vec<(PathBuf, InputNode)>),
    /// Entries of a zip, by index.
    Entries(Zip, Vec<usize>),
    /// Games that were found in a text, the number of the first, and the bytes of text that they were found in.
    Found(Origin, u64, Vec<GameInText>, usize),
    /// A batch of a store, and the store as a source.
    Stored(Arc<dyn Store>, usize, Arc<Source>),
}

/// Receives what the reading side finds, in order.
pub(super) trait Sink {
    /// Takes the first `cut` bytes of `buffer`: whole games of `text`, unless damage follows them.
    fn games(
        &mut self,
        text: &mut TextInProgress,
        buffer: &mut Vec<u8>,
        cut: usize,
        then: Then,
    ) -> Flow;

    /// Takes a game of `text` that was skipped, with `lines` line ends in it.
    fn too_long(&mut self, text: &mut TextInProgress, lines: u64) -> Flow;

    /// Takes a fault of a file or entry.
    fn fault(&mut self, source: &Arc<Source>, diagnostic: Diagnostic) -> Flow;

    /// Takes a file or entry that is not a record.
    fn skipped(&mut self, source: &Arc<Source>) -> Flow;

    /// Takes a batch of about `weight` bytes.
    fn batch(&mut self, batch: SmallFiles, weight: usize) -> Flow;
}
