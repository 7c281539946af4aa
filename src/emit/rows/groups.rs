//! Columns for the values of fields and tags that games are grouped by.

use super::{CellValue, ColumnKind, Head};
use skep_analysis::filter::{self, Attribute, Values};

/// The type of the column for the values of a field or tag.
pub fn kind(by: &Attribute) -> ColumnKind {
    ColumnKind::of(by.field_type()).of_several(by.has_several())
}

/// The type of the column for all values of a field or tag of a game. Those of both players are one text.
pub fn kind_of_all(by: &Attribute) -> ColumnKind {
    if by.is_single() || by.has_several() {
        kind(by)
    } else {
        ColumnKind::Text
    }
}

/// All values of a field or tag of a game.
pub fn of_game(values: &Values<'_>) -> CellValue {
    match *values {
        Values::One(value) => value.map_or(CellValue::Missing, of_value),
        Values::Pending
        | Values::Both(_)
        | Values::Findings(_)
        | Values::Motifs(_)
        | Values::Tags(_)
        | Values::Plies(..) => values.text().into(),
    }
}

fn of_value(value: filter::Value<'_>) -> CellValue {
    match value {
        filter::Value::Text(text) => text.into(),
        filter::Value::Flag(flag) => CellValue::Flag(flag),
        filter::Value::Number(number) => CellValue::Int(number.into()),
        filter::Value::Real(number) if number.fract() == 0.0 => CellValue::Int(number as i64),
        filter::Value::Real(number) => CellValue::Real(number, 2),
        filter::Value::Points(points) => CellValue::Real(f64::from(points.halves()) / 2.0, 1),
        filter::Value::Date(_)
        | filter::Value::Key(_)
        | filter::Value::Link(..)
        | filter::Value::Source(_)
        | filter::Value::Score(_)
        | filter::Value::Band(..) => value.to_string().into(),
    }
}

impl Head<()> {
    /// Adds a column for each of these fields and tags.
    #[must_use]
    pub fn groups(self, by: &[Attribute]) -> Head<()> {
        by.iter().fold(self, |head, by| {
            let kind = kind(by);
            // The titles of columns live as long as the program.
            let head = head.typed(by.to_string().leak(), kind, ());
            if kind == ColumnKind::Int {
                head
            } else {
                head.names()
            }
        })
    }
}

/// The value of a column of this type, from its text. An empty text is unknown.
pub fn value(kind: ColumnKind, text: String) -> CellValue {
    if text.is_empty() {
        return CellValue::Missing;
    }
    let number = || text.parse().ok().map(CellValue::Int);
    let flag = || text.parse().ok().map(CellValue::Flag);
    let typed = match kind {
        ColumnKind::Int => number(),
        ColumnKind::Flag => flag(),
        _ => None,
    };
    typed.unwrap_or_else(|| text.into())
}

/// The values of a group in columns of these types.
pub fn values(kinds: &[ColumnKind], values: &[Option<String>]) -> Vec<CellValue> {
    let values = values.iter().map(|value| value.clone().unwrap_or_default());
    let values = kinds.iter().zip(values);
    values.map(|(&kind, text)| value(kind, text)).collect()
}
