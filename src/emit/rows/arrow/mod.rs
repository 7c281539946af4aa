//! Tables of games as files for other programs.

mod content;
mod delimited;
mod folder;
mod parquet;
mod rows;
mod table_file;
mod text_rows;

pub use content::FileContent;
use delimited::delimited;
pub use folder::PartitionedFolder;
pub use parquet::ParquetEncoder;
pub use parquet::batch;
pub use rows::{head, rows};
pub use table_file::TableFile;
use text_rows::TextRows;
