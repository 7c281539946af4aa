//! How help is laid out: groups of commands, sections of options, exit codes.

use std::fmt::Write as _;

use clap::{Arg, Command};

use super::{Exit, output, text};

/// The commands by what they are for.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Check and compare", &["check", "diff", "audit"]),
    (
        "Find and select",
        &["list", "filter", "head", "tail", "sample"],
    ),
    (
        "Write",
        &["convert", "annotate", "sort", "split", "merge", "dedup"],
    ),
    (
        "Count",
        &[
            "count",
            "stats",
            "openings",
            "players",
            "merge-tallies",
            "report",
            "export",
            "index",
            "explore",
        ],
    ),
    (
        "Look at a game",
        &[
            "show", "view", "moves", "solve", "puzzles", "perft", "random", "uhp",
        ],
    ),
    ("Help", &["explain", "rules", "help", "completions"]),
];

/// The commands that the short help describes. It only names the others.
const COMMON: [&str; 14] = [
    "check", "list", "show", "view", "filter", "convert", "sort", "dedup", "stats", "openings",
    "players", "report", "explain", "help",
];

/// The section of an option in help, by the id of the argument. Other options stay where they are.
const SECTIONS: [(&str, &[&str]); 2] = [
    (
        "Input options",
        &[
            "from",
            "threads",
            "expression",
            "number",
            "game_a",
            "game_b",
        ],
    ),
    (
        "Output options",
        &["to", "output", "force", "format", "quiet", "verbose"],
    ),
];

/// Rarely needed options, which only the long help shows. The options for rules are not listed here.
const DETAILS: [&str; 16] = [
    "aliases",
    "ascii",
    "branching",
    "color",
    "csv_safe",
    "delay",
    "from",
    "max_positions",
    "max_rows",
    "names",
    "partial",
    "rotate",
    "state",
    "theme",
    "threads",
    "title",
];

/// The number of examples in the short help.
const EXAMPLES: usize = 3;

/// The section of the options for rules.
pub const RULES: &str = "Rules";

/// Help is at most as wide as this.
const WIDTH: usize = 100;

/// The options of every command in sections.
pub fn in_sections(program: Command) -> Command {
    let place = |arg: Arg| {
        let id = arg.get_id().as_str();
        let section = SECTIONS.iter().find(|(_, ids)| ids.contains(&id));
        let is_detail = arg.get_help_heading() == Some(RULES) || DETAILS.contains(&id);
        let arg = match section {
            Some((title, _)) => arg.help_heading(*title),
            None => arg,
        };
        arg.hide_short_help(is_detail)
    };
    program
        .mut_args(place)
        .mut_subcommands(|command| command.mut_args(place))
}

/// The program with the help that people read: commands in groups, options in sections, exit codes in a table.
pub fn laid_out(program: Command) -> Command {
    let program = in_sections(program).mut_subcommands(with_exit_codes);
    let header = *program.get_styles().get_header();
    let rows = |names: &[&str]| {
        let commands = names
            .iter()
            .filter_map(|name| program.find_subcommand(name));
        let row = |command: &Command| {
            let about = command.get_about().map(ToString::to_string);
            format!(
                "  {:<13}  {}\n",
                command.get_name(),
                about.unwrap_or_default()
            )
        };
        commands.map(row).collect::<String>()
    };
    let names = program.get_subcommands().filter(|c| !c.is_hide_set());
    let names: Vec<&str> = names.map(Command::get_name).collect();

    let rest = names.iter().filter(|name| !COMMON.contains(name));
    let rest: Vec<&str> = rest.copied().collect();
    let rest = indented(&rest.join(" "), 2, width());
    let short = format!(
        "{header}Commands:{header:#}\n{}\n{header}More commands, which --help describes:{header:#}\n{rest}",
        rows(&COMMON),
    );
    let long = GROUPS.map(|(title, names)| format!("{header}{title}:{header:#}\n{}", rows(names)));
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{{before-help}}{header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    let long = long.join("\n");
    let examples = program.get_after_help().cloned().unwrap_or_default();
    with_exit_codes(
        program
            .before_help(short)
            .before_long_help(long.trim_end().to_owned()),
    )
    .help_template(template)
    .after_help(examples)
}

/// The width of help.
fn width() -> usize {
    output::width().min(WIDTH)
}

/// A paragraph with every line indented.
fn indented(paragraph: &str, indent: usize, width: usize) -> String {
    let lines = text::fill(paragraph, width - indent);
    let lines: Vec<String> = lines
        .lines()
        .map(|l| format!("{:indent$}{l}", ""))
        .collect();
    lines.join("\n")
}

/// The exit codes of a command, one per line.
pub fn exit_codes(command: &Command, width: usize) -> String {
    let mut rows = String::new();
    for exit in Exit::ALL {
        if let Some(meaning) = exit.meaning_for(command) {
            let meaning = indented(&meaning, 5, width);
            // Writing to a string cannot fail.
            let _ = writeln!(rows, "  {}  {}", exit.code(), meaning.trim_start());
        }
    }
    rows
}

/// The command with its exit codes in the long help, before the examples.
fn with_exit_codes(command: Command) -> Command {
    let header = *command.get_styles().get_header();
    let codes = exit_codes(&command, width());
    let mut page = format!("{header}Exit codes:{header:#}\n{}", codes.trim_end());
    let Some(examples) = command.get_after_help().map(ToString::to_string) else {
        return command.after_long_help(page);
    };
    // Writing to a string cannot fail.
    let _ = write!(page, "\n\n{examples}");
    let few: Vec<&str> = examples.lines().take(EXAMPLES + 1).collect();
    command.after_help(few.join("\n")).after_long_help(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let program = crate::commands::program();
        for command in program.get_subcommands().filter(|c| !c.is_hide_set()) {
            let name = command.get_name();
            let groups = GROUPS.iter().filter(|(_, names)| names.contains(&name));
            assert_eq!(groups.count(), 1, "{name}");
        }
    }
}
