//! Values in an expression.

use std::ops::Range;

use super::attribute::nearest;
use super::expression::{Literal, Operator, Subject, contains};
use super::field::{ValueType, known_variant};
use super::text_pattern::{Misfit, TextPattern, escape};
use super::{Attribute, Date, Field, FilterError};
use crate::ParseDateError;
use skep_records::record::GameKind;
use skep_rules::game::Side;
use skep_rules::hexit::TileSet;
use skep_rules::hive::GameType;
use skep_tactics::Chance;
use skep_tactics::time::{Duration, Instant};

/// Limits for the size of a regular expression, in bytes. The library does not tell the size, so the first limit within
/// which the expression compiles counts as its size.
const SIZES: [usize; 4] = [16 << 10, 64 << 10, 256 << 10, 1 << 20];
/// The largest size of all regular expressions of a filter, in bytes.
const MOST_REGEX: usize = 2 << 20;
/// The time to read the regular expressions of a filter. It is far more than ordinary ones take.
const READING: Duration = Duration::from_secs(2);
/// A word that `status` can be compared with, although no game has it as its status: the stated result contradicts the board.
/// `skep check` counts these games in a column of this name.
pub(super) const MISMATCH: &str = "mismatch";
/// How much of a regular expression an error repeats, in characters.
const SHOWN: usize = 40;

/// The value that a text stands for. It is an error if no game can have it.
pub(super) fn literal(
    subject: &Subject,
    operator: Operator,
    text: &str,
    span: &Range<usize>,
) -> Result<Literal, FilterError> {
    let wrong = |message: String, help: Option<String>| error(span.clone(), message, help);
    let never = |range: &str| {
        let message = format!("`{subject} {operator} {text}` is never true");
        wrong(message, Some(format!("{subject} is {range}")))
    };
    match subject.shape() {
        ValueType::Number => {
            let number = text
                .parse()
                .map_err(|_| wrong(format!("`{text}` is not a number"), None))?;
            let (least, most) = subject.range();
            let possible = match operator {
                Operator::Less => number > least,
                Operator::AtMost => number >= least,
                Operator::Greater => number < most,
                Operator::AtLeast => number <= most,
                _ => (least..=most).contains(&number),
            };
            match (possible, most) {
                (true, _) => Ok(Literal::Number(number)),
                (false, u32::MAX) => Err(never(&format!("{least} or more"))),
                (false, _) => Err(never(&format!("from {least} to {most}"))),
            }
        }
        ValueType::Points => {
            let points = text
                .parse()
                .map_err(|e| wrong(format!("`{text}` is {e}"), None))?;
            Ok(Literal::Points(points))
        }
        ValueType::Month => match (month_of_year(text), operator) {
            (Some(1), Operator::Less) | (Some(12), Operator::Greater) => {
                Err(never("from 1 to 12, or a month such as 2024-03"))
            }
            (Some(month), _) => Ok(Literal::Month(month)),
            (None, _) => date(text).map(Literal::Date).map_err(|_| {
                let help = "write 2024-03, or 3 or March for the month of any year".to_owned();
                wrong(format!("`{text}` is not a month"), Some(help))
            }),
        },
        ValueType::Date => date(text)
            .map(Literal::Date)
            .map_err(|e| wrong(format!("`{text}` is {e}"), None)),
        ValueType::Text => word(subject, operator, text)
            .map(Literal::Text)
            .map_err(|help| {
                let message = match operator {
                    Operator::Contains | Operator::Lacks => {
                        format!("no value of `{subject}` contains `{text}`")
                    }
                    _ => format!("`{text}` is not a value of `{subject}`"),
                };
                wrong(message, Some(help))
            }),
    }
}

/// The text to compare with, in lower case. The error is help: no game can have the text.
fn word(subject: &Subject, operator: Operator, text: &str) -> Result<String, String> {
    let is_regex = text.len() > 2 && text.starts_with('/') && text.ends_with('/');
    if matches!(subject, Subject::Win) {
        return win(operator, text);
    }
    let Subject::Attribute(Attribute::Field(field)) = *subject else {
        return Ok(text.to_lowercase());
    };
    if is_regex && !matches!(field, Field::Source | Field::Path | Field::Entry) {
        return Err(format!("use ~ with a regular expression: {field} ~ {text}"));
    }
    let is_part = matches!(operator, Operator::Contains | Operator::Lacks);
    if is_part && text.len() > 1 && (text.starts_with('^') || text.ends_with('$')) {
        return Err(format!(
            "a regular expression is written between slashes: {field} {} /{text}/",
            operator.as_str()
        ));
    }
    let lower = text.to_lowercase();
    let mut choices = field.choices().unwrap_or_default();
    if is_part {
        let possible = choices.is_empty() || choices.iter().any(|name| contains(name, &lower));
        if possible {
            return Ok(lower);
        }
    } else if let Some(word) = field.word(text) {
        return Ok(word.to_lowercase());
    }
    if field == Field::Status {
        choices.push(MISMATCH);
    }
    let unknown = text.eq_ignore_ascii_case("unknown");
    Err(match nearest(text, &choices) {
        _ if unknown => format!("use not known({field}) for games without a {field}"),
        Some(near) => format!("did you mean {}?", quoted(near)),
        None if choices.is_empty() => format!("write it as in {}", field.example()),
        None => format!("the values are {}", choices.join(", ")),
    })
}

/// What a player did with a win, in lower case. The error is help.
fn win(operator: Operator, text: &str) -> Result<String, String> {
    let word = text.to_lowercase();
    let is_part = matches!(operator, Operator::Contains | Operator::Lacks);
    let is_value = |name: &&str| **name == word || is_part && name.contains(&word);
    if Chance::NAMES.iter().any(is_value) {
        return Ok(word);
    }
    Err(match nearest(text, Chance::NAMES) {
        Some(near) => format!("did you mean {near}?"),
        None => format!("the values are {}", Chance::NAMES.join(", ")),
    })
}

/// A text as it is written in an expression.
pub(super) fn quoted(text: &str) -> String {
    if text.contains(' ') {
        format!("\"{text}\"")
    } else {
        text.to_owned()
    }
}

/// A regular expression that ignores case. It is an error if no game can match it.
pub(super) fn regex(
    subject: &Subject,
    pattern: &str,
    span: &Range<usize>,
    room: &mut Room,
) -> Result<Literal, FilterError> {
    let wrong = |message: String, help: Option<String>| error(span.clone(), message, help);
    let regex = room.compile(pattern).map_err(|reason| match reason {
        Unfit::Invalid(reason) => wrong(format!("not a regular expression: {reason}"), None),
        Unfit::Size(what, limit, help) => {
            let message = format!("{what} more than {} KiB of memory", limit >> 10);
            wrong(message, Some(help.to_owned()))
        }
        Unfit::Time => {
            let message = "the regular expressions of the filter take more than";
            wrong(format!("{message} {} s to read", READING.as_secs()), None)
        }
    })?;
    if let Subject::Attribute(Attribute::Field(field)) = subject
        && let Some(choices) = field.choices()
        && !choices.iter().any(|name| regex.is_match(name))
    {
        let help = format!("the values are {}", choices.join(", "));
        return Err(wrong(format!("no value of `{field}` matches"), Some(help)));
    }
    Ok(Literal::Regex(regex))
}

/// What is left for regular expressions.
pub(super) struct Room {
    /// In bytes.
    size: usize,
    until: Instant,
}

/// Why a regular expression is refused.
enum Unfit {
    Invalid(String),
    /// What is too large, the limit in bytes, and help.
    Size(String, usize, &'static str),
    Time,
}

impl Room {
    /// For a whole filter.
    pub(super) fn new() -> Room {
        Room {
            size: MOST_REGEX,
            until: Instant::now() + READING,
        }
    }

    /// A regular expression that ignores case, if there is room for it.
    fn compile(&mut self, pattern: &str) -> Result<TextPattern, Unfit> {
        for size in SIZES {
            if Instant::now() >= self.until {
                return Err(Unfit::Time);
            }
            match TextPattern::new(pattern, size) {
                Ok(regex) => {
                    self.size = self.size.checked_sub(size).ok_or_else(|| {
                        let what = "the regular expressions of the filter take".to_owned();
                        let help = "use fewer or shorter ones; /ann|bob/ matches either name";
                        Unfit::Size(what, MOST_REGEX, help)
                    })?;
                    return Ok(regex);
                }
                Err(Misfit::Size) => {}
                Err(Misfit::Invalid(reason)) => return Err(Unfit::Invalid(reason)),
            }
        }
        let shown: String = pattern.chars().take(SHOWN).collect();
        let dots = if shown.len() < pattern.len() {
            "..."
        } else {
            ""
        };
        let what = format!("the regular expression /{shown}{dots}/ takes");
        let help = "repeat less, or write [a-z] for \\w and [0-9] for \\d";
        Err(Unfit::Size(what, SIZES[SIZES.len() - 1], help))
    }
}

/// A date with hyphens, or with dots as in PGN.
fn date(text: &str) -> Result<Date, ParseDateError> {
    text.replace('.', "-").parse()
}

/// What to write in place of a test that is valid but is likely meant otherwise, if its value has no quotes.
pub(super) fn likely_slip(field: Field, operator: Operator, text: &str) -> Option<String> {
    let equality = matches!(operator, Operator::Equal | Operator::Unequal);
    let side = text.parse::<Side>().is_ok();
    match field {
        Field::Winner | Field::Loser if side && !equality => Some(format!(
            "write {field} = {text}; for a player of that name, {field} {operator} \"{text}\""
        )),
        Field::White | Field::Black | Field::Player if side => Some(format!(
            "for a player of that name, write {field} {operator} \"{text}\"; for the winner, winner = {text}"
        )),
        Field::Variant if known_variant(text).is_none() => {
            let game: GameKind = text.parse().ok()?;
            Some(format!("write game = {game}"))
        }
        Field::White
        | Field::Black
        | Field::Player
        | Field::Winner
        | Field::Loser
        | Field::Event
        | Field::Site
            if equality && text.contains('*') =>
        {
            let pattern = text.split('*').map(escape).collect::<Vec<_>>().join(".*");
            let pattern = format!("^{pattern}$").replace("/", "\\/");
            let pattern = pattern.strip_prefix("^.*").unwrap_or(&pattern);
            let pattern = pattern.strip_suffix(".*$").unwrap_or(pattern);
            Some(format!(
                "* is not a wildcard: write {field} ~ /{pattern}/; for a name with *, put it in quotes"
            ))
        }
        _ => None,
    }
}

/// A month by its number or its English name.
fn month_of_year(text: &str) -> Option<u8> {
    let number = text.parse().ok().filter(|n| (1..=12).contains(n));
    number.or_else(|| Date::month_of_name(text))
}

/// What to say if no game has this variant, which skep does not judge.
pub(super) fn unusual_variant(text: &str) -> Option<String> {
    if text.eq_ignore_ascii_case(GameKind::HexIt.as_str()) {
        return Some(format!(
            "no game has the variant {text}, which --where tests; for all tile sets, write game = {text}"
        ));
    }
    if known_variant(text).is_some() {
        return None;
    }
    let hive = GameType::PLAIN.into_iter().map(GameType::set_name);
    let known: Vec<&str> = hive.chain(TileSet::ALL.map(TileSet::title)).collect();
    let end = match nearest(text, &known) {
        Some(near) => format!("; did you mean {}?", quoted(near)),
        None => String::new(),
    };
    Some(format!(
        "no game has the variant {text}, which --where tests{end}"
    ))
}

/// An error of an expression at a place of its text.
pub(super) fn error(
    span: Range<usize>,
    message: impl Into<String>,
    help: Option<String>,
) -> FilterError {
    FilterError {
        span,
        message: message.into(),
        help,
    }
}
