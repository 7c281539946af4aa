//! Arrays of moves: `["wL","bL wL-"]`, or an object with such an array as `moves`.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Document, name};
use crate::diag::Code;
use crate::notation::read::decoded::Decoded;
use crate::notation::read::game_type;
use crate::record::StatedResult;
use skep_rules::hive::Leniency;

/// An object with moves, and the names that programs give to what they say about the game.
#[derive(Default, Deserialize)]
#[serde(default)]
struct MovesObject<'a> {
    #[serde(borrow)]
    moves: Option<Vec<&'a RawValue>>,
    #[serde(borrow, alias = "variant", alias = "type")]
    game_type: Option<&'a RawValue>,
    white: Value,
    black: Value,
    #[serde(alias = "winner", alias = "status")]
    result: Value,
    date: Value,
    event: Value,
}

/// Reads one game.
pub(super) fn read<'a>(json: &'a str, document: &mut Document<'a, '_>) {
    document.usual = &[Leniency::Dot];
    let mut game = MovesObject::default();
    if json.starts_with('[') {
        game.moves = document.parse(json);
    } else if let Some(read) = document.parse(json) {
        game = read;
        if game.moves.is_none() {
            document.lacks("the object is not a game: it has no \"moves\"");
        }
    }
    let Some(moves) = game.moves else {
        return;
    };
    if let Some(raw) = game.game_type
        && let Some(decoded) = Decoded::literal(raw.get(), 0)
    {
        let span = document.span(raw);
        game_type::read(&decoded.text, span, document.record, &mut document.remarks);
    }
    document.tag("White", name(&game.white));
    document.tag("Black", name(&game.black));
    document.tag("Event", &game.event);
    document.date(&game.date);
    document.record.stated.result = match game.result.as_str() {
        Some("white" | "White" | "w") => StatedResult::WhiteWins,
        Some("black" | "Black" | "b") => StatedResult::BlackWins,
        Some(word) => word.parse().unwrap_or_default(),
        None => StatedResult::Unknown,
    };
    for raw in moves {
        let span = document.span(raw);
        let Some(decoded) = Decoded::literal(raw.get(), span.start as usize) else {
            document.report(Code::BadMove, "a move is not a text in quotes", span);
            return;
        };
        let span = crate::diag::Span::new(decoded.source(0), decoded.source(decoded.text.len()));
        if !document.push(&decoded.text, span) {
            return;
        }
    }
}
