//! Converts the engine's torus back to the infinite plane.

use arrayvec::ArrayVec;

use super::FoldedCell;
use super::mv::{MoveKind, cell_of};
use super::position::{IN_HAND, NONE};
use super::tables::{Bits, PIECES, direction_bit, step};
use super::{GameType, Move, Opening, Options, Piece, Place, Position, Setup, SetupError, Undo};
use crate::game::Position as _;
use crate::geometry::{Direction, Hex};

/// Plays moves and follows the pieces on the infinite plane. For each move it has the target cell and the canonical UHP
/// spelling.
///
/// [`Position::preview`] does the same for one position. This is faster for a whole game, you choose the cell of the
/// first piece, and coordinates never jump. Those of a position jump when the hive has walked more than 15 cells away
/// from its start.
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::geometry::Hex;
/// use skep_rules::hive::{GameType, Opening, PlaneTracker};
///
/// let mut tracker = PlaneTracker::new(GameType::BASE, Opening::Tournament, Hex::new(100, 0));
/// for turn in ["wS1", "bG1 wS1-"] {
///     let mv = tracker.position().interpret(&turn.parse().unwrap()).unwrap();
///     tracker.step(mv);
/// }
/// assert_eq!(tracker.hex("bG1".parse().unwrap()), Some(Hex::new(101, 0)));
/// ```
#[derive(Clone)]
pub struct PlaneTracker {
    position: Position,
    hexes: Hexes,
    /// The hex of the cell that is the origin of the position.
    pub(super) origin: Hex,
}

/// The hex of every piece on the board, by piece number.
#[derive(Clone)]
pub(super) struct Hexes([Hex; 32]);

impl Hexes {
    /// Every piece on one hex, until it is [`set`](Hexes::set).
    pub fn all_at(hex: Hex) -> Hexes {
        Hexes([hex; 32])
    }

    /// The hex of a piece.
    #[inline]
    pub fn of(&self, number: u8) -> Hex {
        self.0[number as usize & 31]
    }

    /// Puts a piece on a hex.
    #[inline]
    pub fn set(&mut self, number: u8, hex: Hex) {
        self.0[number as usize & 31] = hex;
    }

    /// The hex of a place that names a piece.
    pub fn of_place(&self, place: Place) -> Option<Hex> {
        let of = |name| Piece::from_name(name).map(|piece| self.of(piece.0));
        match place {
            Place::On(name) => of(name),
            Place::Beside(direction, name) => Some(of(name)?.step(direction)),
            Place::Unstated | Place::Cell(..) => None,
        }
    }
}

/// The cells of a move on the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The piece; `None` in a pass.
    pub piece: Option<Piece>,
    /// The old cell, if the piece was on the board.
    pub from: Option<Hex>,
    /// The new cell (the origin in a pass).
    pub to: Hex,
    /// The place in canonical UHP: beside or on a piece, with canonical names; `Unstated` for the first piece and a
    /// pass.
    pub place: Place,
}

/// A cell of the plane from which the targets of moves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corner(FoldedCell);

impl Corner {
    /// The steps from the corner to the target of a move: to the east, and then to the south-east. The engine's board
    /// repeats after 32 steps, so a target that is less than 32 steps to the west or to the north-west seems to be in
    /// the east or in the south-east. This is faster than [`PlaneTracker::target`].
    #[inline]
    pub const fn steps_to(self, mv: Move) -> (u16, u16) {
        let steps = mv.to.wrapping_sub(self.0) & 1023;
        (steps & 31, steps >> 5)
    }
}

/// The data to undo a move of a [`PlaneTracker`].
#[derive(Clone, Copy, Debug)]
pub struct PlaneUndo {
    undo: Undo,
    /// The piece that moved, and its cell before.
    moved: Option<(Piece, Hex)>,
}

impl PlaneTracker {
    /// The start of a game whose first piece will enter at `origin`.
    ///
    /// # Panics
    /// The variant is not plain.
    pub fn new(game_type: GameType, opening: Opening, origin: Hex) -> PlaneTracker {
        PlaneTracker {
            position: Position::start(Options { game_type, opening }),
            hexes: Hexes::all_at(origin),
            origin,
        }
    }

    /// A position with its pieces on the cells of its description.
    ///
    /// # Errors
    /// As for [`Setup::position`].
    ///
    /// ```
    /// use skep_rules::geometry::Hex;
    /// use skep_rules::hive::{PlaneTracker, Setup};
    ///
    /// let queen = |name: &str, q| (Hex::new(q, 5), vec![name.parse().unwrap()]);
    /// let stacks = vec![queen("wQ", 3), queen("bQ", 4)];
    /// let tracker = PlaneTracker::of_setup(&Setup { number: 2, stacks, ..Setup::default() })?;
    /// assert_eq!(tracker.hex("bQ".parse()?), Some(Hex::new(4, 5)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_setup(setup: &Setup) -> Result<PlaneTracker, SetupError> {
        Ok(PlaneTracker::at(setup.position()?, &setup.stacks))
    }

    /// A position with the cells of [`Position::stacks`].
    pub fn of(position: Position) -> PlaneTracker {
        let stacks = position.stacks();
        PlaneTracker::at(position, &stacks)
    }

    fn at(position: Position, stacks: &[(Hex, Vec<Piece>)]) -> PlaneTracker {
        let mut hexes = Hexes::all_at(Hex::ORIGIN);
        for (hex, pieces) in stacks {
            for piece in pieces {
                hexes.set(piece.0, *hex);
            }
        }
        PlaneTracker {
            position,
            hexes,
            origin: Hex::ORIGIN,
        }
    }

    /// Moves all cells on the plane.
    pub fn shift(&mut self, by: Hex) {
        for hex in &mut self.hexes.0 {
            *hex = *hex + by;
        }
        self.origin = self.origin + by;
    }

    /// The position after the moves so far.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The cell of a piece, if it is on the board.
    pub fn hex(&self, piece: Piece) -> Option<Hex> {
        self.position
            .is_on_board(piece)
            .then(|| self.hexes.of(piece.0))
    }

    /// The piece on top of each cell that holds pieces, with its cell.
    pub fn tops(&self) -> impl Iterator<Item = (Hex, Piece)> {
        let pieces = self.position.pieces();
        let tops = pieces.filter(|piece| !self.position.is_covered(*piece));
        tops.map(|piece| (self.hexes.of(piece.0), piece))
    }

    /// The cells of a legal move, without playing it.
    pub fn preview(&self, mv: Move) -> Preview {
        let mut step = Preview {
            piece: mv.piece(),
            from: None,
            to: self.origin,
            place: Place::Unstated,
        };
        if let Some(piece) = mv.piece() {
            step.from = self.hex(piece);
            step.place = self.position.place(mv);
            step.to = self.hexes.of_place(step.place).unwrap_or(self.origin);
        }
        step
    }

    /// The new cell of a legal move, as in [`PlaneTracker::preview`], but faster: without its spelling.
    pub fn target(&self, mv: Move) -> Hex {
        if mv.is_pass() {
            return self.origin;
        }
        let position = &self.position;
        if position.height(mv.to) > 0 {
            return self.hexes.of(position.top(mv.to));
        }
        // Any neighbour has the coordinates, also the piece that moves.
        match Bits(position.occupied(mv.to)).next() {
            Some(d) => {
                let beside = self.hexes.of(position.top(step(mv.to, d)));
                beside.step(Direction::from_index(d).opposite())
            }
            None => self.origin,
        }
    }

    /// A cell from which the targets of moves are counted. `None` on an empty board.
    ///
    /// ```
    /// use skep_rules::game::Position as _;
    /// use skep_rules::geometry::Hex;
    /// use skep_rules::hive::{GameType, Opening, PlaneTracker};
    ///
    /// let mut tracker = PlaneTracker::new(GameType::BASE, Opening::Tournament, Hex::new(5, 5));
    /// tracker.step(tracker.position().interpret(&"wS1".parse().unwrap()).unwrap());
    /// let corner = tracker.corner(Hex::new(2, 4)).unwrap();
    /// for mv in tracker.position().legal_moves() {
    ///     let (east, south_east) = corner.steps_to(mv);
    ///     let hex = Hex::new(2 + i32::from(east), 4 + i32::from(south_east));
    ///     assert_eq!(hex, tracker.target(mv));
    /// }
    /// ```
    pub fn corner(&self, hex: Hex) -> Option<Corner> {
        let (piece, cell) = self.position.on_board().next()?;
        let cell = cell.wrapping_add(cell_of(hex - self.hexes.of(piece)));
        Some(Corner(cell & 1023))
    }

    /// The directions in which a cell has a neighbour with pieces, one bit each, by [`Direction::index`]. The cell is
    /// in the hive or beside it.
    ///
    /// ```
    /// use skep_rules::game::Position as _;
    /// use skep_rules::geometry::{Direction, Hex};
    /// use skep_rules::hive::{GameType, Opening, PlaneTracker};
    ///
    /// let mut tracker = PlaneTracker::new(GameType::BASE, Opening::Tournament, Hex::new(40, 7));
    /// tracker.step(tracker.position().interpret(&"wS1".parse().unwrap()).unwrap());
    /// assert_eq!(tracker.occupied_beside(Hex::new(41, 7)), 1 << Direction::West.index());
    /// assert_eq!(tracker.occupied_beside(Hex::new(40, 7)), 0);
    /// ```
    pub fn occupied_beside(&self, hex: Hex) -> u8 {
        self.corner(hex)
            .map_or(0, |corner| self.position.occupied(corner.0))
    }

    /// Plays a legal move and returns its cells.
    pub fn step(&mut self, mv: Move) -> Preview {
        let step = self.preview(mv);
        self.play_previewed(mv, &step);
        step
    }

    /// Plays a legal move whose cells are known from [`PlaneTracker::preview`].
    pub fn play_previewed(&mut self, mv: Move, step: &Preview) {
        if let Some(piece) = step.piece {
            self.hexes.set(piece.0, step.to);
        }
        self.position.play_for_replay(mv);
    }

    /// As [`PlaneTracker::play_previewed`], for searches: [`PlaneTracker::undo`] takes the move back.
    ///
    /// ```
    /// use skep_rules::game::Position as _;
    /// use skep_rules::geometry::Hex;
    /// use skep_rules::hive::{GameType, Opening, PlaneTracker};
    ///
    /// let mut tracker = PlaneTracker::new(GameType::BASE, Opening::Tournament, Hex::ORIGIN);
    /// let mv = tracker.position().interpret(&"wS1".parse().unwrap()).unwrap();
    /// let undo = tracker.play_undoable(mv, &tracker.preview(mv));
    /// tracker.undo(undo);
    /// assert_eq!(tracker.hex("wS1".parse().unwrap()), None);
    /// ```
    pub fn play_undoable(&mut self, mv: Move, step: &Preview) -> PlaneUndo {
        let moved = step.piece.map(|piece| (piece, self.hexes.of(piece.0)));
        if let Some(piece) = step.piece {
            self.hexes.set(piece.0, step.to);
        }
        let undo = self.position.play_unchecked(mv);
        PlaneUndo { undo, moved }
    }

    /// Takes back the last move.
    pub fn undo(&mut self, undo: PlaneUndo) {
        if let Some((piece, hex)) = undo.moved {
            self.hexes.set(piece.0, hex);
        }
        self.position.undo(undo.undo);
    }
}

impl Position {
    /// The cells that hold pieces, with their hexes. The lowest-numbered piece gets the hex of its cell that is nearest
    /// to the origin. The others follow from neighbour to neighbour.
    pub(super) fn plane(&self) -> ArrayVec<(FoldedCell, Hex), PIECES> {
        match self.on_board().next() {
            Some((_, cell)) => self.plane_from(cell, hex_near_origin(cell)),
            None => ArrayVec::new(),
        }
    }

    /// The cells that hold pieces, with their hexes if `start` is at `hex`.
    pub(super) fn plane_from(
        &self,
        start: FoldedCell,
        hex: Hex,
    ) -> ArrayVec<(FoldedCell, Hex), PIECES> {
        let mut cells: ArrayVec<(FoldedCell, Hex), PIECES> = ArrayVec::new();
        cells.push((start, hex));
        let mut next = 0;
        while next < cells.len() {
            let (cell, hex) = cells[next];
            next += 1;
            for d in Bits(self.occupied(cell)) {
                let n = step(cell, d);
                if cells.iter().all(|&(c, _)| c != n) {
                    cells.push((n, hex.step(Direction::from_index(d))));
                }
            }
        }
        cells
    }

    /// The cell of a piece, if it is on the board.
    ///
    /// The first piece of a game enters at the origin. Coordinates stay the same from move to move, unless the hive
    /// walks more than 15 cells away; see [`PlaneTracker`].
    pub fn hex(&self, piece: Piece) -> Option<Hex> {
        let cell = self.location(piece.0);
        let plane = self.plane();
        plane.iter().find(|(c, _)| *c == cell).map(|(_, hex)| *hex)
    }

    /// The cells that hold pieces, with their pieces from the bottom to the top, ordered by row and column.
    pub fn stacks(&self) -> Vec<(Hex, Vec<Piece>)> {
        let stack = |&(cell, hex): &(FoldedCell, Hex)| {
            let top = Piece(self.top(cell));
            let mut pieces = vec![top];
            pieces.extend(self.beneath(top));
            pieces.reverse();
            (hex, pieces)
        };
        let mut stacks: Vec<_> = self.plane().iter().map(stack).collect();
        stacks.sort_unstable_by_key(|(hex, _)| (hex.r, hex.q));
        stacks
    }

    /// The pieces of a cell from the bottom to the top.
    pub fn stack(&self, hex: Hex) -> Vec<Piece> {
        let stacks = self.stacks();
        let found = stacks.into_iter().find(|(h, _)| *h == hex);
        found.map(|(_, pieces)| pieces).unwrap_or_default()
    }

    /// The cells of a legal move, in the coordinates of [`Position::hex`], without playing it.
    ///
    /// ```
    /// use skep_rules::game::Position as _;
    /// use skep_rules::geometry::Hex;
    /// use skep_rules::hive::{MoveKind, Position};
    ///
    /// let position: Position = "Base;InProgress;White[2];wS1;bG1 wS1-".parse()?;
    /// for mv in position.legal_moves() {
    ///     assert_eq!(position.kind(mv), MoveKind::Placement);
    ///     let preview = position.preview(mv);
    ///     assert_eq!(preview.from, None);
    ///     assert_eq!(preview.to.distance(Hex::ORIGIN), 1);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn preview(&self, mv: Move) -> Preview {
        PlaneTracker::of(self.clone()).preview(mv)
    }

    /// What a legal move does with its piece.
    pub fn kind(&self, mv: Move) -> MoveKind {
        let Some(piece) = mv.piece() else {
            return MoveKind::Pass;
        };
        match self.location(piece.0) {
            IN_HAND => MoveKind::Placement,
            from => {
                let own = piece.side() == self.turn();
                if own && self.check_own_movement(piece, from, mv.to).is_ok() {
                    MoveKind::Movement
                } else {
                    MoveKind::Throw
                }
            }
        }
    }

    /// The place of a legal move in canonical UHP: on top of the stack that it climbs, otherwise beside the first
    /// occupied neighbour, clockwise from the north-west. The moving piece does not count as a neighbour.
    pub fn place(&self, mv: Move) -> Place {
        let Some(piece) = mv.piece() else {
            return Place::Unstated;
        };
        let top = self.top(mv.to);
        if self.height(mv.to) > 0 {
            return Place::On(Piece(top).name());
        }
        let from = self.location(piece.0);
        let mut occupied = self.occupied(mv.to);
        if from != IN_HAND && self.below(piece.0) == NONE {
            occupied &= !direction_bit(mv.to, from);
        }
        if occupied == 0 {
            return Place::Unstated;
        }
        let d = occupied.trailing_zeros() as usize;
        let neighbour = step(mv.to, d);
        let mut name = self.top(neighbour);
        if name == piece.0 {
            name = self.below(name);
        }
        Place::Beside(Direction::from_index(d).opposite(), Piece(name).name())
    }

    /// The move of a piece to a place in any spelling, if the reference is on the board.
    pub fn move_to(&self, piece: Piece, place: Place) -> Option<Move> {
        let at = |name| {
            let cell = self.location(Piece::from_name(name)?.0);
            (cell != IN_HAND).then_some(cell)
        };
        let to = match place {
            Place::Unstated => 0,
            Place::Cell(q, r) => cell_of(Hex::new(q.into(), r.into())),
            Place::On(name) => at(name)?,
            Place::Beside(d, name) => step(at(name)?, d.index()),
        };
        Some(Move::new(piece, to))
    }
}

/// The hex nearest to the origin, with coordinates from −16 to 15, of a cell of the torus.
fn hex_near_origin(cell: FoldedCell) -> Hex {
    let near = |n: i32| ((n + 16) & 31) - 16;
    let cell = i32::from(cell);
    let q = near(cell);
    Hex::new(q, near((cell - q) >> 5))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back_as_the_hex_that_they_are_of() {
        for cell in 0..1024 {
            assert_eq!(cell_of(hex_near_origin(cell)), cell);
        }
        for (q, r) in [(0, 0), (-16, 15), (15, -16), (3, -7)] {
            let hex = Hex::new(q, r);
            assert_eq!(hex_near_origin(cell_of(hex)), hex);
        }
    }
}
