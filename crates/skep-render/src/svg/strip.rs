//! The line under a board with each side's score and pieces in reserve.

use std::fmt::Write;

use super::super::Board;
use super::super::lettering;
use super::super::style::Palette;
use super::symbols::Symbol;
use super::{Bounds, number};
use skep_rules::game::Side;

/// The height of the line, in units.
const HEIGHT: f32 = 56.0;
/// The minimum width for both sides, in units.
const LEAST: f32 = 400.0;
const LETTERS: f32 = 26.0;

/// Makes room for the line.
pub(super) fn extend(board: &Board, mut bounds: Bounds) -> Bounds {
    if board.score.is_none() {
        return bounds;
    }
    let lacking = (LEAST - (bounds.right - bounds.left)).max(0.0);
    bounds.left -= lacking / 2.0;
    bounds.right += lacking / 2.0;
    bounds.bottom += HEIGHT;
    bounds
}

pub(super) fn draw(board: &Board, bounds: Bounds, palette: &Palette, out: &mut String) {
    let Some(score) = &board.score else { return };
    let y = bounds.bottom - HEIGHT / 2.0 - 4.0;
    let middle = f32::midpoint(bounds.left, bounds.right);
    for side in Side::ALL {
        let left = match side {
            Side::White => middle - LEAST / 2.0 + 14.0,
            Side::Black => middle + 14.0,
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<use href=\"#{}\" transform=\"translate({} {})scale(.4)\"/>",
            Symbol::Ground(side, true).id(),
            number(left + 14.0),
            number(y)
        );
        let text = &score[side];
        let width = lettering::width(text, LETTERS);
        let _ = writeln!(
            out,
            "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"4\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
            lettering::path(text, left + 42.0 + width / 2.0, y, LETTERS),
            palette.label
        );
        for i in 0..board.hands[side].len() {
            let _ = writeln!(
                out,
                "<use href=\"#{}\" transform=\"translate({} {})scale(.3)\"/>",
                Symbol::Disc(side).id(),
                number(left + 64.0 + width + 9.0 * i as f32),
                number(y)
            );
        }
    }
}
