//! The lines above and below a board: players, move number and result; score and pieces in hand.

use std::fmt::Write;

use super::super::board::{DrawnPiece, Owner};
use super::super::style::Palette;
use super::super::{Board, Style, lettering};
use super::symbols::{Symbol, TILE, paper};
use super::{Bounds, MARGIN, WIDTH, number};
use skep_rules::game::Side;

/// The minimum width of a picture with such lines, in units.
const LEAST: f32 = 400.0;
/// The scale to which a long line shrinks before the picture grows.
const SMALLEST: f32 = 0.6;
/// The heights of capitals, in units.
const NAMES: f32 = 26.0;
const FACTS: f32 = 20.0;

/// A part of a line.
enum PanelPart {
    Gap(f32),
    Text(String, f32),
    /// A drawing at a scale.
    Symbol(Symbol, f32),
    /// An empty tile in the colour of a side.
    Tile(Side),
    /// Discs, each partly over the one before.
    Discs(Side, usize),
}

impl PanelPart {
    fn width(&self) -> f32 {
        match self {
            PanelPart::Gap(width) => *width,
            PanelPart::Text(text, height) => lettering::width(text, *height),
            PanelPart::Symbol(_, scale) => WIDTH * scale,
            PanelPart::Tile(_) => 28.0,
            PanelPart::Discs(_, n) => 9.0 * *n as f32 + 8.0,
        }
    }

    /// Draws the part with its left end at `x`, around the height 0.
    fn draw(&self, x: f32, palette: &Palette, out: &mut String) {
        let middle = x + self.width() / 2.0;
        let mut symbol = |symbol: Symbol, x: f32, scale: f32| {
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "<use href=\"#{}\" transform=\"translate({} 0)scale({scale})\"/>",
                symbol.id(),
                number(x)
            );
        };
        match self {
            PanelPart::Gap(_) => {}
            PanelPart::Text(text, height) => {
                lettering::write(text, (middle, 0.0), *height, palette.label, out);
            }
            PanelPart::Symbol(drawing, scale) => symbol(*drawing, middle, *scale),
            PanelPart::Tile(side) => {
                let (fill, edge) = paper(*side, palette);
                let _ = writeln!(
                    out,
                    "<path d=\"{TILE}\" transform=\"translate({} 0)scale(.34)\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"6\" stroke-linejoin=\"round\"/>",
                    number(middle)
                );
            }
            PanelPart::Discs(side, n) => {
                for i in 0..*n {
                    symbol(Symbol::Disc(*side), x + 9.0 * i as f32 + 8.0, 0.3);
                }
            }
        }
    }
}

/// A line of a picture.
struct PanelLine {
    parts: Vec<PanelPart>,
    height: f32,
}

impl PanelLine {
    fn new(parts: impl IntoIterator<Item = PanelPart>, height: f32) -> PanelLine {
        let parts = parts.into_iter().collect();
        PanelLine { parts, height }
    }

    fn width(&self) -> f32 {
        self.parts.iter().map(PanelPart::width).sum()
    }

    /// Draws the line in the middle of a picture, smaller if it is too long.
    fn draw(&self, bounds: Bounds, y: f32, palette: &Palette, out: &mut String) {
        let room = bounds.right - bounds.left - 2.0 * MARGIN;
        let scale = (room / self.width().max(1.0)).min(1.0);
        let _ = writeln!(
            out,
            "<g transform=\"translate({} {})scale({scale:.3})\">",
            number(f32::midpoint(bounds.left, bounds.right)),
            number(y)
        );
        let mut x = -self.width() / 2.0;
        for part in &self.parts {
            part.draw(x, palette, out);
            x += part.width();
        }
        out.push_str("</g>\n");
    }
}

/// The lines above the board: the caption.
fn above(board: &Board) -> Vec<PanelLine> {
    let Some(caption) = &board.caption else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    if Side::ALL
        .iter()
        .any(|&side| !caption.players[side].is_empty())
    {
        let player = |side| {
            let name = match caption.players[side].as_str() {
                "" => "?",
                name => name,
            };
            let name = PanelPart::Text(name.to_owned(), NAMES);
            let token = match board.score {
                Some(_) => PanelPart::Symbol(Symbol::Disc(side), 0.45),
                None => PanelPart::Tile(side),
            };
            [token, PanelPart::Gap(12.0), name]
        };
        let mut parts: Vec<PanelPart> = player(Side::White).into();
        parts.push(PanelPart::Gap(36.0));
        parts.extend(player(Side::Black));
        lines.push(PanelLine::new(parts, 46.0));
    }
    let facts = caption.facts.iter();
    lines.extend(facts.map(|fact| PanelLine::new([PanelPart::Text(fact.clone(), FACTS)], 34.0)));
    lines
}

/// The lines below the board: the score with the reserves, or the hands.
fn below(board: &Board, style: &Style) -> Vec<PanelLine> {
    if let Some(score) = &board.score {
        let side = |side: Side| {
            [
                PanelPart::Symbol(Symbol::Ground(side, true), 0.4),
                PanelPart::Gap(8.0),
                PanelPart::Text(score[side].clone(), NAMES),
                PanelPart::Gap(12.0),
                PanelPart::Discs(side, board.hands[side].len()),
            ]
        };
        let gap = [PanelPart::Gap(36.0)];
        let parts = side(Side::White)
            .into_iter()
            .chain(gap)
            .chain(side(Side::Black));
        return vec![PanelLine::new(parts, 56.0)];
    }
    let sides = Side::ALL.iter().filter(|_| style.hands);
    let hand = |&side: &Side| {
        let pieces = &board.hands[side];
        let mut parts = vec![PanelPart::Tile(side), PanelPart::Gap(10.0)];
        if pieces.is_empty() {
            parts.push(PanelPart::Text("–".to_owned(), FACTS));
        }
        for kind in pieces.chunk_by(|a, b| a.bug == b.bug && a.owner == b.owner) {
            parts.push(PanelPart::Symbol(Symbol::of_piece(kind[0]).0, 0.5));
            if kind.len() > 1 {
                parts.push(PanelPart::Gap(4.0));
                parts.push(PanelPart::Text(kind.len().to_string(), FACTS));
                parts.push(PanelPart::Gap(8.0));
            }
        }
        PanelLine::new(parts, 54.0)
    };
    sides.map(hand).collect()
}

fn height(lines: &[PanelLine]) -> f32 {
    lines.iter().map(|line| line.height).sum()
}

/// The pieces that the lines show. They show no numbers.
pub(super) fn pieces(board: &Board, style: &Style) -> impl Iterator<Item = DrawnPiece> {
    let hands = Side::ALL.into_iter().filter(|_| style.hands);
    let pieces = hands.flat_map(|side| &board.hands[side]);
    let discs = Side::ALL.into_iter().filter(|_| board.score.is_some());
    let disc = |side| DrawnPiece {
        owner: Owner::Side(side),
        bug: None,
        number: 0,
    };
    let pieces = pieces.map(|&piece| DrawnPiece { number: 0, ..piece });
    pieces.chain(discs.map(disc))
}

/// Makes room for the lines.
pub(super) fn extend(board: &Board, style: &Style, mut bounds: Bounds) -> Bounds {
    let (above, below) = (above(board), below(board, style));
    let lines = || above.iter().chain(&below);
    if lines().next().is_none() {
        return bounds;
    }
    let longest = lines().map(PanelLine::width).fold(0.0, f32::max);
    let least = LEAST.max(longest * SMALLEST + 2.0 * MARGIN);
    let lacking = (least - (bounds.right - bounds.left)).max(0.0);
    bounds.left -= lacking / 2.0;
    bounds.right += lacking / 2.0;
    bounds.top -= height(&above);
    bounds.bottom += height(&below);
    bounds
}

pub(super) fn draw(
    board: &Board,
    style: &Style,
    bounds: Bounds,
    palette: &Palette,
    out: &mut String,
) {
    let (above, below) = (above(board), below(board, style));
    let starts = [bounds.top + 6.0, bounds.bottom - height(&below) - 4.0];
    for (lines, mut y) in [above, below].into_iter().zip(starts) {
        for line in lines {
            line.draw(bounds, y + line.height / 2.0, palette, out);
            y += line.height;
        }
    }
}
