//! Answers about a position: what was played there, with what results, and in which games.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use rayon::prelude::*;
use skep_analysis::Score;
use skep_analysis::database::{
    Continuations, Cursor, ExploredCounts, ExploredTurn, FilterProgress, FoundGame, GameOrder,
    IdPage, ListPage, PageBuilder, Question, Worth,
};
use skep_analysis::filter::{Field, Filter};
use skep_analysis::openings::TreeStart;
use skep_analysis::tactics::Stop;
use skep_records::record::Date;
use skep_rules::game::Side;

use super::docs::Docs;
use super::index::Segment;
use super::schema::{CountedNumbers, MOST_PLY, unpacked};
use super::selection::{RecordTester, SelectedGames};
use super::{Error, Index};

/// How many records are tested before the results are put together.
const AT_ONCE: usize = 1024;
/// Threads for the records that filters need. Answers that need no record do not wait for them. `None` if the system
/// gives no threads.
static THREADS: LazyLock<Option<rayon::ThreadPool>> =
    LazyLock::new(|| rayon::ThreadPoolBuilder::new().build().ok());
/// With at most this number of games, an index is small enough to sort its games for each answer.
const SMALL: u64 = 20_000;

/// The segments and documents of some games, the number of games on all pages, and the last place if another page
/// follows.
type PageOfGames = (Vec<(usize, u32)>, u64, Option<Cursor>);

impl Index {
    /// What was played in a position, in the games that match a filter.
    ///
    /// # Errors
    /// The index is damaged.
    pub fn continuations(
        &self,
        place: &TreeStart,
        filter: Option<&Filter>,
    ) -> Result<Continuations, Error> {
        let selected = self.tested(&Continuations::keys(place), filter, &Stop::default())?;
        self.answer(place, filter.zip(selected.as_deref()), MOST_PLY)
    }

    /// What was played in a position up to the ply `until`, in some games.
    pub(crate) fn answer(
        &self,
        place: &TreeStart,
        selected: Option<(&Filter, &SelectedGames)>,
        until: u8,
    ) -> Result<Continuations, Error> {
        Continuations::new(place, |key, nexts| {
            let counts = self.count(key, nexts, selected, until)?;
            let turns = counts.turns.iter().map(|turn| ExploredTurn {
                node: turn.node.node(),
                played: turn.played,
            });
            Ok(ExploredCounts {
                node: counts.node.node(),
                turns: turns.collect(),
            })
        })
    }

    /// Reads the records that the filter needs to find the matching games of a position and of the positions after its
    /// legal turns. Later answers about the position then read no record. It stops when `stop` says so; the next call
    /// does not read the same records again.
    ///
    /// # Errors
    /// The index is damaged, or [`Error::Late`].
    pub fn prepare(
        &self,
        place: &TreeStart,
        filter: Option<&Filter>,
        stop: &Stop,
    ) -> Result<(), Error> {
        self.tested(&Continuations::keys(place), filter, stop)
            .map(|_| ())
    }

    /// The games that match a filter. The result is known for every game that reached one of the positions.
    fn tested(
        &self,
        keys: &[u64],
        filter: Option<&Filter>,
        stop: &Stop,
    ) -> Result<Option<Arc<SelectedGames>>, Error> {
        let there = |segment: &Segment| {
            let mut there = Docs::none(segment.reader.max_doc());
            for &key in keys {
                there = there.or(&segment.there(key)?);
            }
            Ok(there)
        };
        self.tested_in(there, filter, stop)
    }

    /// The games that match a filter. The result is known for every game of `there`.
    fn tested_in(
        &self,
        there: impl Fn(&Segment) -> tantivy::Result<Docs>,
        filter: Option<&Filter>,
        stop: &Stop,
    ) -> Result<Option<Arc<SelectedGames>>, Error> {
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
            let there = there(segment).map_err(|error| self.engine_error(error))?;
            let unknown: Vec<u32> = there.and(pending).iter().collect();
            for docs in unknown.chunks(AT_ONCE) {
                // `None` if the time was over before the record was tested.
                let test = || -> Result<Vec<Option<bool>>, Error> {
                    let test = |tester: &mut RecordTester, &doc: &u32| {
                        if stop.is_now() {
                            Ok(None)
                        } else {
                            tester.matches(filter, self, segment, doc).map(Some)
                        }
                    };
                    docs.par_iter()
                        .map_init(RecordTester::default, test)
                        .collect()
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
        let tested = Arc::new(SelectedGames { segments: tested });
        self.remember(filter.text(), &tested);
        if late {
            let mut progress = FilterProgress {
                tested: 0,
                games: 0,
            };
            for (segment, [_, pending]) in self.segments.iter().zip(&tested.segments) {
                let there = there(segment).map_err(|error| self.engine_error(error))?;
                progress.games += there.len();
                progress.tested += there.len() - there.and(pending).len();
            }
            Err(Error::Late {
                path: self.path.clone(),
                progress,
            })
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

    /// For each segment, the games that match a filter.
    ///
    /// # Errors
    /// The index is damaged, or [`Error::Late`].
    pub(crate) fn matching(
        &self,
        filter: Option<&Filter>,
        stop: &Stop,
    ) -> Result<Vec<Docs>, Error> {
        let selected = self.tested_in(|segment| Ok(segment.alive()), filter, stop)?;
        Ok(match selected {
            Some(selected) => selected
                .segments
                .iter()
                .map(|[yes, _]| yes.clone())
                .collect(),
            None => self.segments.iter().map(Segment::alive).collect(),
        })
    }

    /// For each segment, the games from number `from` on. The numbers are those of [`Index::nth_candidate`].
    pub(crate) fn docs_from(&self, from: u64) -> Result<Vec<Docs>, Error> {
        let mut all: Vec<Docs> = self.segments.iter().map(Segment::alive).collect();
        if from == 0 {
            return Ok(all);
        }
        let mut numbered = Vec::new();
        for (i, (segment, docs)) in self.segments.iter().zip(&all).enumerate() {
            let order = segment.order().map_err(|error| self.engine_error(error))?;
            numbered.extend(docs.iter().map(|doc| (order[doc as usize], i, doc)));
        }
        if self.games() <= SMALL {
            numbered.sort_unstable();
        }
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        for (_, i, doc) in numbered.into_iter().take(from) {
            all[i].remove(doc);
        }
        Ok(all)
    }

    /// A page of the games of a question. Reads the records that the filter needs until `stop.is_now()` is true. The
    /// next call does not read the same records again.
    ///
    /// # Errors
    /// The index is damaged, or [`Error::Late`].
    pub fn list(&self, question: &Question<'_>, stop: &Stop) -> Result<ListPage, Error> {
        let (games, total, next) = self.page(question, stop)?;
        let found = (games.into_iter()).map(|(segment, doc)| self.found(segment, doc));
        Ok(ListPage {
            games: found.collect::<Result<_, _>>()?,
            total,
            next,
        })
    }

    /// The ids of a page, as of [`Index::list`].
    ///
    /// # Errors
    /// The index is damaged, or [`Error::Late`].
    pub fn id_page(&self, question: &Question<'_>, stop: &Stop) -> Result<IdPage, Error> {
        let (games, total, next) = self.page(question, stop)?;
        let ids = self.segments.iter().map(Segment::ids);
        let ids: Vec<_> =
            (ids.collect::<tantivy::Result<_>>()).map_err(|error| self.engine_error(error))?;
        let id = |(segment, doc): (usize, u32)| ids[segment].first(doc).unwrap_or_default();
        let ids = games.into_iter().map(id).collect();
        Ok(IdPage { ids, total, next })
    }

    fn page(&self, question: &Question<'_>, stop: &Stop) -> Result<PageOfGames, Error> {
        let key = question.place.map(TreeStart::key);
        let there = |segment: &Segment| match key {
            Some(key) => segment.there(key),
            None => Ok(segment.alive()),
        };
        let selected = self.tested_in(there, question.filter, stop)?;
        let mut page = PageBuilder::new(question);
        for (i, segment) in self.segments.iter().enumerate() {
            let error = |error| self.engine_error(error);
            let added = segment.order().map_err(error)?;
            let worths = segment.worths(question.sort.order).map_err(error)?;
            let there = there(segment).map_err(error)?;
            let there = match &selected {
                Some(selected) => there.and(&selected.segments[i][0]),
                None => there,
            };
            for doc in there.iter() {
                let place = Cursor {
                    worth: worths(doc),
                    added: added[doc as usize],
                };
                page.add(place, (i, doc));
            }
        }
        Ok(page.finish())
    }

    /// The results in each month of the games that reached a position and match a filter.
    ///
    /// # Errors
    /// The index is damaged.
    pub fn history(
        &self,
        place: &TreeStart,
        filter: Option<&Filter>,
    ) -> Result<BTreeMap<Option<Date>, Score>, Error> {
        let key = place.key();
        let selected = self.tested(&[key], filter, &Stop::default())?;
        let mut months: BTreeMap<Option<Date>, Score> = BTreeMap::new();
        for (i, segment) in self.segments.iter().enumerate() {
            let error = |error| self.engine_error(error);
            let numbers = segment.numbers().map_err(error)?;
            let dates = segment.dates().map_err(error)?;
            let there = segment.there(key).map_err(error)?;
            let there = match &selected {
                Some(selected) => there.and(&selected.segments[i][0]),
                None => there,
            };
            for doc in there.iter() {
                let date = unpacked(dates[doc as usize]);
                let score = months.entry(date.and_then(Date::to_month)).or_default();
                match CountedNumbers(numbers[doc as usize]).result() {
                    1 => score.white += 1,
                    2 => score.draws += 1,
                    3 => score.black += 1,
                    _ => score.open += 1,
                }
            }
        }
        Ok(months)
    }
}

impl Segment {
    /// The value of each game in an order.
    fn worths(&self, order: GameOrder) -> tantivy::Result<Box<dyn Fn(u32) -> Option<Worth> + '_>> {
        let field = match order {
            GameOrder::Added => return Ok(Box::new(|_| None)),
            GameOrder::White => Field::White,
            GameOrder::Black => Field::Black,
            GameOrder::Variant => Field::Variant,
            GameOrder::Newest | GameOrder::Rated | GameOrder::Longest => {
                let (numbers, dates) = (self.numbers()?, self.dates()?);
                return Ok(Box::new(move |doc| {
                    let date = u64::from(dates[doc as usize]);
                    let numbers = CountedNumbers(numbers[doc as usize]);
                    let ratings = Side::ALL.map(|side| numbers.rating(side));
                    let rating = ratings.into_iter().flatten().map(u64::from).sum();
                    match order {
                        GameOrder::Newest => Worth::numbers(date, rating),
                        GameOrder::Rated => Worth::numbers(rating, date),
                        _ => Worth::numbers(numbers.plies().into(), date),
                    }
                }));
            }
        };
        let texts = self.text(field.as_str())?;
        Ok(Box::new(move |doc| {
            let texts = texts.as_ref()?;
            let text = texts.of_game[doc as usize]?;
            let text = texts.all[text as usize].as_str();
            Worth::text(Some(text))
        }))
    }
}
