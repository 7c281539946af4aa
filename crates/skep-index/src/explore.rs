//! Answers about a position: what was played there, with what results, and in which games.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Arc, LazyLock};

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use skep_analysis::openings::{Start as Place, key_of, salt, settle};
use skep_analysis::select::Filter;
use skep_analysis::tactics::Stop;
use skep_records::{Game, Played, PlayedTurn, Rules, each_game};
use skep_rules::closed_list;
use skep_rules::game::{Position as _, Side};

use super::docs::Docs;
use super::index::{FoundGame, Segment};
use super::schema::{MOST_PLY, Numbers};
use super::selection::{Selected, Tester};
use super::{Error, Index, Node};

/// How many records are tested before the results are put together.
const AT_ONCE: usize = 1024;
/// Threads for the records that filters need. Answers that need no record do not wait for them. `None` if the system
/// gives no threads.
static THREADS: LazyLock<Option<rayon::ThreadPool>> =
    LazyLock::new(|| rayon::ThreadPoolBuilder::new().build().ok());
/// With at most this number of games, an index is small enough to sort its games for each answer.
const SMALL: u64 = 20_000;

/// What was played in a position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The games that reached the position.
    pub node: Node,
    /// The player to move.
    pub side: Side,
    /// Every turn that was played there, the most played first.
    pub turns: Vec<Continuation>,
}

/// A turn, and the position after it.
#[derive(Clone, Debug)]
pub struct Continuation {
    /// The turn in canonical spelling, as played after the line that leads to the position. Turns that lead to the same
    /// position in another orientation are counted together.
    pub spelling: String,
    /// The games that played it on their first visit.
    pub played: u64,
    /// The games that reached the position after it, by any order of moves.
    pub node: Node,
    /// The position after it.
    pub place: Place,
}

closed_list! {
    /// The order of games.
    #[derive(Default)]
    pub enum Order: "order" {
        /// The latest date first.
        #[default]
        Newest = "newest",
        /// The greatest sum of both ratings first.
        Rated = "rated",
        /// In the order in which they were added.
        Added = "added",
    }
}

impl Index {
    /// What was played in a position, in the games that match a filter.
    ///
    /// # Errors
    /// The index is damaged.
    pub fn continuations(&self, place: &Place, filter: Option<&Filter>) -> Result<Answer, Error> {
        let selected = self.selected_at(place.key(), filter)?;
        self.answer(place, filter.zip(selected.as_deref()), MOST_PLY)
    }

    /// What was played in a position up to the ply `until`, in some games.
    pub(crate) fn answer(
        &self,
        place: &Place,
        selected: Option<(&Filter, &Selected)>,
        until: u8,
    ) -> Result<Answer, Error> {
        each_game!(place.game(), Game(game) => self.answer_of(place, game, selected, until))
    }

    fn answer_of<R: Rules>(
        &self,
        place: &Place,
        game: &Played<R>,
        selected: Option<(&Filter, &Selected)>,
        until: u8,
    ) -> Result<Answer, Error> {
        let salt = salt(game.title());
        let position = game.last_position();
        let mut turns: FxHashMap<u64, Vec<R::Move>> = FxHashMap::default();
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(mv);
            settle::<R>(&mut after);
            turns.entry(key_of::<R>(&after, salt)).or_default().push(mv);
        }
        let mut nexts: Vec<u64> = turns.keys().copied().collect();
        nexts.sort_unstable();
        let counts = self.count(place.key(), &nexts, selected, until)?;
        let mut answer = Answer {
            node: counts.node.node(),
            side: position.turn(),
            turns: Vec::new(),
        };
        for (to, counted) in nexts.into_iter().zip(&counts.turns) {
            let alike = turns.get(&to).filter(|_| counted.played > 0);
            // As in a tree of openings, the spelling that sorts first.
            let spelled = alike.into_iter().flatten();
            let spelled = spelled.map(|&mv| (position.spell(mv).to_string(), mv));
            let Some((spelling, mv)) = spelled.min_by(|(a, _), (b, _)| a.cmp(b)) else {
                continue;
            };
            let mut after = game.clone();
            after.turns.push(PlayedTurn { mv, ply: None });
            let after: Game = after.into();
            answer.turns.push(Continuation {
                spelling,
                played: counted.played,
                node: counted.node.node(),
                place: Place::new(&after),
            });
        }
        answer.turns.sort_by_key(|turn| {
            (
                Reverse(turn.played),
                Reverse(turn.node.reached()),
                turn.place.key(),
            )
        });
        Ok(answer)
    }

    /// Reads the records that the filter needs to find the matching games of a position. Later answers about the
    /// position then read no record. It stops when `stop` says so; the next call does not read the same records again.
    ///
    /// # Errors
    /// The index is damaged, or [`Error::Late`].
    pub fn prepare(
        &self,
        place: &Place,
        filter: Option<&Filter>,
        stop: &Stop,
    ) -> Result<(), Error> {
        self.tested(place.key(), filter, stop).map(|_| ())
    }

    /// The games that match a filter; those that reached the position are certain.
    fn selected_at(
        &self,
        key: u64,
        filter: Option<&Filter>,
    ) -> Result<Option<Arc<Selected>>, Error> {
        self.tested(key, filter, &Stop::default())
    }

    fn tested(
        &self,
        key: u64,
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
            let there = segment
                .there(key)
                .map_err(|error| self.engine_error(error))?;
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
        let selected = self.selected_at(key, filter)?;
        let mut best: BinaryHeap<Reverse<(u64, u64, usize, u32)>> = BinaryHeap::new();
        let mut games = 0;
        for (i, segment) in self.segments.iter().enumerate() {
            let error = |error| self.engine_error(error);
            let (numbers, dates) = (
                segment.numbers().map_err(error)?,
                segment.dates().map_err(error)?,
            );
            let orders = match order {
                Order::Added => segment.order().map_err(error)?,
                Order::Newest | Order::Rated => Vec::new(),
            };
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
                    Order::Added => (u64::MAX - orders[at], 0),
                };
                // In equal places the game that was added first stays first, within a part of the index.
                let worth = (worth.0, worth.1, usize::MAX - i, u32::MAX - doc);
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
        let found = best
            .map(|Reverse((_, _, segment, doc))| self.found(usize::MAX - segment, u32::MAX - doc));
        Ok((found.collect::<Result<_, _>>()?, games))
    }
}
