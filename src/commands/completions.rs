//! `skep completions`: the completion script of a shell.

use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, CommandFactory};
use clap_complete::Shell;

use super::help::Topic;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::output::{Exit, Output};

/// Print a shell completion script
///
/// For Bash: skep completions bash > ~/.local/share/bash-completion/completions/skep
///
/// Bash, fish and zsh complete commands, options and their values, such as the fields of --where and --by. PowerShell
/// and Elvish complete commands and options.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell that the script is for
    shell: Shell,
}

impl Completions {
    pub const INFO: CommandInfo = CommandInfo {
        other_names: &["completion", "complete"],
        rare: true,
        ..CommandInfo::new(CommandGroup::Help, 71)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut shown(), "skep", &mut script);
        let mut out = Output::stdout();
        out.write_all(&script)?;
        out.finish()?;
        Ok(Exit::Success)
    }
}

/// The program as its help shows it. Completion scripts would otherwise offer hidden commands, and nothing after `skep
/// help`.
fn shown() -> Command {
    let program = super::Cli::command();
    let commands = || program.get_subcommands().filter(|c| !c.is_hide_set());
    // clap keeps names until the program ends.
    let names = commands().map(|c| &*c.get_name().to_owned().leak());
    let mut pages: Vec<&str> = names.chain(Topic::ALL.map(Topic::as_str)).collect();
    pages.sort_unstable();
    pages.dedup();
    // The description of -h depends on whether an argument is hidden. It would differ between commands.
    let unhide = |arg: Arg| arg.hide_short_help(false);
    Command::new("skep")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true)
        .args(program.get_arguments().cloned().map(unhide))
        .subcommands(commands().map(|command| command.clone().mut_args(unhide)))
        .mut_subcommand("help", |help| {
            help.mut_arg("name", |name| {
                name.value_parser(PossibleValuesParser::new(pages))
            })
        })
}
