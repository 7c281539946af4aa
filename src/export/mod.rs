//! Tables with a row per game or ply, as files for other programs.

mod cell;
mod file;
mod folder;
#[cfg_attr(not(feature = "parquet"), path = "no_parquet.rs")]
mod parquet;
mod rows;

pub use cell::{Column, ExportValue, Kind};
pub use file::ParquetFile;
pub use folder::Folder;
pub use parquet::Encoder;
pub use rows::{Exported, Rows};

/// The maximum number of rows in a row group; the last game may exceed it.
const GROUP: usize = 1 << 16;
