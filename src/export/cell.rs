//! The values of exported tables.

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 64 bits, signed.
    Int,
    /// 64 bits.
    Real,
    /// UTF-8.
    Text,
}

/// A column; its values may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: &'static str,
    pub kind: Kind,
}

/// One value.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportValue {
    Missing,
    Int(i64),
    Real(f64),
    Text(String),
}

impl From<String> for ExportValue {
    fn from(text: String) -> ExportValue {
        ExportValue::Text(text)
    }
}
