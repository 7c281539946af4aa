//! The pieces of the plain game.

use std::fmt;
use std::str::FromStr;

use super::{Bug, PieceName};
use crate::InvalidText;
use crate::game::Side;
use crate::text::serde_as_text;

/// One of the up to 28 pieces of a game: `wQ`, `bA3`.
///
/// ```
/// use skep_rules::game::Side;
/// use skep_rules::hive::{Bug, Piece};
///
/// let piece: Piece = "bA3".parse()?;
/// assert_eq!((piece.side(), piece.bug(), piece.number()), (Side::Black, Bug::Ant, 3));
/// assert_eq!(Piece::new(Side::White, Bug::Queen, 1).unwrap().to_string(), "wQ");
/// assert_eq!(Piece::new(Side::White, Bug::Queen, 2), None);
/// # Ok::<(), skep_rules::InvalidText>(())
/// ```
// The number is the index in this order, plus 16 for Black: Q S1 S2 B1 B2 G1 G2 G3 A1 A2 A3 M L P.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece(pub(super) u8);

/// Pieces that a side can own.
pub(super) const SLOTS: usize = 14;

/// The first slot of each kind, and one past the last.
pub(super) const FIRST_SLOT: [u8; 9] = [0, 1, 3, 5, 8, 11, 12, 13, 14];

pub(super) const BUG_OF_SLOT: [Bug; SLOTS] = [
    Bug::Queen,
    Bug::Spider,
    Bug::Spider,
    Bug::Beetle,
    Bug::Beetle,
    Bug::Grasshopper,
    Bug::Grasshopper,
    Bug::Grasshopper,
    Bug::Ant,
    Bug::Ant,
    Bug::Ant,
    Bug::Mosquito,
    Bug::Ladybug,
    Bug::Pillbug,
];

impl Piece {
    /// The piece of a side with this kind and number, if it exists. The number is 1 for kinds with one piece.
    pub const fn new(side: Side, bug: Bug, number: u8) -> Option<Piece> {
        if !bug.is_plain() || number == 0 || number > bug.count() {
            return None;
        }
        Some(Piece(
            (side as u8) * 16 + FIRST_SLOT[bug as usize] + number - 1,
        ))
    }

    /// The piece with this name. A unique bug may have the number 1. A bug with several copies must have a number.
    pub const fn from_name(name: PieceName) -> Option<Piece> {
        let number = match name.number() {
            0 if name.bug().count() == 1 => 1,
            n => n,
        };
        Piece::new(name.side(), name.bug(), number)
    }

    pub(super) const fn of_slot(side: Side, slot: u8) -> Piece {
        Piece((side as u8) * 16 + slot)
    }

    /// Every piece, White's first.
    pub fn all() -> impl Iterator<Item = Piece> {
        Side::ALL
            .into_iter()
            .flat_map(|s| (0..SLOTS as u8).map(move |i| Piece::of_slot(s, i)))
    }

    /// The owner.
    pub const fn side(self) -> Side {
        if self.0 < 16 {
            Side::White
        } else {
            Side::Black
        }
    }

    pub(super) const fn slot(self) -> u8 {
        self.0 & 15
    }

    /// Its kind.
    pub const fn bug(self) -> Bug {
        BUG_OF_SLOT[self.slot() as usize]
    }

    /// Its number among the side's pieces of its kind, from 1.
    pub const fn number(self) -> u8 {
        self.slot() - FIRST_SLOT[self.bug() as usize] + 1
    }

    /// Its canonical name, without a number if the kind has one piece.
    pub const fn name(self) -> PieceName {
        // A table is faster, and every turn that is read or written needs names.
        const NAMES: [PieceName; 32] = {
            let mut names = [PieceName::new(Side::White, Bug::Queen, 0); 32];
            let mut i = 0;
            while i < 2 * SLOTS {
                let piece = Piece::of_slot(Side::ALL[i / SLOTS], (i % SLOTS) as u8);
                let number = if piece.bug().count() == 1 {
                    0
                } else {
                    piece.number()
                };
                names[piece.0 as usize] = PieceName::new(piece.side(), piece.bug(), number);
                i += 1;
            }
            names
        };
        NAMES[(self.0 & 31) as usize]
    }
}

/// A set of pieces.
///
/// ```
/// use skep_rules::game::Side;
/// use skep_rules::hive::{Piece, PieceSet};
///
/// let queens: PieceSet = ["wQ", "bQ"].map(|name| name.parse::<Piece>().unwrap()).into_iter().collect();
/// assert!(queens.contains("bQ".parse()?) && !queens.contains("bA1".parse()?));
/// assert_eq!(queens.of(Side::White).map(|piece| piece.to_string()).collect::<Vec<_>>(), ["wQ"]);
/// # Ok::<(), skep_rules::InvalidText>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PieceSet(u32);

impl PieceSet {
    /// The pieces with these numbers, one bit for each.
    pub(super) const fn of_bits(bits: u32) -> PieceSet {
        PieceSet(bits)
    }

    /// Whether the piece is in the set.
    #[inline]
    pub const fn contains(self, piece: Piece) -> bool {
        self.0 >> (piece.0 & 31) & 1 == 1
    }

    /// The pieces of a side.
    #[inline]
    #[must_use]
    pub const fn of(self, side: Side) -> PieceSet {
        match side {
            Side::White => PieceSet(self.0 & 0xFFFF),
            Side::Black => PieceSet(self.0 & !0xFFFF),
        }
    }

    /// The pieces that are not in another set.
    #[inline]
    #[must_use]
    pub const fn without(self, others: PieceSet) -> PieceSet {
        PieceSet(self.0 & !others.0)
    }
}

/// The pieces, White's first.
impl Iterator for PieceSet {
    type Item = Piece;

    #[inline]
    fn next(&mut self) -> Option<Piece> {
        if self.0 == 0 {
            return None;
        }
        let piece = Piece(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(piece)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl FromIterator<Piece> for PieceSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> PieceSet {
        let add = |set: PieceSet, piece: Piece| PieceSet(set.0 | 1 << (piece.0 & 31));
        pieces.into_iter().fold(PieceSet::default(), add)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name().fmt(f)
    }
}

impl FromStr for Piece {
    type Err = InvalidText;

    /// Reads a name, as [`Piece::from_name`] understands it.
    fn from_str(text: &str) -> Result<Self, InvalidText> {
        Piece::from_name(text.parse()?)
            .ok_or_else(|| InvalidText::new(text, "a piece of the plain game, such as wQ or bA3"))
    }
}

serde_as_text!(Piece);

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
