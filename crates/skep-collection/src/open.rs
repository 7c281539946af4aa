//! Games as an iterator: the easy way into a collection.

use std::fs;
use std::iter::FusedIterator;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{self, JoinHandle};
use std::vec;

use super::{Error, GameText, Input, Item, Options, Progress, scan};
use skep_records::{Judge, JudgeOptions, Record, Source, Verdict, read};

/// A game that was read and judged, and where it was found.
#[derive(Clone, Debug)]
pub struct JudgedGame {
    /// The file or entry.
    pub source: Source,
    /// The number of the game in its file or entry, from 1.
    pub index: u64,
    /// The record in the text.
    pub record: Record,
    /// The verdict on the record, with its legal turns and findings.
    pub verdict: Verdict,
}

/// The games of a path, in order; see [`open()`].
#[derive(Debug)]
pub struct Games {
    batch: vec::IntoIter<Result<JudgedGame, Error>>,
    batches: Option<Receiver<JudgedBatch>>,
    thread: Option<JoinHandle<()>>,
}

/// The games of one unit of work.
type JudgedBatch = Vec<Result<JudgedGame, Error>>;

/// Batches that wait for the caller. Each holds the games of about [`Options::unit_bytes`] of text.
const WAITING: usize = 2;

/// Reads and judges the games of a file, folder or archive by the default rules.
///
/// The games come in order, while threads on all cores read ahead. Memory is bounded: about [`Options::unit_bytes`] of
/// text per core, with the games in it. Every game has its own record and verdict. [`scan`] reuses buffers, so it is
/// faster for programs that look at millions of games and keep none of them.
///
/// An item is an error if a file or entry cannot be read; the games after it still come. Dropping the iterator stops
/// the reading.
///
/// # Errors
/// The path does not exist, or the system cannot start a thread.
///
/// # Examples
/// ```
/// let mut plies = 0;
/// for game in skep_collection::open("../../fixtures/cli/sound.uhp")? {
///     let game = game?;
///     assert!(game.verdict.status.is_sound(), "{}: game {}", game.source, game.index);
///     plies += game.verdict.plies();
/// }
/// assert!(plies > 0);
/// # Ok::<(), skep_collection::Error>(())
/// ```
pub fn open(path: impl AsRef<Path>) -> Result<Games, Error> {
    open_with(path, Options::default(), JudgeOptions::default())
}

/// [`open()`] with a choice of threads, notation and rules.
///
/// # Errors
/// As for [`open()`].
pub fn open_with(
    path: impl AsRef<Path>,
    options: Options,
    rules: JudgeOptions,
) -> Result<Games, Error> {
    let path = path.as_ref();
    fs::metadata(path).map_err(|source| Error::Open {
        path: path.to_owned(),
        source,
    })?;
    let inputs = [Input::Path(path.to_owned())];
    let (sender, batches) = sync_channel::<JudgedBatch>(WAITING);
    let run = move || {
        let outcome = scan(
            &inputs,
            &options,
            &Progress::new(),
            || Judge::new(rules),
            JudgedBatch::new,
            |judge, batch, item| match item {
                Item::Game(game) => batch.push(Ok(judged(judge, &game))),
                Item::Fault { source, diagnostic } => batch.push(Err(Error::Unreadable {
                    place: source.clone(),
                    diagnostic: Box::new(diagnostic),
                })),
                Item::Rejected { .. } | Item::Skipped { .. } => {}
            },
            |batch| match sender.send(batch) {
                Ok(()) => ControlFlow::Continue(()),
                // The iterator was dropped.
                Err(_) => ControlFlow::Break(()),
            },
        );
        if let Err(error) = outcome {
            // After the iterator is dropped, the error has no reader.
            let _ = sender.send(vec![Err(error)]);
        }
    };
    let thread = thread::Builder::new().spawn(run).map_err(Error::Thread)?;
    Ok(Games {
        batch: JudgedBatch::new().into_iter(),
        batches: Some(batches),
        thread: Some(thread),
    })
}

fn judged(judge: &mut Judge, game: &GameText<'_>) -> JudgedGame {
    let (mut record, mut verdict) = (Record::default(), Verdict::default());
    read(game.format, game.text, &mut record);
    let findings = game.findings.iter().cloned();
    record.diagnostics.splice(0..0, findings);
    judge.judge(&record, &mut verdict);
    JudgedGame {
        source: game.source.clone(),
        index: game.index,
        record,
        verdict,
    }
}

impl Iterator for Games {
    type Item = Result<JudgedGame, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(game) = self.batch.next() {
                return Some(game);
            }
            match self.batches.as_ref()?.recv() {
                Ok(batch) => self.batch = batch.into_iter(),
                Err(_) => {
                    self.batches = None;
                    if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
                        resume_unwind(panic);
                    }
                    return None;
                }
            }
        }
    }
}

impl FusedIterator for Games {}
