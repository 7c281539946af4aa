//! The head of a table: its columns, and how each gets its value.

use super::column::{Audience, Column, ColumnKind, Cut, Declared};
use super::{CellValue, Table};

/// The columns of a table, each with how to make its value: usually a function of the thing that a row is about.
#[derive(Clone, Debug)]
pub struct Head<F = ()> {
    table: Table,
    values: Vec<F>,
}

impl<F> Head<F> {
    /// A head without columns. Programs know the table by its name.
    pub fn new(name: &'static str) -> Head<F> {
        Head {
            table: Table {
                name,
                columns: Vec::new(),
                rows: Vec::new(),
                chosen: None,
            },
            values: Vec::new(),
        }
    }

    fn with(
        mut self,
        (key, title): (&'static str, &'static str),
        audience: Audience,
        kind: ColumnKind,
        value: F,
    ) -> Head<F> {
        self.table.columns.push(Column {
            key,
            title,
            audience,
            kind,
            words: kind.is_text() || kind == ColumnKind::Date,
            cut: Cut::Never,
            spare: None,
            bar: false,
        });
        self.values.push(value);
        self
    }

    /// Changes the last column.
    fn change(mut self, change: impl FnOnce(&mut Column)) -> Head<F> {
        if let Some(column) = self.table.columns.last_mut() {
            change(column);
        }
        self
    }

    /// Adds a column for everybody.
    #[must_use]
    pub fn column(self, key: &'static str, title: &'static str, value: F) -> Head<F> {
        self.with((key, title), Audience::All, kind(key), value)
    }

    /// Adds a column for programs only.
    #[must_use]
    pub fn for_programs(self, key: &'static str, value: F) -> Head<F> {
        self.with((key, key), Audience::Programs, kind(key), value)
    }

    /// Adds a column for people only, aligned as numbers.
    #[must_use]
    pub fn for_people(self, title: &'static str, value: F) -> Head<F> {
        self.with((title, title), Audience::People, ColumnKind::Int, value)
    }

    /// Adds a column for everybody with this type, for a name that need not be declared.
    #[must_use]
    pub fn typed(self, key: &'static str, kind: ColumnKind, value: F) -> Head<F> {
        self.with((key, key), Audience::All, kind, value)
    }

    /// Adds a column of bars, for people with a wide screen that shows bars.
    #[must_use]
    pub fn bars(self, value: F) -> Head<F> {
        let head = self.with(("bar", ""), Audience::People, ColumnKind::Int, value);
        head.words().change(|column| column.bar = true)
    }

    /// Marks the last column as words.
    #[must_use]
    pub fn words(self) -> Head<F> {
        self.change(|column| column.words = true)
    }

    /// Marks the last column as names, which are cut if there is no room.
    #[must_use]
    pub fn names(self) -> Head<F> {
        self.words().change(|column| column.cut = Cut::End)
    }

    /// Marks the last column as paths, which lose their beginning if there is no room.
    #[must_use]
    pub fn paths(self) -> Head<F> {
        self.words().change(|column| column.cut = Cut::Start)
    }

    /// Marks the last column as one that leaves if there is no room, in this order from 1.
    #[must_use]
    pub fn spare(self, order: u8) -> Head<F> {
        self.change(|column| column.spare = Some(order))
    }

    /// Removes the columns that `is_named` names.
    #[must_use]
    pub fn without(mut self, is_named: impl Fn(&str) -> bool) -> Head<F> {
        let columns = std::mem::take(&mut self.table.columns).into_iter();
        let kept = columns.zip(self.values);
        let kept = kept.filter(|(column, _)| !is_named(column.key));
        (self.table.columns, self.values) = kept.unzip();
        self
    }

    /// The row of a thing: `head.row(|value| value(thing))`.
    pub fn row(&self, value: impl Fn(&F) -> CellValue) -> Vec<CellValue> {
        self.values.iter().map(value).collect()
    }

    /// The table, without rows.
    pub fn table(&self) -> Table {
        self.table.clone()
    }
}

/// The declared type of a column.
fn kind(key: &str) -> ColumnKind {
    Declared::of(key).expect("every column is declared").kind
}
