//! `skep export`: tables of games and plies for databases and data frames.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use clap::Args;
use serde_json::{Map, Value as Json};

use crate::cli::args::{DEFAULT_TURNS, one_of, turns};
use crate::cli::info::{CommandGroup, CommandInfo, PrintedTable};
use crate::cli::usage::{FORMAT_NAMES, OUTPUT, OUTPUT_NAMES};
use crate::emit::rows::arrow::{self, FileContent, PartitionedFolder};
use crate::emit::rows::{self, CellValue, ReportFormat, RowFormat, RowPick};
use crate::emit::{Outlet, Unit};
use crate::output::progress::ScanBar;
use crate::output::{self, Exit, FileTarget, Force, Guard, Output};
use crate::scan::{GameQuery, Job, Scan};
use crate::{tables, text};
use skep_collection::Input;
use skep_rules::closed_list;
use skep_tables::{ArrowTable, Assembler, Partition, RowBuilder, TableColumns};

/// Write tables of games, plies, positions and legal moves
///
/// games has a row per game, valid or not: source, players, date, results, length and name of the opening. plies has a
/// row per legal ply: the move, the piece, its cells and heights before and after, the key of the position, clocks, and
/// the free cells beside the queens. positions has a row per piece in each position, from before the first ply (ply 0)
/// to the last. legal_moves has a row per legal move before each ply.
///
/// The column "number" is the number of the game in the input, from 1, and joins the tables. skep help columns
/// describes all columns and the axes of the cells.
///
/// A folder has a file for each table, variant and month, such as games/variant=Base+MLP/month=2024-03/part-0.parquet.
/// Readers of partitioned data take the variant and the month from the path; missing values are "unknown". A single
/// table can be one file, with variant and month in each row. Both work in every format except table, which cannot
/// write a folder.
///
/// For the table openings in Parquet, use skep openings --format parquet.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Export {
    #[command(flatten)]
    games: GameQuery,

    /// Choose the tables to write [default: from the file name, such as plies.parquet, or games,plies]
    #[arg(
        long,
        value_name = "TABLE",
        value_delimiter = ',',
        value_parser = one_of(&ArrowTable::OF_GAMES)
    )]
    table: Vec<ArrowTable>,

    /// Choose the columns: names, default or all
    ///
    /// Some columns take more time or space and are written only if they are chosen, such as legal_moves and state:
    /// --columns default,state. The order of the columns does not change. See: skep help columns
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', default_value = DEFAULT)]
    columns: Vec<String>,

    /// Add columns to the table plies for forced wins in at most N turns, 1 to 3 [default N: 2]
    ///
    /// The columns are those of skep annotate --tactics: what a turn did with a forced win, and if it allows a win.
    /// They take much time, so --columns all does not include them.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = DEFAULT_TURNS, value_parser = turns())]
    tactics: Option<u32>,

    /// Choose the format [default: from the extension of the file, or parquet]
    ///
    /// json is one document, and jsonl is one object per line. excel is csv for spreadsheets. arrow is the Arrow IPC
    /// file format. A folder holds several tables, and so does a file of jsonl.
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&FORMATS), help_heading = OUTPUT, aliases = FORMAT_NAMES)]
    format: Option<ReportFormat>,

    /// Split the files of a folder by variant, month, both or nothing (none) [default: variant,month]
    #[arg(
        long,
        value_name = "COLUMN",
        value_delimiter = ',',
        value_parser = one_of(&FileSplit::ALL)
    )]
    by: Vec<FileSplit>,

    /// Write to a new folder (PATH/) or a file
    ///
    /// The extension of a file sets the format, and its name can set the table: games.csv. .gz, .zst and .zip compress
    /// CSV, TSV and JSON. A folder or file appears when it is complete. Without an extension, PATH is also a folder in
    /// Parquet and Arrow, or with --by.
    #[arg(long, short, value_name = "PATH", help_heading = OUTPUT, aliases = OUTPUT_NAMES)]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: Force,

    /// Read names of openings from FILE; see skep openings --help
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    names: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  skep export -o db games.zip
  skep export -o plies.parquet games.zip
  skep export --columns default,state -o plies.parquet games.zip
  skep export --tactics -o plies.parquet games.zip
  skep export --by month -o by-month/ games.zip
  skep export --table games --format jsonl games/ | jq .white
  duckdb -c \"select month, count() from 'db/games/**/*.parquet' group by 1\"";

/// The columns that a table has by default.
const DEFAULT: &str = "default";

/// The formats of exported tables.
const FORMATS: [ReportFormat; 9] = {
    use ReportFormat::*;
    [
        Parquet, Arrow, Csv, Excel, Tsv, Json, Jsonl, Markdown, Table,
    ]
};

closed_list! {
    /// A column by which the files of a folder are split.
    enum FileSplit: "column" {
        Variant = "variant",
        Month = "month",
        None = "none",
    }
}

/// Where the rows go.
enum TablesOutlet {
    Folder(Box<PartitionedFolder>, Vec<Partition>),
    File(FileContent, Box<Output>),
    /// JSON Lines of one table or several, or a table for people.
    Rows(Box<Outlet>),
}

impl Export {
    pub const INFO: CommandInfo = CommandInfo {
        tips: &[
            "csv parquet dump dataset: export FILE -o FOLDER",
            "--table=moves --table=turns: --table plies",
            "--table=openings: for the table of openings, use skep openings",
            "sql duckdb sqlite: export FILE -o games.parquet, and DuckDB",
        ],
        exit: [
            "the tables were written",
            "a file or entry is damaged or has no game",
            "a path could not be read or written",
        ],
        tables: printed,
        ..CommandInfo::new(CommandGroup::Statistics, 36)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let place = (self.output.as_deref()).filter(|path| !output::is_stdout(Some(path)));
        let mut scan = Scan::new(&self.games)?;
        let names = tables::names(self.names.as_deref())?;
        let (mut outlet, chosen) = self.outlet()?;
        let mut assembler = Assembler::new(&chosen);
        // The rows of a batch take more memory than its text, those of positions a hundred times as much.
        let few = |columns: &TableColumns| {
            matches!(columns.table(), ArrowTable::Games | ArrowTable::Plies)
        };
        scan.options.unit_bytes /= if chosen.iter().all(few) { 4 } else { 32 };
        let job = Job::new(
            || (),
            |reader, (), unit: &mut Unit<Option<RowBuilder>>, game| {
                let rows = (unit.counts).get_or_insert_with(|| RowBuilder::new(&chosen));
                rows.push(&reader.facts(), game.source, game.index, &names);
            },
        );
        let scanned = scan.run_with(job.compared("written"), |bar, unit| match unit.counts {
            Some(rows) => outlet.write(bar, &mut assembler, rows),
            None => Ok(()),
        })?;
        let games = assembler.games();
        if let Some(path) = place.filter(|_| games == 0) {
            output::tell_unwritten(path);
            return Ok(scanned.exit(true));
        }
        match outlet {
            TablesOutlet::Folder(folder, _) => {
                let gone = folder.finish()?;
                if !gone.is_empty() {
                    output::note(format_args!(
                        "removed {} of the earlier export",
                        text::list(&gone)
                    ));
                }
            }
            TablesOutlet::File(file, mut out) => {
                out.write_all(&file.finish()?)?;
                out.finish()?;
            }
            TablesOutlet::Rows(outlet) => {
                outlet.finish("")?;
            }
        }
        if self.output.is_some() {
            output::tell_written(games, ("game", "games"), None::<&str>);
        }
        Ok(scanned.exit(false))
    }

    /// The tables to write: those of the options, or the one that the file is named after.
    fn tables(&self, file: Option<&Path>) -> Vec<ArrowTable> {
        if !self.table.is_empty() {
            return self.table.clone();
        }
        let name = file.and_then(|file| file.file_stem()?.to_str());
        let named = |table: &ArrowTable| name == Some(table.as_str());
        match ArrowTable::OF_GAMES.into_iter().find(named) {
            Some(table) => vec![table],
            None => vec![ArrowTable::Games, ArrowTable::Plies],
        }
    }

    /// The columns of the tables.
    fn columns(&self, tables: &[ArrowTable]) -> anyhow::Result<Vec<TableColumns>> {
        let mut known: Vec<&str> = vec![DEFAULT, "all"];
        for table in tables {
            known.extend(table.columns().iter().map(|column| column.name));
        }
        if let Some(name) = self
            .columns
            .iter()
            .find(|name| !known.contains(&name.as_str()))
        {
            let tables: Vec<&str> = tables.iter().map(|table| table.as_str()).collect();
            let plural = if tables.len() == 1 { "table" } else { "tables" };
            bail!(
                "the {plural} {} {} no column {name}; see skep help columns",
                text::list(&tables),
                if tables.len() == 1 { "has" } else { "have" }
            );
        }
        let asked = |name: &str| self.columns.iter().any(|other| other == name);
        let chosen = tables.iter().map(|&table| {
            let columns = table.columns().into_iter().filter(|column| {
                asked("all") && !column.is_tactics
                    || asked(column.name)
                    || asked(DEFAULT) && column.by_default
            });
            let names: Vec<&str> = columns.map(|column| column.name).collect();
            let columns = TableColumns::named(table, &names)?;
            Ok(match self.tactics {
                Some(turns) => columns.with_tactics(turns),
                None => columns,
            })
        });
        chosen.collect()
    }

    fn outlet(&self) -> anyhow::Result<(TablesOutlet, Vec<TableColumns>)> {
        let path = self.output.as_deref();
        let file = path.filter(|path| !output::is_folder(path));
        let format = output::format(file, "--format", self.format, &FORMATS).map_err(|error| {
            match file {
                // It is not clear whether a file or a folder is meant.
                Some(file) if self.format.is_none_or(ReportFormat::is_binary) => {
                    anyhow!("{error}; for a folder, write {}/", file.display())
                }
                _ => error,
            }
        })?;
        let format = format.unwrap_or(ReportFormat::Parquet);
        let tables = self.tables(file);
        let mut chosen = self.columns(&tables)?;
        let mut read = self.games.inputs.inputs();
        read.extend(self.names.iter().cloned().map(Input::Path));
        let one = |what: &str| match chosen[..] {
            [ref columns] => Ok(columns.clone()),
            _ => Err(anyhow!("{what}")),
        };
        let to_stdout = output::is_stdout(path);
        let parallel = self.games.inputs.threads != 1;
        let rows = RowFormat {
            format,
            pick: RowPick::default(),
        };
        let target = FileTarget {
            output: self.output.clone(),
            force: self.force,
        };
        let to_file = |columns: &TableColumns| {
            let (schema, head) = described(columns);
            let content = FileContent::new(&schema, &head, &rows, parallel)?;
            anyhow::Ok(TablesOutlet::File(
                content,
                Box::new(target.open_checked(read.clone())?),
            ))
        };
        // Rows of text go to a file or to standard output, unless a folder is chosen.
        let to_folder = file.is_none() && path.is_some() || !self.by.is_empty();
        if to_folder && format == ReportFormat::Table {
            bail!(
                "--format table writes one table to a file; choose another --format for a folder"
            );
        }
        if !to_folder && format == ReportFormat::Jsonl {
            let outlet = Outlet::text(format, target.open_checked(read)?, &target);
            return Ok((TablesOutlet::Rows(outlet.into()), chosen));
        }
        if !to_folder && !format.is_binary() {
            let or_folder = match format {
                ReportFormat::Table => "",
                _ => ", or name a folder with -o DIR/",
            };
            let columns = one(&format!(
                "--format {format} writes one table; choose it with --table{or_folder}"
            ))?;
            if format != ReportFormat::Table {
                return Ok((to_file(&columns)?, chosen));
            }
            let open = || target.open_checked(read);
            let outlet = Outlet::rows(arrow::head(&columns), rows, &target, open)?;
            return Ok((TablesOutlet::Rows(outlet.into()), chosen));
        }
        let Some(root) = path else {
            bail!("--format {format} needs a new folder; choose one with -o");
        };
        let has_extension = root
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case(format.as_str()));
        let is_file = file.is_some() && (has_extension || to_stdout);
        if is_file && format.is_binary() {
            let kind_name = match format {
                ReportFormat::Arrow => "an Arrow file",
                _ => "a Parquet file",
            };
            let columns = one(&format!(
                "{kind_name} holds one table; choose one with --table, or name a folder with -o DIR/"
            ))?;
            if to_stdout {
                output::refuse_terminal(&format!("--format {format}"))?;
            }
            return Ok((to_file(&columns)?, chosen));
        }
        let splits: &[FileSplit] = match &self.by[..] {
            [] => &[FileSplit::Variant, FileSplit::Month],
            [FileSplit::None] => &[],
            several if several.contains(&FileSplit::None) => {
                bail!("--by none excludes variant and month");
            }
            several => several,
        };
        let mut partitions = Vec::new();
        for split in splits {
            let partition = match split {
                FileSplit::Variant => Partition::Variant,
                FileSplit::Month => Partition::Month,
                FileSplit::None => continue,
            };
            if partitions.contains(&partition) {
                bail!("--by names {split} twice");
            }
            partitions.push(partition);
            // The value is in the path.
            chosen = (chosen.into_iter())
                .map(|columns| columns.without(split.as_str()))
                .collect();
        }
        let tables = chosen.iter().map(described).collect();
        let names = splits.iter().map(|split| split.as_str()).collect();
        let guard = Guard::new(self.force, read);
        let folder = PartitionedFolder::create(root, rows, tables, names, self.force, guard)?;
        let folder = Box::new(folder.parallel(parallel));
        Ok((TablesOutlet::Folder(folder, partitions), chosen))
    }
}

/// The columns of a table, in a binary format and in text.
fn described(columns: &TableColumns) -> (SchemaRef, rows::Table) {
    (columns.table().schema(columns), arrow::head(columns))
}

impl TablesOutlet {
    fn write(
        &mut self,
        bar: &ScanBar,
        assembler: &mut Assembler,
        rows: RowBuilder,
    ) -> anyhow::Result<()> {
        let rows = rows.finish();
        if let TablesOutlet::Folder(folder, partitions) = self {
            for (values, batches) in assembler.partitions(rows, partitions) {
                for (table, batch) in batches.into_iter().enumerate() {
                    folder.push(table, &values, batch)?;
                }
            }
            return Ok(());
        }
        let tables: Vec<ArrowTable> = assembler.tables().collect();
        let games = rows.games();
        let batches = assembler.batches(rows);
        match self {
            TablesOutlet::File(file, out) => {
                for batch in batches {
                    file.push(batch)?;
                }
                out.write_all(&file.take()?)?;
            }
            TablesOutlet::Rows(outlet) => {
                let mut unit = Unit::<()>::default();
                if outlet.is_of_rows() {
                    unit.rows = batches.iter().flat_map(arrow::rows).collect();
                } else {
                    write_lines(&tables, games, &batches, &mut unit.text)?;
                }
                outlet.take(bar, unit)?;
            }
            TablesOutlet::Folder(..) => {}
        }
        Ok(())
    }
}

/// Writes rows as JSON Lines: of several tables, the rows of each game together.
fn write_lines(
    tables: &[ArrowTable],
    games: Vec<Vec<usize>>,
    batches: &[RecordBatch],
    out: &mut Vec<u8>,
) -> anyhow::Result<()> {
    let mut rows: Vec<_> = batches.iter().map(arrow::rows).collect();
    for counts in games {
        for (i, count) in counts.into_iter().enumerate() {
            let schema = batches[i].schema();
            for row in rows[i].by_ref().take(count) {
                let names = schema.fields().iter().map(|field| field.name().clone());
                let values = row.iter().map(CellValue::json);
                let mut object: Map<String, Json> = names.zip(values).collect();
                if tables.len() > 1 {
                    object.insert("table".to_owned(), tables[i].as_str().into());
                }
                writeln!(out, "{}", Json::Object(object))?;
            }
        }
    }
    Ok(())
}

/// The tables and their columns.
fn printed() -> Vec<PrintedTable> {
    let mut all = Vec::new();
    for table in ArrowTable::OF_GAMES {
        let columns = table.columns();
        let by_default = columns.iter().filter(|column| column.by_default);
        let by_default: Vec<&str> = by_default.map(|column| column.name).collect();
        let has_more = by_default.len() < columns.len();
        all.push((format!("export --table {table}"), by_default));
        if has_more {
            // Only the table of plies takes --tactics.
            let has_tactics = table == ArrowTable::Plies;
            let tactics = if has_tactics { " --tactics" } else { "" };
            let printed = columns
                .iter()
                .filter(|column| has_tactics || !column.is_tactics);
            let names = printed.map(|column| column.name).collect();
            all.push((
                format!("export --table {table} --columns all{tactics}"),
                names,
            ));
        }
    }
    all
}
