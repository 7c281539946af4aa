//! Writes HOP as hivegame.com does: the smallest text of all walks.

use arrayvec::ArrayVec;

use super::set;
use crate::game::Position as _;
use crate::geometry::Hex;
use crate::hive::{Piece, PlaneTracker};

/// All bugs of both sides.
const PIECES: usize = 28;
/// No cell.
const NONE: u8 = u8::MAX;
/// The turns by one sixth, with how many directions they are on in the order of `Direction`.
const LEFT: (usize, u8) = (5, b'+');
const RIGHT: (usize, u8) = (1, b'-');

/// Writes the canonical HOP of a position to the end of a text.
pub fn write(plane: &PlaneTracker, out: &mut String) {
    set::write(plane.position().game_type(), out);
    out.extend(smallest_walk(plane).into_iter().map(char::from));
    out.push(',');
    out.push(plane.position().turn().letter());
}

/// A cell of the hive.
struct WriteCell {
    hex: Hex,
    /// The top bug, and how many are under it.
    top: Piece,
    /// The letters of the stack from the bottom up.
    letters: ArrayVec<u8, PIECES>,
    /// The cells around it.
    around: [u8; 6],
}

/// The smallest text of all walks that reach every cell.
fn smallest_walk(plane: &PlaneTracker) -> Vec<u8> {
    let cells = cells(plane);
    let mut walk = WriteWalk {
        marked: plane.position().last_moved(),
        cells: &cells,
        reached: 0,
        text: Vec::with_capacity(128),
    };
    let mut best = Vec::new();
    let mut starts: ArrayVec<usize, PIECES> = (0..cells.len()).collect();
    starts.sort_unstable_by_key(|start| cells[*start].letters[0]);
    // A text begins with the letter of its start, so that other starts can only be better if these reach too little.
    for starts in starts.chunk_by(|a, b| cells[*a].letters[0] == cells[*b].letters[0]) {
        for (start, heading) in starts.iter().flat_map(|s| (0..6).map(move |h| (*s, h))) {
            walk.reached = 0;
            walk.text.clear();
            walk.chain(start, heading);
            let is_whole = walk.reached.count_ones() as usize == cells.len();
            if is_whole && (best.is_empty() || walk.text < best) {
                std::mem::swap(&mut best, &mut walk.text);
            }
        }
        if !best.is_empty() {
            break;
        }
    }
    best
}

/// The occupied cells.
fn cells(plane: &PlaneTracker) -> ArrayVec<WriteCell, PIECES> {
    let position = plane.position();
    let cell = |(hex, top)| {
        let letter = |piece: Piece| set::letter_of(piece.side(), piece.bug());
        let mut letters: ArrayVec<u8, PIECES> = position.beneath(top).map(letter).collect();
        letters.reverse();
        letters.push(letter(top));
        WriteCell {
            hex,
            top,
            letters,
            around: [NONE; 6],
        }
    };
    let mut cells: ArrayVec<WriteCell, PIECES> = plane.tops().map(cell).collect();
    let hexes: ArrayVec<Hex, PIECES> = cells.iter().map(|cell| cell.hex).collect();
    for cell in &mut cells {
        for (i, hex) in hexes.iter().enumerate() {
            if let Some(direction) = cell.hex.direction_to(*hex) {
                cell.around[direction.index()] = i as u8;
            }
        }
    }
    cells
}

/// A walk from one start.
struct WriteWalk<'a> {
    cells: &'a [WriteCell],
    marked: Option<Piece>,
    /// One bit for each cell.
    reached: u32,
    text: Vec<u8>,
}

impl WriteWalk<'_> {
    /// Writes the line from a cell on, the stacks on it and its branches. Returns whether there is more than the line.
    fn chain(&mut self, start: usize, heading: usize) -> bool {
        let mut line: ArrayVec<(usize, usize), PIECES> = ArrayVec::new();
        self.reach(start);
        line.push((start, heading));
        let (mut cell, mut heading) = (start, heading);
        while let Some((next, turn)) = [(0, 0), LEFT, RIGHT]
            .into_iter()
            .find_map(|turn| Some((self.free(cell, heading, turn)?, turn)))
        {
            cell = next;
            if turn.0 > 0 {
                heading = (heading + turn.0) % 6;
                self.text.push(turn.1);
            }
            self.reach(cell);
            line.push((cell, heading));
        }
        let end = self.text.len();
        for (i, (cell, _)) in line.iter().enumerate() {
            for level in 1..self.cells[*cell].letters.len() {
                self.number(i + 1);
                self.text.push(b'=');
                self.bug(*cell, level);
            }
        }
        for (i, &(cell, heading)) in line.iter().enumerate() {
            for turn in [LEFT, RIGHT] {
                let Some(next) = self.free(cell, heading, turn) else {
                    continue;
                };
                self.number(i + 1);
                self.text.push(turn.1);
                let begin = self.text.len();
                if self.chain(next, (heading + turn.0) % 6) {
                    self.text.insert(begin, b'(');
                    self.text.push(b')');
                }
            }
        }
        self.text.len() > end
    }

    /// The cell in a direction, if there is one that was not reached before.
    fn free(&self, cell: usize, heading: usize, turn: (usize, u8)) -> Option<usize> {
        let next = self.cells[cell].around[(heading + turn.0) % 6];
        (next != NONE && self.reached & (1 << next) == 0).then_some(usize::from(next))
    }

    fn reach(&mut self, cell: usize) {
        self.reached |= 1 << cell;
        self.bug(cell, 0);
    }

    /// Writes the bug on a level of a cell, with its mark.
    fn bug(&mut self, cell: usize, level: usize) {
        let cell = &self.cells[cell];
        self.text.push(cell.letters[level]);
        if level + 1 == cell.letters.len() && self.marked == Some(cell.top) {
            self.text.push(b'!');
        }
    }

    /// Writes the number of a bug in a line: two digits at most.
    fn number(&mut self, number: usize) {
        if number >= 10 {
            self.text.push(b'0' + (number / 10) as u8);
        }
        self.text.push(b'0' + (number % 10) as u8);
    }
}
