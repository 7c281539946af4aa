//! Games in tables of Parquet files.

use std::borrow::Cow;
use std::io::{Read, Seek, SeekFrom};
use std::ops::ControlFlow::{Break, Continue};

use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, FileReader, Length, SerializedFileReader};
use parquet::record::{Field, Row};

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

/// Finds the games in the rows of a Parquet file.
pub(super) fn read(
    context: &Context<'_>,
    node: &InputNode,
    growth: &Growth,
    bytes: Positioned,
    sink: &mut dyn Sink,
) -> StreamStop {
    let on_disk = bytes.is_file();
    let file = match SerializedFileReader::new(ParquetChunks(bytes)) {
        Ok(file) => file,
        Err(error) => return sink.fault(&node.source, damaged(&error)).into(),
    };
    let rows = match file.get_row_iter(None) {
        Ok(rows) => rows,
        Err(error) => return sink.fault(&node.source, damaged(&error)).into(),
    };
    if on_disk {
        let metadata = file.metadata();
        let groups = metadata.row_groups().iter();
        let size: i64 = groups.map(|group| group.compressed_size()).sum();
        context.progress.add_read(u64::try_from(size).unwrap_or(0));
    }
    let mut passing = GamesInText::new(node);
    let mut table = find::TableFinder::default();
    let mut fault = None;
    let (mut columns, mut meanings) = (Vec::<String>::new(), Vec::new());
    for (row, number) in rows.zip(1..) {
        let row = match row {
            Ok(row) => row,
            Err(error) => {
                fault = Some(damaged(&error));
                break;
            }
        };
        let (names, cells) = cells(&row);
        // Each row has the same names.
        if columns != names {
            let meaning = |name: &Cow<'_, str>| context.options.names.meaning(name).to_owned();
            meanings = names.iter().map(meaning).collect();
            columns = names.into_iter().map(Cow::into_owned).collect();
        }
        let size = cells.iter().map(|cell| cell.len()).sum::<usize>();
        // A few bytes can stand for many equal rows.
        if let Err(error) = growth.add_unpacked(size as u64) {
            fault = Some(broken(&node.unwrapped(), &error));
            break;
        }
        passing.read += size;
        table.row(&meanings, &cells, number, &mut passing.games);
        let is_full = passing.games.len() >= ROWS || passing.weight() >= context.options.unit_bytes;
        if is_full && passing.pass_on(sink).is_break() {
            return StreamStop::Stopped;
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
        let none = || Diagnostic::new(Code::NotARecord, "a Parquet file; no column has games");
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

/// The most games of a unit of work.
const ROWS: usize = 512;

fn damaged(error: &ParquetError) -> Diagnostic {
    let message = format!("the Parquet file cannot be read: {error}");
    Diagnostic::new(Code::DamagedArchive, message)
}

/// The names and values of a row. Values of groups have the path as their name.
fn cells(row: &Row) -> (Vec<Cow<'_, str>>, Vec<Cow<'_, str>>) {
    let (mut names, mut cells) = (Vec::new(), Vec::new());
    add(row, "", &mut names, &mut cells);
    (names, cells)
}

fn add<'a>(row: &'a Row, path: &str, names: &mut Vec<Cow<'a, str>>, cells: &mut Vec<Cow<'a, str>>) {
    for (name, value) in row.get_column_iter() {
        let name: Cow<'a, str> = if path.is_empty() {
            name.into()
        } else {
            format!("{path}.{name}").into()
        };
        let cell: Cow<'a, str> = match value {
            Field::Group(inner) => {
                add(inner, &name, names, cells);
                continue;
            }
            Field::Str(text) => text.into(),
            Field::Bytes(bytes) => bytes.as_utf8().unwrap_or_default().into(),
            Field::ListInternal(list) => moves(list.elements()).into(),
            Field::Null | Field::MapInternal(_) => "".into(),
            other => other.to_string().into(),
        };
        names.push(name);
        cells.push(cell);
    }
}

/// A list of texts, as a list of moves.
fn moves(list: &[Field]) -> String {
    let texts = list.iter().filter_map(|value| match value {
        Field::Str(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join(";")
}
