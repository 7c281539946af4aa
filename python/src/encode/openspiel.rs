//! The encoding of OpenSpiel's game `hive` with its default board and all expansions.
//!
//! The board is a hexagon of radius 8 around the cell of the first piece. When a piece would leave it, the board is centred
//! anew on the box around the pieces and the origin. If the piece does not fit then, OpenSpiel ends the game.

use arrayvec::ArrayVec;

use super::{Placing, Row, Step, relative, slots, turned};
use skep_rules::game::{Position as _, Side};
use skep_rules::geometry::{Direction, Hex, Symmetry};
use skep_rules::hive::{Bug, Move, Piece, Place};

const RADIUS: i32 = 8;
pub const SIZE: usize = 17;
const BUGS: usize = 8;
pub const PLANES: usize = 2 * BUGS + 7;
pub const ACTIONS: usize = 28 * 28 * 7 + 1;
const PASS: usize = ACTIONS - 1;

/// The pieces of a side in the order of their numbers, which is also the order of the planes of bugs.
const ORDER: [(Bug, u8); BUGS] = [
    (Bug::Queen, 1),
    (Bug::Ant, 3),
    (Bug::Grasshopper, 3),
    (Bug::Spider, 2),
    (Bug::Beetle, 2),
    (Bug::Mosquito, 1),
    (Bug::Ladybug, 1),
    (Bug::Pillbug, 1),
];

const SLOTS: [[u8; 4]; 8] = slots(&ORDER);

/// The number of a piece.
fn tile(piece: Piece) -> usize {
    let slot = SLOTS[piece.bug() as usize][usize::from(piece.number())];
    usize::from(slot) + 14 * piece.side().index()
}

/// The plane of a bug.
fn plane_of(bug: Bug) -> usize {
    ORDER
        .iter()
        .position(|&(other, _)| other == bug)
        .unwrap_or_default()
}

/// The number of a direction, clockwise from the north-east.
const fn number(direction: Direction) -> usize {
    (direction.index() + 5) % 6
}

const ABOVE: usize = 6;

const fn number_of(from: usize, to: usize, direction: usize) -> usize {
    from * 28 * 7 + to * 7 + direction
}

impl Placing {
    /// The greatest distance of a piece from the middle of the board.
    pub(super) fn farthest(&self) -> u32 {
        let far = self
            .pieces()
            .map(|(_, hex)| (hex + self.shift).distance(Hex::ORIGIN));
        far.max().unwrap_or(0)
    }

    /// Plays a turn. Centres the board again if OpenSpiel does.
    pub(super) fn play_on_board(&mut self, step: Step) {
        // A piece moves to a cell beside another piece, so it can leave the board only if a piece is at the edge.
        if self.reach >= RADIUS as u32 && !step.mv.is_pass() {
            self.make_room(step.to + self.shift);
        }
        step.play(&mut self.tracker);
        if !step.mv.is_pass() {
            let far = (step.to + self.shift).distance(Hex::ORIGIN);
            self.reach = self.reach.max(far);
        }
    }

    /// Prepares for a move to a cell that may be off the board.
    fn make_room(&mut self, to: Hex) {
        let is_out = |hex: Hex| hex.distance(Hex::ORIGIN) > RADIUS as u32;
        if !is_out(to) || !self.fits {
            return;
        }
        let (mut least, mut most) = ([0; 3], [0; 3]);
        let axes = |hex: Hex| [hex.q, hex.r, -hex.q - hex.r];
        for (_, hex) in self.pieces() {
            for (axis, n) in axes(hex + self.shift).into_iter().enumerate() {
                least[axis] = n.min(least[axis]);
                most[axis] = n.max(most[axis]);
            }
        }
        // The cell nearest to the middle of the box: twice the middle of each axis, halves away from zero.
        let middle: [i32; 3] = std::array::from_fn(|axis| least[axis] + most[axis]);
        let mut round = middle.map(|n| (n.abs() + 1) / 2 * n.signum());
        let off: [i32; 3] = std::array::from_fn(|axis| (2 * round[axis] - middle[axis]).abs());
        if off[0] > off[1] && off[0] > off[2] {
            round[0] = -round[1] - round[2];
        } else if off[1] > off[2] {
            round[1] = -round[0] - round[2];
        }
        let by = Hex::new(-round[0], -round[1]);
        self.shift = self.shift + by;
        let all_fit = self.pieces().all(|(_, hex)| !is_out(hex + self.shift));
        self.fits = by != Hex::ORIGIN && !is_out(to + by) && all_fit;
    }
}

/// The cells of the board and two rings around it.
const WIDTH: i32 = 2 * RADIUS + 5;

/// The index of a cell in a grid of these cells.
fn cell(hex: Hex) -> usize {
    ((hex.r + RADIUS + 2) * WIDTH + hex.q + RADIUS + 2) as usize
}

const CELLS: usize = (WIDTH * WIDTH) as usize;

/// The index in a plane of each cell of the grid. For cells outside of the board's box, it is the size of the plane.
const IN_PLANE: [u16; CELLS] = {
    let mut indices = [(SIZE * SIZE) as u16; CELLS];
    let mut at = 0;
    while at < SIZE * SIZE {
        let (r, q) = (at / SIZE + 2, at % SIZE + 2);
        indices[r * WIDTH as usize + q] = at as u16;
        at += 1;
    }
    indices
};

/// The steps to the neighbours of a cell, from the north-west clockwise.
const STEPS: [i32; 6] = [-WIDTH, 1 - WIDTH, 1, WIDTH, WIDTH - 1, -1];

/// The number of a cell without a piece.
const EMPTY: u8 = u8::MAX;

/// The numbers of the pieces on top of each cell.
struct Tops {
    tops: [u8; CELLS],
    /// The cells that hold pieces, with the side of the piece on top.
    occupied: ArrayVec<(usize, Side), 28>,
}

impl Tops {
    /// The uncovered pieces of a position, under a symmetry.
    fn of(placing: &Placing, symmetry: Symmetry) -> Tops {
        let position = placing.position();
        let mut tops = Tops {
            tops: [EMPTY; CELLS],
            occupied: ArrayVec::new(),
        };
        for (piece, hex) in placing.pieces() {
            if !position.is_covered(piece) {
                let at = cell(symmetry.apply(hex + placing.shift));
                tops.tops[at] = tile(piece) as u8;
                tops.occupied.push((at, piece.side()));
            }
        }
        tops
    }

    /// The cells without which the hive is in several parts.
    fn cuts(&self) -> [bool; CELLS] {
        let mut search = Search {
            tops: &self.tops,
            entry: [0; CELLS],
            cuts: [false; CELLS],
            clock: 0,
        };
        if let Some(&(root, _)) = self.occupied.first() {
            search.clock = 1;
            search.entry[root] = 1;
            let mut children = 0;
            for step in STEPS {
                let next = root.wrapping_add_signed(step as isize);
                if self.tops[next] != EMPTY && search.entry[next] == 0 {
                    search.visit(next, root);
                    children += 1;
                }
            }
            search.cuts[root] = children > 1;
        }
        search.cuts
    }
}

/// A depth-first search for cut cells.
struct Search<'a> {
    tops: &'a [u8; CELLS],
    entry: [u8; CELLS],
    cuts: [bool; CELLS],
    clock: u8,
}

impl Search<'_> {
    /// Visits a cell, and returns the earliest cell that it reaches without its parent.
    fn visit(&mut self, at: usize, parent: usize) -> u8 {
        self.clock += 1;
        let entry = self.clock;
        self.entry[at] = entry;
        let mut low = entry;
        for step in STEPS {
            let next = at.wrapping_add_signed(step as isize);
            if next == parent || self.tops[next] == EMPTY {
                continue;
            }
            if self.entry[next] > 0 {
                low = low.min(self.entry[next]);
            } else {
                let reached = self.visit(next, at);
                low = low.min(reached);
                self.cuts[at] |= reached >= entry;
            }
        }
        low
    }
}

/// Writes a position, as the side to move sees it.
pub fn write(placing: &Placing, symmetry: Symmetry, row: Row<'_>) -> bool {
    if !placing.fits {
        return false;
    }
    let position = placing.position();
    let turn = position.turn();
    let tops = Tops::of(placing, symmetry);
    let plane = SIZE * SIZE;
    let index = |hex: Hex| {
        let inside = hex.q.abs() <= RADIUS && hex.r.abs() <= RADIUS;
        inside.then_some(((hex.r + RADIUS) * SIZE as i32 + hex.q + RADIUS) as usize)
    };
    // OpenSpiel finds pinned pieces from the white queen on.
    let white_queen = Piece::new(Side::White, Bug::Queen, 1);
    let cuts = white_queen
        .filter(|&queen| position.is_on_board(queen))
        .map(|_| tops.cuts());
    for (piece, hex) in placing.pieces() {
        let hex = symmetry.apply(hex + placing.shift);
        let Some(at) = index(hex) else {
            return false;
        };
        let side = relative(piece.side(), turn);
        let on_ground = position.beneath(piece).next().is_none();
        row.planes[(side * BUGS + plane_of(piece.bug())) * plane + at] = 1;
        if on_ground && cuts.as_ref().is_some_and(|cuts| cuts[cell(hex)]) {
            row.planes[(2 * BUGS + side) * plane + at] = 1;
        }
        if position.is_covered(piece) {
            row.planes[(2 * BUGS + 4 + side) * plane + at] = 1;
        }
    }
    // For each cell, a bit for each side that has a piece beside it.
    let mut beside = [0u8; CELLS];
    for &(at, side) in &tops.occupied {
        for step in STEPS {
            beside[at.wrapping_add_signed(step as isize)] |= 1 << relative(side, turn);
        }
    }
    for &(at, side) in &tops.occupied {
        let side = relative(side, turn);
        for step in STEPS {
            let near = at.wrapping_add_signed(step as isize);
            let at = usize::from(IN_PLANE[near]);
            if beside[near] == 1 << side && tops.tops[near] == EMPTY && at < plane {
                row.planes[(2 * BUGS + 2 + side) * plane + at] = 1;
            }
        }
    }
    if turn == Side::Black {
        row.planes[(PLANES - 1) * plane..].fill(1);
    }
    if !row.mask.is_empty() {
        let moves = position.legal_moves();
        number_on(&tops, placing, symmetry, moves, |action, _| {
            row.mask[action] = true
        });
    }
    true
}

/// The number of a move by its canonical spelling.
pub fn action(placing: &Placing, symmetry: Symmetry, mv: Move) -> usize {
    let Some(piece) = mv.piece() else {
        return PASS;
    };
    let from = tile(piece);
    let number_of_name = |name| Piece::from_name(name).map_or(from, tile);
    match turned(placing.position().place(mv), symmetry) {
        Place::On(name) => number_of(from, number_of_name(name), ABOVE),
        Place::Beside(direction, name) => number_of(from, number_of_name(name), number(direction)),
        Place::Unstated | Place::Cell(..) => number_of(from, from, ABOVE),
    }
}

/// Calls `out` with each number of each move: any piece beside the target can be named, and any equal piece in hand.
pub fn number_all(
    placing: &Placing,
    symmetry: Symmetry,
    moves: Vec<Move>,
    out: impl FnMut(usize, Move),
) {
    number_on(&Tops::of(placing, symmetry), placing, symmetry, moves, out);
}

fn number_on(
    tops: &Tops,
    placing: &Placing,
    symmetry: Symmetry,
    moves: Vec<Move>,
    mut out: impl FnMut(usize, Move),
) {
    let position = placing.position();
    let plane = placing.tracker.plane();
    for mv in moves {
        let Some(piece) = mv.piece() else {
            out(PASS, mv);
            continue;
        };
        let to = cell(symmetry.apply(plane.preview(mv).to + placing.shift));
        let on_board = position.is_on_board(piece);
        let moving = tile(piece);
        // The pieces that can be named: one below, or those beside the target with their directions.
        let mut named: ArrayVec<(usize, usize), 6> = ArrayVec::new();
        match tops.tops[to] {
            EMPTY => {
                for (direction, step) in Direction::ALL.into_iter().zip(STEPS) {
                    let beside = usize::from(tops.tops[to.wrapping_add_signed(-step as isize)]);
                    // If it is the piece that moves, the piece below it.
                    let beside = if beside == moving && on_board {
                        position.beneath(piece).next().map(tile)
                    } else {
                        Some(beside).filter(|&of| of != usize::from(EMPTY))
                    };
                    named.extend(beside.map(|of| (of, number(direction))));
                }
            }
            under => named.push((usize::from(under), ABOVE)),
        }
        let mut name = |from: usize| {
            if named.is_empty() {
                out(number_of(from, from, ABOVE), mv);
            }
            for &(of, direction) in &named {
                out(number_of(from, of, direction), mv);
            }
        };
        if on_board {
            name(moving);
        } else {
            let equal = position
                .hand(piece.side())
                .filter(|other| other.bug() == piece.bug());
            equal.map(tile).for_each(&mut name);
        }
    }
}
