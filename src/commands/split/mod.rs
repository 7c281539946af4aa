//! `skep split`: games split into files.

mod template;

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use self::template::Template;
use crate::cli::args::{ByteSize, FieldParser, ParseSizeError, one_of, whole_number};
use crate::cli::exit::WRITTEN;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::cli::usage::{OUTPUT, OUTPUT_NAMES};
use crate::emit::games::{
    ConvertDestination, GameFile, GameOutlet, LeftOutGames, SplitFolder, StateArgs, Writing,
    extension, require_state,
};
use crate::emit::{Outlet, Unit};
use crate::output::{Exit, Force, Guard};
use crate::scan::{GameQuery, Job, Scan};
use crate::text;
use skep_analysis::GameWriter;
use skep_records::record::Format;

/// Split games into files
///
/// Splits by the data of the games (--by), by the number of games or the size of a file (--per-file), or by both.
/// Games are written unchanged, or converted with --to, in input order. With --aliases, they get the notation of the
/// first game. Each file has one notation, which sets its extension.
///
/// --by takes fields of the filter language and tags: variant, date, result, white, year, month, "tag(Round)". A slash
/// makes a folder: variant/month. A comma joins values in one name: white,variant. Field names in braces stand in
/// other text, as in "games-{variant}". With player, a game is in the file of each of its players. An unknown value is
/// written as "unknown". Characters that are not safe in file names become _. If two names collide, a number is added.
/// The files appear when all are complete. Existing files are replaced only with --force.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, override_usage = "skep split [OPTIONS] <--by T|--per-file N|SIZE> -o DIR [PATH]...")]
#[group(skip)]
pub struct Split {
    #[command(flatten)]
    games: GameQuery,

    #[command(flatten)]
    by: FileNames,

    /// Write to this folder
    #[arg(long, short, value_name = "DIR", help_heading = OUTPUT, aliases = OUTPUT_NAMES)]
    output: PathBuf,

    /// Write the games in this notation [default: unchanged]
    #[arg(long, value_name = "NOTATION", value_parser = one_of(&GameWriter::TARGETS), help_heading = OUTPUT)]
    to: Option<Format>,

    #[command(flatten)]
    state: StateArgs,

    #[command(flatten)]
    force: Force,
}

/// How games are assigned to files.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
struct FileNames {
    /// Name the files by fields, such as white, variant/month or 'games-{year}'
    #[arg(long, value_name = "TEMPLATE", hide_possible_values = true, value_parser = FieldParser::<Template>::new())]
    by: Option<Template>,

    /// Write at most N games or SIZE bytes (64K, 20M) to a file; 1000,20M sets both limits
    ///
    /// A size has a unit; 500B is 500 bytes. A single longer game gets a file of its own.
    #[arg(long, value_name = "N|SIZE", value_delimiter = ',', value_parser = FileLimit::parse, alias = "games")]
    per_file: Vec<FileLimit>,
}

/// How much a file may hold.
#[derive(Debug, Clone, Copy)]
enum FileLimit {
    Games(u64),
    Bytes(ByteSize),
}

impl FileLimit {
    const EXPECTED: &str =
        "expected a number of games, such as 1000, or a size, such as 64K, 20M or 2G";

    /// A number without a unit counts games.
    fn parse(text: &str) -> Result<Self, String> {
        if text.ends_with(|last: char| last.is_ascii_alphabetic()) {
            let size = text.parse().map(FileLimit::Bytes);
            return size.map_err(|_: ParseSizeError| FileLimit::EXPECTED.to_owned());
        }
        let games = whole_number(text).map(FileLimit::Games);
        games.map_err(|_| FileLimit::EXPECTED.to_owned())
    }
}

const EXAMPLES: &str = "\
Examples:
  skep split --by white games.zip -o players/
  skep split --by variant/month --to pgn archive/ -o months/
  skep split --by \"games-{year}\" archive/ -o years/
  skep split --per-file 10000 archive/ -o parts/
  skep split --per-file 20M archive/ -o parts/";

impl Split {
    pub const INFO: CommandInfo = CommandInfo {
        tips: &[
            "chunk partition explode: split --by white FILE -o FOLDER",
            "-s -l -n -# --every --lines --chunk --count --limit --first: --per-file N",
            "-b --bytes --max-size --size: for files of N games, use --per-file N; for files of this size, use --per-file 20M",
        ],
        exit: WRITTEN,
        ..CommandInfo::new(CommandGroup::Collection, 25)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let mut writing = Writing {
            to: self.to,
            state: self.state,
            ..Writing::default()
        };
        self.games.complete(&mut writing)?;
        let writer = writing.writer()?;
        require_state(&writer)?;
        let to = writer.to;
        let scan = Scan::new(&self.games)?;
        let FileNames { by, per_file } = &self.by;
        let (mut most_games, mut most_bytes) = (None, None);
        for limit in per_file {
            let given_twice = match limit {
                FileLimit::Games(number) => most_games.replace(*number).is_some(),
                FileLimit::Bytes(size) => most_bytes.replace(size.bytes() as u64).is_some(),
            };
            if given_twice {
                bail!("--per-file takes one number of games and one size, such as 1000,20M");
            }
        }
        let mut read = self.games.inputs.inputs();
        read.extend(self.games.selection.alias_input());
        let guard = Guard::new(self.force, read);
        let folder = SplitFolder::new(&self.output, guard, most_games, most_bytes)?;
        let folder = ConvertDestination::Split(folder);
        let games = GameOutlet::at(Some(&self.output), to, folder);
        let mut outlet = Outlet::of_games(games, LeftOutGames::default());
        let known = by.as_ref().map(Template::known);
        let job = Job::new(
            || (),
            |reader, (), unit: &mut Unit, game| {
                let files = match (by, &known) {
                    (Some(template), Some(known)) => template.names(reader, game, known),
                    _ => vec![vec!["games".to_owned()]],
                };
                for names in files {
                    if !unit.games.add(&writer, scan.human(), reader, game) {
                        break;
                    }
                    let extension = extension(to.unwrap_or(game.format));
                    let file = GameFile::Named(names, extension);
                    unit.games.ends.push((unit.games.text.len(), file));
                }
            },
        );
        let job = job.compared_if(Some(to.is_some()), "written");
        let (scanned, ()) = scan.run(job, &mut outlet)?;
        scanned.close(outlet, |closed| {
            if closed.is_unwritten {
                return closed.tell(None);
            }
            if let Some(known) = &known {
                known.warn();
            }
            let files = text::counted(closed.files, "file", "files");
            let twice = match by {
                Some(template) if template.has_players() => "; a game of two players counts twice",
                _ => "",
            };
            closed.tell(Some(format!("{} to {files}{twice}", closed.number())))
        })
    }
}
