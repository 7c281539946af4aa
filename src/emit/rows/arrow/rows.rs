//! The rows of batches as values, for formats of text.

use arrow_array::cast::AsArray as _;
use arrow_array::temporal_conversions::date32_to_datetime;
use arrow_array::types::{
    Date32Type, DurationMillisecondType, Float64Type, Int8Type, Int16Type, Int32Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, Field, TimeUnit};
use skep_tables::{TableColumn, TableColumns};

use crate::emit::rows::{CellValue, Declared, Head, Table};

/// The table with these columns of a table, without rows.
pub fn head(columns: &TableColumns) -> Table {
    let table = columns.table();
    let all = table.columns().into_iter();
    let chosen = all.filter(|column| columns.has(column.name));
    let head = chosen.fold(
        Head::new(table.as_str()),
        |head, TableColumn { name, .. }| {
            let head = head.column(name, name, ());
            if Declared::of(name).is_some_and(|column| column.kind.is_text()) {
                head.names()
            } else {
                head
            }
        },
    );
    head.table()
}

/// The rows of a batch, one after another: as values, they take much more memory than in the batch.
pub fn rows(batch: &RecordBatch) -> impl Iterator<Item = Vec<CellValue>> + '_ {
    let schema = batch.schema();
    let is_key: Vec<bool> = schema.fields().iter().map(|field| is_key(field)).collect();
    (0..batch.num_rows()).map(move |i| {
        let row = is_key.iter().zip(batch.columns());
        let row = row.map(|(&is_key, array)| {
            if array.is_null(i) {
                CellValue::Missing
            } else {
                value(array.as_ref(), i, is_key)
            }
        });
        row.collect()
    })
}

/// Whether a column has keys. A number of 64 bits is not exact in JSON, so they are hexadecimal in all formats of text.
pub(super) fn is_key(field: &Field) -> bool {
    field.name() == "key"
}

pub(super) fn value(array: &dyn Array, i: usize, is_key: bool) -> CellValue {
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(i).into(),
        DataType::Boolean => CellValue::Flag(array.as_boolean().value(i)),
        DataType::UInt8 => u64::from(array.as_primitive::<UInt8Type>().value(i)).into(),
        DataType::UInt16 => u64::from(array.as_primitive::<UInt16Type>().value(i)).into(),
        DataType::UInt32 => u64::from(array.as_primitive::<UInt32Type>().value(i)).into(),
        DataType::UInt64 => match array.as_primitive::<UInt64Type>().value(i) {
            key if is_key => format!("{key:016x}").into(),
            number => number.into(),
        },
        DataType::Int16 => i64::from(array.as_primitive::<Int16Type>().value(i)).into(),
        DataType::Float64 => CellValue::Real(array.as_primitive::<Float64Type>().value(i), 2),
        DataType::Date32 => {
            let day = date32_to_datetime(array.as_primitive::<Date32Type>().value(i));
            day.map(|day| day.format("%Y-%m-%d").to_string()).into()
        }
        DataType::Duration(TimeUnit::Millisecond) => array
            .as_primitive::<DurationMillisecondType>()
            .value(i)
            .into(),
        DataType::Dictionary(key, _) => {
            let values = array.as_any_dictionary().values();
            let key = match **key {
                DataType::Int8 => {
                    usize::try_from(array.as_dictionary::<Int8Type>().keys().value(i))
                }
                _ => usize::try_from(array.as_dictionary::<Int32Type>().keys().value(i)),
            };
            key.map_or(CellValue::Missing, |key| {
                values.as_string::<i32>().value(key).into()
            })
        }
        other => unreachable!("no table has a column of the type {other}"),
    }
}
