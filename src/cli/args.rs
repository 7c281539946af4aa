//! Arguments that several commands share.

use std::convert::Infallible;
use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use anyhow::bail;
use clap::builder::{PossibleValue, PossibleValuesParser, RangedI64ValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use skep_analysis::players::Aliases;
use skep_analysis::select::{Field, Filter, FilterError};
use skep_collection::Input;
use skep_records::Source;
use skep_records::diag::{Code, Diagnostic};
use skep_records::notation::{JudgeOptions, RuleOption, detect};
use skep_records::record::Format;
use skep_records::state::is_state;
use skep_rules::closed_list;

use crate::cli::usage::{FORMAT_NAMES, INPUT, OUTPUT, RULES};
use crate::output::{self, Rendered, Target};
use crate::rows::Declared;
use crate::scan::slice::Slice;
use crate::scan::stored;
use crate::text::{clean_around, clean_lines};
use crate::writing::OUTPUTS;

/// What to read.
#[derive(Clone, Debug)]
pub struct Inputs {
    pub paths: Vec<OsString>,
    pub from: Option<Format>,
    pub threads: usize,
}

/// What to read, as it is typed.
#[derive(Clone, Debug, Args)]
struct TypedInputs {
    /// Files, folders, archives and GameStrings; - is standard input
    ///
    /// Archives: .zip .gz .zst .tar .tar.gz. An index made by skep index is read like a file. games.zip!a.sgf is an
    /// entry of an archive. Without a path, skep reads a pipe.
    #[arg(value_name = "PATH", default_value = STDIN, hide_default_value = true)]
    paths: Vec<OsString>,

    /// Read paths from FILE, one per line; - is standard input
    #[arg(long, value_name = "FILE", help_heading = INPUT, hide_short_help = true)]
    files_from: Option<PathBuf>,

    /// Read --files-from as paths that end with a zero byte (find -print0)
    #[arg(long, short = '0', requires = FILES_FROM, help_heading = INPUT, hide_short_help = true)]
    null: bool,

    /// Set the notation instead of detecting it; see skep help notations
    #[arg(long, value_name = "NOTATION", value_parser = one_of(&Format::ALL), help_heading = INPUT, alias = "input-format", hide_short_help = true, hide_possible_values = true)]
    from: Option<Format>,

    /// Number of threads; 0 uses one per core
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = thread_count(), help_heading = INPUT, alias = "jobs", hide_short_help = true)]
    threads: usize,
}

/// The identifier of the option that names a file of paths.
pub const FILES_FROM: &str = "files_from";

impl Args for Inputs {
    fn augment_args(command: Command) -> Command {
        TypedInputs::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        TypedInputs::augment_args_for_update(command)
    }
}

impl FromArgMatches for Inputs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Inputs, clap::Error> {
        let typed = TypedInputs::from_arg_matches(matches)?;
        let mut paths = typed.paths;
        if let Some(list) = &typed.files_from {
            if matches.value_source("paths") == Some(ValueSource::DefaultValue) {
                paths.clear();
            }
            let listed = listed_paths(list, typed.null).and_then(|listed| {
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
        Ok(Inputs {
            paths,
            from: typed.from,
            threads: typed.threads,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Inputs::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The paths that a file lists, one per line or ended by zero bytes. There is at least one.
fn listed_paths(list: &Path, by_zero: bool) -> io::Result<Vec<OsString>> {
    let mut text = Vec::new();
    if list == Path::new(STDIN) {
        io::stdin().lock().read_to_end(&mut text)?;
    } else {
        File::open(list)?.read_to_end(&mut text)?;
    }
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

/// The argument that stands for standard input.
pub const STDIN: &str = "-";

/// The name of a GameString in messages.
const GAME_STRING: &str = "GameString";

/// The input for an argument: a file, folder or index, `-`, or a GameString if there is no such file. Of an index, games
/// that certainly do not match the filter may be left out.
fn input(argument: &OsStr, filter: Option<&Filter>) -> Input {
    if let Some(input) = stored::input(Path::new(argument), filter) {
        return input;
    }
    match argument.to_str() {
        Some(text) if is_game_string(text) => Input::Bytes {
            name: GAME_STRING.into(),
            bytes: text.as_bytes().into(),
        },
        _ => argument.to_owned().into(),
    }
}

/// Whether an argument is not a file and begins like a GameString, with or without the variant, or like a state.
pub fn is_game_string(argument: &str) -> bool {
    let format = (argument.contains(';') || is_state(argument))
        .then(|| detect(argument.as_bytes()))
        .flatten();
    let in_a_line = matches!(
        format,
        Some(Format::Uhp | Format::Moves | Format::Hivegame | Format::Embedded)
    );
    in_a_line && !Path::new(argument).exists()
}

/// What a message about a missing file adds if the argument looks like a GameString, a number, a field or an expression.
pub fn missing_file_help(argument: &str) -> Option<String> {
    let is_number = !argument.is_empty() && argument.bytes().all(|b| b.is_ascii_digit());
    if Path::new(argument).exists() {
        None
    } else if argument.contains(',') && argument.split(',').all(|name| Declared::of(name).is_some())
    {
        Some(format!(
            "; columns need an option: skep list --columns {argument}"
        ))
    } else if is_game_string(&argument.replace(',', ";")) {
        Some("; separate moves with semicolons".to_owned())
    } else if argument.to_lowercase().starts_with("select ") {
        Some("; for SQL, use skep export -o games.parquet FILE and DuckDB".to_owned())
    } else if argument.contains(';') {
        Some("; a GameString begins with a variant, such as Base+MLP".to_owned())
    } else if is_number {
        Some(format!(
            "; a number needs an option: --first {argument}, --last {argument} or --sample {argument} for several games, --game {argument} for one"
        ))
    } else if argument.trim_start_matches('-').parse::<Field>().is_ok() {
        Some(format!("; a field needs an option: --by {argument}"))
    } else if Filter::parse(argument).is_ok() {
        Some(format!(
            "; an expression needs an option: --where '{argument}'"
        ))
    } else {
        None
    }
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
    let stdin = io::stdin().as_fd().try_clone_to_owned();
    let metadata = stdin.and_then(|stdin| File::from(stdin).metadata());
    metadata.is_ok_and(|m| {
        let kind = m.file_type();
        kind.is_file() || kind.is_fifo() || kind.is_socket()
    })
}

/// Whether standard input is not a terminal.
#[cfg(not(unix))]
pub fn input_is_piped() -> bool {
    !io::IsTerminal::is_terminal(&io::stdin())
}

/// A whole number from 1.
///
/// # Errors
/// The text is another text.
pub fn whole_number(text: &str) -> Result<u64, &'static str> {
    // "+2" is a number for Rust, and the lines from the second one for tail.
    let is_plain = text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|number| is_plain && *number > 0);
    number.ok_or("expected a whole number, 1 or more")
}

/// The largest number of threads. More threads than cores do not help and take long to start.
const MOST_THREADS: i64 = 1024;

/// A number of threads.
pub fn thread_count() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u16)
        .range(..=MOST_THREADS)
        .map(usize::from)
}

impl Inputs {
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
                    None => String::new(),
                };
                bail!("{name}: {}{help}", output::reason(&error));
            }
        }
        Ok(())
    }

    /// Whether a fault means that one of the paths itself cannot be read, and not something inside it.
    pub fn cannot_be_read(&self, source: &Source, fault: &Diagnostic) -> bool {
        let name = source.to_string();
        let mut paths = self.paths.iter();
        fault.code == Code::Unreadable && paths.any(|path| path.to_string_lossy() == name)
    }

    /// Whether the paths can be read more than once. Standard input and pipes cannot.
    pub fn can_be_reread(&self) -> bool {
        self.paths.iter().all(|path| {
            // A missing path is reported when it is read.
            let kind = std::fs::metadata(path).map(|m| m.is_file() || m.is_dir());
            path != STDIN && kind.unwrap_or(true)
        })
    }

    /// The options for reading the paths.
    pub fn options(&self) -> skep_collection::Options {
        skep_collection::Options {
            threads: self.threads,
            from: self.from,
            folders: stored::left_out(|_| ()),
            ..skep_collection::Options::default()
        }
    }
}

/// What to read, which games to use, and the rules for judging them.
#[derive(Debug, Args)]
pub struct GameArgs {
    #[command(flatten)]
    pub inputs: Inputs,

    #[command(flatten)]
    pub selection: Selection,

    #[command(flatten)]
    pub rules: Rules,
}

/// The rules for judging games. Each option of the rules is an argument.
#[derive(Clone, Debug, Default)]
pub struct Rules(JudgeOptions);

impl Args for Rules {
    fn augment_args(command: Command) -> Command {
        let default = JudgeOptions::default();
        RuleOption::ALL.iter().fold(command, |command, option| {
            let arg = Arg::new(option.name)
                .long(option.name)
                .value_name(option.placeholder)
                .value_parser(option.values.to_vec())
                .ignore_case(true)
                .help(option.summary)
                .long_help(format!("{}\n\n{}", option.summary, option.details))
                .help_heading(RULES)
                // These values are in the name of the placeholder.
                .hide_possible_values(option.placeholder.contains('|'));
            command.arg(match option.get(&default) {
                Some(value) => arg.default_value(value),
                None => arg,
            })
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Rules::augment_args(command)
    }
}

impl FromArgMatches for Rules {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Rules, clap::Error> {
        let mut rules = Rules::default();
        rules.update_from_arg_matches(matches)?;
        Ok(rules)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for option in RuleOption::ALL {
            if let Some(value) = matches.get_one::<String>(option.name)
                && !option.set(&mut self.0, value)
            {
                return Err(clap::Error::new(ErrorKind::InvalidValue));
            }
        }
        Ok(())
    }
}

impl Rules {
    /// The options and their values: those whose value is a word of its own, and each other option that is set.
    pub fn words(&self) -> Vec<(String, &'static str)> {
        let value = |option: &RuleOption| {
            if option.is_word() {
                option.get(&self.0)
            } else {
                option.changed(&self.0)
            }
        };
        let options = RuleOption::ALL.iter();
        options
            .filter_map(|option| Some((format!("--{}", option.name), value(option)?)))
            .collect()
    }

    /// The rules as the judge expects them.
    pub fn options(&self) -> JudgeOptions {
        self.0
    }
}

/// The option `--where` of a command that tests `win`, which only puzzles have.
pub fn of_puzzles(option: Arg) -> Arg {
    option.value_parser(FieldParser::<Expression> {
        more: &["win"],
        made: PhantomData,
    })
}

/// An expression of the filter language, as it is typed.
#[derive(Clone, Debug)]
struct Expression(String);

impl FromStr for Expression {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Expression, Infallible> {
        Ok(Expression(text.to_owned()))
    }
}

/// Which games to use.
#[derive(Clone, Debug, Default, Args)]
pub struct Selection {
    /// Use only the games that match an expression
    ///
    /// Example: --where 'player = "Ann" and date >= 2024-03'. See: skep help filters
    #[arg(long = "where", value_name = "EXPR", help_heading = INPUT, alias = "filter", hide_possible_values = true, value_parser = FieldParser::<Expression>::new())]
    expression: Option<Expression>,

    /// Use only the games that NAME played, as White or Black
    #[arg(long, value_name = "NAME", help_heading = INPUT, hide_short_help = true)]
    player: Option<String>,

    /// Replace names of players by the names in FILE
    ///
    /// Each line has the name to use, then other names, between tabs; filters see the new name.
    #[arg(long, value_name = "FILE", help_heading = INPUT, hide_short_help = true)]
    aliases: Option<PathBuf>,

    /// The names in that file, when it was read.
    #[arg(skip)]
    names: OnceLock<Arc<Aliases>>,

    /// Whether the expression can test `win`, which only puzzles have.
    #[arg(skip)]
    of_puzzles: bool,

    /// Use only game N of the input, counted from 1
    #[arg(long = "game", value_name = "N", value_parser = whole_number, help_heading = INPUT)]
    number: Option<u64>,

    /// Use only the first N matching games
    #[arg(long, value_name = "N", value_parser = whole_number, help_heading = INPUT, conflicts_with = "number", hide_short_help = true)]
    first: Option<u64>,

    /// Use only the last N matching games
    #[arg(long, value_name = "N", value_parser = whole_number, help_heading = INPUT, conflicts_with_all = ["number", "first"], hide_short_help = true)]
    last: Option<u64>,

    /// Use only a random sample of N matching games
    #[arg(long, value_name = "N", value_parser = whole_number, help_heading = INPUT, conflicts_with_all = ["number", "first", "last"], hide_short_help = true)]
    sample: Option<u64>,

    /// Seed of --sample: the same seed gives the same sample
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample", help_heading = INPUT, hide_short_help = true)]
    seed: u64,
}

impl Selection {
    /// The same selection; if a number is given, it replaces the number of `--game`.
    #[must_use]
    pub fn with_number(&self, number: Option<u64>) -> Selection {
        Selection {
            number: number.or(self.number),
            ..self.clone()
        }
    }

    /// Lets the expression test `win`, which only puzzles have.
    pub fn choose_puzzles(&mut self) {
        self.of_puzzles = true;
    }

    /// The player of `--player`.
    pub fn player(&self) -> Option<&str> {
        self.player.as_deref()
    }

    /// Takes the player of `--player` for a command that counts the games of the player in its own way.
    pub fn take_player(&mut self) -> Option<String> {
        self.player.take()
    }

    /// The file with names of players.
    pub fn alias_file(&self) -> Option<&Path> {
        self.aliases.as_deref()
    }

    /// This file as an input.
    pub fn alias_input(&self) -> Option<Input> {
        self.aliases.clone().map(Input::Path)
    }

    /// The names of players, from the file if there is one.
    ///
    /// # Errors
    /// The file cannot be read or contradicts itself.
    pub fn aliases(&self) -> anyhow::Result<Arc<Aliases>> {
        if let Some(names) = self.names.get() {
            return Ok(Arc::clone(names));
        }
        let names = match &self.aliases {
            Some(path) => output::parsed(path, Aliases::parse)?,
            None => Aliases::default(),
        };
        Ok(Arc::clone(self.names.get_or_init(|| Arc::new(names))))
    }

    /// All games, with the same names of players.
    #[must_use]
    pub fn of_all(&self) -> Selection {
        Selection {
            aliases: self.aliases.clone(),
            names: self.names.clone(),
            ..Selection::default()
        }
    }

    /// Which of the games that match to use, if not all.
    pub fn slice(&self) -> Option<Slice> {
        let sample = self.sample.map(|games| Slice::Sample {
            games,
            seed: self.seed,
        });
        let first = self.first.map(Slice::First);
        first.or(self.last.map(Slice::Last)).or(sample)
    }

    /// Whether every game that matches is used.
    pub fn is_whole(&self) -> bool {
        self.number.is_none() && self.slice().is_none()
    }

    /// The options that choose games, and their values.
    pub fn words(&self) -> Vec<(String, String)> {
        let mut words = vec![("--where".to_owned(), self.text())];
        let seed = self.sample.map(|_| self.seed);
        for (name, number) in [
            ("--game", self.number),
            ("--first", self.first),
            ("--last", self.last),
            ("--sample", self.sample),
            ("--seed", seed),
        ] {
            words.extend(number.map(|number| (name.to_owned(), number.to_string())));
        }
        words
    }

    /// The only game to use.
    pub fn number(&self) -> Option<u64> {
        self.number
    }

    /// The text of the filter.
    pub fn text(&self) -> String {
        let own = self.expression.as_ref().map_or("", |own| &own.0);
        let Some(player) = &self.player else {
            return own.to_owned();
        };
        let names = match self.names.get() {
            Some(aliases) if !aliases.is_empty() => aliases.names(player),
            _ => vec![player.clone()],
        };
        let names: Vec<String> = names
            .iter()
            .map(|name| format!("\"{}\"", name.replace('"', "\"\"")))
            .collect();
        let player = match &names[..] {
            [name] => format!("player = {name}"),
            names => format!("player in ({})", names.join(", ")),
        };
        if own.is_empty() {
            player
        } else {
            format!("{player} and ({own})")
        }
    }

    /// The filter, if there is one.
    ///
    /// # Errors
    /// The expression is invalid; the message shows where.
    pub fn filter(&self) -> anyhow::Result<Option<Filter>> {
        self.aliases()?;
        let parser = if self.of_puzzles {
            Filter::parse_for_puzzles
        } else {
            Filter::parse
        };
        let parse = |text: &str| match parser(text) {
            Ok(filter) => Ok(Some(filter)),
            Err(error) => Err(Rendered(shown(text, &error)).into()),
        };
        match (&self.expression, &self.player) {
            (None, None) => Ok(None),
            (Some(Expression(text)), None) => parse(text),
            (own, Some(_)) => {
                // An error is shown in the expression that was typed.
                own.as_ref().map(|own| parse(&own.0)).transpose()?;
                parse(&self.text())
            }
        }
    }
}

/// An error in an expression, with its position marked.
fn shown(text: &str, error: &FilterError) -> String {
    let (clean, span) = clean_around(text, error.span.clone());
    let renderer = if output::styled_stderr() {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let snippet = Snippet::source(clean)
        .path("--where")
        .annotation(AnnotationKind::Primary.span(span));
    let mut body = Group::with_level(Level::ERROR).element(snippet);
    if let Some(help) = &error.help {
        body = body.element(Level::HELP.message(clean_lines(help)));
    }
    let error = clean_lines(&error.to_string());
    format!("{error}\n{}", renderer.render(&[body]))
}

/// The number of own turns that `--tactics` without a number looks ahead.
pub const DEFAULT_TURNS: &str = "2";

/// Parses a number of own turns to look ahead, in every position of a game.
pub fn turns() -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=3)
}

/// Parses a value of a closed list, ignoring case. Help and completions list the values.
pub fn one_of<T>(values: &'static [T]) -> OneOf<T> {
    OneOf(values)
}

/// See [`one_of`].
pub struct OneOf<T: 'static>(&'static [T]);

impl<T> Clone for OneOf<T> {
    fn clone(&self) -> OneOf<T> {
        OneOf(self.0)
    }
}

impl<T: Display> OneOf<T> {
    fn names(&self) -> PossibleValuesParser {
        PossibleValuesParser::new(self.0.iter().map(|value| value.to_string()))
    }
}

impl<T> TypedValueParser for OneOf<T>
where
    T: FromStr<Err: std::error::Error + Send + Sync> + Display + PartialEq + Clone + Send + Sync,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let known = value.to_str().and_then(|name| name.parse().ok());
        if let Some(value) = known.filter(|value| self.0.contains(value)) {
            return Ok(value);
        }
        let name = self.names().parse_ref(command, argument, value)?;
        Err(command.clone().error(ErrorKind::InvalidValue, name))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values: Vec<PossibleValue> = self.names().possible_values()?.collect();
        Some(Box::new(values.into_iter()))
    }
}

closed_list! {
    /// The output format of a command with a single answer.
    pub enum Answer: "format" {
        /// Lines for people, or one item per line.
        Text = "text",
        /// One JSON object.
        Json = "json",
    }
}

/// How and where an answer is written.
#[derive(Clone, Debug, Args)]
pub struct AnswerArgs {
    /// Print lines of text or one JSON object (json) [default: from the file name, or text]
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&Answer::ALL), help_heading = OUTPUT, aliases = FORMAT_NAMES)]
    format: Option<Answer>,

    #[command(flatten)]
    pub target: Target,
}

impl AnswerArgs {
    /// The format.
    ///
    /// # Errors
    /// The name of the output has an unknown extension, or contradicts `--format`.
    pub fn format(&self) -> anyhow::Result<Answer> {
        let path = self.target.output.as_deref();
        let format = output::format(path, "--format", self.format, &Answer::ALL)?;
        Ok(format.unwrap_or(Answer::Text))
    }
}

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(u64);

/// The text is not a number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number of bytes, such as 4096, 64K, 20M or 2G")]
pub struct ParseSizeError;

impl Size {
    /// The number of bytes, limited to what the machine can address.
    pub fn bytes(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl FromStr for Size {
    type Err = ParseSizeError;

    /// Parses a whole number. K, M and G, in any case, stand for powers of 1,024; `B` or `iB` may follow them.
    fn from_str(s: &str) -> Result<Size, ParseSizeError> {
        let digits = s.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = s.split_at(digits);
        let shift = match unit.to_ascii_lowercase().as_str() {
            "" | "b" => 0,
            "k" | "kb" | "kib" => 10,
            "m" | "mb" | "mib" => 20,
            "g" | "gb" | "gib" => 30,
            _ => return Err(ParseSizeError),
        };
        let number: u64 = number.parse().map_err(|_| ParseSizeError)?;
        number
            .checked_mul(1 << shift)
            .map(Size)
            .ok_or(ParseSizeError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_of_the_rules_is_an_argument() {
        for option in RuleOption::ALL {
            for value in option.values {
                let program = Rules::augment_args(Command::new("skep"));
                let flag = format!("--{}", option.name);
                let words = ["skep".to_owned(), flag, value.to_uppercase()];
                let matches = program.get_matches_from(words);
                let rules = Rules::from_arg_matches(&matches).expect("a value");
                assert_eq!(option.get(&rules.options()), Some(*value));
            }
        }
        let matches = Rules::augment_args(Command::new("skep")).get_matches_from(["skep"]);
        let rules = Rules::from_arg_matches(&matches).expect("defaults");
        assert_eq!(rules.options(), JudgeOptions::default());
    }

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [
            ("0", 0),
            ("512", 512),
            ("64K", 65_536),
            ("2g", 2 << 30),
            ("1MiB", 1 << 20),
        ] {
            assert_eq!(text.parse(), Ok(Size(bytes)), "{text}");
        }
        for wrong in ["", "K", "-1", "1.5M", "1T", "99999999999G"] {
            assert_eq!(wrong.parse::<Size>(), Err(ParseSizeError), "{wrong}");
        }
    }
}

/// Reads a field of the filter language, or what is made of one. Help and completions list the fields.
#[derive(Clone, Debug)]
pub struct FieldParser<T> {
    /// Names besides those of the fields.
    more: &'static [&'static str],
    made: PhantomData<T>,
}

impl<T> FieldParser<T> {
    pub const fn new() -> FieldParser<T> {
        FieldParser {
            more: &[],
            made: PhantomData,
        }
    }
}

impl<T> TypedValueParser for FieldParser<T>
where
    T: FromStr<Err: std::error::Error + Send + Sync> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        TypedValueParser::parse_ref(&str::parse::<T>, command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = Field::NAMES.iter().chain(self.more);
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

/// A number of seconds, which can have a fraction.
pub fn seconds(text: &str) -> Result<Duration, &'static str> {
    const DAY: f64 = 86_400.0;
    let number = text.parse::<f64>().ok();
    let number = number.filter(|number| (0.0..=DAY).contains(number));
    number
        .map(Duration::from_secs_f64)
        .ok_or("expected a number of seconds, from 0 to 86400")
}
