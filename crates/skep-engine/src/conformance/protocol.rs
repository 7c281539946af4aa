//! The commands of the protocol, apart from the moves of many positions.

use std::time::Duration;

use super::{ConformanceCheck, ConformanceTester, answer_fault, text_fault};
use crate::EngineError;
use crate::answer::EngineOption;
use crate::client::{game_string, name_in, refusal};
use crate::error::quoted;
use crate::turn;
use skep_records::Played;
use skep_records::game::Hive;
use skep_rules::game::{Position as _, perft};
use skep_rules::hive::{GameType, Options, Position};
use skep_tactics::SearchLimit;

/// A game in which both queens can move back and forth.
const TO_AND_FRO: [&str; 4] = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];
const CYCLE: [&str; 4] = [r"wQ \wS1", r"bQ bS1/", "wQ -wS1", "bQ bS1-"];

impl ConformanceTester<'_> {
    /// Checks the answers that do not concern the rules.
    pub(super) fn protocol(&mut self, variants: &[GameType]) -> Result<(), EngineError> {
        let name = self.engine.name().to_owned();
        let answer = self.ask("info")?;
        let is_same = name_in(&answer) == Some(name);
        self.expect(ConformanceCheck::Commands, "info", is_same, || {
            "info does not answer with the id of the greeting".to_owned()
        });
        self.refuses(
            ConformanceCheck::Commands,
            "no-such-command",
            "a command that does not exist",
        )?;
        self.options()?;
        self.new_games(variants)?;
        self.ask("newgame Base")?;
        self.refuses(
            ConformanceCheck::Undo,
            "undo 1",
            "undo before the first move",
        )?;
        self.refuses(
            ConformanceCheck::IllegalMoves,
            "play hello",
            "a move without a meaning",
        )?;
        self.repetition()?;
        self.best_moves()?;
        self.perft()
    }

    fn expect(
        &mut self,
        check: ConformanceCheck,
        name: &str,
        holds: bool,
        message: impl FnOnce() -> String,
    ) {
        self.checked(check);
        if !holds {
            self.note(check, name, answer_fault(message()), None, &[]);
        }
    }

    fn refuses(
        &mut self,
        check: ConformanceCheck,
        command: &str,
        what: &str,
    ) -> Result<(), EngineError> {
        let answer = self.ask(command)?;
        self.expect(check, command, refusal(&answer).is_some(), || {
            format!("the engine answers {command} without err or invalidmove: {what}")
        });
        Ok(())
    }

    fn options(&mut self) -> Result<(), EngineError> {
        let answer = self.ask("options")?;
        let is_odd = |line: &&String| !line.is_empty() && EngineOption::parse(line).is_none();
        let bad = match refusal(&answer) {
            Some(_) => None,
            None => answer.iter().find(is_odd).cloned(),
        };
        self.expect(ConformanceCheck::Commands, "options", bad.is_none(), || {
            let line = bad.unwrap_or_default();
            format!(
                "options answers with a line that is no option: {}",
                quoted(&line)
            )
        });
        Ok(())
    }

    fn new_games(&mut self, variants: &[GameType]) -> Result<(), EngineError> {
        let base = ["".to_owned()];
        let names = variants.iter().map(ToString::to_string);
        for name in base.into_iter().chain(names) {
            let command = format!("newgame {name}");
            let answer = self.ask(command.trim())?;
            let variant = if name.is_empty() { "Base" } else { &name };
            let expected = format!("{variant};NotStarted;White[1]");
            let said = answer.last().map_or("", String::as_str);
            let fault = text_fault(said, &expected);
            self.expect(ConformanceCheck::NewGame, &command, fault.is_none(), || {
                let (_, message) = fault.unwrap_or_default();
                format!("{command}: {message}")
            });
        }
        Ok(())
    }

    /// Whether the engine ends a game at the third occurrence of a position. The protocol does not say.
    fn repetition(&mut self) -> Result<(), EngineError> {
        self.ask("newgame Base")?;
        let turns = TO_AND_FRO.into_iter().chain(CYCLE).chain(CYCLE);
        let mut state = String::new();
        for turn in turns {
            let answer = self.ask(&format!("play {turn}"))?;
            let text = answer.last().map_or("", String::as_str);
            state = text.split(';').nth(1).unwrap_or_default().to_owned();
        }
        self.notes.push(match state.as_str() {
            "Draw" => "the engine ends a game at the third occurrence of a position".to_owned(),
            "InProgress" => {
                "the engine goes on after the third occurrence of a position".to_owned()
            }
            _ => format!("after a repetition, the engine says {}", quoted(&state)),
        });
        Ok(())
    }

    fn best_moves(&mut self) -> Result<(), EngineError> {
        let mut game = Played::<Hive>::new(Options::from(GameType::BASE));
        let mut now = game.start();
        let limits = [
            SearchLimit::Depth(1),
            SearchLimit::Depth(2),
            SearchLimit::Time(Duration::from_secs(1)),
        ];
        self.ask("newgame Base")?;
        for limit in limits.into_iter().cycle().take(6) {
            self.checked(ConformanceCheck::BestMove);
            let answer = match self.engine.best_move(limit, Duration::from_secs(20)) {
                Ok(answer) => answer,
                Err(error) if error.is_alive() => {
                    let moves: Vec<_> = game.moves().collect();
                    let fault = answer_fault(error.message);
                    self.note(
                        ConformanceCheck::BestMove,
                        "",
                        fault,
                        Some(GameType::BASE),
                        &moves,
                    );
                    return Ok(());
                }
                Err(error) => return Err(error),
            };
            let moves: Vec<_> = game.moves().collect();
            let mut note = |message| {
                let fault = answer_fault(message);
                self.note(
                    ConformanceCheck::BestMove,
                    "",
                    fault,
                    Some(GameType::BASE),
                    &moves,
                );
            };
            if matches!(limit, SearchLimit::Time(time) if answer.time > time + Duration::from_secs(1))
            {
                note(format!(
                    "bestmove time 00:00:01 takes {:.1} s",
                    answer.time.as_secs_f64()
                ));
            }
            let mv = match turn::legal(&now, &answer.best.turn) {
                Ok(mv) => mv,
                Err(error) => {
                    note(format!("bestmove: {error}"));
                    return Ok(());
                }
            };
            let spelled = now.spell(mv);
            now.play_unchecked(mv);
            game = Played::of_moves(
                Options::from(GameType::BASE),
                moves.iter().copied().chain([mv]),
            );
            let answer = self.ask(&format!("play {spelled}"))?;
            let expected = game_string(&game);
            let moves: Vec<_> = game.moves().collect();
            self.compare_text(
                ConformanceCheck::BestMove,
                &answer,
                &expected,
                GameType::BASE,
                &moves,
            );
        }
        Ok(())
    }

    /// Compares counts, if the engine prints a line with a depth and a count for each depth.
    fn perft(&mut self) -> Result<(), EngineError> {
        const DEPTH: u32 = 3;
        self.ask("newgame Base")?;
        let answer = self.ask(&format!("perft {DEPTH}"))?;
        if refusal(&answer).is_some() {
            self.notes.push("the engine has no perft".to_owned());
            return Ok(());
        }
        let mut position = Position::start(Options::from(GameType::BASE));
        for line in &answer {
            let mut words = line.split_whitespace();
            let (depth, count) = (words.next(), words.next());
            let number = |word: Option<&str>| word?.replace([',', '_'], "").parse::<u64>().ok();
            let (Some(depth), Some(count)) = (number(depth), number(count)) else {
                continue;
            };
            let Ok(depth @ 1..=DEPTH) = u32::try_from(depth) else {
                continue;
            };
            let expected = perft(&mut position, depth);
            self.expect(ConformanceCheck::Perft, line, count == expected, || {
                format!("perft {depth} of Base is {count}; it should be {expected}")
            });
        }
        Ok(())
    }
}
