//! A game as the changes between its pictures, for a page that replays it.

use rustc_hash::FxHashMap;

use super::svg::{Bounds, Symbols, WIDTH};
use super::{Board, Cell, Style};
use skep_records::{GameLine, Playback};
use skep_rules::geometry::Hex;

/// A part of a picture with its middle at 0 0: SVG elements that a page moves to where they belong. They use the
/// [`Symbols`] of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Drawing {
    /// What neighbours may lie over.
    pub below: String,
    /// What lies over all cells.
    pub above: String,
}

/// Drawings by their numbers, each of them once, so that a page can hold thousands of positions.
#[derive(Clone, Debug, Default)]
pub struct Drawings {
    all: Vec<Drawing>,
    numbers: FxHashMap<Drawing, u32>,
}

impl Drawings {
    /// The width of a cell; the middles of cells in a row are as far apart. That of the cell with the coordinates q and r
    /// is at q + r / 2 widths to the east and r × √3 / 2 widths to the south of the middle of cell 0 0.
    pub const WIDTH: f32 = WIDTH;

    /// The drawings; a number is a place among them.
    pub fn all(&self) -> &[Drawing] {
        &self.all
    }

    /// The number of a drawing.
    pub fn number(&mut self, drawing: Drawing) -> u32 {
        let next = self.all.len() as u32;
        let drawings = &mut self.all;
        *self.numbers.entry(drawing).or_insert_with_key(|drawing| {
            drawings.push(drawing.clone());
            next
        })
    }

    /// Adds the drawings of others, and gives the number here of each of theirs.
    pub fn merge(&mut self, other: Drawings) -> Vec<u32> {
        let others = other.all.into_iter();
        others.map(|drawing| self.number(drawing)).collect()
    }
}

/// What a position changes of the picture of the one before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardDelta {
    /// The cells that change, with the numbers of their drawings; `None` where a cell becomes empty.
    pub cells: Vec<(Hex, Option<u32>)>,
    /// The drawing of the last move's mark, and the cell that it belongs to.
    pub mark: Option<(Hex, u32)>,
}

/// The pictures of a game, each as what it changes.
#[derive(Clone, Debug)]
pub struct AnimationDelta {
    /// What the frames are made of.
    pub drawings: Drawings,
    /// What the drawings use.
    pub symbols: Symbols,
    /// The positions, from the one before the first turn.
    pub frames: Vec<BoardDelta>,
    /// The part of the plane that all pictures together show.
    pub bounds: Bounds,
}

impl AnimationDelta {
    /// The pictures of a game; `see` is called with each position and its picture.
    pub fn new(
        line: &GameLine,
        style: &Style,
        mut see: impl FnMut(&Playback, &Board),
    ) -> AnimationDelta {
        let mut drawings = Drawings::default();
        let mut symbols = Symbols::default();
        let mut frames = Vec::with_capacity(line.plies() as usize + 1);
        let mut bounds: Option<Bounds> = None;
        let mut before = Board::default();
        for playback in line.playbacks() {
            let board = Board::of(&playback);
            see(&playback, &board);
            symbols.add(&board);
            let shown = Bounds::of_boards([&board].into_iter(), |b| b.bounds_of_cells(style));
            bounds = bounds.into_iter().chain(shown).reduce(Bounds::union);
            frames.push(BoardDelta {
                cells: changes(&before, &board, style, &mut drawings),
                mark: mark(&board, style, &mut drawings),
            });
            before = board;
        }
        AnimationDelta {
            drawings,
            symbols,
            frames,
            bounds: bounds.unwrap_or_else(|| Board::default().bounds_of_cells(style)),
        }
    }
}

fn drawing([below, above]: [String; 2]) -> Drawing {
    Drawing { below, above }
}

fn changes(
    before: &Board,
    after: &Board,
    style: &Style,
    drawings: &mut Drawings,
) -> Vec<(Hex, Option<u32>)> {
    let gone = (before.cells().iter())
        .filter(|cell| after.cell(cell.hex).is_none())
        .map(|cell| (cell.hex, None));
    let mut all: Vec<(Hex, Option<u32>)> = gone.collect();
    for cell in after.cells() {
        if before.cell(cell.hex) != Some(cell) {
            let drawn = drawing(Board::draw_cell(cell, style));
            all.push((cell.hex, Some(drawings.number(drawn))));
        }
    }
    all
}

/// The mark of the last move, as it looks around the first cell that the move went to.
fn mark(board: &Board, style: &Style, drawings: &mut Drawings) -> Option<(Hex, u32)> {
    let &middle = board.to.first()?;
    let moved = |hex: Hex| Hex::new(hex.q - middle.q, hex.r - middle.r);
    let marked = board.from.iter().chain(&board.to);
    let cells = marked.filter_map(|&hex| board.cell(hex)).map(|cell| Cell {
        hex: moved(cell.hex),
        ..cell.clone()
    });
    let mut around = Board::new(cells);
    around.from = board.from.map(moved);
    around.to = board.to.iter().copied().map(moved).collect();
    Some((middle, drawings.number(drawing(around.draw_marks(style)))))
}
