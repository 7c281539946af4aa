//! A game given as an argument: a variant, a GameString, or a file.

use std::ffi::{OsStr, OsString};
use std::ops::ControlFlow;
use std::path::Path;
use std::str::FromStr;
use std::sync::Mutex;

use anyhow::{anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;

use super::reader::Reader;
use super::venom_line::VenomLine;
use skep_collection::{Input, Item, Options, Progress, scan};
use skep_records::diag::Severity;
use skep_records::notation::{JudgeOptions, Played, Status, Verdict, write};
use skep_records::record::{Format, GameKind, Record};
use skep_rules::game::Position as _;
use skep_rules::geometry::Hex;
use skep_rules::hexit::{self, Options as HexItOptions, TileSet};
use skep_rules::hive::complete as venom;
use skep_rules::hive::{GameType, Move, Opening, PlaneTracker, Position};

/// A game and its variant, as an argument names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Hive with the pieces of a game type: `Base+MLP`.
    Hive(GameType),
    /// Hex-It with a set of tiles: `hex-it`, `exxit-blitz`, `19`.
    HexIt(TileSet),
    /// Hive with Venom or packs: `Venom+Predators`.
    Venom(GameType),
}

impl Variant {
    /// The names of all variants, for help and completions.
    pub fn names() -> impl Iterator<Item = PossibleValue> {
        let hive = GameType::PLAIN.into_iter().map(GameType::set_name);
        let hexit = TileSet::ALL.into_iter().map(|tiles| {
            let names = tiles.names();
            PossibleValue::new(names[0]).aliases(&names[1..])
        });
        let venom = ["Venom", "Venom+Predators+Guardians+Honeycombo+Swarm"];
        hive.chain(venom).map(PossibleValue::new).chain(hexit)
    }
}

/// Parses a variant; help and completions name the common ones.
#[derive(Clone, Debug)]
pub struct VariantParser;

impl TypedValueParser for VariantParser {
    type Value = Variant;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Variant, clap::Error> {
        let text = value.to_string_lossy();
        text.trim().parse().map_err(|_: ParseVariantError| {
            let known = PossibleValuesParser::new(Variant::names());
            match known.parse_ref(command, argument, value) {
                Err(error) => error,
                Ok(_) => clap::Error::new(ErrorKind::InvalidValue).with_cmd(command),
            }
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Variant::names()))
    }
}

/// The text names no variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such variant")]
pub struct ParseVariantError;

impl FromStr for Variant {
    type Err = ParseVariantError;

    fn from_str(s: &str) -> Result<Self, ParseVariantError> {
        let hexit = || s.parse().map(Variant::HexIt).ok();
        let hive = match s.parse::<GameType>() {
            Ok(game_type) if game_type.is_plain() => Some(Variant::Hive(game_type)),
            Ok(game_type) => Some(Variant::Venom(game_type)),
            Err(_) => None,
        };
        hive.or_else(hexit).ok_or(ParseVariantError)
    }
}

/// A game of either kind, as far as its turns were asked for.
#[derive(Clone, Debug)]
pub enum Game {
    /// A game of Hive.
    Hive(Line),
    /// A position of Hex-It.
    HexIt(Box<hexit::Position>),
    /// A game of Hive with Venom or packs.
    Venom(VenomLine),
}

impl Game {
    /// Reads the argument of a command: a variant, a GameString, a file with a game in it, or `-`.
    ///
    /// # Errors
    /// It is none of these, or the game is not sound within its first `plies` plies (all of them for none), or it has
    /// fewer.
    pub fn from_argument(argument: &str, plies: Option<u32>) -> anyhow::Result<Game> {
        match argument.trim().parse() {
            Ok(Variant::Hive(game_type)) => {
                let line = Line::of(game_type, Vec::new(), Opening::Tournament, plies)?;
                return Ok(Game::Hive(line));
            }
            Ok(Variant::HexIt(tiles)) => {
                let options = HexItOptions {
                    tiles,
                    ..HexItOptions::default()
                };
                return Game::of_hexit(options, &[], plies);
            }
            Ok(Variant::Venom(game_type)) => {
                let line = VenomLine::new(venom::Options {
                    game_type,
                    ..venom::Options::default()
                });
                return match plies {
                    Some(n) if n > 0 => bail!("the game has no ply {n}, it has 0"),
                    _ => Ok(Game::Venom(line)),
                };
            }
            Err(ParseVariantError) => {}
        }
        let mut reader = Reader::new(JudgeOptions::default());
        read(argument, 1, &mut reader)?;
        let verdict = &reader.verdict;
        match verdict.game {
            GameKind::Hive => Ok(Game::Hive(Line::from_verdict(verdict, plies)?)),
            GameKind::HexIt => {
                require_sound(verdict, plies)?;
                Game::of_hexit(verdict.hexit_options, &verdict.hexit, plies)
            }
            GameKind::Venom => {
                // What a record of Swarm does not tell is no fault of the position that it leads to.
                if verdict.status != Status::Unverifiable {
                    require_sound(verdict, plies)?;
                }
                Ok(Game::Venom(VenomLine::from_verdict(verdict, plies)?))
            }
        }
    }

    fn of_hexit(
        options: HexItOptions,
        moves: &[Played<hexit::Move>],
        plies: Option<u32>,
    ) -> anyhow::Result<Game> {
        let plies = plies.map_or(moves.len(), |n| n as usize);
        let Some(moves) = moves.get(..plies) else {
            bail!("the game has no ply {plies}, it has {}", moves.len());
        };
        let mut position = hexit::Position::start(options);
        for played in moves {
            position.play_unchecked(played.mv);
        }
        Ok(Game::HexIt(Box::new(position)))
    }
}

/// Reads and judges a game that a command has as its argument: a GameString, or the game of this number, from 1, in a
/// file, folder or archive, or in standard input for `-`.
///
/// # Errors
/// There is no such game.
pub fn read(argument: &str, number: u64, reader: &mut Reader) -> anyhow::Result<()> {
    if argument == "-" || Path::new(argument).exists() {
        game_of_file(argument, number, reader)
    } else if argument.contains(';') {
        reader.read_text(Format::Uhp, argument);
        if number > 1 {
            bail!("a GameString is one game, there is no game {number}");
        }
        Ok(())
    } else {
        bail!("{argument}: no such file, and neither a variant nor a GameString")
    }
}

/// Tells why a game is not sound within its first `plies` plies (all of them for none).
fn require_sound(verdict: &Verdict, plies: Option<u32>) -> anyhow::Result<()> {
    let enough = plies.is_some_and(|n| n <= verdict.plies());
    if enough || verdict.status.is_sound() {
        return Ok(());
    }
    bail!("the game is not sound{}", fault(verdict));
}

/// What is wrong with a game that is not sound, to be said after these words.
pub fn fault(verdict: &Verdict) -> String {
    let error = verdict
        .diagnostics
        .iter()
        .find(|d| d.severity == Severity::Error);
    let message = error.map_or(verdict.status.as_str(), |d| &d.message);
    match error.and_then(|d| d.ply) {
        Some(ply) => format!(" on ply {ply}: {message}"),
        None => format!(": {message}"),
    }
}

/// The legal turns of a game of Hive.
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

    /// The turns of a game that was judged.
    ///
    /// # Errors
    /// The game is not sound within its first `plies` plies (all of them for none), or it has fewer.
    pub fn from_verdict(verdict: &Verdict, plies: Option<u32>) -> anyhow::Result<Line> {
        require_sound(verdict, plies)?;
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
    pub fn unroll(&self) -> PlaneTracker {
        let mut unroll = PlaneTracker::new(self.game_type, self.opening, Hex::ORIGIN);
        for &mv in &self.moves {
            unroll.step(mv);
        }
        unroll
    }
}

/// Reads and judges one game of a file.
fn game_of_file(path: &str, number: u64, reader: &mut Reader) -> anyhow::Result<()> {
    struct Search<'a> {
        reader: &'a mut Reader,
        games: u64,
        fault: Option<anyhow::Error>,
    }
    // One thread and one game, but the scan does not know that.
    let search = Mutex::new(Search {
        reader,
        games: 0,
        fault: None,
    });
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
            let Ok(mut search) = search.lock() else {
                return;
            };
            if search.games == number {
                return;
            }
            match item {
                Item::Game(game) => {
                    search.games += 1;
                    if search.games == number {
                        search.reader.read(&game);
                    }
                }
                Item::Fault { source, diagnostic } => {
                    let fault = || anyhow!("{source}: {}", diagnostic.message);
                    search.fault.get_or_insert_with(fault);
                }
                Item::Skipped { .. } => {}
            }
        },
        |()| match search.lock() {
            Ok(search) if search.games < number => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        },
    )?;
    let search = search
        .into_inner()
        .map_err(|_| anyhow!("{path}: the search for a game ended early"))?;
    match search.games {
        games if games == number => Ok(()),
        0 => Err(search
            .fault
            .unwrap_or_else(|| anyhow!("{path}: there is no game in it"))),
        games => Err(anyhow!("{path}: there is no game {number}, only {games}")),
    }
}
