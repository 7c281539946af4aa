//! The formats that commands write.

use std::fmt::Display;
use std::path::Path;

use anyhow::bail;
use clap::{Arg, Args};

use super::{COLUMNS, Declared};
use crate::cli::args::{one_of, whole_number};
use crate::cli::usage::{FORMAT_NAMES, OUTPUT};
use crate::output;
use skep_analysis::select::{Attribute, nearest};
use skep_rules::closed_list;

closed_list! {
    /// The formats that commands write, except notations of games and pictures. Each command names its own.
    ///
    /// In rows for people (table, Markdown) numbers are rounded and shares are in percent. Programs get all digits, shares
    /// between 0 and 1, and more columns.
    pub enum Shape: "format" {
        Table = "table",
        Csv = "csv",
        Tsv = "tsv",
        Json = "json",
        Jsonl = "jsonl",
        Markdown = "markdown",
        Parquet = "parquet",
        /// Files of Arrow IPC.
        Arrow = "arrow",
        /// Findings for people.
        Human = "human",
        /// Lines for people, or one item per line.
        Text = "text",
        /// For code-review tools.
        Sarif = "sarif",
        /// For programs that build and test.
        Junit = "junit",
        /// A puzzle per line.
        Uhp = "uhp" | "txt",
        /// Puzzles as games.
        Sgf = "sgf" | "boardspace",
        Html = "html",
        /// Partial counts.
        Part = "part",
    }
}

impl Shape {
    /// The formats of a table.
    pub const ROWS: [Shape; 7] = {
        use Shape::*;
        [Table, Csv, Tsv, Json, Jsonl, Markdown, Parquet]
    };

    /// Whether it is a format of a table.
    pub fn is_of_rows(self) -> bool {
        Shape::ROWS.contains(&self)
    }

    /// Whether rows are written in groups, and not one by one.
    #[cfg(feature = "parquet")]
    pub const fn is_binary(self) -> bool {
        matches!(self, Shape::Parquet | Shape::Arrow)
    }

    /// Checks the name of an output that is always in this format.
    ///
    /// # Errors
    /// It has the extension of another format.
    pub fn check_name(self, output: Option<&Path>) -> anyhow::Result<()> {
        output::format(output, "the format", Some(self), &[self]).map(|_| ())
    }

    /// The format that is stated, or that the extension of a file names. `None` if neither is there.
    ///
    /// # Errors
    /// The extension is unknown, or contradicts the stated format.
    pub fn of_output(path: Option<&Path>, stated: Option<Shape>) -> anyhow::Result<Option<Shape>> {
        output::format(path, "--format", stated, &Shape::ROWS)
    }

    /// Whether it can contain only one table.
    pub const fn is_single(self) -> bool {
        matches!(self, Shape::Csv | Shape::Tsv | Shape::Parquet)
    }
}

/// Which rows and columns are written.
#[derive(Clone, Debug, Default, PartialEq, Args)]
pub struct Pick {
    /// Write only these columns, in this order: white,black (skep help columns)
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = column, help_heading = OUTPUT)]
    pub columns: Vec<String>,

    /// Write at most N rows
    #[arg(long, short = 'n', alias = "max-count", value_name = "N", value_parser = whole_number, help_heading = OUTPUT)]
    pub limit: Option<u64>,

    /// In CSV and TSV, put ' before text that starts like a formula: = + - @
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub csv_safe: bool,
}

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
    if Declared::of(&name.to_lowercase()).is_some() || name.parse::<Attribute>().is_ok() {
        return Ok(name.to_owned());
    }
    if ["*", "all"].contains(&name) {
        return Err("csv and json have all columns: use --format csv without --columns".to_owned());
    }
    if name.starts_with('+') {
        return Err("the list replaces the usual columns: name every column, without +".to_owned());
    }
    let names: Vec<&str> = COLUMNS.iter().map(|column| column.key).collect();
    Err(match nearest(name, &names) {
        Some(near) => format!("unknown column {name}; a similar name is {near}"),
        None => format!("unknown column {name}; see skep help columns"),
    })
}

impl Pick {
    /// The most rows to write.
    pub fn most_rows(&self) -> usize {
        self.limit.map_or(usize::MAX, |rows| {
            usize::try_from(rows).unwrap_or(usize::MAX)
        })
    }

    /// Whether all rows and columns are written.
    pub fn is_everything(&self) -> bool {
        self.columns.is_empty() && self.limit.is_none()
    }

    /// Refuses to choose rows and columns of an output without rows.
    ///
    /// # Errors
    /// An option is given.
    pub fn refuse(&self, format: impl Display) -> anyhow::Result<()> {
        for (option, is_given) in [
            ("--columns", !self.columns.is_empty()),
            ("--limit", self.limit.is_some()),
        ] {
            if is_given {
                bail!(
                    "{option} does not apply to --format {format}, which has no rows; use --format csv"
                );
            }
        }
        Ok(())
    }
}

/// How rows are written.
#[derive(Clone, Debug)]
pub struct RowFormat {
    pub format: Shape,
    pub pick: Pick,
}

/// How rows are written to a file or to standard output, as it is typed.
#[derive(Clone, Debug, Default, Args)]
pub struct RowArgs {
    /// Choose the format of the rows [default: from the file name, or table]
    ///
    /// json is one document, and jsonl is one object per line. See: skep help columns
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&Shape::ROWS), help_heading = OUTPUT, aliases = FORMAT_NAMES)]
    format: Option<Shape>,

    #[command(flatten)]
    pub pick: Pick,
}

impl RowArgs {
    /// Whether an option is given.
    pub fn is_stated(&self) -> bool {
        self.format.is_some() || self.pick != Pick::default()
    }

    /// The format of an output.
    ///
    /// # Errors
    /// As for [`Shape::of_output`].
    pub fn of(&self, path: Option<&Path>) -> anyhow::Result<RowFormat> {
        Ok(RowFormat {
            format: Shape::of_output(path, self.format)?.unwrap_or(Shape::Table),
            pick: self.pick.clone(),
        })
    }
}

impl From<Shape> for RowFormat {
    fn from(format: Shape) -> RowFormat {
        RowFormat {
            format,
            pick: Pick::default(),
        }
    }
}
