//! Boards as SVG. A cell is 86.6 units wide. A drawing is defined once and used for each piece.

mod cells;
mod marks;
mod panel;
mod symbols;

use std::fmt::Write;

pub use symbols::Symbols;

use super::lettering::escaped;
use super::{Board, DrawnCell, Style};
use skep_rules::geometry::Hex;

/// The distance from the centre of a cell to a corner, in units.
const CORNER: f32 = 50.0;
/// The width of a cell, in units.
pub(super) const WIDTH: f32 = 86.602_54;
/// The margin around the board, in units.
const MARGIN: f32 = 8.0;

/// The centre of a cell.
fn middle(hex: Hex) -> (f32, f32) {
    (
        WIDTH * (hex.q as f32 + hex.r as f32 / 2.0),
        1.5 * CORNER * hex.r as f32,
    )
}

/// A number with at most one decimal, as short as possible.
pub(super) fn number(n: f32) -> String {
    let tenths = (n * 10.0).round() as i64;
    if tenths % 10 == 0 {
        (tenths / 10).to_string()
    } else {
        format!("{:.1}", tenths as f64 / 10.0)
    }
}

/// A rectangle of the plane, in units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

impl Bounds {
    /// The bounds of a picture without cells: one cell.
    fn of_cell((x, y): (f32, f32)) -> Bounds {
        Bounds {
            left: x - WIDTH / 2.0,
            top: y - CORNER,
            right: x + WIDTH / 2.0,
            bottom: y + CORNER,
        }
    }

    /// The smallest part of the plane that holds all these boards. Empty boards count only if there are no others.
    pub fn of_boards<'a>(
        boards: impl IntoIterator<Item = &'a Board>,
        of_board: impl Fn(&Board) -> Bounds,
    ) -> Option<Bounds> {
        boards
            .into_iter()
            .filter(|board| !board.shown().is_empty())
            .map(of_board)
            .reduce(Bounds::union)
    }

    /// The smallest rectangle around both.
    fn union(self, other: Bounds) -> Bounds {
        Bounds {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Left, top, width, height, in units.
    pub fn rectangle(self) -> [f32; 4] {
        [
            self.left,
            self.top,
            self.right - self.left,
            self.bottom - self.top,
        ]
    }

    /// Width and height in pixels.
    fn pixels(self, style: &Style) -> (u32, u32) {
        let scale = match style.width {
            Some(width) => width as f32 / (self.right - self.left),
            None => style.size as f32 / WIDTH,
        };
        let length = |units: f32| ((units * scale).round() as u32).max(1);
        (
            length(self.right - self.left),
            length(self.bottom - self.top),
        )
    }
}

impl Board {
    /// The distance from the centre of a cell to its corners in pictures, in units.
    pub const CORNER: f32 = CORNER;

    /// The part of the plane that a picture of this board shows.
    pub fn bounds(&self, style: &Style) -> Bounds {
        panel::extend(self, style, self.bounds_of_cells(style))
    }

    /// [`Board::bounds`], with room for more cells: those to which the player to move can go, for instance.
    pub fn bounds_with(&self, style: &Style, cells: impl IntoIterator<Item = Hex>) -> Bounds {
        let more = cells.into_iter().map(|hex| {
            let cell = Bounds::of_cell(self.centre(hex));
            Bounds {
                left: cell.left - MARGIN,
                top: cell.top - MARGIN,
                right: cell.right + MARGIN,
                bottom: cell.bottom + MARGIN,
            }
        });
        let shown = (!self.shown().is_empty()).then(|| self.bounds_of_cells(style));
        let all = shown.into_iter().chain(more).reduce(Bounds::union);
        let all = all.unwrap_or_else(|| self.bounds_of_cells(style));
        panel::extend(self, style, all)
    }

    /// The centre of a cell in the picture, in units: [`Board::CORNER`] is the distance to its corners.
    pub fn centre(&self, hex: Hex) -> (f32, f32) {
        middle(self.view.0.apply(hex))
    }

    /// The bounds without the lines above and below the board.
    pub(super) fn bounds_of_cells(&self, style: &Style) -> Bounds {
        let (columns, rows) = if style.labels {
            self.headings()
        } else {
            Default::default()
        };
        let mut bounds: Option<Bounds> = None;
        let mut add = |b: Bounds| bounds = Some(bounds.map_or(b, |all| all.union(b)));
        for hex in self.shown() {
            add(Bounds::of_cell(middle(self.view.0.apply(hex))));
        }
        for hex in columns.into_iter().chain(rows) {
            let (x, y) = middle(self.view.0.apply(hex));
            add(Bounds {
                left: x - 0.2 * WIDTH,
                top: y - 0.4 * CORNER,
                right: x + 0.2 * WIDTH,
                bottom: y + 0.4 * CORNER,
            });
        }
        let board = bounds.unwrap_or(Bounds::of_cell((0.0, 0.0)));
        Bounds {
            left: board.left - MARGIN,
            top: board.top - MARGIN,
            right: board.right + MARGIN,
            bottom: board.bottom + MARGIN,
        }
    }

    /// The board as an SVG file. The same board and style give the same bytes.
    pub fn svg(&self, style: &Style) -> String {
        self.svg_within(style, self.bounds(style))
    }

    /// Adds the symbols that a picture uses.
    pub(super) fn add_symbols(&self, style: &Style, symbols: &mut Symbols) {
        symbols.add(self);
        symbols.add_pieces(panel::pieces(self, style));
    }

    /// The board as an SVG file that shows this part of the plane.
    pub fn svg_within(&self, style: &Style, bounds: Bounds) -> String {
        let mut symbols = Symbols::default();
        self.add_symbols(style, &mut symbols);
        let (width, height) = bounds.pixels(style);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"{}\">\n",
            view_box(bounds)
        );
        let _ = writeln!(out, "<title>{}</title>", self.title());
        let _ = writeln!(out, "<defs>\n{}</defs>", symbols.definitions(style.theme));
        let _ = writeln!(out, "{}", background(bounds, style));
        self.draw(style, bounds, &mut out);
        out.push_str("</svg>\n");
        out
    }

    /// The board as an `svg` element for a page that defines the [`Symbols`] of all its boards.
    pub fn figure(&self, style: &Style) -> String {
        let bounds = self.bounds(style);
        let (width, height) = bounds.pixels(style);
        let mut out = format!(
            "<svg role=\"img\" width=\"{width}\" height=\"{height}\" viewBox=\"{}\">\n<title>{}</title>\n",
            view_box(bounds),
            self.title()
        );
        self.draw(style, bounds, &mut out);
        out.push_str("</svg>\n");
        out
    }

    /// A description of the picture in words.
    fn title(&self) -> String {
        if let Some(title) = &self.title {
            return escaped(title);
        }
        let tiles: usize = self.cells().iter().map(|c| c.pieces.len()).sum();
        let turn = self
            .turn
            .map_or("game over".to_owned(), |side| format!("{side} to move"));
        match &self.score {
            Some(score) => format!("Hex-It, {}-{}, {turn}", score.white, score.black),
            None => {
                let unit = if tiles == 1 { "tile" } else { "tiles" };
                format!("Hive, {tiles} {unit}, {turn}")
            }
        }
    }

    /// A cell, centred at 0 0.
    pub(super) fn draw_cell(cell: &DrawnCell, style: &Style) -> String {
        let mut drawn = String::new();
        cells::draw(cell, (0.0, 0.0), &style.theme.palette(), &mut drawn);
        drawn
    }

    /// Only the marks: those under the cells, and those over them.
    pub(super) fn draw_marks(&self, style: &Style) -> [String; 2] {
        let palette = style.theme.palette();
        let mut drawn = [String::new(), String::new()];
        marks::beneath(self, &palette, &mut drawn[0]);
        marks::above(self, &palette, &mut drawn[1]);
        drawn
    }

    /// Everything but the background.
    pub(super) fn draw(&self, style: &Style, bounds: Bounds, out: &mut String) {
        let palette = style.theme.palette();
        if style.labels {
            marks::headings(self, &palette, out);
        }
        marks::beneath(self, &palette, out);
        let middle = |cell: &DrawnCell| middle(self.view.0.apply(cell.hex));
        for cell in self.cells() {
            cells::draw(cell, middle(cell), &palette, out);
        }
        marks::above(self, &palette, out);
        panel::draw(self, style, bounds, &palette, out);
    }
}

/// The rectangle behind a picture.
pub(super) fn background(bounds: Bounds, style: &Style) -> String {
    // Whole pixels may reach beyond the bounds.
    let around = 10.0;
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
        number(bounds.left - around),
        number(bounds.top - around),
        number(bounds.right - bounds.left + 2.0 * around),
        number(bounds.bottom - bounds.top + 2.0 * around),
        style.theme.palette().ground
    )
}

pub(super) fn view_box(bounds: Bounds) -> String {
    format!(
        "{} {} {} {}",
        number(bounds.left),
        number(bounds.top),
        number(bounds.right - bounds.left),
        number(bounds.bottom - bounds.top)
    )
}

/// Width and height of a picture in pixels.
pub(super) fn pixels(bounds: Bounds, style: &Style) -> (u32, u32) {
    bounds.pixels(style)
}
