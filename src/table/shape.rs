//! The formats of tables.

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
