//! `skep completions`: the completion script of a shell.

use std::collections::HashSet;
use std::io::Write;

use clap::builder::{PossibleValuesParser, Resettable};
use clap::{Arg, Args, Command, CommandFactory};
use clap_complete::Shell;

use crate::cli::info::{CommandGroup, CommandInfo};
use crate::emit::rows::ALL_COLUMNS;
use crate::output::{Exit, Output};
use skep_analysis::filter::Field;

/// Print a shell completion script
///
/// For Bash: skep completions bash > ~/.local/share/bash-completion/completions/skep
///
/// Bash, fish and zsh complete commands, options and their values: the fields of --where and --by, columns, the names
/// that skep help knows. In a list, they also complete after a comma. PowerShell and Elvish complete commands and
/// options.
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
        let (mut program, lists) = shown();
        clap_complete::generate(self.shell, &mut program, "skep", &mut script);
        let mut script = with_lists(self.shell, &String::from_utf8(script)?, &lists);
        if self.shell == Shell::Fish {
            // clap completes only the values of options there.
            let pages = pages().join(" ");
            script += &format!(
                "complete -c skep -n \"__fish_skep_using_subcommand help\" -f -a \"{pages}\"\n"
            );
        }
        let mut out = Output::stdout();
        out.write_all(script.as_bytes())?;
        out.finish()?;
        Ok(Exit::Success)
    }
}

/// The values of the arguments that take lists with commas. The number of a list is part of its mark.
type Lists = Vec<Vec<String>>;

/// The only value of an argument that takes a list, for clap. Its place in the script becomes the list.
fn mark(number: usize) -> String {
    format!("SKEP_LIST_{number}_")
}

/// The program as its help shows it. Completion scripts would otherwise offer hidden commands, and nothing after `skep
/// help`.
fn shown() -> (Command, Lists) {
    let program = super::Cli::command();
    let pages = pages();
    // clap keeps names until the program ends.
    let pages: Vec<&str> = pages.into_iter().map(|name| &*name.leak()).collect();
    let mut lists = Lists::new();
    // The description of -h depends on whether an argument is hidden. It would differ between commands.
    let unhide = |arg: Arg| arg.hide_short_help(false);
    let commands = program.get_subcommands().filter(|c| !c.is_hide_set());
    let commands: Vec<Command> = commands
        .map(|command| {
            let columns = columns(command.get_name());
            command
                .clone()
                .mut_args(|arg| listed(unhide(arg), &columns, &mut lists))
        })
        .collect();
    let shown = Command::new("skep")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true)
        .args(program.get_arguments().cloned().map(unhide))
        .subcommands(commands)
        .mut_subcommand("help", |help| {
            help.mut_arg("name", |name| {
                name.value_parser(PossibleValuesParser::new(pages))
            })
        });
    (shown, lists)
}

/// The names that `skep help` knows.
fn pages() -> Vec<String> {
    let mut pages = super::help::pages(&super::Cli::command());
    pages.sort_unstable();
    pages.dedup();
    pages
}

/// The columns of a command, which --columns takes.
fn columns(command: &str) -> Vec<String> {
    let catalogue = super::catalogue();
    let tables = catalogue.info(command).map(|info| (info.tables)());
    let mut names: Vec<&str> = Vec::new();
    for (_, columns) in tables.into_iter().flatten() {
        names.extend(columns);
    }
    if command == "list" {
        names.extend(Field::NAMES.iter().copied());
    }
    if !names.is_empty() {
        names.push(ALL_COLUMNS);
    }
    let mut known = HashSet::new();
    names.retain(|name| known.insert(*name));
    names.into_iter().map(str::to_owned).collect()
}

/// An argument that takes a list has the mark of its list as its only value.
fn listed(arg: Arg, columns: &[String], lists: &mut Lists) -> Arg {
    if arg.get_value_delimiter() != Some(',') {
        return arg;
    }
    let values = arg.get_possible_values();
    let values: Vec<String> = match arg.get_id().as_str() {
        "columns" => columns.to_vec(),
        _ => values
            .iter()
            .map(|value| value.get_name().to_owned())
            .collect(),
    };
    if values.is_empty() {
        return arg;
    }
    lists.push(values);
    let mark: &str = mark(lists.len() - 1).leak();
    arg.default_value(Resettable::Reset)
        .value_parser(PossibleValuesParser::new([mark]))
}

/// The part of the script for Bash that completes the last word of a list.
const BASH: &str = r#"
# Completes the word after the last comma.
_skep_list() {
    local before="" word="${cur##*,}"
    if [[ "${cur}" == *,* ]]; then before="${cur%,*},"; fi
    if [[ "${word}" == -* ]]; then before="${before}-"; word="${word#-}"; fi
    COMPREPLY=($(compgen -P "${before}" -W "$1" -- "${word}"))
    compopt -o nospace 2> /dev/null
}
"#;

/// The script with the lists in place of their marks, so that words after a comma are completed too.
fn with_lists(shell: Shell, script: &str, lists: &Lists) -> String {
    let mut script = script.to_owned();
    for (number, values) in lists.iter().enumerate() {
        let mark = mark(number);
        let (blanks, commas) = (values.join(" "), values.join(","));
        script = match shell {
            Shell::Bash => script.replace(
                &format!("COMPREPLY=($(compgen -W \"{mark}\" -- \"${{cur}}\"))"),
                &format!("_skep_list \"{blanks}\""),
            ),
            Shell::Zsh => script.replace(
                &format!("({mark})"),
                &format!("_sequence compadd - {blanks}"),
            ),
            Shell::Fish => script.replace(
                &format!("\"{mark}\\t''\""),
                &format!("\"(__fish_complete_list , 'string split , {commas}')\""),
            ),
            _ => script,
        }
        .replace(&mark, &blanks);
    }
    if shell == Shell::Bash {
        script.push_str(BASH);
    }
    script
}
