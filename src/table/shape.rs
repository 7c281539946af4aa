//! The formats of tables.

use strum::{IntoStaticStr, VariantArray};

use skep_records::closed_list;

/// The output formats of a table.
///
/// For people (table, Markdown) numbers are rounded and shares are in percent. Programs get all digits, shares between
/// 0 and 1, and more columns.
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
    /// Whether it can contain only one table.
    pub const fn is_single(self) -> bool {
        matches!(self, Shape::Csv | Shape::Tsv | Shape::Parquet)
    }
}
