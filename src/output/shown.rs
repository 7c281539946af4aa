//! What a terminal shows of data. Files and pipes get data as it is.

use std::borrow::Cow;

use crate::text;

/// Makes control characters and marks of direction visible in data that comes in parts.
pub enum TerminalText {
    /// The end of the last part, which is not a whole character or line end.
    Cleaned(Vec<u8>),
    /// The text is clean already, and has colours.
    AsIs,
}

impl Default for TerminalText {
    fn default() -> TerminalText {
        TerminalText::Cleaned(Vec::new())
    }
}

impl TerminalText {
    /// The next part as a terminal shows it.
    pub fn show<'a>(&mut self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        let TerminalText::Cleaned(rest) = self else {
            return bytes.into();
        };
        rest.extend_from_slice(bytes);
        let whole = rest.len() - open_end(rest);
        let later = rest.split_off(whole);
        let shown = cleaned(rest);
        *rest = later;
        shown.into_bytes().into()
    }

    /// What is left at the end.
    pub fn end(self) -> Vec<u8> {
        match self {
            TerminalText::Cleaned(rest) => cleaned(&rest).into_bytes(),
            TerminalText::AsIs => Vec::new(),
        }
    }
}

/// The text without what commands a terminal. A line may end as in files of Windows.
fn cleaned(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<String> = text.split("\r\n").map(text::clean_page).collect();
    lines.join("\r\n")
}

/// The length of the end that may belong to the next part: a carriage return, or the beginning of a character.
fn open_end(bytes: &[u8]) -> usize {
    if bytes.ends_with(b"\r") {
        return 1;
    }
    match bytes.utf8_chunks().last() {
        // The end of an incomplete character has no text after it.
        Some(chunk)
            if std::str::from_utf8(chunk.invalid()).is_err_and(|e| e.error_len().is_none()) =>
        {
            chunk.invalid().len()
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn isolated_texts_stay_isolated() {
        let isolated = text::clean("\u{5e9}\u{5dc}").into_owned();
        assert_eq!(isolated, "\u{2068}\u{5e9}\u{5dc}\u{2069}");
        let lines = format!("1 {isolated} 2\n{isolated}\u{2069}\u{2068} x\n");
        let mut shown = TerminalText::default();
        let out = shown.show(lines.as_bytes()).into_owned();
        let expected = format!("1 {isolated} 2\n{isolated}\u{fffd}\u{fffd} x\n");
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn a_terminal_shows_controls_and_marks_of_direction() {
        let text = "a\u{1b}[2J\tb\u{9b}c\r\nd\re\u{202e}é日\u{0}\u{2066}\n";
        let expected = "a\u{fffd}[2J\tb\u{fffd}c\r\nd\u{fffd}e\u{fffd}é日\u{fffd}\u{fffd}\n";
        for size in 1..text.len() {
            let mut shown = TerminalText::default();
            let mut out = Vec::new();
            for part in text.as_bytes().chunks(size) {
                out.extend_from_slice(&shown.show(part));
            }
            out.extend(shown.end());
            assert_eq!(String::from_utf8(out).unwrap(), expected, "{size}");
        }
        // An invalid byte is shown too, at the end as well.
        let mut shown = TerminalText::default();
        assert_eq!(*shown.show(b"\x9b31mx\xe6\x97"), *"\u{fffd}31mx".as_bytes());
        assert_eq!(shown.end(), "\u{fffd}".as_bytes());
    }
}
