use super::{Era, Game, OpeningChoice, Turns, compare_turn};
use crate::diag::{Code, Diagnostic};
use crate::notation::{Played, Verdict};
use crate::record::{Format, PassPolicy, Ply, Record, StatedResult};
use skep_rules::game::Fault;
use skep_rules::hive::{self, Opening, Rule, Written};

/// Replays a game of Hive and tells whether all of it is legal.
pub(super) fn judge(game: Game<'_, ()>, replay: &mut hive::Replay) -> bool {
    let (record, options) = (game.record, game.options);
    let mut game = game.on(replay);
    game.verdict.game_type = game_type(record, &mut game.verdict.diagnostics);
    let opening = match options.opening {
        OpeningChoice::Open => Opening::Open,
        OpeningChoice::Tournament | OpeningChoice::Auto => Opening::Tournament,
    };
    game.board.reset(game.verdict.game_type, opening);
    let legal = game.play_all();
    game.end(game.board.position().outcome());
    let (replay, verdict) = (game.board, game.verdict);
    let position = replay.position();
    verdict.opening = position.opening();
    if replay.is_renumbered() {
        verdict.diagnostics.push(Diagnostic::new(
            Code::Renumbered,
            "equal bugs entered out of number order and were renumbered",
        ));
    }
    remark_on_opening(record, verdict);
    if legal && record.syntax_error().is_none() {
        compare_with_stated(record, position, verdict);
    }
    legal
}

impl Turns for Game<'_, &mut hive::Replay> {
    fn number(&self) -> u32 {
        self.board.position().ply()
    }

    #[inline]
    fn play(&mut self, index: u32, ply: &Ply) -> Result<(), Fault> {
        let written = Written::from_token(ply.token);
        match written {
            Written::Pass | Written::EmptyTurn => self.play_pass(index, ply, written),
            Written::Put { .. } => self.play_put(index, ply, written),
        }
    }
}

impl Game<'_, &mut hive::Replay> {
    #[inline]
    fn play_put(&mut self, index: u32, ply: &Ply, written: Written) -> Result<(), Fault> {
        let mut meaning = self.board.meaning(written)?;
        if let Err(rule) = self.board.check(meaning.mv) {
            meaning = self.second_chance(ply, written, meaning, rule)?;
        }
        let placed = meaning
            .mv
            .piece()
            .is_some_and(|p| !self.board.position().is_on_board(p));
        if placed {
            self.repetitions.restart();
        }
        self.board.play(meaning);
        self.count(Played {
            mv: meaning.mv,
            ply: Some(index),
        });
        Ok(())
    }

    fn count(&mut self, played: Played<hive::Move>) {
        self.verdict.hive.push(played);
        self.repeated = self.repetitions.add(self.board.position().key());
    }

    /// What can still save a move that breaks a rule: an opening by the leaflets, a forced pass that the record
    /// leaves out, or the rules of its time.
    #[cold]
    fn second_chance(
        &mut self,
        ply: &Ply,
        written: Written,
        meaning: hive::Meaning,
        rule: Rule,
    ) -> Result<hive::Meaning, Fault> {
        if rule == Rule::OpeningQueen && self.options.opening != OpeningChoice::Tournament {
            self.board.allow_opening_queen();
            return match self.board.check(meaning.mv) {
                Ok(()) => Ok(meaning),
                Err(rule) => Err(self.board.fault(meaning.mv, rule)),
            };
        }
        if self.record.passes == PassPolicy::MayBeImplied
            && !self.board.position().outcome().is_over()
            && !self.board.position().has_move()
        {
            self.board.pass();
            self.count(Played {
                mv: hive::Move::PASS,
                ply: None,
            });
            self.remark(
                Code::PassImplied,
                ply,
                "a forced pass was left out before this move",
            );
            let meaning = self.board.meaning(written)?;
            return match self.board.check(meaning.mv) {
                Ok(()) => Ok(meaning),
                Err(rule) => Err(self.board.fault(meaning.mv, rule)),
            };
        }
        if self.options.era == Era::Historical && self.board.position().was_legal(meaning.mv, rule)
        {
            let message = format!("allowed in its time: {}", rule.sentence());
            self.remark(Code::HistoricalRule, ply, &message);
            if let Some(last) = self.verdict.diagnostics.last_mut() {
                last.rule = Some(rule.as_str());
            }
            return Ok(meaning);
        }
        Err(self.board.fault(meaning.mv, rule))
    }

    fn play_pass(&mut self, index: u32, ply: &Ply, written: Written) -> Result<(), Fault> {
        let position = self.board.position();
        let last = index as usize + 1 == self.record.plies.len();
        if written == Written::EmptyTurn && last {
            // The last empty turn of a finished or drawn game answers the other side's client, and is no turn.
            let settled = position.outcome().is_over() || self.record.stated.result.is_final();
            if settled
                && (self.record.stated.result == StatedResult::Draw
                    || position.has_move()
                    || position.outcome().is_over())
            {
                self.remark(
                    Code::PassIgnored,
                    ply,
                    "an empty turn at the end of the game is no pass",
                );
                return Ok(());
            }
        }
        if let Err(rule) = self.board.check(hive::Move::PASS) {
            return Err(self.board.fault(hive::Move::PASS, rule));
        }
        self.board.pass();
        self.count(Played {
            mv: hive::Move::PASS,
            ply: Some(index),
        });
        Ok(())
    }
}

/// The game type of a record: the one stated, and where the notation is loose about it, the bugs that it names. The
/// game need not be replayed to tell.
pub fn game_type_of(record: &Record) -> hive::GameType {
    let stated: Option<hive::GameType> = record.variant.parse().ok();
    let stated = stated.filter(|stated| stated.is_plain());
    let widens =
        stated.is_none() || !matches!(record.format, Format::Uhp | Format::Pgn | Format::Jsonl);
    let mut game_type = stated.unwrap_or_default();
    if widens {
        for ply in &record.plies {
            if let Written::Put { piece, .. } = Written::from_token(ply.token) {
                game_type = game_type.with(piece.bug());
            }
        }
    }
    game_type
}

/// [`game_type_of`], with a remark where it is not the one stated.
fn game_type(record: &Record, diagnostics: &mut Vec<Diagnostic>) -> hive::GameType {
    let game_type = game_type_of(record);
    if let Ok(stated) = record.variant.parse::<hive::GameType>()
        && stated.is_plain()
        && stated != game_type
    {
        diagnostics.push(Diagnostic::new(
            Code::VariantWidened,
            format!("the record says {stated} and uses the bugs of {game_type}"),
        ));
    }
    game_type
}

/// The board outranks what the record states; where they differ, that is said.
fn compare_with_stated(record: &Record, position: &hive::Position, verdict: &mut Verdict) {
    let board = StatedResult::of_outcome(verdict.outcome);
    let stated = record.stated.result;
    if verdict.outcome.is_over() && stated.is_final() && stated != board {
        verdict.diagnostics.push(Diagnostic::new(
            Code::ResultMismatch,
            format!("the record states {stated}, the board shows {board}"),
        ));
    } else if record.format == Format::Uhp && verdict.outcome.is_over() && stated != board {
        verdict.diagnostics.push(Diagnostic::new(
            Code::StateMismatch,
            format!("the State field says {stated}, the board shows {board}"),
        ));
    } else if record.stated_not_started && !verdict.hive.is_empty() {
        verdict.diagnostics.push(Diagnostic::new(
            Code::StateMismatch,
            format!(
                "the State field says NotStarted, and {} plies follow",
                verdict.hive.len()
            ),
        ));
    }
    compare_turn(record, (position.turn(), position.ply() / 2 + 1), verdict);
}

/// Says so where a queen entered on a side's first turn.
fn remark_on_opening(record: &Record, verdict: &mut Verdict) {
    let first_turns = verdict.hive.iter().take(2).enumerate();
    for (i, played) in first_turns {
        if played
            .mv
            .piece()
            .is_some_and(|p| p.bug() == hive::Bug::Queen)
        {
            let index = played.ply.unwrap_or_default() as usize;
            verdict.diagnostics.push(
                Diagnostic::new(
                    Code::OpenOpening,
                    "a queen on the first turn: the opening rule of the leaflets",
                )
                .at(record.plies[index].span)
                .on_ply(i as u32 + 1),
            );
            break;
        }
    }
}
