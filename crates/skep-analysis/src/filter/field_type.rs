//! The types of fields, and what their values need.

use super::feature::Feature;
use super::field::known_variant;
use super::value::word_of;
use super::{Field, Value, Values};
use crate::{Date, Facts};
use skep_records::Source;
use skep_rules::closed_list;
use skep_rules::game::Side;

/// The type of the values of a field or tag.
#[derive(Clone, Copy, Debug)]
pub enum FieldType {
    /// Any text.
    Text,
    /// The name of a player.
    Name,
    /// A path or a part of one. A text between slashes is a path, not a regular expression.
    Path,
    /// A text with several spellings. The function makes the one that games have, or `None` if no game can have it.
    Spelled(fn(&str) -> Option<String>),
    /// The name of a variant. A variant that skep does not judge can have any name.
    Variant,
    /// A word of a fixed list.
    Word(WordList),
    /// The name of an opening, or its first moves.
    Opening(WordList),
    /// `true` or `false`. The name of the field alone is a test.
    Flag,
    /// A whole number.
    Number(NumberRange),
    /// A number that can be negative or fractional, with its unit.
    Real(&'static str),
    /// Points of Hex-It, in halves.
    Points,
    /// A date, or the known part of it.
    Date,
    /// A month of one year, or of any year.
    Month,
    /// A tag: a text, and a number or a date where it is written as one.
    Tag,
    /// Numbers in bands.
    Band,
}

/// A fixed list of words.
#[derive(Clone, Copy)]
pub struct WordList {
    /// The words, in their order.
    pub names: fn() -> Vec<&'static str>,
    /// The word that a text stands for.
    pub read: fn(&str) -> Option<&'static str>,
    /// Whether games are sorted by the order of the list, and not by the alphabet.
    pub is_ranked: bool,
}

impl std::fmt::Debug for WordList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (self.names)().fmt(f)
    }
}

/// The numbers that a game can have, and their unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberRange {
    /// The unit, in the plural: `plies`.
    pub unit: &'static str,
    /// The least number.
    pub least: u32,
    /// The greatest number.
    pub most: u32,
}

/// What the values of a type have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldClass {
    /// Texts without an order.
    Text,
    /// Words of a list, without an order.
    Word,
    /// Numbers, which have an order.
    Number,
    /// Dates, and the months of dates.
    Date,
    /// Texts, numbers or dates.
    Tag,
}

impl FieldType {
    /// The class of the type.
    pub const fn class(&self) -> FieldClass {
        match self {
            FieldType::Text
            | FieldType::Name
            | FieldType::Path
            | FieldType::Spelled(_)
            | FieldType::Variant
            | FieldType::Band => FieldClass::Text,
            FieldType::Word(_) | FieldType::Opening(_) | FieldType::Flag => FieldClass::Word,
            FieldType::Number(_) | FieldType::Real(_) | FieldType::Points => FieldClass::Number,
            FieldType::Date | FieldType::Month => FieldClass::Date,
            FieldType::Tag => FieldClass::Tag,
        }
    }

    /// Whether values are compared as texts, and have no order.
    pub const fn is_text(&self) -> bool {
        matches!(self.class(), FieldClass::Text | FieldClass::Word)
    }

    /// Whether values of the two types can be compared. A tag can be any of them.
    pub(super) fn is_comparable(&self, other: &FieldType) -> bool {
        let (own, other_class) = (self.class(), other.class());
        own == other_class
            || self.is_text() && other.is_text()
            || [own, other_class].contains(&FieldClass::Tag)
    }

    /// The name of the type, for help.
    pub const fn as_str(&self) -> &'static str {
        match (self, self.class()) {
            (FieldType::Points, _) => "points",
            (FieldType::Month, _) => "month",
            (_, FieldClass::Word) => "word",
            (_, FieldClass::Text | FieldClass::Tag) => "text",
            (_, FieldClass::Number) => "number",
            (_, FieldClass::Date) => "date",
        }
    }

    /// The unit of its numbers, in the plural: `plies`.
    pub const fn unit(&self) -> Option<&'static str> {
        match self {
            FieldType::Number(range) => Some(range.unit),
            FieldType::Real(unit) => Some(unit),
            FieldType::Points => Some("points"),
            FieldType::Text
            | FieldType::Name
            | FieldType::Path
            | FieldType::Spelled(_)
            | FieldType::Variant
            | FieldType::Word(_)
            | FieldType::Opening(_)
            | FieldType::Flag
            | FieldType::Date
            | FieldType::Month
            | FieldType::Tag
            | FieldType::Band => None,
        }
    }

    /// The values, if they are a fixed list. `unknown` is not among them: it stands for a missing value.
    pub fn choices(&self) -> Option<Vec<&'static str>> {
        match self {
            FieldType::Word(words) | FieldType::Opening(words) => {
                let mut names = (words.names)();
                names.retain(|name| !name.eq_ignore_ascii_case("unknown"));
                Some(names)
            }
            FieldType::Flag => Some([true, false].map(word_of).into()),
            FieldType::Text
            | FieldType::Name
            | FieldType::Path
            | FieldType::Spelled(_)
            | FieldType::Variant
            | FieldType::Number(_)
            | FieldType::Real(_)
            | FieldType::Points
            | FieldType::Date
            | FieldType::Month
            | FieldType::Tag
            | FieldType::Band => None,
        }
    }

    /// The value that a text stands for, in the spelling that games have. `None` if no game can have it.
    pub(super) fn spelled(&self, text: &str) -> Option<String> {
        let word = match self {
            FieldType::Word(words) | FieldType::Opening(words) => (words.read)(text),
            FieldType::Flag => match &*text.to_ascii_lowercase() {
                "true" | "yes" | "1" => Some(word_of(true)),
                "false" | "no" | "0" => Some(word_of(false)),
                _ => None,
            },
            FieldType::Spelled(spelled) => return spelled(text),
            FieldType::Variant => {
                return Some(known_variant(text).unwrap_or_else(|| text.to_owned()));
            }
            FieldType::Text
            | FieldType::Name
            | FieldType::Path
            | FieldType::Number(_)
            | FieldType::Real(_)
            | FieldType::Points
            | FieldType::Date
            | FieldType::Month
            | FieldType::Tag
            | FieldType::Band => return Some(text.to_owned()),
        };
        let known = word.filter(|word| !word.eq_ignore_ascii_case("unknown"));
        known.map(str::to_owned)
    }
}

closed_list! {
    /// What the value of a field needs.
    pub enum Needs: "need" {
        /// The record states it.
        Record = "record",
        /// The moves are replayed.
        Judge = "judge",
        /// The moves are replayed, and positions are searched for forced wins.
        Search = "search",
    }
}

/// Gets the values of a field in a game.
type Get = for<'a> fn(&Facts<'a>, &'a Source) -> Values<'a>;

/// Where the values of a field come from.
#[derive(Clone, Copy)]
pub(super) enum FieldOrigin {
    /// The record.
    Record(Get),
    /// The replay.
    Judge(Get),
    /// The replay, and a search.
    Search(Get),
    /// A number of the last position.
    Position(Feature),
}

/// How many values a game can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Many {
    /// One.
    One,
    /// One for each player, which these fields have alone.
    Sides(Field, Field),
    /// Any number; and the fields of the players, if it has a set for each.
    Set(Option<(Field, Field)>),
}

/// How an index holds a field, so that its games are tested and counted without reading their records.
#[derive(Clone, Copy, Debug)]
pub enum IndexColumn {
    /// As a text.
    Texts,
    /// As the length of the game.
    Plies,
    /// As the rating of a side.
    Rating(Side),
    /// As the date, from which this makes the value.
    Date(fn(Date) -> Option<Value<'static>>),
    /// Among the motifs of a side, or of both.
    Motifs(Option<Side>),
    /// As the fields of both players.
    Sides,
    /// Not at all: the record is read.
    Unheld,
}

/// One line of the table of fields.
pub(super) struct FieldEntry {
    /// What the field is, for help.
    pub meaning: &'static str,
    /// A test of the field, for help.
    pub example: &'static str,
    pub field_type: FieldType,
    pub many: Many,
    pub origin: FieldOrigin,
    pub index: IndexColumn,
}

/// The values of a field that is a text of the game.
pub(super) fn text(text: Option<&str>) -> Values<'_> {
    Values::One(text.map(Value::Text))
}

/// The values of a field that is a number of the game.
pub(super) fn number(number: Option<u32>) -> Values<'static> {
    Values::One(number.map(Value::Number))
}
