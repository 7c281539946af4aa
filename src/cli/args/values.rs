//! Parsers of values.

use std::ffi::OsStr;
use std::fmt::Display;
use std::marker::PhantomData;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, RangedI64ValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};

use skep_analysis::filter::Field;

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

/// The largest number of threads. More threads than cores do not help and take long to start.
pub const MOST_THREADS: u16 = 1024;

/// A number of threads.
pub fn thread_count() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u16)
        .range(..=i64::from(MOST_THREADS))
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
pub struct ByteSize(u64);

/// The text is not a number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number of bytes, such as 4096, 64K, 20M or 2G")]
pub struct ParseSizeError;

impl ByteSize {
    /// The number of bytes, limited to what the machine can address.
    pub fn bytes(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl FromStr for ByteSize {
    type Err = ParseSizeError;

    /// Parses a whole number. K, M and G, in any case, stand for powers of 1,024; `B` or `iB` may follow them.
    fn from_str(s: &str) -> Result<ByteSize, ParseSizeError> {
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
            .map(ByteSize)
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
    const UNITS: [(&str, f64); 4] = [("ms", 0.001), ("s", 1.0), ("min", 60.0), ("m", 60.0)];
    let with_unit = UNITS
        .iter()
        .find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, *seconds)));
    let (number, unit) = with_unit.unwrap_or((text, 1.0));
    let number: f64 = number.trim_end().parse().unwrap_or(f64::NAN);
    skep_engine::seconds(number * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_can_have_units() {
        for (text, milliseconds) in [
            ("2", 2000),
            ("0.5", 500),
            ("1.5s", 1500),
            ("250ms", 250),
            ("2 min", 120_000),
            ("1m", 60_000),
        ] {
            let time = Duration::from_millis(milliseconds);
            assert_eq!(seconds(text), Ok(time), "{text}");
        }
        for wrong in ["", "s", "1h", "-1s", "nan", "2d", "1500min"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
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
            assert_eq!(text.parse(), Ok(ByteSize(bytes)), "{text}");
        }
        for wrong in ["", "K", "-1", "1.5M", "1T", "99999999999G"] {
            assert_eq!(wrong.parse::<ByteSize>(), Err(ParseSizeError), "{wrong}");
        }
    }
}
