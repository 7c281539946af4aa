//! Tables of games as files for other programs.

#[cfg(feature = "parquet")]
mod content;
#[cfg(feature = "parquet")]
mod delimited;
#[cfg(feature = "parquet")]
mod folder;
#[cfg_attr(not(feature = "parquet"), path = "no_parquet.rs")]
mod parquet;
#[cfg(feature = "parquet")]
mod rows;
#[cfg(feature = "parquet")]
mod table_file;
#[cfg(feature = "parquet")]
mod text_rows;

#[cfg(feature = "parquet")]
pub use content::FileContent;
#[cfg(feature = "parquet")]
use delimited::delimited;
#[cfg(feature = "parquet")]
pub use folder::Folder;
pub use parquet::ParquetEncoder;
#[cfg(feature = "parquet")]
pub use parquet::batch;
#[cfg(feature = "parquet")]
pub use rows::{head, rows};
#[cfg(feature = "parquet")]
pub use table_file::TableFile;
#[cfg(feature = "parquet")]
use text_rows::TextRows;
