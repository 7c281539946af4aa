//! The bytes of a table as a Parquet or an Arrow file.

use std::collections::VecDeque;
use std::mem;
use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};

use anyhow::bail;
use arrow_array::cast::AsArray as _;
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, RecordBatch, StringArray, make_array};
use arrow_data::transform::MutableArrayData;
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use parquet::arrow::ArrowSchemaConverter;
use parquet::arrow::arrow_writer::{
    ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves,
};
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;

use crate::emit::rows::ReportFormat;
use skep_collection::ByteBudget;

/// The number of rows in a row group of Parquet.
const GROUP: usize = 1 << 16;

/// The bytes of a row group before it is encoded.
const GROUP_BYTES: usize = ByteBudget::TEXTS / 16;

/// Row groups that may be encoded at the same time, and their bytes. Encoding takes several times the bytes of the
/// rows.
pub(super) const JOBS: usize = 4;
const JOB_BYTES: usize = 2 * GROUP_BYTES;

/// The bytes of a value that is not a text, on average.
const NUMBER: usize = 4;

/// Makes the bytes of a binary file, row group by row group. Other threads encode the groups. The same
/// rows give the same bytes of Parquet.
pub struct TableFile {
    writer: FormatWriter,
    schema: SchemaRef,
    waiting: Vec<RecordBatch>,
    rows: usize,
    /// The bytes of these rows.
    bytes: usize,
    jobs: VecDeque<GroupJob>,
    /// Whether other threads encode.
    parallel: bool,
}

/// A row group that is being encoded.
struct GroupJob {
    /// The bytes of its rows.
    bytes: usize,
    encoded: Receiver<Encoded>,
}

type Encoded = Result<Vec<ArrowColumnChunk>, ParquetError>;

enum FormatWriter {
    Parquet {
        file: Box<SerializedFileWriter<Vec<u8>>>,
        columns: ArrowRowGroupWriterFactory,
        groups: usize,
    },
    Arrow(Box<FileWriter<Vec<u8>>>),
}

impl TableFile {
    /// A file of rows of this schema.
    ///
    /// # Errors
    /// The format cannot hold the schema.
    pub fn new(
        shape: ReportFormat,
        schema: &SchemaRef,
        parallel: bool,
    ) -> anyhow::Result<TableFile> {
        let mut schema = Arc::clone(schema);
        let writer = match shape {
            ReportFormat::Arrow => {
                schema = Arc::new(plain_schema(&schema));
                FormatWriter::Arrow(Box::new(FileWriter::try_new(Vec::new(), &schema)?))
            }
            ReportFormat::Parquet => {
                let mut properties = WriterProperties::builder()
                    .set_compression(Compression::ZSTD(Default::default()))
                    .set_created_by(concat!("skep ", env!("CARGO_PKG_VERSION")).to_owned());
                for field in schema.fields() {
                    let column = || field.name().as_str().into();
                    if has_no_order(field) {
                        let none = EnabledStatistics::None;
                        properties = properties.set_column_statistics_enabled(column(), none);
                    }
                    if needs_no_dictionary(field) {
                        properties = properties.set_column_dictionary_enabled(column(), false);
                    }
                }
                let mut properties = properties.build();
                // Readers learn the Arrow types from the file.
                parquet::arrow::add_encoded_arrow_schema_to_metadata(&schema, &mut properties);
                let parquet = ArrowSchemaConverter::new().convert(&schema)?;
                let file = SerializedFileWriter::new(
                    Vec::new(),
                    parquet.root_schema_ptr(),
                    Arc::new(properties),
                )?;
                let columns = ArrowRowGroupWriterFactory::new(&file, Arc::clone(&schema));
                FormatWriter::Parquet {
                    file: Box::new(file),
                    columns,
                    groups: 0,
                }
            }
            other => bail!("--format {other} has no files of columns"),
        };
        Ok(TableFile {
            writer,
            schema,
            waiting: Vec::new(),
            rows: 0,
            bytes: 0,
            jobs: VecDeque::new(),
            parallel,
        })
    }

    /// Adds rows.
    ///
    /// # Errors
    /// They cannot be encoded.
    pub fn push(&mut self, mut batch: RecordBatch) -> anyhow::Result<()> {
        while batch.num_rows() > 0 {
            let (fitting, bytes) = self.fitting(&batch);
            self.waiting.push(batch.slice(0, fitting));
            self.rows += fitting;
            self.bytes += bytes;
            batch = batch.slice(fitting, batch.num_rows() - fitting);
            if self.rows >= GROUP || self.bytes >= GROUP_BYTES {
                self.flush()?;
            }
        }
        Ok(())
    }

    /// The number of rows of a batch up to the one that fills the group, and their bytes. Only the rows decide where a
    /// group ends.
    fn fitting(&self, batch: &RecordBatch) -> (usize, usize) {
        let rows = batch.num_rows().min(GROUP - self.rows);
        let columns = batch.columns().iter();
        let texts: Vec<_> = columns
            .filter_map(|column| Some(column.as_string_opt::<i32>()?.value_offsets()))
            .collect();
        let bytes = |rows: Range<usize>| {
            let texts = texts.iter().map(|offsets| {
                let length = offsets[rows.end] - offsets[rows.start];
                usize::try_from(length).unwrap_or_default()
            });
            texts.sum::<usize>() + rows.len() * batch.num_columns() * NUMBER
        };
        let all = bytes(0..rows);
        if self.bytes + all < GROUP_BYTES {
            return (rows, all);
        }
        let mut held = 0;
        for row in 0..rows {
            held += bytes(row..row + 1);
            if self.bytes + held >= GROUP_BYTES {
                return (row + 1, held);
            }
        }
        (rows, all)
    }

    /// The bytes that wait for a group.
    pub fn waiting(&self) -> usize {
        self.bytes
    }

    /// Begins to encode the waiting rows.
    ///
    /// # Errors
    /// They cannot be encoded.
    pub fn flush(&mut self) -> anyhow::Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        self.rows = 0;
        let bytes = mem::take(&mut self.bytes);
        let waiting = mem::take(&mut self.waiting);
        match &mut self.writer {
            FormatWriter::Arrow(file) => {
                for batch in &waiting {
                    file.write(&plain(&self.schema, batch)?)?;
                }
            }
            FormatWriter::Parquet {
                columns, groups, ..
            } => {
                let writers = columns.create_column_writers(*groups)?;
                *groups += 1;
                let schema = Arc::clone(&self.schema);
                let (sender, encoded) = sync_channel(1);
                let work = move || {
                    // The receiver is gone only after an error.
                    let _ = sender.send(encode(&schema, &waiting, writers));
                };
                // Long texts are encoded one group at a time.
                if self.parallel && bytes < GROUP_BYTES {
                    rayon::spawn(work);
                } else {
                    work();
                }
                self.jobs.push_back(GroupJob { bytes, encoded });
            }
        }
        Ok(())
    }

    /// The bytes that are ready. Waits if too many groups are being encoded.
    ///
    /// # Errors
    /// Rows cannot be encoded.
    pub fn take(&mut self) -> anyhow::Result<Vec<u8>> {
        self.take_until(JOBS, JOB_BYTES)
    }

    /// The bytes of all rows so far, except those that wait for a group.
    fn take_until(&mut self, jobs: usize, bytes: usize) -> anyhow::Result<Vec<u8>> {
        match &mut self.writer {
            FormatWriter::Arrow(file) => Ok(mem::take(file.get_mut())),
            FormatWriter::Parquet { file, .. } => {
                let held =
                    |jobs: &VecDeque<GroupJob>| jobs.iter().map(|job| job.bytes).sum::<usize>();
                while (self.jobs.len() > jobs || held(&self.jobs) > bytes)
                    && let Some(job) = self.jobs.pop_front()
                {
                    let mut group = file.next_row_group()?;
                    for chunk in job.encoded.recv()?? {
                        chunk.append_to_row_group(&mut group)?;
                    }
                    group.close()?;
                }
                Ok(mem::take(file.inner_mut()))
            }
        }
    }

    /// The last bytes.
    ///
    /// # Errors
    /// Rows cannot be encoded.
    pub fn finish(mut self) -> anyhow::Result<Vec<u8>> {
        self.flush()?;
        let mut bytes = self.take_until(0, 0)?;
        bytes.extend(match self.writer {
            FormatWriter::Arrow(file) => file.into_inner()?,
            FormatWriter::Parquet { file, .. } => file.into_inner()?,
        });
        Ok(bytes)
    }
}

/// Whether the minimum and maximum of a column do not help readers to skip rows. These columns are moves, coordinates,
/// other small numbers, and names from a short list.
fn has_no_order(field: &Field) -> bool {
    match field.data_type() {
        DataType::Int16 | DataType::UInt8 => true,
        DataType::Dictionary(key, _) => **key == DataType::Int8,
        _ => field.name() == "move",
    }
}

/// Whether a dictionary of the values costs more time than it saves. Almost all keys differ. The other numbers compress
/// equally well without a dictionary.
fn needs_no_dictionary(field: &Field) -> bool {
    *field.data_type() == DataType::UInt8 || matches!(field.name().as_str(), "key" | "ply")
}

/// Whether a column has a dictionary of its own in each batch, such as the variants. A file of Arrow has one dictionary
/// for a column, and few readers know those that grow from batch to batch.
fn grows(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Dictionary(key, _) if **key == DataType::Int32)
}

/// The schema of a file of Arrow: dictionaries that grow are plain texts.
fn plain_schema(schema: &Schema) -> Schema {
    let fields = schema.fields().iter().map(|field| {
        if grows(field.data_type()) {
            let field = field.as_ref().clone();
            Arc::new(field.with_data_type(DataType::Utf8))
        } else {
            Arc::clone(field)
        }
    });
    Schema::new_with_metadata(fields.collect::<Vec<_>>(), schema.metadata().clone())
}

/// The rows with the schema of a file of Arrow.
fn plain(schema: &SchemaRef, batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let columns = batch.columns().iter().map(|array| {
        if grows(array.data_type()) {
            let array = array.as_dictionary::<Int32Type>();
            let texts = array.downcast_dict::<StringArray>().expect("texts");
            Arc::new(texts.into_iter().collect::<StringArray>()) as ArrayRef
        } else {
            Arc::clone(array)
        }
    });
    RecordBatch::try_new(Arc::clone(schema), columns.collect())
}

/// Encodes a row group.
fn encode(schema: &SchemaRef, batches: &[RecordBatch], writers: Vec<ArrowColumnWriter>) -> Encoded {
    let columns = schema.fields().iter().zip(writers).enumerate();
    let chunks = columns.map(|(index, (field, mut writer))| {
        // In one piece, so that the pages do not depend on the batches.
        for leaf in compute_leaves(field, &joined(batches, index)?)? {
            writer.write(&leaf)?;
        }
        writer.close()
    });
    chunks.collect()
}

/// Joins a column of all batches. `arrow_select::concat` does the same for every type of column, but makes the program
/// 1 MB larger.
fn joined(batches: &[RecordBatch], column: usize) -> Result<ArrayRef, ArrowError> {
    let parts: Vec<_> = batches
        .iter()
        .map(|batch| batch.column(column).to_data())
        .collect();
    let rows = batches.iter().map(RecordBatch::num_rows).sum();
    let mut whole = MutableArrayData::new(parts.iter().collect(), false, rows);
    for (part, batch) in batches.iter().enumerate() {
        whole.try_extend(part, 0, batch.num_rows())?;
    }
    Ok(make_array(whole.freeze()))
}
