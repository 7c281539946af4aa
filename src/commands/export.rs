//! `skep export`: tables of games and plies for databases and data frames.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::Args;
use serde_json::Value as Json;

use crate::args::{GameArgs, one_of};
use crate::export::{Column, ExportValue, Exported, Folder, Kind, ParquetFile, Rows};
use crate::output::{self, Force, Guard, Output};
use crate::scan::Scan;
use crate::table::{RowFormat, Shape, Sheet, Table, Value};
use crate::{Exit, tables, text};
use skep_analysis::Facts;
use skep_collection::Input;

/// Export tables of games and plies for databases and data frames
///
/// The table games has a row per game, valid or not: place, players, date, results, length and name of the opening. The
/// table plies has a row per legal ply: the move in canonical spelling, the piece, its cells before and after (axial
/// coordinates from the first piece, Hive only), and the key of the position, as in skep openings. The column number
/// counts the games from 1 in input order and joins the tables. skep help columns describes all columns.
///
/// Parquet goes to a new folder, with one file per table, variant and month:
/// games/variant=Base+MLP/month=2024-03/part-0.parquet. Readers of partitioned data take the variant and the month from
/// the path; missing values are "unknown". The other formats, and a single table as Parquet, go to standard output (-o -)
/// or to one file, with variant and month in each row.
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

    /// Choose the format [default: from the extension of the file, or parquet]
    ///
    /// json is one document, and jsonl is one object per line. Only parquet and jsonl write several tables at a time.
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&Shape::ALL))]
    format: Option<Shape>,

    /// Put ' before text that starts with = + - @ (CSV and TSV)
    #[arg(long)]
    csv_safe: bool,

    /// Write to a new folder (Parquet) or a file (other formats, and .parquet for one table)
    ///
    /// A folder or file appears when it is complete.
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: Force,

    /// Read names of openings from FILE; see skep openings --help
    #[arg(long, value_name = "FILE")]
    names: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  skep export -o tables games.zip
  skep export --table plies -o plies.parquet games.zip
  skep export --table games --format jsonl games/ | jq .white
  duckdb -c \"select month, count(*) from read_parquet('tables/games/**', hive_partitioning = true) group by month\"";

/// Where the rows go.
enum Sink {
    Folder(Box<Folder>),
    File(Box<ParquetFile>),
    Lines(Box<Output>, Vec<Vec<Column>>),
    Rows(Box<Sheet>),
}

impl Export {
    pub fn run(self) -> anyhow::Result<Exit> {
        let place = (self.output.as_deref()).filter(|path| !output::is_stdout(Some(path)));
        if place.is_some() {
            self.games.inputs.require_paths()?;
        }
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
        if let Some(path) = place.filter(|_| games == 0) {
            output::tell_unwritten(path);
            return Ok(exit.and(Exit::Findings));
        }
        match sink {
            Sink::Folder(folder) => folder.finish()?,
            Sink::File(file) => file.finish()?,
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
        let path = self.output.as_deref();
        let file = path.filter(|path| !output::is_folder(path));
        let format = Shape::of_output(file, self.format).map_err(|error| match file {
            // It is not clear whether a file or a folder is meant.
            Some(file) if self.format.is_none_or(|format| format == Shape::Parquet) => {
                anyhow!("{error}; for a folder, write {}/", file.display())
            }
            _ => error,
        })?;
        let format = format.unwrap_or(Shape::Parquet);
        let mut read = self.games.inputs.inputs();
        read.extend(self.names.iter().cloned().map(Input::Path));
        let guard = Guard::new(self.force, read);
        let parted = ["variant", "month"].map(|name| Column {
            name,
            kind: Kind::Text,
        });
        let columns = |table: &Exported| [table.columns(), parted.to_vec()].concat();
        if format == Shape::Jsonl {
            let out = Box::new(Output::new(path, &guard)?);
            return Ok(Sink::Lines(out, self.table.iter().map(columns).collect()));
        }
        if format != Shape::Parquet {
            let [table] = &self.table[..] else {
                bail!("--format {format} writes one table; choose it with --table");
            };
            let mut head = Table::new(table.as_str());
            for Column { name, kind } in columns(table) {
                head = head.column(name, name);
                if kind == Kind::Text {
                    head = head.names();
                }
            }
            let rows = RowFormat {
                format,
                csv_safe: self.csv_safe,
            };
            let to_stdout = output::is_stdout(path);
            let sheet = Sheet::new(head, rows, to_stdout, || Output::new(path, &guard))?;
            return Ok(Sink::Rows(Box::new(sheet)));
        }
        let Some(root) = path else {
            bail!("--format parquet needs a new folder; choose one with -o");
        };
        let is_file = root
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("parquet"));
        if file.is_none() || !is_file && root != Path::new("-") {
            let tables = self.table.iter().map(|t| (t.as_str(), t.columns()));
            let folder = Folder::create(root, tables.collect(), self.force, guard)?;
            return Ok(Sink::Folder(Box::new(folder)));
        }
        let [table] = &self.table[..] else {
            bail!(
                "a Parquet file holds one table; choose one with --table, or name a folder with -o DIR/"
            );
        };
        if !is_file {
            output::refuse_terminal("--format parquet")?;
        }
        let out = Output::new(path, &guard)?;
        let file = ParquetFile::new(table.as_str(), &columns(table), out)?;
        Ok(Sink::File(Box::new(file)))
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
                Sink::File(file) => {
                    let parted = [variant.clone().into(), month.clone().into()];
                    let whole = |row: Vec<ExportValue>| [row, parted.to_vec()].concat();
                    file.push(rows.into_iter().map(whole))?;
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
