//! All legal turns of a position.

use std::collections::BTreeSet;

use super::act::{Act, Outcome, Turn};
use super::board::{Cell, neighbours};
use super::deeds::Deed;
use super::oracle::{Oracle, index};
use super::tiles::{Piece, TileId};

impl Oracle {
    /// Every legal turn; none when the game is over.
    pub fn turns(&self) -> BTreeSet<Turn> {
        if self.outcome() != Outcome::Undecided {
            return BTreeSet::new();
        }
        let mut found = BTreeSet::new();
        for first in self.acts() {
            let seconds = self.second_acts(&first);
            if !seconds.is_empty() {
                found.extend(seconds.into_iter().map(|second| Turn::Two(first, second)));
            } else if self.bares_honeycombo(&first) {
                found.insert(Turn::One(first));
            }
        }
        if found.is_empty() {
            found.insert(Turn::Pass);
        }
        found
    }

    /// The actions with which a legal turn may begin.
    pub fn first_acts(&self) -> BTreeSet<Act> {
        if self.outcome() != Outcome::Undecided {
            return BTreeSet::new();
        }
        self.acts()
            .into_iter()
            .filter(|first| self.bares_honeycombo(first) || !self.second_acts(first).is_empty())
            .collect()
    }

    /// The second actions that may follow a first one; none when the turn ends with it.
    pub fn second_acts(&self, first: &Act) -> BTreeSet<Act> {
        if self.double[index(self.white)] {
            self.after(first).acts_that_end_the_turn()
        } else {
            BTreeSet::new()
        }
    }

    /// This position with one action done, the same side still to act.
    pub fn after(&self, act: &Act) -> Oracle {
        let mut after = self.clone();
        after.perform(act);
        after
    }

    /// Rule 2.15: nothing rests on the Honeycombo at the end of a turn.
    fn honeycombo_is_bare(&self) -> bool {
        self.honeycombo()
            .is_none_or(|(cell, _)| self.board.height(cell) == 1)
    }

    /// Whether nothing rests on the Honeycombo after an action.
    fn bares_honeycombo(&self, act: &Act) -> bool {
        match (self.honeycombo(), act) {
            (None, _) => true,
            (Some((cell, _)), Act::Move { to, .. } | Act::ControlMove { to, .. })
                if self.honeycombo_is_bare() =>
            {
                *to != cell
            }
            _ if self.honeycombo_is_bare() => true,
            _ => self.after(act).honeycombo_is_bare(),
        }
    }

    fn acts_that_end_the_turn(&self) -> BTreeSet<Act> {
        if self.outcome() != Outcome::Undecided {
            return BTreeSet::new();
        }
        let mut acts = self.acts();
        acts.retain(|act| self.bares_honeycombo(act));
        acts
    }

    /// The actions of the side to move, some of which may leave a bug on the Honeycombo.
    pub fn acts(&self) -> BTreeSet<Act> {
        let mut found = self.place_acts();
        found.extend(self.swarm_acts());
        if !self.queen_placed(self.white) {
            return found;
        }
        if self.may_flip_honeycombo() {
            found.insert(Act::FlipHoneycombo);
        }
        for (cell, piece) in self.board.tops() {
            if piece.colour() != Some(self.white) {
                continue;
            }
            if self.may_flip(cell, piece) {
                found.insert(Act::Flip { tile: piece.id });
            }
            if self.left.thrown.contains(&piece.id) || self.is_stunned(piece.id) {
                continue;
            }
            found.extend(self.deeds(cell).into_iter().map(|d| own(piece.id, d)));
            if self.kinds(cell).contains("Tk") {
                found.extend(self.controls(cell, piece.id));
            }
        }
        found
    }

    /// Rule 2.2.
    fn may_flip(&self, cell: Cell, piece: Piece) -> bool {
        let stopped = neighbours(cell)
            .into_iter()
            .filter_map(|next| self.board.top(next))
            .any(|top| top.face == "Sc" && top.colour() == Some(!self.white));
        self.can_turn_over(piece.id)
            && !self.left.moved.contains(&piece.id)
            && !self.is_stunned(piece.id)
            && (!stopped || piece.face == "Sb")
    }

    /// Rule 2.15: the side whose colour is up, and not just after the other side's flip.
    fn may_flip_honeycombo(&self) -> bool {
        self.honeycombo().is_some_and(|(_, up)| up == self.white)
            && self.honeycombo_is_bare()
            && !self.left.honeycombo_flipped
    }

    /// Rule 2.11: what the Tick, or a Mosquito as one, makes the enemies beside it do.
    fn controls(&self, cell: Cell, by: TileId) -> BTreeSet<Act> {
        let mut found = BTreeSet::new();
        for next in neighbours(cell) {
            let Some(piece) = self.board.top(next) else {
                continue;
            };
            if piece.colour() == Some(!self.white)
                && self.board.height(next) == self.board.height(cell)
                && !self.is_protected(next)
                && !self.is_stunned(piece.id)
                && !self.left.thrown.contains(&piece.id)
            {
                let deeds = self.deeds(next).into_iter();
                found.extend(deeds.map(|deed| controlled(by, piece.id, deed)));
            }
        }
        found
    }
}

/// A deed of an own piece as an action.
fn own(by: TileId, deed: Deed) -> Act {
    match deed {
        Deed::Move(to) => Act::Move { tile: by, to },
        Deed::Throw(tile, to) => Act::Throw { tile, to },
        Deed::Sting(target) => Act::Sting { by, target },
        Deed::Remove(target) => Act::Remove { by, target },
        Deed::Exchange(target) => Act::Exchange { by, target },
    }
}

/// A deed of a controlled piece as an action of its controller.
fn controlled(by: TileId, actor: TileId, deed: Deed) -> Act {
    match deed {
        Deed::Move(to) => Act::ControlMove {
            by,
            tile: actor,
            to,
        },
        Deed::Throw(tile, to) => Act::ControlThrow {
            by,
            actor,
            tile,
            to,
        },
        Deed::Sting(target) => Act::ControlSting { by, actor, target },
        Deed::Remove(target) => Act::ControlRemove { by, actor, target },
        Deed::Exchange(target) => Act::ControlExchange { by, actor, target },
    }
}
