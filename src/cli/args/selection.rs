//! Which games to use.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use clap::{Arg, Args};

use skep_analysis::players::Aliases;
use skep_analysis::select::{Filter, FilterError};
use skep_collection::Input;

use super::{FieldParser, Numbers, whole_number};
use crate::cli::usage::INPUT;
use crate::output::{self, Rendered};
use crate::scan::slice::Slice;
use crate::text::{clean_around, clean_lines};

/// The option `--where` of a command that tests `win`, which only puzzles have.
pub fn of_puzzles(option: Arg) -> Arg {
    option.value_parser(FieldParser::<Expression>::and(&["win"]))
}

/// An expression of the filter language, as it is typed.
#[derive(Clone, Debug)]
struct Expression(String);

impl FromStr for Expression {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Expression, Infallible> {
        Ok(Expression(text.to_owned()))
    }
}

/// Which games to use.
#[derive(Clone, Debug, Default, Args)]
pub struct Selection {
    /// Use only the games that match an expression
    ///
    /// Example: --where 'player = "Ann" and date >= 2024-03'. See: skep help filters
    #[arg(long = "where", value_name = "EXPR", help_heading = INPUT, alias = "filter", hide_possible_values = true, value_parser = FieldParser::<Expression>::new())]
    expression: Option<Expression>,

    /// Use only the games that NAME played, as White or Black
    #[arg(long, value_name = "NAME", help_heading = INPUT, hide_short_help = true)]
    player: Option<String>,

    /// Replace names of players by the names in FILE
    ///
    /// Each line has the name to use, then other names, between tabs; filters see the new name.
    #[arg(long, value_name = "FILE", help_heading = INPUT, hide_short_help = true)]
    aliases: Option<PathBuf>,

    /// The names in that file, when it was read.
    #[arg(skip)]
    names: OnceLock<Arc<Aliases>>,

    /// Whether the expression can test `win`, which only puzzles have.
    #[arg(skip)]
    of_puzzles: bool,

    /// Use only game N, counted from 1, or several: 1,3 or 6..15
    #[arg(long = "game", value_name = "N", value_parser = str::parse::<Numbers>, allow_negative_numbers = true, help_heading = INPUT)]
    number: Option<Numbers>,

    /// Use only the first N matching games
    #[arg(long, value_name = "N", value_parser = whole_number, allow_negative_numbers = true, help_heading = INPUT, conflicts_with = "number", hide_short_help = true)]
    first: Option<u64>,

    /// Use only the last N matching games
    #[arg(long, value_name = "N", value_parser = whole_number, allow_negative_numbers = true, help_heading = INPUT, conflicts_with_all = ["number", "first"], hide_short_help = true)]
    last: Option<u64>,

    /// Use only a random sample of N matching games
    #[arg(long, value_name = "N", value_parser = whole_number, allow_negative_numbers = true, help_heading = INPUT, conflicts_with_all = ["number", "first", "last"], hide_short_help = true)]
    sample: Option<u64>,

    /// Seed of --sample: the same seed gives the same sample
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample", help_heading = INPUT, hide_short_help = true)]
    seed: u64,
}

impl Selection {
    /// The same selection; if a number is given, it replaces the number of `--game`.
    #[must_use]
    pub fn with_number(&self, number: Option<u64>) -> Selection {
        Selection {
            number: number.map(Numbers::one).or_else(|| self.number.clone()),
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

    /// Which of the games that match to use, if not all.
    pub fn slice(&self) -> Option<Slice> {
        let sample = self.sample.map(|games| Slice::Sample {
            games,
            seed: self.seed,
        });
        let first = self.first.map(Slice::First);
        first.or(self.last.map(Slice::Last)).or(sample)
    }

    /// Whether every game that matches is used.
    pub fn is_whole(&self) -> bool {
        self.number.is_none() && self.slice().is_none()
    }

    /// The options that choose games, and their values.
    pub fn words(&self) -> Vec<(String, String)> {
        let mut words = vec![("--where".to_owned(), self.text())];
        let seed = self.sample.map(|_| self.seed);
        let game = self.number.as_ref();
        words.extend(game.map(|number| ("--game".to_owned(), number.to_string())));
        for (name, number) in [
            ("--first", self.first),
            ("--last", self.last),
            ("--sample", self.sample),
            ("--seed", seed),
        ] {
            words.extend(number.map(|number| (name.to_owned(), number.to_string())));
        }
        words
    }

    /// The numbers of the games to use. `None` without `--game`.
    pub fn numbers(&self) -> Option<&Numbers> {
        self.number.as_ref()
    }

    /// Whether `--game` names several games, or a slice of the matching games is chosen.
    pub fn chooses_several(&self) -> bool {
        let number = self.number.as_ref();
        number.is_some_and(|number| number.single().is_none()) || self.slice().is_some()
    }

    /// The text of the filter.
    pub fn text(&self) -> String {
        let own = self.expression.as_ref().map_or("", |own| &own.0);
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
            (Some(Expression(text)), None) => parse(text),
            (own, Some(_)) => {
                // An error is shown in the expression that was typed.
                own.as_ref().map(|own| parse(&own.0)).transpose()?;
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
