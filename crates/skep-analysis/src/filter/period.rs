//! Spans of days as people name them: a week, a quarter, `last 30 days`, `3 weeks ago`.

use super::Date;
use crate::Weekday;

/// The seconds of a day.
const DAY: u64 = 24 * 60 * 60;

/// The first and the last day of a span. Weeks begin on Monday and have the numbers of ISO 8601: `2024-W14`. Quarters:
/// `2024Q2`, `Q2 2024`. The others need to know what day is today: `this week`, `last week`, `last quarter`, `last 30
/// days`, `last 2 weeks`, `3 months ago`, `a year ago`.
pub(super) fn period_of(text: &str, today: Option<Date>) -> Option<[Date; 2]> {
    // `last week -` is the beginning of something else.
    if text.trim_end().ends_with(['-', '_', '/']) {
        return None;
    }
    let text = text.to_ascii_lowercase().replace(['-', '_', '/'], " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let joined = words.join(" ");
    named(&joined).or_else(|| match words[..] {
        ["this", unit] => whole(unit, today?, 0),
        ["last" | "previous", unit] => whole(unit, today?, 1),
        ["last" | "past", count, unit] => {
            let from = back(today?, number(count)?, unit)?;
            Some([moved(from, 1)?, today?])
        }
        [count, unit, "ago"] => back(today?, number(count)?, unit).map(|day| [day, day]),
        _ => None,
    })
}

/// A week or a quarter of a year that is named.
fn named(text: &str) -> Option<[Date; 2]> {
    let year = |text: &str| {
        let text = text.trim();
        let is_year = text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit());
        is_year.then(|| text.parse::<u16>().ok()).flatten()
    };
    if let Some((before, week)) = text.split_once('w')
        && let (Some(year), Ok(week)) = (year(before), week.parse::<i32>())
    {
        // The first week of a year has its fourth of January.
        let fourth = Date::new(year, Some(1), Some(4))?;
        let from = moved(monday(fourth)?, 7 * (week - 1))?;
        let thursday = moved(from, 3)?;
        return (week >= 1 && thursday.year() == year).then_some([from, moved(from, 6)?]);
    }
    let (before, after) = text.split_once('q')?;
    let quarter: u8 = after
        .get(..1)?
        .parse()
        .ok()
        .filter(|q| (1..=4).contains(q))?;
    let year = match (before.trim(), &after[1..]) {
        ("", after) => year(after)?,
        (before, "") => year(before)?,
        _ => return None,
    };
    months(year, 3 * quarter - 2, 3)
}

/// The days of some months.
fn months(year: u16, first: u8, count: u8) -> Option<[Date; 2]> {
    let from = Date::new(year, Some(first), Some(1))?;
    let last = first + count - 1;
    let to = (28..=31)
        .rev()
        .find_map(|day| Date::new(year, Some(last), Some(day)))?;
    Some([from, to])
}

/// The week or quarter that is so many before that of today.
fn whole(unit: &str, today: Date, before: i32) -> Option<[Date; 2]> {
    match unit {
        "week" => {
            let from = moved(monday(today)?, -7 * before)?;
            Some([from, moved(from, 6)?])
        }
        "quarter" => {
            let day = back(today, 3 * before, "months")?;
            months(day.year(), (day.month()? - 1) / 3 * 3 + 1, 3)
        }
        _ => None,
    }
}

/// The day so many units before another. A month can be too short for its day, and then it is the last of the month.
fn back(day: Date, count: i32, unit: &str) -> Option<Date> {
    let months = match unit.strip_suffix('s').unwrap_or(unit) {
        "day" => return moved(day, -count),
        "week" => return moved(day, count.checked_mul(-7)?),
        "month" => count,
        "quarter" => count.checked_mul(3)?,
        "year" => count.checked_mul(12)?,
        _ => return None,
    };
    let at = i32::from(day.year()) * 12 + i32::from(day.month()?) - 1 - months;
    let (year, month) = (
        u16::try_from(at.div_euclid(12)).ok()?,
        at.rem_euclid(12) as u8 + 1,
    );
    let days = (1..=day.day()?).rev();
    days.take(4)
        .find_map(|day| Date::new(year, Some(month), Some(day)))
}

/// The Monday of a week.
fn monday(day: Date) -> Option<Date> {
    moved(day, -(Weekday::of(day)? as i32))
}

fn moved(day: Date, days: i32) -> Option<Date> {
    let days = u64::try_from(day.days_from_1970()?.checked_add(days)?).ok()?;
    Date::of_seconds(days.checked_mul(DAY)?)
}

/// A number in digits, or the article.
fn number(word: &str) -> Option<i32> {
    match word {
        "a" | "an" | "one" => Some(1),
        word => word
            .parse()
            .ok()
            .filter(|number| (0..100_000).contains(number)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_of_days_are_read_as_people_name_them() {
        let today = "2026-11-27".parse().unwrap();
        for (text, days) in [
            ("this week", "2026-11-23 2026-11-29"),
            ("Last week", "2026-11-16 2026-11-22"),
            ("last quarter", "2026-07-01 2026-09-30"),
            ("this-quarter", "2026-10-01 2026-12-31"),
            ("last 30 days", "2026-10-29 2026-11-27"),
            ("past 2 weeks", "2026-11-14 2026-11-27"),
            ("last 3 months", "2026-08-28 2026-11-27"),
            ("3 days ago", "2026-11-24 2026-11-24"),
            ("a week ago", "2026-11-20 2026-11-20"),
            ("9 months ago", "2026-02-27 2026-02-27"),
            ("an year ago", "2025-11-27 2025-11-27"),
            ("2024-W14", "2024-04-01 2024-04-07"),
            ("2024w01", "2024-01-01 2024-01-07"),
            ("2020-W53", "2020-12-28 2021-01-03"),
            ("2024Q2", "2024-04-01 2024-06-30"),
            ("Q1 2023", "2023-01-01 2023-03-31"),
            ("2023-q4", "2023-10-01 2023-12-31"),
        ] {
            let found = period_of(text, Some(today)).map(|days| days.map(|day| day.to_string()));
            assert_eq!(
                found.map(|days| days.join(" ")).as_deref(),
                Some(days),
                "{text}"
            );
        }
        for wrong in [
            "",
            "last",
            "week",
            "2024-W54",
            "2023-W53",
            "2024Q5",
            "next week",
            "3 days",
            "w",
            "q",
        ] {
            assert_eq!(period_of(wrong, Some(today)), None, "{wrong}");
        }
        let short = "2024-03-31".parse().unwrap();
        assert_eq!(back(short, 1, "month").unwrap().to_string(), "2024-02-29");
    }
}
