//! Tests one turn and finds the rule that it breaks.

use super::board::neighbours;
use super::mv::{ActionKind, Draw};
use super::position::TableState;
use super::reach::{Lifted, Waive, touch};
use super::tile::of_side;
use super::{
    Action, Bug, Control, Exchange, Family, FoldedCell, Move, Opening, Pack, Position, Rule,
    StingReach, Tile,
};
use super::{Bugs, Power};
use crate::game::{Position as _, Side};

type Checked = Result<(), Rule>;

/// `Ok` if a condition holds.
fn need(holds: bool, rule: Rule) -> Checked {
    if holds { Ok(()) } else { Err(rule) }
}

impl Position {
    /// Tests a turn.
    pub(super) fn test(&self, mv: Move) -> Checked {
        need(!self.outcome().is_over(), Rule::GameOver)?;
        let Some(first) = mv.first else {
            return need(!self.some_action(false, |_| true), Rule::Pass);
        };
        let double = self.is_double_turn();
        need(double || mv.second.is_none(), Rule::DoubleTurn)?;
        self.test_action(first, double)?;
        if !double {
            return Ok(());
        }
        let after = self.after_first(first);
        let over = after.outcome().is_over();
        let Some(second) = mv.second else {
            let another = !over && after.some_action(true, |a| after.leaves_honeycombo_bare(a));
            need(!another, Rule::DoubleTurn)?;
            return need(after.is_honeycombo_bare(), Rule::HoneycomboBare);
        };
        need(!over, Rule::GameOver)?;
        after.test_action(second, true)?;
        need(after.leaves_honeycombo_bare(second), Rule::HoneycomboBare)
    }

    pub(super) fn test_action(&self, action: Action, onto_honeycombo: bool) -> Checked {
        let side = self.turn();
        match action.kind {
            ActionKind::Place {
                tile,
                back,
                to,
                draw,
            } => {
                self.test_placement(side, tile, back, to)?;
                return self.test_draw(&self.state.without(side, tile), draw);
            }
            _ => need(self.has_queen(side), Rule::QueenFirst)?,
        }
        match action.kind {
            ActionKind::Flip { tile } => return self.may_flip(tile, side),
            ActionKind::FlipHoneycombo => return self.may_flip_honeycombo(side),
            ActionKind::Draw { draw } => {
                need(draw != Draw::None, Rule::DrawTile)?;
                return self.test_draw(&self.state, draw);
            }
            ActionKind::Steal { tile } => return self.test_steal(side, tile),
            _ => {}
        }
        if let Some(control) = action.control {
            self.test_control(control, side)?;
        }
        let actor = |own: Tile| match action.control {
            Some(control) => need(own == control.actor, Rule::Control),
            None => need(own.side() == Some(side), Rule::OtherSide),
        };
        match action.kind {
            ActionKind::Move { tile, to } => {
                actor(tile)?;
                self.test_move(tile, to, onto_honeycombo)
            }
            ActionKind::Throw { tile, to } => {
                self.test_throw(tile, to, side, action.control.map(|c| c.actor))
            }
            ActionKind::Sting { by, target } => {
                actor(by)?;
                let cell = self.test_actor(by)?;
                need(self.powers(by).has(Bug::Wasp), Rule::Sting)?;
                let at = self.test_target(target)?;
                let far = self.options.sting == StingReach::Any;
                need(far || touch(cell, at), Rule::Sting)?;
                self.may_sting(target, at, side)
            }
            ActionKind::Remove { by, target } => {
                actor(by)?;
                self.test_removal(by, target, side)
            }
            ActionKind::Exchange { by, target } => {
                actor(by)?;
                self.test_exchange(by, target, side)
            }
            // They were tested above.
            ActionKind::Place { .. }
            | ActionKind::Flip { .. }
            | ActionKind::FlipHoneycombo
            | ActionKind::Draw { .. }
            | ActionKind::Steal { .. } => Ok(()),
        }
    }

    // Placements, draws and steals.

    fn test_placement(&self, side: Side, tile: Tile, back: bool, to: FoldedCell) -> Checked {
        need(
            self.options.game_type.tiles() & tile.bit() != 0,
            Rule::NotInGame,
        )?;
        let ready = self.state.in_reach_of(side);
        if ready & tile.bit() == 0 {
            let foreign =
                tile.side() != Some(side) && !self.options.game_type.has_pack(Pack::Swarm);
            return Err(if foreign {
                Rule::OtherSide
            } else {
                Rule::NotInHand
            });
        }
        // Without all hands and draws, the order of the numbers is unknown.
        let unknown = self.state.unknown[side.index()].count() > 0;
        need(unknown || self.is_lowest(tile, ready), Rule::NumberOrder)?;
        if tile.family() == Some(Family::QUEEN) {
            need(!back, Rule::QueenFace)?;
        }
        need(self.may_enter_with(tile, back), Rule::EntryFace)?;
        let queen = Position::bee(side);
        let late = self.state.ply / 2 >= 3 && ready & queen != 0;
        need(!late || tile.bit() == queen, Rule::QueenByFour)?;
        let first = self.state.ply < 2 && self.options.opening == Opening::Tournament;
        need(!first || tile.bit() != queen, Rule::OpeningQueen)?;
        let Some(colour) = tile.side() else {
            return Err(Rule::HoneycomboFixed);
        };
        if tile.face(back).is_guardian() {
            return self.may_perch(colour, to);
        }
        need(self.board.height(to) == 0, Rule::PlacementOccupied)?;
        self.may_enter(colour, to)
    }

    fn is_lowest(&self, tile: Tile, set: u64) -> bool {
        let equal = tile
            .family()
            .map_or(0, |family| family.tiles(family.count()));
        let own = tile.side().map_or(0, of_side);
        set & equal & own & (tile.bit() - 1) == 0
    }

    /// Whether a piece of a colour may enter on an empty cell.
    pub(super) fn may_enter(&self, colour: Side, to: FoldedCell) -> Checked {
        if self.board.on_table() == 0 {
            return need(to == 0, Rule::PlacementContact);
        }
        if self.board.on_table() & of_side(colour) == 0 {
            let touches = neighbours(to).any(|cell| self.counts_as_contact(cell));
            return need(touches, Rule::PlacementContact);
        }
        let (mut own, mut enemy) = (false, false);
        for cell in neighbours(to) {
            match self.board.colour(cell) {
                Some(side) if side == colour => own = true,
                Some(_) => enemy = true,
                None => own |= self.counts_as_contact(cell),
            }
        }
        need(!enemy, Rule::PlacementColour)?;
        need(own, Rule::PlacementContact)
    }

    /// Whether a guardian of a colour may enter on a cell.
    pub(super) fn may_perch(&self, colour: Side, to: FoldedCell) -> Checked {
        need(
            self.board.colour(to) == Some(colour),
            Rule::GuardianPlacement,
        )?;
        let enemy = neighbours(to).any(|cell| self.board.colour(cell) == Some(!colour));
        need(!enemy, Rule::PlacementColour)
    }

    /// Tests a draw, with the hands and the bag before it.
    fn test_draw(&self, state: &TableState, draw: Draw) -> Checked {
        match draw {
            Draw::None => need(state.bag_len() == 0, Rule::DrawTile),
            Draw::Unknown => need(state.bag_len() > 0, Rule::DrawTile),
            Draw::Tile(tile) => {
                need(state.drawable() & tile.bit() != 0, Rule::DrawTile)?;
                let known = !state.has_unknown();
                need(!known || self.is_lowest(tile, state.bag), Rule::NumberOrder)
            }
        }
    }

    fn test_steal(&self, side: Side, tile: Tile) -> Checked {
        let other = self.state.in_reach_of(!side) & of_side(side);
        let swarm = self.options.game_type.has_pack(Pack::Swarm);
        let queen = tile.family() == Some(Family::QUEEN);
        need(swarm && !queen && other & tile.bit() != 0, Rule::Steal)?;
        let unknown = self.state.unknown[(!side).index()].count() > 0;
        need(unknown || self.is_lowest(tile, other), Rule::NumberOrder)
    }

    // Flips.

    /// Whether a side may turn a tile over.
    pub(super) fn may_flip(&self, tile: Tile, side: Side) -> Checked {
        need(tile.side() == Some(side), Rule::OtherSide)?;
        let cell = self.board.cell(tile).ok_or(Rule::QueenFirst)?;
        need(self.board.is_top(tile), Rule::Covered)?;
        need(self.is_flippable(tile), Rule::OneFace)?;
        let stunned = self.state.last.stunned & tile.bit() != 0;
        need(!stunned, Rule::Stunned)?;
        need(self.state.last.moved & tile.bit() == 0, Rule::FlipMoved)?;
        let held = self.bug(tile) != Bug::StinkBug && self.scorpion_beside(cell, side).is_some();
        need(!held, Rule::FlipScorpion)
    }

    /// An uncovered Scorpion of the other side beside a cell.
    pub(super) fn scorpion_beside(&self, cell: FoldedCell, side: Side) -> Option<Tile> {
        neighbours(cell)
            .filter_map(|next| self.board.top(next))
            .find(|&top| top.side() == Some(!side) && self.bug(top) == Bug::Scorpion)
    }

    /// Whether a side may turn the Honeycombo over.
    pub(super) fn may_flip_honeycombo(&self, side: Side) -> Checked {
        need(self.is_on_table(Tile::HONEYCOMBO), Rule::NotInGame)?;
        need(self.state.honeycombo == side, Rule::HoneycomboColour)?;
        need(!self.state.honeycombo_rests, Rule::HoneycomboRests)?;
        need(self.is_honeycombo_bare(), Rule::HoneycomboBare)
    }

    // Pieces that act, and pieces that are affected.

    /// Whether a piece can do anything: it is on the table, uncovered, and does not rest.
    fn test_actor(&self, tile: Tile) -> Result<FoldedCell, Rule> {
        let cell = self.board.cell(tile).ok_or(Rule::NotInHand)?;
        need(tile != Tile::HONEYCOMBO, Rule::HoneycomboFixed)?;
        need(self.board.is_top(tile), Rule::Covered)?;
        need(self.state.last.thrown & tile.bit() == 0, Rule::JustMoved)?;
        need(!self.rests(tile), Rule::Stunned)?;
        Ok(cell)
    }

    fn test_target(&self, tile: Tile) -> Result<FoldedCell, Rule> {
        let cell = self.board.cell(tile).ok_or(Rule::NotInHand)?;
        need(tile != Tile::HONEYCOMBO, Rule::HoneycomboFixed)?;
        need(self.board.is_top(tile), Rule::Covered)?;
        Ok(cell)
    }

    fn test_control(&self, control: Control, side: Side) -> Checked {
        need(control.by.side() == Some(side), Rule::OtherSide)?;
        self.test_actor(control.by)?;
        need(self.powers(control.by).has(Bug::Tick), Rule::Control)?;
        self.test_target(control.actor)?;
        self.may_control(control.by, control.actor, side)
    }

    /// Whether a Tick may control a piece that is on top of its cell.
    pub(super) fn may_control(&self, by: Tile, target: Tile, side: Side) -> Checked {
        let cells = self.board.cell(by).zip(self.board.cell(target));
        let reaches =
            cells.is_some_and(|(a, b)| touch(a, b) && self.board.height(a) == self.board.height(b));
        need(reaches && target.side() == Some(!side), Rule::Control)?;
        need(!self.is_protected(target, side), Rule::Protected)?;
        let state = &self.state;
        let stunned = (state.last.stunned | state.now.stunned) & target.bit() != 0;
        need(!stunned, Rule::Stunned)?;
        need(state.last.thrown & target.bit() == 0, Rule::JustMoved)
    }

    /// Whether a Wasp in reach of a cell may sting the piece on it.
    pub(super) fn may_sting(&self, target: Tile, at: FoldedCell, side: Side) -> Checked {
        let single = target.side() == Some(!side) && self.board.height(at) == 1;
        need(single, Rule::Sting)?;
        need(!self.is_protected(target, side), Rule::Protected)?;
        let last = &self.state.last;
        let just = (last.moved | last.flipped) & target.bit() != 0;
        need(!just, Rule::StingMoved)
    }

    /// Whether a Centipede from a cell may exchange places with a piece that it reaches.
    pub(super) fn may_exchange(&self, from: FoldedCell, target: Tile, side: Side) -> Checked {
        need(target != Tile::HONEYCOMBO, Rule::HoneycomboFixed)?;
        need(!self.is_protected(target, side), Rule::Protected)?;
        need(self.state.last.thrown & target.bit() == 0, Rule::JustMoved)?;
        let holds = match (self.options.exchange, self.board.cell(target)) {
            (Exchange::Strict, Some(to)) => self.board.is_connected_without(&[from, to]),
            _ => true,
        };
        need(holds, Rule::OneHive)
    }

    fn test_exchange(&self, by: Tile, target: Tile, side: Side) -> Checked {
        let cell = self.test_actor(by)?;
        let power = self.powers(by).has(Bug::Centipede) && self.board.height(cell) == 1;
        need(power, Rule::CentipedeMove)?;
        need(!self.board.is_pinned(cell), Rule::OneHive)?;
        let to = self.test_target(target)?;
        let mut table = Lifted::new(&self.board, cell);
        if !table.centipede().has(to) {
            table.waive.gates = true;
            let narrow = table.centipede().has(to);
            return Err(if narrow {
                Rule::HeightGate
            } else {
                Rule::CentipedeMove
            });
        }
        self.may_exchange(cell, target, side)
    }

    fn test_removal(&self, by: Tile, target: Tile, side: Side) -> Checked {
        let cell = self.test_actor(by)?;
        let powers = self.powers(by);
        let power = powers.meets(Bugs::of(&[Bug::Assassin, Bug::Mantis]));
        need(power && self.board.height(cell) == 1, Rule::Removal)?;
        let at = self.test_target(target)?;
        need(target.side() == Some(!side), Rule::Removal)?;
        let pounce = powers.has(Bug::Mantis) && self.state.last.entered & target.bit() != 0;
        if !pounce {
            let beside = powers.has(Bug::Assassin) && touch(cell, at) && self.board.height(at) == 1;
            need(beside, Rule::Removal)?;
            need(self.is_within_bite(cell, at), Rule::HeightGate)?;
        }
        need(self.shield(target).is_none(), Rule::Protected)?;
        need(self.holds_without(cell, target), Rule::OneHive)
    }

    fn test_throw(&self, tile: Tile, to: FoldedCell, side: Side, by: Option<Tile>) -> Checked {
        if let Some(by) = by {
            self.test_actor(by)?;
        }
        let from = self.test_target(tile)?;
        need(from != to, Rule::SameCell)?;
        need(self.board.height(from) == 1, Rule::Throw)?;
        let throws = |cell: FoldedCell, gates| self.throws(cell, from, gates).has(to);
        let is_pillbug = |cell: FoldedCell| {
            self.board.top(cell).is_some_and(|top| {
                let whose = by.map_or(top.side() == Some(side), |by| top == by);
                whose && self.board.height(cell) == 1 && self.powers(top).has(Bug::Pillbug)
            })
        };
        let pillbugs: Vec<FoldedCell> = neighbours(from).filter(|&cell| is_pillbug(cell)).collect();
        let stranger = tile.side() != Some(side) && by.is_none();
        if pillbugs.is_empty() {
            return Err(if stranger {
                Rule::OtherSide
            } else {
                Rule::Throw
            });
        }
        need(!self.is_protected(tile, side), Rule::Protected)?;
        need(self.is_throwable(tile, side), Rule::JustMoved)?;
        need(!self.board.is_pinned(from), Rule::OneHive)?;
        let near = pillbugs.iter().any(|&cell| throws(cell, true));
        need(near, Rule::Throw)?;
        let wide = pillbugs.iter().any(|&cell| throws(cell, false));
        need(wide, Rule::HeightGate)?;
        let ready = pillbugs.iter().any(|&cell| {
            throws(cell, false) && self.board.top(cell).is_some_and(|top| !self.rests(top))
        });
        if ready {
            return Ok(());
        }
        let thrown = pillbugs.iter().any(|&cell| {
            self.board
                .top(cell)
                .is_some_and(|top| self.state.last.thrown & top.bit() != 0)
        });
        Err(if thrown {
            Rule::JustMoved
        } else {
            Rule::Stunned
        })
    }

    fn test_move(&self, tile: Tile, to: FoldedCell, onto_honeycombo: bool) -> Checked {
        let from = self.test_actor(tile)?;
        need(from != to, Rule::SameCell)?;
        need(!self.board.is_pinned(from), Rule::OneHive)?;
        let powers = self.powers(tile);
        if !self.destinations(tile, from, powers).has(to) {
            return Err(self.why_not(tile, from, to, powers));
        }
        let covers = self.board.cell(Tile::HONEYCOMBO) == Some(to);
        need(!covers || onto_honeycombo, Rule::HoneycomboBare)
    }

    /// The rule that keeps a piece that could be lifted from a cell.
    fn why_not(&self, tile: Tile, from: FoldedCell, to: FoldedCell, powers: Bugs) -> Rule {
        let reaches = |waive| {
            let mut table = Lifted::new(&self.board, from);
            table.waive = waive;
            let mut cells = super::board::TableCells::new();
            let recent = super::tile::tiles(self.state.last.touched);
            table.reach(powers, recent, &mut cells);
            cells.has(to)
        };
        let gates = Waive {
            gates: true,
            contact: false,
        };
        if reaches(gates) {
            let raised = self.board.height(from) > 1 || self.board.height(to) > 0;
            return if raised || !powers.meets(SLIDING) {
                Rule::HeightGate
            } else {
                Rule::FreedomToMove
            };
        }
        let contact = Waive {
            gates: true,
            contact: true,
        };
        if powers.meets(SLIDING) && reaches(contact) {
            return Rule::Contact;
        }
        if self.board.height(to) > 0 && !powers.meets(CLIMBING) {
            return Rule::DestinationOccupied;
        }
        Rule::of_move(self.bug(tile))
    }
}

const SLIDING: Bugs = Bugs::with_power(Power::Slides);
const CLIMBING: Bugs = Bugs::with_power(Power::Climbs);
