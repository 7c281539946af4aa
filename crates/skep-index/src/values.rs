//! The values of a field in the games of an index, counted without reading records.

use rustc_hash::FxHashMap;
use skep_analysis::filter::{Field, Filter, IndexColumn, Value, Values};
use skep_records::record::Date;
use skep_rules::game::Side;

use super::docs::Docs;
use super::index::{Segment, column};
use super::schema::{CountedNumbers, MOST_ELO, MOST_PLIES, MOTIFS, PackedMotifs, unpacked};
use super::{Error, Index};

impl Index {
    /// The number of games that match a filter. `None` if records must be read to test the filter.
    ///
    /// # Errors
    /// The index is damaged.
    pub fn count_games(&self, filter: Option<&Filter>) -> Result<Option<u64>, Error> {
        let Some(filter) = filter else {
            return Ok(Some(self.games()));
        };
        let selected = self.selected(filter)?;
        let games = selected.segments.iter().map(|[yes, _]| yes.len()).sum();
        Ok(selected.is_whole().then_some(games))
    }

    /// Calls `with` with the values of a field in the games that match a filter, and how many games have these values.
    /// Equal values can come more than once. A game whose players have equal values is one game of the value. Returns
    /// `false`, without a call, if records must be read.
    ///
    /// # Errors
    /// The index is damaged.
    pub fn each_value(
        &self,
        field: Field,
        filter: Option<&Filter>,
        mut with: impl FnMut(Values<'_>, u64),
    ) -> Result<bool, Error> {
        let selected = filter.map(|filter| self.selected(filter)).transpose()?;
        if selected
            .as_ref()
            .is_some_and(|selected| !selected.is_whole())
        {
            return Ok(false);
        }
        let mut counted = Vec::new();
        for (i, segment) in self.segments.iter().enumerate() {
            let docs = match &selected {
                Some(selected) => selected.segments[i][0].clone(),
                None => segment.alive(),
            };
            let values = segment.values(field, &docs);
            match values.map_err(|error| self.engine_error(error))? {
                Some(values) => counted.push(values),
                None => return Ok(false),
            }
        }
        for counts in counted.iter().flatten() {
            counts.each(&mut with);
        }
        Ok(true)
    }
}

/// How many games of a segment have each value of a field.
enum ValueCounts {
    Texts(Vec<String>, FxHashMap<Option<u32>, u64>),
    /// Ratings and lengths.
    Numbers(FxHashMap<Option<u32>, u64>),
    /// The motifs of each game.
    Motifs(Option<Side>, FxHashMap<u64, u64>),
    /// Dates as packed numbers, and what makes the values from them.
    Dates(fn(Date) -> Option<Value<'static>>, FxHashMap<u32, u64>),
}

impl ValueCounts {
    fn each(&self, with: &mut impl FnMut(Values<'_>, u64)) {
        match self {
            ValueCounts::Texts(texts, counts) => {
                for (text, &games) in counts {
                    let text = text.map(|text| texts[text as usize].as_str());
                    with(Values::One(text.map(Value::Text)), games);
                }
            }
            ValueCounts::Numbers(counts) => {
                for (number, &games) in counts {
                    with(Values::One(number.map(Value::Number)), games);
                }
            }
            ValueCounts::Motifs(side, counts) => {
                for (&packed, &games) in counts {
                    with(PackedMotifs(packed).values(*side), games);
                }
            }
            ValueCounts::Dates(part, counts) => {
                for (&date, &games) in counts {
                    with(Values::One(unpacked(date).and_then(part)), games);
                }
            }
        }
    }
}

fn tally<T: Eq + std::hash::Hash>(all: impl Iterator<Item = T>) -> FxHashMap<T, u64> {
    let mut counts = FxHashMap::default();
    all.for_each(|one| *counts.entry(one).or_default() += 1);
    counts
}

impl Segment {
    /// The games that were not removed.
    pub fn alive(&self) -> Docs {
        let mut docs = Docs::none(self.reader.max_doc());
        self.reader.doc_ids_alive().for_each(|doc| docs.add(doc));
        docs
    }

    /// How many of these games have each value of a field. `None` if the records must be read.
    fn values(&self, field: Field, docs: &Docs) -> tantivy::Result<Option<Vec<ValueCounts>>> {
        let one = |counted| Ok(Some(vec![counted]));
        // The greatest number stands for all greater numbers too.
        let numbers = |most, of: &dyn Fn(CountedNumbers) -> Option<u32>| {
            let numbers = self.numbers()?;
            let counts = tally(
                docs.iter()
                    .map(|doc| of(CountedNumbers(numbers[doc as usize]))),
            );
            Ok((!counts.contains_key(&Some(most))).then(|| vec![ValueCounts::Numbers(counts)]))
        };
        match field.index() {
            IndexColumn::Unheld => Ok(None),
            IndexColumn::Sides => {
                let [Some(white), Some(black)] = Side::ALL.map(|side| field.of_side(side)) else {
                    return Ok(None);
                };
                // A game of two equal values is one game of the value.
                let Some(others) = self.of_different_sides(white, black, docs)? else {
                    return Ok(None);
                };
                let both = [self.values(white, docs)?, self.values(black, &others)?];
                let both: Option<Vec<Vec<ValueCounts>>> = both.into_iter().collect();
                Ok(both.map(|both| both.into_iter().flatten().collect()))
            }
            IndexColumn::Date(part) => {
                let dates = self.dates()?;
                let counts = tally(docs.iter().map(|doc| dates[doc as usize]));
                one(ValueCounts::Dates(part, counts))
            }
            IndexColumn::Plies => numbers(MOST_PLIES, &|numbers| Some(numbers.plies())),
            IndexColumn::Rating(side) => numbers(MOST_ELO - 1, &|numbers| numbers.rating(side)),
            IndexColumn::Motifs(side) => {
                let motifs = column(&self.reader, MOTIFS)?;
                let counts = tally(docs.iter().map(|doc| motifs[doc as usize]));
                one(ValueCounts::Motifs(side, counts))
            }
            IndexColumn::Texts => match self.text(field.as_str())? {
                Some(texts) => {
                    let counts = tally(docs.iter().map(|doc| texts.of_game[doc as usize]));
                    one(ValueCounts::Texts(texts.all, counts))
                }
                None => {
                    let counts = [(None, docs.len())].into_iter().collect();
                    one(ValueCounts::Texts(Vec::new(), counts))
                }
            },
        }
    }

    /// The games whose players have different values. `None` if the records must be read.
    fn of_different_sides(
        &self,
        white: Field,
        black: Field,
        docs: &Docs,
    ) -> tantivy::Result<Option<Docs>> {
        let mut others = Docs::none(self.reader.max_doc());
        let mut keep = |differ: &dyn Fn(usize) -> bool| {
            let docs = docs.iter().filter(|&doc| differ(doc as usize));
            docs.for_each(|doc| others.add(doc));
        };
        match white.index() {
            IndexColumn::Rating(_) => {
                let numbers = self.numbers()?;
                keep(&|doc| {
                    let [white, black] =
                        Side::ALL.map(|side| CountedNumbers(numbers[doc]).rating(side));
                    white != black
                });
            }
            IndexColumn::Texts => {
                let (white, black) = (self.text(white.as_str())?, self.text(black.as_str())?);
                keep(&|doc| {
                    let [white, black] = [&white, &black].map(|texts| texts.as_ref()?.text_of(doc));
                    white != black
                });
            }
            _ => return Ok(None),
        }
        Ok(Some(others))
    }
}
