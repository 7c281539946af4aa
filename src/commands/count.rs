use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;

use clap::Args;

use crate::Exit;
use crate::args::{Inputs, Rules, Selection, one_of};
use crate::output::Output;
use crate::reader::Reader;
use crate::sweep::Games;
use skep_analysis::Facts;
use skep_analysis::select::{self, Field, Values};
use skep_collection::GameText;

/// Count games, all or those that an expression selects
///
/// Without --by, prints the number. With it, a line for each value of the field: the number of games, a tab, the
/// value; the most frequent first. What is not known is an empty value. With --by player or elo, which have a value
/// for each side, a game counts for both.
///
/// Exit codes: 0 the games were counted, 1 a file or entry could not be read to its end or holds none, 2 a path could
/// not be read, or the expression is none.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Count {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selection: Selection,

    /// Count for each value of a field
    #[arg(long, value_name = "FIELD", value_parser = one_of(&Field::ALL))]
    by: Option<Field>,

    #[command(flatten)]
    rules: Rules,
}

const EXAMPLES: &str = "\
Examples:
  skep count games.zip
  skep count --where 'type ~ P and result = draw' archive/
  skep count --by player games.zip | head";

/// What comes of one unit of work.
#[derive(Default)]
struct Part {
    games: u64,
    values: BTreeMap<String, u64>,
}

impl Count {
    pub fn run(self) -> anyhow::Result<Exit> {
        let filter = self.selection.filter()?;
        let mut total = Part::default();
        let exit = Games::new(&self.inputs, self.rules.options(), false).each(
            |reader, part, game| self.work(filter.as_ref(), reader, part, game),
            |_, part: Part| {
                total.games += part.games;
                for (value, games) in part.values {
                    *total.values.entry(value).or_default() += games;
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        let mut out = Output::stdout();
        if self.by.is_some() {
            let mut values: Vec<(String, u64)> = total.values.into_iter().collect();
            // The sort is stable: equal numbers stay in the order of the values.
            values.sort_by_key(|v| std::cmp::Reverse(v.1));
            for (value, games) in values {
                writeln!(out, "{games}\t{}", value.replace(char::is_control, " "))?;
            }
        } else {
            writeln!(out, "{}", total.games)?;
        }
        out.finish()?;
        Ok(exit)
    }

    /// Reads and counts one game. Runs in the workers.
    fn work(
        &self,
        filter: Option<&select::Filter>,
        reader: &mut Reader,
        part: &mut Part,
        game: &GameText<'_>,
    ) {
        if !reader.peruse(game, filter) {
            return;
        }
        part.games += 1;
        let Some(field) = self.by else { return };
        let mut values = field.values(&Facts::of_record(&reader.record), game.source);
        if values == Values::Pending {
            reader.judge();
            values = field.values(&Facts::new(&reader.record, &reader.verdict), game.source);
        }
        let mut count = |value: Option<select::Value<'_>>| {
            let value = value.map_or_else(String::new, |v| v.to_string());
            *part.values.entry(value).or_default() += 1;
        };
        match values {
            Values::Pending | Values::None => count(None),
            Values::One(value) => count(value),
            Values::Both(values) => values.into_iter().for_each(count),
        }
    }
}
