//! Options that have no effect in the chosen format, table or output. They are refused here, before the work and in the
//! same words for every command.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::{anyhow, bail};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

use crate::emit::rows::ReportFormat;
use crate::output;
use crate::scan::partial_count;
use crate::text;

/// What an option needs to have an effect. Of several words, the message names the first.
enum EffectCondition {
    /// One of these formats.
    Format(&'static str),
    /// A format with a row for each game or item.
    Rows,
    /// One of these values of an option.
    Value(&'static str, &'static str),
    /// One of these options.
    Option(&'static str),
    /// No such option. The text says what to use instead.
    Without(&'static str, &'static str),
    /// Another value of an option than this one.
    Unless(&'static str, &'static str),
    /// A notation with tags.
    Tags,
    /// A folder as the output.
    Folder,
    /// Openings with names.
    Openings,
    /// A table that is shown, and not a partial count.
    Shown,
    /// Games, and not partial counts.
    Games,
}

use EffectCondition::{
    Folder, Format, Games, Openings, Option as Given, Rows, Shown, Tags, Unless, Value, Without,
};

const PICTURES: EffectCondition = Format("svg png gif");
/// The tables of `players` with a row for each player, or several.
const OF_PLAYERS: EffectCondition = Value(
    "table",
    "players crosstable form history openings colours accuracy",
);

const OF_ROWS_OF_PLAYERS: EffectCondition = Value(
    "table",
    "players crosstable form history openings colours upsets accuracy",
);

/// Commands, or all; options, by their ids; and what these need.
type Effect = (&'static str, &'static str, EffectCondition);

const EFFECTS: &[Effect] = &[
    ("dedup", "format", Given("report")),
    ("annotate", "depth time lines cache", Given("engine")),
    ("uhp", "positions seed format", Given("test")),
    ("uhp", "book", Without("test", "leave one of them out")),
    ("count", "columns limit", Given("by")),
    (
        "check",
        "columns",
        Format("csv excel table tsv markdown parquet"),
    ),
    ("check", "remarks", Format("human")),
    (
        "check",
        "limit",
        Format("csv excel table tsv markdown parquet human sarif"),
    ),
    ("annotate puzzles openings stats players", "columns", Rows),
    ("annotate openings stats players", "limit", Rows),
    ("puzzles", "title", Format("html")),
    ("convert", "set remove", Tags),
    ("export", "by", Folder),
    ("export", "tactics", Value("table", "plies")),
    ("export", "names", Value("table", "games")),
    ("report", "tactics", Unless("replays", "0")),
    ("diff", "spelling", Format("text")),
    ("show", "size width theme caption hands", PICTURES),
    ("show", "delay", Format("gif")),
    ("show", "labels rotate moves_of", Format("text svg png gif")),
    ("stats", "trouble", Value("table", "clocks")),
    ("stats", "tactics", Value("table", "results")),
    ("stats", "names", Value("by", "opening")),
    ("openings", "names", Openings),
    ("players", "by", Value("table", "form history")),
    ("players", "tactics", Value("table", "players")),
    ("players", "sort min_games", OF_PLAYERS),
    ("players", "top", OF_ROWS_OF_PLAYERS),
    ("players openings", "sort min_games top", Shown),
    ("players", "by", Shown),
    ("stats openings", "by", Games),
    ("stats", "names", Games),
    ("stats players", "tactics", Games),
    ("openings", "depth start", Games),
    (
        "stats openings players",
        "expression player number first last sample aliases from threads",
        Games,
    ),
    ("novelty", "sort min_games", Value("table", "novelties")),
    // These options name files to write.
    ("", "force", Given("output report rest save page")),
    ("", "seed", Given("sample")),
];

/// Refuses the options of a command that have no effect.
///
/// # Errors
/// Such an option is given.
pub fn require(definition: &Command, given: &ArgMatches) -> anyhow::Result<()> {
    let chosen = Chosen { definition, given };
    for (commands, options, needs) in EFFECTS {
        if !commands.is_empty() && !has(commands, chosen.command()) {
            continue;
        }
        let options = options.split(' ').filter(|option| chosen.is_given(option));
        for option in options {
            chosen.require(&name(option), needs)?;
        }
    }
    Ok(())
}

/// Whether a word is among words.
fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|other| other == word)
}

/// The first of words.
fn first(words: &str) -> &str {
    words.split(' ').next().unwrap_or_default()
}

/// An option as it is typed.
fn name(id: &str) -> String {
    match id {
        "expression" => "--where".to_owned(),
        "number" => "--game".to_owned(),
        "start" => "--from-game".to_owned(),
        id => format!("--{}", id.replace('_', "-")),
    }
}

/// A partial count as the output, and where its options belong.
const A_PART: &str = "a partial count";
const IN_SUM: &str = "use it when the parts are added up";

fn refuse(option: &str, to: &str, instead: &str) -> anyhow::Result<()> {
    Err(anyhow!(text::no_effect(option, to, instead)))
}

/// The options of a command that are given.
struct Chosen<'a> {
    definition: &'a Command,
    given: &'a ArgMatches,
}

impl Chosen<'_> {
    fn command(&self) -> &str {
        self.definition.get_name()
    }

    /// Whether an option is typed.
    fn is_given(&self, id: &str) -> bool {
        self.given.ids().any(|known| known == id)
            && self.given.value_source(id) == Some(ValueSource::CommandLine)
    }

    /// Whether the command has an option. Builds without debug assertions do not keep this beside the values.
    fn is_defined(&self, id: &str) -> bool {
        let mut options = self.definition.get_arguments();
        options.any(|option| option.get_id() == id)
    }

    /// The values of an option, perhaps by default.
    fn values(&self, id: &str) -> Vec<String> {
        let values = self.given.try_get_raw(id).ok().flatten();
        let values = values.into_iter().flatten();
        values
            .map(|value| value.to_string_lossy().to_lowercase())
            .collect()
    }

    fn require(&self, option: &str, needs: &EffectCondition) -> anyhow::Result<()> {
        match needs {
            Format(_) | Rows => {
                let format = self.format();
                let of_rows = |format: &str| format.parse().is_ok_and(ReportFormat::is_of_rows);
                let (is_one, usual) = match needs {
                    Format(formats) => (has(formats, &format), first(formats)),
                    _ => (of_rows(&format), ReportFormat::Csv.as_str()),
                };
                if is_one {
                    return Ok(());
                }
                let (format, why) = if format.is_empty() {
                    ("games".to_owned(), ", which have no rows")
                } else {
                    (format!("--format {format}"), ", which has no rows")
                };
                let is_of_rows = ["--columns", "--limit"].contains(&option);
                let why = if is_of_rows { why } else { "" };
                let instead = format!("use --format {usual}");
                refuse(option, &format!("{format}{why}"), &instead)
            }
            Value(other, wanted) => {
                let mut values = self.values(other);
                if values.is_empty() && *other == "table" {
                    values = self.default_tables();
                }
                let is_there = values.iter().any(|value| has(wanted, value));
                // The parts of a count have what a later table shows.
                if is_there || *other == "table" && self.is_part() {
                    return Ok(());
                }
                let needed = format!("{} {}", name(other), first(wanted));
                if values.is_empty() {
                    bail!("{option} does not apply without {needed}");
                }
                let given = format!("{} {}", name(other), values.join(","));
                refuse(option, &given, &format!("use {needed}"))
            }
            Given(others) => {
                let mut others = others.split(' ');
                let mut known = others.clone().filter(|other| self.is_defined(other));
                match known.next() {
                    Some(first) if !others.any(|other| self.is_given(other)) => {
                        bail!("{option} does not apply without {}", name(first))
                    }
                    _ => Ok(()),
                }
            }
            Without(other, instead) if self.is_given(other) => {
                refuse(option, &name(other), instead)
            }
            Unless(other, value) if self.values(other) == [*value] => {
                let given = format!("{} {value}", name(other));
                refuse(option, &given, "leave one of them out")
            }
            Tags if let Some(to) = self.notation().filter(|to| !to.has_tags()) => {
                let given = format!("--to {to}, which has no tags");
                refuse(option, &given, "use --to pgn")
            }
            Folder if self.path("output").is_none_or(is_named_file) => {
                refuse(option, "one file", "use -o FOLDER/")
            }
            Openings if self.path("output").is_some_and(is_hop) => {
                refuse(option, "a book for programs", "use -o FILE.pgn")
            }
            Openings if self.is_part() && self.values("by") != ["opening"] => {
                refuse(option, A_PART, IN_SUM)
            }
            Shown if self.is_part() => refuse(option, A_PART, IN_SUM),
            Games if self.are_parts() => refuse(
                option,
                "partial counts",
                "use it when the parts are counted",
            ),
            Without(..) | Unless(..) | Tags | Folder | Openings | Shown | Games => Ok(()),
        }
    }

    /// Whether a partial count is written.
    fn is_part(&self) -> bool {
        self.format() == ReportFormat::Part.as_str()
    }

    /// Whether the inputs are partial counts.
    fn are_parts(&self) -> bool {
        let paths = self.given.try_get_raw("paths").ok().flatten();
        let mut paths = paths.into_iter().flatten();
        paths.any(|path| partial_count::is_one(Path::new(path)))
    }

    /// The path that an option names.
    fn path(&self, id: &str) -> Option<&Path> {
        let mut files = self.given.try_get_raw(id).ok().flatten()?;
        files.next().map(Path::new)
    }

    /// The tables without --table.
    fn default_tables(&self) -> Vec<String> {
        let file = self.path("output").and_then(Path::file_stem);
        let tables: &[&str] = match (self.command(), file.and_then(OsStr::to_str)) {
            ("stats", _) => &["results"],
            (_, Some("plies")) => &["plies"],
            (_, Some("games")) => &["games"],
            _ => &["games", "plies"],
        };
        tables.iter().map(|table| (*table).to_owned()).collect()
    }

    /// The notation of the games that are written, if it is chosen.
    fn notation(&self) -> Option<skep_records::Format> {
        let stated = self.values("to").pop();
        let of_file = || {
            self.path("output")
                .and_then(output::named_format)
                .map(str::to_owned)
        };
        stated.or_else(of_file)?.parse().ok()
    }

    /// The name of the format of the output; empty for games.
    fn format(&self) -> String {
        let (default, text) = match self.command() {
            "check" => ("human", "human"),
            "diff" | "solve" | "moves" => ("text", "text"),
            "export" => ("parquet", "table"),
            "annotate" => ("", ""),
            "puzzles" => ("table", "uhp"),
            "show" => ("text", "text"),
            _ => ("table", "table"),
        };
        if self.command() == "show" && self.is_given("animate") {
            return "gif".to_owned();
        }
        let stated = self.values("format").pop();
        if let Some(stated) = stated.filter(|_| self.is_given("format")) {
            let format = stated.parse().map(ReportFormat::as_str);
            return format.map_or(stated.clone(), str::to_owned);
        }
        let id = if self.command() == "dedup" {
            "report"
        } else {
            "output"
        };
        let Some(path) = self.path(id) else {
            return default.to_owned();
        };
        if self.command() == "show" && output::is_folder(path) {
            return "svg".to_owned();
        }
        let name = output::named_format(path);
        match name {
            None => default,
            Some("text") => text,
            // A book of openings is games.
            Some("pgn" | "sgf") if self.command() != "puzzles" => "",
            Some("tsv") if is_hop(path) && self.command() == "openings" => "",
            Some(name) => name,
        }
        .to_owned()
    }
}

/// Whether a path has the extension of a file.
fn is_named_file(path: &Path) -> bool {
    output::is_stdout(Some(path))
        || !output::is_folder(path) && output::named_format(path).is_some()
}

/// Whether the name of a file asks for a book of openings for programs.
fn is_hop(path: &Path) -> bool {
    path.to_string_lossy().to_lowercase().contains(".hop.tsv")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An object of JSON is not a row in the commands that name formats of rows here.
    #[test]
    fn a_list_of_formats_of_rows_has_all_of_them() {
        let lists = EFFECTS.iter().filter_map(|effect| match effect.2 {
            Format(formats) if has(formats, ReportFormat::Tsv.as_str()) => Some((effect, formats)),
            _ => None,
        });
        let mut count = 0;
        for ((commands, options, _), formats) in lists {
            count += 1;
            for format in ReportFormat::ROWS {
                let is_json = matches!(format, ReportFormat::Json | ReportFormat::Jsonl);
                assert!(
                    is_json || has(formats, format.as_str()),
                    "{commands} {options}: {format}"
                );
            }
        }
        assert!(count > 0);
    }
}
