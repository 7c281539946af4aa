//! What the commands that pick, order or part games have in common.

use std::ops::ControlFlow;

use clap::Args;

use super::Exit;
use super::args::{Inputs, Rules, Selection};
use super::progress::Bar;
use super::reader::Reader;
use super::sweep::Games;
use super::writing::{Writing, Written};
use skep_collection::GameText;

/// What to read, which games of it, and how to write them.
#[derive(Debug, Args)]
pub struct Pick {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selection: Selection,

    #[command(flatten)]
    pub writing: Writing,

    #[command(flatten)]
    rules: Rules,
}

impl Pick {
    /// Hands each selected game, as it is to be written, to `finish`, one by one, in the order of the inputs, and with
    /// it what `key` tells of it.
    ///
    /// # Errors
    /// The expression that selects is none; no thread can be started; those of `finish`.
    pub fn each<K: Send>(
        &self,
        key: impl Fn(&mut Reader, &GameText<'_>) -> K + Sync,
        mut finish: impl FnMut(&Bar, K, Written) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<Exit> {
        let filter = self.selection.filter()?;
        let games = Games::new(&self.inputs, self.rules.options(), false);
        games.one_by_one(
            |reader, game| {
                reader.peruse(game, filter.as_ref()).then(|| {
                    let mut written = Written::default();
                    self.writing.push(games.human(), reader, game, &mut written);
                    (key(reader, game), written)
                })
            },
            |bar, (key, written)| finish(bar, key, written),
        )
    }
}
