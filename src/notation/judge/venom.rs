use super::{JudgeOptions, OpeningChoice, RepetitionRule, after_repetition, finding, termination};
use crate::diag::{Code, Diagnostic};
use crate::game::{BySide, Fault, Outcome, Position as _, Repetitions, Side};
use crate::notation::moves::venom as spelling;
use crate::notation::{Played, Verdict};
use crate::record::{Ply, Record, StatedResult, Termination};
use crate::venom::{
    Exchange, Flip, HoneycomboContact, Opening, Options, Pack, Replay, Rule, Written,
};

/// Replays a game of Hive with Venom or packs and tells whether all of it is legal.
pub(super) fn judge(
    options: JudgeOptions,
    repetitions: &mut Repetitions,
    record: &Record,
    verdict: &mut Verdict,
) -> bool {
    verdict.venom_options = options_of(options, record);
    verdict.venom_type = verdict.venom_options.game_type.to_string();
    repetitions.restart();
    let mut game = Game {
        replay: Replay::new(verdict.venom_options),
        repetitions,
        options,
        record,
        verdict,
        repeated: 0,
        untold: false,
    };
    game.remark_on_tags();
    let legal = game.play_all();
    let (replay, repeated) = (game.replay, game.repeated);
    let position = replay.position();
    verdict.venom_options.opening = position.options().opening;
    if verdict.termination != Termination::Repetition {
        verdict.outcome = position.outcome();
        verdict.termination = termination(record, verdict.outcome, repeated);
    }
    if replay.is_renumbered() {
        verdict.diagnostics.push(Diagnostic::new(
            Code::Renumbered,
            "equal tiles entered out of number order and were renumbered",
        ));
    }
    if legal && record.syntax_error().is_none() {
        compare_with_stated(record, verdict);
    }
    legal
}

/// What the game is played by: the caller's choices before those of the record's tags, and these before the defaults.
fn options_of(options: JudgeOptions, record: &Record) -> Options {
    let [white, black] = spelling::hands_of(record);
    let choices = options.venom;
    Options {
        game_type: spelling::game_type_of(record),
        opening: match options.opening {
            OpeningChoice::Open => Opening::Open,
            OpeningChoice::Tournament | OpeningChoice::Auto => Opening::Tournament,
        },
        flip: choice(choices.flip, record, Flip::NAME),
        honeycombo: choice(choices.honeycombo, record, HoneycomboContact::NAME),
        exchange: choice(choices.exchange, record, Exchange::NAME),
        hands: BySide { white, black },
    }
}

fn choice<T: std::str::FromStr + Default>(given: Option<T>, record: &Record, name: &str) -> T {
    given
        .or_else(|| record.tags.get(&name.replace('-', ""))?.parse().ok())
        .unwrap_or_default()
}

/// One game on its way through the rules.
struct Game<'a> {
    replay: Replay,
    repetitions: &'a mut Repetitions,
    options: JudgeOptions,
    record: &'a Record,
    verdict: &'a mut Verdict,
    // How often the present position has stood.
    repeated: u32,
    // Whether something that is needed to be sure has been missing.
    untold: bool,
}

impl Game<'_> {
    /// Says so where a tag that should settle something does not.
    fn remark_on_tags(&mut self) {
        let swarm = self.verdict.venom_options.game_type.has(Pack::Swarm);
        if swarm {
            for side in Side::ALL {
                if self.verdict.venom_options.hands[side].is_some() {
                    continue;
                }
                self.untold = true;
                let tag = spelling::HAND_TAGS[side.index()];
                let message = match self.record.tags.get(tag) {
                    Some(text) => format!("{tag} `{text}` does not name three tiles of {side}"),
                    None => format!("the record does not say what hand {side} began with"),
                };
                self.verdict.diagnostics.push(
                    Diagnostic::new(Code::Unverifiable, message)
                        .help(format!("the tag {tag} names three tiles: \"S1 A2 G1\"")),
                );
            }
        }
    }

    fn play_all(&mut self) -> bool {
        let mut remarked = false;
        for (index, ply) in self.record.plies.iter().enumerate() {
            if let Err(fault) = self.play(index, ply) {
                let number = self.replay.position().ply() + 1;
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
        let mv = match self.replay.judge(&written) {
            Err(fault)
                if fault.rule == Some(Rule::OpeningQueen.as_str())
                    && self.options.opening != OpeningChoice::Tournament =>
            {
                self.replay.open_the_opening();
                let mv = self.replay.judge(&written)?;
                let number = self.replay.position().ply() + 1;
                self.verdict.diagnostics.push(
                    Diagnostic::new(
                        Code::OpenOpening,
                        "a queen on the first turn: the opening rule of the leaflets",
                    )
                    .at(ply.span)
                    .on_ply(number),
                );
                mv
            }
            judged => judged?,
        };
        if mv.is_irreversible() {
            self.repetitions.restart();
        }
        let untold = mv.is_untold();
        self.replay.play(mv);
        self.verdict.venom.push(Played {
            mv,
            ply: Some(index as u32),
        });
        self.repeated = self.repetitions.add(self.replay.position().key());
        if untold && !self.untold {
            self.untold = true;
            let message = "the record does not say which tile was drawn";
            self.remark(Code::Unverifiable, ply, message);
        }
        Ok(())
    }

    /// Remarks on the ply that was played last.
    fn remark(&mut self, code: Code, ply: &Ply, message: &str) {
        let number = self.replay.position().ply();
        self.verdict
            .diagnostics
            .push(Diagnostic::new(code, message).at(ply.span).on_ply(number));
    }
}

/// The board outranks what the record states; where they differ, that is said.
fn compare_with_stated(record: &Record, verdict: &mut Verdict) {
    let board = StatedResult::of_outcome(verdict.outcome);
    let stated = record.stated.result;
    if verdict.outcome.is_over() && stated.is_final() && stated != board {
        verdict.diagnostics.push(Diagnostic::new(
            Code::ResultMismatch,
            format!("the record states {stated}, the board shows {board}"),
        ));
    }
    let plies = verdict.plies();
    let turn = (Side::of_ply(plies), plies / 2 + 1);
    if let Some((side, number)) = record.stated_turn.filter(|&t| t != turn) {
        verdict.diagnostics.push(Diagnostic::new(
            Code::TurnMismatch,
            format!(
                "the Turn field says {side}[{number}], the moves lead to {}[{}]",
                turn.0, turn.1
            ),
        ));
    }
}
