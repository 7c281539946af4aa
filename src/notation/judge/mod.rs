//! The judgement of a record: its turns replayed by the rules of its game, and what it states compared with the
//! board.

mod hexit;
mod hive;
mod options;
mod venom;

pub use self::hive::game_type_of;
pub use options::{
    Era, JudgeOptions, OpeningChoice, ParseChoiceError, ParseJudgeOptionsError, RepetitionRule,
    VenomChoices,
};

use super::{Status, Verdict};
use crate::diag::{Code, Diagnostic};
use crate::game::{Fault, FaultKind, Outcome, Repetitions};
use crate::hive::Replay;
use crate::record::{GameKind, Ply, Record, StatedResult, Termination};

/// Replays records and judges them. One judge serves one thread for as many records as there are.
#[derive(Clone, Default)]
pub struct Judge {
    options: JudgeOptions,
    hive: Replay,
    repetitions: Repetitions,
}

impl Judge {
    /// A judge by these rules.
    pub fn new(options: JudgeOptions) -> Judge {
        Judge {
            options,
            ..Judge::default()
        }
    }

    /// Judges one record. What the verdict held before is forgotten.
    pub fn judge(&mut self, record: &Record, verdict: &mut Verdict) {
        verdict.clear();
        verdict.game = record.game;
        verdict.diagnostics.extend_from_slice(&record.diagnostics);
        if record.is_unsupported() {
            verdict.status = Status::Unsupported;
            verdict.termination = record.stated.termination;
            return;
        }
        let (options, repetitions) = (self.options, &mut self.repetitions);
        let legal = match record.game {
            GameKind::Hive => hive::judge(options, &mut self.hive, repetitions, record, verdict),
            GameKind::HexIt => hexit::judge(options, repetitions, record, verdict),
            GameKind::Venom => venom::judge(options, repetitions, record, verdict),
        };
        verdict.status = if record.syntax_error().is_some() {
            Status::Syntax
        } else if !legal {
            Status::Illegal
        } else if verdict.plies() == 0 {
            Status::Empty
        } else if verdict.venom_unverifiable() {
            Status::Unverifiable
        } else {
            Status::Ok
        };
        if verdict.status == Status::Empty {
            verdict
                .diagnostics
                .push(Diagnostic::new(Code::NoMoves, "the record holds no move"));
        }
    }
}

/// The finding that a turn cannot be played; `number` is the ply that it would be, from 1.
fn finding(fault: Fault, ply: &Ply, number: u32) -> Diagnostic {
    let code = match fault.kind {
        FaultKind::Illegal => Code::IllegalMove,
        FaultKind::UnknownPiece => Code::UnknownPiece,
        FaultKind::UnknownReference => Code::UnknownReference,
        FaultKind::NoPlace => Code::BadMove,
        FaultKind::AfterEnd => Code::MoveAfterEnd,
    };
    Diagnostic {
        severity: code.severity(),
        code,
        rule: fault.rule,
        ply: Some(number),
        span: Some(ply.span),
        message: fault.message,
        help: fault.help,
    }
}

/// The fault of a turn that follows a draw by repetition.
fn after_repetition() -> Fault {
    Fault {
        kind: FaultKind::AfterEnd,
        rule: None,
        message: "the game ended in a draw when the position stood for the third time".into(),
        help: Some("this end is optional: --repetition remark".into()),
    }
}

fn termination(record: &Record, outcome: Outcome, repeated: u32) -> Termination {
    let stated = &record.stated;
    if outcome.is_over() {
        Termination::Board
    } else if stated.termination == Termination::Unknown
        && stated.result == StatedResult::Draw
        && repeated >= 3
    {
        Termination::Repetition
    } else {
        stated.termination
    }
}
