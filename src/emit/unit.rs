//! What a batch of games adds to an output.

use std::ops::Range;

use super::games::WrittenGames;
use super::rows::CellValue;
use skep_records::Source;

impl<C: Default> Unit<C> {
    /// Of games alone.
    pub fn of_games(games: WrittenGames) -> Unit<C> {
        Unit {
            games,
            ..Unit::default()
        }
    }
}

/// Makes the rows of a long game one by one when they are written, because together they take more memory than the
/// game.
pub type LateRows = Box<dyn FnOnce(RowSink<'_>) -> anyhow::Result<()> + Send>;

/// Takes rows.
pub type RowSink<'a> = &'a mut dyn FnMut(Vec<CellValue>) -> anyhow::Result<()>;

/// What a batch of games adds to an [`Outlet`](super::Outlet), and the counts of the command.
#[derive(Default)]
pub struct Unit<C = ()> {
    pub rows: Vec<Vec<CellValue>>,
    /// Further rows, each with the number of rows before them.
    pub late: Vec<(usize, LateRows)>,
    /// Lines for people, objects of JSON Lines, or pieces of a document.
    pub text: Vec<u8>,
    /// The places in the text that a limit leaves out, in order.
    pub limited: Vec<Range<usize>>,
    pub games: WrittenGames,
    /// The files of games, each with the source of its game.
    pub files: Vec<(Source, Vec<u8>)>,
    /// The games for a second output.
    pub rest: WrittenGames,
    /// Messages for standard error.
    pub messages: Vec<u8>,
    /// What the command counts.
    pub counts: C,
    /// The number of games of the input before the batch, when the batches are in order.
    pub before: u64,
    /// The number of games of the batch so far, also of those that do not match.
    pub seen: u64,
    /// Whether the run ends here.
    pub is_last: bool,
}
