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
use crate::{Exit, tables, text};
use skep_analysis::Facts;
use skep_rules::closed_list;

/// Write tables of games and plies for databases and data frames
///
/// The table games has a row for each game, sound or not, with what record and board tell: where it was found, players,
/// date, results, length, the name of the opening. The table plies has a row for each legal ply, with the move in
/// canonical spelling, the piece, the cells it leaves and goes to (axial coordinates, the first piece at 0, 0; for Hive
/// alone), and the key of the position after it, which is that of skep openings. "game" counts the games from 1, in the
/// order of the input, and joins the two.
///
/// Parquet goes to a folder with a file for each table, variant and month:
/// games/variant=Base+MLP/month=2024-03/part-0.parquet. Readers of partitioned data take variant and month from there; what
/// is not known is "unknown". JSON Lines goes to standard output or one file, with variant and month in each row.
///
/// For the table openings in Parquet, see skep openings --format parquet.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Export {
    #[command(flatten)]
    games: GameArgs,

    /// Which tables to write
    #[arg(
        long,
        value_name = "TABLE",
        value_delimiter = ',',
        default_value = "games,plies",
        value_parser = one_of(&Exported::ALL)
    )]
    table: Vec<Exported>,

    /// How to write them
    #[arg(long, value_name = "FORMAT", default_value = "parquet", value_parser = one_of(&Style::ALL))]
    format: Style,

    /// The new folder for Parquet; the file for JSON Lines, which appears when it is complete
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,

    /// A file with names of openings; skep openings --help tells how it is written
    #[arg(long, value_name = "FILE")]
    names: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  skep export -o tables games.zip
  skep export --table games --format jsonl games/ | jq .white
  duckdb -c \"select month, count(*) from read_parquet('tables/games/**', hive_partitioning = true) group by month\"";

closed_list! {
    /// The formats of tables.
    enum Style: "format" {
        Parquet = "parquet",
        Jsonl = "jsonl",
    }
}

/// Where rows go.
enum Sink {
    Folder(Box<Folder>),
    Lines(Output, Vec<Vec<Column>>),
}

impl Export {
    pub fn run(self) -> anyhow::Result<Exit> {
        let mut scan = Scan::new(&self.games)?;
        let names = tables::names(self.names.as_deref())?;
        let mut sink = self.sink()?;
        // The rows of a unit of text take many times its memory.
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
        }
        if self.output.is_some() {
            let games = text::counted(games, "game", "games");
            output::tell(format_args!("{games} written"));
        }
        Ok(exit)
    }

    fn sink(&self) -> anyhow::Result<Sink> {
        Ok(match (self.format, &self.output) {
            (Style::Parquet, None) => bail!("--format parquet: name a new folder with -o"),
            (Style::Parquet, Some(root)) => {
                let tables = self.table.iter().map(|t| (t.as_str(), t.columns()));
                Sink::Folder(Box::new(Folder::create(root, tables.collect())?))
            }
            (Style::Jsonl, path) => {
                let parted = ["variant", "month"].map(|name| Column {
                    name,
                    kind: Kind::Text,
                });
                let columns = |table: &Exported| [table.columns(), parted.to_vec()].concat();
                let out = Output::to(path.as_deref())?;
                Sink::Lines(out, self.table.iter().map(columns).collect())
            }
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
