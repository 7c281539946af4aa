//! Messages for broken rules, with details of the position.

use super::written::{Effect, Written, WrittenAction};
use super::{Bug, Family, PieceName, Place, Position, Rule, Tile};
use crate::game::{Fault, FaultKind, Position as _, Side};

/// The fault of a written turn whose action number `which` breaks a rule in the position before that action.
pub(super) fn fault(position: &Position, written: &Written, which: usize, rule: Rule) -> Fault {
    let kind = match rule {
        Rule::GameOver => FaultKind::AfterEnd,
        _ => FaultKind::Illegal,
    };
    Fault::new(kind, message(position, written, which, rule))
        .breaking(rule.as_str())
        .with_help(help(position, written, which, rule))
}

fn message(position: &Position, written: &Written, which: usize, rule: Rule) -> String {
    let side = position.turn();
    let why = rule.sentence();
    let Some(action) = written.0.get(which) else {
        return match rule {
            Rule::GameOver => "a pass after the end of the game".to_owned(),
            _ => format!("{side} passes but has a legal turn"),
        };
    };
    if let Some(reason) = reason(position, action, rule) {
        return match rule {
            Rule::PlacementColour => reason,
            _ => format!("{action}: {reason}"),
        };
    }
    match (rule, action.piece) {
        (Rule::GameOver, _) => format!("{action} after the end of the game: {why}"),
        (Rule::OneHive, Some(piece)) => {
            format!("{action} is illegal: lifting {piece} splits the hive")
        }
        (Rule::QueenByFour, Some(piece)) => {
            format!("{piece} is placed, but {side} must place its queen: {why}")
        }
        _ => format!("{action} is illegal: {why}"),
    }
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
        Rule::Covered => {
            let covered = [Some(subject), Some(target)]
                .into_iter()
                .flatten()
                .filter_map(tile)
                .find(|&tile| position.is_on_table(tile) && !position.board.is_top(tile))?;
            let top = position.board.top(position.board.cell(covered)?)?;
            let (name, top) = (position.name(covered), position.name(top));
            Some(format!(
                "{name} has {top} on top of it: {}",
                rule.sentence()
            ))
        }
        Rule::PlacementColour => {
            let enemy = position.enemy_at(action)?;
            Some(format!(
                "{subject} may not enter beside {enemy}: {}",
                rule.sentence()
            ))
        }
        _ => None,
    }
}

fn help(position: &Position, written: &Written, which: usize, rule: Rule) -> Option<String> {
    if let Some(spelling) = missing_mark(position, written.0.get(which)) {
        return Some(spelling);
    }
    match rule {
        Rule::OpeningQueen => {
            Some("the leaflets allow it: check with --opening open or auto".to_owned())
        }
        Rule::Pass => {
            let moves = position.legal_moves();
            let first = moves.first()?;
            Some(format!(
                "{} legal {}, for example {}",
                moves.len(),
                if moves.len() == 1 { "turn" } else { "turns" },
                position.spell(*first)
            ))
        }
        Rule::QueenByFour => {
            let queen = Tile::new(position.turn(), Family::QUEEN, 1)?;
            Some(format!("only {queen:?} may be placed now"))
        }
        Rule::GameOver => {
            let lost: Vec<String> = Side::ALL
                .into_iter()
                .filter(|&side| position.has_lost(side))
                .map(|side| format!("{side}'s queen"))
                .collect();
            Some(format!("captured: {}", lost.join(" and ")))
        }
        _ => alternatives(position, written.0.get(which)?.piece?),
    }
}

/// The spelling with a mark, if a piece that affects others is written as if it moved on top of one, and the action
/// with the mark is legal.
fn missing_mark(position: &Position, action: Option<&WrittenAction>) -> Option<String> {
    let action = action?;
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

/// What else the piece could have done, if the list is short enough to read.
fn alternatives(position: &Position, piece: PieceName) -> Option<String> {
    let spelled =
        spelled_actions(position).filter(|w| w.0.first().and_then(|a| a.piece) == Some(piece));
    let list: Vec<String> = spelled.map(|w| w.to_string()).collect();
    match list.len() {
        0 => None,
        1..=6 => Some(format!("legal for this piece: {}", list.join(", "))),
        n => Some(format!("{n} other actions of this piece are legal")),
    }
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

    /// The piece of the other colour beside the target of an action.
    fn enemy_at(&self, action: &WrittenAction) -> Option<PieceName> {
        use super::Place;
        let colour = action.piece?.side();
        let to = match action.to {
            Place::On(name) => self.board.cell(self.named(name)?)?,
            Place::Beside(direction, name) => {
                let cell = self.board.cell(self.named(name)?)?;
                super::board::step(cell, direction.index())
            }
            Place::Unstated | Place::Cell(..) => return None,
        };
        super::board::neighbours(to)
            .filter_map(|cell| self.board.top(cell))
            .find(|top| top.side() == Some(!colour))
            .map(|top| self.name(top))
    }
}
