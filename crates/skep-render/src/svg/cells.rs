//! Cells and stacks in SVG.

use std::fmt::Write;

use super::super::board::{DrawnCell, DrawnPiece, Ground, Owner, Territory};
use super::super::lettering;
use super::super::style::Palette;
use super::number;
use super::symbols::{AMBER, Symbol, TILE, paper};
use skep_rules::game::Side;

/// Where the piece at a level is drawn, relative to its cell, and its scale. A stack stays inside its cell, so that it
/// hides no neighbour.
fn place_of(cell: &DrawnCell, level: usize) -> (f32, f32, f32) {
    let steps = cell.pieces.len().saturating_sub(1).max(1) as f32;
    let share = level as f32 / steps;
    if cell.pieces.iter().all(|p| p.bug.is_none()) {
        // A stack of discs rises upwards.
        let rise = (9.0 * (cell.pieces.len() as f32 - 1.0)).min(24.0);
        return (0.0, rise * (0.4 - share), 1.0);
    }
    // Each tile is smaller than the one below and shows the lower left of it.
    (4.0 * share, -6.9 * share, 1.0 - 0.2 * share)
}

pub(super) fn draw(cell: &DrawnCell, (x, y): (f32, f32), palette: &Palette, out: &mut String) {
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
        let (right, down, scale) = place_of(cell, level);
        let at = (x + right, y + down);
        if piece.bug.is_some() && level + 1 < cell.pieces.len() {
            blank(piece, at, scale, palette, out);
        } else {
            self::piece(piece, at, scale, out);
        }
    }
    match cell.pieces.split_last() {
        Some((top, below)) if !below.is_empty() && top.bug.is_none() => {
            let (_, down, _) = place_of(cell, below.len());
            height(*top, below.len() + 1, (x, y + down), out);
        }
        Some((_, below)) => covered(below, (x, y), out),
        None => {}
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

fn piece(piece: DrawnPiece, at: (f32, f32), scale: f32, out: &mut String) {
    let (tile, dots) = Symbol::of_piece(piece);
    for symbol in [Some(tile), dots].into_iter().flatten() {
        if scale < 1.0 {
            place_scaled(symbol, at, scale, out);
        } else {
            place(symbol, at, out);
        }
    }
}

/// The tile of a covered bug. A small tile shows the bug.
fn blank(piece: DrawnPiece, (x, y): (f32, f32), scale: f32, palette: &Palette, out: &mut String) {
    let (fill, edge) = match piece.owner {
        Owner::Side(side) => paper(side, palette),
        Owner::Neutral(side) => (AMBER, paper(side, palette).1),
    };
    let _ = writeln!(
        out,
        "<path d=\"{TILE}\" transform=\"translate({} {})scale({scale:.2})\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"3\" stroke-linejoin=\"round\"/>",
        number(x),
        number(y)
    );
}

/// Uses a symbol at a scale.
pub(super) fn place_scaled(symbol: Symbol, (x, y): (f32, f32), scale: f32, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<use href=\"#{}\" transform=\"translate({} {})scale({scale:.2})\"/>",
        symbol.id(),
        number(x),
        number(y)
    );
}

/// The covered bugs of a stack, as small tiles along its left edges, the bottom bug lowest.
fn covered(below: &[DrawnPiece], (x, y): (f32, f32), out: &mut String) {
    let steps = below.len().saturating_sub(1) as f32;
    // The tiles touch each other. More than three need smaller tiles.
    let scale = (46.0 / (39.8 * steps + 46.0)).min(0.34);
    let step = 79.6 * scale;
    // A little inside the outline of the cell.
    let inside = 0.94 * (1.0 - scale);
    let (left, corner) = (39.8 * inside, 23.0 * inside);
    for (level, &piece) in below.iter().enumerate() {
        // The distance from the lower left corner: negative along the edge to the bottom, positive along the edge
        // upwards.
        let way = step * (level as f32 - steps / 2.0);
        let at = if way < 0.0 {
            (x - left - 0.866 * way, y + corner - 0.5 * way)
        } else {
            (x - left, y + corner - way)
        };
        place_scaled(Symbol::of_piece(piece).0, at, scale, out);
    }
}

/// The height of a stack of discs, on the top disc.
fn height(top: DrawnPiece, pieces: usize, (x, y): (f32, f32), out: &mut String) {
    let colour = match top.owner {
        Owner::Side(Side::White) | Owner::Neutral(Side::White) => "#161412",
        Owner::Side(Side::Black) | Owner::Neutral(Side::Black) => "#fffdf6",
    };
    lettering::write(&pieces.to_string(), (x, y), 24.0, colour, out);
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
