//! The bytes of a table in a format of text.

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{Receiver, sync_channel};

use arrow_array::RecordBatch;

use super::table_file::JOBS;
use super::{delimited, rows};
use crate::emit::rows::{ReportFormat, RowFormat, RowWriter, Table};

/// Makes the bytes of a table in a format in which each row is written on its own, batch by batch. Other threads encode
/// CSV and TSV.
pub struct TextRows {
    head: Table,
    format: RowFormat,
    begun: bool,
    bytes: Vec<u8>,
    /// The batches after `bytes`.
    jobs: VecDeque<Receiver<io::Result<Vec<u8>>>>,
    /// Whether other threads encode.
    parallel: bool,
}

impl TextRows {
    /// Begins a table. `head` has the columns.
    ///
    /// # Errors
    /// A column cannot be written.
    pub fn new(head: Table, format: RowFormat, parallel: bool) -> io::Result<TextRows> {
        let mut bytes = Vec::new();
        RowWriter::new(&head, &format, false).head(&mut bytes)?;
        Ok(TextRows {
            head,
            format,
            begun: false,
            bytes,
            jobs: VecDeque::new(),
            parallel,
        })
    }

    /// Whether this format is encoded without a value for each cell.
    pub const fn is_fast(format: ReportFormat) -> bool {
        matches!(
            format,
            ReportFormat::Csv | ReportFormat::Excel | ReportFormat::Tsv
        )
    }

    /// Adds rows.
    ///
    /// # Errors
    /// A row cannot be written.
    pub fn push(&mut self, batch: RecordBatch) -> io::Result<()> {
        if TextRows::is_fast(self.format.format) {
            if !self.parallel {
                self.bytes.extend(delimited(&batch, &self.format)?);
                return Ok(());
            }
            let format = self.format.clone();
            let (sender, encoded) = sync_channel(1);
            rayon::spawn(move || {
                // The receiver is gone only after an error.
                let _ = sender.send(delimited(&batch, &format));
            });
            self.jobs.push_back(encoded);
            return Ok(());
        }
        let writer = RowWriter::new(&self.head, &self.format, false);
        for row in rows(&batch) {
            writer.row(!self.begun, &row, &mut self.bytes)?;
            self.begun = true;
        }
        Ok(())
    }

    /// The bytes that are ready. Waits if too many batches are being encoded.
    ///
    /// # Errors
    /// A row cannot be written.
    pub fn take(&mut self) -> io::Result<Vec<u8>> {
        self.take_until(JOBS)
    }

    fn take_until(&mut self, jobs: usize) -> io::Result<Vec<u8>> {
        while self.jobs.len() > jobs
            && let Some(job) = self.jobs.pop_front()
        {
            self.bytes.extend(job.recv().map_err(io::Error::other)??);
        }
        Ok(std::mem::take(&mut self.bytes))
    }

    /// The last bytes.
    ///
    /// # Errors
    /// A row or the end cannot be written.
    pub fn finish(mut self) -> io::Result<Vec<u8>> {
        let mut bytes = self.take_until(0)?;
        RowWriter::new(&self.head, &self.format, false).end(!self.begun, &mut bytes)?;
        if self.format.format == ReportFormat::Json {
            bytes.push(b'\n');
        }
        Ok(bytes)
    }
}
