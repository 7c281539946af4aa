//! By what games are sorted, as keys whose bytes sort as the games do.

use std::cmp::Ordering;
use std::str::FromStr;

use super::{Attribute, Field, UnknownField, Value, Values};
use crate::GameReader;
use skep_records::Source;

/// A field or tag to sort by, and in which order.
#[derive(Clone, Debug)]
pub struct SortKey {
    /// What to sort by.
    pub attribute: Attribute,
    /// Whether the greatest value comes first.
    pub descends: bool,
}

/// The text does not name a field to sort by.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ParseSortKeyError {
    /// There is no such field.
    #[error(transparent)]
    Unknown(#[from] UnknownField),
    /// The word `desc` follows the field, as in SQL.
    #[error("for descending order, write a hyphen before the field: -{0}")]
    Desc(String),
}

impl FromStr for SortKey {
    type Err = ParseSortKeyError;

    /// Reads a field or tag, with a hyphen before it for descending order.
    fn from_str(text: &str) -> Result<SortKey, ParseSortKeyError> {
        if let Some((field, word)) = text.trim().split_once(' ')
            && word.trim().eq_ignore_ascii_case("desc")
        {
            return Err(ParseSortKeyError::Desc(field.to_owned()));
        }
        let name = text.trim().strip_prefix('-');
        Ok(SortKey {
            attribute: name.unwrap_or(text).parse()?,
            descends: name.is_some(),
        })
    }
}

impl SortKey {
    /// Appends the bytes of the last game of a reader to a key, and returns whether the game has a value. Keys sort as
    /// their games do; a missing value comes last.
    ///
    /// Numbers come before texts, and words of a ranked list are in its order. Of the values of both players, the
    /// greater number, the earlier date or the first name decides.
    pub fn append(&self, reader: &mut GameReader, source: &Source, key: &mut Vec<u8>) -> bool {
        let ranked = self.attribute.ranked_words();
        let minute = (self.attribute == Attribute::Field(Field::Date))
            .then(|| reader.facts().start_minute().map_or(0, |minute| minute + 1));
        let values = reader.values(&self.attribute, source);
        let each = match &values {
            Values::One(value) => vec![*value],
            values => values.each(),
        };
        let Some(value) = each.into_iter().flatten().min_by(decides) else {
            key.push(u8::MAX);
            return false;
        };
        key.push(0);
        let start = key.len();
        let rank = |word: &str| ranked.as_ref()?.iter().position(|name| *name == word);
        match value {
            Value::Text(word) if let Some(rank) = rank(word) => {
                put(&Value::Number(rank as u32), key);
            }
            value => put(&value, key),
        }
        // Games of one date are in the order of their times.
        key.extend(minute.into_iter().flat_map(u16::to_be_bytes));
        if self.descends {
            key[start..].iter_mut().for_each(|byte| *byte = !*byte);
        }
        true
    }
}

/// The deciding one of the values of both players.
fn decides(a: &Value<'_>, b: &Value<'_>) -> Ordering {
    match a {
        Value::Date(a) if let Value::Date(b) = b => a.cmp(b),
        Value::Text(a) if let Value::Text(b) = b => a.to_lowercase().cmp(&b.to_lowercase()),
        Value::Date(_)
        | Value::Text(_)
        | Value::Number(_)
        | Value::Real(_)
        | Value::Points(_)
        | Value::Score(_)
        | Value::Band(..)
        | Value::Flag(_)
        | Value::Key(_)
        | Value::Link(..)
        | Value::Source(_) => match (a.number(), b.number()) {
            (Some(a), Some(b)) => b.total_cmp(&a),
            _ => Ordering::Equal,
        },
    }
}

/// Appends a value so that bytes sort as values do, and no value is the prefix of another.
fn put(value: &Value<'_>, key: &mut Vec<u8>) {
    if let Some(number) = value.number() {
        key.push(0);
        let bits = number.to_bits();
        // The bits of a negative number grow as it gets smaller.
        let bits = if number < 0.0 { !bits } else { bits | 1 << 63 };
        key.extend(bits.to_be_bytes());
    }
    match value {
        Value::Date(date) => {
            key.extend(date.year().to_be_bytes());
            key.push(date.month().unwrap_or(0));
            key.push(date.day().unwrap_or(0));
        }
        Value::Flag(flag) => key.push(u8::from(*flag)),
        Value::Text(text) => {
            key.push(1);
            for part in [&*text.to_lowercase(), text] {
                key.extend(part.bytes().map(|b| b.max(1)));
                key.push(0);
            }
        }
        Value::Key(_) | Value::Link(..) | Value::Source(_) => {
            put(&Value::Text(&value.to_string()), key);
        }
        Value::Number(_)
        | Value::Real(_)
        | Value::Points(_)
        | Value::Score(_)
        | Value::Band(..) => {}
    }
}
