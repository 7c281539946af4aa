//! One table in one Parquet file.

use std::io::Write;

use super::{Column, Encoder, ExportValue, GROUP};
use crate::output::Output;

/// A Parquet file of one table.
pub struct ParquetFile {
    encoder: Encoder,
    out: Output,
    rows: Vec<Vec<ExportValue>>,
}

impl ParquetFile {
    /// A file of rows of these columns.
    ///
    /// # Errors
    /// This program was built without Parquet.
    pub fn new(name: &str, columns: &[Column], out: Output) -> anyhow::Result<ParquetFile> {
        Ok(ParquetFile {
            encoder: Encoder::new(name, columns)?,
            out,
            rows: Vec::new(),
        })
    }

    /// Adds rows.
    ///
    /// # Errors
    /// The disk is full.
    pub fn push(&mut self, rows: impl IntoIterator<Item = Vec<ExportValue>>) -> anyhow::Result<()> {
        self.rows.extend(rows);
        if self.rows.len() >= GROUP {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        if !self.rows.is_empty() {
            self.out.write_all(&self.encoder.group(&self.rows)?)?;
            self.rows.clear();
        }
        Ok(())
    }

    /// Completes the file.
    ///
    /// # Errors
    /// The disk is full.
    pub fn finish(mut self) -> anyhow::Result<()> {
        self.flush()?;
        self.out.write_all(&self.encoder.finish()?)?;
        Ok(self.out.finish()?)
    }
}
