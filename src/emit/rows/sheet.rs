//! A table whose rows are written as they come.

use std::io::Write;

use super::{CellValue, PARQUET_GROUP, ReportFormat, RowFormat, RowWriter, Screen, Table};
use crate::emit::rows::arrow::ParquetEncoder;
use crate::output::{self, Output};
use skep_collection::ByteBudget;

/// A table that is written row by row. Only the table for people waits for its last row, which can be the widest; rows
/// that do not fit into memory are another table with its own widths.
pub struct Sheet {
    /// The columns, and the rows that wait.
    table: Table,
    format: RowFormat,
    screen: Screen,
    out: Output,
    encoder: Option<ParquetEncoder>,
    begun: bool,
    /// The number of rows that may still be written.
    room: usize,
    /// The memory for the rows that wait.
    memory: ByteBudget,
}

/// The bytes of the rows that wait. Parquet takes several times the bytes of a group while it is encoded.
const fn waiting(format: ReportFormat) -> usize {
    match format {
        ReportFormat::Parquet => ByteBudget::TEXTS / 8,
        _ => ByteBudget::TEXTS / 2,
    }
}

/// The bytes of a row.
fn weight(row: &[CellValue]) -> usize {
    let texts = row.iter().filter_map(CellValue::text);
    size_of_val(row) + texts.map(str::len).sum::<usize>()
}

impl Sheet {
    /// Begins a table on an output, which is opened last.
    ///
    /// # Errors
    /// The output cannot be written, or is binary and standard output is a terminal.
    pub fn new(
        table: Table,
        format: RowFormat,
        is_stdout: bool,
        out: impl FnOnce() -> anyhow::Result<Output>,
    ) -> anyhow::Result<Sheet> {
        if format.format.is_binary() && is_stdout {
            output::refuse_terminal(&format!("--format {}", format.format))?;
        }
        let screen = if is_stdout {
            Screen::stdout()
        } else {
            Screen::NONE
        };
        let mut tables = vec![table];
        Table::pick(&mut tables, &format)?;
        let table = tables.remove(0);
        let mut out = out()?;
        if format.format == ReportFormat::Table {
            out.paged();
        }
        RowWriter::new(&table, &format, false).head(&mut out)?;
        Ok(Sheet {
            table,
            room: format.pick.most_rows(),
            memory: ByteBudget::new(waiting(format.format)),
            format,
            screen,
            out,
            encoder: None,
            begun: false,
        })
    }

    /// Whether no further row is written.
    pub const fn is_full(&self) -> bool {
        self.room == 0
    }

    /// Whether it is a table for people.
    pub const fn is_for_people(&self) -> bool {
        matches!(self.format.format, ReportFormat::Table)
    }

    /// Writes a row, unless the table is full.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn push(&mut self, row: Vec<CellValue>) -> anyhow::Result<()> {
        if self.is_full() {
            return Ok(());
        }
        self.room -= 1;
        match self.format.format {
            ReportFormat::Table => {
                let columns = self.table.columns.iter();
                let row = row.into_iter().zip(columns);
                let row: Vec<CellValue> = row
                    .map(|(value, column)| value.trimmed(column.cut))
                    .collect();
                if !self.memory.take(weight(&row)) {
                    self.table.plain(self.screen, &mut self.out)?;
                    writeln!(self.out)?;
                    self.table.rows.clear();
                    self.memory.clear();
                }
                self.table.push(row);
            }
            ReportFormat::Parquet => {
                let has_room = self.memory.take(weight(&row));
                self.table.push(row);
                if self.table.rows.len() == PARQUET_GROUP || !has_room {
                    self.group()?;
                }
            }
            _ => {
                self.table.check(&row);
                let rows = RowWriter::new(&self.table, &self.format, false);
                rows.row(!self.begun, &row, &mut self.out)?;
            }
        }
        self.begun = true;
        Ok(())
    }

    /// Writes the waiting rows as a row group of Parquet, and returns its encoder.
    fn group(&mut self) -> anyhow::Result<()> {
        let mut encoder = match self.encoder.take() {
            Some(encoder) => encoder,
            None => self.table.encoder()?,
        };
        if !self.table.rows.is_empty() {
            let group = encoder.group(&self.table.by_column(&self.table.rows))?;
            self.out.write_all(&group)?;
            self.table.rows.clear();
            self.memory.clear();
        }
        self.encoder = Some(encoder);
        Ok(())
    }

    /// Ends the table. People see `end` after it.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn finish(mut self, end: &str) -> anyhow::Result<()> {
        match self.format.format {
            ReportFormat::Table => {
                // What is said of no rows needs no head.
                let is_said = !self.begun && !end.is_empty();
                if !is_said {
                    self.table.plain(self.screen, &mut self.out)?;
                }
                let end = if is_said { end.trim_start() } else { end };
                self.out.write_all(end.as_bytes())?;
            }
            ReportFormat::Parquet => {
                self.group()?;
                if let Some(encoder) = self.encoder.take() {
                    self.out.write_all(&encoder.finish()?)?;
                }
            }
            shape => {
                RowWriter::new(&self.table, &self.format, false).end(!self.begun, &mut self.out)?;
                if shape == ReportFormat::Json {
                    self.out.write_all(b"\n")?;
                }
            }
        }
        self.out.finish()?;
        Ok(())
    }
}
