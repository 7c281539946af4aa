//! The positions of the games of a segment: a sorted table from a position to its games, as a file of the engine's
//! segment. The engine commits, merges and deletes it with the other files of the segment.
//!
//! Almost all positions occur in one game. The engine's own lists of terms need 24 bytes for such a position; this table
//! needs 8, is built without a tree, and finds a position without unpacking a block. All rows have the same width, and
//! the first bits of a position are the number of its bucket, which the row leaves out.
//!
//! The counts of the positions that many games reached follow the rows; see [`Popular`].

use std::any::Any;
use std::ops::Range;

use tantivy::directory::{FileSlice, OwnedBytes};
use tantivy::index::SegmentComponent;
use tantivy::indexer::doc_id_mapping::{DocIdMapping, MappingType};
use tantivy::plugin::{PluginMergeContext, PluginWriter, PluginWriterContext, SegmentPlugin};
use tantivy::schema::document::ErasedDocument;
use tantivy::schema::{Schema, Value as _};
use tantivy::{DocId, Segment, TantivyDocument, TantivyError};
use tantivy_bitpacker::BitUnpacker;

use super::index::column;
use super::popular::Popular;
use super::schema::{DATE, Fields, NUMBERS, Numbers, Step};
use super::table::{self, Foot, Row};

/// The extension of the file.
const FILE: &str = "positions";
/// A merge reads the tables in this many slices of equal size. No table has fewer buckets.
const SLICES: u64 = 128;

/// The plugin of the engine that keeps the table.
pub struct Plugin;

/// The positions of the games of a segment, before they are written.
#[derive(Default)]
struct Table {
    /// The steps with their games.
    steps: Vec<Row>,
    /// The numbers and the date of each game.
    games: Vec<(Numbers, u32)>,
}

impl SegmentPlugin for Plugin {
    fn extensions(&self) -> &[&str] {
        &[FILE]
    }

    fn create_writer(&self, _: &PluginWriterContext<'_>) -> tantivy::Result<Box<dyn PluginWriter>> {
        Ok(Box::new(Table::default()))
    }

    fn merge(&self, context: PluginMergeContext<'_>) -> tantivy::Result<()> {
        if context.doc_id_mapping.mapping_type() == MappingType::Shuffled {
            return Err(TantivyError::InternalError(
                "the games are not in order".to_owned(),
            ));
        }
        let (mut parts, mut games, mut rows) = (Vec::new(), Vec::new(), 0);
        for reader in context.readers {
            let (numbers, dates) = (column(reader, NUMBERS)?, column(reader, DATE)?);
            let mut docs = vec![None; reader.max_doc() as usize];
            for doc in reader.doc_ids_alive() {
                let at = doc as usize;
                docs[at] = Some(games.len() as DocId);
                games.push((Numbers(numbers[at]), dates[at] as u32));
            }
            let positions = Positions::open(reader.open_read(component())?, reader.max_doc())?;
            rows += positions.foot.rows;
            parts.push((positions, docs));
        }
        table::write(context.target_segment, rows, &games, |receiver| {
            let mut steps = Vec::new();
            for slice in 0..SLICES {
                steps.clear();
                for (positions, docs) in &parts {
                    positions.each_row(positions.slice(slice), |step, doc| {
                        if let Some(doc) = docs[doc as usize] {
                            steps.push((step, doc));
                        }
                    });
                }
                // The stable sort is quicker here, because the steps of each part are sorted.
                steps.sort();
                receiver(&steps)?;
            }
            Ok(())
        })
    }
}

impl PluginWriter for Table {
    fn add_document(
        &mut self,
        doc: DocId,
        document: &dyn ErasedDocument,
        _: &Schema,
    ) -> tantivy::Result<()> {
        let (_, fields) = Fields::new();
        let Some(document) = document.as_any().downcast_ref::<TantivyDocument>() else {
            return Ok(());
        };
        let number = |field| {
            let value = document.get_first(field);
            value.and_then(|value| value.as_u64()).unwrap_or_default()
        };
        let (numbers, date) = (number(fields.numbers), number(fields.date));
        self.games.resize(doc as usize + 1, Default::default());
        self.games[doc as usize] = (Numbers(numbers), date as u32);
        let value = document.get_first(fields.steps);
        if let Some(bytes) = value.as_ref().and_then(|value| value.as_custom()) {
            let (steps, _) = bytes.as_chunks();
            let steps = steps.iter().map(|step| (Step::of_bytes(*step), doc));
            self.steps.extend(steps);
        }
        Ok(())
    }

    fn serialize(
        self: Box<Self>,
        segment: &Segment,
        map: Option<&DocIdMapping>,
    ) -> tantivy::Result<()> {
        if map.is_some() {
            return Err(TantivyError::InternalError(
                "the games are not in order".to_owned(),
            ));
        }
        let Table { mut steps, games } = *self;
        steps.sort_unstable();
        let rows = steps.len() as u32;
        table::write(segment, rows, &games, |receiver| receiver(&steps))
    }

    fn mem_usage(&self) -> usize {
        self.steps.capacity() * size_of::<Row>()
            + self.games.capacity() * size_of::<(Numbers, u32)>()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

pub fn component() -> SegmentComponent {
    SegmentComponent::Custom(FILE.to_owned())
}

/// The table of a segment.
pub struct Positions {
    foot: Foot,
    games: u32,
    start: BitUnpacker,
    rest: BitUnpacker,
    value: BitUnpacker,
    rests: OwnedBytes,
    starts: OwnedBytes,
    /// The ends of the lists of games.
    ends: OwnedBytes,
    lists: OwnedBytes,
    values: OwnedBytes,
    /// The counts of the popular positions.
    pub popular: Popular,
}

impl Positions {
    pub fn open(file: FileSlice, games: u32) -> tantivy::Result<Positions> {
        let broken = || {
            let what = format!("a {FILE} file is damaged");
            TantivyError::DataCorruption(tantivy::error::DataCorruption::comment_only(what))
        };
        let bytes = file.read_bytes()?;
        let size = bytes.len().checked_sub(Foot::BYTES).ok_or_else(broken)?;
        let (mut bytes, foot) = bytes.split(size);
        let mut take = |size: u64| -> tantivy::Result<OwnedBytes> {
            let size = usize::try_from(size)
                .ok()
                .filter(|&size| size <= bytes.len());
            let (taken, rest) = bytes.clone().split(size.ok_or_else(broken)?);
            bytes = rest;
            Ok(taken)
        };
        let foot = Foot::of_numbers(std::array::from_fn(|i| number(&foot, i)));
        // The last games of a segment may have no position.
        if foot.games > games || foot.rows > foot.most_rows {
            return Err(broken());
        }
        let (start, rest, value) = (foot.start(), foot.rest(), foot.value());
        let packed =
            |count: u64, bits: BitUnpacker| (count * u64::from(bits.bit_width())).div_ceil(8);
        let positions = Positions {
            rests: take(packed(foot.rows.into(), rest))?,
            starts: take(packed(foot.buckets() + 1, start))?,
            ends: take((u64::from(foot.lists) + 1) * 4)?,
            lists: take(foot.list_bytes.into())?,
            values: take(packed(foot.rows.into(), value))?,
            popular: Popular::of_bytes(&take(foot.popular.into())?)?,
            start,
            rest,
            value,
            foot,
            games,
        };
        match bytes.is_empty() {
            true => Ok(positions),
            false => Err(broken()),
        }
    }

    /// The first row of a bucket, or the end after the last.
    fn start_of(&self, bucket: u32) -> u32 {
        let start = self.start.get(bucket, &self.starts);
        start.min(self.foot.rows.into()) as u32
    }

    /// The rows of a slice of all possible steps.
    fn slice(&self, slice: u64) -> Range<u32> {
        let buckets = self.foot.buckets() / SLICES;
        let [start, end] = [slice, slice + 1].map(|i| self.start_of((i * buckets) as u32));
        start..end
    }

    /// The rows of a position, and the bits of its steps that the rows leave out.
    fn rows_of(&self, key: u64) -> (u64, Range<u32>) {
        let [first, last] = Step::range(key);
        let width = self.rest.bit_width();
        let mask = (1 << width) - 1;
        let bucket = (first.0 >> width) as u32;
        let [mut low, end] = [bucket, bucket + 1].map(|bucket| self.start_of(bucket));
        let mut high = end;
        while low < high {
            let middle = low.midpoint(high);
            match self.rest.get(middle, &self.rests) < first.0 & mask {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        let count = (low..end)
            .take_while(|&row| self.rest.get(row, &self.rests) <= last.0 & mask)
            .count() as u32;
        (u64::from(bucket) << width, low..low + count)
    }

    /// Whether a game came to a position.
    pub fn has(&self, key: u64) -> bool {
        !self.rows_of(key).1.is_empty()
    }

    /// Calls `with` with each game of a position, and its step.
    pub fn each(&self, key: u64, mut with: impl FnMut(Step, DocId)) {
        let (bucket, rows) = self.rows_of(key);
        for row in rows {
            let step = Step(bucket | self.rest.get(row, &self.rests));
            self.each_game(row, |doc| with(step, doc));
        }
    }

    /// Calls `with` with each game of some rows.
    fn each_row(&self, rows: Range<u32>, mut with: impl FnMut(Step, DocId)) {
        // The last bucket that begins at the first row or before it.
        let (mut bucket, mut end) = (0, self.foot.buckets() as u32 - 1);
        while bucket < end {
            let middle = end - (end - bucket) / 2;
            match self.start_of(middle) <= rows.start {
                true => bucket = middle,
                false => end = middle - 1,
            }
        }
        let mut next = self.start_of(bucket + 1);
        for row in rows {
            while next <= row && u64::from(bucket) + 1 < self.foot.buckets() {
                bucket += 1;
                next = self.start_of(bucket + 1);
            }
            let rest = self.rest.get(row, &self.rests);
            let step = Step(u64::from(bucket) << self.rest.bit_width() | rest);
            self.each_game(row, |doc| with(step, doc));
        }
    }

    fn each_game(&self, row: u32, mut with: impl FnMut(DocId)) {
        let value = self.value.get(row, &self.values);
        let mut with = |doc: u32| {
            // A damaged file can name games that do not exist.
            if doc < self.games {
                with(doc);
            }
        };
        if value & 1 == 0 {
            return with((value >> 1) as u32);
        }
        let list = (value >> 1) as usize;
        if (list + 2) * 4 > self.ends.len() {
            return;
        }
        let [start, end] = [list, list + 1].map(|i| number(&self.ends, i) as usize);
        let (mut doc, mut delta, mut shift) = (0_u32, 0_u32, 0);
        for byte in self.lists.get(start..end).unwrap_or_default() {
            delta |= u32::from(byte & 0x7f) << (shift & 31);
            shift += 7;
            if byte & 0x80 == 0 {
                doc = doc.wrapping_add(delta);
                with(doc);
                doc = doc.wrapping_add(1);
                (delta, shift) = (0, 0);
            }
        }
    }
}

/// A number of a list of numbers, or 0 after its end.
pub fn number(bytes: &[u8], i: usize) -> u32 {
    let (numbers, _) = bytes.as_chunks();
    numbers
        .get(i)
        .map_or(0, |&number| u32::from_le_bytes(number))
}

#[cfg(test)]
mod tests {
    use super::super::schema::Way;
    use super::*;
    use tantivy::directory::RamDirectory;
    use tantivy::{Index, IndexWriter, Term};

    /// Games with some positions, in several segments, of which some are deleted, before and after a merge.
    #[test]
    fn a_position_has_its_games() {
        let (schema, fields) = Fields::new();
        let index = Index::builder()
            .schema(schema)
            .register_plugin(std::sync::Arc::new(Plugin))
            .open_or_create(RamDirectory::create())
            .unwrap();
        let mut writer: IndexWriter = index.writer_with_num_threads(1, 15_000_000).unwrap();
        writer.set_merge_policy(Box::new(tantivy::merge_policy::NoMergePolicy));
        let key = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // Game n has each position that divides it.
        for n in 1..=3000_u64 {
            let mut document = TantivyDocument::new();
            for field in [fields.id, fields.numbers, fields.date] {
                document.add_u64(field, n);
            }
            let steps = (1..=n).filter(|d| n % d == 0);
            let steps: Vec<u8> = steps
                .flat_map(|d| Step::new(key(d), 5, Way::Both).to_bytes())
                .collect();
            document.add_custom(fields.steps, &steps);
            writer.add_document(document).unwrap();
            if n % 1000 == 0 {
                writer.commit().unwrap();
            }
        }
        for n in (7..=3000).step_by(7) {
            writer.delete_term(Term::from_field_u64(fields.id, n));
        }
        writer.commit().unwrap();
        let found = || {
            let searcher = index.reader().unwrap().searcher();
            let mut found = vec![0; 3002];
            for reader in searcher.segment_readers() {
                let file = reader.open_read(component()).unwrap();
                let positions = Positions::open(file, reader.max_doc()).unwrap();
                for (d, found) in (0..).zip(&mut found) {
                    positions.each(key(d), |step, doc| {
                        assert_eq!((step.ply(), step.way()), (5, Way::Both));
                        let is_alive = !reader.is_deleted(doc);
                        *found += u64::from(is_alive);
                    });
                }
            }
            (searcher.segment_readers().len(), found)
        };
        let expected = |d: u64| {
            (1..=3000)
                .filter(|n| d > 0 && n % d == 0 && n % 7 != 0)
                .count() as u64
        };
        let (segments, before) = found();
        assert_eq!(segments, 3);
        assert_eq!(before, (0..3002).map(expected).collect::<Vec<_>>());
        let all = index.searchable_segment_ids().unwrap();
        writer.merge(&all).wait().unwrap();
        let (segments, after) = found();
        assert_eq!((segments, after), (1, before));
    }
}
