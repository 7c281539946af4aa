//! What commands say about themselves is consistent.

use std::collections::BTreeSet;
use std::ffi::OsString;

use clap::error::ErrorKind;

use super::{catalogue, parser, program, spelled_out};
use crate::cli::effects;
use crate::cli::suggest::{OPTION_TIPS, has_option, parts};
use crate::emit::rows::{Declared, ReportFormat};
use skep_analysis::filter::Field;
use skep_analysis::openings::OpeningNames;

#[test]
fn the_arguments_are_consistent() {
    program().debug_assert();
}

#[test]
fn tips_name_commands_that_exist() {
    let catalogue = catalogue();
    let program = catalogue.built();
    let tips = catalogue.infos.iter().flat_map(|(_, info)| info.tips);
    for (words, line) in tips.map(|tip| parts(tip)) {
        // The others are about an option or a value.
        let names = words.split(' ');
        for word in names.filter(|word| !word.starts_with(['-', '<', '['])) {
            assert!(program.find_subcommand(word).is_none(), "{word}");
            let name = line.split(' ').next().unwrap_or_default();
            let exists = name.starts_with('-') || program.find_subcommand(name).is_some();
            assert!(exists, "{word}: {line}");
        }
    }
}

#[test]
fn tips_name_options_that_a_command_has() {
    let catalogue = catalogue();
    let program = catalogue.built();
    for (words, instead) in OPTION_TIPS.iter().map(|tip| parts(tip)) {
        let useful = |line: &str| {
            !line.starts_with('-')
                || has_option(program, line)
                || program.get_subcommands().any(|c| has_option(c, line))
        };
        assert!(instead.split(" | ").any(useful), "{words}");
    }
    for (name, info) in &catalogue.infos {
        let command = program.find_subcommand(name).unwrap();
        for (words, line) in info.tips.iter().map(|tip| parts(tip)) {
            let is_option = words.starts_with('-') && line.starts_with('-');
            assert!(!is_option || has_option(command, line), "{name}: {line}");
        }
    }
}

/// The words of a text; quotes hold words together.
fn words_of(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, ' ') => words.push(String::new()),
            (_, c) => words.last_mut().unwrap().push(c),
        }
    }
    words
}

/// A value in place of a word in capitals or of one that is filled in.
fn value_of(word: &str) -> String {
    let filled = [
        ("{by}", "plies"),
        ("{sorted}", "-plies"),
        ("{variant}", "Base"),
        ("{date}", "2024"),
        ("{option}", "last-month"),
        ("{test}", "plies > 3"),
    ];
    let word = filled.iter().fold(word.to_owned(), |word, (name, value)| {
        word.replace(name, value)
    });
    let value = match &*word {
        "N" => "1",
        "FIELD" | "BY" => "plies",
        "-FIELD" => "-plies",
        "EXPR" => "plies > 3",
        "NOTATION" => "pgn",
        "FORMAT" => "csv",
        "KEY" => "moves",
        "TABLE" => "results",
        "PIXELS" => "64",
        "SECONDS" => "1",
        "LIST" => "games",
        "TIME+INCREMENT" => "60+0.5",
        "TAG=VALUE" => "Event=Cup",
        word => word,
    };
    value.to_owned()
}

/// The arguments of a command at the beginning of a text: options with their values, and files.
fn arguments_in(command: &clap::Command, text: &str) -> Vec<String> {
    let mut arguments = Vec::new();
    let mut option: Option<&clap::Arg> = None;
    for word in words_of(text) {
        let plain = word.trim_end_matches([',', ';', ':', ')']);
        let name = plain.split('=').next().unwrap_or_default();
        let is_word = plain.chars().all(|c| c.is_ascii_uppercase());
        let is_argument = option.is_some() || plain.starts_with('-') || plain.contains('.');
        if !(is_argument || is_word) || plain.is_empty() {
            break;
        }
        let known = option.map(clap::Arg::get_possible_values);
        let first = known
            .as_ref()
            .and_then(|known| known.first())
            .filter(|_| is_word);
        let value = first.map(|value| value.get_name().to_owned());
        arguments.push(value.unwrap_or_else(|| value_of(plain)));
        let takes_value = |arg: &&clap::Arg| {
            let long = name.strip_prefix("--");
            let short = name.chars().nth(1).filter(|_| name.len() == 2);
            let is_named = match long {
                Some(long) => arg.get_long() == Some(long),
                None => short.is_some() && arg.get_short() == short,
            };
            let needed = arg.get_num_args().map_or(0, |number| number.min_values());
            is_named && needed > 0 && plain == name
        };
        option = match option {
            None => command.get_arguments().find(takes_value),
            Some(_) => None,
        };
        if plain.len() < word.len() {
            break;
        }
    }
    arguments
}

/// What is wrong with a command line.
fn refusal(name: &str, arguments: &[String], is_whole: bool) -> Option<String> {
    let given = ["skep", name].into_iter();
    let given = given.chain(arguments.iter().map(String::as_str));
    let given = spelled_out(given.map(OsString::from));
    let mut parser = parser();
    match parser.try_get_matches_from_mut(given) {
        // A tip can be the part of a command that people did not know.
        Err(error) if error.kind() == ErrorKind::MissingRequiredArgument || !error.use_stderr() => {
            None
        }
        Err(error) => Some(error.to_string()),
        Ok(matches) => {
            // A tip of options alone is for a command with other options.
            let (name, given) = matches.subcommand().filter(|_| is_whole)?;
            let refused = effects::require(parser.find_subcommand(name)?, given).err()?;
            Some(refused.to_string())
        }
    }
}

/// A tip that names a command or an option that is refused sends people in a circle.
#[test]
fn every_command_and_option_of_a_tip_is_read() {
    let catalogue = catalogue();
    let program = catalogue.built();
    let mut wrong = Vec::new();
    let mut tried = 0;
    let mut try_out = |tip: &str, name: &str, text: &str| {
        let Some(command) = program.find_subcommand(name) else {
            // Such as --version.
            return;
        };
        let arguments = arguments_in(command, text);
        tried += 1;
        if let Some(refusal) = refusal(name, &arguments, !text.starts_with('-')) {
            wrong.push(format!(
                "{tip}\n  skep {name} {}: {refusal}",
                arguments.join(" ")
            ));
        }
    };
    let own = catalogue.infos.iter().flat_map(|(name, info)| {
        let own = info.tips.iter();
        own.map(move |tip| (Some(name.as_str()), *tip))
    });
    for (own, tip) in own.chain(OPTION_TIPS.iter().map(|tip| (None, *tip))) {
        let (words, instead) = parts(tip);
        let typed = words.split([' ', '=']).nth(1).unwrap_or_default();
        let typed = if typed == typed.to_uppercase() {
            "3"
        } else {
            typed
        };
        let instead = instead.replace("{value}", typed);
        for line in instead.split(" | ") {
            if !words.starts_with(['-', '<', '[', 'N']) {
                let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
                try_out(tip, name, rest);
                continue;
            }
            let all = program.get_subcommands().map(clap::Command::get_name);
            let names: Vec<&str> = all
                .filter(|name| own.is_none_or(|own| own == *name))
                .collect();
            let has = |name: &str, option: &str| {
                has_option(program.find_subcommand(name).unwrap(), option)
            };
            if line.starts_with('-') {
                for name in names.iter().filter(|name| has(name, line)) {
                    try_out(tip, name, line);
                }
                continue;
            }
            for clause in line.split("; ") {
                for (at, _) in clause.match_indices("skep ") {
                    let rest = &clause[at + "skep ".len()..];
                    let (name, rest) = rest.split_once([' ', ',']).unwrap_or((rest, ""));
                    if let Some(command) = program.find_subcommand(name) {
                        try_out(tip, command.get_name(), rest);
                    }
                }
                if clause.contains("skep ") {
                    continue;
                }
                let options = clause
                    .split([' ', ',', '='])
                    .filter(|word| word.starts_with("--"));
                for option in options {
                    let exists =
                        names.iter().any(|name| has(name, option)) || has_option(program, option);
                    assert!(exists, "{tip}: {option}");
                }
            }
        }
    }
    assert!(tried > 200, "{tried}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_page_of_openings_has_all_names() {
    let page = program();
    let page = page.find_subcommand("openings").unwrap().get_long_about();
    let page = page.unwrap().to_string().replace('\n', " ");
    for name in OpeningNames::known().names() {
        assert!(page.contains(name), "{name}");
    }
}

#[test]
fn every_column_is_described_once() {
    let described: Vec<&str> = Declared::all().map(|column| column.key).collect();
    let names: BTreeSet<&str> = described.iter().copied().collect();
    assert_eq!(names.len(), described.len(), "a column is described twice");
    let mut printed: BTreeSet<&str> = catalogue()
        .tables()
        .into_iter()
        .flat_map(|(_, keys)| keys)
        .collect();
    // Groups of count and stats.
    printed.extend(names.iter().filter(|name| Field::NAMES.contains(name)));
    // The table of list has it in place of path and entry.
    printed.insert("source");
    assert_eq!(names, printed);
    for (command, keys) in catalogue().tables() {
        let unique: BTreeSet<&str> = keys.iter().copied().collect();
        assert_eq!(unique.len(), keys.len(), "{command} has a column twice");
    }
}

#[test]
fn the_program_that_reads_arguments_has_all_of_them() {
    let options = |mut program: clap::Command| -> Vec<String> {
        program.build();
        let commands = program.get_subcommands();
        let names = commands.flat_map(|command| {
            let aliases: Vec<_> = command.get_all_aliases().collect();
            let ids = command.get_arguments().map(|arg| arg.get_id().as_str());
            let mut ids: Vec<_> = ids.collect();
            ids.sort_unstable();
            [format!("{} {aliases:?} {ids:?}", command.get_name())]
        });
        names.collect()
    };
    let read = options(parser());
    assert!(read.len() > 25, "{read:?}");
    assert_eq!(read, options(program()));
}

/// Some commands have their own list of formats.
#[test]
fn a_command_that_writes_rows_writes_them_in_every_format() {
    let mut commands = 0;
    for command in program().get_subcommands() {
        let formats = command
            .get_arguments()
            .filter(|arg| arg.get_id() == "format");
        let values = formats.flat_map(clap::Arg::get_possible_values);
        let values: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
        if !values.iter().any(|name| name == ReportFormat::Tsv.as_str()) {
            continue;
        }
        commands += 1;
        for format in ReportFormat::ROWS {
            let is_known = values.iter().any(|name| name == format.as_str());
            assert!(is_known, "skep {} --format {format}", command.get_name());
        }
    }
    assert!(commands > 10, "{commands}");
}
