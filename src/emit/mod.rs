//! The forms in which commands write what they found: rows, games, reports, pages, JSON documents.

pub mod check_report;
pub mod games;
mod json_array;
mod outlet;
pub mod page;
mod print;
pub mod rows;
mod unit;

pub use outlet::Outlet;
pub use print::Print;
pub use unit::{RowSink, Unit};
