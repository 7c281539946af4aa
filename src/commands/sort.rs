//! `skep sort`: games in the order of fields.

use std::ops::ControlFlow;

use clap::Args;

use crate::Exit;
use crate::args::{Size, one_of};
use crate::progress::Bar;
use crate::reader::Reader;
use crate::select_args::SelectArgs;
use crate::writing::Outlet;
use skep_analysis::select::{Field, Value, Values};
use skep_collection::{GameText, Sorter};

/// Write games in order
///
/// Orders by one field or by several, the first of which counts most. Names are put in order without regard to case,
/// dates and numbers by their value; a date of which only the year is known stands before the others of that year. Where
/// each side has a value, the higher number or the first name counts. Games of which a field is unknown stand last, and
/// games that are alike stay in the order of the input. The games are written as they are, or in another notation with
/// --to.
///
/// Any number of games can be put in order: what does not fit into the memory allowed is held in a temporary file.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Sort {
    #[command(flatten)]
    select: SelectArgs,

    /// What to order by: fields of the filter language, parted by commas
    #[arg(long, value_name = "FIELD", value_delimiter = ',', default_value = "date", value_parser = one_of(&Field::ALL))]
    by: Vec<Field>,

    /// The greatest first
    #[arg(long, short)]
    reverse: bool,

    /// The memory for games, such as 64M or 2G
    #[arg(long, short = 'S', value_name = "SIZE", default_value = "256M")]
    buffer_size: Size,
}

const EXAMPLES: &str = "\
Examples:
  skep sort games/ > by-date.sgf
  skep sort --by elo -r games.zip | skep head -n 20 -
  skep sort --by white,date,plies games.pgn -o sorted.pgn";

impl Sort {
    pub fn run(self) -> anyhow::Result<Exit> {
        let mut outlet = Outlet::new(&self.select.writing)?;
        let mut sorter = Sorter::new(self.buffer_size.bytes());
        let read = self.select.each(
            |reader, game| self.key(reader, game),
            |bar, key, written| {
                outlet.note(bar, &written);
                sorter.add(key, written.text)?;
                Ok(ControlFlow::Continue(()))
            },
        )?;
        let bar = Bar::hidden();
        sorter.finish(|text| outlet.text(&bar, text))?;
        Ok(read.and(outlet.finish(None)?))
    }

    /// Bytes that are in order as the games are to be.
    fn key(&self, reader: &mut Reader, game: &GameText<'_>) -> Vec<u8> {
        let mut key = Vec::new();
        for field in &self.by {
            let values = reader.values(*field, game.source);
            let value = match values {
                Values::Pending | Values::None => None,
                Values::One(value) => value,
                Values::Both(both) => first_of(both),
            };
            let Some(value) = value else {
                key.push(u8::MAX);
                continue;
            };
            key.push(0);
            let start = key.len();
            put(value, &mut key);
            if self.reverse {
                key[start..].iter_mut().for_each(|b| *b = !*b);
            }
        }
        key
    }
}

/// The value of two that counts.
fn first_of(both: [Option<Value<'_>>; 2]) -> Option<Value<'_>> {
    let known = both.into_iter().flatten();
    known.min_by_key(|value| match *value {
        Value::Number(n) => (std::cmp::Reverse(n), None, String::new()),
        Value::Points(p) => (std::cmp::Reverse(p.halves().into()), None, String::new()),
        Value::Date(date) => (std::cmp::Reverse(0), Some(date), String::new()),
        Value::Text(text) => (std::cmp::Reverse(0), None, text.to_lowercase()),
    })
}

/// Appends a value so that bytes are in order as values are, and no value is the beginning of another.
fn put(value: Value<'_>, key: &mut Vec<u8>) {
    match value {
        Value::Number(n) => key.extend(n.to_be_bytes()),
        Value::Points(points) => key.extend(points.halves().to_be_bytes()),
        Value::Date(date) => {
            key.extend(date.year().to_be_bytes());
            key.push(date.month().unwrap_or(0));
            key.push(date.day().unwrap_or(0));
        }
        Value::Text(text) => {
            for part in [&*text.to_lowercase(), text] {
                key.extend(part.bytes().map(|b| b.max(1)));
                key.push(0);
            }
        }
    }
}
