//! Canonical keys of all positions of a game, kept up to date move by move.

use super::FoldedCell;
use super::key::finished;
use super::mv::cell_of;
use super::plane::Hexes;
use super::position::{IN_HAND, NONE, kind};
use super::tables::{CELLS, step};
use super::torus_sum::{add, anchored, moved, sub, term};
use super::{GameType, Move, Position};
use crate::game::{Position as _, Side};
use crate::geometry::{Direction, Hex, Symmetry};

/// How many symmetries the plane has.
const SYMMETRIES: usize = Symmetry::ALL.len();

/// The cells that a step along q, and one along r, leads to from cell 0 under each symmetry. A symmetry is linear, so
/// these cells determine where it takes every hex.
const AXES: [(i32, i32); SYMMETRIES] = {
    let mut axes = [(0, 0); SYMMETRIES];
    let mut i = 0;
    while i < SYMMETRIES {
        let symmetry = Symmetry::ALL[i];
        axes[i] = (
            cell_of(symmetry.apply(Hex::new(1, 0))) as i32,
            cell_of(symmetry.apply(Hex::new(0, 1))) as i32,
        );
        i += 1;
    }
    axes
};

/// The bit of a piece's number that is the side.
const SIDE: u8 = 16;

/// The kind and the level of a marked cell. No stack is that high.
const MARK: (u8, u8) = (0, 7);

/// The cells of a hex under each symmetry.
#[inline]
fn images(hex: Hex) -> [FoldedCell; SYMMETRIES] {
    let mut cells = [0; SYMMETRIES];
    // A loop over two arrays is compiled to products of several cells at a time; `map` is not.
    for (cell, (q, r)) in cells.iter_mut().zip(AXES) {
        *cell = (q.wrapping_mul(hex.q).wrapping_add(r.wrapping_mul(hex.r)) & 1023) as FoldedCell;
    }
    cells
}

/// The canonical keys of the positions of games, without boards.
///
/// It gives the same key as [`canonical_key`](crate::game::Position::canonical_key) for one product per symmetry and
/// move: it updates the sums of all 12 images, which count their cells from the queen.
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::hive::{Canonical, GameString};
///
/// let game: GameString = "Base;wS1;bG1 -wS1;wQ wS1-".parse()?;
/// let mut canonical = Canonical::new(game.position().game_type());
/// for &mv in game.moves() {
///     canonical.play(mv);
/// }
/// assert_eq!(canonical.key(), game.position().canonical_key());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Canonical {
    sums: [u64; SYMMETRIES],
    /// The hex from which the sums count cells: the hex of White's queen, else of Black's, else the first of the game.
    origin: Hex,
    placed: u8,
    /// By piece number: the cell of the torus, the hex of the plane, the piece beneath and how many are beneath.
    cells: [FoldedCell; 32],
    hexes: Hexes,
    beneath: [u8; 32],
    levels: [u8; 32],
    /// The piece on top of each cell.
    tops: [u8; CELLS],
    turn: Side,
    game_type: GameType,
}

impl Canonical {
    /// The empty board.
    pub fn new(game_type: GameType) -> Canonical {
        Canonical {
            sums: [0; SYMMETRIES],
            origin: Hex::ORIGIN,
            placed: 0,
            cells: [IN_HAND; 32],
            hexes: Hexes::all_at(Hex::ORIGIN),
            beneath: [NONE; 32],
            levels: [0; 32],
            tops: [NONE; CELLS],
            turn: Side::White,
            game_type,
        }
    }

    /// A position. Moves of this position and later ones can be played.
    ///
    /// ```
    /// use skep_rules::game::Position as _;
    /// use skep_rules::hive::{Canonical, Position};
    ///
    /// let position: Position = "Base;InProgress;White[3];wS1;bG1 -wS1;wQ wS1-;bQ -bG1".parse()?;
    /// assert_eq!(Canonical::of(&position).key(), position.canonical_key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(position: &Position) -> Canonical {
        Canonical::with_colours(position, 0)
    }

    /// A position with the colours exchanged, and with the other player to move. Its moves are played with
    /// [`Canonical::play_swapped`].
    pub fn of_swapped(position: &Position) -> Canonical {
        let mut canonical = Canonical::with_colours(position, SIDE);
        canonical.turn = !canonical.turn;
        canonical
    }

    fn with_colours(position: &Position, side: u8) -> Canonical {
        let mut canonical = Canonical::new(position.game_type());
        for (hex, stack) in position.stacks() {
            for piece in stack {
                canonical.put(piece.0 ^ side, cell_of(hex), hex);
            }
        }
        canonical.turn = position.turn();
        canonical
    }

    /// The number of pieces on the board.
    pub fn placed(&self) -> usize {
        usize::from(self.placed)
    }

    /// Whether a queen is on the board. Until then a key costs several times more.
    pub fn has_queen(&self) -> bool {
        self.queen().is_some()
    }

    /// White's queen, else Black's.
    fn queen(&self) -> Option<u8> {
        [0, SIDE]
            .into_iter()
            .find(|&q| self.cells[q as usize] != IN_HAND)
    }

    fn top(&self, cell: FoldedCell) -> u8 {
        self.tops[cell as usize & (CELLS - 1)]
    }

    /// The hex of a cell on or beside a piece. The first piece of the game is on the origin.
    fn hex_of(&self, cell: FoldedCell) -> Hex {
        let top = self.top(cell);
        if top != NONE {
            return self.hexes.of(top);
        }
        for d in 0..6 {
            let neighbour = self.top(step(cell, d));
            if neighbour != NONE {
                let back = Direction::from_index(d).opposite();
                return self.hexes.of(neighbour).step(back);
            }
        }
        Hex::ORIGIN
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.turn = !self.turn;
        if mv.is_pass() {
            return;
        }
        let piece = mv.piece as usize & 31;
        let from = self.cells[piece];
        // Before the piece is lifted, so that there is always a neighbour.
        let to = self.hex_of(mv.to);
        if from == IN_HAND {
            self.put(mv.piece, mv.to, to);
            return;
        }
        let (old, old_level) = (self.hexes.of(mv.piece), self.levels[piece]);
        self.tops[from as usize & (CELLS - 1)] = self.beneath[piece];
        let level = self.set(mv.piece, mv.to, to);
        let images = images(old - self.origin)
            .into_iter()
            .zip(images(to - self.origin));
        let kind = kind(mv.piece);
        if level == old_level {
            for (sum, (from, to)) in self.sums.iter_mut().zip(images) {
                *sum = add(*sum, moved(kind, level, from, to));
            }
        } else {
            for (sum, (from, to)) in self.sums.iter_mut().zip(images) {
                let rest = sub(*sum, term(kind, old_level, from));
                *sum = add(rest, term(kind, level, to));
            }
        }
        self.follow_queen(mv.piece);
    }

    /// Puts a piece that is not on the board on top of a cell, which is at `hex` on the plane.
    fn put(&mut self, number: u8, cell: FoldedCell, hex: Hex) {
        self.placed += 1;
        let level = self.set(number, cell, hex);
        for (sum, cell) in self.sums.iter_mut().zip(images(hex - self.origin)) {
            *sum = add(*sum, term(kind(number), level, cell));
        }
        self.follow_queen(number);
    }

    /// Notes that a piece is on top of a cell, and returns its level.
    fn set(&mut self, number: u8, cell: FoldedCell, hex: Hex) -> u8 {
        let piece = number as usize & 31;
        let under = self.top(cell);
        let level = match under {
            NONE => 0,
            under => self.levels[under as usize & 31] + 1,
        };
        self.cells[piece] = cell;
        self.hexes.set(number, hex);
        self.beneath[piece] = under;
        self.levels[piece] = level;
        self.tops[cell as usize & (CELLS - 1)] = number;
        level
    }

    /// Counts cells from the queen that is the anchor, after a piece was put or moved.
    fn follow_queen(&mut self, number: u8) {
        if number & !SIDE != 0 {
            return;
        }
        let Some(queen) = self.queen() else { return };
        let hex = self.hexes.of(queen);
        if hex != self.origin {
            for (sum, cell) in self.sums.iter_mut().zip(images(hex - self.origin)) {
                *sum = anchored(*sum, cell);
            }
            self.origin = hex;
        }
    }

    /// Plays the same move with the other colour's piece. The side to move changes as with [`Canonical::play`].
    pub fn play_swapped(&mut self, mv: Move) {
        self.play(match mv.piece() {
            Some(_) => Move {
                piece: mv.piece ^ SIDE,
                ..mv
            },
            None => mv,
        });
    }

    /// The canonical key of the position.
    pub fn key(&self) -> u64 {
        let sum = if self.has_queen() {
            self.sums.into_iter().min()
        } else {
            // As in `Position::canonical_key`, every piece is an anchor until a queen is placed.
            let least = |hex: Hex| {
                let sums = self.sums.iter().zip(images(hex - self.origin));
                sums.map(|(&sum, cell)| anchored(sum, cell)).min()
            };
            (0..32)
                .filter(|&p| self.cells[p as usize] != IN_HAND)
                .filter_map(|p| least(self.hexes.of(p)))
                .min()
        };
        self.finish(sum)
    }

    /// A key that is equal for two positions with a marked cell exactly if a symmetry takes one to the other, with the
    /// mark. A queen is on the board.
    pub(super) fn key_with_mark(&self, cell: FoldedCell) -> u64 {
        let (kind, level) = MARK;
        let images = images(self.hex_of(cell) - self.origin);
        let sums = self.sums.iter().zip(images);
        self.finish(
            sums.map(|(&sum, cell)| add(sum, term(kind, level, cell)))
                .min(),
        )
    }

    fn finish(&self, sum: Option<u64>) -> u64 {
        finished(sum.unwrap_or(0), self.turn, self.game_type)
    }
}
