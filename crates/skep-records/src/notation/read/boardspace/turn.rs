//! Commands collected into turns, with their clocks, comments and take-backs.

use super::super::lines::{Branch, TreeLines};
use super::command::{self, BoardspaceCommand, Talk};
use super::game::{BoardspaceGame, PendingResult};
use super::tree::Property;
use crate::diag::{Code, Diagnostic, Severity, Span};
use crate::notation::sgf_marks;
use crate::record::{Note, NoteKind, Ply, Record, StatedResult, Termination};
use skep_rules::game::Side;

/// More remarks on one game are useless.
const MAX_REMARKS: usize = 500;

/// Gathers commands into turns.
///
/// Actions are provisional until `Done`. Then the last piece put, or the pass, is the turn. Its pick is implied, and
/// every other action was taken back.
pub(super) struct TurnGatherer<'a, 'r, G: BoardspaceGame<'a>> {
    record: &'r mut Record,
    state: CommandState<'a, G>,
    lines: TreeLines,
    /// The sides of the players and the words that end the game, after its last turn.
    end: Option<([Side; 2], Option<Ending>)>,
}

/// How a game ends by words.
type Ending = (StatedResult, Termination);

/// What the commands so far mean for the next one.
#[derive(Clone)]
struct CommandState<'a, G: BoardspaceGame<'a>> {
    /// The sides of the two players.
    sides: [Side; 2],
    game: G,
    steps: Vec<OpenCommand<'a>>,
    // Notes on steps, each with the number of earlier steps.
    annotations: Vec<(usize, NoteKind)>,
    // Steps of this turn that are no longer in `steps`.
    counted: usize,
    action: Option<NextTurn<G::Draft>>,
    // A draw offer, its answer or a resignation, before its `Done`.
    talking: bool,
    last: Option<Side>,
    ending: Option<Ending>,
    stopped: bool,
}

/// A place where a line can be left.
#[derive(Clone)]
pub(super) struct OpenFork<'a, G: BoardspaceGame<'a>> {
    state: CommandState<'a, G>,
    branch: Branch,
}

/// A command of the turn that has not ended it.
#[derive(Clone, Copy, Debug)]
struct OpenCommand<'a> {
    raw: &'a str,
    clock: Option<u32>,
}

/// What the next `Done` makes the turn.
#[derive(Clone, Copy, Debug)]
struct NextTurn<D> {
    /// The step; `None` for a command that ends the turn itself.
    step: Option<usize>,
    span: Span,
    /// `None` for a pass.
    draft: Option<D>,
}

/// Adds a finding to a record, unless it is a remark and the record has too many.
pub(super) fn report(record: &mut Record, diagnostic: Diagnostic) {
    if diagnostic.severity > Severity::Remark || record.diagnostics.len() < MAX_REMARKS {
        record.report(diagnostic);
    }
}

impl<'a, 'r, G: BoardspaceGame<'a>> TurnGatherer<'a, 'r, G> {
    pub fn new(record: &'r mut Record, sides: [Side; 2]) -> Self {
        TurnGatherer {
            record,
            state: CommandState {
                sides,
                game: G::default(),
                steps: Vec::with_capacity(8),
                annotations: Vec::new(),
                counted: 0,
                action: None,
                talking: false,
                last: None,
                ending: None,
                stopped: false,
            },
            lines: TreeLines::default(),
            end: None,
        }
    }

    /// Reports a finding.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        report(self.record, diagnostic);
    }

    /// Stops adding plies.
    pub fn stop(&mut self) {
        self.state.stopped = true;
    }

    /// Follows one command of a player. Returns its clock if no step has it.
    pub fn act(
        &mut self,
        player: usize,
        property: &Property<'a>,
        clock: Option<u32>,
    ) -> Option<u32> {
        let raw = command::without_index(property.value);
        let command = match command::command::<G>(raw.as_bytes()) {
            Ok(command) => command,
            Err(bad) => {
                if !self.state.stopped {
                    let ply = self.record.plies.len() as u32 + 1;
                    let diagnostic = Diagnostic::new(Code::BadMove, bad.to_string())
                        .at(property.span())
                        .on_ply(ply);
                    self.report(diagnostic);
                    self.stop();
                }
                return None;
            }
        };
        let side = self.state.sides[player];
        if self.state.stopped && !matches!(command, BoardspaceCommand::Talk(_)) {
            return None;
        }
        match command {
            BoardspaceCommand::Talk(talk) => {
                self.talk(side, talk, clock);
                return None;
            }
            BoardspaceCommand::Done => return self.done(side, property.span(), clock),
            BoardspaceCommand::Start => return clock,
            BoardspaceCommand::Noise => return None,
            BoardspaceCommand::Swap => {
                self.state.sides.swap(0, 1);
                let message = "the players swap colours here";
                let diagnostic = Diagnostic::new(Code::LenientSpelling, message);
                self.report(diagnostic.at(property.span()));
                return None;
            }
            _ => {}
        }
        if self.state.talking {
            // The `Done` after the talk is missing. It counts as a step anyway.
            self.state.talking = false;
            self.state.counted += 1;
        }
        let ends_turn = self.provisional(command, side, property.span());
        if ends_turn {
            self.end_turn(side, property.span(), clock);
        } else {
            self.state.steps.push(OpenCommand { raw, clock });
        }
        None
    }

    /// Follows a command that the rest of the turn may change. Returns whether the command ends the turn.
    fn provisional(
        &mut self,
        command: BoardspaceCommand<G::Handling>,
        side: Side,
        span: Span,
    ) -> bool {
        let step = self.state.steps.len();
        let pending = self.state.action.take().and_then(|action| action.draft);
        let (draft, ends_turn) = match command {
            BoardspaceCommand::Handle(handling) => {
                match self.state.game.handle(handling, side, step, pending) {
                    PendingResult::Nothing => return false,
                    PendingResult::Draft(draft) => (Some(draft), false),
                    PendingResult::Turn(draft) => (Some(draft), true),
                }
            }
            BoardspaceCommand::Pass { ends_turn } => (None, ends_turn),
            // Everything is cancelled. The other commands are not steps.
            _ => {
                self.state.game.forget_pick();
                return false;
            }
        };
        let step = (!ends_turn).then_some(step);
        self.state.action = Some(NextTurn { step, span, draft });
        ends_turn
    }

    /// Keeps a note on the last command.
    pub fn annotate(&mut self, kind: NoteKind) {
        if self.state.steps.is_empty() {
            self.note(kind);
        } else {
            self.state.annotations.push((self.state.steps.len(), kind));
        }
    }

    /// Whether the game is being read, and not a variation.
    pub fn in_game(&self) -> bool {
        self.lines.in_game()
    }

    /// The place after the commands so far.
    pub fn fork(&self) -> OpenFork<'a, G> {
        OpenFork {
            state: self.state.clone(),
            branch: self.lines.branch(self.record),
        }
    }

    /// Begins a variation. Returns false if the game has too many.
    pub fn begin_variation(&mut self, fork: &OpenFork<'a, G>, span: Span) -> bool {
        let begun = self.lines.begin(fork.branch, span, self.record);
        if begun {
            self.state.clone_from(&fork.state);
        }
        begun
    }

    /// Reports that variations are left out.
    pub fn refuse_variation(&mut self, message: String, span: Span) {
        self.lines.refuse(message, span, self.record);
    }

    /// Ends the game, and then each variation. Provisional actions were never played.
    pub fn end_line(&mut self) {
        self.take_back_steps();
        if self.end.is_none() {
            self.end = Some((self.state.sides, self.state.ending));
        }
        self.lines.end(self.record);
    }

    /// Ends the record after its last line. Returns the sides of the players at the end of the game.
    pub fn finish(mut self) -> [Side; 2] {
        if self.end.is_none() {
            self.end_line();
        }
        self.lines.finish(self.record);
        let origin = sgf_marks::origin(self.record);
        let lines = &mut self.record.variations;
        let notes = lines.iter_mut().flat_map(|line| &mut line.notes);
        for note in self.record.notes.iter_mut().chain(notes) {
            if let NoteKind::Mark(mark) = &mut note.kind {
                mark.shift(-origin);
            }
        }
        let (sides, ending) = self.end.unwrap_or((self.state.sides, None));
        if let Some((result, termination)) = ending {
            self.record.stated.result = result;
            self.record.stated.termination = termination;
        }
        sides
    }

    fn note(&mut self, kind: NoteKind) {
        let after = self.record.plies.len() as u32;
        self.record.notes.push(Note { after, kind });
    }

    fn talk(&mut self, side: Side, talk: Talk, clock: Option<u32>) {
        self.state.ending = match talk {
            Talk::Resign => Some((StatedResult::win(!side), Termination::Resignation)),
            Talk::WinOnTime => Some((StatedResult::win(side), Termination::Time)),
            Talk::AcceptDraw => Some((StatedResult::Draw, Termination::Agreement)),
            Talk::OfferDraw | Talk::DeclineDraw => self.state.ending,
        };
        if self.state.stopped {
            return;
        }
        self.take_back_steps();
        if self.state.talking {
            self.state.counted += 1;
        }
        self.note(match talk {
            Talk::OfferDraw => NoteKind::OfferDraw(side),
            Talk::AcceptDraw => NoteKind::AcceptDraw(side),
            Talk::DeclineDraw => NoteKind::DeclineDraw(side),
            Talk::Resign => NoteKind::Resign(side),
            Talk::WinOnTime => NoteKind::WinOnTime(side),
        });
        self.count_step(clock);
        self.state.talking = talk != Talk::WinOnTime;
    }

    /// Ends a turn or a talk. Returns the clock if no step has it.
    fn done(&mut self, side: Side, span: Span, clock: Option<u32>) -> Option<u32> {
        if self.state.talking {
            self.state.talking = false;
            self.count_step(clock);
            return None;
        }
        if self.state.action.is_none() {
            let to_move = self.state.last.map_or(Side::White, |last| !last);
            let ignored = if self.state.ending.is_some() {
                Some("an empty turn after the end of the game is not a pass")
            } else if side != to_move {
                Some("an empty turn of the player who is not to move is not a pass")
            } else {
                None
            };
            if let Some(reason) = ignored {
                self.report(Diagnostic::new(Code::PassIgnored, reason).at(span));
                return clock;
            }
        }
        self.end_turn(side, span, clock);
        None
    }

    /// Turns the pending action, or an empty turn, into a ply.
    fn end_turn(&mut self, side: Side, done: Span, clock: Option<u32>) {
        let action = self.state.action.take();
        let span = action.as_ref().map_or(done, |a| a.span);
        let (token, pick) = match action {
            None => (G::empty_turn(), None),
            Some(NextTurn { draft: None, .. }) => (G::pass(), None),
            Some(NextTurn {
                draft: Some(draft), ..
            }) => {
                let written = self.state.game.write(draft, span, self.record);
                (written.token, written.pick)
            }
        };
        self.state.game.forget_pick();
        let to_move = self.state.last.map_or(Side::White, |last| !last);
        if !G::SIDE_SHOWS && side != to_move {
            self.imply_pass(span);
        }
        self.settle_steps(pick, action.and_then(|a| a.step));
        let mut ply = Ply::new(token, span);
        ply.set_clock_ms(clock);
        self.record.plies.push(ply);
        self.state.game.played(&ply, self.record.plies.len() as u32);
        self.state.counted = 0;
        self.state.last = Some(side);
        self.state.ending = None;
    }

    /// Adds the pass that a side's second turn in a row implies.
    fn imply_pass(&mut self, span: Span) {
        let ply = self.record.plies.len() as u32 + 1;
        let message = "the record leaves out a pass: the same side has the next turn";
        let diagnostic = Diagnostic::new(Code::PassImplied, message);
        self.report(diagnostic.at(span).on_ply(ply));
        self.record.plies.push(Ply::new(G::pass(), span));
    }

    /// Turns the steps of a finished turn into notes: clocks and take-backs.
    fn settle_steps(&mut self, pick: Option<usize>, put: Option<usize>) {
        let after = self.record.plies.len() as u32;
        let notes = &mut self.record.notes;
        let mut annotations = self.state.annotations.drain(..).peekable();
        for (i, step) in self.state.steps.drain(..).enumerate() {
            if let Some(ms) = step.clock {
                notes.push(Note {
                    after,
                    kind: step_clock(self.state.counted + i, ms),
                });
            }
            if Some(i) != pick && Some(i) != put {
                let kind = NoteKind::TakeBack(step.raw.to_owned());
                notes.push(Note { after, kind });
            }
            while let Some((_, kind)) = annotations.next_if(|&(steps, _)| steps <= i + 1) {
                notes.push(Note { after, kind });
            }
        }
    }

    fn take_back_steps(&mut self) {
        let steps = self.state.steps.len();
        self.settle_steps(None, None);
        self.state.counted += steps;
        self.state.action = None;
        self.state.game.forget_pick();
    }

    /// Counts a step that is a separate note.
    fn count_step(&mut self, clock: Option<u32>) {
        if let Some(ms) = clock {
            self.note(step_clock(self.state.counted, ms));
        }
        self.state.counted += 1;
    }
}

/// The note for a clock at a step.
fn step_clock(step: usize, ms: u32) -> NoteKind {
    match u8::try_from(step) {
        Ok(step) => NoteKind::StepClock { step, ms },
        Err(_) => loose_clock(ms),
    }
}

/// The note for a clock that belongs to no step.
fn loose_clock(ms: u32) -> NoteKind {
    NoteKind::Property {
        name: "TM".to_owned(),
        value: ms.to_string(),
    }
}
