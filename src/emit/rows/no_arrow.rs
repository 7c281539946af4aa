//! Replaces `files` in a program built without the feature `full`.

use anyhow::bail;

use crate::emit::rows::{CellValue, Column};
use crate::text::not_built;

/// Cannot be created: `new` always fails.
pub enum ParquetEncoder {}

impl ParquetEncoder {
    /// # Errors
    /// Always.
    pub fn new(_columns: Vec<Column>) -> anyhow::Result<ParquetEncoder> {
        bail!(not_built("--format parquet"))
    }

    pub fn group(&mut self, _values: &[Vec<&CellValue>]) -> anyhow::Result<Vec<u8>> {
        match *self {}
    }

    pub fn finish(self) -> anyhow::Result<Vec<u8>> {
        match self {}
    }
}
