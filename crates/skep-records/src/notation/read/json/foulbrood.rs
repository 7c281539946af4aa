//! Games of FoulBrood: a position with moves, and the games of a match log with what FoulBrood found.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::Document;
use crate::diag::{Code, Span};
use crate::notation::foulbrood;
use crate::notation::read::{game_type, uhp};
use crate::record::{Evaluation, Note, NoteKind, Record, StatedResult};
use skep_rules::game::Side;

/// A position or a game of a match log.
#[derive(Default, Deserialize)]
#[serde(default)]
struct FoulBroodGame<'a> {
    root: Option<String>,
    #[serde(borrow)]
    moves: Vec<&'a RawValue>,
    result: Option<String>,
    game_type: Option<String>,
    /// 0 for White.
    foulbrood_side: Option<u8>,
    start: Option<String>,
    #[serde(borrow)]
    history: Vec<Turn<'a>>,
    /// The result as FoulBrood sees it.
    outcome: Option<String>,
}

#[derive(Deserialize)]
struct Turn<'a> {
    #[serde(borrow, rename = "move")]
    played: &'a RawValue,
    #[serde(default)]
    wall_seconds: Option<f64>,
    #[serde(default)]
    search_seconds: Option<f64>,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    nodes: Option<u64>,
    #[serde(default)]
    score: Option<i64>,
}

/// Reads one game.
pub(super) fn read<'a>(json: &'a str, document: &mut Document<'a, '_>) {
    let Some(game) = document.parse::<FoulBroodGame<'a>>(json) else {
        return;
    };
    let span = document.first();
    if let Some(name) = &game.game_type {
        game_type::read(name, span, document.record, &mut document.remarks);
    }
    let mut read = Record::default();
    match (&game.root, &game.start) {
        (Some(root), _) => match foulbrood::state(root) {
            Ok(state) => uhp::read_state(&state, &mut read),
            Err(error) => {
                document.report(Code::BadHeader, format!("invalid position: {error}"), span);
                return;
            }
        },
        (None, Some(start)) => uhp::read(start, &mut read),
        (None, None) => read.variant.clone_from(&document.record.variant),
    }
    for ply in &mut read.plies {
        ply.span = span;
    }
    let record = &mut *document.record;
    (record.game, record.variant, record.start) = (read.game, read.variant, read.start);
    (record.plies, record.overflow) = (read.plies, read.overflow);
    let stated = game.result.as_deref().map(str::parse);
    record.stated.result = stated.and_then(Result::ok).unwrap_or_default();
    if let Some(own) = game.foulbrood_side {
        let own = Side::of_ply(u32::from(own));
        record.tags.push(own.as_str(), foulbrood::NAME);
        record.stated.result = match game.outcome.as_deref() {
            Some("win") => StatedResult::win(own),
            Some("loss") => StatedResult::win(!own),
            Some("draw") => StatedResult::Draw,
            _ => StatedResult::Unknown,
        };
    }
    for played in &game.moves {
        if !push(played, document) {
            return;
        }
    }
    let mut used = [0.0; 2];
    for turn in &game.history {
        if !push(turn.played, document) {
            return;
        }
        let record = &mut *document.record;
        let ply = record.plies.len() as u32;
        let side = Side::of_ply(ply - 1);
        if let Some(seconds) = turn.wall_seconds {
            used[side.index()] += seconds;
            let ms = milliseconds(used[side.index()]).and_then(|ms| ms.try_into().ok());
            record.plies[ply as usize - 1].set_clock_ms(ms);
        }
        if let Some(score) = turn.score {
            let evaluation = Evaluation {
                before: foulbrood::score(score, side),
                best: serde_json::from_str(turn.played.get()).ok(),
                depth: turn.depth,
                nodes: turn.nodes,
                ms: turn.search_seconds.and_then(milliseconds),
                engine: Some(foulbrood::NAME.to_owned()),
                ..Evaluation::default()
            };
            let kind = NoteKind::Evaluation(Box::new(evaluation));
            record.notes.push(Note { after: ply, kind });
        }
    }
}

/// Adds a turn. False if the text is not a turn.
fn push(raw: &RawValue, document: &mut Document<'_, '_>) -> bool {
    let quoted = document.span(raw);
    let span = Span::new(
        quoted.start as usize + 1,
        (quoted.end as usize).saturating_sub(1),
    );
    let text: String = serde_json::from_str(raw.get()).unwrap_or_default();
    document.push(&text, span)
}

/// Seconds as milliseconds, if they are of this world.
fn milliseconds(seconds: f64) -> Option<u64> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it was compared"
    )]
    (0.0..1e9)
        .contains(&seconds)
        .then(|| (seconds * 1000.0).round() as u64)
}
