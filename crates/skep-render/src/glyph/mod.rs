//! The kinds of bug, and a drawing of each.

mod drawings;
mod pen;

use pen::Pen;

use skep_rules::closed_list;
use skep_rules::hive::Bug;

closed_list! {
    /// A kind of bug of any set, in pictures.
    #[repr(u8)]
    #[expect(missing_docs, reason = "the names are the bugs")]
    pub enum Glyph: "bug" {
        QueenBee = "Q",
        Spider = "S",
        Beetle = "B",
        Grasshopper = "G",
        Ant = "A",
        Mosquito = "M",
        Ladybug = "L",
        Pillbug = "P",
        QueenWasp = "Wa",
        Scorpion = "Sc",
        Firefly = "Ff",
        Fly = "Fl",
        Dragonfly = "Df",
        Tick = "Tk",
        StinkBug = "Sb",
        Centipede = "Ce",
        Butterfly = "Bu",
        Moth = "Mo",
        Mantis = "Ma",
        AssassinBug = "As",
        Honeycombo = "Hc",
    }
}

/// The colour of stripes and spots.
const DARK: &str = "#241f1a";

impl Glyph {
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

impl From<Bug> for Glyph {
    fn from(bug: Bug) -> Glyph {
        match bug {
            Bug::Queen => Glyph::QueenBee,
            Bug::Spider => Glyph::Spider,
            Bug::Beetle => Glyph::Beetle,
            Bug::Grasshopper => Glyph::Grasshopper,
            Bug::Ant => Glyph::Ant,
            Bug::Mosquito => Glyph::Mosquito,
            Bug::Ladybug => Glyph::Ladybug,
            Bug::Pillbug => Glyph::Pillbug,
            Bug::Wasp => Glyph::QueenWasp,
            Bug::Scorpion => Glyph::Scorpion,
            Bug::Firefly => Glyph::Firefly,
            Bug::Dragonfly => Glyph::Dragonfly,
            Bug::Fly => Glyph::Fly,
            Bug::Tick => Glyph::Tick,
            Bug::StinkBug => Glyph::StinkBug,
            Bug::Centipede => Glyph::Centipede,
            Bug::Mantis => Glyph::Mantis,
            Bug::Assassin => Glyph::AssassinBug,
            Bug::Butterfly => Glyph::Butterfly,
            Bug::Moth => Glyph::Moth,
            Bug::Honeycombo => Glyph::Honeycombo,
        }
    }
}
