//! Drawings that a page defines once and uses many times.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::super::board::{Board, DrawnPiece, Ground, Owner, Territory};
use super::super::style::Palette;
use super::super::{Theme, glyph};
use skep_rules::game::Side;
use skep_rules::hive::Bug;

/// A drawing that a page defines once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Symbol {
    /// A tile with a bug. A neutral tile shows the colour of a side.
    Bug(Owner, Bug),
    /// The dots that show the number of a bug.
    Dots(Side, u8),
    /// A piece of Hex-It.
    Disc(Side),
    /// A tile of Hex-It.
    Ground(Side, bool),
}

/// The drawings that the boards of a page share. The page defines them once, in an `svg` element with `defs`.
#[derive(Clone, Debug, Default)]
pub struct Symbols(BTreeSet<Symbol>);

/// The colour of white and of black tiles.
const PAPER: [&str; 2] = ["#f6ecd4", "#2b2825"];
/// The colour of outlines and legs on white and on black tiles.
const INK: [&str; 2] = ["#241f1a", "#f3ead6"];
/// The colour of neutral tiles.
pub(super) const AMBER: &str = "#f0b429";
/// The path of a tile. It is 3.5 units inside its cell, which leaves a gap between tiles.
pub(super) const TILE: &str = "M0 -46L39.8 -23L39.8 23L0 46L-39.8 23L-39.8 -23Z";
/// The fills of Hex-It's tiles, White's first: in the largest territory, and elsewhere.
const GROUND: [[&str; 2]; 2] = [["#f3cf73", "#f6efe0"], ["#1f3a63", "#3c3a39"]];

/// The fill and the outline of a tile of this side.
pub(super) fn paper(side: Side, palette: &Palette) -> (&'static str, &'static str) {
    let edge = match side {
        Side::White => palette.white_edge,
        Side::Black => palette.black_edge,
    };
    (PAPER[side.index()], edge)
}

impl Symbol {
    /// The name in a page.
    pub(super) fn id(self) -> String {
        let letter = Side::letter;
        match self {
            Symbol::Bug(Owner::Side(side), bug) => {
                format!("skep-{}{}", letter(side), bug.code())
            }
            Symbol::Bug(Owner::Neutral(side), bug) => {
                format!("skep-{}-{}", bug.code(), letter(side))
            }
            Symbol::Dots(side, n) => format!("skep-{}{n}", letter(side)),
            Symbol::Disc(side) => format!("skep-{}", letter(side)),
            Symbol::Ground(side, largest) => {
                format!("skep-{}{}", letter(side), if largest { "T" } else { "t" })
            }
        }
    }

    /// The symbols of a piece: the tile, and the dots for its number.
    pub(super) fn of_piece(piece: DrawnPiece) -> (Symbol, Option<Symbol>) {
        let (Owner::Side(side) | Owner::Neutral(side)) = piece.owner;
        match piece.bug {
            Some(bug) => (
                Symbol::Bug(piece.owner, bug),
                (piece.number > 0).then_some(Symbol::Dots(side, piece.number)),
            ),
            None => (Symbol::Disc(side), None),
        }
    }

    fn define(self, theme: Theme, out: &mut String) {
        let palette = theme.palette();
        let edge = |side| paper(side, &palette).1;
        // Writing to a string cannot fail.
        let _ = write!(out, "<g id=\"{}\">", self.id());
        let _ = match self {
            Symbol::Bug(Owner::Side(side), bug) => {
                let (ink, paper) = (INK[side.index()], PAPER[side.index()]);
                write!(
                    out,
                    "<path d=\"{TILE}\" fill=\"{paper}\" stroke=\"{}\" stroke-width=\"3\" stroke-linejoin=\"round\"/>\
                     <g transform=\"translate(0 -3)scale(.86)\" stroke-linecap=\"round\" stroke-linejoin=\"round\">{}</g>",
                    edge(side),
                    glyph::draw(bug, ink, paper, side)
                )
            }
            Symbol::Bug(Owner::Neutral(side), bug) => {
                let ink = INK[0];
                write!(
                    out,
                    "<path d=\"{TILE}\" fill=\"{AMBER}\" stroke=\"{}\" stroke-width=\"3\" stroke-linejoin=\"round\"/>\
                     <g stroke-linecap=\"round\" stroke-linejoin=\"round\">{}</g>",
                    edge(side),
                    glyph::draw(bug, ink, PAPER[side.index()], Side::White)
                )
            }
            Symbol::Dots(side, n) => {
                for i in 0..n {
                    let x = 9.5 * (f32::from(i) - f32::from(n - 1) / 2.0);
                    let _ = write!(
                        out,
                        "<circle cx=\"{}\" cy=\"35.5\" r=\"3\" fill=\"{}\"/>",
                        super::number(x),
                        INK[side.index()]
                    );
                }
                Ok(())
            }
            Symbol::Disc(side) => {
                let (fill, wall, edge) = match side {
                    Side::White => ("#fffdf6", "#d5ccb8", "#39332a"),
                    Side::Black => ("#161412", "#46413b", "#e9dfcb"),
                };
                write!(
                    out,
                    "<ellipse cy=\"7\" rx=\"27\" ry=\"23\" fill=\"{wall}\" stroke=\"{edge}\" stroke-width=\"3\"/>\
                     <ellipse rx=\"27\" ry=\"23\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"3\"/>"
                )
            }
            Symbol::Ground(side, largest) => write!(
                out,
                "<path d=\"{TILE}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"3\" stroke-linejoin=\"round\"/>",
                GROUND[side.index()][usize::from(!largest)],
                edge(side)
            ),
        };
        out.push_str("</g>\n");
    }
}

impl DrawnPiece {
    /// The `id` of the drawing of a piece in a page that defines the [`Symbols`] for it.
    pub fn symbol(self) -> String {
        Symbol::of_piece(self).0.id()
    }
}

impl Symbols {
    /// Adds the symbols for a board.
    pub fn add(&mut self, board: &Board) {
        let hands = [&board.hands.white, &board.hands.black];
        // Only the discs in reserve are drawn.
        let hands = hands.into_iter().flatten().filter(|p| p.bug.is_none());
        let pieces = board.cells().iter().flat_map(|c| &c.pieces).chain(hands);
        self.add_pieces(pieces.copied());
        for cell in board.cells() {
            if let Ground::Tile(side, territory) = cell.ground {
                self.0
                    .insert(Symbol::Ground(side, territory == Territory::Largest));
            }
        }
        if board.score.is_some() {
            for side in Side::ALL {
                self.0.insert(Symbol::Ground(side, true));
            }
        }
    }

    /// Adds the symbols for pieces.
    pub fn add_pieces(&mut self, pieces: impl IntoIterator<Item = DrawnPiece>) {
        for piece in pieces {
            let (tile, dots) = Symbol::of_piece(piece);
            self.0.insert(tile);
            self.0.extend(dots);
        }
    }

    /// Adds the symbols of `other`.
    pub fn merge(&mut self, other: Symbols) {
        self.0.extend(other.0);
    }

    /// Adds every bug of every set in both colours, with the numbers 1 to 3.
    pub fn add_all_bugs(&mut self) {
        for side in Side::ALL {
            for bug in Bug::ALL {
                let owner = match bug {
                    Bug::Honeycombo => Owner::Neutral(side),
                    _ => Owner::Side(side),
                };
                self.0.insert(Symbol::Bug(owner, bug));
            }
            self.0.extend((1..=3).map(|n| Symbol::Dots(side, n)));
        }
    }

    /// Adds the tiles of Hex-It, as they look outside the largest territory.
    pub fn add_tiles(&mut self) {
        let tiles = Side::ALL.map(|side| Symbol::Ground(side, false));
        self.0.extend(tiles);
    }

    /// The content of `defs`.
    pub fn definitions(&self, theme: Theme) -> String {
        let mut out = String::new();
        for symbol in &self.0 {
            symbol.define(theme, &mut out);
        }
        out
    }
}
