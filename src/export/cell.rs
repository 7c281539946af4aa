//! The values of exported tables.

use std::borrow::Cow;

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
    Text(Cow<'static, str>),
}

impl From<&'static str> for ExportValue {
    fn from(text: &'static str) -> ExportValue {
        ExportValue::Text(text.into())
    }
}

impl From<String> for ExportValue {
    fn from(text: String) -> ExportValue {
        ExportValue::Text(text.into())
    }
}

impl From<i64> for ExportValue {
    fn from(n: i64) -> ExportValue {
        ExportValue::Int(n)
    }
}

impl From<i32> for ExportValue {
    fn from(n: i32) -> ExportValue {
        ExportValue::Int(n.into())
    }
}

impl From<u32> for ExportValue {
    fn from(n: u32) -> ExportValue {
        ExportValue::Int(n.into())
    }
}

impl From<u64> for ExportValue {
    fn from(n: u64) -> ExportValue {
        // Counts of games stay far below this limit.
        ExportValue::Int(i64::try_from(n).unwrap_or(i64::MAX))
    }
}

impl<T: Into<ExportValue>> From<Option<T>> for ExportValue {
    fn from(value: Option<T>) -> ExportValue {
        value.map_or(ExportValue::Missing, Into::into)
    }
}
