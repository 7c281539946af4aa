//! The judgement of a record: its turns replayed by the rules of its game, and what it states compared with the
//! board.

mod hexit;
mod hive;
mod options;
mod venom;

pub use self::hive::game_type_of;
pub use options::{
    Era, JudgeOptions, OpeningChoice, ParseJudgeOptionsError, RepetitionRule, VenomChoices,
};

use super::{Status, Verdict};
use crate::diag::{Code, Diagnostic};
use crate::record::{GameKind, Ply, Record, StatedResult, Termination};
use skep_rules::game::{Fault, FaultKind, Outcome, Repetitions, Side};
use skep_rules::hive::Replay;

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
        self.repetitions.restart();
        let game = Game {
            board: (),
            repetitions: &mut self.repetitions,
            options: self.options,
            record,
            verdict,
            repeated: 0,
        };
        let legal = match record.game {
            GameKind::Hive => hive::judge(game, &mut self.hive),
            GameKind::HexIt => hexit::judge(game),
            GameKind::Venom => venom::judge(game),
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

/// A game on its way through the rules, with the board that it is replayed on.
struct Game<'a, B> {
    board: B,
    repetitions: &'a mut Repetitions,
    options: JudgeOptions,
    record: &'a Record,
    verdict: &'a mut Verdict,
    /// How often the present position has stood.
    repeated: u32,
}

/// What each game does its own way.
trait Turns {
    /// The number of turns played.
    fn number(&self) -> u32;

    /// Plays the written turn at `index` in the record, and counts the position that it leads to.
    fn play(&mut self, index: u32, ply: &Ply) -> Result<(), Fault>;
}

impl<'a> Game<'a, ()> {
    fn on<B>(self, board: B) -> Game<'a, B> {
        Game {
            board,
            repetitions: self.repetitions,
            options: self.options,
            record: self.record,
            verdict: self.verdict,
            repeated: self.repeated,
        }
    }
}

impl<B> Game<'_, B>
where
    Self: Turns,
{
    /// Plays the turns up to the first fault; tells whether there is none.
    fn play_all(&mut self) -> bool {
        let mut remarked = false;
        for (index, ply) in self.record.plies.iter().enumerate() {
            let played = if self.verdict.termination == Termination::Repetition {
                Err(after_repetition())
            } else {
                self.play(index as u32, ply)
            };
            if let Err(fault) = played {
                let number = self.number() + 1;
                self.verdict.diagnostics.push(finding(fault, ply, number));
                return false;
            }
            if self.repeated == 3 && !remarked {
                remarked = true;
                let message = "this position stands for the third time";
                self.remark(Code::Repetition, ply, message);
                if self.options.repetition == RepetitionRule::Draw {
                    self.verdict.outcome = Outcome::Draw;
                    self.verdict.termination = Termination::Repetition;
                }
            }
        }
        true
    }

    /// Notes what the board says at the end, where it was not a repetition that ended the game.
    fn end(&mut self, outcome: Outcome) {
        if self.verdict.termination != Termination::Repetition {
            self.verdict.outcome = outcome;
            self.verdict.termination = termination(self.record, outcome, self.repeated);
        }
    }

    /// Remarks on the ply that was played last.
    fn remark(&mut self, code: Code, ply: &Ply, message: &str) {
        let diagnostic = Diagnostic::new(code, message).at(ply.span);
        // Plies count from 1: what stands before the first belongs to none.
        let diagnostic = match self.number() {
            0 => diagnostic,
            number => diagnostic.on_ply(number),
        };
        self.verdict.diagnostics.push(diagnostic);
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

/// Says so where the Turn field of a record does not name the turn that is next.
fn compare_turn(record: &Record, next: (Side, u32), verdict: &mut Verdict) {
    let Some((side, number)) = record.stated_turn.filter(|&turn| turn != next) else {
        return;
    };
    let (to_move, at) = next;
    verdict.diagnostics.push(Diagnostic::new(
        Code::TurnMismatch,
        format!("the Turn field says {side}[{number}], the moves lead to {to_move}[{at}]"),
    ));
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
