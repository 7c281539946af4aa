//! A game as the changes from each picture to the next, for a web page that replays it.

use rustc_hash::FxHashMap;

use super::svg::{Symbols, WIDTH};
use super::{Board, DrawnCell, Style};
use skep_records::{GameLine, Playback};
use skep_rules::geometry::Hex;

/// A part of a picture, centred at 0 0: SVG elements that a page moves to their cell. They use the [`Symbols`] of the
/// page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Drawing {
    /// The lower part, which neighbours may cover.
    pub below: String,
    /// The upper part, which is drawn over all cells.
    pub above: String,
}

/// Numbered drawings without duplicates, so that a page can hold thousands of positions.
#[derive(Clone, Debug, Default)]
pub struct Drawings {
    all: Vec<Drawing>,
    numbers: FxHashMap<Drawing, u32>,
}

impl Drawings {
    /// The width of a cell, which is also the distance between the centres of neighbours. The centre of the cell q, r
    /// is q + r / 2 widths east and r × √3 / 2 widths south of the centre of the cell 0, 0.
    pub const WIDTH: f32 = WIDTH;

    /// The drawings. The number of a drawing is its index.
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

    /// Adds the drawings of `other`. Returns the new number of each of them.
    pub fn merge(&mut self, other: Drawings) -> Vec<u32> {
        let others = other.all.into_iter();
        others.map(|drawing| self.number(drawing)).collect()
    }
}

/// The difference between the picture of a position and the picture before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardDelta {
    /// The cells that change, with the numbers of their drawings. `None` if the cell becomes empty.
    pub cells: Vec<(Hex, Option<u32>)>,
    /// The cell and the drawing of the mark of the last move.
    pub mark: Option<(Hex, u32)>,
}

/// The pictures of a game, each as the difference from the one before.
#[derive(Clone, Debug)]
pub struct AnimationDelta {
    /// The drawings in the frames.
    pub drawings: Drawings,
    /// The symbols that the drawings use.
    pub symbols: Symbols,
    /// The positions, from the one before the first turn.
    pub frames: Vec<BoardDelta>,
}

impl AnimationDelta {
    /// The pictures of a game. Calls `see` with each position and its picture.
    pub fn new(
        line: &GameLine,
        style: &Style,
        mut see: impl FnMut(&Playback, &Board),
    ) -> AnimationDelta {
        let mut drawings = Drawings::default();
        let mut symbols = Symbols::default();
        let mut frames = Vec::with_capacity(line.plies() as usize + 1);
        let mut before = Board::default();
        for playback in line.playbacks() {
            let board = Board::of(&playback);
            see(&playback, &board);
            symbols.add(&board);
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
            let drawn = drawing([Board::draw_cell(cell, style), String::new()]);
            all.push((cell.hex, Some(drawings.number(drawn))));
        }
    }
    all
}

/// The mark of the last move, relative to the first cell that the move went to.
fn mark(board: &Board, style: &Style, drawings: &mut Drawings) -> Option<(Hex, u32)> {
    let &middle = board.to.first()?;
    let moved = |hex: Hex| Hex::new(hex.q - middle.q, hex.r - middle.r);
    let marked = board.from.iter().chain(&board.to);
    let cells = marked
        .filter_map(|&hex| board.cell(hex))
        .map(|cell| DrawnCell {
            hex: moved(cell.hex),
            ..cell.clone()
        });
    let mut around = Board::new(cells);
    around.from = board.from.map(moved);
    around.to = board.to.iter().copied().map(moved).collect();
    Some((middle, drawings.number(drawing(around.draw_marks(style)))))
}
