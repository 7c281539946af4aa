//! A game in play: positions to go back to, and the meaning of what a client writes.

use skep_records::game::{Hive, HiveComplete};
use skep_records::{Format, Played, PlayedTurn, Record, Rules, Verdict, write};
use skep_rules::game::Position as _;
use skep_rules::hive::complete as venom;
use skep_rules::hive::{self, Written};

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

    /// The GameString.
    fn text(&self) -> String;
}

/// How a game gives a meaning to what a client writes.
pub(super) trait Interpret: Rules {
    /// A position, and what the game remembers of the turns before it.
    type State: Clone;

    /// The start of a game.
    fn state(options: &Self::Options) -> Self::State;

    /// The position.
    fn position(state: &Self::State) -> &Self::Position;

    /// The legal move for a written turn, or the reason why it cannot be played.
    fn interpret(state: &mut Self::State, written: &Self::Written) -> Result<Self::Move, String>;

    /// Plays a legal move.
    fn apply(state: &mut Self::State, mv: Self::Move);
}

/// A game in play: the state before each turn, and the state now.
pub(super) struct Session<R: Interpret> {
    game: Played<R>,
    past: Vec<R::State>,
    now: R::State,
}

impl<R: Interpret> Session<R> {
    /// A game with its turns played.
    pub(super) fn new(mut game: Played<R>) -> Session<R> {
        let turns = std::mem::take(&mut game.turns);
        let mut session = Session {
            now: R::state(game.options()),
            past: Vec::new(),
            game,
        };
        for turn in turns {
            // By its spelling, so that the names of tiles are known from here on.
            let written = R::spell(R::position(&session.now), turn.mv);
            if session.play_written(&written).is_err() {
                break;
            }
        }
        session
    }

    fn play_written(&mut self, written: &R::Written) -> Result<(), String> {
        let mut next = self.now.clone();
        let mv = R::interpret(&mut next, written)?;
        // The names that the turn gave to tiles stay.
        self.past.push(std::mem::replace(&mut self.now, next));
        R::apply(&mut self.now, mv);
        self.game.turns.push(PlayedTurn { mv, ply: None });
        Ok(())
    }
}

impl<R: Interpret> InPlay for Session<R> {
    fn play(&mut self, text: &str) -> Result<(), String> {
        let (written, _) = R::parse(text, false).ok_or("not a move")?;
        self.play_written(&written)
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
        let position = R::position(&self.now);
        let moves = position.legal_moves().into_iter();
        let spelled: Vec<String> = moves.map(|mv| R::spell(position, mv).to_string()).collect();
        spelled.join(";")
    }

    fn text(&self) -> String {
        let verdict = Verdict::of_game(self.game.clone());
        let mut text = String::new();
        write(Format::Uhp, &Record::default(), &verdict, &mut text)
            .expect("UHP holds every game of Hive");
        text.truncate(text.trim_end().len());
        text
    }
}

impl Interpret for Hive {
    type State = hive::Position;

    fn state(options: &Self::Options) -> hive::Position {
        Hive::start(options)
    }

    fn position(state: &hive::Position) -> &hive::Position {
        state
    }

    fn interpret(position: &mut hive::Position, written: &Written) -> Result<hive::Move, String> {
        let mv = position
            .interpret(*written)
            .map_err(|fault| fault.message)?;
        let legal = position.check(mv);
        legal.map_err(|rule| rule.sentence().to_owned())?;
        Ok(mv)
    }

    fn apply(position: &mut hive::Position, mv: hive::Move) {
        position.play_unchecked(mv);
    }
}

impl Interpret for HiveComplete {
    type State = venom::Replay;

    fn state(options: &venom::Options) -> venom::Replay {
        venom::Replay::new(*options)
    }

    fn position(state: &venom::Replay) -> &venom::Position {
        state.position()
    }

    fn interpret(
        state: &mut venom::Replay,
        written: &venom::Written,
    ) -> Result<venom::Move, String> {
        state.judge(written).map_err(|fault| fault.message)
    }

    fn apply(state: &mut venom::Replay, mv: venom::Move) {
        state.play(mv);
    }
}
