//! The formats of tables.

use strum::{IntoStaticStr, VariantArray};

use skep_records::closed_list;

/// The shapes that a table is written in.
///
/// For people (table, Markdown) numbers are rounded and shares are in percent; programs get all digits, shares as parts
/// of 1, and more columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Shape {
    Table,
    Csv,
    Tsv,
    Json,
    Jsonl,
    Markdown,
    Parquet,
}

closed_list!(Shape, "format");

impl Shape {
    /// Whether it holds one table alone.
    pub const fn is_single(self) -> bool {
        matches!(self, Shape::Csv | Shape::Tsv | Shape::Parquet)
    }
}
