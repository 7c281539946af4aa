//! Placements, and what Swarm does with hands and bag.

use std::collections::{BTreeMap, BTreeSet};

use super::act::Act;
use super::board::{Cell, neighbours};
use super::oracle::{Oracle, index};
use super::setup::Flip;
use super::tiles::{TileId, is_guardian, other_face};

/// The lowest number of each kind of tile: equal tiles go in number order.
fn lowest<'a>(tiles: impl IntoIterator<Item = &'a TileId>) -> Vec<TileId> {
    let mut found = BTreeMap::new();
    for tile in tiles {
        let entry = found.entry((tile.white, tile.family)).or_insert(*tile);
        *entry = (*entry).min(*tile);
    }
    found.into_values().collect()
}

impl Oracle {
    pub fn place_acts(&self) -> BTreeSet<Act> {
        let draws: Vec<Option<TileId>> = if self.bag.is_empty() {
            vec![None]
        } else {
            lowest(&self.bag).into_iter().map(Some).collect()
        };
        let cells = [self.open_cells(true), self.open_cells(false)];
        let mut found = BTreeSet::new();
        for tile in lowest(&self.hands[index(self.white)]) {
            if !self.may_enter_now(tile) {
                continue;
            }
            let cells = if is_guardian(tile.family) {
                &self.perches(tile.white)
            } else {
                &cells[index(tile.white)]
            };
            for face in self.faces_to_place(tile) {
                for to in cells {
                    for draw in &draws {
                        found.insert(Act::Place {
                            tile,
                            face,
                            to: *to,
                            draw: *draw,
                        });
                    }
                }
            }
        }
        found
    }

    /// Rule 1.2: the queen not on the first turn (but in the open opening), and by the fourth.
    fn may_enter_now(&self, tile: TileId) -> bool {
        let turn = self.turns_had[index(self.white)] + 1;
        let queen = tile.family == "Q";
        if turn == 1 && queen {
            return self.setup.opening_open;
        }
        queen || turn < 4 || self.queen_placed(self.white)
    }

    fn faces_to_place(&self, tile: TileId) -> Vec<&'static str> {
        let mut faces = vec![tile.family];
        if self.setup.flip == Flip::Venom
            && tile.family != "Q"
            && self.setup.double_sided.contains(tile.family)
        {
            return other_face(tile.family).into_iter().collect();
        }
        if tile.family != "Q"
            && self.setup.flip != Flip::None
            && self.setup.double_sided.contains(tile.family)
        {
            faces.extend(other_face(tile.family));
        }
        faces
    }

    /// The empty cells where a tile of this colour may enter.
    fn open_cells(&self, white: bool) -> BTreeSet<Cell> {
        if self.board.cells.is_empty() {
            return BTreeSet::from([(0, 0)]);
        }
        let bugs: Vec<_> = self.board.pieces().filter_map(|p| p.colour()).collect();
        let first_of_colour = !bugs.contains(&white);
        let touched = |cell: Cell| neighbours(cell).map(|next| self.board.top(next));
        let fits = |cell: Cell| {
            let tops: Vec<_> = touched(cell).into_iter().flatten().collect();
            let honeycombo = tops.iter().any(|top| top.is_honeycombo());
            let own = tops.iter().any(|top| top.colour() == Some(white));
            let enemy = tops.iter().any(|top| top.colour() == Some(!white));
            let honeycombo_counts =
                honeycombo && (self.setup.honeycombo_contact || bugs.is_empty());
            if first_of_colour {
                own || enemy || honeycombo_counts
            } else {
                (own || honeycombo_counts) && !enemy
            }
        };
        self.board
            .cells
            .keys()
            .flat_map(|cell| neighbours(*cell))
            .filter(|cell| self.board.is_empty(*cell))
            .filter(|cell| fits(*cell))
            .collect()
    }

    /// The piles on which a guardian of this colour may enter (rule 2.14).
    fn perches(&self, white: bool) -> BTreeSet<Cell> {
        self.board
            .tops()
            .filter(|(_, top)| top.colour() == Some(white))
            .map(|(cell, _)| cell)
            .filter(|cell| {
                neighbours(*cell)
                    .iter()
                    .filter_map(|next| self.board.top(*next))
                    .all(|top| top.colour() != Some(!white))
            })
            .collect()
    }

    /// Swarm: a draw or a steal as the action, the queen placed.
    pub fn swarm_acts(&self) -> BTreeSet<Act> {
        if !self.setup.swarm || !self.queen_placed(self.white) {
            return BTreeSet::new();
        }
        let draws = lowest(&self.bag).into_iter().map(|tile| Act::Draw { tile });
        let own = self.hands[index(!self.white)]
            .iter()
            .filter(|tile| tile.white == self.white);
        let steals = lowest(own).into_iter().map(|tile| Act::Steal { tile });
        draws.chain(steals).collect()
    }
}
