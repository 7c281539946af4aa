//! The drawings of the bugs.

mod drawings;
mod pen;

use pen::Pen;

use skep_rules::game::Side;
use skep_rules::hive::Bug;

/// The colour of stripes and spots.
const DARK: &str = "#241f1a";

/// The drawing of a bug as SVG elements around the origin, 40 units in each direction, with the head up.
///
/// `ink` draws outlines and legs, `paper` is the colour of the tile, and `side` chooses the bug's own colour.
pub(super) fn draw(bug: Bug, ink: &str, paper: &str, side: Side) -> String {
    let (colours, parts) = drawings::of(bug);
    let mut out = String::new();
    for part in parts {
        part.write(&mut out, &|pen| match pen {
            Pen::Ink => ink,
            Pen::Paper => paper,
            Pen::Colour => colours[side.index()],
            Pen::Dark => DARK,
        });
    }
    out
}
