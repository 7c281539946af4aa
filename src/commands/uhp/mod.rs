//! `skep uhp`: the Universal Hive Protocol on standard input and output.

pub(in crate::commands) mod asked;
mod conformance;
mod options;
mod session;

use std::io::{self, BufRead, Read as _, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use clap::Args;

use crate::cli::args::MOST_THREADS;
use crate::cli::game_text::GAME_TYPES;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::output::{self, Exit, Output};
use crate::scan::RuleArguments as RuleArgs;
use crate::scan::one_game::require_sound;
use crate::text;
use skep_analysis::GameReader;
use skep_analysis::openings::PlayBook;
use skep_engine::{LINES, Program, REPORT_SCORES};
use skep_records::diag::Code;
use skep_records::game::{OfGame as _, Venom};
use skep_records::notation::write::MAX_GAME_BYTES;
use skep_records::record::Termination;
use skep_records::{Format, Game, JudgeOptions, Played, Rules as _};
use skep_rules::hive::GameType;
use skep_rules::state::is_state;
use skep_tactics::SearchLimit;

use session::{AnySession, EngineChoice};
pub(in crate::commands) use session::{Interpret, UhpSession};

/// Run a rules engine for the Universal Hive Protocol (UHP)
///
/// Reads commands from standard input: info, newgame, play, pass, validmoves, bestmove, undo, options, perft, exit.
///
/// bestmove depth N looks N plies ahead and always gives the same turn for a position. bestmove time HH:MM:SS thinks
/// for at most this time, with two digits in each field; the seconds may have a fraction. bestmove nodes N looks at
/// about N positions, and also always gives the same turn for a position. The engine plays a win that it can prove and
/// avoids turns that lose by force. Otherwise it looks for the best turn. It compares positions by the cells around the
/// queens, the pieces that can go there, and those that can move. What each is worth is fitted to results of games.
/// Ctrl-C stops the search, and the engine answers with the best turn so far. So does the end of the input, after a
/// second.
///
/// newgame also takes a state or a HOP (see skep help notations). Such a game has no GameString, so answers have a
/// state in its place. A GameString whose State or Turn field contradicts its moves is an error; a result that the
/// board does not show is taken as a resignation or an agreed draw, and the game can go on.
///
/// The options for rules are options of the protocol too: options lists them, and options set Repetition draw changes
/// an option for new games. Opening has no auto, because auto depends on the record of a finished game. perft N counts
/// the lines of play of 1 to N plies, and perft N divide counts them for each move.
///
/// options set ReportIntermediateBestMoves True makes bestmove first print the turn with its depth, its score and the
/// expected line: wA1 bQ-;2;0.75;wA1 bQ-;bS1 wQ/. The score is the logarithm of the odds to win: 0 is a chance of 50 %,
/// 1 is 73 %, -1 is 27 %; 1000 is a forced win. With options set MultiPV 3, it prints the three best turns, the best
/// last.
///
/// options set Threads 4 makes four threads search together, which looks further ahead in the same time. With more than
/// one, a number of plies or positions does not always give the same turn.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Uhp {
    /// Answer bestmove from a book of openings while it has the position
    ///
    /// skep openings games/ -o book.hop.tsv makes a book. The engine plays the turn that most games played.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    #[command(flatten)]
    test: conformance::TestArgs,

    #[command(flatten)]
    rules: RuleArgs,
}

const EXAMPLES: &str = "\
Examples:
  skep uhp --book book.hop.tsv
  skep uhp --test \"nokamute uhp\"
  skep uhp --test ./engine --format junit > uhp.xml";

/// How to start this program, if it is not a program of its own.
pub static OWN: OnceLock<Program> = OnceLock::new();

/// The program of an engine as it is typed: a command line, or `skep` for this program.
pub(in crate::commands) fn program(command: &str) -> anyhow::Result<Program> {
    output::interrupt::end_engines();
    if command.trim() == "skep" {
        let mut own = match OWN.get() {
            Some(own) => own.clone(),
            None => Program::new(std::env::current_exe().context("the path of skep is unknown")?),
        };
        own.arguments.push("uhp".into());
        return Ok(own);
    }
    Program::parse(command)
        .with_context(|| format!("{command}: expected a program and its arguments"))
}

impl Uhp {
    pub const INFO: CommandInfo = CommandInfo {
        other_names: &["engine"],
        tips: &[
            "conformance: uhp --test PROGRAM",
            "play: uhp as the engine of a program with a board, such as MzingaViewer; to step through a game, use skep replay FILE",
            "--engine --program: to test another engine, use --test PROGRAM; to let it judge games, use skep annotate --engine PROGRAM FILE",
            "bestmove best-move go: uhp",
            "--bestmove --best-move --go: commands come from standard input, such as newgame GAMESTRING, and on the next line bestmove depth 3",
            "--match --games --play: for games between engines, use skep match",
        ],
        exit: [
            "the input ended, or the tested engine has no difference",
            "the tested engine has a difference",
            "the arguments are invalid, or an engine could not start",
        ],
        ..CommandInfo::new(CommandGroup::Engine, 63)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        if let Some(exit) = self.test.run()? {
            return Ok(exit);
        }
        let book = match &self.book {
            None => PlayBook::default(),
            Some(path) => {
                ensure!(
                    !output::is_packed(path),
                    "{}: unpack the book first",
                    path.display()
                );
                output::parsed(path, PlayBook::parse)?
            }
        };
        let mut engine = UhpEngine {
            game: None,
            book,
            rules: self.rules.options(),
            ..UhpEngine::default()
        };
        engine.interrupt.watch()?;
        let mut out = Output::stdout();
        let mut answer = engine.answer("info").unwrap_or_default();
        let lines = read_lines(engine.interrupt.clone())?;
        loop {
            out.write_all(answer.as_bytes())?;
            out.flush()?;
            let Ok(line) = lines.recv() else { break };
            answer = match line? {
                InputLine::Whole(line) => {
                    match engine.answer(String::from_utf8_lossy(&line).trim()) {
                        Some(answer) => answer,
                        None => break,
                    }
                }
                InputLine::TooLong => {
                    format!("err the line is longer than {} MiB\nok\n", MOST_LINE >> 20)
                }
            };
        }
        out.finish()?;
        Ok(Exit::Success)
    }
}

/// The longest line in bytes that is read: a GameString as long as a game can be.
const MOST_LINE: usize = MAX_GAME_BYTES;

/// A line of the input.
enum InputLine {
    /// A line that is not too long.
    Whole(Vec<u8>),
    /// A longer line. It is skipped without being held in memory.
    TooLong,
}

/// Reads the lines of standard input in a thread of its own, which sees the end of the input also during a search.
fn read_lines(interrupt: Interrupt) -> io::Result<Receiver<io::Result<InputLine>>> {
    // One line waits, so that a client cannot fill the memory.
    let (send, lines) = mpsc::sync_channel(1);
    thread::Builder::new().spawn(move || {
        let mut input = io::stdin().lock();
        while let Some(line) = read_line(&mut input).transpose() {
            let is_last = line.is_err();
            if send.send(line).is_err() || is_last {
                return;
            }
        }
        drop(send);
        interrupt.stop_searches();
    })?;
    Ok(lines)
}

/// The next line; none at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut line = Vec::new();
    // One byte more shows that the line is too long.
    let most = MOST_LINE as u64 + 1;
    if input.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() <= MOST_LINE || line.ends_with(b"\n") {
        return Ok(Some(InputLine::Whole(line)));
    }
    input.skip_until(b'\n')?;
    Ok(Some(InputLine::TooLong))
}

/// The state of the session.
pub struct UhpEngine {
    game: Option<Box<dyn AnySession>>,
    rules: JudgeOptions,
    book: PlayBook,
    interrupt: Interrupt,
    /// Whether searches and counts are cut short.
    is_quick: bool,
    /// Whether `bestmove` prints a score.
    reports_scores: bool,
    /// For how many turns `bestmove` prints a score, if it prints scores.
    lines: usize,
    /// How many threads search.
    threads: usize,
}

impl Default for UhpEngine {
    fn default() -> UhpEngine {
        UhpEngine {
            game: None,
            rules: JudgeOptions::default(),
            book: PlayBook::default(),
            interrupt: Interrupt::default(),
            is_quick: false,
            reports_scores: false,
            lines: 1,
            threads: 1,
        }
    }
}

/// The largest number of turns for which `bestmove` prints a score.
const MOST_LINES: usize = 100;

/// The option for the number of threads, by its name in UCI.
const THREADS: &str = "Threads";

/// The limits of a quick engine: the plies of a search or count, and the time and positions of a search.
const QUICK: (u32, Duration, u64) = (2, Duration::from_millis(20), 1000);

/// How long a search may go on after the end of the input: its client has gone, or it is the last line of a script.
const AFTER_THE_END: Duration = Duration::from_secs(1);

/// What SIGINT does: during a search, it stops the search; otherwise, it ends the program.
#[derive(Clone)]
struct Interrupt {
    /// Whether no search is running.
    is_idle: Arc<AtomicBool>,
    /// Whether the search should stop.
    is_stopped: Arc<AtomicBool>,
}

impl Default for Interrupt {
    fn default() -> Interrupt {
        Interrupt {
            is_idle: Arc::new(AtomicBool::new(true)),
            is_stopped: Arc::default(),
        }
    }
}

impl Interrupt {
    #[cfg(unix)]
    fn watch(&self) -> io::Result<()> {
        use signal_hook::consts::SIGINT;
        if output::interrupt::is_ignored(SIGINT) {
            return Ok(());
        }
        signal_hook::flag::register_conditional_default(SIGINT, Arc::clone(&self.is_idle))?;
        signal_hook::flag::register(SIGINT, Arc::clone(&self.is_stopped))?;
        Ok(())
    }

    #[cfg(not(unix))]
    fn watch(&self) -> io::Result<()> {
        use signal_hook::consts::SIGINT;
        let Interrupt {
            is_idle,
            is_stopped,
        } = self.clone();
        output::interrupt::watch_the_console(move |signal| {
            if signal != SIGINT || is_idle.load(Ordering::SeqCst) {
                std::process::exit(128 + signal);
            }
            is_stopped.store(true, Ordering::SeqCst);
        })
    }

    /// Stops each search that is running for [`AFTER_THE_END`], for ever.
    fn stop_searches(&self) {
        const STEP: Duration = Duration::from_millis(20);
        let mut searched = Duration::ZERO;
        loop {
            thread::sleep(STEP);
            if self.is_idle.load(Ordering::SeqCst) {
                searched = Duration::ZERO;
                continue;
            }
            searched += STEP;
            if searched >= AFTER_THE_END && !self.is_stopped.load(Ordering::SeqCst) {
                // The program ends soon after the search.
                output::note(format_args!(
                    "the input has ended, so bestmove answers with the best turn so far"
                ));
                self.is_stopped.store(true, Ordering::SeqCst);
            }
        }
    }

    /// Runs a search, which gets the flag that stops it.
    fn while_searching<T>(&self, search: impl FnOnce(Arc<AtomicBool>) -> T) -> T {
        self.is_stopped.store(false, Ordering::SeqCst);
        self.is_idle.store(false, Ordering::SeqCst);
        let found = search(Arc::clone(&self.is_stopped));
        self.is_idle.store(true, Ordering::SeqCst);
        found
    }
}

/// Why a command is refused.
enum CommandRefusal {
    Error(String),
    InvalidMove(String),
}

impl UhpEngine {
    /// An engine for the fuzz targets, which no line keeps busy for long.
    pub fn quick() -> UhpEngine {
        UhpEngine {
            is_quick: true,
            ..UhpEngine::default()
        }
    }

    /// A number of plies, which is small if the engine is quick.
    fn plies(&self, plies: u32) -> u32 {
        if self.is_quick {
            plies.min(QUICK.0)
        } else {
            plies
        }
    }

    /// The response to one line, including `ok`; none for `exit`.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let answer = match command.to_ascii_lowercase().as_str() {
            "exit" => return None,
            // An empty line is not a command.
            "" => return Some(String::new()),
            "info" => Ok(format!(
                "id skep v{}\nMosquito;Ladybug;Pillbug",
                env!("CARGO_PKG_VERSION")
            )),
            "newgame" => self.new_game(rest),
            "play" => self.play(rest),
            "pass" => self.play("pass"),
            "validmoves" => self.game().map(|game| game.valid_moves()),
            "undo" => self.undo(rest),
            "options" => self.options(rest),
            "perft" => self.perft(rest),
            "bestmove" => self.best_move(rest),
            _ => Err(CommandRefusal::Error(format!("unknown command: {command}"))),
        };
        Some(match answer {
            Ok(text) if text.is_empty() => "ok\n".to_owned(),
            Ok(text) => format!("{text}\nok\n"),
            Err(CommandRefusal::Error(why)) => format!("err {why}\nok\n"),
            Err(CommandRefusal::InvalidMove(why)) => format!("invalidmove {why}\nok\n"),
        })
    }

    fn game(&mut self) -> Result<&mut Box<dyn AnySession>, CommandRefusal> {
        self.game.as_mut().ok_or_else(no_game)
    }

    fn new_game(&mut self, argument: &str) -> Result<String, CommandRefusal> {
        let fails = |why: anyhow::Error| CommandRefusal::Error(format!("{why:#}"));
        let game = if argument.is_empty() {
            self.start(Game::default())
        } else if is_state(argument) {
            let game = Game::of_state(argument).map_err(|error| fails(error.into()))?;
            if game.kind().is_hexit() {
                return Err(CommandRefusal::Error(
                    "UHP does not support Hex-It".to_owned(),
                ));
            }
            game
        } else if argument.contains(';') {
            let mut reader = GameReader::new(self.rules);
            reader.read_text(Format::Uhp, argument);
            require_sound(&reader.verdict, None).map_err(fails)?;
            match contradiction(&reader) {
                Some(why) => return Err(CommandRefusal::Error(why)),
                None => reader.verdict.game,
            }
        } else {
            match Game::of_variant(argument).filter(|game| !game.kind().is_hexit()) {
                Some(game) => self.start(game),
                None => return Err(no_game_type(argument)),
            }
        };
        let game: Box<dyn AnySession> = match game.hive() {
            Some(game) => Box::new(UhpSession::new(game, self.rules)),
            None => Box::new(UhpSession::new(&Venom::take(&mut { game }), self.rules)),
        };
        Ok(self.game.insert(game).text())
    }

    /// A game without turns, under the current rules. Swarm always deals the same hands.
    fn start(&self, game: Game) -> Game {
        let game = game.under(&self.rules);
        let Some(complete) = Venom::of(&game) else {
            return game;
        };
        let options = Venom::deal(complete.options(), 0, 0);
        Played::<Venom>::new(options).into()
    }

    /// Counts the lines of play of up to a number of plies, or of this number for each move.
    fn perft(&mut self, argument: &str) -> Result<String, CommandRefusal> {
        let (depth, how) = argument
            .split_once(char::is_whitespace)
            .unwrap_or((argument, ""));
        let depth = depth.parse().ok().filter(|depth| (1..=255).contains(depth));
        let depth = depth.map(|depth| self.plies(depth));
        match (depth, how.trim()) {
            (Some(depth), "") => Ok(self.game()?.perft(depth)),
            (Some(depth), "divide") => Ok(self.game()?.divide(depth)),
            _ => Err(CommandRefusal::Error(
                "expected perft N or perft N divide, with 1 to 255 plies".to_owned(),
            )),
        }
    }

    /// The turn that the engine would play.
    fn best_move(&mut self, argument: &str) -> Result<String, CommandRefusal> {
        let refuse = |why: &str| CommandRefusal::Error(why.to_owned());
        let limit = limit(argument).ok_or_else(|| {
            refuse("expected bestmove depth N, with 1 to 255 plies, bestmove time HH:MM:SS or bestmove nodes N")
        })?;
        let limit = match limit {
            SearchLimit::Depth(plies) => SearchLimit::Depth(self.plies(plies)),
            SearchLimit::Time(time) if self.is_quick => SearchLimit::Time(time.min(QUICK.1)),
            SearchLimit::Nodes(nodes) if self.is_quick => SearchLimit::Nodes(nodes.min(QUICK.2)),
            limit => limit,
        };
        let game = self.game.as_ref().ok_or_else(no_game)?;
        if let Some(turn) = game.book_move(&self.book) {
            return Ok(turn);
        }
        let lines = if self.reports_scores { self.lines } else { 0 };
        let threads = self.threads;
        let search = |stop| game.best_move(limit, lines, threads, stop);
        let best = self.interrupt.while_searching(search);
        let EngineChoice { turn, considered } = best.ok_or_else(|| refuse("the game is over"))?;
        // Programs that read the protocol use the last line about a turn, so the best turn comes last.
        let lines = considered.into_iter().rev().chain([turn]);
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }

    fn play(&mut self, text: &str) -> Result<String, CommandRefusal> {
        let game = self.game()?;
        game.play(text)
            .map_err(|why| CommandRefusal::InvalidMove(format!("{text}: {why}")))?;
        Ok(game.text())
    }

    fn undo(&mut self, argument: &str) -> Result<String, CommandRefusal> {
        let game = self.game()?;
        let n = match argument {
            "" => 1,
            n => n
                .parse::<usize>()
                .map_err(|_| CommandRefusal::Error(format!("invalid number of moves: {n}")))?,
        };
        let played = game.plies();
        if n == 0 || n > played {
            return Err(CommandRefusal::Error(format!(
                "cannot undo {n} of {}",
                text::counted(played as u64, "move", "moves")
            )));
        }
        game.undo(n);
        Ok(game.text())
    }

    fn options(&mut self, argument: &str) -> Result<String, CommandRefusal> {
        let mut words = argument.split_whitespace();
        let (verb, name, value) = (words.next(), words.next(), words.next());
        if name.is_some_and(|name| name.eq_ignore_ascii_case(REPORT_SCORES)) {
            return self.report_scores(verb, value);
        }
        if name.is_some_and(|name| name.eq_ignore_ascii_case(LINES)) {
            set_number(&mut self.lines, MOST_LINES, verb, value)?;
            return Ok(self.lines_line());
        }
        if name.is_some_and(|name| name.eq_ignore_ascii_case(THREADS)) {
            set_number(&mut self.threads, MOST_THREADS.into(), verb, value)?;
            return Ok(self.threads_line());
        }
        let choice = match name {
            Some(name) => match options::named(name) {
                Some(choice) => Some(choice),
                None => return Err(CommandRefusal::Error(format!("unknown option: {name}"))),
            },
            None => None,
        };
        match (verb, choice, value) {
            (None, None, None) => {
                let lines = options::all().map(|choice| options::line(choice, &self.rules));
                let lines =
                    lines.chain([self.scores_line(), self.lines_line(), self.threads_line()]);
                Ok(lines.collect::<Vec<_>>().join("\n"))
            }
            (Some("get"), Some(choice), None) => Ok(options::line(choice, &self.rules)),
            (Some("set"), Some(choice), Some(value)) => {
                if !options::set(choice, &mut self.rules, value) {
                    return Err(CommandRefusal::Error(format!("unknown value: {value}")));
                }
                Ok(options::line(choice, &self.rules))
            }
            _ => Err(CommandRefusal::Error(
                "expected options, options get NAME or options set NAME VALUE".to_owned(),
            )),
        }
    }
}

impl UhpEngine {
    /// The option for scores as the protocol describes it.
    fn scores_line(&self) -> String {
        let now = if self.reports_scores { "True" } else { "False" };
        format!("{REPORT_SCORES};bool;{now};False")
    }

    /// The option for the number of turns, in the format of the protocol.
    fn lines_line(&self) -> String {
        format!("{LINES};int;{};1;1;{MOST_LINES}", self.lines)
    }

    /// The option for the number of threads, in the format of the protocol.
    fn threads_line(&self) -> String {
        format!("{THREADS};int;{};1;1;{MOST_THREADS}", self.threads)
    }

    fn report_scores(
        &mut self,
        verb: Option<&str>,
        value: Option<&str>,
    ) -> Result<String, CommandRefusal> {
        match (verb, value.map(str::to_ascii_lowercase).as_deref()) {
            (Some("get"), None) => {}
            (Some("set"), Some("true")) => self.reports_scores = true,
            (Some("set"), Some("false")) => self.reports_scores = false,
            _ => return Err(CommandRefusal::Error("expected True or False".to_owned())),
        }
        Ok(self.scores_line())
    }
}

/// Sets an option that is a number from 1 to `most`, unless the client only asks for it.
fn set_number(
    option: &mut usize,
    most: usize,
    verb: Option<&str>,
    value: Option<&str>,
) -> Result<(), CommandRefusal> {
    let number = value.and_then(|value| value.parse().ok());
    match (verb, value, number) {
        (Some("get"), None, _) => {}
        (Some("set"), _, Some(number)) if (1..=most).contains(&number) => *option = number,
        _ => {
            return Err(CommandRefusal::Error(format!(
                "expected a number from 1 to {most}"
            )));
        }
    }
    Ok(())
}

fn no_game() -> CommandRefusal {
    CommandRefusal::Error("no game in progress; try newgame".to_owned())
}

/// How a field of a GameString contradicts its moves.
fn contradiction(reader: &GameReader) -> Option<String> {
    let (record, verdict) = (&reader.record, &reader.verdict);
    // Only this engine's option ends the game here: the GameString may come from a program with another rule.
    let is_repetition = verdict.termination == Termination::Repetition;
    let found = verdict
        .diagnostics
        .iter()
        .find(|finding| match finding.code {
            Code::StateMismatch | Code::ResultMismatch => {
                !is_repetition || record.stated.result.is_final()
            }
            code => code == Code::TurnMismatch,
        });
    match found {
        Some(finding) => Some(finding.message.clone()),
        None if verdict.plies() == 0 && record.stated.result.is_final() => {
            let result = record.stated.result;
            Some(format!(
                "the State field says {result}, but no moves follow"
            ))
        }
        None => None,
    }
}

/// The limit that `bestmove` names.
fn limit(text: &str) -> Option<SearchLimit> {
    let (kind, value) = text.split_once(char::is_whitespace)?;
    let value = value.trim();
    match kind.to_ascii_lowercase().as_str() {
        "depth" => {
            let plies = value.parse().ok().filter(|plies| (1..=255).contains(plies));
            plies.map(SearchLimit::Depth)
        }
        "nodes" => {
            let nodes = value.parse().ok().filter(|nodes| *nodes > 0);
            nodes.map(SearchLimit::Nodes)
        }
        "time" => {
            let (whole, fraction) = value.split_once('.').unwrap_or((value, "0"));
            let mut fields = whole.split(':').map(two_digits);
            let (hours, minutes, seconds) = (fields.next()??, fields.next()??, fields.next()??);
            let is_number = fraction.bytes().all(|b| b.is_ascii_digit());
            if fields.next().is_some() || minutes >= 60 || seconds >= 60 || !is_number {
                return None;
            }
            let seconds = hours * 3600 + minutes * 60 + seconds;
            let part: f64 = format!("0.{fraction}").parse().ok()?;
            Some(SearchLimit::Time(
                Duration::from_secs(seconds) + Duration::from_secs_f64(part),
            ))
        }
        _ => None,
    }
}

/// A field of a time.
fn two_digits(field: &str) -> Option<u64> {
    let is_field = field.len() == 2 && field.bytes().all(|b| b.is_ascii_digit());
    is_field.then(|| field.parse().ok())?
}

/// The refusal of a variant, with all that are known.
fn no_game_type(text: &str) -> CommandRefusal {
    let why = text.parse::<GameType>().err();
    let why = why.map_or_else(
        || format!("`{text}` is not a variant of Hive"),
        |e| e.to_string(),
    );
    CommandRefusal::Error(format!("{why}; variants are {GAME_TYPES}"))
}
