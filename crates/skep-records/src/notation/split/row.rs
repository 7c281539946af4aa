//! Rows of CSV. A cell in quotes can have several lines.

use super::line_end;
use crate::notation::game_string;

/// The longest cell with line breaks. A longer one is a quote that nothing closes.
const LONGEST: usize = 64 << 10;

/// The length of the first row of a text, including its line end. Without a cell of several lines, this is the first
/// line. `None` if the text may end inside a cell in quotes.
pub(in crate::notation) fn end(text: &[u8]) -> Option<usize> {
    let line = line_end(text);
    // Most lines are rows, and every quote in them is closed.
    if bytecount::count(&text[..line], b'"').is_multiple_of(2) {
        return Some(line);
    }
    let mut at = 0;
    loop {
        at += text[at..].iter().take_while(|&&b| b == b' ').count();
        if text[at..].starts_with(b"\"") {
            match quoted(&text[at..]) {
                Quoted::Closed(length) => at += length,
                Quoted::Open => return None,
                Quoted::Stray => return Some(at + line_end(&text[at..])),
            }
        }
        let is_end = |b: &u8| matches!(b, b',' | b';' | b'\t' | b'|' | b'\n');
        match text[at..].iter().position(is_end) {
            Some(length) => at += length + 1,
            None => return Some(text.len()),
        }
        if text[at - 1] == b'\n' {
            return Some(at);
        }
    }
}

/// The rows of a text. A quote that nothing closes does not continue a row.
pub(in crate::notation) fn rows(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (row, after) = rest.split_at(end(rest).unwrap_or_else(|| line_end(rest)));
        rest = after;
        (!row.is_empty()).then_some(row)
    })
}

enum Quoted {
    /// The length, with both quotes.
    Closed(usize),
    /// The text ends before the second quote.
    Open,
    /// The quote does not begin a cell in quotes, because there is other text after the next quote, or because the
    /// next lines are games.
    Stray,
}

/// The cell that begins with the quote at the beginning of a text.
fn quoted(text: &[u8]) -> Quoted {
    let head = &text[..text.len().min(LONGEST)];
    let has_game = |cell: &[u8]| game_string::cells(cell).next().is_some();
    match closed(head) {
        Some(Err(_)) => Quoted::Stray,
        Some(Ok(length)) => {
            let cell = &head[1..length];
            let is_stray = memchr::memchr(b'\n', cell).is_some() && has_game(cell);
            if is_stray {
                Quoted::Stray
            } else {
                Quoted::Closed(length)
            }
        }
        None if head.len() == LONGEST || has_game(&head[1..]) => Quoted::Stray,
        None => Quoted::Open,
    }
}

/// Other text after the second quote.
pub(in crate::notation) struct OtherText;

/// The length of a cell that begins with a quote, with both quotes. A doubled quote belongs to the cell.
pub(in crate::notation) fn closed(text: &[u8]) -> Option<Result<usize, OtherText>> {
    let mut at = 1;
    loop {
        at += memchr::memchr(b'"', text.get(at..)?)? + 1;
        if text.get(at) == Some(&b'"') {
            at += 1;
            continue;
        }
        let next = text[at..].iter().find(|&&b| b != b' ');
        let is_end = next.is_none_or(|b| b",;\t|\r\n]}".contains(b));
        return Some(if is_end { Ok(at) } else { Err(OtherText) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = rows(text.as_bytes())
            .map(|row| str::from_utf8(row).unwrap())
            .collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn a_cell_in_quotes_continues_the_row() {
        check(
            "1,\"two\nlines, \"\"quoted\"\"\" ,x\n2,\"y\"\n3",
            &["1,\"two\nlines, \"\"quoted\"\"\" ,x\n", "2,\"y\"\n", "3"],
        );
        check(
            "\"a\r\nb\"\r\n1; \"c\n\"\n",
            &["\"a\r\nb\"\r\n", "1; \"c\n\"\n"],
        );
    }

    #[test]
    fn a_stray_quote_does_not_continue_the_row() {
        for (first, rest) in [
            ("1,5\" long,x\n", "2,\"y\"\n"),
            ("1,\"open\n", "2,\"y\"\n"),
            ("1,\"open\n", "2,Base;InProgress;White[1],\"\n"),
            ("1,\"open\n", "2,y\n"),
            ("[\"say \\\"hi\\\"\", \"x\n", "2\n"),
        ] {
            check(&format!("{first}{rest}"), &[first, rest]);
        }
        let long = format!("1,\"open\n{}", "y\n".repeat(LONGEST));
        assert_eq!(end(long.as_bytes()), Some("1,\"open\n".len()));
    }

    #[test]
    fn a_row_may_end_after_the_text() {
        assert_eq!(end(b"1,\"two\nlines"), None);
        assert_eq!(end(b"1,\"two\nlines\""), Some(13));
    }
}
