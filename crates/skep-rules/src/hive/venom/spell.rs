//! Turns in canonical notation.

use super::Place;
use super::board::step;
use super::mv::{ActionKind, Draw};
use super::written::{Effect, WrittenAction, WrittenDraw};
use super::{Action, FoldedCell, Position, Tile};
use crate::game::Position as _;
use crate::geometry::Direction;

impl Position {
    pub(super) fn spell_action(&self, action: Action) -> WrittenAction {
        let name = |tile| Some(self.name(tile));
        let mut written = WrittenAction {
            control: action.control.and_then(|control| name(control.by)),
            piece: action.control.and_then(|control| name(control.actor)),
            ..WrittenAction::default()
        };
        match action.kind {
            ActionKind::Place {
                tile,
                back,
                to,
                draw,
            } => {
                written.piece = Some(tile.name(back));
                written.to = self.place(to, None);
                if let Draw::Tile(drawn) = draw {
                    written.draw = WrittenDraw::Named(drawn.name(false));
                }
            }
            ActionKind::Move { tile, to } => {
                written.piece = name(tile);
                written.to = self.place(to, Some(tile));
            }
            ActionKind::Throw { tile, to } => {
                written.to = self.place(to, Some(tile));
                if action.control.is_some() {
                    written.thrown = name(tile);
                } else {
                    written.piece = name(tile);
                    let own = Action::own(ActionKind::Move { tile, to });
                    // Pieces of the other side move in no other way. A piece's own move usually goes to another cell.
                    if tile.side() == Some(self.turn()) && self.test_action(own, false).is_ok() {
                        written.thrower = self
                            .thrower(tile, to, self.turn())
                            .map(|tile| self.name(tile));
                    }
                }
            }
            ActionKind::Flip { tile } => {
                written.piece = name(tile);
                written.effect = Effect::Flip;
            }
            ActionKind::FlipHoneycombo => {
                written.piece = name(Tile::HONEYCOMBO);
                written.effect = Effect::Flip;
            }
            ActionKind::Sting { by, target } => {
                written.piece = name(by);
                written.effect = Effect::Sting(self.name(target));
            }
            ActionKind::Remove { by, target } => {
                written.piece = name(by);
                written.effect = Effect::Remove(self.name(target));
            }
            ActionKind::Exchange { by, target } => {
                written.piece = name(by);
                if let Some(to) = self.board.cell(target) {
                    written.to = self.beside(to, by);
                }
                written.effect = Effect::Exchange(self.name(target));
            }
            ActionKind::Draw { draw } => {
                written.draw = match draw {
                    Draw::Tile(tile) => WrittenDraw::Named(tile.name(false)),
                    Draw::None | Draw::Unknown => WrittenDraw::Unknown,
                };
            }
            ActionKind::Steal { tile } => written.effect = Effect::Steal(tile.name(false)),
        }
        written
    }

    /// A cell in canonical notation: on the piece there, or beside a neighbour, the first clockwise from the
    /// north-west. The moving piece does not count as a neighbour.
    fn place(&self, to: FoldedCell, mover: Option<Tile>) -> Place {
        match self.top_without(to, mover) {
            Some(tile) => Place::On(self.name(tile)),
            None => self.beside_without(to, mover),
        }
    }

    fn beside(&self, to: FoldedCell, mover: Tile) -> Place {
        self.beside_without(to, Some(mover))
    }

    fn beside_without(&self, to: FoldedCell, mover: Option<Tile>) -> Place {
        let beside = |d: Direction| {
            let tile = self.top_without(step(to, d.index()), mover)?;
            Some(Place::Beside(d.opposite(), self.name(tile)))
        };
        Direction::ALL
            .into_iter()
            .find_map(beside)
            .unwrap_or_default()
    }

    fn top_without(&self, cell: FoldedCell, mover: Option<Tile>) -> Option<Tile> {
        match self.board.top(cell) {
            Some(top) if Some(top) == mover => self.board.below(top),
            top => top,
        }
    }
}
