//! `skep uhp`: the Universal Hive Protocol on standard input and output.

mod session;

use std::io::{self, BufRead, Write};

use clap::Args;

use crate::Exit;
use crate::game_text::require_sound;
use crate::reader::Reader;
use skep_records::game::{HiveComplete, HiveOptions, OfGame as _};
use skep_records::{Format, Game, JudgeOptions, Played, Rules as _};
use skep_rules::hive::{GameType, Opening};

use session::{InPlay, Session};

/// Run a rules engine for the Universal Hive Protocol (UHP)
///
/// Reads commands from standard input: info, newgame, play, pass, validmoves, undo, options, exit. The engine does not
/// choose moves: bestmove returns an error.
#[derive(Debug, Args)]
pub struct Uhp {}

impl Uhp {
    pub fn run(self) -> anyhow::Result<Exit> {
        let mut engine = Engine::default();
        let mut out = io::stdout().lock();
        let mut answer = engine.answer("info").unwrap_or_default();
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        loop {
            out.write_all(answer.as_bytes())?;
            out.flush()?;
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            let text = String::from_utf8_lossy(&line);
            match engine.answer(text.trim()) {
                Some(next) => answer = next,
                None => break,
            }
        }
        Ok(Exit::Success)
    }
}

/// The option for the opening rule of new games.
const OPENING: &str = "Opening";

/// The state of the session.
#[derive(Default)]
pub struct Engine {
    game: Option<Box<dyn InPlay>>,
    opening: Opening,
}

/// Why a command is refused.
enum Refusal {
    Error(String),
    InvalidMove(String),
}

impl Engine {
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
            "bestmove" => Err(Refusal::Error("skep does not choose moves".to_owned())),
            _ => Err(Refusal::Error(format!("unknown command: {command}"))),
        };
        Some(match answer {
            Ok(text) if text.is_empty() => "ok\n".to_owned(),
            Ok(text) => format!("{text}\nok\n"),
            Err(Refusal::Error(why)) => format!("err {why}\nok\n"),
            Err(Refusal::InvalidMove(why)) => format!("invalidmove {why}\nok\n"),
        })
    }

    fn game(&mut self) -> Result<&mut Box<dyn InPlay>, Refusal> {
        self.game
            .as_mut()
            .ok_or_else(|| Refusal::Error("no game in progress; try newgame".to_owned()))
    }

    fn new_game(&mut self, argument: &str) -> Result<String, Refusal> {
        let fails = |why: anyhow::Error| Refusal::Error(format!("{why:#}"));
        let game = if argument.is_empty() {
            self.start(Game::default())
        } else if argument.contains(';') {
            let mut reader = Reader::new(JudgeOptions::default());
            reader.read_text(Format::Uhp, argument);
            require_sound(&reader.verdict, None).map_err(fails)?;
            reader.verdict.game
        } else {
            let plain = argument.parse::<GameType>();
            match Game::of_variant(argument).filter(|game| !game.kind().is_hexit()) {
                Some(game) => self.start(game),
                None => return Err(fails(plain.unwrap_err().into())),
            }
        };
        let game: Box<dyn InPlay> = match game.hive() {
            Some(game) => {
                let mut game = game.clone();
                if self.opening == Opening::Open {
                    game.set_options(HiveOptions {
                        opening: Opening::Open,
                        ..*game.options()
                    });
                }
                Box::new(Session::new(game))
            }
            None => Box::new(Session::new(HiveComplete::take(&mut { game }))),
        };
        Ok(self.game.insert(game).text())
    }

    /// A game without turns, under the current opening rule. Swarm always deals the same hands.
    fn start(&self, game: Game) -> Game {
        let Some(complete) = HiveComplete::of(&game) else {
            return game;
        };
        let mut options = HiveComplete::deal(complete.options(), 0, 0);
        if self.opening == Opening::Open {
            options.opening = Opening::Open;
        }
        Played::<HiveComplete>::new(options).into()
    }

    fn play(&mut self, text: &str) -> Result<String, Refusal> {
        let game = self.game()?;
        game.play(text)
            .map_err(|why| Refusal::InvalidMove(format!("{text}: {why}")))?;
        Ok(game.text())
    }

    fn undo(&mut self, argument: &str) -> Result<String, Refusal> {
        let game = self.game()?;
        let n = match argument {
            "" => 1,
            n => n
                .parse::<usize>()
                .map_err(|_| Refusal::Error(format!("invalid number of moves: {n}")))?,
        };
        let played = game.plies();
        if n == 0 || n > played {
            return Err(Refusal::Error(format!("cannot undo {n} of {played} moves")));
        }
        game.undo(n);
        Ok(game.text())
    }

    fn options(&mut self, argument: &str) -> Result<String, Refusal> {
        let mut words = argument.split_whitespace();
        let (verb, name, value) = (words.next(), words.next(), words.next());
        if let Some(name) = name
            && !name.eq_ignore_ascii_case(OPENING)
        {
            return Err(Refusal::Error(format!("unknown option: {name}")));
        }
        match (verb, name, value) {
            (None, None, None) | (Some("get"), Some(_), None) => {}
            (Some("set"), Some(_), Some(value)) => {
                let unknown = |_| Refusal::Error(format!("unknown value: {value}"));
                self.opening = value.parse().map_err(unknown)?;
            }
            _ => {
                return Err(Refusal::Error(
                    "expected options, options get NAME or options set NAME VALUE".to_owned(),
                ));
            }
        }
        Ok(format!(
            "{OPENING};enum;{};tournament;tournament;open",
            self.opening
        ))
    }
}
