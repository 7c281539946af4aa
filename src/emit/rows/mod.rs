//! A table of results, for people and for programs.

#[cfg_attr(not(feature = "full"), path = "no_arrow.rs")]
pub mod arrow;
mod column;
pub mod groups;
mod head;
mod html;
mod layout;
mod row_writer;
mod shape;
mod sheet;
mod value;

use std::io::{self, IsTerminal, Write};

use serde_json::Value as Json;

use crate::emit::rows::arrow::ParquetEncoder;
use crate::output::{self, FileTarget};
use column::Audience;
use row_writer::RowWriter;
use skep_analysis::filter::{Attribute, UnknownField, nearest};

pub use column::{Column, ColumnKind, Cut, Declared};
pub use head::Head;
pub use html::bar as html_bar;
pub use shape::{ALL_COLUMNS, ReportFormat, RowArgs, RowFormat, RowPick};
pub use sheet::Sheet;
pub use value::CellValue;

/// Rows per row group of Parquet.
const PARQUET_GROUP: usize = 1 << 16;

/// The screen of a table for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// Columns.
    pub width: usize,
    /// Whether it shows bars.
    pub bars: bool,
}

impl Screen {
    /// A file or a pipe, where nothing is cut to a width.
    pub const NONE: Screen = Screen {
        width: usize::MAX,
        bars: false,
    };

    /// What shows the output of a command.
    pub fn of(target: &FileTarget) -> Screen {
        match target.path() {
            None => Screen::stdout(),
            Some(_) => Screen::NONE,
        }
    }

    /// Standard output. Only terminals show bars.
    pub fn stdout() -> Screen {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Screen {
            width: output::stated_width().unwrap_or(usize::MAX),
            bars: io::stdout().is_terminal() && !dumb,
        }
    }
}

/// Rows of values under named columns.
///
/// If the columns do not fit a screen, bars leave first. Then names shrink, and then columns leave in the order that
/// [`Head::spare`] states; a line below the table names them. If the rest does not fit, each row becomes a record with
/// a line per column. Numbers are never cut. A column that may leave is not shown to people if it has no values.
#[derive(Clone, Debug)]
pub struct Table {
    name: &'static str,
    columns: Vec<Column>,
    rows: Vec<Vec<CellValue>>,
    /// The columns that everybody sees, with their indices, if they are chosen.
    chosen: Option<Vec<(usize, Column)>>,
}

impl Table {
    /// Chooses rows and columns of tables for a format. A table without any of the columns leaves.
    ///
    /// # Errors
    /// No table has a column.
    pub fn pick(tables: &mut Vec<Table>, format: &RowFormat) -> anyhow::Result<()> {
        let RowFormat { format, pick } = format;
        let mut pick = pick.clone();
        let all: Vec<&str> = tables.iter().flat_map(Table::keys).collect();
        pick.name_all(&all);
        for table in &mut *tables {
            table.rows.truncate(pick.most_rows());
        }
        if pick.columns.is_empty() {
            return Ok(());
        }
        let people = format.is_for_people();
        for (i, name) in pick.columns.iter().enumerate() {
            let mut before = pick.columns[..i].iter();
            if before.any(|other| other.eq_ignore_ascii_case(name)) {
                anyhow::bail!("the column {name} is named twice");
            }
        }
        for name in &pick.columns {
            if tables.iter().all(|t| t.column(name, people).is_none()) {
                return Err(Table::no_column(tables, name));
            }
        }
        for table in &mut *tables {
            let columns = pick.columns.iter();
            let columns = columns.filter_map(|name| table.column(name, people));
            table.chosen = Some(columns.collect());
        }
        tables.retain(|table| table.chosen.as_ref().is_some_and(|c| !c.is_empty()));
        Ok(())
    }

    /// The column of a name, with its index, or the one with this title. For people it is the column that people see,
    /// if there is one.
    fn column(&self, name: &str, people: bool) -> Option<(usize, Column)> {
        let is_named = |(_, column): &(usize, Column)| column.key.eq_ignore_ascii_case(name);
        // The title `length` is also another name of a field, which is read before the table is known.
        let is_titled = |(_, column): &(usize, Column)| {
            let title = column.title.parse::<Attribute>();
            title.is_ok_and(|title| title.to_string() == name)
        };
        let of = |people| self.seen(people).into_iter().find(is_named);
        let titled = || self.seen(true).into_iter().find(is_titled);
        let found = of(people)
            .or_else(|| of(false).filter(|_| people))
            .or_else(titled);
        // A column that is chosen stays.
        found.map(|(at, column)| {
            let spare = None;
            (at, Column { spare, ..column })
        })
    }

    /// The error for a column that no table has.
    fn no_column(tables: &[Table], name: &str) -> anyhow::Error {
        let mut names: Vec<&str> = Vec::new();
        for table in tables {
            for (_, column) in table.seen(false) {
                if !names.contains(&column.key) {
                    names.push(column.key);
                }
            }
        }
        let unknown = UnknownField::new(name);
        let meant = unknown.meant().filter(|meant| names.contains(meant));
        // The first column of several with this word: white_score before score_with.
        let has_word = |column: &&&str| column.split('_').any(|word| word == name);
        let of_word = || names.iter().find(has_word).copied();
        let near = meant.or_else(of_word).or_else(|| nearest(name, &names));
        let near = match near {
            _ if name == "moves" => {
                "; for the moves of games, use skep convert --to uhp or skep export".to_owned()
            }
            Some(near) => format!("; a similar column is {near}"),
            None => String::new(),
        };
        anyhow::anyhow!(
            "there is no column {name} here{near}; the columns are {}",
            names.join(", ")
        )
    }

    /// The table with the columns of another after its own, without rows.
    #[must_use]
    pub fn beside(mut self, other: Table) -> Table {
        self.columns.extend(other.columns);
        self
    }

    /// The name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Whether it has no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The names of the columns for programs.
    pub fn keys(&self) -> Vec<&'static str> {
        self.seen(false).iter().map(|(_, c)| c.key).collect()
    }

    /// Adds a row with a value for each column.
    pub fn push(&mut self, row: Vec<CellValue>) {
        self.check(&row);
        self.rows.push(row);
    }

    /// Panics in tests if a value does not have the type of its column.
    fn check(&self, row: &[CellValue]) {
        debug_assert_eq!(row.len(), self.columns.len(), "{}", self.name);
        for (column, value) in self.columns.iter().zip(row) {
            let fits = column.audience == Audience::People || column.kind.holds(value);
            debug_assert!(fits, "{} of {}: {value:?}", column.key, self.name);
        }
    }

    /// The columns for an audience, with their indices.
    fn seen(&self, people: bool) -> Vec<(usize, Column)> {
        if let Some(chosen) = &self.chosen {
            return chosen.clone();
        }
        let hidden = if people {
            Audience::Programs
        } else {
            Audience::People
        };
        let columns = self.columns.iter().copied().enumerate();
        columns.filter(|(_, c)| c.audience != hidden).collect()
    }

    /// Writes the tables in a format of text, for a screen if people read it.
    ///
    /// With several tables, people see their names, a JSON document has a key per table, and every object of JSON Lines
    /// has its table in `table`. CSV and TSV write the first table only.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(
        tables: &[Table],
        format: &RowFormat,
        screen: Screen,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let several = tables.len() > 1;
        let shape = format.format;
        let shown = if shape.is_single() { 1 } else { tables.len() };
        if several && shape == ReportFormat::Json {
            write!(out, "{{")?;
        }
        for (i, table) in tables.iter().take(shown).enumerate() {
            match shape {
                ReportFormat::Json if several => {
                    let comma = if i > 0 { "," } else { "" };
                    write!(out, "{comma}\n  {}: ", Json::from(table.name))?;
                }
                ReportFormat::Table | ReportFormat::Markdown if several => {
                    let blank = if i > 0 { "\n" } else { "" };
                    let mark = if shape == ReportFormat::Markdown {
                        "## "
                    } else {
                        ""
                    };
                    write!(out, "{blank}{mark}{}\n\n", table.name)?;
                }
                _ => {}
            }
            if shape == ReportFormat::Table {
                table.plain(screen, out)?;
                continue;
            }
            let rows = RowWriter::new(table, format, several);
            rows.head(out)?;
            for (i, row) in table.rows.iter().enumerate() {
                rows.row(i == 0, row, out)?;
            }
            rows.end(table.rows.is_empty(), out)?;
        }
        if shape == ReportFormat::Json {
            out.write_all(if several { b"\n}\n" } else { b"\n" })?;
        }
        Ok(())
    }

    /// The table without its rows, and these.
    pub fn take(&mut self) -> (Table, Vec<Vec<CellValue>>) {
        let rows = std::mem::take(&mut self.rows);
        (self.clone(), rows)
    }

    /// The rows as a batch.
    ///
    /// # Errors
    /// A value does not have the type of its column.
    #[cfg(feature = "full")]
    pub fn batch(&self) -> anyhow::Result<arrow_array::RecordBatch> {
        let seen = self.seen(false).into_iter();
        let columns: Vec<Column> = seen.map(|(_, column)| column).collect();
        arrow::batch(&columns, &self.by_column(&self.rows))
    }

    /// An encoder of rows like those of the table.
    pub fn encoder(&self) -> anyhow::Result<ParquetEncoder> {
        let seen = self.seen(false).into_iter();
        ParquetEncoder::new(seen.map(|(_, column)| column).collect())
    }

    /// The values of rows for each column that programs see.
    fn by_column<'v>(&self, rows: &'v [Vec<CellValue>]) -> Vec<Vec<&'v CellValue>> {
        let seen = self.seen(false).into_iter();
        let values = seen.map(|(i, _)| rows.iter().map(|row| &row[i]).collect());
        values.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::value::{BAR, bar};
    use super::*;
    use crate::text;

    const WIDE: Screen = Screen {
        width: 80,
        bars: false,
    };

    fn write(tables: &[Table], format: impl Into<RowFormat>, screen: Screen) -> String {
        let mut out = Vec::new();
        Table::write(tables, &format.into(), screen, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn bars_are_for_screens_that_show_them_and_have_room() {
        let head = Head::new("t").typed("n", ColumnKind::Int, ()).bars(());
        let mut table = head.typed("m", ColumnKind::Int, ()).table();
        table.push(vec![
            1u64.into(),
            CellValue::Bar([0.5, 0.1, 0.4]),
            2u64.into(),
        ]);
        table.push(vec![1u64.into(), CellValue::Missing, 2u64.into()]);
        let write = |shape: ReportFormat, width, bars| {
            write(&[table.clone()], shape, Screen { width, bars })
        };
        let shown = write(ReportFormat::Table, 80, true);
        assert!(shown.contains("█████▒░░░░"), "{shown}");
        for hidden in [
            write(ReportFormat::Table, 80, false),
            write(ReportFormat::Table, 12, true),
            write(ReportFormat::Markdown, 80, true),
            write(ReportFormat::Csv, 80, true),
        ] {
            assert!(
                !hidden.contains(['█', '▒', '░']) && hidden.contains('2'),
                "{hidden}"
            );
        }
        for parts in [[1.0, 0.0, 0.0], [0.05, 0.05, 0.9], [1.0 / 3.0; 3]] {
            assert_eq!(bar(parts).chars().count(), BAR, "{parts:?}");
        }
    }

    fn sample() -> Table {
        let head = Head::new("sample")
            .typed("name", ColumnKind::Text, ())
            .names()
            .column("games", "games", ())
            .for_people("share %", ())
            .spare(1)
            .for_programs("share", ());
        let mut table = head.table();
        for (name, n) in [("a|\\b, \"c\"", 1234u64), ("  d", 5)] {
            let share = CellValue::Share(1.0 / 3.0);
            table.push(vec![name.into(), n.into(), share.clone(), share]);
        }
        table.push(vec![
            CellValue::Missing,
            0u64.into(),
            CellValue::Missing,
            CellValue::Missing,
        ]);
        table
    }

    #[test]
    fn every_shape_says_the_same() {
        let write = |shape: ReportFormat| write(&[sample()], shape, WIDE);
        assert_eq!(
            write(ReportFormat::Table),
            "name       games  share %\na|\\b, \"c\"   1234     33.3\n  d            5     33.3\n\
             –              0        –\n"
        );
        assert_eq!(
            write(ReportFormat::Csv),
            "name,games,share\n\"a|\\b, \"\"c\"\"\",1234,0.333333\n  d,5,0.333333\n,0,\n"
        );
        assert_eq!(
            write(ReportFormat::Tsv),
            "name\tgames\tshare\n\"a|\\b, \"\"c\"\"\"\t1234\t0.333333\n  d\t5\t0.333333\n\t0\t\n"
        );
        assert_eq!(
            write(ReportFormat::Markdown),
            "| name | games | share % |\n| :-- | --: | --: |\n| a\\|\\\\b, \"c\" | 1234 | 33.3 |\n\
             | &emsp;d | 5 | 33.3 |\n| – | 0 | – |\n"
        );
        let lines = write(ReportFormat::Jsonl);
        let of_lines: Vec<Json> = lines
            .lines()
            .map(|l| serde_json::from_str(l).unwrap())
            .collect();
        let document: Json = serde_json::from_str(&write(ReportFormat::Json)).unwrap();
        assert_eq!(document, Json::Array(of_lines.clone()));
        assert_eq!(write(ReportFormat::Json), format!("{document:#}\n"));
        assert_eq!(of_lines[0]["share"], 0.333333);
        assert_eq!(of_lines[2]["name"], Json::Null);
    }

    #[test]
    #[should_panic(expected = "games of sample: Real(0.5, 1)")]
    fn a_value_of_another_type_is_an_error() {
        sample().push(vec![
            "a".into(),
            CellValue::Real(0.5, 1),
            CellValue::Missing,
            CellValue::Missing,
        ]);
    }

    #[test]
    fn several_tables_keep_their_names() {
        let both = [sample(), Head::<()>::new("empty").table()];
        let document = write(&both, ReportFormat::Json, WIDE);
        let parsed: Json = serde_json::from_str(&document).unwrap();
        assert_eq!(document, format!("{parsed:#}\n"));
        assert_eq!(parsed["sample"].as_array().map(Vec::len), Some(3));
        assert_eq!(write(&both[1..], ReportFormat::Json, WIDE), "[]\n");
        for line in write(&both, ReportFormat::Jsonl, WIDE).lines() {
            let object: Json = serde_json::from_str(line).unwrap();
            assert_eq!(object["table"], "sample");
        }
        for shape in ReportFormat::ROWS {
            assert_eq!(shape.as_str().parse::<ReportFormat>().unwrap(), shape);
        }
    }

    #[test]
    fn a_narrow_table_loses_names_then_columns_and_becomes_records_but_keeps_its_numbers() {
        let mut table = sample();
        let share = CellValue::Share(0.5);
        let name = "日本語".repeat(1000);
        table.push(vec![
            name.as_str().into(),
            7u64.into(),
            share.clone(),
            share,
        ]);
        let at = |width| {
            let shown = write(
                &[table.clone()],
                ReportFormat::Table,
                Screen { width, ..WIDE },
            );
            for line in shown.lines() {
                assert!(text::columns(line) <= width, "{width}: {line}");
            }
            assert!(shown.contains("1234"), "{shown}");
            shown
        };
        let long = write(&[table.clone()], ReportFormat::Table, Screen::NONE);
        assert!(long.lines().all(|l| text::columns(l) <= 440), "{long}");
        assert!(write(&[table.clone()], ReportFormat::Csv, WIDE).contains(&name));
        assert!(at(60).contains('…') && at(60).contains("share %"));
        let line = |name: &str, games: &str, pad| format!("{name}{:pad$} {games:>5}\n", "");
        let expected = [
            line("name", "games", 20),
            line("a|\\b, \"c\"", "1234", 15),
            line("  d", "5", 21),
            line("–", "0", 23),
            line("日本語日本語日本語日本…", "7", 1),
        ];
        let note = "(no room at 30 columns for\nshare %; use --format csv, or\na wider window)\n";
        assert_eq!(at(30), expected.concat() + note);
        assert!(at(13).contains("\n\nname: d\ngames: 5\n"), "{}", at(13));
        assert!(at(13).contains("\n\n(no room at\n13"), "{}", at(13));
    }

    #[test]
    fn names_that_are_the_same_in_every_row_leave_first() {
        let head = Head::new("t").typed("path", ColumnKind::Text, ()).paths();
        let head = head.typed("file", ColumnKind::Text, ()).paths();
        let mut table = head.typed("n", ColumnKind::Int, ()).spare(1).table();
        for file in ["a.pgn", "b.pgn"] {
            table.push(vec!["games/league.zip".into(), file.into(), 1u64.into()]);
        }
        let at = |width| {
            write(
                &[table.clone()],
                ReportFormat::Table,
                Screen { width, ..WIDE },
            )
        };
        assert!(at(40).starts_with("path"), "{}", at(40));
        let without = "file   n\na.pgn  1\nb.pgn  1\n(in every row: path\ngames/league.zip)\n";
        assert_eq!(at(20), without);
    }

    #[test]
    fn a_long_table_keeps_its_columns_and_a_row_keeps_its_line() {
        let head = Head::new("t").typed("name", ColumnKind::Text, ()).names();
        let mut table = head.typed("n", ColumnKind::Int, ()).table();
        for n in 0..2500u64 {
            table.push(vec!["Ann".into(), n.into()]);
        }
        // A heart takes two columns, but its two characters one.
        let hearts = "❤\u{fe0f} ".repeat(30);
        table.push(vec![hearts.into(), 7u64.into()]);
        for width in [20, 21, 40, 400] {
            let shown = write(
                &[table.clone()],
                ReportFormat::Table,
                Screen { width, ..WIDE },
            );
            assert_eq!(shown.lines().count(), 2502, "{width}");
            let long = shown.lines().map(text::columns);
            assert!(
                long.min() == shown.lines().map(text::columns).max(),
                "{width}"
            );
        }
    }

    #[test]
    fn spreadsheets_get_no_formulas_if_that_is_asked_for() {
        let head = Head::new("t").typed("name", ColumnKind::Text, ());
        let mut table = head.typed("n", ColumnKind::Real, ()).table();
        for name in ["=1+1", "+1", "-1", "@a", "a"] {
            table.push(vec![name.into(), CellValue::Real(-1.0, 0)]);
        }
        let format = |format| RowFormat {
            format,
            pick: RowPick::default(),
        };
        assert_eq!(
            write(&[table.clone()], format(ReportFormat::Csv), WIDE),
            "name,n\n=1+1,-1.0\n+1,-1.0\n-1,-1.0\n@a,-1.0\na,-1.0\n"
        );
        assert_eq!(
            write(&[table], format(ReportFormat::Excel), WIDE),
            "\u{feff}name,n\n'=1+1,-1.0\n'+1,-1.0\n'-1,-1.0\n'@a,-1.0\na,-1.0\n"
        );
    }
}
