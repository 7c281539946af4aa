//! The paths to read, and how.

use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display};
use std::fs::File;
use std::ops::Deref;
use std::path::Path;

use anyhow::bail;

use skep_analysis::filter::{Field, Filter, line_of};
use skep_collection::{Input, OpenOptions};
use skep_records::notation::detect;
use skep_records::notation::find::{Link, Renames, is_spaced, link_in};
use skep_records::record::Format;
use skep_records::{GameText, Source};
use skep_rules::state::{hop, is_state};

use super::stored;
use crate::emit::games::OUTPUTS;
use crate::emit::rows::Declared;
use crate::output;
use crate::text;

/// What to read.
#[derive(Clone, Debug)]
pub struct Inputs {
    pub paths: Paths,
    /// The notation, if it is not detected.
    pub from: Option<Format>,
    /// What columns of data files mean.
    pub map: Option<Renames>,
    /// The number of threads; 0 is one per core.
    pub threads: usize,
    /// How many times as large as its archive a text may be.
    pub max_ratio: u64,
}

/// A place in a file, as messages write it after the path: `:5:4` or `:5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypedPlace {
    line: u64,
    column: Option<u64>,
}

impl TypedPlace {
    /// The place that `:5:4` or `:5` means.
    fn parse(text: &str) -> Option<TypedPlace> {
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            is_number.then(|| text.parse().ok()).flatten()
        };
        let text = text.strip_prefix(':')?;
        let (line, column) = match text.split_once(':') {
            Some((line, column)) => (line, Some(number(column)?)),
            None => (text, None),
        };
        let line = number(line)?;
        Some(TypedPlace { line, column })
    }

    /// Whether the place is in the text of a game.
    pub fn is_in(self, game: &GameText<'_>) -> bool {
        let text = game.text.trim_end();
        let last = text.rsplit('\n').next().unwrap_or(text);
        let lines = text.matches('\n').count() as u64;
        let before = if lines == 0 { game.column } else { 1 };
        let end = (game.line + lines, before + last.chars().count() as u64);
        match self.column {
            None => (game.line..=end.0).contains(&self.line),
            Some(column) => ((game.line, game.column)..=end).contains(&(self.line, column)),
        }
    }
}

impl Display for TypedPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        match self.column {
            Some(column) => write!(f, ", column {column}"),
            None => Ok(()),
        }
    }
}

/// A path, and the place that is typed after it.
#[derive(Clone, Debug)]
pub struct PlacedPath {
    pub path: OsString,
    pub place: Option<TypedPlace>,
}

/// The paths on the command line and those of `--files-from`.
#[derive(Clone, Debug)]
pub struct Paths {
    pub list: Vec<OsString>,
    /// The paths that end with a place. Only the games at these places are read from them.
    pub places: Vec<(OsString, TypedPlace)>,
}

impl Paths {
    /// Splits each argument into a path and its place.
    pub fn new(paths: Vec<OsString>) -> Paths {
        paths.into_iter().map(PlacedPath::from).collect()
    }
}

impl FromIterator<PlacedPath> for Paths {
    fn from_iter<I: IntoIterator<Item = PlacedPath>>(placed: I) -> Paths {
        let (mut list, mut places) = (Vec::new(), Vec::new());
        for PlacedPath { path, place } in placed {
            places.extend(place.map(|place| (path.clone(), place)));
            list.push(path);
        }
        Paths { list, places }
    }
}

/// Whether a path with a place names this source (`true`), or the archive that holds it (`false`). `None` if it names
/// another source. A line is in an entry, not in its archive.
pub fn is_source(path: &OsStr, source: &Source) -> Option<bool> {
    let path = Source::spelled(Path::new(path));
    let path = Source::with_slashes(&path);
    if path == source.to_string() {
        return Some(true);
    }
    (path == *source.path).then_some(false)
}

impl Deref for Paths {
    type Target = Vec<OsString>;

    fn deref(&self) -> &Vec<OsString> {
        &self.list
    }
}

impl From<OsString> for PlacedPath {
    /// Splits `games.zip!a.sgf:5:4` into a path, a line and a column, unless a file has the whole name.
    fn from(argument: OsString) -> PlacedPath {
        match place_after(&argument) {
            Some((path, place)) => PlacedPath {
                path: Source::typed(path.into()),
                place: Some(place),
            },
            None => PlacedPath {
                path: Source::typed(argument),
                place: None,
            },
        }
    }
}

/// The path and the place of an argument that ends with a place.
fn place_after(argument: &OsStr) -> Option<(&str, TypedPlace)> {
    let names_a_file = |name: &str| match name.split_once('!') {
        Some((archive, entry)) => Source::path_of(archive).exists() && entry.contains('.'),
        None => Source::path_of(name).exists(),
    };
    let text = argument.to_str().filter(|text| !Path::new(text).exists())?;
    let ends: Vec<usize> = (text.rmatch_indices(':').take(2).map(|(at, _)| at)).collect();
    // The longer place is tried first.
    ends.into_iter().rev().find_map(|end| {
        let (name, place) = text.split_at(end);
        let place = TypedPlace::parse(place)?;
        names_a_file(name).then_some((name, place))
    })
}

/// The argument that stands for standard input.
pub const STDIN: &str = "-";

/// The input for an argument: a file, folder or index, `-`, or a GameString if there is no such file. Of an index,
/// games that certainly do not match the filter may be left out.
fn input(argument: &OsStr, filter: Option<&Filter>) -> Input {
    if let Some(input) = stored::input(Path::new(argument), filter) {
        return input;
    }
    match argument.to_str() {
        Some(text) if is_short_hop(text) => Input::Bytes {
            name: text::GAME_STRING.into(),
            bytes: format!("ultimate,{text}").into_bytes().into(),
        },
        Some(text) if is_game_string(text) => Input::Bytes {
            name: text::GAME_STRING.into(),
            bytes: text.as_bytes().into(),
        },
        _ => argument.to_owned().into(),
    }
}

/// Whether an argument is not a file and is the HOP of a piece or of the empty board. In a file, `q,w` is a row of a
/// table.
fn is_short_hop(argument: &str) -> bool {
    argument.len() < SHORTEST_HOP && hop::is_hop(argument) && !Path::new(argument).exists()
}

/// The length of a HOP that is known as one in a file.
const SHORTEST_HOP: usize = 4;

/// Whether an argument is not a file and begins like a GameString, with or without the variant, or like a state.
pub fn is_game_string(argument: &str) -> bool {
    let format = (argument.contains(';') || is_state(argument))
        .then(|| detect(argument.as_bytes()))
        .flatten();
    let in_a_line = matches!(
        format,
        Some(Format::Uhp | Format::Moves | Format::Hivegame | Format::Embedded)
    );
    let has_link = || matches!(link_in(argument), Some(Link::Game { .. }));
    let has_game = in_a_line || has_link() || is_spaced(argument);
    has_game && !Path::new(argument).exists()
}

/// What a message about a missing file adds if the argument looks like a GameString, a number, a field or an
/// expression.
pub fn missing_file_help(argument: &str) -> Option<String> {
    let is_number = !argument.is_empty() && argument.bytes().all(|b| b.is_ascii_digit());
    if Path::new(argument).exists() {
        None
    } else if let Some(Link::Id { site, id, help }) = link_in(argument) {
        Some(format!(
            "; the link names game {id} on {site} and has no moves: {help}"
        ))
    } else if argument.contains("://") || argument.starts_with("/analysis") {
        Some("; the link has no game in it: download the record, and name its file".to_owned())
    } else if argument.contains(',') && argument.split(',').all(|name| Declared::of(name).is_some())
    {
        Some(format!(
            "; columns need an option: skep list --columns {argument}"
        ))
    } else if let Some(error) = hop::looks_like_hop(argument)
        .then(|| hop::read(argument).err())
        .flatten()
    {
        Some(format!("; it looks like a HOP, but {error}"))
    } else if argument == "rows" {
        Some("; leave out the word rows: skep cat A B -o FILE".to_owned())
    } else if is_game_string(&argument.replace(',', ";")) || line_of(argument).is_some() {
        Some("; separate moves with semicolons".to_owned())
    } else if argument.to_lowercase().starts_with("select ") {
        Some("; for SQL, use skep export -o games.parquet FILE and DuckDB".to_owned())
    } else if argument == "*" {
        Some("; for all columns, use skep list --format csv".to_owned())
    } else if argument.contains(['*', '?']) {
        Some("; the shell replaces * only without quotes".to_owned())
    } else if argument.contains(';') {
        Some("; a GameString begins with a variant, such as Base+MLP".to_owned())
    } else if is_number {
        Some(format!(
            "; a number needs an option: --first {argument}, --last {argument} or --sample {argument} for several games, --game {argument} for one"
        ))
    } else if argument.trim_start_matches('-').parse::<Field>().is_ok() {
        Some(format!(
            "; to count the games by a field, use skep count --by {}",
            argument.trim_start_matches('-')
        ))
    } else if Filter::parse(argument).is_ok() {
        let quote = if argument.contains('"') { '\'' } else { '"' };
        Some(format!(
            "; an expression needs an option: --where {quote}{argument}{quote}"
        ))
    } else {
        None
    }
}

/// Whether an argument looks like the name of a person and not of a file.
fn is_like_a_name(argument: &str) -> bool {
    argument.starts_with(char::is_uppercase) && argument.chars().all(char::is_alphanumeric)
}

/// Whether a path has the name of a file of games that skep writes.
fn is_output_name(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str);
    let known = output::known_extensions(&OUTPUTS);
    extension.is_some_and(|extension| {
        known
            .iter()
            .any(|name| extension.eq_ignore_ascii_case(name))
    })
}

/// Whether standard input is a pipe or a file, and not a terminal or a device such as `/dev/null`.
#[cfg(unix)]
pub fn input_is_piped() -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;
    let stdin = std::io::stdin().as_fd().try_clone_to_owned();
    let metadata = stdin.and_then(|stdin| File::from(stdin).metadata());
    metadata.is_ok_and(|m| {
        let kind = m.file_type();
        kind.is_file() || kind.is_fifo() || kind.is_socket()
    })
}

/// Whether standard input is a pipe or a file, and not a console or a device such as `NUL`.
#[cfg(windows)]
pub fn input_is_piped() -> bool {
    let kind = winapi_util::file::typ(winapi_util::HandleRef::stdin());
    kind.is_ok_and(|kind| kind.is_disk() || kind.is_pipe())
}

/// How many inputs a title names.
const NAMED: usize = 3;

/// The name of an input for people, also of `.`.
fn name(path: &Path) -> String {
    if path == Path::new("-") {
        return "standard input".to_owned();
    }
    let full = path.canonicalize();
    let name = full.as_deref().unwrap_or(path).file_name();
    name.unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

impl Inputs {
    /// The games of these paths. A path may end with a place.
    pub fn new(paths: Vec<OsString>, from: Option<Format>, threads: usize) -> Inputs {
        Inputs {
            paths: Paths::new(paths),
            from,
            map: None,
            threads,
            max_ratio: OpenOptions::MAX_RATIO,
        }
    }

    /// The names of the inputs for the title of a page: "league.zip, cup.pgn and 2 more inputs".
    pub fn in_words(&self) -> String {
        let mut names: Vec<String> = self
            .paths
            .iter()
            .map(|path| name(Path::new(path)))
            .collect();
        names.dedup();
        let more = names.len().saturating_sub(NAMED) as u64;
        if more > 0 {
            names.truncate(NAMED);
            names.push(text::counted(more, "more input", "more inputs"));
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        text::list(&names)
    }

    /// The paths as inputs of a scan.
    pub fn inputs(&self) -> Vec<Input> {
        self.inputs_with(None)
    }

    /// The paths as inputs of a scan that tests the games with a filter.
    pub fn inputs_with(&self, filter: Option<&Filter>) -> Vec<Input> {
        self.paths.iter().map(|path| input(path, filter)).collect()
    }

    /// Fails if a path cannot be opened. A command that writes a file calls this first, so that the file does not
    /// hold incomplete results.
    ///
    /// # Errors
    /// The first such path, with the reason.
    pub fn require_paths(&self) -> anyhow::Result<()> {
        for input in self.inputs() {
            let Input::Path(path) = input else { continue };
            let opened = std::fs::metadata(&path).and_then(|found| {
                if found.is_file() {
                    File::open(&path).map(drop)
                } else {
                    Ok(())
                }
            });
            if let Err(error) = opened {
                let name = path.to_string_lossy();
                let is_last =
                    self.paths.len() > 1 && self.paths.last().is_some_and(|last| *last == *path);
                let help = match missing_file_help(&name) {
                    Some(help) => help,
                    None if is_last && is_output_name(&path) && !path.exists() => {
                        format!("; if it is the output, use -o {name}")
                    }
                    None if self.paths.len() > 1 && is_like_a_name(&name) => {
                        format!("; for the games of a player, use --player {name}")
                    }
                    None => String::new(),
                };
                // A name cannot have these characters there: no file has matched.
                if cfg!(windows) && name.contains(['*', '?']) && help.is_empty() {
                    bail!("{name}: no file has such a name");
                }
                bail!("{name}: {}{help}", output::reason(&error));
            }
        }
        if let Some((folder, place)) =
            (self.paths.places.iter()).find(|(path, _)| Path::new(path).is_dir())
        {
            let name = folder.to_string_lossy();
            bail!(
                "{name} is a folder and has no {place}; name a file in it, or choose a game with --game N"
            );
        }
        Ok(())
    }

    /// Whether the paths can be read more than once. Standard input and pipes cannot.
    pub fn can_be_reread(&self) -> bool {
        self.inputs().iter().all(output::can_be_reread)
    }

    /// The options for reading the paths.
    pub fn options(&self) -> OpenOptions {
        OpenOptions {
            threads: self.threads,
            from: self.from,
            names: self.map.clone().unwrap_or_default(),
            max_ratio: self.max_ratio,
            folders: stored::left_out(|_| ()),
            ..OpenOptions::default()
        }
    }
}
