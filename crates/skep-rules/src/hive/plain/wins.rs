//! Moves that win at once, found without playing the others.
//!
//! A move wins in one of two ways: a piece enters the last empty cell beside the other queen, or a throw takes the
//! other queen into a hole with six neighbours.

use std::ops::ControlFlow;

use super::FoldedCell;
use super::position::{IN_HAND, Position, slots_of};
use super::reach::{MOSQUITO, PILLBUG};
use super::tables::{Bits, SLIDE, direction_bit, step};
use super::{Bug, Move, Piece};
use crate::game::Internal as _;
use crate::game::Position as _;

/// A visitor that can stop the search.
type Flow = ControlFlow<()>;

impl Position {
    /// Whether the side to move has a move that wins at once.
    ///
    /// ```
    /// use skep_rules::hive::Position;
    ///
    /// let position: Position = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-".parse()?;
    /// assert!(!position.wins_at_once());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn wins_at_once(&self) -> bool {
        self.may_win_at_once() && self.for_each_win(|_| Flow::Break(())).is_break()
    }

    /// Appends every move that wins at once to `out`, each once, in no special order.
    pub fn winning_moves_into(&self, out: &mut Vec<Move>) {
        let start = out.len();
        if self.may_win_at_once() {
            let _ = self.for_each_win(|mv| {
                if !out[start..].contains(&mv) {
                    out.push(mv);
                }
                Flow::Continue(())
            });
        }
    }

    /// Whether the side to move surely has a turn after which the other side cannot win at once. False says nothing.
    ///
    /// It looks only at placements: with two empty cells beside the queen and no thrower beside it, a piece that enters
    /// elsewhere leaves the other side without a win.
    pub fn can_wait(&self) -> bool {
        let side = self.turn();
        let queen = self.location(Piece::of_slot(side, 0).0);
        if queen == IN_HAND || self.occupied(queen).count_ones() > 4 || self.placeable_kinds() == 0
        {
            return false;
        }
        let other = (!side) as u8 * 16;
        let beside = |piece: u8| {
            let cell = self.location(piece);
            cell != IN_HAND && direction_bit(queen, cell) != 0
        };
        if self.can_throw_at_all() && (beside(other + PILLBUG) || beside(other + MOSQUITO)) {
            return false;
        }
        let Some(open) = self.open_cells(side) else {
            return false;
        };
        let near = Bits(!self.occupied(queen) & 63)
            .filter(|&d| self.neighbours_of(step(queen, d), !side) == 0)
            .count();
        open > near as u32
    }

    /// Whether a move brings one more piece beside the other queen.
    pub fn fills_side(&self, mv: Move) -> bool {
        let Some(piece) = mv.piece() else {
            return false;
        };
        let queen = self.location(Piece::of_slot(!self.turn(), 0).0);
        let from = self.location(piece.0);
        queen != IN_HAND
            && direction_bit(queen, mv.to) & !self.occupied(queen) != 0
            && (from == IN_HAND || self.height(from) > 1 || direction_bit(queen, from) == 0)
    }

    /// Calls `visit` for each move that wins at once; some more than once.
    fn for_each_win(&self, mut visit: impl FnMut(Move) -> Flow) -> Flow {
        let side = self.turn();
        let queen = self.location(Piece::of_slot(!side, 0).0);
        if queen == IN_HAND || self.outcome().is_over() {
            return Flow::Continue(());
        }
        let occupied = self.occupied(queen);
        let gap = (occupied.count_ones() == 5)
            .then(|| step(queen, (!occupied & 63).trailing_zeros() as usize));
        if let Some(gap) = gap {
            self.placed_wins(gap, &mut visit)?;
        }
        if !self.queen_is_placed() {
            return Flow::Continue(());
        }
        let throws = self.can_throw_at_all()
            && self.throwers().any(|thrower| {
                direction_bit(thrower, queen) != 0
                    || gap.is_some_and(|gap| direction_bit(thrower, gap) != 0)
            });
        if gap.is_none() && !throws {
            return Flow::Continue(());
        }
        let pins = self.pins();
        if let Some(gap) = gap {
            for (piece, from) in self.movers() {
                let alone = self.height(from) == 1;
                // A piece that leaves a cell beside the queen opens another gap.
                if alone && (direction_bit(queen, from) != 0 || pins.holds(self, piece, from)) {
                    continue;
                }
                if self.reaches(piece, from, gap) && self.stays_alive(piece, from, gap) {
                    visit(Move::new(Piece(piece), gap))?;
                }
            }
        }
        if !throws {
            return Flow::Continue(());
        }
        for thrower in self.throwers() {
            let free = self.throw_directions(thrower);
            let around = self.occupied(thrower);
            for d in Bits(around & free) {
                let from = step(thrower, d);
                let down = free & !around & 63;
                if from == queen {
                    if self.is_throwable(from, pins) {
                        let piece = self.top(from);
                        for d in Bits(down) {
                            let to = step(thrower, d);
                            if self.occupied_without(to, from) == 63
                                && self.stays_alive(piece, from, to)
                            {
                                visit(Move::new(Piece(piece), to))?;
                            }
                        }
                    }
                } else if let Some(gap) = gap
                    && direction_bit(thrower, gap) & down != 0
                    && direction_bit(queen, from) == 0
                    && self.is_throwable(from, pins)
                {
                    let piece = self.top(from);
                    if self.stays_alive(piece, from, gap) {
                        visit(Move::new(Piece(piece), gap))?;
                    }
                }
            }
        }
        Flow::Continue(())
    }

    /// Placements on the last empty cell beside the other queen. They are possible if a piece of the side to move
    /// covers the queen and all other neighbours are its own.
    fn placed_wins(&self, gap: FoldedCell, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let side = self.turn();
        let kinds = self.placeable_kinds();
        if kinds == 0 || self.neighbours_of(gap, !side) != 0 {
            return Flow::Continue(());
        }
        for bug in Bug::PLAIN {
            if kinds & slots_of(bug) != 0
                && let Some(piece) = self.next_in_hand(side, bug)
                && self.stays_alive(piece.0, IN_HAND, gap)
            {
                visit(Move::new(piece, gap))?;
            }
        }
        Flow::Continue(())
    }

    /// Whether an uncovered piece that is not pinned reaches an empty cell by its own move.
    fn reaches(&self, piece: u8, from: FoldedCell, to: FoldedCell) -> bool {
        let piece = Piece(piece);
        let walks = matches!(
            piece.bug(),
            Bug::Queen | Bug::Spider | Bug::Ant | Bug::Pillbug
        );
        // Most gaps are too narrow to slide in.
        if walks && self.height(from) == 1 && SLIDE[self.occupied_without(to, from) as usize] == 0 {
            return false;
        }
        self.check_own_movement(piece, from, to).is_ok()
    }

    /// Whether the queen of the side to move is not surrounded after a move to an empty cell.
    fn stays_alive(&self, piece: u8, from: FoldedCell, to: FoldedCell) -> bool {
        let own = Piece::of_slot(self.turn(), 0).0;
        let leaves = from != IN_HAND && self.height(from) == 1;
        let (queen, arrives) = if piece == own {
            (to, 0)
        } else {
            let queen = self.location(own);
            if queen == IN_HAND {
                return true;
            }
            (queen, direction_bit(queen, to))
        };
        let left = if leaves {
            direction_bit(queen, from)
        } else {
            0
        };
        self.occupied(queen) & !left | arrives != 63
    }
}
