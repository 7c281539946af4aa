//! Numbers of games and of plies, and ranges of them.

use std::fmt::{self, Display};
use std::str::FromStr;

const EXPECTED: &str = "expected a number of plies, or `end`; -3 is 3 plies before the end";
const EXPECTED_SPAN: &str = "expected a number of plies, `end`, -3 for 3 plies before the end, or a range such as 3..9 or -10..";
// In a list, `1,024` is 1 and 024.
const SEPARATED: &str = "a number does not begin with 0: numbers have no thousands separators";

/// A number that counts from the start, or back from the last number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberPlace {
    At(u64),
    BeforeEnd(u64),
}

impl NumberPlace {
    pub const END: NumberPlace = NumberPlace::BeforeEnd(0);

    /// The ply of a game with so many plies.
    pub fn ply(self, plies: u32) -> u32 {
        u32::try_from(self.of(plies.into())).unwrap_or(u32::MAX)
    }

    /// The number, if this is the last one. What is before the start is the start.
    pub fn of(self, end: u64) -> u64 {
        match self {
            NumberPlace::At(number) => number,
            NumberPlace::BeforeEnd(back) => end.saturating_sub(back),
        }
    }
}

impl FromStr for NumberPlace {
    type Err = &'static str;

    /// Parses `12`, `start`, `end`, or `-3` and `end-3` for 3 before the end.
    fn from_str(text: &str) -> Result<NumberPlace, &'static str> {
        NumberPlace::parse(text, EXPECTED)
    }
}

impl NumberPlace {
    /// Parses a place. If the text is not one, `expected` is the error.
    fn parse(text: &str, expected: &'static str) -> Result<NumberPlace, &'static str> {
        let text = text.trim();
        let number = |text: &str| text.parse().map_err(|_| expected);
        let back = text.strip_prefix("end").unwrap_or(text);
        match (text, back.strip_prefix('-')) {
            ("end" | "last", _) => Ok(NumberPlace::END),
            ("start", _) => Ok(NumberPlace::At(0)),
            (_, Some(back)) => number(back).map(NumberPlace::BeforeEnd),
            (group, None) if group.len() == 3 && group.starts_with('0') => Err(SEPARATED),
            (text, None) => number(text).map(NumberPlace::At),
        }
    }
}

/// A number, or a range of numbers with both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberSpan {
    One(NumberPlace),
    Range(NumberPlace, NumberPlace),
}

impl NumberSpan {
    /// The first and the last number.
    pub fn ends(self, end: u64) -> (u64, u64) {
        match self {
            NumberSpan::One(only) => (only.of(end), only.of(end)),
            NumberSpan::Range(first, last) => (first.of(end), last.of(end)),
        }
    }
}

impl FromStr for NumberSpan {
    type Err = &'static str;

    /// Parses `12`, `end`, `-3`, `3..9`, `3-9`, `3..`, `3..end`, `..9` or `-10..`.
    fn from_str(text: &str) -> Result<NumberSpan, &'static str> {
        let place = |text: &str| NumberPlace::parse(text, EXPECTED_SPAN);
        // People also write 3-9.
        let hyphen = || {
            text.split_once('-')
                .filter(|(first, last)| !(first.is_empty() || last.is_empty() || *first == "end"))
        };
        let Some((first, last)) = text.split_once("..").or_else(hyphen) else {
            return place(text).map(NumberSpan::One);
        };
        let first = match first {
            "" => NumberPlace::At(0),
            first => place(first)?,
        };
        let last = match last {
            "" => NumberPlace::END,
            last => place(last)?,
        };
        match (first, last) {
            (NumberPlace::At(first), NumberPlace::At(last)) if last < first => {
                Err("the smaller number of a range comes first")
            }
            (NumberPlace::BeforeEnd(first), NumberPlace::BeforeEnd(last)) if last > first => {
                Err("the smaller number of a range comes first")
            }
            _ => Ok(NumberSpan::Range(first, last)),
        }
    }
}

/// The numbers of the games to use: one, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameNumbers(Vec<NumberSpan>);

impl GameNumbers {
    /// This number only.
    pub fn one(number: u64) -> GameNumbers {
        GameNumbers(vec![NumberSpan::One(NumberPlace::At(number))])
    }

    fn ends(&self) -> impl Iterator<Item = (u64, u64)> {
        self.0.iter().map(|span| span.ends(u64::MAX))
    }

    /// The number, if it is the only one.
    pub fn single(&self) -> Option<u64> {
        let mut ends = self.ends();
        let only = ends.next().filter(|(first, last)| first == last);
        only.filter(|_| ends.next().is_none()).map(|(only, _)| only)
    }

    pub fn contains(&self, number: u64) -> bool {
        self.ends()
            .any(|(first, last)| (first..=last).contains(&number))
    }

    /// The largest number; `u64::MAX` for a range without an end.
    pub fn last(&self) -> u64 {
        self.ends().map(|(_, last)| last).max().unwrap_or(0)
    }

    /// The first number after `number` that the input must have. A range without an end needs only its first number.
    pub fn after(&self, number: u64) -> Option<u64> {
        let is_later =
            |&(first, last): &(u64, u64)| last > number && (last != u64::MAX || first > number);
        let later = self.ends().filter(is_later);
        later.map(|(first, _)| first.max(number + 1)).min()
    }
}

impl Display for GameNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (first, last)) in self.ends().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma}{first}")?;
            match last {
                u64::MAX => f.write_str("..")?,
                last if last != first => write!(f, "..{last}")?,
                _ => {}
            }
        }
        Ok(())
    }
}

impl FromStr for GameNumbers {
    type Err = String;

    /// Parses `24`, `1,3,5`, `6..15` or `6..`. Numbers count from 1 and go up, so that a number with a thousands
    /// separator is not read as two.
    fn from_str(text: &str) -> Result<GameNumbers, String> {
        let span = |text: &str| match text.parse() {
            Ok(
                span @ (NumberSpan::One(NumberPlace::At(1..))
                | NumberSpan::Range(
                    NumberPlace::At(1..),
                    NumberPlace::At(_) | NumberPlace::END,
                )),
            ) if !text.contains('+') => Some(span),
            _ => None,
        };
        if let Some(meant) = without_separators(text) {
            return Err(format!("numbers have no thousands separators: {meant}"));
        }
        let spans = text.split(',').map(span).collect::<Option<_>>();
        let numbers = GameNumbers(spans.ok_or_else(|| {
            "expected a whole number, 1 or more, or several: 1,3 or 6..15".to_owned()
        })?);
        let ends: Vec<(u64, u64)> = numbers.ends().collect();
        if ends.is_sorted_by(|before, next| before.1 < next.0) {
            return Ok(numbers);
        }
        let mut ordered = numbers.0;
        ordered.sort_by_key(|span| span.ends(u64::MAX));
        ordered.dedup();
        let ordered = GameNumbers(ordered);
        Err(format!(
            "games are used in the order of the input, each once: {ordered}"
        ))
    }
}

/// The text without the commas that separate thousands, if a part begins with a zero: `1074` for `1,074`.
fn without_separators(text: &str) -> Option<String> {
    let is_group = |part: &str| part.len() == 3 && part.bytes().all(|byte| byte.is_ascii_digit());
    let joined = |number: &str| {
        let mut parts = number.split(',');
        let first = parts.next().unwrap_or_default();
        let groups: Vec<&str> = parts.collect();
        let begins = (1..=3).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_digit());
        let is_one = begins && groups.iter().copied().all(is_group);
        let is_sure = groups.iter().any(|group| group.starts_with('0'));
        (is_one && is_sure).then(|| number.replace(',', ""))
    };
    let ends: Vec<&str> = text.split("..").map(str::trim).collect();
    let found: Vec<Option<String>> = ends.iter().map(|end| joined(end)).collect();
    found.iter().any(Option::is_some).then(|| {
        let ends = ends.iter().zip(found);
        let ends: Vec<String> = ends
            .map(|(end, joined)| joined.unwrap_or_else(|| end.replace(',', "")))
            .collect();
        ends.join("..")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_counted_from_both_ends() {
        for (text, ends) in [
            ("4", (4, 4)),
            ("end", (20, 20)),
            ("-3", (17, 17)),
            ("end-3", (17, 17)),
            ("-10..", (10, 20)),
            ("end-10..end", (10, 20)),
            ("-10..-3", (10, 17)),
            ("-30..", (0, 20)),
            ("3-9", (3, 9)),
        ] {
            let span: NumberSpan = text.parse().unwrap();
            assert_eq!(span.ends(20), ends, "{text}");
        }
        for (text, ply) in [
            ("4", 4),
            ("end", 20),
            ("last", 20),
            ("start", 0),
            ("-3", 17),
        ] {
            assert_eq!(text.parse::<NumberPlace>().unwrap().ply(20), ply, "{text}");
        }
        assert!("3..9".parse::<NumberPlace>().is_err());
        for wrong in ["-", "--3", "-3..-10", "end-"] {
            assert!(wrong.parse::<NumberSpan>().is_err(), "{wrong}");
        }
        assert!("-3".parse::<GameNumbers>().is_err());
    }

    #[test]
    fn numbers_are_single_or_several() {
        let numbers: GameNumbers = "2, 4,5..7".parse().unwrap();
        let contained: Vec<u64> = (0..10).filter(|n| numbers.contains(*n)).collect();
        assert_eq!(contained, [2, 4, 5, 6, 7]);
        assert_eq!((numbers.last(), numbers.single()), (7, None));
        let after: Vec<_> = [0, 2, 4, 6, 7].map(|n| numbers.after(n)).into();
        assert_eq!(after, [Some(2), Some(4), Some(5), Some(7), None]);
        assert_eq!(numbers.to_string(), "2,4,5..7");
        let open: GameNumbers = "3, 6..".parse().unwrap();
        assert_eq!([5, 6, 99].map(|n| open.contains(n)), [false, true, true]);
        assert_eq!([2, 5, 6].map(|n| open.after(n)), [Some(3), Some(6), None]);
        assert_eq!(open.to_string(), "3,6..");
        assert_eq!("3..3".parse::<GameNumbers>().unwrap().single(), Some(3));
        for (typed, meant) in [
            ("1,074", "separators: 1074"),
            ("12,345,067", "separators: 12345067"),
            ("1,074..1,080", "separators: 1074..1080"),
            ("1,074..", "separators: 1074.."),
            ("5,3", "each once: 3,5"),
            ("3,3", "each once: 3"),
            ("4..9,2", "each once: 2,4..9"),
        ] {
            let error = typed.parse::<GameNumbers>().unwrap_err();
            assert!(error.ends_with(meant), "{typed}: {error}");
        }
        for wrong in [
            "", "0", "end", "-1", "5-3", "3-", "5..3", "1,,2", "..4", "+1",
        ] {
            assert!(wrong.parse::<GameNumbers>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_span_is_one_number_or_a_range() {
        use NumberPlace::{At, BeforeEnd};
        for (text, span) in [
            ("12", NumberSpan::One(At(12))),
            ("end", NumberSpan::One(NumberPlace::END)),
            ("-1", NumberSpan::One(BeforeEnd(1))),
            ("3..9", NumberSpan::Range(At(3), At(9))),
            ("3-9", NumberSpan::Range(At(3), At(9))),
            ("3..", NumberSpan::Range(At(3), NumberPlace::END)),
            ("..end", NumberSpan::Range(At(0), NumberPlace::END)),
            ("-10..", NumberSpan::Range(BeforeEnd(10), NumberPlace::END)),
            ("-10..-2", NumberSpan::Range(BeforeEnd(10), BeforeEnd(2))),
        ] {
            assert_eq!(text.parse(), Ok(span), "{text}");
        }
        let ends = |text: &str, end| text.parse().map(|span: NumberSpan| span.ends(end));
        assert_eq!(ends("-10..", 30), Ok((20, 30)));
        assert_eq!(ends("-10..", 4), Ok((0, 4)));
        for bad in ["", "--1", "-", "9..3", "-2..-9", "a..b", "end..-1", "1...2"] {
            assert!(bad.parse::<NumberSpan>().is_err(), "{bad}");
        }
    }
}
