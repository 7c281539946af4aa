//! `skep sort`: games ordered by fields.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use crate::cli::args::{FieldParser, Size};
use crate::cli::exit::WRITTEN;
use crate::cli::info::{Group, Info};
use crate::emit::games::{GameOutlet, Writing, WrittenGames, require_state};
use crate::output::Exit;
use crate::output::progress::Bar;
use crate::scan::duplicates::Keys;
use crate::scan::known::Known;
use crate::scan::{GameQuery, Scan};
use skep_analysis::GameReader;
use skep_analysis::select::{Attribute, Field, UnknownField, Value, Values};
use skep_collection::Sorter;
use skep_records::GameText;
use skep_records::diag::Severity;

/// Sort games by one or more fields
///
/// The first field has priority. A minus before a field sorts by it in descending order, and tag(NAME) is a tag: --by
/// -plies,tag(Event). Text is compared without regard to case, dates and numbers by value; a date with only a year
/// comes before the other dates of that year. player sorts by the name that is first in the alphabet, and elo by the
/// higher rating. Games with an unknown value come last, and games with equal values keep their input order. The games
/// are written unchanged, or converted with --to.
///
/// Any number of games can be sorted. Games that do not fit in --buffer-size go to a temporary file.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Sort {
    #[command(flatten)]
    games: GameQuery,

    #[command(flatten)]
    writing: Writing,

    /// Sort by these fields (skep help filters) or tags, separated by commas; -FIELD sorts in descending order
    #[arg(long, value_name = "FIELD", value_delimiter = ',', default_value = "date", allow_hyphen_values = true, hide_possible_values = true, value_parser = FieldParser::<SortKey>::new())]
    by: Vec<SortKey>,

    /// Reverse the order of all fields
    #[arg(long, short)]
    reverse: bool,

    /// Memory for games, such as 64M or 2G
    #[arg(long, short = 'S', value_name = "SIZE", default_value = "256M")]
    buffer_size: Size,
}

const EXAMPLES: &str = "\
Examples:
  skep sort games/ > by-date.sgf
  skep sort --by -elo games.zip | skep convert --first 20 -
  skep sort --by -plies,'tag(Event)' games/ --to pgn -o longest.pgn
  skep sort --by white,date,plies games.pgn -o sorted.pgn";

/// The text does not name a field to sort by.
#[derive(Clone, Debug, thiserror::Error)]
enum ParseSortKeyError {
    #[error(transparent)]
    Unknown(#[from] UnknownField),
    /// The word `desc` follows the field, as in SQL.
    #[error("for descending order, write a hyphen before the field: -{0}")]
    Desc(String),
}

/// What to sort by.
#[derive(Clone, Debug)]
struct SortKey {
    attribute: Attribute,
    /// Whether the order is descending.
    descends: bool,
}

impl FromStr for SortKey {
    type Err = ParseSortKeyError;

    fn from_str(text: &str) -> Result<SortKey, ParseSortKeyError> {
        if let Some((field, word)) = text.trim().split_once(' ')
            && word.trim().eq_ignore_ascii_case("desc")
        {
            return Err(ParseSortKeyError::Desc(field.to_owned()));
        }
        let name = text.trim().strip_prefix('-');
        Ok(SortKey {
            attribute: name.unwrap_or(text).parse()?,
            descends: name.is_some(),
        })
    }
}

/// A field whose values have an order of their own.
const SEVERITY: Attribute = Attribute::Field(Field::Severity);

impl Sort {
    pub const INFO: Info = Info {
        common: true,
        tips: &[
            "-s --select: --by FIELD",
            "-R: --reverse",
            "--limit -n --max --count --num --top: for the first of the sorted games, pipe skep sort --by plies --to jsonl FILE into skep list --first N; here, --first N chooses before it sorts",
        ],
        exit: WRITTEN,
        ..Info::new(Group::Collection, 23)
    };

    pub fn run(mut self) -> anyhow::Result<Exit> {
        self.writing.aliases = self.games.selection.alias_file().map(PathBuf::from);
        let mut outlet = GameOutlet::new(&self.writing, self.games.inputs.inputs())?;
        let mut sorter = Sorter::new(self.buffer_size.bytes());
        let known = Known::new(self.by.iter().map(|key| key.attribute.to_string()));
        let writer = self.writing.writer()?;
        require_state(&writer)?;
        let scan = Scan::new(&self.games)?;
        let keys = Keys::new();
        let read = scan.one_by_one(
            |reader, game| {
                // Writing may change the record.
                let key = self.key(reader, game, &known);
                keys.add_written(writer.to, reader, game);
                (key, WrittenGames::one(&writer, scan.human(), reader, game))
            },
            |bar, (key, written)| {
                outlet.note(bar, &written)?;
                sorter.add(key, written.text)?;
                Ok(ControlFlow::Continue(()))
            },
        )?;
        if self.by.len() > 1 || self.by[0].attribute != Attribute::Field(Field::Date) {
            // The default is the date.
            known.warn();
        }
        let bar = Bar::hidden();
        sorter.finish(|text| outlet.text(&bar, text))?;
        let exit = read.and(outlet.finish(None)?);
        keys.found().tell("written");
        Ok(exit)
    }

    /// A key whose bytes sort as the games sort.
    fn key(&self, reader: &mut GameReader, game: &GameText<'_>, known: &Known) -> Vec<u8> {
        let mut key = Vec::new();
        for (i, by) in self.by.iter().enumerate() {
            let SortKey {
                attribute,
                descends,
            } = by;
            let values = reader.values(attribute, game.source);
            let value = match values {
                Values::Pending | Values::None => None,
                // From remarks to errors, not by the alphabet.
                Values::One(Some(Value::Text(word))) if *attribute == SEVERITY => word
                    .parse()
                    .ok()
                    .map(|severity: Severity| Value::Number(severity as u32)),
                Values::One(value) => value,
                Values::Both(both) => first_of(both),
                Values::Findings(_) | Values::Motifs(_) => {
                    let names = values.names().unwrap_or_default();
                    names.first().map(|name| Value::Text(name))
                }
            };
            known.see(i, value.is_some());
            let Some(value) = value else {
                key.push(u8::MAX);
                continue;
            };
            key.push(0);
            let start = key.len();
            put(value, &mut key);
            if self.reverse != *descends {
                key[start..].iter_mut().for_each(|b| *b = !*b);
            }
        }
        key
    }
}

/// The deciding one of two values.
fn first_of(both: [Option<Value<'_>>; 2]) -> Option<Value<'_>> {
    let known = both.into_iter().flatten();
    known.min_by_key(|value| match *value {
        Value::Number(n) => (std::cmp::Reverse(n), None, String::new()),
        Value::Points(p) => (std::cmp::Reverse(p.halves().into()), None, String::new()),
        Value::Date(date) => (std::cmp::Reverse(0), Some(date), String::new()),
        Value::Text(text) => (std::cmp::Reverse(0), None, text.to_lowercase()),
        Value::Source(source) => (std::cmp::Reverse(0), None, source.to_string()),
    })
}

/// Appends a value so that bytes sort as values do, and no value is the prefix of another.
fn put(value: Value<'_>, key: &mut Vec<u8>) {
    match value {
        Value::Number(n) => key.extend(n.to_be_bytes()),
        Value::Points(points) => key.extend(points.halves().to_be_bytes()),
        Value::Date(date) => {
            key.extend(date.year().to_be_bytes());
            key.push(date.month().unwrap_or(0));
            key.push(date.day().unwrap_or(0));
        }
        Value::Source(source) => put(Value::Text(&source.to_string()), key),
        Value::Text(text) => {
            for part in [&*text.to_lowercase(), text] {
                key.extend(part.bytes().map(|b| b.max(1)));
                key.push(0);
            }
        }
    }
}
