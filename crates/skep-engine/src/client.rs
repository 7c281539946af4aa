//! The protocol: commands to an engine, and its answers.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use skep_records::game::Rules;
use skep_records::{Game, Played, Record, Verdict, each_game};
use skep_rules::hive;
use skep_tactics::SearchLimit;

use crate::answer::{BestMove, EngineOption};
use crate::error::{EngineError, Failure, quoted};
use crate::process::{EngineOutput, Killer, Process, Program};
use crate::turn;

/// How long an engine may take, and how much it may print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineLimits {
    /// The time from the start of the program to its greeting.
    pub start: Duration,
    /// The time for an answer. `bestmove` has its own limit.
    pub answer: Duration,
    /// The time for `exit`, before the program is killed.
    pub exit: Duration,
    /// The most bytes of one answer.
    pub output: usize,
}

impl Default for EngineLimits {
    fn default() -> EngineLimits {
        EngineLimits {
            start: Duration::from_secs(10),
            answer: Duration::from_secs(10),
            exit: Duration::from_millis(500),
            output: 1 << 20,
        }
    }
}

/// A number of seconds as a time.
///
/// # Errors
/// The number is below 0, above a day, or not a number.
pub fn seconds(number: f64) -> Result<Duration, &'static str> {
    const DAY: f64 = 86_400.0;
    if (0.0..=DAY).contains(&number) {
        Ok(Duration::from_secs_f64(number))
    } else {
        Err("expected a number of seconds, from 0 to 86400")
    }
}

/// How to send an engine a time with a fraction of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fractions {
    /// `bestmove time 00:00:00.5`
    Time,
    /// `bestmove seconds 0.5`, as nokamute has it.
    Seconds,
    /// The engine takes only whole seconds.
    None,
}

/// An engine of the Universal Hive Protocol: a program that runs until this value is dropped.
///
/// No call waits longer than its limit. After an error for which [`EngineError::is_alive`] is false, the engine no
/// longer answers.
///
/// ```no_run
/// use skep_engine::{Engine, EngineLimits, Program};
/// use skep_records::Game;
/// use skep_tactics::SearchLimit;
/// use std::time::Duration;
///
/// let mut engine = Engine::start(&Program::parse("nokamute uhp").expect("a program"), EngineLimits::default())?;
/// engine.new_game(&Game::of_variant("Base+MLP").expect("a variant"))?;
/// let answer = engine.best_move(SearchLimit::Depth(2), Duration::from_secs(60))?;
/// println!("{} plays {}", engine.name(), answer.best.turn);
/// # Ok::<(), skep_engine::EngineError>(())
/// ```
pub struct Engine {
    process: Process,
    limits: EngineLimits,
    name: String,
    capabilities: Vec<String>,
    fractions: Fractions,
    is_dead: bool,
}

impl Engine {
    /// Starts a program and reads its greeting.
    ///
    /// # Errors
    /// The program cannot be started, or it is not an engine.
    pub fn start(program: &Program, limits: EngineLimits) -> Result<Engine, EngineError> {
        let process = Process::start(program, limits.output).map_err(|error| {
            let message = format!("cannot start {}: {error}", program.path.display());
            EngineError::new(Failure::NotStarted, message)
        })?;
        let mut engine = Engine {
            process,
            limits,
            name: String::new(),
            capabilities: Vec::new(),
            fractions: Fractions::Time,
            is_dead: false,
        };
        let greeting = engine.read_answer("the start", Instant::now() + limits.start);
        let greeting = greeting.map_err(|error| match error.failure {
            Failure::Hang => EngineError::new(
                Failure::NoGreeting,
                format!("the engine prints no greeting within {:?}", limits.start),
            ),
            _ => error,
        })?;
        engine.read_greeting(&greeting)?;
        Ok(engine)
    }

    fn read_greeting(&mut self, lines: &[String]) -> Result<(), EngineError> {
        let Some(name) = name_in(lines) else {
            let first = lines.first().map_or("", String::as_str);
            return Err(EngineError::new(
                Failure::NoGreeting,
                format!("the greeting has no line with id: {}", quoted(first)),
            ));
        };
        self.name = name;
        let others = lines.iter().filter(|line| !line.starts_with("id "));
        self.capabilities = others
            .flat_map(|line| line.split(';'))
            .map(|word| word.trim().to_owned())
            .filter(|word| !word.is_empty())
            .collect();
        Ok(())
    }

    /// The name that the engine gives itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the engine says it can do: `Mosquito`, `Ladybug`, `Pillbug`.
    pub fn capabilities(&self) -> &[String] {
        &self.capabilities
    }

    /// Whether the engine says that it knows all bugs of a plain variant.
    pub fn knows(&self, game_type: hive::GameType) -> bool {
        let expansions = [
            (hive::Bug::Mosquito, "Mosquito"),
            (hive::Bug::Ladybug, "Ladybug"),
            (hive::Bug::Pillbug, "Pillbug"),
        ];
        expansions.iter().all(|(bug, name)| {
            let is_known = |known: &String| known.eq_ignore_ascii_case(name);
            !game_type.has(*bug) || self.capabilities.iter().any(is_known)
        })
    }

    /// Whether the engine has ended, or failed in a way after which its answers cannot be trusted.
    pub fn is_dead(&self) -> bool {
        self.is_dead
    }

    /// What kills the engine from another thread, also while a call waits for its answer.
    pub fn killer(&self) -> Killer {
        self.process.killer()
    }

    /// Sends a command and returns the lines of the answer, which may refuse the command.
    ///
    /// # Errors
    /// There is no answer.
    pub fn exchange(
        &mut self,
        command: &str,
        allowed: Duration,
    ) -> Result<Vec<String>, EngineError> {
        let [answer] = self.exchange_all([command], allowed)?;
        Ok(answer)
    }

    /// Sends commands together, which is faster, and returns the lines of each answer.
    pub(crate) fn exchange_all<const N: usize>(
        &mut self,
        commands: [&str; N],
        allowed: Duration,
    ) -> Result<[Vec<String>; N], EngineError> {
        if self.is_dead {
            return Err(EngineError::not_started());
        }
        // A limit, because an engine can print blank lines without an end.
        for _ in 0..MOST_BLANK_LINES {
            match self.process.received() {
                None => break,
                Some(EngineOutput::Line(line)) if line.trim_ascii().is_empty() => {}
                Some(EngineOutput::Line(line)) => {
                    let line = String::from_utf8_lossy(&line);
                    let line = quoted(line.trim_end());
                    return Err(self.dead(
                        Failure::Garbage,
                        format!("the engine printed {line} without a command"),
                    ));
                }
                Some(EngineOutput::TooLong) => return Err(self.too_much(&commands.join(" "))),
                Some(EngineOutput::End) => return Err(self.crash(&commands.join(" "))),
            }
        }
        self.process.send(&commands.join("\n"));
        let mut answers = [const { Vec::new() }; N];
        for (answer, command) in answers.iter_mut().zip(commands) {
            *answer = self.read_answer(command, Instant::now() + allowed)?;
        }
        Ok(answers)
    }

    fn read_answer(&mut self, command: &str, until: Instant) -> Result<Vec<String>, EngineError> {
        let mut lines = Vec::new();
        let mut size = 0;
        let begin = Instant::now();
        loop {
            let line = match self.process.receive(until) {
                Some(EngineOutput::Line(line)) => line,
                Some(EngineOutput::TooLong) => return Err(self.too_much(command)),
                Some(EngineOutput::End) => return Err(self.crash(command)),
                // The engine ended, but another process that it started keeps the output open.
                None if self.process.ended(Duration::ZERO).is_some() => {
                    return Err(self.crash(command));
                }
                None => {
                    let allowed = until.saturating_duration_since(begin);
                    let message = format!(
                        "the engine does not answer {} within {:.1} s",
                        named(command),
                        allowed.as_secs_f64()
                    );
                    return Err(self.dead(Failure::Hang, message));
                }
            };
            size += line.len();
            if size > self.limits.output {
                return Err(self.too_much(command));
            }
            let Ok(line) = String::from_utf8(line) else {
                let message = format!("the answer to {} is not text", named(command));
                return Err(self.dead(Failure::Garbage, message));
            };
            // Some runtimes begin their output with a byte order mark.
            match line.trim_start_matches('\u{feff}').trim() {
                "ok" => return Ok(lines),
                line => lines.push(line.to_owned()),
            }
        }
    }

    fn dead(&mut self, failure: Failure, message: String) -> EngineError {
        self.is_dead = true;
        EngineError::new(failure, message)
    }

    fn crash(&mut self, command: &str) -> EngineError {
        let message = format!("{} at {}", self.process.end_in_words(), named(command));
        self.dead(Failure::Crash, message)
    }

    fn too_much(&mut self, command: &str) -> EngineError {
        let message = format!(
            "the answer to {} is longer than {} bytes",
            named(command),
            self.limits.output
        );
        self.dead(Failure::TooMuchOutput, message)
    }

    /// Sends a command and returns the lines of the answer.
    ///
    /// # Errors
    /// There is no answer, or the engine refuses the command.
    pub fn ask(&mut self, command: &str, allowed: Duration) -> Result<Vec<String>, EngineError> {
        let lines = self.exchange(command, allowed)?;
        match refusal(&lines) {
            None => Ok(lines),
            Some(line) => Err(EngineError::new(
                Failure::Refusal,
                format!("the engine refuses {}: {}", named(command), quoted(line)),
            )),
        }
    }

    fn ask_for_line(&mut self, command: &str) -> Result<String, EngineError> {
        let lines = self.ask(command, self.limits.answer)?;
        let line = lines.into_iter().rfind(|line| !line.is_empty());
        line.ok_or_else(|| {
            let message = format!("the answer to {} is empty", named(command));
            EngineError::new(Failure::Garbage, message)
        })
    }

    /// The options that the engine lists.
    ///
    /// # Errors
    /// Those of [`Engine::ask`].
    pub fn options(&mut self) -> Result<Vec<EngineOption>, EngineError> {
        let lines = self.ask("options", self.limits.answer)?;
        Ok(lines
            .iter()
            .filter_map(|line| EngineOption::parse(line))
            .collect())
    }

    /// Sets an option.
    ///
    /// # Errors
    /// The engine does not have the option or the value, or does not answer.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let command = format!("options set {} {}", one_line(name), one_line(value));
        self.ask(&command, self.limits.answer).map(drop)
    }

    /// Makes the engine print its scores with `bestmove`, if the engine has the option of Mzinga for it. Returns false
    /// if it has not.
    ///
    /// # Errors
    /// The engine does not answer.
    pub fn report_scores(&mut self) -> Result<bool, EngineError> {
        self.set_if_known(REPORT_SCORES, "True")
    }

    /// Makes the engine say what it thinks on standard error, if the engine has the option of nokamute for it. See
    /// [`Engine::take_said`]. Returns whether it has the option.
    ///
    /// # Errors
    /// The engine does not answer.
    pub fn report_thoughts(&mut self) -> Result<bool, EngineError> {
        self.set_if_known(VERBOSE, "True")
    }

    /// The last part of what the engine wrote to standard error since the last call. What it wrote just now may be
    /// missing.
    pub fn take_said(&self) -> String {
        self.process.take_stderr()
    }

    /// Makes `bestmove` print this number of best turns, if the engine has the option [`LINES`]. Returns whether it has
    /// the option.
    ///
    /// # Errors
    /// The engine does not answer, or refuses the number.
    pub fn report_lines(&mut self, lines: u32) -> Result<bool, EngineError> {
        self.set_if_known(LINES, &lines.to_string())
    }

    /// Sets an option if the engine has it. Returns whether it has.
    fn set_if_known(&mut self, name: &str, value: &str) -> Result<bool, EngineError> {
        let options = match self.options() {
            Ok(options) => options,
            // It has no options.
            Err(error) if error.is_alive() => Vec::new(),
            Err(error) => return Err(error),
        };
        let is_known = options.iter().any(|option| option.name == name);
        if is_known {
            self.set_option(name, value)?;
        }
        Ok(is_known)
    }

    /// Whether the engine knows `bestmove nodes`.
    ///
    /// # Errors
    /// The engine does not answer.
    pub fn counts_nodes(&mut self) -> Result<bool, EngineError> {
        self.new_game(&Game::default())?;
        match self.best_move(SearchLimit::Nodes(1), self.limits.answer) {
            Ok(_) => Ok(true),
            Err(error) if error.failure == Failure::Refusal => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Puts a game on the board of the engine: its variant and its turns, from any notation. Returns the
    /// GameString with which the engine answers.
    ///
    /// # Errors
    /// The engine refuses the game or does not answer.
    pub fn new_game(&mut self, game: &Game) -> Result<String, EngineError> {
        let text = each_game!(game, Game(played) => game_string(played));
        self.ask_for_line(&format!("newgame {}", one_line(&text)))
    }

    /// Plays a turn, and returns the GameString with which the engine answers.
    ///
    /// # Errors
    /// The engine refuses the turn or does not answer.
    pub fn play(&mut self, turn: &str) -> Result<String, EngineError> {
        match turn {
            "pass" => self.ask_for_line("pass"),
            turn => self.ask_for_line(&format!("play {}", one_line(turn))),
        }
    }

    /// Takes turns back, and returns the GameString with which the engine answers.
    ///
    /// # Errors
    /// The game has fewer turns, or the engine does not answer.
    pub fn undo(&mut self, turns: u32) -> Result<String, EngineError> {
        self.ask_for_line(&format!("undo {turns}"))
    }

    /// The turns that the engine finds legal, as it spells them.
    ///
    /// # Errors
    /// The engine has no game or does not answer.
    pub fn valid_moves(&mut self) -> Result<Vec<String>, EngineError> {
        let lines = self.ask("validmoves", self.limits.answer)?;
        Ok(turns_of(&lines))
    }

    /// The turn that the engine would play. `allowed` is the time for the answer, which may be longer than the limit.
    ///
    /// # Errors
    /// The engine answers without a turn, or not at all.
    pub fn best_move(
        &mut self,
        limit: SearchLimit,
        allowed: Duration,
    ) -> Result<BestMove, EngineError> {
        loop {
            let command = match limit {
                SearchLimit::Depth(plies) => format!("bestmove depth {plies}"),
                SearchLimit::Time(time) => self.timed(time)?,
                SearchLimit::Nodes(nodes) => format!("bestmove nodes {nodes}"),
            };
            let begin = Instant::now();
            let lines = self.exchange(&command, allowed)?;
            let time = begin.elapsed();
            if let Some(line) = refusal(&lines) {
                let is_fraction =
                    matches!(limit, SearchLimit::Time(time) if time.subsec_millis() > 0);
                if is_fraction && line.starts_with("err") {
                    self.fractions = match self.fractions {
                        Fractions::Time => Fractions::Seconds,
                        Fractions::Seconds | Fractions::None => Fractions::None,
                    };
                    continue;
                }
                return Err(EngineError::new(
                    Failure::Refusal,
                    format!("the engine refuses {command}: {}", quoted(line)),
                ));
            }
            return BestMove::of_lines(&lines, time).ok_or_else(|| {
                let message = format!("the engine answers {command} without a move");
                EngineError::new(Failure::NoMove, message)
            });
        }
    }

    /// The command for a time, in the form that the engine knows.
    fn timed(&self, time: Duration) -> Result<String, EngineError> {
        let seconds = time.as_secs();
        let mut text = format!(
            "{:02}:{:02}:{:02}",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60
        );
        if time.subsec_millis() == 0 {
            return Ok(format!("bestmove time {text}"));
        }
        match self.fractions {
            Fractions::Time => {
                // Writing to a string cannot fail.
                let _ = write!(text, ".{:03}", time.subsec_millis());
                Ok(format!("bestmove time {text}"))
            }
            Fractions::Seconds => Ok(format!("bestmove seconds {:.3}", time.as_secs_f64())),
            Fractions::None => Err(EngineError::new(
                Failure::Refusal,
                "the engine takes only whole seconds",
            )),
        }
    }

    /// The legal move that the engine would play in a position, and its answer. The position must be the one that the
    /// engine has on its board.
    ///
    /// # Errors
    /// Those of [`Engine::best_move`], and the rule that the move breaks.
    pub fn choose(
        &mut self,
        position: &hive::Position,
        limit: SearchLimit,
        allowed: Duration,
    ) -> Result<(hive::Move, BestMove), EngineError> {
        let answer = self.best_move(limit, allowed)?;
        let mv = turn::legal(position, &answer.best.turn)?;
        Ok((mv, answer))
    }

    /// Asks the engine to end. It is killed if it does not.
    pub fn quit(mut self) {
        if !self.is_dead {
            self.process.send("exit");
            self.process.ended(self.limits.exit);
        }
    }
}

/// The option of Mzinga with which it prints what it thinks: a turn, a depth and a score.
pub const REPORT_SCORES: &str = "ReportIntermediateBestMoves";

/// The option of nokamute with which it says what it thinks on standard error.
const VERBOSE: &str = "Verbose";

/// The option for the number of turns that `bestmove` prints with their scores, the best last. skep has it.
pub const LINES: &str = "MultiPV";

/// The GameString of a game, or the state of a game that no GameString can hold.
pub(crate) fn game_string<R: Rules>(game: &Played<R>) -> String {
    let verdict = Verdict::of_game(game.clone());
    let text = verdict.game_string(&Record::default());
    text.unwrap_or_else(|| game.state())
}

/// The blank lines that may follow an answer.
const MOST_BLANK_LINES: u32 = 16;

/// The name in an answer to `info`, on one line and not too long.
pub(crate) fn name_in(lines: &[String]) -> Option<String> {
    const MOST: usize = 80;
    let name = lines.iter().find_map(|line| line.strip_prefix("id "))?;
    let name = name.replace(char::is_control, " ");
    Some(name.trim().chars().take(MOST).collect())
}

/// The turns of an answer to `validmoves`.
pub(crate) fn turns_of(lines: &[String]) -> Vec<String> {
    let turns = lines.iter().flat_map(|line| line.split(';'));
    let turns = turns.map(str::trim).filter(|turn| !turn.is_empty());
    turns.map(ToOwned::to_owned).collect()
}

/// The line with which an engine refuses a command, if it does.
pub(crate) fn refusal(lines: &[String]) -> Option<&str> {
    let is_refusal = |line: &&String| {
        let word = line.split_whitespace().next().unwrap_or_default();
        word.eq_ignore_ascii_case("err") || word.eq_ignore_ascii_case("invalidmove")
    };
    lines.iter().find(is_refusal).map(String::as_str)
}

/// A command for a message, without a long argument.
fn named(command: &str) -> String {
    let mut words = command.splitn(2, ' ');
    match (words.next(), words.next()) {
        (Some(word), Some(rest)) if rest.len() > 40 => format!("{word} ..."),
        _ => command.to_owned(),
    }
}

/// A text that cannot end the line of a command.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
