//! A game given as an argument: a variant, a GameString, or a file.

use std::ffi::{OsStr, OsString};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;

use anyhow::{anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;

use super::reader::Reader;
use skep_collection::{Input, Item, Options, Progress, scan};
use skep_records::{Format, Game, JudgeOptions, Severity, Status, Verdict};
use skep_rules::hexit::TileSet;
use skep_rules::hive::GameType;

/// The names of all variants, for help and completions.
pub fn variant_names() -> impl Iterator<Item = PossibleValue> {
    let hive = GameType::PLAIN.into_iter().map(GameType::set_name);
    let hexit = TileSet::ALL.into_iter().map(|tiles| {
        // The number of tiles comes first, then the name in words.
        let names = tiles.spellings();
        PossibleValue::new(names[1])
            .aliases(&names[2..])
            .alias(names[0])
    });
    let complete = ["Venom", "Venom+Predators+Guardians+Honeycombo+Swarm"];
    hive.chain(complete).map(PossibleValue::new).chain(hexit)
}

/// Parses a variant as a game without turns. Help and completions name the common variants.
#[derive(Clone, Debug)]
pub struct VariantParser;

impl TypedValueParser for VariantParser {
    type Value = Game;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Game, clap::Error> {
        let text = value.to_string_lossy();
        Game::of_variant(text.trim()).ok_or_else(|| {
            let known = PossibleValuesParser::new(variant_names());
            match known.parse_ref(command, argument, value) {
                Err(error) => error,
                Ok(_) => clap::Error::new(ErrorKind::InvalidValue).with_cmd(command),
            }
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(variant_names()))
    }
}

/// Reads an argument: a variant, a GameString, a file with a game, or `-`. Keeps the first `plies` turns of the game,
/// or all.
///
/// # Errors
/// The argument is not a variant, a GameString or a file with a game, or the game has an error within these turns or has
/// fewer turns.
pub fn game_of_argument(argument: &str, plies: Option<u32>) -> anyhow::Result<Game> {
    let game = match Game::of_variant(argument.trim()) {
        Some(game) => game,
        None => {
            let mut reader = Reader::new(JudgeOptions::default());
            read(argument, 1, &mut reader)?;
            // Data missing from a record of Swarm is not an error of the position.
            if reader.verdict.status != Status::Unverifiable {
                require_sound(&reader.verdict, plies)?;
            }
            reader.verdict.game
        }
    };
    first_plies(game, plies)
}

/// The first turns of a game, or all.
fn first_plies(mut game: Game, plies: Option<u32>) -> anyhow::Result<Game> {
    if let Some(n) = plies {
        if n > game.plies() {
            bail!("the game has no ply {n}; it has {}", game.plies());
        }
        game.truncate(n);
    }
    Ok(game)
}

/// Reads and judges a game named by an argument: a GameString, or game `number` (from 1) of a file, folder, archive or
/// standard input (`-`).
///
/// # Errors
/// There is no such game.
pub fn read(argument: &str, number: u64, reader: &mut Reader) -> anyhow::Result<()> {
    if argument == "-" || Path::new(argument).exists() {
        game_of_file(argument, number, reader)
    } else if argument.contains(';') {
        reader.read_text(Format::Uhp, argument);
        if number > 1 {
            bail!("a GameString is one game; there is no game {number}");
        }
        Ok(())
    } else {
        bail!("{argument}: not a file, a variant or a GameString")
    }
}

/// Fails if a game has an error within its first `plies` plies, or anywhere for `None`.
pub fn require_sound(verdict: &Verdict, plies: Option<u32>) -> anyhow::Result<()> {
    let enough = plies.is_some_and(|n| n <= verdict.plies());
    if enough || verdict.status.is_sound() {
        return Ok(());
    }
    bail!("the game is invalid{}", fault(verdict));
}

/// The error of a game, as the end of a sentence.
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

/// Reads and judges one game of a file.
fn game_of_file(path: &str, number: u64, reader: &mut Reader) -> anyhow::Result<()> {
    struct Search<'a> {
        reader: &'a mut Reader,
        games: u64,
        fault: Option<anyhow::Error>,
    }
    // One thread for one game; the scan does not know that.
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
        .map_err(|_| anyhow!("{path}: reading the games failed"))?;
    match search.games {
        games if games == number => Ok(()),
        0 => Err(search
            .fault
            .unwrap_or_else(|| anyhow!("{path}: no games found"))),
        games => Err(anyhow!("{path}: no game {number}; found {games}")),
    }
}
