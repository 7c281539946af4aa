//! Cells and stacks in SVG.

use std::fmt::Write;

use super::super::board::{Cell, Ground, Owner, Piece, Territory};
use super::super::lettering;
use super::super::style::Palette;
use super::number;
use super::symbols::{Symbol, TILE};
use skep_rules::game::Side;

/// The offset of the piece at a level from the bottom piece. Tiles fan out to the upper right; discs rise.
pub(super) fn top_of(cell: Option<&Cell>, level: usize) -> (f32, f32) {
    let Some(cell) = cell else {
        return (0.0, 0.0);
    };
    let discs = cell.pieces.iter().all(|p| p.bug.is_none());
    let (right, up, most) = if discs {
        (0.0, 9.0, 6.0)
    } else {
        (11.0, 12.0, 2.2)
    };
    // Pieces of tall stacks are closer together, so that they do not hide the neighbours.
    let steps = cell.pieces.len().saturating_sub(1) as f32;
    let share = if steps > most { most / steps } else { 1.0 };
    let level = level as f32 * share;
    (level * right, -level * up)
}

pub(super) fn draw(cell: &Cell, (x, y): (f32, f32), palette: &Palette, out: &mut String) {
    match cell.ground {
        Ground::Table => {}
        Ground::Tile(side, territory) => {
            place(
                Symbol::Ground(side, territory == Territory::Largest),
                (x, y),
                out,
            );
        }
        Ground::Prison => {
            let _ = writeln!(
                out,
                "<path d=\"{TILE}\" transform=\"translate({} {})scale(.9)\" fill=\"none\" stroke=\"{}\" \
                 stroke-width=\"3\" stroke-dasharray=\"8 7\"/>",
                number(x),
                number(y),
                palette.prison
            );
        }
    }
    for (level, &piece) in cell.pieces.iter().enumerate() {
        let (right, up) = top_of(Some(cell), level);
        self::piece(piece, (x + right, y + up), out);
    }
    if let Some((top, below)) = cell.pieces.split_last()
        && !below.is_empty()
        && top.bug.is_none()
    {
        let (_, up) = top_of(Some(cell), below.len());
        height(*top, below.len() + 1, (x, y + up), out);
    }
    if cell.ground == Ground::Prison {
        bars((x, y), palette, out);
    }
}

/// Uses a symbol.
pub(super) fn place(symbol: Symbol, (x, y): (f32, f32), out: &mut String) {
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<use href=\"#{}\" x=\"{}\" y=\"{}\"/>",
        symbol.id(),
        number(x),
        number(y)
    );
}

fn piece(piece: Piece, at: (f32, f32), out: &mut String) {
    let (tile, dots) = Symbol::of_piece(piece);
    place(tile, at, out);
    if let Some(dots) = dots {
        place(dots, at, out);
    }
}

/// The covered bugs of a stack, as small tiles along its lower edge. The bottom bug is first.
pub(super) fn draw_covered(cell: &Cell, (x, y): (f32, f32), out: &mut String) {
    let Some((Piece { bug: Some(_), .. }, below)) = cell.pieces.split_last() else {
        return;
    };
    let (row, scale) = if below.len() <= 2 { (2, 0.4) } else { (3, 0.3) };
    let step = 86.6 * scale;
    for (i, &covered) in below.iter().enumerate() {
        let cx = x - 38.0 + step * ((i % row) as f32 + 0.5);
        let cy = y + 25.0 + step * (i / row) as f32;
        let _ = writeln!(
            out,
            "<use href=\"#{}\" transform=\"translate({} {})scale({scale})\"/>",
            Symbol::of_piece(covered).0.id(),
            number(cx),
            number(cy)
        );
    }
}

/// The height of a stack of discs, on the top disc.
fn height(top: Piece, pieces: usize, (x, y): (f32, f32), out: &mut String) {
    let colour = match top.owner {
        Owner::Side(Side::White) | Owner::Neutral(Side::White) => "#161412",
        Owner::Side(Side::Black) | Owner::Neutral(Side::Black) => "#fffdf6",
    };
    let _ = writeln!(
        out,
        "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"4\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
        lettering::path(&pieces.to_string(), x, y, 22.0)
    );
}

/// The bars in front of prisoners.
fn bars((x, y): (f32, f32), palette: &Palette, out: &mut String) {
    let mut path = String::new();
    for dx in [-20.0, 0.0, 20.0] {
        let reach = 38.0 - f32::abs(dx) * 0.5;
        let _ = write!(
            path,
            "M{} {}L{} {}",
            number(x + dx),
            number(y - reach),
            number(x + dx),
            number(y + reach)
        );
    }
    let _ = writeln!(
        out,
        "<path d=\"{path}\" stroke=\"{}\" stroke-width=\"3\" stroke-linecap=\"round\"/>",
        palette.prison
    );
}
