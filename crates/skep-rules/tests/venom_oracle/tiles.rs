//! Tiles, their two faces, and how many of each a side owns.

/// The faces of every double-sided tile: Hive side, Venom side.
pub const PAIRS: [(&str, &str); 10] = [
    ("Q", "Wa"),
    ("S", "Sc"),
    ("B", "Ff"),
    ("A", "Fl"),
    ("G", "Df"),
    ("M", "Tk"),
    ("L", "Sb"),
    ("P", "Ce"),
    ("Bu", "Mo"),
    ("Ma", "As"),
];

/// How many of each a set holds, a side.
pub const COUNTS: [(&str, u8); 18] = [
    ("Q", 1),
    ("S", 2),
    ("B", 2),
    ("A", 3),
    ("G", 3),
    ("M", 1),
    ("L", 1),
    ("P", 1),
    ("Wa", 1),
    ("Sc", 2),
    ("Ff", 2),
    ("Fl", 3),
    ("Df", 3),
    ("Tk", 1),
    ("Sb", 1),
    ("Ce", 1),
    ("Bu", 1),
    ("Ma", 1),
];

pub const HONEYCOMBO: &str = "Hc";

/// A tile by its identity, which a flip does not change. The Honeycombo is `Hc`, and its `white` is the colour that is
/// up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TileId {
    pub white: bool,
    pub family: &'static str,
    pub number: u8,
}

/// A tile on the table, with the face that it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    pub id: TileId,
    pub face: &'static str,
}

impl Piece {
    pub fn is_honeycombo(self) -> bool {
        self.id.family == HONEYCOMBO
    }

    /// The side that it belongs to; the Honeycombo belongs to none.
    pub fn colour(self) -> Option<bool> {
        (!self.is_honeycombo()).then_some(self.id.white)
    }
}

/// The code as the constant that faces and families are made of.
pub fn code(text: &str) -> Option<&'static str> {
    PAIRS
        .iter()
        .flat_map(|(front, back)| [*front, *back])
        .chain([HONEYCOMBO])
        .find(|known| *known == text)
}

/// The number of tiles of a family in one set.
pub fn count(family: &str) -> u8 {
    COUNTS
        .iter()
        .find(|(known, _)| *known == family)
        .map_or(1, |(_, count)| *count)
}

/// The other face of a tile that shows this one.
pub fn other_face(face: &str) -> Option<&'static str> {
    PAIRS.iter().find_map(|(front, back)| {
        if *front == face {
            Some(*back)
        } else if *back == face {
            Some(*front)
        } else {
            None
        }
    })
}

/// Whether a tile of this family is one of the guardians, which enter on top of another piece.
pub fn is_guardian(family: &str) -> bool {
    family == "Bu"
}
