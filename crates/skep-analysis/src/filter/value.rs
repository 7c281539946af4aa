//! The values of fields and tags in a game.

use std::fmt;

use super::ply_marks::{self, PlyMark};
use crate::Date;
use crate::facts::stated_names;
use crate::motifs::{Motif, MotifSet};
use skep_records::Source;
use skep_records::diag::Diagnostic;
use skep_records::record::{EvalScore, Note, Tags};
use skep_rules::hexit::Points;

/// One value of a field or tag of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// A name or a word.
    Text(&'a str),
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Number(u32),
    /// A number that can be negative or fractional.
    Real(f64),
    /// A number of points, in halves.
    Points(Points),
    /// A score of an engine.
    Score(EvalScore),
    /// A date, or the known part of it.
    Date(Date),
    /// The key of a game.
    Key(u128),
    /// The address of a page: its beginning, and the name of the game there.
    Link(&'static str, &'a str),
    /// A file, and an entry if it is an archive.
    Source(&'a Source),
    /// The numbers from the first up to, but without, the first plus the second.
    Band(i64, u32),
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Value::Text(text) => f.pad(text),
            Value::Flag(flag) => f.pad(word_of(flag)),
            Value::Number(n) => n.fmt(f),
            Value::Real(n) => n.fmt(f),
            Value::Points(points) => points.fmt(f),
            Value::Score(score) => score.fmt(f),
            Value::Date(date) => date.fmt(f),
            Value::Key(key) => write!(f, "{key:032x}"),
            Value::Link(page, game) => write!(f, "{page}{game}"),
            Value::Source(source) => source.fmt(f),
            Value::Band(from, width) => write!(f, "{from}..{}", from + i64::from(width) - 1),
        }
    }
}

/// A flag as filters and outputs write it.
pub(super) const fn word_of(flag: bool) -> &'static str {
    if flag { "true" } else { "false" }
}

/// The number that a text is: `3`, `-0.5`. `None` for words such as `inf`.
pub(super) fn number_of(text: &str) -> Option<f64> {
    let begins = text.bytes().find(|b| !b"+-.".contains(b))?;
    let number = begins.is_ascii_digit().then(|| text.parse().ok())?;
    number.filter(|n: &f64| n.is_finite())
}

impl<'a> Value<'a> {
    /// The value as a number. A text is a number if it is written as one; a band is its first number.
    pub fn number(&self) -> Option<f64> {
        Some(match *self {
            Value::Text(text) => return number_of(text),
            Value::Number(n) => n.into(),
            Value::Real(n) => n,
            Value::Points(points) => f64::from(points.halves()) / 2.0,
            Value::Score(score) => score.value(),
            #[expect(
                clippy::cast_precision_loss,
                reason = "bands of numbers that people use"
            )]
            Value::Band(from, _) => from as f64,
            Value::Flag(_)
            | Value::Date(_)
            | Value::Key(_)
            | Value::Link(..)
            | Value::Source(_) => return None,
        })
    }

    /// The band of this width that has the number, or `None` if the value is not a number.
    pub(super) fn band(self, width: u32) -> Option<Value<'static>> {
        let from = (self.number()? / f64::from(width)).floor() * f64::from(width);
        Some(Value::Band(from as i64, width))
    }
}

/// What is known about a field or tag of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Values<'a> {
    /// The value needs a replay.
    Pending,
    /// One value. `None` if neither the record nor the board has it, as the winner of a draw.
    One(Option<Value<'a>>),
    /// A value for White and a value for Black.
    Both([Option<Value<'a>>; 2]),
    /// The names of findings.
    Findings(&'a [Diagnostic]),
    /// The names of motifs.
    Motifs(MotifSet),
    /// The names of these tags, without those that say nothing.
    Tags(&'a Tags),
    /// Values of the plies, from these notes.
    Plies(&'a [Note], PlyMark),
}

impl<'a> Values<'a> {
    /// Whether this is a list, which is known even if it is empty.
    pub const fn is_list(&self) -> bool {
        matches!(
            self,
            Values::Findings(_) | Values::Motifs(_) | Values::Tags(_) | Values::Plies(..)
        )
    }

    /// The names of findings, motifs or tags, in alphabetical order. `None` for other values.
    pub fn names(&self) -> Option<Vec<&'a str>> {
        let mut names: Vec<&'a str> = match *self {
            Values::Findings(findings) => findings.iter().map(|f| f.code.as_str()).collect(),
            Values::Motifs(motifs) => motifs.iter().map(Motif::as_str).collect(),
            Values::Tags(tags) => stated_names(tags).collect(),
            Values::Pending | Values::One(_) | Values::Both(_) | Values::Plies(..) => return None,
        };
        names.sort_unstable();
        names.dedup();
        Some(names)
    }

    /// As [`each`](Values::each), but a value that both players have counts once.
    pub fn different(&self) -> Vec<Option<Value<'a>>> {
        match *self {
            Values::Both([white, black]) if white == black => vec![white],
            _ => self.each(),
        }
    }

    /// Each value: one for each player, or one for each name; `None` if it is missing. There is at least one.
    pub fn each(&self) -> Vec<Option<Value<'a>>> {
        match *self {
            Values::Pending => vec![None],
            Values::One(value) => vec![value],
            Values::Both(values) => values.into(),
            Values::Findings(_) | Values::Motifs(_) | Values::Tags(_) => {
                let names = self.names().unwrap_or_default();
                if names.is_empty() {
                    return vec![None];
                }
                let name = |name| Some(Value::Text(name));
                names.into_iter().map(name).collect()
            }
            Values::Plies(notes, of) => {
                let mut all: Vec<Option<Value<'a>>> = Vec::new();
                for value in ply_marks::values(notes, of).map(Some) {
                    // A game has a glyph or not, however often.
                    if of != PlyMark::Glyph || !all.contains(&value) {
                        all.push(value);
                    }
                }
                if all.is_empty() {
                    all.push(None);
                }
                all
            }
        }
    }

    /// All values as one text: `Ann / ?` for the players, `gate ring` for names. `None` if all are missing.
    pub fn text(&self) -> Option<String> {
        let all = self.each();
        all.iter().any(Option::is_some).then(|| {
            let text = |value: &Option<Value<'_>>| value.map_or("?".into(), |v| v.to_string());
            let texts: Vec<String> = all.iter().map(text).collect();
            texts.join(match self {
                Values::Both(_) => " / ",
                Values::Plies(_, PlyMark::Comment) => "\n",
                Values::Plies(_, PlyMark::Score) => ", ",
                Values::Plies(_, PlyMark::Glyph)
                | Values::One(_)
                | Values::Pending
                | Values::Findings(_)
                | Values::Motifs(_)
                | Values::Tags(_) => " ",
            })
        })
    }

    /// The same with another value in place of each.
    pub(super) fn map(self, change: impl Fn(Value<'a>) -> Option<Value<'a>> + Copy) -> Values<'a> {
        match self {
            Values::One(value) => Values::One(value.and_then(change)),
            Values::Both(values) => Values::Both(values.map(|value| value.and_then(change))),
            Values::Pending
            | Values::Findings(_)
            | Values::Motifs(_)
            | Values::Tags(_)
            | Values::Plies(..) => self,
        }
    }
}
