//! Blanks, dashes and slashes as word processors and web pages write them.

/// Whether a character is a blank: also one that does not break a line, or that has no width.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}')
}

/// The character of plain text that is meant.
fn meant(c: char) -> char {
    match c {
        // Hyphens and dashes, the minus sign, and their small and wide forms.
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => '-',
        // The slashes of fractions, of division and of sets, the big ones and the wide ones.
        '\u{2044}' | '\u{2215}' | '\u{29f8}' | '\u{ff0f}' => '/',
        '\u{2216}' | '\u{29f5}' | '\u{29f9}' | '\u{fe68}' | '\u{ff3c}' => '\\',
        '\t' | '\r' | '\n' => c,
        _ if is_blank(c) => ' ',
        _ => c,
    }
}

/// No turn has more characters.
const MOST: usize = 64;

/// The beginning of a text, as long as a turn can be, in plain characters. `None` if it has no others.
pub(crate) fn plain(text: &str) -> Option<String> {
    if text.bytes().take(4 * MOST).all(|byte| byte.is_ascii()) {
        return None;
    }
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    Some(line.chars().take(MOST).map(meant).collect())
}

/// What follows a turn that takes `length` bytes of the plain text, and whether the turn has other characters. The
/// plain text of a turn has one byte for each character.
pub(crate) fn after(text: &str, length: usize) -> (bool, &str) {
    let end = text
        .char_indices()
        .nth(length)
        .map_or(text.len(), |(end, _)| end);
    (!text[..end].is_ascii(), &text[end..])
}

#[cfg(test)]
mod tests {
    use super::super::{Leniency, Spelling};
    use super::*;

    #[test]
    fn a_turn_from_a_word_processor_is_read() {
        for (text, plain) in [
            ("wA1\u{a0}bQ-", "wA1 bQ-"),
            ("wA1\u{202f}\u{2013}bQ", "wA1 -bQ"),
            ("wA1 bQ\u{2212}", "wA1 bQ-"),
            ("\u{feff}wA1 bQ\u{2014} \u{a0}", "wA1 bQ-"),
            ("wA1 \u{29f8}bQ", "wA1 /bQ"),
            ("wA1 bQ\u{2215}", "wA1 bQ/"),
            ("wA1 bQ\u{ff3c}", "wA1 bQ\\"),
            ("wA1 \u{29f9}bQ", "wA1 \\bQ"),
        ] {
            let spelling = Spelling::parse(text).unwrap_or_else(|| panic!("{text:?}"));
            assert_eq!(spelling.written.to_string(), plain, "{text:?}");
            assert!(spelling.leniency.is_some(), "{text:?}");
        }
        let (rest, spelling) = Spelling::prefix("wA1 bQ\u{2013} {good \u{2013} move}").unwrap();
        assert_eq!(rest, " {good \u{2013} move}");
        assert_eq!(spelling.leniency, Some(Leniency::Typography));
        let (_, spelling) = Spelling::prefix("wA1 bQ- {good \u{2013} move}").unwrap();
        assert_eq!(spelling.leniency, None);
        assert!(Spelling::parse("wA1 \u{2260}bQ").is_none());
        assert!(plain("wA1 bQ-").is_none());
    }
}
