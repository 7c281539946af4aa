//! Written turns, and their packing into tokens.

use std::fmt;

use super::{Cell, PIECES};
use crate::game::Token;
use crate::geometry::Direction;

/// A written turn of Hex-It, before it is interpreted on a board.
///
/// ```
/// use skep_rules::hexit::Written;
///
/// let written: Written = "m13-p16x".parse()?;
/// assert!(matches!(written, Written::Distribute { prisoners: true, .. }));
/// assert_eq!(written.to_string(), "M13-P16x");
/// # Ok::<(), skep_rules::InvalidText>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Written {
    /// The side to move passes.
    Pass,
    /// An empty turn: a pass, or not a turn if the game is over (Boardspace).
    EmptyTurn,
    /// A piece of the reserve goes on a tile.
    Place(Cell),
    /// A tile is laid before the first piece (exxit-pro).
    Lay(Cell),
    /// A stack is distributed.
    Distribute {
        /// Its cell.
        from: Cell,
        /// The last cell that receives a piece.
        to: Cell,
        /// Whether the record marks that prisoners are made.
        prisoners: bool,
    },
    /// A stack is distributed in a direction; where it ends is not written (Boardspace).
    Towards {
        /// Its cell.
        from: Cell,
        /// The direction.
        direction: Direction,
    },
    /// Exactly the named prisoners are released.
    Release(CellList),
    /// Prisoners are released from a cell: the whole chain, as far as the tiles last (Boardspace).
    ReleaseFrom(Cell),
}

/// One to sixteen cells, in order.
///
/// ```
/// use skep_rules::geometry::Hex;
/// use skep_rules::hexit::{Cell, CellList};
///
/// let cell = Cell::new(Hex::ORIGIN).unwrap();
/// let mut cells = CellList::one(cell);
/// assert!(cells.push(cell));
/// assert_eq!(cells.as_slice(), [cell, cell]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellList {
    len: u8,
    cells: [Cell; 2 * PIECES as usize],
}

impl CellList {
    /// A list of one cell.
    pub fn one(cell: Cell) -> CellList {
        let mut cells = CellList::default();
        cells.push(cell);
        cells
    }

    /// Adds a cell, and returns whether there was room. There cannot be more cells of prisoners than pieces.
    pub fn push(&mut self, cell: Cell) -> bool {
        match self.cells.get_mut(usize::from(self.len)) {
            Some(place) => {
                *place = cell;
                self.len += 1;
                true
            }
            None => false,
        }
    }

    /// The cells.
    pub fn as_slice(&self) -> &[Cell] {
        &self.cells[..usize::from(self.len)]
    }
}

impl fmt::Debug for CellList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

const PASS: u64 = 0;
const PLACE: u64 = 1;
const DISTRIBUTE: u64 = 2;
const DISTRIBUTE_PRISONERS: u64 = 3;
const TOWARDS: u64 = 4;
const RELEASE_ONE: u64 = 5;
const RELEASE_TWO: u64 = 6;
const RELEASE_MORE: u64 = 7;
const RELEASE_FROM: u64 = 8;
const EMPTY_TURN: u64 = 9;
const LAY: u64 = 10;

impl Written {
    /// Packs the turn into a record's token. Releases of more than two cells do not fit and go to `overflow`, the
    /// record's own (`Record::overflow` of skep-records).
    pub fn token(self, overflow: &mut Vec<u64>) -> Token {
        let two = |tag, a: Cell, b: Cell| tag | a.pack() << 8 | b.pack() << 36;
        Token(match self {
            Written::Pass => PASS,
            Written::EmptyTurn => EMPTY_TURN,
            Written::Place(cell) => PLACE | cell.pack() << 8,
            Written::Lay(cell) => LAY | cell.pack() << 8,
            Written::Distribute {
                from,
                to,
                prisoners: false,
            } => two(DISTRIBUTE, from, to),
            Written::Distribute { from, to, .. } => two(DISTRIBUTE_PRISONERS, from, to),
            Written::Towards { from, direction } => {
                TOWARDS | from.pack() << 8 | (direction.index() as u64) << 36
            }
            Written::ReleaseFrom(cell) => RELEASE_FROM | cell.pack() << 8,
            Written::Release(cells) => match *cells.as_slice() {
                [a] => RELEASE_ONE | a.pack() << 8,
                [a, b] => two(RELEASE_TWO, a, b),
                ref more => {
                    let start = overflow.len() as u64;
                    overflow.extend(more.iter().map(|c| c.pack()));
                    RELEASE_MORE | (more.len() as u64) << 8 | start << 16
                }
            },
        })
    }

    /// Unpacks a token that [`Written::token`] made with the same `overflow`. Any other token unpacks to an arbitrary
    /// turn.
    pub fn from_token(token: Token, overflow: &[u64]) -> Written {
        let t = token.0;
        let a = Cell::unpack(t >> 8);
        let b = Cell::unpack(t >> 36);
        match t & 0xFF {
            PLACE => Written::Place(a),
            LAY => Written::Lay(a),
            tag @ (DISTRIBUTE | DISTRIBUTE_PRISONERS) => Written::Distribute {
                from: a,
                to: b,
                prisoners: tag == DISTRIBUTE_PRISONERS,
            },
            TOWARDS => Written::Towards {
                from: a,
                direction: Direction::from_index((t >> 36) as usize),
            },
            RELEASE_ONE => Written::Release(CellList::one(a)),
            RELEASE_TWO => {
                let mut cells = CellList::one(a);
                cells.push(b);
                Written::Release(cells)
            }
            RELEASE_MORE => {
                let (len, start) = ((t >> 8 & 0xFF) as usize, (t >> 16) as usize);
                let mut cells = CellList::default();
                for &word in overflow.iter().skip(start).take(len) {
                    cells.push(Cell::unpack(word));
                }
                Written::Release(cells)
            }
            RELEASE_FROM => Written::ReleaseFrom(a),
            EMPTY_TURN => Written::EmptyTurn,
            _ => Written::Pass,
        }
    }
}

impl fmt::Display for Written {
    /// The canonical text of Hex-It records. The Boardspace kinds, which Hex-It records do not have, are written in a
    /// similar form: `M13->east`, `*L12…`, and nothing for an empty turn.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Written::Pass => f.write_str("pass"),
            Written::EmptyTurn => Ok(()),
            Written::Place(cell) => cell.fmt(f),
            Written::Lay(cell) => write!(f, "+{cell}"),
            Written::Distribute {
                from,
                to,
                prisoners,
            } => write!(f, "{from}-{to}{}", if prisoners { "x" } else { "" }),
            Written::Towards { from, direction } => write!(f, "{from}->{}", direction.as_str()),
            Written::Release(cells) => {
                for (i, cell) in cells.as_slice().iter().enumerate() {
                    write!(f, "{}{cell}", if i == 0 { "*" } else { "+" })?;
                }
                Ok(())
            }
            Written::ReleaseFrom(cell) => write!(f, "*{cell}…"),
        }
    }
}
