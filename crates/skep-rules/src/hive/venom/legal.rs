//! The list of all legal turns.

use super::board::{TableCells, neighbours, step};
use super::mv::{ActionKind, Draw};
use super::position::{Changes, TableState};
use super::reach::{Lifted, touch};
use super::tile::{of_side, tiles};
use super::{
    Action, Bug, Control, Family, Flip, FoldedCell, HoneycomboContact, Move, Opening, Pack,
    Position, StingReach, Tile,
};
use super::{Bugs, Power};
use crate::game::{Position as _, Side};

const COPIED: Bugs = Bugs::with_power(Power::Copied);

impl Position {
    /// Appends every legal turn. A forced pass is a turn. A finished game has no turns.
    pub(super) fn turns(&self, out: &mut Vec<Move>) {
        if self.outcome().is_over() {
            return;
        }
        let before = out.len();
        let mut first = Vec::new();
        if self.is_double_turn() {
            self.actions(true, &mut first);
            self.double_turns(&first, out);
        } else {
            self.actions(false, &mut first);
            out.extend(first.iter().copied().map(Move::one));
        }
        if out.len() == before {
            out.push(Move::PASS);
        }
    }

    fn double_turns(&self, first: &[Action], out: &mut Vec<Move>) {
        let mut after = self.clone();
        let mut second = Vec::new();
        for &one in first {
            let state = after.state;
            let mut changes = Changes::new();
            after.act(one, &mut changes);
            second.clear();
            if !after.outcome().is_over() {
                after.actions(true, &mut second);
            }
            let before = out.len();
            for &two in &second {
                if after.leaves_honeycombo_bare(two) {
                    out.push(Move::two(one, two));
                }
            }
            if out.len() == before && after.is_honeycombo_bare() {
                out.push(Move::one(one));
            }
            after.revert(state, &changes);
        }
    }

    /// Whether nothing is on the Honeycombo.
    pub(super) fn is_honeycombo_bare(&self) -> bool {
        !self.is_on_table(Tile::HONEYCOMBO) || self.board.is_top(Tile::HONEYCOMBO)
    }

    /// Whether nothing is on the Honeycombo after an action.
    pub(super) fn leaves_honeycombo_bare(&self, action: Action) -> bool {
        let Some(cell) = self.board.cell(Tile::HONEYCOMBO) else {
            return true;
        };
        let goes = match action.kind {
            ActionKind::Move { tile, to } if to != cell => Some(tile),
            ActionKind::Move { .. } => return false,
            // A predator on the Honeycombo leaves it when it leaves the game.
            ActionKind::Remove { by, .. } => Some(by),
            _ => None,
        };
        match self.board.height(cell) {
            1 => true,
            2 => goes.is_some() && goes == self.board.top(cell),
            _ => false,
        }
    }

    /// Whether any action that is certainly legal by itself passes a test: not one that needs an unknown tile of a
    /// hand. Actions are listed piece by piece, up to the first that passes.
    pub(super) fn some_action(&self, onto_honeycombo: bool, test: impl Fn(Action) -> bool) -> bool {
        let side = self.turn();
        let mut actions = Vec::new();
        let some = |actions: &mut Vec<Action>| actions.drain(..).any(&test);
        let certain = |side: Side| self.state.hand[side.index()];
        self.placements(side, certain(side), &mut actions);
        if some(&mut actions) {
            return true;
        }
        if !self.has_queen(side) {
            return false;
        }
        self.other_actions(side, certain(!side), &mut actions);
        if some(&mut actions) {
            return true;
        }
        let list = Actor {
            position: self,
            side,
            pinned: self.pinned(),
            onto_honeycombo,
        };
        let own = self.board.on_table() & of_side(side);
        tiles(own)
            .filter(|&tile| self.board.is_top(tile))
            .any(|tile| {
                self.actions_of_tile(&list, tile, &mut actions);
                some(&mut actions)
            })
    }

    /// Appends every action that is legal by itself. `onto_honeycombo` lets pieces end on the Honeycombo.
    pub(super) fn actions(&self, onto_honeycombo: bool, out: &mut Vec<Action>) {
        let side = self.turn();
        self.placements(side, self.state.in_reach_of(side), out);
        if !self.has_queen(side) {
            return;
        }
        let own = self.board.on_table() & of_side(side);
        let list = Actor {
            position: self,
            side,
            pinned: self.pinned(),
            onto_honeycombo,
        };
        for tile in tiles(own).filter(|&tile| self.board.is_top(tile)) {
            self.actions_of_tile(&list, tile, out);
        }
        self.other_actions(side, self.state.in_reach_of(!side), out);
    }

    /// The actions of a tile of the side to move, including turning over.
    fn actions_of_tile(&self, list: &Actor<'_>, tile: Tile, out: &mut Vec<Action>) {
        list.actions_of(tile, None, out);
        if self.may_flip(tile, list.side).is_ok() {
            out.push(Action::own(ActionKind::Flip { tile }));
        }
    }

    /// The actions of a side with the Honeycombo, the bag and the other hand.
    fn other_actions(&self, side: Side, other: u64, out: &mut Vec<Action>) {
        if self.may_flip_honeycombo(side).is_ok() {
            out.push(Action::own(ActionKind::FlipHoneycombo));
        }
        if self.options.game_type.has_pack(Pack::Swarm) {
            for draw in self.draws(&self.state) {
                if draw != Draw::None {
                    out.push(Action::own(ActionKind::Draw { draw }));
                }
            }
            let own = of_side(side) & !Position::bee(side);
            for tile in self.lowest(self.state.hand[(!side).index()] & own, other & own) {
                out.push(Action::own(ActionKind::Steal { tile }));
            }
        }
    }

    /// The tile of a side's Queen Bee, as a set.
    pub(super) const fn bee(side: Side) -> u64 {
        Family::QUEEN.tiles(1) & of_side(side)
    }

    /// Of equal tiles in a set, the tile with the lowest number; of those that are known to be there, if there are any.
    fn lowest(&self, known: u64, set: u64) -> impl Iterator<Item = Tile> {
        Side::ALL.into_iter().flat_map(move |side| {
            Family::all().filter_map(move |family| {
                let equal = family.tiles(family.count()) & of_side(side);
                tiles(known & set & equal).chain(tiles(set & equal)).next()
            })
        })
    }

    /// Every possible draw after a placement, with the hands and the bag before the draw.
    fn draws(&self, state: &TableState) -> Vec<Draw> {
        if state.bag_len() == 0 {
            return vec![Draw::None];
        }
        let bag = state.drawable();
        self.lowest(bag, bag).map(Draw::Tile).collect()
    }

    /// Appends the placements of the tiles in a set.
    fn placements(&self, side: Side, mut ready: u64, out: &mut Vec<Action>) {
        let ply = self.state.ply;
        let queen = Position::bee(side);
        if ready & queen != 0 && ply / 2 >= 3 {
            ready = queen;
        } else if ply < 2 && self.options.opening == Opening::Tournament {
            ready &= !queen;
        }
        let known = self.state.hand[side.index()];
        let draws = self.draws(&self.state);
        for colour in Side::ALL {
            let own = ready & of_side(colour);
            if own == 0 {
                continue;
            }
            let cells = self.entries(colour);
            for tile in self.lowest(known, own) {
                let fewer;
                let draws = if known & tile.bit() == 0 {
                    fewer = self.draws(&self.state.without(side, tile));
                    &fewer
                } else {
                    &draws
                };
                let on_top;
                let cells = if tile.face(false).is_guardian() {
                    on_top = self.perches(colour);
                    &on_top
                } else {
                    &cells
                };
                for back in [false, true] {
                    if !self.may_enter_with(tile, back) {
                        continue;
                    }
                    for to in cells.iter() {
                        out.extend(draws.iter().map(|&draw| {
                            Action::own(ActionKind::Place {
                                tile,
                                back,
                                to,
                                draw,
                            })
                        }));
                    }
                }
            }
        }
    }

    /// Whether a tile may enter with its back up, or with its front up.
    pub(super) fn may_enter_with(&self, tile: Tile, back: bool) -> bool {
        let turns = self.options.game_type.two_faced() & tile.bit() != 0
            && tile.family() != Some(Family::QUEEN);
        match self.options.flip {
            Flip::Free | Flip::Locked => turns || !back,
            Flip::None => !back,
            Flip::Venom => turns == back,
        }
    }

    /// The cells on which a piece of a colour enters.
    fn entries(&self, colour: Side) -> TableCells {
        let mut cells = TableCells::new();
        if self.board.on_table() == 0 {
            cells.insert(0);
            return cells;
        }
        let mut seen = TableCells::new();
        for tile in tiles(self.board.on_table()) {
            let Some(stack) = self.board.cell(tile) else {
                continue;
            };
            for cell in neighbours(stack) {
                if self.board.height(cell) == 0
                    && seen.insert(cell)
                    && self.may_enter(colour, cell).is_ok()
                {
                    cells.insert(cell);
                }
            }
        }
        cells
    }

    /// The cells of the pieces on which a guardian of a colour enters.
    fn perches(&self, colour: Side) -> TableCells {
        let mut cells = TableCells::new();
        for tile in tiles(self.board.on_table() & of_side(colour)) {
            if let Some(cell) = self.board.cell(tile)
                && self.may_perch(colour, cell).is_ok()
            {
                cells.insert(cell);
            }
        }
        cells
    }

    /// Whether a cell counts as contact for a placement.
    pub(super) fn counts_as_contact(&self, cell: FoldedCell) -> bool {
        match self.board.top(cell) {
            None => false,
            Some(Tile::HONEYCOMBO) => {
                self.options.honeycombo == HoneycomboContact::Yes
                    || self.board.on_table() == Tile::HONEYCOMBO.bit()
            }
            Some(_) => true,
        }
    }

    /// The pieces that hold the hive together, as a set: the pieces alone on a cell whose removal would split it.
    pub(super) fn pinned(&self) -> u64 {
        let mut set = 0;
        for tile in tiles(self.board.on_table()) {
            if let Some(cell) = self.board.cell(tile)
                && self.board.is_pinned(cell)
            {
                set |= tile.bit();
            }
        }
        set
    }

    /// The pieces of a side that hold the hive together.
    pub fn pinned_of(&self, side: Side) -> impl Iterator<Item = super::PieceName> {
        tiles(self.pinned() & of_side(side)).map(|tile| self.name(tile))
    }

    /// The pieces of a side that could leave their cells: nothing covers them, and the hive stays whole without them.
    pub fn free_of(&self, side: Side) -> impl Iterator<Item = super::PieceName> {
        let free = self.board.on_table() & of_side(side) & !self.pinned();
        let tops = tiles(free).filter(|&tile| self.board.is_top(tile));
        tops.map(|tile| self.name(tile))
    }

    /// The kinds whose powers a piece has: its own kind, or the kinds that a Mosquito copies.
    pub(super) fn powers(&self, tile: Tile) -> Bugs {
        let bug = self.bug(tile);
        let Some(cell) = self.board.cell(tile).filter(|_| bug == Bug::Mosquito) else {
            return Bugs::of(&[]).with(bug);
        };
        let height = self.board.height(cell);
        let mut powers = Bugs::of(&[]);
        for next in neighbours(cell) {
            if let Some(top) = self.board.top(next)
                && (height == 1 || self.board.height(next) == height)
            {
                powers = powers.with(self.bug(top));
            }
        }
        if height == 1 {
            powers.and(COPIED)
        } else {
            // A raised Mosquito moves like a beetle, in addition to its other moves.
            powers
                .without(Bugs::of(&[Bug::Mosquito, Bug::Honeycombo]))
                .with(Bug::Beetle)
        }
    }

    /// Whether the piece rests on this turn: the other side threw it, or it is stunned.
    pub(super) fn rests(&self, tile: Tile) -> bool {
        let state = &self.state;
        (state.last.thrown | state.last.stunned | state.now.stunned) & tile.bit() != 0
    }

    /// The targets of a piece with these powers that is not pinned.
    pub(super) fn destinations(&self, tile: Tile, from: FoldedCell, powers: Bugs) -> TableCells {
        let mut cells = TableCells::new();
        let recent = tiles(self.state.last.touched);
        Lifted::new(&self.board, from).reach(powers, recent, &mut cells);
        debug_assert_eq!(self.board.cell(tile), Some(from));
        cells
    }

    /// Whether an exchange, a throw or a removal may affect a piece. It never affects the Honeycombo or a piece that a
    /// Stink Bug protects.
    pub(super) fn is_open_to(&self, target: Tile, acting: Side) -> bool {
        target != Tile::HONEYCOMBO && !self.is_protected(target, acting)
    }

    /// Whether a Pillbug on a cell can throw a piece beside it to any cell.
    pub(super) fn is_throwable(&self, target: Tile, acting: Side) -> bool {
        let last = &self.state.last;
        (last.moved | last.placed | last.thrown) & target.bit() == 0
            && self.is_open_to(target, acting)
    }

    /// The cells to which a Pillbug on a cell throws the only piece of another cell.
    pub(super) fn throws(
        &self,
        pillbug: FoldedCell,
        target: FoldedCell,
        waive_gates: bool,
    ) -> TableCells {
        let mut cells = TableCells::new();
        let mut table = Lifted::new(&self.board, target);
        table.waive.gates = waive_gates;
        let Some(up) = (0..6).find(|&d| step(target, d) == pillbug) else {
            return cells;
        };
        if !table.is_wide_at(target, 0, up, 1) {
            return cells;
        }
        for d in 0..6 {
            let to = step(pillbug, d);
            if to != target && table.height(to) == 0 && table.is_wide_at(pillbug, 1, d, 0) {
                cells.insert(to);
            }
        }
        cells
    }

    /// Whether the hive stays connected if a predator at a cell takes a piece: without the predator, and without both.
    pub(super) fn holds_without(&self, predator: FoldedCell, target: Tile) -> bool {
        let Some(cell) = self.board.cell(target) else {
            return false;
        };
        !self.board.is_pinned(predator)
            && (self.board.height(cell) > 1 || self.board.is_connected_without(&[predator, cell]))
    }

    /// The piece that an Assassin Bug could take on a neighbouring cell, if the step is wide enough.
    pub(super) fn is_within_bite(&self, assassin: FoldedCell, cell: FoldedCell) -> bool {
        let Some(d) = (0..6).find(|&d| step(assassin, d) == cell) else {
            return false;
        };
        self.board.height(cell) == 1
            && Lifted::new(&self.board, assassin).is_wide_at(assassin, 0, d, 1)
    }
}

/// The actions of the pieces of the acting side.
struct Actor<'a> {
    position: &'a Position,
    side: Side,
    pinned: u64,
    onto_honeycombo: bool,
}

impl Actor<'_> {
    /// All actions of a piece, by itself or under control.
    fn actions_of(&self, actor: Tile, control: Option<Control>, out: &mut Vec<Action>) {
        let position = self.position;
        let Some(cell) = position.board.cell(actor) else {
            return;
        };
        if position.rests(actor) {
            return;
        }
        let powers = position.powers(actor);
        let mut push = |kind| out.push(Action { control, kind });
        if self.pinned & actor.bit() == 0 {
            self.moves(actor, cell, powers, &mut push);
        }
        if powers.has(Bug::Pillbug) && position.board.height(cell) == 1 {
            self.throws(actor, cell, control.is_some(), &mut push);
        }
        if powers.has(Bug::Wasp) {
            let mut sting = |next: FoldedCell| {
                if let Some(target) = position.board.top(next)
                    && position.may_sting(target, next, self.side).is_ok()
                {
                    push(ActionKind::Sting { by: actor, target });
                }
            };
            match position.options.sting {
                StingReach::Adjacent => neighbours(cell).for_each(sting),
                StingReach::Any => {
                    let single = |&tile: &Tile| position.board.is_top(tile);
                    let enemies = position.board.on_table() & of_side(!self.side);
                    let cells = tiles(enemies).filter(single);
                    cells
                        .filter_map(|tile| position.board.cell(tile))
                        .for_each(&mut sting);
                }
            }
        }
        if powers.has(Bug::Tick) && control.is_none() {
            for next in neighbours(cell) {
                if let Some(target) = position.board.top(next)
                    && position.may_control(actor, target, self.side).is_ok()
                {
                    let control = Control {
                        by: actor,
                        actor: target,
                    };
                    self.actions_of(target, Some(control), out);
                }
            }
        }
    }

    fn moves(
        &self,
        actor: Tile,
        cell: FoldedCell,
        powers: Bugs,
        push: &mut impl FnMut(ActionKind),
    ) {
        let position = self.position;
        let honeycombo = position.board.cell(Tile::HONEYCOMBO);
        for to in position.destinations(actor, cell, powers).iter() {
            if Some(to) != honeycombo || self.onto_honeycombo {
                push(ActionKind::Move { tile: actor, to });
            }
        }
        if powers.has(Bug::Centipede) && position.board.height(cell) == 1 {
            for to in Lifted::new(&position.board, cell).centipede().iter() {
                if let Some(target) = position.board.top(to)
                    && position.may_exchange(cell, target, self.side).is_ok()
                {
                    push(ActionKind::Exchange { by: actor, target });
                }
            }
        }
        if !powers.meets(Bugs::of(&[Bug::Assassin, Bug::Mantis]))
            || position.board.height(cell) != 1
        {
            return;
        }
        let board = &position.board;
        let enemies = board.on_table() & of_side(!self.side);
        for target in tiles(enemies).filter(|&target| board.is_top(target)) {
            let Some(at) = board.cell(target) else {
                continue;
            };
            let bites =
                powers.has(Bug::Assassin) && touch(cell, at) && position.is_within_bite(cell, at);
            let entered = position.state.last.entered & target.bit() != 0;
            if (bites || powers.has(Bug::Mantis) && entered)
                && position.shield(target).is_none()
                && position.holds_without(cell, target)
            {
                push(ActionKind::Remove { by: actor, target });
            }
        }
    }

    fn throws(
        &self,
        actor: Tile,
        cell: FoldedCell,
        controlled: bool,
        push: &mut impl FnMut(ActionKind),
    ) {
        let position = self.position;
        for next in neighbours(cell) {
            let Some(target) = position.board.top(next) else {
                continue;
            };
            if position.board.height(next) != 1
                || self.pinned & target.bit() != 0
                || !position.is_throwable(target, self.side)
            {
                continue;
            }
            for to in position.throws(cell, next, false).iter() {
                // The same throw by two Pillbugs is one turn: it is listed for the first Pillbug only.
                if controlled || position.thrower(target, to, self.side) == Some(actor) {
                    push(ActionKind::Throw { tile: target, to });
                }
            }
        }
    }
}

impl Position {
    /// The first piece of a side that can throw a piece to a cell. It does not test whether the piece may be thrown.
    pub(super) fn thrower(&self, target: Tile, to: FoldedCell, side: Side) -> Option<Tile> {
        tiles(self.board.on_table() & of_side(side))
            .find(|&by| self.can_throw(by, target, to, side))
    }

    /// Whether a piece of a side can throw a piece to a cell. It does not test whether the piece may be thrown.
    pub(super) fn can_throw(&self, by: Tile, target: Tile, to: FoldedCell, side: Side) -> bool {
        let cells = self.board.cell(by).zip(self.board.cell(target));
        cells.is_some_and(|(cell, from)| {
            by.side() == Some(side)
                && self.board.is_top(by)
                && self.board.height(cell) == 1
                && touch(cell, from)
                && !self.rests(by)
                && self.powers(by).has(Bug::Pillbug)
                && self.throws(cell, from, false).has(to)
        })
    }
}
