use std::fmt;

use super::Bug;
use crate::game::Side;
use crate::game::Token;
use crate::geometry::{Direction, GridRef, Hex};

/// A piece as a record names it: colour, kind and a number that may be any digit, or none (0).
///
/// Not every name is a [`Piece`](super::Piece), and numbers that are out of order change on the way to one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceName(u8);

impl PieceName {
    /// A name; `number` is 0 for none and at most 15.
    pub const fn new(side: Side, bug: Bug, number: u8) -> PieceName {
        PieceName((side as u8) << 7 | (bug as u8) << 4 | (number & 15))
    }

    /// The colour.
    pub const fn side(self) -> Side {
        if self.0 < 128 {
            Side::White
        } else {
            Side::Black
        }
    }

    /// The kind.
    pub const fn bug(self) -> Bug {
        Bug::ALL[(self.0 >> 4 & 7) as usize]
    }

    /// The number as written, 0 for none.
    pub const fn number(self) -> u8 {
        self.0 & 15
    }

    /// A number below 256 that is this name's own.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for PieceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side() {
            Side::White => 'w',
            Side::Black => 'b',
        };
        write!(f, "{side}{}", self.bug().letter())?;
        if self.number() > 0 {
            write!(f, "{}", self.number())?;
        }
        Ok(())
    }
}

impl fmt::Debug for PieceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A written turn of Hive, before it has a meaning on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Written {
    /// The side to move passes.
    Pass,
    /// A pass that may be a mere acknowledgement: an empty turn at the very end of a drawn game.
    EmptyTurn,
    /// A piece goes to a place, from the hand or from the board.
    Put {
        /// The piece.
        piece: PieceName,
        /// The place.
        to: Place,
    },
}

/// A written place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// None is written: the first piece of a game.
    Unstated,
    /// On the stack that a piece is part of.
    On(PieceName),
    /// The cell in a direction from a piece. The direction is the one in which one leaves the piece: `wQ-` is east
    /// of wQ.
    Beside(Direction, PieceName),
    /// A cell of the record's own grid, in axial coordinates.
    Cell(i16, i16),
}

impl Place {
    /// The cell as a hex, where a cell is written.
    pub fn cell(self) -> Option<Hex> {
        match self {
            Place::Cell(q, r) => Some(Hex::new(q.into(), r.into())),
            _ => None,
        }
    }
}

impl Written {
    /// Packs the turn into a record's token.
    pub const fn token(self) -> Token {
        let (tag, piece, a, b) = match self {
            Written::Pass => (0, 0, 0, 0),
            Written::EmptyTurn => (1, 0, 0, 0),
            Written::Put { piece, to } => match to {
                Place::Unstated => (2, piece.0, 0, 0),
                Place::On(on) => (3, piece.0, on.0 as u16, 0),
                Place::Beside(d, of) => (4, piece.0, of.0 as u16, d as u16),
                Place::Cell(q, r) => (5, piece.0, q as u16, r as u16),
            },
        };
        Token(tag | (piece as u64) << 8 | (a as u64) << 16 | (b as u64) << 32)
    }

    /// Unpacks a token that [`Written::token`] made.
    pub const fn from_token(token: Token) -> Written {
        let t = token.0;
        let piece = PieceName((t >> 8) as u8);
        let a = (t >> 16) as u16;
        let b = (t >> 32) as u16;
        let to = match t as u8 {
            0 => return Written::Pass,
            1 => return Written::EmptyTurn,
            2 => Place::Unstated,
            3 => Place::On(PieceName(a as u8)),
            4 => Place::Beside(Direction::from_index(b as usize), PieceName(a as u8)),
            _ => Place::Cell(a as i16, b as i16),
        };
        Written::Put { piece, to }
    }
}

impl fmt::Display for Place {
    /// The place in UHP spelling: `bQ`, `wA1-`, `\wA1`; a cell as its letter and number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Place::Unstated => Ok(()),
            Place::On(name) => write!(f, "{name}"),
            Place::Beside(d, name) => match d {
                Direction::NorthWest => write!(f, "\\{name}"),
                Direction::West => write!(f, "-{name}"),
                Direction::SouthWest => write!(f, "/{name}"),
                Direction::NorthEast => write!(f, "{name}/"),
                Direction::East => write!(f, "{name}-"),
                Direction::SouthEast => write!(f, "{name}\\"),
            },
            Place::Cell(q, r) => write!(f, "{}", GridRef::from_hex(Hex::new(q.into(), r.into()))),
        }
    }
}

impl fmt::Display for Written {
    /// The turn in UHP spelling.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Written::Pass | Written::EmptyTurn => f.write_str("pass"),
            Written::Put {
                piece,
                to: Place::Unstated,
            } => write!(f, "{piece}"),
            Written::Put { piece, to } => write!(f, "{piece} {to}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_round_trip() {
        let a = PieceName::new(Side::Black, Bug::Ant, 3);
        let q = PieceName::new(Side::White, Bug::Queen, 0);
        let put = |to| Written::Put { piece: a, to };
        let mut all = vec![
            Written::Pass,
            Written::EmptyTurn,
            put(Place::Unstated),
            put(Place::On(q)),
            put(Place::Cell(-3, 300)),
        ];
        all.extend(Direction::ALL.map(|d| put(Place::Beside(d, q))));
        for w in all {
            assert_eq!(Written::from_token(w.token()), w);
        }
        assert_eq!(a.to_string(), "bA3");
        assert_eq!(q.to_string(), "wQ");
    }
}
