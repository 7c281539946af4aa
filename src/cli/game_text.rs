//! A game given as an argument: a game type, a GameString, or a file.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;

use anyhow::{anyhow, bail};

use super::reader::Reader;
use crate::collection::{Input, Item, Options, Progress, scan};
use crate::diag::Severity;
use crate::geometry::Hex;
use crate::hive::{GameType, Move, Opening, Position, Unroll};
use crate::notation::{JudgeOptions, Played, Verdict, write};
use crate::record::{Format, Record};

/// The legal turns of a game.
#[derive(Clone, Debug)]
pub struct Line {
    /// The game type.
    pub game_type: GameType,
    /// The opening rule under which the turns are legal.
    pub opening: Opening,
    /// The turns.
    pub moves: Vec<Move>,
}

impl Line {
    /// A game without a turn.
    pub fn new(game_type: GameType) -> Line {
        Line {
            game_type,
            opening: Opening::Tournament,
            moves: Vec::new(),
        }
    }

    /// Reads the argument of a command: `Base+MLP`, a GameString, a file with a game in it, or `-`.
    ///
    /// # Errors
    /// It is none of these, or the game is not sound within its first `plies` plies (all of them for none), or it has
    /// fewer.
    pub fn from_argument(argument: &str, plies: Option<u32>) -> anyhow::Result<Line> {
        if let Ok(game_type) = argument.trim().parse::<GameType>() {
            return Line::of(game_type, Vec::new(), Opening::Tournament, plies);
        }
        let mut reader = Reader::new(JudgeOptions::default());
        if argument == "-" || Path::new(argument).exists() {
            first_game(argument, &mut reader)?;
        } else if argument.contains(';') {
            reader.read_text(Format::Uhp, argument);
        } else {
            bail!("{argument}: no such file, and neither a game type nor a GameString");
        }
        Line::from_verdict(&reader.verdict, plies)
    }

    /// The turns of a game that was judged.
    ///
    /// # Errors
    /// The game is not sound within its first `plies` plies (all of them for none), or it has fewer.
    pub fn from_verdict(verdict: &Verdict, plies: Option<u32>) -> anyhow::Result<Line> {
        let enough = plies.is_some_and(|n| n <= verdict.plies());
        if !enough && !verdict.status.is_sound() {
            let error = verdict
                .diagnostics
                .iter()
                .find(|d| d.severity == Severity::Error);
            let message = error.map_or(verdict.status.as_str(), |d| &d.message);
            let ply = error
                .and_then(|d| d.ply)
                .map_or(String::new(), |n| format!(" on ply {n}"));
            bail!("the game is not sound{ply}: {message}");
        }
        let moves = verdict.hive.iter().map(|played| played.mv).collect();
        Line::of(verdict.game_type, moves, verdict.opening, plies)
    }

    fn of(
        game_type: GameType,
        mut moves: Vec<Move>,
        opening: Opening,
        plies: Option<u32>,
    ) -> anyhow::Result<Line> {
        if let Some(n) = plies {
            if n as usize > moves.len() {
                bail!("the game has no ply {n}, it has {}", moves.len());
            }
            moves.truncate(n as usize);
        }
        Ok(Line {
            game_type,
            opening,
            moves,
        })
    }

    /// Appends the canonical GameString and a line feed.
    pub fn write(&self, out: &mut String) {
        let verdict = Verdict {
            game_type: self.game_type,
            opening: self.opening,
            hive: self
                .moves
                .iter()
                .map(|&mv| Played { mv, ply: None })
                .collect(),
            outcome: self.position().outcome(),
            ..Verdict::default()
        };
        write::write(Format::Uhp, &Record::default(), &verdict, out)
            .expect("UHP holds every game of Hive");
    }

    /// The position after the last turn.
    pub fn position(&self) -> Position {
        let mut position = Position::new(self.game_type, self.opening);
        for &mv in &self.moves {
            position.play_unchecked(mv);
        }
        position
    }

    /// The position after the last turn, with its place on the plane.
    pub fn unroll(&self) -> Unroll {
        let mut unroll = Unroll::new(self.game_type, self.opening, Hex::ORIGIN);
        for &mv in &self.moves {
            unroll.step(mv);
        }
        unroll
    }
}

/// Reads and judges the first game of a file.
fn first_game(path: &str, reader: &mut Reader) -> anyhow::Result<()> {
    // One thread and one game, but the scan does not know that.
    let found = Mutex::new((reader, None));
    let options = Options {
        threads: 1,
        ..Options::default()
    };
    scan(
        &[Input::from(OsString::from(path))],
        &options,
        &Progress::new(),
        || (),
        || (),
        |(), (), item| {
            let Ok(mut found) = found.lock() else { return };
            if found.1.is_some() {
                return;
            }
            match item {
                Item::Game(game) => {
                    found.0.read(&game);
                    found.1 = Some(Ok(()));
                }
                Item::Fault { source, diagnostic } => {
                    found.1 = Some(Err(anyhow!("{source}: {}", diagnostic.message)));
                }
                Item::Skipped { .. } => {}
            }
        },
        |()| ControlFlow::Break(()),
    )?;
    let result = found.into_inner().map(|f| f.1).unwrap_or_default();
    result.unwrap_or_else(|| Err(anyhow!("{path}: there is no game in it")))
}
