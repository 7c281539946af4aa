//! Columns for the values of fields and tags that games are grouped by.

use super::{Head, Kind, Value};
use skep_analysis::select::{self, Attribute, Values};

/// The type of the column for the values of a field or tag.
pub fn kind(by: &Attribute) -> Kind {
    Kind::of(by.field_type())
}

/// The type of the column for all values of a field or tag of a game. Those of both players are one text.
pub fn kind_of_all(by: &Attribute) -> Kind {
    if by.is_single() || by.has_several() {
        kind(by)
    } else {
        Kind::Text
    }
}

/// All values of a field or tag of a game, in a column of this type.
pub fn of_game(kind: Kind, values: &Values<'_>) -> Value {
    match *values {
        Values::One(Some(select::Value::Text(text))) if kind == Kind::Tag => {
            of_value(select::Value::of_tag(text))
        }
        Values::One(value) => value.map_or(Value::Missing, of_value),
        Values::Pending | Values::Both(_) | Values::Findings(_) | Values::Motifs(_) => {
            values.text().into()
        }
    }
}

fn of_value(value: select::Value<'_>) -> Value {
    match value {
        select::Value::Text(text) => text.into(),
        select::Value::Flag(flag) => Value::Flag(flag),
        select::Value::Number(number) => Value::Int(number.into()),
        select::Value::Real(number) if number.fract() == 0.0 => Value::Int(number as i64),
        select::Value::Real(number) => Value::Real(number, 2),
        select::Value::Points(points) => Value::Real(f64::from(points.halves()) / 2.0, 1),
        select::Value::Date(_) | select::Value::Source(_) | select::Value::Band(..) => {
            value.to_string().into()
        }
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
            if kind == Kind::Int {
                head
            } else {
                head.names()
            }
        })
    }
}

/// The value of a column of this type, from its text. An empty text is unknown.
pub fn value(kind: Kind, text: String) -> Value {
    if text.is_empty() {
        return Value::Missing;
    }
    let number = || text.parse().ok().map(Value::Int);
    let flag = || text.parse().ok().map(Value::Flag);
    let typed = match kind {
        Kind::Int => number(),
        Kind::Flag => flag(),
        Kind::Tag => Some(of_value(select::Value::of_tag(&text))),
        _ => None,
    };
    typed.unwrap_or_else(|| text.into())
}

/// The values of a group in columns of these types.
pub fn values(kinds: &[Kind], values: &[Option<String>]) -> Vec<Value> {
    let values = values.iter().map(|value| value.clone().unwrap_or_default());
    let values = kinds.iter().zip(values);
    values.map(|(&kind, text)| value(kind, text)).collect()
}
