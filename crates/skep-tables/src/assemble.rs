//! Numbers the games in order, and puts the columns together.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, DictionaryArray, Int32Array, RecordBatch, StringArray, UInt64Array};
use arrow_schema::SchemaRef;

use super::{ArrowTable, TableColumns, TableRows};

/// A column that is equal in all rows of a game, by which tables can be split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Partition {
    /// The variant.
    Variant,
    /// The month of the date.
    Month,
}

/// Numbers the games in the order in which their rows come, and puts the columns of their tables together.
pub struct Assembler {
    tables: Vec<(TableColumns, SchemaRef)>,
    games: u64,
    variants: Interner,
    months: Interner,
}

/// Texts with keys, in the order in which they came.
#[derive(Default)]
struct Interner {
    keys: HashMap<Box<str>, i32>,
    texts: Vec<Box<str>>,
    /// The values of a dictionary with the texts so far.
    values: Option<ArrayRef>,
}

impl Interner {
    fn key(&mut self, text: &str) -> i32 {
        if let Some(&key) = self.keys.get(text) {
            return key;
        }
        let key = self.texts.len() as i32;
        self.keys.insert(text.into(), key);
        self.texts.push(text.into());
        self.values = None;
        key
    }

    fn values(&mut self) -> ArrayRef {
        let texts = &self.texts;
        let make = || Arc::new(StringArray::from_iter_values(texts)) as ArrayRef;
        Arc::clone(self.values.get_or_insert_with(make))
    }

    /// A column with a value for each game, repeated for each of its rows.
    fn column(&mut self, keys: &[Option<i32>], counts: &[u32]) -> ArrayRef {
        let keys: Int32Array = repeated(keys, counts).collect();
        let array = DictionaryArray::<Int32Type>::try_new(keys, self.values());
        Arc::new(array.expect("every key has a value"))
    }
}

/// Each value as often as its count says.
fn repeated<T: Copy>(values: &[T], counts: &[u32]) -> impl Iterator<Item = T> {
    let pairs = values.iter().zip(counts);
    pairs.flat_map(|(value, count)| std::iter::repeat_n(*value, *count as usize))
}

impl Assembler {
    /// An assembler of these tables, in the order of their builders.
    pub fn new(tables: &[TableColumns]) -> Assembler {
        let schema = |columns: &TableColumns| (columns.clone(), columns.table().schema(columns));
        Assembler {
            tables: tables.iter().map(schema).collect(),
            games: 0,
            variants: Interner::default(),
            months: Interner::default(),
        }
    }

    /// The number of games so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The schema of each table.
    pub fn schemas(&self) -> impl Iterator<Item = &SchemaRef> {
        self.tables.iter().map(|(_, schema)| schema)
    }

    /// A batch for each table, with the rows of these games.
    pub fn batches(&mut self, rows: TableRows) -> Vec<RecordBatch> {
        let TableRows {
            games,
            counts,
            tables,
        } = rows;
        let numbers: Vec<u64> = (self.games + 1..).take(games.len()).collect();
        self.games += games.len() as u64;
        let variants: Vec<Option<i32>> = (games.iter())
            .map(|game| game.variant.as_deref().map(|text| self.variants.key(text)))
            .collect();
        let months: Vec<Option<i32>> = (games.iter())
            .map(|game| game.month.map(|month| self.months.key(&month.to_string())))
            .collect();
        let width = self.tables.len();
        let mut batches = Vec::with_capacity(width);
        for (i, own) in tables.into_iter().enumerate() {
            let counts: Vec<u32> = counts.iter().skip(i).step_by(width).copied().collect();
            let (columns, schema) = &self.tables[i];
            let mut arrays: Vec<ArrayRef> = Vec::with_capacity(own.len() + 3);
            if columns.has("number") {
                let numbers = UInt64Array::from_iter_values(repeated(&numbers, &counts));
                arrays.push(Arc::new(numbers));
            }
            arrays.extend(own);
            if columns.has("variant") {
                arrays.push(self.variants.column(&variants, &counts));
            }
            if columns.has("month") {
                arrays.push(self.months.column(&months, &counts));
            }
            let rows = counts.iter().map(|count| *count as usize).sum();
            let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(rows));
            let batch = RecordBatch::try_new_with_options(Arc::clone(schema), arrays, &options);
            batches.push(batch.expect("the builders make the columns of the schema"));
        }
        batches
    }

    /// The batches split by the values of partitions: the value of each partition, and a batch for each table.
    pub fn partitions(
        &mut self,
        rows: TableRows,
        by: &[Partition],
    ) -> Vec<(Vec<Option<String>>, Vec<RecordBatch>)> {
        let value = |game: &super::rows::GameRows, partition: &Partition| match partition {
            Partition::Variant => game.variant.as_deref().map(str::to_owned),
            Partition::Month => game.month.map(|month| month.to_string()),
        };
        let values: Vec<Vec<Option<String>>> = (rows.games.iter())
            .map(|game| by.iter().map(|partition| value(game, partition)).collect())
            .collect();
        let counts = rows.counts.clone();
        let width = self.tables.len();
        let batches = self.batches(rows);
        // Runs of games with the same values are cut out of the batches without a copy.
        let mut parts = Vec::new();
        let mut offsets = vec![0; width];
        let mut game = 0;
        while let Some(first) = values.get(game) {
            let end = (game..values.len())
                .find(|&i| values[i] != *first)
                .unwrap_or(values.len());
            let mut part = Vec::with_capacity(width);
            for (i, batch) in batches.iter().enumerate() {
                let own = counts[game * width..end * width]
                    .iter()
                    .skip(i)
                    .step_by(width);
                let rows = own.map(|count| *count as usize).sum();
                part.push(batch.slice(offsets[i], rows));
                offsets[i] += rows;
            }
            parts.push((first.clone(), part));
            game = end;
        }
        parts
    }

    /// The tables, in order.
    pub fn tables(&self) -> impl Iterator<Item = ArrowTable> {
        self.tables.iter().map(|(columns, _)| columns.table())
    }
}
