//! The formats of tables.

use clap::Args;

use crate::args::one_of;
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

impl Shape {
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
    /// json is one document, and jsonl is one object per line. The columns are described by skep help columns.
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = one_of(&Shape::ALL))]
    pub format: Shape,

    /// Put ' before text that starts with = + - @ (CSV and TSV)
    ///
    /// Spreadsheets take such a text for a formula. Without this option, text is written unchanged.
    #[arg(long)]
    pub csv_safe: bool,
}

impl From<Shape> for RowFormat {
    fn from(format: Shape) -> RowFormat {
        RowFormat {
            format,
            csv_safe: false,
        }
    }
}
