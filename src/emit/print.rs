//! Tables and texts on the output of a command.

#[cfg(feature = "full")]
use std::io::Write;
use std::path::Path;

use anyhow::bail;

use crate::emit::Outlet;
#[cfg(feature = "full")]
use crate::emit::rows::arrow::TableFile;
use crate::emit::rows::{ReportFormat, RowArgs, RowFormat, Table};
use crate::output::{self, FileTarget, Force, Output};
use skep_collection::Input;

/// How and where to show rows.
#[derive(Debug, Default)]
pub struct Print {
    rows: RowArgs,
    target: FileTarget,
    /// Whether a file with this name has something other than rows.
    is_other: Option<fn(&Path) -> bool>,
}

impl Print {
    pub fn new(rows: RowArgs, target: FileTarget) -> Print {
        Print {
            rows,
            target,
            is_other: None,
        }
    }

    /// The format of the tables.
    ///
    /// # Errors
    /// The name of the output has an unknown extension, or contradicts `--format`.
    pub fn rows(&self) -> anyhow::Result<RowFormat> {
        self.rows.of(self.target.output.as_deref())
    }

    /// Whether existing files are replaced.
    pub fn force(&self) -> Force {
        self.target.force
    }

    /// Gives `all` among the columns its meaning.
    pub fn columns(&mut self, all: &[&str]) {
        self.rows.pick.name_all(all);
    }

    /// The most rows to show.
    pub fn most_rows(&self) -> usize {
        self.rows.pick.most_rows()
    }

    /// Lets the name of the output ask for something other than rows.
    pub fn accept(&mut self, is_other: fn(&Path) -> bool) {
        self.is_other = Some(is_other);
    }

    /// The path of the output, if its name asks for something other than rows.
    pub fn other(&self) -> Option<&Path> {
        let path = self.target.path().filter(|_| !self.rows.is_stated());
        path.filter(|path| self.is_other.is_some_and(|is_other| is_other(path)))
    }

    /// Whether to write a partial count.
    pub fn is_partial(&self) -> bool {
        let named = || self.target.path().and_then(output::named_format);
        match self.rows.format {
            Some(format) => format == ReportFormat::Part,
            None => named() == Some(ReportFormat::Part.as_str()),
        }
    }

    /// Refuses an output that cannot be written, before the work.
    ///
    /// # Errors
    /// Its name does not fit, it is one of the inputs, it exists, or it cannot be created.
    pub fn check(&self, inputs: Vec<Input>) -> anyhow::Result<()> {
        let path = self.target.output.as_deref();
        if !self.is_partial() {
            if self.other().is_none() {
                self.rows()?;
            }
        } else if let Some(path) = path {
            ReportFormat::Part.check_name(Some(path))?;
            if output::is_packed(path) {
                bail!(
                    "{}: partial counts are already compressed; end the name with .part",
                    path.display()
                );
            }
        }
        // An output that is dropped leaves no file.
        self.target.open_checked(inputs)?;
        Ok(())
    }

    /// Refuses a file that cannot be written by a command that reads `inputs`, before the work.
    ///
    /// # Errors
    /// As for [`Print::check`]; or a path cannot be opened.
    pub fn check_file(&self, inputs: Vec<Input>) -> anyhow::Result<()> {
        self.rows()?;
        // Rows that are redirected into a folder of games do no harm: they are not games.
        if self.target.path().is_some() {
            self.check(inputs)?;
        }
        Ok(())
    }

    /// The path of the output, if it is not standard output.
    pub fn path(&self) -> Option<&Path> {
        self.target.path()
    }

    /// An outlet for rows of a table.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn outlet(&self, table: Table) -> anyhow::Result<Outlet> {
        Outlet::rows(table, self.rows()?, &self.target, || self.output())
    }

    /// Opens the output.
    fn output(&self) -> anyhow::Result<Output> {
        self.target.open_checked(Vec::new())
    }

    /// An outlet for text, whatever its format.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn answer(&self) -> anyhow::Result<Outlet> {
        let out = self.output()?;
        Ok(Outlet::text(ReportFormat::Text, out, &self.target))
    }

    /// Writes tables.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn tables(&self, tables: Vec<Table>) -> anyhow::Result<()> {
        Outlet::tables(tables, self.rows()?, &self.target, || self.output())
    }

    /// Writes a text.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn text(&self, text: &str) -> anyhow::Result<()> {
        self.answer()?.finish(text)
    }

    /// Writes rows as a Parquet file.
    ///
    /// # Errors
    /// The output cannot be written, or is a terminal.
    #[cfg(feature = "full")]
    pub fn batch(&self, rows: &arrow_array::RecordBatch) -> anyhow::Result<()> {
        let mut pick = self.rows.pick.clone();
        let schema = rows.schema();
        let all: Vec<&str> = schema
            .fields()
            .iter()
            .map(|field| field.name().as_str())
            .collect();
        pick.name_all(&all);
        let mut rows = rows.slice(0, rows.num_rows().min(pick.most_rows()));
        if !pick.columns.is_empty() {
            let named = |name: &String| {
                let mut fields = schema.fields().iter();
                let found = fields.position(|field| field.name().eq_ignore_ascii_case(name));
                found.ok_or_else(|| anyhow::anyhow!("there is no column {name} here"))
            };
            let columns: anyhow::Result<Vec<usize>> = pick.columns.iter().map(named).collect();
            rows = rows.project(&columns?)?;
        }
        self.refuse_terminal("--format parquet")?;
        let mut file = TableFile::new(ReportFormat::Parquet, &rows.schema(), false)?;
        file.push(rows.clone())?;
        let mut out = self.answer()?;
        out.write_all(&file.finish()?)?;
        out.finish("")
    }

    /// Refuses to write bytes to a terminal.
    ///
    /// # Errors
    /// The output is a terminal. The message names the option.
    pub fn refuse_terminal(&self, option: &str) -> anyhow::Result<()> {
        match self.target.path() {
            None => output::refuse_terminal(option),
            Some(_) => Ok(()),
        }
    }
}
