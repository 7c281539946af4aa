//! The field or the tag of a game that a name stands for, and suggestions for unknown names.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use super::feature::When;
use super::field_type::NumberRange;
use super::literal::quoted;
use super::{Field, FieldType, Value, Values};
use crate::Facts;
use crate::motifs::{Motif, Motifs};
use skep_records::Source;
use skep_rules::game::Side;

/// A field or a tag of a game, or a value made from them: `plies`, `tag(Event)`, `max(queen)`, `elo/200`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// A field.
    Field(Field),
    /// The tag of this name.
    Tag(String),
    /// The greatest or the least value of a field that a position has, after any ply.
    Extreme(Field, When),
    /// The first ply that makes a motif.
    First(Motif),
    /// Numbers in bands of this width.
    Bands(Box<Attribute>, NonZeroU32),
}

/// There is no such field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown field `{name}`; {}", self.help())]
pub struct UnknownField {
    /// The name.
    name: String,
    /// What is wrong, if the name is nearly right.
    wrong: Option<String>,
}

/// What to write for values that no field has.
const SENTENCES: [(&[&str], &str); 15] = [
    (
        &["win"],
        "did you mean winner? only puzzles have a win: skep puzzles --where \"win = missed\"",
    ),
    (
        &["colour", "color", "side"],
        "for the results of a player with each colour, use skep players --table colours --player NAME; in filters, \
         white = NAME and black = NAME; the thinking times of each colour are in skep stats --table clocks",
    ),
    (
        &["score", "scores"],
        "the points of Hex-It are white_points and black_points; the verdict of an engine on a position is evaluation; \
         a player's share of the points is in skep players",
    ),
    (
        &["result_mismatch", "mismatch", "contradiction"],
        "did you mean status = mismatch? the stated result contradicts the board",
    ),
    (
        &["bug", "bugs", "piece", "pieces"],
        "for the bugs, use skep stats --table bugs; for the games with a piece, --where \"uses(wP)\"",
    ),
    (
        &["position", "positions", "pos", "fen", "board_state"],
        "for the games of a position, use reaches(\"wL;bS1 wL-\"); for a relation of pieces, pattern(\"bA wQ-\")",
    ),
    (
        &["opponent", "opponents", "versus", "vs"],
        "did you mean player? the games of two players are player = Ann and player = Bob",
    ),
    (
        &["time", "start", "start_time"],
        "did you mean hour? date orders the games of a day by their times; the time limit is time_control",
    ),
    (
        &["guest", "guests", "anonymous", "human", "humans"],
        "bots are bot, white_bot and black_bot; names are tested with player ~ guest",
    ),
    (
        &["white_mobility", "black_mobility", "legal_moves"],
        "mobility, max(mobility) and min(mobility) are of the game; each ply has the column legal_moves: \
         skep export --table plies -o plies.csv",
    ),
    (
        &["first_move", "firstmove", "first_moves"],
        "for first moves, use skep openings --depth 1; for the games with one, --where \"opening = wL\"",
    ),
    (
        &["number", "index", "id", "nr"],
        "games are numbered in the order of the input: --game N chooses one, and skep split --per-file 1 writes a file for each",
    ),
    (
        &["duration", "minutes", "seconds"],
        "times are in skep stats --table clocks, and the column used_ms of skep export --table plies",
    ),
    (
        &["valid", "invalid"],
        "did you mean status? valid games are status = ok, as in skep check",
    ),
    (
        &["throws", "thrown"],
        "each ply has the column thrown: skep export --table plies -o plies.csv",
    ),
];

/// Names that may stand for these fields, and may mean something else.
const OTHER_NAMES: [(&str, Field); 14] = [
    ("moves", Field::Plies),
    ("turns", Field::Plies),
    ("ply", Field::Plies),
    ("rating", Field::Elo),
    ("ratings", Field::Elo),
    ("won", Field::Winner),
    ("lost", Field::Loser),
    ("tournament", Field::Event),
    ("clock", Field::TimeControl),
    ("eco", Field::Opening),
    ("motifs", Field::Motif),
    ("end", Field::Termination),
    ("whitescore", Field::WhitePoints),
    ("blackscore", Field::BlackPoints),
];

impl UnknownField {
    /// For a name that no field has.
    pub fn new(name: &str) -> UnknownField {
        UnknownField {
            name: name.to_owned(),
            wrong: None,
        }
    }

    fn refused(name: &str, wrong: String) -> UnknownField {
        UnknownField {
            name: name.to_owned(),
            wrong: Some(wrong),
        }
    }

    /// The field that people mean by the name.
    pub fn meant(&self) -> Option<&'static str> {
        if self.name.eq_ignore_ascii_case("tag") {
            return Some("tag(Round)");
        }
        if let Some(field) = field_of(&self.name) {
            return Some(field.as_str());
        }
        let mut others = OTHER_NAMES.into_iter();
        let found = others.find(|(other, _)| other.eq_ignore_ascii_case(&self.name));
        found.map(|(_, field)| field.as_str())
    }

    /// What to write for a value that no field has.
    pub fn sentence(&self) -> Option<&'static str> {
        let name = self.name.to_ascii_lowercase().replace(['-', ' '], "_");
        let mut sentences = SENTENCES.into_iter();
        let found = sentences.find(|(names, _)| names.contains(&&*name));
        found.map(|(_, sentence)| sentence)
    }

    /// A suggestion for what to write instead.
    pub fn help(&self) -> String {
        if let Some(wrong) = &self.wrong {
            return wrong.clone();
        }
        let name = &self.name;
        if let Some(sentence) = self.sentence() {
            return sentence.to_owned();
        }
        if name.contains(['<', '>', '=', '~']) {
            return "a test belongs in --where, such as skep count --where \"white_elo > black_elo\"".to_owned();
        }
        let meant = self.meant();
        if meant.is_none()
            && let Some((field, value)) = value_of_field(name)
        {
            return format!("did you mean {field} = {}?", quoted(value));
        }
        let meant = meant.or_else(|| nearest(name, Field::NAMES));
        let tag = format!("for a tag of the record: tag({name})");
        match meant {
            Some(meant) => format!("did you mean {meant}? {tag}"),
            None => format!("{tag}; for all fields: skep help filters"),
        }
    }
}

/// The field with a closed list of values that has this value: `illegal` is a status.
fn value_of_field(name: &str) -> Option<(Field, &'static str)> {
    let plain = |text: &str| text.replace(['_', ' '], "-");
    let name = plain(name);
    let of_field = |field: Field| {
        let mut choices = field.choices()?.into_iter();
        let value = choices.find(|value| plain(value).eq_ignore_ascii_case(&name))?;
        Some((field, value))
    };
    // A field of both players is after those of one.
    let mut all = Field::ALL.into_iter();
    let (field, value) = all.find_map(of_field)?;
    let mut of_both = Field::ALL.into_iter();
    let of_both = of_both.find(|both| {
        Side::ALL
            .iter()
            .any(|&side| both.of_side(side) == Some(field))
    });
    Some((of_both.unwrap_or(field), value))
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
    let text = text.trim_end_matches(['_', '-']).to_lowercase();
    let near = |name: &str| {
        let name = name.to_lowercase();
        let begins = |a: &str, b: &str| b.len() > 2 && a.starts_with(b);
        // The beginning of a name stands for the shortest such name, and a longer word for the longest in it.
        if begins(&name, &text) {
            return Some((0, name.len()));
        } else if begins(&text, &name) {
            return Some((1, text.len() - name.len()));
        }
        let distance = distance(&name, &text, name.chars().count().div_ceil(3))?;
        Some((1 + distance, 0))
    };
    let near = names.iter().filter_map(|&name| Some((near(name)?, name)));
    near.min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// The word before a name in parentheses, and what such an attribute is.
const CALLS: [(&str, &str); 4] = [
    ("tag", "the name of a tag"),
    ("max", "a feature of a position"),
    ("min", "a feature of a position"),
    ("first", "a motif"),
];

impl Attribute {
    /// What stands in parentheses after a word: the name of a tag after `tag`. `None` if the word takes none.
    pub(super) fn argument_of(word: &str) -> Option<&'static str> {
        let mut calls = CALLS.into_iter();
        let found = calls.find(|(call, _)| call.eq_ignore_ascii_case(word));
        let sided = || {
            word.parse()
                .ok()
                .and_then(|f: Field| f.of_side(Side::White))
        };
        found
            .map(|(_, what)| what)
            .or_else(|| sided().map(|_| "white or black"))
    }

    /// The attribute that a word with an argument in parentheses stands for: `tag(Round)`, `max(queen)`,
    /// `missed(white)`. The error is a message with help.
    pub(super) fn call(word: &str, argument: &str) -> Result<Attribute, (String, Option<String>)> {
        let extreme = |when| {
            let field = argument.parse::<Field>().ok();
            let field = field.filter(|field| field.feature().is_some());
            field
                .map(|field| Attribute::Extreme(field, when))
                .ok_or_else(|| {
                    let all = Field::ALL.iter().filter(|f| f.feature().is_some());
                    let names: Vec<&str> = all.map(|f| f.as_str()).collect();
                    let help = format!("the features are {}", names.join(", "));
                    (
                        format!("`{argument}` is not a feature of a position"),
                        Some(help),
                    )
                })
        };
        match &*word.to_ascii_lowercase() {
            "tag" => Ok(Attribute::Tag(argument.to_owned())),
            "max" => extreme(When::Max),
            "min" => extreme(When::Min),
            "first" => argument.parse().map(Attribute::First).map_err(|_| {
                let help = format!("the motifs are {}", Motif::NAMES.join(", "));
                (format!("`{argument}` is not a motif"), Some(help))
            }),
            word => {
                let side = argument.parse().ok();
                let field = side.and_then(|side| word.parse::<Field>().ok()?.of_side(side));
                field
                    .map(Attribute::Field)
                    .ok_or_else(|| (format!("`{argument}` is not white or black"), None))
            }
        }
    }

    /// The field, if it is one.
    pub fn field(&self) -> Option<Field> {
        match self {
            Attribute::Field(field) => Some(*field),
            _ => None,
        }
    }

    /// The words of its values, if they have an order: Monday comes before Friday.
    pub fn ranked_words(&self) -> Option<Vec<&'static str>> {
        match self.field_type() {
            FieldType::Word(words) if words.is_ranked => Some((words.names)()),
            _ => None,
        }
    }

    /// Whether its values have an order: numbers, dates, bands, days of the week.
    pub fn has_order(&self) -> bool {
        let field_type = self.field_type();
        let is_band = matches!(field_type, FieldType::Band);
        is_band
            || !(field_type.is_text() || matches!(field_type, FieldType::Tag))
            || self.ranked_words().is_some()
    }

    /// The type of its values.
    pub fn field_type(&self) -> FieldType {
        match self {
            Attribute::Field(field) | Attribute::Extreme(field, _) => *field.field_type(),
            Attribute::Tag(_) => FieldType::Tag,
            Attribute::First(_) => FieldType::Number(NumberRange {
                unit: "plies",
                least: 1,
                most: u32::MAX,
            }),
            Attribute::Bands(..) => FieldType::Band,
        }
    }

    /// Whether a game has at most one value of it.
    pub fn is_single(&self) -> bool {
        match self {
            Attribute::Field(field) | Attribute::Extreme(field, _) => field.is_single(),
            Attribute::Tag(_) | Attribute::First(_) => true,
            Attribute::Bands(of, _) => of.is_single(),
        }
    }

    /// Whether a game can have several values of it, not one for each player.
    pub fn has_several(&self) -> bool {
        match self {
            Attribute::Field(field) => field.has_several(),
            Attribute::Tag(_) | Attribute::Extreme(..) | Attribute::First(_) => false,
            Attribute::Bands(of, _) => of.has_several(),
        }
    }

    /// Its values in a game.
    pub fn values<'a>(&self, facts: &Facts<'a>, source: &'a Source) -> Values<'a> {
        match self {
            Attribute::Field(field) => field.values(facts, source),
            Attribute::Tag(name) => Values::One(facts.tag(name).map(Value::Text)),
            Attribute::Extreme(field, when) => match field.feature() {
                Some(feature) => feature.values(facts, *when),
                None => Values::One(None),
            },
            Attribute::First(_) if facts.verdict().is_none() => Values::Pending,
            Attribute::First(motif) => {
                let motifs = Motifs::of_game(facts);
                let ply = motifs.and_then(|motifs| motifs.first(*motif));
                Values::One(ply.map(Value::Number))
            }
            Attribute::Bands(of, width) => {
                let width = width.get();
                of.values(facts, source).map(|value| value.band(width))
            }
        }
    }
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Attribute::Field(field) => field.fmt(f),
            Attribute::Tag(name) => write!(f, "tag({name})"),
            Attribute::Extreme(field, when) => write!(f, "{when}({field})"),
            Attribute::First(motif) => write!(f, "first({motif})"),
            Attribute::Bands(of, width) => write!(f, "{of}/{width}"),
        }
    }
}

impl FromStr for Attribute {
    type Err = UnknownField;

    /// Reads the name of a field in any case, a tag as `tag(Event)`, `max(queen)` and the like, or numbers in bands as
    /// `plies/10`.
    fn from_str(text: &str) -> Result<Attribute, UnknownField> {
        let text = text.trim();
        if let Some((of, width)) = text.rsplit_once(['/', ':'])
            && let Ok(of) = of.parse::<Attribute>()
        {
            let wrong = match (of.field_type(), width.trim().parse()) {
                (
                    FieldType::Number(_) | FieldType::Real(_) | FieldType::Points | FieldType::Tag,
                    width,
                ) => match width {
                    Ok(width) if !text.contains(':') => {
                        return Ok(Attribute::Bands(Box::new(of), width));
                    }
                    Ok(width) => format!("did you mean {of}/{width}? it counts in bands"),
                    Err(_) => format!("bands have a whole number, 1 or more: {of}/10"),
                },
                _ => format!("bands are of numbers, such as plies/10; {of} is not a number"),
            };
            return Err(UnknownField::refused(text, wrong));
        }
        if let Some((word, rest)) = text.split_once('(')
            && let Some(argument) = rest.strip_suffix(')').map(str::trim)
            && !argument.is_empty()
            && Attribute::argument_of(word.trim()).is_some()
        {
            return Attribute::call(word.trim(), argument).map_err(|(message, help)| {
                let help = help.map(|help| format!("; {help}")).unwrap_or_default();
                UnknownField::refused(text, format!("{message}{help}"))
            });
        }
        let field = field_of(text).map(Attribute::Field);
        field.ok_or_else(|| UnknownField::new(text))
    }
}

/// The field of a name. People write white-elo, white elo and whiteelo as well as white_elo.
fn field_of(name: &str) -> Option<Field> {
    let plain = |name: &str| name.replace(['-', ' ', '_'], "").to_ascii_lowercase();
    let spelled = || {
        Field::ALL
            .into_iter()
            .find(|f| plain(f.as_str()) == plain(name))
    };
    name.replace(['-', ' '], "_").parse().ok().or_else(spelled)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of names that begin with the same word, each is found by what people type for it.
    #[test]
    fn near_names_are_told_apart() {
        for field in Field::ALL {
            let name = field.as_str();
            for typed in [
                name.replace('_', ""),
                name.replace('_', "-"),
                name.replace('_', " "),
            ] {
                assert_eq!(typed.parse(), Ok(Attribute::Field(field)), "{typed}");
            }
            for end in (3..name.len()).filter(|&end| name.is_char_boundary(end)) {
                let typed = &name[..end];
                if let Err(error) = typed.parse::<Attribute>() {
                    let help = error.help();
                    let has_sentence = error.sentence().is_some()
                        || error.meant().is_some()
                        || value_of_field(typed).is_some();
                    let mut tips = Field::NAMES
                        .iter()
                        .filter(|name| name.starts_with(typed.trim_end_matches('_')));
                    let is_near =
                        tips.any(|name| help.starts_with(&format!("did you mean {name}?")));
                    assert!(has_sentence || is_near, "{typed}: {help}");
                }
            }
        }
    }

    #[test]
    fn attributes_are_fields_and_tags() {
        for (text, expected) in [
            ("plies", Attribute::Field(Field::Plies)),
            (" Type ", Attribute::Field(Field::Variant)),
            ("white-elo", Attribute::Field(Field::WhiteElo)),
            ("White rating", Attribute::Field(Field::WhiteElo)),
            ("length", Attribute::Field(Field::Plies)),
            ("file", Attribute::Field(Field::Source)),
            ("tag(Event)", Attribute::Tag("Event".into())),
            ("TAG( Round )", Attribute::Tag("Round".into())),
        ] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        for (text, help) in [
            ("moves", "did you mean plies?"),
            ("first-move", "skep openings --depth 1"),
            ("whit", "did you mean white?"),
            ("result-mismatch", "did you mean status = mismatch?"),
            ("Illegal", "did you mean status = illegal?"),
            ("pin", "did you mean motif = pin?"),
            ("white_elo > black_elo", "belongs in --where"),
            ("opning", "did you mean opening?"),
            ("win", "skep puzzles --where \"win = missed\""),
            ("Annotator", "for a tag of the record: tag(Annotator)"),
            ("result_mismatch", "did you mean status = mismatch?"),
            ("Mismatch", "did you mean status = mismatch?"),
            ("plies:10", "did you mean plies/10?"),
            ("plies/0", "1 or more: plies/10"),
            ("event/10", "event is not a number"),
            ("colour", "players --table colours"),
            ("", "tag()"),
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
