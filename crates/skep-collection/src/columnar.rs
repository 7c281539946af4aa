//! Games in tables of Parquet and Arrow.

use std::borrow::Cow;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array as _, ArrayRef, RecordBatch, make_array};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_ipc::reader::StreamDecoder;
use arrow_ipc::root_as_message;
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema};
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    ParquetRecordBatchReaderBuilder,
};
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, Length};

use super::foreign::guarded;
use super::found::GamesInText;
use super::node::InputNode;
use super::positioned::Positioned;
use super::ratio::Growth;
use super::sink::{Context, Sink, StreamStop};
use super::stream::broken;
use skep_records::diag::{Code, Diagnostic};
use skep_records::notation::find;

/// A file or bytes in memory, as the reader of Parquet needs them.
struct ParquetChunks(Positioned);

impl Length for ParquetChunks {
    fn len(&self) -> u64 {
        self.0.clone().seek(SeekFrom::End(0)).unwrap_or(0)
    }
}

impl ChunkReader for ParquetChunks {
    type T = Positioned;

    fn get_read(&self, start: u64) -> Result<Positioned, ParquetError> {
        let mut reader = self.0.clone();
        reader.seek(SeekFrom::Start(start))?;
        Ok(reader)
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<bytes::Bytes, ParquetError> {
        let mut chunk = Vec::new();
        let read = self
            .get_read(start)?
            .take(length as u64)
            .read_to_end(&mut chunk)?;
        if read < length {
            return Err(ParquetError::EOF(format!(
                "expected {length} bytes, read {read}"
            )));
        }
        Ok(chunk.into())
    }
}

/// The most games of a unit of work, and the rows of a Parquet file that are read at once.
const ROWS: usize = 512;

/// Finds the games in the rows of a Parquet file.
pub(super) fn read_parquet(
    context: &Context<'_>,
    node: &InputNode,
    growth: &Growth,
    bytes: Positioned,
    sink: &mut dyn Sink,
) -> StreamStop {
    let on_disk = bytes.is_file();
    let batches = guarded(|| parquet_batches(bytes));
    let damage = || Err(ParquetError::General("its columns are damaged".to_owned()));
    let batches = match batches.unwrap_or_else(damage) {
        Ok((batches, size)) => {
            if on_disk {
                context.progress.add_read(size);
            }
            batches
        }
        Err(error) => return sink.fault(&node.source, damaged("Parquet", &error)).into(),
    };
    read(context, node, growth, "Parquet", batches, sink)
}

/// The tables of a Parquet file, and the size of its packed columns in bytes.
fn parquet_batches(bytes: Positioned) -> Result<(ParquetRecordBatchReader, u64), ParquetError> {
    let chunks = ParquetChunks(bytes);
    let options = ArrowReaderOptions::new();
    let stored = ArrowReaderMetadata::load(&chunks, options.clone())?;
    let groups = stored.metadata().row_groups().iter();
    let size: i64 = groups.map(|group| group.compressed_size()).sum();
    let schema = Schema::new_with_metadata(
        with_views(stored.schema().fields()),
        stored.schema().metadata().clone(),
    );
    let options = options.with_schema(Arc::new(schema));
    let metadata = ArrowReaderMetadata::try_new(Arc::clone(stored.metadata()), options)?;
    let batches = ParquetRecordBatchReaderBuilder::new_with_metadata(chunks, metadata)
        .with_batch_size(ROWS)
        .build()?;
    Ok((batches, u64::try_from(size).unwrap_or(0)))
}

/// The columns with texts as views: a text that is stored once is not copied for each row.
fn with_views(fields: &Fields) -> Fields {
    let with_view = |field: &Arc<Field>| {
        let kind = match field.data_type() {
            DataType::Utf8 | DataType::LargeUtf8 => DataType::Utf8View,
            DataType::Binary | DataType::LargeBinary => DataType::BinaryView,
            DataType::Struct(inner) => DataType::Struct(with_views(inner)),
            other => other.clone(),
        };
        field.as_ref().clone().with_data_type(kind)
    };
    fields.iter().map(with_view).collect()
}

/// Finds the games in the rows of an Arrow file, or of a stream of Arrow.
pub(super) fn read_arrow(
    context: &Context<'_>,
    node: &InputNode,
    growth: &Growth,
    reader: impl Read,
    sink: &mut dyn Sink,
) -> StreamStop {
    let batches = ArrowBatches {
        reader,
        decoder: StreamDecoder::new(),
        most: context.options.max_held_bytes,
        is_first: true,
    };
    read(context, node, growth, "Arrow", batches, sink)
}

/// The tables of an Arrow file or stream. A file is a stream after a mark, with a list of its tables at the end
/// that is not needed here (Arrow columnar format, "Serialization and interprocess communication").
struct ArrowBatches<R> {
    reader: R,
    decoder: StreamDecoder,
    /// The most bytes of a table that are held in memory.
    most: usize,
    is_first: bool,
}

/// What a file begins with, before the stream.
const ARROW_FILE: [u8; 8] = *b"ARROW1\0\0";

/// What a message begins with, before its length.
const CONTINUATION: [u8; 4] = [0xff; 4];

impl<R: Read> ArrowBatches<R> {
    /// The bytes of the next message. `None` at the end.
    fn message(&mut self) -> Result<Option<Vec<u8>>, ArrowError> {
        let mut message = self.bytes(Vec::new(), 8)?;
        if std::mem::take(&mut self.is_first) && message == ARROW_FILE {
            // Some writers begin the stream at a multiple of 64 bytes.
            let mut rest = 64 / 8;
            message.fill(0);
            while message == [0; 8] && rest > 0 {
                message = self.bytes(Vec::new(), 8)?;
                rest -= 1;
            }
        }
        if message.is_empty() {
            return Ok(None);
        }
        let (mark, length) = message.split_at(4);
        // Before version 0.15, there was no mark.
        let is_marked = mark == CONTINUATION;
        let length = if is_marked { length } else { mark };
        let length = length.try_into().map_or(0, u32::from_le_bytes) as usize;
        if length == 0 {
            return Ok(None);
        }
        let head = if is_marked { 8 } else { 4 };
        let message = self.bytes(message, head + length)?;
        let about = root_as_message(&message[head..])
            .map_err(|error| ArrowError::ParseError(error.to_string()))?;
        let body = usize::try_from(about.bodyLength())
            .map_err(|_| ArrowError::ParseError("a negative length".to_owned()))?;
        let end = (head + length).saturating_add(body);
        let message = self.bytes(message, end)?;
        self.check_packed(&message, head, head + length)?;
        Ok(Some(message))
    }

    /// Reads on until `bytes` has this length. At the end of the stream it is shorter only if it has none.
    fn bytes(&mut self, mut bytes: Vec<u8>, length: usize) -> Result<Vec<u8>, ArrowError> {
        if length > self.most {
            return Err(self.too_large(length));
        }
        let missing = length - bytes.len();
        let read = (&mut self.reader)
            .take(missing as u64)
            .read_to_end(&mut bytes)?;
        if read < missing && !bytes.is_empty() {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
        Ok(bytes)
    }

    fn too_large(&self, length: usize) -> ArrowError {
        ArrowError::MemoryError(format!(
            "a table of {length} bytes in one piece, of which skep holds at most {}",
            self.most
        ))
    }

    /// Refuses columns that are too large when they are unpacked.
    fn check_packed(&self, message: &[u8], head: usize, body: usize) -> Result<(), ArrowError> {
        let Ok(about) = root_as_message(&message[head..]) else {
            return Ok(());
        };
        let batch = about.header_as_record_batch();
        let batch = batch.or_else(|| about.header_as_dictionary_batch()?.data());
        let Some(batch) = batch.filter(|batch| batch.compression().is_some()) else {
            return Ok(());
        };
        let mut unpacked = 0_usize;
        for buffer in batch.buffers().iter().flatten() {
            // The length of each column stands before it; it is -1 if the column is not packed.
            let length = usize::try_from(buffer.offset())
                .ok()
                .and_then(|offset| message.get(body + offset..)?.first_chunk::<8>())
                .map_or(0, |bytes| i64::from_le_bytes(*bytes));
            unpacked = unpacked.saturating_add(usize::try_from(length).unwrap_or(0));
        }
        if unpacked > self.most {
            return Err(self.too_large(unpacked));
        }
        Ok(())
    }
}

impl<R: Read> Iterator for ArrowBatches<R> {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let message = match self.message() {
                Ok(message) => message?,
                Err(error) => return Some(Err(error)),
            };
            match self.decoder.decode(&mut message.into()) {
                Ok(None) => {}
                done => return done.transpose(),
            }
        }
    }
}

/// Finds the games in the rows of tables. `kind` is the name of the format.
fn read(
    context: &Context<'_>,
    node: &InputNode,
    growth: &Growth,
    kind: &str,
    batches: impl Iterator<Item = Result<RecordBatch, ArrowError>>,
    sink: &mut dyn Sink,
) -> StreamStop {
    let mut passing = GamesInText::new(node);
    let mut table = find::TableFinder::default();
    let mut fault = None;
    let mut number = 0;
    let mut batches = batches;
    'batches: loop {
        let Some(batch) = guarded(|| batches.next()) else {
            fault = Some(damaged(kind, &"its columns are damaged"));
            break;
        };
        let Some(batch) = batch else { break };
        let columns = match &batch {
            Ok(batch) => columns(batch).map(|columns| (batch.num_rows(), columns)),
            Err(error) => {
                fault = Some(damaged(kind, error));
                break;
            }
        };
        let (rows, columns) = match columns {
            Ok(columns) => columns,
            Err(error) => {
                fault = Some(damaged(kind, &error));
                break;
            }
        };
        let names = columns.iter().map(|column| &*column.name);
        let names: Vec<String> = names
            .map(|name| context.options.names.meaning(name).to_owned())
            .collect();
        for row in 0..rows {
            number += 1;
            let cells = columns.iter().map(|column| column.cell(row));
            let cells: Vec<Cow<'_, str>> = cells.collect();
            let size = cells.iter().map(|cell| cell.len()).sum::<usize>();
            // A few bytes can stand for many equal rows.
            if let Err(error) = growth.add_unpacked(size as u64) {
                fault = Some(broken(&node.unwrapped(), &error));
                break 'batches;
            }
            passing.read += size;
            table.row(&names, &cells, number, &mut passing.games);
            let is_full =
                passing.games.len() >= ROWS || passing.weight() >= context.options.unit_bytes;
            if is_full && passing.pass_on(sink).is_break() {
                return StreamStop::Stopped;
            }
        }
    }
    table.end(&mut passing.games);
    let found = passing.first > 1 || !passing.games.is_empty();
    if passing.pass_on(sink).is_break() {
        return StreamStop::Stopped;
    }
    let is_broken = fault.is_some();
    let required = node.ought_to_be_a_record();
    let fault = fault.or_else(|| {
        let none = || {
            Diagnostic::new(
                Code::NotARecord,
                format!("a table of {kind}; no column has games"),
            )
        };
        (!found && required).then(none)
    });
    let flow = match fault {
        Some(fault) => sink.fault(&node.source, fault),
        None if !found => sink.skipped(&node.source),
        None => Continue(()),
    };
    match flow {
        Break(()) => StreamStop::Stopped,
        Continue(()) if is_broken => StreamStop::Broken,
        Continue(()) => StreamStop::Whole,
    }
}

fn damaged(kind: &str, error: &dyn std::fmt::Display) -> Diagnostic {
    let message = format!("the {kind} file cannot be read: {error}");
    Diagnostic::new(Code::DamagedArchive, message)
}

/// A column of a table.
struct ArrowColumn<'a> {
    name: Cow<'a, str>,
    array: &'a ArrayRef,
    values: ArrowValues<'a>,
}

enum ArrowValues<'a> {
    Texts(Box<dyn Fn(usize) -> &'a str + 'a>),
    /// Moments in UTC, for each row.
    Moments(Vec<String>),
    /// Lists of texts.
    Lists,
    Other(ArrayFormatter<'a>),
}

/// The columns of a table. Those of a group have its path before their names.
fn columns(batch: &RecordBatch) -> Result<Vec<ArrowColumn<'_>>, ArrowError> {
    let mut columns = Vec::new();
    let fields = batch.schema_ref().fields();
    for (field, values) in fields.iter().zip(batch.columns()) {
        add(field.name().into(), values, &mut columns)?;
    }
    Ok(columns)
}

/// How values become texts: nothing for those that are missing.
const TEXTS: FormatOptions<'static> = FormatOptions::new();

fn add<'a>(
    name: Cow<'a, str>,
    values: &'a ArrayRef,
    columns: &mut Vec<ArrowColumn<'a>>,
) -> Result<(), ArrowError> {
    let DataType::Struct(fields) = values.data_type() else {
        columns.push(ArrowColumn::new(name, values)?);
        return Ok(());
    };
    for (field, inner) in fields.iter().zip(values.as_struct().columns()) {
        let path = format!("{name}.{}", field.name());
        add(path.into(), inner, columns)?;
    }
    Ok(())
}

/// The texts of an array, by row; those of missing values mean nothing. `None` if the array has no texts. The casts of Arrow
/// are not used, as they would add six million bytes to the program.
fn texts<'a>(values: &'a ArrayRef) -> Option<Box<dyn Fn(usize) -> &'a str + 'a>> {
    fn text(bytes: &[u8]) -> &str {
        str::from_utf8(bytes).unwrap_or_default()
    }
    Some(match values.data_type() {
        DataType::Utf8 => {
            let texts = values.as_string::<i32>();
            Box::new(|row| texts.value(row))
        }
        DataType::LargeUtf8 => {
            let texts = values.as_string::<i64>();
            Box::new(|row| texts.value(row))
        }
        DataType::Utf8View => {
            let texts = values.as_string_view();
            Box::new(|row| texts.value(row))
        }
        DataType::Binary => {
            let texts = values.as_binary::<i32>();
            Box::new(|row| text(texts.value(row)))
        }
        DataType::LargeBinary => {
            let texts = values.as_binary::<i64>();
            Box::new(|row| text(texts.value(row)))
        }
        DataType::BinaryView => {
            let texts = values.as_binary_view();
            Box::new(|row| text(texts.value(row)))
        }
        _ => return None,
    })
}

impl<'a> ArrowColumn<'a> {
    fn new(name: Cow<'a, str>, array: &'a ArrayRef) -> Result<ArrowColumn<'a>, ArrowError> {
        let values = match array.data_type() {
            DataType::List(_) | DataType::LargeList(_) | DataType::FixedSizeList(..) => {
                ArrowValues::Lists
            }
            // A zone has a name that is not known here.
            DataType::Timestamp(unit, Some(_)) => {
                let utc = DataType::Timestamp(*unit, Some("+00:00".into()));
                let moments = array.to_data().into_builder().data_type(utc).build()?;
                let moments = make_array(moments);
                let texts = ArrayFormatter::try_new(&moments, &TEXTS)?;
                let text = |row| texts.value(row).try_to_string().unwrap_or_default();
                ArrowValues::Moments((0..moments.len()).map(text).collect())
            }
            _ => match texts(array) {
                Some(texts) => ArrowValues::Texts(texts),
                None => ArrowValues::Other(ArrayFormatter::try_new(array, &TEXTS)?),
            },
        };
        Ok(ArrowColumn {
            name,
            array,
            values,
        })
    }

    /// The text of a value, which is empty if the value is missing.
    fn cell(&self, row: usize) -> Cow<'a, str> {
        match &self.values {
            _ if self.array.is_null(row) => "".into(),
            ArrowValues::Texts(texts) => texts(row).into(),
            ArrowValues::Moments(texts) => texts[row].clone().into(),
            ArrowValues::Lists => moves(self.array, row).unwrap_or_default().into(),
            ArrowValues::Other(values) => {
                values.value(row).try_to_string().unwrap_or_default().into()
            }
        }
    }
}

/// A list of texts, as a list of moves.
fn moves(lists: &ArrayRef, row: usize) -> Option<String> {
    let list = match lists.data_type() {
        DataType::List(_) => lists.as_list::<i32>().value(row),
        DataType::LargeList(_) => lists.as_list::<i64>().value(row),
        _ => lists.as_fixed_size_list().value(row),
    };
    if list.data_type().is_nested() {
        return None;
    }
    let column = ArrowColumn::new("".into(), &list).ok()?;
    let rows = (0..list.len()).filter(|&row| list.is_valid(row));
    let texts: Vec<Cow<'_, str>> = rows.map(|row| column.cell(row)).collect();
    Some(texts.join(";"))
}
