//! Arguments shared by the commands that choose or order games: sort, sample, head, tail, merge.

use std::ops::ControlFlow;

use clap::Args;

use super::Exit;
use super::args::GameArgs;
use super::progress::Bar;
use super::reader::Reader;
use super::scan::Scan;
use super::writing::{Writing, Written};
use skep_collection::GameText;

/// What to read, which games to use, and how to write them.
#[derive(Debug, Args)]
pub struct SelectArgs {
    #[command(flatten)]
    games: GameArgs,

    #[command(flatten)]
    pub writing: Writing,
}

impl SelectArgs {
    /// Hands each matching game, as it is to be written, to `finish` with its `key`, one by one, in input order.
    ///
    /// # Errors
    /// The `--where` expression is invalid; no thread can be started; those of `finish`.
    pub fn each<K: Send>(
        &self,
        key: impl Fn(&mut Reader, &GameText<'_>) -> K + Sync,
        mut finish: impl FnMut(&Bar, K, Written) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<Exit> {
        let scan = Scan::new(&self.games)?;
        scan.one_by_one(
            |reader, game| {
                let written = self.writing.written(scan.human(), reader, game);
                (key(reader, game), written)
            },
            |bar, (key, written)| finish(bar, key, written),
        )
    }
}
