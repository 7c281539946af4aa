use super::board::Board;
use super::tree::Property;
use super::value::{self, Cell, Command, Put, Talk, Token};
use crate::diag::{Code, Diagnostic, Span};
use crate::game::Side;
use crate::geometry::GridRef;
use crate::hive::{PieceName, Place, Written};
use crate::record::{Note, NoteKind, Ply, Record, StatedResult, Termination};

/// More remarks than this on one game tell nobody anything.
const MAX_REMARKS: usize = 500;

/// Gathers commands into turns.
///
/// What a player does stays provisional until `Done`: then the last piece put, or the pass, is the turn, the pick
/// that it began with goes without saying, and everything else was taken back.
pub(super) struct Turns<'a, 'r> {
    record: &'r mut Record,
    /// The sides of the two players.
    pub sides: [Side; 2],
    board: Board,
    steps: Vec<Step<'a>>,
    // Notes on steps, each with the number of steps before it.
    annotations: Vec<(usize, NoteKind)>,
    // Steps of this turn that are no longer in `steps`.
    counted: usize,
    pick: Option<Pick>,
    action: Option<Action<'a>>,
    // A draw offer, its answer or a resignation whose `Done` has not come yet.
    talking: bool,
    last: Option<Side>,
    ending: Option<(StatedResult, Termination)>,
    stopped: bool,
}

/// A command of the turn that has not ended it.
#[derive(Clone, Copy, Debug)]
struct Step<'a> {
    raw: &'a str,
    clock: Option<u32>,
}

/// The pick that the piece in hand or on its way comes from.
#[derive(Clone, Copy, Debug)]
struct Pick {
    step: usize,
    piece: Option<PieceName>,
}

/// What the next `Done` makes the turn.
#[derive(Clone, Copy, Debug)]
struct Action<'a> {
    /// The step; none for a command that ends the turn itself.
    step: Option<usize>,
    span: Span,
    what: What<'a>,
}

#[derive(Clone, Copy, Debug)]
enum What<'a> {
    Pass,
    Put {
        piece: PieceName,
        cell: Cell,
        hint: &'a [u8],
        dropped: bool,
    },
}

impl<'a, 'r> Turns<'a, 'r> {
    pub fn new(record: &'r mut Record, sides: [Side; 2]) -> Self {
        Turns {
            record,
            sides,
            board: Board::default(),
            steps: Vec::with_capacity(8),
            annotations: Vec::new(),
            counted: 0,
            pick: None,
            action: None,
            talking: false,
            last: None,
            ending: None,
            stopped: false,
        }
    }

    /// Reports a finding, unless it is a remark after very many others.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.severity > crate::diag::Severity::Remark
            || self.record.diagnostics.len() < MAX_REMARKS
        {
            self.record.report(diagnostic);
        }
    }

    /// Adds no more plies.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// Follows one command of a player.
    pub fn act(&mut self, player: usize, property: &Property<'a>, clock: Option<u32>) {
        let raw = value::without_index(property.value);
        let command = match value::command(raw.as_bytes()) {
            Ok(command) => command,
            Err(bad) => {
                if !self.stopped {
                    let ply = self.record.plies.len() as u32 + 1;
                    let diagnostic = Diagnostic::new(Code::BadMove, bad.to_string())
                        .at(property.span())
                        .on_ply(ply);
                    self.report(diagnostic);
                    self.stop();
                }
                return;
            }
        };
        let side = self.sides[player];
        if self.stopped && !matches!(command, Command::Talk(_)) {
            return;
        }
        match command {
            Command::Talk(talk) => return self.talk(side, talk, clock),
            Command::Done => return self.done(side, property.span(), clock),
            Command::Start => {
                if let Some(ms) = clock {
                    self.annotate(loose_clock(ms));
                }
                return;
            }
            Command::Noise => return,
            Command::Swap => {
                self.sides.swap(0, 1);
                let message = "the players exchange their colours here";
                let diagnostic = Diagnostic::new(Code::LenientSpelling, message);
                return self.report(diagnostic.at(property.span()));
            }
            _ => {}
        }
        if self.talking {
            // The `Done` of what was said was left out; it counts as a step all the same.
            self.talking = false;
            self.counted += 1;
        }
        let ends_turn = self.provisional(command, side, property.span());
        if ends_turn {
            self.end_turn(side, property.span(), clock);
        } else {
            self.steps.push(Step { raw, clock });
        }
    }

    /// Follows a command that the rest of the turn may change; tells whether it ends the turn itself.
    fn provisional(&mut self, command: Command<'a>, side: Side, span: Span) -> bool {
        let step = self.steps.len();
        let (what, ends_turn) = match command {
            Command::Pick(token) => {
                let piece = token.map(|t| t.name(side));
                self.action = None;
                self.pick = Some(Pick { step, piece });
                return false;
            }
            Command::Pickb(lifted) => {
                let piece = lifted.map(|(cell, token)| self.piece_on(cell, token, side));
                // Lifting again what was just put down goes on with the same piece.
                let again = self.action.take().is_some_and(|a| a.is_put_of(piece))
                    && self.pick.is_some_and(|p| p.piece == piece);
                if !again {
                    self.pick = Some(Pick { step, piece });
                }
                return false;
            }
            Command::Put(put) => (self.put(&put, side), put.ends_turn),
            Command::Pass { ends_turn } => (What::Pass, ends_turn),
            // The piece goes back to the rack, or all is cleared away; the other commands are no steps.
            _ => {
                self.action = None;
                self.pick = None;
                return false;
            }
        };
        let step = (!ends_turn).then_some(step);
        self.action = Some(Action { step, span, what });
        ends_turn
    }

    /// Keeps something that is written beside the last command.
    pub fn annotate(&mut self, kind: NoteKind) {
        if self.steps.is_empty() {
            self.note(kind);
        } else {
            self.annotations.push((self.steps.len(), kind));
        }
    }

    /// Ends the game: what is still provisional was never played. Gives the sides of the players at the end.
    pub fn finish(mut self) -> [Side; 2] {
        self.take_back_steps();
        if let Some((result, termination)) = self.ending {
            self.record.stated.result = result;
            self.record.stated.termination = termination;
        }
        self.sides
    }

    fn note(&mut self, kind: NoteKind) {
        let after = self.record.plies.len() as u32;
        self.record.notes.push(Note { after, kind });
    }

    fn talk(&mut self, side: Side, talk: Talk, clock: Option<u32>) {
        self.ending = match talk {
            Talk::Resign => Some((StatedResult::win(!side), Termination::Resignation)),
            Talk::WinOnTime => Some((StatedResult::win(side), Termination::Time)),
            Talk::AcceptDraw => Some((StatedResult::Draw, Termination::Agreement)),
            Talk::OfferDraw | Talk::DeclineDraw => self.ending,
        };
        if self.stopped {
            return;
        }
        self.take_back_steps();
        if self.talking {
            self.counted += 1;
        }
        self.note(match talk {
            Talk::OfferDraw => NoteKind::OfferDraw(side),
            Talk::AcceptDraw => NoteKind::AcceptDraw(side),
            Talk::DeclineDraw => NoteKind::DeclineDraw(side),
            Talk::Resign => NoteKind::Resign(side),
            Talk::WinOnTime => NoteKind::WinOnTime(side),
        });
        self.count_step(clock);
        self.talking = talk != Talk::WinOnTime;
    }

    fn done(&mut self, side: Side, span: Span, clock: Option<u32>) {
        if self.talking {
            self.talking = false;
            return self.count_step(clock);
        }
        if self.action.is_none() {
            let to_move = self.last.map_or(Side::White, |last| !last);
            let reason = if self.ending.is_some() {
                "this empty turn comes after the end of the game"
            } else if side != to_move {
                "this empty turn is not the turn of its player"
            } else {
                return self.end_turn(side, span, clock);
            };
            self.report(Diagnostic::new(Code::PassIgnored, reason).at(span));
            if let Some(ms) = clock {
                self.annotate(loose_clock(ms));
            }
            return;
        }
        self.end_turn(side, span, clock);
    }

    /// Makes the pending action, or an empty turn, a ply.
    fn end_turn(&mut self, side: Side, done: Span, clock: Option<u32>) {
        let action = self.action.take();
        let pick = self.pick.take();
        let (written, span, dropped) = match action {
            None => (Written::EmptyTurn, done, None),
            Some(action) => match action.what {
                What::Pass => (Written::Pass, action.span, None),
                What::Put {
                    piece,
                    cell,
                    hint,
                    dropped,
                } => {
                    self.check_hint(piece, cell, hint, action.span);
                    if self.record.origin.is_none() {
                        self.record.origin = Some(GridRef::from_hex(value::hex(cell)));
                    }
                    let to = Place::Cell(cell.0, cell.1);
                    (
                        Written::Put { piece, to },
                        action.span,
                        dropped.then_some(piece),
                    )
                }
            },
        };
        let pick = pick.filter(|p| dropped.is_some() && p.piece == dropped);
        self.settle_steps(pick.map(|p| p.step), action.and_then(|a| a.step));
        let mut ply = Ply::new(written.token(), span);
        ply.set_clock_ms(clock);
        self.record.plies.push(ply);
        self.board.play(&ply, self.record.plies.len() as u32);
        self.counted = 0;
        self.last = Some(side);
        self.ending = None;
    }

    /// The attachment is a hint for people, which nothing depends on.
    fn check_hint(&mut self, piece: PieceName, cell: Cell, hint: &[u8], span: Span) {
        let Some((reference, direction)) = value::attachment(hint) else {
            return;
        };
        let stands = self.board.cell(reference);
        let agrees = stands.is_some_and(|at| match direction {
            None => at == cell,
            Some(direction) => value::hex(at).step(direction) == value::hex(cell),
        });
        if agrees {
            return;
        }
        let message = match stands {
            None => format!("{piece} is said to go beside {reference}, which is not on the board"),
            Some(_) => {
                let cell = GridRef::from_hex(value::hex(cell));
                let hint = String::from_utf8_lossy(hint);
                format!("the attachment `{hint}` is not the cell {cell}, where {piece} goes")
            }
        };
        let ply = self.record.plies.len() as u32 + 1;
        let diagnostic = Diagnostic::new(Code::HintMismatch, message);
        self.report(diagnostic.at(span).on_ply(ply));
    }

    /// Turns the steps of a turn that has ended into notes: clocks, and all that was taken back.
    fn settle_steps(&mut self, pick: Option<usize>, put: Option<usize>) {
        let after = self.record.plies.len() as u32;
        let notes = &mut self.record.notes;
        let mut annotations = self.annotations.drain(..).peekable();
        for (i, step) in self.steps.drain(..).enumerate() {
            if let Some(ms) = step.clock {
                notes.push(Note {
                    after,
                    kind: step_clock(self.counted + i, ms),
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
        let steps = self.steps.len();
        self.settle_steps(None, None);
        self.counted += steps;
        self.action = None;
        self.pick = None;
    }

    /// Counts a step that is a note of its own.
    fn count_step(&mut self, clock: Option<u32>) {
        if let Some(ms) = clock {
            self.note(step_clock(self.counted, ms));
        }
        self.counted += 1;
    }

    fn put(&self, put: &Put<'a>, player: Side) -> What<'a> {
        let piece = match put.piece.side {
            Some(side) => put.piece.name(side),
            None => self.colour(put, player),
        };
        What::Put {
            piece,
            cell: put.cell,
            hint: put.hint,
            dropped: put.dropped,
        }
    }

    /// The piece of a command of the old dialect, which leaves colours out: the command's side, the colour of what
    /// was picked, or the player's.
    fn colour(&self, put: &Put<'a>, player: Side) -> PieceName {
        if let Some(side) = put.side {
            return put.piece.name(side);
        }
        let picked = self
            .pick
            .and_then(|p| p.piece)
            .filter(|p| (p.bug(), p.number()) == (put.piece.bug, put.piece.number));
        picked.unwrap_or_else(|| put.piece.name(player))
    }

    /// The piece that is lifted from a cell: without a colour, the upper one of that kind and number there, since a
    /// Pillbug lifts the other side's pieces too.
    fn piece_on(&self, cell: Cell, token: Token, player: Side) -> PieceName {
        let (name, other) = (token.name(player), token.name(!player));
        if token.side.is_some() {
            return name;
        }
        // A piece that was put there in this very turn is not on the board of the last turn.
        if let Some(action) = self.action
            && let Some(put) = [name, other]
                .into_iter()
                .find(|&p| action.is_put_of(Some(p)))
        {
            return put;
        }
        self.board.upper(name, other, cell).unwrap_or(name)
    }
}

impl Action<'_> {
    fn is_put_of(&self, lifted: Option<PieceName>) -> bool {
        match self.what {
            What::Put { piece, .. } => Some(piece) == lifted,
            What::Pass => false,
        }
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
