use super::{Game, JudgeOptions, OpeningChoice, Turns, compare_turn};
use crate::diag::{Code, Diagnostic};
use crate::notation::moves::venom as spelling;
use crate::notation::{Played, Verdict};
use crate::record::{Ply, Record, StatedResult};
use skep_rules::game::{BySide, Fault, Position as _, Side};
use skep_rules::hive::complete::{
    Exchange, Flip, HoneycomboContact, Options, Replay, Rule, Written,
};
use skep_rules::hive::{Opening, Pack};

/// Replays a game of Hive with Venom or packs and tells whether all of it is legal.
pub(super) fn judge(game: Game<'_, ()>) -> bool {
    let record = game.record;
    let options = options_of(game.options, record);
    let mut game = game.on(Replay::new(options));
    game.verdict.venom_type = options.game_type.to_string();
    game.verdict.venom_options = options;
    game.remark_on_tags();
    let legal = game.play_all();
    game.end(game.board.position().outcome());
    let (replay, verdict) = (game.board, game.verdict);
    verdict.venom_options.opening = replay.position().options().opening;
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

impl Game<'_, Replay> {
    /// Says so where a tag that should settle something does not.
    fn remark_on_tags(&mut self) {
        let swarm = self.verdict.venom_options.game_type.has_pack(Pack::Swarm);
        if swarm {
            for side in Side::ALL {
                if self.verdict.venom_options.hands[side].is_some() {
                    continue;
                }
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
}

impl Turns for Game<'_, Replay> {
    fn number(&self) -> u32 {
        self.board.position().ply()
    }

    fn play(&mut self, index: u32, ply: &Ply) -> Result<(), Fault> {
        let written = Written::from_token(ply.token, &self.record.overflow);
        let mv = match self.board.judge(&written) {
            Err(fault)
                if fault.rule == Some(Rule::OpeningQueen.as_str())
                    && self.options.opening != OpeningChoice::Tournament =>
            {
                self.board.allow_opening_queen();
                let mv = self.board.judge(&written)?;
                let number = self.number() + 1;
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
        let untold = mv.draws_unknown();
        self.board.play(mv);
        self.verdict.venom.push(Played {
            mv,
            ply: Some(index),
        });
        self.repeated = self.repetitions.add(self.board.position().key());
        if untold && !self.verdict.venom_unverifiable() {
            let message = "the record does not say which tile was drawn";
            self.remark(Code::Unverifiable, ply, message);
        }
        Ok(())
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
    compare_turn(record, (Side::of_ply(plies), plies / 2 + 1), verdict);
}
