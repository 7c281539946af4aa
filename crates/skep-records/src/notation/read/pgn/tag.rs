//! One tag pair of PGN.

use std::borrow::Cow;

/// Reads a tag pair at the beginning of `text`. Returns the rest of the text, the name and the value.
///
/// PGN writes a quote in a value as `\"` and a backslash as `\\`. Mzinga does not escape them. A line that is not a
/// pair by PGN's rule is therefore read up to its last quote, or without quotes up to its last bracket.
pub(super) fn pair(text: &str) -> Option<(&str, &str, Cow<'_, str>)> {
    let (name, after_name) = opening(text)?;
    if let Some((value, rest)) = quoted(after_name) {
        return Some((rest, name, unescape(value)));
    }
    let line = after_name.lines().next()?;
    let close = line.rfind(']')?;
    let value = line[..close].trim_ascii();
    let value = value.strip_prefix('"').unwrap_or(value);
    let value = value.strip_suffix('"').unwrap_or(value);
    Some((&after_name[close + 1..], name, value.into()))
}

/// The name of a tag, and the text after it.
fn opening(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('[')?.trim_start_matches([' ', '\t']);
    let is_end = |c: char| c.is_ascii_whitespace() || matches!(c, '[' | ']' | '"');
    let name = inside.find(is_end).filter(|&end| end > 0)?;
    Some(inside.split_at(name))
}

/// The value of a tag by PGN's rule, with its escapes, and the text after the tag.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches([' ', '\t']).strip_prefix('"')?;
    let bytes = text.as_bytes();
    let is_mark = |b: &u8| matches!(b, b'"' | b'\\' | b'\r' | b'\n');
    let mut at = 0;
    loop {
        at += bytes.get(at..)?.iter().position(is_mark)?;
        match (bytes[at], bytes.get(at + 1)) {
            (b'"', _) => break,
            (b'\\', Some(b'"' | b'\\')) => at += 2,
            (b'\\', _) => at += 1,
            _ => return None,
        }
    }
    let rest = text[at + 1..]
        .trim_start_matches([' ', '\t'])
        .strip_prefix(']')?;
    Some((&text[..at], rest))
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
