//! A second output: the games that the first one leaves out.

use std::path::{Path, PathBuf};

use super::{GameOutlet, StateArgs, Writing, WrittenGames};
use crate::output::progress::ScanBar;
use crate::output::{self, Exit, FileTarget, Force};
use crate::text;
use skep_analysis::GameWriter;
use skep_collection::Input;
use skep_records::Source;

/// The output of the games that are left out, if there is one.
#[derive(Default)]
pub struct LeftOutGames {
    writer: Option<GameWriter>,
    /// With its path.
    output: Option<(GameOutlet, PathBuf)>,
}

impl LeftOutGames {
    /// The file for games of these inputs. Its extension sets the notation.
    ///
    /// # Errors
    /// The file must not be written or cannot be created.
    pub fn new(
        path: &Path,
        read: Vec<Input>,
        state: StateArgs,
        force: Force,
    ) -> anyhow::Result<LeftOutGames> {
        let writing = Writing {
            to: None,
            state,
            target: FileTarget {
                output: Some(path.to_owned()),
                force,
            },
            ..Writing::default()
        };
        let outlet = GameOutlet::new(&writing, read)?;
        Ok(LeftOutGames {
            writer: Some(writing.writer()?),
            output: Some((outlet, path.to_owned())),
        })
    }

    /// How its games are written.
    pub fn writer(&self) -> Option<GameWriter> {
        self.writer
    }

    /// Writes some games.
    ///
    /// # Errors
    /// As for [`GameOutlet::put`].
    pub fn put(&mut self, bar: &ScanBar, games: &WrittenGames) -> anyhow::Result<()> {
        match &mut self.output {
            Some((outlet, _)) => outlet.put(bar, games),
            None => Ok(()),
        }
    }

    /// Moves the file to its place, and says how many games it has. Without a game for it, no file is written; then
    /// `if_empty` says why.
    ///
    /// # Errors
    /// As for [`GameOutlet::finish`].
    pub fn finish(self, if_empty: Option<&str>) -> anyhow::Result<Exit> {
        let Some((outlet, path)) = self.output else {
            return Ok(Exit::Success);
        };
        let name = Source::file(&path);
        if outlet.games() + outlet.failed() == 0 {
            if let Some(why) = if_empty {
                output::tell_done(format_args!("{why}; {name} was not written"));
            }
            return Ok(Exit::Success);
        }
        let written = text::written(outlet.games(), "game", "games");
        Ok(outlet.close()?.tell(Some(format!("{written} to {name}"))))
    }
}
