//! The moves of the bugs, kind by kind.

use super::Bugs;
use super::board::{TableCells, VenomBoard, neighbours, step};
use super::{Bug, FoldedCell, Tile};

/// The table while a piece is lifted off a cell.
#[derive(Clone, Copy)]
pub(super) struct Lifted<'a> {
    board: &'a VenomBoard,
    from: FoldedCell,
    // The rules to ignore, to find out which rule a move breaks.
    pub(super) waive: Waive,
}

/// Rules of movement that a search ignores.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Waive {
    /// Gates, on the ground and above it.
    pub(super) gates: bool,
    /// Contact on the ground.
    pub(super) contact: bool,
}

/// Kinds that slide or step one cell on the ground.
const ONE_STEP: Bugs = Bugs::of(&[Bug::Queen, Bug::Wasp, Bug::Pillbug, Bug::Assassin]);

impl<'a> Lifted<'a> {
    pub(super) fn new(board: &'a VenomBoard, from: FoldedCell) -> Lifted<'a> {
        Lifted {
            board,
            from,
            waive: Waive::default(),
        }
    }

    /// The height of a cell without the lifted piece.
    #[inline]
    pub(super) fn height(&self, cell: FoldedCell) -> u8 {
        self.board.height(cell) - u8::from(cell == self.from)
    }

    /// Whether a step in a direction is wide enough above the ground: not between two cells that are both higher than
    /// the higher end of the step. `from_height` is the height below the piece.
    #[inline]
    pub(super) fn is_wide_at(
        &self,
        from: FoldedCell,
        from_height: u8,
        d: usize,
        to_height: u8,
    ) -> bool {
        let level = from_height.max(to_height);
        self.waive.gates
            || self.height(step(from, (d + 5) % 6)) <= level
            || self.height(step(from, (d + 1) % 6)) <= level
    }

    /// Whether a piece slides on the ground: to an empty cell, with room, and with contact.
    #[inline]
    fn slides(&self, from: FoldedCell, d: usize) -> Option<FoldedCell> {
        let to = step(from, d);
        if self.height(to) > 0 {
            return None;
        }
        let left = self.height(step(from, (d + 5) % 6)) > 0;
        let right = self.height(step(from, (d + 1) % 6)) > 0;
        let slides = match (left, right) {
            (true, true) => self.waive.gates,
            (false, false) => self.waive.contact,
            _ => true,
        };
        slides.then_some(to)
    }

    /// A step onto an occupied cell.
    #[inline]
    fn climbs(&self, from: FoldedCell, d: usize) -> Option<FoldedCell> {
        let to = step(from, d);
        let height = self.height(to);
        (height > 0 && self.is_wide_at(from, self.height(from), d, height)).then_some(to)
    }

    /// A step from above down to an empty cell.
    #[inline]
    fn descends(&self, from: FoldedCell, d: usize) -> Option<FoldedCell> {
        let to = step(from, d);
        let down = self.height(to) == 0 && self.is_wide_at(from, self.height(from), d, 0);
        down.then_some(to)
    }

    fn climbs_from(self, from: FoldedCell) -> impl Iterator<Item = FoldedCell> + use<'a> {
        (0..6).filter_map(move |d| self.climbs(from, d))
    }

    fn descends_from(self, from: FoldedCell) -> impl Iterator<Item = FoldedCell> + use<'a> {
        (0..6).filter_map(move |d| self.descends(from, d))
    }

    /// The beetle's step: across, up or down; on the ground it slides.
    fn beetle(self) -> impl Iterator<Item = FoldedCell> + use<'a> {
        let from = self.from;
        let on_ground = self.height(from) == 0;
        (0..6).filter_map(move |d| {
            self.climbs(from, d).or_else(|| {
                if on_ground {
                    self.slides(from, d)
                } else {
                    self.descends(from, d)
                }
            })
        })
    }

    /// Ends of slides of exactly `steps` steps that visit no cell twice.
    fn walk(&self, path: &mut Vec<FoldedCell>, steps: usize, out: &mut TableCells) {
        let at = path[path.len() - 1];
        for d in 0..6 {
            let Some(to) = self.slides(at, d).filter(|to| !path.contains(to)) else {
                continue;
            };
            if path.len() == steps {
                out.insert(to);
            } else {
                path.push(to);
                self.walk(path, steps, out);
                path.pop();
            }
        }
    }

    fn ant(&self, out: &mut TableCells) {
        let mut seen = TableCells::new();
        seen.insert(self.from);
        let mut ways = vec![self.from];
        while let Some(at) = ways.pop() {
            for to in (0..6).filter_map(|d| self.slides(at, d)) {
                if seen.insert(to) {
                    out.insert(to);
                    ways.push(to);
                }
            }
        }
    }

    fn grasshopper(&self, out: &mut TableCells) {
        for d in 0..6 {
            let mut to = step(self.from, d);
            if self.height(to) == 0 {
                continue;
            }
            while self.height(to) > 0 {
                to = step(to, d);
            }
            out.insert(to);
        }
    }

    fn dragonfly(&self, out: &mut TableCells) {
        for up in self.climbs_from(self.from) {
            for d in 0..6 {
                let mut at = up;
                while let Some(next) = self.climbs(at, d) {
                    at = next;
                }
                // It has flown over at least one cell beside the first, and the next is empty and wide enough.
                if at != up
                    && let Some(down) = self.descends(at, d)
                {
                    out.insert(down);
                }
            }
        }
    }

    /// The cells of the pieces that a Centipede reaches: three steps on top, no cell twice.
    pub(super) fn centipede(&self) -> TableCells {
        let mut out = TableCells::new();
        for one in self.climbs_from(self.from) {
            for two in self.climbs_from(one) {
                for three in self.climbs_from(two) {
                    if three != one && self.height(three) == 1 {
                        out.insert(three);
                    }
                }
            }
        }
        out
    }

    /// Cells that a flying piece reaches over a target: from the target down to the ground.
    fn fly(&self, targets: impl Iterator<Item = FoldedCell>, out: &mut TableCells) {
        for target in targets {
            for to in self.descends_from(target) {
                out.insert(to);
            }
        }
    }

    /// Adds the targets of a piece that moves like one of these kinds, possibly including its start. `recent` are the
    /// bugs on which a fly may land.
    pub(super) fn reach(
        &self,
        kinds: Bugs,
        recent: impl Iterator<Item = Tile>,
        out: &mut TableCells,
    ) {
        let from = self.from;
        let on_ground = self.height(from) == 0;
        if kinds.meets(ONE_STEP) && on_ground {
            for to in (0..6).filter_map(|d| self.slides(from, d)) {
                out.insert(to);
            }
        }
        let mut recent = Some(recent);
        for kind in kinds.iter() {
            match kind {
                Bug::Spider if on_ground => self.walk(&mut vec![from], 3, out),
                Bug::Scorpion if on_ground => self.walk(&mut vec![from], 2, out),
                Bug::Ant if on_ground => self.ant(out),
                Bug::Grasshopper if on_ground => self.grasshopper(out),
                Bug::Dragonfly if on_ground => self.dragonfly(out),
                Bug::Beetle => self.beetle().for_each(|to| {
                    out.insert(to);
                }),
                Bug::Firefly if !on_ground => self.beetle().for_each(|to| {
                    out.insert(to);
                }),
                Bug::Firefly | Bug::Butterfly if on_ground == (kind == Bug::Firefly) => {
                    for one in self.climbs_from(from) {
                        for two in self.climbs_from(one) {
                            out.insert(two);
                        }
                    }
                }
                Bug::Ladybug if on_ground => {
                    for one in self.climbs_from(from) {
                        for two in self.climbs_from(one) {
                            for down in self.descends_from(two) {
                                out.insert(down);
                            }
                        }
                    }
                }
                Bug::StinkBug if on_ground => {
                    for up in self.climbs_from(from) {
                        for down in self.descends_from(up) {
                            out.insert(down);
                        }
                    }
                }
                Bug::Tick if on_ground => self.climbs_from(from).for_each(|to| {
                    out.insert(to);
                }),
                Bug::Tick => self.descends_from(from).for_each(|to| {
                    out.insert(to);
                }),
                Bug::Moth if !on_ground => {
                    for down in self.descends_from(from) {
                        for up in self.climbs_from(down) {
                            out.insert(up);
                        }
                    }
                }
                Bug::Fly => {
                    if let Some(recent) = recent.take() {
                        let board = self.board;
                        let cells = recent
                            .filter(|&tile| board.is_top(tile))
                            .filter_map(|tile| board.cell(tile));
                        self.fly(cells.filter(|&cell| cell != from), out);
                    }
                }
                // Not from this level.
                Bug::Spider
                | Bug::Scorpion
                | Bug::Ant
                | Bug::Grasshopper
                | Bug::Dragonfly
                | Bug::Firefly
                | Bug::Butterfly
                | Bug::Ladybug
                | Bug::Moth
                | Bug::StinkBug => {}
                // One step (above), an action in place of a move, or no move.
                Bug::Queen
                | Bug::Pillbug
                | Bug::Wasp
                | Bug::Mosquito
                | Bug::Centipede
                | Bug::Mantis
                | Bug::Assassin
                | Bug::Honeycombo => {}
            }
        }
        out.remove(from);
    }
}

/// Whether a piece at `from` is beside a cell.
pub(super) fn touch(a: FoldedCell, b: FoldedCell) -> bool {
    neighbours(a).any(|cell| cell == b)
}
