//! How plain Hive is judged: implied passes, opening rules, the rules of the past.

use super::{Era, JudgeOptions, JudgedCase, JudgedRules, OpeningChoice, Replays};
use crate::diag::{Code, Diagnostic};
use crate::game::{Hive, HiveTracker};
use crate::record::{Format, PassPolicy, Ply, Record, StatedResult};
use skep_rules::game::{Fault, Position as _};
use skep_rules::hive::{self, Rule, Written};

impl JudgedRules for Hive {
    type Replay = hive::Replay;

    fn options(
        choices: JudgeOptions,
        record: &Record,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> hive::Options {
        hive::Options {
            game_type: game_type(record, diagnostics),
            opening: choices.first_opening(),
        }
    }

    fn begin<'a>(replays: &'a mut Replays, options: &hive::Options) -> &'a mut hive::Replay {
        let hive::Options { game_type, opening } = *options;
        if let Some(replay) = &mut replays.hive {
            replay.restart(game_type, opening);
        }
        let replay = &mut replays.hive;
        replay.get_or_insert_with(|| hive::Replay::new(game_type, opening))
    }

    fn begin_at<'a>(replays: &'a mut Replays, start: &HiveTracker) -> &'a mut hive::Replay {
        replays.hive.insert(hive::Replay::of(start.plane()))
    }

    fn position(replay: &hive::Replay) -> &hive::Position {
        replay.position()
    }

    #[inline(always)]
    fn play(case: &mut JudgedCase<'_, Hive>, index: u32, ply: &Ply) -> Result<(), Fault> {
        let written = Written::from_token(ply.token);
        match written {
            Written::Pass | Written::EmptyTurn => case.play_pass(index, ply, written),
            Written::Put { .. } => case.play_put(index, ply, written),
        }
    }

    fn finish(case: &mut JudgedCase<'_, Hive>, valid: bool) {
        case.played.options.opening = case.replay.position().opening();
        if let Some(name) = case.replay.doubtful_name() {
            let message = format!(
                "{name} is read as another piece than {name}1, {name}2, ...: this is a guess; number every {}",
                name.bug()
            );
            case.remark_on_game(Code::Renumbered, message);
        } else if case.replay.is_renumbered() {
            let message = "equal bugs entered out of number order and were renumbered";
            case.remark_on_game(Code::Renumbered, message);
        }
        case.remark_on_opening();
        if valid {
            case.compare_with_stated();
        }
    }
}

impl JudgedCase<'_, Hive> {
    #[inline(always)]
    fn play_put(&mut self, index: u32, ply: &Ply, written: Written) -> Result<(), Fault> {
        let mut meaning = self.replay.meaning(written)?;
        if let Err(rule) = self.replay.check(meaning.mv) {
            meaning = self.second_chance(ply, written, meaning, rule)?;
        }
        if self.replay.position().is_occupied_at(meaning.mv)
            && let Written::Put { to, .. } = written
        {
            self.remark_on_climb(ply, to);
        }
        self.take_turn(meaning.mv, Some(index), |replay| replay.play(meaning));
        Ok(())
    }

    /// The cases in which a move that breaks a rule is still legal: an opening by the leaflets, a forced pass that the
    /// record leaves out, or the rules of its time.
    #[cold]
    fn second_chance(
        &mut self,
        ply: &Ply,
        written: Written,
        meaning: hive::Meaning,
        rule: Rule,
    ) -> Result<hive::Meaning, Fault> {
        if rule == Rule::OpeningQueen
            && self.options.opening != OpeningChoice::Tournament
            && !self.record.forbids_opening_queen()
        {
            self.replay.allow_opening_queen();
            return self.replay.judge(meaning.mv).map(|()| meaning);
        }
        if self.record.passes == PassPolicy::MayBeImplied
            && !self.replay.position().outcome().is_over()
            && !self.replay.position().has_move()
        {
            self.pass(None);
            self.remark(
                Code::PassImplied,
                ply,
                "the record leaves out a forced pass before this move",
            );
            let meaning = self.replay.meaning(written)?;
            return self.replay.judge(meaning.mv).map(|()| meaning);
        }
        if self.options.era.may_break(rule) && self.replay.position().was_legal(meaning.mv, rule) {
            let other = match self.options.era {
                Era::Wikipedia => "as Wikipedia describes the game",
                Era::Strict | Era::Historical => "under older rules",
            };
            let message = format!("breaks a rule ({}) but is legal {other}", rule.sentence());
            self.remark(Code::HistoricalRule, ply, &message);
            if let Some(last) = self.verdict.diagnostics.last_mut() {
                last.rule = Some(rule.as_str());
            }
            return Ok(meaning);
        }
        Err(self.replay.fault(meaning.mv, rule))
    }

    fn play_pass(&mut self, index: u32, ply: &Ply, written: Written) -> Result<(), Fault> {
        let position = self.replay.position();
        let last = index as usize + 1 == self.record.plies.len();
        if written == Written::EmptyTurn && last {
            // The last empty turn of a finished or drawn game answers the other side's client and is not a turn.
            let settled = position.outcome().is_over() || self.record.stated.result.is_final();
            if settled
                && (self.record.stated.result == StatedResult::Draw
                    || position.has_move()
                    || position.outcome().is_over())
            {
                self.remark(
                    Code::PassIgnored,
                    ply,
                    "an empty turn at the end of the game is not a pass",
                );
                return Ok(());
            }
        }
        self.replay.judge(hive::Move::PASS)?;
        self.pass(Some(index));
        Ok(())
    }

    #[cold]
    fn pass(&mut self, ply: Option<u32>) {
        self.take_turn(hive::Move::PASS, ply, hive::Replay::pass);
    }
}

/// The variant of a record: its stated type, and if the notation is not strict about it, also the bugs that the
/// record names. No replay is needed.
pub fn game_type_of(record: &Record) -> hive::GameType {
    widened(stated_type(record), record)
}

/// The variant that a record states, if it is plain.
fn stated_type(record: &Record) -> Option<hive::GameType> {
    let stated: Option<hive::GameType> = record.variant.parse().ok();
    stated.filter(|stated| stated.is_plain())
}

fn widened(stated: Option<hive::GameType>, record: &Record) -> hive::GameType {
    let widens = stated.is_none() || !record.format.has_exact_variant();
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

/// [`game_type_of`], with a remark if it differs from the stated type.
fn game_type(record: &Record, diagnostics: &mut Vec<Diagnostic>) -> hive::GameType {
    let stated = stated_type(record);
    let game_type = widened(stated, record);
    if let Some(stated) = stated
        && stated != game_type
    {
        diagnostics.push(Diagnostic::new(
            Code::VariantWidened,
            format!("the record says {stated} but uses the bugs of {game_type}"),
        ));
    }
    game_type
}

impl JudgedCase<'_, Hive> {
    /// Remarks on statements of the record that the board contradicts.
    fn compare_with_stated(&mut self) {
        let board = StatedResult::of_outcome(self.verdict.outcome);
        let stated = self.record.stated.result;
        let plies = self.played.turns.len();
        if self.compare_result() {
        } else if self.record.format == Format::Uhp
            && self.verdict.outcome.is_over()
            && stated != board
        {
            let state = if self.record.stated_not_started {
                "NotStarted"
            } else {
                stated.as_str()
            };
            let message = format!("the State field says {state}, but the board shows {board}");
            self.remark_on_game(Code::StateMismatch, message);
        } else if self.record.stated_not_started && plies > 0 {
            let message = "the State field says NotStarted, but moves follow".to_owned();
            self.remark_on_game(Code::StateMismatch, message);
        }
        self.compare_turn();
    }

    /// Remarks on a queen that entered on a side's first turn.
    fn remark_on_opening(&mut self) {
        let is_queen = |mv: hive::Move| mv.piece().is_some_and(|p| p.bug() == hive::Bug::Queen);
        let first_turns = self.played.turns.iter();
        let first_turns = first_turns.take(2_usize.saturating_sub(self.first as usize));
        let Some(i) = first_turns.map(|turn| turn.mv).position(is_queen) else {
            return;
        };
        let index = self.played.turns[i].ply.unwrap_or_default() as usize;
        self.verdict.diagnostics.push(
            Diagnostic::new(Code::OpenOpening, OPEN_OPENING)
                .at(self.record.plies[index].span)
                .on_ply(i as u32 + 1),
        );
    }
}

/// The remark on a queen that enters on a side's first turn.
pub(super) const OPEN_OPENING: &str =
    "queen on the first turn: only the opening rule of the leaflets allows it";
