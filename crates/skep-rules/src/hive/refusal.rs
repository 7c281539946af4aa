//! Messages for broken rules, with details of the position.

use super::{Bug, GameType, PieceName, Rule};
use crate::game::{Fault, FaultKind, Outcome, Position, Side};

/// A turn that breaks a rule, or the first of its actions that does, and what stands around its piece.
pub(super) struct RefusedTurn {
    /// The side that plays the turn.
    pub side: Side,
    /// The rule.
    pub rule: Rule,
    /// The piece that is placed, moves or acts. A pass has none.
    pub piece: Option<PieceName>,
    /// The action as written, if it is more than a piece that goes to a place.
    pub action: Option<String>,
    /// Why this rule holds here, if the sentence of the rule does not say it.
    pub reason: Option<String>,
    /// Whether the piece enters from the hand.
    pub enters: bool,
    /// The piece on the cell where it goes.
    pub on: Option<PieceName>,
    /// A piece of the other side beside this cell.
    pub enemy: Option<PieceName>,
}

impl RefusedTurn {
    /// The refusal of a pass.
    pub fn pass(side: Side, rule: Rule) -> RefusedTurn {
        RefusedTurn {
            side,
            rule,
            piece: None,
            action: None,
            reason: None,
            enters: false,
            on: None,
            enemy: None,
        }
    }

    /// The fault with this message.
    pub fn fault(&self, help: Option<String>) -> Fault {
        let kind = match self.rule {
            Rule::GameOver => FaultKind::AfterEnd,
            _ => FaultKind::Illegal,
        };
        Fault::new(kind, self.message())
            .breaking(self.rule.as_str())
            .with_help(help)
    }

    fn message(&self) -> String {
        let (side, why) = (self.side, self.rule.sentence());
        match (&self.action, &self.reason) {
            (Some(action), Some(reason)) => return format!("{action}: {reason}"),
            (Some(action), None) => return format!("{action} is illegal: {why}"),
            (None, Some(reason)) => return reason.clone(),
            (None, None) => {}
        }
        let Some(piece) = self.piece else {
            return match self.rule {
                Rule::GameOver => "a pass after the end of the game".to_owned(),
                _ => format!("{side} passes but has a legal move"),
            };
        };
        match (self.rule, self.on, self.enemy) {
            (Rule::GameOver, ..) => format!("{piece} moves after the end of the game: {why}"),
            (Rule::OtherSide, ..) if self.enters => {
                format!("{piece} enters on {side}'s turn: each side places its own pieces")
            }
            (Rule::OtherSide, ..) => format!("{piece} is moved by {side}: {why}"),
            (Rule::OneHive, ..) => format!("lifting {piece} splits the hive"),
            (Rule::QueenFirst, ..) => {
                format!("{piece} moves while {side}'s queen is in hand: {why}")
            }
            (Rule::QueenByFour, ..) => {
                format!("{piece} is placed, but {side} must place its queen: {why}")
            }
            (Rule::JustMoved, ..) => format!("{piece} was moved on the last turn: {why}"),
            (Rule::SameCell, ..) => format!("{piece} stays where it is: {why}"),
            (Rule::DestinationOccupied | Rule::PlacementOccupied, Some(on), _) => {
                format!("{piece} goes onto {on}: {why}")
            }
            (Rule::PlacementColour, _, Some(enemy)) => {
                format!("{piece} may not enter beside {enemy}: {why}")
            }
            _ => format!("{piece} cannot go there: {why}"),
        }
    }
}

/// The fault of a piece that the game does not have. `count` is the number of its kind that a side has, if any.
pub(super) fn no_such_piece(name: PieceName, game_type: GameType, count: Option<u8>) -> Fault {
    let (side, bug) = (name.side(), name.bug());
    let message = match count {
        Some(count) => format!("{name} is one {bug} too many: {side} has only {count}"),
        None => format!("{name} is not in the variant {game_type}"),
    };
    let is_near = count.is_none() && game_type.is_plain() && bug.is_plain();
    let help = is_near.then(|| format!("the variant that has it is {}", game_type.with(bug)));
    Fault::new(FaultKind::UnknownPiece, message)
        .breaking(Rule::NotInGame.as_str())
        .with_help(help)
}

/// The fault of a move without a target. `name` is the piece that moves.
pub(super) fn no_place(name: PieceName) -> Fault {
    let message = format!("the move does not say where {name} goes");
    Fault::new(FaultKind::NoPlace, message)
}

/// The reason of [`Rule::Covered`].
pub(super) fn covered(piece: PieceName, top: PieceName) -> String {
    let why = Rule::Covered.sentence();
    format!("{piece} has {top} on top of it: {why}")
}

/// What else could have been played. `others` are the legal moves of the same piece.
pub(super) fn help<P: Position>(
    position: &P,
    rule: Rule,
    others: impl FnOnce() -> Vec<String>,
) -> Option<String> {
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
                if moves.len() == 1 { "move" } else { "moves" },
                position.spell(*first)
            ))
        }
        Rule::QueenByFour => {
            let queen = PieceName::new(position.turn(), Bug::Queen, 0);
            Some(format!("only {queen} may be placed now"))
        }
        Rule::GameOver => Some(match position.outcome() {
            Outcome::Win(side) => format!("{side} has won"),
            _ => "the game is a draw".to_owned(),
        }),
        _ => {
            // The list is shown if it is short enough to read.
            let others = others();
            match others.len() {
                0 => None,
                1..=6 => Some(format!("legal for this piece: {}", others.join(", "))),
                n => Some(format!("{n} other moves of this piece are legal")),
            }
        }
    }
}
