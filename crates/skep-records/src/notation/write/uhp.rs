//! Canonical GameStrings of the Universal Hive Protocol.
//!
//! State and Turn are those of the board, as every engine computes them: a resignation shows in neither.

use std::fmt::Write as _;

use super::turns::Turns;
use super::{Loss, Losses};
use crate::notation::Verdict;
use crate::notation::moves::venom::{HAND_TAGS, write_hand};
use crate::record::{NoteKind, Record, StatedResult, Termination};
use skep_rules::game::{Outcome, Side};
use skep_rules::hive::complete::Hand;

/// Appends one GameString and a line feed.
pub fn write(_: &Record, verdict: &Verdict, out: &mut String) {
    let plies = verdict.plies();
    let state = match verdict.outcome {
        Outcome::Undecided if plies == 0 => "NotStarted",
        outcome => StatedResult::of_outcome(outcome).as_str(),
    };
    let turn = plies / 2 + 1;
    let side = Side::of_ply(plies);
    // A String takes any text.
    let _ = write!(out, "{}", verdict.variant());
    let hands = &verdict.venom_options.hands;
    if hands.white.is_some() || hands.black.is_some() {
        let hand = |hand: Option<Hand>| hand.map(write_hand).unwrap_or_default();
        let _ = write!(out, "({}|{})", hand(hands.white), hand(hands.black));
    }
    let _ = write!(out, ";{state};{side}[{turn}]");
    for turn in Turns::of(verdict) {
        out.push(';');
        turn.spelt.write(out);
    }
    out.push('\n');
}

/// What a GameString does not hold of a record: everything but the moves.
pub fn losses(record: &Record, verdict: &Verdict) -> Losses {
    let mut losses = Losses::default();
    if record.plies.iter().any(|ply| ply.clock_ms().is_some()) {
        losses.insert(Loss::Clocks);
    }
    if record.stated.text.is_some() || other_tags(record) {
        losses.insert(Loss::Tags);
    }
    for note in &record.notes {
        losses.insert(match note.kind {
            NoteKind::Comment(_) => Loss::Comments,
            NoteKind::TakeBack(_) => Loss::TakeBacks,
            NoteKind::OfferDraw(_) | NoteKind::AcceptDraw(_) | NoteKind::DeclineDraw(_) => {
                Loss::DrawTalk
            }
            NoteKind::Resign(_) | NoteKind::WinOnTime(_) => Loss::Termination,
            NoteKind::StepClock { .. } => Loss::Clocks,
            NoteKind::Property { .. } => Loss::Properties,
        });
    }
    let stated = record.stated.result;
    if stated.is_final() && stated != StatedResult::of_outcome(verdict.outcome) {
        losses.insert(Loss::Result);
    }
    if !matches!(
        verdict.termination,
        Termination::Board | Termination::Unknown
    ) {
        losses.insert(Loss::Termination);
    }
    losses
}

/// Whether a record has tags other than the hands of Swarm, which stand behind the game type.
fn other_tags(record: &Record) -> bool {
    record
        .tags
        .iter()
        .any(|(name, value)| !value.is_empty() && !HAND_TAGS.contains(&name))
}
