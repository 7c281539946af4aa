//! Tips for commands, options and values that are not known.

use std::ffi::OsString;
use std::path::Path;

use anyhow::anyhow;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Command};

use super::info::Catalogue;
use crate::emit::rows::ReportFormat;
use crate::scan::is_game_string;
use crate::text::not_built;
use skep_analysis::GameWriter;
use skep_analysis::filter::{Field, Filter, SortKey, nearest};
use skep_records::{Format, Game};

/// A number in place of a path, or as a value.
const NUMBER: &str = "N";

/// Another value.
const WORD: &str = "WORD";

/// An argument without an option that the command does not take.
const ARGUMENT: &str = "-WORD";

/// Options that a command does not have, and what to type instead, as in [`Info::tips`]. The tip is the first option
/// that the command has. A text that does not begin with a dash is a sentence that fits every command.
///
/// `--by=player` is an invalid value of an option. N stands for any number, and WORD for any other value. `--output=` stands
/// for a missing option, `--output+` for an option beside another, `--output++` for one that is typed twice, and `-WORD` for
/// an argument that the command does not take. `{value}` in the text stands for the value, `{date}` for a date that follows
/// the option, `{variant}` for a variant, `{test}` for a test of the field with the name of the option, `{option}` for that
/// name, and `{by}` for the fields of `--by` or `--sort`. N is a number of at most three digits if the option is not known:
/// 2024 is a year.
pub const OPTION_TIPS: &[&str] = &[
    "N: --depth N | -n N | --game N",
    "--invert --invert-match --not --exclude: --where \"not (EXPR)\"",
    "--lines --chunk -c --games: -n N",
    "-d --plies --levels: --depth N",
    "-p --position: --ply N",
    "-k --key --by --order: --by FIELD | --key KEY | --sort BY | to sort the games, use skep sort --by FIELD",
    "-u --unique --uniq --duplicates: to remove duplicates, use skep dedup",
    "--dry-run --simulate --pretend: inputs never change, and without --output FILE nothing is written to a file",
    "--append -a: to add to a file, use >> FILE",
    "--position --pos --line: for the games of a position, use --where 'reaches(\"wL;bS1 wL-\")'",
    "--csv-safe --excel --xlsx --bom: --format excel",
    "--svg: --format svg | for a picture, use skep show FILE -o board.svg",
    "--gif: --animate -o FILE.gif",
    "--dark --light --dark-mode: --theme dark",
    "--scale --zoom --dpi: --size PIXELS",
    "--fields --select-columns --select --cols --column --header --headers: --columns LIST",
    "--no-headers --no-header: for rows without a header, use --format jsonl and jq; or leave out the first line with tail -n +2",
    "-o --output --out --outfile --dest --save: --output FILE | to write to a file, redirect the output: > FILE",
    "-f --format --fmt --output-format --notation --into: --to NOTATION | --format FORMAT",
    "-t --type: --to NOTATION | for games of a notation, use --where \"notation = pgn\"; for the form of the output, use --format FORMAT",
    "--to: --format FORMAT",
    "--json: --format json | --to jsonl | for JSON, use skep convert --to jsonl FILE",
    "--jsonl --ndjson: --to jsonl | --format jsonl | --format json",
    "--csv: --format csv | --to csv | for CSV, use skep list --format csv FILE",
    "--tsv: --format tsv | --format csv",
    "--html: for a page for the browser, use skep report",
    "--pgn: --to pgn | --format pgn",
    "--sgf: --to boardspace",
    "--uhp: --to uhp",
    "--png: --format png | for a picture, use skep show FILE -o board.png",
    "--oneline: skep list prints a line per game",
    "--no-progress -s: --quiet",
    "--verbose -v --debug: --remarks",
    "-v: --where \"not (EXPR)\" | for the version, use skep --version",
    "-d --repeated -D: --report FILE",
    "--limit -n -m --max --max-count --count --num --top --number: --limit N | --top N | -n N",
    "--query --expr --select --grep --if --search -w -e: --where EXPR",
    "--white --black --date --year --month --event --result --variant --winner --opening: --where \"{test}\"",
    "--aliases++: for several names, use one list: --aliases \"Ann=Zoe,Bob=Zoe\"",
    "--side --as --colour --color-of: for the games of Ann as White, use --where \"white = Ann\"; as Black, --where \"black = Ann\"",
    "--where++: join the tests: --where \"plies > 20 and result = draw\"",
    "--player++: for the games of two players, use --where \"player = Ann and player = Bob\"",
    "--game++: separate numbers by commas: --game 1,3",
    "--null+ --paths+: -l and -0 print only the paths; leave the other option out",
    "--index --nr --id --game --number: --game N",
    "--limit -n -m --max --count --num --top --lines --head: --first N",
    "--tail: --last N",
    "--shuffle --random: --sample N",
    "-i --ignore-case --nocase: filters ignore case; a path needs no option",
    "-0 --null: --files-from reads paths that end with zero bytes, too; leave {option} out",
    "--files -l --files-with-matches: to list the files with games, use skep list -l FILE",
    "--template: --columns LIST",
    "-T: for columns, use skep list --columns LIST; for games with a tag, use --where EXPR",
    "-p --patch: to see a game, use skep show --game N FILE",
    "-c --command --sql: for SQL, use skep export -o games.parquet FILE, and DuckDB",
    "-A -B -C --context --after-context --before-context: skep show FILE prints a game; a folder is a path: skep list FOLDER",
    "--type-list --types --list-notations: for the notations, use skep help notations",
    "--hidden --no-ignore: hidden files of a folder are left out; to read one, name it as a path",
    "--reverse --reversed --desc --descending: to sort the games, use skep sort --by -{by}",
    "--until=N --before=N --max-plies=N: --ply {value} | --where \"plies <= {value}\"",
    "--since=N --after=N --min-plies=N: --where \"plies >= {value}\"",
    "--last-week --last-month --last-year --this-week --this-month --this-year --today --yesterday: --where \"date = {option}\"",
    "--won --wins: for the games that a player won, use --where \"winner = Ann\"",
    "--percent --percentage --percents --share --ratio --normalize: for the shares of results, use skep stats FILE; for others, divide the numbers of --format csv",
    "--watch --follow: skep runs once; to repeat a command, use watch, as in watch skep check FOLDER",
    "--histogram --hist --bin --bins --band --bands --distribution: for numbers in bands, use skep count --by plies/10 FILE; for each length, skep stats --table lengths FILE",
    "--truncate --cut: --prefix | to cut invalid games before the error, use skep convert --prefix --to pgn FILE",
    "--missed --blunders: --tactics | for missed wins, use skep annotate --tactics FILE",
    "--clock --clocks --time-used: for the times of players, use skep stats --table clocks FILE; for each ply, the column used_ms of skep annotate --format csv FILE",
    "--similar-names --similar --fuzzy: --table alike | for names that are nearly equal, use skep players --table alike FILE",
    "--anonymize --anonymise --anon: --anonymous | to leave out names, use skep convert --anonymous --to pgn FILE",
    "--pdf: for PDF, make a page with skep report FILE -o report.html, and print it in the browser",
    "--format=pdf --to=pdf: for PDF, make a page with skep report FILE -o report.html, and print it in the browser",
    "--since --after: --where \"date >= {date}\"",
    "--until --before: --where \"date <= {date}\"",
    "--confidence --alpha --ci: the intervals are those of 95 %; for others, use the numbers of --format json",
    "--author --name --who: --player NAME",
    "--stats: for statistics, use skep stats FILE",
    "--fencomments --fen: for the text of a position, use skep show --format state",
    "--compare --side-by-side: to compare files, use --by path; to compare two records, use skep diff A B",
    "--having: for rows that meet a condition, use --format jsonl and jq",
    "--input --file --path --in --infile: a path needs no option: skep COMMAND FILE",
    "--recursive -r -R: a folder is always read with its subfolders; to choose games, use --where EXPR",
    "--fixresulttags --fix: skep check lists the results that the board contradicts, and changes nothing",
    "--in-place --inplace: skep does not change its inputs; use --output FILE",
    "--overwrite --clobber --yes -y -f --force: --force | only a command with -o FILE writes a file",
    "--no-color --no-colour --plain --nocolor: --color never",
    "--order --order-by --sort-by --sort --sortr: --sort BY | --by FIELD | to sort the games, use skep sort --by FIELD",
    "--group --group-by -g: --by FIELD | to count by a field, use skep count --by FIELD",
    "--move --turn --at --plies: --ply N | --depth N",
    "--version -V: use skep --version",
    "--help-all --usage -?: --help",
    "--by=player: for a table of players, use skep players; for the games of one, use skep convert --player NAME",
    "--opening=WORD: for games with an opening, use --where \"opening = {value}\"; --opening names a rule for the first turns",
    "--game=last --game=end --game=-1: --last 1",
    "--color=white --color=black: for the games of a player as {value}, use --where \"{value} = Ann\"; --color sets when output has colours",
    "--last=WORD: the last position is shown without an option; for the last game, use --last 1",
    "--flip=N --flip=WORD: to turn the board, use skep show --rotate 180; --flip is a rule of Venom",
    "--from=N: for a part of a game, use skep show --ply {value}..; --from names the notation",
    "--format=html: for a page, use skep report",
    "--to=json: for a record per line, use --to jsonl; for one document, use skep list --format json or skep export",
    "--to=table --to=csv --to=tsv --to=markdown --to=parquet: for a table of games, use skep list --format {value} or skep export",
];

/// Replaces what clap suggests for an unknown command or option, if there is something better.
pub fn improve(error: &mut clap::Error, catalogue: &Catalogue) {
    if error.get(ContextKind::Usage).is_some() {
        // clap lists the options that were typed, as if they were required.
        let program = catalogue.built();
        let usage = used_command(program).unwrap_or(program);
        let usage = usage.clone().render_usage();
        error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    }
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let Some(word) = word(error, ContextKind::InvalidSubcommand) else {
                return;
            };
            if catalogue.not_built.contains(&word) {
                let message = format!("{}\n", not_built(format_args!("skep {word}")));
                *error = clap::Error::raw(ErrorKind::InvalidSubcommand, message);
            } else if let Some(tip) = tip_for_command(catalogue, &word) {
                error.remove(ContextKind::SuggestedSubcommand);
                put(error, tip);
            } else {
                list_only_names(catalogue, error, &word);
            }
        }
        ErrorKind::UnknownArgument => {
            let Some(word) = word(error, ContextKind::InvalidArg) else {
                return;
            };
            // clap suggests `-- --word`, which is never right.
            error.remove(ContextKind::Suggested);
            let program = catalogue.built();
            let command = used_command(program);
            let word = format_with_one_dash().unwrap_or(word);
            if let Some(tip) = command.and_then(|c| tip_for_value(catalogue, c, &word)) {
                error.remove(ContextKind::SuggestedArg);
                put(error, tip);
                return;
            }
            let is_number = |argument: &OsString| {
                let text = argument.to_string_lossy();
                !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
            };
            // In `perft 3 Base`, the number is in the wrong place; in `--seed 3 Base` it is not.
            let all: Vec<&OsString> = super::arguments::all().collect();
            let is_alone = |pair: &[&OsString]| {
                !pair[0].to_string_lossy().starts_with('-') && is_number(pair[1])
            };
            let word = if !word.starts_with('-') && all.windows(2).any(is_alone) {
                NUMBER.to_owned()
            } else {
                word
            };
            let of_word = |word: &str| tip_for_option(catalogue, command.unwrap_or(program), word);
            let of_number = || {
                let value = typed_value(&word).filter(|value| is_short_number(value))?;
                let tip = of_word(&format!("{word}={NUMBER}"))?;
                Some(tip.replace("{value}", &value))
            };
            let is_value = !word.starts_with('-') && command.is_some();
            let of_value = || is_value.then(|| of_word(ARGUMENT)).flatten();
            if let Some(tip) = of_number().or_else(|| of_word(&word)).or_else(of_value) {
                error.remove(ContextKind::SuggestedArg);
                error.remove(ContextKind::SuggestedSubcommand);
                put(error, tip);
            } else if let Some(command) = command {
                suggest_near(error, command, &word);
            } else if error.get(ContextKind::SuggestedArg).is_none() {
                let list = program.find_subcommand("list");
                let option = list.and_then(|list| instead_of_option(catalogue, list, &word));
                let words = option.filter(|option| option.starts_with('-'));
                let words = filled(words.unwrap_or("PATH"), &word);
                put(
                    error,
                    format!("name a command first, such as skep list {words}"),
                );
            }
        }
        ErrorKind::ValueValidation => {
            // clap reads -json as -j son.
            let program = catalogue.built();
            let tip = format_with_one_dash()
                .and_then(|word| tip_for_option(catalogue, used_command(program)?, &word));
            let argument = word(error, ContextKind::InvalidArg).unwrap_or_default();
            let value = word(error, ContextKind::InvalidValue).unwrap_or_default();
            if let Some(tip) = tip {
                let message = format!(
                    "an option has two dashes\n\n  tip: {tip}\n\nFor more information, try '--help'.\n"
                );
                *error = clap::Error::raw(ErrorKind::ValueValidation, message);
            } else if let Some(message) = plain_number(error) {
                let tip = tip_for_invalid(catalogue, &argument, &value);
                let tip = tip.map_or(String::new(), |tip| format!("\n  tip: {tip}\n"));
                let message = format!("{message}\n{tip}\nFor more information, try '--help'.\n");
                *error = clap::Error::raw(ErrorKind::ValueValidation, message);
            } else if let Some(tip) = tip_for_invalid(catalogue, &argument, &value) {
                put(error, tip);
            }
        }
        ErrorKind::MissingRequiredArgument => {
            let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else {
                return;
            };
            let program = catalogue.built();
            let tip = |argument: &String| {
                let option = argument.split(' ').next()?;
                tip_for_option(catalogue, used_command(program)?, &format!("{option}="))
            };
            if let Some(tip) = missing.iter().find_map(tip) {
                put(error, tip);
            }
        }
        ErrorKind::InvalidValue => {
            let argument = word(error, ContextKind::InvalidArg).unwrap_or_default();
            let value = word(error, ContextKind::InvalidValue).unwrap_or_default();
            if let Some(tip) = tip_for_invalid(catalogue, &argument, &value) {
                put(error, tip);
            } else if argument.starts_with("--format")
                && error.get(ContextKind::SuggestedValue).is_none()
                && value
                    .parse()
                    .is_ok_and(|to: Format| GameWriter::TARGETS.contains(&to))
            {
                let program = catalogue.built();
                let option = format!("--to {value}");
                put(
                    error,
                    if used_command(program).is_some_and(|c| has_option(c, &option)) {
                        format!("to convert the games, use {option}")
                    } else {
                        format!("to convert games, use skep convert {option}")
                    },
                );
            }
        }
        ErrorKind::ArgumentConflict => {
            let program = catalogue.built();
            let both =
                [ContextKind::InvalidArg, ContextKind::PriorArg].map(|kind| word(error, kind));
            let sign = if both[0] == both[1] { "++" } else { "+" };
            let tip = both.map(|argument| {
                let argument = argument?;
                let option = argument.split(' ').next()?;
                tip_for_option(
                    catalogue,
                    used_command(program)?,
                    &format!("{option}{sign}"),
                )
            });
            if let Some(tip) = tip.into_iter().flatten().next() {
                put(error, tip);
            }
        }
        _ => {}
    }
}

/// Suggests an option that help lists and that is near, in place of what clap suggests.
fn suggest_near(error: &mut clap::Error, command: &Command, word: &str) {
    let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let names: Vec<&str> = shown.filter_map(Arg::get_long).collect();
    error.remove(ContextKind::SuggestedArg);
    if let Some(near) = nearest(word.trim_start_matches('-'), &names) {
        put(error, format!("a similar argument exists: '--{near}'"));
    }
}

/// What a number must be, in place of the words of the standard library and of clap.
fn plain_number(error: &clap::Error) -> Option<String> {
    let cause = std::error::Error::source(error)?.to_string();
    let what = if let Some((_, range)) = cause.split_once(" is not in ") {
        let (least, most) = range.split_once("..")?;
        match most.trim_start_matches('=').parse::<u32>() {
            Ok(most) => format!("a whole number from {least} to {most}"),
            Err(_) => format!("a whole number, {least} or more"),
        }
    } else if [
        "invalid digit found in string",
        "number too large to fit in target type",
        "cannot parse integer from empty string",
    ]
    .contains(&cause.as_str())
    {
        "a whole number, such as 10".to_owned()
    } else {
        return None;
    };
    let argument = word(error, ContextKind::InvalidArg)?;
    let value = word(error, ContextKind::InvalidValue)?;
    Some(format!(
        "invalid value '{value}' for '{argument}': expected {what}"
    ))
}

/// Replaces other names of commands, which help does not list, by their names, and leaves out names that are not near.
fn list_only_names(catalogue: &Catalogue, error: &mut clap::Error, typed: &str) {
    let mut near = match error.remove(ContextKind::SuggestedSubcommand) {
        Some(ContextValue::String(word)) => vec![word],
        Some(ContextValue::Strings(words)) => words,
        _ => Vec::new(),
    };
    near.retain(|name| nearest(typed, &[name]).is_some());
    if near.is_empty() {
        let tip = "skep --help lists the commands; for the games of a player: skep list --player NAME FILE";
        put(error, tip.to_owned());
        return;
    }
    let program = catalogue.built();
    let mut names: Vec<String> = Vec::new();
    for word in near {
        let command = program.find_subcommand(&word);
        let name = command.map_or(word, |command| command.get_name().to_owned());
        if !names.contains(&name) {
            names.push(name);
        }
    }
    error.insert(
        ContextKind::SuggestedSubcommand,
        ContextValue::Strings(names),
    );
}

/// What to say if a value with a hyphen follows an option: `--sort -rating`, `--ply -1`.
fn tip_for_value(catalogue: &Catalogue, command: &Command, word: &str) -> Option<String> {
    let given: Vec<String> = super::arguments::all()
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let (option, value) = given.windows(2).find_map(|pair| match pair {
        [option, value] if value.starts_with(word) && option.starts_with('-') => {
            Some((option, value))
        }
        _ => None,
    })?;
    let is_named = |arg: &&Arg| {
        let long = option.strip_prefix("--");
        let short = option.chars().nth(1).filter(|_| option.len() == 2);
        long.is_some_and(|long| arg.get_long() == Some(long))
            || short.is_some() && arg.get_short() == short
    };
    let arg = command.get_arguments().find(is_named)?;
    if !arg.get_action().takes_values() {
        return None;
    }
    if let Some(tip) = tip_for_invalid(catalogue, option, value) {
        return Some(tip);
    }
    let known = arg.get_possible_values();
    let names: Vec<&str> = known.iter().map(|value| value.get_name()).collect();
    Some(if names.is_empty() {
        // The name of the value says what it may be: N|end|A..B.
        let names = arg.get_value_names().unwrap_or_default();
        let names = names.iter().map(|name| name.as_str()).collect::<Vec<_>>();
        format!("`{value}` is not a value of {option} <{}>", names.join(" "))
    } else {
        format!(
            "`{value}` is not a value of {option}; the values are {}",
            names.join(", ")
        )
    })
}

/// What to type in place of a value that belongs to another command or has another name.
fn tip_for_invalid(catalogue: &Catalogue, argument: &str, value: &str) -> Option<String> {
    let option = argument.split([' ', '=']).next()?;
    let value = value.to_ascii_lowercase();
    let digits = value.trim_start_matches('-');
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let kind = if is_number { NUMBER } else { WORD };
    let program = catalogue.built();
    let command = used_command(program)?;
    let tip = tip_for_option(catalogue, command, &format!("{option}={value}"))
        .or_else(|| tip_for_option(catalogue, command, &format!("{option}={kind}")))?;
    Some(tip.replace("{value}", &value))
}

/// The command on the command line.
fn used_command(program: &Command) -> Option<&Command> {
    super::arguments::all()
        .skip(1)
        .find_map(|argument| program.find_subcommand(argument))
}

/// The word of the command line that an error is about.
fn word(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(word) => Some(word.clone()),
        _ => None,
    }
}

fn put(error: &mut clap::Error, tip: String) {
    let tips = ContextValue::StyledStrs(vec![StyledStr::from(tip)]);
    error.insert(ContextKind::Suggested, tips);
}

/// The words of a tip, and what to type instead of them.
pub fn parts(tip: &'static str) -> (&'static str, &'static str) {
    tip.split_once(": ").unwrap_or_default()
}

/// What the tips say to type instead of a word.
fn instead_of(
    tips: impl IntoIterator<Item = &'static &'static str>,
    word: &str,
) -> Vec<&'static str> {
    let all = tips.into_iter().map(|tip| parts(tip));
    let with_word = all.filter(|(words, _)| words.split(' ').any(|known| known == word));
    with_word
        .flat_map(|(_, instead)| instead.split(" | "))
        .collect()
}

/// What to type in place of a word that is not a command.
pub fn tip_for_command(catalogue: &Catalogue, word: &str) -> Option<String> {
    if word.contains(['.', '/']) && Path::new(word).exists() || is_game_string(word) {
        return Some(format!("name a command first, such as skep check {word}"));
    }
    let tips = catalogue.infos.iter().flat_map(|(_, info)| info.tips);
    let line = *instead_of(tips, &word.to_ascii_lowercase()).first()?;
    Some(format!("use skep {line}"))
}

/// A format that is typed with one dash, as in DuckDB: `-json` is meant as `--json`.
fn format_with_one_dash() -> Option<String> {
    let words = super::arguments::all().map(|word| word.to_string_lossy().into_owned());
    words.take_while(|word| word != "--").find_map(|word| {
        let name = word.strip_prefix('-')?;
        let is_of_rows = name.parse().is_ok_and(ReportFormat::is_of_rows);
        is_of_rows.then(|| format!("--{name}"))
    })
}

/// What to type in place of an option that a command does not have, as a tip.
fn tip_for_option(catalogue: &Catalogue, command: &Command, word: &str) -> Option<String> {
    let line = filled(instead_of_option(catalogue, command, word)?, word);
    Some(if line.starts_with('-') {
        format!("use {line}")
    } else {
        line
    })
}

/// The value that is typed after an option, or with it.
fn typed_value(option: &str) -> Option<String> {
    let mut words = super::arguments::all()
        .map(|word| word.to_string_lossy())
        .skip_while(|word| word.split('=').next() != Some(option));
    match words.next()?.split_once('=') {
        Some((_, value)) => Some(value.to_owned()),
        None => words.next().map(Into::into),
    }
}

/// Whether a text is a number that is not a year.
fn is_short_number(text: &str) -> bool {
    (1..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

/// A tip with what was typed, as --where and --by read it.
fn filled(line: &str, option: &str) -> String {
    const DATE: &str = "2024-09-15";
    const VARIANT: &str = "Base+MLP";
    let is_date = |word: &String| Filter::parse(&format!("date >= '{word}'")).is_ok();
    let date = || match typed_value(option).filter(is_date) {
        Some(date) if date.contains(' ') => format!("'{date}'"),
        Some(date) => date,
        None => DATE.to_owned(),
    };
    let by = || {
        let by = ["--by", "--sort", "-k"].into_iter().find_map(typed_value);
        let by = by.filter(|by| by.split(',').all(|by| by.parse::<SortKey>().is_ok()));
        by.unwrap_or_else(|| "date".to_owned())
    };
    let variant = || {
        let variant = typed_value(option).filter(|text| Game::of_variant(text).is_some());
        variant.unwrap_or_else(|| VARIANT.to_owned())
    };
    let name = option.trim_start_matches('-');
    let test = || {
        let test = typed_value(option).map(|value| format!("{name} = '{value}'"));
        let is_right = |test: &String| Filter::parse(test).is_ok();
        let example = || Some(name.parse::<Field>().ok()?.example().replace('"', "'"));
        let test = test.filter(is_right).or_else(example);
        test.unwrap_or_else(|| "player = 'Ann'".to_owned())
    };
    let values: [(&str, &dyn Fn() -> String); 6] = [
        ("{date}", &date),
        ("{by}", &|| by().trim_start_matches('-').to_owned()),
        ("{sorted}", &by),
        ("{variant}", &variant),
        ("{test}", &test),
        ("{option}", &|| name.to_owned()),
    ];
    let fill = |line: String, (name, value): (&str, &dyn Fn() -> String)| {
        if line.contains(name) {
            line.replace(name, &value())
        } else {
            line
        }
    };
    values.into_iter().fold(line.to_owned(), fill)
}

/// The error for a path that does not exist, if it is a word that belongs to an option of the command or is another
/// command: `export plies`, `stats openings`.
pub fn word_as_path(
    catalogue: &Catalogue,
    command: &Command,
    given: &ArgMatches,
) -> Option<anyhow::Error> {
    let paths = given.try_get_raw("paths").ok().flatten()?;
    let words = paths.filter_map(|path| path.to_str());
    let tip = |word: &str| {
        let option = |option: &str| has_option(command, option);
        let field = word.trim_start_matches('-').parse::<Field>().is_ok();
        let mut arguments = command.get_arguments();
        let table = arguments.find(|arg| arg.get_long() == Some("table"));
        let tables = table.map(Arg::get_possible_values).unwrap_or_default();
        if tables.iter().any(|table| table.get_name() == word) {
            Some(format!("a table needs an option: --table {word}"))
        } else if catalogue.info(word).is_some() {
            Some(format!("for this command, use skep {word} FILE"))
        } else if field && option("--by") {
            Some(format!("a field needs an option: --by {word}"))
        } else if field && option("--sort") {
            Some(format!("a field needs an option: --sort {word}"))
        } else {
            None
        }
    };
    words
        .filter(|word| !Path::new(word).exists())
        .find_map(|word| Some(anyhow!("{word}: no such file or folder; {}", tip(word)?)))
}

/// What to type in place of an option that a command does not have: an option, or a sentence.
fn instead_of_option(catalogue: &Catalogue, command: &Command, word: &str) -> Option<&'static str> {
    let own = catalogue
        .info(command.get_name())
        .map_or(&[][..], |info| info.tips);
    let digits = word.strip_prefix('-').unwrap_or(word);
    let typed = instead_of(own, word);
    // -0 is an option of xargs.
    let word = if word != "-0" && digits.bytes().all(|b| b.is_ascii_digit()) {
        NUMBER
    } else {
        word
    };
    let mut general = instead_of(OPTION_TIPS, word);
    // An option of the command is a better tip than a sentence.
    general.sort_by_key(|line| !line.starts_with('-'));
    let mut instead = typed.into_iter().chain(general);
    instead.find(|line| !line.starts_with('-') || has_option(command, line))
}

/// Whether a command has an option, and the option has the value if that is a word in lower case.
pub fn has_option(command: &Command, line: &str) -> bool {
    let (option, value) = line.split_once(' ').unwrap_or((line, ""));
    // What stands in braces is filled in later.
    let value = value.split('{').next().unwrap_or_default();
    let is_named = |arg: &&Arg| match option.strip_prefix("--") {
        Some(long) => arg.get_long() == Some(long),
        None => arg.get_short() == option.chars().nth(1),
    };
    let Some(arg) = command.get_arguments().find(is_named) else {
        return false;
    };
    let names_value = value.chars().all(|c| c.is_ascii_lowercase()) && !value.is_empty();
    !names_value
        || arg
            .get_possible_values()
            .iter()
            .any(|known| known.matches(value, true))
}
