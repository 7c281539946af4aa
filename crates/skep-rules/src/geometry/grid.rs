//! The letter-and-number coordinates of Boardspace and Hex-It.

use std::fmt;
use std::str::FromStr;

use super::Hex;
use crate::InvalidText;

/// A cell in the letter-and-number coordinates that Boardspace and Hex-It records use.
///
/// Columns run `… 2A 1A A B … Z 1Z 2Z …`, rows are whole numbers of any sign. One row up in the same column is a step
/// north-west, so axial `q` is the column and `r` is the negated row.
///
/// ```
/// use skep_rules::geometry::{GridRef, Hex};
///
/// let cell: GridRef = "N13".parse()?;
/// assert_eq!(cell.to_hex(), Hex::new(13, -13));
/// assert_eq!(GridRef::from_hex(Hex::new(-1, 0)).to_string(), "1A0");
/// # Ok::<(), skep_rules::InvalidText>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GridRef {
    /// Column, 0 for `A`; negative left of it.
    pub column: i32,
    /// Row as written.
    pub row: i32,
}

impl GridRef {
    /// The axial cell.
    pub const fn to_hex(self) -> Hex {
        Hex::new(self.column, -self.row)
    }

    /// The letter-and-number name of an axial cell.
    pub const fn from_hex(h: Hex) -> GridRef {
        GridRef {
            column: h.q,
            row: -h.r,
        }
    }

    /// Parses a column alone, as in the two-word form `N 13`.
    pub fn parse_column(text: &str) -> Option<i32> {
        let letter = text.chars().last().filter(char::is_ascii_alphabetic)?;
        let digits = &text[..text.len() - 1];
        let letter = letter.to_ascii_uppercase();
        if digits.is_empty() {
            return Some(letter as i32 - 'A' as i32);
        }
        if digits.len() > 6 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let n: i32 = digits.parse().ok()?;
        match letter {
            'A' => Some(-n),
            'Z' => Some(25 + n),
            _ => None,
        }
    }

    /// Parses a row alone: an optional minus and up to seven digits.
    pub fn parse_row(text: &str) -> Option<i32> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || digits.len() > 7 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        text.parse().ok()
    }

    /// The column's name: `A`, `N`, `1A`, `2Z`.
    pub fn column_name(self) -> String {
        let name = self.to_string();
        name.trim_end_matches(|c: char| !c.is_ascii_alphabetic())
            .to_owned()
    }
}

impl fmt::Display for GridRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            c @ 0..=25 => write!(f, "{}{}", char::from(b'A' + c as u8), self.row),
            c if c < 0 => write!(f, "{}A{}", -c, self.row),
            c => write!(f, "{}Z{}", c - 25, self.row),
        }
    }
}

impl FromStr for GridRef {
    type Err = InvalidText;

    /// Parses the joined form `N13`, `1A-1`.
    fn from_str(text: &str) -> Result<Self, InvalidText> {
        let read = || {
            let letter = text.find(|c: char| c.is_ascii_alphabetic())?;
            let (column, row) = text.split_at(letter + 1);
            Some(GridRef {
                column: GridRef::parse_column(column)?,
                row: GridRef::parse_row(row)?,
            })
        };
        read().ok_or_else(|| InvalidText::new(text, "a column and a row, such as N13"))
    }
}
