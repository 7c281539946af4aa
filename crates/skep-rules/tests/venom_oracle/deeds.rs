//! What one piece on the table can do: its moves and its special actions, no matter which piece causes them.

use std::collections::BTreeSet;

use super::board::{Board, Cell, neighbours};
use super::moves::{centipede_ends, destinations};
use super::oracle::Oracle;
use super::steps::passes;
use super::tiles::{Piece, TileId};

/// A deed of a piece that is yet to be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deed {
    Move(Cell),
    Throw(TileId, Cell),
    Sting(TileId),
    Remove(TileId),
    Exchange(TileId),
}

impl Oracle {
    /// The kinds that a top piece acts as: its face, or what a Mosquito copies (rules 1.8 and 2.12).
    pub fn kinds(&self, cell: Cell) -> BTreeSet<&'static str> {
        let face = self.board.top(cell).unwrap().face;
        if face != "M" {
            return BTreeSet::from([face]);
        }
        let level = self.board.height(cell);
        let raised = level > 1;
        let mut kinds: BTreeSet<&'static str> = neighbours(cell)
            .into_iter()
            .filter(|next| !raised || self.board.height(*next) == level)
            .filter_map(|next| self.board.top(next))
            .map(|top| top.face)
            .filter(|face| !["M", "Hc"].contains(face))
            .filter(|face| raised || !["Bu", "Mo"].contains(face))
            .collect();
        if raised {
            kinds.insert("B");
        }
        kinds
    }

    /// Rule 2.10: whether a Stink Bug keeps the acting side off the top piece of a cell.
    pub fn is_protected(&self, cell: Cell) -> bool {
        let piece = self.board.top(cell).unwrap();
        let guards = |at: Cell| {
            self.board
                .top(at)
                .is_some_and(|top| top.face == "Sb" && top.colour() == piece.colour())
        };
        piece.colour() == Some(!self.white)
            && (piece.face == "Sb" || neighbours(cell).into_iter().any(guards))
    }

    /// Rules 2.13 and 3.1: whether a Stink Bug keeps predators off the top piece of a cell.
    fn is_shielded(&self, cell: Cell) -> bool {
        if self.setup.shield_friends {
            return self.is_protected(cell);
        }
        let mut near = vec![cell];
        near.extend(neighbours(cell));
        near.into_iter()
            .filter_map(|at| self.board.top(at))
            .any(|top| top.face == "Sb")
    }

    /// Whether lifting the top piece of a cell would split the hive.
    pub fn is_pinned(&self, cell: Cell) -> bool {
        self.board.height(cell) == 1 && !self.board.lifted(cell).is_one_hive()
    }

    fn is_enemy(&self, piece: Piece) -> bool {
        piece.colour() == Some(!self.white)
    }

    /// Whether a sting keeps a tile from moving and acting.
    pub fn is_stunned(&self, tile: TileId) -> bool {
        self.left.stunned.contains(&tile) || self.leaves.stunned.contains(&tile)
    }

    /// Everything that the top piece of a cell can do but control; the side to move acts through it.
    pub fn deeds(&self, cell: Cell) -> BTreeSet<Deed> {
        let free = !self.is_pinned(cell);
        let mut found = BTreeSet::new();
        for kind in self.kinds(cell) {
            match kind {
                "P" => found.extend(self.throws(cell)),
                "Wa" => found.extend(self.stings(cell)),
                "As" if free => found.extend(self.bites(cell)),
                "Ma" if free => found.extend(self.strikes(cell)),
                "Ce" if free => found.extend(self.exchanges(cell)),
                _ => {}
            }
            if free {
                found.extend(self.moves(kind, cell));
            }
        }
        found
    }

    fn moves(&self, kind: &str, cell: Cell) -> Vec<Deed> {
        let board = self.board.lifted(cell);
        let landings = board
            .tops()
            .filter(|(_, top)| self.left.all_touched.contains(&top.id))
            .map(|(cell, _)| cell)
            .collect();
        destinations(kind, &board, cell, &landings)
            .into_iter()
            .map(Deed::Move)
            .collect()
    }

    /// Rule 1.9: a neighbour up onto the thrower and down again beside it.
    fn throws(&self, thrower: Cell) -> Vec<Deed> {
        let mut found = Vec::new();
        if self.board.height(thrower) > 1 {
            return found;
        }
        for from in neighbours(thrower) {
            let Some(thrown) = self.single_bug(from) else {
                continue;
            };
            let recent = self.left.moved.contains(&thrown.id)
                || self.left.placed.contains(&thrown.id)
                || self.left.thrown.contains(&thrown.id);
            if recent || self.is_protected(from) || self.is_pinned(from) {
                continue;
            }
            let board = self.board.lifted(from);
            if !passes(&board, from, thrower) {
                continue;
            }
            for to in neighbours(thrower) {
                if to != from && board.is_empty(to) && passes(&board, thrower, to) {
                    found.push(Deed::Throw(thrown.id, to));
                }
            }
        }
        found
    }

    /// A bug that stands alone on its cell.
    fn single_bug(&self, cell: Cell) -> Option<Piece> {
        self.board
            .top(cell)
            .filter(|top| self.board.height(cell) == 1 && !top.is_honeycombo())
    }

    /// Rules 2.4 and 3.2: an enemy beside the Wasp, or anywhere, in no stack, neither moved nor flipped just now.
    fn stings(&self, wasp: Cell) -> Vec<Deed> {
        let near = if self.setup.sting_any {
            self.board.cells.keys().copied().collect()
        } else {
            neighbours(wasp).to_vec()
        };
        near.into_iter()
            .filter(|cell| !self.is_protected_or_empty(*cell))
            .filter_map(|cell| self.single_bug(cell))
            .filter(|piece| self.is_enemy(*piece))
            .filter(|piece| !self.left.moved.contains(&piece.id))
            .filter(|piece| !self.left.flipped.contains(&piece.id))
            .map(|piece| Deed::Sting(piece.id))
            .collect()
    }

    fn is_protected_or_empty(&self, cell: Cell) -> bool {
        self.board.is_empty(cell) || self.is_protected(cell)
    }

    /// Rule 2.13: the Assassin steps onto an enemy in no stack, and both go.
    fn bites(&self, assassin: Cell) -> Vec<Deed> {
        let board = self.board.lifted(assassin);
        neighbours(assassin)
            .into_iter()
            .filter(|cell| !self.board.is_empty(*cell) && !self.is_shielded(*cell))
            .filter(|cell| passes(&board, assassin, *cell))
            .filter(|cell| board.lifted(*cell).is_one_hive())
            .filter_map(|cell| self.single_bug(cell))
            .filter(|piece| self.is_enemy(*piece))
            .map(|piece| Deed::Remove(piece.id))
            .collect()
    }

    /// Rule 2.13: the Mantis flies onto an enemy just placed, and both go.
    fn strikes(&self, mantis: Cell) -> Vec<Deed> {
        let board = self.board.lifted(mantis);
        board
            .tops()
            .filter(|(_, top)| self.is_enemy(*top) && self.left.all_placed.contains(&top.id))
            .filter(|(cell, _)| !self.is_shielded(*cell))
            .filter(|(cell, _)| board.lifted(*cell).is_one_hive())
            .map(|(_, top)| Deed::Remove(top.id))
            .collect()
    }

    /// Rule 2.9: three steps on top, onto a bug that stands alone, which takes the Centipede's place.
    fn exchanges(&self, centipede: Cell) -> Vec<Deed> {
        let board = self.board.lifted(centipede);
        centipede_ends(&board, centipede)
            .into_iter()
            .filter(|cell| !self.is_protected(*cell))
            .filter(|cell| self.holds_without(&board, *cell))
            .filter_map(|cell| self.single_bug(cell))
            .filter(|piece| !self.left.thrown.contains(&piece.id))
            .map(|piece| Deed::Exchange(piece.id))
            .collect()
    }

    /// Under the strict exchange the hive also holds with both pieces lifted.
    fn holds_without(&self, board: &Board, cell: Cell) -> bool {
        !self.setup.exchange_strict || board.lifted(cell).is_one_hive()
    }
}
