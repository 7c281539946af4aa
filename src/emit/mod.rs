//! The forms in which commands write what they found: rows, games, reports, pages, JSON documents.

pub mod check_report;
pub mod games;
pub mod json_array;
pub mod page;
mod print;
pub mod rows;

pub use print::Print;
