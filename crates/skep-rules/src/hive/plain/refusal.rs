//! Why a move of the plain game is refused.

use super::piece::Piece;
use super::tables::{Bits, step};
use super::{Bug, Move, Position, Rule};
use crate::game::{Fault, Position as _};
use crate::hive::refusal::{RefusedTurn, covered, help};

/// The fault of a move that breaks `rule` in this position.
pub(super) fn fault(position: &Position, mv: Move, rule: Rule) -> Fault {
    let side = position.turn();
    let Some(piece) = mv.piece() else {
        return RefusedTurn::pass(side, rule).fault(help(position, rule, Vec::new));
    };
    let top = |cell| (position.height(cell) > 0).then(|| Piece(position.top(cell)).name());
    let above =
        || Piece::all().find(|p| position.is_on_board(*p) && position.below(p.0) == piece.0);
    let raised = || position.is_on_board(piece) && position.height(position.location(piece.0)) > 1;
    let reason = match rule {
        Rule::Covered => above().map(|top| covered(piece.name(), top.name())),
        Rule::BeetleMove if piece.bug() == Bug::Mosquito && raised() => Some(format!(
            "{piece} cannot go there: on top of the hive, the mosquito moves one step as a beetle"
        )),
        _ => None,
    };
    let refusal = RefusedTurn {
        piece: Some(piece.name()),
        reason,
        enters: !position.is_on_board(piece),
        on: top(mv.to),
        enemy: Bits(position.neighbours_of(mv.to, !side))
            .next()
            .and_then(|d| top(step(mv.to, d))),
        ..RefusedTurn::pass(side, rule)
    };
    if rule == Rule::JustMoved {
        let help = "older rules allowed it: check with --rules historical";
        return refusal.fault(Some(help.to_owned()));
    }
    let own = || {
        let moves = position.legal_moves().into_iter();
        let own = moves.filter(|m| m.piece() == Some(piece));
        own.map(|m| position.spell(m).to_string()).collect()
    };
    refusal.fault(help(position, rule, own))
}
