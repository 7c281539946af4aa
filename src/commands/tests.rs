//! What commands say about themselves is consistent.

use std::collections::BTreeSet;

use super::{catalogue, parser, program};
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
