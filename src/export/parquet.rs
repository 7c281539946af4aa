//! Rows to the bytes of a Parquet file.

use std::mem;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use super::{Column, ExportValue, Kind};

/// Makes the bytes of a Parquet file, row group by row group.
///
/// The same rows in the same groups give the same bytes.
pub struct Encoder {
    writer: SerializedFileWriter<Vec<u8>>,
    columns: Vec<Column>,
}

impl Encoder {
    /// An encoder of rows of these columns.
    ///
    /// # Errors
    /// Two columns share a name.
    pub fn new(name: &str, columns: &[Column]) -> Result<Encoder> {
        let field = |column: &Column| {
            let (physical, logical) = match column.kind {
                Kind::Int => (Physical::INT64, None),
                Kind::Real => (Physical::DOUBLE, None),
                Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            };
            Type::primitive_type_builder(column.name, physical)
                .with_repetition(Repetition::OPTIONAL)
                .with_logical_type(logical)
                .build()
                .map(Arc::new)
        };
        let fields = columns.iter().map(field).collect::<Result<_>>()?;
        let schema = Type::group_type_builder(name).with_fields(fields).build()?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(Default::default()))
            .set_created_by(concat!("skep ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        Ok(Encoder {
            writer: SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?,
            columns: columns.to_vec(),
        })
    }

    /// The bytes of the next row group.
    ///
    /// # Errors
    /// A cell is of another kind than its column.
    pub fn group(&mut self, rows: &[Vec<ExportValue>]) -> Result<Vec<u8>> {
        let mut group = self.writer.next_row_group()?;
        for (i, column) in self.columns.iter().enumerate() {
            let Some(mut writer) = group.next_column()? else {
                break;
            };
            let cells = || rows.iter().map(|row| &row[i]);
            let levels: Vec<i16> = cells()
                .map(|c| i16::from(*c != ExportValue::Missing))
                .collect();
            match column.kind {
                Kind::Int => {
                    let values: Vec<i64> = cells()
                        .filter_map(|c| {
                            if let ExportValue::Int(n) = c {
                                Some(*n)
                            } else {
                                None
                            }
                        })
                        .collect();
                    let writer = writer.typed::<Int64Type>();
                    writer.write_batch(&values, Some(&levels), None)?;
                }
                Kind::Real => {
                    let values: Vec<f64> = cells()
                        .filter_map(|c| match c {
                            ExportValue::Real(x) => Some(*x),
                            ExportValue::Int(n) => Some(*n as f64),
                            ExportValue::Missing | ExportValue::Text(_) => None,
                        })
                        .collect();
                    let writer = writer.typed::<DoubleType>();
                    writer.write_batch(&values, Some(&levels), None)?;
                }
                Kind::Text => {
                    let values: Vec<ByteArray> = cells()
                        .filter_map(|c| match c {
                            ExportValue::Text(text) => Some(ByteArray::from(text.as_str())),
                            ExportValue::Missing | ExportValue::Int(_) | ExportValue::Real(_) => {
                                None
                            }
                        })
                        .collect();
                    let writer = writer.typed::<ByteArrayType>();
                    writer.write_batch(&values, Some(&levels), None)?;
                }
            }
            writer.close()?;
        }
        group.close()?;
        Ok(mem::take(self.writer.inner_mut()))
    }

    /// The last bytes.
    ///
    /// # Errors
    /// As for a row group.
    pub fn finish(self) -> Result<Vec<u8>> {
        self.writer.into_inner()
    }
}
