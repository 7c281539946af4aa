use std::fmt;

use super::Bug;
use crate::game::Side;

/// A tile as a record names it: by the face that it shows, `wS1` or `wSc1`, with a number that may be any digit, or
/// none (0). The Honeycombo is `Hc`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(u16);

impl Name {
    /// The Honeycombo.
    pub const HONEYCOMBO: Name = Name::new(Side::White, Bug::Honeycombo, 0);

    /// A name; `number` is 0 for none and at most 15.
    pub const fn new(side: Side, bug: Bug, number: u8) -> Name {
        Name((side as u16) << 9 | (bug as u16) << 4 | (number & 15) as u16)
    }

    /// The colour. That of the Honeycombo means nothing.
    pub const fn side(self) -> Side {
        if self.0 < 512 {
            Side::White
        } else {
            Side::Black
        }
    }

    /// The face.
    pub const fn bug(self) -> Bug {
        Bug::ALL[(self.0 >> 4 & 31) as usize % Bug::ALL.len()]
    }

    /// The number as written, 0 for none.
    pub const fn number(self) -> u8 {
        (self.0 & 15) as u8
    }

    /// The name as a number below 1024.
    pub(super) const fn pack(self) -> u64 {
        self.0 as u64
    }

    /// The name that [`Name::pack`] made a number of.
    pub(super) const fn unpack(number: u64) -> Name {
        Name((number & 1023) as u16)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.bug() == Bug::Honeycombo {
            return f.write_str("Hc");
        }
        let side = match self.side() {
            Side::White => 'w',
            Side::Black => 'b',
        };
        write!(f, "{side}{}", self.bug().code())?;
        if self.number() > 0 {
            write!(f, "{}", self.number())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
