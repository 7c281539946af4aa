//! The content of a file of rows.

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

use super::{TableFile, TextRows};
use crate::emit::rows::{RowFormat, Table};

/// Makes the bytes of a file of rows, in any format except `table`.
pub enum FileContent {
    /// A binary format.
    Binary(Box<TableFile>),
    /// A text format in which each row is written on its own.
    Rows(Box<TextRows>),
}

impl FileContent {
    /// The content of a file of rows of this schema, with these columns in text.
    ///
    /// # Errors
    /// The format cannot hold the schema.
    pub fn new(
        schema: &SchemaRef,
        head: &Table,
        format: &RowFormat,
        parallel: bool,
    ) -> anyhow::Result<FileContent> {
        Ok(if format.format.is_binary() {
            let file = TableFile::new(format.format, schema, parallel)?;
            FileContent::Binary(Box::new(file))
        } else {
            let text = TextRows::new(head.clone(), format.clone(), parallel)?;
            FileContent::Rows(Box::new(text))
        })
    }

    /// Adds rows.
    ///
    /// # Errors
    /// They cannot be encoded.
    pub fn push(&mut self, batch: RecordBatch) -> anyhow::Result<()> {
        match self {
            FileContent::Binary(file) => file.push(batch),
            FileContent::Rows(text) => Ok(text.push(batch)?),
        }
    }

    /// The bytes that wait for a group.
    pub fn waiting(&self) -> usize {
        match self {
            FileContent::Binary(file) => file.waiting(),
            FileContent::Rows(_) => 0,
        }
    }

    /// Begins to encode the waiting rows.
    ///
    /// # Errors
    /// They cannot be encoded.
    pub fn flush(&mut self) -> anyhow::Result<()> {
        match self {
            FileContent::Binary(file) => file.flush(),
            FileContent::Rows(_) => Ok(()),
        }
    }

    /// The bytes that are ready.
    ///
    /// # Errors
    /// Rows cannot be encoded.
    pub fn take(&mut self) -> anyhow::Result<Vec<u8>> {
        match self {
            FileContent::Binary(file) => file.take(),
            FileContent::Rows(rows) => Ok(rows.take()?),
        }
    }

    /// The last bytes.
    ///
    /// # Errors
    /// Rows cannot be encoded.
    pub fn finish(self) -> anyhow::Result<Vec<u8>> {
        match self {
            FileContent::Binary(file) => file.finish(),
            FileContent::Rows(rows) => Ok(rows.finish()?),
        }
    }
}
