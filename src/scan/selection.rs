//! Which games to use.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use anyhow::{Context as _, anyhow};

use skep_analysis::GameReader;
use skep_analysis::filter::{Filter, FilterError, line_of};
use skep_analysis::players::Aliases;
use skep_collection::{Input, Item, OpenOptions, Progress};
use skep_records::{Format, Game, Status};
use skep_rules::hive::GameType;

use super::GameNumbers;
use super::slice::Slice;
use crate::output::{self, Rendered};
use crate::text::{clean_around, clean_lines};

/// Which games to use.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The expression that the games match.
    pub expression: Option<String>,
    /// A player of the games.
    pub player: Option<String>,
    /// A file with names of players.
    pub aliases: Option<PathBuf>,
    /// The numbers of the games, counted from 1.
    pub number: Option<GameNumbers>,
    /// Which of the games that match to use, if not all.
    pub slice: Option<Slice>,
    /// The names in the file, when it was read.
    pub names: OnceLock<Arc<Aliases>>,
    /// Whether the expression can test `win`, which only puzzles have.
    pub of_puzzles: bool,
}

impl Selection {
    /// The same selection; if a number is given, it replaces the number of `--game`.
    #[must_use]
    pub fn with_number(&self, number: Option<u64>) -> Selection {
        Selection {
            number: number.map(GameNumbers::one).or_else(|| self.number.clone()),
            ..self.clone()
        }
    }

    /// Lets the expression test `win`, which only puzzles have.
    pub fn choose_puzzles(&mut self) {
        self.of_puzzles = true;
    }

    /// The player of `--player`.
    pub fn player(&self) -> Option<&str> {
        self.player.as_deref()
    }

    /// Takes the player of `--player` for a command that counts the games of the player in its own way.
    pub fn take_player(&mut self) -> Option<String> {
        self.player.take()
    }

    /// The file with names of players.
    pub fn alias_file(&self) -> Option<&Path> {
        self.aliases.as_deref()
    }

    /// This file as an input.
    pub fn alias_input(&self) -> Option<Input> {
        self.aliases.clone().map(Input::Path)
    }

    /// The names of players, from the file if there is one.
    ///
    /// # Errors
    /// The file cannot be read or contradicts itself.
    pub fn aliases(&self) -> anyhow::Result<Arc<Aliases>> {
        if let Some(names) = self.names.get() {
            return Ok(Arc::clone(names));
        }
        let names = match &self.aliases {
            Some(path) => alias_text(path)
                .and_then(|text| Ok(Aliases::parse(&text)?))
                .with_context(|| format!("cannot use {}", path.display()))?,
            None => Aliases::default(),
        };
        Ok(Arc::clone(self.names.get_or_init(|| Arc::new(names))))
    }

    /// All games, with the same names of players.
    #[must_use]
    pub fn of_all(&self) -> Selection {
        Selection {
            aliases: self.aliases.clone(),
            names: self.names.clone(),
            ..Selection::default()
        }
    }

    /// Whether every game that matches is used.
    pub fn is_whole(&self) -> bool {
        self.number.is_none() && self.slice.is_none()
    }

    /// The options that choose games, and their values.
    pub fn words(&self) -> Vec<(String, String)> {
        let mut words = vec![("--where".to_owned(), self.text())];
        let game = self.number.as_ref();
        words.extend(game.map(|number| ("--game".to_owned(), number.to_string())));
        let mut add = |name: &str, number: u64| words.push((name.to_owned(), number.to_string()));
        match self.slice {
            None => {}
            Some(Slice::First(games)) => add("--first", games),
            Some(Slice::Last(games)) => add("--last", games),
            Some(Slice::Sample { games, seed }) => {
                add("--sample", games);
                add("--seed", seed);
            }
        }
        words
    }

    /// The numbers of the games to use. `None` without `--game`.
    pub fn numbers(&self) -> Option<&GameNumbers> {
        self.number.as_ref()
    }

    /// Whether `--game` names several games, or a slice of the matching games is chosen.
    pub fn chooses_several(&self) -> bool {
        let number = self.number.as_ref();
        number.is_some_and(|number| number.single().is_none()) || self.slice.is_some()
    }

    /// The text of the filter.
    pub fn text(&self) -> String {
        let own = self.expression.as_deref().unwrap_or_default();
        let Some(player) = &self.player else {
            return own.to_owned();
        };
        let names = match self.names.get() {
            Some(aliases) if !aliases.is_empty() => aliases.names(player),
            _ => vec![player.clone()],
        };
        let names: Vec<String> = names
            .iter()
            .map(|name| format!("\"{}\"", name.replace('"', "\"\"")))
            .collect();
        let player = match &names[..] {
            [name] => format!("player = {name}"),
            names => format!("player in ({})", names.join(", ")),
        };
        if own.is_empty() {
            player
        } else {
            format!("{player} and ({own})")
        }
    }

    /// The filter, if there is one.
    ///
    /// # Errors
    /// The expression is invalid; the message shows where.
    pub fn filter(&self) -> anyhow::Result<Option<Filter>> {
        self.aliases()?;
        let parser = |text: &str| Filter::parse_with_files(text, self.of_puzzles, &games_of_file);
        let parse = |text: &str| match parser(text) {
            Ok(filter) => Ok(Some(filter)),
            Err(error) => Err(Rendered(shown(text, &error)).into()),
        };
        match (&self.expression, &self.player) {
            (None, None) => Ok(None),
            (Some(text), None) => parse(text),
            (own, Some(_)) => {
                // An error is shown in the expression that was typed.
                own.as_deref().map(parse).transpose()?;
                parse(&self.text())
            }
        }
    }
}

/// The text of a file with names of players. `Old=New`, or several such pairs with commas between them, stands for such a
/// file.
///
/// # Errors
/// The file cannot be read, or it is not clear where a name ends.
pub fn alias_text(path: &Path) -> anyhow::Result<String> {
    let typed = path.to_str().filter(|_| !path.exists());
    let Some(text) = typed.filter(|text| text.contains('=')) else {
        return output::read_text(path);
    };
    let are_pairs = text.split([',', ';']).all(|pair| pair.contains('='));
    let pairs = if are_pairs {
        text.split([',', ';']).collect()
    } else {
        vec![text]
    };
    let line = |pair: &str| match pair.split_once('=') {
        Some((old, new)) if !new.contains('=') => Ok(format!("{new}\t{old}\n")),
        _ => Err(anyhow!(
            "write Old=New, or Old=New,Other=New; names with = or , need a file"
        )),
    };
    pairs.into_iter().map(line).collect()
}

/// The games in a file whose positions `reaches` tests, in any notation: states, HOPs, records. A text file without a
/// game can have a line of moves in each line. `None` if there is no such file.
fn games_of_file(name: &str) -> Option<Result<Vec<Game>, String>> {
    let path = Path::new(name);
    path.is_file().then(|| games_in(path))
}

fn games_in(path: &Path) -> Result<Vec<Game>, String> {
    let told = |error: &dyn std::fmt::Display| format!("cannot use {}: {error}", path.display());
    let mut games = Vec::new();
    let judged = |reader: &GameReader| (reader.verdict.status, reader.verdict.game.clone());
    skep_collection::scan(
        &[Input::Path(path.to_owned())],
        &OpenOptions::default(),
        &Progress::new(),
        GameReader::default,
        Vec::new,
        |reader, found: &mut Vec<(Status, Game)>, item| {
            if let Item::Game(game) = item {
                reader.read_and_filter(&game, None);
                reader.judge();
                found.push(judged(reader));
            }
        },
        |found| {
            games.extend(found);
            ControlFlow::Continue(())
        },
    )
    .map_err(|error| told(&error))?;
    if games.is_empty() {
        let text = output::read_text(path).map_err(|error| told(&error))?;
        let lines = (1..).zip(text.lines().map(str::trim));
        for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let found = ends_of(line);
            if found.is_empty() {
                let why = format!("line {number} is not a position or a line of legal moves");
                return Err(told(&why));
            }
            games.extend(found.into_iter().map(|game| (Status::Ok, game)));
        }
    }
    let numbered = (1..).zip(&games);
    let fault = numbered
        .map(|(number, (status, _))| (number, *status))
        .find(|(_, status)| !status.is_sound())
        .map(|(number, status): (u64, _)| format!("game {number} is not valid (status {status})"));
    match fault {
        Some(fault) => Err(told(&fault)),
        None if games.is_empty() => Err(told(&"it has no position")),
        None => Ok(games.into_iter().map(|(_, game)| game).collect()),
    }
}

/// The games that a line of moves is, in each variant in which it is legal.
fn ends_of(line: &str) -> Vec<Game> {
    let Some(moves) = line_of(line) else {
        return Vec::new();
    };
    let is_variant = |text: &str| text.parse::<GameType>().is_ok();
    let texts = if moves.split(';').next().is_some_and(is_variant) {
        vec![moves]
    } else {
        GameType::PLAIN
            .map(|variant| format!("{variant};{moves}"))
            .to_vec()
    };
    let mut reader = GameReader::default();
    let mut games = Vec::new();
    for text in texts {
        reader.read_text(Format::Moves, &text);
        if reader.verdict.status == Status::Ok {
            games.push(reader.verdict.game.clone());
        }
    }
    games
}

/// An error in an expression, with its position marked.
fn shown(text: &str, error: &FilterError) -> String {
    let (clean, span) = clean_around(text, error.span.clone());
    let renderer = if output::styled_stderr() {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let snippet = Snippet::source(clean)
        .path("--where")
        .annotation(AnnotationKind::Primary.span(span));
    let mut body = Group::with_level(Level::ERROR).element(snippet);
    if let Some(help) = &error.help {
        body = body.element(Level::HELP.message(clean_lines(help)));
    }
    let error = clean_lines(&error.to_string());
    format!("{error}\n{}", renderer.render(&[body]))
}
