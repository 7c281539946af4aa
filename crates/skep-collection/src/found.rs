//! The games inside data files and other texts, which are found one after another.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

use super::node::InputNode;
use super::sink::{Context, Flow, Origin, Sink, SmallFiles, StreamStop};
use super::stream::HEAD;
use super::text::{ReadingState, TextWindow, no_record};
use skep_records::diag::{Code, Diagnostic};
use skep_records::notation::find::{Finder, GameInText};
use skep_records::notation::split;
use skep_records::record::Format;

/// Finds the games of a text. `place` is the number of lines and characters before the window.
pub(super) fn read(
    context: &Context<'_>,
    node: &InputNode,
    mut window: TextWindow<'_>,
    (lines, column): (u64, u64),
    sink: &mut dyn Sink,
) -> StreamStop {
    let head = window.buffer[..window.buffer.len().min(HEAD)].to_vec();
    let mut finder = Finder::new(&head)
        .from_place(lines + 1, column)
        .with_names(&context.options.names);
    let mut passing = GamesInText::new(node);
    let unit = context.options.unit_bytes;
    let mut target = window.buffer.len().max(unit);
    loop {
        window.fill(target);
        let is_last = !matches!(window.state, ReadingState::On);
        let done = finder.feed(&window.buffer, is_last, &mut passing.games);
        window.buffer.drain(..done);
        passing.read += done;
        if is_last {
            break;
        }
        target = window.buffer.len().saturating_add(if done == 0 {
            window.buffer.len().max(unit)
        } else {
            unit
        });
        if passing.weight() >= unit && passing.pass_on(sink).is_break() {
            return StreamStop::Stopped;
        }
    }
    if let Some(last) = passing.games.last_mut() {
        let notes = finder
            .notes()
            .into_iter()
            .map(|note| Diagnostic::new(Code::LeftOut, note));
        last.findings.extend(notes);
    }
    let found = passing.first > 1 || !passing.games.is_empty();
    if passing.pass_on(sink).is_break() {
        return StreamStop::Stopped;
    }
    let broken = window.broken(node);
    let is_broken = broken.is_some();
    let fault = broken.or_else(|| {
        (!found && passing.origin.required)
            .then(|| without_games(&finder, &head))
            .flatten()
    });
    let flow = match fault {
        Some(fault) => sink.fault(&node.source, fault),
        None if !found && !passing.origin.required => sink.skipped(&node.source),
        None => Continue(()),
    };
    match flow {
        Break(()) => StreamStop::Stopped,
        Continue(()) if is_broken => StreamStop::Broken,
        Continue(()) => StreamStop::Whole,
    }
}

/// The fault of a text without games, which says what it looks like. A table with names and no rows has none.
fn without_games(finder: &Finder, head: &[u8]) -> Option<Diagnostic> {
    if split::is_only_header(Format::Embedded, head) {
        return None;
    }
    let notes = finder.notes();
    if !notes.is_empty() {
        return Some(Diagnostic::new(Code::NotARecord, notes.join("; ")));
    }
    Some(match finder.verdict() {
        Some((what, help)) => Diagnostic::new(Code::NotARecord, what).help(help),
        None => no_record(head),
    })
}

/// Games on their way to the workers.
pub(super) struct GamesInText {
    origin: Origin,
    /// The number of the first game.
    pub first: u64,
    pub games: Vec<GameInText>,
    /// The bytes that were read for them.
    pub read: usize,
}

impl GamesInText {
    /// No games yet.
    pub fn new(node: &InputNode) -> GamesInText {
        GamesInText {
            origin: Origin {
                source: Arc::clone(&node.source),
                format: Format::Data,
                unsafe_name: node.unsafe_name,
                required: node.ought_to_be_a_record(),
            },
            first: 1,
            games: Vec::new(),
            read: 0,
        }
    }

    pub fn weight(&self) -> usize {
        self.games.iter().map(|game| game.text.len()).sum()
    }

    pub fn pass_on(&mut self, sink: &mut dyn Sink) -> Flow {
        if self.games.is_empty() {
            return Continue(());
        }
        let weight = self.weight();
        let games = std::mem::take(&mut self.games);
        let first = self.first;
        self.first += games.len() as u64;
        let read = std::mem::take(&mut self.read);
        sink.batch(
            SmallFiles::Found(self.origin.clone(), first, games, read),
            weight,
        )
    }
}
