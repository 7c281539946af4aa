//! A position of any game, with the turns that led to it.

use pyo3::PyResult;

use skep_records::game::{HexIt, Hive, PlacedPiece, Venom};
use skep_records::{Game, GameLine, Played, PlayedTurn, Record, Rules, Verdict};
use skep_rules::game::{Fault, FaultKind, Internal as _, Outcome, Position as _, Side, perft};

use skep_rules::hexit::Points;

use crate::playable::Playable;
use crate::signals::Watch;

/// A game in play: its turns, the position after them, and what takes each turn back.
pub struct Line<R: Rules> {
    game: Played<R>,
    position: R::Position,
    undos: Vec<Undo<R>>,
}

type Undo<R> = <<R as Rules>::Position as skep_rules::game::Position>::Undo;

/// A game in play, of any kind.
#[derive(Clone)]
pub enum Board {
    Hive(Box<Line<Hive>>),
    Venom(Box<Line<Venom>>),
    HexIt(Box<Line<HexIt>>),
}

/// Runs code for the line that a [`Board`] holds.
#[macro_export]
macro_rules! each_board {
    ($of:expr, $line:ident => $body:expr) => {
        match $of {
            $crate::board::Board::Hive($line) => $body,
            $crate::board::Board::Venom($line) => $body,
            $crate::board::Board::HexIt($line) => $body,
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

impl<R: Rules> Clone for Line<R>
where
    Undo<R>: Clone,
{
    fn clone(&self) -> Line<R> {
        Line {
            game: self.game.clone(),
            position: self.position.clone(),
            undos: self.undos.clone(),
        }
    }
}

impl<R: Playable> Line<R> {
    /// The position after the first `plies` turns of a game.
    pub fn of_game(game: &Played<R>, plies: usize) -> Line<R> {
        let mut start = game.clone();
        start.turns.clear();
        start.variations.clear();
        let mut line = Line {
            position: start.last_position(),
            game: start,
            undos: Vec::new(),
        };
        for mv in game.moves().take(plies) {
            line.push(mv);
        }
        line
    }

    /// The turns so far.
    pub fn game(&self) -> &Played<R> {
        &self.game
    }

    /// The position.
    pub fn position(&self) -> &R::Position {
        &self.position
    }

    /// Plays a legal move.
    pub fn push(&mut self, mv: R::Move) {
        self.undos.push(self.position.play_unchecked(mv));
        self.game.turns.push(PlayedTurn { mv, ply: None });
    }

    /// The legal move that a text means.
    ///
    /// # Errors
    /// The text is not a legal move.
    pub fn judge(&self, text: &str) -> Result<R::Move, Fault> {
        judge::<R>(&self.position, text)
    }

    /// Takes back the last turn, and returns it.
    pub fn undo(&mut self) -> Option<String> {
        let turn = self.game.turns.pop()?;
        self.position.undo(self.undos.pop()?);
        Some(self.position.spell(turn.mv).to_string())
    }

    /// The turns so far in canonical spelling.
    pub fn moves(&self) -> Vec<String> {
        self.game
            .spelled()
            .map(|turn| turn.written.to_string())
            .collect()
    }

    /// The pieces on the board, row by row, each stack from the bottom up.
    pub fn pieces(&self) -> Vec<PlacedPiece> {
        let mut placed = Vec::new();
        R::placed(&self.game.tracked(), &mut placed);
        placed.sort_by_key(|one| (one.hex.r, one.hex.q, one.height));
        placed
    }

    /// The names of the pieces that a side can still place.
    pub fn hand(&self, side: Side) -> Vec<String> {
        let hand = R::hand(&self.position, side).into_iter();
        hand.map(|piece| piece.to_string()).collect()
    }

    /// The game as a GameString, or as a Hex-It record. `None` if the game begins with a state, which these notations
    /// cannot hold.
    pub fn game_string(&self) -> Option<String> {
        Verdict::of_game(self.game.clone()).game_string(&Record::default())
    }

    /// A text for the start of the game, and the turns after it.
    pub fn origin(&self) -> (String, Vec<String>) {
        match self.game_string() {
            // Not every variant has a GameString without moves.
            Some(_) if self.game.turns.is_empty() => (self.game.title().to_owned(), Vec::new()),
            Some(text) => (text, Vec::new()),
            None => {
                let mut start = self.game.clone();
                start.turns.clear();
                (start.state(), self.moves())
            }
        }
    }

    /// The turns so far, for pictures.
    pub fn game_line(&self) -> GameLine {
        GameLine::new(&Record::default(), &Verdict::of_game(self.game.clone()))
    }

    /// The number of lines of play.
    ///
    /// # Errors
    /// A signal stops the count.
    pub fn perft(&mut self, depth: u32) -> PyResult<u64> {
        count_lines(&mut self.position, depth, &mut Watch::new())
    }

    /// The score, in a game with points.
    pub fn score(&self) -> Option<(f64, f64)> {
        let points = R::score(&self.position)?.points;
        let number = |points: Points| f64::from(points.halves()) / 2.0;
        Some((number(points.white), number(points.black)))
    }

    /// What is equal for positions with the same continuations.
    pub fn identity(&self) -> (&str, u32, u64) {
        let position = &self.position;
        (self.game.title(), position.ply(), position.perft_key())
    }
}

/// The number of lines of play, unless a signal stops the count.
fn count_lines<P: skep_rules::game::Position>(
    position: &mut P,
    depth: u32,
    watch: &mut Watch,
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
pub fn judge<R: Playable>(position: &R::Position, text: &str) -> Result<R::Move, Fault> {
    let Some((written, _)) = R::parse(text, false) else {
        let message = format!("`{text}` is not a turn of this game");
        return Err(Fault::new(FaultKind::NoPlace, message));
    };
    position.judge(&written)
}

impl Board {
    /// The position after some turns of a game.
    pub fn of_game(game: &Game, plies: usize) -> Board {
        match game {
            Game::Hive(game) => Board::Hive(Box::new(Line::of_game(game, plies))),
            Game::Venom(game) => Board::Venom(Box::new(Line::of_game(game, plies))),
            Game::HexIt(game) => Board::HexIt(Box::new(Line::of_game(game, plies))),
        }
    }

    /// Plays a turn of a game of the same kind.
    pub fn push_from(&mut self, game: &Game, ply: usize) {
        match (self, game) {
            (Board::Hive(line), Game::Hive(game)) => line.push(game.turns[ply].mv),
            (Board::Venom(line), Game::Venom(game)) => line.push(game.turns[ply].mv),
            (Board::HexIt(line), Game::HexIt(game)) => line.push(game.turns[ply].mv),
            (Board::Hive(_) | Board::Venom(_) | Board::HexIt(_), _) => {}
        }
    }
}
