//! The paths to read, and how, as they are typed.

#[cfg(unix)]
use std::ffi::OsStr;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};

use super::{one_of, thread_count};
use crate::cli::usage::INPUT;
use crate::output;
use crate::scan::compared::games_of;
use crate::scan::{GameQuery, Inputs, Paths, PlacedPath, RuleArguments, STDIN, Selection};
use crate::text;
use skep_collection::{OpenOptions, as_utf8};
use skep_records::notation::find::Renames;
use skep_records::record::Format;

/// What to read, which games to use, and the rules for judging them, as they are typed.
#[derive(Args)]
struct TypedQuery {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selection: Selection,

    #[command(flatten)]
    rules: RuleArguments,
}

read_as!(TypedQuery => GameQuery { inputs, selection, rules });

/// What to read, as it is typed.
#[derive(Args)]
struct TypedInputs {
    #[command(flatten)]
    paths: Paths,

    /// Set the notation instead of detecting it; see skep help notations
    #[arg(long, value_name = "NOTATION", value_parser = one_of(&Format::ALL), help_heading = INPUT, alias = "input-format", hide_short_help = true, hide_possible_values = true)]
    from: Option<Format>,

    /// Say what columns of data files mean: white=p1,result=outcome
    ///
    /// NAME is a name that skep knows (see "Data files and members of JSON" in the guide), COLUMN a column of a
    /// table or a member of JSON, or its path: white=players.0.name. skep check --explain-columns shows what each
    /// becomes.
    #[arg(long, value_name = "NAME=COLUMN,...", help_heading = INPUT, hide_short_help = true)]
    map: Option<Renames>,

    /// Number of threads; 0 uses one per core
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = thread_count(), help_heading = INPUT, alias = "jobs", hide_short_help = true)]
    threads: usize,

    /// Stop in an archive whose content is more than N times as large, and larger than 1 GiB
    ///
    /// A small archive can hold more text than a disk. Games up to the limit are read. All entries count together, also
    /// those of archives in the archive.
    #[arg(long, value_name = "N", default_value_t = OpenOptions::MAX_RATIO, value_parser = value_parser!(u64).range(1..), help_heading = INPUT, hide_short_help = true)]
    max_ratio: u64,
}

read_as!(TypedInputs => Inputs { paths, from, map, threads, max_ratio });

/// Games to compare with besides those of the input.
#[derive(Debug, Args)]
pub struct Against {
    /// Also compare with the games in PATH, such as an existing collection
    ///
    /// Repeat the option for more paths.
    #[arg(long, value_name = "PATH", hide_short_help = true)]
    against: Vec<OsString>,
}

/// The option `--against` with what it does in a command.
pub fn against(option: Arg, does: &'static str) -> Arg {
    option
        .help(does)
        .long_help(format!("{does}\n\nRepeat the option for more paths."))
}

impl Against {
    /// All games of these paths, judged by the rules of other arguments. `None` without a path.
    ///
    /// # Errors
    /// A path cannot be opened, or can be read only once.
    pub fn games(&self, games: &GameQuery) -> anyhow::Result<Option<GameQuery>> {
        if self.against.is_empty() {
            return Ok(None);
        }
        let why = "--against needs files, folders or archives";
        games_of(&self.against, games, why).map(Some)
    }
}

/// Paths, as they are typed.
#[derive(Args)]
struct TypedPaths {
    /// Files, folders, archives and GameStrings; - is standard input
    ///
    /// Archives: .zip .gz .zst .tar .tar.gz; games.zip!a.sgf is an entry. a.sgf:5 is the game on line 5. An index of
    /// skep index is also read. Without a path, skep reads a pipe.
    #[arg(value_name = "PATH", default_value = STDIN, hide_default_value = true)]
    paths: Vec<OsString>,

    /// Read paths from FILE, each ended by a newline or a zero byte; - is standard input
    #[arg(long, value_name = "FILE", help_heading = INPUT, hide_short_help = true)]
    files_from: Option<PathBuf>,
}

/// The identifier of the option that names a file of paths.
pub const FILES_FROM: &str = "files_from";

impl Args for Paths {
    fn augment_args(command: Command) -> Command {
        TypedPaths::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        TypedPaths::augment_args_for_update(command)
    }
}

impl FromArgMatches for Paths {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Paths, clap::Error> {
        let typed = TypedPaths::from_arg_matches(matches)?;
        let mut paths = typed.paths;
        if let Some(list) = &typed.files_from {
            if matches.value_source("paths") == Some(ValueSource::DefaultValue) {
                paths.clear();
            }
            let listed = listed_paths(list).and_then(|listed| {
                if list == Path::new(STDIN) && paths.iter().chain(&listed).any(|path| path == STDIN)
                {
                    return Err(io::Error::other(
                        "standard input is the list; it cannot also hold games",
                    ));
                }
                Ok(listed)
            });
            paths.extend(listed.map_err(|error| {
                let name = list.to_string_lossy();
                let name = text::clean(&name);
                let message = format!("--files-from {name}: {}\n", output::reason(&error));
                clap::Error::raw(ErrorKind::Io, message)
            })?);
        }
        if paths.iter().any(|path| path.is_empty()) {
            return Err(clap::Error::raw(
                ErrorKind::ValueValidation,
                "a path must not be empty\n",
            ));
        }
        Ok(Paths::new(paths))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Paths::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Parses a path. A line and a column may follow, as messages write them.
pub fn path() -> impl TypedValueParser<Value = PlacedPath> {
    OsStringValueParser::new().map(PlacedPath::from)
}

/// The paths that a file lists, one per line or ended by zero bytes. There is at least one.
fn listed_paths(list: &Path) -> io::Result<Vec<OsString>> {
    let mut text = Vec::new();
    if list == Path::new(STDIN) {
        io::stdin().lock().read_to_end(&mut text)?;
    } else {
        File::open(list)?.read_to_end(&mut text)?;
    }
    let text = as_utf8(text);
    // A path has no zero byte.
    let by_zero = text.contains(&b'\0');
    let end = if by_zero { b'\0' } else { b'\n' };
    let lines = text.split(|&byte| byte == end);
    let lines = lines.map(|line| match line {
        [line @ .., b'\r'] if !by_zero => line,
        line => line,
    });
    let paths = lines.filter(|line| !line.is_empty()).map(path_of);
    let paths = paths.collect::<io::Result<Vec<OsString>>>()?;
    if paths.is_empty() {
        return Err(io::Error::other("the list has no paths"));
    }
    Ok(paths)
}

/// The path of these bytes.
#[cfg(unix)]
fn path_of(bytes: &[u8]) -> io::Result<OsString> {
    use std::os::unix::ffi::OsStrExt;
    Ok(OsStr::from_bytes(bytes).to_owned())
}

/// The path of these bytes.
#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> io::Result<OsString> {
    let text = std::str::from_utf8(bytes);
    text.map(OsString::from).map_err(io::Error::other)
}
