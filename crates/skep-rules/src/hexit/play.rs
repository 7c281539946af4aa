//! Playing a move and taking it back.

use super::cell::Cell;
use super::mv::TurnKind;
use super::position::{NONE, members};
use super::stack::Stack;
use super::{Move, Position, Undo};
use crate::game::Side;
use crate::geometry::Direction;

impl Position {
    pub(super) fn apply(&mut self, mv: Move) -> Undo {
        let mut undo = Undo {
            mv,
            passes: self.passes,
            tiles: 0,
            prisoners: false,
        };
        self.passes = 0;
        match mv.0 {
            TurnKind::Pass => self.passes = undo.passes + 1,
            TurnKind::Place { cell } => {
                self.stacks[usize::from(cell)].push(self.turn);
                self.tops[self.turn.index()] |= 1 << cell;
                self.reserve[self.turn.index()] -= 1;
            }
            TurnKind::Lay { at } => {
                self.add_tile(at, self.turn);
            }
            TurnKind::Distribute { cell, direction } => {
                (undo.tiles, undo.prisoners) = self.distribute(cell, direction);
            }
            TurnKind::Release { cells } => self.release(cells),
        }
        self.turn = !self.turn;
        self.ply += 1;
        undo
    }

    pub(super) fn take_back(&mut self, undo: Undo) {
        self.turn = !self.turn;
        self.ply -= 1;
        self.passes = undo.passes;
        match undo.mv.0 {
            TurnKind::Pass => {}
            TurnKind::Place { cell } => {
                self.stacks[usize::from(cell)].pop();
                self.tops[self.turn.index()] &= !(1 << cell);
                self.reserve[self.turn.index()] += 1;
            }
            TurnKind::Lay { .. } => {
                self.tiles[self.turn.index()] &= !(1 << (self.len - 1));
                self.remove_last_cell();
            }
            TurnKind::Distribute { cell, direction } => {
                self.gather(cell, direction, undo.tiles, undo.prisoners);
            }
            TurnKind::Release { cells } => self.imprison(cells),
        }
    }

    /// Drops a stack piece by piece. Returns how many tiles received one and whether prisoners were made.
    fn distribute(&mut self, from: u8, direction: Direction) -> (u8, bool) {
        let mut hand = std::mem::take(&mut self.stacks[usize::from(from)]);
        self.update_top(from);
        let mut tiles = 0;
        let mut cell = from;
        while !hand.is_empty() {
            let next = self.next[usize::from(cell)][direction.index()];
            if next == NONE {
                let at: Cell = self.cells[usize::from(cell)].step(direction);
                let prison = self.add_cell(at);
                self.prisons |= 1 << prison;
                self.stacks[usize::from(prison)] = hand;
                return (tiles, true);
            }
            cell = next;
            if let Some(side) = hand.take_bottom() {
                self.stacks[usize::from(cell)].push(side);
            }
            self.update_top(cell);
            tiles += 1;
        }
        (tiles, false)
    }

    /// Takes a distribution back.
    fn gather(&mut self, from: u8, direction: Direction, tiles: u8, prisoners: bool) {
        let mut hand = Stack::EMPTY;
        if prisoners {
            let prison = self.len - 1;
            hand = self.stack(prison);
            self.prisons &= !(1 << prison);
            self.remove_last_cell();
        }
        let mut cell = from;
        for _ in 0..tiles {
            cell = self.next[usize::from(cell)][direction.index()];
        }
        for _ in 0..tiles {
            if let Some(side) = self.stacks[usize::from(cell)].pop() {
                hand.put_under(side);
            }
            self.update_top(cell);
            cell = self.next[usize::from(cell)][direction.opposite().index()];
        }
        self.stacks[usize::from(from)] = hand;
        self.update_top(from);
    }

    fn update_top(&mut self, cell: u8) {
        let bit = 1 << cell;
        self.tops[0] &= !bit;
        self.tops[1] &= !bit;
        if let Some(side) = self.stack(cell).top() {
            self.tops[side.index()] |= bit;
        }
    }

    fn release(&mut self, cells: u64) {
        self.prisons &= !cells;
        self.tiles[self.turn.index()] |= cells;
        for cell in members(cells) {
            let stack = std::mem::take(&mut self.stacks[usize::from(cell)]);
            self.freed[usize::from(cell)] = stack;
            self.reserve[Side::White.index()] += stack.white();
            self.reserve[Side::Black.index()] += stack.black();
        }
    }

    /// Takes a release back.
    fn imprison(&mut self, cells: u64) {
        self.prisons |= cells;
        self.tiles[self.turn.index()] &= !cells;
        for cell in members(cells) {
            let stack = std::mem::take(&mut self.freed[usize::from(cell)]);
            self.stacks[usize::from(cell)] = stack;
            self.reserve[Side::White.index()] -= stack.white();
            self.reserve[Side::Black.index()] -= stack.black();
        }
    }
}
