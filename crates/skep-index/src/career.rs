//! The games of a player, and counts by field, from the columns of the index.

use std::cmp::Reverse;
use std::collections::HashMap;

use skep_analysis::Tally as _;
use skep_analysis::database::{Career, KnownPlayer, ranked};
use skep_analysis::filter::Field;
use skep_records::record::folded;
use skep_rules::game::{BySide, Side};

use super::index::Segment;
use super::node::Sums;
use super::schema::{CountedNumbers, unpacked};
use super::{Error, Index};

impl Index {
    /// The players of one side, or of both, with their games.
    pub(crate) fn ranked(&self, fields: &[Field]) -> Result<Vec<KnownPlayer>, Error> {
        let mut games: HashMap<String, u64> = HashMap::new();
        for segment in &self.segments {
            for field in fields {
                let texts = segment.text(field.as_str());
                let Some(names) = texts.map_err(|error| self.engine_error(error))? else {
                    continue;
                };
                let mut counts = vec![0_u64; names.all.len()];
                for doc in segment.reader.doc_ids_alive() {
                    if let Some(name) = names.of_game[doc as usize] {
                        counts[name as usize] += 1;
                    }
                }
                for (name, count) in names.all.into_iter().zip(counts) {
                    if count > 0 {
                        *games.entry(name).or_default() += count;
                    }
                }
            }
        }
        Ok(ranked(games))
    }

    /// The values of a field with their numbers of games, the most frequent first. Empty if the index does not store
    /// the field as text.
    ///
    /// # Errors
    /// The index is damaged.
    pub fn counts(&self, field: Field) -> Result<Vec<(String, u64)>, Error> {
        if !super::schema::TEXTS.contains(&field) {
            return Ok(Vec::new());
        }
        let counts = self.ranked(&[field])?.into_iter();
        Ok(counts.map(|value| (value.name, value.games)).collect())
    }

    /// The games of the player with a name in any case, with some opponents and some of the latest games. `None` if no
    /// game has the player.
    ///
    /// # Errors
    /// The index is damaged.
    pub fn career(
        &self,
        name: &str,
        opponents: usize,
        newest: usize,
    ) -> Result<Option<Career>, Error> {
        let mut career = Career::default();
        let mut names: HashMap<String, u64> = HashMap::new();
        let mut others: HashMap<String, u64> = HashMap::new();
        let mut places: Vec<(Reverse<u32>, usize, u32)> = Vec::new();
        let wanted = folded(name);
        for (i, segment) in self.segments.iter().enumerate() {
            let added = add(&mut career, segment, &wanted, |doc, date, own, other| {
                *names.entry(own.to_owned()).or_default() += 1;
                if let Some(other) = other {
                    *others.entry(other.to_owned()).or_default() += 1;
                }
                places.push((Reverse(date), i, doc));
            });
            added.map_err(|error| self.engine_error(error))?;
        }
        let Some(most) = ranked(names).into_iter().next() else {
            return Ok(None);
        };
        career.name = most.name;
        career.opponents = ranked(others);
        career.opponents.truncate(opponents);
        places.sort_unstable();
        // A player can play against themselves.
        places.dedup();
        let newest = places.into_iter().take(newest);
        career.newest = newest
            .map(|(_, segment, doc)| self.found(segment, doc))
            .collect::<Result<_, _>>()?;
        Ok(Some(career))
    }
}

/// Adds the games of a segment, and calls `with` for each with its number, its date and the names.
fn add(
    career: &mut Career,
    segment: &Segment,
    wanted: &str,
    mut with: impl FnMut(u32, u32, &str, Option<&str>),
) -> tantivy::Result<()> {
    let (numbers, dates) = (segment.numbers()?, segment.dates()?);
    let [white, black] = [Field::White, Field::Black].map(|side| segment.text(side.as_str()));
    let columns = BySide {
        white: white?,
        black: black?,
    };
    for side in Side::ALL {
        let Some(names) = &columns[side] else {
            continue;
        };
        let is_it: Vec<bool> = (names.all.iter())
            .map(|name| folded(name) == wanted)
            .collect();
        if !is_it.contains(&true) {
            continue;
        }
        for doc in segment.reader.doc_ids_alive() {
            let own = names.of_game[doc as usize].filter(|&name| is_it[name as usize]);
            let Some(own) = own.and_then(|_| names.of(doc)) else {
                continue;
            };
            let number = CountedNumbers(numbers[doc as usize]);
            let mut sums = Sums::default();
            sums.add(number, 0);
            career.scores[side].merge(sums.node().score);
            if let Some(rating) = number.rating(side) {
                career.rating.add(rating.into());
            }
            let date = unpacked(dates[doc as usize]);
            career.first = [career.first, date].into_iter().flatten().min();
            career.last = career.last.max(date);
            let other = columns[!side].as_ref();
            let other = other.and_then(|names| names.of(doc));
            with(doc, dates[doc as usize], own, other);
        }
    }
    Ok(())
}
