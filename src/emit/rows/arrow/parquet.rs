//! Rows to the bytes of a Parquet file.

use std::sync::Arc;

use anyhow::bail;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, DurationMillisecondType, Float64Type, Int32Type, Int64Type,
    UInt64Type,
};
use arrow_array::{
    ArrayRef, BooleanArray, DictionaryArray, PrimitiveArray, RecordBatch, StringArray,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};

use super::TableFile;
use crate::emit::rows::{CellValue, Column, ColumnKind, ReportFormat};
use skep_records::record::Date;

/// Makes the bytes of a Parquet file, row group by row group.
///
/// The same rows in the same groups give the same bytes. The schema does not depend on the rows.
pub struct ParquetEncoder {
    columns: Vec<Column>,
    schema: SchemaRef,
    file: TableFile,
}

impl ParquetEncoder {
    /// An encoder of rows of these columns.
    ///
    /// # Errors
    /// The format cannot hold the schema.
    pub fn new(columns: Vec<Column>) -> anyhow::Result<ParquetEncoder> {
        let fields: Vec<Field> = (columns.iter())
            .flat_map(|column| fields(column.key, column.kind))
            .collect();
        let schema = Arc::new(Schema::new(fields));
        Ok(ParquetEncoder {
            columns,
            file: TableFile::new(ReportFormat::Parquet, &schema, false)?,
            schema,
        })
    }

    /// The bytes of the next row group, from the values of each column.
    ///
    /// # Errors
    /// The rows cannot be encoded, or a value does not have the type of its column.
    pub fn group(&mut self, values: &[Vec<&CellValue>]) -> anyhow::Result<Vec<u8>> {
        for (column, values) in self.columns.iter().zip(values) {
            if let Some(value) = values.iter().find(|value| !column.kind.holds(value)) {
                bail!("the column {} cannot hold {value:?}", column.key);
            }
        }
        let columns = self.columns.iter().zip(values);
        let arrays = columns.flat_map(|(column, values)| arrays(column.kind, values));
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), arrays.collect())?;
        self.file.push(batch)?;
        self.file.flush()?;
        self.file.take()
    }

    /// The last bytes.
    ///
    /// # Errors
    /// As for a row group.
    pub fn finish(self) -> anyhow::Result<Vec<u8>> {
        self.file.finish()
    }
}

/// Columns with their values as a batch.
///
/// # Errors
/// A value does not have the type of its column.
pub fn batch(columns: &[Column], values: &[Vec<&CellValue>]) -> anyhow::Result<RecordBatch> {
    let all = columns.iter().flat_map(|c| fields(c.key, c.kind));
    let schema = Arc::new(Schema::new(all.collect::<Vec<Field>>()));
    let columns = columns.iter().zip(values);
    let arrays = columns.flat_map(|(column, values)| arrays(column.kind, values));
    Ok(RecordBatch::try_new(schema, arrays.collect())?)
}

/// The fields of a column.
fn fields(name: &str, kind: ColumnKind) -> Vec<Field> {
    let field = |data_type| Field::new(name, data_type, true);
    let choice = || DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
    match kind {
        ColumnKind::Int => vec![field(DataType::Int64)],
        ColumnKind::Key => vec![field(DataType::UInt64)],
        ColumnKind::Real | ColumnKind::Share => vec![field(DataType::Float64)],
        ColumnKind::Text => vec![field(DataType::Utf8)],
        ColumnKind::Choice => vec![field(choice())],
        ColumnKind::Date => {
            let text = Field::new(format!("{name}_text"), DataType::Utf8, true);
            vec![field(DataType::Date32), text]
        }
        ColumnKind::Millis => vec![field(DataType::Duration(TimeUnit::Millisecond))],
        ColumnKind::Flag => vec![field(DataType::Boolean)],
    }
}

/// The values of a column as the arrays of its fields.
fn arrays(kind: ColumnKind, values: &[&CellValue]) -> Vec<ArrayRef> {
    match kind {
        ColumnKind::Int => vec![numbers::<Int64Type>(values, CellValue::int)],
        ColumnKind::Key => vec![numbers::<UInt64Type>(values, CellValue::key)],
        ColumnKind::Real | ColumnKind::Share => {
            vec![numbers::<Float64Type>(values, CellValue::number)]
        }
        ColumnKind::Text => vec![texts(values)],
        ColumnKind::Choice => {
            let texts = values.iter().map(|value| value.text());
            vec![Arc::new(texts.collect::<DictionaryArray<Int32Type>>())]
        }
        ColumnKind::Date => {
            let days = values.iter().map(|value| day(value));
            let days = days.collect::<PrimitiveArray<Date32Type>>();
            vec![Arc::new(days), texts(values)]
        }
        ColumnKind::Millis => vec![numbers::<DurationMillisecondType>(values, CellValue::int)],
        ColumnKind::Flag => {
            let flags = values.iter().map(|value| value.flag());
            vec![Arc::new(flags.collect::<BooleanArray>())]
        }
    }
}

fn numbers<T: ArrowPrimitiveType>(
    values: &[&CellValue],
    number: impl Fn(&CellValue) -> Option<T::Native>,
) -> ArrayRef {
    let numbers = values.iter().map(|value| number(value));
    Arc::new(numbers.collect::<PrimitiveArray<T>>())
}

fn texts(values: &[&CellValue]) -> ArrayRef {
    let texts = values.iter().map(|value| value.text());
    Arc::new(texts.collect::<StringArray>())
}

/// The days from 1970-01-01 to a date whose day is known.
fn day(value: &CellValue) -> Option<i32> {
    value.text()?.parse::<Date>().ok()?.days_from_1970()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::rows::{Declared, Head};

    /// A column has the same type as the column of `skep export` with this name, except for the sizes of numbers.
    #[test]
    fn columns_have_the_types_that_export_gives_them() {
        for table in skep_tables::ArrowTable::ALL {
            for column in table.columns() {
                let declared = Declared::of(column.name).unwrap();
                let ours = fields(column.name, declared.kind).swap_remove(0);
                let (ours, theirs) = (ours.data_type().clone(), column.data_type());
                let same = match (&ours, &theirs) {
                    (DataType::Dictionary(..), DataType::Dictionary(..)) => true,
                    (DataType::Int64, theirs) => theirs.is_integer(),
                    _ => ours == theirs,
                };
                assert!(same, "{}: {ours} and {theirs}", column.name);
            }
        }
    }

    #[test]
    fn the_types_do_not_depend_on_the_values() {
        let names = [
            "number", "date", "win", "clock_ms", "score", "path", "plies", "key", "thrown",
        ];
        let head = names
            .iter()
            .fold(Head::new("t"), |head, name| head.column(name, name, ()));
        let mut encoder = head.table().encoder().unwrap();
        let values = [
            CellValue::Count(1),
            "2024-03-09".into(),
            "found".into(),
            CellValue::Count(60_000),
            CellValue::Share(0.5),
            "a.sgf".into(),
            CellValue::Int(7),
            "00000000000000ff".into(),
            CellValue::Flag(true),
        ];
        let schema = Arc::clone(&encoder.schema);
        let known: Vec<Vec<&CellValue>> = values.iter().map(|value| vec![value]).collect();
        let missing = vec![vec![&CellValue::Missing]; names.len()];
        let mut file = encoder.group(&missing).unwrap();
        file.extend(encoder.group(&known).unwrap());
        // A value of another type is not lost.
        for (i, name) in names.iter().enumerate() {
            let mut wrong = known.clone();
            wrong[i] = vec![&CellValue::Real(0.5, 1)];
            assert!(encoder.group(&wrong).is_err(), "{name}");
        }
        file.extend(encoder.finish().unwrap());
        assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1"));
        assert_eq!(schema.fields().len(), names.len() + 1);
        assert_eq!(day(&values[1]), Some(19_791));
        assert_eq!(day(&"2024-03".into()), None);
        assert_eq!(values[7].key(), Some(255));
    }
}
