//! Rows to the bytes of a Parquet file.

use std::sync::Arc;

use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, DurationMillisecondType, Float64Type, Int32Type, Int64Type,
    UInt64Type,
};
use arrow_array::{ArrayRef, DictionaryArray, PrimitiveArray, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};

use super::{Column, FileKind, Kind, TableFile};
use crate::table::Value;

/// Makes the bytes of a Parquet file, row group by row group.
///
/// The same rows in the same groups give the same bytes. The schema does not depend on the rows.
pub struct Encoder {
    columns: Vec<Column>,
    schema: SchemaRef,
    file: TableFile,
}

impl Encoder {
    /// An encoder of rows of these columns.
    ///
    /// # Errors
    /// The format cannot hold the schema.
    pub fn new(columns: &[Column]) -> anyhow::Result<Encoder> {
        let fields: Vec<Field> = columns.iter().flat_map(fields).collect();
        let schema = Arc::new(Schema::new(fields));
        Ok(Encoder {
            columns: columns.to_vec(),
            file: TableFile::new(FileKind::Parquet, &schema, false)?,
            schema,
        })
    }

    /// The bytes of the next row group, from the values of each column.
    ///
    /// # Errors
    /// The rows cannot be encoded.
    pub fn group(&mut self, values: &[Vec<&Value>]) -> anyhow::Result<Vec<u8>> {
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

/// The fields of a column.
fn fields(column: &Column) -> Vec<Field> {
    let field = |name: String, data_type| Field::new(name, data_type, true);
    let choice = || DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
    let name = column.name.clone();
    match column.kind {
        Kind::Int => vec![field(name, DataType::Int64)],
        Kind::Key => vec![field(name, DataType::UInt64)],
        Kind::Real => vec![field(name, DataType::Float64)],
        Kind::Text => vec![field(name, DataType::Utf8)],
        Kind::Choice => vec![field(name, choice())],
        Kind::Date => {
            let text = field(format!("{name}_text"), DataType::Utf8);
            vec![field(name, DataType::Date32), text]
        }
        Kind::Millis => vec![field(name, DataType::Duration(TimeUnit::Millisecond))],
    }
}

/// The values of a column as the arrays of its fields.
fn arrays(kind: Kind, values: &[&Value]) -> Vec<ArrayRef> {
    match kind {
        Kind::Int => vec![numbers::<Int64Type>(values, Value::int)],
        Kind::Key => vec![numbers::<UInt64Type>(values, Value::key)],
        Kind::Real => vec![numbers::<Float64Type>(values, Value::number)],
        Kind::Text => vec![texts(values)],
        Kind::Choice => {
            let texts = values.iter().map(|value| value.text());
            vec![Arc::new(texts.collect::<DictionaryArray<Int32Type>>())]
        }
        Kind::Date => {
            let days = values.iter().map(|value| day(value));
            let days = days.collect::<PrimitiveArray<Date32Type>>();
            vec![Arc::new(days), texts(values)]
        }
        Kind::Millis => vec![numbers::<DurationMillisecondType>(values, Value::int)],
    }
}

fn numbers<T: ArrowPrimitiveType>(
    values: &[&Value],
    number: impl Fn(&Value) -> Option<T::Native>,
) -> ArrayRef {
    let numbers = values.iter().map(|value| {
        let number = number(value);
        // A value of another type would be lost.
        debug_assert!(number.is_some() || **value == Value::Missing, "{value:?}");
        number
    });
    Arc::new(numbers.collect::<PrimitiveArray<T>>())
}

fn texts(values: &[&Value]) -> ArrayRef {
    let texts = values.iter().map(|value| {
        debug_assert!(!value.is_number(), "{value:?}");
        value.text()
    });
    Arc::new(texts.collect::<StringArray>())
}

/// The days from 1970-01-01 to a date whose day is known.
fn day(value: &Value) -> Option<i32> {
    skep_tables::days(value.text()?.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A column has the same type as the column of `skep export` with this name, except for the sizes of numbers.
    #[test]
    fn names_have_the_types_that_export_gives_them() {
        let own = |name: &str, words| {
            let column = Column {
                name: name.to_owned(),
                kind: Kind::of(name, words),
            };
            fields(&column).swap_remove(0).data_type().clone()
        };
        for table in skep_tables::Table::OF_GAMES {
            // The tables of other commands do not have these.
            let shared = |name: &str| {
                !["piece", "thrown", "captured", "is_played", "on_top"].contains(&name)
            };
            for column in table
                .columns()
                .into_iter()
                .filter(|column| shared(column.name))
            {
                let theirs = column.data_type();
                let ours = own(column.name, theirs == DataType::Utf8);
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
            "number", "date", "win", "clock_ms", "score", "path", "plies", "key",
        ];
        let columns = names.map(|name| Column {
            name: name.to_owned(),
            kind: Kind::of(name, false),
        });
        let mut encoder = Encoder::new(&columns).unwrap();
        let values = [
            Value::Count(1),
            "2024-03-09".into(),
            "found".into(),
            Value::Count(60_000),
            Value::Share(0.5),
            "a.sgf".into(),
            Value::Int(7),
            "00000000000000ff".into(),
        ];
        let schema = Arc::clone(&encoder.schema);
        let known: Vec<Vec<&Value>> = values.iter().map(|value| vec![value]).collect();
        let missing = vec![vec![&Value::Missing]; names.len()];
        let mut file = encoder.group(&missing).unwrap();
        file.extend(encoder.group(&known).unwrap());
        file.extend(encoder.finish().unwrap());
        assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1"));
        assert_eq!(schema.fields().len(), names.len() + 1);
        assert_eq!(day(&values[1]), Some(19_791));
        assert_eq!(day(&"2024-03".into()), None);
        assert_eq!(values[7].key(), Some(255));
    }
}
