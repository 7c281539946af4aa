//! Answers about a position: what was played there, with what results, and in which games.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Arc, LazyLock};

use rayon::prelude::*;
use skep_analysis::collection::{Answer, Counted, Counts, FoundGame, Order};
use skep_analysis::openings::Start as Place;
use skep_analysis::select::Filter;
use skep_analysis::tactics::Stop;
use skep_rules::game::Side;

use super::docs::Docs;
use super::index::Segment;
use super::schema::{MOST_PLY, Numbers};
use super::selection::{Selected, Tester};
use super::{Error, Index};

/// How many records are tested before the results are put together.
const AT_ONCE: usize = 1024;
/// Threads for the records that filters need. Answers that need no record do not wait for them. `None` if the system
/// gives no threads.
static THREADS: LazyLock<Option<rayon::ThreadPool>> =
    LazyLock::new(|| rayon::ThreadPoolBuilder::new().build().ok());
/// With at most this number of games, an index is small enough to sort its games for each answer.
const SMALL: u64 = 20_000;

/// What a list of games is sorted by, and the segment and the document of a game.
type Ranked = (u64, u64, u64, usize, u32);

impl Index {
    /// What was played in a position, in the games that match a filter.
    ///
    /// # Errors
    /// The index is damaged.
    pub fn continuations(&self, place: &Place, filter: Option<&Filter>) -> Result<Answer, Error> {
        let selected = self.tested(&Answer::keys(place), filter, &Stop::default())?;
        self.answer(place, filter.zip(selected.as_deref()), MOST_PLY)
    }

    /// What was played in a position up to the ply `until`, in some games.
    pub(crate) fn answer(
        &self,
        place: &Place,
        selected: Option<(&Filter, &Selected)>,
        until: u8,
    ) -> Result<Answer, Error> {
        Answer::new(place, |key, nexts| {
            let counts = self.count(key, nexts, selected, until)?;
            let turns = counts.turns.iter().map(|turn| Counted {
                node: turn.node.node(),
                played: turn.played,
            });
            Ok(Counts {
                node: counts.node.node(),
                turns: turns.collect(),
            })
        })
    }

    /// Reads the records that the filter needs to find the matching games of a position and of the positions after its
    /// legal turns. Later answers about the position then read no record. It stops when `stop` says so; the next call does not read the same records again.
    ///
    /// # Errors
    /// The index is damaged, or [`Error::Late`].
    pub fn prepare(
        &self,
        place: &Place,
        filter: Option<&Filter>,
        stop: &Stop,
    ) -> Result<(), Error> {
        self.tested(&Answer::keys(place), filter, stop).map(|_| ())
    }

    /// The games that match a filter; those that reached one of the positions are certain.
    fn tested(
        &self,
        keys: &[u64],
        filter: Option<&Filter>,
        stop: &Stop,
    ) -> Result<Option<Arc<Selected>>, Error> {
        let Some(filter) = filter else {
            return Ok(None);
        };
        let known = self.selected(filter)?;
        if known.is_whole() {
            return Ok(Some(known));
        }
        let mut late = false;
        let mut tested = known.segments.clone();
        let mut count = 0;
        'all: for (segment, [yes, pending]) in self.segments.iter().zip(&mut tested) {
            let mut there = Docs::none(segment.reader.max_doc());
            for &key in keys {
                let here = segment.there(key);
                there = there.or(&here.map_err(|error| self.engine_error(error))?);
            }
            let unknown: Vec<u32> = there.and(pending).iter().collect();
            for docs in unknown.chunks(AT_ONCE) {
                // `None` if the time was over before the record was tested.
                let test = || -> Result<Vec<Option<bool>>, Error> {
                    let test = |tester: &mut Tester, &doc: &u32| {
                        if stop.is_now() {
                            Ok(None)
                        } else {
                            tester.matches(filter, self, segment, doc).map(Some)
                        }
                    };
                    docs.par_iter().map_init(Tester::default, test).collect()
                };
                let matching = match &*THREADS {
                    Some(threads) => threads.install(test),
                    None => test(),
                };
                for (&doc, matches) in docs.iter().zip(matching?) {
                    let Some(matches) = matches else {
                        late = true;
                        continue;
                    };
                    count += 1;
                    pending.remove(doc);
                    if matches {
                        yes.add(doc);
                    }
                }
                if late {
                    break 'all;
                }
            }
        }
        if count == 0 && !late {
            return Ok(Some(known));
        }
        let tested = Arc::new(Selected { segments: tested });
        self.remember(filter.text(), &tested);
        if late {
            Err(Error::Late(self.path.clone()))
        } else {
            Ok(Some(tested))
        }
    }

    /// The games that match a filter, as far as the columns tell: game `n`, from 0, and how many games there are.
    /// The games of a small index are in the order in which they were added, those of others in the order of the index.
    ///
    /// # Errors
    /// The index is damaged.
    pub fn nth_candidate(
        &self,
        filter: Option<&Filter>,
        n: u64,
    ) -> Result<(Option<FoundGame>, u64), Error> {
        let selected = filter.map(|filter| self.selected(filter)).transpose()?;
        let docs = |i: usize, segment: &Segment| match &selected {
            Some(selected) => {
                let [yes, pending] = &selected.segments[i];
                yes.clone().or(pending)
            }
            // Callers ask for one game after the other, so this must be fast.
            None if !segment.reader.has_deletes() => Docs::all(segment.reader.max_doc()),
            None => segment.alive(),
        };
        if self.games() <= SMALL {
            let mut all = Vec::new();
            for (i, segment) in self.segments.iter().enumerate() {
                let order = segment.order().map_err(|error| self.engine_error(error))?;
                let docs = docs(i, segment);
                all.extend(docs.iter().map(|doc| (order[doc as usize], i, doc)));
            }
            all.sort_unstable();
            let nth = usize::try_from(n).ok().and_then(|n| all.get(n));
            let found = nth.map(|&(_, i, doc)| self.found(i, doc)).transpose()?;
            return Ok((found, all.len() as u64));
        }
        let (mut found, mut games) = (None, 0);
        for (i, segment) in self.segments.iter().enumerate() {
            let docs = docs(i, segment);
            let before = games;
            games += docs.len();
            if (before..games).contains(&n) {
                let doc = docs.iter().nth((n - before) as usize);
                found = doc.map(|doc| self.found(i, doc)).transpose()?;
            }
        }
        Ok((found, games))
    }

    /// The games that reached a position and match a filter, and how many there are. Leaves out the first `skip`
    /// games, and returns at most `limit` others.
    ///
    /// # Errors
    /// The index is damaged.
    pub fn games_at(
        &self,
        place: &Place,
        filter: Option<&Filter>,
        order: Order,
        skip: usize,
        limit: usize,
    ) -> Result<(Vec<FoundGame>, u64), Error> {
        let key = place.key();
        let selected = self.tested(&[key], filter, &Stop::default())?;
        let mut best: BinaryHeap<Reverse<Ranked>> = BinaryHeap::new();
        let mut games = 0;
        for (i, segment) in self.segments.iter().enumerate() {
            let error = |error| self.engine_error(error);
            let numbers = segment.numbers().map_err(error)?;
            let dates = segment.dates().map_err(error)?;
            let added = segment.order().map_err(error)?;
            let there = segment.there(key).map_err(error)?;
            let there = match &selected {
                Some(selected) => there.and(&selected.segments[i][0]),
                None => there,
            };
            games += there.len();
            for doc in there.iter() {
                let at = doc as usize;
                let date = u64::from(dates[at]);
                let ratings = Side::ALL.map(|side| Numbers(numbers[at]).rating(side));
                let rating: u32 = ratings.into_iter().flatten().sum();
                let worth = match order {
                    Order::Newest => (date, u64::from(rating)),
                    Order::Rated => (u64::from(rating), date),
                    Order::Added => (0, 0),
                };
                // In equal places, the game that was added first is first.
                let worth = (worth.0, worth.1, u64::MAX - added[at], i, doc);
                if best.len() < skip + limit {
                    best.push(Reverse(worth));
                } else if let Some(mut least) = best.peek_mut()
                    && worth > least.0
                {
                    *least = Reverse(worth);
                }
            }
        }
        let best = best.into_sorted_vec().into_iter().skip(skip);
        let found = best.map(|Reverse((.., segment, doc))| self.found(segment, doc));
        Ok((found.collect::<Result<_, _>>()?, games))
    }
}
