//! The group of a game in statistics and openings.

use std::cmp::Ordering;

use crate::Facts;
use crate::filter::{Attribute, Field, FieldType, Values};
use crate::openings::OpeningNames;
use crate::tally::count_key;
use skep_records::Source;
use skep_rules::game::Side;

impl OpeningNames {
    /// The value of a field or tag, with these names. If each player has a value, it is that of the player of `side`.
    /// `None` if neither record nor board states it, or the field can have several values.
    pub fn value(
        &self,
        by: &Attribute,
        facts: &Facts<'_>,
        source: &Source,
        side: Option<Side>,
    ) -> Option<String> {
        if *by == Attribute::Field(Field::Opening) {
            return self.of_game(facts).map(str::to_owned);
        }
        let value = match (by.values(facts, source), side) {
            (Values::One(value), _) => value,
            (Values::Both([white, _]), Some(Side::White)) => white,
            (Values::Both([_, black]), Some(Side::Black)) => black,
            _ => None,
        };
        Some(count_key(value?.to_string()))
    }
}

impl OpeningNames {
    /// The different values of a field or tag, with these names: two if the players have two, or each of a list.
    pub fn values(
        &self,
        by: &Attribute,
        facts: &Facts<'_>,
        source: &Source,
    ) -> Vec<Option<String>> {
        if *by == Attribute::Field(Field::Opening) {
            return vec![self.value(by, facts, source, None)];
        }
        let values = by.values(facts, source).each().into_iter();
        let mut texts: Vec<Option<String>> = values
            .map(|value| Some(count_key(value?.to_string())))
            .collect();
        texts.sort_unstable();
        texts.dedup();
        texts
    }
}

/// The values of a group by these fields as [`order`] compares them: a word of a list with an order is its place there.
pub fn ranked(by: &[Attribute], values: &[Option<String>]) -> Vec<Option<String>> {
    let place = |by: &Attribute, value: &String| {
        if matches!(by.field_type(), FieldType::Date) {
            // A year is not a number among dates.
            return Some(format!("{value}-"));
        }
        let words = by.ranked_words()?;
        let place = words.iter().position(|word| word == value)?;
        Some(place.to_string())
    };
    let pairs = by.iter().zip(values);
    pairs
        .map(|(by, value)| {
            value
                .as_ref()
                .and_then(|text| place(by, text))
                .or_else(|| value.clone())
        })
        .collect()
}

/// The order of groups by the values of their fields: an unknown value first, then numbers by their size, then texts by
/// their characters.
pub fn order(a: &[Option<String>], b: &[Option<String>]) -> Ordering {
    let rank = |value: &Option<String>| {
        // A band such as 1800..1999 is in the place of its first number.
        let first = value
            .as_deref()
            .map(|text| text.split("..").next().unwrap_or(text));
        let number = first.and_then(|text| text.parse::<f64>().ok());
        match (value, number.filter(|number| number.is_finite())) {
            (None, _) => (0, 0.0),
            (Some(_), Some(number)) => (1, number),
            (Some(_), None) => (2, 0.0),
        }
    };
    let compare = |a: &Option<String>, b: &Option<String>| {
        let ((a_kind, a_number), (b_kind, b_number)) = (rank(a), rank(b));
        let numbers = a_number.total_cmp(&b_number);
        a_kind.cmp(&b_kind).then(numbers).then_with(|| a.cmp(b))
    };
    let mut orders = a.iter().zip(b).map(|(a, b)| compare(a, b));
    let first = orders.find(|order| order.is_ne());
    first.unwrap_or_else(|| a.len().cmp(&b.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_list_are_in_its_order() {
        let by: Vec<Attribute> = ["speed", "weekday", "white"]
            .map(|field| field.parse().unwrap())
            .into();
        let texts = |texts: [&str; 3]| texts.map(|text| Some(text.to_owned()));
        assert_eq!(
            ranked(&by, &texts(["blitz", "Monday", "Monday"])),
            texts(["1", "0", "Monday"])
        );
        assert_eq!(ranked(&by[..1], &[None]), [None]);
    }

    #[test]
    fn groups_have_one_order() {
        let sorted = [
            None,
            Some("-1"),
            Some("9"),
            Some("010"),
            Some("10"),
            Some("200..399"),
            Some("1000..1199"),
            Some("1a"),
            Some("a"),
        ];
        let groups = sorted.map(|text| vec![text.map(str::to_owned)]);
        for (i, a) in groups.iter().enumerate() {
            for (j, b) in groups.iter().enumerate() {
                assert_eq!(order(a, b), i.cmp(&j), "{a:?} {b:?}");
            }
        }
    }
}
