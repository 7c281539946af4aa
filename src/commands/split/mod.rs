//! `skep split`: games into files.

mod folder;
mod template;

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;

use self::folder::Folder;
use self::template::Template;
use crate::args::{GameArgs, Size, one_of};
use crate::scan::Scan;
use crate::writing::{Account, TARGETS, Writing, extension};
use crate::{Exit, text};
use skep_records::record::Format;

/// Part games into files
///
/// Games go into files named by what they say (--by), into files of so many games (--games) or of so many bytes
/// (--size), or by both. They are written as they are, or in another notation with --to, in the order of the input; each
/// file holds one notation, which gives its extension.
///
/// In --by, a name in braces is a field of the filter language ({variant}, {date}, {result}), {year}, {month}, or a tag of
/// the records ({White}, {Event}); a slash makes a folder. In values, and where they are unknown `unknown`, every
/// character that is not safe in the name of a file becomes _, and names that come to the same are told apart by a
/// number. The files appear when all are complete, and replace those of the same names.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[group(skip)]
pub struct Split {
    #[command(flatten)]
    games: GameArgs,

    #[command(flatten)]
    by: Names,

    /// The folder to write into
    #[arg(long, short, value_name = "DIR")]
    output: PathBuf,

    /// Write the games in another notation, instead of as they are
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&TARGETS))]
    to: Option<Format>,
}

/// What makes a file.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
struct Names {
    /// A file for each value, such as '{White}' or '{variant}/{month}'
    #[arg(long, value_name = "TEMPLATE")]
    by: Option<Template>,

    /// At most so many games a file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// At most so many bytes a file, such as 64K or 20M, unless a single game is longer
    #[arg(long, value_name = "SIZE")]
    size: Option<Size>,
}

const EXAMPLES: &str = "\
Examples:
  skep split --by '{White}' games.zip -o players/
  skep split --by '{variant}/{month}' --to pgn archive/ -o months/
  skep split --games 10000 archive/ -o parts/";

impl Split {
    pub fn run(self) -> anyhow::Result<Exit> {
        let scan = Scan::new(&self.games)?;
        let Names { by, games, size } = &self.by;
        let size = size.map(|size| size.bytes() as u64);
        let mut folder = Folder::new(&self.output, *games, size)?;
        let writing = Writing {
            to: self.to,
            output: Some(self.output.clone()),
        };
        let mut account = Account::default();
        let mut number = 0;
        let read = scan.one_by_one(
            |reader, game| {
                let written = writing.written(scan.human(), reader, game);
                let names = match by {
                    Some(template) => template.names(reader, game),
                    None => vec!["games".to_owned()],
                };
                (names, extension(self.to.unwrap_or(game.format)), written)
            },
            |bar, (names, extension, written)| {
                account.add(bar, &written);
                if written.games > 0 {
                    number += written.games;
                    folder.write(names, extension, &written.text)?;
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        let files = folder.finish()?;
        let done = format!(
            "{} written to {}",
            text::counted(number, "game", "games"),
            text::counted(files, "file", "files")
        );
        Ok(read.and(account.finish_parted(&writing, &done)))
    }
}
