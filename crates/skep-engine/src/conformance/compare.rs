//! A list of moves against the rules.

use std::collections::HashSet;

use skep_rules::game::Position as _;
use skep_rules::hive::{Bug, Move, MoveKind, Place, Position, Rule, Written};

use super::DifferenceKind;
use crate::error::quoted;
use crate::turn;

/// A move about which the engine and the rules disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DisputedMove {
    pub kind: DifferenceKind,
    pub rule: Option<Rule>,
    /// The move as it is spelled here, or as the engine spells it if it has no meaning.
    pub turn: String,
    pub message: String,
}

/// What is wrong with the answer to `validmoves`.
pub(super) fn faults(position: &Position, listed: &[String]) -> Vec<DisputedMove> {
    let mut faults = Vec::new();
    let mut moves = HashSet::new();
    for text in listed {
        match turn::meaning(position, text) {
            Ok(mv) => {
                if !moves.insert(mv) {
                    faults.push(DisputedMove {
                        kind: DifferenceKind::Answer,
                        rule: None,
                        turn: start_of(text),
                        message: format!("the engine lists {} twice", quoted(text)),
                    });
                }
            }
            Err(why) => faults.push(DisputedMove {
                kind: DifferenceKind::Answer,
                rule: None,
                turn: start_of(text),
                message: format!("the engine lists a move without a meaning: {why}"),
            }),
        }
    }
    let legal = position.legal_moves();
    for &mv in &legal {
        if !moves.remove(&mv) {
            let rule = rule_of(position, mv);
            faults.push(DisputedMove {
                kind: DifferenceKind::Forbids,
                rule: Some(rule),
                turn: position.spell(mv).to_string(),
                message: format!(
                    "the engine forbids {}, which {rule} allows: {}",
                    position.spell(mv),
                    rule.sentence()
                ),
            });
        }
    }
    // In the order of the engine, so that a report is the same each time.
    let extra = listed.iter().filter_map(|text| {
        let mv = turn::meaning(position, text).ok()?;
        moves.remove(&mv).then_some(mv)
    });
    faults.extend(extra.filter_map(|mv| allowed(position, mv)));
    faults
}

/// A text of an engine that is not a move, without what is too long to show.
fn start_of(text: &str) -> String {
    const MOST: usize = 80;
    text.chars().take(MOST).collect()
}

/// The fault of an engine that allows a move, if the move is illegal.
pub(super) fn allowed(position: &Position, mv: Move) -> Option<DisputedMove> {
    let rule = position.check(mv).err()?;
    let spelled = position.spell(mv);
    Some(DisputedMove {
        kind: DifferenceKind::Allows,
        rule: Some(rule),
        turn: spelled.to_string(),
        message: format!(
            "the engine allows {spelled}, which breaks {rule}: {}",
            rule.sentence()
        ),
    })
}

/// The rule that allows a legal move.
fn rule_of(position: &Position, mv: Move) -> Rule {
    let Some(piece) = mv.piece() else {
        return Rule::Pass;
    };
    let is_on_top = position.beneath(piece).next().is_some();
    match (position.kind(mv), piece.bug()) {
        (MoveKind::Pass, _) => Rule::Pass,
        (MoveKind::Placement, Bug::Queen) if position.ply() >= 6 => Rule::QueenByFour,
        (MoveKind::Placement, _) if position.ply() == 1 => Rule::FirstTouch,
        (MoveKind::Placement, _) => Rule::PlacementContact,
        (MoveKind::Throw, _) => Rule::Throw,
        (MoveKind::Movement, bug) if bug != Bug::Mosquito && is_on_top => Rule::BeetleMove,
        (MoveKind::Movement, bug) => Rule::of_move(bug),
    }
}

/// Whether a move can be written. A cell that touches nothing has no name.
pub(super) fn can_be_written(position: &Position, mv: Move) -> bool {
    match position.spell(mv) {
        Written::Put { to, .. } => to != Place::Unstated,
        Written::Pass | Written::EmptyTurn => true,
    }
}
