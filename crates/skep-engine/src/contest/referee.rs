//! One game between two engines.

use std::fmt;
use std::time::{Duration, Instant, SystemTime};

use skep_records::game::{Hive, InPlay};
use skep_records::notation::RepetitionRule;
use skep_records::record::{StatedResult, Termination};
use skep_records::{Game, Played, Record, Rules as _};
use skep_rules::closed_list;
use skep_rules::game::{Outcome, Position as _, Side};
use skep_rules::hive;
use skep_tactics::{SearchLimit, Solver};

use crate::{Engine, EngineError, Failure};
use skep_rules::counted;

/// How long the players may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// A time for each move.
    PerMove(Duration),
    /// A time for the game, and a time that is added after each move.
    Clock {
        /// The time for the game.
        base: Duration,
        /// The time added after each move.
        increment: Duration,
    },
    /// A number of plies to look ahead.
    Depth(u32),
    /// A number of positions to look at. The engines must know `bestmove nodes`.
    Nodes(u64),
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Depth(plies) => write!(f, "depth {plies}"),
            TimeControl::Nodes(nodes) => {
                write!(f, "{} per move", counted(*nodes, "node", "nodes"))
            }
            TimeControl::PerMove(time) => write!(f, "{} s per move", time.as_secs_f64()),
            TimeControl::Clock { base, increment } => {
                write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

/// The rules of a match that are not rules of the game.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// How long the players may think.
    pub control: TimeControl,
    /// How much longer a move may take before the game is lost on time.
    pub grace: Duration,
    /// How long the referee waits for a move without a time limit.
    pub patience: Duration,
    /// Whether a repetition ends the game.
    pub repetition: RepetitionRule,
    /// The number of plies after which the game is drawn.
    pub most_plies: u32,
    /// A game is over if a player can force a win within this number of own turns. With 0, no game ends early.
    pub proved_turns: u32,
}

closed_list! {
    /// Why a game ended.
    pub enum Ending: "ending" {
        /// On the board.
        Board = "board",
        /// A position occurred for the third time.
        Repetition = "repetition",
        /// The game reached the largest number of plies.
        Length = "length",
        /// A forced win was proved.
        Proof = "proof",
        /// A player used too much time.
        Time = "time",
        /// A player answered an illegal move.
        IllegalMove = "illegal-move",
        /// A player crashed.
        Crash = "crash",
        /// A player did not answer.
        Hang = "hang",
        /// A player answered something that is not a move.
        BadAnswer = "bad-answer",
    }
}

/// What a player did in a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Timing {
    /// The time that the player used in the game so far.
    pub used: Duration,
    /// The score that the player gave.
    pub score: Option<f64>,
    /// How far the player looked ahead.
    pub depth: Option<u32>,
}

/// A finished game between engines.
#[derive(Clone, Debug)]
pub struct ContestGame {
    /// The turns, those of the opening included.
    pub game: Played<Hive>,
    /// The number of turns of the opening.
    pub opening: u32,
    /// When the game began.
    pub started: SystemTime,
    /// What the players did in each turn after the opening.
    pub timings: Vec<Timing>,
    /// The result.
    pub result: StatedResult,
    /// Why the game ended.
    pub ending: Ending,
    /// The end in words.
    pub reason: String,
    /// The rule that an illegal move broke.
    pub rule: Option<&'static str>,
    /// The time that the referee itself needed.
    pub referee: Duration,
}

/// How a game ended.
struct EndOfGame {
    result: StatedResult,
    ending: Ending,
    reason: String,
    rule: Option<&'static str>,
}

impl EndOfGame {
    fn new(result: StatedResult, ending: Ending, reason: impl Into<String>) -> EndOfGame {
        EndOfGame {
            result,
            ending,
            reason: reason.into(),
            rule: None,
        }
    }

    /// A side loses because its engine failed.
    fn failure(side: Side, error: EngineError) -> EndOfGame {
        let ending = match error.failure {
            Failure::IllegalMove => Ending::IllegalMove,
            Failure::Crash | Failure::NotStarted => Ending::Crash,
            Failure::Hang | Failure::NoGreeting => Ending::Hang,
            _ => Ending::BadAnswer,
        };
        EndOfGame {
            rule: error.rule,
            ..EndOfGame::new(
                StatedResult::win(!side),
                ending,
                format!("{side}: {}", error.message),
            )
        }
    }
}

/// A game in play.
struct RefereedGame<'a> {
    contest: &'a Contest,
    engines: [&'a mut Engine; 2],
    game: Played<Hive>,
    position: hive::Position,
    solver: Solver<hive::Position>,
    used: [Duration; 2],
    left: [Duration; 2],
    timings: Vec<Timing>,
    /// The time in which the referee waited for engines.
    waited: Duration,
}

/// The time for a proof. What takes longer is not proved.
const PROOF_TIME: Duration = Duration::from_millis(100);

impl Contest {
    /// Plays a game from the last position of `opening`. White's engine comes first. An engine that fails may be dead
    /// afterwards.
    pub fn play(&self, engines: [&mut Engine; 2], opening: &Played<Hive>) -> ContestGame {
        let (begin, started) = (Instant::now(), SystemTime::now());
        let base = match self.control {
            TimeControl::Clock { base, .. } => base,
            _ => Duration::ZERO,
        };
        let mut game = opening.clone();
        game.repetition = self.repetition;
        let (position, draws) = game.last_with_draws();
        let mut solver = Solver::new();
        solver.set_draws(draws);
        let mut table = RefereedGame {
            contest: self,
            engines,
            game,
            position,
            solver,
            used: [Duration::ZERO; 2],
            left: [base; 2],
            timings: Vec::new(),
            waited: Duration::ZERO,
        };
        let end = table.play();
        ContestGame {
            opening: u32::try_from(opening.turns.len()).unwrap_or(u32::MAX),
            started,
            game: table.game,
            timings: table.timings,
            result: end.result,
            ending: end.ending,
            reason: end.reason,
            rule: end.rule,
            referee: begin.elapsed().saturating_sub(table.waited),
        }
    }
}

impl RefereedGame<'_> {
    fn play(&mut self) -> EndOfGame {
        for side in Side::ALL {
            let game = Game::from(self.game.clone());
            if let Err(error) = self.waiting(|table| table.engines[side.index()].new_game(&game)) {
                return EndOfGame::failure(side, error);
            }
        }
        loop {
            if let Some(end) = self.end() {
                return end;
            }
            if let Err(end) = self.turn() {
                return end;
            }
        }
    }

    /// Waits for an engine.
    fn waiting<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let begin = Instant::now();
        let answer = ask(self);
        self.waited += begin.elapsed();
        answer
    }

    /// The end of the game, if it is over.
    fn end(&mut self) -> Option<EndOfGame> {
        match self.position.outcome() {
            Outcome::Win(side) => {
                let reason = format!("{side} surrounds the queen");
                return Some(EndOfGame::new(
                    StatedResult::win(side),
                    Ending::Board,
                    reason,
                ));
            }
            Outcome::Draw => {
                let reason = "both queens are surrounded";
                return Some(EndOfGame::new(StatedResult::Draw, Ending::Board, reason));
            }
            Outcome::Undecided => {}
        }
        if self.game.is_drawn(self.contest.repetition) {
            let reason = "a position occurred for the third time";
            return Some(EndOfGame::new(
                StatedResult::Draw,
                Ending::Repetition,
                reason,
            ));
        }
        let most = self.contest.most_plies;
        if self.game.turns.len() >= most as usize {
            let most = counted(most.into(), "ply", "plies");
            let reason = format!("the limit of {most}");
            return Some(EndOfGame::new(StatedResult::Draw, Ending::Length, reason));
        }
        let turns = self.contest.proved_turns;
        if turns > 0 {
            self.solver.stop_at(Some(Instant::now() + PROOF_TIME));
            let side = self.position.turn();
            if let Some(turns) = self.solver.wins_within(&self.position, turns) {
                let turns = counted(turns.into(), "turn", "turns");
                let reason = format!("{side} wins by force in {turns}");
                return Some(EndOfGame::new(
                    StatedResult::win(side),
                    Ending::Proof,
                    reason,
                ));
            }
        }
        None
    }

    /// Lets the side to move play.
    fn turn(&mut self) -> Result<(), EndOfGame> {
        let side = self.position.turn();
        let own = side.index();
        let grace = self.contest.grace;
        let (limit, allowed, most) = match self.contest.control {
            TimeControl::Depth(plies) => (SearchLimit::Depth(plies), self.contest.patience, None),
            TimeControl::Nodes(nodes) => (SearchLimit::Nodes(nodes), self.contest.patience, None),
            TimeControl::PerMove(time) => (SearchLimit::Time(time), time + grace * 2, Some(time)),
            TimeControl::Clock { increment, .. } => {
                let left = self.left[own];
                let time = (left / 30 + increment * 3 / 4).min(left * 3 / 4);
                let time = time.max(Duration::from_millis(1));
                (SearchLimit::Time(time), left + grace * 2, Some(left))
            }
        };
        let on_time = |used: Duration| {
            let reason = format!("{side} loses on time after {:.2} s", used.as_secs_f64());
            EndOfGame::new(StatedResult::win(!side), Ending::Time, reason)
        };
        let position = self.position.clone();
        let choice = self.waiting(|table| table.engines[own].choose(&position, limit, allowed));
        let (mv, answer) = match choice {
            Ok(choice) => choice,
            Err(error) if error.failure == Failure::Hang && most.is_some() => {
                return Err(on_time(allowed));
            }
            Err(error) => return Err(EndOfGame::failure(side, error)),
        };
        if most.is_some_and(|most| answer.time > most + grace) {
            return Err(on_time(answer.time));
        }
        if let TimeControl::Clock { increment, .. } = self.contest.control {
            self.left[own] = self.left[own].saturating_sub(answer.time) + increment;
        }
        self.used[own] += answer.time;
        let spelled = self.position.spell(mv).to_string();
        let moved = !Hive::is_irreversible(&self.position, mv);
        self.position.play_unchecked(mv);
        self.solver.draws().add(&self.position, moved);
        self.game.push(mv);
        self.timings.push(Timing {
            used: self.used[own],
            score: answer.best.score,
            depth: answer.best.depth,
        });
        // A finished game needs no further answers.
        if self.position.outcome().is_over() {
            return Ok(());
        }
        for side in Side::ALL {
            let told = self.waiting(|table| table.engines[side.index()].play(&spelled));
            told.map_err(|error| EndOfGame::failure(side, error))?;
        }
        Ok(())
    }
}

impl ContestGame {
    /// A game that a side loses because its engine cannot be started.
    pub fn lost(opening: Played<Hive>, side: Side, error: EngineError) -> ContestGame {
        let end = EndOfGame::failure(side, error);
        ContestGame {
            opening: u32::try_from(opening.turns.len()).unwrap_or(u32::MAX),
            started: SystemTime::now(),
            game: opening,
            timings: Vec::new(),
            result: end.result,
            ending: end.ending,
            reason: end.reason,
            rule: end.rule,
            referee: Duration::ZERO,
        }
    }

    /// The game as a record, with clocks, and with scores as comments.
    pub fn record(&self) -> Record {
        let mut play = InPlay::<Hive>::begin(&self.game);
        let opening = self.opening as usize;
        for (i, mv) in self.game.moves().enumerate() {
            play.push(mv);
            let Some(timing) = i.checked_sub(opening).and_then(|i| self.timings.get(i)) else {
                continue;
            };
            play.set_clock_ms(u32::try_from(timing.used.as_millis()).ok());
            if let Some(score) = timing.score {
                let depth = timing.depth.map(|depth| format!(", depth {depth}"));
                play.comment(format!("score {score}{}", depth.unwrap_or_default()));
            }
        }
        let termination = match self.ending {
            Ending::Board => Termination::Board,
            Ending::Repetition => Termination::Repetition,
            Ending::Time => Termination::Time,
            _ => Termination::Adjudication,
        };
        play.end(self.result, termination);
        play.record().0
    }
}
