//! `skep count`: the number of games, in all or by the values of a field.

use std::collections::BTreeMap;

use anyhow::bail;
use clap::Args;

use crate::cli::args::FieldParser;
use crate::cli::exit::listed;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::emit::rows::{ColumnKind, Head, ReportFormat, groups};
use crate::emit::{Outlet, Print, Unit};
use crate::output::Exit;
use crate::scan::known::warn_of_groups;
use crate::scan::{GameQuery, Job, Scan};
use skep_analysis::filter::{self, Attribute, Values};
use skep_analysis::stats::{order, ranked};
use skep_analysis::{GameReader, Tally, count_key};
use skep_records::GameText;

/// Count games
///
/// Without --by, prints the number of games. With --by, prints a row per value of the field: the number of games and the
/// value. Dates, months, hours, weekdays, numbers and bands are in their order; of other fields, the most frequent value
/// is first. With several fields, there is a row for each combination: --by variant,result. An
/// unknown value is – in a table, and empty in CSV. With --by player or elo, each game counts for both players, and
/// once if both have the same value.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Count {
    #[command(flatten)]
    games: GameQuery,

    /// Count the games by a field (skep help filters) or tag, or by several separated by commas
    #[arg(long, value_name = "FIELD", value_delimiter = ',', hide_possible_values = true, value_parser = FieldParser::<Attribute>::new())]
    by: Vec<Attribute>,

    #[command(flatten)]
    print: Print,
}

const EXAMPLES: &str = "\
Examples:
  skep count games.zip
  skep count --where \"variant ~ P and result = draw\" archive/
  skep count --by player games.zip | head
  skep count --by white,result,\"tag(Round)\" games.zip
  skep count --by variant games.zip -o variants.csv";

/// The number of games, and of those with each value.
#[derive(Default)]
struct CountsByValue {
    games: u64,
    /// By the values of the fields; an unknown value is empty.
    values: BTreeMap<Vec<String>, u64>,
}

impl Count {
    pub const INFO: CommandInfo = CommandInfo {
        other_names: &["wc"],
        tips: &[
            "frequency freq histogram group groupby: count --by FIELD FILE",
            "-c: --where EXPR",
            "--sort --order --order-by --sort-by --reverse -r --desc --asc: numbers and dates are in their order, and of other fields the most frequent value comes first; for another order, use --format csv and sort",
            "--histogram --hist --bin --bins --band --bands --distribution: for numbers in bands, use --by plies/10",
            "--depth: for the moves of openings, use skep openings --depth N FILE",
        ],
        exit: listed("the games were counted"),
        ..CommandInfo::new(CommandGroup::Collection, 21)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        self.print.check_file(self.games.inputs.inputs())?;
        self.require_keys()?;
        let (total, exit) = match self.of_index()? {
            Some(counted) => counted,
            None => self.of_records()?,
        };
        let groups = total.values.keys().map(Vec::as_slice);
        warn_of_groups(&self.by, groups, |value| !value.is_empty());
        if self.by.is_empty() && self.print.rows()?.format == ReportFormat::Table {
            self.print.text(&format!("{}\n", total.games))?;
            return Ok(exit);
        }
        let head = Head::new("count").column("games", "games", ());
        let head = head.groups(&self.by);
        let kinds: Vec<ColumnKind> = self.by.iter().map(groups::kind).collect();
        let mut outlet = self.print.outlet(head.table())?;
        let mut rows: Vec<(Vec<String>, u64)> = total.values.into_iter().collect();
        if self.by.is_empty() {
            rows.push((Vec::new(), total.games));
        }
        self.sort(&mut rows);
        for (values, games) in rows {
            let mut row = vec![games.into()];
            let values = kinds.iter().zip(values);
            row.extend(values.map(|(&kind, value)| groups::value(kind, value)));
            outlet.push(row)?;
        }
        outlet.finish("")?;
        Ok(exit)
    }

    /// Refuses columns that leave out a part of what the rows are counted by: such rows look alike.
    fn require_keys(&self) -> anyhow::Result<()> {
        let pick = self.print.rows()?.pick;
        let is_kept = |by: &&Attribute| pick.columns.contains(&by.to_string());
        let (kept, left): (Vec<_>, Vec<_>) = self.by.iter().partition(is_kept);
        let names = |by: Vec<&Attribute>| {
            let names: Vec<String> = by.into_iter().map(Attribute::to_string).collect();
            names.join(",")
        };
        if !kept.is_empty() && !left.is_empty() {
            bail!(
                "--columns leaves out {}, by which the rows are counted; use --by {}",
                names(left),
                names(kept)
            );
        }
        Ok(())
    }

    /// Puts the rows in the order of the first fields as long as their values have one; then the most frequent is first.
    fn sort(&self, rows: &mut [(Vec<String>, u64)]) {
        let ordered = self.by.iter().take_while(|by| by.has_order()).count();
        let place = |values: &[String]| {
            let values = values.iter().take(ordered);
            let known: Vec<Option<String>> = values
                .map(|value| (!value.is_empty()).then(|| value.clone()))
                .collect();
            ranked(&self.by[..ordered], &known)
        };
        // The sort is stable: equal numbers stay in the order of the values.
        rows.sort_by(|(a, more), (b, games)| {
            order(&place(a), &place(b)).then_with(|| games.cmp(more))
        });
    }

    /// If the only input is an index, counts its games without reading records. `None` if this is not possible.
    #[cfg(feature = "full")]
    fn of_index(&self) -> anyhow::Result<Option<(CountsByValue, Exit)>> {
        let Some((index, filter)) = self.games.index()? else {
            return Ok(None);
        };
        let mut total = CountsByValue::default();
        let filter = filter.as_ref();
        let Some(games) = index.count_games(filter)? else {
            return Ok(None);
        };
        total.games = games;
        match &self.by[..] {
            [] => {}
            [Attribute::Field(field)] => {
                let add = |values: Values<'_>, games| total.add(&[values_of(values)], games);
                if !index.each_value(*field, filter, add)? {
                    return Ok(None);
                }
            }
            _ => return Ok(None),
        }
        for warning in filter.into_iter().flat_map(filter::Filter::warnings) {
            crate::output::tell(format_args!("warning: {warning}"));
        }
        let exit = if games == 0 {
            crate::scan::stored::tell_no_match(filter);
            Exit::Findings
        } else {
            Exit::Success
        };
        Ok(Some((total, exit)))
    }

    #[cfg(not(feature = "full"))]
    fn of_index(&self) -> anyhow::Result<Option<(CountsByValue, Exit)>> {
        Ok(None)
    }

    fn of_records(&self) -> anyhow::Result<(CountsByValue, Exit)> {
        let job = Job::new(
            || (),
            |reader, (), unit: &mut Unit<CountsByValue>, game| {
                self.work(reader, &mut unit.counts, game);
            },
        );
        let scan = Scan::new(&self.games)?;
        let (scanned, total) = scan.run(job.compared("counted"), &mut Outlet::nothing())?;
        Ok((total, scanned.exit(false)))
    }

    /// Counts one game. Runs in the workers.
    fn work(&self, reader: &mut GameReader, batch: &mut CountsByValue, game: &GameText<'_>) {
        batch.games += 1;
        if self.by.is_empty() {
            return;
        }
        let by = self.by.iter();
        let values: Vec<Vec<String>> = by
            .map(|attribute| values_of(reader.values(attribute, game.source)))
            .collect();
        batch.add(&values, 1);
    }
}

impl Tally for CountsByValue {
    fn merge(&mut self, other: CountsByValue) {
        self.games += other.games;
        for (values, games) in other.values {
            *self.values.entry(values).or_default() += games;
        }
    }
}

impl CountsByValue {
    /// Counts games with these values of each field, in every combination.
    fn add(&mut self, values: &[Vec<String>], games: u64) {
        let mut rows = vec![Vec::new()];
        for values in values {
            let with = |row: &Vec<String>, value: &String| {
                let mut row = row.clone();
                row.push(count_key(value));
                row
            };
            let longer = rows
                .iter()
                .flat_map(|row| values.iter().map(|value| with(row, value)));
            rows = longer.collect();
        }
        for row in rows {
            *self.values.entry(row).or_default() += games;
        }
    }
}

/// The different values of a field as texts. An unknown value is empty.
fn values_of(values: Values<'_>) -> Vec<String> {
    let text = |value: Option<filter::Value<'_>>| {
        value.map_or_else(String::new, |value| value.to_string())
    };
    // Two players of one band are one game of the band.
    values.different().into_iter().map(text).collect()
}
