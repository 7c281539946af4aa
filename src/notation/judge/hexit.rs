use super::{JudgeOptions, RepetitionRule, after_repetition, finding, termination};
use crate::diag::{Code, Diagnostic};
use crate::game::{BySide, Fault, Outcome, Position as _, Repetitions};
use crate::hexit::{Move, Points, Position, Score, Written};
use crate::notation::moves::hexit::{is_score, options as options_of, parse_score};
use crate::notation::{Played, Verdict};
use crate::record::{PassPolicy, Ply, Record, StatedResult, Termination};

/// Replays a game of Hex-It and tells whether all of it is legal.
pub(super) fn judge(
    options: JudgeOptions,
    repetitions: &mut Repetitions,
    record: &Record,
    verdict: &mut Verdict,
) -> bool {
    verdict.hexit_options = options_of(record);
    repetitions.restart();
    let mut game = Game {
        position: Position::start(verdict.hexit_options),
        repetitions,
        options,
        record,
        verdict,
        repeated: 0,
    };
    let legal = game.play_all();
    let (position, repeated) = (game.position, game.repeated);
    let score = position.score();
    verdict.score = Some(score);
    if verdict.termination != Termination::Repetition {
        if position.is_over() {
            verdict.outcome = score.outcome();
        }
        verdict.termination = termination(record, verdict.outcome, repeated);
    }
    if legal && record.syntax_error().is_none() {
        compare_with_stated(record, &score, verdict);
    }
    legal
}

/// One game on its way through the rules.
struct Game<'a> {
    position: Position,
    repetitions: &'a mut Repetitions,
    options: JudgeOptions,
    record: &'a Record,
    verdict: &'a mut Verdict,
    // How often the present position has stood.
    repeated: u32,
}

impl Game<'_> {
    fn play_all(&mut self) -> bool {
        let mut remarked = false;
        for (index, ply) in self.record.plies.iter().enumerate() {
            if let Err(fault) = self.play(index, ply) {
                let number = self.position.ply() + 1;
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

    fn play(&mut self, index: usize, ply: &Ply) -> Result<(), Fault> {
        if self.verdict.termination == Termination::Repetition {
            return Err(after_repetition());
        }
        let written = Written::from_token(ply.token, &self.record.overflow);
        if written == Written::EmptyTurn
            && self.position.is_over()
            && index + 1 == self.record.plies.len()
        {
            // It answers the other side's client.
            let message = "an empty turn at the end of the game is no pass";
            self.remark(Code::PassIgnored, ply, message);
            return Ok(());
        }
        let mv = match self.position.judge(written) {
            Ok(mv) => mv,
            Err(fault) if self.may_imply_pass(written) => {
                let before = self.position.clone();
                self.position.play_unchecked(Move::PASS);
                let Ok(mv) = self.position.judge(written) else {
                    self.position = before;
                    return Err(fault);
                };
                self.verdict.hexit.push(Played {
                    mv: Move::PASS,
                    ply: None,
                });
                self.repeated = self.repetitions.add(self.position.key());
                let message = "a forced pass was left out before this move";
                self.remark(Code::PassImplied, ply, message);
                mv
            }
            Err(fault) => return Err(fault),
        };
        let undo = self.position.play_unchecked(mv);
        self.verdict.hexit.push(Played {
            mv,
            ply: Some(index as u32),
        });
        if mv.is_release() {
            // Tiles never go: no earlier position comes back.
            self.repetitions.restart();
        }
        self.repeated = self.repetitions.add(self.position.key());
        if let Written::Distribute { prisoners, .. } = written
            && prisoners != undo.made_prisoners()
        {
            let message = if prisoners {
                "the turn is marked to make prisoners, and makes none"
            } else {
                "the turn makes prisoners, and is not marked to"
            };
            self.remark(Code::HintMismatch, ply, message);
        }
        Ok(())
    }

    /// Whether the side to move has nothing but a pass, which the record may leave out.
    #[cold]
    fn may_imply_pass(&self, written: Written) -> bool {
        self.record.passes == PassPolicy::MayBeImplied
            && !matches!(written, Written::Pass | Written::EmptyTurn)
            && !self.position.is_over()
            && self.position.check(Move::PASS).is_ok()
    }

    /// Remarks on the ply that was played last.
    fn remark(&mut self, code: Code, ply: &Ply, message: &str) {
        let number = self.position.ply();
        self.verdict
            .diagnostics
            .push(Diagnostic::new(code, message).at(ply.span).on_ply(number));
    }
}

/// The board outranks what the record states; where they differ, that is said.
fn compare_with_stated(record: &Record, score: &Score, verdict: &mut Verdict) {
    let stated_score = stated_score(record);
    let stated = record.stated.result;
    let board = StatedResult::of_outcome(verdict.outcome);
    let message = match stated_score {
        Some(points) if verdict.termination == Termination::Board && verdict.outcome.is_over() => {
            if points == score.points {
                return;
            }
            format!(
                "the record states {}-{}, the board shows {score}",
                points.white, points.black
            )
        }
        Some(points) if record.stated.termination == Termination::Board => format!(
            "the record states {}-{}, and the game is not over on the board",
            points.white, points.black
        ),
        _ if verdict.outcome.is_over() && stated.is_final() && stated != board => {
            format!("the record states {stated}, the board shows {board}")
        }
        _ => return,
    };
    verdict
        .diagnostics
        .push(Diagnostic::new(Code::ResultMismatch, message));
}

/// The score that a record states, if it states one.
fn stated_score(record: &Record) -> Option<BySide<Points>> {
    let text = record.stated.text.as_deref().filter(|t| is_score(t))?;
    parse_score(text)
}
