use super::{Game, Turns};
use crate::diag::{Code, Diagnostic};
use crate::notation::moves::hexit::{is_score, options as options_of, parse_score};
use crate::notation::{Played, Verdict};
use crate::record::{PassPolicy, Ply, Record, StatedResult, Termination};
use skep_rules::game::{BySide, Fault, Outcome, Position as _};
use skep_rules::hexit::{Move, Points, Position, Score, Written};

/// Replays a game of Hex-It and tells whether all of it is legal.
pub(super) fn judge(game: Game<'_, ()>) -> bool {
    let record = game.record;
    game.verdict.hexit_options = options_of(record);
    let start = Position::start(game.verdict.hexit_options);
    let mut game = game.on(start);
    let legal = game.play_all();
    let score = game.board.score();
    game.end(if game.board.is_over() {
        score.outcome()
    } else {
        Outcome::Undecided
    });
    let verdict = game.verdict;
    verdict.score = Some(score);
    if legal && record.syntax_error().is_none() {
        compare_with_stated(record, &score, verdict);
    }
    legal
}

impl Turns for Game<'_, Position> {
    fn number(&self) -> u32 {
        self.board.ply()
    }

    fn play(&mut self, index: u32, ply: &Ply) -> Result<(), Fault> {
        let written = Written::from_token(ply.token, &self.record.overflow);
        if written == Written::EmptyTurn
            && self.board.is_over()
            && index as usize + 1 == self.record.plies.len()
        {
            // It answers the other side's client.
            let message = "an empty turn at the end of the game is no pass";
            self.remark(Code::PassIgnored, ply, message);
            return Ok(());
        }
        let mv = match self.board.judge(written) {
            Ok(mv) => mv,
            Err(fault) if self.may_imply_pass(written) => {
                let before = self.board.clone();
                self.board.play_unchecked(Move::PASS);
                let Ok(mv) = self.board.judge(written) else {
                    self.board = before;
                    return Err(fault);
                };
                self.verdict.hexit.push(Played {
                    mv: Move::PASS,
                    ply: None,
                });
                self.repeated = self.repetitions.add(self.board.key());
                let message = "a forced pass was left out before this move";
                self.remark(Code::PassImplied, ply, message);
                mv
            }
            Err(fault) => return Err(fault),
        };
        let undo = self.board.play_unchecked(mv);
        self.verdict.hexit.push(Played {
            mv,
            ply: Some(index),
        });
        if mv.is_release() {
            // Tiles never go: no earlier position comes back.
            self.repetitions.restart();
        }
        self.repeated = self.repetitions.add(self.board.key());
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
}

impl Game<'_, Position> {
    /// Whether the side to move has nothing but a pass, which the record may leave out.
    #[cold]
    fn may_imply_pass(&self, written: Written) -> bool {
        self.record.passes == PassPolicy::MayBeImplied
            && !matches!(written, Written::Pass | Written::EmptyTurn)
            && !self.board.is_over()
            && self.board.check(Move::PASS).is_ok()
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
