use std::fmt;
use std::str::FromStr;

use skep_records::notation::ParseChoiceError;

/// The shapes that a table is written in.
///
/// For people (table, Markdown) numbers are rounded and shares are in percent; programs get all digits, shares as parts
/// of 1, and more columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Table,
    Csv,
    Tsv,
    Json,
    Jsonl,
    Markdown,
    Parquet,
}

impl Shape {
    pub const ALL: [Shape; 7] = [
        Shape::Table,
        Shape::Csv,
        Shape::Tsv,
        Shape::Json,
        Shape::Jsonl,
        Shape::Markdown,
        Shape::Parquet,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Shape::Table => "table",
            Shape::Csv => "csv",
            Shape::Tsv => "tsv",
            Shape::Json => "json",
            Shape::Jsonl => "jsonl",
            Shape::Markdown => "markdown",
            Shape::Parquet => "parquet",
        }
    }
}

impl Shape {
    /// Whether it holds one table alone.
    pub const fn is_single(self) -> bool {
        matches!(self, Shape::Csv | Shape::Tsv | Shape::Parquet)
    }
}

impl FromStr for Shape {
    type Err = ParseChoiceError;

    fn from_str(s: &str) -> Result<Self, ParseChoiceError> {
        Shape::ALL
            .into_iter()
            .find(|f| f.as_str() == s)
            .ok_or(ParseChoiceError)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
