//! Letters as strokes: a picture needs no font, and looks the same everywhere.

mod strokes;

use std::fmt::Write;

use strokes::{CAPITAL, Diacritic, SMALL};
use unicode_width::UnicodeWidthChar;

use super::svg::number;

/// The room between two characters, in units of the strokes.
const SPACE: f32 = 18.0;

/// The width of strokes for letters of this height.
fn stroke(height: f32) -> f32 {
    (0.12 * height).max(1.5)
}

/// The text with letters separated from their accents (Unicode's form NFKD).
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
fn decomposed(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    text.nfkd().collect()
}

/// The text with letters separated from their accents. The browser has the tables for this, so 100 kB less are loaded.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
fn decomposed(text: &str) -> String {
    js_sys::JsString::from(text).normalize("NFKD").into()
}

/// The characters of a text, each with its marks. Letters with marks are taken apart.
fn characters(text: &str) -> Vec<(char, Vec<Diacritic>)> {
    let mut all: Vec<(char, Vec<Diacritic>)> = Vec::new();
    for c in decomposed(text).chars().filter(|c| !c.is_control()) {
        match (strokes::mark(c), all.last_mut()) {
            (Some(mark), Some((letter, marks))) => {
                // The mark takes the place of the dot.
                *letter = match (&mark, *letter) {
                    (Diacritic::Above(_), 'i') => 'ı',
                    (Diacritic::Above(_), 'j') => 'ȷ',
                    (_, letter) => letter,
                };
                marks.push(mark);
            }
            _ => all.push((c, Vec::new())),
        }
    }
    all
}

/// The width of a character and its strokes. A character without strokes is a box.
fn drawn(c: char) -> (f32, &'static str) {
    strokes::of(c).unwrap_or_else(|| {
        let wide = c.width().unwrap_or(1) > 1;
        (if wide { 77.0 } else { 36.0 }, BOX)
    })
}

const BOX: &str = "M0 12L36 12L36 70L0 70L0 12";

/// Whether there are strokes for each character.
pub(super) fn is_complete(text: &str) -> bool {
    let mut characters = characters(text).into_iter();
    characters.all(|(c, _)| strokes::of(c).is_some())
}

/// The text with a box for each character that has no strokes.
#[cfg(feature = "pixels")]
pub(super) fn boxed(text: &str) -> String {
    if is_complete(text) {
        text.to_owned()
    } else {
        text.chars()
            .map(|c| {
                if is_complete(c.encode_utf8(&mut [0; 4])) {
                    c
                } else {
                    '□'
                }
            })
            .collect()
    }
}

/// The width of a text whose capitals have this height.
pub(super) fn width(text: &str, height: f32) -> f32 {
    let widths = characters(text)
        .into_iter()
        .map(|(c, _)| drawn(c).0 + SPACE);
    (widths.sum::<f32>() - SPACE).max(0.0) * height / CAPITAL
}

/// The path of a text. The middle of its capitals is at `x`, `y`.
pub(super) fn path(text: &str, x: f32, y: f32, height: f32) -> String {
    let unit = height / CAPITAL;
    let mut left = x - width(text, height) / 2.0;
    let top = y - height / 2.0;
    let mut out = String::new();
    for (c, marks) in characters(text) {
        let (wide, strokes) = drawn(c);
        add(strokes, (left, top), unit, &mut out);
        let middle = left + wide / 2.0 * unit;
        for mark in marks {
            let letter = if c.is_lowercase() { SMALL } else { 0.0 };
            let (strokes, y) = match mark {
                Diacritic::Above(strokes) => (strokes, letter),
                Diacritic::Below(strokes) => (strokes, CAPITAL),
            };
            add(strokes, (middle, top + y * unit), unit, &mut out);
        }
        left += (wide + SPACE) * unit;
    }
    out
}

/// Adds strokes to a path.
fn add(strokes: &str, (left, top): (f32, f32), unit: f32, out: &mut String) {
    let mut rest = strokes;
    while let Some(command) = rest.get(..1) {
        let end = rest[1..]
            .find(['M', 'L', 'A'])
            .map_or(rest.len(), |i| i + 1);
        let numbers: Vec<f32> = rest[1..end].split(' ').flat_map(str::parse).collect();
        rest = &rest[end..];
        let (arc, &[x, y]) = match numbers.as_slice() {
            [arc @ .., x, y] => (arc, &[*x, *y]),
            _ => continue,
        };
        out.push_str(command);
        if let &[rx, ry, large, clockwise] = arc {
            // Writing to a string cannot fail.
            let _ = write!(
                out,
                "{} {} 0 {large} {clockwise} ",
                number(rx * unit),
                number(ry * unit)
            );
        }
        let _ = write!(
            out,
            "{} {}",
            number(left + x * unit),
            number(top + y * unit)
        );
    }
}

/// Writes a path of letters of this height.
pub(super) fn write_path(path: &str, height: f32, colour: &str, out: &mut String) {
    let _ = writeln!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
        number(stroke(height))
    );
}

/// Writes a text. The middle of its capitals is at `x`, `y`. A viewer draws text for which there are no strokes with a
/// font of its own.
pub(super) fn write(text: &str, (x, y): (f32, f32), height: f32, colour: &str, out: &mut String) {
    if is_complete(text) {
        write_path(&path(text, x, y, height), height, colour, out);
        return;
    }
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"{}\" text-anchor=\"middle\" fill=\"{colour}\">{}</text>",
        number(x),
        number(y + height / 2.0),
        number(height / 0.72),
        escaped(text)
    );
}

/// The text for XML, without control characters.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_ascii_and_the_letters_of_europe_have_strokes() {
        let ascii: String = (' '..='~').collect();
        assert!(is_complete(&ascii));
        assert!(is_complete("ÅÉÎÕÜÝàçèëìñőřßșțžİıĞąęłøæœđ–½…"));
        assert!(!is_complete("李"));
        for c in ascii.chars() {
            let (width, strokes) = strokes::of(c).unwrap();
            let mut out = String::new();
            add(strokes, (0.0, 0.0), 1.0, &mut out);
            // Every stroke is written, and each command has all its numbers.
            let commands = |text: &str| text.matches(['M', 'L', 'A']).count();
            assert_eq!(commands(strokes), commands(&out), "{c}");
            for stroke in strokes.split(['M', 'L']).filter(|s| !s.is_empty()) {
                for (i, part) in stroke.split('A').enumerate() {
                    let numbers = part.split(' ').map(str::parse::<f32>);
                    let numbers: Vec<f32> = numbers.map(Result::unwrap).collect();
                    assert_eq!(numbers.len(), if i == 0 { 2 } else { 6 }, "{c}");
                    let x = numbers[numbers.len() - 2];
                    assert!((-6.0..=width + 6.0).contains(&x), "{c}");
                }
            }
        }
    }

    #[test]
    fn a_text_stands_around_its_middle() {
        assert_eq!(path("I", 0.0, 0.0, 70.0), "M0 -35L0 35");
        assert_eq!(width("II", 70.0), SPACE);
        assert_eq!(width("", 70.0), 0.0);
        // A mark adds strokes and no width, and takes the place of a dot.
        assert_eq!(width("é", 14.0), width("e", 14.0));
        let strokes = |text: &str| path(text, 0.0, 0.0, 14.0).matches('M').count();
        assert_eq!((strokes("e"), strokes("é")), (1, 2));
        assert_eq!((strokes("i"), strokes("í")), (2, 2));
    }

    #[test]
    fn text_without_strokes_is_left_to_a_font() {
        let mut out = String::new();
        write("李 <1>", (0.0, 0.0), 20.0, "red", &mut out);
        assert!(out.starts_with("<text "), "{out}");
        assert!(out.contains(">李 &lt;1&gt;</text>"), "{out}");
    }
}
