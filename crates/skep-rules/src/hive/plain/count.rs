//! Counts legal moves without listing them, where possible.

use arrayvec::ArrayVec;

use super::FoldedCell;
use super::position::Position;
use super::tables::{Bits, CellSet, MAX_BORDER, OPEN_MIDDLE, SLIDE, direction_bit, step};
use super::{Bug, Piece};

impl Position {
    /// The number of legal moves, as [`Position::legal_moves`] lists them.
    pub fn count_moves(&self) -> u64 {
        if self.outcome().is_over() {
            return 0;
        }
        let mut count = self.count_placements();
        if self.queen_is_placed() {
            count += self.count_movements();
        }
        u64::from(count.max(1))
    }

    #[inline(always)]
    fn count_placements(&self) -> u32 {
        let cells = match self.ply() {
            0 => 1,
            1 => 6,
            _ => self
                .open_cells(self.turn())
                .unwrap_or_else(|| self.placement_cells(&mut [0; MAX_BORDER]) as u32),
        };
        self.placeable_kinds().count_ones() * cells
    }

    // Inlined into its caller, perft needs 1.6 % more instructions.
    #[inline(never)]
    fn count_movements(&self) -> u32 {
        let pins = self.pins();
        let mut perimeters = Perimeters::default();
        let throwers = if self.can_throw_at_all() {
            self.throws()
        } else {
            ArrayVec::new()
        };
        let mut count = 0;
        for (piece, cell) in self.movers() {
            if self.height(cell) > 1 {
                count += self.beetle_directions(cell).count_ones();
            } else if !pins.holds(self, piece, cell) {
                count += self.count_destinations(piece, cell, &mut perimeters);
                if !throwers.is_empty() {
                    count += self.count_own_throws(piece, cell, &throwers, &mut perimeters);
                }
            }
        }
        for (i, thrower) in throwers.iter().enumerate() {
            let enemies = self.neighbours_of(thrower.cell, !self.turn()) & thrower.up;
            for d in Bits(enemies) {
                let cell = step(thrower.cell, d);
                if !self.is_throwable(cell, pins) {
                    continue;
                }
                count += thrower.down.count_ones();
                // A throw that both throwers can make counts once.
                if let Some(first) = throwers[..i].first()
                    && first.lifts(cell)
                {
                    count -= Bits(thrower.down)
                        .filter(|&d| first.puts(step(thrower.cell, d)))
                        .count() as u32;
                }
            }
        }
        count
    }

    fn throws(&self) -> ArrayVec<Thrower, 2> {
        self.throwers()
            .map(|cell| {
                let occupied = self.occupied(cell);
                let free = self.throw_directions(cell);
                Thrower {
                    cell,
                    up: free & occupied,
                    down: free & !occupied & 63,
                }
            })
            .collect()
    }

    /// Throws of an own piece that is not pinned, to cells that it cannot reach by itself.
    fn count_own_throws(
        &self,
        piece: u8,
        cell: FoldedCell,
        throwers: &ArrayVec<Thrower, 2>,
        perimeters: &mut Perimeters,
    ) -> u32 {
        let mut targets: ArrayVec<FoldedCell, 12> = ArrayVec::new();
        for thrower in throwers.iter().filter(|t| t.lifts(cell)) {
            for d in Bits(thrower.down) {
                let to = step(thrower.cell, d);
                if !targets.contains(&to) {
                    targets.push(to);
                }
            }
        }
        if targets.is_empty() {
            return 0;
        }
        let mut count = targets.len() as u32;
        if Piece(piece).bug() == Bug::Ant
            && let Some(reach) = perimeters.reach(self, cell)
        {
            return count
                - targets
                    .iter()
                    .filter(|&&c| reach.contains(perimeters, c))
                    .count() as u32;
        }
        self.for_each_destination(piece, |c| count -= targets.contains(&c) as u32);
        count
    }

    #[inline]
    fn count_destinations(&self, piece: u8, cell: FoldedCell, perimeters: &mut Perimeters) -> u32 {
        let occupied = self.occupied(cell);
        match Piece(piece).bug() {
            Bug::Queen | Bug::Pillbug => SLIDE[occupied as usize].count_ones(),
            Bug::Beetle => self.beetle_directions(cell).count_ones(),
            Bug::Grasshopper => occupied.count_ones(),
            Bug::Ant => match perimeters.reach(self, cell) {
                Some(reach) => reach.count,
                None => self.perimeter::<true>(cell).1 - 1,
            },
            Bug::Mosquito => self.count_mosquito(piece, cell, perimeters),
            Bug::Spider => {
                let mut ends: ArrayVec<FoldedCell, 32> = ArrayVec::new();
                self.spider_walks(cell, |c| {
                    if !ends.contains(&c) {
                        ends.push(c);
                    }
                });
                ends.len() as u32
            }
            Bug::Ladybug => self.count_one_by_one(piece),
            // The plain game has no other kinds.
            _ => 0,
        }
    }

    fn count_one_by_one(&self, piece: u8) -> u32 {
        let mut count = 0;
        self.for_each_destination(piece, |_| count += 1);
        count
    }

    /// A mosquito beside an ant goes to all cells of an ant. Its other targets are only up, over or down from the hive.
    fn count_mosquito(&self, piece: u8, cell: FoldedCell, perimeters: &mut Perimeters) -> u32 {
        let bugs = self.bugs_beside(cell);
        let copies = |bug: Bug| bugs & 1 << bug as u8 != 0;
        if !copies(Bug::Ant) {
            return self.count_one_by_one(piece);
        }
        let Some(reach) = perimeters.reach(self, cell) else {
            return self.count_one_by_one(piece);
        };
        let mut count = reach.count;
        if copies(Bug::Beetle) {
            count += (self.beetle_directions(cell) & self.occupied(cell)).count_ones();
        }
        if copies(Bug::Grasshopper) || copies(Bug::Ladybug) {
            let mut seen = CellSet::default();
            let mut visit = |c| {
                if !reach.contains(perimeters, c) && seen.insert(c) {
                    count += 1;
                }
            };
            if copies(Bug::Grasshopper) {
                self.jumps(cell, &mut visit);
            }
            if copies(Bug::Ladybug) {
                self.ladybug_walks(cell, &mut visit);
            }
        }
        count
    }
}

/// A piece that can throw, and the directions from which it can lift and to which it can put down.
struct Thrower {
    cell: FoldedCell,
    up: u8,
    down: u8,
}

impl Thrower {
    fn lifts(&self, cell: FoldedCell) -> bool {
        direction_bit(self.cell, cell) & self.up != 0
    }

    fn puts(&self, cell: FoldedCell) -> bool {
        direction_bit(self.cell, cell) & self.down != 0
    }
}

/// The perimeters of the hive in its current form: the empty cells beside it, grouped by slides. Each perimeter is
/// walked at most once, when the first ant needs it, and is used for all ants of the position.
///
/// # Why one walk serves all ants
///
/// A walk with the ant lifted differs from a walk with the ant in place only beside the ant. Take the runs of empty
/// cells among its six neighbours. A run of one cell is too narrow for the ant to leave by it. By a longer run it
/// leaves at either end (`e`):
///
/// ```text
///       #   e          # piece, A the ant, e ends of a run, m a cell between two ends
///     #   A   m        with A in place, a slide goes e, m, e around A; with A lifted, m touches nothing any more,
///       #   e          and the way from e to e leads over the ant's own cell instead
/// ```
///
/// So the ant reaches the perimeters of the ends, without the cells `m`. If an `m` touches a piece other than the ant,
/// it stays on the perimeter and other ways lead through it. Then this argument fails, and the ant is walked
/// separately.
#[derive(Default)]
struct Perimeters {
    parts: ArrayVec<(CellSet, u32), MAX_PARTS>,
}

/// With more perimeters, the ants are walked one by one.
const MAX_PARTS: usize = 6;

/// The targets of an ant.
struct Reach {
    count: u32,
    // The perimeters, one bit each.
    parts: u8,
    from: FoldedCell,
    // Directions of the cells that are removed.
    dropped: u8,
}

impl Reach {
    fn contains(&self, perimeters: &Perimeters, cell: FoldedCell) -> bool {
        direction_bit(self.from, cell) & self.dropped == 0
            && Bits(self.parts).any(|i| perimeters.parts[i].0.contains(cell))
    }
}

impl Perimeters {
    /// The targets of an ant on `from`; `None` if it must be walked separately.
    #[inline]
    fn reach(&mut self, position: &Position, from: FoldedCell) -> Option<Reach> {
        let occupied = position.occupied(from) as usize;
        let dropped = OPEN_MIDDLE[occupied];
        for d in Bits(dropped) {
            if position.occupied_without(step(from, d), from) != 0 {
                return None;
            }
        }
        let mut reach = Reach {
            count: 0,
            parts: 0,
            from,
            dropped,
        };
        for d in Bits(SLIDE[occupied]) {
            let part = self.part(position, step(from, d))?;
            if reach.parts & 1 << part == 0 {
                reach.parts |= 1 << part;
                reach.count += self.parts[part].1;
            }
        }
        if reach.parts != 0 {
            reach.count -= dropped.count_ones();
        }
        Some(reach)
    }

    /// The number of the perimeter of a cell.
    #[inline]
    fn part(&mut self, position: &Position, cell: FoldedCell) -> Option<usize> {
        if let Some(known) = self.parts.iter().position(|p| p.0.contains(cell)) {
            return Some(known);
        }
        if self.parts.is_full() {
            return None;
        }
        self.parts.push(position.perimeter::<false>(cell));
        Some(self.parts.len() - 1)
    }
}
