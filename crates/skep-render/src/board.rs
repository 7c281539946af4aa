//! The content of a picture in any game: cells, stacks, marks, hands.

use std::fmt;

use super::lettering;
use skep_records::Playback;
use skep_records::record::{BoardMark, MarkedCell};
use skep_rules::game::{BySide, Side};
use skep_rules::geometry::{Direction, GridRef, Hex, Symmetry};
use skep_rules::hive::Bug;

/// The owner of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// White or Black.
    Side(Side),
    /// Neutral; the tile shows the colour of this side.
    Neutral(Side),
}

/// A piece in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DrawnPiece {
    /// The owner.
    pub owner: Owner,
    /// The bug on it; `None` for the pieces of Hex-It.
    pub bug: Option<Bug>,
    /// Its number among the owner's bugs of the kind; 0 if there is only one.
    pub number: u8,
}

impl fmt::Display for DrawnPiece {
    /// The name in notations: `wA1`, `bWa`, `Hc`. A piece without a bug is `w` or `b`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.owner {
            Owner::Side(side) => write!(f, "{}", side.letter())?,
            Owner::Neutral(_) => {}
        }
        if let Some(bug) = self.bug {
            f.write_str(bug.code())?;
        }
        if self.number > 0 {
            write!(f, "{}", self.number)?;
        }
        Ok(())
    }
}

impl Caption {
    /// Whether there are letters that PNG and GIF show as boxes: those other than Latin letters of European languages.
    pub fn has_boxes(&self) -> bool {
        let players = [&self.players.white, &self.players.black];
        let mut texts = players.into_iter().chain(&self.facts);
        texts.any(|text| !lettering::is_complete(text))
    }
}

/// What a tile of Hex-It counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Territory {
    /// One point: it is in its side's largest territory.
    Largest,
    /// Half a point: it is not.
    Annex,
}

/// What the pieces of a cell are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ground {
    /// The table.
    #[default]
    Table,
    /// A tile of a colour.
    Tile(Side, Territory),
    /// The table, as prisoners.
    Prison,
}

/// A cell with a piece or a tile on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnCell {
    /// The place of the cell.
    pub hex: Hex,
    /// What its pieces are on.
    pub ground: Ground,
    /// Its pieces from the bottom up.
    pub pieces: Vec<DrawnPiece>,
}

/// A mark of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnMark {
    /// The mark.
    pub mark: BoardMark,
    /// Its cell, and the end of an arrow; `None` if a cell is not known or far from the board.
    pub place: Option<(Hex, Option<Hex>)>,
}

/// The signs of places beside a bug, before or after its name.
const BESIDE: [(char, bool, Direction); 6] = [
    ('-', true, Direction::East),
    ('/', true, Direction::NorthEast),
    ('\\', true, Direction::SouthEast),
    ('-', false, Direction::West),
    ('/', false, Direction::SouthWest),
    ('\\', false, Direction::NorthWest),
];

/// The farthest that a mark is drawn from the pieces, in cells.
const NEAR_MARK: u32 = 6;

/// The content of a picture: cells, marks, hands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    cells: Vec<DrawnCell>,
    /// The origin of the last move; `None` for a placement or before the first move.
    pub from: Option<Hex>,
    /// The cells that the last move went to. A release of prisoners can have several.
    pub to: Vec<Hex>,
    /// The piece whose destinations are marked.
    pub chosen: Option<Hex>,
    /// The legal destinations of the chosen piece.
    pub destinations: Vec<Hex>,
    /// More arrows, each from a cell to a cell.
    pub arrows: Vec<(Hex, Hex)>,
    /// The marks of the record in this position.
    pub marks: Vec<DrawnMark>,
    /// The numbers to write on the top pieces of cells; see [`TurnNumbers`](super::TurnNumbers).
    pub turns: Vec<(Hex, u32)>,
    /// The pieces that each side has in hand.
    pub hands: BySide<Vec<DrawnPiece>>,
    /// The side to move; `None` if the game is over.
    pub turn: Option<Side>,
    /// The points of each side, in games with points.
    pub score: Option<BySide<String>>,
    /// The orientation of the picture.
    pub view: View,
    /// The text above the board in a picture.
    pub caption: Option<Caption>,
    /// The title of an SVG picture; `None` for a short description of the board.
    pub title: Option<String>,
}

/// The text above a board in a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// The names of the players; empty if unknown. The line is left out if both are unknown.
    pub players: BySide<String>,
    /// The lines below the players: the result, the number of the turn.
    pub facts: Vec<String>,
}

/// The orientation of a picture: the symmetry from the cells of the game to the cells of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View(pub Symmetry);

impl View {
    /// The picture is first mirrored left to right, if `mirrored`, and then turned clockwise by some sixths of a full
    /// turn.
    pub fn new(mirrored: bool, sixths: u8) -> View {
        let seen = (mirrored, sixths % 6);
        let mut all = Symmetry::ALL.into_iter();
        View(
            all.find(|symmetry| symmetry.as_seen() == seen)
                .unwrap_or(Symmetry::IDENTITY),
        )
    }
}

impl Default for View {
    fn default() -> Self {
        View(Symmetry::IDENTITY)
    }
}

impl Board {
    /// A board with these cells and no marks. If two cells have the same place, only the first is kept. Cells without
    /// pieces and without a tile are left out.
    pub fn new(cells: impl IntoIterator<Item = DrawnCell>) -> Board {
        let mut cells: Vec<DrawnCell> = cells
            .into_iter()
            .filter(|c| !c.pieces.is_empty() || matches!(c.ground, Ground::Tile(..)))
            .collect();
        cells.sort_by_key(|c| (c.hex.r, c.hex.q));
        cells.dedup_by_key(|c| c.hex);
        Board {
            cells,
            ..Board::default()
        }
    }

    /// The cells by row from north to south, and in each row from west to east.
    pub fn cells(&self) -> &[DrawnCell] {
        &self.cells
    }

    /// The cells, to change what is on them.
    pub(super) fn cells_mut(&mut self) -> &mut [DrawnCell] {
        &mut self.cells
    }

    /// What is on a cell.
    pub fn cell(&self, hex: Hex) -> Option<&DrawnCell> {
        self.cells
            .binary_search_by_key(&(hex.r, hex.q), |c| (c.hex.r, c.hex.q))
            .ok()
            .map(|i| &self.cells[i])
    }

    /// Adds the marks that the record has in a position.
    pub(super) fn add_marks(&mut self, playback: &Playback) {
        let place = |mark: &BoardMark| {
            let cell = self.marked_cell(&mark.cell, playback)?;
            let to = match &mark.to {
                Some(to) => Some(self.marked_cell(to, playback)?),
                None => None,
            };
            Some((cell, to))
        };
        let marks = playback.marks().iter().map(|mark| DrawnMark {
            place: place(mark),
            mark: mark.clone(),
        });
        self.marks = marks.collect();
    }

    /// The place of the cell of a mark: by its coordinates, or beside or on a piece, such as `wL/`.
    fn marked_cell(&self, cell: &MarkedCell, playback: &Playback) -> Option<Hex> {
        let hex = match cell {
            MarkedCell::At(hex) => playback.marked_cell(*hex),
            MarkedCell::Named(name) => self.named_cell(name)?,
        };
        let is_near = |other: Hex| {
            let far = (hex.q.abs_diff(other.q)).max(hex.r.abs_diff(other.r));
            far <= NEAR_MARK
        };
        let is_first = self.cells.is_empty() && is_near(playback.marked_cell(Hex::ORIGIN));
        (is_first || self.cells.iter().any(|cell| is_near(cell.hex))).then_some(hex)
    }

    fn named_cell(&self, name: &str) -> Option<Hex> {
        let on = |name: &str| {
            let named = |piece: &DrawnPiece| piece.to_string().eq_ignore_ascii_case(name);
            let cell = self.cells.iter().find(|cell| cell.pieces.iter().any(named));
            cell.map(|cell| cell.hex)
        };
        let beside = || {
            BESIDE.into_iter().find_map(|(sign, is_after, direction)| {
                let rest = if is_after {
                    name.strip_suffix(sign)
                } else {
                    name.strip_prefix(sign)
                };
                Some(on(rest?)?.step(direction))
            })
        };
        on(name)
            .or_else(beside)
            .or_else(|| name.parse().ok().map(GridRef::to_hex))
    }

    /// Every cell in the picture: with a piece, a tile or a mark.
    pub(super) fn shown(&self) -> Vec<Hex> {
        let mut all: Vec<Hex> = self.cells.iter().map(|c| c.hex).collect();
        all.extend(self.from);
        all.extend(&self.to);
        all.extend(&self.destinations);
        all.extend(self.arrows.iter().flat_map(|&(from, to)| [from, to]));
        let marked = self.marks.iter().filter_map(|mark| mark.place);
        all.extend(marked.flat_map(|(cell, to)| [Some(cell), to]).flatten());
        all.sort_by_key(|h| (h.r, h.q));
        all.dedup();
        all
    }

    /// The cells for the names of columns and rows: the first cells outside the board. Columns run to the south-east,
    /// and rows to the east.
    pub fn headings(&self) -> (Vec<Hex>, Vec<Hex>) {
        let shown = self.shown();
        let mut columns: Vec<Hex> = Vec::new();
        let mut rows: Vec<Hex> = Vec::new();
        // Cells are sorted by row, so the first of a column is the northernmost, and the first of a row the
        // westernmost.
        for hex in shown {
            if rows.last().is_none_or(|h| h.r != hex.r) {
                rows.push(Hex::new(hex.q - 1, hex.r));
            }
            if columns.iter().all(|h| h.q != hex.q) {
                columns.push(Hex::new(hex.q, hex.r - 1));
            }
        }
        (columns, rows)
    }
}
