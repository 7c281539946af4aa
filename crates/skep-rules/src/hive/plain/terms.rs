//! What an estimate of a position counts, collected in one pass over the pieces.

use super::FoldedCell;
use super::position::{IN_HAND, Position};
use super::tables::{Bits, SLIDE, direction_bit, step};
use super::{Bug, Piece};
use crate::game::{Position as _, Side};

/// What one side of a position has, as a number below [`EvaluationTerm::COUNT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvaluationTerm(u8);

/// The state of a piece.
const STATES: [&str; 4] = ["free", "stuck", "covered", "in hand"];
const FREE: u8 = 0;
const STUCK: u8 = 1;
const COVERED: u8 = 2;
const HELD: u8 = 3;

/// Cells around a queen: 0 to 6.
const CELLS_AROUND: u8 = 7;
/// Numbers of attackers: 0 to 3, and 4 or more.
const ATTACKER_COUNTS: u8 = 5;

// The first number of each group.
const PIECE: u8 = 0;
const ATTACKER: u8 = PIECE + 4 * 8;
const GUARD: u8 = ATTACKER + 8;
const QUEEN: u8 = GUARD + 8;
const READY: u8 = QUEEN + CELLS_AROUND;
const GATES: u8 = READY + CELLS_AROUND * ATTACKER_COUNTS;
const RIDER: u8 = GATES + 7;
const STEPS: u8 = RIDER + 1;
const ROOM: u8 = STEPS + 5;
const TO_MOVE: u8 = ROOM + 1;
const END: u8 = TO_MOVE + CELLS_AROUND;

impl EvaluationTerm {
    /// The number of terms.
    pub const COUNT: usize = END as usize;

    /// Its number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What the side has, for tables: `free A`, `queen with 4 neighbours`.
    pub fn name(self) -> String {
        let bug = |number: u8| Bug::PLAIN[number as usize].code();
        match self.0 {
            n if n < ATTACKER => format!("{} {}", STATES[usize::from(n / 8)], bug(n % 8)),
            n if n < GUARD => format!("{} beside the other queen", bug(n - ATTACKER)),
            n if n < QUEEN => format!("{} beside the own queen", bug(n - GUARD)),
            n if n < READY => format!("own queen with {} neighbours", n - QUEEN),
            n if n < GATES => {
                let n = n - READY;
                let (around, ready) = (n / ATTACKER_COUNTS, n % ATTACKER_COUNTS);
                format!("{ready} attackers of a queen with {around} neighbours")
            }
            n if n < RIDER => format!("{} cells beside the own queen to slide to", n - GATES),
            n if n < STEPS => "piece on the other queen".to_owned(),
            n if n < ROOM => format!("queen with {} steps", n - STEPS),
            n if n < TO_MOVE => "cells to place on".to_owned(),
            n => format!("turn against a queen with {} neighbours", n - TO_MOVE),
        }
    }

    /// All terms.
    pub fn all() -> impl Iterator<Item = EvaluationTerm> {
        (0..END).map(EvaluationTerm)
    }
}

impl Position {
    /// Calls `visit` for everything that a side has, with its amount. What neither side has is not visited.
    #[inline]
    pub fn for_each_term(&self, mut visit: impl FnMut(Side, EvaluationTerm, i32)) {
        let pins = self.pins();
        for side in Side::ALL {
            let mut count = |term: u8, amount| visit(side, EvaluationTerm(term), amount);
            let own = self.location(Piece::of_slot(side, 0).0);
            let other = self.location(Piece::of_slot(!side, 0).0);
            let around_other = match other {
                IN_HAND => 0,
                cell => self.occupied(cell),
            };
            let gates = |queen: FoldedCell, occupied: u8| {
                let open = |d: &usize| SLIDE[self.occupied(step(queen, *d)) as usize] != 0;
                Bits(!occupied & 63).filter(open).count() as u8
            };
            let gates_other = match other {
                IN_HAND => 0,
                cell => gates(cell, around_other),
            };
            let mut ready = 0;
            let mut hand = self.hands[side.index()];
            while hand != 0 {
                let piece = Piece::of_slot(side, hand.trailing_zeros() as u8);
                hand &= hand - 1;
                count(PIECE + HELD * 8 + piece.bug() as u8, 1);
            }
            let mut slots = self.board_slots(side);
            while slots != 0 {
                let piece = Piece::of_slot(side, slots.trailing_zeros() as u8);
                slots &= slots - 1;
                let (bug, cell) = (piece.bug(), self.location(piece.0));
                if self.top(cell) != piece.0 {
                    count(PIECE + COVERED * 8 + bug as u8, 1);
                    continue;
                }
                let height = self.height(cell);
                let beside = other != IN_HAND && direction_bit(other, cell) != 0;
                if beside {
                    count(ATTACKER + bug as u8, 1);
                }
                if own != IN_HAND && direction_bit(own, cell) != 0 {
                    count(GUARD + bug as u8, 1);
                }
                if cell == other {
                    count(RIDER, 1);
                }
                let slides = SLIDE[self.occupied(cell) as usize];
                let walks = matches!(bug, Bug::Queen | Bug::Spider | Bug::Ant | Bug::Pillbug);
                let is_free =
                    height > 1 || !pins.holds(self, piece.0, cell) && (!walks || slides != 0);
                count(
                    PIECE + 8 * if is_free { FREE } else { STUCK } + bug as u8,
                    1,
                );
                if bug == Bug::Queen {
                    count(
                        STEPS
                            + if is_free {
                                slides.count_ones() as u8
                            } else {
                                0
                            },
                        1,
                    );
                } else if is_free && other != IN_HAND && !beside {
                    ready += u8::from(self.is_ready(bug, cell, other, gates_other));
                }
            }
            if other != IN_HAND {
                let around = around_other.count_ones() as u8;
                count(
                    READY + ATTACKER_COUNTS * around + ready.min(ATTACKER_COUNTS - 1),
                    1,
                );
                if self.turn() == side {
                    count(TO_MOVE + around, 1);
                }
            }
            if own != IN_HAND {
                let around = self.occupied(own);
                count(QUEEN + around.count_ones() as u8, 1);
                count(GATES + gates(own, around), 1);
            }
            if self.hands[side.index()] != 0 {
                let room = self.open_cells(side).unwrap_or(0);
                count(ROOM, room.min(12).cast_signed());
            }
        }
    }

    /// Whether a free piece can probably go beside the other queen in one turn. Ants are not followed around the hive.
    #[inline]
    fn is_ready(&self, bug: Bug, cell: FoldedCell, queen: FoldedCell, gates: u8) -> bool {
        let is_near = |to: FoldedCell| direction_bit(queen, to) != 0;
        let mut found = false;
        match bug {
            Bug::Ant => found = gates > 0,
            Bug::Spider if gates > 0 => self.spider_walks(cell, |to| found |= is_near(to)),
            Bug::Grasshopper => self.jumps(cell, |to| found |= is_near(to)),
            Bug::Ladybug => {
                let mut targets = super::near::Near::default();
                self.add_ladybug_targets(cell, &mut targets);
                found = targets.cells(cell).any(|(_, to)| is_near(to));
            }
            Bug::Beetle => found = (0..6).any(|d| is_near(step(cell, d))),
            Bug::Mosquito => {
                let bugs = self.bugs_beside(cell);
                let copies = |bug: Bug| bugs & 1 << bug as u8 != 0;
                if self.height(cell) > 1 || copies(Bug::Beetle) {
                    found = (0..6).any(|d| is_near(step(cell, d)));
                }
                if self.height(cell) == 1 {
                    found |=
                        copies(Bug::Ant) && gates > 0 && SLIDE[self.occupied(cell) as usize] != 0;
                    if copies(Bug::Grasshopper) {
                        self.jumps(cell, |to| found |= is_near(to));
                    }
                }
            }
            _ => {}
        }
        found
    }
}
