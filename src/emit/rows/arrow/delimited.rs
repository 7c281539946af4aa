//! The rows of batches as CSV or TSV, without a value for each cell.

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    DurationMillisecondType, Int8Type, Int16Type, Int32Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, BooleanArray, PrimitiveArray, RecordBatch, StringArray};
use arrow_schema::{DataType, TimeUnit};
use csv::Writer;

use super::rows::{is_key, value};
use crate::emit::rows::{ReportFormat, RowFormat, RowWriter};

/// A column whose type is known, so that its cells are written without a test of the type.
enum TypedColumn<'a> {
    Text(&'a StringArray),
    /// The keys and values of a dictionary.
    Short(&'a PrimitiveArray<Int8Type>, &'a StringArray),
    Long(&'a PrimitiveArray<Int32Type>, &'a StringArray),
    Flag(&'a BooleanArray),
    Byte(&'a PrimitiveArray<UInt8Type>),
    Count(&'a PrimitiveArray<UInt16Type>),
    Index(&'a PrimitiveArray<UInt32Type>),
    Number(&'a PrimitiveArray<UInt64Type>),
    Key(&'a PrimitiveArray<UInt64Type>),
    Coordinate(&'a PrimitiveArray<Int16Type>),
    Millis(&'a PrimitiveArray<DurationMillisecondType>),
    /// A type that is rare.
    Other(&'a dyn Array),
}

impl<'a> TypedColumn<'a> {
    fn of(array: &'a dyn Array, is_key: bool) -> TypedColumn<'a> {
        match array.data_type() {
            DataType::Utf8 => TypedColumn::Text(array.as_string()),
            DataType::Boolean => TypedColumn::Flag(array.as_boolean()),
            DataType::UInt8 => TypedColumn::Byte(array.as_primitive()),
            DataType::UInt16 => TypedColumn::Count(array.as_primitive()),
            DataType::UInt32 => TypedColumn::Index(array.as_primitive()),
            DataType::UInt64 if is_key => TypedColumn::Key(array.as_primitive()),
            DataType::UInt64 => TypedColumn::Number(array.as_primitive()),
            DataType::Int16 => TypedColumn::Coordinate(array.as_primitive()),
            DataType::Duration(TimeUnit::Millisecond) => TypedColumn::Millis(array.as_primitive()),
            DataType::Dictionary(key, _) => {
                let values = array.as_any_dictionary().values().as_string();
                match **key {
                    DataType::Int8 => TypedColumn::Short(array.as_dictionary().keys(), values),
                    _ => TypedColumn::Long(array.as_dictionary().keys(), values),
                }
            }
            _ => TypedColumn::Other(array),
        }
    }
}

/// Writes cells as `Value::for_programs` has them.
struct CellWriter {
    writer: Writer<Vec<u8>>,
    numbers: itoa::Buffer,
    /// Whether ' stands before text that starts like a formula.
    has_no_formulas: bool,
}

impl CellWriter {
    fn number(&mut self, number: impl itoa::Integer) -> csv::Result<()> {
        self.writer.write_field(self.numbers.format(number))
    }

    fn text(&mut self, text: &str) -> csv::Result<()> {
        if self.has_no_formulas && RowWriter::is_formula(text) {
            self.writer.write_field(format!("'{text}"))
        } else {
            self.writer.write_field(text)
        }
    }

    /// Writes row `i` of a column, which is not null there.
    fn cell(&mut self, column: &TypedColumn<'_>, i: usize, is_key: bool) -> csv::Result<()> {
        match column {
            TypedColumn::Text(array) => self.text(array.value(i)),
            TypedColumn::Short(keys, values) => self.text(at(values, keys.value(i))),
            TypedColumn::Long(keys, values) => self.text(at(values, keys.value(i))),
            TypedColumn::Flag(array) if array.value(i) => self.writer.write_field("true"),
            TypedColumn::Flag(_) => self.writer.write_field("false"),
            TypedColumn::Byte(array) => self.number(array.value(i)),
            TypedColumn::Count(array) => self.number(array.value(i)),
            TypedColumn::Index(array) => self.number(array.value(i)),
            TypedColumn::Number(array) => self.number(array.value(i)),
            TypedColumn::Key(array) => self.writer.write_field(hexadecimal(array.value(i))),
            TypedColumn::Coordinate(array) => self.number(array.value(i)),
            TypedColumn::Millis(array) => self.number(array.value(i)),
            TypedColumn::Other(array) => {
                let text = value(*array, i, is_key);
                self.writer.write_field(text.for_programs().as_ref())
            }
        }
    }
}

/// The value of a key of a dictionary, which is not negative.
fn at(values: &StringArray, key: impl TryInto<usize>) -> &str {
    key.try_into().map_or("", |key| values.value(key))
}

/// A key in 16 digits.
fn hexadecimal(key: u64) -> [u8; 16] {
    std::array::from_fn(|i| b"0123456789abcdef"[(key >> (60 - 4 * i)) as usize & 15])
}

/// The rows of a batch as CSV or TSV, without a head.
pub fn delimited(batch: &RecordBatch, format: &RowFormat) -> std::io::Result<Vec<u8>> {
    let mut cells = CellWriter {
        writer: RowWriter::delimiter(format.format).from_writer(Vec::new()),
        numbers: itoa::Buffer::new(),
        has_no_formulas: format.format == ReportFormat::Excel,
    };
    let schema = batch.schema();
    let columns: Vec<_> = (schema.fields().iter().zip(batch.columns()))
        .map(|(field, array)| {
            let is_key = is_key(field);
            (
                TypedColumn::of(array.as_ref(), is_key),
                array.as_ref(),
                is_key,
            )
        })
        .collect();
    for i in 0..batch.num_rows() {
        for (column, array, is_key) in &columns {
            if array.is_null(i) {
                cells.writer.write_field("")?;
            } else {
                cells.cell(column, i, *is_key)?;
            }
        }
        cells.writer.write_record(None::<&[u8]>)?;
    }
    cells
        .writer
        .into_inner()
        .map_err(|error| error.into_error())
}
