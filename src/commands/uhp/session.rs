//! A game in play: positions to go back to, and the meaning of what a client writes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use skep_analysis::openings::PlayBook;
use skep_analysis::tactics::spelled;
use skep_records::game::{HexIt, Hive, InPlay, Reversible, Venom};
use skep_records::record::Termination;
use skep_records::{JudgeOptions, Played, Record, Rules, Verdict};
use skep_rules::game::{Position as _, perft, perft_divide};
use skep_rules::hexit;
use skep_rules::hive::venom;
use skep_rules::hive::{self, Place, Written};
use skep_tactics::{EnginePlayer, Evaluate, SearchLimit};

/// The turn that the engine would play.
pub(super) struct EngineChoice {
    pub turn: String,
    /// The turns that it considered, the best first, in the format of the protocol: `wA1 bQ-;4;0.25;wA1 bQ-;bS1 wQ/`.
    pub considered: Vec<String>,
}

/// A session with a game of any kind.
pub(super) trait AnySession {
    /// Plays a turn; an error says why it cannot be played.
    fn play(&mut self, text: &str) -> Result<(), String>;

    /// The number of turns played.
    fn plies(&self) -> usize;

    /// Takes back the last `n` turns; there are so many.
    fn undo(&mut self, n: usize);

    /// The legal turns.
    fn valid_moves(&self) -> String;

    /// The turn that the engine would play, and up to `lines` considered turns. `None` if the game is
    /// over. When the flag is set, the search stops.
    fn best_move(
        &self,
        limit: SearchLimit,
        lines: usize,
        threads: usize,
        stop: Arc<AtomicBool>,
    ) -> Option<EngineChoice>;

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

/// The state of a game, and its state once the turn that was interpreted last has named its tiles.
pub(in crate::commands) struct Interpreted<R: Interpret> {
    now: R::State,
    named: Option<R::State>,
}

impl<R: Interpret> Clone for Interpreted<R> {
    fn clone(&self) -> Interpreted<R> {
        Interpreted {
            now: self.now.clone(),
            named: self.named.clone(),
        }
    }
}

impl<R: Interpret> Reversible<R> for Interpreted<R> {
    /// The state before the turn, without the names that it gave to tiles.
    type Undo = R::State;

    fn begin(game: &Played<R>) -> Interpreted<R> {
        Interpreted {
            now: R::state(game),
            named: None,
        }
    }

    fn position(&self) -> &R::Position {
        R::position(&self.now)
    }

    fn play(&mut self, mv: R::Move) -> R::State {
        let mut next = self.named.take().unwrap_or_else(|| self.now.clone());
        R::apply(&mut next, mv);
        std::mem::replace(&mut self.now, next)
    }

    fn undo(&mut self, undo: R::State, _: R::Move) {
        self.now = undo;
    }
}

/// A game in play, and its rules.
pub(in crate::commands) struct UhpSession<R: Interpret> {
    play: InPlay<R, Interpreted<R>>,
    rules: JudgeOptions,
}

impl<R: Interpret> UhpSession<R> {
    /// A game with its turns played.
    pub(in crate::commands) fn new(game: &Played<R>, rules: JudgeOptions) -> UhpSession<R> {
        let mut session = UhpSession {
            play: InPlay::begin(game),
            rules,
        };
        for mv in game.moves() {
            // By its spelling, so that the names of tiles are known from here on.
            let written = session.position().spell(mv);
            if session.play_written(&written).is_err() {
                break;
            }
        }
        session
    }

    fn position(&self) -> &R::Position {
        self.play.position()
    }

    /// Whether a position has occurred for the third time, and the rules end the game there.
    fn is_drawn(&self) -> bool {
        self.play.game().is_drawn(self.rules.repetition)
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
    pub(in crate::commands) fn game(&self) -> &Played<R> {
        self.play.game()
    }

    fn play_written(&mut self, written: &R::Written) -> Result<(), String> {
        let board = self.play.board_mut();
        let mut next = board.now.clone();
        let mv = R::interpret(&mut next, written, &self.rules)?;
        // The names that the turn gave to tiles stay.
        board.named = Some(next);
        self.play.push(mv);
        Ok(())
    }
}

impl<R: Interpret<Position: Evaluate>> AnySession for UhpSession<R> {
    fn play(&mut self, text: &str) -> Result<(), String> {
        let before = self.position().clone();
        self.play_text(text)?;
        let Some(turn) = self.game().turns.last() else {
            return Ok(());
        };
        let spelled = before.spell(turn.mv);
        match R::parse(text, false) {
            Some((written, _)) if R::names_neighbour(&written, &spelled) => {
                self.undo(1);
                Err(format!("the cell is occupied; to climb, write {spelled}"))
            }
            _ => Ok(()),
        }
    }

    fn plies(&self) -> usize {
        self.play.plies() as usize
    }

    fn undo(&mut self, n: usize) {
        for _ in 0..n {
            self.play.undo();
        }
    }

    fn valid_moves(&self) -> String {
        if self.is_drawn() {
            return String::new();
        }
        let position = self.position();
        let moves = R::moves(position, self.rules.era).into_iter();
        let spelled: Vec<String> = moves.map(|mv| position.spell(mv).to_string()).collect();
        spelled.join(";")
    }

    fn best_move(
        &self,
        limit: SearchLimit,
        lines: usize,
        threads: usize,
        stop: Arc<AtomicBool>,
    ) -> Option<EngineChoice> {
        if self.is_drawn() {
            return None;
        }
        let mut player = EnginePlayer::new();
        player.set_history(keys(self.game()));
        player.set_draws(self.game().draws_by(self.rules.repetition));
        player.stop_when(stop);
        player.consider(lines);
        player.set_threads(threads);
        let position = self.position();
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
        Some(EngineChoice {
            turn: position.spell(mv).to_string(),
            considered: considered.collect(),
        })
    }

    fn book_move(&self, book: &PlayBook) -> Option<String> {
        if self.is_drawn() {
            return None;
        }
        R::book_move(self.position(), book)
    }

    fn text(&self) -> String {
        let game = self.game().clone();
        let verdict = if self.is_drawn() {
            Verdict::of_draw(game, Termination::Repetition)
        } else {
            Verdict::of_game(game)
        };
        let text = verdict.game_string(&Record::default());
        text.unwrap_or_else(|| self.game().state())
    }

    fn perft(&self, depth: u32) -> String {
        let mut position = self.position().clone();
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
        let position = self.position();
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

/// The keys of the positions of a game, from its first position to its last.
fn keys<R: Rules>(game: &Played<R>) -> Vec<u64> {
    let mut positions = game.positions();
    let mut keys = vec![positions.position().key()];
    while positions.advance().is_some() {
        keys.push(positions.position().key());
    }
    keys
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
