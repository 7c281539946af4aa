//! Objects of programs in other text: JSON, and what JavaScript and Python write in its place.

use super::UnreadPart;

/// The longest object that is looked for, in bytes.
const LONGEST: usize = 1 << 20;

/// Where objects with names begin in a line: a brace and a name, with or without quotes; or the brackets of a list of
/// PHP or of a call, in which a value with a name comes first.
pub(super) fn starts(line: &[u8]) -> impl Iterator<Item = usize> {
    const MOST: usize = 8;
    let is_object = |&at: &usize| match line[at] {
        b'{' => begins_object(&line[at + 1..]),
        b'[' => named(&line[at + 1..]) == Some(NameMark::Arrow),
        _ => {
            let is_call = at > 0 && line[at - 1].is_ascii_alphanumeric();
            is_call && named(&line[at + 1..]) == Some(NameMark::Equals)
        }
    };
    memchr::memchr3_iter(b'{', b'[', b'(', line)
        .filter(is_object)
        .take(MOST)
}

/// Whether the inside of braces begins with a name. The names can begin on the next line.
fn begins_object(inside: &[u8]) -> bool {
    inside.trim_ascii_start().is_empty() || named(inside).is_some()
}

/// What stands between a name and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NameMark {
    Colon,
    /// Lua, and calls.
    Equals,
    /// Ruby and PHP: `=>`.
    Arrow,
}

/// What follows the name at the beginning of a text. In Ruby, a colon may stand before the name.
fn named(text: &[u8]) -> Option<NameMark> {
    let text = text.trim_ascii_start();
    let text = text.strip_prefix(b":").unwrap_or(text);
    let end = match text.first()? {
        quote @ (b'"' | b'\'') => memchr::memchr(*quote, &text[1..])? + 2,
        b if b.is_ascii_alphabetic() || *b == b'_' => {
            let is_word = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'_';
            text.iter().take_while(is_word).count()
        }
        _ => return None,
    };
    mark_of(&text[end..])
}

/// The mark after a name.
fn mark_of(after: &[u8]) -> Option<NameMark> {
    match after.trim_ascii_start() {
        [b':', ..] => Some(NameMark::Colon),
        [b'=', b'>', ..] => Some(NameMark::Arrow),
        [b'=', b'=', ..] => None,
        [b'=', ..] => Some(NameMark::Equals),
        _ => None,
    }
}

/// The object at the beginning of a text as JSON, and its length.
pub(super) fn object(text: &[u8]) -> Result<(String, usize), UnreadPart> {
    let mut out: Vec<u8> = Vec::new();
    let mut closing = Vec::new();
    let mut at = 0;
    let mut last_comma = None;
    while at < text.len().min(LONGEST) {
        let rest = &text[at..];
        let mut comma = None;
        match rest[0] {
            quote @ (b'"' | b'\'' | b'`') => {
                let length = quoted_end(rest, quote)?;
                push_text(&rest[1..length - 1], quote, &mut out);
                at += length;
                last_comma = None;
                continue;
            }
            b'/' if rest.starts_with(b"//") => {
                at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                continue;
            }
            b'/' if rest.starts_with(b"/*") => {
                at += memchr::memmem::find(rest, b"*/").map_or(rest.len(), |end| end + 2);
                continue;
            }
            open @ (b'{' | b'[' | b'(') => {
                let mark = named(&rest[1..]);
                let has_names = match open {
                    b'{' => true,
                    b'[' => mark == Some(NameMark::Arrow),
                    _ => mark == Some(NameMark::Equals),
                };
                out.push(if has_names { b'{' } else { b'[' });
                closing.push((open, if has_names { b'}' } else { b']' }));
            }
            close @ (b'}' | b']' | b')') => {
                if let Some(comma) = last_comma {
                    out[comma] = b' ';
                }
                let (open, closed) = closing.pop().ok_or(UnreadPart::Other)?;
                if !matches!((open, close), (b'{', b'}') | (b'[', b']') | (b'(', b')')) {
                    return Err(UnreadPart::Other);
                }
                out.push(closed);
                if closing.is_empty() {
                    let json = String::from_utf8(out).map_err(|_| UnreadPart::Other)?;
                    return Ok((json, at + 1));
                }
            }
            b',' => {
                comma = Some(out.len());
                out.push(b',');
            }
            // A name of Ruby: :white => "Ann".
            b':' if named(rest) == Some(NameMark::Arrow) => {
                at += 1;
                continue;
            }
            b'=' if rest.starts_with(b"=>") => {
                out.push(b':');
                at += 1;
            }
            b':' | b'=' => out.push(b':'),
            // A method of a text: "wS1".freeze
            b'.' if out.last() == Some(&b'"') => {
                let is_word = |b: &&u8| b.is_ascii_alphanumeric() || b"._".contains(b);
                at += rest.iter().take_while(is_word).count();
                continue;
            }
            b if b.is_ascii_whitespace() => {
                out.push(b' ');
                at += 1;
                continue;
            }
            b if b.is_ascii_alphanumeric() || b"_$-+.".contains(&b) => {
                let is_word = |b: &u8| b.is_ascii_alphanumeric() || b"_$-+.".contains(b);
                let length = rest.iter().take_while(|b| is_word(b)).count();
                push_word(&rest[..length], &rest[length..], &mut out);
                at += length;
                last_comma = None;
                continue;
            }
            _ => return Err(UnreadPart::Other),
        }
        last_comma = comma;
        at += 1;
    }
    Err(if text.len() < LONGEST {
        UnreadPart::Cut
    } else {
        UnreadPart::Other
    })
}

/// The length of a text in quotes, which ends on its line.
fn quoted_end(text: &[u8], quote: u8) -> Result<usize, UnreadPart> {
    let mut at = 1;
    while let Some(found) = text
        .get(at..)
        .and_then(|rest| memchr::memchr3(quote, b'\\', b'\n', rest))
    {
        at += found;
        match text[at] {
            b'\\' => at += 2,
            b'\n' if quote != b'`' => return Err(UnreadPart::Other),
            b'\n' => at += 1,
            _ => return Ok(at + 1),
        }
    }
    Err(UnreadPart::Cut)
}

/// Adds a text in double quotes.
fn push_text(inside: &[u8], quote: u8, out: &mut Vec<u8>) {
    out.push(b'"');
    let mut bytes = inside.iter();
    while let Some(&byte) = bytes.next() {
        match byte {
            b'\\' => match bytes.next() {
                Some(b'\'') => out.push(b'\''),
                Some(b'`') => out.push(b'`'),
                Some(&escape) => out.extend([b'\\', escape]),
                None => {}
            },
            b'"' if quote != b'"' => out.extend(b"\\\""),
            b'\n' => out.extend(b"\\n"),
            b if b < b' ' => out.push(b' '),
            b => out.push(b),
        }
    }
    out.push(b'"');
}

/// Adds a word: a name without quotes, a number, or a name of a value.
fn push_word(word: &[u8], rest: &[u8], out: &mut Vec<u8>) {
    let is_name = mark_of(rest).is_some();
    let known: &[u8] = match word {
        b"None" | b"undefined" | b"NaN" | b"null" => b"null",
        b"True" | b"true" => b"true",
        b"False" | b"false" => b"false",
        _ => b"",
    };
    let is_number = || str::from_utf8(word).is_ok_and(|word| word.parse::<f64>().is_ok());
    if !is_name && !known.is_empty() {
        out.extend(known);
    } else if !is_name && is_number() {
        out.extend(word);
    } else {
        out.push(b'"');
        out.extend(word);
        out.push(b'"');
    }
}
