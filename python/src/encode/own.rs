//! skep's own encoding.
//!
//! The window is a square of cells in axial coordinates, centred on the box around the hive. Plane `14 s + p` shows
//! piece `p` of the side to move (`s = 0`) or of the other side (`s = 1`): 0 where it is not, and 1 more than the
//! number of pieces below it on its cell. The pieces are Q S1 S2 B1 B2 G1 G2 G3 A1 A2 A3 M L P. Plane 28 is 1 on the
//! cell of the piece that moved last. A move is the plane of its piece and the cell that it goes to; the last number is
//! the pass. A [`PlaneLayout`] can differ.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;

use super::{Placing, relative, slots};
use skep_rules::game::{Position as _, Side};
use skep_rules::geometry::{Direction, Hex, Symmetry};
use skep_rules::hive::{Bug, GameType, Move, Piece, Place, Written};

/// The pieces of a side.
pub const PIECES: usize = 14;

/// The pieces of a side in the order of the planes: by kind, in the order of `Bug::PLAIN`, and by number.
const SLOTS: [[u8; 4]; 8] = slots(&Bug::PLAIN);

/// The number of kinds of bugs.
const KINDS: usize = Bug::PLAIN.len();

/// The most pieces of a stack: four beetles and two mosquitoes on another piece.
const TALLEST: u8 = 7;

/// Which planes and which numbers of moves there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlaneLayout {
    /// Whether pieces of a kind share a plane.
    pub by_type: bool,
    /// Whether two planes show the pinned pieces: of the side to move, and of the other side.
    pub pinned: bool,
    /// Whether a plane shows the empty cells beside the hive.
    pub edge: bool,
    /// Whether two planes show the distance of each cell from the queens, plus 1.
    pub distance: bool,
    /// Whether the number of a move has the cell that the piece leaves in place of its plane.
    pub sources: bool,
}

impl PlaneLayout {
    /// The planes of the pieces of a side.
    const fn of_side(self) -> usize {
        if self.by_type { KINDS } else { PIECES }
    }

    /// The number of planes.
    pub const fn planes(self) -> usize {
        2 * self.of_side()
            + 1
            + 2 * self.pinned as usize
            + self.edge as usize
            + 2 * self.distance as usize
    }

    /// The largest value that each plane can have.
    pub fn most(self, size: usize) -> Vec<u8> {
        let mut most = vec![TALLEST; 2 * self.of_side()];
        most.resize(self.planes(), 1);
        if self.distance {
            // One more than the distance between two corners of the window.
            let farthest = 2 * size - 1;
            let first = most.len() - 2;
            most[first..].fill(u8::try_from(farthest).unwrap_or(u8::MAX));
        }
        most
    }

    /// The number of moves that have a number.
    pub const fn actions(self, size: usize) -> usize {
        let cells = size * size;
        let sources = if self.sources {
            cells + KINDS
        } else {
            2 * PIECES
        };
        sources * cells + 1
    }

    /// Whether each plane has at most one cell that is not 0.
    pub fn has_one_cell_for_each_plane(self) -> bool {
        !(self.by_type || self.pinned || self.edge || self.distance)
    }

    /// Where each action goes, if each cell goes where `cells` says.
    pub fn action_map(self, size: usize, cells: &[Option<usize>]) -> Vec<Option<usize>> {
        let count = cells.len();
        let pass = self.actions(size) - 1;
        let turned = |action: usize| {
            let (source, to) = (action / count, action % count);
            let source = match cells.get(source) {
                Some(&moved) if self.sources => moved?,
                _ => source,
            };
            Some(source * count + cells[to]?)
        };
        let mut map: Vec<_> = (0..pass).map(turned).collect();
        map.push(Some(pass));
        map
    }

    /// The plane of a piece among those of its side.
    fn slot(self, piece: Piece) -> usize {
        if self.by_type {
            piece.bug() as usize
        } else {
            slot(piece)
        }
    }
}

fn slot(piece: Piece) -> usize {
    usize::from(SLOTS[piece.bug() as usize][usize::from(piece.number())])
}

/// A square window on the plane.
pub struct PlaneWindow {
    size: i32,
    corner: Hex,
    /// Whether the hive is inside.
    fits: bool,
    /// The pieces on the board with their cells, under the symmetry.
    pieces: ArrayVec<(Piece, Hex), { 2 * PIECES }>,
}

impl PlaneWindow {
    /// The window centred on the hive.
    pub fn of(size: usize, placing: &Placing, symmetry: Symmetry) -> PlaneWindow {
        let mut pieces = ArrayVec::new();
        let (mut least, mut most) = (Hex::new(i32::MAX, i32::MAX), Hex::new(i32::MIN, i32::MIN));
        for (piece, hex) in placing.pieces() {
            let hex = symmetry.apply(hex);
            pieces.push((piece, hex));
            least = Hex::new(least.q.min(hex.q), least.r.min(hex.r));
            most = Hex::new(most.q.max(hex.q), most.r.max(hex.r));
        }
        if least.q > most.q {
            (least, most) = (Hex::ORIGIN, Hex::ORIGIN);
        }
        let size = size as i32;
        let corner = |least: i32, most: i32| (least + most).div_euclid(2) - size / 2;
        let corner = Hex::new(corner(least.q, most.q), corner(least.r, most.r));
        let (first, last) = (least - corner, most - corner);
        PlaneWindow {
            size,
            corner,
            fits: first.q >= 0 && first.r >= 0 && last.q < size && last.r < size,
            pieces,
        }
    }

    /// The index of a cell in a plane.
    fn index(&self, hex: Hex) -> Option<usize> {
        let at = hex - self.corner;
        let inside = |n: i32| (0..self.size).contains(&n);
        (inside(at.q) && inside(at.r)).then_some((at.r * self.size + at.q) as usize)
    }

    /// The index of a cell inside.
    fn at(&self, hex: Hex) -> usize {
        let at = hex - self.corner;
        (at.r * self.size + at.q) as usize
    }

    /// The number of a move; `None` if it leads out of the window.
    pub fn action(
        &self,
        layout: PlaneLayout,
        placing: &Placing,
        symmetry: Symmetry,
        mv: Move,
    ) -> Option<usize> {
        let cells = (self.size * self.size) as usize;
        let Some(piece) = mv.piece() else {
            return Some(layout.actions(self.size as usize) - 1);
        };
        let to = self.index(symmetry.apply(placing.plane.target(mv)))?;
        let source = if !layout.sources {
            let side = relative(piece.side(), placing.position().turn());
            side * PIECES + slot(piece)
        } else if let Some(from) = placing.plane.hex(piece) {
            self.index(symmetry.apply(from))?
        } else {
            cells + piece.bug() as usize
        };
        Some(source * cells + to)
    }
}

/// Calls `out` with each plane that is not empty, its cell and the value there. Each plane has at most one such cell.
/// Returns false if the position does not fit.
fn cells(window: &PlaneWindow, placing: &Placing, mut out: impl FnMut(usize, usize, u8)) -> bool {
    if !window.fits {
        return false;
    }
    let position = placing.position();
    let turn = position.turn();
    for &(piece, hex) in &window.pieces {
        let at = window.at(hex);
        let plane = relative(piece.side(), turn) * PIECES + slot(piece);
        out(plane, at, position.beneath(piece).count() as u8 + 1);
        if position.last_moved() == Some(piece) {
            out(2 * PIECES, at, 1);
        }
    }
    true
}

/// Writes a position, if it fits.
pub fn write(
    window: &PlaneWindow,
    layout: PlaneLayout,
    placing: &Placing,
    symmetry: Symmetry,
    planes: &mut [u8],
) -> bool {
    let size = window.size as usize;
    let area = size * size;
    if layout.has_one_cell_for_each_plane() {
        return cells(window, placing, |plane, at, value| {
            planes[plane * area + at] = value;
        });
    }
    if !window.fits {
        return false;
    }
    let position = placing.position();
    let of_side = layout.of_side();
    for &(piece, hex) in &window.pieces {
        let at = window.at(hex);
        let plane = relative(piece.side(), position.turn()) * of_side + layout.slot(piece);
        let value = &mut planes[plane * area + at];
        // Of two equal pieces in a stack, the upper one.
        *value = (*value).max(position.beneath(piece).count() as u8 + 1);
        if position.last_moved() == Some(piece) {
            planes[2 * of_side * area + at] = 1;
        }
    }
    let mut next = 2 * of_side + 1;
    if layout.pinned {
        for piece in position.pinned_set() {
            let hex = placing.plane.hex(piece).map(|hex| symmetry.apply(hex));
            if let Some(at) = hex.and_then(|hex| window.index(hex)) {
                let side = relative(piece.side(), position.turn());
                planes[(next + side) * area + at] = 1;
            }
        }
        next += 2;
    }
    if layout.edge {
        let plane = &mut planes[next * area..(next + 1) * area];
        for &(_, hex) in &window.pieces {
            for direction in Direction::ALL {
                if let Some(at) = window.index(hex.step(direction)) {
                    plane[at] = 1;
                }
            }
        }
        for &(_, hex) in &window.pieces {
            plane[window.at(hex)] = 0;
        }
        next += 1;
    }
    if layout.distance {
        for side in [position.turn(), !position.turn()] {
            let queen = Piece::new(side, Bug::Queen, 1).and_then(|queen| placing.plane.hex(queen));
            if let Some(queen) = queen {
                let queen = symmetry.apply(queen) - window.corner;
                let plane = &mut planes[next * area..(next + 1) * area];
                for (at, value) in plane.iter_mut().enumerate() {
                    let hex = Hex::new((at % size) as i32, (at / size) as i32);
                    *value = hex.distance(queen) as u8 + 1;
                }
            }
            next += 1;
        }
    }
    true
}

/// Writes the column, the row and the value of the cell of each plane, if the position fits.
pub fn write_compact(window: &PlaneWindow, placing: &Placing, out: &mut [u8]) -> bool {
    let size = window.size as usize;
    cells(window, placing, |plane, at, value| {
        out[3 * plane..3 * plane + 3].copy_from_slice(&[
            (at % size) as u8,
            (at / size) as u8,
            value,
        ]);
    })
}

/// Calls `out` with the number and the index of each legal move, if all are in the window.
pub fn number(
    window: &PlaneWindow,
    layout: PlaneLayout,
    placing: &Placing,
    symmetry: Symmetry,
    moves: &[Move],
    mut out: impl FnMut(usize, usize),
) -> bool {
    let size = window.size as usize;
    let is_plain = symmetry == Symmetry::IDENTITY && !layout.sources;
    if is_plain && window.fits && size <= LARGEST_COUNTED {
        // A target is beside the hive, so the numbers of its steps from the corner tell whether it is inside.
        if let Some(corner) = placing.plane.corner(window.corner) {
            let turn = placing.position().turn();
            let area = size * size;
            return moves.iter().enumerate().all(|(index, &mv)| {
                let Some(piece) = mv.piece() else {
                    out(2 * PIECES * area, index);
                    return true;
                };
                let (column, row) = corner.steps_to(mv);
                let (column, row) = (usize::from(column), usize::from(row));
                let inside = column < size && row < size;
                if inside {
                    let plane = relative(piece.side(), turn) * PIECES + slot(piece);
                    out(plane * area + row * size + column, index);
                }
                inside
            });
        }
    }
    moves.iter().enumerate().all(|(index, &mv)| {
        let action = window.action(layout, placing, symmetry, mv);
        action.map(|action| out(action, index)).is_some()
    })
}

/// The largest window in which the steps from the corner to a cell beside the hive are unique: the board of the engine
/// repeats after 32 steps.
const LARGEST_COUNTED: usize = 30;

/// The piece of an action.
pub fn piece_of(size: usize, placing: &Placing, action: usize) -> Option<Piece> {
    let (side, of) = (
        action / (size * size) / PIECES,
        action / (size * size) % PIECES,
    );
    let turn = placing.position().turn();
    Piece::all().find(|&piece| relative(piece.side(), turn) == side && slot(piece) == of)
}

/// The turn that an action means, if it is legal.
pub fn written(size: usize, placing: &Placing, action: usize) -> Option<Written> {
    let piece = piece_of(size, placing, action)?;
    let window = PlaneWindow::of(size, placing, Symmetry::IDENTITY);
    let at = action % (size * size);
    let to = window.corner + Hex::new((at % size) as i32, (at / size) as i32);
    let position = placing.position();
    let top = |hex: Hex| {
        let on_top = |&&(other, of): &&(Piece, Hex)| of == hex && !position.is_covered(other);
        window
            .pieces
            .iter()
            .find(on_top)
            .map(|(other, _)| other.name())
    };
    let beside = || {
        Direction::ALL.into_iter().find_map(|direction| {
            let name = top(to.step(direction.opposite()))?;
            (name != piece.name()).then_some(Place::Beside(direction, name))
        })
    };
    let to = top(to)
        .map(Place::On)
        .or_else(beside)
        .unwrap_or(Place::Unstated);
    Some(Written::Put {
        piece: piece.name(),
        to,
    })
}

/// The state of a position that was written: the reverse of [`write`].
pub fn state(size: usize, layout: PlaneLayout, planes: &[u8], scalars: &[u16]) -> Option<String> {
    let &[black, ply, mosquito, ladybug, pillbug, open] = scalars else {
        return None;
    };
    let cells = size * size;
    if planes.len() != layout.planes() * cells || black > 1 {
        return None;
    }
    let turn = Side::ALL[usize::from(black)];
    let game_type = [
        (mosquito, Bug::Mosquito),
        (ladybug, Bug::Ladybug),
        (pillbug, Bug::Pillbug),
    ]
    .into_iter()
    .filter(|&(in_play, _)| in_play > 0)
    .fold(GameType::BASE, |game_type, (_, bug)| game_type.with(bug));
    let mut stacks: BTreeMap<usize, Vec<(u8, Piece)>> = BTreeMap::new();
    let mut hands = [String::new(), String::new()];
    for piece in Piece::all().filter(|piece| game_type.has(piece.bug())) {
        let plane = relative(piece.side(), turn) * PIECES + slot(piece);
        let plane = &planes[plane * cells..(plane + 1) * cells];
        match plane.iter().position(|&level| level > 0) {
            Some(at) => stacks.entry(at).or_default().push((plane[at], piece)),
            None => hands[piece.side().index()].push_str(piece.bug().code()),
        }
    }
    let mut text = format!("{game_type}/{}{}/", turn.letter(), ply / 2 + 1);
    let mut rests = None;
    for (index, (&at, stack)) in stacks.iter_mut().enumerate() {
        stack.sort();
        let names: Vec<String> = stack.iter().map(|(_, piece)| piece.to_string()).collect();
        if planes[2 * PIECES * cells + at] > 0 {
            rests = names.last().cloned();
        }
        let gap = if index > 0 { ":" } else { "" };
        // The cells go in rows, as the index does.
        let (q, r) = (at % size, at / size);
        text += &format!("{gap}{q},{r}{}", names.join("."));
    }
    if stacks.is_empty() {
        text.push('-');
    }
    for hand in hands {
        text += &format!("/{}", if hand.is_empty() { "-" } else { &hand });
    }
    if let Some(piece) = rests {
        text += &format!("/rests={piece}");
    }
    if open > 0 && ply < 2 {
        text += "/opening=open";
    }
    Some(text)
}
