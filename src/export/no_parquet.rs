//! Replaces the Parquet writer in a program built without the feature `parquet`.

use anyhow::bail;

use super::{Column, ExportValue};

/// Cannot be created: `new` always fails.
pub enum Encoder {}

impl Encoder {
    /// # Errors
    /// Always.
    pub fn new(_name: &str, _columns: &[Column]) -> anyhow::Result<Encoder> {
        bail!("this skep was built without the feature `parquet`; use another --format")
    }

    pub fn group(&mut self, _rows: &[Vec<ExportValue>]) -> anyhow::Result<Vec<u8>> {
        match *self {}
    }

    pub fn finish(self) -> anyhow::Result<Vec<u8>> {
        match self {}
    }
}
