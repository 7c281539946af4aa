//! Messages for broken rules, with details of the position.

use super::piece::Piece;
use super::tables::{Bits, step};
use super::{Move, Position, Rule};
use crate::game::{Fault, FaultKind, Position as _, Side};

/// The fault of a move that breaks `rule` in this position.
pub(super) fn fault(position: &Position, mv: Move, rule: Rule) -> Fault {
    let kind = match rule {
        Rule::GameOver => FaultKind::AfterEnd,
        _ => FaultKind::Illegal,
    };
    Fault::new(kind, message(position, mv, rule))
        .breaking(rule.as_str())
        .with_help(help(position, mv, rule))
}

fn message(position: &Position, mv: Move, rule: Rule) -> String {
    let side = position.turn();
    let Some(piece) = mv.piece() else {
        return match rule {
            Rule::GameOver => "a pass after the end of the game".to_owned(),
            _ => format!("{side} passes but has a legal move"),
        };
    };
    let why = rule.sentence();
    match rule {
        Rule::GameOver => format!("{piece} moves after the end of the game: {why}"),
        Rule::OtherSide if !position.is_on_board(piece) => {
            format!("{piece} enters on {side}'s turn: each side places its own pieces")
        }
        Rule::OtherSide => format!("{piece} is moved by {side}: {why}"),
        Rule::OneHive => format!("lifting {piece} splits the hive"),
        Rule::Covered => match above(position, piece) {
            Some(top) => format!("{piece} has {top} on top of it: {why}"),
            None => format!("{piece} is covered: {why}"),
        },
        Rule::QueenFirst => format!("{piece} moves while {side}'s queen is in hand: {why}"),
        Rule::QueenByFour => format!("{piece} is placed, but {side} must place its queen: {why}"),
        Rule::JustMoved => format!("{piece} was moved on the last turn: {why}"),
        Rule::SameCell => format!("{piece} stays where it is: {why}"),
        Rule::DestinationOccupied | Rule::PlacementOccupied => {
            format!("{piece} goes onto {}: {why}", Piece(position.top(mv.to)))
        }
        Rule::PlacementColour => match enemy_beside(position, mv, side) {
            Some(enemy) => format!("{piece} may not enter beside {enemy}: {why}"),
            None => format!("{piece} may not enter beside an enemy: {why}"),
        },
        _ => format!("{piece} cannot go there: {why}"),
    }
}

fn help(position: &Position, mv: Move, rule: Rule) -> Option<String> {
    match rule {
        Rule::OpeningQueen => {
            Some("the leaflets allow it: check with --opening open or auto".to_owned())
        }
        Rule::JustMoved => Some("older rules allowed it: check with --rules historical".to_owned()),
        Rule::Pass => {
            let moves = position.legal_moves();
            let first = moves.first()?;
            Some(format!(
                "{} legal {}, for example {}",
                moves.len(),
                if moves.len() == 1 { "move" } else { "moves" },
                position.spell(*first)
            ))
        }
        Rule::QueenByFour => Some(format!(
            "only {} may be placed now",
            Piece::of_slot(position.turn(), 0)
        )),
        Rule::GameOver => {
            let surrounded: Vec<String> = Side::ALL
                .into_iter()
                .filter(|&s| position.queen_neighbours(s) == Some(6))
                .map(|s| Piece::of_slot(s, 0).to_string())
                .collect();
            Some(format!("surrounded: {}", surrounded.join(" and ")))
        }
        _ => {
            // Where else the piece could have gone, if the list is short enough to read.
            let piece = mv.piece()?;
            let moves = position.legal_moves().into_iter();
            let own = moves.filter(|m| m.piece() == Some(piece));
            let list: Vec<String> = own.map(|m| position.spell(m).to_string()).collect();
            match list.len() {
                0 => None,
                1..=6 => Some(format!("legal for this piece: {}", list.join(", "))),
                n => Some(format!("{n} other moves of this piece are legal")),
            }
        }
    }
}

fn above(position: &Position, piece: Piece) -> Option<Piece> {
    Piece::all().find(|p| position.is_on_board(*p) && position.below(p.0) == piece.0)
}

fn enemy_beside(position: &Position, mv: Move, side: Side) -> Option<Piece> {
    Bits(position.neighbours_of(mv.to, !side))
        .next()
        .map(|d| Piece(position.top(step(mv.to, d))))
}
