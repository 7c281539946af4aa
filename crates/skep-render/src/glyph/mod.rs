//! The kinds of bug, and a drawing of each.

mod drawings;
mod pen;

use std::fmt;
use std::str::FromStr;

use pen::Pen;

/// A kind of bug of any set, as pictures know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Glyph {
    QueenBee,
    Spider,
    Beetle,
    Grasshopper,
    Ant,
    Mosquito,
    Ladybug,
    Pillbug,
    QueenWasp,
    Scorpion,
    Firefly,
    Fly,
    Dragonfly,
    Tick,
    StinkBug,
    Centipede,
    Butterfly,
    Moth,
    Mantis,
    AssassinBug,
    Honeycombo,
}

/// The colour of stripes and spots.
const DARK: &str = "#241f1a";

impl Glyph {
    /// All of them: Hive, Venom, Guardians, Predators, Honeycombo.
    pub const ALL: [Glyph; 21] = [
        Glyph::QueenBee,
        Glyph::Spider,
        Glyph::Beetle,
        Glyph::Grasshopper,
        Glyph::Ant,
        Glyph::Mosquito,
        Glyph::Ladybug,
        Glyph::Pillbug,
        Glyph::QueenWasp,
        Glyph::Scorpion,
        Glyph::Firefly,
        Glyph::Fly,
        Glyph::Dragonfly,
        Glyph::Tick,
        Glyph::StinkBug,
        Glyph::Centipede,
        Glyph::Butterfly,
        Glyph::Moth,
        Glyph::Mantis,
        Glyph::AssassinBug,
        Glyph::Honeycombo,
    ];

    /// The code of notations: one letter in Hive, two in the other sets.
    pub const fn as_str(self) -> &'static str {
        match self {
            Glyph::QueenBee => "Q",
            Glyph::Spider => "S",
            Glyph::Beetle => "B",
            Glyph::Grasshopper => "G",
            Glyph::Ant => "A",
            Glyph::Mosquito => "M",
            Glyph::Ladybug => "L",
            Glyph::Pillbug => "P",
            Glyph::QueenWasp => "Wa",
            Glyph::Scorpion => "Sc",
            Glyph::Firefly => "Ff",
            Glyph::Fly => "Fl",
            Glyph::Dragonfly => "Df",
            Glyph::Tick => "Tk",
            Glyph::StinkBug => "Sb",
            Glyph::Centipede => "Ce",
            Glyph::Butterfly => "Bu",
            Glyph::Moth => "Mo",
            Glyph::Mantis => "Ma",
            Glyph::AssassinBug => "As",
            Glyph::Honeycombo => "Hc",
        }
    }

    /// The colour of the bug, on a white tile and on a black one. Shapes tell the bugs apart; the colour only helps.
    pub const fn colours(self) -> [&'static str; 2] {
        match self {
            Glyph::QueenBee => ["#c07a00", "#ffc533"],
            Glyph::Spider => ["#8a3f12", "#e0884c"],
            Glyph::Beetle => ["#6a2fa0", "#b78bea"],
            Glyph::Grasshopper => ["#2f7d1c", "#85cf58"],
            Glyph::Ant => ["#1a5fb4", "#6cb2ff"],
            Glyph::Mosquito => ["#5b646e", "#bcc6d0"],
            Glyph::Ladybug => ["#c01c28", "#ff6b66"],
            Glyph::Pillbug => ["#0f7378", "#4fc8c4"],
            Glyph::QueenWasp => ["#b34700", "#ff9d3d"],
            Glyph::Scorpion => ["#8c1d40", "#ee6d90"],
            Glyph::Firefly => ["#a07a00", "#f2e24a"],
            Glyph::Fly => ["#a51d2d", "#ff7a6e"],
            Glyph::Dragonfly => ["#0b6aa2", "#5cc8f5"],
            Glyph::Tick => ["#7a3b1d", "#d99a6c"],
            Glyph::StinkBug => ["#4f6f10", "#b5d14a"],
            Glyph::Centipede => ["#a23b00", "#f58b4c"],
            Glyph::Butterfly => ["#b0348c", "#ff8ad8"],
            Glyph::Moth => ["#66593f", "#d3c29c"],
            Glyph::Mantis => ["#23773f", "#67d487"],
            Glyph::AssassinBug => ["#8f1f1f", "#f2705e"],
            Glyph::Honeycombo => ["#8a5a00", "#8a5a00"],
        }
    }

    /// The drawing as SVG elements around the origin, 40 units in each direction; head up.
    ///
    /// `ink` draws outlines and legs, `paper` is the colour of the tile, `colour` the bug's own.
    pub(super) fn draw(self, ink: &str, paper: &str, colour: &str) -> String {
        let mut out = String::new();
        for part in drawings::of(self) {
            part.write(&mut out, &|pen| match pen {
                Pen::Ink => ink,
                Pen::Paper => paper,
                Pen::Colour => colour,
                Pen::Dark => DARK,
            });
        }
        out
    }
}

/// The text is the code of no bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such bug")]
pub struct ParseGlyphError;

impl FromStr for Glyph {
    type Err = ParseGlyphError;

    /// Parses a code in any case.
    fn from_str(s: &str) -> Result<Self, ParseGlyphError> {
        Glyph::ALL
            .into_iter()
            .find(|g| g.as_str().eq_ignore_ascii_case(s))
            .ok_or(ParseGlyphError)
    }
}

impl fmt::Display for Glyph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
