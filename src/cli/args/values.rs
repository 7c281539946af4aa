//! Parsers of values.

use std::ffi::OsStr;
use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, RangedI64ValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};

use skep_analysis::select::Field;

/// A whole number from 1.
///
/// # Errors
/// The text is another text.
pub fn whole_number(text: &str) -> Result<u64, &'static str> {
    // "+2" is a number for Rust, and the lines from the second one for tail.
    let is_plain = text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|number| is_plain && *number > 0);
    number.ok_or("expected a whole number, 1 or more")
}

/// A number, or a range of numbers with both ends. `None` is the last number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    One(Option<u64>),
    Range(u64, Option<u64>),
}

impl Span {
    /// The first and the last number. `end` replaces `None`.
    pub fn ends(self, end: u64) -> (u64, u64) {
        match self {
            Span::One(only) => (only.unwrap_or(end), only.unwrap_or(end)),
            Span::Range(first, last) => (first, last.unwrap_or(end)),
        }
    }
}

impl FromStr for Span {
    type Err = &'static str;

    /// Parses `12`, `end`, `3..9`, `3..`, `3..end` or `..9`.
    fn from_str(text: &str) -> Result<Span, &'static str> {
        const EXPECTED: &str =
            "expected a number of plies, `end`, or a range such as 3..9 or 3..end";
        let number = |text: &str| match text.trim() {
            "end" => Ok(None),
            number => number.parse().map(Some).map_err(|_| EXPECTED),
        };
        let Some((first, last)) = text.split_once("..") else {
            return number(text).map(Span::One);
        };
        let first = match first {
            "" => 0,
            first => first.trim().parse().map_err(|_| EXPECTED)?,
        };
        let last = if last.is_empty() { None } else { number(last)? };
        if last.is_some_and(|last| last < first) {
            return Err(EXPECTED);
        }
        Ok(Span::Range(first, last))
    }
}

/// The numbers of the games to use: one, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers(Vec<Span>);

impl Numbers {
    /// This number only.
    pub fn one(number: u64) -> Numbers {
        Numbers(vec![Span::One(Some(number))])
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

impl Display for Numbers {
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

impl FromStr for Numbers {
    type Err = &'static str;

    /// Parses `24`, `1,3,5`, `6..15` or `6..`. Numbers count from 1.
    fn from_str(text: &str) -> Result<Numbers, &'static str> {
        const EXPECTED: &str = "expected a whole number, 1 or more, or several: 1,3 or 6..15";
        let span = |text: &str| match text.parse() {
            Ok(span @ (Span::One(Some(1..)) | Span::Range(1.., _))) if !text.contains('+') => {
                Ok(span)
            }
            _ => Err(EXPECTED),
        };
        text.split(',')
            .map(span)
            .collect::<Result<_, _>>()
            .map(Numbers)
    }
}

/// The largest number of threads. More threads than cores do not help and take long to start.
const MOST_THREADS: i64 = 1024;

/// A number of threads.
pub fn thread_count() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u16)
        .range(..=MOST_THREADS)
        .map(usize::from)
}

/// The number of own turns that `--tactics` without a number looks ahead.
pub const DEFAULT_TURNS: &str = "2";

/// Parses a number of own turns to look ahead, in every position of a game.
pub fn turns() -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=3)
}

/// Parses a value of a closed list, ignoring case. Help and completions list the values.
pub fn one_of<T>(values: &'static [T]) -> OneOf<T> {
    OneOf(values)
}

/// See [`one_of`].
pub struct OneOf<T: 'static>(&'static [T]);

impl<T> Clone for OneOf<T> {
    fn clone(&self) -> OneOf<T> {
        OneOf(self.0)
    }
}

impl<T: Display> OneOf<T> {
    fn names(&self) -> PossibleValuesParser {
        PossibleValuesParser::new(self.0.iter().map(|value| value.to_string()))
    }
}

impl<T> TypedValueParser for OneOf<T>
where
    T: FromStr<Err: std::error::Error + Send + Sync> + Display + PartialEq + Clone + Send + Sync,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let known = value.to_str().and_then(|name| name.parse().ok());
        if let Some(value) = known.filter(|value| self.0.contains(value)) {
            return Ok(value);
        }
        let name = self.names().parse_ref(command, argument, value)?;
        Err(command.clone().error(ErrorKind::InvalidValue, name))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values: Vec<PossibleValue> = self.names().possible_values()?.collect();
        Some(Box::new(values.into_iter()))
    }
}

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(u64);

/// The text is not a number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number of bytes, such as 4096, 64K, 20M or 2G")]
pub struct ParseSizeError;

impl Size {
    /// The number of bytes, limited to what the machine can address.
    pub fn bytes(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl FromStr for Size {
    type Err = ParseSizeError;

    /// Parses a whole number. K, M and G, in any case, stand for powers of 1,024; `B` or `iB` may follow them.
    fn from_str(s: &str) -> Result<Size, ParseSizeError> {
        let digits = s.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = s.split_at(digits);
        let shift = match unit.to_ascii_lowercase().as_str() {
            "" | "b" => 0,
            "k" | "kb" | "kib" => 10,
            "m" | "mb" | "mib" => 20,
            "g" | "gb" | "gib" => 30,
            _ => return Err(ParseSizeError),
        };
        let number: u64 = number.parse().map_err(|_| ParseSizeError)?;
        number
            .checked_mul(1 << shift)
            .map(Size)
            .ok_or(ParseSizeError)
    }
}

/// Reads a field of the filter language, or what is made of one. Help and completions list the fields.
#[derive(Clone, Debug)]
pub struct FieldParser<T> {
    /// Names besides those of the fields.
    more: &'static [&'static str],
    made: PhantomData<T>,
}

impl<T> FieldParser<T> {
    pub const fn new() -> FieldParser<T> {
        FieldParser::and(&[])
    }

    /// Lists more names besides those of the fields.
    pub const fn and(more: &'static [&'static str]) -> FieldParser<T> {
        FieldParser {
            more,
            made: PhantomData,
        }
    }
}

impl<T> TypedValueParser for FieldParser<T>
where
    T: FromStr<Err: std::error::Error + Send + Sync> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        TypedValueParser::parse_ref(&str::parse::<T>, command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = Field::NAMES.iter().chain(self.more);
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

/// A number of seconds, which can have a fraction.
pub fn seconds(text: &str) -> Result<Duration, &'static str> {
    skep_engine::seconds(text.parse().unwrap_or(f64::NAN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_single_or_several() {
        let numbers: Numbers = "2, 5..7,4".parse().unwrap();
        let contained: Vec<u64> = (0..10).filter(|n| numbers.contains(*n)).collect();
        assert_eq!(contained, [2, 4, 5, 6, 7]);
        assert_eq!((numbers.last(), numbers.single()), (7, None));
        let after: Vec<_> = [0, 2, 4, 6, 7].map(|n| numbers.after(n)).into();
        assert_eq!(after, [Some(2), Some(4), Some(5), Some(7), None]);
        assert_eq!(numbers.to_string(), "2,5..7,4");
        let open: Numbers = "3, 6..".parse().unwrap();
        assert_eq!([5, 6, 99].map(|n| open.contains(n)), [false, true, true]);
        assert_eq!([2, 5, 6].map(|n| open.after(n)), [Some(3), Some(6), None]);
        assert_eq!(open.to_string(), "3,6..");
        assert_eq!("3..3".parse::<Numbers>().unwrap().single(), Some(3));
        for wrong in ["", "0", "end", "-1", "3-5", "5..3", "1,,2", "..4", "+1"] {
            assert!(wrong.parse::<Numbers>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_span_is_one_number_or_a_range() {
        for (text, span) in [
            ("12", Span::One(Some(12))),
            ("end", Span::One(None)),
            ("3..9", Span::Range(3, Some(9))),
            ("3..", Span::Range(3, None)),
            ("..end", Span::Range(0, None)),
        ] {
            assert_eq!(text.parse(), Ok(span), "{text}");
        }
        for bad in ["", "-1", "9..3", "a..b", "end..3", "1...2"] {
            assert!(bad.parse::<Span>().is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [
            ("0", 0),
            ("512", 512),
            ("64K", 65_536),
            ("2g", 2 << 30),
            ("1MiB", 1 << 20),
        ] {
            assert_eq!(text.parse(), Ok(Size(bytes)), "{text}");
        }
        for wrong in ["", "K", "-1", "1.5M", "1T", "99999999999G"] {
            assert_eq!(wrong.parse::<Size>(), Err(ParseSizeError), "{wrong}");
        }
    }
}
