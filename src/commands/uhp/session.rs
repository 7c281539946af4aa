//! A game in play: positions to go back to, and the meaning of what a client writes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use skep_analysis::openings::PlayBook;
use skep_analysis::tactics::spelled;
use skep_records::game::{HexIt, Hive, Venom};
use skep_records::record::Termination;
use skep_records::{JudgeOptions, Played, PlayedTurn, Record, Rules, Verdict};
use skep_rules::game::{Position as _, perft, perft_divide};
use skep_rules::hexit;
use skep_rules::hive::venom;
use skep_rules::hive::{self, Place, Written};
use skep_tactics::{EnginePlayer, Estimate, Evaluate, SearchLimit};

/// The turn that the engine would play.
pub(super) struct Choice {
    pub turn: String,
    /// What the engine thinks of the turn.
    pub estimate: Option<Estimate>,
    /// The turns that it considered, the best first, in the format of the protocol: `wA1 bQ-;4;0.25;wA1 bQ-;bS1 wQ/`.
    pub considered: Vec<String>,
}

/// A game of any kind in play.
pub(super) trait InPlay {
    /// Plays a turn; an error says why it cannot be played.
    fn play(&mut self, text: &str) -> Result<(), String>;

    /// The number of turns played.
    fn plies(&self) -> usize;

    /// Takes back the last `n` turns; there are so many.
    fn undo(&mut self, n: usize);

    /// The legal turns.
    fn valid_moves(&self) -> String;

    /// The turn that the engine would play, its estimate, and up to `lines` considered turns. `None` if the game is
    /// over. When the flag is set, the search stops.
    fn best_move(&self, limit: SearchLimit, lines: usize, stop: Arc<AtomicBool>) -> Option<Choice>;

    /// The turn of a book for the position, if it has one.
    fn book_move(&self, book: &PlayBook) -> Option<String>;

    /// The GameString.
    fn text(&self) -> String;

    /// The number of lines of play of 1 to `depth` plies, one number per line.
    fn perft(&self, depth: u32) -> String;

    /// The number of lines of play of `depth` plies for each move, and in all.
    fn divide(&self, depth: u32) -> String;
}

/// How a game gives a meaning to what a client writes.
pub(in crate::commands) trait Interpret: Rules {
    /// A position, and what the game remembers of the turns before it.
    type State: Clone;

    /// The start of a game.
    fn state(game: &Played<Self>) -> Self::State;

    /// The position.
    fn position(state: &Self::State) -> &Self::Position;

    /// The legal move for a written turn, or the reason why it cannot be played.
    fn interpret(
        state: &mut Self::State,
        written: &Self::Written,
        rules: &JudgeOptions,
    ) -> Result<Self::Move, String>;

    /// Plays a legal move.
    fn apply(state: &mut Self::State, mv: Self::Move);

    /// The turn of a book for a position. Books are of plain Hive.
    fn book_move(_position: &Self::Position, _book: &PlayBook) -> Option<String> {
        None
    }

    /// Whether a turn onto a piece names a neighbour of that piece. Engines refuse such a turn; records may have it.
    fn names_neighbour(_written: &Self::Written, _spelled: &Self::Written) -> bool {
        false
    }
}

/// A game in play: the state before each turn, and the state now.
pub(in crate::commands) struct Session<R: Interpret> {
    game: Played<R>,
    rules: JudgeOptions,
    past: Vec<R::State>,
    now: R::State,
}

impl<R: Interpret> Session<R> {
    /// A game with its turns played.
    pub(in crate::commands) fn new(mut game: Played<R>, rules: JudgeOptions) -> Session<R> {
        let turns = std::mem::take(&mut game.turns);
        let mut session = Session {
            now: R::state(&game),
            past: Vec::new(),
            rules,
            game,
        };
        for turn in turns {
            // By its spelling, so that the names of tiles are known from here on.
            let written = R::position(&session.now).spell(turn.mv);
            if session.play_written(&written).is_err() {
                break;
            }
        }
        session
    }

    /// Whether a position has occurred for the third time, and the rules end the game there.
    fn is_drawn(&self) -> bool {
        self.game.is_drawn(self.rules.repetition)
    }

    /// Plays a turn; an error says why it cannot be played.
    pub(in crate::commands) fn play_text(&mut self, text: &str) -> Result<(), String> {
        let (written, _) = R::parse(text, false).ok_or("not a move")?;
        if self.is_drawn() {
            return Err("the game ended in a draw by repetition".to_owned());
        }
        self.play_written(&written)
    }

    /// The turns so far.
    pub(in crate::commands) fn into_game(self) -> Played<R> {
        self.game
    }

    fn play_written(&mut self, written: &R::Written) -> Result<(), String> {
        let mut next = self.now.clone();
        let mv = R::interpret(&mut next, written, &self.rules)?;
        // The names that the turn gave to tiles stay.
        self.past.push(std::mem::replace(&mut self.now, next));
        R::apply(&mut self.now, mv);
        self.game.turns.push(PlayedTurn { mv, ply: None });
        Ok(())
    }
}

impl<R: Interpret<Position: Evaluate>> InPlay for Session<R> {
    fn play(&mut self, text: &str) -> Result<(), String> {
        self.play_text(text)?;
        let (Some(turn), Some(before)) = (self.game.turns.last(), self.past.last()) else {
            return Ok(());
        };
        let spelled = R::position(before).spell(turn.mv);
        match R::parse(text, false) {
            Some((written, _)) if R::names_neighbour(&written, &spelled) => {
                self.undo(1);
                Err(format!("the cell is occupied; to climb, write {spelled}"))
            }
            _ => Ok(()),
        }
    }

    fn plies(&self) -> usize {
        self.past.len()
    }

    fn undo(&mut self, n: usize) {
        let left = self.past.len().saturating_sub(n);
        if let Some(before) = self.past.drain(left..).next() {
            self.now = before;
        }
        self.game.turns.truncate(left);
    }

    fn valid_moves(&self) -> String {
        if self.is_drawn() {
            return String::new();
        }
        let position = R::position(&self.now);
        let moves = R::moves(position, self.rules.era).into_iter();
        let spelled: Vec<String> = moves.map(|mv| position.spell(mv).to_string()).collect();
        spelled.join(";")
    }

    fn best_move(&self, limit: SearchLimit, lines: usize, stop: Arc<AtomicBool>) -> Option<Choice> {
        if self.is_drawn() {
            return None;
        }
        let states = self.past.iter().chain([&self.now]);
        let mut player = EnginePlayer::new();
        player.set_history(states.map(|state| R::position(state).key()));
        player.stop_when(stop);
        player.consider(lines);
        let position = R::position(&self.now);
        let mv = player.choose(position, limit)?;
        let considered = player.considered().iter().map(|turn| {
            let line = spelled::<R>(position, turn.line.iter().copied());
            let first = line.first().map_or("", String::as_str);
            format!(
                "{first};{};{:.2};{}",
                turn.depth,
                turn.score,
                line.join(";")
            )
        });
        Some(Choice {
            turn: position.spell(mv).to_string(),
            estimate: player.estimate(),
            considered: considered.collect(),
        })
    }

    fn book_move(&self, book: &PlayBook) -> Option<String> {
        if self.is_drawn() {
            return None;
        }
        R::book_move(R::position(&self.now), book)
    }

    fn text(&self) -> String {
        let game = self.game.clone();
        let verdict = if self.is_drawn() {
            Verdict::of_draw(game, Termination::Repetition)
        } else {
            Verdict::of_game(game)
        };
        let text = verdict.game_string(&Record::default());
        text.unwrap_or_else(|| self.game.state())
    }

    fn perft(&self, depth: u32) -> String {
        let mut position = R::position(&self.now).clone();
        let count = |depth| {
            if self.is_drawn() {
                0
            } else {
                perft(&mut position, depth)
            }
        };
        let lines = (1..=depth).zip((1..=depth).map(count));
        let lines: Vec<String> = lines.map(|(depth, n)| format!("{depth}\t{n}")).collect();
        lines.join("\n")
    }

    fn divide(&self, depth: u32) -> String {
        let position = R::position(&self.now);
        let counts = if self.is_drawn() {
            Vec::new()
        } else {
            perft_divide(&mut position.clone(), depth)
        };
        let total: u64 = counts.iter().map(|(_, n)| n).sum();
        let lines = counts
            .into_iter()
            .map(|(mv, n)| format!("{}\t{n}", position.spell(mv)));
        let lines: Vec<String> = lines.chain([format!("total\t{total}")]).collect();
        lines.join("\n")
    }
}

impl Interpret for Hive {
    type State = hive::Position;

    fn state(game: &Played<Hive>) -> hive::Position {
        game.start()
    }

    fn position(state: &hive::Position) -> &hive::Position {
        state
    }

    fn interpret(
        position: &mut hive::Position,
        written: &Written,
        rules: &JudgeOptions,
    ) -> Result<hive::Move, String> {
        let mv = position.interpret(written).map_err(|fault| fault.message)?;
        match position.check(mv) {
            Err(rule) if !rules.era.may_break(rule) || !position.was_legal(mv, rule) => {
                Err(rule.sentence().to_owned())
            }
            _ => Ok(mv),
        }
    }

    fn apply(position: &mut hive::Position, mv: hive::Move) {
        position.play_unchecked(mv);
    }

    fn book_move(position: &hive::Position, book: &PlayBook) -> Option<String> {
        let mv = book.choose(position)?;
        Some(position.spell(mv).to_string())
    }

    fn names_neighbour(written: &Written, spelled: &Written) -> bool {
        let is = |written: &Written, place: fn(&Place) -> bool| match written {
            Written::Put { to, .. } => place(to),
            _ => false,
        };
        is(written, |to| matches!(to, Place::Beside(..)))
            && is(spelled, |to| matches!(to, Place::On(_)))
    }
}

impl Interpret for HexIt {
    type State = hexit::Position;

    fn state(game: &Played<HexIt>) -> hexit::Position {
        game.start()
    }

    fn position(state: &hexit::Position) -> &hexit::Position {
        state
    }

    fn interpret(
        position: &mut hexit::Position,
        written: &hexit::Written,
        _: &JudgeOptions,
    ) -> Result<hexit::Move, String> {
        position.judge(written).map_err(|fault| fault.message)
    }

    fn apply(position: &mut hexit::Position, mv: hexit::Move) {
        position.play_unchecked(mv);
    }
}

impl Interpret for Venom {
    type State = venom::Replay;

    fn state(game: &Played<Venom>) -> venom::Replay {
        if game.is_set_up() {
            venom::Replay::of(game.start())
        } else {
            venom::Replay::new(*game.options())
        }
    }

    fn position(state: &venom::Replay) -> &venom::Position {
        state.position()
    }

    fn interpret(
        state: &mut venom::Replay,
        written: &venom::Written,
        _: &JudgeOptions,
    ) -> Result<venom::Move, String> {
        state.judge(written).map_err(|fault| fault.message)
    }

    fn apply(state: &mut venom::Replay, mv: venom::Move) {
        state.play(mv);
    }
}
