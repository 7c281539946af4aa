//! SGF as a stream of nodes and properties that survives damage.

use crate::diag::Span;

/// Walks the brackets of one game tree, item by item and without recursion.
///
/// Boardspace's dialect has the structure of SGF but other escapes: the end of a value depends on its place. See
/// [`BracketWalk::next`].
#[derive(Clone, Debug)]
pub(super) struct BracketWalk<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    nodes: usize,
    opened_at: usize,
    /// The beginning and the end of the last name, if more values may follow.
    list: Option<(usize, usize)>,
}

/// One item of a game tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BracketItem<'a> {
    /// A node begins.
    Node,
    /// A property of the node.
    Property(Property<'a>),
    /// Text outside every bracket.
    Text(&'a str),
    /// A tree begins inside the tree; the offset of its bracket.
    Open(usize),
    /// A tree ends.
    Close,
}

/// A property as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Property<'a> {
    pub name: &'a str,
    /// The value with its escapes.
    pub value: &'a str,
    /// The offset of the value. Not a span, because packing and unpacking its narrow fields takes a quarter of the time
    /// of a walk.
    pub start: usize,
}

impl Property<'_> {
    /// The span of the value.
    pub fn span(&self) -> Span {
        Span::new(self.start, self.start + self.value.len())
    }
}

/// A bracket that is never closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unclosed {
    /// The beginning of the property's name, or of the game.
    pub start: usize,
    /// The end of the possible value of the property, or of the opening bracket of the game.
    pub end: usize,
    /// Whether the bracket is that of the game.
    pub game: bool,
}

/// The name of a property of SGF that has a list of points, `AR[N 13:O 12][N 12:N 13]`; `None` for other properties.
pub(in crate::notation) fn list_name(name: &str) -> Option<&'static str> {
    const LISTS: [&str; 9] = ["AR", "CR", "DD", "LB", "LN", "MA", "SL", "SQ", "TR"];
    LISTS.into_iter().find(|list| *list == name)
}

/// Whether a property is free text, which may have several lines even in the root node.
pub(in crate::notation) fn is_prose(name: &str) -> bool {
    matches!(name, "C" | "GC" | "N" | "AN" | "DM")
}

impl<'a> BracketWalk<'a> {
    /// The first game tree of a text: an opening bracket, blanks and a semicolon, after anything.
    pub fn find(text: &'a str) -> Option<BracketWalk<'a>> {
        let bytes = text.as_bytes();
        let opened_at = memchr::memchr_iter(b'(', bytes)
            .find(|&i| bytes[i + 1..].iter().find(|b| !b.is_ascii_whitespace()) == Some(&b';'))?;
        Some(BracketWalk {
            text,
            at: opened_at + 1,
            depth: 1,
            nodes: 0,
            opened_at,
            list: None,
        })
    }

    /// The opening bracket of the game.
    pub fn start(&self) -> Span {
        Span::new(self.opened_at, self.opened_at + 1)
    }

    /// The next item; `None` when the outermost tree is closed.
    ///
    /// In the root node, the site writes one property per line without escapes: there a bracket ends the value only if
    /// the line ends or the next property begins after it. The value of a move never has an unescaped bracket or a line
    /// end. Everything else is plain SGF.
    ///
    /// # Errors
    /// The text does not close a value or the tree. After an unclosed value in the root node, the walk can continue
    /// with the next line. Otherwise it is over.
    pub fn next(&mut self) -> Result<Option<BracketItem<'a>>, Unclosed> {
        // A hand-written loop: most of the time to read an archive is spent here.
        let bytes = self.text.as_bytes();
        if self.depth == 0 {
            return Ok(None);
        }
        let list = self.list.take();
        while let Some(&b) = bytes.get(self.at) {
            match b {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b';' => {
                    self.at += 1;
                    self.nodes += 1;
                    return Ok(Some(BracketItem::Node));
                }
                b'(' => {
                    self.at += 1;
                    self.depth += 1;
                    return Ok(Some(BracketItem::Open(self.at - 1)));
                }
                b')' => {
                    self.at += 1;
                    self.depth -= 1;
                    return Ok(Some(BracketItem::Close));
                }
                b'[' if let Some((start, end)) = list => {
                    let property = self.property(start, end, self.at + 1)?;
                    return Ok(Some(BracketItem::Property(property)));
                }
                _ => return self.property_or_text().map(Some),
            }
        }
        self.depth = 0;
        Err(Unclosed {
            start: self.opened_at,
            end: self.opened_at + 1,
            game: true,
        })
    }

    fn property_or_text(&mut self) -> Result<BracketItem<'a>, Unclosed> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut end = start;
        while bytes
            .get(end)
            .is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'-')
        {
            end += 1;
        }
        if end > start && bytes.get(end) == Some(&b'[') {
            return self
                .property(start, end, end + 1)
                .map(BracketItem::Property);
        }
        // Not a name: text up to the end of the line or the next known character.
        while let Some(b) = bytes.get(end) {
            if matches!(b, b'\n' | b';' | b'(' | b')' | b'[') {
                break;
            }
            end += 1;
        }
        // A bracket without a name belongs to the text.
        if bytes.get(end) == Some(&b'[') {
            end += 1;
        }
        self.at = end;
        Ok(BracketItem::Text(self.text[start..end].trim_end()))
    }

    /// The property whose value begins at `from`.
    fn property(
        &mut self,
        start: usize,
        name_end: usize,
        from: usize,
    ) -> Result<Property<'a>, Unclosed> {
        let bytes = self.text.as_bytes();
        let name = &self.text[start..name_end];
        self.list = (name_end - start == 2 && self.nodes > 1 && list_name(name).is_some())
            .then_some((start, name_end));
        let end = match bytes[start..name_end] {
            _ if self.nodes <= 1 && !is_prose(name) => self.end_of_header_value(from),
            [b'P', b'0' | b'1'] if self.nodes > 1 => end_of_move(bytes, from),
            _ => end_of_text(bytes, from),
        };
        match end {
            Ok(end) => {
                self.at = end + 1;
                Ok(Property {
                    name,
                    value: &self.text[from..end],
                    start: from,
                })
            }
            Err(stopped_at) => {
                // An unclosed value ends with its line, unless it may have several lines.
                let rest = &bytes[from..stopped_at];
                let line = memchr::memchr(b'\n', rest).filter(|_| !is_prose(name));
                self.at = line.map_or(stopped_at, |line| from + line);
                Err(Unclosed {
                    start,
                    end: self.at,
                    game: false,
                })
            }
        }
    }

    /// The end of a value of the root node, or the point where the value proves to be unclosed.
    fn end_of_header_value(&self, from: usize) -> Result<usize, usize> {
        let bytes = self.text.as_bytes();
        let mut i = from;
        loop {
            match bytes.get(i) {
                Some(b']') if self.ends_header_value(i) => return Ok(i),
                Some(b'\\') => i += 2,
                None | Some(b'\n') => return Err(i.min(bytes.len())),
                Some(_) => i += 1,
            }
        }
    }

    /// Whether the text after the bracket at `i` in the root node can follow a value.
    fn ends_header_value(&self, i: usize) -> bool {
        let rest = &self.text.as_bytes()[i + 1..];
        let blanks = rest.iter().take_while(|b| matches!(b, b' ' | b'\t'));
        let rest = &rest[blanks.count()..];
        match rest.first() {
            None | Some(b'\r' | b'\n' | b';' | b'(' | b')') => true,
            Some(b'A'..=b'Z') => {
                let name = rest
                    .iter()
                    .take_while(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
                rest.get(name.count()) == Some(&b'[')
            }
            Some(_) => false,
        }
    }
}

/// The end of a command. If it is unclosed, the next unescaped opening bracket, which belongs to the next property.
fn end_of_move(bytes: &[u8], from: usize) -> Result<usize, usize> {
    let mut i = from;
    while let Some(next) = bytes
        .get(i..)
        .and_then(|rest| memchr::memchr3(b']', b'\\', b'[', rest))
    {
        i += next;
        match bytes[i] {
            b']' => return Ok(i),
            b'\\' => i += 2,
            _ => return Err(i),
        }
    }
    Err(bytes.len())
}

/// The end of a value of plain SGF, or the end of the text.
fn end_of_text(bytes: &[u8], from: usize) -> Result<usize, usize> {
    let mut i = from;
    loop {
        match bytes.get(i) {
            Some(b']') => return Ok(i),
            Some(b'\\') => i += 2,
            Some(_) => i += 1,
            None => return Err(bytes.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(text: &str) -> (Vec<String>, Option<Unclosed>) {
        let mut tree = BracketWalk::find(text).unwrap();
        let mut out = Vec::new();
        loop {
            match tree.next() {
                Ok(Some(BracketItem::Property(p))) => out.push(format!("{}={}", p.name, p.value)),
                Ok(Some(BracketItem::Node)) => out.push(";".into()),
                Ok(Some(BracketItem::Open(_))) => out.push("(".into()),
                Ok(Some(BracketItem::Close)) => out.push(")".into()),
                Ok(Some(BracketItem::Text(t))) => out.push(format!("\"{t}\"")),
                Ok(None) => return (out, None),
                Err(e) => return (out, Some(e)),
            }
        }
    }

    #[test]
    fn server_and_client_forms_are_walked() {
        let (got, error) =
            items(" (;\r\nGM[27]VV[1]\r\n; P0[0 Start P0]TM[5]\r\n;(;P1[1 Done ])(;))junk");
        let want = [
            ";",
            "GM=27",
            "VV=1",
            ";",
            "P0=0 Start P0",
            "TM=5",
            ";",
            "(",
            ";",
            "P1=1 Done ",
            ")",
            "(",
            ";",
            ")",
            ")",
        ];
        assert_eq!(got, want);
        assert_eq!(error, None);
    }

    #[test]
    fn a_header_value_ends_at_the_bracket_that_ends_its_line() {
        let (got, _) = items("(;\nP0[id \"a]b\"]\nGN[x[1]]\nRE[a\\]b] VV[1];)");
        assert_eq!(
            got,
            [
                ";",
                "P0=id \"a]b\"",
                "GN=x[1]",
                "RE=a\\]b",
                "VV=1",
                ";",
                ")"
            ]
        );
    }

    #[test]
    fn unclosed_values_and_unclosed_games_are_different_errors() {
        let text = "(;GM[27]\n; P0[0 Start P0\n; P0[1 Done ])";
        let (got, error) = items(text);
        assert_eq!(got, [";", "GM=27", ";"]);
        let error = error.unwrap();
        assert!(!error.game);
        assert_eq!(&text[error.start..error.end], "P0[0 Start P0");
        let (_, error) = items("(;GM[27]\n; P0[0 Start P0]\n");
        assert!(error.unwrap().game);
    }

    #[test]
    fn free_text_and_stray_brackets_are_text() {
        let (got, error) = items("(;GM[27]; P0[1 Done ] hello [x] é; )");
        assert_eq!(error, None);
        let (list, _) = items("(;GM[27]; AR[a:b] [c:d]C[x][y] )");
        assert_eq!(
            list[2..],
            [";", "AR=a:b", "AR=c:d", "C=x", "\"[\"", "\"y]\"", ")"]
        );
        assert_eq!(
            got,
            [
                ";",
                "GM=27",
                ";",
                "P0=1 Done ",
                "\"hello [\"",
                "\"x] é\"",
                ";",
                ")"
            ]
        );
    }
}
