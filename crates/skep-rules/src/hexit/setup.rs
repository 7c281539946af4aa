//! Positions set up cell by cell, and their text.

use std::fmt;
use std::str::FromStr;

use super::cell::Cell;
use super::position::CELLS;
use super::{Options, PIECES, Position, ReleaseChain};
use crate::InvalidText;
use crate::game::{Position as _, Side};

/// A position described cell by cell. Pieces that are not on the board are in the reserves.
///
/// Its text is one line: the number of tiles in the set, `forced` if chains of prisoners must be released whole, the
/// side to move (`w` or `b`), `pass` for each pass before it, and the cells: a name, the tile's colour `w` or `b` (`x` for
/// prisoners, which are not on tiles), and after a colon the pieces from bottom to top.
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::hexit::{Options, Position, Setup};
/// let setup: Setup = "39 w M13w N14w M14b N13b".parse()?;
/// assert_eq!(setup.position()?, Position::start(Options::default()));
/// let setup: Setup = "19 forced b M13w N14w:bw M14b N13b:w O14x:bbw".parse()?;
/// assert_eq!(setup.to_string().parse(), Ok(setup));
/// # Ok::<(), Box<dyn std::error::Error>>(())
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
///
/// ```
/// use skep_rules::hexit::{Setup, SetupError};
///
/// let setup: Setup = "39 w".parse()?;
/// assert_eq!(setup.position().unwrap_err(), SetupError::Tiles(0));
/// # Ok::<(), skep_rules::InvalidText>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// A cell is named twice.
    CellTwice(Cell),
    /// There is no tile, or there are more than the set has.
    Tiles(usize),
    /// A side has more than its eight pieces.
    Pieces,
    /// Prisoners without a piece.
    NoPrisoner(Cell),
    /// Prisoners that touch no tile, which is impossible in a game.
    LonePrisoner(Cell),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::CellTwice(cell) => write!(f, "{cell} is named twice"),
            SetupError::Tiles(tiles) => {
                write!(
                    f,
                    "{tiles} tiles: a position has at least one tile, and no more than its set"
                )
            }
            SetupError::Pieces => write!(f, "one side has more than {PIECES} pieces"),
            SetupError::NoPrisoner(cell) => write!(f, "no prisoner on {cell}"),
            SetupError::LonePrisoner(cell) => write!(f, "the prisoners on {cell} touch no tile"),
        }
    }
}

impl std::error::Error for SetupError {}

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

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.options.tiles.as_str())?;
        if self.options.release == ReleaseChain::Forced {
            f.write_str(" forced")?;
        }
        f.write_str(if self.black_to_move { " b" } else { " w" })?;
        for _ in 0..self.passes {
            f.write_str(" pass")?;
        }
        for (at, tile, pieces) in &self.cells {
            write!(f, " {at}{}", tile.map_or('x', Side::letter))?;
            if !pieces.is_empty() {
                f.write_str(":")?;
                for &side in pieces {
                    write!(f, "{}", side.letter())?;
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Setup {
    type Err = InvalidText;

    fn from_str(s: &str) -> Result<Self, InvalidText> {
        let mut words = s.split_ascii_whitespace().peekable();
        let mut setup = Setup::default();
        let bad = InvalidText::new;
        let tiles = words.next().unwrap_or_default();
        setup.options.tiles = tiles
            .parse()
            .map_err(|_| bad(tiles, "a number of tiles (39, 29 or 19), which comes first"))?;
        if let Some(release) = words.peek().and_then(|w| w.parse().ok()) {
            setup.options.release = release;
            words.next();
        }
        let side = words.next().unwrap_or_default();
        setup.black_to_move = match side {
            "w" | "W" => false,
            "b" | "B" => true,
            _ => return Err(bad(side, "the side to move, w or b")),
        };
        while setup.passes < 2 && words.next_if(|w| w.eq_ignore_ascii_case("pass")).is_some() {
            setup.passes += 1;
        }
        const CELL: &str = "a cell with its tile and pieces, such as N14w:bw";
        for word in words {
            let (place, pieces) = word.split_once(':').unwrap_or((word, ""));
            let mut chars = place.chars();
            let tile = match chars.next_back() {
                Some('x' | 'X') => None,
                last => {
                    let side = last.and_then(Side::from_letter);
                    Some(side.ok_or_else(|| bad(word, CELL))?)
                }
            };
            let at = chars.as_str().parse().ok().and_then(Cell::of_grid);
            let pieces: Option<Vec<Side>> = pieces.chars().map(Side::from_letter).collect();
            match (at, pieces) {
                (Some(at), Some(pieces)) => setup.cells.push((at, tile, pieces)),
                _ => return Err(bad(word, CELL)),
            }
        }
        Ok(setup)
    }
}
