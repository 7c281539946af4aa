//! One move against the rules, without generating the others.

use super::FoldedCell;
use super::position::{Entrance, IN_HAND, NONE, Position};
use super::tables::{Bits, CELLS, MAX_BORDER, PIECES, SLIDE, direction_bit, step};
use super::{Bug, Move, Opening, Piece, Rule};
use crate::game::Position as _;

impl Position {
    /// Whether the side to move has a legal turn other than a pass.
    pub fn has_move(&self) -> bool {
        if self.outcome().is_over() {
            return false;
        }
        let placements = self.placeable_kinds() != 0
            && match self.open_cells(self.turn()) {
                Some(cells) if self.entrance() == Entrance::BesideOwn => cells > 0,
                _ => self.placement_cells(&mut [0; MAX_BORDER]) > 0,
            };
        placements || self.queen_is_placed() && self.has_movement()
    }

    /// Whether programs or leaflets of the past allowed a move that breaks `rule` today: a beetle that slides away from
    /// all its neighbours but back into contact (2013), a beetle that passes a gap between two pieces on the ground or
    /// two higher stacks (the leaflet of 2005, in which it jumps to a neighbouring cell), and pieces that did not rest
    /// after a throw (before the Pillbug's rule was settled in 2013, and until 2021 after talk of a draw).
    pub fn was_legal(&self, mv: Move, rule: Rule) -> bool {
        let Some(piece) = mv.piece() else {
            return false;
        };
        match rule {
            Rule::JustMoved => {
                let mut rested = self.clone();
                rested.last_moved = NONE;
                rested.check(mv).is_ok()
            }
            Rule::FreedomToMove => {
                let from = self.location(piece.0);
                from != IN_HAND
                    && piece.bug() == Bug::Beetle
                    && self.height(from) == 1
                    && direction_bit(from, mv.to) != 0
            }
            Rule::HeightGate => {
                let from = self.location(piece.0);
                // A throw is from the ground to the ground.
                from != IN_HAND
                    && piece.bug() == Bug::Beetle
                    && piece.side() == self.turn()
                    && self.height(from).max(self.height(mv.to) + 1) > 1
                    && direction_bit(from, mv.to) != 0
            }
            Rule::Contact => {
                let from = self.location(piece.0);
                from != IN_HAND
                    && piece.bug() == Bug::Beetle
                    && direction_bit(from, mv.to) != 0
                    && self.occupied_without(mv.to, from) != 0
            }
            _ => false,
        }
    }

    /// The legal moves, and those that [`Position::was_legal`] adds. `may_break` chooses the rules that they may break.
    pub fn moves_of_the_past(&self, may_break: impl Fn(Rule) -> bool) -> Vec<Move> {
        let mut moves = self.legal_moves();
        if self.outcome().is_over() {
            return moves;
        }
        let pieces = (0..PIECES as u8).filter(|&piece| self.location(piece) != IN_HAND);
        for piece in pieces.map(Piece) {
            for to in 0..CELLS as FoldedCell {
                let mv = Move::new(piece, to);
                if let Err(rule) = self.check(mv)
                    && may_break(rule)
                    && self.was_legal(mv, rule)
                {
                    moves.push(mv);
                }
            }
        }
        moves
    }

    pub(super) fn check_placement(&self, piece: Piece, to: FoldedCell) -> Result<(), Rule> {
        let side = self.turn();
        if piece.side() != side {
            return Err(Rule::OtherSide);
        }
        let bug = piece.bug();
        if !self.game_type().has_plain(bug) {
            return Err(Rule::NotInGame);
        }
        if self.next_in_hand(side, bug) != Some(piece) {
            return Err(Rule::NumberOrder);
        }
        if bug == Bug::Queen {
            if self.ply() < 2 && self.opening() == Opening::Tournament {
                return Err(Rule::OpeningQueen);
            }
        } else if self.ply() >= 6 && !self.queen_is_placed() {
            return Err(Rule::QueenByFour);
        }
        if self.height(to) > 0 {
            return Err(Rule::PlacementOccupied);
        }
        match self.entrance() {
            // The first cell of a game can be any cell; `legal_moves` uses cell 0.
            Entrance::Anywhere => Ok(()),
            Entrance::BesideFirst if self.occupied(to) == 0 => Err(Rule::FirstTouch),
            Entrance::BesideFirst => Ok(()),
            Entrance::BesideOwn if self.neighbours_of(to, !side) != 0 => Err(Rule::PlacementColour),
            Entrance::BesideOwn if self.neighbours_of(to, side) == 0 => Err(Rule::PlacementContact),
            Entrance::BesideOwn => Ok(()),
        }
    }

    pub(super) fn check_movement(
        &self,
        piece: Piece,
        from: FoldedCell,
        to: FoldedCell,
    ) -> Result<(), Rule> {
        let own = piece.side() == self.turn();
        if !self.queen_is_placed() {
            return Err(if own {
                Rule::QueenFirst
            } else {
                Rule::OtherSide
            });
        }
        if self.top(from) != piece.0 {
            return Err(Rule::Covered);
        }
        if from == to {
            return Err(Rule::SameCell);
        }
        let just_moved = piece.0 == self.last_moved;
        let single = self.height(from) == 1;
        if own && !just_moved {
            if single && self.is_pinned(from) {
                return Err(Rule::OneHive);
            }
            let Err(rule) = self.check_own_movement(piece, from, to) else {
                return Ok(());
            };
            if self.is_thrown(from, to) {
                return Ok(());
            }
            return Err(rule);
        }
        // What remains is a throw of an enemy, or a piece that must rest.
        let near = self
            .throwers()
            .any(|t| direction_bit(t, from) != 0 && direction_bit(t, to) != 0);
        if just_moved && (own || near) {
            return Err(Rule::JustMoved);
        }
        if !near {
            return Err(Rule::OtherSide);
        }
        if !single || self.height(to) > 0 {
            return Err(Rule::Throw);
        }
        if self.is_pinned(from) {
            return Err(Rule::OneHive);
        }
        if self.is_thrown(from, to) {
            Ok(())
        } else {
            Err(Rule::HeightGate)
        }
    }

    /// Whether a thrower beside both cells can throw the piece, which is known to be alone on `from` and not pinned.
    fn is_thrown(&self, from: FoldedCell, to: FoldedCell) -> bool {
        if !self.game_type().has_plain(Bug::Pillbug)
            || self.height(from) != 1
            || self.height(to) != 0
        {
            return false;
        }
        self.throwers().any(|thrower| {
            let (up, down) = (direction_bit(thrower, from), direction_bit(thrower, to));
            let free = self.throw_directions(thrower);
            up & free != 0 && down & free != 0
        })
    }

    /// Tests the piece's own movement; it is uncovered and lifting it does not split the hive.
    #[inline(always)]
    pub(super) fn check_own_movement(
        &self,
        piece: Piece,
        from: FoldedCell,
        to: FoldedCell,
    ) -> Result<(), Rule> {
        if self.height(from) > 1 {
            return self.check_beetle_step(from, to);
        }
        match piece.bug() {
            Bug::Queen => self.check_slide(from, to, Rule::QueenMove),
            Bug::Pillbug => self.check_slide(from, to, Rule::PillbugMove),
            Bug::Beetle => self.check_beetle_step(from, to),
            Bug::Grasshopper => self.check_jump(from, to),
            Bug::Spider => self.check_spider_walk(from, to),
            Bug::Ant => self.check_ant_walk(from, to),
            Bug::Ladybug => self.check_ladybug_walk(from, to),
            Bug::Mosquito => {
                let bugs = self.bugs_beside(from);
                let copies = |bug: Bug| bugs & 1 << bug as u8 != 0;
                let legal = copies(Bug::Ant) && self.check_ant_walk(from, to).is_ok()
                    || (copies(Bug::Queen) || copies(Bug::Pillbug))
                        && self.check_slide(from, to, Rule::QueenMove).is_ok()
                    || copies(Bug::Beetle) && self.check_beetle_step(from, to).is_ok()
                    || copies(Bug::Grasshopper) && self.check_jump(from, to).is_ok()
                    || copies(Bug::Spider) && self.check_spider_walk(from, to).is_ok()
                    || copies(Bug::Ladybug) && self.check_ladybug_walk(from, to).is_ok();
                if legal {
                    Ok(())
                } else if self.height(to) > 0 && !copies(Bug::Beetle) {
                    Err(Rule::DestinationOccupied)
                } else {
                    Err(Rule::MosquitoMove)
                }
            }
            // The plain game has no other kinds.
            _ => Err(Rule::NotInGame),
        }
    }

    #[inline]
    fn check_slide(&self, from: FoldedCell, to: FoldedCell, rule: Rule) -> Result<(), Rule> {
        let towards = direction_bit(from, to);
        let occupied = self.occupied(from);
        if SLIDE[occupied as usize] & towards != 0 {
            return Ok(());
        }
        // Even if the cell is also too far away: another cell as far would not be better.
        if self.height(to) > 0 {
            return Err(Rule::DestinationOccupied);
        }
        if towards == 0 {
            return Err(rule);
        }
        let d = towards.trailing_zeros() as usize;
        let gates = 1 << ((d + 1) % 6) | 1 << ((d + 5) % 6);
        Err(if occupied & gates == gates {
            Rule::FreedomToMove
        } else {
            Rule::Contact
        })
    }

    fn check_beetle_step(&self, from: FoldedCell, to: FoldedCell) -> Result<(), Rule> {
        let towards = direction_bit(from, to);
        if towards == 0 {
            return Err(Rule::BeetleMove);
        }
        if self.beetle_directions(from) & towards != 0 {
            return Ok(());
        }
        if self.height(from) == 1 && self.height(to) == 0 {
            return self.check_slide(from, to, Rule::BeetleMove);
        }
        Err(Rule::HeightGate)
    }

    fn check_jump(&self, from: FoldedCell, to: FoldedCell) -> Result<(), Rule> {
        if self.height(to) > 0 {
            return Err(Rule::DestinationOccupied);
        }
        for d in Bits(self.occupied(from)) {
            let mut at = step(from, d);
            while self.height(at) > 0 {
                at = step(at, d);
            }
            if at == to {
                return Ok(());
            }
        }
        Err(Rule::GrasshopperMove)
    }

    /// The condition for the end of every walk on the ground: an empty cell that touches the hive.
    #[inline]
    fn check_ground(&self, from: FoldedCell, to: FoldedCell) -> Result<(), Rule> {
        if self.height(to) > 0 {
            return Err(Rule::DestinationOccupied);
        }
        if self.occupied_without(to, from) == 0 {
            return Err(Rule::Contact);
        }
        Ok(())
    }

    fn check_spider_walk(&self, from: FoldedCell, to: FoldedCell) -> Result<(), Rule> {
        self.check_ground(from, to)?;
        let mut found = false;
        self.spider_walks(from, |c| found |= c == to);
        if found {
            return Ok(());
        }
        // If fewer steps lead there, the number of steps is the reason.
        let is_leap = !self.slides_in_two(from, to) && self.leaps_in_three(from, to);
        Err(if is_leap {
            Rule::Contact
        } else {
            Rule::SpiderMove
        })
    }

    /// Whether one or two legal steps lead to a cell.
    #[cold]
    fn slides_in_two(&self, from: FoldedCell, to: FoldedCell) -> bool {
        let slides = |at: FoldedCell| {
            let free = Bits(SLIDE[self.occupied_without(at, from) as usize]);
            free.map(move |d| step(at, d))
        };
        slides(from).any(|first| first == to || slides(first).any(|second| second == to))
    }

    /// Whether three steps lead to a cell, with room for each of them, if they need not touch the hive.
    #[cold]
    fn leaps_in_three(&self, from: FoldedCell, to: FoldedCell) -> bool {
        let steps = |at: FoldedCell| {
            let beside = self.occupied_without(at, from);
            let is_free = |d: &usize| {
                let gate = 1 << ((d + 1) % 6) | 1 << ((d + 5) % 6);
                beside & 1 << d == 0 && beside & gate != gate
            };
            let free: Vec<FoldedCell> = (0..6).filter(is_free).map(|d| step(at, d)).collect();
            free
        };
        let firsts = steps(from).into_iter();
        let mut walks = firsts.flat_map(|a| steps(a).into_iter().map(move |b| (a, b)));
        walks.any(|(a, b)| b != from && a != to && steps(b).contains(&to))
    }

    fn check_ant_walk(&self, from: FoldedCell, to: FoldedCell) -> Result<(), Rule> {
        self.check_ground(from, to)?;
        if self.slides_lead(from, to) {
            return Ok(());
        }
        Err(if SLIDE[self.occupied(from) as usize] == 0 {
            Rule::FreedomToMove
        } else {
            Rule::AntMove
        })
    }

    fn check_ladybug_walk(&self, from: FoldedCell, to: FoldedCell) -> Result<(), Rule> {
        self.check_ground(from, to)?;
        // Backwards from `to`: the ladybug comes down from `second`, and it comes to `second` from `first`.
        let firsts = self.ladybug_steps(from, from, 0);
        let found = Bits(self.occupied_without(to, from)).any(|d| {
            let second = step(to, d);
            let leads_there = |d| {
                let first = step(second, d);
                firsts & direction_bit(from, first) != 0
                    && self.ladybug_steps(from, first, self.height(first))
                        & direction_bit(first, second)
                        != 0
            };
            self.ladybug_way_down(from, second) & direction_bit(second, to) != 0
                && Bits(self.occupied_without(second, from)).any(leads_there)
        });
        if found {
            Ok(())
        } else {
            Err(Rule::LadybugMove)
        }
    }
}
