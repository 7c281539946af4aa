//! The outlines of the bugs.

use super::pen::Outline::{One, Pair};
use super::pen::Pen::{Colour, Dark, Ink, Paper};
use super::pen::PenPart::{self, Edged, Fill, Line};
use skep_rules::hive::Bug;

/// The colours of a bug on a white tile and on a black tile, and the parts of its drawing, the lowest first. Each bug
/// has its own shape, so the colour is not needed to recognize it.
pub(super) const fn of(bug: Bug) -> ([&'static str; 2], &'static [PenPart]) {
    match bug {
        Bug::Queen => (["#c07a00", "#ffc533"], QUEEN_BEE),
        Bug::Spider => (["#8a3f12", "#e0884c"], SPIDER),
        Bug::Beetle => (["#6a2fa0", "#b78bea"], BEETLE),
        Bug::Grasshopper => (["#2f7d1c", "#85cf58"], GRASSHOPPER),
        Bug::Ant => (["#1a5fb4", "#6cb2ff"], ANT),
        Bug::Mosquito => (["#5b646e", "#bcc6d0"], MOSQUITO),
        Bug::Ladybug => (["#c01c28", "#ff6b66"], LADYBUG),
        Bug::Pillbug => (["#0f7378", "#4fc8c4"], PILLBUG),
        Bug::Wasp => (["#b34700", "#ff9d3d"], QUEEN_WASP),
        Bug::Scorpion => (["#8c1d40", "#ee6d90"], SCORPION),
        Bug::Firefly => (["#a07a00", "#f2e24a"], FIREFLY),
        Bug::Dragonfly => (["#0b6aa2", "#5cc8f5"], DRAGONFLY),
        Bug::Fly => (["#a51d2d", "#ff7a6e"], FLY),
        Bug::Tick => (["#7a3b1d", "#d99a6c"], TICK),
        Bug::StinkBug => (["#4f6f10", "#b5d14a"], STINK_BUG),
        Bug::Centipede => (["#a23b00", "#f58b4c"], CENTIPEDE),
        Bug::Mantis => (["#23773f", "#67d487"], MANTIS),
        Bug::Assassin => (["#8f1f1f", "#f2705e"], ASSASSIN_BUG),
        Bug::Butterfly => (["#b0348c", "#ff8ad8"], BUTTERFLY),
        Bug::Moth => (["#66593f", "#d3c29c"], MOTH),
        Bug::Honeycombo => (["#8a5a00", "#8a5a00"], HONEYCOMBO),
    }
}

/// A plump striped body between broad wings, and a crown.
const QUEEN_BEE: &[PenPart] = &[
    Edged(Paper, Ink, 3.5, Pair("E23 0 17 10 -25")),
    Fill(Colour, One("E0 16 17 22")),
    Line(Dark, 6.0, One("M-14 9 L14 9 M-16 20 L16 20 M-10 30 L10 30")),
    Fill(Ink, One("E0 -9 11 9")),
    Edged(
        Colour,
        Ink,
        3.5,
        One("M-13 -18 L-16.5 -35.5 L-7 -28 L0 -40 L7 -28 L16.5 -35.5 L13 -18 Z"),
    ),
];

/// Eight long bent legs around two round parts.
const SPIDER: &[PenPart] = &[
    Line(
        Ink,
        4.0,
        Pair("M6 -10 L19 -20 L17 -35 M8 -5 L28 -12 L35 -24.5 M8 2 L29 7 L37 22 M6 7 L20 20 L20 38"),
    ),
    Fill(Colour, One("E0 12 14 16")),
    Fill(Ink, One("E0 -9 10 10")),
    Fill(Paper, Pair("E4 -13 2.5 2.5")),
];

/// A broad back that opens in the middle, and the pincers of a stag beetle.
const BEETLE: &[PenPart] = &[
    Line(Ink, 4.5, Pair("M19 -4 L33 -13 M22 10 L36 10 M18 22 L31 33")),
    Line(Ink, 5.5, Pair("M6 -22 Q22 -30 8 -40")),
    Fill(Ink, One("E0 -18 15 9")),
    Fill(Colour, One("E0 11 23 26")),
    Line(Paper, 3.5, One("M0 -14 L0 37 M-20 -2 L20 -2")),
];

/// From the side: a long body and the knee of the hind leg high above it.
const GRASSHOPPER: &[PenPart] = &[
    Line(
        Ink,
        4.0,
        One("M-17 14 L-24 32 M-6 16 L-8 33 M-28 -10 Q-28 -28 -12 -34"),
    ),
    Fill(
        Colour,
        One("M-37 2 C-38 -10 -28 -16 -18 -12 L32 12 Q42 18 30 20 L-20 18 Q-36 18 -37 2 Z"),
    ),
    Line(Ink, 6.0, One("M0 12 L16 -30 L30 34")),
    Fill(Paper, One("E-27 -3 4 4")),
];

/// Three parts in a row, six legs, feelers with an elbow.
const ANT: &[PenPart] = &[
    Line(
        Ink,
        4.0,
        Pair("M5 -6 L21 -14 L27 -30 M6 -1 L25 0 L36 9 M5 4 L19 16 L25 36 M4 -29 L11 -37 L19 -33.5"),
    ),
    Fill(Colour, One("E0 -23 11 10")),
    Fill(Colour, One("E0 -3 7 10")),
    Fill(Colour, One("E0 22 13 16")),
];

/// Thin, with a long sting in front, narrow wings and legs like threads.
const MOSQUITO: &[PenPart] = &[
    Line(
        Ink,
        3.0,
        Pair("M3 -8 L22 -30 L36 -22 M3 -4 L27 -10 L38 4 M3 4 L12 26 L24 38"),
    ),
    Line(Ink, 3.5, One("M0 -20 L0 -42")),
    Edged(Paper, Ink, 3.0, Pair("E18 10 6.5 20 -52")),
    Line(Colour, 9.0, One("M0 -6 L0 34")),
    Fill(Colour, One("E0 -15 9 9")),
];

/// A dome with dots.
const LADYBUG: &[PenPart] = &[
    Line(Ink, 3.5, Pair("M7 -29 L13 -37.5")),
    Fill(Ink, One("E0 -21 16 12")),
    Fill(Colour, One("E0 7 30 28")),
    Line(Dark, 4.0, One("M0 -20 L0 34")),
    Fill(Dark, Pair("E14 -5 6 6")),
    Fill(Dark, Pair("E18 13 5.5 5.5")),
    Fill(Dark, Pair("E8 25 4.5 4.5")),
];

/// An oval of plates with a fringe of legs.
const PILLBUG: &[PenPart] = &[
    Line(
        Ink,
        4.0,
        Pair(
            "M17 -20 L29 -26 M20 -8 L33 -11 M21 4 L34 4 M20 15 L32 19 M16 25 L27 32 M6 -31 L15 -36",
        ),
    ),
    Fill(Colour, One("E0 1 22 36")),
    Line(
        Paper,
        3.5,
        One("M-20 -17 Q0 -9 20 -17 M-23 -5 Q0 4 23 -5 M-23 7 Q0 16 23 7 M-20 18 Q0 27 20 18"),
    ),
];

/// A wasp waist, a pointed striped tail, and a crown.
const QUEEN_WASP: &[PenPart] = &[
    Edged(Paper, Ink, 3.0, Pair("E21 10 6 22 -40")),
    Fill(Colour, One("M0 2 C19 4 18 20 0 40 C-18 20 -19 4 0 2 Z")),
    Line(Dark, 5.0, One("M-12 11 L12 11 M-12 20 L12 20 M-6 29 L6 29")),
    Fill(Ink, One("E0 -8 9 10")),
    Edged(
        Ink,
        Ink,
        2.0,
        One("M-13 -18 L-16 -36.5 L-6 -28 L0 -41 L6 -28 L16 -36.5 L13 -18 Z"),
    ),
    Fill(Colour, One("M-7 -21 L-4 -26 L4 -26 L7 -21 Z")),
];

/// Claws in front, the tail curled up with its sting.
const SCORPION: &[PenPart] = &[
    Line(Ink, 4.0, Pair("M9 -2 L24 -8 M10 5 L27 4 M9 12 L24 16")),
    Line(Ink, 4.5, Pair("M7 -9 L17 -13 L17 -22")),
    Fill(
        Colour,
        Pair("M10 -20 C5 -30 10 -36 16 -37 L16 -28 L20 -35.5 C28 -32 28 -23 22 -19 Z"),
    ),
    Line(Colour, 8.0, One("M0 14 C-2 35 20 42 27 30")),
    Fill(Ink, One("M20 31 L33 33.5 L32 15 Z")),
    Fill(Colour, One("E0 2 12 16")),
    Line(Paper, 3.0, One("M-9 2 L9 2 M-8 10 L8 10")),
];

/// Dark wing cases over a tail that shines.
const FIREFLY: &[PenPart] = &[
    Line(
        Colour,
        4.0,
        Pair("M17 19 L31 17 M16 26 L29 30 M12 32 L20 39"),
    ),
    Line(
        Ink,
        3.5,
        Pair("M4 -26 Q7 -34 18 -34.5 M14 -6 L27 -14 M15 4 L29 4"),
    ),
    Fill(Colour, One("E0 22 13 14")),
    Fill(
        Ink,
        One("M0 -18 C20 -18 20 6 13 17 L0 13 L-13 17 C-20 6 -20 -18 0 -18 Z"),
    ),
    Line(Paper, 3.0, One("M0 -12 L0 12")),
    Fill(Ink, One("E0 -23 9 7")),
];

/// Two great eyes and two wings.
const FLY: &[PenPart] = &[
    Line(Ink, 3.5, Pair("M8 -6 L26 -14 L32 -26 M8 10 L14 34")),
    Fill(Ink, One("E0 6 11 22")),
    Edged(Paper, Ink, 3.5, Pair("E21 15.5 10.5 21 -38")),
    Fill(Colour, Pair("E10 -23 10 12")),
    Fill(Ink, One("M-3 -30 L3 -30 L2 -12 L-2 -12 Z")),
];

/// A rod with four wings across.
const DRAGONFLY: &[PenPart] = &[
    Edged(Paper, Ink, 3.0, Pair("E22 -15 19 6.5 -10")),
    Edged(Paper, Ink, 3.0, Pair("E21 1 18 6.5 14")),
    Line(Colour, 8.0, One("M0 -18 L0 36")),
    Line(Paper, 2.5, One("M-4 14 L4 14 M-4 24 L4 24")),
    Fill(Colour, Pair("E6 -27 7 7")),
];

/// A sack with short legs at its front.
const TICK: &[PenPart] = &[
    Line(
        Ink,
        4.5,
        Pair(
            "M9 -17 L14 -30 L21.5 -32 M14 -12 L29 -22 L36 -18 M18 -4 L34 -6 L39 1 M18 4 L33 11 L35 19",
        ),
    ),
    Line(Ink, 6.0, One("M0 -18 L0 -33")),
    Fill(Colour, One("E0 12 23 26")),
    Fill(Ink, One("M0 -20 C16 -20 16 0 0 4 C-16 0 -16 -20 0 -20 Z")),
];

/// A shield with a shield on it.
const STINK_BUG: &[PenPart] = &[
    Line(
        Ink,
        3.5,
        Pair("M4 -27 L12 -38 M22 2 L37 -2 M19 14 L34 20 M14 24 L24 36"),
    ),
    Fill(Ink, One("E0 -24 8 8")),
    Fill(
        Colour,
        One("M-10 -22 L10 -22 L31 -10 L21 18 L0 40 L-21 18 L-31 -10 Z"),
    ),
    Fill(Dark, One("M-15 -6 L15 -6 L0 18 Z")),
    Line(Paper, 2.5, One("M-26 -8 L26 -8 M0 22 L0 34")),
];

/// A winding row of rings, each with its legs.
const CENTIPEDE: &[PenPart] = &[
    Line(
        Ink,
        3.5,
        One(
            "M6 -28 L-8 -38 M6 -28 L22 -32 M-3 -18 L-20 -26 M-3 -18 L14 -13 M-7 -6 L-25 -10 \
             M-7 -6 L12 -1 M-1 6 L-20 10 M-1 6 L16 2 M7 17 L-10 24 M7 17 L25 12 M4 29 L-13 33 \
             M4 29 L22 30",
        ),
    ),
    Fill(Colour, One("E6 -28 9 9")),
    Fill(Colour, One("E-3 -17 8 8")),
    Fill(Colour, One("E-7 -5 8 8")),
    Fill(Colour, One("E-1 7 8 8")),
    Fill(Colour, One("E7 18 8 8")),
    Fill(Colour, One("E3 30 7 7")),
    Line(
        Paper,
        2.5,
        One("M-2 -22 L9 -22 M-11 -11 L2 -11 M-9 2 L1 0 M-2 14 L7 11 M0 25 L11 25"),
    ),
];

/// Four rounded wings.
const BUTTERFLY: &[PenPart] = &[
    Line(Ink, 3.0, Pair("M1 -16 L11 -38")),
    Fill(Ink, Pair("E11 -38 3 3")),
    Fill(Colour, Pair("M3 -6 C8 -34 37 -37 36 -15 C34 0 16 4 3 2 Z")),
    Fill(Colour, Pair("M3 4 C18 4 34 10 28 28 C22 42 6 28 3 12 Z")),
    Fill(Paper, Pair("E24 -16 6 6")),
    Fill(Paper, Pair("E17 20 5 5")),
    Line(Ink, 6.0, One("M0 -16 L0 24")),
];

/// Wings folded to a triangle, feathered feelers.
const MOTH: &[PenPart] = &[
    Line(
        Ink,
        3.0,
        Pair("M3 -24 Q8 -34 19 -34 M8 -31 L7 -38 M14 -34 L17 -26 M10 -32 L13 -25"),
    ),
    Fill(
        Colour,
        Pair("M2 -20 C20 -18 35 5 37 32 C25 39 12 38 2 30 Z"),
    ),
    Edged(Paper, Ink, 4.0, Pair("E20 18 6 6")),
    Line(Ink, 3.0, Pair("M12 -12 Q22 -4 27 4")),
    Fill(Ink, One("E0 6 7 26")),
    Fill(Ink, One("E0 -22 8 7")),
];

/// A three-cornered head on a long neck, forelegs folded to catch.
const MANTIS: &[PenPart] = &[
    Line(Ink, 3.5, Pair("M2 14 L22 16 L29 35 M2 20 L13 28 L15 40")),
    Line(Ink, 6.0, Pair("M2 -4 L25 4 L24 -24 L17 -13")),
    Line(Colour, 8.0, One("M0 -20 L0 10")),
    Fill(Colour, One("M0 6 C13 12 11 30 0 40 C-11 30 -13 12 0 6 Z")),
    Fill(Colour, One("M-14 -35 L14 -35 L0 -15 Z")),
    Fill(Ink, Pair("E12 -33 5.5 5.5")),
];

/// A narrow head with a beak, a body like a blade with a cross on it.
const ASSASSIN_BUG: &[PenPart] = &[
    Line(
        Ink,
        4.0,
        Pair("M7 -12 L22 -21 L20 -33 M9 -2 L30 -6 L38 8 M9 10 L25 20 L26 36"),
    ),
    Line(Ink, 3.5, One("M0 -26 L0 -42")),
    Fill(Ink, One("E0 -25 6 9")),
    Fill(Ink, One("M-6 -20 L6 -20 L13 -6 L-13 -6 Z")),
    Fill(Colour, One("M-11 -6 L11 -6 L19 14 L0 40 L-19 14 Z")),
    Line(Paper, 4.0, Pair("M9 -4 L-13 22")),
];

/// Three cells of a comb, one of them full.
const HONEYCOMBO: &[PenPart] = &[
    Edged(
        Paper,
        Ink,
        5.0,
        One(
            "M-15.6 -31 L0 -22 L0 -4 L-15.6 5 L-31.2 -4 L-31.2 -22 Z M15.6 -31 L31.2 -22 L31.2 -4 L15.6 5 L0 -4 L0 -22 Z",
        ),
    ),
    Edged(
        Colour,
        Ink,
        5.0,
        One("M0 -4 L15.6 5 L15.6 23 L0 32 L-15.6 23 L-15.6 5 Z"),
    ),
];
