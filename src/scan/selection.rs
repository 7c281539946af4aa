//! Which games to use.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use skep_analysis::filter::{Filter, FilterError};
use skep_analysis::players::Aliases;
use skep_collection::Input;

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
            Some(path) => output::parsed(path, Aliases::parse)?,
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
        let parser = if self.of_puzzles {
            Filter::parse_for_puzzles
        } else {
            Filter::parse
        };
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
