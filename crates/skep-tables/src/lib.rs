//! Games, plies, positions and legal moves as Arrow tables.
//!
//! [`TableReader`] reads the games of files and yields record batches of one table. [`RowBuilder`] and [`Assembler`]
//! are its parts, for programs that scan games themselves: builders make rows on several threads, and the assembler
//! numbers the games in order.
//!
//! # Columns
//! All tables have `number`, the number of the game from 1, which joins them, and at their end `variant` and `month`.
//! [`TableColumns`] chooses among the columns of a table: some cost more time or space than others and are left out
//! unless they are asked for. Missing values are null.
//!
//! Coordinates are axial: `q` grows to the east, `r` to the south-east. In Hive the first piece enters at (0, 0); in
//! Hex-It (0, 0) is column A and row 0. Heights count the tiles beneath: 0 is the table.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "plies, cells, heights and years are small by construction"
)]

mod assemble;
mod build;
mod column;
mod dictionary;
mod game;
mod openings;
mod ply;
mod reader;
mod rows;
mod rules;
mod table;

pub use assemble::{Assembler, Partition};
pub use column::{TableColumn, TableColumns, UnknownColumn};
pub use openings::openings;
pub use reader::{Faults, ReadFault, ReadOptions, TableReader};
pub use rows::{RowBuilder, TableRows};
pub use table::ArrowTable;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
