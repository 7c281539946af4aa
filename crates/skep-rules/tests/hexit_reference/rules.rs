//! Turns: which are legal and what they do.

use std::collections::BTreeSet;

use super::board::{Board, Cell, Colour, STEPS, along, name, neighbours};

/// Boardspace's directions 0 to 5. Their order decides which cells a forced chain takes when the tiles run out.
const SITE_ORDER: [(i32, i32); 6] = [(-1, -1), (-1, 0), (0, 1), (1, 1), (1, 0), (0, -1)];

/// How much of a chain of prisoner cells a release takes (rule 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    /// As many as the mover likes.
    Optional,
    /// As many as can be, while tiles last, and as Boardspace does it: the mover names the first cell, the site the
    /// rest.
    Forced,
}

/// One turn (rule 4).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Turn {
    /// A tile of the expert start.
    Lay(Cell),
    Placement(Cell),
    Distribution {
        from: Cell,
        step: (i32, i32),
        /// The last cell that receives a piece.
        last: Cell,
        /// Whether that cell has no tile, so that prisoners are made.
        captures: bool,
    },
    Release(BTreeSet<Cell>),
    Pass,
}

impl Turn {
    /// The turn as a `.hxt` record writes it; the cells of a release stand in the order of their names.
    pub fn text(&self) -> String {
        match self {
            Turn::Lay(cell) => format!("+{}", name(*cell)),
            Turn::Placement(cell) => name(*cell),
            Turn::Distribution {
                from,
                last,
                captures,
                ..
            } => {
                let mark = if *captures { "x" } else { "" };
                format!("{}-{}{mark}", name(*from), name(*last))
            }
            Turn::Release(cells) => {
                let mut names: Vec<String> = cells.iter().map(|cell| name(*cell)).collect();
                names.sort();
                format!("*{}", names.join("+"))
            }
            Turn::Pass => "pass".to_string(),
        }
    }
}

/// A game under way.
#[derive(Clone, Debug)]
pub struct Game {
    pub board: Board,
    pub mover: Colour,
    pub chain: Chain,
    /// How many of the last turns were passes without a break.
    pub passes: usize,
}

impl Game {
    /// White moves first (rule 3).
    pub fn start(tile_set: usize, chain: Chain) -> Game {
        Game {
            board: Board::start(tile_set),
            mover: Colour::White,
            chain,
            passes: 0,
        }
    }

    /// Both passed one after the other, or all tiles lie on the board (rule 10).
    pub fn is_over(&self) -> bool {
        self.passes >= 2 || self.board.all_tiles_laid()
    }

    /// Every legal turn; none once the game is over.
    pub fn legal_turns(&self) -> Vec<Turn> {
        if self.is_over() {
            return Vec::new();
        }
        if self.board.tiles.len() < self.board.laid_first {
            return self.lays();
        }
        // Rule 5: distributions come first, and among them those that make prisoners.
        let distributions = self.distributions();
        let capturing: Vec<Turn> = distributions
            .iter()
            .filter(|turn| matches!(turn, Turn::Distribution { captures: true, .. }))
            .cloned()
            .collect();
        if !capturing.is_empty() {
            return capturing;
        }
        if !distributions.is_empty() {
            return distributions;
        }
        // Rule 4: else a placement or a release, and a pass only for want of both.
        let mut turns = self.placements();
        turns.extend(self.releases());
        if turns.is_empty() {
            turns.push(Turn::Pass);
        }
        turns
    }

    /// The expert start of Boardspace: a tile of one's own colour beside any tile.
    fn lays(&self) -> Vec<Turn> {
        let tiles = self.board.tiles.keys();
        let beside: BTreeSet<Cell> = tiles.flat_map(|tile| neighbours(*tile)).collect();
        let is_free = |cell: &Cell| {
            !self.board.tiles.contains_key(cell) && !self.board.prisoners.contains_key(cell)
        };
        beside.into_iter().filter(is_free).map(Turn::Lay).collect()
    }

    /// Rule 6.
    fn placements(&self) -> Vec<Turn> {
        if self.board.reserve[&self.mover] == 0 {
            return Vec::new();
        }
        let empty = self.board.empty_tiles();
        empty.into_iter().map(Turn::Placement).collect()
    }

    /// Rule 7, without the priority of rule 5.
    fn distributions(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        for from in self.board.stacks.keys() {
            for step in STEPS {
                turns.extend(self.distribution(*from, step));
            }
        }
        turns
    }

    /// The distribution of the stack on `from` along `step`, where rule 7 allows it.
    fn distribution(&self, from: Cell, step: (i32, i32)) -> Option<Turn> {
        let stack = &self.board.stacks[&from];
        let size = stack.len();
        // The top piece is one's own.
        if *stack.last().unwrap() != self.mover {
            return None;
        }
        // The first of the cells 1 to n that is not an empty tile must be a tile with a fit target.
        let target = (1..=size).find(|count| {
            let cell = along(from, step, *count);
            let empty_tile =
                self.board.tiles.contains_key(&cell) && !self.board.stacks.contains_key(&cell);
            !empty_tile
        })?;
        let enemy = self.board.stacks.get(&along(from, step, target))?;
        if *enemy.last().unwrap() == self.mover || enemy.len() > size {
            return None;
        }
        // The stack ends on cell n or, where the tiles end before that, on the first cell without one (rule 8),
        // which must not hold prisoners yet.
        let off_tiles = (1..=size)
            .map(|count| along(from, step, count))
            .find(|cell| !self.board.tiles.contains_key(cell));
        match off_tiles {
            Some(cell) if self.board.prisoners.contains_key(&cell) => None,
            Some(cell) => Some(Turn::Distribution {
                from,
                step,
                last: cell,
                captures: true,
            }),
            None => Some(Turn::Distribution {
                from,
                step,
                last: along(from, step, size),
                captures: false,
            }),
        }
    }

    /// Rule 9: the sets of prisoner cells that may be released in one turn.
    fn releases(&self) -> Vec<Turn> {
        let sets = match self.chain {
            Chain::Optional => self.chosen_chains(),
            Chain::Forced => self.whole_chains(),
        };
        sets.into_iter().map(Turn::Release).collect()
    }

    /// Every set that can be reached by releasing one cell after the other.
    fn chosen_chains(&self) -> BTreeSet<BTreeSet<Cell>> {
        let mut sets = BTreeSet::new();
        let mut waiting = vec![BTreeSet::new()];
        while let Some(released) = waiting.pop() {
            for cell in self.releasable(&released) {
                let mut longer = released.clone();
                longer.insert(cell);
                if sets.insert(longer.clone()) {
                    waiting.push(longer);
                }
            }
        }
        sets
    }

    /// The whole chain from each cell with which a release can begin.
    fn whole_chains(&self) -> BTreeSet<BTreeSet<Cell>> {
        let mut sets = BTreeSet::new();
        for first in self.releasable(&BTreeSet::new()) {
            let mut released = BTreeSet::new();
            self.release_on(first, &mut released);
            sets.insert(released);
        }
        sets
    }

    /// Releases a cell, then from each neighbour on, in the order of the site's directions, what can still be released.
    fn release_on(&self, cell: Cell, released: &mut BTreeSet<Cell>) {
        released.insert(cell);
        for step in SITE_ORDER {
            let next = along(cell, step, 1);
            if self.releasable(released).contains(&next) {
                self.release_on(next, released);
            }
        }
    }

    /// The prisoner cells that may be released next in a turn that has released `released` so far.
    pub fn releasable(&self, released: &BTreeSet<Cell>) -> Vec<Cell> {
        if self.board.tiles.len() + released.len() >= self.board.tile_set {
            return Vec::new();
        }
        let is_tile = |cell: &Cell| self.board.tiles.contains_key(cell) || released.contains(cell);
        self.board
            .prisoners
            .keys()
            .filter(|cell| !released.contains(cell))
            .filter(|cell| neighbours(**cell).iter().filter(|n| is_tile(n)).count() >= 2)
            .filter(|cell| {
                released.is_empty() || neighbours(**cell).iter().any(|n| released.contains(n))
            })
            .copied()
            .collect()
    }

    /// Plays a legal turn.
    pub fn play(&mut self, turn: &Turn) {
        match turn {
            Turn::Lay(cell) => {
                self.board.tiles.insert(*cell, self.mover);
            }
            Turn::Placement(cell) => {
                *self.board.reserve.get_mut(&self.mover).unwrap() -= 1;
                self.board.stacks.insert(*cell, vec![self.mover]);
            }
            Turn::Distribution { from, step, .. } => self.distribute(*from, *step),
            Turn::Release(cells) => {
                for cell in cells {
                    for piece in self.board.prisoners.remove(cell).unwrap() {
                        *self.board.reserve.get_mut(&piece).unwrap() += 1;
                    }
                    self.board.tiles.insert(*cell, self.mover);
                }
            }
            Turn::Pass => {}
        }
        self.passes = match turn {
            Turn::Pass => self.passes + 1,
            _ => 0,
        };
        self.mover = self.mover.other();
    }

    /// Rules 7 and 8: from the bottom of the stack a piece a cell; off the tiles all that are left.
    fn distribute(&mut self, from: Cell, step: (i32, i32)) {
        let mut hand = self.board.stacks.remove(&from).unwrap();
        let mut cell = from;
        while !hand.is_empty() {
            cell = along(cell, step, 1);
            if self.board.tiles.contains_key(&cell) {
                let piece = hand.remove(0);
                self.board.stacks.entry(cell).or_default().push(piece);
            } else {
                self.board.prisoners.insert(cell, hand.clone());
                hand.clear();
            }
        }
    }

    /// The number of sequences of `depth` legal turns; a game that ended goes no further.
    pub fn perft(&self, depth: usize) -> u64 {
        let turns = self.legal_turns();
        if depth == 1 {
            return turns.len() as u64;
        }
        let mut count = 0;
        for turn in turns {
            let mut after = self.clone();
            after.play(&turn);
            count += after.perft(depth - 1);
        }
        count
    }
}
