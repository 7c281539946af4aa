//! The values of exported tables.

use std::borrow::Cow;

use serde_json::{Map, Number, Value as Json};

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
pub enum Cell {
    Missing,
    Int(i64),
    Real(f64),
    Text(Cow<'static, str>),
}

impl From<&'static str> for Cell {
    fn from(text: &'static str) -> Cell {
        Cell::Text(text.into())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text.into())
    }
}

impl From<i64> for Cell {
    fn from(n: i64) -> Cell {
        Cell::Int(n)
    }
}

impl From<i32> for Cell {
    fn from(n: i32) -> Cell {
        Cell::Int(n.into())
    }
}

impl From<u32> for Cell {
    fn from(n: u32) -> Cell {
        Cell::Int(n.into())
    }
}

impl From<u64> for Cell {
    fn from(n: u64) -> Cell {
        // Counts of games stay far below this limit.
        Cell::Int(i64::try_from(n).unwrap_or(i64::MAX))
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Missing, Into::into)
    }
}

impl Cell {
    fn json(&self) -> Json {
        match self {
            Cell::Missing => Json::Null,
            &Cell::Int(n) => n.into(),
            &Cell::Real(x) => Number::from_f64(x).map_or(Json::Null, Json::Number),
            Cell::Text(text) => text.as_ref().into(),
        }
    }

    /// A row as an object of JSON Lines.
    pub fn object<'a>(
        columns: impl Iterator<Item = &'a Column>,
        row: &[Cell],
    ) -> Map<String, Json> {
        let values = row.iter().map(Cell::json);
        columns.map(|c| c.name.to_owned()).zip(values).collect()
    }
}
