//! The tables.

use std::sync::Arc;

use arrow_schema::{DataType, Schema, SchemaRef};
use skep_rules::closed_list;

use super::column::{Columns, NUMBER, PARTITIONS, TableColumn};
use super::{game, openings, ply};

closed_list! {
    /// The tables.
    #[non_exhaustive]
    pub enum Table: "table" {
        /// A row per game, valid or not.
        Games = "games",
        /// A row per legal ply.
        Plies = "plies",
        /// A row per piece in each position, from the position before the first ply to the last.
        Positions = "positions",
        /// A row per legal turn before each ply.
        LegalMoves = "legal_moves",
        /// A row per move of an opening tree.
        Openings = "openings",
    }
}

impl Table {
    /// The tables whose rows belong to one game each.
    pub const OF_GAMES: [Table; 4] = [
        Table::Games,
        Table::Plies,
        Table::Positions,
        Table::LegalMoves,
    ];

    /// Whether the rows belong to one game each.
    pub const fn is_of_games(self) -> bool {
        !matches!(self, Table::Openings)
    }

    /// All columns, in order.
    pub fn columns(self) -> Vec<TableColumn> {
        let own = match self {
            Table::Games => game::Games::columns(),
            Table::Plies => {
                let mut own = ply::Plies::columns();
                own.extend(ply::Wins::columns().into_iter().map(|column| TableColumn {
                    by_default: false,
                    is_tactics: true,
                    ..column
                }));
                own
            }
            Table::Positions => ply::Positions::columns(),
            Table::LegalMoves => ply::LegalMoves::columns(),
            Table::Openings => return openings::columns(),
        };
        let number = std::iter::once(NUMBER);
        number.chain(own).chain(PARTITIONS).collect()
    }

    /// The Arrow schema of chosen columns.
    pub fn schema(self, columns: &Columns) -> SchemaRef {
        let fields = self
            .columns()
            .into_iter()
            .filter(|column| columns.has(column.name));
        let fields = fields.map(|column| column.field());
        Arc::new(Schema::new(fields.collect::<Vec<_>>()))
    }
}

/// A dictionary of texts with small keys.
pub(crate) fn dictionary(key: DataType) -> DataType {
    DataType::Dictionary(Box::new(key), Box::new(DataType::Utf8))
}
