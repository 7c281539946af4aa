//! Values in an expression.

use std::ops::Range;

use super::attribute::nearest;
use super::expression::{Literal, Operator, Subject, TagLiteral, contains};
use super::field::known_variant;
use super::period::period_of;
use super::text_pattern::{Misfit, TextPattern, escape};
use super::value::number_of;
use super::{Date, Field, FieldType, FilterError};
use crate::ParseDateError;
use skep_records::record::{GameKind, composed};
use skep_rules::game::Side;
use skep_rules::hexit::{Points, TileSet};
use skep_rules::hive::GameType;
use skep_tactics::time::{Duration, Instant};

/// Limits for the size of a regular expression, in bytes. The library does not tell the size, so the first limit within
/// which the expression compiles counts as its size.
const SIZES: [usize; 4] = [16 << 10, 64 << 10, 256 << 10, 1 << 20];
/// The largest size of all regular expressions of a filter, in bytes.
const MOST_REGEX: usize = 2 << 20;
/// The time to read the regular expressions of a filter. It is far more than ordinary ones take.
const READING: Duration = Duration::from_secs(2);
/// A word that `status` can be compared with, although no game has it as its status: the stated result contradicts the
/// board. `skep check` counts these games in a column of this name.
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
    let text = &*composed(text);
    let wrong = |message: String, help: Option<String>| error(span.clone(), message, help);
    let never = |range: &str| {
        let message = format!("`{subject} {operator} {text}` is never true");
        wrong(message, Some(format!("{subject} is {range}")))
    };
    let field_type = subject.field_type();
    if let Some(ends) = ends(&field_type, text) {
        return range(subject, operator, text, ends, span);
    }
    match field_type {
        FieldType::Number(range) => {
            let number = number(text).map_err(|message| wrong(message, None))?;
            let (least, most) = (f64::from(range.least), f64::from(range.most));
            let possible = match operator {
                Operator::Less => number > least,
                Operator::AtMost => number >= least,
                Operator::Greater => number < most,
                Operator::AtLeast => number <= most,
                Operator::Equal | Operator::Unequal | Operator::Contains | Operator::Lacks => {
                    if number.fract() != 0.0 {
                        return Err(never("a whole number"));
                    }
                    (least..=most).contains(&number)
                }
            };
            match (possible, range.most) {
                (true, _) => Ok(Literal::Number(number)),
                (false, u32::MAX) => Err(never(&format!("{least} or more"))),
                (false, _) => Err(never(&format!("from {least} to {most}"))),
            }
        }
        FieldType::Points => match text.parse::<Points>() {
            Ok(points) => Ok(Literal::Number(f64::from(points.halves()) / 2.0)),
            // No game has a quarter of a point, but more or less than that.
            Err(error) => number_of(text)
                .filter(|_| operator.is_order())
                .map(Literal::Number)
                .ok_or_else(|| wrong(format!("`{text}` is {error}"), None)),
        },
        FieldType::Real(_) => number(text)
            .map(Literal::Number)
            .map_err(|message| wrong(message, None)),
        FieldType::Month => match (month_of_year(text), operator) {
            (Some(1), Operator::Less) | (Some(12), Operator::Greater) => {
                Err(never("from 1 to 12, or a month such as 2024-03"))
            }
            (Some(month), _) => Ok(Literal::Month(month)),
            (None, _) => date_of(text).map(Literal::Date).ok_or_else(|| {
                let help = "write 2024-03, or 3 or March for the month of any year".to_owned();
                wrong(format!("`{text}` is not a month"), Some(help))
            }),
        },
        FieldType::Date => days(operator, text).ok_or_else(|| {
            let has_two = ['/', '-'].iter().any(|sign| text.split(*sign).count() == 3);
            let help = "if day and month can be exchanged, write the year first: 2024-04-02";
            let words = "put words in quotes: \"last 30 days\", \"last month\", \"3 weeks ago\"";
            let first = text.split([' ', '-']).next().unwrap_or_default();
            let is_of_words = ["", "last", "this", "past", "previous", "today", "now"]
                .contains(&&*first.to_ascii_lowercase());
            let help = match (is_of_words, has_two) {
                (true, _) => Some(words.to_owned()),
                (false, true) => Some(help.to_owned()),
                (false, false) => None,
            };
            wrong(format!("`{text}` is {ParseDateError}"), help)
        }),
        FieldType::Tag => {
            let tag = TagLiteral {
                text: text.to_lowercase(),
                number: number_of(text),
                date: Date::of_people(text),
            };
            if operator.is_order() && tag.number.is_none() && tag.date.is_none() {
                let help = "only numbers and dates have one".to_owned();
                return Err(wrong(format!("the text `{text}` has no order"), Some(help)));
            }
            Ok(Literal::Tag(tag))
        }
        FieldType::Text
        | FieldType::Name
        | FieldType::Path
        | FieldType::Spelled(_)
        | FieldType::Variant
        | FieldType::Word(_)
        | FieldType::Opening(_)
        | FieldType::Flag
        | FieldType::Band => word(subject, operator, text)
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

/// A date as people write it, also by its distance from today (UTC): `today`, `yesterday`, `this month`, `last month`,
/// `this year`, `last year`.
fn date_of(text: &str) -> Option<Date> {
    Date::of_people(text).or_else(|| relative_date(text, today()?))
}

/// What a date is compared with: a date, or a span of days. Before a span is before its first day, and after it is
/// after its last.
fn days(operator: Operator, text: &str) -> Option<Literal> {
    if let Some(date) = date_of(text) {
        return Some(Literal::Date(date));
    }
    let [from, to] = period_of(text, today())?.map(Literal::Date);
    Some(match operator {
        Operator::Less | Operator::AtLeast => from,
        Operator::Greater | Operator::AtMost => to,
        Operator::Equal | Operator::Unequal | Operator::Contains | Operator::Lacks => {
            Literal::Range(Box::new([Some(from), Some(to)]))
        }
    })
}

/// Today, if there is a clock.
fn today() -> Option<Date> {
    if cfg!(target_family = "wasm") {
        return None;
    }
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    Date::of_seconds(now.ok()?.as_secs())
}

/// The date that words such as `last month` mean on a day.
fn relative_date(text: &str, today: Date) -> Option<Date> {
    let words = text.trim().to_ascii_lowercase().replace(['-', '_'], " ");
    let (year, month) = (today.year(), today.month()?);
    match &*words {
        "today" => Some(today),
        "yesterday" => {
            let days = u64::try_from(today.days_from_1970()?).ok()?;
            Date::of_seconds(days.checked_sub(1)? * 24 * 60 * 60)
        }
        "this month" => Date::new(year, Some(month), None),
        "last month" if month == 1 => Date::new(year - 1, Some(12), None),
        "last month" => Date::new(year, Some(month - 1), None),
        "this year" => Date::new(year, None, None),
        "last year" => Date::new(year - 1, None, None),
        _ => None,
    }
}

/// A number, or what is wrong.
fn number(text: &str) -> Result<f64, String> {
    number_of(text).ok_or_else(|| format!("`{text}` is not a number"))
}

/// The ends of a range of numbers or dates, of which one can be missing: `20..30`, `2024-03..`.
fn ends<'a>(field_type: &FieldType, text: &'a str) -> Option<[&'a str; 2]> {
    let (from, to) = text.split_once("..")?;
    let is_end = |end: &str| end.is_empty() || number_of(end).is_some() || date_of(end).is_some();
    let is_range = match field_type {
        FieldType::Tag => is_end(from) && is_end(to),
        field_type => !field_type.is_text(),
    };
    (is_range && !(from.is_empty() && to.is_empty())).then_some([from, to])
}

fn range(
    subject: &Subject,
    operator: Operator,
    text: &str,
    [from, to]: [&str; 2],
    span: &Range<usize>,
) -> Result<Literal, FilterError> {
    if operator.is_order() {
        let message = format!("`{text}` is a range");
        let help = format!("write {subject} = {text}");
        return Err(error(span.clone(), message, Some(help)));
    }
    let end = |operator, end: &str| {
        (!end.is_empty())
            .then(|| literal(subject, operator, end, span))
            .transpose()
    };
    let ends = [end(Operator::AtLeast, from)?, end(Operator::AtMost, to)?];
    let is_empty = match &ends {
        [Some(Literal::Number(from)), Some(Literal::Number(to))] => from > to,
        [Some(Literal::Date(from)), Some(Literal::Date(to))] => from.first_day() > to.last_day(),
        [Some(Literal::Month(from)), Some(Literal::Month(to))] => from > to,
        _ => false,
    };
    if is_empty {
        let message = format!("`{subject} {operator} {text}` is never true");
        let help = format!("the smaller one comes first: {to}..{from}");
        return Err(error(span.clone(), message, Some(help)));
    }
    Ok(Literal::Range(Box::new(ends)))
}

/// The text to compare with, in lower case. The error is help: no game can have the text.
fn word(subject: &Subject, operator: Operator, text: &str) -> Result<String, String> {
    let field_type = subject.field_type();
    let is_regex = text.len() > 2 && text.starts_with('/') && text.ends_with('/');
    if is_regex && !matches!(field_type, FieldType::Path) {
        return Err(format!(
            "use ~ with a regular expression: {subject} ~ {text}"
        ));
    }
    let is_part = matches!(operator, Operator::Contains | Operator::Lacks);
    if is_part && text.len() > 1 && (text.starts_with('^') || text.ends_with('$')) {
        return Err(format!(
            "a regular expression is written between slashes: {subject} {} /{text}/",
            operator.as_str()
        ));
    }
    let lower = text.to_lowercase();
    let mut choices = field_type.choices().unwrap_or_default();
    if is_part {
        let possible = choices.is_empty() || choices.iter().any(|name| contains(name, &lower));
        if possible {
            return Ok(lower);
        }
    } else if let Some(word) = field_type.spelled(text) {
        return Ok(word.to_lowercase());
    }
    let field = subject.field();
    if field == Some(Field::Status) {
        choices.push(MISMATCH);
    }
    let unknown = text.eq_ignore_ascii_case("unknown");
    Err(match (nearest(text, &choices), field) {
        _ if unknown => format!("use not known({subject}) for games without a {subject}"),
        (Some(near), _) => format!("did you mean {}?", quoted(near)),
        (None, Some(Field::Opening)) if is_part => {
            format!(
                "a line of moves needs =, as in opening = 'wL bS1'; the names are {}",
                choices.join(", ")
            )
        }
        (None, Some(field)) if choices.is_empty() => format!("write it as in {}", field.example()),
        (None, _) => format!("the values are {}", choices.join(", ")),
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
    let regex = room
        .compile(&composed(pattern))
        .map_err(|reason| match reason {
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
    if let Some(choices) = subject.field_type().choices()
        && !choices.iter().any(|name| regex.is_match(name))
    {
        let help = format!("the values are {}", choices.join(", "));
        return Err(wrong(
            format!("no value of `{subject}` matches"),
            Some(help),
        ));
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

/// What to write in place of a test that is valid but is likely meant otherwise, if its value has no quotes.
pub(super) fn likely_slip(field: Field, operator: Operator, text: &str) -> Option<String> {
    let equality = matches!(operator, Operator::Equal | Operator::Unequal);
    let side = text.parse::<Side>().is_ok();
    match field.field_type() {
        FieldType::Name if side && !field.is_of_outcome() => Some(format!(
            "for a player of that name, write {field} {operator} \"{text}\"; for the winner, winner = {text}"
        )),
        FieldType::Name if side && !equality => Some(format!(
            "write {field} = {text}; for a player of that name, {field} {operator} \"{text}\""
        )),
        FieldType::Variant if known_variant(text).is_none() => {
            let game: GameKind = text.parse().ok()?;
            Some(format!("write game = {game}"))
        }
        FieldType::Name | FieldType::Text if equality && text.contains('*') => {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_dates_mean_a_day_a_month_or_a_year() {
        let on = |day: &str, words: &str| {
            let date = relative_date(words, day.parse().unwrap());
            date.map(|date| date.to_string())
        };
        for (day, words, date) in [
            ("2024-03-01", "today", Some("2024-03-01")),
            ("2024-03-01", "Yesterday", Some("2024-02-29")),
            ("2024-03-31", "last month", Some("2024-02")),
            ("2024-01-15", "last-month", Some("2023-12")),
            ("2024-01-15", "this_month", Some("2024-01")),
            ("2024-01-15", "this year", Some("2024")),
            ("2024-01-15", "last year", Some("2023")),
            ("2024-01-15", "next year", None),
        ] {
            assert_eq!(on(day, words).as_deref(), date, "{day} {words}");
        }
        assert!(date_of("today").is_some());
    }
}
