//! Arguments shared by the commands that choose or order games: sort, sample, head, tail, merge.

use std::ops::ControlFlow;

use clap::Args;

use super::Exit;
use super::args::GameArgs;
use super::progress::Bar;
use super::scan::Scan;
use super::writing::{Outlet, Writing, Written};
use skep_analysis::GameReader;
use skep_collection::GameText;

/// What to read, which games to use, and how to write them.
#[derive(Debug, Args)]
pub struct SelectArgs {
    #[command(flatten)]
    games: GameArgs,

    #[command(flatten)]
    writing: Writing,
}

impl SelectArgs {
    /// The output for the games.
    ///
    /// # Errors
    /// Those of [`Outlet::new`].
    pub fn outlet(&self) -> anyhow::Result<Outlet> {
        Outlet::new(&self.writing, &self.games.inputs)
    }

    /// Fails if a path is missing, for a command that may stop before it.
    ///
    /// # Errors
    /// The first such path, with the reason.
    pub fn require_paths(&self) -> anyhow::Result<()> {
        self.games.inputs.require_paths()
    }

    /// Passes each matching game, in the form of the output, to `finish` with its `key`, one by one, in input order.
    ///
    /// # Errors
    /// The `--where` expression is invalid; no thread can be started; those of `finish`.
    pub fn each<K: Send>(
        &self,
        key: impl Fn(&mut GameReader, &GameText<'_>) -> K + Sync,
        mut finish: impl FnMut(&Bar, K, Written) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<Exit> {
        let plan = self.writing.plan()?;
        let scan = Scan::new(&self.games)?;
        scan.one_by_one(
            |reader, game| {
                // Writing may change the record.
                let key = key(reader, game);
                (key, plan.written(scan.human(), reader, game))
            },
            |bar, (key, written)| finish(bar, key, written),
        )
    }
}
