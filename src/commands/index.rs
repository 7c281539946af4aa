//! `skep index`: a persistent index of games.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use crate::cli::info::{CommandGroup, CommandInfo};
use crate::cli::usage::{OUTPUT, OUTPUT_NAMES};
use crate::output::{self, Exit};
use crate::scan::{Inputs, Scan, Selection};
use crate::text;
use skep_index::{CollectionWriter, Index, IndexSummary, IndexedGame};
use skep_records::notation::JudgeOptions;

/// Make or update an index of games
///
/// An index is a folder that holds whole games, with their tags, clocks and comments, and all their positions. Every
/// command reads an index like a file of games; with --where, skep reads only the games that can match.
///
/// If the index exists, new games are added. A game that is in several sources is stored once, with all its sources
/// and the record of the first source. Valid games are the same if the players and the positions after each ply are
/// the same, in any orientation. Games without player names are the same if their positions are the same.
///
/// Games are committed every 10 seconds. If the program is stopped, the index keeps the committed games; run the same
/// command again to add the rest. Invalid games are stored too, but do not count in openings.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct IndexCommand {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selection: Selection,

    /// Create or change this index, such as games.skepdb
    #[arg(
        long,
        short,
        value_name = "INDEX",
        required_unless_present = "check",
        conflicts_with = "check", help_heading = OUTPUT, aliases = OUTPUT_NAMES)]
    output: Option<PathBuf>,

    /// Remove the games of PATH from the index
    ///
    /// PATH can be the index itself, with --where.
    #[arg(long, conflicts_with = "check")]
    remove: bool,

    /// Read every byte of the indexes at PATH, and report damage
    #[arg(long, conflicts_with_all = ["expression", "number"])]
    check: bool,
}

const EXAMPLES: &str = "\
Examples:
  skep index -o games.skepdb 2024.zip 2025/      make or extend an index
  skep list --where \"player = Ann\" games.skepdb
  skep convert games.skepdb --to pgn -o all.pgn
  skep index -o games.skepdb --remove --where \"year < 2000\" games.skepdb
  skep index --check games.skepdb";

impl IndexCommand {
    pub const INFO: CommandInfo = CommandInfo {
        tips: &[
            "init: index -o games.skepdb FOLDER",
            "--force -f --overwrite --update --add --append: an index is never replaced: -o INDEX adds the games that are new, without this option",
            "--output=: skep index has no commands of its own: skep index -o games.skepdb FOLDER",
            "--position --query --pos: an index is a path for the other commands, such as skep openings --from-game GAME games.skepdb",
        ],
        exit: [
            "the index is complete, or has no damage",
            "a file or entry is damaged or has no game",
            "a path or the index could not be read or written, or the index is damaged",
        ],
        ..CommandInfo::new(CommandGroup::Collection, 26)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        match &self.output {
            Some(path) => self.write(path),
            None => self.check(),
        }
    }

    fn check(&self) -> anyhow::Result<Exit> {
        let mut exit = Exit::Success;
        let mut out = output::Output::stdout();
        for path in self.inputs.paths.iter() {
            match Index::open(path).and_then(|index| index.check()) {
                Ok(checked) => {
                    use std::io::Write;
                    let games = text::counted(checked.games, "game", "games");
                    let sources = text::counted(checked.sources, "source", "sources");
                    let path = path.to_string_lossy();
                    writeln!(
                        out,
                        "{}: {games} from {sources}, no damage",
                        text::clean(&path)
                    )?;
                }
                Err(error) => {
                    output::tell_error(&error.into());
                    exit = Exit::Failure;
                }
            }
        }
        out.finish()?;
        Ok(exit)
    }

    fn write(&self, path: &Path) -> anyhow::Result<Exit> {
        let is_itself = |other: &std::ffi::OsString| Index::is_same(Path::new(other), path);
        if !self.remove && self.inputs.paths.iter().any(is_itself) {
            bail!("{}: the index is also an input", path.display());
        }
        let is_new = !Index::is_at(path);
        if self.remove && is_new {
            // A new index would have nothing to remove.
            Index::open(path)?;
        }
        if is_new && let Some(extension) = output::extension_of_files(path) {
            bail!(
                "{}: an index is a folder, not a .{extension} file; choose another name, such as games.skepdb",
                path.display()
            );
        }
        let scan = Scan::by_rules(&self.inputs, &self.selection, JudgeOptions::default())?;
        let scan = scan.without_note_of(path);
        let open = || CollectionWriter::open(path, threads(&self.inputs));
        CollectionWriter::check(path)?;
        // A new index is made with its first game.
        let mut writer = if is_new { None } else { Some(open()?) };
        let exit = scan.games(
            |reader, batch: &mut Vec<IndexedGame>, game| {
                // The text of the game in the index has these names.
                reader.restore_names(game);
                reader.judge();
                batch.push(IndexedGame::new(game, &reader.record, &reader.verdict));
            },
            |_, batch| {
                for entry in batch {
                    let writer = match &mut writer {
                        Some(writer) => writer,
                        None => writer.insert(open()?),
                    };
                    if self.remove {
                        writer.remove_entry(&entry)?;
                    } else {
                        writer.add(entry)?;
                    }
                }
                Ok(())
            },
        )?;
        let Some(writer) = writer else {
            output::tell_unwritten(path);
            return Ok(exit.and(Exit::Findings));
        };
        tell(&writer.finish()?, self.remove);
        Ok(exit)
    }
}

/// The number of threads to write an index with.
pub fn threads(inputs: &Inputs) -> usize {
    inputs.options().workers()
}

/// Reports what changed.
fn tell(summary: &IndexSummary, remove: bool) {
    let games = |n| text::counted(n, "game", "games");
    let mut parts = if remove {
        vec![format!("removed {}", games(summary.removed))]
    } else {
        vec![format!("added {}", games(summary.added))]
    };
    if summary.sources > 0 {
        let sources = text::counted(summary.sources, "more source", "more sources");
        parts.push(format!("{sources} of known games"));
    }
    if summary.known > 0 {
        parts.push(format!("{} already there", games(summary.known)));
    }
    let all = games(summary.games);
    output::note(format_args!("{}; the index has {all}", parts.join(", ")));
}
