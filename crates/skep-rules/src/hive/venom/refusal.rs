//! Why an action is refused.

use super::board::{neighbours, step};
use super::written::{Effect, Written, WrittenAction, WrittenDraw};
use super::{Bug, FoldedCell, PieceName, Place, Position, Rule, Tile};
use crate::game::{Fault, Position as _};
use crate::hive::refusal::{self, RefusedTurn, covered};

/// The fault of a written turn whose action number `which` breaks a rule in the position before that action.
pub(super) fn fault(position: &Position, written: &Written, which: usize, rule: Rule) -> Fault {
    let side = position.turn();
    let Some(action) = written.0.get(which) else {
        return RefusedTurn::pass(side, rule).fault(refusal::help(position, rule, Vec::new));
    };
    let to = position.target(action.to);
    let top = |cell| position.board.top(cell);
    // The other rules, and the other actions, have no words of their own.
    let is_put = action.effect == Effect::None
        && action.control.is_none()
        && action.draw == WrittenDraw::None
        && rule.is_plain();
    let refusal = RefusedTurn {
        piece: action.piece,
        action: (!is_put).then(|| action.to_string()),
        reason: reason(position, action, rule),
        enters: action
            .piece
            .is_some_and(|piece| position.named(piece).is_none()),
        on: to.and_then(top).map(|tile| position.name(tile)),
        enemy: to.and_then(|to| {
            let enemy = |tile: &Tile| tile.side() == Some(!side);
            let enemy = neighbours(to).filter_map(top).find(enemy)?;
            Some(position.name(enemy))
        }),
        ..RefusedTurn::pass(side, rule)
    };
    let others = || alternatives(position, action.piece);
    let help = missing_mark(position, action);
    refusal.fault(help.or_else(|| refusal::help(position, rule, others)))
}

/// The reason, if a single piece is the reason.
fn reason(position: &Position, action: &WrittenAction, rule: Rule) -> Option<String> {
    let tile = |name: PieceName| position.named(name);
    let subject = action.piece?;
    let target = match action.effect {
        Effect::Sting(name) | Effect::Remove(name) | Effect::Exchange(name) => name,
        _ => action.thrown.unwrap_or(subject),
    };
    match rule {
        Rule::FlipScorpion => {
            let cell = position.board.cell(tile(subject)?)?;
            let scorpion = position.scorpion_beside(cell, subject.side())?;
            let name = position.name(scorpion);
            Some(format!(
                "the Scorpion {name} beside the piece prevents turning it over"
            ))
        }
        Rule::Protected => {
            let target_tile = tile(target)?;
            let removal = matches!(action.effect, Effect::Remove(_));
            let bug = if removal {
                position.shield(target_tile)?
            } else {
                position.protector(target_tile)?
            };
            let name = position.name(bug);
            if removal && target_tile != bug {
                return Some(format!(
                    "no predator removes {target}, because it touches the Stink Bug {name}"
                ));
            }
            Some(if tile(target) == Some(bug) {
                format!("the Stink Bug {name} protects itself from the other side")
            } else {
                format!("the Stink Bug {name} protects {target} from the other side")
            })
        }
        Rule::MosquitoMove => {
            let cell = position.board.cell(tile(subject)?)?;
            (position.board.height(cell) > 1).then(|| {
                format!(
                    "{subject} cannot go there: on top of the hive, the mosquito moves one step as a beetle, or as a \
                     bug beside it at its own level"
                )
            })
        }
        Rule::Covered => {
            let tile = [Some(subject), Some(target)]
                .into_iter()
                .flatten()
                .filter_map(tile)
                .find(|&tile| position.is_on_table(tile) && !position.board.is_top(tile))?;
            let top = position.board.top(position.board.cell(tile)?)?;
            Some(covered(position.name(tile), position.name(top)))
        }
        _ => None,
    }
}

/// The spelling with a mark, if a piece that affects others is written as if it moved on top of one, and the action
/// with the mark is legal.
fn missing_mark(position: &Position, action: &WrittenAction) -> Option<String> {
    let (Place::On(target), Effect::None) = (action.to, action.effect) else {
        return None;
    };
    let (what, effect) = match action.piece?.bug() {
        Bug::Wasp => ("sting", Effect::Sting(target)),
        Bug::Assassin | Bug::Mantis => ("remove", Effect::Remove(target)),
        Bug::Centipede => ("exchange places with", Effect::Exchange(target)),
        _ => return None,
    };
    let mut legal = spelled_actions(position);
    let marked = legal.find(|w| {
        let first = w.0.first();
        first.is_some_and(|a| a.piece == action.piece && a.effect == effect)
    })?;
    Some(format!("to {what} {target}, write `{marked}`"))
}

/// The legal actions, as they are written.
fn spelled_actions(position: &Position) -> impl Iterator<Item = Written> {
    let mut actions = Vec::new();
    position.actions(false, &mut actions);
    let spell = |action| position.spell(super::Move::one(action));
    actions.into_iter().map(spell)
}

/// What else the piece could have done.
fn alternatives(position: &Position, piece: Option<PieceName>) -> Vec<String> {
    let of_piece = |w: &Written| piece.is_some() && w.0.first().and_then(|a| a.piece) == piece;
    let spelled = spelled_actions(position).filter(of_piece);
    spelled.map(|w| w.to_string()).collect()
}

impl Position {
    /// The tile on the table that shows this name.
    fn named(&self, name: PieceName) -> Option<Tile> {
        if name.bug() == Bug::Honeycombo {
            return Some(Tile::HONEYCOMBO);
        }
        super::tile::tiles(self.board.on_table()).find(|&tile| {
            let own = self.name(tile);
            own.side() == name.side()
                && own.bug() == name.bug()
                && (own.number() == name.number() || own.number() == 0)
        })
    }

    /// The cell of a place whose piece is on the table.
    fn target(&self, place: Place) -> Option<FoldedCell> {
        let cell = self.board.cell(self.named(place.name()?)?)?;
        match place {
            Place::Beside(direction, _) => Some(step(cell, direction.index())),
            _ => Some(cell),
        }
    }
}
