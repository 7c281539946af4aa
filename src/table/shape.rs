//! The formats of tables.

use std::path::Path;

use clap::Args;

use crate::args::one_of;
use crate::output::{self, Extensions};
use crate::usage::{FORMAT_NAMES, OUTPUT};
use skep_rules::closed_list;

closed_list! {
    /// The output formats of a table.
    ///
    /// For people (table, Markdown) numbers are rounded and shares are in percent. Programs get all digits, shares between
    /// 0 and 1, and more columns.
    pub enum Shape: "format" {
        Table = "table",
        Csv = "csv",
        Tsv = "tsv",
        Json = "json",
        Jsonl = "jsonl",
        Markdown = "markdown",
        Parquet = "parquet",
    }
}

/// The extensions of tables.
const EXTENSIONS: &Extensions<Shape> = &[
    ("csv", Some(Shape::Csv)),
    ("tsv", Some(Shape::Tsv)),
    ("json", Some(Shape::Json)),
    ("jsonl", Some(Shape::Jsonl)),
    ("ndjson", Some(Shape::Jsonl)),
    ("md", Some(Shape::Markdown)),
    ("parquet", Some(Shape::Parquet)),
    ("txt", None),
];

impl Shape {
    /// The format that is stated, or that the extension of a file names. `None` if neither is there.
    ///
    /// # Errors
    /// The extension is unknown, or contradicts the stated format.
    pub fn of_output(path: Option<&Path>, stated: Option<Shape>) -> anyhow::Result<Option<Shape>> {
        output::format(path, "--format", stated, EXTENSIONS)
    }

    /// Whether it can contain only one table.
    pub const fn is_single(self) -> bool {
        matches!(self, Shape::Csv | Shape::Tsv | Shape::Parquet)
    }
}

/// How rows are written.
#[derive(Clone, Copy, Debug, Args)]
pub struct RowFormat {
    /// Choose the format of the rows
    ///
    /// json is one document, and jsonl is one object per line. See: skep help columns
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = one_of(&Shape::ALL), help_heading = OUTPUT, aliases = FORMAT_NAMES)]
    pub format: Shape,

    /// In CSV and TSV, put ' before text that starts like a formula: = + - @
    #[arg(long, hide_short_help = true)]
    pub csv_safe: bool,
}

/// How rows are written to a file or to standard output.
#[derive(Clone, Copy, Debug, Args)]
pub struct OutputRowFormat {
    /// Choose the format of the rows [default: from the file name, or table]
    ///
    /// json is one document, and jsonl is one object per line. See: skep help columns
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&Shape::ALL), help_heading = OUTPUT, aliases = FORMAT_NAMES)]
    format: Option<Shape>,

    /// In CSV and TSV, put ' before text that starts like a formula: = + - @
    #[arg(long, hide_short_help = true)]
    csv_safe: bool,
}

impl OutputRowFormat {
    /// Whether an option is given.
    pub const fn is_stated(self) -> bool {
        self.format.is_some() || self.csv_safe
    }

    /// The format of an output.
    ///
    /// # Errors
    /// As for [`Shape::of_output`].
    pub fn of(self, path: Option<&Path>) -> anyhow::Result<RowFormat> {
        Ok(RowFormat {
            format: Shape::of_output(path, self.format)?.unwrap_or(Shape::Table),
            csv_safe: self.csv_safe,
        })
    }
}

impl From<Shape> for RowFormat {
    fn from(format: Shape) -> RowFormat {
        RowFormat {
            format,
            csv_safe: false,
        }
    }
}
