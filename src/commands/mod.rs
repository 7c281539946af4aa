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
mod explain;
mod export;
mod filter;
mod head;
mod help;
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
mod sort;
mod split;
mod stats;
mod tail;
mod uhp;
#[cfg(feature = "view")]
mod view;

use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

use super::exit::{Exit, with_exit_codes};
pub use explain::PAGE;

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
  skep list games.zip                         the games, a row each
  skep convert --to uhp games.zip -o all.uhp  every game as a GameString
  skep show game.sgf --ply 20 -o diagram.png  a picture of a position
  skep view games.zip                         replay games in the terminal
  skep report games.zip -o report.html        a page for the browser
  skep explain one-hive                       the text of a rule
  skep help formats                           also: rules, filters, columns, exit-codes";

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
    MergeTallies(merge_tallies::MergeTallies),
    Export(export::Export),
    Report(report::Report),
    Show(show::Show),
    #[cfg(feature = "view")]
    View(view::View),
    Diff(diff::Diff),
    Annotate(annotate::Annotate),
    Moves(moves::Moves),
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

/// The program as clap sees it, with the exit codes in its help.
pub fn program() -> clap::Command {
    with_exit_codes(Cli::command())
}

impl Cli {
    /// The arguments of this process.
    ///
    /// # Errors
    /// The arguments are invalid, or ask for help or the version.
    pub fn from_program() -> Result<Cli, clap::Error> {
        let plain = match Cli::command().try_get_matches() {
            Ok(matches) => return Cli::from_arg_matches(&matches),
            Err(error) => error,
        };
        // The exit codes of all commands are written only for those who read them.
        Err(program().try_get_matches().err().unwrap_or(plain))
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
            Command::Export(command) => command.run(),
            Command::Report(command) => command.run(),
            Command::Show(command) => command.run(),
            #[cfg(feature = "view")]
            Command::View(command) => command.run(),
            Command::Diff(command) => command.run(),
            Command::Annotate(command) => command.run(),
            Command::Moves(command) => command.run(),
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
