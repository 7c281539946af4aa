//! Tables with a row for each game or ply, as files of columns for other programs.

mod cell;
mod folder;
mod parquet;
mod rows;

pub use cell::{Cell, Column, Kind};
pub use folder::Folder;
pub use parquet::Encoder;
pub use rows::{Exported, Rows};
