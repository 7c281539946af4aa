//! The field or the tag of a game that a name stands for, and suggestions for unknown names.

use std::fmt;
use std::str::FromStr;

use super::{Field, Value, Values};
use crate::Facts;
use skep_records::Source;

/// A field or a tag of a game: `plies`, `tag(Event)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// A field.
    Field(Field),
    /// The tag of this name.
    Tag(String),
}

/// There is no such field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown field `{name}`; {}", self.help())]
pub struct UnknownField {
    /// The name.
    pub name: String,
}

/// Names that people use for fields.
const OTHER_NAMES: [(&str, Field); 24] = [
    ("length", Field::Plies),
    ("moves", Field::Plies),
    ("turns", Field::Plies),
    ("ply", Field::Plies),
    ("halfmoves", Field::Plies),
    ("plycount", Field::Plies),
    ("rating", Field::Elo),
    ("whiterating", Field::WhiteElo),
    ("blackrating", Field::BlackElo),
    ("name", Field::Player),
    ("players", Field::Player),
    ("opponent", Field::Player),
    ("outcome", Field::Result),
    ("won", Field::Winner),
    ("lost", Field::Loser),
    ("file", Field::Source),
    ("filename", Field::Source),
    ("expansions", Field::Variant),
    ("gametype", Field::Variant),
    ("tournament", Field::Kind),
    ("time", Field::TimeControl),
    ("clock", Field::TimeControl),
    ("day", Field::Date),
    ("eco", Field::Opening),
];

impl UnknownField {
    /// A suggestion for what to write instead.
    pub fn help(&self) -> String {
        let name = &self.name;
        if name.eq_ignore_ascii_case("win") {
            return "did you mean winner? only puzzles have a win: skep puzzles --where 'win = missed'"
                .to_owned();
        }
        let other = OTHER_NAMES
            .iter()
            .find(|(other, _)| other.eq_ignore_ascii_case(name));
        let meant = match other {
            Some((_, field)) => Some(field.as_str()),
            None => nearest(name, Field::NAMES),
        };
        let tag = format!("tag({name}) is the tag of that name");
        match meant {
            Some(meant) => format!("did you mean {meant}? {tag}"),
            None => format!("{tag}; for all fields: skep help filters"),
        }
    }
}

/// The number of typing errors between two texts in any case; `None` if there are more than `most`.
pub(super) fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
    // Comparing takes time and memory for each pair of characters, and a text can be long.
    let difference = a.chars().count().abs_diff(b.chars().count());
    let compare = || strsim::damerau_levenshtein(&a.to_lowercase(), &b.to_lowercase());
    (difference <= most)
        .then(compare)
        .filter(|distance| *distance <= most)
}

/// The name with the spelling nearest to a text, if it is near enough.
pub fn nearest<'a>(text: &str, names: &[&'a str]) -> Option<&'a str> {
    let text = text.to_lowercase();
    let near = |name: &str| {
        let name = name.to_lowercase();
        let begins = |a: &str, b: &str| b.len() > 2 && a.starts_with(b);
        if begins(&name, &text) || begins(&text, &name) {
            return Some(0);
        }
        distance(&name, &text, name.chars().count().div_ceil(3))
    };
    let near = names.iter().filter_map(|&name| Some((near(name)?, name)));
    near.min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

impl Attribute {
    /// Whether a game has at most one value of it.
    pub const fn is_single(&self) -> bool {
        match self {
            Attribute::Field(field) => field.is_single(),
            Attribute::Tag(_) => true,
        }
    }

    /// Whether a game can have several values of it.
    pub const fn has_several(&self) -> bool {
        match self {
            Attribute::Field(field) => field.has_several(),
            Attribute::Tag(_) => false,
        }
    }

    /// Its values in a game.
    pub fn values<'a>(&self, facts: &Facts<'a>, source: &'a Source) -> Values<'a> {
        match self {
            Attribute::Field(field) => field.values(facts, source),
            Attribute::Tag(name) => Values::One(facts.tag(name).map(Value::Text)),
        }
    }
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Attribute::Field(field) => field.fmt(f),
            Attribute::Tag(name) => write!(f, "tag({name})"),
        }
    }
}

impl FromStr for Attribute {
    type Err = UnknownField;

    /// Reads the name of a field in any case, or a tag as `tag(Event)`.
    fn from_str(text: &str) -> Result<Attribute, UnknownField> {
        let text = text.trim();
        let tag = text.split_once('(').and_then(|(word, rest)| {
            let name = rest.strip_suffix(')')?.trim();
            let is_tag = word.trim().eq_ignore_ascii_case("tag") && !name.is_empty();
            is_tag.then(|| Attribute::Tag(name.to_owned()))
        });
        let field = || text.parse().map(Attribute::Field);
        tag.map_or_else(field, Ok).map_err(|_| UnknownField {
            name: text.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_fields_and_tags() {
        for (text, expected) in [
            ("plies", Attribute::Field(Field::Plies)),
            (" Type ", Attribute::Field(Field::Variant)),
            ("tag(Event)", Attribute::Tag("Event".into())),
            ("TAG( Round )", Attribute::Tag("Round".into())),
        ] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        for (text, help) in [
            ("length", "did you mean plies?"),
            ("whit", "did you mean white?"),
            ("opning", "did you mean opening?"),
            ("win", "skep puzzles --where 'win = missed'"),
            ("Round", "tag(Round) is the tag"),
            ("", "tag() is the tag"),
        ] {
            let error = text.parse::<Attribute>().unwrap_err();
            assert!(error.to_string().contains(help), "{text}: {error}");
        }
    }

    #[test]
    fn the_nearest_name_is_near() {
        let names = ["tournament", "unranked", "master"];
        assert_eq!(nearest("tourn", &names), Some("tournament"));
        assert_eq!(nearest("Mater", &names), Some("master"));
        assert_eq!(nearest("blitz", &names), None);
        assert_eq!(nearest("", &names), None);
        assert_eq!(nearest(&"x".repeat(5_000_000), &names), None);
    }
}
