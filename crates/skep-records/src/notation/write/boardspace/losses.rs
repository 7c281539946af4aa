//! What Boardspace SGF loses of a record.

use super::ending;
use super::header::{self, Placed, one_line, result_of_words, words};
use super::nodes::is_remark;
use super::plan::is_action;
use crate::notation::Verdict;
use crate::notation::moves::hexit::is_score;
use crate::notation::write::{Loss, Losses};
use crate::record::{GameKind, NoteKind, Record, StatedResult, Termination};
use skep_rules::hexit;
use skep_rules::hive::Preview;

/// What Boardspace SGF loses of a record.
pub fn losses(record: &Record, verdict: &Verdict) -> Losses {
    let mut losses = Losses::default();
    for tag in header::tags(record, verdict).filter(Placed::is_lost) {
        losses.insert(match tag.name {
            "Date" if header::is_date_in_name(record) => Loss::DateInName,
            "Date" => Loss::Date,
            _ => Loss::Tags,
        });
    }
    if header::is_named_by_side(record) {
        losses.insert(Loss::Names);
    }
    if loses_words(record, verdict) {
        losses.insert(Loss::Tags);
    }
    let is_action = match verdict.game.kind() {
        GameKind::HexIt => is_action::<hexit::Written>,
        GameKind::Hive | GameKind::Venom => is_action::<Preview>,
    };
    let variations = record.variations.iter().flat_map(|line| &line.notes);
    for note in record.notes.iter().chain(variations) {
        match &note.kind {
            NoteKind::Property { name, .. } if !is_remark(name) => losses.insert(Loss::Properties),
            NoteKind::Search(_) => losses.insert(Loss::Searches),
            NoteKind::TakeBack(raw) if !is_action(raw) => losses.insert(Loss::TakeBacks),
            _ => {}
        }
    }
    if verdict.outcome.is_over() {
        return losses;
    }
    let result = verdict.result(record);
    let termination = record.stated.termination;
    let (read, ended) = match ending(record, verdict) {
        Some(ending) => ending,
        None => {
            let words = words(record, verdict);
            let result = words.map(|words| result_of_words(record, &words));
            // Resignation and time have their own commands. The site has no words for repetitions and arbiters, and for
            // an agreement, it must be known who accepted.
            let ended = match (result, termination) {
                (
                    Some(StatedResult::WhiteWins | StatedResult::BlackWins),
                    Termination::Resignation | Termination::Time,
                ) => termination,
                _ => Termination::Unknown,
            };
            (result.unwrap_or_default(), ended)
        }
    };
    let decided = |result: StatedResult| result.is_final().then_some(result);
    if decided(read) != decided(result) {
        losses.insert(Loss::Result);
    }
    if ended != termination && termination != Termination::Board {
        losses.insert(Loss::Termination);
    }
    losses
}

/// Whether the words of the result are not read back.
fn loses_words(record: &Record, verdict: &Verdict) -> bool {
    let own = record.stated.text.as_deref().filter(|own| !own.is_empty());
    own.is_some_and(|own| {
        let is_implied = verdict.outcome.is_over() && is_score(own);
        let is_written = words(record, verdict).as_deref() == Some(own) && one_line(own) == own;
        !is_implied && !is_written
    })
}
