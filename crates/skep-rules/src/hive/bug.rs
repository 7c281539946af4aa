use std::fmt;

/// The kinds of bug of the original game and of the Mosquito, Ladybug and Pillbug.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Bug {
    Queen = 0,
    Spider = 1,
    Beetle = 2,
    Grasshopper = 3,
    Ant = 4,
    Mosquito = 5,
    Ladybug = 6,
    Pillbug = 7,
}

impl Bug {
    /// All kinds.
    pub const ALL: [Bug; 8] = [
        Bug::Queen,
        Bug::Spider,
        Bug::Beetle,
        Bug::Grasshopper,
        Bug::Ant,
        Bug::Mosquito,
        Bug::Ladybug,
        Bug::Pillbug,
    ];

    /// The letter of notations.
    pub const fn letter(self) -> char {
        b"QSBGAMLP"[self as usize] as char
    }

    /// The kind that a letter stands for, in either case.
    pub const fn from_letter(letter: u8) -> Option<Bug> {
        Some(match letter {
            b'Q' | b'q' => Bug::Queen,
            b'S' | b's' => Bug::Spider,
            b'B' | b'b' => Bug::Beetle,
            b'G' | b'g' => Bug::Grasshopper,
            b'A' | b'a' => Bug::Ant,
            b'M' | b'm' => Bug::Mosquito,
            b'L' | b'l' => Bug::Ladybug,
            b'P' | b'p' => Bug::Pillbug,
            _ => return None,
        })
    }

    /// How many a side owns when the kind is in play.
    pub const fn count(self) -> u8 {
        match self {
            Bug::Grasshopper | Bug::Ant => 3,
            Bug::Spider | Bug::Beetle => 2,
            _ => 1,
        }
    }

    /// The English name in lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Bug::Queen => "queen",
            Bug::Spider => "spider",
            Bug::Beetle => "beetle",
            Bug::Grasshopper => "grasshopper",
            Bug::Ant => "ant",
            Bug::Mosquito => "mosquito",
            Bug::Ladybug => "ladybug",
            Bug::Pillbug => "pillbug",
        }
    }
}

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
