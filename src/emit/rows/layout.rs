//! Tables for people: which columns fit a screen, and how wide they are.

use std::io::{self, Write};

use comfy_table::{Cell, CellAlignment, ColumnConstraint, ContentArrangement, Row, Width, presets};

use super::{CellValue, Column, Cut, Screen, Table};
use crate::{output, text};

/// The width that names keep before columns leave.
const NAME: usize = 24;

/// The width that paths keep before columns leave.
const PATH: usize = 12;

/// The width that names keep before the table becomes records.
const SHORT_NAME: usize = 8;

/// The rows that are drawn at a time, because drawing takes more memory than the values.
const DRAWN_ROWS: usize = 1000;

/// A column on the screen.
#[derive(Clone, Copy)]
struct ShownColumn {
    /// The place of its values in a row.
    at: usize,
    column: Column,
    width: usize,
}

/// The columns that fit a screen.
struct ScreenLayout {
    columns: Vec<ShownColumn>,
    /// The spaces between columns; none if the rows are written as records.
    gap: Option<usize>,
    /// The titles of the columns that left.
    left_out: Vec<&'static str>,
    /// The titles and values of the columns that left because all rows have the same value.
    same: Vec<String>,
}

/// The width of columns with a gap between them.
fn width(columns: &[ShownColumn], gap: usize) -> usize {
    let widths: usize = columns.iter().map(|c| c.width).sum();
    widths + gap * columns.len().saturating_sub(1)
}

/// Narrows the names to make the columns fit, but no name below `least`. The widest names shrink first.
fn shrink(columns: &mut [ShownColumn], gap: usize, least: usize, room: usize) {
    loop {
        let excess = width(columns, gap).saturating_sub(room);
        let names = columns.iter_mut().filter(|c| c.column.cut != Cut::Never);
        let least = |c: &ShownColumn| match c.column.cut {
            Cut::Start => least.min(PATH),
            _ => least,
        };
        let least = |c: &ShownColumn| least(c).max(text::columns(c.column.title));
        let widest = names.filter(|c| c.width > least(c)).max_by_key(|c| c.width);
        let Some(widest) = widest.filter(|_| excess > 0) else {
            return;
        };
        widest.width -= 1;
    }
}

impl Table {
    /// Bars leave first, then names that are the same in every row, then names shrink, then columns leave in
    /// their stated order, then names shrink more.
    fn layout(&self, screen: Screen) -> ScreenLayout {
        let mut columns: Vec<ShownColumn> = (self.seen(true).into_iter())
            .filter(|(_, column)| screen.bars || !column.bar)
            // A column that only some games have is not there for the others.
            .filter(|(at, column)| {
                let mut cells = self.rows.iter().map(|row| &row[*at]);
                column.spare.is_none() || cells.any(|cell| *cell != CellValue::Missing)
            })
            .map(|(at, column)| {
                let cells = self.rows.iter();
                let cells = cells.map(|row| text::columns(&row[at].shown(column.cut)));
                let width = cells.max().unwrap_or(0).max(text::columns(column.title));
                ShownColumn { at, column, width }
            })
            .collect();
        let mut left_out = Vec::new();
        if width(&columns, 2) > screen.width {
            columns.retain(|c| !c.column.bar);
        }
        let mut same = Vec::new();
        while width(&columns, 2) > screen.width {
            let constant = columns
                .iter()
                .filter(|c| self.is_constant(c) && self.chosen.is_none());
            let Some(widest) = constant.max_by_key(|c| c.width).map(|c| c.at) else {
                break;
            };
            columns.retain(|c| c.at != widest);
            let value = &self.rows[0][widest];
            let shown = value.shown(Cut::Never);
            if *value != CellValue::Missing && !shown.is_empty() {
                let title = self.columns[widest].title;
                same.push(format!("{title} {shown}"));
            }
        }
        shrink(&mut columns, 2, NAME, screen.width);
        while width(&columns, 1) > screen.width {
            let next = columns.iter().filter_map(|c| c.column.spare).min();
            let Some(next) = next else { break };
            left_out.extend(
                columns
                    .extract_if(.., |c| c.column.spare == Some(next))
                    .map(|c| c.column.title),
            );
        }
        shrink(&mut columns, 1, SHORT_NAME, screen.width);
        let fits = |gap: &usize| width(&columns, *gap) <= screen.width;
        let gap = [2, 1].into_iter().find(fits);
        ScreenLayout {
            columns,
            gap,
            left_out,
            same,
        }
    }

    /// Whether all rows, of several, have the same name or path in a column.
    fn is_constant(&self, shown: &ShownColumn) -> bool {
        let mut cells = self.rows.iter().map(|row| &row[shown.at]);
        let first = cells.next();
        shown.column.cut != Cut::Never
            && self.rows.len() > 1
            && cells.all(|cell| Some(cell) == first)
    }

    /// Writes the table for people.
    pub(super) fn plain(&self, screen: Screen, out: &mut dyn Write) -> io::Result<()> {
        let layout = self.layout(screen);
        let Some(gap) = layout.gap else {
            return self.records(screen, out);
        };
        let columns = &layout.columns;
        draw(columns, gap, [columns.iter().map(|c| c.column.title)], out)?;
        let cell = |value: &CellValue, c: &ShownColumn| {
            let cut = c.column.cut;
            Cell::new_owned(cut.fit(&value.shown(cut), c.width).into_owned())
        };
        for rows in self.rows.chunks(DRAWN_ROWS) {
            let rows = rows.iter();
            let rows = rows.map(|row| columns.iter().map(|c| cell(&row[c.at], c)));
            draw(columns, gap, rows, out)?;
        }
        if !layout.same.is_empty() {
            let note = format!("(in every row: {})", layout.same.join(", "));
            write!(out, "{}", text::fill(&note, screen.width))?;
        }
        if !layout.left_out.is_empty() {
            let note = format!(
                "(no room at {} columns for {}; use --format csv, or a wider window)",
                screen.width,
                text::list(&layout.left_out)
            );
            write!(out, "{}", text::fill(&note, screen.width))?;
        }
        Ok(())
    }

    /// Writes a block of lines for each row, with a title and a value each.
    fn records(&self, screen: Screen, out: &mut dyn Write) -> io::Result<()> {
        for (i, row) in self.rows.iter().enumerate() {
            if i > 0 {
                writeln!(out)?;
            }
            for (at, column) in self.seen(true) {
                let shown = row[at].shown(column.cut);
                let value = shown.trim();
                if column.bar || value.is_empty() {
                    continue;
                }
                let name = column.title;
                let room = screen.width.saturating_sub(text::columns(name) + 2);
                let value = match column.cut {
                    Cut::Never => value.into(),
                    cut => cut.fit(value, room.max(1)),
                };
                writeln!(out, "{name}: {}", output::in_locale(&value))?;
            }
        }
        let note = format!(
            "(no room at {} columns for a table; use --format csv, or a wider window)",
            screen.width
        );
        write!(out, "\n{}", text::fill(&note, screen.width))
    }
}

/// Draws rows: words to the left of their column, numbers to the right.
fn draw(
    columns: &[ShownColumn],
    gap: usize,
    rows: impl IntoIterator<Item: Into<Row>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut table = comfy_table::Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled)
        .add_rows(rows);
    let short = |columns: usize| columns.try_into().unwrap_or(u16::MAX);
    for (shown, drawn) in columns.iter().zip(table.column_iter_mut()) {
        let width = Width::Fixed(short(shown.width + gap));
        drawn.set_padding((0, short(gap)));
        drawn.set_constraint(ColumnConstraint::Absolute(width));
        if !shown.column.words {
            drawn.set_cell_alignment(CellAlignment::Right);
        }
    }
    writeln!(out, "{}", output::in_locale(&table.trim_fmt()))
}
