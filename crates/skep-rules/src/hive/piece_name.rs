//! Pieces as records name them.

use std::fmt;
use std::str::FromStr;

use super::Bug;
use crate::InvalidText;
use crate::game::Side;
use crate::text::serde_as_text;

/// A piece as a record names it: `wA1`, `wSc2`, `bQ`, with any digit as its number, or without a number (0). The
/// Honeycombo is `Hc`.
///
/// Not every name is a [`Piece`](super::Piece): records number equal bugs in any way, and a replay renumbers them.
///
/// ```
/// use skep_rules::game::Side;
/// use skep_rules::hive::{Bug, PieceName};
///
/// let name: PieceName = "bG2".parse()?;
/// assert_eq!(name, PieceName::new(Side::Black, Bug::Grasshopper, 2));
/// assert_eq!(name.to_string(), "bG2");
/// # Ok::<(), skep_rules::InvalidText>(())
/// ```
// Bits 0 to 3 hold the number, 4 to 6 the low bits of the kind, 7 the side, 8 and 9 the high bits of the kind: the
// names of the plain game, whose kinds are the first eight, fit in a byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceName(u16);

const _: () = assert!(Bug::ALL.len() <= 32 && Bug::PLAIN.len() == 8);

impl PieceName {
    /// The Honeycombo.
    pub const HONEYCOMBO: PieceName = PieceName::new(Side::White, Bug::Honeycombo, 0);

    /// A name. `number` is at most 15, and 0 means no number.
    #[inline]
    pub const fn new(side: Side, bug: Bug, number: u8) -> PieceName {
        let bug = bug as u16;
        PieceName((bug >> 3) << 8 | (side as u16) << 7 | (bug & 7) << 4 | (number & 15) as u16)
    }

    /// Adds a colour and a number of at most 15 to a name that is White's and has no number.
    #[inline]
    pub(super) const fn with(self, side: Side, number: u8) -> PieceName {
        PieceName(self.0 | (side as u16) << 7 | number as u16)
    }

    /// The colour. The colour of the Honeycombo has no meaning.
    #[inline]
    pub const fn side(self) -> Side {
        if self.0 & 128 == 0 {
            Side::White
        } else {
            Side::Black
        }
    }

    /// The kind, or the face that a tile shows.
    #[inline]
    pub const fn bug(self) -> Bug {
        Bug::ALL[((self.0 >> 4 & 7) | (self.0 >> 8 & 3) << 3) as usize % Bug::ALL.len()]
    }

    /// The number as written, or 0.
    #[inline]
    pub const fn number(self) -> u8 {
        (self.0 & 15) as u8
    }

    /// A unique number of this name: below 1024, and below 256 for the kinds of the plain game.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The name with this [`PieceName::index`].
    #[inline]
    pub(super) const fn from_index(index: u16) -> PieceName {
        PieceName(index & 1023)
    }

    /// The name without the number 1 of a kind that a side has only once: `wQ1` is `wQ`.
    #[inline]
    #[must_use]
    pub const fn without_idle_number(self) -> PieceName {
        if self.number() == 1 && self.bug().count() == 1 {
            PieceName(self.0 & !15)
        } else {
            self
        }
    }

    /// Writes the name, faster than the formatting machinery.
    ///
    /// # Errors
    /// Those of the writer.
    #[inline]
    pub fn write_to(self, out: &mut impl fmt::Write) -> fmt::Result {
        match PLAIN_NAMES.get(self.index()) {
            Some(name) if !name.is_empty() => out.write_str(name),
            _ => self.write_rare_to(out),
        }
    }

    fn write_rare_to(self, out: &mut impl fmt::Write) -> fmt::Result {
        if self.bug() as u8 == Bug::Honeycombo as u8 {
            return out.write_str("Hc");
        }
        out.write_char(self.side().letter())?;
        out.write_str(self.bug().code())?;
        match self.number() {
            0 => Ok(()),
            n @ 1..=9 => out.write_char(char::from(b'0' + n)),
            n => write!(out, "{n}"),
        }
    }
}

/// The texts of the names in the plain game, by index. Names with a number above 9 have an empty text.
static PLAIN_NAMES: [&str; 256] = {
    static BYTES: [[u8; 3]; 256] = {
        let mut bytes = [[0; 3]; 256];
        let mut i = 0;
        while i < 256 {
            let name = PieceName(i as u16);
            let side = if i & 128 == 0 { b'w' } else { b'b' };
            bytes[i] = [side, name.bug().code().as_bytes()[0], b'0' + name.number()];
            i += 1;
        }
        bytes
    };
    let mut names = [""; 256];
    let mut i = 0;
    while i < 256 {
        let (letters, _) = BYTES[i].split_at(2);
        let text = match PieceName(i as u16).number() {
            0 => str::from_utf8(letters),
            1..=9 => str::from_utf8(&BYTES[i]),
            _ => Ok(""),
        };
        if let Ok(text) = text {
            names[i] = text;
        }
        i += 1;
    }
    names
};

impl fmt::Display for PieceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

impl fmt::Debug for PieceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

impl FromStr for PieceName {
    type Err = InvalidText;

    /// Reads a name in its canonical case, with or without a digit.
    fn from_str(text: &str) -> Result<Self, InvalidText> {
        let name = || {
            if text == "Hc" {
                return Some(PieceName::HONEYCOMBO);
            }
            let side = match text.as_bytes().first()? {
                b'w' => Side::White,
                b'b' => Side::Black,
                _ => return None,
            };
            let rest = &text[1..];
            let (code, number) = match rest.as_bytes().last()? {
                digit @ b'1'..=b'9' => (&rest[..rest.len() - 1], digit - b'0'),
                _ => (rest, 0),
            };
            let bug = Bug::from_code(code).filter(|&bug| bug != Bug::Honeycombo)?;
            Some(PieceName::new(side, bug, number))
        };
        name().ok_or_else(|| InvalidText::new(text, "a piece, as wQ, bA1 or wSc2"))
    }
}

serde_as_text!(PieceName);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_what_they_are_made_of() {
        for side in Side::ALL {
            for bug in Bug::ALL {
                for number in 0..=15 {
                    let name = PieceName::new(side, bug, number);
                    assert_eq!(
                        (name.side(), name.bug(), name.number()),
                        (side, bug, number)
                    );
                    assert_eq!(PieceName::from_index(name.index() as u16), name);
                    assert_eq!(name.index() < 256, bug.is_plain());
                    let mut rare = String::new();
                    name.write_rare_to(&mut rare).unwrap();
                    assert_eq!(name.to_string(), rare);
                    if number < 10 && bug != Bug::Honeycombo {
                        assert_eq!(name.to_string().parse(), Ok(name));
                    }
                }
            }
        }
        for bad in ["", "w", "Q", "wX", "wQ0", "xQ", "wHc", "wé", "wA12"] {
            assert!(bad.parse::<PieceName>().is_err(), "{bad}");
        }
    }
}
