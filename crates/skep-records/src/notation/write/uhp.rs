//! Canonical GameStrings of the Universal Hive Protocol.
//!
//! State and Turn come from the board, as in every engine. The State of a record that was a GameString stays if it is a
//! result: a resignation or an agreed draw is visible only there.

use std::fmt::{self, Write as _};

use super::{Loss, Losses};
use crate::each_game;
use crate::game::{OfGame as _, Played, Rules, Venom};
use crate::notation::Verdict;
use crate::notation::moves::venom::HAND_TAGS;
use crate::record::{Format, Record, StatedResult, Termination};
use skep_rules::game::{Outcome, Side};
use skep_rules::hive::venom::parse_hand;

/// Appends one GameString and a line feed. Returns what it does not hold: everything except the moves and the result of
/// a GameString.
pub fn write(record: &Record, verdict: &Verdict, out: &mut String) -> Losses {
    let plies = verdict.plies();
    let kept = kept(record, verdict);
    let state = match (kept, verdict.outcome) {
        (Some(stated), _) => stated.as_str(),
        (None, Outcome::Undecided) if plies == 0 => "NotStarted",
        (None, outcome) => StatedResult::of_outcome(outcome).as_str(),
    };
    let turn = plies / 2 + 1;
    let side = Side::of_ply(plies);
    each_game!(&verdict.game, Game(game) => write_game(game, format_args!("{state};{side}[{turn}]"), out));
    left_out(record, verdict, kept)
}

/// The stated result that stays: that of a valid GameString.
fn kept(record: &Record, verdict: &Verdict) -> Option<StatedResult> {
    let stated = record.stated.result;
    let keeps = record.format == Format::Uhp && verdict.status.is_sound() && stated.is_final();
    keeps.then_some(stated)
}

fn write_game<R: Rules>(game: &Played<R>, state: fmt::Arguments<'_>, out: &mut String) {
    // A String takes any text.
    let _ = write!(out, "{};{state}", R::game_string_type(game));
    for turn in game.spelled() {
        out.push(';');
        let _ = R::write(&turn.written, out);
    }
    out.push('\n');
}

/// What a record holds besides the moves and the result that is kept.
pub(super) fn left_out(record: &Record, verdict: &Verdict, kept: Option<StatedResult>) -> Losses {
    let mut losses = Losses::default();
    losses.insert_clocks(&record.plies);
    if record.stated.text.is_some() || other_tags(record, verdict) {
        losses.insert(Loss::Tags);
    }
    for note in &record.notes {
        losses.insert_note(&note.kind);
    }
    if !record.variations.is_empty() {
        losses.insert(Loss::Variations);
    }
    let stated = record.stated.result;
    let on_board = StatedResult::of_outcome(verdict.outcome);
    let is_kept = kept.is_some();
    if stated.is_final() && stated != on_board && !is_kept {
        losses.insert(Loss::Result);
    }
    // A draw by repetition follows from the moves and the result.
    let is_read_back = is_kept && record.stated.termination == Termination::Unknown;
    if !is_read_back
        && !matches!(
            verdict.termination,
            Termination::Board | Termination::Unknown
        )
    {
        losses.insert(Loss::Termination);
    }
    losses
}

/// Whether a record has tags other than the hands of Swarm, which are written after the variant.
fn other_tags(record: &Record, verdict: &Verdict) -> bool {
    let options = Venom::of(&verdict.game).map(Played::options);
    let is_written = |name: &str, value: &str| {
        Side::ALL.into_iter().any(|side| {
            let hand = options.and_then(|options| {
                let hand = parse_hand(value, side, options.game_type);
                hand.filter(|_| hand == options.hands[side])
            });
            name.eq_ignore_ascii_case(HAND_TAGS[side.index()]) && hand.is_some()
        })
    };
    let mut tags = record.tags.iter();
    tags.any(|(name, value)| !value.is_empty() && !is_written(name, value))
}
