//! The words of players between moves: resignation and draw offers.

use crate::record::{Glyph, Note, NoteKind, Record, StatedResult, Termination};

/// Reads one of the words that Entomology writes among moves: `resign`, `offer-draw`, `accept-draw`, `decline-draw`.
/// The speaker is the side to move.
///
/// Returns whether the word is one of them.
pub(super) fn word(word: &str, record: &mut Record) -> bool {
    let side = record.side_after(record.plies.len());
    let kind = match word.to_ascii_lowercase().as_str() {
        "resign" => NoteKind::Resign(side),
        "offer-draw" => NoteKind::OfferDraw(side),
        "accept-draw" => NoteKind::AcceptDraw(side),
        "decline-draw" => NoteKind::DeclineDraw(side),
        _ => return false,
    };
    note(record, record.plies.len() as u32, kind);
    true
}

/// Adds a note and sets the result from it.
pub(super) fn note(record: &mut Record, after: u32, kind: NoteKind) {
    let end = match kind {
        NoteKind::Resign(side) => Some((StatedResult::win(!side), Termination::Resignation)),
        NoteKind::WinOnTime(side) => Some((StatedResult::win(side), Termination::Time)),
        NoteKind::AcceptDraw(_) => Some((StatedResult::Draw, Termination::Agreement)),
        _ => None,
    };
    if let Some((result, termination)) = end {
        if !record.stated.result.is_final() {
            record.stated.result = result;
        }
        if record.stated.termination == Termination::Unknown {
            record.stated.termination = termination;
        }
    }
    record.notes.push(Note { after, kind });
}

/// Adds a glyph of the last turn. A glyph that judges the turn takes the place of another one. Returns whether it did.
pub(super) fn glyph(record: &mut Record, glyph: Glyph) -> bool {
    let after = record.plies.len() as u32;
    let same_turn = record
        .notes
        .iter_mut()
        .rev()
        .take_while(|note| note.after == after);
    let mut glyphs = same_turn.filter_map(|note| match &mut note.kind {
        NoteKind::Glyph(other) => Some(other),
        _ => None,
    });
    let alike = |other: &&mut Glyph| **other == glyph || other.judges() && glyph.judges();
    let Some(other) = glyphs.find(alike) else {
        let kind = NoteKind::Glyph(glyph);
        record.notes.push(Note { after, kind });
        return false;
    };
    std::mem::replace(other, glyph) != glyph
}
