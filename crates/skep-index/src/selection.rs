//! The games that a filter selects, from the columns of the index as far as they tell.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use skep_analysis::Facts;
use skep_analysis::filter::{Field, Filter, IndexColumn, Test, Truth, Value, Values};
use skep_records::record::Date;
use skep_records::{Judge, Record, Source, Verdict, read};
use skep_rules::game::Side;

use super::docs::{Docs, Truths};
use super::index::{Segment, column};
use super::schema::{
    CountedNumbers, MOST_ELO, MOST_PLIES, MOTIFS, PIECES, PackedMotifs, Pieces, unpacked,
};
use super::{Error, Index};
use skep_analysis::filter::Logic;

/// The games of an index that match a filter.
#[derive(Debug)]
pub struct SelectedGames {
    /// For each segment: the games that match, and the games whose records must be read to find out.
    pub segments: Vec<[Docs; 2]>,
}

impl SelectedGames {
    /// Whether no record must be read.
    pub fn is_whole(&self) -> bool {
        self.segments.iter().all(|[_, pending]| pending.is_empty())
    }
}

/// Reads and judges records to test them.
#[derive(Default)]
pub struct RecordTester {
    judge: Judge,
    record: Record,
    verdict: Verdict,
}

impl RecordTester {
    /// Calls `with` with the judged record of a game, and what it is. `None` if the record cannot be read.
    pub fn with_game<T>(
        &mut self,
        index: &Index,
        segment: &Segment,
        doc: u32,
        with: impl FnOnce(&Verdict, &Facts<'_>, &Source) -> T,
    ) -> Result<Option<T>, Error> {
        index.with_kept(segment, doc, |kept| {
            kept.with_game(|game| {
                read(game.format, game.text, &mut self.record);
                self.judge.judge(&self.record, &mut self.verdict);
                let facts = Facts::new(&self.record, &self.verdict);
                with(&self.verdict, &facts, game.source)
            })
        })
    }

    pub fn matches(
        &mut self,
        filter: &Filter,
        index: &Index,
        segment: &Segment,
        doc: u32,
    ) -> Result<bool, Error> {
        let matched = self.with_game(index, segment, doc, |_, facts, source| {
            filter.test(facts, source) == Truth::True
        });
        Ok(matched?.unwrap_or(false))
    }
}

impl Index {
    /// The games that match a filter, as far as the columns tell.
    pub(crate) fn candidates(&self, filter: &Filter) -> Result<SelectedGames, Error> {
        let segments = self.segments.par_iter().map(|segment| {
            let selected = segment.selected(filter);
            selected.map_err(|error| self.engine_error(error))
        });
        Ok(SelectedGames {
            segments: segments.collect::<Result<_, Error>>()?,
        })
    }

    /// As [`Index::candidates`], and kept for the next question with this filter.
    pub(crate) fn selected(&self, filter: &Filter) -> Result<Arc<SelectedGames>, Error> {
        let known = self
            .lock_selections()
            .iter()
            .find(|(text, _)| text == filter.text())
            .cloned();
        if let Some((_, selected)) = known {
            return Ok(selected);
        }
        let selected = Arc::new(self.candidates(filter)?);
        self.remember(filter.text(), &selected);
        Ok(selected)
    }
}

impl Segment {
    /// The games that match a filter, and the games whose records must be read to find out.
    fn selected(&self, filter: &Filter) -> tantivy::Result<[Docs; 2]> {
        let mut failure = None;
        let truths = filter.evaluate(|test| {
            truths(self, &test).unwrap_or_else(|error| {
                failure.get_or_insert(error);
                Truths::All(Truth::Unknown)
            })
        });
        if let Some(error) = failure {
            return Err(error);
        }
        let size = self.reader.max_doc();
        let [yes, pending] = match truths {
            Truths::All(truth) => [Truth::True, Truth::Pending].map(|wanted| {
                if truth == wanted {
                    Docs::all(size)
                } else {
                    Docs::none(size)
                }
            }),
            Truths::Sets { yes, pending, .. } => [yes, pending],
        };
        let Some(alive) = self.reader.alive_bitset() else {
            return Ok([yes, pending]);
        };
        let mut gone = Docs::none(size);
        (0..size)
            .filter(|&doc| alive.is_deleted(doc))
            .for_each(|doc| gone.add(doc));
        Ok([yes.and_not(&gone), pending.and_not(&gone)])
    }
}

/// The truth of a test for each game of a segment.
fn truths(segment: &Segment, test: &Test<'_>) -> tantivy::Result<Truths> {
    if let Some(keys) = test.reaches() {
        return reaching(segment, keys);
    }
    let Some(field) = test.field() else {
        let truths = match test.first_motif() {
            Some(motif) => motifs(segment, test, |packed| packed.first(motif))?,
            None => having_pieces(segment, test)?,
        };
        return Ok(negated(test, truths));
    };
    let truths = match field.index() {
        IndexColumn::Sides => {
            let [white, black] = Side::ALL.map(|side| match field.of_side(side) {
                Some(field) => of_field(segment, test, field),
                None => Ok(Truths::All(Truth::Pending)),
            });
            either(test, white?, black?)
        }
        _ => of_field(segment, test, field)?,
    };
    Ok(negated(test, truths))
}

fn negated(test: &Test<'_>, truths: Truths) -> Truths {
    if test.is_negated() {
        truths.not()
    } else {
        truths
    }
}

/// A test of a field that has one column.
fn of_field(segment: &Segment, test: &Test<'_>, field: Field) -> tantivy::Result<Truths> {
    match field.index() {
        IndexColumn::Texts => texts(segment, test, field),
        IndexColumn::Date(part) => dates(segment, test, part),
        IndexColumn::Plies => numbers(segment, test, MOST_PLIES, |n| Some(n.plies())),
        IndexColumn::Rating(side) => numbers(segment, test, MOST_ELO - 1, |n| n.rating(side)),
        IndexColumn::Motifs(side) => motifs(segment, test, |packed| packed.values(side)),
        IndexColumn::Sides | IndexColumn::Unheld => Ok(Truths::All(Truth::Pending)),
    }
}

/// A test of either side.
fn either(test: &Test<'_>, white: Truths, black: Truths) -> Truths {
    if test.is_known() {
        white.and(black)
    } else {
        white.or(black)
    }
}

/// A test of a text: each different text is tested once.
fn texts(segment: &Segment, test: &Test<'_>, field: Field) -> tantivy::Result<Truths> {
    let missing = test.holds(&Values::One(None));
    let Some(texts) = segment.text(field.as_str())? else {
        return Ok(Truths::All(missing));
    };
    let tested: Vec<Truth> = (texts.all.iter())
        .map(|text| test.holds(&Values::One(Some(Value::Text(text)))))
        .collect();
    let mut truths = Truths::unknown(segment.reader.max_doc());
    for (doc, text) in (0..).zip(&texts.of_game) {
        truths.set(doc, text.map_or(missing, |text| tested[text as usize]));
    }
    Ok(truths)
}

/// A test of the pieces of a game: the pieces that were placed may decide it. Otherwise the game is pending.
fn having_pieces(segment: &Segment, test: &Test<'_>) -> tantivy::Result<Truths> {
    let mut tested: FxHashMap<u64, Truth> = FxHashMap::default();
    let mut truths = Truths::unknown(segment.reader.max_doc());
    for (doc, pieces) in (0..).zip(column(&segment.reader, PIECES)?) {
        let truth = tested.entry(pieces).or_insert_with(|| {
            let placed = Pieces(pieces).placed();
            placed.map_or(Truth::Pending, |placed| test.with_pieces(&placed))
        });
        truths.set(doc, *truth);
    }
    Ok(truths)
}

/// A test of the motifs of a game. Few games have the same motifs, but each test is cheap.
fn motifs(
    segment: &Segment,
    test: &Test<'_>,
    values: impl Fn(PackedMotifs) -> Values<'static>,
) -> tantivy::Result<Truths> {
    let mut truths = Truths::unknown(segment.reader.max_doc());
    for (doc, packed) in (0..).zip(column(&segment.reader, MOTIFS)?) {
        truths.set(doc, test.holds(&values(PackedMotifs(packed))));
    }
    Ok(truths)
}

/// A test of a number of each game. `most` stands for greater numbers too.
fn numbers(
    segment: &Segment,
    test: &Test<'_>,
    most: u32,
    of: impl Fn(CountedNumbers) -> Option<u32>,
) -> tantivy::Result<Truths> {
    let mut truths = Truths::unknown(segment.reader.max_doc());
    for (doc, &numbers) in (0..).zip(segment.numbers()?) {
        let truth = match of(CountedNumbers(numbers)) {
            Some(number) if number >= most => Truth::Pending,
            number => test.holds(&Values::One(number.map(Value::Number))),
        };
        truths.set(doc, truth);
    }
    Ok(truths)
}

/// A test of the date, or of a part of it: each different date is tested once.
fn dates(
    segment: &Segment,
    test: &Test<'_>,
    part: fn(Date) -> Option<Value<'static>>,
) -> tantivy::Result<Truths> {
    let mut tested: FxHashMap<u32, Truth> = FxHashMap::default();
    let mut truths = Truths::unknown(segment.reader.max_doc());
    for (doc, &number) in (0..).zip(segment.dates()?) {
        let value = || Values::One(unpacked(number).and_then(part));
        let truth = tested.entry(number).or_insert_with(|| test.holds(&value()));
        truths.set(doc, *truth);
    }
    Ok(truths)
}

/// The games that come to one of the positions.
fn reaching(segment: &Segment, keys: impl Iterator<Item = u64>) -> tantivy::Result<Truths> {
    let size = segment.reader.max_doc();
    let mut yes = Docs::none(size);
    for key in keys {
        segment.positions.each(key, |_, doc| yes.add(doc))?;
    }
    Ok(Truths::Sets {
        no: Docs::all(size).and_not(&yes),
        yes,
        pending: Docs::none(size),
    })
}
