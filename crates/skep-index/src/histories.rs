//! A [`History`](skep_analysis::similar::History) for each game of a segment: the features of its positions. The search
//! for similar positions uses them. They are a file of the engine's segment, like the [table of
//! positions](super::positions).
//!
//! The file has the histories, then the length of each history, then the number of lengths. Each length and the number
//! take 4 bytes.

use std::any::Any;
use std::io::Write as _;

use rayon::prelude::*;
use skep_analysis::similar::{Likeness, SimilaritySearch};
use tantivy::directory::{FileSlice, TerminatingWrite as _};
use tantivy::index::SegmentComponent;
use tantivy::indexer::doc_id_mapping::{DocIdMapping, MappingType};
use tantivy::plugin::{PluginMergeContext, PluginWriter, PluginWriterContext, SegmentPlugin};
use tantivy::schema::document::ErasedDocument;
use tantivy::schema::{Schema, Value as _};
use tantivy::{DocId, HasLen as _, Segment, TantivyDocument};

use super::docs::Docs;
use super::packed::{self, broken, number};
use super::positions::in_order;
use super::schema::SchemaFields;

/// The extension of the file.
const FILE: &str = "features";
/// How many games each task reads at once.
const AT_ONCE: usize = 2048;

/// The plugin of the engine that keeps the histories.
pub struct HistoryPlugin;

/// The histories of a segment that is not written yet.
#[derive(Default)]
struct HistoryTable {
    bytes: Vec<u8>,
    lengths: Vec<u32>,
}

impl SegmentPlugin for HistoryPlugin {
    fn extensions(&self) -> &[&str] {
        &[FILE]
    }

    fn create_writer(&self, _: &PluginWriterContext<'_>) -> tantivy::Result<Box<dyn PluginWriter>> {
        Ok(Box::new(HistoryTable::default()))
    }

    fn merge(&self, context: PluginMergeContext<'_>) -> tantivy::Result<()> {
        in_order(context.doc_id_mapping.mapping_type() != MappingType::Shuffled)?;
        let mut file = context.target_segment.open_write(component())?;
        let mut lengths = Vec::new();
        for reader in context.readers {
            let part = Histories::open(reader.open_read(component())?, reader.max_doc())?;
            let ends = part.ends()?;
            for doc in reader.doc_ids_alive() {
                let doc = doc as usize;
                let history = packed::read(&part.bytes, ends[doc]..ends[doc + 1])?;
                file.write_all(&history)?;
                lengths.push(history.len() as u32);
            }
        }
        end(file, &lengths)
    }
}

impl PluginWriter for HistoryTable {
    fn add_document(
        &mut self,
        doc: DocId,
        document: &dyn ErasedDocument,
        _: &Schema,
    ) -> tantivy::Result<()> {
        let document = document.as_any().downcast_ref::<TantivyDocument>();
        let value =
            document.and_then(|document| document.get_first(SchemaFields::known().features));
        if let Some(bytes) = value.as_ref().and_then(|value| value.as_custom()) {
            self.lengths.resize(doc as usize, 0);
            self.lengths.push(bytes.len() as u32);
            self.bytes.extend(bytes);
        }
        Ok(())
    }

    fn serialize(
        self: Box<Self>,
        segment: &Segment,
        map: Option<&DocIdMapping>,
    ) -> tantivy::Result<()> {
        in_order(map.is_none())?;
        let mut file = segment.open_write(component())?;
        file.write_all(&self.bytes)?;
        end(file, &self.lengths)
    }

    fn mem_usage(&self) -> usize {
        self.bytes.capacity() + self.lengths.capacity() * size_of::<u32>()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// Writes the lengths and their number after the histories.
fn end(mut file: tantivy::directory::WritePtr, lengths: &[u32]) -> tantivy::Result<()> {
    for length in lengths.iter().chain([&(lengths.len() as u32)]) {
        file.write_all(&length.to_le_bytes())?;
    }
    Ok(file.terminate()?)
}

fn component() -> SegmentComponent {
    SegmentComponent::Custom(FILE.to_owned())
}

/// The histories of a segment. They are read on demand.
pub struct Histories {
    bytes: FileSlice,
    lengths: FileSlice,
    /// The number of games of the segment. The last games may have no length in the file.
    games: usize,
}

impl Histories {
    pub fn of(reader: &tantivy::SegmentReader) -> tantivy::Result<Histories> {
        Histories::open(reader.open_read(component())?, reader.max_doc())
    }

    fn open(file: FileSlice, games: u32) -> tantivy::Result<Histories> {
        let size = file.len().checked_sub(4).ok_or_else(broken)?;
        let count = number(&file.read_bytes_slice(size..file.len())?, 0);
        let lengths = (count as usize).checked_mul(4).ok_or_else(broken)?;
        let start = size.checked_sub(lengths).ok_or_else(broken)?;
        if count > games {
            return Err(broken());
        }
        Ok(Histories {
            bytes: file.slice(0..start),
            lengths: file.slice(start..size),
            games: games as usize,
        })
    }

    /// The start of each history, and the end of the last.
    fn ends(&self) -> tantivy::Result<Vec<usize>> {
        let lengths = self.lengths.read_bytes()?;
        let mut end = 0;
        let mut ends = vec![0];
        ends.extend((0..self.games).map(|game| {
            end += number(&lengths, game) as usize;
            end
        }));
        if end == self.bytes.len() {
            Ok(ends)
        } else {
            Err(broken())
        }
    }

    /// Searches the histories of some games, and calls `with` with each game that has a similar position.
    pub fn search(
        &self,
        search: &SimilaritySearch,
        docs: &Docs,
        mut with: impl FnMut(DocId, Likeness),
    ) -> tantivy::Result<()> {
        let ends = self.ends()?;
        let docs: Vec<u32> = docs.iter().collect();
        let parts = docs.par_chunks(AT_ONCE).map(|docs| {
            let [first, last] =
                [docs.first(), docs.last()].map(|doc| doc.map_or(0, |&d| d as usize));
            let start = ends[first];
            let bytes = packed::read(&self.bytes, start..ends[last + 1])?;
            let history = |doc: usize| &bytes[ends[doc] - start..ends[doc + 1] - start];
            let found = docs.iter().filter_map(|&doc| {
                let found = search.best(history(doc as usize))?;
                Some((doc, found))
            });
            Ok(found.collect::<Vec<_>>())
        });
        let parts: tantivy::Result<Vec<Vec<(DocId, Likeness)>>> = parts.collect();
        (parts?.into_iter().flatten()).for_each(|(doc, likeness)| with(doc, likeness));
        Ok(())
    }
}
