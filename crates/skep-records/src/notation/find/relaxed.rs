//! Objects of programs in other text: JSON, and what JavaScript and Python write in its place.

use super::UnreadPart;

/// The longest object that is looked for, in bytes.
const LONGEST: usize = 1 << 20;

/// Where objects with names begin in a line: a brace and a name, with or without quotes.
pub(super) fn starts(line: &[u8]) -> impl Iterator<Item = usize> {
    const MOST: usize = 8;
    let is_object = |&at: &usize| {
        let inside = line[at + 1..].trim_ascii_start();
        match inside.first() {
            // The names can begin on the next line.
            None => true,
            Some(quote @ (b'"' | b'\'')) => {
                let end = memchr::memchr(*quote, &inside[1..]);
                let after = end.map(|end| inside[end + 2..].trim_ascii_start());
                after.is_some_and(|after| after.starts_with(b":"))
            }
            Some(b) if b.is_ascii_alphabetic() || *b == b'_' => {
                let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
                let end = inside.iter().take_while(|b| is_word(b)).count();
                inside[end..].trim_ascii_start().starts_with(b":")
            }
            Some(_) => false,
        }
    };
    memchr::memchr_iter(b'{', line).filter(is_object).take(MOST)
}

/// Why a text does not begin with an object.
pub(super) struct NoObject {
    pub(super) part: UnreadPart,
    /// How much of the text was read, in bytes.
    pub(super) length: usize,
    /// The braces that were open there. No object begins at one of them. Empty if only the longest object ends there.
    pub(super) open: Vec<usize>,
}

/// The object at the beginning of a text as JSON, and its length.
pub(super) fn object(text: &[u8]) -> Result<(String, usize), NoObject> {
    let mut open = Vec::new();
    let mut at = 0;
    let is_longest = text.len() >= LONGEST;
    let text = &text[..text.len().min(LONGEST)];
    read(text, &mut at, &mut open).map_err(|part| {
        let is_limit = is_longest && matches!(part, UnreadPart::Cut);
        open.retain(|&at| text[at] == b'{');
        NoObject {
            part: if is_limit { UnreadPart::Other } else { part },
            length: at,
            open: if is_limit { Vec::new() } else { open },
        }
    })
}

/// Reads an object from `at` on, with the brackets that are open there.
fn read(text: &[u8], at: &mut usize, open: &mut Vec<usize>) -> Result<(String, usize), UnreadPart> {
    let mut out: Vec<u8> = Vec::new();
    let mut last_comma = None;
    while *at < text.len() {
        let rest = &text[*at..];
        let mut comma = None;
        match rest[0] {
            quote @ (b'"' | b'\'' | b'`') => {
                let length = quoted_end(rest, quote)?;
                push_text(&rest[1..length - 1], quote, &mut out);
                *at += length;
                last_comma = None;
                continue;
            }
            b'/' if rest.starts_with(b"//") => {
                *at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                continue;
            }
            b'/' if rest.starts_with(b"/*") => {
                *at += memchr::memmem::find(rest, b"*/").map_or(rest.len(), |end| end + 2);
                continue;
            }
            bracket @ (b'{' | b'[' | b'(') => {
                open.push(*at);
                out.push(if bracket == b'(' { b'[' } else { bracket });
            }
            close @ (b'}' | b']' | b')') => {
                if let Some(comma) = last_comma {
                    out[comma] = b' ';
                }
                open.pop().ok_or(UnreadPart::Other)?;
                out.push(if close == b')' { b']' } else { close });
                if open.is_empty() {
                    let json = String::from_utf8(out).map_err(|_| UnreadPart::Other)?;
                    return Ok((json, *at + 1));
                }
            }
            b',' => {
                comma = Some(out.len());
                out.push(b',');
            }
            b':' => out.push(b':'),
            b if b.is_ascii_whitespace() => {
                out.push(b' ');
                *at += 1;
                continue;
            }
            b if b.is_ascii_alphanumeric() || b"_$-+.".contains(&b) => {
                let is_word = |b: &u8| b.is_ascii_alphanumeric() || b"_$-+.".contains(b);
                let length = rest.iter().take_while(|b| is_word(b)).count();
                push_word(&rest[..length], &rest[length..], &mut out);
                *at += length;
                last_comma = None;
                continue;
            }
            // A comment may begin here.
            b'/' if rest.len() == 1 => return Err(UnreadPart::Cut),
            _ => return Err(UnreadPart::Other),
        }
        last_comma = comma;
        *at += 1;
    }
    Err(UnreadPart::Cut)
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
    let is_name = rest.trim_ascii_start().starts_with(b":");
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
