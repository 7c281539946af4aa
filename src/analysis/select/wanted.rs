use crate::game::Side;
use crate::hive::{Bug, Piece};

/// A piece of Hive, as far as it is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub side: Option<Side>,
    pub bug: Option<Bug>,
    pub number: Option<u8>,
}

impl Wanted {
    /// Understands `P`, `wP`, `bA`, `bA3`; `?` stands for any side, or bug, or both.
    pub fn parse(text: &str) -> Option<Wanted> {
        let bytes = text.as_bytes();
        let (side, bytes) = match bytes {
            [b'w' | b'W', rest @ ..] if !rest.is_empty() => (Some(Side::White), rest),
            // A `B` alone is a beetle, and so is the one in `B1`.
            [b'b' | b'B', first, ..] if first.is_ascii_alphabetic() || *first == b'?' => {
                (Some(Side::Black), &bytes[1..])
            }
            [b'?', rest @ ..] if !rest.is_empty() => (None, rest),
            _ => (None, bytes),
        };
        let (bug, number) = match bytes {
            [b'?'] => (None, None),
            [letter] => (Some(Bug::from_letter(*letter)?), None),
            [letter, digit] if digit.is_ascii_digit() => {
                let bug = Bug::from_letter(*letter)?;
                Piece::new(Side::White, bug, digit - b'0')?;
                (Some(bug), Some(digit - b'0'))
            }
            _ => return None,
        };
        Some(Wanted { side, bug, number })
    }

    /// Whether a piece is one of those meant.
    pub fn is(self, piece: Piece) -> bool {
        self.side.is_none_or(|s| s == piece.side())
            && self.bug.is_none_or(|b| b == piece.bug())
            && self.number.is_none_or(|n| n == piece.number())
    }
}
