//! A pen that turns strokes into SVG paths.

use std::fmt::Write;

/// The ink of a part of a drawing. Its colour depends on the tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pen {
    /// Outlines and legs.
    Ink,
    /// The colour of the tile under the bug.
    Paper,
    /// The bug's own colour.
    Colour,
    /// Stripes and spots on the bug, dark on tiles of both colours.
    Dark,
}

/// One part of a drawing.
///
/// The outline is a path of absolute `M`, `L`, `Q`, `C` and `Z`, or an ellipse: `E`, the centre, the radii, and
/// optionally an angle in degrees. `Pair` draws it again, mirrored, because bugs are symmetric.
#[derive(Clone, Copy, Debug)]
pub(super) enum PenPart {
    Fill(Pen, Outline),
    /// A line with a width.
    Line(Pen, f32, Outline),
    /// A shape with a fill and an edge.
    Edged(Pen, Pen, f32, Outline),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Outline {
    One(&'static str),
    Pair(&'static str),
}

impl PenPart {
    pub(super) fn write<'a>(&self, out: &mut String, colour: &impl Fn(Pen) -> &'a str) {
        let (outline, paint) = match *self {
            PenPart::Fill(pen, outline) => (outline, format!(" fill=\"{}\"", colour(pen))),
            PenPart::Line(pen, width, outline) => (
                outline,
                format!(
                    " fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"",
                    colour(pen)
                ),
            ),
            PenPart::Edged(fill, edge, width, outline) => (
                outline,
                format!(
                    " fill=\"{}\" stroke=\"{}\" stroke-width=\"{width}\"",
                    colour(fill),
                    colour(edge)
                ),
            ),
        };
        let (path, pair) = match outline {
            Outline::One(path) => (path, false),
            Outline::Pair(path) => (path, true),
        };
        if let Some(numbers) = path.strip_prefix('E') {
            ellipse(out, numbers, false, &paint);
            if pair {
                ellipse(out, numbers, true, &paint);
            }
        } else {
            // Writing to a string cannot fail.
            let mirror = if pair { mirrored(path) } else { String::new() };
            let _ = write!(out, "<path d=\"{path}{mirror}\"{paint}/>");
        }
    }
}

fn ellipse(out: &mut String, numbers: &str, mirror: bool, paint: &str) {
    let n: Vec<f32> = numbers
        .split_whitespace()
        .filter_map(|n| n.parse().ok())
        .collect();
    let &[x, y, rx, ry, ref angle @ ..] = n.as_slice() else {
        return;
    };
    let sign = if mirror { -1.0 } else { 1.0 };
    let x = x * sign;
    let _ = if rx == ry {
        write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{rx}\"")
    } else {
        write!(
            out,
            "<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{rx}\" ry=\"{ry}\""
        )
    };
    if let &[angle] = angle {
        let _ = write!(out, " transform=\"rotate({} {x} {y})\"", angle * sign);
    }
    let _ = write!(out, "{paint}/>");
}

/// The path with left and right exchanged: the sign of each x coordinate changes.
fn mirrored(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    let mut first = true;
    for word in path.split_whitespace() {
        let letters = word.len() - word.trim_start_matches(|c: char| c.is_alphabetic()).len();
        let (letter, number) = word.split_at(letters);
        if !letter.is_empty() {
            out.push_str(letter);
        } else {
            out.push(' ');
        }
        if number.is_empty() {
            continue;
        }
        match (first, number.strip_prefix('-')) {
            (true, Some(positive)) => out.push_str(positive),
            (true, None) if number != "0" => {
                out.push('-');
                out.push_str(number);
            }
            _ => out.push_str(number),
        }
        first = !first;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_exchanges_left_and_right_alone() {
        assert_eq!(mirrored("M1 2 L-3 -4 Q0 5 6 7 Z"), "M-1 2L3 -4Q0 5 -6 7Z");
        assert_eq!(
            mirrored("M3 -6 C10 -38 40 -36 34 -12 Z"),
            "M-3 -6C-10 -38 -40 -36 -34 -12Z"
        );
    }

    #[test]
    fn a_pair_of_ellipses_turns_both_ways() {
        let mut out = String::new();
        PenPart::Fill(Pen::Ink, Outline::Pair("E10 2 3 4 30")).write(&mut out, &|_| "#000");
        assert_eq!(
            out,
            "<ellipse cx=\"10\" cy=\"2\" rx=\"3\" ry=\"4\" transform=\"rotate(30 10 2)\" fill=\"#000\"/>\
             <ellipse cx=\"-10\" cy=\"2\" rx=\"3\" ry=\"4\" transform=\"rotate(-30 -10 2)\" fill=\"#000\"/>"
        );
    }
}
