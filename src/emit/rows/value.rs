//! The values of tables, for people and for programs.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Number, Value as Json};

use super::Cut;

/// One value of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CellValue {
    /// Unknown or not applicable.
    Missing,
    /// Shared, because a name can be long and can stand in many rows.
    Text(Arc<str>),
    Count(u64),
    /// A number that can be negative.
    Int(i64),
    /// A number, shown to people with this many decimals.
    Real(f64, usize),
    /// A share from 0 to 1, shown to people in percent.
    Share(f64),
    Flag(bool),
    /// The shares of White's wins, draws and Black's wins, shown to people as a bar.
    Bar([f64; 3]),
}

/// The width at which a text is cut for people. Programs get all of it.
pub(super) const CELL: usize = 400;

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

impl<T: Into<CellValue>> From<Option<T>> for CellValue {
    fn from(value: Option<T>) -> CellValue {
        value.map_or(CellValue::Missing, Into::into)
    }
}

impl From<String> for CellValue {
    fn from(text: String) -> CellValue {
        CellValue::Text(text.into())
    }
}

impl From<&str> for CellValue {
    fn from(text: &str) -> CellValue {
        CellValue::Text(text.into())
    }
}

impl From<i64> for CellValue {
    fn from(n: i64) -> CellValue {
        CellValue::Int(n)
    }
}

impl From<u32> for CellValue {
    fn from(n: u32) -> CellValue {
        CellValue::Count(n.into())
    }
}

impl From<u64> for CellValue {
    fn from(n: u64) -> CellValue {
        CellValue::Count(n)
    }
}

impl CellValue {
    /// A share, if there is one.
    pub fn share(share: Option<f64>) -> CellValue {
        share.map_or(CellValue::Missing, CellValue::Share)
    }

    /// A number with this many decimals, if there is one.
    pub fn real(number: Option<f64>, decimals: usize) -> CellValue {
        number.map_or(CellValue::Missing, |n| CellValue::Real(n, decimals))
    }

    /// Adds to a number of the rows of a batch those of the batches before.
    pub fn increase(&mut self, by: u64) {
        if let CellValue::Count(n) = self {
            *n += by;
        }
    }

    /// The value for people. A long text loses its end.
    pub(super) fn for_people(&self) -> Cow<'_, str> {
        self.shown(Cut::End)
    }

    /// The value for people. A long text is cut at this end.
    pub(super) fn shown(&self, cut: Cut) -> Cow<'_, str> {
        match self {
            CellValue::Missing => "–".into(),
            CellValue::Text(text) => cut.fit(text, CELL),
            // Numbers are typed back and read by scripts, so they have no thousands separators.
            &CellValue::Count(n) => n.to_string().into(),
            &CellValue::Int(n) => n.to_string().into(),
            &CellValue::Real(number, decimals) => format!("{number:.decimals$}").into(),
            CellValue::Share(share) => format!("{:.1}", share * 100.0).into(),
            CellValue::Flag(flag) => if *flag { "yes" } else { "no" }.into(),
            &CellValue::Bar(parts) => bar(parts).into(),
        }
    }

    /// The value, without the part of a text that people never see.
    pub(super) fn trimmed(self, cut: Cut) -> CellValue {
        match &self {
            CellValue::Text(text) if text.len() > CELL => cut.fit(text, CELL).as_ref().into(),
            _ => self,
        }
    }

    pub fn json(&self) -> Json {
        match self {
            CellValue::Missing | CellValue::Bar(_) => Json::Null,
            CellValue::Text(text) => text.as_ref().into(),
            &CellValue::Count(n) => n.into(),
            &CellValue::Int(n) => n.into(),
            &CellValue::Flag(flag) => flag.into(),
            // Six decimals: more mean nothing, and the last bits of a sum are not worth comparing.
            &CellValue::Real(x, _) | &CellValue::Share(x) => {
                Number::from_f64((x * 1e6).round() / 1e6).map_or(Json::Null, Json::Number)
            }
        }
    }

    pub(super) fn for_programs(&self) -> Cow<'_, str> {
        match self {
            CellValue::Text(text) => Cow::Borrowed(text),
            other => match other.json() {
                Json::Null => "".into(),
                number => number.to_string().into(),
            },
        }
    }
}

impl CellValue {
    /// A text.
    pub fn text(&self) -> Option<&str> {
        match self {
            CellValue::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// What files of tables hold.
#[cfg(feature = "full")]
impl CellValue {
    /// A whole number.
    pub fn int(&self) -> Option<i64> {
        match *self {
            CellValue::Count(n) => n.try_into().ok(),
            CellValue::Int(n) => Some(n),
            _ => None,
        }
    }

    /// A number that identifies something, or a key from hexadecimal text.
    pub fn key(&self) -> Option<u64> {
        match self {
            &CellValue::Count(n) => Some(n),
            CellValue::Text(text) => u64::from_str_radix(text, 16).ok(),
            _ => None,
        }
    }

    /// A number, as in JSON.
    pub fn number(&self) -> Option<f64> {
        match self {
            CellValue::Text(text) => text.parse().ok(),
            _ => self.json().as_f64(),
        }
    }

    /// A flag.
    pub fn flag(&self) -> Option<bool> {
        match self {
            &CellValue::Flag(flag) => Some(flag),
            _ => None,
        }
    }
}
