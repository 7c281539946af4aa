//! Judges a record: replays its turns by the rules of its game, and compares what the record states with the board.

mod ending;
mod hexit;
mod hive;
mod options;
mod rule_option;
mod text;
mod variations;
mod venom;

pub use self::hive::game_type_of;
pub use options::{
    Era, JudgeOptions, OpeningChoice, ParseJudgeOptionsError, RepetitionRule, Resignation,
};
pub use rule_option::{InHive, RuleOption};
pub use text::NoGame;

use super::{Status, Verdict};
use crate::diag::{Code, Diagnostic};
use crate::each_kind;
use crate::game::{Game, Played, PlayedTurn, Rules};
use crate::record::{Ply, Record, Stated, StatedResult, Termination};
use skep_rules::game::{Fault, FaultKind, Outcome, Position as _, Repetitions};
use skep_rules::hive::Place;

/// Replays records and judges them. A judge works in one thread and can judge any number of records.
///
/// # Examples
/// ```
/// use skep_records::{Format, Judge, Record, Status};
///
/// let record = Record::read(Format::Uhp, "Base;InProgress;White[2];wS1;bS1 wA1-");
/// let verdict = Judge::default().verdict(&record);
/// assert_eq!(verdict.status, Status::Illegal);
/// assert_eq!(verdict.diagnostics[0].code.as_str(), "unknown-reference");
/// ```
#[derive(Clone, Default)]
pub struct Judge {
    options: JudgeOptions,
    repetitions: Repetitions,
    replays: Replays,
}

/// The replay of each game. It is kept from record to record, for a board is large.
#[derive(Clone, Default)]
struct Replays {
    hive: Option<skep_rules::hive::Replay>,
    venom: Option<skep_rules::hive::venom::Replay>,
    hexit: Option<skep_rules::hexit::Position>,
}

impl Judge {
    /// A judge with these rules.
    pub fn new(options: JudgeOptions) -> Judge {
        Judge {
            options,
            ..Judge::default()
        }
    }

    /// The rules of this judge.
    pub const fn options(&self) -> JudgeOptions {
        self.options
    }

    /// Judges one record.
    pub fn verdict(&mut self, record: &Record) -> Verdict {
        let mut verdict = Verdict::default();
        self.judge(record, &mut verdict);
        verdict
    }

    /// As [`Judge::verdict`], into a verdict that is used again from game to game; its old contents are discarded.
    pub fn judge(&mut self, record: &Record, verdict: &mut Verdict) {
        verdict.clear();
        verdict.diagnostics.extend_from_slice(&record.diagnostics);
        if record.is_unsupported() {
            verdict.game = Game::of_kind(record.game);
            verdict.status = Status::Unsupported;
            verdict.termination = record.stated.termination;
            return;
        }
        let legal = each_kind!(record.game, R => self.replay::<R>(record, verdict));
        if !record.variations.is_empty() {
            each_kind!(record.game, R => self.replay_variations::<R>(record, verdict));
        }
        verdict.status = if record.syntax_error().is_some() {
            Status::Syntax
        } else if !legal {
            Status::Illegal
        } else if verdict.plies() == 0 {
            Status::Empty
        } else if verdict.is_unverifiable() {
            Status::Unverifiable
        } else {
            Status::Ok
        };
        if verdict.status == Status::Empty {
            let message = match record.start {
                Some(_) => "the record is a position without moves",
                None => "the record has no moves",
            };
            verdict
                .diagnostics
                .push(Diagnostic::new(Code::NoMoves, message));
        }
    }

    /// Replays a game into the verdict. Returns whether all turns are legal.
    fn replay<R: JudgedRules>(&mut self, record: &Record, verdict: &mut Verdict) -> bool {
        let mut played = R::take(&mut verdict.game);
        match begin::<R>(record) {
            Some(begun) => played = begun,
            None => played.restart(R::options(self.options, record, &mut verdict.diagnostics)),
        }
        let mut case = self.case::<R>(record, played, verdict);
        let legal = case.play_all();
        let outcome = R::outcome(&mut case, legal);
        let valid = legal && record.syntax_error().is_none();
        case.end(outcome, valid);
        R::finish(&mut case, valid);
        if valid {
            case.compare_ending();
        }
        let JudgedCase {
            played, verdict, ..
        } = case;
        verdict.game = played.into();
        legal
    }

    /// Begins to replay a game that has no turns yet.
    fn case<'a, R: JudgedRules>(
        &'a mut self,
        record: &'a Record,
        mut played: Played<R>,
        verdict: &'a mut Verdict,
    ) -> JudgedCase<'a, R> {
        let rule = self.options.repetition;
        played.repetition = rule;
        let replay = match &played.start {
            Some(start) => R::begin_at(&mut self.replays, &start.tracker),
            None => R::begin(&mut self.replays, played.options()),
        };
        let followed = rule.follow::<R>(R::position(replay));
        self.repetitions.restart();
        if played.is_set_up() {
            let position = R::position(replay);
            rule.count::<R>(&mut self.repetitions, position, followed.as_ref(), true);
        }
        JudgedCase {
            first: R::position(replay).ply(),
            followed,
            replay,
            played,
            repetitions: &mut self.repetitions,
            options: self.options,
            record,
            verdict,
            repeated: 0,
        }
    }
}

/// The game of a record that begins in a set-up position, without its turns. The state has its own rules. An invalid
/// state was already reported by the reader, which reads no turns after it.
fn begin<R: JudgedRules>(record: &Record) -> Option<Played<R>> {
    let mut game = Game::of_state(record.start.as_deref()?).ok()?;
    (game.kind() == R::KIND).then(|| R::take(&mut game))
}

/// A game that is being replayed.
struct JudgedCase<'a, R: JudgedRules> {
    /// The number of plies before the first turn.
    first: u32,
    replay: &'a mut R::Replay,
    played: Played<R>,
    repetitions: &'a mut Repetitions,
    followed: Option<R::Followed>,
    options: JudgeOptions,
    record: &'a Record,
    verdict: &'a mut Verdict,
    /// How often the current position has occurred.
    repeated: u32,
}

/// What the judge does differently for each game.
trait JudgedRules: Rules {
    /// Interprets written turns in order.
    type Replay: Clone;

    /// The options of a record's game: the caller's choices, then the record's tags, then the defaults.
    fn options(
        choices: JudgeOptions,
        record: &Record,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self::Options;

    /// Begins a game.
    fn begin<'a>(replays: &'a mut Replays, options: &Self::Options) -> &'a mut Self::Replay;

    /// Begins a game in a set-up position.
    fn begin_at<'a>(replays: &'a mut Replays, start: &Self::Tracker) -> &'a mut Self::Replay;

    /// The position after the turns played so far.
    fn position(replay: &Self::Replay) -> &Self::Position;

    /// Plays the written turn at `index` in the record. It calls [`JudgedCase::take_turn`].
    fn play(case: &mut JudgedCase<'_, Self>, index: u32, ply: &Ply) -> Result<(), Fault>;

    /// The outcome on the board at the end. `legal` means that all turns are legal.
    fn outcome(case: &mut JudgedCase<'_, Self>, _legal: bool) -> Outcome {
        Self::position(case.replay).outcome()
    }

    /// Adds findings about the whole game. `valid` means that all of it was read and is legal.
    fn finish(case: &mut JudgedCase<'_, Self>, valid: bool);
}

impl<R: JudgedRules> JudgedCase<'_, R> {
    /// The number of turns played.
    fn number(&self) -> u32 {
        R::position(self.replay).ply() - self.first
    }

    /// Plays the turns up to the first fault. Returns whether there was no fault.
    fn play_all(&mut self) -> bool {
        let played = self.play_turns(0, &self.record.plies, &mut false);
        if let Err(finding) = played {
            self.verdict.diagnostics.push(finding);
            return false;
        }
        true
    }

    /// Plays written turns. The first is at `index`. `remarked` says whether a remark about a repetition was made.
    ///
    /// # Errors
    /// The finding about the first turn that cannot be played.
    fn play_turns(
        &mut self,
        index: u32,
        plies: &[Ply],
        remarked: &mut bool,
    ) -> Result<(), Diagnostic> {
        for (index, ply) in (index..).zip(plies) {
            self.play_next(index, ply, remarked)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn play_next(&mut self, index: u32, ply: &Ply, remarked: &mut bool) -> Result<(), Diagnostic> {
        let played = if self.verdict.termination == Termination::Repetition {
            Err(after_repetition())
        } else {
            R::play(self, index, ply)
        };
        if let Err(fault) = played {
            return Err(finding(fault, ply, self.number() + 1));
        }
        if self.repeated == 3 && !*remarked {
            *remarked = true;
            let rule = self.options.repetition;
            let message = if rule.lets_records_go_on() {
                "this position occurs for the third time: by this rule the game ends here"
            } else {
                "this position occurs for the third time"
            };
            self.remark(Code::Repetition, ply, message);
            if rule.ends_the_game() && !rule.lets_records_go_on() {
                self.verdict.outcome = Outcome::Draw;
                self.verdict.termination = Termination::Repetition;
            }
        }
        Ok(())
    }

    /// Plays a legal turn with `play`, and updates the count of positions.
    #[inline(always)]
    fn take_turn<T>(
        &mut self,
        mv: R::Move,
        ply: Option<u32>,
        play: impl FnOnce(&mut R::Replay) -> T,
    ) -> T {
        // An irreversible turn, such as a placement, restarts the count. The position after it is counted only if a
        // reversible turn follows: otherwise it cannot occur again.
        if R::is_irreversible(R::position(self.replay), mv) {
            self.repetitions.restart();
        } else if self.repetitions.is_empty() && self.number() > 0 {
            self.begin_count();
        }
        let done = play(self.replay);
        self.played.turns.push(PlayedTurn { mv, ply });
        if let Some(followed) = &mut self.followed {
            R::follow_turn(followed, mv);
        }
        self.repeated = if self.repetitions.is_empty() {
            1
        } else {
            self.count(true)
        };
        done
    }

    /// Counts the first position since the count was restarted.
    #[cold]
    fn begin_count(&mut self) {
        self.count(false);
    }

    /// Counts the position. `moved` means that the last turn was not a placement.
    #[inline(always)]
    fn count(&mut self, moved: bool) -> u32 {
        let (rule, position) = (self.options.repetition, R::position(self.replay));
        rule.count::<R>(self.repetitions, position, self.followed.as_ref(), moved)
    }

    /// Sets the outcome on the board at the end, unless a repetition ended the game. `valid` means that all of the game
    /// was read and is legal.
    fn end(&mut self, outcome: Outcome, valid: bool) {
        if self.options.repetition.lets_records_go_on() && valid {
            self.end_with_repetition(outcome);
        }
        if self.verdict.termination != Termination::Repetition {
            self.verdict.outcome = outcome;
            // Points that are counted after a resignation are not an end on the board.
            let on_board = R::position(self.replay).outcome().is_over();
            self.verdict.termination = termination(self.record, on_board, self.repeated);
        }
    }

    /// A game that could go on after a third occurrence is a draw if its last position is one, and the record does not
    /// state another end.
    fn end_with_repetition(&mut self, outcome: Outcome) {
        let stated = &self.record.stated;
        let states_it = stated.termination == Termination::Repetition;
        if self.repeated >= 3
            && outcome == Outcome::Undecided
            && (!stated.result.is_final() || states_it || states_draw_only(stated))
        {
            self.verdict.outcome = Outcome::Draw;
            self.verdict.termination = Termination::Repetition;
        }
    }

    /// Remarks on the ply that was played last.
    fn remark(&mut self, code: Code, ply: &Ply, message: &str) {
        let diagnostic = Diagnostic::new(code, message).at(ply.span);
        // Plies count from 1. A remark before the first ply has no ply.
        let diagnostic = match self.number() {
            0 => diagnostic,
            number => diagnostic.on_ply(number),
        };
        self.verdict.diagnostics.push(diagnostic);
    }

    /// Remarks on the game as a whole.
    fn remark_on_game(&mut self, code: Code, message: impl Into<String>) {
        self.verdict
            .diagnostics
            .push(Diagnostic::new(code, message));
    }

    /// Remarks on a climb onto a piece that is written as a direction, in a notation that names the piece instead.
    #[cold]
    fn remark_on_climb(&mut self, ply: &Ply, to: Place) {
        let remarked = |d: &Diagnostic| d.code == Code::LenientSpelling;
        if self.record.format.names_climbed_piece()
            && matches!(to, Place::Beside(..))
            && !self.verdict.diagnostics.iter().any(remarked)
        {
            let number = self.number() + 1;
            let message = "the move goes onto a piece but names a neighbour of it";
            let diagnostic = Diagnostic::new(Code::LenientSpelling, message);
            self.verdict
                .diagnostics
                .push(diagnostic.at(ply.span).on_ply(number));
        }
    }

    /// Remarks on a stated result that contradicts the board. The board wins. Returns whether they differ.
    fn compare_result(&mut self) -> bool {
        let board = StatedResult::of_outcome(self.verdict.outcome);
        let stated = self.record.stated.result;
        let differs = self.verdict.outcome.is_over() && stated.is_final() && stated != board;
        if differs {
            let message = format!("the record states {stated}, but the board shows {board}");
            self.remark_on_game(Code::ResultMismatch, message);
        }
        differs
    }

    /// Remarks on a Turn field that does not name the next turn.
    fn compare_turn(&mut self) {
        let position = R::position(self.replay);
        let next = (position.turn(), position.ply() / 2 + 1);
        let Some((side, number)) = self.record.stated_turn.filter(|&turn| turn != next) else {
            return;
        };
        let (to_move, at) = next;
        let message =
            format!("the Turn field says {side}[{number}], but the moves lead to {to_move}[{at}]");
        self.remark_on_game(Code::TurnMismatch, message);
    }
}

impl From<FaultKind> for Code {
    fn from(kind: FaultKind) -> Code {
        match kind {
            FaultKind::Illegal => Code::IllegalMove,
            FaultKind::UnknownPiece => Code::UnknownPiece,
            FaultKind::UnknownReference => Code::UnknownReference,
            FaultKind::NoPlace => Code::BadMove,
            FaultKind::AfterEnd => Code::MoveAfterEnd,
        }
    }
}

/// The finding that a turn cannot be played. `number` is its ply, from 1.
fn finding(fault: Fault, ply: &Ply, number: u32) -> Diagnostic {
    let code = Code::from(fault.kind);
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
    let message = "the game ended in a draw when the position occurred for the third time";
    let help = "to continue after a repetition, use --repetition remark";
    Fault::new(FaultKind::AfterEnd, message).with_help(Some(help.to_owned()))
}

/// Whether a draw is stated, and no reason for it.
fn states_draw_only(stated: &Stated) -> bool {
    stated.termination == Termination::Unknown && stated.result == StatedResult::Draw
}

fn termination(record: &Record, on_board: bool, repeated: u32) -> Termination {
    let stated = &record.stated;
    if on_board {
        Termination::Board
    } else if states_draw_only(stated) && repeated >= 3 {
        Termination::Repetition
    } else {
        stated.termination
    }
}
