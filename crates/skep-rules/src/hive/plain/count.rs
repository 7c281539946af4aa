//! Counts legal moves without listing them, where possible.

use arrayvec::ArrayVec;

use super::FoldedCell;
use super::near::{CENTRE, Near, near_step};
use super::perimeter::Labels;
use super::position::{Entrance, Position};
use super::tables::{Bits, CELLS, MAX_BORDER, OPEN_MIDDLE, PIECES, SLIDE, direction_bit, step};
use super::{Bug, Piece};
use crate::game::Position as _;

impl Position {
    #[inline(always)]
    pub(super) fn count_placements(&self) -> u32 {
        let cells = match self.entrance() {
            Entrance::Anywhere => 1,
            Entrance::BesideFirst => 6,
            Entrance::BesideOwn => self
                .open_cells(self.turn())
                .unwrap_or_else(|| self.placement_cells(&mut [0; MAX_BORDER]) as u32),
        };
        self.placeable_kinds().count_ones() * cells
    }

    // Inlined into its caller, perft needs 1.6 % more instructions.
    #[inline(never)]
    pub(super) fn count_movements(&self) -> u32 {
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
                let thrown = self.own_throws(cell, &throwers);
                count += self.count_targets(piece, cell, thrown, &mut perimeters);
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

    /// The cells to which an own piece on `cell` that is not pinned can be thrown.
    #[inline]
    fn own_throws(&self, cell: FoldedCell, throwers: &[Thrower]) -> Near {
        let mut targets = Near::default();
        for thrower in throwers.iter().filter(|t| t.lifts(cell)) {
            for d in Bits(direction_bit(cell, thrower.cell)) {
                targets.add_around(near_step(CENTRE, d), thrower.down);
            }
        }
        targets
    }

    /// The number of targets of a piece that is alone on its cell and not pinned, with the cells to which it is thrown.
    #[inline]
    fn count_targets(
        &self,
        piece: u8,
        cell: FoldedCell,
        thrown: Near,
        perimeters: &mut Perimeters,
    ) -> u32 {
        let occupied = self.occupied(cell);
        let bug = Piece(piece).bug();
        if thrown.is_empty() {
            match bug {
                Bug::Queen | Bug::Pillbug => return SLIDE[occupied as usize].count_ones(),
                Bug::Beetle => return self.beetle_directions(cell).count_ones(),
                Bug::Grasshopper => return occupied.count_ones(),
                Bug::Ant => return perimeters.reach(self, cell).count,
                Bug::Spider => {
                    let mut ends = Near::default();
                    self.spider_walks(cell, |to| ends.add_near(cell, to));
                    return ends.len();
                }
                _ => {}
            }
        }
        self.count_union(bug, cell, thrown, perimeters)
    }

    /// Counts the targets of a piece with several ways to move.
    #[inline(never)]
    fn count_union(
        &self,
        bug: Bug,
        cell: FoldedCell,
        thrown: Near,
        perimeters: &mut Perimeters,
    ) -> u32 {
        let occupied = self.occupied(cell);
        let kinds = match bug {
            Bug::Mosquito => self.bugs_beside(cell),
            _ => 1 << bug as u8,
        };
        let moves_like = |bug: Bug| kinds & 1 << bug as u8 != 0;
        let mut near = thrown;
        let mut far = 0;
        let reach = moves_like(Bug::Ant).then(|| perimeters.reach(self, cell));
        // An ant's walk covers all slides.
        if reach.is_none() {
            if moves_like(Bug::Queen) || moves_like(Bug::Pillbug) {
                near.add_around(CENTRE, SLIDE[occupied as usize]);
            }
            if moves_like(Bug::Spider) {
                self.spider_walks(cell, |to| near.add_near(cell, to));
            }
        }
        if moves_like(Bug::Beetle) {
            near.add_around(CENTRE, self.beetle_directions(cell));
        }
        if moves_like(Bug::Grasshopper) {
            self.jumps(cell, |to| {
                let counts = |reach: &Reach| !reach.contains(perimeters, to);
                if !near.add(cell, to) && reach.as_ref().is_none_or(counts) {
                    far += 1;
                }
            });
        }
        if moves_like(Bug::Ladybug) {
            self.add_ladybug_targets(cell, &mut near);
        }
        let Some(reach) = reach else {
            return near.len() + far;
        };
        let others = near
            .cells(cell)
            .filter(|&(_, to)| !reach.contains(perimeters, to));
        reach.count + others.count() as u32 + far
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
/// Connect two pieces with a line if they are neighbours, or if they are the two cells beside a step between two empty
/// cells, where they leave no room. The lines do not cross, and the hive is connected, so each region between the lines
/// has one unbroken edge, and the perimeter along this edge is one perimeter. So a walk reaches all cells beside the
/// hive in its region.
///
/// ```text
///       #   e          # piece, A the ant, e and m empty cells beside the ant
///     #   A   m        lifting the ant joins the regions of these cells
///       #   e
/// ```
///
/// Lifting the ant takes its lines away. This joins the regions of the empty cells beside it, except a cell between two
/// pieces, which the ant cannot enter. So the ant reaches the perimeters of these cells, without the cells that touch
/// only the ant.
#[derive(Default)]
struct Perimeters {
    // `None` until the first ant.
    labels: Option<Labels>,
    // The number of cells of each perimeter, from label 1 on.
    sizes: ArrayVec<u32, MAX_PERIMETERS>,
}

/// The lines between at most 28 pieces have at most 2 · 28 − 4 regions.
const MAX_PERIMETERS: usize = 2 * PIECES - 4;

/// The targets of an ant.
struct Reach {
    count: u32,
    // The labels of the perimeters, one bit each.
    perimeters: u64,
    from: FoldedCell,
    // Directions of the cells that are removed.
    dropped: u8,
}

impl Reach {
    fn contains(&self, perimeters: &Perimeters, cell: FoldedCell) -> bool {
        direction_bit(self.from, cell) & self.dropped == 0
            && perimeters.labels.as_ref().is_some_and(|labels| {
                self.perimeters >> (labels[cell as usize & (CELLS - 1)] & 63) & 1 != 0
            })
    }
}

impl Perimeters {
    /// The targets of an ant on `from` that is not pinned.
    fn reach(&mut self, position: &Position, from: FoldedCell) -> Reach {
        let occupied = position.occupied(from) as usize;
        let mut reach = Reach {
            count: 0,
            perimeters: 0,
            from,
            dropped: OPEN_MIDDLE[occupied],
        };
        for d in Bits(reach.dropped) {
            if position.occupied_without(step(from, d), from) != 0 {
                reach.dropped &= !(1 << d);
            }
        }
        for d in Bits(SLIDE[occupied] | OPEN_MIDDLE[occupied] & !reach.dropped) {
            let label = self.label(position, step(from, d));
            let bit = 1 << (label & 63);
            if reach.perimeters & bit == 0 {
                reach.perimeters |= bit;
                reach.count += self.sizes[usize::from(label) - 1];
            }
        }
        if reach.perimeters != 0 {
            reach.count -= reach.dropped.count_ones();
        }
        reach
    }

    /// The label of the perimeter of a cell.
    #[inline]
    fn label(&mut self, position: &Position, cell: FoldedCell) -> u8 {
        #[expect(
            clippy::unnecessary_lazy_evaluations,
            reason = "the labels are cleared only for the first ant"
        )]
        let labels = self.labels.get_or_insert_with(|| [0; CELLS]);
        let known = labels[usize::from(cell) & (CELLS - 1)];
        if known != 0 {
            return known;
        }
        let label = self.sizes.len() as u8 + 1;
        let size = position.label_perimeter(cell, label, labels);
        self.sizes.push(size);
        label
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random_game;
    use crate::hive::plain::GameType;

    /// A walk with the ant lifted, the perimeters with the ants in place, and the test of one target.
    #[test]
    fn three_ways_to_find_the_targets_of_ants_agree() {
        let mut ants = 0;
        for game_type in [GameType::BASE, GameType::MLP] {
            for index in 0..40 {
                let start = Position::start(game_type.into());
                let mut moves = Vec::new();
                random_game(&mut start.clone(), 31, index, 150, &mut moves);
                let mut position = start;
                for mv in moves {
                    position.play_unchecked(mv);
                    let mut perimeters = Perimeters::default();
                    for (piece, from) in position.movers() {
                        if Piece(piece).bug() == Bug::Ant
                            && position.height(from) == 1
                            && !position.is_pinned(from)
                        {
                            compare_targets(&position, piece, from, &mut perimeters);
                            ants += 1;
                        }
                    }
                }
            }
        }
        assert!(ants > 1000, "{ants}");
    }

    fn compare_targets(position: &Position, piece: u8, from: FoldedCell, known: &mut Perimeters) {
        let mut targets = Vec::new();
        position.for_each_destination(piece, |to| targets.push(to));
        let reach = known.reach(position, from);
        assert_eq!(reach.count as usize, targets.len(), "{position}");
        for to in 0..CELLS as FoldedCell {
            if position.height(to) == 0 && position.occupied_without(to, from) != 0 {
                let is_target = targets.contains(&to);
                assert_eq!(reach.contains(known, to), is_target, "{position}");
                assert_eq!(position.slides_lead(from, to), is_target, "{position}");
            }
        }
    }
}
