//! A position: tiles, stacks, prisoners and reserves.

use super::cell::Cell;
use super::stack::Stack;
use super::{Options, PIECES, TileSet};
use crate::game::{BySide, Side};
use crate::geometry::Direction;

/// The most cells that a position can have: the tiles of the largest set, and a cell of prisoners for every piece.
pub(super) const CELLS: usize = 39 + 2 * PIECES as usize;

/// The tiles on the board when the first piece is placed after the expert start: the site's program changes from laying
/// tiles to playing at six (`nextPlayState` in `ExxitGameBoard.java` of boardspace.net).
const TILES_OF_EXPERTS: u8 = 6;

/// No cell.
pub(super) const NONE: u8 = u8::MAX;

/// A position of a game of Hex-It.
///
/// Cells are numbered in the order in which they came into play, the tiles of the start first; a set of cells is a word
/// with a bit for each. A cell enters with its first prisoners, becomes a tile when they are released, and never
/// leaves.
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::hexit::{Options, Position, Rule};
///
/// let mut position = Position::start(Options::default());
/// let mv = position.judge(&"M13".parse()?)?;
/// position.play(mv)?;
/// let mv = position.interpret(&"M13".parse()?)?;
/// assert_eq!(position.play(mv).unwrap_err(), Rule::TileOccupied);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) options: Options,
    pub(super) turn: Side,
    pub(super) ply: u32,
    /// Passes in a row, 0 to 2.
    pub(super) passes: u8,
    /// Cells known.
    pub(super) len: u8,
    pub(super) reserve: [u8; 2],
    /// Tiles of each colour.
    pub(super) tiles: [u64; 2],
    /// Tiles on which a side's piece is on top.
    pub(super) tops: [u64; 2],
    /// Cells of prisoners.
    pub(super) prisons: u64,
    pub(super) cells: [Cell; CELLS],
    /// The known neighbour in each direction, `NONE` where the plane is empty.
    pub(super) next: [[u8; 6]; CELLS],
    /// All known neighbours.
    pub(super) adjacent: [u64; CELLS],
    pub(super) stacks: [Stack; CELLS],
    /// The prisoners on a cell when it became a tile, to undo the release.
    pub(super) freed: [Stack; CELLS],
}

/// The numbers of the cells in a set, rising.
pub(super) fn members(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let cell = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(cell)
    })
}

impl Position {
    pub(super) fn empty(options: Options) -> Position {
        Position {
            options,
            turn: Side::White,
            ply: 0,
            passes: 0,
            len: 0,
            reserve: [PIECES; 2],
            tiles: [0; 2],
            tops: [0; 2],
            prisons: 0,
            cells: [Cell::default(); CELLS],
            next: [[NONE; 6]; CELLS],
            adjacent: [0; CELLS],
            stacks: [Stack::EMPTY; CELLS],
            freed: [Stack::EMPTY; CELLS],
        }
    }

    pub(super) fn add_tile(&mut self, at: Cell, side: Side) -> u8 {
        let cell = self.add_cell(at);
        self.tiles[side.index()] |= 1 << cell;
        cell
    }

    /// Numbers a cell that is not known yet and links it with its neighbours.
    pub(super) fn add_cell(&mut self, at: Cell) -> u8 {
        let new = self.len;
        let i = usize::from(new);
        self.cells[i] = at;
        self.next[i] = [NONE; 6];
        self.adjacent[i] = 0;
        self.stacks[i] = Stack::EMPTY;
        for old in 0..new {
            let j = usize::from(old);
            if let Some(direction) = at.direction_to(self.cells[j]) {
                self.next[i][direction.index()] = old;
                self.next[j][direction.opposite().index()] = new;
                self.adjacent[i] |= 1 << old;
                self.adjacent[j] |= 1 << new;
            }
        }
        self.len += 1;
        new
    }

    /// Forgets the cell that was added last.
    pub(super) fn remove_last_cell(&mut self) {
        self.len -= 1;
        let i = usize::from(self.len);
        for direction in Direction::ALL {
            let j = self.next[i][direction.index()];
            if j != NONE {
                self.next[usize::from(j)][direction.opposite().index()] = NONE;
                self.adjacent[usize::from(j)] &= !(1 << self.len);
            }
        }
        self.cells[i] = Cell::default();
        self.next[i] = [NONE; 6];
        self.adjacent[i] = 0;
        self.stacks[i] = Stack::EMPTY;
    }

    /// The options of the game.
    pub const fn options(&self) -> Options {
        self.options
    }

    /// The pieces that a side can place.
    pub const fn reserve(&self, side: Side) -> u8 {
        self.reserve[side.index()]
    }

    /// The number of tiles on the board.
    pub const fn tiles_laid(&self) -> u8 {
        self.all_tiles().count_ones() as u8
    }

    /// The number of tiles of the set that are not laid yet.
    pub const fn tiles_left(&self) -> u8 {
        self.options.tiles.tiles() - self.tiles_laid()
    }

    /// The tiles with their colours, in order of entry.
    pub fn tiles(&self) -> impl Iterator<Item = (Cell, Side)> {
        members(self.all_tiles()).map(|cell| {
            let black = self.tiles[1] >> cell & 1;
            (self.cells[usize::from(cell)], Side::ALL[black as usize])
        })
    }

    /// The cells of prisoners, in order of entry.
    pub fn prisons(&self) -> impl Iterator<Item = Cell> {
        members(self.prisons).map(|cell| self.cells[usize::from(cell)])
    }

    /// The pieces on a cell from bottom to top, on a tile or as prisoners.
    pub fn pieces(&self, at: Cell) -> impl Iterator<Item = Side> {
        self.find(at)
            .map(|cell| self.stack(cell).pieces())
            .into_iter()
            .flatten()
    }

    /// The number of pieces of each side on tiles.
    pub fn on_board(&self) -> BySide<u8> {
        self.count_pieces(self.all_tiles())
    }

    /// The number of prisoners of each side.
    pub fn imprisoned(&self) -> BySide<u8> {
        self.count_pieces(self.prisons)
    }

    fn count_pieces(&self, set: u64) -> BySide<u8> {
        members(set).fold(BySide::default(), |sum, cell| {
            let stack = self.stack(cell);
            BySide {
                white: sum.white + stack.white(),
                black: sum.black + stack.black(),
            }
        })
    }

    /// Whether both players have passed in a row, or all tiles are laid.
    pub const fn is_over(&self) -> bool {
        self.passes >= 2 || self.tiles_left() == 0
    }

    /// Whether the players still lay the tiles of the expert start.
    pub const fn is_laying(&self) -> bool {
        matches!(self.options.tiles, TileSet::Expert) && self.tiles_laid() < TILES_OF_EXPERTS
    }

    pub(super) const fn all_tiles(&self) -> u64 {
        self.tiles[0] | self.tiles[1]
    }

    pub(super) const fn empty_tiles(&self) -> u64 {
        self.all_tiles() & !(self.tops[0] | self.tops[1])
    }

    pub(super) const fn is_prison(&self, cell: u8) -> bool {
        self.prisons >> cell & 1 == 1
    }

    pub(super) const fn stack(&self, cell: u8) -> Stack {
        self.stacks[cell as usize]
    }

    /// The number of a cell of the plane, if it is a tile or holds prisoners.
    pub(super) fn find(&self, at: Cell) -> Option<u8> {
        self.cells[..usize::from(self.len)]
            .iter()
            .position(|&c| c == at)
            .map(|i| i as u8)
    }
}
