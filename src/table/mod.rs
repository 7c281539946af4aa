//! A table of results, for people and for programs.

mod html;
mod shape;
mod value;

use std::fmt::Write as _;

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, presets};
use serde_json::{Map, Value as Json};

use super::export::{self, Encoder, ExportValue, Kind};

pub use html::bar as html_bar;
pub use shape::Shape;
pub use value::Value;

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

/// The audience of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Audience {
    All,
    People,
    Programs,
}

#[derive(Clone, Copy, Debug)]
struct Column {
    /// For programs.
    key: &'static str,
    /// For people.
    title: &'static str,
    audience: Audience,
    /// Whether it contains words, which are aligned left.
    words: bool,
    /// Whether it is dropped if there is no room.
    spare: bool,
    /// Whether it contains bars, which not every screen shows.
    bar: bool,
}

/// Rows of values under named columns.
#[derive(Clone, Debug)]
pub struct Table {
    name: &'static str,
    columns: Vec<Column>,
    rows: Vec<Vec<Value>>,
}

impl Table {
    /// A table without columns. Programs know it by its name.
    pub fn new(name: &'static str) -> Table {
        Table {
            name,
            columns: Vec::new(),
            rows: Vec::new(),
        }
    }

    fn with(mut self, key: &'static str, title: &'static str, audience: Audience) -> Table {
        self.columns.push(Column {
            key,
            title,
            audience,
            words: false,
            spare: false,
            bar: false,
        });
        self
    }

    /// Adds a column for everybody.
    #[must_use]
    pub fn column(self, key: &'static str, title: &'static str) -> Table {
        self.with(key, title, Audience::All)
    }

    /// Adds a column for people only.
    #[must_use]
    pub fn for_people(self, title: &'static str) -> Table {
        self.with(title, title, Audience::People)
    }

    /// Adds a column for programs only.
    #[must_use]
    pub fn for_programs(self, key: &'static str) -> Table {
        self.with(key, key, Audience::Programs)
    }

    /// Marks the last column as words.
    #[must_use]
    pub fn words(mut self) -> Table {
        if let Some(column) = self.columns.last_mut() {
            column.words = true;
        }
        self
    }

    /// Adds a column of bars, for people with a wide screen that shows bars.
    #[must_use]
    pub fn bars(self) -> Table {
        let mut table = self.with("bar", "", Audience::People).words().spare();
        if let Some(column) = table.columns.last_mut() {
            column.bar = true;
        }
        table
    }

    /// Marks the last column as one that is dropped if there is no room.
    #[must_use]
    pub fn spare(mut self) -> Table {
        if let Some(column) = self.columns.last_mut() {
            column.spare = true;
        }
        self
    }

    /// Adds a row with a value for each column.
    pub fn push(&mut self, row: Vec<Value>) {
        debug_assert_eq!(row.len(), self.columns.len(), "{}", self.name);
        self.rows.push(row);
    }

    /// The columns for an audience, with their indices.
    fn seen(&self, people: bool) -> Vec<(usize, Column)> {
        let hidden = if people {
            Audience::Programs
        } else {
            Audience::People
        };
        let columns = self.columns.iter().copied().enumerate();
        columns.filter(|(_, c)| c.audience != hidden).collect()
    }

    /// Writes the tables in a shape, for a screen if people read it.
    ///
    /// With several tables, people see their names, a JSON document has a key per table, and every object of JSON Lines
    /// has its table in `table`. CSV and TSV write the first table only.
    pub fn write(tables: &[Table], shape: Shape, screen: Screen) -> String {
        let mut out = String::new();
        match shape {
            Shape::Table | Shape::Markdown => {
                for (i, table) in tables.iter().enumerate() {
                    if i > 0 {
                        out.push('\n');
                    }
                    if tables.len() > 1 {
                        let mark = if shape == Shape::Markdown { "## " } else { "" };
                        out.push_str(&format!("{mark}{}\n\n", table.name));
                    }
                    match shape {
                        Shape::Markdown => table.markdown(&mut out),
                        _ => table.plain(screen, &mut out),
                    }
                }
            }
            Shape::Csv | Shape::Tsv => {
                if let Some(table) = tables.first() {
                    out = table.delimited(if shape == Shape::Csv { b',' } else { b'\t' });
                }
            }
            Shape::Json => {
                let rows = |t: &Table| Json::Array(t.objects(false).map(Json::Object).collect());
                let document = match tables {
                    [table] => rows(table),
                    _ => Json::Object(
                        (tables.iter().map(|t| (t.name.to_owned(), rows(t)))).collect(),
                    ),
                };
                out = format!("{document:#}\n");
            }
            // Binary: see `Table::parquet`.
            Shape::Parquet => {}
            Shape::Jsonl => {
                for table in tables {
                    for object in table.objects(tables.len() > 1) {
                        // Writing to a string cannot fail.
                        let _ = writeln!(out, "{}", Json::Object(object));
                    }
                }
            }
        }
        out
    }

    /// The table as a Parquet file, with the values for programs.
    ///
    /// # Errors
    /// Two columns share a name.
    pub fn parquet(&self) -> anyhow::Result<Vec<u8>> {
        let seen = self.seen(false);
        let kind = |&(i, column): &(usize, Column)| {
            let values = || self.rows.iter().map(|row| &row[i]);
            let kind = if column.words || values().any(|v| matches!(v, Value::Text(_))) {
                Kind::Text
            } else if values().any(|v| matches!(v, Value::Real(..) | Value::Share(_))) {
                Kind::Real
            } else {
                Kind::Int
            };
            export::Column {
                name: column.key,
                kind,
            }
        };
        let columns: Vec<export::Column> = seen.iter().map(kind).collect();
        let mut encoder = Encoder::new(self.name, &columns)?;
        let mut file = Vec::new();
        for rows in self.rows.chunks(PARQUET_GROUP) {
            let cells = |row: &Vec<Value>| seen.iter().map(|(i, _)| row[*i].cell()).collect();
            let rows: Vec<Vec<ExportValue>> = rows.iter().map(cells).collect();
            file.extend(encoder.group(&rows)?);
        }
        file.extend(encoder.finish()?);
        Ok(file)
    }

    fn objects(&self, named: bool) -> impl Iterator<Item = Map<String, Json>> {
        let columns = self.seen(false);
        self.rows.iter().map(move |row| {
            let name = named.then(|| ("table".to_owned(), Json::from(self.name)));
            let values = (columns.iter()).map(|(i, c)| (c.key.to_owned(), row[*i].json()));
            name.into_iter().chain(values).collect()
        })
    }

    fn delimited(&self, delimiter: u8) -> String {
        let columns = self.seen(false);
        let mut writer = csv::WriterBuilder::new()
            .delimiter(delimiter)
            .from_writer(Vec::new());
        let head = columns.iter().map(|(_, c)| c.key.to_owned()).collect();
        let rows = self.rows.iter().map(|row| {
            let values = columns.iter().map(|(i, _)| row[*i].for_programs());
            values.collect::<Vec<_>>()
        });
        for record in std::iter::once::<Vec<String>>(head).chain(rows) {
            writer
                .write_record(&record)
                .expect("memory takes every record");
        }
        let bytes = writer.into_inner().expect("memory takes every record");
        String::from_utf8(bytes).expect("fields are text")
    }

    /// The columns that fit for people, and the number of spaces between them: none if even the narrowest layout is too
    /// wide.
    fn laid_out(&self, screen: Screen) -> (Vec<(usize, Column)>, Option<u16>) {
        let widest = |text: &str| text.lines().map(crate::text::columns).max().unwrap_or(0);
        let seen = self.seen(true).into_iter();
        // With the width of each, computed once.
        let mut columns: Vec<(usize, (usize, Column))> = seen
            .filter(|(_, c)| screen.bars || !c.bar)
            .map(|(i, column)| {
                let cells = self.rows.iter().map(|row| widest(&row[i].for_people()));
                let width = cells.max().unwrap_or(0).max(widest(column.title));
                (width, (i, column))
            })
            .collect();
        let fits = |columns: &[(usize, (usize, Column))], padding: usize| {
            let widths = columns.iter().map(|(width, _)| width).sum::<usize>();
            widths + padding * columns.len().saturating_sub(1) <= screen.width
        };
        if !fits(&columns, 2) {
            columns.retain(|(_, (_, c))| !c.bar);
        }
        if !fits(&columns, 2) {
            columns.retain(|(_, (_, c))| !c.spare);
        }
        let padding = [2, 1].into_iter().find(|&p| fits(&columns, p.into()));
        (columns.into_iter().map(|(_, c)| c).collect(), padding)
    }

    fn plain(&self, screen: Screen, out: &mut String) {
        let (columns, padding) = self.laid_out(screen);
        let mut table = comfy_table::Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(columns.iter().map(|(_, c)| c.title));
        for row in &self.rows {
            table.add_row(columns.iter().map(|(i, _)| row[*i].for_people()));
        }
        for (place, (_, column)) in columns.iter().enumerate() {
            if let Some(shown) = table.column_mut(place) {
                shown.set_padding((0, padding.unwrap_or(1)));
                if !column.words {
                    shown.set_cell_alignment(CellAlignment::Right);
                }
            }
        }
        if padding.is_none() {
            table.set_content_arrangement(ContentArrangement::Dynamic);
            // Words and their indentation stay unchanged.
            for (place, (_, column)) in columns.iter().enumerate() {
                if let Some(shown) = table.column_mut(place)
                    && column.words
                {
                    shown.set_constraint(ColumnConstraint::ContentWidth);
                }
            }
            table.set_width(screen.width.min(usize::from(u16::MAX)) as u16);
        }
        for line in table.lines() {
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }

    fn markdown(&self, out: &mut String) {
        let mut columns = self.seen(true);
        columns.retain(|(_, c)| !c.bar);
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let escaped = |s: &str| {
            s.replace('\\', "\\\\")
                .replace('|', "\\|")
                .replace('\n', " ")
        };
        out.push_str(&line(
            columns
                .iter()
                .map(|(_, c)| escaped(&c.title.replace("-\n", "")))
                .collect(),
        ));
        let rule = |words| if words { ":--" } else { "--:" }.to_owned();
        out.push_str(&line(columns.iter().map(|(_, c)| rule(c.words)).collect()));
        for row in &self.rows {
            let cells = columns.iter().map(|(i, _)| {
                let shown = row[*i].for_people();
                // Markdown ignores spaces at the start of a cell.
                let inside = shown.trim_start_matches(' ');
                "&emsp;".repeat((shown.len() - inside.len()) / 2) + &escaped(inside)
            });
            out.push_str(&line(cells.collect()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::value::{BAR, bar};
    use super::*;

    const WIDE: Screen = Screen {
        width: 80,
        bars: false,
    };

    #[test]
    fn bars_are_for_screens_that_show_them_and_have_room() {
        let mut table = Table::new("t").column("n", "n").bars().column("m", "m");
        table.push(vec![1.into(), Value::Bar([0.5, 0.1, 0.4]), 2.into()]);
        table.push(vec![1.into(), Value::Missing, 2.into()]);
        let write =
            |shape, width, bars| Table::write(&[table.clone()], shape, Screen { width, bars });
        let shown = write(Shape::Table, 80, true);
        assert!(shown.contains("█████▒░░░░"), "{shown}");
        for hidden in [
            write(Shape::Table, 80, false),
            write(Shape::Table, 12, true),
            write(Shape::Markdown, 80, true),
            write(Shape::Csv, 80, true),
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
        let mut table = Table::new("sample")
            .column("name", "name")
            .words()
            .column("games", "games")
            .for_people("share %")
            .for_programs("share");
        for (name, n) in [("a|\\b, \"c\"", 1234), ("  d", 5)] {
            let share = Value::Share(1.0 / 3.0);
            table.push(vec![name.into(), n.into(), share.clone(), share]);
        }
        table.push(vec![
            Value::Missing,
            0.into(),
            Value::Missing,
            Value::Missing,
        ]);
        table
    }

    #[test]
    fn every_shape_says_the_same() {
        let write = |shape| Table::write(&[sample()], shape, WIDE);
        assert_eq!(
            write(Shape::Table),
            "name       games  share %\na|\\b, \"c\"  1,234     33.3\n  d            5     33.3\n\
             –              0        –\n"
        );
        assert_eq!(
            write(Shape::Csv),
            "name,games,share\n\"a|\\b, \"\"c\"\"\",1234,0.333333\n  d,5,0.333333\n,0,\n"
        );
        assert_eq!(
            write(Shape::Tsv),
            "name\tgames\tshare\n\"a|\\b, \"\"c\"\"\"\t1234\t0.333333\n  d\t5\t0.333333\n\t0\t\n"
        );
        assert_eq!(
            write(Shape::Markdown),
            "| name | games | share % |\n| :-- | --: | --: |\n| a\\|\\\\b, \"c\" | 1,234 | 33.3 |\n\
             | &emsp;d | 5 | 33.3 |\n| – | 0 | – |\n"
        );
        let lines = write(Shape::Jsonl);
        let of_lines: Vec<Json> = lines
            .lines()
            .map(|l| serde_json::from_str(l).unwrap())
            .collect();
        let document: Json = serde_json::from_str(&write(Shape::Json)).unwrap();
        assert_eq!(document, Json::Array(of_lines.clone()));
        assert_eq!(of_lines[0]["share"], 0.333333);
        assert_eq!(of_lines[2]["name"], Json::Null);
    }

    #[test]
    fn several_tables_keep_their_names() {
        let both = [sample(), sample()];
        let document: Json = serde_json::from_str(&Table::write(&both, Shape::Json, WIDE)).unwrap();
        assert_eq!(document["sample"].as_array().map(Vec::len), Some(3));
        for line in Table::write(&both, Shape::Jsonl, WIDE).lines() {
            let object: Json = serde_json::from_str(line).unwrap();
            assert_eq!(object["table"], "sample");
        }
        for shape in Shape::ALL {
            assert_eq!(shape.as_str().parse::<Shape>().unwrap(), shape);
        }
        let narrow = Table::write(&[sample()], Shape::Table, Screen { width: 20, ..WIDE });
        assert!(narrow.lines().all(|l| l.chars().count() <= 20), "{narrow}");
    }
}
