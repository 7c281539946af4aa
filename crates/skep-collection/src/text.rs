use std::io::Read;
use std::ops::ControlFlow::{Break, Continue};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use super::encoding::{Marked, Utf16Reader};
use super::found;
use super::node::InputNode;
use super::offset::{Offset, OffsetCursor};
use super::part::PartRange;
use super::sink::{Context, Flow, Origin, Sink, StreamStop, TextInProgress, Then};

use super::stream::{HEAD, StreamRest, broken, fill};
use skep_records::diag::{Code, Diagnostic};
use skep_records::notation::{detect, find, split};
use skep_records::record::Format;

/// The number of bytes in which the start of the next game shows that a game is over.
const NEXT: usize = 8 << 10;

/// The number of bytes of a skipped game to keep, so that the border to the next game is complete.
const OVERLAP: usize = 64;

/// Reads a text of games: recognises its notation and passes it on in parts that end between games.
///
/// `head` holds the first bytes, and `rest` the bytes after them.
pub(super) fn read(
    context: &Context<'_>,
    node: &InputNode,
    head: Vec<u8>,
    rest: &mut dyn Read,
    sink: &mut dyn Sink,
) -> StreamStop {
    let Some((Marked::Utf16(unit), mark)) = Marked::of(&head) else {
        return read_utf8(context, node, head, rest, sink);
    };
    let mut converted = Utf16Reader::new(unit, head[mark..].chain(rest));
    let mut head = Vec::with_capacity(HEAD);
    let filled = fill(&mut converted, &mut head, HEAD);
    let mut rest = StreamRest::new(filled, &mut converted);
    read_utf8(context, node, head, &mut rest, sink)
}

/// A text in UTF-8, without a byte order mark. UTF-16 with a byte order mark is converted, as a program of Windows may
/// write it; other bytes are unchanged.
pub fn as_utf8(mut text: Vec<u8>) -> Vec<u8> {
    match Marked::of(&text) {
        None => text,
        Some((Marked::Utf8, mark)) => {
            text.drain(..mark);
            text
        }
        Some((Marked::Utf16(unit), mark)) => {
            let mut converted = Vec::with_capacity(text.len());
            Utf16Reader::new(unit, &text[mark..])
                .read_to_end(&mut converted)
                .expect("memory is read");
            converted
        }
    }
}

/// Whether a text begins with a byte order mark of UTF-16.
pub(super) fn is_utf16(head: &[u8]) -> bool {
    matches!(Marked::of(head), Some((Marked::Utf16(_), _)))
}

fn read_utf8(
    context: &Context<'_>,
    node: &InputNode,
    mut head: Vec<u8>,
    rest: &mut dyn Read,
    sink: &mut dyn Sink,
) -> StreamStop {
    if let Some((_, mark)) = Marked::of(&head) {
        head.drain(..mark);
    }
    let mut window = TextWindow {
        context,
        reader: rest,
        buffer: head,
        state: ReadingState::On,
        end: Then::End,
    };
    window.fill(HEAD);
    let (lines, column) = window.skip_blank();
    let notation = notation_of(context, node, &window.buffer);
    let is_text = memchr::memchr(0, &window.buffer).is_none() && !window.buffer.is_empty();
    let is_found = match context.options.from {
        Some(Format::Embedded | Format::Data) => notation.is_some(),
        Some(_) => false,
        None => is_text && find::is_for(notation, &window.buffer),
    };
    if is_found {
        return found::read(context, node, window, (lines, column), sink);
    }
    let foreign = notation.and_then(|format| find::foreign(format, &window.buffer));
    if let Some((what, help)) = foreign.filter(|_| context.options.from.is_none()) {
        let fault = Diagnostic::new(Code::NotARecord, what).help(help);
        let flow = if node.ought_to_be_a_record() {
            sink.fault(&node.source, fault)
        } else {
            sink.skipped(&node.source)
        };
        return flow.into();
    }
    let Some(format) = notation else {
        let fault = window.broken(node);
        let flow = match fault {
            // Nothing was read, or too little to recognise it.
            Some(fault) => {
                return match sink.fault(&node.source, fault) {
                    Continue(()) => StreamStop::Broken,
                    Break(()) => StreamStop::Stopped,
                };
            }
            None if node.ought_to_be_a_record() => {
                sink.fault(&node.source, no_record(&window.buffer))
            }
            None => sink.skipped(&node.source),
        };
        return flow.into();
    };
    let start = Offset {
        games: 0,
        lines,
        column,
        header: None,
    };
    read_games(context, node, window, format, start, sink)
}

/// Reads the games of a part of a text.
pub(super) fn read_part(
    context: &Context<'_>,
    node: &InputNode,
    range: &PartRange,
    reader: &mut dyn Read,
    sink: &mut dyn Sink,
) -> StreamStop {
    let window = TextWindow {
        context,
        reader,
        buffer: Vec::new(),
        state: ReadingState::On,
        end: if range.is_last { Then::End } else { Then::More },
    };
    read_games(context, node, window, range.format, range.offset(), sink)
}

/// Passes on the games of a text, from a place in it.
fn read_games(
    context: &Context<'_>,
    node: &InputNode,
    mut window: TextWindow<'_>,
    format: Format,
    start: Offset,
    sink: &mut dyn Sink,
) -> StreamStop {
    let mut text = TextInProgress {
        origin: Origin {
            source: node.source.clone(),
            format,
            unsafe_name: node.unsafe_name,
            required: node.ought_to_be_a_record(),
        },
        cursor: OffsetCursor::at(start),
    };
    if window.pass_on(context, &mut text, sink).is_break() {
        return StreamStop::Stopped;
    }
    match window.broken(node) {
        None => StreamStop::Whole,
        Some(fault) => match sink.fault(&node.source, fault) {
            Continue(()) => StreamStop::Broken,
            Break(()) => StreamStop::Stopped,
        },
    }
}

/// The notation of a text that begins with `head`, without leading blanks.
fn notation_of(context: &Context<'_>, node: &InputNode, head: &[u8]) -> Option<Format> {
    let binary = memchr::memchr(0, head).is_some();
    match context.options.from {
        _ if head.is_empty() => None,
        // A picture in a folder is not a record, even if the caller sets a notation.
        Some(format) if node.ought_to_be_a_record() || !binary => Some(format),
        Some(_) => None,
        None => detect(&head[..head.len().min(HEAD)]),
    }
}

/// The fault of standard input with the names of files in place of games, as in `ls | skep count`.
pub const PATHS_FOR_GAMES: &str =
    "no game, but paths of files; to read these files, use --files-from -";

/// The fault of a text whose notation is not recognised, by its first bytes.
pub(super) fn no_record(head: &[u8]) -> Diagnostic {
    if head.is_empty() {
        Diagnostic::new(Code::EmptyFile, "the file is empty")
    } else if memchr::memchr(0, head).is_some() {
        Diagnostic::new(Code::NotARecord, "binary data, not a record of a game")
    } else {
        let message = if names_a_file(head) {
            PATHS_FOR_GAMES
        } else {
            "no game in a notation that skep reads"
        };
        Diagnostic::new(Code::NotARecord, message)
            .help("if it is a game record, set its notation with --from")
    }
}

/// Whether the first line of a text is the path of a file or folder, as `ls` and `find` write it.
fn names_a_file(head: &[u8]) -> bool {
    let line = head.split(|&byte| byte == b'\n' || byte == 0).next();
    let line = line.and_then(|line| std::str::from_utf8(line).ok());
    line.map(str::trim)
        .is_some_and(|line| !line.is_empty() && Path::new(line).exists())
}

/// A part of a stream in memory, from the end of what was passed on to the end of what was read.
pub(super) struct TextWindow<'a> {
    context: &'a Context<'a>,
    reader: &'a mut dyn Read,
    pub buffer: Vec<u8>,
    pub state: ReadingState,
    /// What comes after the stream: the end of the text, or more of it.
    end: Then,
}

pub(super) enum ReadingState {
    On,
    Ended,
    Failed(std::io::Error),
}

impl TextWindow<'_> {
    /// The fault that ended the reading, if there is one.
    pub fn broken(&self, node: &InputNode) -> Option<Diagnostic> {
        match &self.state {
            ReadingState::Failed(error) => Some(broken(node, error)),
            ReadingState::On | ReadingState::Ended => None,
        }
    }

    /// Reads until it holds `target` bytes, or the stream ends or fails.
    pub fn fill(&mut self, target: usize) {
        if let ReadingState::On = self.state {
            let before = self.buffer.len();
            match fill(self.reader, &mut self.buffer, target) {
                Ok(true) => {}
                Ok(false) => self.state = ReadingState::Ended,
                Err(error) => self.state = ReadingState::Failed(error),
            }
            let new = (self.buffer.len() - before) as u64;
            let most = self.context.options.max_bytes;
            if self
                .context
                .read
                .fetch_add(new, Relaxed)
                .saturating_add(new)
                > most
            {
                let message = format!("more than {most} bytes of text");
                self.state = ReadingState::Failed(std::io::Error::other(message));
            }
        }
    }

    /// Drops leading blanks and empty lines and returns the number of line ends among them and the number of characters
    /// after the last. Keeps enough bytes to recognise the notation.
    fn skip_blank(&mut self) -> (u64, u64) {
        let (mut lines, mut column) = (0, 0);
        loop {
            let blank = self.buffer.len() - self.buffer.trim_ascii_start().len();
            lines += count_lines(&self.buffer[..blank]);
            column = column_after(column, &self.buffer[..blank]);
            self.buffer.drain(..blank);
            let enough = !self.buffer.is_empty() && (blank == 0 || self.buffer.len() >= HEAD);
            if enough || !matches!(self.state, ReadingState::On) {
                return (lines, column);
            }
            self.fill(HEAD);
        }
    }

    /// Passes on all games, in parts of about one unit.
    fn pass_on(
        &mut self,
        context: &Context<'_>,
        text: &mut TextInProgress,
        sink: &mut dyn Sink,
    ) -> Flow {
        let format = text.origin.format;
        let max = context.options.longest(format).saturating_add(NEXT);
        let mut target = context.options.unit_bytes;
        loop {
            self.fill(target);
            let goes_on = matches!(self.state, ReadingState::On);
            if !goes_on && self.buffer.len() <= target {
                break;
            }
            // The first bytes, which show the notation, can be several units.
            let all = self.buffer.len();
            let end = if target < max { target.min(all) } else { all };
            match split::last_boundary(format, &self.buffer[..end]) {
                Some(cut) if cut > 0 => {
                    sink.games(text, &mut self.buffer, cut, Then::More)?;
                    target = context.options.unit_bytes;
                }
                _ if goes_on && end >= max => {
                    let lines = self.pass_over(format, context.options.unit_bytes);
                    sink.too_long(text, lines)?;
                }
                _ if goes_on => target = end.saturating_mul(2).min(max),
                _ => target = end.saturating_mul(2),
            }
        }
        let then = match self.state {
            ReadingState::Failed(_) => {
                // Games before the last boundary are complete, also if they were read with the damage.
                if let Some(cut) = split::last_boundary(format, &self.buffer) {
                    sink.games(text, &mut self.buffer, cut, Then::More)?;
                }
                Then::Damage
            }
            ReadingState::On | ReadingState::Ended => self.end,
        };
        let end = self.buffer.len();
        sink.games(text, &mut self.buffer, end, then)
    }

    /// Drops the game at the start of the buffer, of any length, and returns the number of line ends in it.
    fn pass_over(&mut self, format: Format, unit: usize) -> u64 {
        let mut lines = 0;
        let mut drop = |buffer: &mut Vec<u8>, n: usize| {
            lines += count_lines(&buffer[..n]);
            buffer.drain(..n);
        };
        loop {
            let n = self.buffer.len().saturating_sub(OVERLAP);
            drop(&mut self.buffer, n);
            self.buffer.shrink_to(unit);
            self.fill(unit.max(2 * OVERLAP));
            if !matches!(self.state, ReadingState::On) {
                break;
            }
            if split::last_boundary(format, &self.buffer).is_some() {
                break;
            }
        }
        let end = split::games(format, &self.buffer)
            .nth(1)
            .map_or(self.buffer.len(), |second| second.start);
        drop(&mut self.buffer, end);
        lines
    }
}

/// The number of line ends in `bytes`.
pub(super) fn count_lines(bytes: &[u8]) -> u64 {
    bytecount::count(bytes, b'\n') as u64
}

/// The number of characters on the last line after `bytes`, if there were `column` before.
pub(super) fn column_after(column: u64, bytes: &[u8]) -> u64 {
    match memchr::memrchr(b'\n', bytes) {
        Some(feed) => bytecount::num_chars(&bytes[feed + 1..]) as u64,
        None => column + bytecount::num_chars(bytes) as u64,
    }
}
