//! Dates with an unknown month or day, as in the tags of records.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::MONTHS;

/// A day, a month or a year: the known part of a date.
///
/// Dates are ordered by their first day, then by their known parts. To find out whether a date is certainly before
/// another, compare [`Date::last_day`] with [`Date::first_day`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "DateFields")]
pub struct Date {
    year: u16,
    /// 0 where it is unknown.
    month: u8,
    /// 0 where it is unknown.
    day: u8,
}

/// The fields of a date as they are stored.
#[derive(Deserialize)]
struct DateFields {
    year: u16,
    month: u8,
    day: u8,
}

impl TryFrom<DateFields> for Date {
    type Error = ParseDateError;

    fn try_from(fields: DateFields) -> Result<Date, ParseDateError> {
        let known = |number: u8| (number > 0).then_some(number);
        Date::new(fields.year, known(fields.month), known(fields.day)).ok_or(ParseDateError)
    }
}

/// The text is not a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a date: expected a year, a month such as 2024-03, or a day such as 2024-03-09")]
pub struct ParseDateError;

/// The letters of a short name of a month.
const SHORT: usize = 3;

impl Date {
    /// The date, if it exists. A day needs a month.
    pub fn new(year: u16, month: Option<u8>, day: Option<u8>) -> Option<Date> {
        let exists = match (month, day) {
            (None, None) => true,
            (None, Some(_)) => false,
            (Some(m), d) => {
                (1..=12).contains(&m) && d.is_none_or(|d| (1..=days_in_month(year, m)).contains(&d))
            }
        };
        (exists && (1..=9999).contains(&year)).then_some(Date {
            year,
            month: month.unwrap_or(0),
            day: day.unwrap_or(0),
        })
    }

    /// The year.
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month, from 1.
    pub const fn month(self) -> Option<u8> {
        if self.month == 0 {
            None
        } else {
            Some(self.month)
        }
    }

    /// The day of the month, from 1.
    pub const fn day(self) -> Option<u8> {
        if self.day == 0 { None } else { Some(self.day) }
    }

    /// The first day that the date can mean, as a number that grows with time.
    pub const fn first_day(self) -> u32 {
        let month = if self.month == 0 { 1 } else { self.month };
        let day = if self.day == 0 { 1 } else { self.day };
        number(self.year, month, day)
    }

    /// The last day that the date can mean, as a number that grows with time.
    pub fn last_day(self) -> u32 {
        let month = if self.month == 0 { 12 } else { self.month };
        let day = if self.day == 0 {
            days_in_month(self.year, month)
        } else {
            self.day
        };
        number(self.year, month, day)
    }

    /// The days from 1970-01-01 to the date, if its day is known.
    pub fn days_from_1970(self) -> Option<i32> {
        let month = time::Month::try_from(self.month()?).ok()?;
        let date = time::Date::from_calendar_date(self.year.into(), month, self.day()?).ok()?;
        Some(date.to_julian_day() - time::OffsetDateTime::UNIX_EPOCH.to_julian_day())
    }

    /// The day of a time in seconds since 1970-01-01 in UTC.
    pub fn of_seconds(seconds: u64) -> Option<Date> {
        let time = time::OffsetDateTime::from_unix_timestamp(seconds.try_into().ok()?).ok()?;
        let (year, month, day) = time.date().to_calendar_date();
        Date::new(year.try_into().ok()?, Some(month.into()), Some(day))
    }

    /// The date without its day, if its month is known.
    pub const fn to_month(self) -> Option<Date> {
        if self.month == 0 {
            None
        } else {
            Some(Date { day: 0, ..self })
        }
    }

    /// The month, from 1, of an English name or of its first three or more letters.
    pub fn month_of_name(text: &str) -> Option<u8> {
        let begins = |name: &&str| {
            let start = name.get(..text.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(text))
        };
        let place = MONTHS.iter().position(begins)?;
        (text.len() >= SHORT).then_some(place as u8 + 1)
    }

    /// Splits a text after its date: before `T`, `_` or a blank, which begin the time.
    pub fn split(text: &str) -> (&str, &str) {
        let bytes = text.as_bytes();
        let begins_time = |&at: &usize| match bytes[at] {
            // `T` may also end the name of a month.
            b'T' => at > 0 && bytes[at - 1].is_ascii_digit(),
            b => b == b'_' || b == b' ',
        };
        let end = (0..bytes.len()).find(begins_time);
        text.split_at(end.unwrap_or(text.len()))
    }

    /// Reads the date in a record: `2024.04.02`, `2024-04-02T18:57`, `2024.??.??`, `30-Jan-2024_16:10:56`,
    /// `30.01.2024`, `1/30/2024`. `None` if the year is unknown, a written part is invalid, or the day and the month
    /// could be exchanged, as in `04/02/2024`. With points, as in `04.02.2024`, the day comes first.
    pub fn of_tag(text: &str) -> Option<Date> {
        let (text, _) = Date::split(text.trim());
        if let Some(date) = whole_day(text) {
            return date;
        }
        let mut parts = text.split(['.', '-', '/']);
        let (first, second, third) = (parts.next()?, parts.next(), parts.next());
        if parts.next().is_some() {
            return None;
        }
        if let (Some(month), Some(year)) = (second, third)
            && let Some(month) = MONTHS
                .iter()
                .position(|m| m[..SHORT].eq_ignore_ascii_case(month))
        {
            return Date::new(digits(year, 4)?, Some(month as u8 + 1), Some(small(first)?));
        }
        if let (Some(second), Some(year)) = (second.and_then(small), third)
            && let (Some(first), Some(year)) = (small(first), digits(year, 4))
        {
            let date = |day, month| Date::new(year, Some(month), Some(day));
            return match (date(first, second), date(second, first)) {
                (Some(date), None) | (None, Some(date)) => Some(date),
                (date, _) if first == second || text.matches('.').count() == 2 => date,
                _ => None,
            };
        }
        let unknown = |part: &&str| !part.is_empty() && part.bytes().all(|b| b == b'?');
        let part = |part: Option<&str>| match part.filter(|p| !unknown(p)) {
            None => Some(None),
            Some(part) => small(part).map(Some),
        };
        let (month, day) = (part(second)?, part(third)?);
        // A day of an unknown month is useless.
        Date::new(digits(first, 4)?, month, day.filter(|_| month.is_some()))
    }

    /// Reads a date as people write it: what [`Date::of_tag`] reads without a time, and `03/2024`, `April 2024`,
    /// `26 Apr 2024`, `April 26th, 2024`, `20240426`.
    ///
    /// ```
    /// use skep_records::record::Date;
    ///
    /// let date = Date::new(2024, Some(4), Some(26));
    /// for text in ["2024-04-26", "26.04.2024", "4/26/2024", "26 April 2024", "Apr 26th, 2024", "20240426"] {
    ///     assert_eq!(Date::of_people(text), date, "{text}");
    /// }
    /// assert_eq!(Date::of_people("04/02/2024"), None, "in April or in February");
    /// ```
    pub fn of_people(text: &str) -> Option<Date> {
        let parts = text.split(|c: char| !c.is_alphanumeric());
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        let named = parts
            .iter()
            .position(|part| Date::month_of_name(part).is_some());
        match (named, &parts[..]) {
            (Some(at), parts) if parts.len() <= 3 => {
                let (mut year, mut day) = (None, None);
                for (i, part) in parts.iter().enumerate().filter(|(i, _)| *i != at) {
                    match digits(part, 4) {
                        Some(number) => year = Some(number),
                        // The day beside the month.
                        None if i.abs_diff(at) == 1 => day = Some(small(without_ordinal(part))?),
                        None => return None,
                    }
                }
                Date::new(year?, Date::month_of_name(parts[at]), day)
            }
            (None, &[month, year]) if digits(year, 4).is_some() => {
                Date::new(digits(year, 4)?, Some(small(month)?), None)
            }
            (None, &[day]) if day.len() == 8 && day == text => {
                let (year, rest) = (digits(day.get(..4)?, 4)?, digits(day.get(4..)?, 4)?);
                Date::new(year, Some((rest / 100) as u8), Some((rest % 100) as u8))
            }
            _ if text.contains(char::is_whitespace) => None,
            _ => Date::of_tag(text),
        }
    }
}

/// The day in a text such as `2024-04-26`, which is the most frequent one. `None` if the text is not written so.
fn whole_day(text: &str) -> Option<Option<Date>> {
    let &[
        y1,
        y2,
        y3,
        y4,
        b'-' | b'.' | b'/',
        m1,
        m2,
        b'-' | b'.' | b'/',
        d1,
        d2,
    ] = text.as_bytes()
    else {
        return None;
    };
    let is_number = [y1, y2, y3, y4, m1, m2, d1, d2]
        .iter()
        .all(u8::is_ascii_digit);
    let two = |tens: u8, ones: u8| 10 * (tens - b'0') + (ones - b'0');
    is_number.then(|| {
        let year = 100 * u16::from(two(y1, y2)) + u16::from(two(y3, y4));
        Date::new(year, Some(two(m1, m2)), Some(two(d1, d2)))
    })
}

/// The number, if the text has this many digits.
fn digits(text: &str, count: usize) -> Option<u16> {
    let all = text.len() == count && text.bytes().all(|b| b.is_ascii_digit());
    all.then(|| text.parse().ok()).flatten()
}

/// A number without the letters of an English ordinal: `26` of `26th`.
fn without_ordinal(text: &str) -> &str {
    let number = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|end| text.strip_suffix(end));
    number.unwrap_or(text)
}

/// A number of one or two digits.
fn small(text: &str) -> Option<u8> {
    digits(text, 2)
        .or_else(|| digits(text, 1))
        .and_then(|n| n.try_into().ok())
}

fn days_in_month(year: u16, month: u8) -> u8 {
    time::Month::try_from(month).map_or(0, |month| month.length(year.into()))
}

const fn number(year: u16, month: u8, day: u8) -> u32 {
    (year as u32 * 16 + month as u32) * 32 + day as u32
}

impl FromStr for Date {
    type Err = ParseDateError;

    /// Parses `2024`, `2024-03` and `2024-03-09`.
    fn from_str(s: &str) -> Result<Date, ParseDateError> {
        let mut parts = s.split('-');
        let year = parts.next().and_then(|y| digits(y, 4));
        let mut two = || match parts.next() {
            None => Ok(None),
            Some(part) => digits(part, 2).map(|n| Some(n as u8)).ok_or(ParseDateError),
        };
        let (month, day) = (two()?, two()?);
        if parts.next().is_some() {
            return Err(ParseDateError);
        }
        year.and_then(|y| Date::new(y, month, day))
            .ok_or(ParseDateError)
    }
}

impl fmt::Display for Date {
    /// Writes what [`Date::from_str`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if self.month > 0 {
            write!(f, "-{:02}", self.month)?;
        }
        if self.day > 0 {
            write!(f, "-{:02}", self.day)?;
        }
        Ok(())
    }
}
