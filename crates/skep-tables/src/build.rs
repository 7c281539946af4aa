//! Builders of columns, each of one type.

use std::marker::PhantomData;
use std::mem;
use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, StringBuilder, StringDictionaryBuilder};
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, DurationMillisecondType, Float64Type, Int8Type, Int16Type,
    Int32Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{ArrayRef, DictionaryArray, PrimitiveArray};
use arrow_schema::{DataType, TimeUnit};

use super::dictionary::DictionaryList;
use super::table::dictionary;
use skep_records::record::Date;

/// The type of the keys of variants and months.
pub(crate) const VARIANT_KEY: DataType = DataType::Int32;

/// Makes a column value by value.
pub(crate) trait Build: Default {
    /// The Arrow type.
    fn data_type() -> DataType;

    /// The values so far as an array.
    fn finish(&mut self) -> ArrayRef;
}

/// Numbers. This is faster than the builder of Arrow, which updates a bit for each value.
pub(crate) struct NumberColumn<T: ArrowPrimitiveType> {
    /// A missing number is 0 here.
    numbers: Vec<T::Native>,
    /// Whether each number is known. `None` until a number is missing.
    known: Option<Vec<bool>>,
}

pub(crate) type Byte = NumberColumn<UInt8Type>;
pub(crate) type Coordinate = NumberColumn<Int16Type>;
pub(crate) type Count = NumberColumn<UInt16Type>;
pub(crate) type Index = NumberColumn<UInt32Type>;
pub(crate) type Key = NumberColumn<UInt64Type>;
pub(crate) type Real = NumberColumn<Float64Type>;
/// The keys of words in a dictionary.
pub(crate) type Word = NumberColumn<Int8Type>;
pub(crate) type Millis = NumberColumn<DurationMillisecondType>;

impl<T: ArrowPrimitiveType> Default for NumberColumn<T> {
    fn default() -> Self {
        NumberColumn {
            numbers: Vec::new(),
            known: None,
        }
    }
}

impl<T: ArrowPrimitiveType> NumberColumn<T> {
    #[inline]
    pub fn push(&mut self, number: impl Into<Option<T::Native>>) {
        let number = number.into();
        match &mut self.known {
            Some(known) => known.push(number.is_some()),
            None if number.is_none() => {
                let mut known = vec![true; self.numbers.len()];
                known.push(false);
                self.known = Some(known);
            }
            None => {}
        }
        self.numbers.push(number.unwrap_or_default());
    }

    pub fn array(&mut self) -> PrimitiveArray<T> {
        let known = self.known.take().map(Into::into);
        PrimitiveArray::new(mem::take(&mut self.numbers).into(), known)
    }
}

impl<T: ArrowPrimitiveType> Build for NumberColumn<T> {
    fn data_type() -> DataType {
        match T::DATA_TYPE {
            DataType::Duration(_) => DataType::Duration(TimeUnit::Millisecond),
            other => other,
        }
    }

    fn finish(&mut self) -> ArrayRef {
        Arc::new(self.array())
    }
}

/// Dates with a known day.
#[derive(Default)]
pub(crate) struct Day(NumberColumn<Date32Type>);

impl Day {
    #[inline]
    pub fn push(&mut self, date: Option<Date>) {
        self.0.push(date.and_then(Date::days_from_1970));
    }
}

impl Build for Day {
    fn data_type() -> DataType {
        DataType::Date32
    }

    fn finish(&mut self) -> ArrayRef {
        self.0.finish()
    }
}

/// Dates as texts, which can lack the day or the month.
#[derive(Default)]
pub(crate) struct DateText(TextColumn);

impl DateText {
    pub fn push(&mut self, date: Option<Date>) {
        self.0.0.append_option(date.map(|date| date.to_string()));
    }
}

impl Build for DateText {
    fn data_type() -> DataType {
        DataType::Utf8
    }

    fn finish(&mut self) -> ArrayRef {
        self.0.finish()
    }
}

/// Names of variants.
#[derive(Default)]
pub(crate) struct VariantColumn(StringDictionaryBuilder<Int32Type>);

impl VariantColumn {
    pub fn push<'a>(&mut self, variant: impl Into<Option<&'a str>>) {
        self.0.append_option(variant.into());
    }
}

impl Build for VariantColumn {
    fn data_type() -> DataType {
        dictionary(VARIANT_KEY)
    }

    fn finish(&mut self) -> ArrayRef {
        Arc::new(self.0.finish())
    }
}

/// Yes or no.
#[derive(Default)]
pub(crate) struct Flag(BooleanBuilder);

impl Flag {
    #[inline]
    pub fn push(&mut self, flag: impl Into<Option<bool>>) {
        self.0.append_option(flag.into());
    }
}

impl Build for Flag {
    fn data_type() -> DataType {
        DataType::Boolean
    }

    fn finish(&mut self) -> ArrayRef {
        Arc::new(self.0.finish())
    }
}

/// Texts.
#[derive(Default)]
pub(crate) struct TextColumn(StringBuilder);

impl TextColumn {
    #[inline]
    pub fn push<'a>(&mut self, text: impl Into<Option<&'a str>>) {
        self.0.append_option(text.into());
    }
}

impl Build for TextColumn {
    fn data_type() -> DataType {
        DataType::Utf8
    }

    fn finish(&mut self) -> ArrayRef {
        Arc::new(self.0.finish())
    }
}

/// Values of a closed list.
pub(crate) struct ChoiceColumn<T>(NumberColumn<Int8Type>, PhantomData<T>);

impl<T> Default for ChoiceColumn<T> {
    fn default() -> Self {
        ChoiceColumn(NumberColumn::default(), PhantomData)
    }
}

impl<T: DictionaryList> ChoiceColumn<T> {
    #[inline]
    pub fn push(&mut self, value: impl Into<Option<T>>) {
        self.0.push(value.into().map(T::key));
    }
}

impl<T: DictionaryList> Build for ChoiceColumn<T> {
    fn data_type() -> DataType {
        dictionary(DataType::Int8)
    }

    fn finish(&mut self) -> ArrayRef {
        let keys = self.0.array();
        let array = DictionaryArray::try_new(keys, T::values());
        Arc::new(array.expect("every key has a value"))
    }
}

/// Declares the builders of a table: a field per column. Columns `on request` are not made by default. With `from`, a
/// row has a type whose fields have the names of the columns.
macro_rules! builders {
    (
        $(#[$about:meta])*
        $vis:vis struct $name:ident from $row:ty {
            $($column:ident: $type:ty,)+
        }
    ) => {
        $crate::build::builders! {
            $(#[$about])*
            $vis struct $name {
                $($column: $type,)+
            }
        }

        impl $name {
            fn push(&mut self, row: &$row) {
                $($crate::build::add!(self.$column, row.$column);)+
            }
        }
    };
    (
        $(#[$about:meta])*
        $vis:vis struct $name:ident {
            $($column:ident: $type:ty,)+
        }
        $(on request {
            $($costly:ident: $costly_type:ty,)+
        })?
    ) => {
        $(#[$about])*
        $vis struct $name {
            $($column: Option<$type>,)+
            $($($costly: Option<$costly_type>,)+)?
        }

        impl $name {
            /// The columns, in order.
            pub(crate) fn columns() -> Vec<$crate::TableColumn> {
                vec![
                    $($crate::build::column::<$type>(stringify!($column), true),)+
                    $($($crate::build::column::<$costly_type>(stringify!($costly), false),)+)?
                ]
            }

            pub(crate) fn new(columns: &$crate::TableColumns) -> $name {
                $name {
                    $($column: columns.has($crate::build::name(stringify!($column))).then(Default::default),)+
                    $($($costly: columns.has($crate::build::name(stringify!($costly))).then(Default::default),)+)?
                }
            }

            /// The rows so far, as columns in order.
            pub(crate) fn finish(&mut self) -> Vec<arrow_array::ArrayRef> {
                use $crate::build::Build as _;
                let mut arrays = Vec::new();
                $(arrays.extend(self.$column.as_mut().map(|column| column.finish()));)+
                $($(arrays.extend(self.$costly.as_mut().map(|column| column.finish()));)+)?
                arrays
            }
        }
    };
}

pub(crate) use builders;

/// The name of a field without the mark of a keyword.
pub(crate) fn name(field: &'static str) -> &'static str {
    field.strip_prefix("r#").unwrap_or(field)
}

/// A column with the type of its builder.
pub(crate) fn column<B: Build>(name: &'static str, by_default: bool) -> super::TableColumn {
    super::TableColumn {
        name: self::name(name),
        by_default,
        is_tactics: false,
        data_type: B::data_type,
        nullable: true,
    }
}

/// Adds a value to a column, if it is made. The value is computed only then.
macro_rules! add {
    ($builder:expr, $value:expr) => {
        if let Some(column) = &mut $builder {
            column.push($value);
        }
    };
}

pub(crate) use add;
