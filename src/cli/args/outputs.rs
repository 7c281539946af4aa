//! Where results go, and in which form, as it is typed.

use std::path::PathBuf;

use clap::{Arg, Args};

use super::{one_of, whole_number};
use crate::cli::columns::HEADINGS;
use crate::cli::usage::{FORMAT_NAMES, OUTPUT, OUTPUT_NAMES};
use crate::emit::Print;
use crate::emit::games::{StateArgs, Writing};
use crate::emit::rows::{ALL_COLUMNS, Declared, ReportFormat, RowArgs, RowPick};
use crate::output::{FileTarget, Force};
use skep_analysis::filter::{Attribute, UnknownField, nearest};
use skep_analysis::{GameWriter, StateSource};
use skep_records::record::Format;

/// Whether existing files are replaced, as it is typed.
#[derive(Args)]
struct TypedForce {
    /// Replace existing files
    #[arg(
        long,
        help_heading = OUTPUT,
        long_help = "Replace existing files; a file that is also an input is never replaced"
    )]
    force: bool,
}

read_as!(TypedForce => Force { force });

/// Where to write a single file, as it is typed.
#[derive(Args)]
struct TypedTarget {
    /// Write to FILE; it appears only when it is complete [default: standard output]
    ///
    /// The extension sets the format; .gz, .zst and .zip compress the file. An existing file is replaced only with
    /// --force.
    #[arg(long, short, value_name = "FILE", help_heading = OUTPUT, aliases = OUTPUT_NAMES)]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: Force,
}

read_as!(TypedTarget => FileTarget { output, force });

/// The help of `--output` in a command whose format does not follow from the extension.
pub fn output_help(arg: Arg, about: &str) -> Arg {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    arg.long_help(format!(
        "{help}\n\n{about} .gz, .zst and .zip compress the file. An existing file is replaced only with --force."
    ))
}

/// Which rows and columns are written, as it is typed.
#[derive(Args)]
struct TypedPick {
    /// Write only these columns, in this order, or all (skep help columns)
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = column, help_heading = OUTPUT)]
    columns: Vec<String>,

    /// Write at most N rows
    #[arg(long, short = 'n', alias = "max-count", value_name = "N", value_parser = whole_number, help_heading = OUTPUT)]
    limit: Option<u64>,
}

read_as!(TypedPick => RowPick { columns, limit });

/// The help of `--columns` and `--limit` in a command that writes rows only if `when` says so.
pub fn of_rows(arg: Arg, when: &str) -> Arg {
    let help = match arg.get_id().as_str() {
        "columns" => "write only these columns, in this order (skep help columns)",
        "limit" => "write at most N rows",
        _ => return arg,
    };
    arg.help(format!("{when}, {help}"))
}

/// The name of a column of some table, or of a field or tag that games are grouped by.
fn column(name: &str) -> Result<String, String> {
    let name = name.trim();
    if Declared::of(&name.to_lowercase()).is_some() {
        return Ok(name.to_lowercase());
    }
    // The other names of fields, too: type is the column variant.
    if let Ok(attribute) = name.parse::<Attribute>() {
        return Ok(attribute.to_string());
    }
    // The headings of tables for people.
    let mut headings = HEADINGS.iter();
    if let Some((_, [key])) = headings.find(|(heading, _)| heading.eq_ignore_ascii_case(name)) {
        return Ok((*key).to_owned());
    }
    if ["*", ALL_COLUMNS].contains(&name) {
        return Ok(ALL_COLUMNS.to_owned());
    }
    if name.starts_with('+') {
        return Err("the list replaces the usual columns: name every column, without +".to_owned());
    }
    let unknown = UnknownField::new(name);
    if let Some(sentence) = unknown.sentence() {
        return Err(format!("unknown column {name}; {sentence}"));
    }
    let names: Vec<&str> = Declared::all().map(|column| column.key).collect();
    Err(match (unknown.meant(), nearest(name, &names)) {
        (Some(meant), _) => format!("unknown column {name}; did you mean {meant}?"),
        (None, Some(near)) => {
            format!("unknown column {name}; did you mean {near}? a tag is tag({name})")
        }
        (None, None) => {
            format!(
                "unknown column {name}; a tag is tag({name}); for all columns: skep help columns"
            )
        }
    })
}

/// How rows are written to a file or to standard output, as it is typed.
#[derive(Args)]
struct TypedRows {
    /// Choose the format of the rows [default: from the file name, or table]
    ///
    /// json is one document, and jsonl is one object per line. excel is csv for spreadsheets. See: skep help columns
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&ReportFormat::ROWS), help_heading = OUTPUT, aliases = FORMAT_NAMES)]
    format: Option<ReportFormat>,

    #[command(flatten)]
    pick: RowPick,
}

read_as!(TypedRows => RowArgs { format, pick });

/// How and where to show rows, as it is typed.
#[derive(Args)]
struct TypedPrint {
    #[command(flatten)]
    rows: RowArgs,

    #[command(flatten)]
    target: FileTarget,
}

impl From<TypedPrint> for Print {
    fn from(TypedPrint { rows, target }: TypedPrint) -> Print {
        Print::new(rows, target)
    }
}

read_as!(TypedPrint => Print);

/// Where to write games, and in which notation, as it is typed.
#[derive(Args)]
struct TypedWriting {
    /// Write the games in this notation [default: from the file name, or unchanged]
    ///
    /// Converting skips invalid games and reports them. Data that the notation cannot hold is listed once.
    #[arg(long, value_name = "NOTATION", value_parser = one_of(&GameWriter::TARGETS), help_heading = OUTPUT)]
    to: Option<Format>,

    #[command(flatten)]
    state: StateArgs,

    #[command(flatten)]
    target: FileTarget,
}

impl From<TypedWriting> for Writing {
    fn from(TypedWriting { to, state, target }: TypedWriting) -> Writing {
        Writing {
            to,
            state,
            target,
            ..Writing::default()
        }
    }
}

read_as!(TypedWriting => Writing);

/// The State of GameStrings that are written, as it is typed.
#[derive(Args)]
struct TypedState {
    /// With --to, write the stated result or the result on the board
    ///
    /// A resignation or an agreed draw shows only in the State. By default, a GameString keeps its stated result, and
    /// the State of games from other notations comes from the board.
    #[arg(long = "state", value_name = "WHICH", value_parser = one_of(&StateSource::ALL), help_heading = OUTPUT, hide_short_help = true)]
    state: Option<StateSource>,
}

read_as!(TypedState => StateArgs { state });
