//! One file per command: its arguments and its work.

mod annotate;
mod audit;
mod check;
mod columns;
mod completions;
mod convert;
mod count;
mod dedup;
mod diff;
pub mod explain;
#[cfg(feature = "parquet")]
mod export;
mod filter;
mod head;
mod help;
#[cfg(feature = "explorer")]
mod index;
mod list;
mod man;
mod merge;
mod merge_tallies;
mod moves;
mod openings;
mod perft;
mod players;
mod random;
mod report;
mod rules;
mod sample;
mod show;
mod solve;
mod sort;
mod split;
mod stats;
mod tail;
mod uhp;
#[cfg(feature = "view")]
mod view;

use std::ffi::OsString;
use std::mem::ManuallyDrop;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, ColorChoice, CommandFactory, FromArgMatches, Id, Parser, Subcommand};

use super::args::{STDIN, input_is_piped};
use super::exit::Exit;
use super::suggest::with_aliases;
use super::usage::laid_out;
pub use explain::PAGE;
pub use merge_tallies::MergeTallies;
pub use uhp::Engine as UhpEngine;

/// Check, convert, count and show game records of Hive and Hex-It
///
/// Reads UHP GameStrings, Boardspace SGF of every era, Hive PGN, hivegame.com histories, Board Game Arena move lists,
/// Hex-It records (.hxt) and JSON Lines, from files, folders and archives (.zip .gz .zst .tar .tar.gz). Detects the
/// notation from the content.
#[derive(Debug, Parser)]
#[command(name = "skep", version, max_term_width = 100, arg_required_else_help = true, disable_help_subcommand = true, after_help = EXAMPLES)]
pub struct Cli {
    /// When to use colours; NO_COLOR turns them off
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true,
        help_heading = "Global options",
        display_order = 900
    )]
    color: ColorChoice,

    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  skep check games.zip                        find invalid games
  skep check --format jsonl games/ | jq .     the same as JSON
  skep list games.zip                         one row per game
  skep convert --to uhp games.zip -o all.uhp  every game as a GameString
  skep show game.sgf --ply 20 -o diagram.png  a picture of a position
  skep view games.zip                         replay games in the terminal
  skep report games.zip -o report.html        a page for the browser
  skep explain one-hive                       the text of a rule
  skep help notation                          also: formats, filters, columns, exit-codes";

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Check),
    Convert(convert::Convert),
    Filter(filter::Filter),
    List(list::List),
    Count(count::Count),
    Dedup(dedup::Dedup),
    Head(head::Head),
    Tail(tail::Tail),
    Sample(sample::Sample),
    Sort(sort::Sort),
    Split(split::Split),
    Merge(merge::Merge),
    Audit(audit::Audit),
    Stats(stats::StatsCommand),
    Openings(openings::Openings),
    Players(players::PlayersCommand),
    MergeTallies(MergeTallies),
    #[cfg(feature = "parquet")]
    Export(export::Export),
    #[cfg(feature = "explorer")]
    Index(index::IndexCommand),
    Report(report::Report),
    Show(show::Show),
    #[cfg(feature = "view")]
    View(view::View),
    Diff(diff::Diff),
    Annotate(annotate::Annotate),
    Moves(moves::Moves),
    Solve(solve::Solve),
    Perft(perft::Perft),
    Uhp(uhp::Uhp),
    Random(random::Random),
    Explain(explain::Explain),
    Rules(rules::Rules),
    Completions(completions::Completions),
    Help(help::Help),
    #[command(hide = true)]
    Man(man::Man),
}

/// The arguments, with `-5` of head and tail as `-n5`.
fn with_numbers(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.collect();
    let mut words = args.iter_mut().skip(1);
    if !words.any(|word| *word == "head" || *word == "tail") {
        return args;
    }
    let rest = words.take_while(|word| *word != "--");
    for word in rest {
        let digits = word.to_str().and_then(|word| word.strip_prefix('-'));
        let number = digits.filter(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()));
        if let Some(number) = number {
            *word = format!("-n{number}").into();
        }
    }
    args
}

/// The program for clap, with the layout of help.
pub fn program() -> clap::Command {
    laid_out(parser())
}

/// The program for clap, to read arguments. It lacks the layout of help, which takes time.
fn parser() -> clap::Command {
    with_aliases(Cli::command())
}

/// The error if no path is given and nothing is piped in.
fn nothing_to_read(matches: &ArgMatches) -> Option<clap::Error> {
    let (name, given) = matches.subcommand()?;
    let by = given.try_get_raw("by").ok().flatten();
    let by = by.and_then(|mut values| values.next());
    if let Some(by) = by.filter(|by| name == "openings" && *by != "player") {
        // The path was read as the name of the player.
        let message = format!("--by {}: use --by player NAME", by.display());
        let mut program = program();
        program.build();
        let command = program.find_subcommand_mut(name)?;
        return Some(command.error(ErrorKind::InvalidValue, message));
    }
    let reads_stdin = |id: &Id| {
        let values = given.try_get_raw(id.as_str()).ok().flatten();
        values.is_some_and(|mut values| values.any(|value| value == STDIN))
    };
    let is_default = |id: &&Id| given.value_source(id.as_str()) == Some(ValueSource::DefaultValue);
    if !given.ids().filter(is_default).any(reads_stdin) || input_is_piped() {
        return None;
    }
    let mut program = program();
    program.build();
    let command = program.find_subcommand_mut(name)?;
    let message = format!(
        "nothing to read: name a file, folder, archive or GameString, or pipe games into skep {name}"
    );
    Some(command.error(ErrorKind::MissingRequiredArgument, message))
}

impl Cli {
    /// The arguments of this process.
    ///
    /// # Errors
    /// The arguments are invalid, or ask for help or the version.
    pub fn from_program() -> Result<Cli, clap::Error> {
        let args: Vec<OsString> = with_numbers(std::env::args_os());
        // It is never freed: that would take a sixth of the start.
        let mut parser = ManuallyDrop::new(parser());
        let plain = match parser.try_get_matches_from_mut(&args) {
            Ok(matches) => match nothing_to_read(&matches) {
                Some(error) => return Err(error),
                None => return Cli::from_arg_matches(&matches),
            },
            Err(error) => error,
        };
        Err(program().try_get_matches_from(&args).err().unwrap_or(plain))
    }

    /// Runs the command.
    ///
    /// # Errors
    /// The reason why the program failed.
    pub fn run(self) -> anyhow::Result<Exit> {
        match self.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        }
        .write_global();
        match self.command {
            Command::Check(command) => command.run(),
            Command::Convert(command) => command.run(),
            Command::Filter(command) => command.run(),
            Command::List(command) => command.run(),
            Command::Count(command) => command.run(),
            Command::Dedup(command) => command.run(),
            Command::Head(command) => command.run(),
            Command::Tail(command) => command.run(),
            Command::Sample(command) => command.run(),
            Command::Sort(command) => command.run(),
            Command::Split(command) => command.run(),
            Command::Merge(command) => command.run(),
            Command::Audit(command) => command.run(),
            Command::Stats(command) => command.run(),
            Command::Openings(command) => command.run(),
            Command::Players(command) => command.run(),
            Command::MergeTallies(command) => command.run(),
            #[cfg(feature = "parquet")]
            Command::Export(command) => command.run(),
            #[cfg(feature = "explorer")]
            Command::Index(command) => command.run(),
            Command::Report(command) => command.run(),
            Command::Show(command) => command.run(),
            #[cfg(feature = "view")]
            Command::View(command) => command.run(),
            Command::Diff(command) => command.run(),
            Command::Annotate(command) => command.run(),
            Command::Moves(command) => command.run(),
            Command::Solve(command) => command.run(),
            Command::Perft(command) => command.run(),
            Command::Uhp(command) => command.run(),
            Command::Random(command) => command.run(),
            Command::Explain(command) => command.run(),
            Command::Rules(command) => command.run(),
            Command::Completions(command) => command.run(),
            Command::Help(command) => command.run(),
            Command::Man(command) => command.run(),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_arguments_are_consistent() {
        super::program().debug_assert();
    }
}
