//! How Hex-It is judged: implied passes, marks of prisoners, stated scores.

use super::{JudgeOptions, JudgedCase, JudgedRules, Replays, Resignation};
use crate::diag::{Code, Diagnostic};
use crate::game::{HexIt, HexItTracker, Tracker as _};
use crate::notation::moves::hexit::{is_score, options as options_of, parse_score};
use crate::record::{Format, PassPolicy, Ply, Record, Termination};
use skep_rules::game::{BySide, Fault, Outcome, Position as _};
use skep_rules::hexit::{Move, Options, Points, Position, Written};

impl JudgedRules for HexIt {
    type Replay = Position;

    fn options(_: JudgeOptions, record: &Record, _: &mut Vec<Diagnostic>) -> Options {
        options_of(record)
    }

    fn begin<'a>(replays: &'a mut Replays, options: &Options) -> &'a mut Position {
        replays.hexit.insert(Position::start(*options))
    }

    fn begin_at<'a>(replays: &'a mut Replays, start: &HexItTracker) -> &'a mut Position {
        replays.hexit.insert(start.position().clone())
    }

    fn position(replay: &Position) -> &Position {
        replay
    }

    fn play(case: &mut JudgedCase<'_, HexIt>, index: u32, ply: &Ply) -> Result<(), Fault> {
        let written = Written::from_token(ply.token, &case.record.overflow);
        if written == Written::EmptyTurn
            && case.replay.is_over()
            && index as usize + 1 == case.record.plies.len()
        {
            // It is the answer to the other side's client.
            let message = "an empty turn at the end of the game is not a pass";
            case.remark(Code::PassIgnored, ply, message);
            return Ok(());
        }
        let mv = match case.replay.judge(&written) {
            Ok(mv) => mv,
            Err(fault) if case.may_imply_pass(written) => {
                let mut passed = case.replay.clone();
                passed.play_unchecked(Move::PASS);
                let Ok(mv) = passed.judge(&written) else {
                    return Err(fault);
                };
                case.take_turn(Move::PASS, None, |replay| *replay = passed);
                let message = "the record leaves out a forced pass before this move";
                case.remark(Code::PassImplied, ply, message);
                mv
            }
            Err(fault) => return Err(fault),
        };
        let undo = case.take_turn(mv, Some(index), |replay| replay.play_unchecked(mv));
        if let Written::Distribute { prisoners, .. } = written
            && prisoners != undo.made_prisoners()
            // AbstractPlay has no mark for prisoners.
            && case.record.format != Format::AbstractPlay
        {
            let message = if prisoners {
                "the turn has the mark for prisoners but makes none"
            } else {
                "the turn makes prisoners but does not have the mark"
            };
            case.remark(Code::HintMismatch, ply, message);
        }
        Ok(())
    }

    fn outcome(case: &mut JudgedCase<'_, HexIt>, legal: bool) -> Outcome {
        let score = case.replay.score();
        case.played.score = Some(score);
        let counts = case.options.resignation == Resignation::Count
            && case.record.stated.termination == Termination::Resignation;
        if case.replay.is_over() || counts && legal {
            score.outcome()
        } else {
            Outcome::Undecided
        }
    }

    fn finish(case: &mut JudgedCase<'_, HexIt>, valid: bool) {
        if valid {
            case.compare_with_stated();
        }
    }
}

impl JudgedCase<'_, HexIt> {
    /// Whether the side to move can only pass. The record may leave out this pass.
    #[cold]
    fn may_imply_pass(&self, written: Written) -> bool {
        self.record.passes == PassPolicy::MayBeImplied
            && !matches!(written, Written::Pass | Written::EmptyTurn)
            && !self.replay.is_over()
            && self.replay.check(Move::PASS).is_ok()
    }
    /// Remarks on a stated score or result that the board contradicts.
    fn compare_with_stated(&mut self) {
        let Some(score) = self.played.score else {
            return;
        };
        let message = match stated_score(self.record) {
            Some(points)
                if self.verdict.termination == Termination::Board
                    && self.verdict.outcome.is_over() =>
            {
                if points == score.points {
                    return;
                }
                format!(
                    "the record states {}-{}, but the board shows {score}",
                    points.white, points.black
                )
            }
            Some(points) if self.record.stated.termination == Termination::Board => format!(
                "the record states {}-{}, but the game is not over on the board",
                points.white, points.black
            ),
            _ => {
                self.compare_result();
                return;
            }
        };
        self.remark_on_game(Code::ResultMismatch, message);
    }
}

/// The score that a record states, if any.
fn stated_score(record: &Record) -> Option<BySide<Points>> {
    let text = record.stated.text.as_deref().filter(|t| is_score(t))?;
    parse_score(text)
}
