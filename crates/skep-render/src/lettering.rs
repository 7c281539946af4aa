//! Letters and digits as strokes: a picture needs no font, and looks the same everywhere.

use std::fmt::Write;

use super::svg::number;

/// A character as lines on a grid that is 4 wide and 6 high. Each point is two digits, x and y from the upper left
/// corner. A bar lifts the pen.
const fn strokes(c: char) -> Option<&'static str> {
    Some(match c.to_ascii_uppercase() {
        'A' => "06 20 46|14 34",
        'B' => "03 33 42 41 30 00 06 36 45 44 33",
        'C' => "41 30 10 01 05 16 36 45",
        'D' => "06 00 20 42 44 26 06",
        'E' => "40 00 06 46|03 33",
        'F' => "40 00 06|03 33",
        'G' => "41 30 10 01 05 16 36 45 43 23",
        'H' => "00 06|40 46|03 43",
        'I' => "20 26",
        'J' => "40 45 36 16 05",
        'K' => "00 06|40 03 46",
        'L' => "00 06 46",
        'M' => "06 00 23 40 46",
        'N' => "06 00 46 40",
        'O' | '0' => "10 01 05 16 36 45 41 30 10",
        'P' => "06 00 30 41 42 33 03",
        'Q' => "10 01 05 16 36 45 41 30 10|24 46",
        'R' => "06 00 30 41 42 33 03|23 46",
        'S' => "41 30 10 01 02 13 33 44 45 36 16 05",
        'T' => "00 40|20 26",
        'U' => "00 05 16 36 45 40",
        'V' => "00 26 40",
        'W' => "00 16 23 36 40",
        'X' => "00 46|40 06",
        'Y' => "00 23 40|23 26",
        'Z' => "00 40 06 46",
        '1' => "11 20 26|16 36",
        '2' => "01 10 30 41 42 06 46",
        '3' => "01 10 30 41 42 33 13|33 44 45 36 16 05",
        '4' => "36 30 04 44",
        '5' => "40 00 03 33 44 45 36 16 05",
        '6' => "41 30 10 01 05 16 36 45 44 33 03",
        '7' => "00 40 16",
        '8' => "13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33",
        '9' => "05 16 36 45 41 30 10 01 02 13 43",
        '-' => "13 33",
        '.' => "26 26",
        _ => return None,
    })
}

/// The distance from one character to the next, in units of the grid.
const ADVANCE: f32 = 6.0;

/// The width of a text of this height.
pub(super) fn width(text: &str, height: f32) -> f32 {
    let n = text.chars().count() as f32;
    ((n * ADVANCE) - 2.0).max(0.0) * height / 6.0
}

/// The path of a text with its centre at `x`, `y`. A character without strokes is a gap.
pub(super) fn path(text: &str, x: f32, y: f32, height: f32) -> String {
    let unit = height / 6.0;
    let mut left = x - width(text, height) / 2.0;
    let top = y - height / 2.0;
    let mut out = String::new();
    for c in text.chars() {
        for line in strokes(c).unwrap_or_default().split('|') {
            for (i, point) in line.split(' ').enumerate() {
                let &[px, py] = point.as_bytes() else {
                    continue;
                };
                let at = |digit: u8, start: f32| start + f32::from(digit - b'0') * unit;
                let letter = if i == 0 { "M" } else { "L" };
                // Writing to a string cannot fail.
                let _ = write!(
                    out,
                    "{letter}{} {}",
                    number(at(px, left)),
                    number(at(py, top))
                );
            }
        }
        left += ADVANCE * unit;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_cell_and_every_score_has_strokes() {
        for c in ('A'..='Z').chain('0'..='9').chain(['-', '.']) {
            let strokes = strokes(c).unwrap_or_else(|| panic!("{c}"));
            for point in strokes.split(['|', ' ']) {
                let &[x, y] = point.as_bytes() else {
                    panic!("{c}")
                };
                assert!(x <= b'4' && y <= b'6', "{c}");
            }
        }
        assert_eq!(strokes('é'), None);
    }

    #[test]
    fn a_text_stands_around_its_middle() {
        assert_eq!(path("I", 0.0, 0.0, 6.0), "M0 -3L0 3");
        assert_eq!(path("é", 0.0, 0.0, 6.0), "");
        assert_eq!(width("AB", 6.0), 10.0);
    }
}
