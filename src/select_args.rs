//! What the commands that choose or order games have in common: sort, sample, head, tail, merge.

use std::ops::ControlFlow;

use clap::Args;

use super::Exit;
use super::args::GameArgs;
use super::progress::Bar;
use super::reader::Reader;
use super::scan::Scan;
use super::writing::{Writing, Written};
use skep_collection::GameText;

/// What to read, which games of it, and how to write them.
#[derive(Debug, Args)]
pub struct SelectArgs {
    #[command(flatten)]
    games: GameArgs,

    #[command(flatten)]
    pub writing: Writing,
}

impl SelectArgs {
    /// Hands each selected game, as it is to be written, to `finish`, one by one, in the order of the inputs, together
    /// with its `key`.
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
