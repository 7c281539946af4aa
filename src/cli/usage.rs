//! How help is laid out: commands in groups, options in sections, exit codes.

use std::fmt::Write as _;

use anstream::adapter::strip_str;
use clap::{Arg, Command};

use super::exit::meaning_for;
use super::info::{Catalogue, CommandGroup, CommandInfo};
use crate::output::{self, Exit};
use crate::text;

/// The number of examples in the short help.
const EXAMPLES: usize = 3;

/// The section of the options of every command.
pub const GLOBAL: &str = "Global options";

/// The section of options that say what is read.
pub const INPUT: &str = "Input options";

/// The section of options that say what is written.
pub const OUTPUT: &str = "Output options";

/// The section of the options for rules, which only the long help shows.
pub const RULES: &str = "Rules";

/// Other names of `--output`.
pub const OUTPUT_NAMES: [&str; 3] = ["out", "output-file", "outfile"];

/// Other names of `--format`.
pub const FORMAT_NAMES: [&str; 2] = ["fmt", "output-format"];

/// Help is at most as wide as this.
const WIDTH: usize = 100;

/// The width of pages of text. Wider text is hard to read.
pub const PAGE_WIDTH: usize = 80;

/// The options of the program in one line each, which clap spreads over several.
pub const OPTIONS: &str = concat!(
    "  -q, --quiet         No notes and progress; check and diff print no report\n",
    "      --color <WHEN>  Use colours: auto, always, never; auto obeys NO_COLOR\n",
    "      --no-pager      Do not show long output in a pager (SKEP_PAGER or PAGER)\n",
    "  -h, --help          Print help (-h: short, --help: complete)\n",
    "  -V, --version       Print the version",
);

/// The heading of the commands that this build lacks.
const NOT_BUILT: &str = "Not in this build (use a release, or build with --features full):";

/// The program with the help that people read: commands in groups, and exit codes in a table.
pub fn laid_out(program: Command, catalogue: &Catalogue) -> Command {
    let program = program.mut_subcommands(|command| {
        with_exit_codes(without_inputs(without_rules(command)), catalogue)
    });
    let header = *program.get_styles().get_header();
    let shown = program.get_subcommands().filter(|c| !c.is_hide_set());
    let mut shown: Vec<(&Command, &CommandInfo)> = shown
        .filter_map(|command| Some((command, catalogue.info(command.get_name())?)))
        .collect();
    shown.sort_by_key(|(_, info)| info.place);
    let named = |is_named: &dyn Fn(&CommandInfo) -> bool| {
        let named = shown.iter().filter(|(_, info)| is_named(info));
        let names: Vec<&str> = named.map(|(command, _)| command.get_name()).collect();
        let names = indented(&names.join(" "), 2, width());
        format!("{header}More commands (skep help NAME):{header:#}\n{names}")
    };
    let rows = |is_listed: &dyn Fn(&CommandInfo) -> bool| {
        let listed = shown.iter().filter(|(_, info)| is_listed(info));
        let row = |(command, _): &(&Command, &CommandInfo)| {
            let about = command.get_about().map(ToString::to_string);
            format!(
                "  {:<13}  {}\n",
                command.get_name(),
                about.unwrap_or_default()
            )
        };
        listed.map(row).collect::<String>()
    };
    let not_built = match &catalogue.not_built[..] {
        [] => String::new(),
        names => format!(
            "\n\n{header}{NOT_BUILT}{header:#}\n{}",
            indented(&names.join(" "), 2, width())
        ),
    };
    let short = format!(
        "{header}Commands:{header:#}\n{}\n{}{not_built}",
        rows(&|info| info.common),
        named(&|info| !info.common),
    );
    let long = CommandGroup::ALL.map(|group| {
        let rows = rows(&|info| info.group == group && !info.rare);
        format!("{header}{group}:{header:#}\n{rows}")
    });
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{{before-help}}{header}Options:{header:#}\n{OPTIONS}{{after-help}}"
    );
    let long = long.join("\n");
    let rare = named(&|info| info.rare);
    let examples = program.get_after_help().cloned().unwrap_or_default();
    program
        .before_help(short)
        .before_long_help(format!("{long}\n{rare}{not_built}"))
        .help_template(template)
        .after_help(examples)
}

/// The command without the options of the rules, which are the same for all commands and have a page of their own.
pub fn without_rules(command: Command) -> Command {
    command.mut_args(|arg| {
        let is_hidden = arg.is_hide_set() || arg.get_help_heading() == Some(RULES);
        arg.hide(is_hidden)
    })
}

/// The options that choose games. All commands that read games have them, so the page `skep help inputs` describes
/// them.
const INPUTS: [&str; 13] = [
    "files_from",
    "from",
    "map",
    "threads",
    "max_ratio",
    "expression",
    "player",
    "aliases",
    "number",
    "first",
    "last",
    "sample",
    "seed",
];

/// The options of rows that are written, which the same page describes.
const OUTPUTS: [&str; 4] = ["columns", "limit", "output", "force"];

/// What help says in place of these options: of inputs, of rows, and of a plain output.
const fn about_shared(inputs: bool, rows: bool, output: bool) -> Option<&'static str> {
    Some(match (inputs, rows, output) {
        (true, true, _) => {
            "--where, --player, --game, -o, --columns and others: see skep help inputs"
        }
        (true, false, true) => "--where, --player, --game, -o and others: see skep help inputs",
        (true, false, false) => {
            "--where, --player, --game, --first and others: see skep help inputs"
        }
        (false, true, _) => "--columns, --limit, -o and others: see skep help inputs",
        (false, false, true) => "-o and --force: see skep help inputs",
        (false, false, false) => return None,
    })
}

/// The section of what stands on other pages.
const MORE: &str = "More options";

/// Whether the page on inputs describes options of a command.
fn has_inputs(command: &Command) -> bool {
    command
        .get_arguments()
        .any(|arg| arg.get_id() == "expression")
}

/// Whether the command writes rows as most commands do.
fn has_rows(command: &Command) -> bool {
    let is_plain = |arg: &Arg| {
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        arg.get_id() == "columns" && help.starts_with("Write only these columns, in")
    };
    command.get_arguments().any(is_plain)
}

/// Whether an option is an output as most commands have it.
fn is_plain_output(arg: &Arg) -> bool {
    let help = arg.get_long_help().map(ToString::to_string);
    let is_plain = |help: &str| help.contains("The extension sets the format; .gz");
    arg.get_id() == "output"
        && arg.get_value_names().is_some_and(|names| names == ["FILE"])
        && help.is_some_and(|help| is_plain(&help))
}

/// The command without the options that the page on inputs describes, in the long help.
fn without_inputs(command: Command) -> Command {
    let (has_inputs, has_rows) = (has_inputs(&command), has_rows(&command));
    command.mut_args(|arg| {
        let id = arg.get_id().as_str().to_owned();
        if id == "paths" && arg.get_value_names().is_some_and(|names| names == ["PATH"]) {
            let help = arg.get_help().cloned().unwrap_or_default();
            return arg.long_help(help);
        }
        let is_input = has_inputs && INPUTS.contains(&&*id);
        let is_target = id == "force" || is_plain_output(&arg);
        let is_described = is_input || is_target || has_rows && OUTPUTS.contains(&&*id);
        let is_hidden = arg.is_hide_long_help_set() || is_described;
        arg.hide_long_help(is_hidden)
    })
}

/// The page on inputs: the paths of a command, its options that choose games, and those of rows that are written.
pub fn inputs(command: &Command, width: usize) -> String {
    let mut page = text::fill(
        "Commands that read games have these arguments. show, diff, moves and perft have only some of them. \
         skep COMMAND -h shows the most frequent ones.",
        width,
    );
    let ids = ["paths"].iter().chain(&INPUTS).chain(&OUTPUTS);
    let arguments = ids.filter_map(|id| command.get_arguments().find(|arg| arg.get_id() == id));
    for arg in arguments {
        let help = arg.get_long_help().or(arg.get_help());
        let help = help.map(ToString::to_string).unwrap_or_default();
        let short = arg.get_short();
        let short = short.map_or_else(String::new, |short| format!("-{short}, "));
        // Writing to a string cannot fail.
        let _ = write!(page, "\n{short}{arg}\n{}\n", indented(&help, 4, width));
    }
    page
}

/// What help says in place of the options of the rules.
pub const ABOUT_RULES: &str = "--repetition and other options of the rules: see skep help VARIANT";

/// Whether a command has options of the rules.
pub fn has_rules(command: &Command) -> bool {
    let mut arguments = command.get_arguments();
    arguments.any(|arg| arg.get_help_heading() == Some(RULES))
}

/// Help without the empty lines between options, and with defaults and values in the line before them if there is room.
pub fn compact(help: &str) -> String {
    let mut compact: Vec<String> = Vec::new();
    let width = help.lines().map(|line| line.chars().count()).max();
    let width = width.unwrap_or_default().min(WIDTH);
    let mut is_below_usage = false;
    let mut lines = help.lines().peekable();
    while let Some(line) = lines.next() {
        is_below_usage |= line.contains("Usage:");
        let next_is_indented = lines.peek().is_some_and(|next| next.starts_with("  "));
        if is_below_usage && line.trim().is_empty() && next_is_indented {
            continue;
        }
        match compact.last_mut().filter(|last| joins(last, line, width)) {
            Some(last) => {
                last.push(' ');
                last.push_str(line.trim());
            }
            None => compact.push(line.to_owned()),
        }
    }
    let lines = on_one_line(&compact);
    usage_first(&lines).join("\n") + "\n"
}

/// The description of a command after its options: the long help begins like the short help.
fn usage_first(lines: &[String]) -> Vec<String> {
    let shown: Vec<String> = lines
        .iter()
        .map(|line| strip_str(line).to_string())
        .collect();
    let starts = |text: &str| shown.iter().position(|line| line.starts_with(text));
    let about = shown.iter().position(String::is_empty);
    let (Some(about), Some(usage), Some(codes)) = (about, starts("Usage:"), starts("Exit codes:"))
    else {
        return lines.to_vec();
    };
    let end = starts(MORE).unwrap_or(codes);
    if about + 1 >= usage {
        return lines.to_vec();
    }
    let parts = [
        &lines[..=about],
        &lines[usage..end],
        &lines[about + 1..usage],
        &lines[end..],
    ];
    parts.concat()
}

/// The column of descriptions that stand beside their option.
const BESIDE: usize = 28;

/// Puts one-line descriptions beside their options, if there is room.
fn on_one_line(lines: &[String]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        let shown = strip_str(line).to_string();
        let used = shown.chars().count();
        // Wrapped text can begin with a hyphen, too.
        let is_option = shown.trim_start().starts_with('-')
            && shown.starts_with("  ")
            && !line.starts_with(DESCRIPTION);
        let of = |at: usize| lines.get(at).filter(|line| line.starts_with(DESCRIPTION));
        match (of(at), of(at + 1)) {
            (Some(text), None) if is_option && used + 2 <= BESIDE => {
                let text = text.trim();
                if BESIDE + strip_str(text).to_string().chars().count() <= width() {
                    joined.push(format!("{line}{:1$}{text}", "", BESIDE - used));
                    at += 1;
                    continue;
                }
                joined.push(line.clone());
            }
            _ => joined.push(line.clone()),
        }
    }
    joined
}

/// The spaces before the description of an option in long help.
const DESCRIPTION: &str = "          ";

/// Whether a line of help says only the default or the values of an option, and fits into the description before it.
fn joins(before: &str, line: &str, width: usize) -> bool {
    let is_note = line.trim().starts_with('[') && line.trim().ends_with(']');
    let is_description = before.starts_with(DESCRIPTION) && line.starts_with(DESCRIPTION);
    is_note && is_description && before.chars().count() + line.trim().len() < width
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
pub fn exit_codes(command: &Command, catalogue: &Catalogue, width: usize) -> String {
    let mut rows = String::new();
    for exit in Exit::ALL {
        if let Some(meaning) = meaning_for(exit, command, catalogue) {
            let meaning = indented(&meaning, 5, width);
            // Writing to a string cannot fail.
            let _ = writeln!(rows, "  {}  {}", exit.code(), meaning.trim_start());
        }
    }
    rows
}

/// The command with its exit codes in the long help, before the examples.
fn with_exit_codes(command: Command, catalogue: &Catalogue) -> Command {
    let header = *command.get_styles().get_header();
    let codes = exit_codes(&command, catalogue, width());
    let mut page = String::new();
    let has_output = command.get_arguments().any(is_plain_output);
    let inputs = about_shared(has_inputs(&command), has_rows(&command), has_output);
    let rules = has_rules(&command).then_some(ABOUT_RULES);
    let more = inputs.into_iter().chain(rules);
    let more: Vec<String> = more.map(|about| indented(about, 2, width())).collect();
    if !more.is_empty() {
        // Writing to a string cannot fail.
        let _ = writeln!(page, "{header}{MORE}:{header:#}\n{}\n", more.join("\n"));
    }
    // Writing to a string cannot fail.
    let _ = write!(page, "{header}Exit codes:{header:#}\n{}", codes.trim_end());
    let Some(examples) = command.get_after_help().map(ToString::to_string) else {
        return command.after_long_help(page);
    };
    // Writing to a string cannot fail.
    let _ = write!(page, "\n\n{examples}");
    let few: Vec<&str> = examples.lines().take(EXAMPLES + 1).collect();
    command.after_help(few.join("\n")).after_long_help(page)
}
