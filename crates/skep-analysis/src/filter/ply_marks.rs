//! What the record says about the plies of its game, as values of fields.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::Value;
use skep_records::record::{EvalScore, Evaluation, Glyph, Note, NoteKind, Record, ScoreUnit};
use skep_rules::game::Side;

/// A kind of values that the plies of a game have. A game has any number of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlyMark {
    /// The glyphs.
    Glyph,
    /// The scores after the plies.
    Score,
    /// The comments, also the one before the first ply.
    Comment,
}

/// The texts of all glyphs, by their numbers.
static GLYPHS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let text = |number| Glyph::new(number).map_or_else(String::new, |glyph| glyph.to_string());
    (0..=u8::MAX).map(text).collect()
});

/// The values of a kind, in the order of the plies.
pub(super) fn values(notes: &[Note], of: PlyMark) -> impl Iterator<Item = Value<'_>> {
    notes.iter().filter_map(move |note| match (&note.kind, of) {
        (NoteKind::Glyph(glyph), PlyMark::Glyph) => {
            Some(Value::Text(&GLYPHS[usize::from(glyph.number())]))
        }
        (NoteKind::Evaluation(found), PlyMark::Score) => Some(Value::Score(found.score?)),
        (NoteKind::Comment(text), PlyMark::Comment) => Some(Value::Text(text)),
        _ => None,
    })
}

/// What a forced win counts in units of engines and in pawns.
const WIN: f64 = 1e6;

/// The greatest fall of the score in a turn of each side, in the unit of the score; `None` if no turn of the side has a
/// score before and after it.
///
/// The scores of each engine are compared with each other. The score before a turn is that of the evaluation of the
/// turn, or the score after the turn before it; the one after a turn also that before the next turn. A forced win
/// counts as 100 %, and as a million of other units.
pub(super) fn swings(record: &Record) -> [Option<f64>; 2] {
    let mut engines: BTreeMap<&str, BTreeMap<u32, &Evaluation>> = BTreeMap::new();
    for note in &record.notes {
        if let NoteKind::Evaluation(found) = &note.kind {
            let engine = found.engine.as_deref().unwrap_or_default();
            let own = engines.entry(engine).or_default();
            own.entry(note.after).or_insert(found);
        }
    }
    let mut swings = [None; 2];
    if engines.is_empty() {
        return swings;
    }
    let first = record.first_side();
    for found in engines.values() {
        for (&after, own) in found {
            let last = after
                .checked_sub(1)
                .and_then(|before| found.get(&before)?.score);
            let next = found.get(&(after + 1)).and_then(|next| next.before);
            let (Some(before), Some(score)) = (own.before.or(last), own.score.or(next)) else {
                continue;
            };
            let side = if after.is_multiple_of(2) {
                !first
            } else {
                first
            };
            if let Some(fall) = fall(before, score, side) {
                let swing = &mut swings[side.index()];
                *swing = Some(swing.unwrap_or(0.0_f64).max(fall));
            }
        }
    }
    swings
}

/// By how much a score falls for a side; `None` for scores of different units.
fn fall(before: EvalScore, after: EvalScore, side: Side) -> Option<f64> {
    let unit = before
        .unit()
        .or(after.unit())
        .unwrap_or(ScoreUnit::WinPercent);
    let is_of_unit = |score: EvalScore| score.unit().is_none_or(|own| own == unit);
    let worth = |score: EvalScore| match (score, unit) {
        (score @ EvalScore::Points { .. }, _) => score.of_side(side).value(),
        (win, ScoreUnit::WinPercent) => win.chance(side).unwrap_or(0.0) * 100.0,
        (EvalScore::Win { side: winner, .. }, _) if winner == side => WIN,
        (EvalScore::Win { .. }, _) => -WIN,
    };
    (is_of_unit(before) && is_of_unit(after)).then(|| worth(before) - worth(after))
}

/// The text of a glyph as [`values`] has it, from any spelling.
pub(super) fn glyph(text: &str) -> Option<String> {
    text.parse().ok().map(|glyph: Glyph| glyph.to_string())
}
