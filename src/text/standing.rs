//! The state of a game in words: who is to move, or how it ended.

use skep_records::record::{Record, StatedResult, Termination};
use skep_records::{Playback, Verdict};
use skep_rules::game::{Outcome, Side};

/// The state of a game after some turns: who is to move, or how the game ended on the board or by what the record says.
pub fn standing(playback: &Playback, record: &Record, verdict: &Verdict) -> String {
    let at_the_end = playback.ply() == verdict.plies() && verdict.status.is_sound();
    match ending(record, verdict).filter(|_| at_the_end) {
        Some(ending) => ending,
        None => playback.standing(),
    }
}

/// How a game ended: `White has won by resignation`. `None` for a game that is not over.
pub fn ending(record: &Record, verdict: &Verdict) -> Option<String> {
    let result = match verdict.result(record).outcome() {
        Outcome::Win(side) => format!("{side} has won"),
        Outcome::Draw => "drawn".to_owned(),
        Outcome::Undecided => return None,
    };
    let how = match verdict.termination {
        Termination::Board | Termination::Unknown => "",
        Termination::Resignation => " by resignation",
        Termination::Time => " on time",
        Termination::Agreement => " by agreement",
        Termination::Repetition => " by repetition",
        Termination::Adjudication => " by adjudication",
    };
    Some(format!("{result}{how}"))
}

/// A result as players write it: `1-0`. `None` for a game that is not over.
pub const fn score(result: StatedResult) -> Option<&'static str> {
    match result.outcome() {
        Outcome::Win(Side::White) => Some("1-0"),
        Outcome::Win(Side::Black) => Some("0-1"),
        Outcome::Draw => Some("1/2-1/2"),
        Outcome::Undecided => None,
    }
}
