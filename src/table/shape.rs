//! The formats of tables.

use std::path::Path;

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
    /// The format that the extension of a file names.
    pub fn of_path(path: &Path) -> Option<Shape> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "txt" => Some(Shape::Table),
            "md" => Some(Shape::Markdown),
            "ndjson" => Some(Shape::Jsonl),
            other => other.parse().ok(),
        }
    }

    /// Whether it can contain only one table.
    pub const fn is_single(self) -> bool {
        matches!(self, Shape::Csv | Shape::Tsv | Shape::Parquet)
    }
}
