//! Marks in SVG: the last move, destinations, labels.

use std::fmt::Write;

use super::super::lettering;
use super::super::style::Palette;
use super::super::{Board, DrawnMark};
use super::symbols::TILE;
use super::{middle, number};
use skep_records::record::BoardMarkKind;
use skep_rules::geometry::{GridRef, Hex};

/// The place where a cell is drawn.
fn at(board: &Board, hex: Hex) -> (f32, f32) {
    middle(board.view.0.apply(hex))
}

fn outline((x, y): (f32, f32), scale: f32, paint: &str, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<path d=\"{TILE}\" transform=\"translate({} {})scale({scale})\" stroke-linejoin=\"round\" {paint}/>",
        number(x),
        number(y)
    );
}

/// The marks on empty cells: the origin of the last move, and destinations.
pub(super) fn beneath(board: &Board, palette: &Palette, out: &mut String) {
    let empty = |hex: &Hex| board.cell(*hex).is_none();
    if let Some(from) = board.from.filter(empty) {
        let paint = format!(
            "fill=\"{0}\" fill-opacity=\".12\" stroke=\"{0}\" stroke-width=\"3\" stroke-dasharray=\"3 7\" stroke-linecap=\"round\"",
            palette.last
        );
        outline(at(board, from), 0.93, &paint, out);
    }
    let paint = format!(
        "fill=\"{0}\" fill-opacity=\".1\" stroke=\"{0}\" stroke-width=\"3\"",
        palette.destination
    );
    for hex in board.destinations.iter().copied().filter(empty) {
        let at = at(board, hex);
        outline(at, 0.93, &paint, out);
        dot(at, palette, out);
    }
}

/// The mark of a destination.
fn dot((x, y): (f32, f32), palette: &Palette, out: &mut String) {
    let _ = writeln!(
        out,
        "<circle cx=\"{}\" cy=\"{}\" r=\"10\" fill=\"{}\" stroke=\"{}\" stroke-width=\"3\"/>",
        number(x),
        number(y),
        palette.destination,
        palette.ground
    );
}

/// The marks on tiles: the last move with its arrow, the piece whose moves are shown, and stacks that it may climb.
pub(super) fn above(board: &Board, palette: &Palette, out: &mut String) {
    let ring = |colour: &str| format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"6\"");
    for &hex in &board.to {
        outline(at(board, hex), 0.96, &ring(palette.last), out);
    }
    if let Some(hex) = board.chosen {
        outline(at(board, hex), 0.96, &ring(palette.destination), out);
    }
    for &hex in &board.destinations {
        if board.cell(hex).is_some() {
            let at = at(board, hex);
            outline(at, 0.96, &ring(palette.destination), out);
            dot(at, palette, out);
        }
    }
    if let (Some(from), &[to]) = (board.from, board.to.as_slice()) {
        arrow(at(board, from), at(board, to), palette.last, palette, out);
    }
    for &(from, to) in &board.arrows {
        arrow(
            at(board, from),
            at(board, to),
            palette.destination,
            palette,
            out,
        );
    }
    for mark in &board.marks {
        of_record(board, mark, palette, out);
    }
    for &(hex, turn) in &board.turns {
        turn_number(at(board, hex), turn, palette, out);
    }
}

/// The number of a turn, in a box at the upper right of a piece.
fn turn_number((x, y): (f32, f32), turn: u32, palette: &Palette, out: &mut String) {
    let text = turn.to_string();
    let width = 11.0 * text.len() as f32 + 9.0;
    let (x, y) = (x + 42.0 - width / 2.0, y - 24.0);
    // The colours are those of other texts the other way round, because the thin lines of small numbers need contrast
    // on tiles of every colour.
    let _ = writeln!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"24\" rx=\"10\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"/>",
        number(x - width / 2.0),
        number(y - 12.0),
        number(width),
        palette.label,
        palette.ground
    );
    lettering::write(&text, (x, y), 18.0, palette.ground, out);
}

/// A colour of marks, by its name.
fn colour_of<'a>(name: &str, palette: &'a Palette) -> &'a str {
    match &*name.to_ascii_lowercase() {
        "white" => "#efe9dd",
        "black" => "#2a323e",
        "red" => "#d61a35",
        "green" => "#3f9b3a",
        "orange" => "#f68c11",
        "yellow" => "#e3b505",
        "blue" => "#2f6fd0",
        _ => palette.destination,
    }
}

/// A mark of the record.
fn of_record(board: &Board, one: &DrawnMark, palette: &Palette, out: &mut String) {
    let Some((cell, to)) = one.place else { return };
    let colour = colour_of(&one.mark.colour, palette);
    let centre = at(board, cell);
    let (x, y) = centre;
    let line = |d: &str, out: &mut String| {
        let _ = writeln!(
            out,
            "<path d=\"{d}\" transform=\"translate({} {})\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"6\" stroke-linecap=\"round\"/>",
            number(x),
            number(y)
        );
    };
    let circle = |radius: u32, paint: &str, out: &mut String| {
        let _ = writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" {paint}/>",
            number(x),
            number(y)
        );
    };
    match one.mark.kind {
        BoardMarkKind::Cell => {
            let paint = format!(
                "fill=\"{colour}\" fill-opacity=\".35\" stroke=\"{colour}\" stroke-width=\"4\""
            );
            outline(centre, 0.93, &paint, out);
        }
        BoardMarkKind::Circle => circle(16, &format!("fill=\"{colour}\" fill-opacity=\".8\""), out),
        BoardMarkKind::Ring => {
            circle(
                26,
                &format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"6\""),
                out,
            );
        }
        BoardMarkKind::Cross => line("M-18-18L18 18M-18 18L18-18", out),
        BoardMarkKind::Grid => line("M-8-22V22M8-22V22M-22-8H22M-22 8H22", out),
        BoardMarkKind::Arrow => {
            if let Some(to) = to {
                arrow(centre, at(board, to), colour, palette, out);
            }
        }
        BoardMarkKind::Label => {
            circle(
                20,
                &format!("fill=\"{}\" fill-opacity=\".8\"", palette.ground),
                out,
            );
            let text = one.mark.text.as_deref().unwrap_or_default();
            let text: String = text.chars().take(MOST_LETTERS).collect();
            lettering::write(&text, (x, y), LABELS, colour, out);
        }
    }
}

/// The longest label that is drawn, in letters.
const MOST_LETTERS: usize = 16;

/// An arrow that ends at the edge of the last tile.
fn arrow(from: (f32, f32), to: (f32, f32), colour: &str, palette: &Palette, out: &mut String) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < 60.0 {
        return;
    }
    let (ux, uy) = (dx / length, dy / length);
    let along = |t: f32, aside: f32| {
        format!(
            "{} {}",
            number(from.0 + ux * t - uy * aside),
            number(from.1 + uy * t + ux * aside)
        )
    };
    let tip = length - 30.0;
    let line = format!(
        "M{}L{}M{}L{}L{}",
        along(6.0, 0.0),
        along(tip, 0.0),
        along(tip - 14.0, 12.0),
        along(tip, 0.0),
        along(tip - 14.0, -12.0)
    );
    for (colour, width) in [(palette.ground, 12), (colour, 6)] {
        let _ = writeln!(
            out,
            "<path d=\"{line}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
        );
    }
}

/// The height of the names of columns and rows, in units.
const LABELS: f32 = 18.0;

/// The names of columns and rows, in the first empty cell of each.
pub(super) fn headings(board: &Board, palette: &Palette, out: &mut String) {
    let (columns, rows) = board.headings();
    let mut path = String::new();
    let mut name = |hex: Hex, inner: Hex, share: f32, text: &str| {
        // Close to the board, so that two names fit in one cell.
        let (x, y) = at(board, hex);
        let (bx, by) = at(board, inner);
        let between = |a: f32, b: f32| a + (b - a) * share;
        path.push_str(&lettering::path(
            text,
            between(x, bx),
            between(y, by),
            LABELS,
        ));
    };
    for hex in columns {
        let text = GridRef::from_hex(hex).column_name();
        name(hex, Hex::new(hex.q, hex.r + 1), 0.33, &text);
    }
    for hex in rows {
        let text = GridRef::from_hex(hex).row.to_string();
        name(hex, Hex::new(hex.q + 1, hex.r), 0.28, &text);
    }
    lettering::write_path(&path, LABELS, palette.label, out);
}
