//! A board as filled hexagons. Each character shows two pixels, one above the other.

use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

use skep_render::{Board, DrawnCell, DrawnPiece, Ground, Owner, Territory};
use skep_rules::game::Side;
use skep_rules::geometry::{GridRef, Hex, Symmetry};

use crate::text;

/// The size of hexagons: the distance between neighbours in a row in columns, which is even, and between rows in lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct HexagonSize {
    columns: i32,
    lines: i32,
}

/// The sizes, the largest first. Their hexagons are nearly regular.
const SIZES: [HexagonSize; 6] = [
    size(16, 7),
    size(14, 6),
    size(12, 5),
    size(10, 4),
    size(8, 3),
    size(6, 2),
];

const fn size(columns: i32, lines: i32) -> HexagonSize {
    HexagonSize { columns, lines }
}

// From the 256 colours of nearly every terminal.
const WHITE: Color = Color::Indexed(230);
const BLACK: Color = Color::Indexed(238);
const NEUTRAL: Color = Color::Indexed(214);
const WHITE_TERRITORY: Color = Color::Indexed(221);
const BLACK_TERRITORY: Color = Color::Indexed(24);
const PRISON: Color = Color::Indexed(245);
const LAST: Color = Color::Indexed(208);
const DESTINATION: Color = Color::Indexed(39);

/// A rectangle of lines and columns of the screen.
struct ScreenBounds {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
}

impl HexagonSize {
    /// The middle of a cell: column and line.
    fn middle(self, hex: Hex) -> (i32, i32) {
        (self.columns / 2 * (2 * hex.q + hex.r), self.lines * hex.r)
    }

    /// Whether a pixel, relative to the middle of a cell, is at least `edge` pixels inside it. `y` counts half lines.
    fn contains(self, x: f32, y: f32, edge: f32) -> bool {
        let (half, pitch) = (self.columns as f32 / 2.0, 2.0 * self.lines as f32);
        let slope = pitch / 3.0 / half;
        // A corner of a single pixel would stick out.
        let width = x.abs().max(1.0);
        width <= half - edge && y.abs() + slope * width <= pitch * 2.0 / 3.0 - edge
    }

    /// The lines of a hexagon above its middle line, and below it.
    fn reach(self) -> i32 {
        (self.lines * 2 / 3).max(1)
    }

    /// The smallest rectangle around cells.
    fn bounds(self, cells: impl Iterator<Item = Hex>) -> Option<ScreenBounds> {
        let around = |hex| {
            let (x, y) = self.middle(hex);
            let half = self.columns / 2 - 1;
            ScreenBounds {
                left: x - half,
                right: x + half + 1,
                top: y - self.reach(),
                bottom: y + self.reach() + 1,
            }
        };
        cells.map(around).reduce(|a, b| ScreenBounds {
            left: a.left.min(b.left),
            right: a.right.max(b.right),
            top: a.top.min(b.top),
            bottom: a.bottom.max(b.bottom),
        })
    }
}

/// The hexagons of a board, and their width. `None` if there is too little room.
///
/// If there is room for all `cells` of the game, the hexagons are as large as possible, and the board keeps its size
/// and place. Otherwise they are small, so that their size changes little.
pub fn draw(
    board: &Board,
    labels: bool,
    cells: &[Hex],
    room: (u16, u16),
) -> Option<(Vec<Line<'static>>, u16)> {
    draw_in(board, labels, cells, room, &SIZES)
        .or_else(|| draw_in(board, labels, &[], room, &SIZES[SIZES.len() - 2..]))
}

/// The hexagons in the largest size at which the board and the cells fit.
fn draw_in(
    board: &Board,
    labels: bool,
    cells: &[Hex],
    (width, height): (u16, u16),
    sizes: &[HexagonSize],
) -> Option<(Vec<Line<'static>>, u16)> {
    let view = board.view.0;
    let shown = (board.cells().iter().map(|cell| cell.hex))
        .chain(cells.iter().copied())
        .chain(board.destinations.iter().copied());
    let mut shown: Vec<Hex> = shown.map(|hex| view.apply(hex)).collect();
    let (columns, rows) = board.headings();
    if labels {
        shown.extend(columns.iter().chain(&rows).map(|&hex| view.apply(hex)));
    }
    let name = |cell: &DrawnCell| text::columns(&name_of(cell));
    let longest = board.cells().iter().map(name).max().unwrap_or(0) as i32;
    let (size, bounds) = sizes.iter().find_map(|&size| {
        let bounds = size.bounds(shown.iter().copied())?;
        let fits = bounds.right - bounds.left <= i32::from(width)
            && bounds.bottom - bounds.top <= i32::from(height)
            && longest < size.columns;
        fits.then_some((size, bounds))
    })?;
    let mut canvas = Canvas {
        left: bounds.left,
        top: bounds.top,
        columns: (bounds.right - bounds.left) as usize,
        pixels: Vec::new(),
        letters: Vec::new(),
    };
    let area = canvas.columns * (bounds.bottom - bounds.top) as usize;
    canvas.pixels.resize(2 * area, None);
    canvas.letters.resize(area, None);
    canvas.board(board, size, view);
    if labels {
        let columns = columns
            .into_iter()
            .map(|hex| (hex, GridRef::from_hex(hex).column_name()));
        let rows = rows
            .into_iter()
            .map(|hex| (hex, GridRef::from_hex(hex).row.to_string()));
        for (hex, name) in columns.chain(rows) {
            let (x, y) = size.middle(view.apply(hex));
            // A cell may have the names of a column and of a row.
            let taken = canvas
                .index(x, y)
                .is_some_and(|i| canvas.letters[i].is_some());
            canvas.write(&name, x, y + i32::from(taken), Color::Reset);
        }
    }
    Some((canvas.lines(), canvas.columns as u16))
}

struct Canvas {
    /// The column and the line of the upper left corner.
    left: i32,
    top: i32,
    columns: usize,
    /// Two rows of pixels for each line.
    pixels: Vec<Option<Color>>,
    letters: Vec<Option<(char, Color)>>,
}

impl Canvas {
    fn board(&mut self, board: &Board, size: HexagonSize, view: Symmetry) {
        for cell in board.cells() {
            let at = size.middle(view.apply(cell.hex));
            let (fill, ink) = colours(cell);
            let marked = board.destinations.contains(&cell.hex) || board.chosen == Some(cell.hex);
            let edge = match cell.ground {
                _ if marked => Some(DESTINATION),
                _ if board.to.contains(&cell.hex) => Some(LAST),
                Ground::Prison => Some(PRISON),
                _ => None,
            };
            self.hexagon(size, at, fill, edge);
            self.write(&name_of(cell), at.0, at.1, ink);
            if let [below @ .., _] = cell.pieces.as_slice()
                && size.lines >= 4
                && below.iter().any(|piece| piece.bug.is_some())
            {
                let names: Vec<String> = below.iter().rev().map(DrawnPiece::to_string).collect();
                let names = names.join(" ");
                let fits = text::prefix(&names, size.columns as usize - 3);
                self.write(&names[..fits], at.0, at.1 + 1, ink);
            }
        }
        let empty = |hex: &Hex| board.cell(*hex).is_none();
        for hex in board.destinations.iter().copied().filter(empty) {
            let at = size.middle(view.apply(hex));
            self.hexagon(size, at, None, Some(DESTINATION));
        }
        if let Some(from) = board.from.filter(empty) {
            self.hexagon(size, size.middle(view.apply(from)), None, Some(LAST));
        }
    }

    /// A hexagon with a fill and an edge.
    fn hexagon(
        &mut self,
        size: HexagonSize,
        (x, y): (i32, i32),
        fill: Option<Color>,
        edge: Option<Color>,
    ) {
        let half = size.columns / 2;
        for row in -2 * size.reach()..2 * size.reach() + 2 {
            // Half lines above and below the middle of the middle line.
            let down = row as f32 - 0.5;
            for column in -half..=half {
                if !size.contains(column as f32, down, 0.5) {
                    continue;
                }
                let inner = size.contains(column as f32, down, 1.5);
                let colour = if inner { fill } else { edge.or(fill) };
                let (column, row) = (x + column - self.left, 2 * (y - self.top) + row);
                if let Some(colour) = colour
                    && (0..self.columns as i32).contains(&column)
                    && row >= 0
                    && let Some(pixel) = self
                        .pixels
                        .get_mut(row as usize * self.columns + column as usize)
                {
                    *pixel = Some(colour);
                }
            }
        }
    }

    fn index(&self, x: i32, y: i32) -> Option<usize> {
        let (column, line) = (x - self.left, y - self.top);
        let inside = (0..self.columns as i32).contains(&column) && line >= 0;
        let index = inside.then(|| line as usize * self.columns + column as usize)?;
        (index < self.letters.len()).then_some(index)
    }

    /// Writes a text around a column.
    fn write(&mut self, text: &str, x: i32, y: i32, ink: Color) {
        let left = x - text.chars().count() as i32 / 2;
        for (x, c) in (left..).zip(text.chars()) {
            if let Some(i) = self.index(x, y) {
                self.letters[i] = Some((c, ink));
            }
        }
    }

    fn lines(&self) -> Vec<Line<'static>> {
        let rows = self.letters.chunks(self.columns).enumerate();
        let line = |(y, letters): (usize, &[Option<(char, Color)>])| {
            let cells = letters.iter().enumerate().map(|(x, letter)| {
                let [above, below] =
                    [0, 1].map(|half| self.pixels[(2 * y + half) * self.columns + x]);
                let (c, style) = match (letter, above, below) {
                    (Some((c, ink)), ground, _) => (*c, on(ground).fg(*ink)),
                    (None, above, below) if above == below => (' ', on(above)),
                    (None, Some(above), below) => ('▀', on(below).fg(above)),
                    (None, None, Some(below)) => ('▄', Style::new().fg(below)),
                    (None, None, None) => (' ', Style::new()),
                };
                Span::styled(c.to_string(), style)
            });
            Line::from(cells.collect::<Vec<_>>())
        };
        rows.map(line).collect()
    }
}

fn on(ground: Option<Color>) -> Style {
    ground.map_or(Style::new(), |colour| Style::new().bg(colour))
}

/// The fill and the text colour of a cell.
fn colours(cell: &DrawnCell) -> (Option<Color>, Color) {
    let (dark, light) = (Color::Indexed(16), Color::Indexed(231));
    match (cell.ground, cell.pieces.last()) {
        (Ground::Tile(Side::White, Territory::Largest), _) => (Some(WHITE_TERRITORY), dark),
        (Ground::Tile(Side::White, Territory::Annex), _) => (Some(WHITE), dark),
        (Ground::Tile(Side::Black, Territory::Largest), _) => (Some(BLACK_TERRITORY), light),
        (Ground::Tile(Side::Black, Territory::Annex), _) => (Some(BLACK), light),
        (Ground::Prison, _) => (None, Color::Reset),
        (Ground::Table, Some(top)) => match top.owner {
            Owner::Side(Side::White) => (Some(WHITE), dark),
            Owner::Side(Side::Black) => (Some(BLACK), light),
            Owner::Neutral(_) => (Some(NEUTRAL), dark),
        },
        (Ground::Table, None) => (None, Color::Reset),
    }
}

/// The name of the top piece with the height of the stack: `wB1²`, and `w3` in Hex-It.
fn name_of(cell: &DrawnCell) -> String {
    const RAISED: [&str; 8] = ["", "", "²", "³", "⁴", "⁵", "⁶", "⁷"];
    let height = cell.pieces.len();
    match cell.pieces.last() {
        None => String::new(),
        Some(top) if top.bug.is_none() => format!("{top}{height}"),
        Some(top) => format!("{top}{}", RAISED.get(height).unwrap_or(&"⁺")),
    }
}
