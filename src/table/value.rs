//! The values of tables, for people and for programs.

use serde_json::{Number, Value as Json};

use crate::export::ExportValue;
use crate::text;

/// One value of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Unknown or not applicable.
    Missing,
    Text(String),
    Count(u64),
    /// A number, shown to people with this many decimals.
    Real(f64, usize),
    /// A share from 0 to 1, shown to people in percent.
    Share(f64),
    /// The shares of White's wins, draws and Black's wins, shown to people as a bar.
    Bar([f64; 3]),
}

/// The width of a bar in characters.
pub(super) const BAR: usize = 10;

/// The characters of a bar.
const FILLS: [char; 3] = ['█', '▒', '░'];

/// A bar of shares that sum to 1.
pub(super) fn bar(parts: [f64; 3]) -> String {
    let mut out = String::new();
    let (mut sum, mut drawn) = (0.0, 0);
    for (part, fill) in parts.into_iter().zip(FILLS) {
        sum += part;
        let end = (sum * BAR as f64).round() as usize;
        out.extend(std::iter::repeat_n(fill, end.saturating_sub(drawn)));
        drawn = end.max(drawn);
    }
    out
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Missing, Into::into)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<u64> for Value {
    fn from(n: u64) -> Value {
        Value::Count(n)
    }
}

impl Value {
    /// A share, if there is one.
    pub fn share(share: Option<f64>) -> Value {
        share.map_or(Value::Missing, Value::Share)
    }

    /// A number with this many decimals, if there is one.
    pub fn real(number: Option<f64>, decimals: usize) -> Value {
        number.map_or(Value::Missing, |n| Value::Real(n, decimals))
    }

    pub(super) fn for_people(&self) -> String {
        match self {
            Value::Missing => "–".to_owned(),
            Value::Text(text) => text.clone(),
            &Value::Count(n) => text::count(n),
            &Value::Real(number, decimals) => format!("{number:.decimals$}"),
            Value::Share(share) => format!("{:.1}", share * 100.0),
            &Value::Bar(parts) => bar(parts),
        }
    }

    pub(super) fn json(&self) -> Json {
        match self {
            Value::Missing | Value::Bar(_) => Json::Null,
            Value::Text(text) => text.as_str().into(),
            &Value::Count(n) => n.into(),
            // Six decimals: more mean nothing, and the last bits of a sum are not worth comparing.
            &Value::Real(x, _) | &Value::Share(x) => {
                Number::from_f64((x * 1e6).round() / 1e6).map_or(Json::Null, Json::Number)
            }
        }
    }

    pub(super) fn cell(&self) -> ExportValue {
        match self.json() {
            Json::Number(n) => match n.as_i64() {
                Some(n) => ExportValue::Int(n),
                None => n.as_f64().map_or(ExportValue::Missing, ExportValue::Real),
            },
            Json::String(text) => text.into(),
            _ => ExportValue::Missing,
        }
    }

    pub(super) fn for_programs(&self) -> String {
        match self.json() {
            Json::Null => String::new(),
            Json::String(text) => text,
            other => other.to_string(),
        }
    }
}
