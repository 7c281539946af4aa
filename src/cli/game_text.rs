//! A game given as an argument: a variant, a GameString, or a file.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use anyhow::{anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use crate::cli::args::{one_of, path};
use crate::cli::usage::INPUT;
use crate::scan::one_game::{ANOTHER, first_plies, read, require_sound};
use crate::scan::{
    GameNumbers, Inputs, NumberPlace, Paths, PlacedPath, RuleArguments, STDIN, Scan, Selection,
    is_game_string, missing_file_help,
};
use skep_collection::Input;
use skep_records::{Format, Game, Judge, Played, Record, Status, Verdict};
use skep_rules::hexit::TileSet;
use skep_rules::hive::GameType;
use skep_rules::state::{self, is_state};

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
    let venom = ["Venom", "Venom+Predators+Guardians+Honeycombo+Swarm"];
    hive.chain(venom).map(PossibleValue::new).chain(hexit)
}

/// The variants of Hive, in a sentence.
pub const GAME_TYPES: &str = "Base or Base+ with letters of MLP; Venom or Venom- with letters of MLP; extra bugs such as \
                              Base+[Sc2,Tk]; and +Predators, +Guardians, +Honeycombo and +Swarm after any of these";

/// Parses a variant as a game without turns. Help and completions name the common variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariantParser {
    /// Any variant.
    Any,
    /// For a command that plays only plain Hive. The command itself rejects other variants.
    Plain,
}

impl TypedValueParser for VariantParser {
    type Value = Game;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Game, clap::Error> {
        let text = value.to_string_lossy();
        Game::of_variant(text.trim()).ok_or_else(|| {
            let known = PossibleValuesParser::new(variant_names());
            match known.parse_ref(command, argument, value) {
                Err(mut error) => {
                    // The list of common variants is not the list of all that work.
                    error.insert(
                        ContextKind::Suggested,
                        ContextValue::StyledStrs(vec![format!("variants are {GAME_TYPES}").into()]),
                    );
                    // `MLP` is meant as `Base+MLP`.
                    let whole = format!("Base+{text}");
                    if let Some(game) = Game::of_variant(&whole) {
                        let name = ContextValue::String(game.variant().to_owned());
                        error.insert(ContextKind::SuggestedValue, name);
                    }
                    error
                }
                Ok(_) => clap::Error::new(ErrorKind::InvalidValue).with_cmd(command),
            }
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let known = variant_names();
        let plain = GameType::PLAIN.len();
        Some(match self {
            VariantParser::Any => Box::new(known),
            // The plain variants come first.
            VariantParser::Plain => Box::new(known.take(plain)),
        })
    }
}

/// What names one game on the command line: other options choose among several.
#[derive(Debug, Args)]
#[command(mut_arg("argument", |arg| of_games(arg, "a file, folder or archive")))]
struct OneGame {
    #[arg(default_value = STDIN, hide_default_value = true, value_parser = path())]
    argument: PlacedPath,

    /// Set the notation instead of detecting it; see skep help notations
    #[arg(long, value_name = "NOTATION", value_parser = one_of(&Format::ALL), help_heading = INPUT, alias = "input-format", hide_short_help = true, hide_possible_values = true)]
    from: Option<Format>,

    /// Use game N, counted from 1
    #[arg(long = "game", value_name = "N", value_parser = str::parse::<GameNumbers>, allow_negative_numbers = true, help_heading = INPUT)]
    number: Option<GameNumbers>,

    #[command(flatten)]
    rules: RuleArguments,
}

/// One game: where to read it, and which.
#[derive(Debug)]
pub struct GameArg {
    argument: PlacedPath,
    options: GameOptions,
    /// What to type for another game of the file.
    another: &'static str,
}

impl Args for GameArg {
    fn augment_args(command: Command) -> Command {
        OneGame::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        OneGame::augment_args_for_update(command)
    }
}

impl FromArgMatches for GameArg {
    fn from_arg_matches(matches: &ArgMatches) -> Result<GameArg, clap::Error> {
        let OneGame {
            argument,
            from,
            number,
            rules,
        } = OneGame::from_arg_matches(matches)?;
        let selection = Selection {
            number,
            ..Selection::default()
        };
        Ok(GameArg {
            argument,
            options: GameOptions {
                from,
                selection,
                rules,
            },
            another: ANOTHER,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = GameArg::from_arg_matches(matches)?;
        Ok(())
    }
}

/// One game, or several.
#[derive(Debug, Args)]
#[command(mut_arg("paths", |arg| of_games(arg, "files, folders and archives")))]
pub struct OneOrMoreGames {
    #[command(flatten)]
    arguments: Paths,

    #[command(flatten)]
    options: GameOptions,
}

/// The help of an argument that names a game, or `files` with games.
fn of_games(arg: Arg, files: &str) -> Arg {
    let help = format!(
        "A GameString, a state, a variant (Base+MLP, hex-it), or {files}; - is standard input"
    );
    let long_help = format!(
        "{help}\n\nA state is a position in one short text; see skep help notations. Its rules are part of it. A HOP, \
         the text of hivegame.com, is also read.\n\nWithout an argument, skep reads a pipe or a redirected file."
    );
    (arg.value_name("GAMESTRING|FILE").help(help)).long_help(long_help)
}

/// How games are read, and which.
#[derive(Clone, Debug, Default, Args)]
struct GameOptions {
    /// Set the notation instead of detecting it; see skep help notations
    #[arg(long, value_name = "NOTATION", value_parser = one_of(&Format::ALL), help_heading = INPUT, alias = "input-format", hide_short_help = true, hide_possible_values = true)]
    from: Option<Format>,

    #[command(flatten)]
    selection: Selection,

    #[command(flatten)]
    rules: RuleArguments,
}

impl GameArg {
    /// The game for an argument without options. `another` is what to type for another game of a file.
    pub fn new(argument: &str, another: &'static str) -> GameArg {
        GameArg {
            argument: OsString::from(argument).into(),
            options: GameOptions::default(),
            another,
        }
    }

    /// Reads the game and judges it by the rules.
    ///
    /// # Errors
    /// There is no such game.
    pub fn read(&self) -> anyhow::Result<(Record, Verdict)> {
        if let Some(game) = self.start()? {
            let verdict = Verdict::of_game(game);
            return Ok((Record::default(), verdict));
        }
        let argument = &self.argument.path;
        let text = argument.to_string_lossy();
        let is_missing = match Input::from(argument.clone()) {
            Input::Path(path) => !path.exists(),
            _ => false,
        };
        if is_missing && !is_game_string(&text) {
            let help = missing_file_help(&text).unwrap_or_default();
            if help.is_empty() && text.contains(['.', '/']) {
                bail!("{text}: no such file or folder");
            }
            bail!("{text}: no such file, and not a variant or a GameString{help}");
        }
        read(
            &self.argument,
            self.options.from,
            &self.options.selection,
            self.options.rules.options(),
            self.another,
        )
    }

    /// The game, if the argument is a variant, or a state and not a file.
    fn start(&self) -> anyhow::Result<Option<Game>> {
        let text = self.argument.path.to_string_lossy();
        if is_state(&text) && Path::new(&self.argument.path).exists() {
            return Ok(None);
        }
        Game::of_start(text.trim(), &self.options.rules.options())
            .map_err(|error| anyhow!("invalid {}: {error}", state::name(&text)))
    }

    /// The input, if it is one.
    pub fn input(&self) -> Option<Input> {
        matches!(self.start(), Ok(None)).then(|| Input::from(self.argument.path.clone()))
    }

    /// The argument, and the number of the game in it. `None` if a filter or a place chooses the game.
    pub fn place(&self) -> Option<(&OsStr, u64)> {
        let is_plain = self.argument.place.is_none()
            && self.options.selection.text().is_empty()
            && self.options.selection.slice.is_none();
        is_plain.then(|| {
            (
                &*self.argument.path,
                self.options
                    .selection
                    .numbers()
                    .map_or(1, GameNumbers::last),
            )
        })
    }

    /// Reads the turns of the game up to a ply, or all.
    ///
    /// # Errors
    /// There is no such game, it has an error within these turns, or it has fewer turns.
    pub fn game(&self, ply: Option<NumberPlace>) -> anyhow::Result<Game> {
        let (_, verdict) = self.read()?;
        let plies = ply.map(|ply| ply.ply(verdict.plies()));
        sound(verdict, plies)
    }

    /// The game in every variant that it can be of: a list of moves may not say whether all sets are played.
    ///
    /// # Errors
    /// There is no such game, or it has an error.
    pub fn of_every_variant(&self) -> anyhow::Result<Vec<Game>> {
        let (mut record, verdict) = self.read()?;
        let used = match &verdict.game {
            Game::Hive(game) if record.variant.is_empty() && verdict.plies() > 0 => {
                game.options().game_type
            }
            _ => return Ok(vec![sound(verdict, None)?]),
        };
        let mut judge = Judge::new(self.options.rules.options());
        GameType::PLAIN
            .into_iter()
            .filter(|game_type| game_type.union(used) == *game_type)
            .map(|game_type| {
                game_type.set_name().clone_into(&mut record.variant);
                let verdict = judge.verdict(&record);
                require_sound(&verdict, None)?;
                Ok(verdict.game)
            })
            .collect()
    }

    /// The moves in a position by the chosen rules.
    pub fn moves<R: skep_records::Rules>(&self, position: &R::Position) -> Vec<R::Move> {
        R::moves(position, self.options.rules.options().era)
    }

    /// Whether a position has occurred for the third time in the game, and the rules end the game there. Such a game
    /// has no more moves.
    pub fn is_drawn<R: skep_records::Rules>(&self, game: &Played<R>) -> bool {
        game.is_drawn(self.options.rules.options().repetition)
    }
}

/// The first `plies` turns of a game, or all, without an error.
fn sound(verdict: Verdict, plies: Option<u32>) -> anyhow::Result<Game> {
    // Data missing from a record of Swarm is not an error of the position.
    if verdict.status != Status::Unverifiable {
        require_sound(&verdict, plies)?;
    }
    first_plies(verdict.game, plies)
}

impl OneOrMoreGames {
    /// The only argument, unless a number of games is chosen from it.
    pub fn single(&self) -> Option<GameArg> {
        match &self.arguments[..] {
            [argument] if !self.options.selection.chooses_several() => Some(GameArg {
                argument: PlacedPath {
                    path: argument.clone(),
                    place: self.arguments.places.first().map(|(_, place)| *place),
                },
                options: self.options.clone(),
                another: ANOTHER,
            }),
            _ => None,
        }
    }

    /// The inputs that the arguments name. A variant is the state of its first position.
    pub fn inputs(&self) -> Inputs {
        let path = |argument: &OsString| {
            let text = argument.to_string_lossy();
            let game = Game::of_variant(text.trim()).filter(|_| !Path::new(argument).exists());
            match game {
                Some(game) => game.under(&self.options.rules.options()).state().into(),
                None => argument.clone(),
            }
        };
        let paths = Paths {
            list: self.arguments.iter().map(path).collect(),
            places: self.arguments.places.clone(),
        };
        Inputs {
            paths,
            ..Inputs::new(Vec::new(), self.options.from, 0)
        }
    }

    /// A scan of the games.
    ///
    /// # Errors
    /// As for [`Scan::by_rules`].
    pub fn scan<'a>(&self, inputs: &'a Inputs) -> anyhow::Result<Scan<'a>> {
        let GameOptions {
            selection, rules, ..
        } = &self.options;
        Scan::by_rules(inputs, selection, rules.options())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skep_rules::hive::Pack;

    #[test]
    fn the_sentence_names_each_pack() {
        for pack in Pack::ALL {
            assert!(GAME_TYPES.contains(&format!("+{pack}")), "{pack}");
        }
    }
}
