//! Positions set up cell by cell.

use super::cell::Cell;
use super::position::CELLS;
use super::{Options, PIECES, Position};
use crate::game::{Position as _, Side};

/// A position described cell by cell. Pieces that are not on the board are in the reserves.
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::hexit::{Options, Position, SetupError};
///
/// let mut setup = Position::start(Options::default()).setup();
/// assert_eq!(setup.position()?, Position::start(Options::default()));
/// setup.cells.clear();
/// assert_eq!(setup.position().unwrap_err(), SetupError::Tiles(0));
/// # Ok::<(), SetupError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The options of the game.
    pub options: Options,
    /// Whether it is Black's turn.
    pub black_to_move: bool,
    /// The number of passes in a row on the previous turns. The second pass ends the game.
    pub passes: u8,
    /// The number of plies played; only its use in messages and tables depends on it. Not part of the text.
    pub ply: u32,
    /// The cells: the colour of the tile, `None` for prisoners, and the pieces from bottom to top.
    pub cells: Vec<(Cell, Option<Side>, Vec<Side>)>,
}

/// Why a description is not a valid position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A cell is named twice.
    #[error("{0} is named twice")]
    CellTwice(Cell),
    /// There is no tile, or there are more than the set has.
    #[error("{0} tiles: a position has at least one tile, and no more than its set")]
    Tiles(usize),
    /// A side has more than its eight pieces.
    #[error("one side has more than {} pieces", PIECES)]
    Pieces,
    /// Prisoners without a piece.
    #[error("no prisoner on {0}")]
    NoPrisoner(Cell),
    /// Prisoners that touch no tile, which is impossible in a game.
    #[error("the prisoners on {0} touch no tile")]
    LonePrisoner(Cell),
}

impl Setup {
    /// The position.
    ///
    /// # Errors
    /// The position breaks the rules; see [`SetupError`]. It is not tested whether a game can lead to the position.
    pub fn position(&self) -> Result<Position, SetupError> {
        let mut position = Position::empty(self.options);
        if self.black_to_move {
            position.turn = Side::Black;
        }
        position.passes = self.passes.min(2);
        position.ply = self.ply;
        let tiles = self.cells.iter().filter(|(_, tile, _)| tile.is_some());
        let tiles = tiles.count();
        if tiles == 0 || tiles > usize::from(self.options.tiles.tiles()) {
            return Err(SetupError::Tiles(tiles));
        }
        for &(at, tile, ref pieces) in &self.cells {
            if position.find(at).is_some() {
                return Err(SetupError::CellTwice(at));
            }
            if usize::from(position.len) == CELLS {
                return Err(SetupError::Pieces);
            }
            let cell = position.add_cell(at);
            for &side in pieces {
                if position.reserve[side.index()] == 0 {
                    return Err(SetupError::Pieces);
                }
                position.reserve[side.index()] -= 1;
                position.stacks[usize::from(cell)].push(side);
            }
            match (tile, pieces.last()) {
                (Some(colour), top) => {
                    position.tiles[colour.index()] |= 1 << cell;
                    if let Some(side) = top {
                        position.tops[side.index()] |= 1 << cell;
                    }
                }
                (None, Some(_)) => position.prisons |= 1 << cell,
                (None, None) => return Err(SetupError::NoPrisoner(at)),
            }
        }
        let all = position.all_tiles();
        for cell in super::position::members(position.prisons) {
            let cell = usize::from(cell);
            if position.adjacent[cell] & all == 0 {
                return Err(SetupError::LonePrisoner(position.cells[cell]));
            }
        }
        Ok(position)
    }
}

impl Position {
    /// The description of the position: tiles in the order of entry, then prisoners.
    pub fn setup(&self) -> Setup {
        let tiles = self.tiles().map(|(at, colour)| (at, Some(colour)));
        let prisons = self.prisons().map(|at| (at, None));
        Setup {
            options: self.options,
            black_to_move: self.turn() == Side::Black,
            passes: self.passes,
            ply: self.ply,
            cells: tiles
                .chain(prisons)
                .map(|(at, tile)| (at, tile, self.pieces(at).collect()))
                .collect(),
        }
    }
}
