//! The two players, and values for each player.

use std::ops::{Index, IndexMut, Not};

use crate::closed_list;
use crate::text::serde_as_text;

closed_list! {
    /// One of the two players, by colour.
    ///
    /// ```
    /// use skep_rules::game::Side;
    ///
    /// assert_eq!(!Side::White, Side::Black);
    /// assert_eq!(Side::of_ply(3), Side::Black);
    /// assert_eq!("black".parse(), Ok(Side::Black));
    /// ```
    #[repr(u8)]
    pub enum Side: "side" {
        /// The player who begins.
        White = "White",
        /// The other player.
        Black = "Black",
    }
}

serde_as_text!(Side);

impl Side {
    /// 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `w` or `b`, as notations write it.
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }

    /// The side of a letter, in any case.
    pub const fn from_letter(letter: char) -> Option<Side> {
        match letter {
            'w' | 'W' => Some(Side::White),
            'b' | 'B' => Some(Side::Black),
            _ => None,
        }
    }

    /// The side to move on a ply counted from 0 in a game in which White begins.
    pub const fn of_ply(ply: u32) -> Side {
        if ply.is_multiple_of(2) {
            Side::White
        } else {
            Side::Black
        }
    }

    /// The number of plies before turn `number` of this side, if White begins. `number` counts from 1.
    pub(crate) const fn ply(self, number: u32) -> u32 {
        2 * number.saturating_sub(1) + self as u32
    }
}

impl Not for Side {
    type Output = Side;
    fn not(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// One thing for each side.
///
/// ```
/// use skep_rules::game::{BySide, Side};
///
/// let mut wins = BySide { white: 2, black: 0 };
/// wins[Side::Black] += 1;
/// assert_eq!(wins, BySide { white: 2, black: 1 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BySide<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}
