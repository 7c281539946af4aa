//! A game in play: turns are played, taken back and annotated, and become a record.

use std::fmt;

use super::{AnyPiece, Game, HexIt, Hive, Played, PlayedTurn, PlayedVariation, Rules, Venom};
use crate::diag::Span;
use crate::each_game;
use crate::notation::write::{Losses, WriteError, write};
use crate::notation::{JudgeOptions, NoGame, Status, Verdict};
use crate::record::{
    Format, GameKind, Note, NoteKind, Ply, Record, Stated, StatedResult, Tags, Termination,
    TooManyVariations,
};
use skep_rules::game::{Fault, FaultKind, Outcome, Position as _, Side, perft};

/// What a game in play keeps beside its turns: the position, or more than the position.
pub trait Reversible<R: Rules>: Clone {
    /// What takes a turn back.
    type Undo: Clone;

    /// The position in which a game begins.
    fn begin(game: &Played<R>) -> Self;

    /// The position.
    fn position(&self) -> &R::Position;

    /// Plays a legal move.
    fn play(&mut self, mv: R::Move) -> Self::Undo;

    /// Takes back the last move.
    fn undo(&mut self, undo: Self::Undo, mv: R::Move);
}

/// Only the position.
pub struct OnlyPosition<R: Rules>(R::Position);

impl<R: Rules> Clone for OnlyPosition<R> {
    fn clone(&self) -> OnlyPosition<R> {
        OnlyPosition(self.0.clone())
    }
}

impl<R: Rules> Reversible<R> for OnlyPosition<R> {
    type Undo = <R::Position as skep_rules::game::Position>::Undo;

    fn begin(game: &Played<R>) -> OnlyPosition<R> {
        OnlyPosition(game.start())
    }

    fn position(&self) -> &R::Position {
        &self.0
    }

    fn play(&mut self, mv: R::Move) -> Self::Undo {
        self.0.play_unchecked(mv)
    }

    fn undo(&mut self, undo: Self::Undo, _: R::Move) {
        self.0.undo(undo);
    }
}

/// A turn cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// It is not a legal turn.
    #[error("{0}")]
    Illegal(Fault),
    /// It would begin a variation, and the game has as many as a record can hold.
    #[error("{0}")]
    TooManyVariations(#[from] TooManyVariations),
}

impl From<PlayError> for Fault {
    /// A variation too many has no place.
    fn from(error: PlayError) -> Fault {
        match error {
            PlayError::Illegal(fault) => fault,
            PlayError::TooManyVariations(limit) => {
                Fault::new(FaultKind::NoPlace, limit.to_string())
            }
        }
    }
}

/// A game of one kind in play, with its variations, comments and clocks; see [`GameInPlay`].
pub struct InPlay<R: Rules, P: Reversible<R> = OnlyPosition<R>> {
    /// The turns. The written turn of each has the number of the turn, from the start of the game.
    game: Played<R>,
    /// The same turns, and everything else that a record has.
    record: Record,
    position: P,
    /// What takes back each turn before the current position.
    undos: Vec<P::Undo>,
    /// The variation of the current position; `None` in the game.
    line: Option<usize>,
}

impl<R: Rules, P: Reversible<R>> Clone for InPlay<R, P> {
    fn clone(&self) -> InPlay<R, P> {
        InPlay {
            game: self.game.clone(),
            record: self.record.clone(),
            position: self.position.clone(),
            undos: self.undos.clone(),
            line: self.line,
        }
    }
}

impl<R: Rules, P: Reversible<R>> fmt::Debug for InPlay<R, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (f.debug_struct("InPlay").field("record", &self.record)).finish_non_exhaustive()
    }
}

impl<R: Rules, P: Reversible<R>> InPlay<R, P> {
    /// The beginning of a game: its variant or its set-up position, without its turns.
    pub fn begin(game: &Played<R>) -> InPlay<R, P> {
        let mut start = game.clone();
        start.turns.clear();
        start.variations.clear();
        InPlay {
            record: Record::beginning(&start),
            position: P::begin(&start),
            game: start,
            undos: Vec::new(),
            line: None,
        }
    }

    /// A game after its last turn, without its variations.
    pub fn of_game(game: &Played<R>) -> InPlay<R, P> {
        let mut play = InPlay::begin(game);
        for mv in game.moves() {
            play.push(mv);
        }
        play
    }

    /// A judged record after its last turn, with everything that stands among its turns. The turns after a fault are
    /// left out, and what the record says of a fault; forced passes that the record leaves out are written.
    pub fn of_record(record: &Record, game: &Played<R>) -> InPlay<R, P> {
        let mut play = InPlay::begin(game);
        play.record = Record {
            plies: Vec::new(),
            notes: Vec::new(),
            variations: Vec::new(),
            diagnostics: Vec::new(),
            ..record.clone()
        };
        play.play_line(record, None, &game.turns, &record.notes);
        let lines = record.variations.iter().zip(&game.variations);
        for (i, (variation, line)) in lines.enumerate() {
            // A line that skep left out has no variations.
            if play.record.add_variation(line.parent, line.leaves).is_err() {
                break;
            }
            play.game.variations.push(PlayedVariation {
                turns: Vec::new(),
                is_legal: true,
                ..line.clone()
            });
            play.go_to(Some(i), line.leaves);
            play.play_line(record, Some(i), &line.turns, &variation.notes);
        }
        play.go_to(None, play.game.turns.len() as u32);
        play
    }

    /// Plays the turns of a line of a record at the end of the line, and moves its notes to them.
    fn play_line(
        &mut self,
        record: &Record,
        line: Option<usize>,
        turns: &[PlayedTurn<R::Move>],
        notes: &[Note],
    ) {
        let first = self.plies();
        for turn in turns {
            self.append(turn.mv);
            if let (Some(own), Some(ply)) = (
                turn.ply.and_then(|ply| record.ply_of(line, ply)),
                self.ply_mut(),
            ) {
                *ply = *own;
            }
        }
        let moved = notes.iter().map(|note| {
            let is_before = |turn: &PlayedTurn<_>| turn.ply.is_some_and(|ply| ply < note.after);
            let before = turns.iter().rposition(is_before);
            Note {
                after: first + before.map_or(0, |before| before as u32 + 1),
                kind: note.kind.clone(),
            }
        });
        let moved: Vec<Note> = moved.collect();
        *self.notes_mut() = moved;
    }

    /// The number of turns before the current position.
    pub fn plies(&self) -> u32 {
        self.undos.len() as u32
    }

    /// The current position.
    pub fn position(&self) -> &R::Position {
        self.position.position()
    }

    /// The current position, with what is kept beside it.
    pub fn board(&self) -> &P {
        &self.position
    }

    /// As [`InPlay::board`], to be changed.
    pub fn board_mut(&mut self) -> &mut P {
        &mut self.position
    }

    /// The turns of the game and of its variations. The variations are in the order in which they were begun.
    pub fn game(&self) -> &Played<R> {
        &self.game
    }

    /// The variation of the current position, by the order in which they were begun; `None` in the game.
    pub fn variation(&self) -> Option<usize> {
        self.line
    }

    /// The turns that lead to the current position, as a game.
    pub fn line(&self) -> Played<R> {
        let mut line = match self.line {
            None => Played {
                variations: Vec::new(),
                ..self.game.clone()
            },
            Some(i) => self.game.line_of(i),
        };
        line.turns.truncate(self.undos.len());
        line
    }

    /// The turns of a line, and the number of turns before it.
    fn turns_of(&self, line: Option<usize>) -> (&Vec<PlayedTurn<R::Move>>, u32) {
        match line {
            None => (&self.game.turns, 0),
            Some(i) => (
                &self.game.variations[i].turns,
                self.game.variations[i].leaves,
            ),
        }
    }

    /// The move at an index from the start of the game, in a line.
    fn move_at(&self, line: Option<usize>, index: u32) -> Option<R::Move> {
        let (turns, before) = self.turns_of(line);
        let turn = turns.get(index.checked_sub(before)? as usize)?;
        Some(turn.mv)
    }

    /// The turn after the current position, in its line.
    pub fn next_move(&self) -> Option<R::Move> {
        self.move_at(self.line, self.plies())
    }

    /// The legal move that a text means, in any spelling.
    ///
    /// # Errors
    /// The text is not a legal turn.
    pub fn judge(&self, turn: &str) -> Result<R::Move, Fault> {
        let Some((written, _)) = R::parse(turn, false) else {
            let message = format!("cannot read {turn:?} as a turn");
            return Err(Fault::new(FaultKind::NoPlace, message));
        };
        self.position().judge(&written)
    }

    /// Plays a turn in any spelling, as [`InPlay::play_move`].
    ///
    /// # Errors
    /// The turn is not legal, or it would begin one variation too many.
    pub fn play(&mut self, turn: &str) -> Result<(), PlayError> {
        let mv = self.judge(turn).map_err(PlayError::Illegal)?;
        Ok(self.play_move(mv)?)
    }

    /// Plays a legal move in the current position. If the line has another turn there, the move begins a variation, or
    /// enters the variation that begins with it.
    ///
    /// # Errors
    /// It would begin one variation too many.
    pub fn play_move(&mut self, mv: R::Move) -> Result<(), TooManyVariations> {
        let at = self.plies();
        match self.next_move() {
            None => {
                self.append(mv);
                return Ok(());
            }
            Some(next) if next == mv => {}
            Some(_) => {
                let leaves_here =
                    |line: &PlayedVariation<R::Move>| line.parent == self.line && line.leaves == at;
                let is_same = |line: &PlayedVariation<R::Move>| {
                    leaves_here(line) && line.turns.first().is_some_and(|turn| turn.mv == mv)
                };
                match self.game.variations.iter().position(is_same) {
                    Some(known) => self.line = Some(known),
                    None => {
                        let added = self.record.add_variation(self.line, at)?;
                        self.game.variations.push(PlayedVariation {
                            parent: self.line,
                            leaves: at,
                            turns: Vec::new(),
                            is_legal: true,
                        });
                        self.line = Some(added);
                        self.append(mv);
                        return Ok(());
                    }
                }
            }
        }
        self.step(mv);
        Ok(())
    }

    /// Plays a legal move after the last turn of the line.
    pub fn push(&mut self, mv: R::Move) {
        self.to_end();
        self.append(mv);
    }

    /// Plays a legal move in the current position, which is the last of its line.
    fn append(&mut self, mv: R::Move) {
        let written = self.position().spell(mv);
        let ply = self.record.ply::<R>(&written, Span::default());
        let turn = PlayedTurn {
            mv,
            ply: Some(self.plies()),
        };
        match self.line {
            None => {
                self.record.plies.push(ply);
                self.game.turns.push(turn);
            }
            Some(i) => {
                self.record.variations[i].plies.push(ply);
                self.game.variations[i].turns.push(turn);
            }
        }
        self.step(mv);
    }

    /// Moves to the position after the next move.
    fn step(&mut self, mv: R::Move) {
        let undo = self.position.play(mv);
        self.undos.push(undo);
    }

    /// Moves to the position after the next turn of the line. Returns false after the last turn.
    pub fn forward(&mut self) -> bool {
        let next = self.next_move();
        next.map(|mv| self.step(mv)).is_some()
    }

    /// Moves to the position before the last turn, which stays. Before the first turn of a variation, this is a
    /// position of the line that the variation leaves. Returns false at the start of the game.
    pub fn back(&mut self) -> bool {
        self.leave_empty();
        let Some(mv) = (self.plies().checked_sub(1)).and_then(|at| self.move_at(self.line, at))
        else {
            return false;
        };
        if let Some(undo) = self.undos.pop() {
            self.position.undo(undo, mv);
        }
        self.leave_empty();
        true
    }

    /// Before the first turn of a variation, the current position is one of the line that the variation leaves.
    fn leave_empty(&mut self) {
        while let Some(i) = self.line
            && self.game.variations[i].leaves >= self.plies()
        {
            self.line = self.game.variations[i].parent;
        }
    }

    /// Moves to the position after a number of turns, or after the last turn of the line.
    pub fn to(&mut self, plies: u32) {
        while self.plies() > plies && self.back() {}
        while self.plies() < plies && self.forward() {}
    }

    /// Moves to the position after the last turn of the line.
    pub fn to_end(&mut self) {
        while self.forward() {}
    }

    /// Moves to a position of a line.
    fn go_to(&mut self, line: Option<usize>, plies: u32) {
        let mut lines = vec![line];
        while let Some(Some(i)) = lines.last() {
            lines.push(self.game.variations[*i].parent);
        }
        while self.back() {}
        for line in lines.into_iter().rev() {
            if let Some(i) = line {
                self.to(self.game.variations[i].leaves);
            }
            self.line = line;
        }
        self.to(plies);
    }

    /// Takes back the last turn, with everything after it, and returns it.
    pub fn undo(&mut self) -> Option<R::Move> {
        let line = self.line;
        let at = self.plies().checked_sub(1)?;
        let mv = self.move_at(line, at)?;
        self.back();
        let (turns, before) = match line {
            None => (&mut self.game.turns, 0),
            Some(i) => {
                let line = &mut self.game.variations[i];
                (&mut line.turns, line.leaves)
            }
        };
        let own = (at - before) as usize;
        turns.truncate(own);
        let (plies, notes) = match line {
            None => (&mut self.record.plies, &mut self.record.notes),
            Some(i) => {
                let line = &mut self.record.variations[i];
                (&mut line.plies, &mut line.notes)
            }
        };
        plies.truncate(own);
        notes.truncate(notes.partition_point(|note| note.after <= at));
        if !self.game.variations.is_empty() {
            let emptied = line.filter(|_| own == 0);
            let places = self.record.retain_variations(|i, variation| {
                Some(i) != emptied && (variation.parent() != line || variation.after <= at)
            });
            let mut kept = places.iter();
            self.game
                .variations
                .retain(|_| kept.next().is_some_and(Option::is_some));
            for variation in &mut self.game.variations {
                variation.parent = variation.parent.and_then(|parent| places[parent]);
            }
            self.line = self.line.and_then(|line| places[line]);
        }
        Some(mv)
    }

    /// The notes of the current line.
    fn notes_mut(&mut self) -> &mut Vec<Note> {
        match self.line {
            None => &mut self.record.notes,
            Some(i) => &mut self.record.variations[i].notes,
        }
    }

    /// Adds a note in the current position, after the other notes there.
    pub fn note(&mut self, kind: NoteKind) {
        let after = self.plies();
        let notes = self.notes_mut();
        let place = notes.partition_point(|note| note.after <= after);
        notes.insert(place, Note { after, kind });
    }

    /// Adds a comment on the last turn, or before the first turn.
    pub fn comment(&mut self, text: impl Into<String>) {
        self.note(NoteKind::Comment(text.into()));
    }

    /// The last turn as the record has it, with everything that stands beside it; `None` at the start of the game.
    pub fn ply_mut(&mut self) -> Option<&mut Ply> {
        let at = self.plies().checked_sub(1)?;
        match self.line {
            None => self.record.plies.get_mut(at as usize),
            Some(i) => {
                let line = &mut self.record.variations[i];
                line.plies.get_mut(at.checked_sub(line.after)? as usize)
            }
        }
    }

    /// Sets the time that the player of the last turn has used since the start of the game, in milliseconds.
    pub fn set_clock_ms(&mut self, ms: Option<u32>) {
        if let Some(ply) = self.ply_mut() {
            ply.set_clock_ms(ms);
        }
    }

    /// The players, the date and the other tags.
    pub fn tags_mut(&mut self) -> &mut Tags {
        &mut self.record.tags
    }

    /// Ends the game with a result. A result on the board needs no words.
    pub fn end(&mut self, result: StatedResult, termination: Termination) {
        self.record.stated = Stated {
            result,
            termination,
            text: None,
        };
    }

    /// The record and its verdict. The variations are in the order of their places.
    pub fn record(&self) -> (Record, Verdict) {
        let mut record = self.record.clone();
        let mut game = self.game.clone();
        let order = record.sort_variations();
        let mut places = vec![None; order.len()];
        for (new, &old) in order.iter().enumerate() {
            places[old] = Some(new);
        }
        let variations = order.into_iter().map(|old| {
            let line = &self.game.variations[old];
            PlayedVariation {
                parent: line.parent.and_then(|parent| places[parent]),
                ..line.clone()
            }
        });
        game.variations = variations.collect();
        let mut verdict = Verdict::of_game(game);
        if verdict.plies() == 0 {
            verdict.status = Status::Empty;
        }
        if !verdict.outcome.is_over() {
            verdict.termination = record.stated.termination;
            if verdict.termination == Termination::Repetition {
                verdict.outcome = Outcome::Draw;
            }
        }
        (record, verdict)
    }

    /// Writes the game in a notation, and returns what the notation cannot hold of it.
    ///
    /// # Errors
    /// As for [`write()`].
    pub fn write(&self, target: Format, out: &mut String) -> Result<Losses, WriteError> {
        let (record, verdict) = self.record();
        write(target, &record, &verdict, out)
    }
}

/// A game in play, of any variant: turns are played and taken back, variations begun, comments and clocks added. It
/// becomes a record in which everything stands at its turn.
///
/// The game has a current position. Turns are played there, and comments and clocks belong to the last turn before it.
/// [`GameInPlay::back`] and [`GameInPlay::to`] move to another position; a turn that is played there begins a
/// variation.
///
/// # Examples
/// ```
/// use skep_records::{Format, GameInPlay};
///
/// let mut game = GameInPlay::of_variant("Base+MLP").expect("a variant");
/// for turn in ["wL", "bL wL-", "wQ -wL"] {
///     game.play(turn)?;
/// }
/// game.comment("early");
/// game.set_clock_ms(Some(4_000));
/// // Another third turn is a variation.
/// game.back();
/// game.play("wA1 -wL")?;
/// game.comment("safer");
///
/// let mut pgn = String::new();
/// assert!(game.write(Format::Pgn, &mut pgn)?.is_empty());
/// assert!(pgn.contains("3. wQ -wL\n{[%used 0:00:04]}\n{early}\n(3. wA1 -wL\n{safer})"), "{pgn}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum GameInPlay {
    /// Hive with or without Mosquito, Ladybug and Pillbug.
    Hive(Box<InPlay<Hive>>),
    /// Hive with Venom, Predators, Guardians, Honeycombo or Swarm.
    Venom(Box<InPlay<Venom>>),
    /// Hex-It, also known as Exxit.
    HexIt(Box<InPlay<HexIt>>),
}

impl GameInPlay {
    /// A game without turns, from the name of its variant; see [`Game::of_variant`].
    pub fn of_variant(text: &str) -> Option<GameInPlay> {
        Some(GameInPlay::begin(&Game::of_variant(text)?))
    }

    /// The beginning of a game: its variant or its set-up position, without its turns.
    pub fn begin(game: &Game) -> GameInPlay {
        match game {
            Game::Hive(game) => GameInPlay::Hive(Box::new(InPlay::begin(game))),
            Game::Venom(game) => GameInPlay::Venom(Box::new(InPlay::begin(game))),
            Game::HexIt(game) => GameInPlay::HexIt(Box::new(InPlay::begin(game))),
        }
    }

    /// A game after its last turn, without its variations.
    pub fn of_game(game: &Game) -> GameInPlay {
        match game {
            Game::Hive(game) => GameInPlay::Hive(Box::new(InPlay::of_game(game))),
            Game::Venom(game) => GameInPlay::Venom(Box::new(InPlay::of_game(game))),
            Game::HexIt(game) => GameInPlay::HexIt(Box::new(InPlay::of_game(game))),
        }
    }

    /// A judged record after its last turn; see [`InPlay::of_record`].
    pub fn of_record(record: &Record, verdict: &Verdict) -> GameInPlay {
        match &verdict.game {
            Game::Hive(game) => GameInPlay::Hive(Box::new(InPlay::of_record(record, game))),
            Game::Venom(game) => GameInPlay::Venom(Box::new(InPlay::of_record(record, game))),
            Game::HexIt(game) => GameInPlay::HexIt(Box::new(InPlay::of_record(record, game))),
        }
    }

    /// Which game it is.
    pub fn kind(&self) -> GameKind {
        each_game!(self, GameInPlay(_game): R => R::KIND)
    }

    /// The turns of the game and of its variations, in the order in which they were begun.
    pub fn game(&self) -> Game {
        each_game!(self, GameInPlay(game) => game.game().clone().into())
    }

    /// The number of turns before the current position.
    pub fn plies(&self) -> u32 {
        each_game!(self, GameInPlay(game) => game.plies())
    }

    /// The number of plies before the first turn: 0 unless the game begins in a given position.
    pub fn first_ply(&self) -> u32 {
        each_game!(self, GameInPlay(game) => game.game().first_ply())
    }

    /// The variant, with the name of the game if it is not Hive.
    pub fn title(&self) -> &str {
        each_game!(self, GameInPlay(game) => game.game().title())
    }

    /// The turns that lead to the current position, in canonical spelling.
    pub fn turns(&self) -> Vec<String> {
        each_game!(self, GameInPlay(game) => game.line().texts())
    }

    /// The state of the current position; see [`state`](crate::state).
    pub fn state(&self) -> String {
        each_game!(self, GameInPlay(game) => game.line().state())
    }

    /// The [HOP](skep_rules::state::hop) of the current position; `None` if the game is not plain Hive.
    pub fn hop(&self) -> Option<String> {
        each_game!(self, GameInPlay(game) => game.line().hop())
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        each_game!(self, GameInPlay(game) => game.position().turn())
    }

    /// The outcome on the board.
    pub fn outcome(&self) -> Outcome {
        each_game!(self, GameInPlay(game) => game.position().outcome())
    }

    /// The legal turns in canonical spelling.
    pub fn legal_turns(&self) -> Vec<String> {
        each_game!(self, GameInPlay(game) => {
            let position = game.position();
            let moves = position.legal_moves().into_iter();
            moves.map(|mv| position.spell(mv).to_string()).collect()
        })
    }

    /// The pieces that a side can still place.
    pub fn hand(&self, side: Side) -> Vec<AnyPiece> {
        each_game!(self, GameInPlay(game): R => R::hand(game.position(), side))
    }

    /// The number of lines of play of this length.
    pub fn perft(&self, depth: u32) -> u64 {
        each_game!(self, GameInPlay(game) => perft(&mut game.position().clone(), depth))
    }

    /// A key that is equal for positions with the same continuations, in any orientation of the board.
    pub fn canonical_key(&self) -> u64 {
        each_game!(self, GameInPlay(game) => game.position().canonical_key())
    }

    /// Plays a turn, in any spelling. If the line has another turn there, the turn begins a variation, or enters the
    /// variation that begins with it.
    ///
    /// # Errors
    /// The turn is not legal, or it would begin one variation too many.
    pub fn play(&mut self, turn: &str) -> Result<(), PlayError> {
        each_game!(self, GameInPlay(game) => game.play(turn))
    }

    /// Takes back the last turn, with everything after it. Returns the turn in canonical spelling.
    pub fn undo(&mut self) -> Option<String> {
        each_game!(self, GameInPlay(game) => {
            let mv = game.undo()?;
            Some(game.position().spell(mv).to_string())
        })
    }

    /// Moves to the position before the last turn, which stays. Returns false at the start of the game.
    pub fn back(&mut self) -> bool {
        each_game!(self, GameInPlay(game) => game.back())
    }

    /// Moves to the position after the next turn of the line. Returns false after the last turn.
    pub fn forward(&mut self) -> bool {
        each_game!(self, GameInPlay(game) => game.forward())
    }

    /// Moves to the position after a number of turns, or after the last turn of the line.
    pub fn to(&mut self, plies: u32) {
        each_game!(self, GameInPlay(game) => game.to(plies));
    }

    /// Moves to the position after the last turn of the line.
    pub fn to_end(&mut self) {
        each_game!(self, GameInPlay(game) => game.to_end());
    }

    /// Adds a comment on the last turn, or before the first turn.
    pub fn comment(&mut self, text: impl Into<String>) {
        self.note(NoteKind::Comment(text.into()));
    }

    /// Adds a note in the current position, after the other notes there.
    pub fn note(&mut self, kind: NoteKind) {
        each_game!(self, GameInPlay(game) => game.note(kind));
    }

    /// The last turn as the record has it; `None` at the start of the game.
    pub fn ply_mut(&mut self) -> Option<&mut Ply> {
        each_game!(self, GameInPlay(game) => game.ply_mut())
    }

    /// Sets the time that the player of the last turn has used since the start of the game, in milliseconds.
    pub fn set_clock_ms(&mut self, ms: Option<u32>) {
        each_game!(self, GameInPlay(game) => game.set_clock_ms(ms));
    }

    /// The players, the date and the other tags.
    pub fn tags_mut(&mut self) -> &mut Tags {
        each_game!(self, GameInPlay(game) => game.tags_mut())
    }

    /// Ends the game with a result. A result on the board needs no words.
    pub fn end(&mut self, result: StatedResult, termination: Termination) {
        each_game!(self, GameInPlay(game) => game.end(result, termination));
    }

    /// The record and its verdict.
    pub fn record(&self) -> (Record, Verdict) {
        each_game!(self, GameInPlay(game) => game.record())
    }

    /// Writes the game in a notation, and returns what the notation cannot hold of it.
    ///
    /// # Errors
    /// As for [`write()`].
    pub fn write(&self, target: Format, out: &mut String) -> Result<Losses, WriteError> {
        each_game!(self, GameInPlay(game) => game.write(target, out))
    }
}

impl std::str::FromStr for GameInPlay {
    type Err = NoGame;

    /// Reads a variant, a position, or a game in any notation, such as a GameString of any variant; see
    /// [`Game::of_text`].
    fn from_str(text: &str) -> Result<GameInPlay, NoGame> {
        let game = Game::of_text(text, JudgeOptions::default())?;
        Ok(GameInPlay::of_game(&game))
    }
}

impl Record {
    /// The record of a game that was played and comes from no text: its turns, its variations and its options, in the
    /// notation that holds the moves of the game and nothing else. Turn `i` of the game is `plies[i]`.
    pub fn of_game(game: &Game) -> Record {
        each_game!(game, Game(game) => Record::of_played(game))
    }

    /// As [`Record::of_game`].
    pub fn of_played<R: Rules>(game: &Played<R>) -> Record {
        let mut record = Record::beginning(game);
        for turn in game.spelled() {
            let ply = record.ply::<R>(&turn.written, Span::default());
            record.plies.push(ply);
        }
        let lines = game.variations.iter().zip(game.spelled_variations());
        for (line, turns) in lines {
            // A judged game has no more variations than a record holds.
            let Ok(i) = record.add_variation(line.parent, line.leaves) else {
                break;
            };
            for turn in turns {
                let ply = record.ply::<R>(&turn.written, Span::default());
                record.variations[i].plies.push(ply);
            }
        }
        record
    }

    /// The record of a game without its turns.
    fn beginning<R: Rules>(game: &Played<R>) -> Record {
        let mut record = Record::of_variant(R::KIND, game.variant());
        record.start = game.start_state().map(Into::into);
        // The state has the options.
        if record.start.is_none() {
            for (name, value) in R::tags_of(game.options()) {
                record.tags.push(name, value);
            }
        }
        record
    }
}
