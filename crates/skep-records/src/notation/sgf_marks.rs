//! Glyphs and marks on the board as properties of SGF.
//!
//! | property | what it says |
//! |---|---|
//! | `TE[1]` `TE[2]` `BM[1]` `BM[2]` `IT[]` `DO[]` | `!` `!!` `?` `??` `!?` `?!` |
//! | `UC[1]` `GW[1]` `GB[1]` `GW[2]` `GB[2]` | `$13` `$16` `$17` `$18` `$19` |
//! | `AR[N 13:O 12]` | an arrow |
//! | `SL[N 13]` `CR[N 13]` `MA[N 13]` | a coloured cell, a circle, a cross |
//! | `LB[N 13:text]` | a label |
//!
//! A cell is a column and a row, as in moves, or a name such as `wQ`. SGF has no colours: a mark that is read is
//! [`COLOUR`].

use super::read::boardspace::unescaped;
use crate::game::{CENTRE, Hive};
use crate::record::{BoardMark, BoardMarkKind, GameKind, Glyph, MarkedCell, Record};
use skep_rules::geometry::{GridRef, Hex};
use skep_rules::hive::Written;

/// The colour of marks in SGF.
pub(super) const COLOUR: &str = "Green";

/// The farthest cell that is written.
const FARTHEST: i32 = 100_000;

/// The properties that judge a move or a position, with their values, and the numbers of the glyphs.
const GLYPHS: [(&str, &str, u8); 11] = [
    ("TE", "1", 1),
    ("TE", "2", 3),
    ("BM", "1", 2),
    ("BM", "2", 4),
    ("IT", "", 5),
    ("DO", "", 6),
    ("UC", "1", 13),
    ("GW", "1", 16),
    ("GB", "1", 17),
    ("GW", "2", 18),
    ("GB", "2", 19),
];

/// The properties of marks.
const MARKS: [(&str, BoardMarkKind); 5] = [
    ("AR", BoardMarkKind::Arrow),
    ("SL", BoardMarkKind::Cell),
    ("CR", BoardMarkKind::Circle),
    ("MA", BoardMarkKind::Cross),
    ("LB", BoardMarkKind::Label),
];

/// The glyph that a property says.
pub(super) fn glyph_of_property(name: &str, value: &str) -> Option<Glyph> {
    let mut glyphs = GLYPHS.iter();
    let (_, _, number) = glyphs.find(|(n, v, _)| (*n, *v) == (name, value))?;
    Glyph::new(*number)
}

/// The property that says a glyph, and its value.
pub(super) fn property_of_glyph(glyph: Glyph) -> Option<(&'static str, &'static str)> {
    let mut glyphs = GLYPHS.into_iter();
    let found = glyphs.find(|(_, _, number)| *number == glyph.number());
    found.map(|(name, value, _)| (name, value))
}

/// The mark that a property says. Its cells have the coordinates of the site.
pub(super) fn mark_of_property(name: &str, value: &str) -> Option<BoardMark> {
    let (_, kind) = MARKS.into_iter().find(|(n, _)| *n == name)?;
    let (cell, rest) = match value.split_once(':') {
        None => (value, None),
        Some((cell, rest)) => (cell, Some(unescaped(rest).into_owned())),
    };
    let cell = cell_of(&unescaped(cell))?;
    let (to, text) = match kind {
        BoardMarkKind::Arrow => (Some(cell_of(&rest?)?), None),
        BoardMarkKind::Label => (None, Some(rest?)),
        _ if rest.is_some() => return None,
        _ => (None, None),
    };
    let colour = COLOUR.to_owned();
    Some(BoardMark {
        kind,
        cell,
        to,
        colour,
        text,
    })
}

/// A cell, or a name without blanks.
fn cell_of(text: &str) -> Option<MarkedCell> {
    let Some((column, row)) = text.split_once(' ') else {
        return (!text.is_empty())
            .then(|| MarkedCell::from(text))
            .filter(|cell| matches!(cell, MarkedCell::Named(_)));
    };
    let (column, row) = (GridRef::parse_column(column)?, GridRef::parse_row(row)?);
    Some(MarkedCell::At(GridRef { column, row }.to_hex()))
}

/// The cell from which the marks of a record are counted: that of its first piece, and in Hex-It the origin of the
/// grid. Before a piece is placed, it is the centre.
pub(super) fn origin(record: &Record) -> Hex {
    let places = |ply| matches!(record.written::<Hive>(ply), Written::Put { .. });
    match record.origin {
        _ if record.game.is_hexit() => Hex::ORIGIN,
        Some(origin) if record.game != GameKind::Hive || record.plies.iter().any(places) => {
            origin.to_hex()
        }
        _ => CENTRE.to_hex(),
    }
}

/// The property that says a mark, and its value before it is escaped, except that of its colour. The coordinates of
/// cells are counted from `origin`. `None` if SGF has no property for it.
pub(super) fn property_of_mark(mark: &BoardMark, origin: Hex) -> Option<(&'static str, String)> {
    let (name, _) = MARKS.into_iter().find(|(_, kind)| *kind == mark.kind)?;
    let text = |cell: &MarkedCell| match cell {
        MarkedCell::At(hex) => {
            let is_near = |at: i32| at.abs() < FARTHEST;
            let at = GridRef::from_hex(
                Some(*hex).filter(|hex| is_near(hex.q) && is_near(hex.r))? + origin,
            );
            Some(format!("{} {}", at.column_name(), at.row))
        }
        MarkedCell::Named(name) => Some(name.to_string()).filter(|text| !text.contains(':')),
    };
    let mut value = text(&mark.cell)?;
    let rest = match (&mark.to, &mark.text) {
        (None, None) => None,
        (Some(to), None) => Some(text(to)?),
        (None, Some(words)) => Some(words.clone()),
        (Some(_), Some(_)) => return None,
    };
    if let Some(rest) = rest {
        value = format!("{value}:{rest}");
    }
    // What is not read back as the same mark has no property.
    let mut read = mark_of_property(name, &value.replace('\\', "\\\\"))?;
    read.shift(-origin);
    read.colour.clone_from(&mark.colour);
    (read == *mark).then_some((name, value))
}
