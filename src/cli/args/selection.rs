//! Which games to use, as it is typed.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Arg, Args};

use super::{FieldParser, whole_number};
use crate::cli::usage::INPUT;
use crate::scan::slice::Slice;
use crate::scan::{GameNumbers, Selection};

/// The option `--where` of a command that tests `win`, which only puzzles have.
pub fn of_puzzles(option: Arg) -> Arg {
    option.value_parser(FieldParser::<TypedExpression>::and(&["win"]))
}

/// An expression of the filter language, as it is typed.
#[derive(Clone, Debug)]
struct TypedExpression(String);

impl FromStr for TypedExpression {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<TypedExpression, Infallible> {
        Ok(TypedExpression(text.to_owned()))
    }
}

/// Which games to use, as it is typed.
#[derive(Args)]
struct TypedSelection {
    /// Use only the games that match an expression
    ///
    /// Example: --where "player = 'Ann' and date >= 2024-03". See: skep help filters
    #[arg(long = "where", value_name = "EXPR", help_heading = INPUT, alias = "filter", hide_possible_values = true, value_parser = FieldParser::<TypedExpression>::new())]
    expression: Option<TypedExpression>,

    /// Use only the games that NAME played, as White or Black
    #[arg(long, value_name = "NAME", help_heading = INPUT, hide_short_help = true)]
    player: Option<String>,

    /// Replace names of players by those in FILE, or "Old=New,Other=New"
    ///
    /// A line of FILE is Old=New, or several of these with commas between them; or it has the name to use, then other
    /// names, separated by tabs, or by ; or ,. A first line old,new has the name to use last. Filters see the new name.
    /// Lines that begin with not a player or rating 1800 are for tables of players: see skep help scores.
    #[arg(long, value_name = "FILE|OLD=NEW", help_heading = INPUT, hide_short_help = true)]
    aliases: Option<PathBuf>,

    /// Use only game N, counted from 1, or several: 1,3 or 6..15
    #[arg(long = "game", value_name = "N", value_parser = str::parse::<GameNumbers>, allow_negative_numbers = true, help_heading = INPUT)]
    number: Option<GameNumbers>,

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
    #[arg(long, value_name = "S", default_value_t = 0, help_heading = INPUT, hide_short_help = true)]
    seed: u64,
}

impl From<TypedSelection> for Selection {
    fn from(typed: TypedSelection) -> Selection {
        let seed = typed.seed;
        let sample = typed.sample.map(|games| Slice::Sample { games, seed });
        let first = typed.first.map(Slice::First);
        Selection {
            expression: typed.expression.map(|expression| expression.0),
            player: typed.player,
            aliases: typed.aliases,
            number: typed.number,
            slice: first.or(typed.last.map(Slice::Last)).or(sample),
            ..Selection::default()
        }
    }
}

read_as!(TypedSelection => Selection);
