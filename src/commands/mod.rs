//! One file per command: its arguments and its work.

mod annotate;
mod check;

mod completions;
mod convert;
mod count;
mod dedup;
mod diff;
mod explore;
#[cfg(feature = "full")]
mod export;
mod match_;

mod help;
#[cfg(feature = "full")]
mod index;

mod list;
mod man;
mod moves;
mod novelty;
mod openings;
mod perft;
mod players;
mod puzzles;
mod random;
mod related;
mod replay;
mod report;
mod show;
mod solve;
mod sort;
mod split;
mod stats;
pub mod uhp;

use std::cell::OnceCell;
use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{
    ArgMatches, Args, ColorChoice, CommandFactory, FromArgMatches, Id, Parser, Subcommand,
    ValueEnum as _,
};

use crate::cli::args::{DEFAULT_TURNS, FILES_FROM};
use crate::cli::info::{Catalogue, CommandInfo};
use crate::cli::usage::{GLOBAL, laid_out};
use crate::cli::{arguments, effects, suggest};
use crate::output::{self, Exit, pager};
use crate::scan::{STDIN, input_is_piped};
use crate::text;
pub use uhp::UhpEngine;

/// Check, convert, count and show game records of Hive and Hex-It
///
/// Reads files, folders and archives in every notation: see skep help notations.
#[derive(Debug, Parser)]
#[command(name = "skep", bin_name = "skep", version, max_term_width = 100, arg_required_else_help = true, disable_help_subcommand = true, after_help = EXAMPLES)]
pub struct Cli {
    #[command(flatten)]
    global: Global,

    #[command(subcommand)]
    command: Command,

    /// Why an option is refused.
    #[arg(skip)]
    refusal: Option<anyhow::Error>,
}

#[derive(Debug, Args)]
struct Global {
    /// When to use colours: auto, always or never; auto obeys NO_COLOR
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true,
        hide_possible_values = true,
        help_heading = GLOBAL,
        display_order = 900,
        alias = "colour",
        // The help of the program describes it.
        hide_short_help = true,
        hide_long_help = true
    )]
    color: ColorChoice,

    /// Do not show notes and progress
    ///
    /// Errors, warnings and results stay. check and diff print no report: the exit code is their answer.
    #[arg(
        long,
        short,
        global = true,
        help_heading = GLOBAL,
        display_order = 899,
        alias = "silent",
        hide_short_help = true,
        hide_long_help = true
    )]
    quiet: bool,

    /// Do not show long output in a pager
    ///
    /// Long tables and long help go through SKEP_PAGER, PAGER or less if they do not fit the screen.
    #[arg(
        long,
        global = true,
        help_heading = GLOBAL,
        display_order = 901,
        hide_short_help = true,
        hide_long_help = true
    )]
    no_pager: bool,
}

impl Global {
    fn apply(&self) {
        match self.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        }
        .write_global();
        if self.quiet {
            output::be_quiet();
        }
        if self.no_pager {
            pager::turn_off();
        }
    }
}

/// Applies the global options of a command line that cannot be read, or that asks for help.
pub fn apply_global_options() {
    let given: Vec<String> = arguments::all()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .take_while(|word| word != "--")
        .collect();
    let mut color = None;
    for (i, word) in given.iter().enumerate() {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word.as_str(), given.get(i + 1).map(String::as_str)),
        };
        if ["--color", "--colour"].contains(&name) {
            color = value.and_then(|value| ColorChoice::from_str(value, true).ok());
        }
    }
    Global {
        color: color.unwrap_or_default(),
        quiet: false,
        no_pager: given.iter().any(|word| word == "--no-pager"),
    }
    .apply();
}

const EXAMPLES: &str = "\
Examples:
  skep check games.zip                        find invalid games
  skep convert --to uhp games.zip -o all.uhp  every game as a GameString
  skep show game.sgf --ply 20 -o diagram.png  a picture of a position";

/// Defines the commands, the function that runs them, and the list of them.
macro_rules! commands {
    ($(#[$derived:meta])* enum Command {
        $($(#[cfg(feature = $feature:literal)])? $name:ident($command:ty),)*
    }) => {
        $(#[$derived])*
        enum Command {
            $($(#[cfg(feature = $feature)])? $name($command),)*
        }

        impl Command {
            /// Runs the command.
            fn run(self) -> anyhow::Result<Exit> {
                match self {
                    $($(#[cfg(feature = $feature)])? Command::$name(command) => command.run(),)*
                }
            }

            /// Each command: its name, its options and its facts.
            fn all() -> impl Iterator<Item = (String, Options, &'static CommandInfo)> {
                let all = [$($(#[cfg(feature = $feature)])? (
                    stringify!($name),
                    <$command>::augment_args as Options,
                    &<$command>::INFO,
                ),)*];
                all.into_iter().map(|(name, options, info)| (name.to_lowercase(), options, info))
            }

            /// The commands that this build lacks.
            fn not_built() -> impl Iterator<Item = String> {
                let all: &[&str] = &[$($(#[cfg(not(feature = $feature))] stringify!($name),)?)*];
                all.iter().map(|name| name.to_lowercase())
            }
        }
    };
}

commands! {
#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Check),
    Convert(convert::Convert),
    List(list::List),
    Count(count::Count),
    Dedup(dedup::Dedup),
    Sort(sort::Sort),
    Split(split::Split),
    Stats(stats::StatsCommand),
    Openings(openings::OpeningsCommand),
    Players(players::PlayersCommand),
    Novelty(novelty::Novelty),
    Related(related::Related),
    #[cfg(feature = "full")]
    Export(export::Export),
    #[cfg(feature = "full")]
    Index(index::IndexCommand),
    Explore(explore::Explore),
    Report(report::Report),
    Show(show::Show),
    Replay(replay::ReplayCommand),
    Diff(diff::Diff),
    Annotate(annotate::Annotate),
    Moves(moves::Moves),
    Solve(solve::Solve),
    Puzzles(puzzles::PuzzlesCommand),
    Perft(perft::Perft),
    Uhp(uhp::Uhp),
    Match(match_::Match),
    Random(random::Random),
    Completions(completions::Completions),
    Help(help::Help),
    Man(man::Man),
}
}

type Options = fn(clap::Command) -> clap::Command;

/// Other names of `convert` with an option, and how many games they write if no number is given.
const SLICES: [(&str, &str); 3] = [
    ("head", "--first"),
    ("tail", "--last"),
    ("sample", "--sample"),
];

/// Other names of `help`, and the page that they show without a name.
const PAGES: [(&str, &str); 2] = [("explain", "findings"), ("rules", "rules")];

/// The number of games that `head`, `tail` and `sample` write.
const SLICED: &str = "10";

/// The arguments as clap reads them: `--tactics` with its number, so that a path after it is not taken for the number;
/// `explain` as `help findings`; `audit --rules A,B` as `check --compare A,B`; and `head -5` or `head -n 5` as
/// `convert --first=5`.
fn spelled_out(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.collect();
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_word = |word: &OsString, known: &[&str]| known.iter().any(|known| word == known);
    // A list of paths can be ended by zero bytes without an option, which other programs need.
    if args.iter().any(|word| is_word(word, &["--files-from"]))
        && !args.iter().any(|word| is_word(word, &["list"]))
    {
        args.retain(|word| !is_word(word, &["-0", "--null"]));
    }
    let end = args.iter().position(|word| *word == "--");
    let end = end.unwrap_or(args.len());
    for i in 0..end {
        let next = args.get(i + 1).and_then(|next| next.to_str());
        if args[i] == "--tactics" && !next.is_some_and(is_number) {
            args[i] = format!("--tactics={DEFAULT_TURNS}").into();
        }
    }
    let is_command = |i: usize| {
        let is_value = ["--color", "--colour"]
            .iter()
            .any(|option| args[i - 1] == *option);
        !args[i].as_encoded_bytes().starts_with(b"-") && !is_value
    };
    let command = (1..end).find(|i| is_command(*i));
    if let Some(command) = command.filter(|i| args[*i] == "audit") {
        args[command] = "check".into();
        for word in &mut args[command..] {
            let text = word.to_str().and_then(|word| word.strip_prefix("--rules"));
            if let Some(value) = text {
                *word = format!("--compare{value}").into();
            }
        }
        return args;
    }
    let page = command.and_then(|i| PAGES.into_iter().find(|(name, _)| args[i] == *name));
    if let (Some(command), Some((_, page))) = (command, page) {
        let is_option = |word: &OsString| word.as_encoded_bytes().starts_with(b"-");
        if args[command + 1..].iter().all(is_option) {
            args[command] = "help".into();
            args.insert(command + 1, page.into());
        }
        return args;
    }
    let slice = command.and_then(|i| SLICES.into_iter().find(|(name, _)| args[i] == *name));
    let (Some(command), Some((_, option))) = (command, slice) else {
        return args;
    };
    let rest = args.split_off(end);
    let mut words = args.split_off(command + 1).into_iter();
    args[command] = "convert".into();
    let mut is_given = false;
    while let Some(word) = words.next() {
        let text = word.to_str().unwrap_or_default();
        let after_n = text.strip_prefix("-n");
        let number = match (after_n, text.strip_prefix('-')) {
            (Some(""), _) => words.next(),
            (Some(number), _) => Some(number.trim_start_matches('=').into()),
            (None, Some(number)) if is_number(number) => Some(number.into()),
            (None, _) => None,
        };
        let chooses = text.starts_with(option) || text.starts_with("--game");
        is_given |= chooses || number.is_some();
        args.push(match number {
            Some(number) => {
                let mut sliced = OsString::from(option);
                sliced.push("=");
                sliced.push(number);
                sliced
            }
            None => word,
        });
    }
    if !is_given {
        args.insert(command + 1, format!("{option}={SLICED}").into());
    }
    args.extend(rest);
    args
}

/// What help, tips and manual pages know of the commands.
pub fn catalogue() -> Catalogue {
    let infos = Command::all().map(|(name, _, info)| (name, info));
    Catalogue {
        infos: infos.collect(),
        not_built: Command::not_built().collect(),
        parser,
        built: OnceCell::new(),
    }
}

/// The program for clap, with the layout of help.
pub fn program() -> clap::Command {
    let catalogue = catalogue();
    let program = Cli::command().mut_subcommands(|command| {
        let info = catalogue.info(command.get_name());
        command.aliases(info.map_or(&[][..], |info| info.other_names))
    });
    laid_out(program, &catalogue)
}

/// The program for clap, to read arguments: the same commands and options as [`program`], which a test compares. It has
/// the options of the one command that is given, and no help, since most runs need no more: they start in a third of
/// the time.
fn parser() -> clap::Command {
    let program = Global::augment_args(clap::Command::new("skep"))
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true);
    // clap adds the options of the one command that is given.
    program.subcommands(Command::all().map(|(name, options, info)| {
        let command = clap::Command::new(name).defer(options);
        command.aliases(info.other_names)
    }))
}

/// The error if no path is given and nothing is piped in.
fn nothing_to_read(matches: &ArgMatches) -> Option<clap::Error> {
    let (name, given) = matches.subcommand()?;
    if let Ok(Some(_)) = given.try_get_raw(FILES_FROM) {
        return None;
    }
    let reads_stdin = |id: &Id| {
        let values = given.try_get_raw(id.as_str()).ok().flatten();
        values.is_some_and(|mut values| values.any(|value| value == STDIN))
    };
    let is_default = |id: &&Id| given.value_source(id.as_str()) == Some(ValueSource::DefaultValue);
    if !given.ids().filter(is_default).any(reads_stdin) || input_is_piped() {
        return None;
    }
    let mut program = parser();
    program.build();
    let command = program.find_subcommand_mut(name)?;
    let message = if name == "diff" {
        "nothing to compare with: name a second file or folder, or pipe one into skep diff"
            .to_owned()
    } else {
        format!(
            "nothing to read: name a file, folder, archive or GameString, or pipe games into skep {name}"
        )
    };
    Some(command.error(ErrorKind::MissingRequiredArgument, message))
}

/// The error or the help as the whole program gives it. clap repeats arguments in its messages as they are, and the
/// name of a file can hold commands to the terminal, so the arguments are cleaned first.
fn explained(error: clap::Error, args: &[OsString]) -> clap::Error {
    let shown = (args.iter()).map(|word| text::clean(&word.to_string_lossy()).into_owned());
    let program = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => program(),
        _ => parser(),
    };
    let found = program.try_get_matches_from(shown).err();
    found.unwrap_or_else(|| {
        let message = text::clean_lines(&error.render().ansi().to_string());
        clap::Error::raw(error.kind(), message.trim_start_matches("error: "))
    })
}

impl Cli {
    /// The arguments of the program.
    ///
    /// # Errors
    /// The arguments are invalid, or ask for help or the version.
    pub fn from_program() -> Result<Cli, clap::Error> {
        let args: Vec<OsString> = spelled_out(arguments::all().cloned());
        let mut parser = parser();
        let matches = match parser.try_get_matches_from_mut(&args) {
            Ok(matches) => matches,
            // The version needs no help.
            Err(error) if error.kind() == ErrorKind::DisplayVersion => return Err(error),
            Err(error) => return Err(explained(error, &args)),
        };
        if let Some(error) = nothing_to_read(&matches) {
            return Err(error);
        }
        let mut cli = Cli::from_arg_matches(&matches)?;
        let command = matches.subcommand();
        cli.refusal = command.and_then(|(name, given)| {
            let definition = parser.find_subcommand(name)?;
            let required = effects::require(definition, given).err();
            required.or_else(|| suggest::word_as_path(&catalogue(), definition, given))
        });
        Ok(cli)
    }

    /// Runs the command.
    ///
    /// # Errors
    /// The reason why the program failed.
    pub fn run(self) -> anyhow::Result<Exit> {
        self.global.apply();
        match self.refusal {
            Some(refusal) => Err(refusal),
            None => self.command.run(),
        }
    }
}

#[cfg(test)]
mod tests;
