//! What lies on the table: tiles, stacks, prisoners and reserves.

use std::collections::BTreeMap;

/// A cell as column and row (rule 2); column 0 is `A`.
pub type Cell = (i32, i32);

/// The six steps to a neighbour (rule 2).
pub const STEPS: [(i32, i32); 6] = [(-1, 0), (1, 0), (0, -1), (0, 1), (1, 1), (-1, -1)];

/// The cell `count` steps from `cell`.
pub fn along(cell: Cell, step: (i32, i32), count: usize) -> Cell {
    let count = i32::try_from(count).unwrap();
    (cell.0 + step.0 * count, cell.1 + step.1 * count)
}

/// The six neighbours of a cell (rule 2).
pub fn neighbours(cell: Cell) -> Vec<Cell> {
    STEPS.iter().map(|step| along(cell, *step, 1)).collect()
}

/// The name of a cell (rule 2): columns `… 2A 1A A B … Z 1Z 2Z …`, then the row.
pub fn name(cell: Cell) -> String {
    let (column, row) = cell;
    if column < 0 {
        format!("{}A{row}", -column)
    } else if column > 25 {
        format!("{}Z{row}", column - 25)
    } else {
        let letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
            .chars()
            .nth(usize::try_from(column).unwrap())
            .unwrap();
        format!("{letter}{row}")
    }
}

/// The colour of a piece, of a player, or of the upper side of a tile (rule 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Colour {
    White,
    Black,
}

impl Colour {
    pub fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}

/// Everything on the table but whose turn it is. Stacks are listed from the bottom; no stack is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The tiles laid, each by the colour that it shows.
    pub tiles: BTreeMap<Cell, Colour>,
    /// Pieces that stand on tiles.
    pub stacks: BTreeMap<Cell, Vec<Colour>>,
    /// Pieces dropped off the tiles (rule 8).
    pub prisoners: BTreeMap<Cell, Vec<Colour>>,
    /// Pieces still in each player's hand.
    pub reserve: BTreeMap<Colour, usize>,
    /// How many tiles there are in all, on the table and beside it (rule 1).
    pub tile_set: usize,
    /// How many tiles lie on the table before the first piece.
    pub laid_first: usize,
}

impl Board {
    /// The table before the first turn (rules 1 and 3).
    pub fn start(tile_set: usize) -> Board {
        let (m13, n14, m14, n13) = ((12, 13), (13, 14), (12, 14), (13, 13));
        Board {
            tiles: BTreeMap::from([
                (m13, Colour::White),
                (n14, Colour::White),
                (m14, Colour::Black),
                (n13, Colour::Black),
            ]),
            stacks: BTreeMap::new(),
            prisoners: BTreeMap::new(),
            reserve: BTreeMap::from([(Colour::White, 8), (Colour::Black, 8)]),
            tile_set,
            laid_first: 0,
        }
    }

    /// Whether every tile of the set has been laid (rule 10).
    pub fn all_tiles_laid(&self) -> bool {
        self.tiles.len() == self.tile_set
    }

    /// The tiles on which nothing stands.
    pub fn empty_tiles(&self) -> Vec<Cell> {
        self.tiles
            .keys()
            .filter(|cell| !self.stacks.contains_key(cell))
            .copied()
            .collect()
    }

    /// All pieces of a colour: standing, imprisoned and in reserve.
    pub fn pieces_of(&self, colour: Colour) -> usize {
        let standing = self.stacks.values().flatten();
        let imprisoned = self.prisoners.values().flatten();
        standing.chain(imprisoned).filter(|c| **c == colour).count() + self.reserve[&colour]
    }
}
