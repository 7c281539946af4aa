//! `skep count`: the number of games, in all or by the values of a field.

use std::collections::BTreeMap;
use std::io::Write;

use clap::Args;

use super::info::{Group, Info};
use crate::Exit;
use crate::args::{GameArgs, one_of};
use crate::exit::listed;
use crate::output::Output;
use crate::scan::Scan;
use crate::table::{Declared, Head, Kind, RowFormat, Shape, Sheet, Value};
use skep_analysis::GameReader;
use skep_analysis::select::{self, Attribute, Field, Values};
use skep_collection::GameText;

/// Count games
///
/// Without --by, prints the number of games. With --by, prints a row per value of the field, most frequent first: the
/// number of games and the value. An unknown value is – in a table and empty in CSV. With --by player or elo, each
/// game counts for both players.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Count {
    #[command(flatten)]
    games: GameArgs,

    /// Count for each value of a field
    #[arg(long, value_name = "FIELD", value_parser = one_of(&Field::ALL))]
    by: Option<Field>,

    #[command(flatten)]
    rows: RowFormat,
}

const EXAMPLES: &str = "\
Examples:
  skep count games.zip
  skep count --where 'variant ~ P and result = draw' archive/
  skep count --by player games.zip | head
  skep count --by variant --format csv games.zip > variants.csv";

/// The result of one batch of games.
#[derive(Default)]
struct Batch {
    games: u64,
    values: BTreeMap<String, u64>,
}

impl Count {
    pub const INFO: Info = Info {
        other_names: &["wc"],
        tips: &["frequency freq histogram group groupby: count --by FIELD FILE"],
        exit: listed("the games were counted"),
        ..Info::new(Group::Collection, 21)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let (total, exit) = match self.of_index()? {
            Some(counted) => counted,
            None => self.of_records()?,
        };
        let Some(field) = self.by else {
            if self.rows.format == Shape::Table {
                let mut out = Output::stdout();
                writeln!(out, "{}", total.games)?;
                out.finish()?;
            } else {
                let head = Head::new("count").column("games", "games", ());
                let mut sheet = Sheet::stdout(head.table(), self.rows)?;
                sheet.push(vec![total.games.into()])?;
                sheet.finish("")?;
            }
            return Ok(exit);
        };
        let kind = match field.type_name() {
            "number" => Kind::Int,
            "points" => Kind::Real,
            _ => Declared::of(field.as_str()).map_or(Kind::Text, |column| column.kind),
        };
        let is_number = kind == Kind::Int;
        let mut head = Head::new("count").column("games", "games", ());
        head = head.typed(field.as_str(), kind, ());
        if !is_number {
            head = head.names();
        }
        let mut sheet = Sheet::stdout(head.table(), self.rows)?;
        let mut values: Vec<(String, u64)> = total.values.into_iter().collect();
        // The sort is stable: equal numbers stay in the order of the values.
        values.sort_by_key(|v| std::cmp::Reverse(v.1));
        for (value, games) in values {
            let value = match value.parse::<i64>() {
                Ok(number) if is_number => Value::Int(number),
                _ if value.is_empty() => Value::Missing,
                _ => value.into(),
            };
            sheet.push(vec![games.into(), value])?;
        }
        sheet.finish("")?;
        Ok(exit)
    }

    /// If the only input is an index, counts its games without reading records. `None` if this is not possible.
    #[cfg(feature = "explorer")]
    fn of_index(&self) -> anyhow::Result<Option<(Batch, Exit)>> {
        let Some((index, filter)) = self.games.index()? else {
            return Ok(None);
        };
        let mut total = Batch::default();
        let filter = filter.as_ref();
        let Some(games) = index.count_games(filter)? else {
            return Ok(None);
        };
        total.games = games;
        if let Some(field) = self.by
            && !index.each_value(field, filter, |values, games| total.add(values, games))?
        {
            return Ok(None);
        }
        for warning in filter.into_iter().flat_map(select::Filter::warnings) {
            crate::output::tell(format_args!("warning: {warning}"));
        }
        let exit = if games == 0 {
            Exit::Findings
        } else {
            Exit::Success
        };
        Ok(Some((total, exit)))
    }

    #[cfg(not(feature = "explorer"))]
    fn of_index(&self) -> anyhow::Result<Option<(Batch, Exit)>> {
        Ok(None)
    }

    fn of_records(&self) -> anyhow::Result<(Batch, Exit)> {
        let mut total = Batch::default();
        let exit = Scan::new(&self.games)?.games(
            |reader, batch, game| self.work(reader, batch, game),
            |_, batch: Batch| {
                total.games += batch.games;
                for (value, games) in batch.values {
                    *total.values.entry(value).or_default() += games;
                }
                Ok(())
            },
        )?;
        Ok((total, exit))
    }

    /// Counts one game. Runs in the workers.
    fn work(&self, reader: &mut GameReader, batch: &mut Batch, game: &GameText<'_>) {
        batch.games += 1;
        let Some(field) = self.by else { return };
        batch.add(reader.values(&Attribute::Field(field), game.source), 1);
    }
}

impl Batch {
    /// Counts games with these values.
    fn add(&mut self, values: Values<'_>, games: u64) {
        let mut count = |value: Option<select::Value<'_>>| {
            let value = value.map_or_else(String::new, |v| v.to_string());
            *self.values.entry(value).or_default() += games;
        };
        match values {
            Values::Pending | Values::None => count(None),
            Values::One(value) => count(value),
            Values::Both(values) => values.into_iter().for_each(count),
        }
    }
}
