//! Tables with a row per game or ply, as files for other programs.

mod cell;
mod folder;
#[cfg_attr(not(feature = "parquet"), path = "no_parquet.rs")]
mod parquet;
mod rows;

pub use cell::{Column, ExportValue, Kind};
pub use folder::Folder;
pub use parquet::Encoder;
pub use rows::{Exported, Rows};
