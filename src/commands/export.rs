//! `skep export`: tables of games and plies for databases and data frames.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use serde_json::Value as Json;

use crate::args::{GameArgs, one_of};
use crate::export::{Column, ExportValue, Exported, Folder, Kind, Rows};
use crate::output::{self, Output};
use crate::scan::Scan;
use crate::table::{RowFormat, Shape, Sheet, Table, Value};
use crate::{Exit, tables, text};
use skep_analysis::Facts;

/// Export tables of games and plies for databases and data frames
///
/// The table games has a row per game, valid or not: place, players, date, results, length and name of the opening. The
/// table plies has a row per legal ply: the move in canonical spelling, the piece, its cells before and after (axial
/// coordinates from the first piece, Hive only), and the key of the position, as in skep openings. The column number
/// counts the games from 1 in input order and joins the tables. skep help columns describes all columns.
///
/// Parquet needs a new folder, with one file per table, variant and month:
/// games/variant=Base+MLP/month=2024-03/part-0.parquet. Readers of partitioned data take the variant and the month from
/// the path; missing values are "unknown". The other formats go to standard output or one file, with variant and month
/// in each row.
///
/// For the table openings in Parquet, use skep openings --format parquet.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Export {
    #[command(flatten)]
    games: GameArgs,

    /// Choose the tables to write
    #[arg(
        long,
        value_name = "TABLE",
        value_delimiter = ',',
        default_value = "games,plies",
        value_parser = one_of(&Exported::ALL)
    )]
    table: Vec<Exported>,

    /// Choose the format
    ///
    /// json is one document, and jsonl is one object per line. Only parquet and jsonl write several tables at a time.
    #[arg(long, value_name = "FORMAT", default_value = "parquet", value_parser = one_of(&Shape::ALL))]
    format: Shape,

    /// Put ' before text that starts with = + - @ (CSV and TSV)
    #[arg(long)]
    csv_safe: bool,

    /// Write to a new folder (Parquet) or a file (other formats)
    ///
    /// A file appears when it is complete.
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,

    /// Read names of openings from FILE; see skep openings --help
    #[arg(long, value_name = "FILE")]
    names: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  skep export -o tables games.zip
  skep export --table games --format jsonl games/ | jq .white
  duckdb -c \"select month, count(*) from read_parquet('tables/games/**', hive_partitioning = true) group by month\"";

/// Where the rows go.
enum Sink {
    Folder(Box<Folder>),
    Lines(Output, Vec<Vec<Column>>),
    Rows(Box<Sheet>),
}

impl Export {
    pub fn run(self) -> anyhow::Result<Exit> {
        let mut scan = Scan::new(&self.games)?;
        let names = tables::names(self.names.as_deref())?;
        let mut sink = self.sink()?;
        // The rows of a batch take many times the memory of its text.
        scan.options.unit_bytes /= 8;
        let mut games = 0;
        let exit = scan.games(
            |reader, rows: &mut Vec<Rows>, game| {
                reader.judge();
                let facts = Facts::new(&reader.record, &reader.verdict);
                rows.push(Rows::of(&self.table, &facts, game, &names));
            },
            |_, batch| {
                for rows in batch {
                    games += 1;
                    self.write(&mut sink, rows, games)?;
                }
                Ok(())
            },
        )?;
        match sink {
            Sink::Folder(folder) => folder.finish()?,
            Sink::Lines(out, _) => out.finish()?,
            Sink::Rows(sheet) => sheet.finish("")?,
        }
        if self.output.is_some() {
            let games = text::counted(games, "game", "games");
            output::tell(format_args!("{games} written"));
        }
        Ok(exit)
    }

    fn sink(&self) -> anyhow::Result<Sink> {
        let parted = ["variant", "month"].map(|name| Column {
            name,
            kind: Kind::Text,
        });
        let columns = |table: &Exported| [table.columns(), parted.to_vec()].concat();
        let path = self.output.as_deref();
        Ok(match (self.format, &self.table[..]) {
            (Shape::Parquet, _) => {
                let Some(root) = path else {
                    bail!("--format parquet needs a new folder; choose one with -o")
                };
                let tables = self.table.iter().map(|t| (t.as_str(), t.columns()));
                Sink::Folder(Box::new(Folder::create(root, tables.collect())?))
            }
            (Shape::Jsonl, tables) => {
                let out = Output::to(path)?;
                Sink::Lines(out, tables.iter().map(columns).collect())
            }
            (format, [table]) => {
                let mut sheet = Table::new(table.as_str());
                for Column { name, kind } in columns(table) {
                    sheet = sheet.column(name, name);
                    if kind == Kind::Text {
                        sheet = sheet.names();
                    }
                }
                let csv_safe = self.csv_safe;
                let rows = RowFormat { format, csv_safe };
                let to_stdout = output::is_stdout(path);
                let sheet = Sheet::new(sheet, rows, to_stdout, || Output::to(path))?;
                Sink::Rows(Box::new(sheet))
            }
            (format, _) => bail!("--format {format}: one --table at a time"),
        })
    }

    fn write(&self, sink: &mut Sink, rows: Rows, number: u64) -> anyhow::Result<()> {
        let Rows {
            variant,
            month,
            tables,
        } = rows;
        for (i, mut rows) in tables.into_iter().enumerate() {
            for row in &mut rows {
                row[0] = number.into();
            }
            match sink {
                Sink::Folder(folder) => {
                    folder.push(i, variant.as_deref(), month.as_deref(), rows)?;
                }
                Sink::Rows(sheet) => {
                    for row in rows {
                        let parted = [variant.clone().into(), month.clone().into()];
                        let row = row.into_iter().map(Value::from);
                        sheet.push(row.chain(parted).collect())?;
                    }
                }
                Sink::Lines(out, columns) => {
                    for mut row in rows {
                        row.extend([variant.clone().into(), month.clone().into()]);
                        let mut object = ExportValue::object(columns[i].iter(), &row);
                        if self.table.len() > 1 {
                            object.insert("table".to_owned(), self.table[i].as_str().into());
                        }
                        writeln!(out, "{}", Json::Object(object))?;
                    }
                }
            }
        }
        Ok(())
    }
}
