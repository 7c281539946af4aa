//! What a turn of an engine means.

use skep_rules::game::Position as _;
use skep_rules::hive::{Move, Piece, Position, Rule, Spelling, Written};

use crate::error::{EngineError, Failure, quoted};

/// The move that a turn of an engine means. It may break a rule.
///
/// Engines spell in their own ways. A piece in hand may have any number: it is the next piece of its kind.
pub(crate) fn meaning(position: &Position, text: &str) -> Result<Move, String> {
    let spelling =
        Spelling::parse(text).ok_or_else(|| format!("{} is not a move", quoted(text)))?;
    let mut written = spelling.written;
    if let Written::Put { piece: name, to } = written
        && let Some(piece) = Piece::from_name(name)
        && !position.is_on_board(piece)
        && let Some(next) = position.next_in_hand(piece.side(), piece.bug())
    {
        written = Written::Put {
            piece: next.name(),
            to,
        };
    }
    position.interpret(&written).map_err(|fault| fault.message)
}

/// The legal move that a turn of an engine means.
pub(crate) fn legal(position: &Position, text: &str) -> Result<Move, EngineError> {
    let error = |rule: Option<Rule>, why: &str| EngineError {
        failure: Failure::IllegalMove,
        message: format!("{} is illegal: {why}", quoted(text)),
        rule: rule.map(Rule::as_str),
    };
    let mv = meaning(position, text).map_err(|why| error(None, &why))?;
    match position.check(mv) {
        Ok(()) => Ok(mv),
        Err(rule) => Err(error(Some(rule), rule.sentence())),
    }
}
