//! Columns for the values of fields and tags that games are grouped by.

use super::{Head, Kind, Value};
use skep_analysis::select::{Attribute, FieldType};

/// The type of the column for the values of a field or tag.
pub fn kind(by: &Attribute) -> Kind {
    match by.field_type() {
        FieldType::Text
        | FieldType::Name
        | FieldType::Path
        | FieldType::Spelled(_)
        | FieldType::Opening(_)
        | FieldType::Tag
        | FieldType::Band => Kind::Text,
        FieldType::Variant | FieldType::Word(_) | FieldType::Month => Kind::Choice,
        FieldType::Flag => Kind::Flag,
        FieldType::Number(_) => Kind::Int,
        FieldType::Real(_) | FieldType::Points => Kind::Real,
        FieldType::Date => Kind::Date,
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
