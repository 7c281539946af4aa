//! Rows in the formats that need no other row.

use std::borrow::Cow;
use std::io::{self, Write};

use serde_json::{Map, Value as JsonValue};

use super::{CellValue, Column, ReportFormat, RowFormat, Table};
use crate::output;

/// Excel takes a file that begins with it for UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Writes the rows of a table one by one, in a format that needs no other row.
pub(super) struct RowWriter<'a> {
    table: &'a Table,
    columns: Vec<(usize, Column)>,
    shape: ReportFormat,
    /// Whether the table is one of several.
    several: bool,
}

impl<'a> RowWriter<'a> {
    pub(super) fn new(table: &'a Table, format: &RowFormat, several: bool) -> RowWriter<'a> {
        let mut columns = table.seen(format.format.is_for_people());
        columns.retain(|(_, c)| !c.bar);
        RowWriter {
            table,
            columns,
            shape: format.format,
            several,
        }
    }

    /// Writes what stands before the rows.
    pub(super) fn head(&self, out: &mut dyn Write) -> io::Result<()> {
        use ReportFormat::*;
        let columns = self.columns.iter();
        match self.shape {
            Markdown => {
                markdown(columns.map(|(_, c)| c.title.into()), out)?;
                let rule = |words| if words { ":--" } else { "--:" };
                let columns = self.columns.iter();
                markdown(columns.map(|(_, c)| rule(c.words).into()), out)
            }
            Csv | Excel | Tsv => {
                if self.shape == Excel {
                    out.write_all(BYTE_ORDER_MARK.as_bytes())?;
                }
                self.delimited(columns.map(|(_, c)| c.key.into()), out)
            }
            Json => write!(out, "["),
            Jsonl => Ok(()),
            // `Sheet` and `Table` write these heads.
            Table | Parquet | Arrow => Ok(()),
            // These have no rows.
            Human | Text | Sarif | Junit | Uhp | Sgf | Html | Part => Ok(()),
        }
    }

    /// Writes a row.
    pub(super) fn row(
        &self,
        first: bool,
        row: &[CellValue],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        use ReportFormat::*;
        let values = self.columns.iter().map(|(i, _)| &row[*i]);
        match self.shape {
            Markdown => markdown(values.map(CellValue::for_people), out),
            Csv | Excel | Tsv => {
                let values = values.map(|value| match (value, value.for_programs()) {
                    (CellValue::Text(_), text)
                        if self.shape == Excel && RowWriter::is_formula(&text) =>
                    {
                        format!("'{text}").into()
                    }
                    (_, text) => text,
                });
                self.delimited(values, out)
            }
            Json => {
                let margin = if self.several { "    " } else { "  " };
                let object = format!("{:#}", JsonValue::Object(self.object(row)));
                let object = object.replace('\n', &format!("\n{margin}"));
                write!(out, "{}\n{margin}{object}", if first { "" } else { "," })
            }
            Jsonl => writeln!(out, "{}", JsonValue::Object(self.object(row))),
            // `Sheet` and `Table` write these rows.
            Table | Parquet | Arrow => Ok(()),
            // These have no rows.
            Human | Text | Sarif | Junit | Uhp | Sgf | Html | Part => Ok(()),
        }
    }

    /// Writes what stands after the rows, but not the end of the document.
    pub(super) fn end(&self, empty: bool, out: &mut dyn Write) -> io::Result<()> {
        use ReportFormat::*;
        match self.shape {
            Json if empty => write!(out, "]"),
            Json if self.several => write!(out, "\n  ]"),
            Json => write!(out, "\n]"),
            Csv | Excel | Tsv | Jsonl | Markdown => Ok(()),
            // `Sheet` and `Table` write these ends.
            Table | Parquet | Arrow => Ok(()),
            // These have no rows.
            Human | Text | Sarif | Junit | Uhp | Sgf | Html | Part => Ok(()),
        }
    }

    fn object(&self, row: &[CellValue]) -> Map<String, JsonValue> {
        let named = self.several && self.shape == ReportFormat::Jsonl;
        let name = named.then(|| ("table".to_owned(), JsonValue::from(self.table.name)));
        let values = (self.columns.iter()).map(|(i, c)| (c.key.to_owned(), row[*i].json()));
        name.into_iter().chain(values).collect()
    }

    fn delimited<'v>(
        &self,
        fields: impl Iterator<Item = Cow<'v, str>>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        // A writer's own buffer is dropped with it, so a small buffer for one row is enough.
        let mut writer = RowWriter::delimiter(self.shape)
            .buffer_capacity(256)
            .from_writer(out);
        for field in fields {
            writer.write_field(field.as_ref())?;
        }
        writer.write_record(None::<&[u8]>)?;
        writer.flush()
    }

    /// A writer of CSV or TSV.
    pub(super) fn delimiter(shape: ReportFormat) -> csv::WriterBuilder {
        let tabs = shape == ReportFormat::Tsv;
        let mut builder = csv::WriterBuilder::new();
        builder.delimiter(if tabs { b'\t' } else { b',' });
        builder
    }

    /// Whether a spreadsheet takes a text for a formula.
    pub(super) fn is_formula(text: &str) -> bool {
        text.starts_with(['=', '+', '-', '@', '\t', '\r'])
    }
}

/// Has no width, and is in no address.
const WORD_JOINER: char = '\u{2060}';

/// Whether a text ends as the beginning of what GitHub makes a link or a picture of without any mark: `https:`, `www`,
/// the name before `@`, `#` before the number of an issue, or `:` before `smile:`.
fn begins_link(text: &str, rest: &str) -> bool {
    let ends_with = |word: &str| {
        let end = text.len().checked_sub(word.len());
        let end = end.and_then(|start| text.get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(word))
    };
    let next = rest.chars().next();
    let is_number = next.is_some_and(|next| next.is_ascii_digit());
    let is_name = next.is_some_and(|next| next.is_ascii_alphanumeric() || "+-".contains(next));
    let begins = ["http:", "https:", "ftp:", "mailto:", "xmpp:", "www", "@"];
    begins.into_iter().any(ends_with)
        || is_number && ["#", "gh-"].into_iter().any(ends_with)
        || is_name && text.ends_with(':') && rest.contains(':')
}

/// Writes a line of a Markdown table.
fn markdown<'a>(cells: impl Iterator<Item = Cow<'a, str>>, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "|")?;
    for cell in cells {
        // Markdown ignores spaces at the start of a cell.
        let inside = cell.trim_start_matches(' ');
        let indent = "&emsp;".repeat((cell.len() - inside.len()) / 2);
        // Names must not become HTML, links, pictures or formulas.
        let mut escaped = String::with_capacity(inside.len());
        for (i, c) in inside.char_indices() {
            match c {
                '\\' | '|' | '[' | ']' | '`' | '*' | '_' | '~' | '$' => escaped.extend(['\\', c]),
                '&' => escaped.push_str("&amp;"),
                '<' => escaped.push_str("&lt;"),
                '>' => escaped.push_str("&gt;"),
                c => escaped.push(c),
            }
            let (before, after) = inside.split_at(i + c.len_utf8());
            if begins_link(before, after) {
                escaped.push(WORD_JOINER);
            }
        }
        write!(out, " {indent}{} |", output::in_locale(&escaped))?;
    }
    writeln!(out)
}
