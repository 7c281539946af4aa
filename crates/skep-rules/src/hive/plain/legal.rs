//! The rules of the game: all legal moves of a position, and the test of one.

use super::FoldedCell;
use super::pinned::Pins;
use super::position::{Entrance, IN_HAND, Position, slots_of};
use super::tables::{Bits, CellSet, MAX_BORDER, direction_bit, step};
use super::{Bug, Move, Opening, Options, Piece, Place, Rule, Undo, Written, refusal};
use crate::game::{self, Fault, FaultKind, Outcome, Position as _, Side};
use crate::geometry::Symmetry;
use crate::hive::refusal::no_place;

/// The last slot of each kind: equal bugs enter in order, so a kind is in hand as long as its last piece is.
const LAST_SLOTS: u16 = {
    let mut bits = 0;
    let mut i = 0;
    while i < Bug::PLAIN.len() {
        let slots = slots_of(Bug::PLAIN[i]);
        bits |= slots & !(slots >> 1);
        i += 1;
    }
    bits
};

const QUEEN_SLOT: u16 = 1;

impl game::Position for Position {
    type Options = Options;
    type Move = Move;
    type Written = Written;
    type Undo = Undo;
    type Rule = Rule;

    const PASS: Move = Move::PASS;

    fn start(options: Options) -> Position {
        Position::empty(options)
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn ply(&self) -> u32 {
        self.ply
    }

    /// Placements by kind and cell, then the moves of each piece, then throws.
    fn legal_moves_into(&self, out: &mut Vec<Move>) {
        if self.outcome().is_over() {
            return;
        }
        let start = out.len();
        self.placements(out);
        if self.queen_is_placed() {
            self.movements(out);
        }
        if out.len() == start {
            out.push(Move::PASS);
        }
    }

    fn count_moves(&self) -> u64 {
        if self.outcome().is_over() {
            return 0;
        }
        let mut count = self.count_placements();
        if self.queen_is_placed() {
            count += self.count_movements();
        }
        u64::from(count.max(1))
    }

    /// The answers to a placement do not depend on the bug: it touches no piece of the other side, so that no Mosquito
    /// copies it. Only a queen that enters a cell without an empty neighbour ends the game.
    fn count_pairs(&mut self, moves: &mut Vec<Move>) -> u64 {
        moves.clear();
        let mut total = 0;
        if self.entrance() != Entrance::BesideOwn {
            self.legal_moves_into(moves);
        } else if self.outcome().is_over() {
            return 0;
        } else {
            let mut cells = [0; MAX_BORDER];
            let kinds = self.placeable_kinds();
            let count = match kinds {
                0 => 0,
                _ => self.placement_cells(&mut cells),
            };
            for &cell in &cells[..count] {
                let others = kinds & !QUEEN_SLOT;
                let counted = if self.occupied(cell) == 63 {
                    others
                } else {
                    kinds
                };
                let like = if others == 0 { kinds } else { others };
                let piece = Piece::of_slot(self.turn(), like.trailing_zeros() as u8);
                let undo = self.play_without_key(Move::new(piece, cell));
                total += u64::from(counted.count_ones()) * self.count_moves();
                self.undo(undo);
            }
            if self.queen_is_placed() {
                self.movements(moves);
            }
            if count == 0 && moves.is_empty() {
                moves.push(Move::PASS);
            }
        }
        for &mv in moves.iter() {
            let undo = self.play_without_key(mv);
            total += self.count_moves();
            self.undo(undo);
        }
        total
    }

    #[inline]
    fn play_without_key(&mut self, mv: Move) -> Undo {
        self.play_with_old_key(mv)
    }

    fn spell(&self, mv: Move) -> Written {
        match mv.piece() {
            Some(piece) => Written::Put {
                piece: piece.name(),
                to: self.place(mv),
            },
            None => Written::Pass,
        }
    }

    fn interpret(&self, &written: &Written) -> Result<Move, Fault> {
        let Written::Put { piece: name, to } = written else {
            return Ok(Move::PASS);
        };
        let known = |name| Piece::from_name(name).filter(|p| self.game_type().has(p.bug()));
        let Some(piece) = known(name) else {
            let message = format!("{name} is not in the variant {}", self.game_type());
            return Err(Fault::new(FaultKind::UnknownPiece, message));
        };
        if to == Place::Unstated && self.ply > 0 {
            return Err(no_place(name));
        }
        self.move_to(piece, to).ok_or_else(|| {
            let message = format!("{written} names a piece that is not on the board");
            Fault::new(FaultKind::UnknownReference, message)
        })
    }

    fn judge(&self, written: &Written) -> Result<Move, Fault> {
        let mv = self.interpret(written)?;
        let tested = self.check(mv).map(|()| mv);
        tested.map_err(|rule| refusal::fault(self, mv, rule))
    }

    #[inline]
    fn check(&self, mv: Move) -> Result<(), Rule> {
        if self.outcome().is_over() {
            return Err(Rule::GameOver);
        }
        let Some(piece) = mv.piece() else {
            return if self.has_move() {
                Err(Rule::Pass)
            } else {
                Ok(())
            };
        };
        let from = self.location(piece.0);
        if from == IN_HAND {
            self.check_placement(piece, mv.to)
        } else {
            self.check_movement(piece, from, mv.to)
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) -> Undo {
        self.play_with_key(mv)
    }

    #[inline]
    fn play_on(&mut self, mv: Move) {
        self.play_for_replay(mv);
    }

    #[inline]
    fn undo(&mut self, undo: Undo) {
        self.take_back(undo);
    }

    #[inline]
    fn outcome(&self) -> Outcome {
        let surrounded = |side: Side| {
            let queen = self.location((side as u8) * 16);
            queen != IN_HAND && self.occupied(queen) == 63
        };
        Outcome::of_lost(surrounded(Side::White), surrounded(Side::Black))
    }

    #[inline]
    fn key(&self) -> u64 {
        self.finish(self.anchored_sum())
    }

    fn canonical_key(&self) -> u64 {
        let pieces = self.pieces_on_plane();
        let keys = Symmetry::ALL.into_iter().map(|s| self.image(&pieces, s));
        self.finish(keys.min().unwrap_or_default())
    }
}

impl Position {
    #[inline(always)]
    pub(super) fn queen_is_placed(&self) -> bool {
        self.hands[self.turn().index()] & QUEEN_SLOT == 0
    }

    /// The slots of the kinds that may be placed now: the last slot of each kind.
    #[inline(always)]
    pub(super) fn placeable_kinds(&self) -> u16 {
        let hand = self.hands[self.turn().index()];
        let mut kinds = hand & LAST_SLOTS;
        if hand & QUEEN_SLOT != 0 {
            if self.ply() >= 6 {
                kinds = QUEEN_SLOT;
            } else if self.ply() < 2 && self.opening() == Opening::Tournament {
                kinds &= !QUEEN_SLOT;
            }
        }
        kinds
    }

    fn placements(&self, out: &mut Vec<Move>) {
        let side = self.turn();
        let kinds = self.placeable_kinds();
        if kinds == 0 {
            return;
        }
        let mut cells = [0; MAX_BORDER];
        let count = self.placement_cells(&mut cells);
        for bug in Bug::PLAIN {
            if kinds & slots_of(bug) != 0 {
                let piece = self.next_in_hand(side, bug).expect("the kind is in hand");
                out.extend(cells[..count].iter().map(|&c| Move::new(piece, c)));
            }
        }
    }

    /// Lists the cells where the side to move may place and returns their number.
    pub(super) fn placement_cells(&self, cells: &mut [FoldedCell; MAX_BORDER]) -> usize {
        match self.entrance() {
            // The cell of the first piece makes no difference: only one cell is listed.
            Entrance::Anywhere => {
                cells[0] = 0;
                return 1;
            }
            Entrance::BesideFirst => {
                let first = self.on_board().next().expect("a piece is placed").1;
                for (d, cell) in cells.iter_mut().enumerate().take(6) {
                    *cell = step(first, d);
                }
                return 6;
            }
            Entrance::BesideOwn => {}
        }
        let side = self.turn();
        let mut seen = CellSet::default();
        let mut count = 0;
        for (piece, cell) in self.on_board() {
            if Piece(piece).side() != side || self.top(cell) != piece {
                continue;
            }
            for d in Bits(!self.occupied(cell) & 63) {
                let n = step(cell, d);
                if self.neighbours_of(n, !side) == 0 && seen.insert(n) {
                    cells[count] = n;
                    count += 1;
                }
            }
        }
        count
    }

    /// The uncovered pieces of the side to move that were not just thrown, with their cells.
    #[inline(always)]
    pub(super) fn movers(&self) -> impl Iterator<Item = (u8, FoldedCell)> {
        let base = self.turn() as u8 * 16;
        let mut slots = self.board_slots(self.turn());
        std::iter::from_fn(move || {
            while slots != 0 {
                let piece = base + slots.trailing_zeros() as u8;
                slots &= slots - 1;
                let cell = self.location(piece);
                if self.top(cell) == piece && piece != self.last_moved {
                    return Some((piece, cell));
                }
            }
            None
        })
    }

    fn movements(&self, out: &mut Vec<Move>) {
        let pins = self.pins();
        for (piece, cell) in self.movers() {
            if self.height(cell) > 1 || !pins.holds(self, piece, cell) {
                self.for_each_destination(piece, |to| out.push(Move::new(Piece(piece), to)));
            }
        }
        if self.can_throw_at_all() {
            self.for_each_throw(pins, |piece, to| out.push(Move::new(Piece(piece), to)));
        }
    }

    /// Whether some piece can move or be thrown. It tests pieces in order and stops at the first.
    pub(super) fn has_movement(&self) -> bool {
        let pins = self.pins();
        let moves = |(piece, cell): (u8, FoldedCell)| {
            let mut any = false;
            if self.height(cell) > 1 || !pins.holds(self, piece, cell) {
                self.for_each_destination(piece, |_| any = true);
            }
            any
        };
        let mut thrown = false;
        self.movers().any(moves)
            || self.can_throw_at_all() && {
                self.for_each_throw(pins, |_, _| thrown = true);
                thrown
            }
    }

    #[inline(always)]
    pub(super) fn can_throw_at_all(&self) -> bool {
        self.game_type().has_plain(Bug::Pillbug)
    }

    /// Calls `visit` for every throw that is not also a move of the piece itself.
    fn for_each_throw(&self, pins: Pins, mut visit: impl FnMut(u8, FoldedCell)) {
        // The second thrower, if there is one, may reach a piece that the first has thrown already.
        let mut first: Option<(FoldedCell, u8)> = None;
        for thrower in self.throwers() {
            let occupied = self.occupied(thrower);
            let free = self.throw_directions(thrower);
            let down = free & !occupied & 63;
            if down == 0 {
                continue;
            }
            for d in Bits(occupied & free) {
                let cell = step(thrower, d);
                if !self.is_throwable(cell, pins) {
                    continue;
                }
                let piece = self.top(cell);
                let mut known = CellSet::default();
                if Piece(piece).side() == self.turn() {
                    self.for_each_destination(piece, |c| {
                        known.insert(c);
                    });
                }
                if let Some((other, down)) = first {
                    let towards = direction_bit(other, cell);
                    if towards & self.throw_directions(other) != 0 {
                        for d in Bits(down) {
                            known.insert(step(other, d));
                        }
                    }
                }
                for d in Bits(down) {
                    let to = step(thrower, d);
                    if known.insert(to) {
                        visit(piece, to);
                    }
                }
            }
            first = Some((thrower, down));
        }
    }
}
