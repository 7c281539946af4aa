//! The positions of the games of a segment: a sorted table from a position to its games, as a file of the engine's
//! segment. The engine commits, merges and deletes it with the other files of the segment.
//!
//! Almost all positions occur in one game. The engine's own lists of terms need 24 bytes for such a position; this
//! table needs 8, is built without a tree, and finds a position without unpacking a block. All rows have the same
//! width, and the first bits of a position are the number of its bucket, which the row leaves out.
//!
//! The counts of the positions that many games reached follow the rows; see [`Popular`].

use std::any::Any;
use std::ops::Range;

use tantivy::directory::FileSlice;
use tantivy::index::SegmentComponent;
use tantivy::indexer::doc_id_mapping::{DocIdMapping, MappingType};
use tantivy::plugin::{PluginMergeContext, PluginWriter, PluginWriterContext, SegmentPlugin};
use tantivy::schema::document::ErasedDocument;
use tantivy::schema::{Schema, Value as _};
use tantivy::{DocId, HasLen as _, Segment, TantivyDocument, TantivyError};

use super::index::column;
use super::packed::{self, Packed, broken, number};
use super::popular::Popular;
use super::schema::{CountedNumbers, DATE, NUMBERS, PackedStep, SchemaFields};
use super::table::{self, Foot, Row};

/// The extension of the file.
const FILE: &str = "positions";
/// A merge reads the tables in this many slices of equal size. No table has fewer buckets.
pub const SLICES: u64 = 128;

/// The plugin of the engine that keeps the table.
pub struct PositionPlugin;

/// The positions of the games of a segment, before they are written.
#[derive(Default)]
struct NewPositions {
    /// The steps with their games.
    steps: Vec<Row>,
    /// The numbers and the date of each game.
    games: Vec<(CountedNumbers, u32)>,
}

impl SegmentPlugin for PositionPlugin {
    fn extensions(&self) -> &[&str] {
        &[FILE]
    }

    fn create_writer(&self, _: &PluginWriterContext<'_>) -> tantivy::Result<Box<dyn PluginWriter>> {
        Ok(Box::new(NewPositions::default()))
    }

    fn merge(&self, context: PluginMergeContext<'_>) -> tantivy::Result<()> {
        in_order(context.doc_id_mapping.mapping_type() != MappingType::Shuffled)?;
        let (mut parts, mut games, mut rows) = (Vec::new(), Vec::new(), 0);
        for reader in context.readers {
            let (numbers, dates) = (column(reader, NUMBERS)?, column(reader, DATE)?);
            let mut docs = vec![None; reader.max_doc() as usize];
            for doc in reader.doc_ids_alive() {
                let at = doc as usize;
                docs[at] = Some(games.len() as DocId);
                games.push((CountedNumbers(numbers[at]), dates[at] as u32));
            }
            let positions = PositionTable::open(reader.open_read(component())?, reader.max_doc())?;
            rows += positions.foot.rows;
            parts.push((positions, docs));
        }
        table::write(context.target_segment, rows, &games, |receiver| {
            let mut steps = Vec::new();
            for slice in 0..SLICES {
                steps.clear();
                for (positions, docs) in &parts {
                    positions.each_in(slice, |step, doc| {
                        if let Some(doc) = docs[doc as usize] {
                            steps.push((step, doc));
                        }
                    })?;
                }
                // The stable sort is quicker here, because the steps of each part are sorted.
                steps.sort();
                receiver(&steps)?;
            }
            Ok(())
        })
    }
}

impl PluginWriter for NewPositions {
    fn add_document(
        &mut self,
        doc: DocId,
        document: &dyn ErasedDocument,
        _: &Schema,
    ) -> tantivy::Result<()> {
        let fields = SchemaFields::known();
        let Some(document) = document.as_any().downcast_ref::<TantivyDocument>() else {
            return Ok(());
        };
        let number = |field| {
            let value = document.get_first(field);
            value.and_then(|value| value.as_u64()).unwrap_or_default()
        };
        let (numbers, date) = (number(fields.numbers), number(fields.date));
        self.games.resize(doc as usize + 1, Default::default());
        self.games[doc as usize] = (CountedNumbers(numbers), date as u32);
        let value = document.get_first(fields.steps);
        if let Some(bytes) = value.as_ref().and_then(|value| value.as_custom()) {
            let (steps, _) = bytes.as_chunks();
            let steps = steps.iter().map(|step| (PackedStep::of_bytes(*step), doc));
            self.steps.extend(steps);
        }
        Ok(())
    }

    fn serialize(
        self: Box<Self>,
        segment: &Segment,
        map: Option<&DocIdMapping>,
    ) -> tantivy::Result<()> {
        in_order(map.is_none())?;
        let NewPositions { mut steps, games } = *self;
        steps.sort_unstable();
        let rows = steps.len() as u32;
        table::write(segment, rows, &games, |receiver| receiver(&steps))
    }

    fn mem_usage(&self) -> usize {
        self.steps.capacity() * size_of::<Row>()
            + self.games.capacity() * size_of::<(CountedNumbers, u32)>()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// Returns an error if the games of a segment are not in the order in which they were added.
pub fn in_order(are: bool) -> tantivy::Result<()> {
    if are {
        Ok(())
    } else {
        let what = "the games are not in order".to_owned();
        Err(TantivyError::InternalError(what))
    }
}

pub fn component() -> SegmentComponent {
    SegmentComponent::Custom(FILE.to_owned())
}

/// The table of a segment. Its columns are read when they are needed.
pub struct PositionTable {
    foot: Foot,
    games: u32,
    rests: Packed,
    starts: Packed,
    /// The ends of the lists of games.
    ends: FileSlice,
    lists: FileSlice,
    values: Packed,
    /// The counts of the popular positions.
    pub popular: Popular,
}

/// The rows of a position.
struct PositionRows {
    rows: Range<u32>,
    rests: packed::PackedRange,
    /// The first bits of its steps, which the rows do not store.
    bucket: u64,
}

impl PositionTable {
    pub fn open(file: FileSlice, games: u32) -> tantivy::Result<PositionTable> {
        let size = file.len().checked_sub(Foot::BYTES).ok_or_else(broken)?;
        let (mut file, foot) = file.split(size);
        let foot = foot.read_bytes()?;
        let foot = Foot::of_numbers(std::array::from_fn(|i| number(&foot, i)));
        // The last games of a segment may have no position.
        if foot.games > games || foot.rows > foot.most_rows {
            return Err(broken());
        }
        let mut take = |size: u64| -> tantivy::Result<FileSlice> {
            let size = usize::try_from(size)
                .ok()
                .filter(|&size| size <= file.len());
            let (taken, rest) = file.clone().split(size.ok_or_else(broken)?);
            file = rest;
            Ok(taken)
        };
        let size = |count: u32, bits| Packed::size(count.into(), bits);
        let [rests, starts, values] = [foot.rest(), foot.start(), foot.value()];
        let positions = PositionTable {
            rests: Packed::new(take(size(foot.rows, rests))?, rests),
            starts: Packed::new(take(Packed::size(foot.buckets() + 1, starts))?, starts),
            ends: take((u64::from(foot.lists) + 1) * 4)?,
            lists: take(foot.list_bytes.into())?,
            values: Packed::new(take(size(foot.rows, values))?, values),
            popular: Popular::open(take(foot.popular.into())?)?,
            foot,
            games,
        };
        if file.is_empty() {
            Ok(positions)
        } else {
            Err(broken())
        }
    }

    fn rows_of(&self, key: u64) -> tantivy::Result<PositionRows> {
        let [first, last] = PackedStep::range(key);
        let width = self.rests.bit_width();
        let mask = (1 << width) - 1;
        let bucket = (first.0 >> width) as u32;
        let starts = self.starts.read(bucket..bucket + 2)?;
        let [start, end] = [bucket, bucket + 1].map(|bucket| starts.get(bucket) as u32);
        let rests = self.rests.read(start..end)?;
        let (mut low, mut high) = (start, end);
        while low < high {
            let middle = low.midpoint(high);
            if rests.get(middle) < first.0 & mask {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let found = (low..end).take_while(|&row| rests.get(row) <= last.0 & mask);
        Ok(PositionRows {
            rows: low..low + found.count() as u32,
            rests,
            bucket: u64::from(bucket) << width,
        })
    }

    /// Whether a game came to a position.
    pub fn has(&self, key: u64) -> tantivy::Result<bool> {
        Ok(!self.rows_of(key)?.rows.is_empty())
    }

    /// Calls `with` with each game of a position, and its step.
    pub fn each(&self, key: u64, mut with: impl FnMut(PackedStep, DocId)) -> tantivy::Result<()> {
        let found = self.rows_of(key)?;
        if found.rows.is_empty() {
            return Ok(());
        }
        let values = self.values.read(found.rows.clone())?;
        for row in found.rows {
            let step = PackedStep(found.bucket | found.rests.get(row));
            self.each_game(values.get(row), |doc| with(step, doc))?;
        }
        Ok(())
    }

    /// Calls `with` with each game of a slice of all possible steps.
    pub fn each_in(
        &self,
        slice: u64,
        mut with: impl FnMut(PackedStep, DocId),
    ) -> tantivy::Result<()> {
        let buckets = self.foot.buckets() / SLICES;
        let [first, end] = [slice, slice + 1].map(|slice| (slice * buckets) as u32);
        let past = end + 1;
        let starts = self.starts.read(first..past)?;
        let rows = starts.get(first) as u32..starts.get(end) as u32;
        let (rests, values) = (
            self.rests.read(rows.clone())?,
            self.values.read(rows.clone())?,
        );
        for bucket in first..end {
            let [start, end] = [bucket, bucket + 1].map(|bucket| starts.get(bucket) as u32);
            if !(rows.start..=rows.end).contains(&start) || !(start..=rows.end).contains(&end) {
                return Err(broken());
            }
            let bucket = u64::from(bucket) << self.rests.bit_width();
            for row in start..end {
                let step = PackedStep(bucket | rests.get(row));
                self.each_game(values.get(row), |doc| with(step, doc))?;
            }
        }
        Ok(())
    }

    /// Calls `with` with each game of a row with this value.
    fn each_game(&self, value: u64, mut with: impl FnMut(DocId)) -> tantivy::Result<()> {
        let mut known = |doc: u32| {
            if doc < self.games {
                with(doc);
                Ok(())
            } else {
                Err(broken())
            }
        };
        if value & 1 == 0 {
            return known((value >> 1) as u32);
        }
        let list = (value >> 1) as usize * 4;
        let ends = packed::read(&self.ends, list..list + 8)?;
        let [start, end] = [0, 1].map(|i| number(&ends, i) as usize);
        let (mut doc, mut delta, mut shift) = (0_u32, 0_u32, 0);
        for byte in packed::read(&self.lists, start..end)?.iter() {
            delta |= u32::from(byte & 0x7f) << (shift & 31);
            shift += 7;
            if byte & 0x80 == 0 {
                doc = doc.wrapping_add(delta);
                known(doc)?;
                doc = doc.wrapping_add(1);
                (delta, shift) = (0, 0);
            }
        }
        Ok(())
    }
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
        let (schema, fields) = SchemaFields::new();
        let index = Index::builder()
            .schema(schema)
            .register_plugin(std::sync::Arc::new(PositionPlugin))
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
                .flat_map(|d| PackedStep::new(key(d), 5, Way::Both).to_bytes())
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
                let positions = PositionTable::open(file, reader.max_doc()).unwrap();
                for (d, found) in (0..).zip(&mut found) {
                    let each = positions.each(key(d), |step, doc| {
                        assert_eq!((step.ply(), step.way()), (5, Way::Both));
                        let is_alive = !reader.is_deleted(doc);
                        *found += u64::from(is_alive);
                    });
                    each.unwrap();
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
