//! One tag pair of PGN.

use std::borrow::Cow;

use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_while1};
use nom::character::complete::{char, space0};
use nom::combinator::recognize;
use nom::multi::many0_count;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

/// Reads a tag pair at the beginning of `text`. Returns the rest of the text, the name and the value.
///
/// PGN writes a quote in a value as `\"` and a backslash as `\\`. Mzinga does not escape them. A line that is not a
/// pair by PGN's rule is therefore read up to its last quote, or without quotes up to its last bracket.
pub(super) fn pair(text: &str) -> Option<(&str, &str, Cow<'_, str>)> {
    if let Ok((rest, (name, value))) = quoted(text) {
        return Some((rest, name, unescape(value)));
    }
    let line = text.lines().next()?;
    let close = line.rfind(']')?;
    let (_, name) = opening(text).ok()?;
    let after_name = name.as_ptr() as usize - text.as_ptr() as usize + name.len();
    let value = line.get(after_name..close)?.trim_ascii();
    let value = value.strip_prefix('"').unwrap_or(value);
    let value = value.strip_suffix('"').unwrap_or(value);
    Some((&text[close + 1..], name, value.into()))
}

fn opening(input: &str) -> IResult<&str, &str> {
    let letter = |c: char| !c.is_ascii_whitespace() && !matches!(c, '[' | ']' | '"');
    preceded((char('['), space0), take_while1(letter)).parse(input)
}

fn quoted(input: &str) -> IResult<&str, (&str, &str)> {
    let escape = alt((tag("\\\""), tag("\\\\"), tag("\\")));
    let value = recognize(many0_count(alt((is_not("\\\"\r\n"), escape))));
    let close = (char('"'), space0, char(']'));
    (opening, delimited((space0, char('"')), value, close)).parse(input)
}

fn unescape(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return value.into();
    }
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(&next @ ('"' | '\\')) if c == '\\' => {
                out.push(next);
                chars.next();
            }
            _ => out.push(c),
        }
    }
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_by_the_rule_and_beside_it() {
        let cases = [
            ("[White \"Ann\"]", "White", "Ann"),
            ("[ White  \"Ann\" ]", "White", "Ann"),
            ("[White \"\"]", "White", ""),
            ("[Event \"a \\\"b\\\" c]\"]", "Event", "a \"b\" c]"),
            ("[Event \"a\\\\b\"]", "Event", "a\\b"),
            ("[Event \"a \"b\" c\"]", "Event", "a \"b\" c"),
            ("[Event \"C:\\\"]", "Event", "C:\\"),
            ("[Event \"wQ \\wL\"]", "Event", "wQ \\wL"),
            ("[Round 3]", "Round", "3"),
        ];
        for (text, name, value) in cases {
            let with_more = format!("{text}\n[Site \"x\"]");
            let (rest, n, v) = pair(&with_more).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((n, v.as_ref()), (name, value), "{text}");
            assert_eq!(rest, "\n[Site \"x\"]", "{text}");
        }
        for bad in ["[", "[]", "[White", "[White \"Ann\"", "[\"Ann\"]", "x"] {
            assert!(pair(bad).is_none(), "{bad}");
        }
    }
}
