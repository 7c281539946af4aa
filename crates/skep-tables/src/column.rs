//! The columns of tables, and which of them to make.

use arrow_schema::{DataType, Field};

use super::ArrowTable;
use super::build::VARIANT_KEY;
use super::table::dictionary;
use skep_analysis::tactics::FILTER_TURNS;
use skep_tactics::MOST_TURNS;

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct TableColumn {
    /// The name; it has one meaning in all tables and commands.
    pub name: &'static str,
    /// Whether the column is made if no columns are chosen. Others cost more time or space.
    pub by_default: bool,
    /// Whether the column is about forced wins. They take much time, so `all` does not include it.
    pub is_tactics: bool,
    pub(crate) data_type: fn() -> DataType,
    pub(crate) nullable: bool,
}

impl TableColumn {
    /// The Arrow type.
    pub fn data_type(&self) -> DataType {
        (self.data_type)()
    }

    pub(crate) fn field(&self) -> Field {
        Field::new(self.name, self.data_type(), self.nullable)
    }
}

/// The number of the game.
pub(crate) const NUMBER: TableColumn = TableColumn {
    name: "number",
    by_default: true,
    is_tactics: false,
    data_type: || DataType::UInt64,
    nullable: false,
};

/// The columns that are equal in all rows of a game.
pub(crate) const PARTITIONS: [TableColumn; 2] = [partition("variant"), partition("month")];

const fn partition(name: &'static str) -> TableColumn {
    TableColumn {
        name,
        by_default: true,
        is_tactics: false,
        data_type: || dictionary(VARIANT_KEY),
        nullable: true,
    }
}

/// The columns of a table to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableColumns {
    table: ArrowTable,
    names: Vec<&'static str>,
    /// The number of own turns to look ahead for forced wins: 2, unless [`TableColumns::with_tactics`] sets it.
    turns: u32,
}

/// A table has no column of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table {table} has no column {name}; it has {}", .known.join(", "))]
pub struct UnknownColumn {
    /// The table.
    pub table: ArrowTable,
    /// The name.
    pub name: String,
    /// The columns that it has.
    pub known: Vec<&'static str>,
}

impl TableColumns {
    /// The columns that a table has by default.
    pub fn of(table: ArrowTable) -> TableColumns {
        TableColumns::that(table, |column| column.by_default)
    }

    /// All columns of a table, except those for forced wins.
    pub fn all(table: ArrowTable) -> TableColumns {
        TableColumns::that(table, |column| !column.is_tactics)
    }

    /// Adds the columns for wins that are forced within this number of own turns, if the table has them. The largest
    /// number is [`MOST_TURNS`]; greater numbers mean the same.
    #[must_use]
    pub fn with_tactics(self, turns: u32) -> TableColumns {
        let wins = |column: &TableColumn| {
            column.is_tactics && self.table == ArrowTable::Plies || self.has(column.name)
        };
        TableColumns {
            turns: turns.min(MOST_TURNS),
            ..TableColumns::that(self.table, wins)
        }
    }

    /// The number of own turns to look ahead, if a column of forced wins is made.
    pub(crate) fn tactics(&self) -> Option<u32> {
        let mut columns = self.table.columns().into_iter();
        let any = columns.any(|column| column.is_tactics && self.has(column.name));
        any.then_some(self.turns)
    }

    fn that(table: ArrowTable, keep: impl Fn(&TableColumn) -> bool) -> TableColumns {
        let columns = table.columns().into_iter().filter(keep);
        TableColumns {
            table,
            names: columns.map(|column| column.name).collect(),
            turns: FILTER_TURNS,
        }
    }

    /// The columns with these names. The order of a table's columns does not change.
    ///
    /// # Errors
    /// The table has no column of this name.
    pub fn named<S: AsRef<str>>(
        table: ArrowTable,
        names: &[S],
    ) -> Result<TableColumns, UnknownColumn> {
        let known: Vec<&'static str> = table.columns().iter().map(|column| column.name).collect();
        for name in names.iter().map(AsRef::as_ref) {
            if !known.contains(&name) {
                let name = name.to_owned();
                return Err(UnknownColumn { table, name, known });
            }
        }
        let chosen = |column: &TableColumn| names.iter().any(|name| name.as_ref() == column.name);
        Ok(TableColumns::that(table, chosen))
    }

    /// The table.
    pub fn table(&self) -> ArrowTable {
        self.table
    }

    /// Whether a column is made.
    pub fn has(&self, name: &str) -> bool {
        self.names.contains(&name)
    }

    /// Without a column.
    #[must_use]
    pub fn without(mut self, name: &str) -> TableColumns {
        self.names.retain(|other| *other != name);
        self
    }
}
