//! A position of any game, with the turns that led to it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use pyo3::PyResult;

use skep_records::game::{
    AnyPiece, HexIt, Hive, InPlay, PlacedPiece, Reversible, Tracker as _, Venom,
};
use skep_records::notation::RepetitionRule;
use skep_records::record::{StatedResult, Termination};
use skep_records::{
    Format, Game, GameLine, JudgeOptions, Played, Record, Verdict, each_game, write,
};
use skep_rules::game::{
    Fault, FaultKind, Internal as _, Outcome, Position as _, PositionHistory, Side, perft,
};
use skep_rules::geometry::Hex;

use skep_rules::hexit::Points;

use crate::moved::{self, Cells};
use crate::playable::{Playable, Table};
use crate::signals::SignalWatch;

/// A game in play, with the numbers that players gave to pieces, and how often its positions occurred.
pub struct PlayLine<R: Playable> {
    play: InPlay<R, R::Table>,
    occurrences: PositionHistory<R::Position>,
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
            occurrences: self.occurrences.clone(),
        }
    }
}

impl<R: Playable> PlayLine<R> {
    /// The position after the first `plies` turns of a game, which goes on under this rule of repetitions.
    pub fn of_game(game: &Played<R>, plies: usize, rule: RepetitionRule) -> PlayLine<R> {
        let mut start = Cow::Borrowed(game);
        if game.repetition != rule {
            start.to_mut().repetition = rule;
        }
        let mut line = PlayLine {
            play: InPlay::begin(&start),
            occurrences: rule.occurrences(&start),
        };
        for mv in game.moves().take(plies) {
            line.push(mv);
        }
        line
    }

    /// The same game under another rule of repetitions.
    pub fn under(self, rule: RepetitionRule) -> PlayLine<R> {
        if self.game().repetition == rule {
            return self;
        }
        let mut line = PlayLine::of_game(self.game(), usize::MAX, rule);
        *line.play.board_mut() = self.table().clone();
        line
    }

    /// How often the positions occurred.
    pub fn occurrences(&self) -> &PositionHistory<R::Position> {
        &self.occurrences
    }

    /// Whether the last position is a draw by repetition.
    pub fn is_drawn(&self) -> bool {
        self.occurrences.is_draw()
    }

    /// The outcome on the board, or the draw by repetition.
    pub fn outcome(&self) -> Outcome {
        match self.position().outcome() {
            Outcome::Undecided if self.is_drawn() => Outcome::Draw,
            outcome => outcome,
        }
    }

    /// Adds the legal moves, or nothing after a draw by repetition.
    pub fn legal_moves_into(&self, moves: &mut Vec<R::Move>) {
        if !self.is_drawn() {
            self.position().legal_moves_into(moves);
        }
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
        let moved = self.occurrences.is_counting() && !R::is_irreversible(self.position(), mv);
        self.play.push(mv);
        self.occurrences.add(self.play.position(), moved);
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
        if self.is_drawn() {
            let message = "the game ended in a draw when the position occurred for the third time";
            let help = "to play on after a repetition, use rules=\"remark\"";
            return Err(Fault::new(FaultKind::AfterEnd, message).with_help(Some(help.to_owned())));
        }
        self.judge_on(text)
    }

    /// As [`PlayLine::judge`], also after a draw by repetition.
    ///
    /// # Errors
    /// The text is not a legal move.
    pub fn judge_on(&self, text: &str) -> Result<Meant<R::Move>, Fault> {
        judge::<R>(self.table(), text)
    }

    /// Takes back the last turn, and returns it with its cells.
    pub fn undo(&mut self) -> Option<(String, Cells)> {
        // Afterwards, a piece in hand does not have its number.
        let before = self.table().is_renamed().then(|| self.table().clone());
        let mv = self.play.undo()?;
        self.occurrences.take_back();
        let written = self.position().spell(mv);
        let tracker = self.tracker();
        let names = before.as_ref().unwrap_or(self.table());
        let cells = moved::cells::<R>(names, &tracker, mv);
        Some((names.rename(written).to_string(), cells))
    }

    /// The visits of a search in this position, with the numbers of pieces of `skep-rules`.
    ///
    /// # Errors
    /// A turn is not legal.
    pub fn own_visits(
        &self,
        visits: BTreeMap<String, u32>,
    ) -> Result<BTreeMap<String, u32>, Fault> {
        let mut own = BTreeMap::new();
        for (turn, count) in visits {
            let mv = self.judge(&turn)?.mv;
            *own.entry(self.position().spell(mv).to_string())
                .or_default() += count;
        }
        Ok(own)
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

    /// The same position, without the turns that led to it. If repetitions count, those since the last placement stay,
    /// because the positions between them can occur again.
    pub fn without_turns(&self) -> PlayLine<R> {
        let game = self.game();
        let kept = if self.occurrences.is_counting() {
            self.reversible_turns()
        } else {
            0
        };
        let (before, kept) = game.turns.split_at(game.turns.len() - kept);
        let tracker = if kept.is_empty() {
            self.tracker()
        } else {
            let mut tracker = game.start_at(Hex::ORIGIN);
            before.iter().for_each(|turn| tracker.play(turn.mv));
            tracker
        };
        let mut line = PlayLine::of_game(&game.from_here(tracker), 0, game.repetition);
        kept.iter().for_each(|turn| line.push(turn.mv));
        *line.play.board_mut() = self.table().clone();
        line
    }

    /// The number of turns since the last placement, and the placement itself: a rule can ask whether a piece entered
    /// last.
    fn reversible_turns(&self) -> usize {
        let mut positions = self.game().positions();
        let (mut turns, mut last) = (0, 0);
        while let Some(next) = positions.next_turn() {
            if R::is_irreversible(positions.position(), next.mv) {
                last = turns;
            }
            positions.advance_uncounted();
            turns += 1;
        }
        turns - last
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
        self.verdict().game_string(&Record::default())
    }

    /// The game as a line of JSON Lines.
    pub fn json_line(&self) -> String {
        let mut record = self.record(BTreeMap::new(), None);
        let mut line = String::new();
        let verdict = self.verdict();
        record.stated.result = StatedResult::of_outcome(verdict.outcome);
        record.stated.termination = verdict.termination;
        // JSON Lines hold every game.
        let _ = write(Format::Jsonl, &record, &verdict, &mut line);
        line
    }

    fn verdict(&self) -> Verdict {
        let game = self.game().clone();
        match self.position().outcome() {
            Outcome::Undecided if self.is_drawn() => {
                Verdict::of_draw(game, Termination::Repetition)
            }
            _ => Verdict::of_game(game),
        }
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
        GameLine::new(&Record::default(), &self.verdict())
    }

    /// The number of lines of play.
    ///
    /// # Errors
    /// A signal stops the count.
    pub fn perft(&self, depth: u32) -> PyResult<u64> {
        if self.is_drawn() {
            return Ok(u64::from(depth == 0));
        }
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
    /// The position after some turns of a game, which goes on under these rules.
    pub fn of_game(game: &Game, plies: usize, rules: JudgeOptions) -> PlayBoard {
        let rule = rules.repetition;
        match game {
            Game::Hive(game) => PlayBoard::Hive(Box::new(PlayLine::of_game(game, plies, rule))),
            Game::Venom(game) => PlayBoard::Venom(Box::new(PlayLine::of_game(game, plies, rule))),
            Game::HexIt(game) => PlayBoard::HexIt(Box::new(PlayLine::of_game(game, plies, rule))),
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
