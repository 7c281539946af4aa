//! The formats that commands write.

use std::path::Path;

use crate::output;
use skep_rules::closed_list;

closed_list! {
    /// The formats that commands write, except notations of games and pictures. Each command names its own.
    ///
    /// In rows for people (table, Markdown) numbers are rounded and shares are in percent. Programs get all digits,
    /// shares between 0 and 1, and more columns.
    pub enum ReportFormat: "format" {
        Table = "table",
        Csv = "csv",
        /// CSV for spreadsheets: with a byte order mark, and with ' before text that starts like a formula.
        Excel = "excel",
        Tsv = "tsv",
        Json = "json",
        Jsonl = "jsonl",
        Markdown = "markdown",
        Parquet = "parquet",
        /// Files of Arrow IPC.
        Arrow = "arrow",
        /// Findings for people.
        Human = "human",
        /// Lines for people, or one item per line.
        Text = "text",
        /// For code-review tools.
        Sarif = "sarif",
        /// For programs that build and test.
        Junit = "junit",
        /// A puzzle per line.
        Uhp = "uhp" | "txt",
        /// Puzzles as games.
        Sgf = "sgf" | "boardspace",
        Html = "html",
        /// Partial counts.
        Part = "part",
    }
}

impl ReportFormat {
    /// The formats of a table.
    pub const ROWS: [ReportFormat; 8] = {
        use ReportFormat::*;
        [Table, Csv, Excel, Tsv, Json, Jsonl, Markdown, Parquet]
    };

    /// The formats of counts: those of a table, and partial counts.
    pub const COUNTS: [ReportFormat; ReportFormat::ROWS.len() + 1] = {
        let mut all = [ReportFormat::Part; ReportFormat::ROWS.len() + 1];
        let (of_rows, _) = all.split_at_mut(ReportFormat::ROWS.len());
        of_rows.copy_from_slice(&ReportFormat::ROWS);
        all
    };

    /// Whether it is a format of a table.
    pub fn is_of_rows(self) -> bool {
        ReportFormat::ROWS.contains(&self)
    }

    /// Whether rows are written in groups, and not one by one.
    pub const fn is_binary(self) -> bool {
        use ReportFormat::*;
        match self {
            Parquet | Arrow => true,
            Table | Csv | Excel | Tsv | Json | Jsonl | Markdown | Human | Text | Sarif | Junit
            | Uhp | Sgf | Html | Part => false,
        }
    }

    /// Whether its rows are for people: numbers are rounded, and the columns have titles.
    pub const fn is_for_people(self) -> bool {
        use ReportFormat::*;
        match self {
            Table | Markdown | Human | Text | Html => true,
            Csv | Excel | Tsv | Json | Jsonl | Parquet | Arrow | Sarif | Junit | Uhp | Sgf
            | Part => false,
        }
    }

    /// Checks the name of an output that is always in this format.
    ///
    /// # Errors
    /// It has the extension of another format.
    pub fn check_name(self, output: Option<&Path>) -> anyhow::Result<()> {
        output::format(output, "the format", Some(self), &[self]).map(|_| ())
    }

    /// The format that is stated, or that the extension of a file names. `None` if neither is there.
    ///
    /// # Errors
    /// The extension is unknown, or contradicts the stated format.
    pub fn of_output(
        path: Option<&Path>,
        stated: Option<ReportFormat>,
    ) -> anyhow::Result<Option<ReportFormat>> {
        output::format(path, "--format", stated, &ReportFormat::ROWS)
    }

    /// Whether it can contain only one table.
    pub const fn is_single(self) -> bool {
        use ReportFormat::*;
        match self {
            Csv | Excel | Tsv | Parquet | Arrow => true,
            Table | Json | Jsonl | Markdown | Human | Text | Sarif | Junit | Uhp | Sgf | Html
            | Part => false,
        }
    }
}

/// Stands for all columns.
pub const ALL_COLUMNS: &str = "all";

/// Which rows and columns are written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowPick {
    /// The names of the columns, in order; all columns if it is empty.
    pub columns: Vec<String>,
    /// The most rows.
    pub limit: Option<u64>,
}

impl RowPick {
    /// Puts these columns in the place of `all`, except those that are named, too.
    pub fn name_all(&mut self, all: &[&str]) {
        let Some(at) = self.columns.iter().position(|name| name == ALL_COLUMNS) else {
            return;
        };
        let mut others: Vec<String> = Vec::new();
        for &name in all {
            let mut known = self.columns.iter().chain(&others);
            if !known.any(|known| known == name) {
                others.push(name.to_owned());
            }
        }
        self.columns.splice(at..=at, others);
    }

    /// The most rows to write.
    pub fn most_rows(&self) -> usize {
        self.limit.map_or(usize::MAX, |rows| {
            usize::try_from(rows).unwrap_or(usize::MAX)
        })
    }
}

/// How rows are written.
#[derive(Clone, Debug)]
pub struct RowFormat {
    pub format: ReportFormat,
    pub pick: RowPick,
}

/// How rows are written to a file or to standard output.
#[derive(Clone, Debug, Default)]
pub struct RowArgs {
    /// The format, if the name of the file does not set it.
    pub format: Option<ReportFormat>,
    pub pick: RowPick,
}

impl RowArgs {
    /// Whether an option is given.
    pub fn is_stated(&self) -> bool {
        self.format.is_some() || self.pick != RowPick::default()
    }

    /// The format of an output.
    ///
    /// # Errors
    /// As for [`ReportFormat::of_output`].
    pub fn of(&self, path: Option<&Path>) -> anyhow::Result<RowFormat> {
        let format = ReportFormat::of_output(path, self.format)?.unwrap_or(ReportFormat::Table);
        Ok(RowFormat {
            format,
            pick: self.pick.clone(),
        })
    }
}

impl From<ReportFormat> for RowFormat {
    fn from(format: ReportFormat) -> RowFormat {
        RowFormat {
            format,
            pick: RowPick::default(),
        }
    }
}
