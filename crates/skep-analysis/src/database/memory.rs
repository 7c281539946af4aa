//! A collection in memory, for up to some 100,000 games.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::{
    Career, Collection, CollectionError, Continuations, Cursor, ExploredCounts, ExploredTurn,
    FilterProgress, FoundGame, GameOrder, IdPage, KnownPlayer, ListPage, PageBuilder,
    PositionCounts, Question, Way, Worth, date_number, game_id, ranked, steps, twin_ids,
};
use crate::filter::{Field, Filter, Test, Truth, Value, Values};
use crate::openings::TreeStart;
use crate::tactics::Stop;
use crate::{Date, Facts, GameClaims, GameReader, Mean, Score, Tally as _};
use skep_records::record::{StatedResult, folded};
use skep_records::{GameText, Record, Status, Verdict};
use skep_rules::game::{BySide, Side};

/// The number of filters whose results are kept.
const FILTERS: usize = 16;

/// Games with their positions, in memory: about 16 bytes for each position, and the text of each game.
///
/// ```
/// use skep_analysis::database::{Collection as _, MemoryEntry, Memory};
/// use skep_analysis::openings::TreeStart;
/// use skep_records::{Format, Game, GameText, Judge, Record, Source};
///
/// let source = Source { path: "games.uhp".into(), entry: None };
/// let mut memory = Memory::default();
/// let games = ["Base;InProgress;White[2];wS1;bS1 wS1-", "Base;InProgress;White[2];wS1;bG1 -wS1"];
/// memory.extend(games.into_iter().zip(1..).map(|(text, index)| {
///     let game = GameText { index, line: index, ..GameText::new(&source, Format::Uhp, text) };
///     let record = game.read();
///     MemoryEntry::new(&game, &record, &Judge::default().verdict(&record))
/// }));
/// let start = TreeStart::new(&Game::of_variant("Base").expect("a variant"));
/// let answer = memory.continuations(&start, None)?;
/// assert_eq!((answer.turns[0].spelling.as_str(), answer.turns[0].played), ("wS1", 2));
/// # Ok::<(), skep_analysis::database::CollectionError>(())
/// ```
#[derive(Debug, Default)]
pub struct Memory {
    games: Vec<Held>,
    /// The index of each game in `games`, by its id.
    ids: FxHashMap<u64, u32>,
    /// The positions of all games, sorted.
    steps: Vec<MemoryStep>,
    /// The known results of recent filters, by their text: whether each game matches.
    selections: Mutex<Vec<(String, Vec<Option<bool>>)>>,
}

/// A game, and what counts need of it.
#[derive(Clone, Debug)]
struct Held {
    found: FoundGame,
    /// The number of the game in each of its sources.
    indices: Vec<u64>,
    result: Option<StatedResult>,
    plies: u32,
    ratings: BySide<Option<u32>>,
    date: Option<Date>,
    players: BySide<Option<String>>,
    variant: Option<String>,
    claims: GameClaims,
}

/// How a game came to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct MemoryStep {
    key: u64,
    game: u32,
    /// The number of turns before the position.
    turns: u16,
    way: Way,
}

/// A game to add.
#[derive(Clone, Debug)]
pub struct MemoryEntry {
    game: Held,
    steps: Vec<MemoryStep>,
}

impl MemoryEntry {
    /// The entry of a judged game.
    pub fn new(game: &GameText<'_>, record: &Record, verdict: &Verdict) -> MemoryEntry {
        let facts = Facts::new(record, verdict);
        let mut all = Vec::with_capacity(verdict.plies() as usize + 1);
        let counts = verdict.status == Status::Ok;
        let positions = steps(&verdict.game, counts, |key, turns, way| {
            all.push(MemoryStep {
                key,
                game: 0,
                turns: turns.min(u16::MAX.into()) as u16,
                way,
            });
        });
        let id = game_id(positions, &facts, game.format, game.text);
        let of_sides = facts.players();
        MemoryEntry {
            game: Held {
                found: FoundGame::new(id, vec![game.source.clone()], game),
                indices: vec![game.index],
                result: facts.result(),
                plies: verdict.plies(),
                ratings: BySide {
                    white: facts.rating(Side::White),
                    black: facts.rating(Side::Black),
                },
                date: facts.date(),
                players: BySide {
                    white: of_sides.white.map(str::to_owned),
                    black: of_sides.black.map(str::to_owned),
                },
                variant: facts.variant().map(str::to_owned),
                claims: GameClaims::of(&facts),
            },
            steps: all,
        }
    }

    /// The game.
    pub fn found(&self) -> &FoundGame {
        &self.game.found
    }
}

/// Games to add at once. It holds their positions in one place.
#[derive(Debug, Default)]
pub struct MemoryBatch {
    games: Vec<Held>,
    /// The number of the game is its number in `games`.
    steps: Vec<MemoryStep>,
}

impl MemoryBatch {
    /// Whether it has no games.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Takes memory for more positions, if it is available.
    pub fn reserve(&mut self, positions: usize) {
        // Without this memory, the positions may still fit.
        let _ = self.steps.try_reserve_exact(positions);
    }

    /// Adds a game.
    pub fn push(&mut self, entry: MemoryEntry) {
        let game = self.games.len() as u32;
        // By an eighth: a vector that doubles needs three times its size while it grows, and a browser never takes
        // memory back.
        let (len, more) = (self.steps.len(), entry.steps.len());
        if self.steps.capacity() - len < more {
            self.steps.reserve_exact(more.max(len / 8));
        }
        let of_game = entry
            .steps
            .into_iter()
            .map(|step| MemoryStep { game, ..step });
        self.steps.extend(of_game);
        self.games.push(entry.game);
    }
}

impl Extend<MemoryEntry> for Memory {
    fn extend<T: IntoIterator<Item = MemoryEntry>>(&mut self, entries: T) {
        let mut batch = MemoryBatch::default();
        for entry in entries {
            batch.push(entry);
        }
        self.append(batch);
    }
}

impl Held {
    fn numbered(mut self, id: u64) -> Held {
        self.found.id = id;
        self
    }

    fn add_sources(&mut self, other: Held) {
        self.claims = self.claims.with(other.claims);
        for (source, index) in other.found.sources.into_iter().zip(other.indices) {
            let mut known = self.found.sources.iter().zip(&self.indices);
            if !known.any(|(known, &at)| (known, at) == (&source, index)) {
                self.found.sources.push(source);
                self.indices.push(index);
            }
        }
    }

    /// The known ratings of each side, as counts.
    fn rating(&self) -> BySide<Mean> {
        let mean = |side| {
            let mut mean = Mean::default();
            if let Some(rating) = self.ratings[side] {
                mean.add(rating.into());
            }
            mean
        };
        BySide {
            white: mean(Side::White),
            black: mean(Side::Black),
        }
    }

    /// Whether the game matches a filter. `None` if the record must be read to find out.
    fn matches(&self, filter: &Filter) -> Option<bool> {
        let truth = filter.evaluate(|test| self.truth(&test));
        (truth != Truth::Pending).then_some(truth == Truth::True)
    }

    fn truth(&self, test: &Test<'_>) -> Truth {
        let text = |text: &Option<String>| match text {
            Some(text) => test.holds(&Values::One(Some(Value::Text(text)))),
            None => test.holds(&Values::One(None)),
        };
        let truth = match test.field() {
            Some(Field::White) => text(&self.players.white),
            Some(Field::Black) => text(&self.players.black),
            Some(Field::Variant) => text(&self.variant),
            Some(Field::Plies) => test.holds(&Values::One(Some(Value::Number(self.plies)))),
            _ => return Truth::Pending,
        };
        if test.is_negated() {
            truth.not()
        } else {
            truth
        }
    }

    fn worth(&self, order: GameOrder) -> Option<Worth> {
        let ratings = Side::ALL.map(|side| self.ratings[side]);
        let rating = ratings.into_iter().flatten().map(u64::from).sum();
        let date = date_number(self.date);
        match order {
            GameOrder::Newest => Worth::numbers(date, rating),
            GameOrder::Rated => Worth::numbers(rating, date),
            GameOrder::Longest => Worth::numbers(self.plies.into(), date),
            GameOrder::Added => None,
            GameOrder::White => Worth::text(self.players.white.as_deref()),
            GameOrder::Black => Worth::text(self.players.black.as_deref()),
            GameOrder::Variant => Worth::text(self.variant.as_deref()),
        }
    }

    fn count_in(&self, node: &mut PositionCounts) {
        node.add(1, self.result, self.plies.into(), self.rating(), self.date);
    }
}

/// Which games a question is about.
enum MemorySelection {
    All,
    Known(Vec<Option<bool>>),
}

impl MemorySelection {
    fn has(&self, game: u32) -> bool {
        match self {
            MemorySelection::All => true,
            MemorySelection::Known(games) => games[game as usize] == Some(true),
        }
    }
}

impl Memory {
    /// The id for a game, and the number of the game that has it. A game that contradicts one with the same id has
    /// another id.
    fn place(&self, game: &Held) -> (u64, Option<u32>) {
        let mut ids = twin_ids(game.found.id).map(|id| (id, self.ids.get(&id).copied()));
        let fits = |(_, known): &(u64, Option<u32>)| {
            known.is_none_or(|known| self.games[known as usize].claims.fit(game.claims))
        };
        ids.find(fits).unwrap_or((game.found.id, None))
    }

    /// Adds games. If the collection already has a game, only its source is added.
    pub fn append(&mut self, batch: MemoryBatch) {
        let MemoryBatch { games, mut steps } = batch;
        let before = self.games.len();
        // The number that each game of the batch gets.
        let mut numbers = Vec::with_capacity(games.len());
        // Vectors that grow would leave holes in the memory of a browser.
        self.games.reserve(games.len());
        self.ids.reserve(games.len());
        for game in games {
            let (id, known) = self.place(&game);
            if let Some(known) = known {
                self.games[known as usize].add_sources(game);
                numbers.push(None);
                continue;
            }
            let number = self.games.len() as u32;
            self.ids.insert(id, number);
            self.games.push(game.numbered(id));
            numbers.push(Some(number));
        }
        if self.games.len() == before {
            return;
        }
        steps.retain_mut(|step| {
            let number = numbers[step.game as usize];
            step.game = number.unwrap_or_default();
            number.is_some()
        });
        if self.steps.is_empty() {
            self.steps = steps;
        } else {
            self.steps.reserve_exact(steps.len());
            self.steps.append(&mut steps);
        }
        self.steps.sort_unstable();
        self.steps.dedup();
        for (_, known) in self.lock().iter_mut() {
            known.resize(self.games.len(), None);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(String, Vec<Option<bool>>)>> {
        self.selections
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// All games, in the order in which they were added.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &FoundGame> {
        self.games.iter().map(|game| &game.found)
    }

    /// The steps to a position.
    fn steps_to(&self, key: u64) -> &[MemoryStep] {
        let start = self.steps.partition_point(|step| step.key < key);
        let rest = &self.steps[start..];
        &rest[..rest.partition_point(|step| step.key == key)]
    }

    /// The games that count among those that reached a position.
    fn there(&self, key: u64) -> impl Iterator<Item = u32> {
        let steps = self.steps_to(key).iter();
        let there = steps.filter(|step| step.way.reaches());
        there.map(|step| step.game)
    }

    /// What is known about each game and a filter. Without reading records, most filters can be tested by what counts
    /// need.
    fn known(&self, filter: &Filter) -> Vec<Option<bool>> {
        let all = self.lock();
        let known = all.iter().find(|(text, _)| text == filter.text());
        known.map_or_else(
            || self.games.iter().map(|game| game.matches(filter)).collect(),
            |(_, known)| known.clone(),
        )
    }

    /// Which games match a filter. The result is known for every game in `games`.
    fn selected(
        &self,
        filter: Option<&Filter>,
        games: impl Iterator<Item = u32>,
        stop: &Stop,
    ) -> Result<MemorySelection, CollectionError> {
        let Some(filter) = filter else {
            return Ok(MemorySelection::All);
        };
        let mut known = self.known(filter);
        let mut reader = GameReader::default();
        let mut late = false;
        // A game can reach several of the positions.
        let mut games: Vec<u32> = games.collect();
        games.sort_unstable();
        games.dedup();
        for &game in &games {
            let matches = &mut known[game as usize];
            if matches.is_some() {
                continue;
            }
            if stop.is_now() {
                late = true;
                break;
            }
            let found = &self.games[game as usize].found;
            *matches = Some(reader.read_and_filter(&found.game(), Some(filter)));
        }
        let mut all = self.lock();
        // Another thread may have tested other games meanwhile.
        if let Some(at) = all.iter().position(|(text, _)| text == filter.text()) {
            let (_, others) = all.remove(at);
            for (own, other) in known.iter_mut().zip(others) {
                *own = own.or(other);
            }
        } else if all.len() >= FILTERS {
            all.remove(0);
        }
        all.push((filter.text().to_owned(), known.clone()));
        if late {
            let tested = games.iter().filter(|&&game| known[game as usize].is_some());
            Err(CollectionError::Late(FilterProgress {
                tested: tested.count() as u64,
                games: games.len() as u64,
            }))
        } else {
            Ok(MemorySelection::Known(known))
        }
    }

    fn count(&self, key: u64, nexts: &[u64], selected: &MemorySelection) -> ExploredCounts {
        let mut counts = ExploredCounts::default();
        // The number of turns after the first visit of each game.
        let mut after: FxHashMap<u32, u16> = FxHashMap::default();
        for step in self.steps_to(key).iter().filter(|s| selected.has(s.game)) {
            if step.way.reaches() {
                after.insert(step.game, step.turns.saturating_add(1));
                self.games[step.game as usize].count_in(&mut counts.node);
            }
        }
        let turns = nexts.iter().map(|&next| {
            let mut counted = ExploredTurn::default();
            for step in self.steps_to(next).iter().filter(|s| selected.has(s.game)) {
                if step.way.may_play() && after.get(&step.game) == Some(&step.turns) {
                    counted.played += 1;
                }
                if step.way.reaches() {
                    self.games[step.game as usize].count_in(&mut counted.node);
                }
            }
            counted
        });
        counts.turns = turns.collect();
        counts
    }

    /// The games of a question, the number of all games, and the place of the last game if another page follows.
    fn page(
        &self,
        question: &Question<'_>,
        stop: &Stop,
    ) -> Result<(Vec<u32>, u64, Option<Cursor>), CollectionError> {
        let mut all: Vec<u32> = match question.place {
            Some(place) => self.there(place.key()).collect(),
            None => (0..self.games.len() as u32).collect(),
        };
        let selected = self.selected(question.filter, all.iter().copied(), stop)?;
        all.retain(|&game| selected.has(game));
        let mut page = PageBuilder::new(question);
        for number in all {
            let worth = self.games[number as usize].worth(question.sort.order);
            let added = number.into();
            page.add(Cursor { worth, added }, number);
        }
        Ok(page.finish())
    }

    fn found(&self, game: u32) -> FoundGame {
        self.games[game as usize].found.clone()
    }
}

impl Collection for Memory {
    fn games(&self) -> u64 {
        self.games.len() as u64
    }

    fn game(&self, id: u64) -> Result<Option<FoundGame>, CollectionError> {
        Ok(self.ids.get(&id).map(|&game| self.found(game)))
    }

    fn prepare(
        &self,
        place: &TreeStart,
        filter: Option<&Filter>,
        stop: &Stop,
    ) -> Result<(), CollectionError> {
        let games = Continuations::keys(place)
            .into_iter()
            .flat_map(|key| self.there(key));
        self.selected(filter, games, stop).map(|_| ())
    }

    fn continuations(
        &self,
        place: &TreeStart,
        filter: Option<&Filter>,
    ) -> Result<Continuations, CollectionError> {
        Continuations::new(place, |key, nexts| {
            let keys = std::iter::once(&key).chain(nexts);
            let games = keys.flat_map(|&key| self.there(key));
            let selected = self.selected(filter, games, &Stop::default())?;
            Ok(self.count(key, nexts, &selected))
        })
    }

    fn list(&self, question: &Question<'_>, stop: &Stop) -> Result<ListPage, CollectionError> {
        let (games, total, next) = self.page(question, stop)?;
        Ok(ListPage {
            games: games.into_iter().map(|game| self.found(game)).collect(),
            total,
            next,
        })
    }

    fn id_page(&self, question: &Question<'_>, stop: &Stop) -> Result<IdPage, CollectionError> {
        let (games, total, next) = self.page(question, stop)?;
        let id = |game: u32| self.games[game as usize].found.id;
        let ids = games.into_iter().map(id).collect();
        Ok(IdPage { ids, total, next })
    }

    fn history(
        &self,
        place: &TreeStart,
        filter: Option<&Filter>,
    ) -> Result<BTreeMap<Option<Date>, Score>, CollectionError> {
        let key = place.key();
        let selected = self.selected(filter, self.there(key), &Stop::default())?;
        let mut months: BTreeMap<Option<Date>, Score> = BTreeMap::new();
        for game in self.there(key).filter(|&game| selected.has(game)) {
            let game = &self.games[game as usize];
            let month = game.date.and_then(Date::to_month);
            months.entry(month).or_default().add(game.result);
        }
        Ok(months)
    }

    fn nth_candidate(
        &self,
        filter: Option<&Filter>,
        n: u64,
    ) -> Result<(Option<FoundGame>, u64), CollectionError> {
        let Some(filter) = filter else {
            // Callers ask for one game after the other, so this must be fast.
            let game = u32::try_from(n).ok().filter(|_| n < self.games());
            return Ok((game.map(|game| self.found(game)), self.games()));
        };
        let known = self.known(filter);
        let may_match = |game: &u32| known[*game as usize] != Some(false);
        let games = || (0..self.games.len() as u32).filter(may_match);
        let nth = usize::try_from(n).ok().and_then(|n| games().nth(n));
        Ok((nth.map(|game| self.found(game)), games().count() as u64))
    }

    fn variants(&self) -> Result<Vec<(String, u64)>, CollectionError> {
        let mut counts: HashMap<String, u64> = HashMap::new();
        for variant in self.games.iter().filter_map(|game| game.variant.as_ref()) {
            *counts.entry(variant.clone()).or_default() += 1;
        }
        let ranked = ranked(counts).into_iter();
        Ok(ranked.map(|one| (one.name, one.games)).collect())
    }

    fn players(&self, prefix: &str, limit: usize) -> Result<Vec<KnownPlayer>, CollectionError> {
        let mut counts: HashMap<String, u64> = HashMap::new();
        let prefix = folded(prefix);
        for game in &self.games {
            for name in Side::ALL.iter().filter_map(|&s| game.players[s].as_ref()) {
                if folded(name).starts_with(&prefix) {
                    *counts.entry(name.clone()).or_default() += 1;
                }
            }
        }
        let mut all = ranked(counts);
        all.truncate(limit);
        Ok(all)
    }

    fn career(
        &self,
        name: &str,
        opponents: usize,
        newest: usize,
    ) -> Result<Option<Career>, CollectionError> {
        let wanted = folded(name);
        let mut career = Career::default();
        let mut names: HashMap<String, u64> = HashMap::new();
        let mut others: HashMap<String, u64> = HashMap::new();
        let mut own: Vec<u32> = Vec::new();
        for (number, game) in (0..).zip(&self.games) {
            for side in Side::ALL {
                let name = game.players[side].as_ref();
                let Some(name) = name.filter(|name| folded(name) == wanted) else {
                    continue;
                };
                let mut node = PositionCounts::default();
                game.count_in(&mut node);
                career.scores[side].merge(node.score);
                career.rating.merge(node.rating[side]);
                career.first = [career.first, game.date].into_iter().flatten().min();
                career.last = career.last.max(game.date);
                *names.entry(name.clone()).or_default() += 1;
                if let Some(other) = &game.players[!side] {
                    *others.entry(other.clone()).or_default() += 1;
                }
                own.push(number);
            }
        }
        let Some(most) = ranked(names).into_iter().next() else {
            return Ok(None);
        };
        career.name = most.name;
        career.opponents = ranked(others);
        career.opponents.truncate(opponents);
        // A player can play against themselves.
        own.dedup();
        own.sort_by_key(|&game| Reverse(self.games[game as usize].date));
        career.newest = own
            .into_iter()
            .take(newest)
            .map(|g| self.found(g))
            .collect();
        Ok(Some(career))
    }
}
