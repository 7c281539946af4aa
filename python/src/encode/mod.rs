//! Positions of Hive as tensors, and moves as numbers.

mod openspiel;
mod own;

use skep_records::Played;
use skep_records::game::Hive;
use skep_rules::game::{Position as _, Side};
use skep_rules::geometry::{Hex, Symmetry};
use skep_rules::hive::{
    Bug, GameType, Move, Opening, Piece, Place, PlaneTracker, PlaneUndo, Position, Preview, Written,
};

use crate::names::PieceNumbers;

/// An encoding of positions and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// skep's own, in a square window of this many cells a side.
    Own { size: usize, layout: PlaneLayout },
    /// That of OpenSpiel's game `hive` with the expansions of this variant.
    OpenSpiel { variant: GameType },
}

pub use own::PlaneLayout;

/// The number of scalars of a position.
pub const SCALARS: usize = 6;

/// A turn of a game: the move, and the cell that its piece goes to. Shuffled positions read many turns from anywhere in
/// memory, so it is small.
#[derive(Clone, Copy)]
pub struct EncodedStep {
    pub mv: Move,
    to: Hex,
}

impl EncodedStep {
    /// The turns of a game.
    pub fn all(game: &Played<Hive>) -> Vec<EncodedStep> {
        let mut plane = game.start_at(Hex::ORIGIN).into_plane();
        let step = |mv| {
            let to = plane.target(mv);
            let step = EncodedStep { mv, to };
            plane.play_previewed(mv, &step.preview());
            step
        };
        game.moves().map(step).collect()
    }

    /// The cells of the turn. The encodings do not use those that are left out.
    fn preview(self) -> Preview {
        Preview {
            piece: self.mv.piece(),
            from: None,
            to: self.to,
            place: Place::Unstated,
        }
    }
}

/// A position on the plane, with all that the encodings need.
#[derive(Clone)]
pub struct Placing {
    plane: PlaneTracker,
    pub names: PieceNumbers,
    board: openspiel::BoardPlacement,
}

/// What takes a turn back.
#[derive(Clone, Copy)]
pub struct PlacingUndo {
    undo: PlaneUndo,
    board: openspiel::BoardPlacement,
}

impl Placing {
    /// The start of a game.
    pub fn start(game: &Played<Hive>) -> Placing {
        let mut placing = Placing {
            plane: game.start_at(Hex::ORIGIN).into_plane(),
            names: PieceNumbers::new(),
            board: openspiel::BoardPlacement::default(),
        };
        placing.measure();
        placing
    }

    /// Plays a turn of a game that is replayed.
    pub fn replay(&mut self, step: EncodedStep) {
        self.place(step.mv, step.to);
        self.plane.play_previewed(step.mv, &step.preview());
    }

    /// Plays a legal turn.
    pub fn play(&mut self, mv: Move) -> PlacingUndo {
        let board = self.board;
        let step = EncodedStep {
            mv,
            to: self.plane.target(mv),
        };
        self.place(mv, step.to);
        let undo = self.plane.play_undoable(mv, &step.preview());
        PlacingUndo { undo, board }
    }

    /// Takes back the last turn.
    pub fn undo(&mut self, undo: PlacingUndo, mv: Move) {
        self.plane.undo(undo.undo);
        self.board = undo.board;
        if let Some(piece) = mv
            .piece()
            .filter(|&piece| !self.position().is_on_board(piece))
        {
            self.names.take_back(piece);
        }
    }

    /// A legal turn in canonical spelling. `given` is the number of a piece that enters.
    pub fn spell_with(&self, mv: Move, given: Option<u8>) -> Written {
        let written = self.names.rename(self.position().spell(mv));
        let enters = mv
            .piece()
            .filter(|&piece| !self.position().is_on_board(piece));
        let name = enters
            .zip(given)
            .and_then(|(piece, number)| Piece::new(piece.side(), piece.bug(), number));
        match (written, name) {
            (Written::Put { to, .. }, Some(name)) => Written::Put {
                piece: name.name(),
                to,
            },
            (written, _) => written,
        }
    }

    /// The position.
    pub fn position(&self) -> &Position {
        self.plane.position()
    }

    /// The position on the plane.
    pub fn plane(&self) -> &PlaneTracker {
        &self.plane
    }

    /// The cells of the pieces on the board.
    fn pieces(&self) -> impl Iterator<Item = (Piece, Hex)> {
        let pieces = self.position().pieces();
        pieces.filter_map(|piece| Some((piece, self.plane.hex(piece)?)))
    }
}

impl Encoding {
    /// The number of planes.
    pub fn planes(self) -> usize {
        match self {
            Encoding::Own { layout, .. } => layout.planes(),
            Encoding::OpenSpiel { variant } => openspiel::planes(variant),
        }
    }

    /// The number of rows of a plane, which is that of its columns.
    pub const fn size(self) -> usize {
        match self {
            Encoding::Own { size, .. } => size,
            Encoding::OpenSpiel { .. } => openspiel::SIZE,
        }
    }

    /// The number of moves that have a number.
    pub const fn actions(self) -> usize {
        match self {
            Encoding::Own { size, layout } => layout.actions(size),
            Encoding::OpenSpiel { .. } => openspiel::ACTIONS,
        }
    }

    /// The planes and numbers of skep's own encoding.
    pub fn layout(self) -> PlaneLayout {
        match self {
            Encoding::Own { layout, .. } => layout,
            Encoding::OpenSpiel { .. } => PlaneLayout::default(),
        }
    }

    /// The largest value that each plane can have.
    pub fn most(self) -> Vec<u8> {
        match self {
            Encoding::Own { size, layout } => layout.most(size),
            Encoding::OpenSpiel { variant } => vec![1; openspiel::planes(variant)],
        }
    }

    /// The variant whose bugs have planes.
    fn variant(self) -> GameType {
        match self {
            Encoding::Own { .. } => GameType::MLP,
            Encoding::OpenSpiel { variant } => variant,
        }
    }

    /// The number of values in all planes.
    pub fn cells(self) -> usize {
        self.planes() * self.size() * self.size()
    }

    /// Whether a position can be written as one cell for each plane.
    pub fn is_compact(self) -> bool {
        matches!(self, Encoding::Own { layout, .. } if layout.has_one_cell_for_each_plane())
    }

    /// Writes the scalars of a position.
    pub fn write_scalars(placing: &Placing, scalars: &mut [u16]) {
        let position = placing.position();
        scalars[0] = position.turn() as u16;
        scalars[1] = u16::try_from(position.ply()).unwrap_or(u16::MAX);
        let bugs = [Bug::Mosquito, Bug::Ladybug, Bug::Pillbug];
        for (scalar, bug) in scalars[2..5].iter_mut().zip(bugs) {
            *scalar = u16::from(position.game_type().has(bug));
        }
        scalars[5] = u16::from(position.opening() == Opening::Open);
    }

    /// The legal move with a number, if it is found without the list of the legal moves.
    pub fn guess(self, placing: &Placing, action: usize) -> Option<Move> {
        let written = match self {
            Encoding::Own { layout, .. } if layout.sources => return None,
            Encoding::Own { size, .. } => own::written(size, placing, action)?,
            Encoding::OpenSpiel { .. } => {
                let written = openspiel::written(action)?;
                placing.names.read(written, placing.position()).0
            }
        };
        let mv = placing.position().judge(&written).ok()?;
        let mut is_right = false;
        let view = EncodedView::of(self, placing, Symmetry::IDENTITY);
        let fits = view.number(&[mv], |number, _| is_right |= number == action);
        (fits && is_right).then_some(mv)
    }

    /// The legal move with a number.
    pub fn find(self, placing: &Placing, action: usize, moves: &[Move]) -> Option<Move> {
        let of = match self {
            Encoding::Own { layout, .. } if layout.sources => None,
            Encoding::Own { size, .. } => Some(own::piece_of(size, placing, action)),
            Encoding::OpenSpiel { .. } => Some(openspiel::piece_of(action)),
        };
        // Most moves are of another piece. A piece in hand can have the number of an equal one.
        let may_be = |mv: Move| match (mv.piece(), of) {
            (_, None) => true,
            (Some(piece), Some(Some(of))) => piece.side() == of.side() && piece.bug() == of.bug(),
            (piece, Some(of)) => piece == of,
        };
        let moves: Vec<Move> = moves.iter().copied().filter(|&mv| may_be(mv)).collect();
        let mut found = None;
        let view = EncodedView::of(self, placing, Symmetry::IDENTITY);
        view.number(&moves, |number, index| {
            if number == action {
                found = Some(moves[index]);
            }
        });
        found
    }

    /// The state of a position that was written.
    pub fn state(self, planes: &[u8], scalars: &[u16]) -> Option<String> {
        match self {
            Encoding::Own { layout, .. } if layout.by_type => None,
            Encoding::Own { size, layout } => own::state(size, layout, planes, scalars),
            Encoding::OpenSpiel { .. } => None,
        }
    }

    /// Where each cell of a plane goes under a symmetry around the middle of the window. `None` if it leaves the
    /// window.
    pub fn cell_map(self, symmetry: Symmetry) -> Vec<Option<usize>> {
        let size = self.size() as i32;
        let middle = size / 2;
        let inside = |n: i32| (0..size).contains(&n);
        let index = |hex: Hex| (inside(hex.q) && inside(hex.r)).then(|| hex.r * size + hex.q);
        let map = |at: i32| {
            let from = Hex::new(at % size - middle, at / size - middle);
            // OpenSpiel's board has no cells in two corners, which stay as they are.
            let is_off = from.distance(Hex::ORIGIN) > middle as u32;
            if is_off && matches!(self, Encoding::OpenSpiel { .. }) {
                return Some(at as usize);
            }
            let to = symmetry.apply(from);
            index(Hex::new(to.q + middle, to.r + middle)).map(|at| at as usize)
        };
        (0..size * size).map(map).collect()
    }

    /// Where each action goes under a symmetry around the middle of the window. `None` if it leaves the window.
    pub fn action_map(self, symmetry: Symmetry) -> Vec<Option<usize>> {
        match self {
            Encoding::Own { size, layout } => layout.action_map(size, &self.cell_map(symmetry)),
            Encoding::OpenSpiel { .. } => openspiel::action_map(symmetry),
        }
    }

    /// The number that an action gives to the piece that enters.
    pub fn given(self, action: usize) -> Option<u8> {
        match self {
            Encoding::Own { .. } => None,
            Encoding::OpenSpiel { .. } => openspiel::given(action),
        }
    }
}

/// A position as an encoding shows it.
pub struct EncodedView<'a> {
    encoding: Encoding,
    placing: &'a Placing,
    symmetry: Symmetry,
    seen: SeenFrom,
}

/// What the planes and the numbers of moves have in common.
#[expect(
    clippy::large_enum_variant,
    reason = "it is on the stack while a position is written"
)]
enum SeenFrom {
    Own(own::PlaneWindow),
    OpenSpiel(openspiel::Tops),
}

impl EncodedView<'_> {
    /// A symmetric copy of a position.
    pub fn of(encoding: Encoding, placing: &Placing, symmetry: Symmetry) -> EncodedView<'_> {
        let seen = match encoding {
            Encoding::Own { size, .. } => {
                SeenFrom::Own(own::PlaneWindow::of(size, placing, symmetry))
            }
            Encoding::OpenSpiel { .. } => {
                SeenFrom::OpenSpiel(openspiel::Tops::of(placing, symmetry))
            }
        };
        EncodedView {
            encoding,
            placing,
            symmetry,
            seen,
        }
    }

    /// The position.
    pub fn position(&self) -> &Position {
        self.placing.position()
    }

    /// Writes the planes, which are zero before. Returns false if the position does not fit; the planes are then
    /// undefined.
    pub fn write(&self, planes: &mut [u8]) -> bool {
        let (placing, symmetry) = (self.placing, self.symmetry);
        match &self.seen {
            SeenFrom::Own(window) => {
                own::write(window, self.encoding.layout(), placing, symmetry, planes)
            }
            SeenFrom::OpenSpiel(tops) => {
                let variant = self.encoding.variant();
                openspiel::write(tops, variant, placing, symmetry, planes)
            }
        }
    }

    /// Writes the column, the row and the value of one cell for each plane. The parts are zero before. Returns false if
    /// the position does not fit.
    pub fn write_compact(&self, out: &mut [u8]) -> bool {
        match &self.seen {
            SeenFrom::Own(window) => own::write_compact(window, self.placing, out),
            SeenFrom::OpenSpiel(_) => false,
        }
    }

    /// Calls `out` with each number of each legal move, and the index of the move. OpenSpiel has several numbers for
    /// most moves. Returns false if the position does not fit, or a move leads out of the window.
    pub fn number(&self, moves: &[Move], out: impl FnMut(usize, usize)) -> bool {
        let (placing, symmetry) = (self.placing, self.symmetry);
        match &self.seen {
            SeenFrom::Own(window) => own::number(
                window,
                self.encoding.layout(),
                placing,
                symmetry,
                moves,
                out,
            ),
            SeenFrom::OpenSpiel(tops) => openspiel::number(tops, placing, symmetry, moves, out),
        }
    }

    /// The number of a legal move; `None` if it leads out of the window. `given` is the number of a piece that enters,
    /// if it is not the next one.
    pub fn action(&self, mv: Move, given: Option<u8>) -> Option<usize> {
        let (placing, symmetry) = (self.placing, self.symmetry);
        match &self.seen {
            SeenFrom::Own(window) => window.action(self.encoding.layout(), placing, symmetry, mv),
            SeenFrom::OpenSpiel(_) => Some(openspiel::action(placing, symmetry, mv, given)),
        }
    }
}

/// The index of each piece among the pieces of its side, by bug and number.
const fn slots(order: &[Bug; 8]) -> [[u8; 4]; 8] {
    let mut slots = [[0; 4]; 8];
    let (mut next, mut at) = (0, 0);
    while at < order.len() {
        let bug = order[at];
        let mut number = 1;
        while number <= bug.count() {
            slots[bug as usize][number as usize] = next;
            next += 1;
            number += 1;
        }
        at += 1;
    }
    slots
}

/// The place of a side relative to the side to move: 0 for its own pieces.
fn relative(side: Side, turn: Side) -> usize {
    usize::from(side != turn)
}

/// The place of a move under a symmetry.
fn turned(place: Place, symmetry: Symmetry) -> Place {
    match place {
        Place::Beside(direction, name) => Place::Beside(symmetry.apply_direction(direction), name),
        other => other,
    }
}
