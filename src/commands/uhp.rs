mod venom_game;

use std::io::{self, BufRead, Write};

use clap::Args;

use crate::Exit;
use crate::game_text::Line;
use crate::reader::Reader;
use skep_records::notation::{JudgeOptions, moves};
use skep_records::record::{Format, GameKind};
use skep_rules::hive::{GameType, Move, Opening, Piece, Place, Position, Undo, Written};

use venom_game::VenomGame;

/// Speak the Universal Hive Protocol on standard input and output
///
/// A rules engine for any program that speaks UHP: info, newgame, play, pass, validmoves, undo, options, exit. It
/// does not play: bestmove is answered with an error.
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
        Ok(Exit::Sound)
    }
}

/// The name of the option that sets the opening rule of games to come.
const OPENING: &str = "Opening";

/// The state of a conversation.
#[derive(Default)]
struct Engine {
    game: Option<Game>,
    opening: Opening,
}

/// A game in play.
#[allow(clippy::large_enum_variant, reason = "there is one at a time")]
enum Game {
    Hive(HiveGame),
    Venom(VenomGame),
}

/// A game of Hive with or without Mosquito, Ladybug and Pillbug.
struct HiveGame {
    line: Line,
    position: Position,
    undo: Vec<Undo>,
}

/// Why a command is not carried out.
enum Refusal {
    Error(String),
    InvalidMove(String),
}

impl Engine {
    /// The answer to one line, complete with `ok`; none to `exit`.
    fn answer(&mut self, line: &str) -> Option<String> {
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
            "validmoves" => self.game().map(Game::valid_moves),
            "undo" => self.undo(rest),
            "options" => self.options(rest),
            "bestmove" => Err(Refusal::Error(
                "skep knows the rules and does not choose moves".to_owned(),
            )),
            _ => Err(Refusal::Error(format!("unknown command: {command}"))),
        };
        Some(match answer {
            Ok(text) if text.is_empty() => "ok\n".to_owned(),
            Ok(text) => format!("{text}\nok\n"),
            Err(Refusal::Error(why)) => format!("err {why}\nok\n"),
            Err(Refusal::InvalidMove(why)) => format!("invalidmove {why}\nok\n"),
        })
    }

    fn game(&mut self) -> Result<&mut Game, Refusal> {
        self.game
            .as_mut()
            .ok_or_else(|| Refusal::Error("no game in progress; try newgame".to_owned()))
    }

    fn new_game(&mut self, argument: &str) -> Result<String, Refusal> {
        let line = if argument.is_empty() {
            Line {
                opening: self.opening,
                ..Line::new(GameType::BASE)
            }
        } else if argument.contains(';') {
            let mut reader = Reader::new(JudgeOptions::default());
            reader.read_text(Format::Uhp, argument);
            if reader.verdict.game == GameKind::Venom && reader.verdict.status.is_sound() {
                let game = VenomGame::from_verdict(&reader.verdict);
                return Ok(self.game.insert(Game::Venom(game)).text());
            }
            Line::from_verdict(&reader.verdict, None)
                .map_err(|error| Refusal::Error(format!("{error:#}")))?
        } else {
            let game_type = match argument.parse::<GameType>() {
                Ok(game_type) if game_type.is_plain() => game_type,
                Err(error) => return Err(Refusal::Error(error.to_string())),
                Ok(game_type) => {
                    let game = VenomGame::new(game_type, self.opening == Opening::Open);
                    return Ok(self.game.insert(Game::Venom(game)).text());
                }
            };
            Line {
                opening: self.opening,
                ..Line::new(game_type)
            }
        };
        let opening = if self.opening == Opening::Open {
            Opening::Open
        } else {
            line.opening
        };
        let game = Game::Hive(HiveGame::new(Line { opening, ..line }));
        Ok(self.game.insert(game).text())
    }

    fn play(&mut self, text: &str) -> Result<String, Refusal> {
        let game = self.game()?;
        match game {
            Game::Hive(game) => {
                let mv = game.parse(text)?;
                game.make(mv);
            }
            Game::Venom(game) => game
                .play(text)
                .map_err(|why| Refusal::InvalidMove(format!("{text}: {why}")))?,
        }
        Ok(game.text())
    }

    fn undo(&mut self, argument: &str) -> Result<String, Refusal> {
        let game = self.game()?;
        let n = match argument {
            "" => 1,
            n => n
                .parse::<usize>()
                .map_err(|_| Refusal::Error(format!("not a number of moves: {n}")))?,
        };
        let played = match game {
            Game::Hive(game) => game.undo.len(),
            Game::Venom(game) => game.len(),
        };
        if n == 0 || n > played {
            return Err(Refusal::Error(format!("cannot undo {n} of {played} moves")));
        }
        match game {
            Game::Hive(game) => {
                for undo in game.undo.drain(played - n..).rev() {
                    game.position.undo(undo);
                }
                game.line.moves.truncate(played - n);
            }
            Game::Venom(game) => game.undo(n),
        }
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
                let opening = [Opening::Tournament, Opening::Open]
                    .into_iter()
                    .find(|o| o.as_str().eq_ignore_ascii_case(value));
                self.opening =
                    opening.ok_or_else(|| Refusal::Error(format!("no such value: {value}")))?;
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

impl Game {
    fn valid_moves(&mut self) -> String {
        match self {
            Game::Hive(game) => game.valid_moves(),
            Game::Venom(game) => game.valid_moves(),
        }
    }

    /// The GameString.
    fn text(&self) -> String {
        let mut text = String::new();
        match self {
            Game::Hive(game) => game.line.write(&mut text),
            Game::Venom(game) => game.write(&mut text),
        }
        text.truncate(text.trim_end().len());
        text
    }
}

impl HiveGame {
    /// The game with its turns played.
    fn new(line: Line) -> HiveGame {
        let mut position = Position::new(line.game_type, line.opening);
        let undo = line
            .moves
            .iter()
            .map(|&mv| position.play_unchecked(mv))
            .collect();
        HiveGame {
            line,
            position,
            undo,
        }
    }

    fn make(&mut self, mv: Move) {
        self.line.moves.push(mv);
        self.undo.push(self.position.play_unchecked(mv));
    }

    /// The legal move that a MoveString means.
    fn parse(&self, text: &str) -> Result<Move, Refusal> {
        let refuse = |why: String| Refusal::InvalidMove(format!("{text}: {why}"));
        let spelling = moves::hive::parse(text).ok_or_else(|| refuse("not a move".to_owned()))?;
        let mv = match spelling.written {
            Written::Pass | Written::EmptyTurn => Move::PASS,
            Written::Put { piece: name, to } => {
                let piece =
                    Piece::from_name(name).ok_or_else(|| refuse(format!("there is no {name}")))?;
                if to == Place::Unstated && self.position.ply() > 0 {
                    return Err(refuse(format!("it is not said where {name} goes")));
                }
                self.position
                    .move_to(piece, to)
                    .ok_or_else(|| refuse("the reference is not on the board".to_owned()))?
            }
        };
        match self.position.check(mv) {
            Ok(()) => Ok(mv),
            Err(rule) => Err(refuse(rule.sentence().to_owned())),
        }
    }

    fn valid_moves(&mut self) -> String {
        let mut moves = Vec::new();
        self.position.legal_moves_into(&mut moves);
        let spelled: Vec<String> = moves
            .into_iter()
            .map(|mv| self.position.spell(mv))
            .collect();
        spelled.join(";")
    }
}
