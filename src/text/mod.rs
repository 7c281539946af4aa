//! Text formatting: numbers with thousands separators, and paragraphs wrapped to a width.

pub mod standing;

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::Range;

pub use skep_rules::{count, counted, push_counted};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The name of a GameString in messages.
pub const GAME_STRING: &str = "GameString";

/// Says that an option has no effect: every command uses these words.
pub fn no_effect(option: &str, to: &str, instead: &str) -> String {
    format!("{option} does not apply to {to}; {instead}")
}

/// `1 game written`, `2 games written`.
pub fn written(n: u64, one: &str, many: &str) -> String {
    format!("{} written", counted(n, one, many))
}

/// `a`, `a and b`, `a, b and c`.
pub fn list(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [head @ .., last] => format!("{} and {last}", head.join(", ")),
    }
}

/// The text with a capital first letter.
pub fn capitalised(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// The width of a text in terminal columns.
pub fn columns(text: &str) -> usize {
    text.width()
}

/// The length in bytes of the longest beginning that fits in `columns`.
pub fn prefix(text: &str, columns: usize) -> usize {
    let mut left = columns;
    let fits = |&(_, c): &(usize, char)| {
        let rest = left.checked_sub(c.width().unwrap_or(0));
        left = rest.unwrap_or(left);
        rest.is_some()
    };
    let past = text.char_indices().take_while(fits).last();
    let mut end = past.map_or(0, |(i, c)| i + c.len_utf8());
    // Some characters are wider together than alone: ❤ and the mark that makes it an emoji.
    while self::columns(&text[..end]) > columns {
        end = text.floor_char_boundary(end - 1);
    }
    end
}

/// The offset of the longest ending that fits in `columns`.
pub fn suffix(text: &str, columns: usize) -> usize {
    let mut left = columns;
    let fits = |&(_, c): &(usize, char)| {
        let rest = left.checked_sub(c.width().unwrap_or(0));
        left = rest.unwrap_or(left);
        rest.is_some()
    };
    let first = text.char_indices().rev().take_while(fits).last();
    let mut start = first.map_or(text.len(), |(i, _)| i);
    while self::columns(&text[start..]) > columns {
        start = text.ceil_char_boundary(start + 1);
    }
    start
}

/// Whether a character can command a terminal, or change the direction or the lines of a text.
fn is_hostile(c: char) -> bool {
    const MARKS: [char; 4] = ['\u{61c}', '\u{200e}', '\u{200f}', '\u{feff}'];
    c.is_control()
        || MARKS.contains(&c)
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The beginning and the end of a text whose direction does not change that of the text around it (UAX #9: FSI, PDI).
const FIRST_STRONG_ISOLATE: char = '\u{2068}';
const POP_ISOLATE: char = '\u{2069}';

/// Whether a letter is written from right to left: the blocks of UAX #9, such as Hebrew and Arabic.
fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// The text without control characters and without marks that change its direction. A text with letters from right to
/// left is isolated, so that numbers beside it keep their places. Everything from a record, a file name or an argument
/// goes through this function, or through [`clean_lines`] or [`clean_page`], before people see it.
pub fn clean(text: &str) -> Cow<'_, str> {
    isolated(replaced(text))
}

/// The text with a sign in place of each hostile character, and without an isolation.
fn replaced(text: &str) -> Cow<'_, str> {
    let inner = text.strip_prefix(FIRST_STRONG_ISOLATE);
    let inner = inner.and_then(|text| text.strip_suffix(POP_ISOLATE));
    let text = inner.unwrap_or(text);
    if text.contains(is_hostile) {
        text.replace(is_hostile, "\u{fffd}").into()
    } else {
        text.into()
    }
}

fn isolated(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains(is_right_to_left) {
        format!("{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}").into()
    } else {
        text
    }
}

/// The same for several lines.
pub fn clean_lines(text: &str) -> String {
    text.split('\n').map(clean).collect::<Vec<_>>().join("\n")
}

/// A text with tabs, cleaned, and the range of its marked part after cleaning.
pub fn clean_around(text: &str, mark: Range<usize>) -> (String, Range<usize>) {
    let parts = [&text[..mark.start], &text[mark.clone()], &text[mark.end..]];
    let [before, under, after] = parts.map(clean_page);
    let mark = before.len()..before.len() + under.len();
    ([before, under, after].concat(), mark)
}

/// The same for a page, which also has tabs. Texts that are isolated stay so.
pub fn clean_page(page: &str) -> String {
    let cleaned =
        |text: &str| text.replace(|c| !matches!(c, '\n' | '\t') && is_hostile(c), "\u{fffd}");
    let mut out = String::with_capacity(page.len());
    let mut rest = page;
    while let Some((before, after)) = rest.split_once(FIRST_STRONG_ISOLATE) {
        out.push_str(&cleaned(before));
        let end = after.find(|c| c == '\n' || is_hostile(c));
        rest = match end
            .and_then(|end| Some((&after[..end], after[end..].strip_prefix(POP_ISOLATE)?)))
        {
            Some((text, rest)) => {
                out.push(FIRST_STRONG_ISOLATE);
                out.push_str(text);
                out.push(POP_ISOLATE);
                rest
            }
            None => {
                out.push('\u{fffd}');
                after
            }
        };
    }
    out.push_str(&cleaned(rest));
    out
}

/// The most bytes that are shown in a column, because some characters have no width.
const BYTES_PER_COLUMN: usize = 8;

/// The text cleaned, and cut to `columns`; `…` marks the cut.
pub fn fit(text: &str, columns: usize) -> Cow<'_, str> {
    let some = text.floor_char_boundary(columns.saturating_mul(BYTES_PER_COLUMN));
    let cleaned = replaced(&text[..some]);
    if some == text.len() && self::columns(&cleaned) <= columns {
        return isolated(cleaned);
    }
    let cut = format!(
        "{}…",
        &cleaned[..prefix(&cleaned, columns.saturating_sub(1))]
    );
    isolated(cut.into())
}

/// The text cleaned, and cut to its last `columns`.
pub fn fit_end(text: &str, columns: usize) -> Cow<'_, str> {
    let most = columns.saturating_mul(BYTES_PER_COLUMN);
    let start = text.ceil_char_boundary(text.len().saturating_sub(most));
    let cleaned = replaced(&text[start..]);
    if start == 0 && self::columns(&cleaned) <= columns {
        return isolated(cleaned);
    }
    let cut = format!(
        "…{}",
        &cleaned[suffix(&cleaned, columns.saturating_sub(1))..]
    );
    isolated(cut.into())
}

/// A text cut or padded to a number of columns; the last column is always blank.
pub fn cell(text: &str, columns: usize) -> String {
    let text = replaced(text);
    let text = isolated(text[..prefix(&text, columns.saturating_sub(1))].into());
    let blank = columns - self::columns(&text);
    format!("{text}{:blank$}", "")
}

/// A doc comment as one line.
pub fn plain(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Terms with their meanings, in two columns. Each term is on a line of its own.
pub fn glossary<T: AsRef<str>>(rows: &[(T, &str)], width: usize) -> String {
    let terms = rows.iter().map(|(term, _)| columns(term.as_ref()));
    let indent = terms.max().unwrap_or_default() + 2;
    let mut page = String::new();
    for (term, meaning) in rows {
        let meaning = fill(meaning, width.saturating_sub(indent).max(20));
        let mut before = term.as_ref();
        for line in meaning.lines() {
            page.push_str(before);
            page.extend(std::iter::repeat_n(' ', indent - columns(before)));
            page.push_str(line);
            page.push('\n');
            before = "";
        }
    }
    page
}

/// A doc comment wrapped to a width, paragraph by paragraph.
pub fn fill(doc: &str, width: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    let mut paragraph_ends = false;
    for line in doc.lines() {
        if line.trim().is_empty() {
            paragraph_ends = column > 0;
            continue;
        }
        for word in line.split_whitespace() {
            let long = columns(word);
            if paragraph_ends {
                out.push_str("\n\n");
                column = 0;
                paragraph_ends = false;
            } else if column > 0 && column + 1 + long > width {
                out.push('\n');
                column = 0;
            } else if column > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += long;
        }
    }
    if column > 0 {
        out.push('\n');
    }
    out
}

/// The message about something that needs a feature which this build lacks.
pub fn not_built(what: impl Display) -> String {
    format!(
        "{what} is not in this build of skep; use a release, or build skep with --features full"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1_000), "1,000");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(counted(1, "game", "games"), "1 game");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(list(&["a"]), "a");
    }

    #[test]
    fn columns_are_those_of_a_terminal() {
        assert_eq!(columns("日本"), 4);
        assert_eq!((prefix("日本x", 3), prefix("日本x", 4)), (3, 6));
        assert_eq!((suffix("x日本", 3), suffix("x日本", 5)), (4, 0));
        assert_eq!(cell("日本", 4), "日  ");
        assert_eq!(cell("e\u{301}x", 4), "e\u{301}x  ");
        let hearts = "❤\u{fe0f}".repeat(5);
        for room in 1..10 {
            assert!(columns(&hearts[..prefix(&hearts, room)]) <= room);
            assert!(columns(&hearts[suffix(&hearts, room)..]) <= room);
            assert_eq!(columns(&cell(&hearts, room)), room);
        }
        assert_eq!((cell("", 3), cell("x", 0)), ("   ".into(), String::new()));
    }

    #[test]
    fn no_text_of_a_record_controls_the_terminal() {
        assert_eq!(
            clean("a\u{1b}[31m\n\u{9b}2J\u{202e}b\u{2066}\u{7f}"),
            "a\u{fffd}[31m\u{fffd}\u{fffd}2J\u{fffd}b\u{fffd}\u{fffd}"
        );
        assert_eq!(
            clean("\u{61c}1\u{200e}2\u{200f}"),
            "\u{fffd}1\u{fffd}2\u{fffd}"
        );
        assert_eq!(clean_lines("a\r\nb"), "a\u{fffd}\nb");
        for harmless in ["Zoë 日本 👩‍👩‍👧", "", "a b"] {
            assert!(matches!(clean(harmless), Cow::Borrowed(_)), "{harmless}");
        }
    }

    #[test]
    fn long_texts_are_cut() {
        let long = "日本語".repeat(1000);
        assert_eq!(
            (fit("abc", 3), fit("abcd", 3)),
            ("abc".into(), "ab…".into())
        );
        assert_eq!(
            (fit_end("abc", 3), fit_end("abcd", 3)),
            ("abc".into(), "…cd".into())
        );
        assert_eq!(
            (fit(&long, 6), fit_end(&long, 6)),
            ("日本…".into(), "…本語".into())
        );
        // Combining marks have no width.
        let marks = "\u{301}".repeat(100_000);
        assert!(fit(&marks, 10).len() <= 83, "{}", fit(&marks, 10).len());
        assert!(fit_end(&marks, 10).len() <= 83);
        assert_eq!(fit("abc", usize::MAX), "abc");
    }

    #[test]
    fn paragraphs_are_filled() {
        let doc = " one two three\n four\n\n five\n";
        assert_eq!(fill(doc, 9), "one two\nthree\nfour\n\nfive\n");
        assert_eq!(fill(doc, 80), "one two three four\n\nfive\n");
        assert_eq!(fill("", 80), "");
        assert_eq!(plain(doc), "one two three four five");
    }
}
