//! A tree of openings, counted by the index.

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use skep_analysis::openings::{Node, OpeningTree};
use skep_analysis::select::{Field, Filter};
use skep_records::{Game, Status};
use skep_rules::hive::GameType;

use super::index::Segment;
use super::schema::MOST_PLY;
use super::{Error, Index, Place};

/// Counting the moves after a position takes as long as reading this many records.
const RECORDS: u64 = 30;

/// The openings of an index.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    /// The positions.
    pub tree: OpeningTree,
    /// The games in the tree.
    pub counted: u64,
    /// Valid games without a turn.
    pub empty: u64,
    /// Valid games of Venom, packs and Hex-It.
    pub other: u64,
    /// Invalid games.
    pub invalid: u64,
}

impl Index {
    /// The openings of games that match a filter, as [`skep_analysis::openings::Walker`] counts them from the empty
    /// board: every position that `min_games` games reach in `depth` turns, if a line of such positions leads there.
    ///
    /// `None` if it is quicker to read all records, or if records must be read to test the filter.
    ///
    /// # Errors
    /// The index is damaged.
    pub fn openings(
        &self,
        depth: u32,
        min_games: u64,
        filter: Option<&Filter>,
    ) -> Result<Option<Openings>, Error> {
        let until = match u8::try_from(depth) {
            Ok(depth) if depth < MOST_PLY => depth,
            _ => return Ok(None),
        };
        let selected = filter.map(|filter| self.selected(filter)).transpose()?;
        if selected
            .as_ref()
            .is_some_and(|selected| !selected.is_whole())
        {
            return Ok(None);
        }
        let mut openings = Openings::default();
        for (i, segment) in self.segments.iter().enumerate() {
            let selects = |doc| (selected.as_ref()).is_none_or(|s| s.segments[i][0].has(doc));
            let counted = openings.count(segment, selects);
            counted.map_err(|error| self.engine_error(error))?;
        }
        let starts = GameType::PLAIN.map(|game_type| Game::of_variant(game_type.set_name()));
        let mut level: Vec<Place> = starts.iter().flatten().map(Place::new).collect();
        for start in &level {
            let counts = self.count(start.key(), &[], filter.zip(selected.as_deref()), until)?;
            if counts.node.games() > 0 {
                openings.tree.add(start.key(), of_index(counts.node.node()));
            }
        }
        level.retain(|start| openings.tree.node(start.key()).is_some());
        let mut seen: FxHashSet<u64> = level.iter().map(Place::key).collect();
        let mut expanded = 0;
        for _ in 0..depth {
            expanded += level.len() as u64;
            if expanded * RECORDS > self.games() + 1_000 {
                return Ok(None);
            }
            let answers: Result<Vec<_>, Error> = (level.par_iter())
                .map(|place| self.answer(place, filter.zip(selected.as_deref()), until))
                .collect();
            let mut next = Vec::new();
            for (place, answer) in level.iter().zip(answers?) {
                for turn in answer.turns {
                    let (to, reached) = (turn.place.key(), turn.node.reached());
                    openings.tree.add_move(place.key(), to, turn.played);
                    if seen.insert(to) {
                        openings.tree.add(to, of_index(turn.node));
                        if reached >= min_games {
                            next.push(turn.place);
                        }
                    }
                }
            }
            level = next;
        }
        Ok(Some(openings))
    }
}

fn of_index(node: super::Node) -> Node {
    Node {
        score: node.score,
        length: node.length,
        last: node.last,
    }
}

impl Openings {
    /// Counts the games of a segment by kind.
    fn count(&mut self, segment: &Segment, selects: impl Fn(u32) -> bool) -> tantivy::Result<()> {
        let plain = |variant: &str| GameType::PLAIN.iter().any(|t| t.set_name() == variant);
        let variants = segment.text(Field::Variant.as_str())?;
        let statuses = segment.text(Field::Status.as_str())?;
        for doc in segment.reader.doc_ids_alive().filter(|&doc| selects(doc)) {
            let [status, variant] = [&statuses, &variants].map(|texts| texts.as_ref()?.of(doc));
            match status.and_then(|status| status.parse().ok()) {
                Some(Status::Ok) if variant.is_some_and(plain) => self.counted += 1,
                Some(Status::Ok) => self.other += 1,
                Some(Status::Empty) => self.empty += 1,
                _ => self.invalid += 1,
            }
        }
        Ok(())
    }
}
