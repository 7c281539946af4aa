//! The position: the table, hands and bag, and what each turn changes in them.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::act::{Act, Outcome, Turn};
use super::board::{Board, Cell, neighbours};
use super::setup::{Flip, Setup};
use super::tiles::{HONEYCOMBO, Piece, TileId, other_face};
use super::trace::Trace;

#[derive(Clone, Debug)]
pub struct Oracle {
    pub setup: Arc<Setup>,
    pub board: Board,
    pub white: bool,
    /// Turns that each side has had, passes too; White's first.
    pub turns_had: [u32; 2],
    /// Tiles beside the table, White's hand first. Under Swarm a hand may hold tiles of either colour.
    pub hands: [BTreeSet<TileId>; 2],
    pub bag: BTreeSet<TileId>,
    pub removed: BTreeSet<TileId>,
    /// Whether the side flipped the Honeycombo on its last turn, so that its next one has two actions.
    pub double: [bool; 2],
    /// What the other side's last turn left.
    pub left: Trace,
    /// What this turn's actions so far leave.
    pub leaves: Trace,
}

/// The place of a side in a pair.
pub fn index(white: bool) -> usize {
    usize::from(!white)
}

impl Oracle {
    pub fn new(setup: &Setup) -> Oracle {
        let mut oracle = Oracle::bare(setup);
        let (white, black) = (setup.tiles_of(true), setup.tiles_of(false));
        if let (true, Some(chosen)) = (setup.swarm, &setup.hands) {
            for (hand, chosen) in oracle.hands.iter_mut().zip(chosen) {
                hand.extend(chosen);
            }
            for tile in white.into_iter().chain(black) {
                let hand = &mut oracle.hands[index(tile.white)];
                if tile.family == "Q" {
                    hand.insert(tile);
                } else if !hand.contains(&tile) {
                    oracle.bag.insert(tile);
                }
            }
        } else {
            assert!(!setup.swarm, "Swarm begins with chosen hands");
            oracle.hands = [white, black];
        }
        if setup.honeycombo {
            oracle.put_honeycombo((0, 0), false);
        }
        oracle
    }

    /// An empty table, nothing in the hands.
    pub fn bare(setup: &Setup) -> Oracle {
        Oracle {
            setup: Arc::new(setup.clone()),
            board: Board::default(),
            white: true,
            turns_had: [0; 2],
            hands: Default::default(),
            bag: BTreeSet::new(),
            removed: BTreeSet::new(),
            double: [false; 2],
            left: Trace::default(),
            leaves: Trace::default(),
        }
    }

    pub fn put_honeycombo(&mut self, cell: Cell, white_up: bool) {
        let id = TileId {
            white: white_up,
            family: HONEYCOMBO,
            number: 1,
        };
        self.board.put(
            Piece {
                id,
                face: HONEYCOMBO,
            },
            cell,
        );
    }

    pub fn white_to_move(&self) -> bool {
        self.white
    }

    /// Cells with their pieces from the bottom.
    pub fn stacks(&self) -> impl Iterator<Item = (Cell, &[Piece])> {
        self.board
            .cells
            .iter()
            .map(|(cell, pile)| (*cell, pile.as_slice()))
    }

    /// The cell of the Honeycombo and the colour that it shows: `true` for White.
    pub fn honeycombo(&self) -> Option<(Cell, bool)> {
        self.board.cells.iter().find_map(|(cell, pile)| {
            let bottom = pile[0];
            bottom.is_honeycombo().then_some((*cell, bottom.id.white))
        })
    }

    pub fn queen_placed(&self, white: bool) -> bool {
        self.board
            .pieces()
            .any(|piece| piece.colour() == Some(white) && piece.id.family == "Q")
    }

    /// Whether a side has lost a queen (rules 2.3, 2.13, 2.14): the queen tile, or an extra Wasp.
    fn lost(&self, white: bool) -> bool {
        let queens: Vec<TileId> = ["Q", "Wa"]
            .map(|family| TileId {
                white,
                family,
                number: 1,
            })
            .into();
        queens.iter().any(|queen| {
            self.removed.contains(queen)
                || self.board.cell_of(*queen).is_some_and(|cell| {
                    let surrounded = neighbours(cell)
                        .iter()
                        .all(|next| !self.board.is_empty(*next));
                    let covered = self.board.top(cell).is_some_and(|top| top.id != *queen);
                    surrounded && (covered || !self.setup.guardians)
                })
        })
    }

    pub fn outcome(&self) -> Outcome {
        match (self.lost(true), self.lost(false)) {
            (false, false) => Outcome::Undecided,
            (true, true) => Outcome::Draw,
            (white_lost, _) => Outcome::Win { white: !white_lost },
        }
    }

    /// Plays a turn that is one of [`Oracle::turns`].
    pub fn play(&mut self, turn: &Turn) {
        let mut flipped_honeycombo = false;
        let acts = match turn {
            Turn::Pass => vec![],
            Turn::One(act) => vec![*act],
            Turn::Two(first, second) => vec![*first, *second],
        };
        for act in &acts {
            flipped_honeycombo |= *act == Act::FlipHoneycombo;
            self.perform(act);
        }
        self.double[index(self.white)] = flipped_honeycombo;
        self.turns_had[index(self.white)] += 1;
        self.left = std::mem::take(&mut self.leaves);
        self.white = !self.white;
    }

    /// Performs one action; the turn goes on.
    pub fn perform(&mut self, act: &Act) {
        self.leaves.next_action();
        match *act {
            Act::Place {
                tile,
                face,
                to,
                draw,
            } => {
                self.hands[index(self.white)].remove(&tile);
                self.board.put(Piece { id: tile, face }, to);
                self.leaves.place(tile);
                if let Some(drawn) = draw {
                    self.draw(drawn);
                }
            }
            Act::Move { tile, to } | Act::ControlMove { tile, to, .. } => {
                self.shift(tile, to);
                self.leaves.shift(tile);
            }
            Act::Throw { tile, to } | Act::ControlThrow { tile, to, .. } => {
                self.shift(tile, to);
                self.leaves.throw(tile);
            }
            Act::Flip { tile } => {
                self.turn_over(tile);
                self.leaves.flip(tile);
            }
            Act::FlipHoneycombo => {
                let (cell, white_up) = self.honeycombo().unwrap();
                self.board.lift(cell);
                self.put_honeycombo(cell, !white_up);
                self.leaves.honeycombo_flipped = true;
            }
            Act::Sting { target, .. } | Act::ControlSting { target, .. } => {
                if self.can_turn_over(target) {
                    self.turn_over(target);
                }
                self.leaves.sting(target);
            }
            Act::Remove { by: actor, target } | Act::ControlRemove { actor, target, .. } => {
                for tile in [actor, target] {
                    let cell = self.board.cell_of_top(tile).unwrap();
                    self.board.lift(cell);
                    self.removed.insert(tile);
                }
            }
            Act::Exchange { by: actor, target } | Act::ControlExchange { actor, target, .. } => {
                let here = self.board.cell_of_top(actor).unwrap();
                let there = self.board.cell_of_top(target).unwrap();
                let one = self.board.lift(here);
                let other = self.board.lift(there);
                self.board.put(one, there);
                self.board.put(other, here);
                self.leaves.shift(actor);
                self.leaves.shift(target);
            }
            Act::Draw { tile } => self.draw(tile),
            Act::Steal { tile } => {
                self.hands[index(!self.white)].remove(&tile);
                self.hands[index(self.white)].insert(tile);
            }
        }
    }

    fn draw(&mut self, tile: TileId) {
        self.bag.remove(&tile);
        self.hands[index(self.white)].insert(tile);
    }

    fn shift(&mut self, tile: TileId, to: Cell) {
        let from = self.board.cell_of_top(tile).unwrap();
        let piece = self.board.lift(from);
        self.board.put(piece, to);
    }

    /// Whether a tile has a second face that the game lets it show.
    pub fn can_turn_over(&self, tile: TileId) -> bool {
        self.setup.flip == Flip::Free && self.setup.double_sided.contains(tile.family)
    }

    fn turn_over(&mut self, tile: TileId) {
        let cell = self.board.cell_of_top(tile).unwrap();
        let piece = self.board.lift(cell);
        let face = other_face(piece.face).unwrap();
        self.board.put(Piece { id: tile, face }, cell);
    }
}
