//! A position of any game, with the turns that led to it.

use std::collections::BTreeMap;

use pyo3::PyResult;

use skep_records::game::{
    AnyPiece, HexIt, Hive, InPlay, PlacedPiece, Reversible, Tracker as _, Venom,
};
use skep_records::record::StatedResult;
use skep_records::{Format, Game, GameLine, Played, Record, Verdict, each_game};
use skep_rules::game::{Fault, FaultKind, Internal as _, Outcome, Position as _, Side, perft};
use skep_rules::geometry::Hex;

use skep_rules::hexit::Points;

use crate::moved::{self, Cells};
use crate::playable::{Playable, Table};
use crate::signals::SignalWatch;

/// A game in play, with the numbers that players gave to pieces.
pub struct PlayLine<R: Playable> {
    play: InPlay<R, R::Table>,
}

/// A move that a text means.
#[derive(Clone, Copy)]
pub struct Meant<M> {
    pub mv: M,
    /// The number that the text gives to a piece that enters.
    pub given: Option<u8>,
}

/// A game in play, of any kind.
#[derive(Clone)]
pub enum PlayBoard {
    Hive(Box<PlayLine<Hive>>),
    Venom(Box<PlayLine<Venom>>),
    HexIt(Box<PlayLine<HexIt>>),
}

/// Runs code for the line that a [`PlayBoard`] holds.
#[macro_export]
macro_rules! each_board {
    ($of:expr, $line:ident => $body:expr) => {
        match $of {
            $crate::board::PlayBoard::Hive($line) => $body,
            $crate::board::PlayBoard::Venom($line) => $body,
            $crate::board::PlayBoard::HexIt($line) => $body,
        }
    };
}

/// The name of a decided outcome, as in the column `result`.
pub const fn outcome_name(outcome: Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Undecided => None,
        Outcome::Win(Side::White) => Some("WhiteWins"),
        Outcome::Win(Side::Black) => Some("BlackWins"),
        Outcome::Draw => Some("Draw"),
    }
}

impl<R: Playable> Clone for PlayLine<R> {
    fn clone(&self) -> PlayLine<R> {
        PlayLine {
            play: self.play.clone(),
        }
    }
}

impl<R: Playable> PlayLine<R> {
    /// The position after the first `plies` turns of a game.
    pub fn of_game(game: &Played<R>, plies: usize) -> PlayLine<R> {
        let mut line = PlayLine {
            play: InPlay::begin(game),
        };
        for mv in game.moves().take(plies) {
            line.push(mv);
        }
        line
    }

    /// The turns so far.
    pub fn game(&self) -> &Played<R> {
        self.play.game()
    }

    /// The position.
    pub fn position(&self) -> &R::Position {
        self.play.position()
    }

    /// The position, and what the game keeps beside it.
    pub fn table(&self) -> &R::Table {
        self.play.board()
    }

    /// Plays a legal move.
    pub fn push(&mut self, mv: R::Move) {
        self.play.push(mv);
    }

    /// Plays the move that a text means.
    pub fn push_meant(&mut self, meant: Meant<R::Move>) {
        if let Some(number) = meant.given {
            self.play.board_mut().give(meant.mv, number);
        }
        self.push(meant.mv);
    }

    /// The legal move that a text means.
    ///
    /// # Errors
    /// The text is not a legal move.
    pub fn judge(&self, text: &str) -> Result<Meant<R::Move>, Fault> {
        judge::<R>(self.table(), text)
    }

    /// Takes back the last turn, and returns it with its cells.
    pub fn undo(&mut self) -> Option<(String, Cells)> {
        // Afterwards, a piece in hand does not have its number.
        let before = self.table().is_renamed().then(|| self.table().clone());
        let mv = self.play.undo()?;
        let written = self.position().spell(mv);
        let tracker = self.tracker();
        let names = before.as_ref().unwrap_or(self.table());
        let cells = moved::cells::<R>(names, &tracker, mv);
        Some((names.rename(written).to_string(), cells))
    }

    /// The turns so far in canonical spelling, with their cells.
    pub fn moves(&self) -> Vec<(String, Cells)> {
        turns_of(self.game(), self.table())
    }

    /// The turns so far in canonical spelling.
    pub fn texts(&self) -> Vec<String> {
        self.game()
            .spelled()
            .map(|turn| self.table().rename(turn.written).to_string())
            .collect()
    }

    /// A turn in the numbers of `skep-rules` with those that players gave.
    pub fn renamed(&self, turn: &str) -> String {
        match R::parse(turn, true) {
            Some((written, _)) => self.table().rename(written).to_string(),
            None => turn.to_owned(),
        }
    }

    /// The position on the plane.
    pub fn tracker(&self) -> R::Tracker {
        self.table().tracker(self.game())
    }

    /// The same position, without the turns that led to it.
    pub fn without_turns(&self) -> PlayLine<R> {
        let mut play = InPlay::begin(&self.game().from_here(self.tracker()));
        *play.board_mut() = self.table().clone();
        PlayLine { play }
    }

    /// The pieces on the board, row by row, each stack from the bottom up.
    pub fn pieces(&self) -> Vec<PlacedPiece> {
        let mut placed = Vec::new();
        R::placed(&self.game().tracked(), &mut placed);
        for one in &mut placed {
            one.piece = self.table().name(one.piece);
        }
        placed.sort_by_key(|one| (one.hex.r, one.hex.q, one.height));
        placed
    }

    /// The names of the pieces that a side can still place.
    pub fn hand(&self, side: Side) -> Vec<String> {
        let hand = R::hand(self.position(), side).into_iter();
        hand.map(|piece| self.table().name(piece).to_string())
            .collect()
    }

    /// The game as a GameString, or as a Hex-It record. `None` if the game begins with a state, which these notations
    /// cannot hold.
    pub fn game_string(&self) -> Option<String> {
        Verdict::of_game(self.game().clone()).game_string(&Record::default())
    }

    /// The game as a record with tags, in the notation for annotated games that holds it.
    pub fn record(&self, tags: BTreeMap<String, String>, result: Option<StatedResult>) -> Record {
        let (mut record, _) = self.play.record();
        record.format = if self.game().is_set_up() {
            Format::Jsonl
        } else {
            R::ANNOTATED
        };
        for (name, value) in tags {
            record.tags.push(name, value);
        }
        record.stated.result = result.unwrap_or_default();
        record
    }

    /// The last turn.
    pub fn last(&self) -> Option<(String, Cells)> {
        let mut before = self.clone();
        before.undo()
    }

    /// The pieces of a side that cannot move because the hive would split.
    pub fn pinned(&self, side: Side) -> Vec<String> {
        let pinned = R::pinned(self.position(), side).into_iter();
        pinned
            .map(|piece| self.table().name(AnyPiece::Hive(piece)).to_string())
            .collect()
    }

    /// A text for the start of the game, and the turns after it.
    pub fn origin(&self) -> (String, Vec<String>) {
        match self.game_string() {
            // Not every variant has a GameString without moves.
            Some(_) if self.game().turns.is_empty() => (self.game().title().to_owned(), Vec::new()),
            // A GameString has the numbers of `skep-rules`.
            Some(_) if self.table().is_renamed() => (self.game().title().to_owned(), self.texts()),
            Some(text) => (text, Vec::new()),
            None => {
                let mut start = self.game().clone();
                start.turns.clear();
                (start.state(), self.texts())
            }
        }
    }

    /// The turns so far, for pictures.
    pub fn game_line(&self) -> GameLine {
        GameLine::new(&Record::default(), &Verdict::of_game(self.game().clone()))
    }

    /// The number of lines of play.
    ///
    /// # Errors
    /// A signal stops the count.
    pub fn perft(&self, depth: u32) -> PyResult<u64> {
        count_lines(&mut self.position().clone(), depth, &mut SignalWatch::new())
    }

    /// The score, in a game with points.
    pub fn score(&self) -> Option<(f64, f64)> {
        let points = R::score(self.position())?.points;
        let number = |points: Points| f64::from(points.halves()) / 2.0;
        Some((number(points.white), number(points.black)))
    }

    /// What is equal for positions with the same continuations.
    pub fn identity(&self) -> (&str, u32, u64) {
        let position = self.position();
        (self.game().title(), position.ply(), position.perft_key())
    }
}

/// The turns of a game in canonical spelling with the numbers of a table, with their cells.
fn turns_of<R: Playable>(game: &Played<R>, table: &R::Table) -> Vec<(String, Cells)> {
    let mut tracker = game.start_at(Hex::ORIGIN);
    let spelled = game.spelled();
    game.moves()
        .zip(spelled)
        .map(|(mv, turn)| {
            let cells = moved::cells::<R>(table, &tracker, mv);
            tracker.play(mv);
            (table.rename(turn.written).to_string(), cells)
        })
        .collect()
}

/// The turns of a game in canonical spelling, with their cells.
pub fn turns(game: &Game) -> Vec<(String, Cells)> {
    each_game!(game, Game(game) => turns_of(game, &Reversible::begin(game)))
}

/// The number of lines of play, unless a signal stops the count.
fn count_lines<P: skep_rules::game::Position>(
    position: &mut P,
    depth: u32,
    watch: &mut SignalWatch,
) -> PyResult<u64> {
    if depth <= 2 {
        watch.check()?;
        return Ok(perft(position, depth));
    }
    let mut lines = 0;
    for mv in position.legal_moves() {
        let undo = position.play_unchecked(mv);
        let counted = count_lines(position, depth - 1, watch);
        position.undo(undo);
        lines += counted?;
    }
    Ok(lines)
}

/// The legal move that a text means in a position.
///
/// # Errors
/// The text is not a legal move.
pub fn judge<R: Playable>(table: &R::Table, text: &str) -> Result<Meant<R::Move>, Fault> {
    let Some((written, _)) = R::parse(text, false) else {
        let message = format!("`{text}` is not a turn of this game");
        return Err(Fault::new(FaultKind::NoPlace, message));
    };
    let (written, given) = table.read(written);
    let mv = table.position().judge(&written)?;
    Ok(Meant { mv, given })
}

impl PlayBoard {
    /// The position after some turns of a game.
    pub fn of_game(game: &Game, plies: usize) -> PlayBoard {
        match game {
            Game::Hive(game) => PlayBoard::Hive(Box::new(PlayLine::of_game(game, plies))),
            Game::Venom(game) => PlayBoard::Venom(Box::new(PlayLine::of_game(game, plies))),
            Game::HexIt(game) => PlayBoard::HexIt(Box::new(PlayLine::of_game(game, plies))),
        }
    }

    /// The same position, without the turns that led to it.
    pub fn without_turns(&self) -> PlayBoard {
        match self {
            PlayBoard::Hive(line) => PlayBoard::Hive(Box::new(line.without_turns())),
            PlayBoard::Venom(line) => PlayBoard::Venom(Box::new(line.without_turns())),
            PlayBoard::HexIt(line) => PlayBoard::HexIt(Box::new(line.without_turns())),
        }
    }

    /// Plays a turn of a game of the same kind.
    pub fn push_from(&mut self, game: &Game, ply: usize) {
        match (self, game) {
            (PlayBoard::Hive(line), Game::Hive(game)) => line.push(game.turns[ply].mv),
            (PlayBoard::Venom(line), Game::Venom(game)) => line.push(game.turns[ply].mv),
            (PlayBoard::HexIt(line), Game::HexIt(game)) => line.push(game.turns[ply].mv),
            (PlayBoard::Hive(_) | PlayBoard::Venom(_) | PlayBoard::HexIt(_), _) => {}
        }
    }
}
