//! Games as an iterator: the easy way into a collection.

use std::fs;
use std::iter::{Flatten, FusedIterator};
use std::path::Path;

use super::{Background, Error, GameText, Input, Item, OpenOptions, Progress, scan};
use skep_records::{Judge, JudgeOptions, Record, Source, Verdict};

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
pub struct JudgedGames(Flatten<Background<JudgedBatch>>);

/// The games of one unit of work.
type JudgedBatch = Vec<Result<JudgedGame, Error>>;

/// Reads and judges the games of a file, folder or archive by the default rules.
///
/// The games come in order, while threads on all cores read ahead. Memory is bounded: about [`OpenOptions::unit_bytes`]
/// of text per core, with the games in it. Every game has its own record and verdict. [`scan`] reuses buffers, so it is
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
pub fn open(path: impl AsRef<Path>) -> Result<JudgedGames, Error> {
    open_with(path, OpenOptions::default(), JudgeOptions::default())
}

/// [`open()`] with a choice of threads, notation and rules.
///
/// # Errors
/// As for [`open()`].
pub fn open_with(
    path: impl AsRef<Path>,
    options: OpenOptions,
    rules: JudgeOptions,
) -> Result<JudgedGames, Error> {
    let path = path.as_ref();
    fs::metadata(path).map_err(|source| Error::Open {
        path: path.to_owned(),
        source,
    })?;
    let inputs = [Input::Path(path.to_owned())];
    let batches = Background::start(move |give| {
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
            give,
        );
        if let Err(error) = outcome {
            // After the iterator is dropped, the error has no reader.
            let _ = give(vec![Err(error)]);
        }
    });
    Ok(JudgedGames(batches.map_err(Error::Thread)?.flatten()))
}

fn judged(judge: &mut Judge, game: &GameText<'_>) -> JudgedGame {
    let record = game.read();
    JudgedGame {
        source: game.source.clone(),
        index: game.index,
        verdict: judge.verdict(&record),
        record,
    }
}

impl Iterator for JudgedGames {
    type Item = Result<JudgedGame, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }
}

impl FusedIterator for JudgedGames {}
