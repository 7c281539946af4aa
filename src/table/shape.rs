//! The formats of tables.

use skep_rules::closed_list;

closed_list! {
    /// The shapes that a table is written in.
    ///
    /// For people (table, Markdown) numbers are rounded and shares are in percent; programs get all digits, shares as parts
    /// of 1, and more columns.
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
    /// Whether it holds one table alone.
    pub const fn is_single(self) -> bool {
        matches!(self, Shape::Csv | Shape::Tsv | Shape::Parquet)
    }
}
