//! The tables.

use std::sync::Arc;

use arrow_schema::{DataType, Schema, SchemaRef};
use skep_rules::closed_list;

use super::column::{NUMBER, PARTITIONS, TableColumn, TableColumns};
use super::{game, openings, ply};

closed_list! {
    /// The tables.
    #[non_exhaustive]
    pub enum ArrowTable: "table" {
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

impl ArrowTable {
    /// The tables whose rows belong to one game each.
    pub const OF_GAMES: [ArrowTable; 4] = [
        ArrowTable::Games,
        ArrowTable::Plies,
        ArrowTable::Positions,
        ArrowTable::LegalMoves,
    ];

    /// Whether the rows belong to one game each.
    pub const fn is_of_games(self) -> bool {
        !matches!(self, ArrowTable::Openings)
    }

    /// All columns, in order.
    pub fn columns(self) -> Vec<TableColumn> {
        let own = match self {
            ArrowTable::Games => game::GameColumns::columns(),
            ArrowTable::Plies => {
                let mut own = ply::Plies::columns();
                own.extend(ply::Wins::columns().into_iter().map(|column| TableColumn {
                    by_default: false,
                    is_tactics: true,
                    ..column
                }));
                own
            }
            ArrowTable::Positions => ply::PositionColumns::columns(),
            ArrowTable::LegalMoves => ply::LegalMoves::columns(),
            ArrowTable::Openings => return openings::columns(),
        };
        let number = std::iter::once(NUMBER);
        number.chain(own).chain(PARTITIONS).collect()
    }

    /// The Arrow schema of chosen columns.
    pub fn schema(self, columns: &TableColumns) -> SchemaRef {
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
