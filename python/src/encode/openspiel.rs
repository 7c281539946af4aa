//! The encoding of OpenSpiel's game `hive` with its default board.
//!
//! The board is a hexagon of radius 8 around the cell of the first piece. When a piece would leave it, the board is
//! centred anew on the box around the pieces and the origin. If the piece does not fit then, OpenSpiel ends the game.

use arrayvec::ArrayVec;

use super::{Placing, relative, slots, turned};
use skep_rules::game::{Position as _, Side};
use skep_rules::geometry::{Direction, Hex, Symmetry};
use skep_rules::hive::{Bug, GameType, Move, Piece, Place, Written};

const RADIUS: i32 = 8;
pub const SIZE: usize = 17;
const BUGS: usize = 8;
pub const ACTIONS: usize = 28 * 28 * 7 + 1;
const PASS: usize = ACTIONS - 1;

/// The pieces of a side in the order of their numbers, which is also the order of the planes of bugs.
const ORDER: [Bug; BUGS] = [
    Bug::Queen,
    Bug::Ant,
    Bug::Grasshopper,
    Bug::Spider,
    Bug::Beetle,
    Bug::Mosquito,
    Bug::Ladybug,
    Bug::Pillbug,
];

const SLOTS: [[u8; 4]; 8] = slots(&ORDER);

/// The number of a piece.
fn tile(piece: Piece) -> usize {
    let slot = SLOTS[piece.bug() as usize][usize::from(piece.number())];
    usize::from(slot) + 14 * piece.side().index()
}

/// The bugs of a variant in the order of their planes.
fn bugs(variant: GameType) -> impl Iterator<Item = Bug> {
    ORDER.into_iter().filter(move |&bug| variant.has(bug))
}

/// The number of planes: two for each bug, and seven more.
pub fn planes(variant: GameType) -> usize {
    2 * bugs(variant).count() + 7
}

/// The number of a direction, clockwise from the north-east.
const fn number_in(direction: Direction) -> usize {
    (direction.index() + 5) % 6
}

const ABOVE: usize = 6;

const fn number_of(from: usize, to: usize, direction: usize) -> usize {
    from * 28 * 7 + to * 7 + direction
}

/// Where OpenSpiel's board is.
#[derive(Clone, Copy)]
pub struct BoardPlacement {
    /// Where OpenSpiel moved the origin.
    shift: Hex,
    /// The greatest distance so far of a piece from the middle of the board.
    reach: u32,
    /// Whether all turns so far fit on the board.
    fits: bool,
}

impl Default for BoardPlacement {
    fn default() -> BoardPlacement {
        BoardPlacement {
            shift: Hex::ORIGIN,
            reach: 0,
            fits: true,
        }
    }
}

impl Placing {
    /// Notes the greatest distance of a piece from the middle of the board, and whether all pieces fit on it.
    pub(super) fn measure(&mut self) {
        let shift = self.board.shift;
        let far = self
            .pieces()
            .map(|(_, hex)| (hex + shift).distance(Hex::ORIGIN));
        self.board.reach = far.max().unwrap_or(0);
        self.board.fits = self.board.reach <= RADIUS as u32;
    }

    /// Prepares for a turn. Centres the board again if OpenSpiel does.
    pub(super) fn place(&mut self, mv: Move, to: Hex) {
        if mv.is_pass() {
            return;
        }
        // A piece moves to a cell beside another piece, so it can leave the board only if a piece is at the edge.
        if self.board.reach >= RADIUS as u32 {
            self.make_room(to + self.board.shift);
        }
        let far = (to + self.board.shift).distance(Hex::ORIGIN);
        self.board.reach = self.board.reach.max(far);
    }

    /// Prepares for a move to a cell that may be off the board.
    fn make_room(&mut self, to: Hex) {
        let is_out = |hex: Hex| hex.distance(Hex::ORIGIN) > RADIUS as u32;
        if !is_out(to) || !self.board.fits {
            return;
        }
        let shift = self.board.shift;
        let (mut least, mut most) = ([0; 3], [0; 3]);
        let axes = |hex: Hex| [hex.q, hex.r, -hex.q - hex.r];
        for (_, hex) in self.pieces() {
            for (axis, n) in axes(hex + shift).into_iter().enumerate() {
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
        let shift = shift + by;
        let all_fit = self.pieces().all(|(_, hex)| !is_out(hex + shift));
        self.board.shift = shift;
        self.board.fits = by != Hex::ORIGIN && !is_out(to + by) && all_fit;
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
pub struct Tops {
    tops: [u8; CELLS],
    /// The cells that hold pieces, with the side of the piece on top.
    occupied: ArrayVec<(usize, Side), 28>,
}

impl Tops {
    /// The uncovered pieces of a position that fits on the board, under a symmetry.
    pub fn of(placing: &Placing, symmetry: Symmetry) -> Tops {
        let position = placing.position();
        let mut tops = Tops {
            tops: [EMPTY; CELLS],
            occupied: ArrayVec::new(),
        };
        if !placing.board.fits {
            return tops;
        }
        for (piece, hex) in placing.pieces() {
            if !position.is_covered(piece) {
                let at = cell(symmetry.apply(hex + placing.board.shift));
                tops.tops[at] = tile(placing.names.of(piece)) as u8;
                tops.occupied.push((at, piece.side()));
            }
        }
        tops
    }

    /// The cells without which the hive is in several parts.
    fn cuts(&self) -> [bool; CELLS] {
        let mut search = CutCellSearch {
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
struct CutCellSearch<'a> {
    tops: &'a [u8; CELLS],
    entry: [u8; CELLS],
    cuts: [bool; CELLS],
    clock: u8,
}

impl CutCellSearch<'_> {
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

/// Writes a position, as the side to move sees it, if it fits on the board and its bugs have planes.
pub fn write(
    tops: &Tops,
    variant: GameType,
    placing: &Placing,
    symmetry: Symmetry,
    planes: &mut [u8],
) -> bool {
    let position = placing.position();
    let bugs: ArrayVec<Bug, BUGS> = bugs(variant).collect();
    let is_known = |bug| !position.game_type().has(bug) || variant.has(bug);
    if !placing.board.fits || !Bug::PLAIN.into_iter().all(is_known) {
        return false;
    }
    let plane_of = |bug| {
        bugs.iter()
            .position(|&other| other == bug)
            .unwrap_or_default()
    };
    let bugs = bugs.len();
    let turn = position.turn();
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
        let hex = symmetry.apply(hex + placing.board.shift);
        let Some(at) = index(hex) else {
            return false;
        };
        let side = relative(piece.side(), turn);
        let on_ground = position.beneath(piece).next().is_none();
        planes[(side * bugs + plane_of(piece.bug())) * plane + at] = 1;
        if on_ground && cuts.as_ref().is_some_and(|cuts| cuts[cell(hex)]) {
            planes[(2 * bugs + side) * plane + at] = 1;
        }
        if position.is_covered(piece) {
            planes[(2 * bugs + 4 + side) * plane + at] = 1;
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
                planes[(2 * bugs + 2 + side) * plane + at] = 1;
            }
        }
    }
    if turn == Side::Black {
        planes[(2 * bugs + 6) * plane..].fill(1);
    }
    true
}

/// The number of a move by its canonical spelling. `given` is the number of a piece that enters.
pub fn action(placing: &Placing, symmetry: Symmetry, mv: Move, given: Option<u8>) -> usize {
    let Some(piece) = mv.piece() else {
        return PASS;
    };
    let name = placing.names.of(piece);
    let given = given.and_then(|number| Piece::new(name.side(), name.bug(), number));
    let from = tile(given.unwrap_or(name));
    let number_of_name =
        |name| Piece::from_name(name).map_or(from, |piece| tile(placing.names.of(piece)));
    match turned(placing.position().place(mv), symmetry) {
        Place::On(name) => number_of(from, number_of_name(name), ABOVE),
        Place::Beside(direction, name) => {
            number_of(from, number_of_name(name), number_in(direction))
        }
        Place::Unstated | Place::Cell(..) => number_of(from, from, ABOVE),
    }
}

/// Where each action goes under a symmetry.
pub fn action_map(symmetry: Symmetry) -> Vec<Option<usize>> {
    let turned = |action: usize| {
        let direction = action % 7;
        if action == PASS || direction == ABOVE {
            return action;
        }
        let mut all = Direction::ALL.into_iter();
        let named = all.find(|&named| number_in(named) == direction);
        let named = named.map_or(direction, |named| {
            number_in(symmetry.apply_direction(named))
        });
        action - direction + named
    };
    (0..ACTIONS).map(|action| Some(turned(action))).collect()
}

/// The piece of an action.
pub fn piece_of(action: usize) -> Option<Piece> {
    Piece::all().find(|&piece| tile(piece) == action / (28 * 7))
}

/// The turn that an action means, if it is legal.
pub fn written(action: usize) -> Option<Written> {
    let of = |number: usize| Piece::all().find(|&piece| tile(piece) == number);
    let (piece, beside) = (of(action / (28 * 7))?, of(action / 7 % 28)?);
    let (name, beside_name) = (piece.name(), beside.name());
    let to = match NUMBERS.iter().position(|&number| number == action % 7) {
        Some(index) => Place::Beside(Direction::from_index(index), beside_name),
        None if piece == beside => Place::Unstated,
        None => Place::On(beside_name),
    };
    Some(Written::Put { piece: name, to })
}

/// The number that the piece of an action has.
pub fn given(action: usize) -> Option<u8> {
    piece_of(action).map(Piece::number)
}

/// Calls `out` with each number of each move, and the index of the move: any piece beside the target can be named, and
/// any equal piece in hand. Returns false if the position does not fit on the board.
pub fn number(
    tops: &Tops,
    placing: &Placing,
    symmetry: Symmetry,
    moves: &[Move],
    mut out: impl FnMut(usize, usize),
) -> bool {
    if !placing.board.fits {
        return false;
    }
    // A target is on the board or beside it, so the numbers of its steps from the corner are those of its row and
    // column.
    let corner = Hex::new(-RADIUS - 2, -RADIUS - 2) - placing.board.shift;
    let corner = match symmetry {
        Symmetry::IDENTITY => placing.plane.corner(corner),
        _ => None,
    };
    let mut last: Option<Mover> = None;
    for (index, &mv) in moves.iter().enumerate() {
        let Some(piece) = mv.piece() else {
            out(PASS, index);
            continue;
        };
        let mover = match last {
            Some(ref mover) if mover.piece == piece => mover,
            _ => last.insert(Mover::of(placing, piece)),
        };
        let to = match corner {
            Some(corner) => {
                let (column, row) = corner.steps_to(mv);
                usize::from(row) * WIDTH as usize + usize::from(column)
            }
            None => cell(symmetry.apply(placing.plane.target(mv) + placing.board.shift)),
        };
        // The pieces that can be named: one below, or those beside the target with their directions.
        let mut named: ArrayVec<usize, 6> = ArrayVec::new();
        match tops.tops[to] {
            EMPTY => {
                for (direction, step) in NUMBERS.into_iter().zip(STEPS) {
                    let mut beside = tops.tops[to.wrapping_add_signed(-step as isize)];
                    // If it is the piece that moves, the piece below it.
                    if beside == mover.on_board {
                        beside = mover.below;
                    }
                    if beside != EMPTY {
                        named.push(number_of(0, beside.into(), direction));
                    }
                }
            }
            under => named.push(number_of(0, under.into(), ABOVE)),
        }
        for &from in &mover.tiles {
            if named.is_empty() {
                out(number_of(from, from, ABOVE), index);
            }
            for &of in &named {
                out(number_of(from, 0, 0) + of, index);
            }
        }
    }
    true
}

/// A piece that moves, or equal pieces that can enter.
struct Mover {
    piece: Piece,
    /// The number of the piece if it is on the board.
    on_board: u8,
    /// The number of the piece below it.
    below: u8,
    /// The numbers that it can have.
    tiles: ArrayVec<usize, 3>,
}

impl Mover {
    fn of(placing: &Placing, piece: Piece) -> Mover {
        let position = placing.position();
        let number = |piece| tile(placing.names.of(piece));
        let mut mover = Mover {
            piece,
            on_board: EMPTY,
            below: EMPTY,
            tiles: ArrayVec::new(),
        };
        if position.is_on_board(piece) {
            mover.on_board = number(piece) as u8;
            let below = position.beneath(piece).next();
            mover.below = below.map_or(EMPTY, |piece| number(piece) as u8);
            mover.tiles.push(number(piece));
        } else {
            let hand = position.hand(piece.side());
            let equal = hand.filter(|other| other.bug() == piece.bug());
            mover.tiles.extend(equal.map(number));
        }
        mover
    }
}

/// The number of each direction.
const NUMBERS: [usize; 6] = [
    number_in(Direction::ALL[0]),
    number_in(Direction::ALL[1]),
    number_in(Direction::ALL[2]),
    number_in(Direction::ALL[3]),
    number_in(Direction::ALL[4]),
    number_in(Direction::ALL[5]),
];
