//! The manual pages of the program and its commands.

use std::fmt::Write as _;
use std::io;

use clap::{Arg, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, italic, roman};

use super::exit::{STOPPED, meaning_for};
use super::info::Catalogue;
use super::usage::{GLOBAL, PAGE_WIDTH};
use crate::cli::usage;
use crate::output::Exit;
use crate::text;

/// The first line of the examples in a command's help.
const EXAMPLES: &str = "Examples:\n";

/// The indentation of the text of a manual page, with a column to spare.
const INDENT: usize = 8;

/// The environment variables that the program uses.
const ENVIRONMENT: [(&str, &str); 4] = [
    (
        "COLUMNS",
        "The width of reports, tables and text, in place of the terminal's width.",
    ),
    (
        "NO_COLOR",
        "If set, turns off colours unless --color is given.",
    ),
    (
        "CLICOLOR, CLICOLOR_FORCE",
        "CLICOLOR=0 turns off colours. CLICOLOR_FORCE=1 also colours output to a file or a pipe.",
    ),
    (
        "LC_ALL, LC_CTYPE, LANG",
        "The locale is the first of these that is set. Without UTF-8 in its name, boards and bars use ASCII only.",
    ),
];

/// The pages of the program and of every visible command, each with its file name.
///
/// # Errors
/// None in practice: writing to memory does not fail.
pub fn pages(program: &Command, catalogue: &Catalogue) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut program = program
        .clone()
        .subcommand_help_heading("Commands")
        .subcommand_value_name("COMMAND");
    program.build();
    let version = program.get_version().unwrap_or_default();
    let source = format!("{} {version}", program.get_name());

    let mut pages = vec![page(&program, catalogue, &source)?];
    for command in program.get_subcommands().filter(|c| !c.is_hide_set()) {
        pages.push(page(command, catalogue, &source)?);
    }
    Ok(pages)
}

fn page(command: &Command, catalogue: &Catalogue, source: &str) -> io::Result<(String, Vec<u8>)> {
    // An empty date would be replaced with the source.
    let man = Man::new(described(command)).source(source).date(" ");
    // Every paragraph starts with the same definitions; the page needs them once.
    let definitions = Roff::new().render().into_bytes();
    let mut page = definitions.clone();
    let mut add = |part: Vec<u8>| {
        page.extend_from_slice(part.strip_prefix(&definitions[..]).unwrap_or(&part));
    };
    for render in [Man::render_title, Man::render_name_section] {
        let mut part = Vec::new();
        render(&man, &mut part)?;
        add(part);
    }
    add(synopsis(&described(command)).render().into_bytes());
    for render in [Man::render_description_section, Man::render_options_section] {
        let mut part = Vec::new();
        render(&man, &mut part)?;
        add(part);
    }
    let mut rest = Roff::new();
    let see = if command.has_subcommands() {
        let mut part = Vec::new();
        man.render_subcommands_section(&mut part)?;
        add(part);
        exit_status(&mut rest);
        environment(&mut rest);
        "skep-rules(7), and the page of each command, such as skep-check(1)"
    } else {
        exit_status_of(command, catalogue, &mut rest);
        "skep(1), also for the options of every command, such as --quiet; skep-rules(7)"
    };
    examples(&mut rest, command);
    rest.control("SH", ["SEE ALSO"]);
    rest.text([roman(see)]);
    add(rest.render().into_bytes());
    Ok((man.get_filename(), page))
}

/// The page in ASCII. Some formatters read a page byte by byte, so other characters are replaced by their names.
pub fn in_ascii(page: &[u8]) -> String {
    let mut ascii = String::with_capacity(page.len());
    for c in String::from_utf8_lossy(page).chars() {
        if c.is_ascii() {
            ascii.push(c);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(ascii, "\\[u{:04X}]", u32::from(c));
        }
    }
    ascii
}

/// The page of a topic of help: its name, its title, and its text for a width.
pub fn topic(topic: &str, title: &str, page: impl FnOnce(usize) -> String) -> Vec<u8> {
    let mut roff = Roff::new();
    let name = format!("skep-{topic}");
    roff.control("TH", [name.as_str(), "7", " ", "skep"]);
    roff.control("SH", ["NAME"]);
    roff.text([roman(format!("{name} - {title}"))]);
    roff.control("SH", ["DESCRIPTION"]);
    roff.control("EX", []);
    for line in page(PAGE_WIDTH - INDENT).lines() {
        roff.text([roman(line)]);
    }
    roff.control("EE", []);
    roff.control("SH", ["SEE ALSO"]);
    roff.text([roman("skep(1), skep-help(1)")]);
    roff.render().into_bytes()
}

/// The command with a text for every option, also for those that the short help leaves out, and with values in a line
/// instead of a list.
pub fn described(command: &Command) -> Command {
    let has_rules = usage::has_rules(command);
    let has_subcommands = command.has_subcommands();
    let command = usage::without_rules(command.clone()).mut_args(|arg| {
        let text = arg.get_long_help().or(arg.get_help());
        let mut text = text.map(ToString::to_string).unwrap_or_default();
        let values = arg.get_possible_values();
        let takes_values = arg.get_action().takes_values() && !arg.is_hide_possible_values_set();
        let values = values
            .iter()
            .filter(|value| takes_values && !value.is_hide_set());
        let values: Vec<&str> = values.map(|value| value.get_name()).collect();
        if !values.is_empty() {
            text.push_str(&format!("\n\nValues: {}", values.join(", ")));
        }
        // The page of the program describes the options of every command, as its help does.
        let is_described = has_subcommands || arg.get_help_heading() != Some(GLOBAL);
        let is_hidden = arg.is_hide_set() || !is_described;
        arg.hide(is_hidden)
            .hide_short_help(false)
            .hide_long_help(false)
            .hide_possible_values(true)
            .long_help(text)
    });
    if !has_rules {
        return command;
    }
    let about = command.get_long_about().or(command.get_about());
    let about = about.map(ToString::to_string).unwrap_or_default();
    let rules = usage::ABOUT_RULES;
    command.long_about(format!("{about}\n\n{rules}, or skep-rules(7)"))
}

/// The options with the names of their values, and the arguments.
fn synopsis(command: &Command) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]);
    let mut line = vec![bold(command.get_bin_name().unwrap_or("skep"))];
    let is_shown = |arg: &&Arg| !arg.is_hide_set();
    for arg in command.get_arguments().filter(is_shown) {
        let value = if arg.get_action().takes_values() {
            arg.get_value_names().unwrap_or_default().join(" ")
        } else {
            String::new()
        };
        if arg.is_positional() {
            continue;
        }
        let [open, close] = if arg.is_required_set() {
            ["", ""]
        } else {
            ["[", "]"]
        };
        line.push(roman(format!(" {open}")));
        let short = arg.get_short().map(|short| format!("-{short}"));
        let long = arg.get_long().map(|long| format!("--{long}"));
        let names: Vec<String> = short.into_iter().chain(long).collect();
        line.push(bold(names.join("|")));
        let has_default = (arg.get_num_args()).is_some_and(|range| range.min_values() == 0);
        let [before, after] = match (value.is_empty(), has_default, arg.is_require_equals_set()) {
            (true, ..) => ["", ""],
            (_, true, true) => ["[=", "]"],
            (_, true, false) => [" [", "]"],
            (_, false, true) => ["=", ""],
            (_, false, false) => [" ", ""],
        };
        line.extend([roman(before), italic(value), roman(after)]);
        line.push(roman(close));
    }
    for arg in command.get_positionals().filter(is_shown) {
        line.push(roman(" "));
        line.push(italic(arg.to_string()));
    }
    if command.has_subcommands() {
        line.push(roman(" "));
        line.push(italic("COMMAND"));
    }
    roff.text(line);
    roff
}

fn exit_status(roff: &mut Roff) {
    roff.control("SH", ["EXIT STATUS"]);
    for exit in Exit::ALL {
        roff.control("TP", []);
        roff.text([bold(exit.code().to_string())]);
        roff.text([roman(exit.meaning())]);
    }
    roff.control("TP", []);
    roff.text([bold("128 and more")]);
    roff.text([roman(STOPPED)]);
}

fn exit_status_of(command: &Command, catalogue: &Catalogue, roff: &mut Roff) {
    roff.control("SH", ["EXIT STATUS"]);
    for exit in Exit::ALL {
        if let Some(meaning) = meaning_for(exit, command, catalogue) {
            roff.control("TP", []);
            roff.text([bold(exit.code().to_string())]);
            roff.text([roman(format!("{}.", text::capitalised(&meaning)))]);
        }
    }
}

fn environment(roff: &mut Roff) {
    roff.control("SH", ["ENVIRONMENT"]);
    for (name, meaning) in ENVIRONMENT {
        roff.control("TP", []);
        roff.text([bold(name)]);
        roff.text([roman(meaning)]);
    }
}

/// The examples line by line, as typed.
fn examples(roff: &mut Roff, command: &Command) {
    let Some(help) = command.get_after_help() else {
        return;
    };
    let help = help.to_string();
    roff.control("SH", ["EXAMPLES"]);
    roff.control("EX", []);
    for line in help.strip_prefix(EXAMPLES).unwrap_or(&help).lines() {
        roff.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
    }
    roff.control("EE", []);
}
