//! A tree of openings, counted by the index.

use std::collections::BTreeSet;

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use skep_analysis::filter::{Field, Filter};
use skep_analysis::openings::{OpeningTree, TreeNode, path};
use skep_records::{Game, Status};
use skep_rules::hive::{GameType, Pack};

use super::index::Segment;
use super::schema::MOST_PLY;
use super::selection::{RecordTester, SelectedGames};
use super::{Error, Index};
use skep_analysis::database::Continuations;
use skep_analysis::openings::TreeStart;

/// Counting the moves after a position takes as long as reading this many records.
const RECORDS: u64 = 30;

/// The openings of an index.
#[derive(Clone, Debug, Default)]
pub struct IndexOpenings {
    /// The positions.
    pub tree: OpeningTree,
    /// The games in the tree.
    pub counted: u64,
    /// Valid games without a turn.
    pub empty: u64,
    /// Invalid games.
    pub invalid: u64,
    /// Games that skep cannot judge ([`Status::is_unjudged`]).
    pub unjudged: u64,
}

/// The first positions of games.
#[derive(Default)]
struct Starts {
    variants: BTreeSet<String>,
    /// The games of Swarm, by segment and document: each begins with hands that only its record holds.
    dealt: Vec<(usize, u32)>,
}

/// The tree under construction.
struct TreeBuilder<'i> {
    index: &'i Index,
    selected: Option<(&'i Filter, &'i SelectedGames)>,
    min_games: u64,
    /// The last ply that counts.
    until: u8,
    tree: OpeningTree,
    seen: FxHashSet<u64>,
    /// The positions whose moves are not counted yet.
    next: Vec<TreeStart>,
    /// How many more records may be read.
    records: u64,
    tester: RecordTester,
}

impl Index {
    /// The openings of games that match a filter, as [`skep_analysis::openings::Walker`] counts them from the first
    /// position: every position that `min_games` games reach in `depth` turns, if a line of such positions leads there.
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
    ) -> Result<Option<IndexOpenings>, Error> {
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
        let mut openings = IndexOpenings::default();
        let mut starts = Starts::default();
        for (i, segment) in self.segments.iter().enumerate() {
            let selects = |doc| (selected.as_ref()).is_none_or(|s| s.segments[i][0].has(doc));
            let counted = openings.count(i, segment, selects, &mut starts);
            counted.map_err(|error| self.engine_error(error))?;
        }
        let mut builder = TreeBuilder {
            index: self,
            selected: filter.zip(selected.as_deref()),
            min_games,
            until,
            tree: OpeningTree::default(),
            seen: FxHashSet::default(),
            next: Vec::new(),
            records: self.games() / 8 + 1_000,
            tester: RecordTester::default(),
        };
        if !builder.starts(&starts)? {
            return Ok(None);
        }
        let mut expanded = 0;
        for _ in 0..depth {
            let level = std::mem::take(&mut builder.next);
            expanded += level.len() as u64;
            if expanded * RECORDS > self.games() + 1_000 {
                return Ok(None);
            }
            let selected = builder.selected;
            let answers: Result<Vec<_>, Error> = (level.par_iter())
                .map(|place| self.answer(place, selected, until))
                .collect();
            for (place, answer) in level.iter().zip(answers?) {
                if !builder.add(place, answer)? {
                    return Ok(None);
                }
            }
        }
        openings.tree = builder.tree;
        Ok(Some(openings))
    }
}

impl TreeBuilder<'_> {
    /// Adds the first positions of games. Returns false if too many records would have to be read.
    fn starts(&mut self, starts: &Starts) -> Result<bool, Error> {
        for game in (starts.variants.iter()).filter_map(|title| Game::of_variant(title)) {
            let start = TreeStart::new(&game);
            if self.start(&start)? > 0 {
                self.next.push(start);
            }
        }
        self.records = match self.records.checked_sub(starts.dealt.len() as u64) {
            Some(records) => records,
            None => return Ok(false),
        };
        for &(segment, doc) in &starts.dealt {
            if let Some(mut game) = self.game(segment, doc)? {
                game.truncate(0);
                let start = TreeStart::new(&game);
                let is_new = !self.seen.contains(&start.key());
                if self.start(&start)? >= self.min_games && is_new {
                    self.next.push(start);
                }
            }
        }
        Ok(true)
    }

    /// Adds a first position, and returns the number of its games.
    fn start(&mut self, start: &TreeStart) -> Result<u64, Error> {
        let counts = (self.index).count(start.key(), &[], self.selected, self.until)?;
        let games = counts.node.games();
        if games > 0 {
            self.tree.add_start(start);
            if self.seen.insert(start.key()) {
                self.tree.add(start.key(), of_index(counts.node.node()));
            }
        }
        Ok(games)
    }

    /// The game of a record.
    fn game(&mut self, segment: usize, doc: u32) -> Result<Option<Game>, Error> {
        let segment = &self.index.segments[segment];
        let tester = &mut self.tester;
        tester.with_game(self.index, segment, doc, |verdict, _, _| {
            verdict.game.clone()
        })
    }

    /// Adds the moves after a position. Returns false if too many records would have to be read.
    fn add(&mut self, place: &TreeStart, answer: Continuations) -> Result<bool, Error> {
        let mut games = answer.node.reached();
        let mut nexts = Vec::with_capacity(answer.turns.len());
        for turn in answer.turns {
            games -= turn.played;
            nexts.push(turn.place.key());
            self.tree
                .add_move(place.key(), turn.place.key(), turn.played);
            self.reach(turn.place, turn.node);
        }
        // The other games end here, or their next turn is not legal after the turns of `place`: which piece rests
        // depends on the turn before.
        if games == 0 {
            return Ok(true);
        }
        let others = (self.index).others(place.key(), &nexts, self.selected, self.until)?;
        self.records = match self.records.checked_sub(others.len() as u64) {
            Some(records) => records,
            None => return Ok(false),
        };
        for (segment, doc) in others {
            let Some(game) = self.game(segment, doc)? else {
                continue;
            };
            let path = path(&game);
            let here = path.iter().position(|&key| key == place.key());
            let Some(&to) = here.and_then(|here| path.get(here + 1)) else {
                continue;
            };
            self.tree.add_move(place.key(), to, 1);
            if self.seen.contains(&to) {
                continue;
            }
            let counts = self.index.count(to, &[], self.selected, self.until)?;
            let beginnings = (0..=game.plies()).map(|plies| {
                let mut beginning = game.clone();
                beginning.truncate(plies);
                TreeStart::new(&beginning)
            });
            if let Some(after) = beginnings.into_iter().find(|after| after.key() == to) {
                self.reach(after, counts.node.node());
            }
        }
        Ok(true)
    }

    /// Adds a position, if it is new.
    fn reach(&mut self, place: TreeStart, node: skep_analysis::database::PositionCounts) {
        if self.seen.insert(place.key()) {
            self.tree.add(place.key(), of_index(node));
            if node.reached() >= self.min_games {
                self.next.push(place);
            }
        }
    }
}

/// Whether the games of a variant begin with hands.
fn is_dealt(title: &str) -> bool {
    let game_type = title.parse::<GameType>();
    game_type.is_ok_and(|game_type| game_type.has_pack(Pack::Swarm))
}

fn of_index(node: skep_analysis::database::PositionCounts) -> TreeNode {
    TreeNode {
        score: node.score,
        length: node.length,
        last: node.last,
    }
}

impl IndexOpenings {
    /// Counts the games of a segment by kind, and collects where those in the tree begin.
    fn count(
        &mut self,
        number: usize,
        segment: &Segment,
        selects: impl Fn(u32) -> bool,
        starts: &mut Starts,
    ) -> tantivy::Result<()> {
        let titles = segment.text(Field::Variant.as_str())?;
        let statuses = segment.text(Field::Status.as_str())?;
        let mut last = (None, false);
        for doc in segment.reader.doc_ids_alive().filter(|&doc| selects(doc)) {
            let [status, title] = [&statuses, &titles].map(|texts| texts.as_ref()?.of(doc));
            match status.and_then(|status| status.parse().ok()) {
                Some(Status::Ok) => {
                    self.counted += 1;
                    if title != last.0 {
                        last = (title, title.is_some_and(is_dealt));
                        let variant = title.filter(|_| !last.1);
                        starts.variants.extend(variant.map(str::to_owned));
                    }
                    if last.1 {
                        starts.dealt.push((number, doc));
                    }
                }
                Some(Status::Empty) => self.empty += 1,
                Some(status) if status.is_unjudged() => self.unjudged += 1,
                _ => self.invalid += 1,
            }
        }
        Ok(())
    }
}
