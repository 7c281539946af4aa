//! What a picture shows in any game: cells, stacks, marks, hands.

use std::fmt;

use super::Glyph;
use skep_rules::game::{BySide, Side};
use skep_rules::geometry::{Hex, Symmetry};

/// Whose a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// White's or Black's.
    Side(Side),
    /// Nobody's; the side whose colour is up.
    Neutral(Side),
}

/// A piece as a picture shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// Whose it is.
    pub owner: Owner,
    /// The bug on it; none for the plain pieces of Hex-It.
    pub bug: Option<Glyph>,
    /// Its number among its owner's of the kind; 0 where there is one only.
    pub number: u8,
}

impl fmt::Display for Piece {
    /// The name that notations give it: `wA1`, `bWa`, `Hc`; `w` and `b` for a piece without a bug.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.owner {
            Owner::Side(side) => write!(f, "{}", side.letter())?,
            Owner::Neutral(_) => {}
        }
        if let Some(bug) = self.bug {
            f.write_str(bug.as_str())?;
        }
        if self.number > 0 {
            write!(f, "{}", self.number)?;
        }
        Ok(())
    }
}

/// How far a tile of Hex-It counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Territory {
    /// It is in its side's largest territory: a point.
    Largest,
    /// It is not: half a point.
    Annex,
}

/// What pieces of a cell stand on.
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

/// A cell with something on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Where it is.
    pub hex: Hex,
    /// What its pieces stand on.
    pub ground: Ground,
    /// Its pieces from the bottom up.
    pub pieces: Vec<Piece>,
}

/// What a picture shows: cells, marks, hands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    cells: Vec<Cell>,
    /// Where the last move came from; none for a placement or before the first move.
    pub from: Option<Hex>,
    /// Where the last move went; more than one cell for a release of prisoners.
    pub to: Vec<Hex>,
    /// The piece whose destinations are marked.
    pub chosen: Option<Hex>,
    /// The cells where the chosen piece may go.
    pub destinations: Vec<Hex>,
    /// What each side still has to place.
    pub hands: BySide<Vec<Piece>>,
    /// The side to move; none where the game is over.
    pub turn: Option<Side>,
    /// The points of each side, in games that count some.
    pub score: Option<BySide<String>>,
    /// How the picture is turned.
    pub view: View,
}

/// How a picture is turned: a symmetry of the plane between the cells of the game and those of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View(pub Symmetry);

impl Default for View {
    fn default() -> Self {
        View(Symmetry::IDENTITY)
    }
}

impl Board {
    /// A board with these cells and no marks. Of two cells in one place the first stays; cells without pieces are left
    /// out unless they are tiles.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Board {
        let mut cells: Vec<Cell> = cells
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

    /// The cells, row by row from the north and in a row from the west.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// What is on a cell.
    pub fn cell(&self, hex: Hex) -> Option<&Cell> {
        self.cells
            .binary_search_by_key(&(hex.r, hex.q), |c| (c.hex.r, c.hex.q))
            .ok()
            .map(|i| &self.cells[i])
    }

    /// Every cell that a picture shows: those with something on them and those with a mark.
    pub(super) fn shown(&self) -> Vec<Hex> {
        let mut all: Vec<Hex> = self.cells.iter().map(|c| c.hex).collect();
        all.extend(self.from);
        all.extend(&self.to);
        all.extend(&self.destinations);
        all.sort_by_key(|h| (h.r, h.q));
        all.dedup();
        all
    }

    /// The cells where a column's and a row's names go, the first cells beyond the board: columns are lines to the
    /// south-east and rows to the east.
    pub(super) fn headings(&self) -> (Vec<Hex>, Vec<Hex>) {
        let shown = self.shown();
        let mut columns: Vec<Hex> = Vec::new();
        let mut rows: Vec<Hex> = Vec::new();
        // Cells come row by row: the first of a column is its northernmost, the first of a row its westernmost.
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
