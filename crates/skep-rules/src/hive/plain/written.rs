//! Written turns of the plain game, and their packing into tokens.

use std::fmt;

use super::{PieceName, Place};
use crate::game::Token;
use crate::geometry::Direction;

/// A written turn of Hive, before it is interpreted on a board.
///
/// ```
/// use skep_rules::hive::{Place, Written};
///
/// let written: Written = "wB1 bQ".parse()?;
/// assert_eq!(written, Written::Put { piece: "wB1".parse()?, to: Place::On("bQ".parse()?) });
/// assert_eq!(written.to_string(), "wB1 bQ");
/// # Ok::<(), skep_rules::InvalidText>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Written {
    /// The side to move passes.
    Pass,
    /// A pass that may be only an acknowledgement: an empty turn at the end of a drawn game.
    EmptyTurn,
    /// A piece goes to a place, from the hand or from the board.
    Put {
        /// The piece.
        piece: PieceName,
        /// The place.
        to: Place,
    },
}

impl Written {
    /// Packs the turn into a record's token.
    #[inline]
    pub const fn token(self) -> Token {
        let (tag, piece, a, b) = match self {
            Written::Pass => (0, 0, 0, 0),
            Written::EmptyTurn => (1, 0, 0, 0),
            Written::Put { piece, to } => {
                let piece = piece.index();
                match to {
                    Place::Unstated => (2, piece, 0, 0),
                    Place::On(on) => (3, piece, on.index() as u16, 0),
                    Place::Beside(d, of) => (4, piece, of.index() as u16, d as u16),
                    Place::Cell(q, r) => (5, piece, q as u16, r as u16),
                }
            }
        };
        Token(tag | (piece as u64) << 8 | (a as u64) << 24 | (b as u64) << 40)
    }

    /// Unpacks a token that [`Written::token`] made.
    #[inline]
    pub const fn from_token(token: Token) -> Written {
        let t = token.0;
        let piece = PieceName::from_index((t >> 8) as u16);
        let a = (t >> 24) as u16;
        let b = (t >> 40) as u16;
        let to = match t as u8 {
            0 => return Written::Pass,
            1 => return Written::EmptyTurn,
            2 => Place::Unstated,
            3 => Place::On(PieceName::from_index(a)),
            4 => Place::Beside(Direction::from_index(b as usize), PieceName::from_index(a)),
            _ => Place::Cell(a as i16, b as i16),
        };
        Written::Put { piece, to }
    }

    /// Writes the turn in UHP spelling, faster than the formatting machinery.
    ///
    /// # Errors
    /// The errors of the writer. A `String` has none.
    pub fn write_to(self, out: &mut impl fmt::Write) -> fmt::Result {
        let Written::Put { piece, to } = self else {
            return out.write_str("pass");
        };
        piece.write_to(out)?;
        if to != Place::Unstated {
            out.write_char(' ')?;
        }
        to.write_to(out)
    }
}

impl fmt::Display for Written {
    /// The turn in UHP spelling.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}
