//! The positions of the games of a segment: a sorted table from a position to its games, as a file of the engine's
//! segment. The engine commits, merges and deletes it with the other files of the segment.
//!
//! Almost all positions occur in one game. The engine's own lists of terms need 24 bytes for such a position; this table
//! needs 8, is built without a tree, and finds a position without unpacking a block. All rows have the same width, and
//! the first bits of a position are the number of its bucket, which the row leaves out.
//!
//! The counts of the positions that many games reached follow the rows; see [`Popular`].

use std::any::Any;
use std::io::Write;
use std::ops::Range;

use tantivy::directory::{FileSlice, OwnedBytes};
use tantivy::index::SegmentComponent;
use tantivy::indexer::doc_id_mapping::{DocIdMapping, MappingType};
use tantivy::plugin::{PluginMergeContext, PluginWriter, PluginWriterContext, SegmentPlugin};
use tantivy::schema::document::ErasedDocument;
use tantivy::schema::{Schema, Value as _};
use tantivy::{DocId, Segment, TantivyDocument, TantivyError};
use tantivy_bitpacker::{BitPacker, BitUnpacker};

use super::index::column;
use super::popular::Popular;
use super::schema::{DATE, Fields, NUMBERS, Numbers, Step};

/// The extension of the file.
const FILE: &str = "positions";
/// The rows of a bucket on average, at most; the table is smallest with 11 to 22.
const BUCKET: u64 = 22;
/// The bytes of the head of the file.
const HEAD: usize = 16;

/// The plugin of the engine that keeps the table.
pub struct Plugin;

/// The positions of the games of a segment, before they are written.
#[derive(Default)]
struct Table {
    /// The steps with their games.
    steps: Vec<(Step, DocId)>,
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
        let mut table = Table::default();
        for reader in context.readers {
            let (numbers, dates) = (column(reader, NUMBERS)?, column(reader, DATE)?);
            let mut docs = vec![None; reader.max_doc() as usize];
            for doc in reader.doc_ids_alive() {
                let at = doc as usize;
                docs[at] = Some(table.games.len() as DocId);
                table.games.push((Numbers(numbers[at]), dates[at] as u32));
            }
            let positions = Positions::open(reader.open_read(component())?, reader.max_doc())?;
            table.steps.reserve(positions.rows as usize);
            positions.each_row(0..positions.rows, |step, doc| {
                if let Some(doc) = docs[doc as usize] {
                    table.steps.push((step, doc));
                }
            });
        }
        table.write(context.target_segment)
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
        self.write(segment)
    }

    fn mem_usage(&self) -> usize {
        self.steps.capacity() * size_of::<(Step, DocId)>()
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

/// The bits of a number.
fn bits(number: u64) -> u8 {
    (u64::BITS - number.leading_zeros()) as u8
}

impl Table {
    fn write(self, segment: &Segment) -> tantivy::Result<()> {
        let Table { mut steps, games } = self;
        steps.sort_unstable();
        let popular = Popular::of(&steps, &games).to_bytes();
        let groups = || steps.chunk_by(|a, b| a.0 == b.0);
        let (mut rows, mut lists) = (0_u32, 0_u32);
        for group in groups() {
            rows += 1;
            lists += u32::from(group.len() > 1);
        }
        let games = games.len() as u32;
        let shape = Shape::new(rows, lists, games);
        let mut file = segment.open_write(component())?;
        for number in [rows, lists, games, popular.len() as u32] {
            file.write_all(&number.to_le_bytes())?;
        }
        let mut packer = BitPacker::new();
        let mut bucket = 0;
        for (row, group) in (0_u64..).zip(groups()) {
            while bucket <= group[0].0.0 >> shape.rest.bit_width() {
                packer.write(row, shape.start.bit_width(), &mut file)?;
                bucket += 1;
            }
        }
        while bucket <= shape.buckets {
            packer.write(rows.into(), shape.start.bit_width(), &mut file)?;
            bucket += 1;
        }
        packer.flush(&mut file)?;
        let mask = (1 << shape.rest.bit_width()) - 1;
        for group in groups() {
            packer.write(group[0].0.0 & mask, shape.rest.bit_width(), &mut file)?;
        }
        packer.flush(&mut file)?;
        let mut list = 0;
        for group in groups() {
            let value = match group {
                [(_, doc)] => u64::from(*doc) << 1,
                _ => {
                    list += 1;
                    ((list - 1) << 1) | 1
                }
            };
            packer.write(value, shape.value.bit_width(), &mut file)?;
        }
        packer.flush(&mut file)?;
        let mut bytes = Vec::new();
        for group in groups().filter(|group| group.len() > 1) {
            file.write_all(&(bytes.len() as u32).to_le_bytes())?;
            let mut next = 0;
            for (_, doc) in group {
                push(&mut bytes, doc - next);
                next = doc + 1;
            }
        }
        file.write_all(&(bytes.len() as u32).to_le_bytes())?;
        file.write_all(&bytes)?;
        file.write_all(&popular)?;
        tantivy::directory::TerminatingWrite::terminate(file)?;
        Ok(())
    }
}

/// Appends a number, 7 bits a byte.
fn push(bytes: &mut Vec<u8>, mut number: u32) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The widths of the columns.
struct Shape {
    buckets: u64,
    /// The first row of each bucket, and the end.
    start: BitUnpacker,
    /// The bits of a step that are not the number of its bucket.
    rest: BitUnpacker,
    /// Twice the number of the game; or twice the number of the list of games, plus 1.
    value: BitUnpacker,
}

impl Shape {
    fn new(rows: u32, lists: u32, games: u32) -> Shape {
        // A column has at most 56 bits.
        let bucket_bits = bits(u64::from(rows) / BUCKET).max(Step::BITS - 56);
        Shape {
            buckets: 1 << bucket_bits,
            start: BitUnpacker::new(bits(rows.into())),
            rest: BitUnpacker::new(Step::BITS - bucket_bits),
            value: BitUnpacker::new(bits(lists.max(games).into()) + 1),
        }
    }
}

/// The table of a segment.
pub struct Positions {
    shape: Shape,
    rows: u32,
    games: u32,
    starts: OwnedBytes,
    rests: OwnedBytes,
    values: OwnedBytes,
    /// The ends of the lists of games.
    ends: OwnedBytes,
    lists: OwnedBytes,
    /// The counts of the popular positions, as bytes for [`Popular::of_bytes`].
    pub popular: OwnedBytes,
}

impl Positions {
    pub fn open(file: FileSlice, games: u32) -> tantivy::Result<Positions> {
        let broken = || {
            let what = format!("a {FILE} file is damaged");
            TantivyError::DataCorruption(tantivy::error::DataCorruption::comment_only(what))
        };
        let mut bytes = file.read_bytes()?;
        let mut take = |size: u64| -> tantivy::Result<OwnedBytes> {
            let size = usize::try_from(size)
                .ok()
                .filter(|&size| size <= bytes.len());
            let (taken, rest) = bytes.clone().split(size.ok_or_else(broken)?);
            bytes = rest;
            Ok(taken)
        };
        let head = take(HEAD as u64)?;
        let [rows, lists, of_games, popular] = [0, 1, 2, 3].map(|i| number(&head, i));
        // The last games of a segment may have no position.
        if of_games > games {
            return Err(broken());
        }
        let shape = Shape::new(rows, lists, of_games);
        let packed =
            |count: u64, bits: BitUnpacker| (count * u64::from(bits.bit_width())).div_ceil(8);
        let positions = Positions {
            starts: take(packed(shape.buckets + 1, shape.start))?,
            rests: take(packed(rows.into(), shape.rest))?,
            values: take(packed(rows.into(), shape.value))?,
            ends: take((u64::from(lists) + 1) * 4)?,
            lists: take(0)?,
            popular: take(0)?,
            shape,
            rows,
            games,
        };
        let size = number(&positions.ends, lists as usize);
        let lists = take(size.into())?;
        let popular = take(popular.into())?;
        match bytes.is_empty() {
            true => Ok(Positions {
                lists,
                popular,
                ..positions
            }),
            false => Err(broken()),
        }
    }

    /// The rows of a position, and the bits of its steps that the rows leave out.
    fn rows_of(&self, key: u64) -> (u64, Range<u32>) {
        let [first, last] = Step::range(key);
        let width = self.shape.rest.bit_width();
        let mask = (1 << width) - 1;
        let bucket = (first.0 >> width) as u32;
        let [mut low, end] = [bucket, bucket + 1].map(|bucket| {
            self.shape
                .start
                .get(bucket, &self.starts)
                .min(self.rows.into()) as u32
        });
        let mut high = end;
        while low < high {
            let middle = low.midpoint(high);
            match self.shape.rest.get(middle, &self.rests) < first.0 & mask {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        let count = (low..end)
            .take_while(|&row| self.shape.rest.get(row, &self.rests) <= last.0 & mask)
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
            let step = Step(bucket | self.shape.rest.get(row, &self.rests));
            self.each_game(row, |doc| with(step, doc));
        }
    }

    /// Calls `with` with each game of some rows.
    fn each_row(&self, rows: Range<u32>, mut with: impl FnMut(Step, DocId)) {
        let mut bucket = 0;
        for row in rows {
            while u64::from(bucket) < self.shape.buckets
                && self.shape.start.get(bucket + 1, &self.starts) <= row.into()
            {
                bucket += 1;
            }
            let rest = self.shape.rest.get(row, &self.rests);
            let step = Step(u64::from(bucket) << self.shape.rest.bit_width() | rest);
            self.each_game(row, |doc| with(step, doc));
        }
    }

    fn each_game(&self, row: u32, mut with: impl FnMut(DocId)) {
        let value = self.shape.value.get(row, &self.values);
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
fn number(bytes: &[u8], i: usize) -> u32 {
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
