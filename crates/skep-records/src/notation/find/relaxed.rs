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
    let is_longest = text.len() >= LONGEST;
    let mut reader = RelaxedReader {
        text: &text[..text.len().min(LONGEST)],
        ..RelaxedReader::default()
    };
    reader.object().map_err(|part| {
        let is_limit = is_longest && matches!(part, UnreadPart::Cut);
        let RelaxedReader { text, at, open, .. } = reader;
        let open = open.into_iter().map(|bracket| bracket.at);
        let open = open.filter(|&at| text[at] == b'{').collect();
        NoObject {
            part: if is_limit { UnreadPart::Other } else { part },
            length: at,
            open: if is_limit { Vec::new() } else { open },
        }
    })
}

/// A bracket that is open.
struct OpenBracket {
    at: usize,
    /// Where it is in the JSON.
    written: usize,
    /// Whether it has names. A list of C, Go and other languages has none, in the braces of an object.
    has_names: bool,
}

/// Writes an object of a program as JSON.
#[derive(Default)]
struct RelaxedReader<'a> {
    text: &'a [u8],
    at: usize,
    open: Vec<OpenBracket>,
    json: Vec<u8>,
    /// Where a comma is, if only blanks follow it.
    comma: Option<usize>,
    /// Whether a text in quotes stands before this place. The next one belongs to it.
    is_after_text: bool,
}

impl RelaxedReader<'_> {
    fn object(&mut self) -> Result<(String, usize), UnreadPart> {
        loop {
            let Some(&byte) = self.text.get(self.at) else {
                return Err(UnreadPart::Cut);
            };
            let rest = &self.text[self.at..];
            match byte {
                b'#' | b'/' if rest.starts_with(b"//") || rest.starts_with(b"# ") => {
                    self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                }
                b'/' if rest.starts_with(b"/*") => {
                    self.at += memchr::memmem::find(rest, b"*/").map_or(rest.len(), |end| end + 2);
                }
                // A comment may begin here.
                b'/' if rest.len() == 1 => return Err(UnreadPart::Cut),
                b if b.is_ascii_whitespace() => {
                    self.json.push(b' ');
                    self.at += 1;
                }
                quote @ (b'"' | b'\'' | b'`') => self.quoted(quote, false)?,
                b if is_word(b) => self.word()?,
                mark => {
                    self.mark(mark)?;
                    if self.open.is_empty() {
                        let json = std::mem::take(&mut self.json);
                        let json = String::from_utf8(json).map_err(|_| UnreadPart::Other)?;
                        return Ok((json, self.at));
                    }
                }
            }
        }
    }

    /// Takes a bracket, a comma or a colon.
    fn mark(&mut self, mark: u8) -> Result<(), UnreadPart> {
        let comma = self.comma.take();
        self.is_after_text = false;
        let written = match mark {
            b'{' | b'[' | b'(' => {
                self.open.push(OpenBracket {
                    at: self.at,
                    written: self.json.len(),
                    has_names: false,
                });
                if mark == b'(' { b'[' } else { mark }
            }
            b'}' | b']' | b')' => {
                if let Some(comma) = comma {
                    self.json[comma] = b' ';
                }
                let open = self.open.pop().ok_or(UnreadPart::Other)?;
                let is_list = mark == b'}' && !open.has_names && self.json[open.written] == b'{';
                if is_list {
                    self.json[open.written] = b'[';
                }
                if is_list || mark == b')' { b']' } else { mark }
            }
            b',' => {
                self.comma = Some(self.json.len());
                mark
            }
            b':' => {
                if let Some(open) = self.open.last_mut() {
                    open.has_names = true;
                }
                mark
            }
            _ => return Err(UnreadPart::Other),
        };
        self.json.push(written);
        self.at += 1;
        Ok(())
    }

    /// Takes a word, or a text in quotes with a prefix: `r"..."`, `u8"..."`, ``String.raw`...` ``.
    fn word(&mut self) -> Result<(), UnreadPart> {
        let rest = &self.text[self.at..];
        let length = rest.iter().take_while(|&&b| is_word(b)).count();
        let (word, after) = rest.split_at(length);
        self.at += length;
        if let Some(&quote @ (b'"' | b'\'' | b'`')) = after.first() {
            return self.quoted(quote, word.to_ascii_lowercase().contains(&b'r'));
        }
        self.comma = None;
        self.is_after_text = false;
        push_word(word, after, &mut self.json);
        Ok(())
    }

    /// Takes a text in quotes. Its backslashes stand for themselves if it is raw.
    fn quoted(&mut self, quote: u8, is_raw: bool) -> Result<(), UnreadPart> {
        let rest = &self.text[self.at..];
        let length = quoted_end(rest, quote)?;
        let inside = &rest[1..length - 1];
        if self.is_after_text {
            while self.json.pop() == Some(b' ') {}
        } else {
            self.json.push(b'"');
        }
        if is_raw || !has_escapes(inside) {
            push_raw(inside, &mut self.json);
        } else {
            push_text(inside, quote, &mut self.json);
        }
        self.json.push(b'"');
        self.at += length;
        self.comma = None;
        self.is_after_text = true;
        Ok(())
    }
}

/// Whether a byte belongs to a word.
fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b"_$-+.".contains(&b)
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

/// Adds the inside of a text whose backslashes stand for themselves.
fn push_raw(inside: &[u8], out: &mut Vec<u8>) {
    for &byte in inside {
        match byte {
            b'\\' | b'"' => out.extend([b'\\', byte]),
            b'\n' => out.extend(b"\\n"),
            b if b < b' ' => out.push(b' '),
            b => out.push(b),
        }
    }
}

/// Whether each backslash of a text begins an escape that texts of games have. If not, the backslashes stand for
/// themselves.
fn has_escapes(inside: &[u8]) -> bool {
    let mut rest = inside;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        if !rest
            .get(at + 1)
            .is_some_and(|b| b"\\\"'`/nrtu\n\r".contains(b))
        {
            return false;
        }
        rest = &rest[at + 2..];
    }
    true
}

/// Adds the inside of a text with escapes.
fn push_text(inside: &[u8], quote: u8, out: &mut Vec<u8>) {
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
