//! What Boardspace SGF loses of a record.

use super::header::{self, Destination};
use super::reader::result_of_sentence;
use crate::notation::Verdict;
use crate::notation::write::{Loss, Losses};
use crate::record::{NoteKind, Record, Termination};
use skep_rules::game::{BySide, Side};

/// What Boardspace SGF loses of a record.
pub fn losses(record: &Record, verdict: &Verdict) -> Losses {
    let mut losses = Losses::default();
    let lost = |(name, value): (&str, &str)| {
        header::destination(record, name, value) == Destination::Nowhere
    };
    if record.tags.iter().any(lost) {
        losses.insert(Loss::Tags);
    }
    let mut agreed = false;
    for note in &record.notes {
        match &note.kind {
            NoteKind::Property { name, .. } if !header::is_property_name(name) => {
                losses.insert(Loss::Properties);
            }
            NoteKind::AcceptDraw(_) => agreed = true,
            _ => {}
        }
    }
    if verdict.outcome.is_over() {
        return losses;
    }
    // Resignation and time have their own commands. For an agreement, it must be known who accepted. The site has no
    // words for repetitions and arbiters.
    match record.stated.termination {
        Termination::Agreement if !agreed => losses.insert(Loss::Termination),
        Termination::Repetition | Termination::Adjudication => losses.insert(Loss::Termination),
        _ => {}
    }
    let told = matches!(
        record.stated.termination,
        Termination::Resignation | Termination::Time
    ) || agreed;
    let result = verdict.result(record);
    if result.is_final() && !told && record.stated.text.is_none() {
        // The result is a sentence with a player's name, which may be ambiguous.
        let players = BySide {
            white: header::player(record, Side::White),
            black: header::player(record, Side::Black),
        };
        let sentence = header::sentence(record, result);
        if result_of_sentence(&sentence, players) != result {
            losses.insert(Loss::Result);
        }
    }
    losses
}
