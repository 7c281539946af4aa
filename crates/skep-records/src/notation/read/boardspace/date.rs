//! Dates as the clients of Boardspace write them, in several languages.

/// The first letters of the months in the languages of the clients, in lower case.
const MONTHS: [&[&str]; 12] = [
    &["jan", "ene", "янв", "gen"],
    &["feb", "fév", "fev", "фев"],
    &["mar", "mär", "mrt", "maa", "мар"],
    &["apr", "avr", "abr", "апр"],
    &["may", "mai", "mei", "maj", "mag", "май", "мая"],
    &["jun", "juin", "июн", "giu"],
    &["jul", "juil", "июл", "lug"],
    &["aug", "aoû", "ago", "авг"],
    &["sep", "set", "сен"],
    &["oct", "okt", "ott", "out", "окт"],
    &["nov", "ноя"],
    &["dec", "déc", "dez", "dic", "дек"],
];

/// The day in the time stamp at the end of a game's name, `…-2024-04-02-1857` (UTC), as `2024.04.02`.
pub(super) fn of_name(name: &str) -> Option<String> {
    let mut fields = name.trim().rsplit('-');
    let time = fields.next()?;
    if time.len() != 4 || !time.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let (day, month, year) = (fields.next()?, fields.next()?, fields.next()?);
    if (day.len(), month.len(), year.len()) != (2, 2, 4) {
        return None;
    }
    written(number(year)?, number(month)?, number(day)?)
}

/// The day in a date as written by a client: `Mon Apr 01 11:53:06 AEDT 2024`, `April 9, 2024`, `10. April 2024`,
/// `2024-04-09`, `2024年4月9日`. `None` for purely numeric dates that do not begin with the year.
pub(super) fn of_words(text: &str) -> Option<String> {
    let mut numbers = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|n| !n.is_empty());
    // The last word that is a month: `mardi` and `Mar` may be Tuesdays, and Tuesdays come first.
    let month = text
        .split(|c: char| !c.is_alphabetic())
        .filter_map(month_of)
        .next_back();
    let Some(month) = month else {
        let year = numbers.next().filter(|n| n.len() == 4)?;
        let (month, day) = (numbers.next()?, numbers.next()?);
        return written(number(year)?, number(month)?, number(day)?);
    };
    let day = numbers.clone().find(|n| n.len() <= 2)?;
    let year = numbers.find(|n| n.len() == 4)?;
    written(number(year)?, month, number(day)?)
}

/// The month, from 1, that a word names.
fn month_of(word: &str) -> Option<u32> {
    // Longer words in capitals are time zones: NOVT, MART.
    if word.len() > 3 && word.bytes().all(|b| b.is_ascii_uppercase()) {
        return None;
    }
    let word = word.to_lowercase();
    let month = MONTHS
        .iter()
        .position(|names| names.iter().any(|n| word.starts_with(n)))?;
    Some(month as u32 + 1)
}

fn number(digits: &str) -> Option<u32> {
    digits.parse().ok()
}

fn written(year: u32, month: u32, day: u32) -> Option<String> {
    let sound =
        (1900..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    sound.then(|| format!("{year:04}.{month:02}.{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stamp_of_the_name_is_found() {
        for (name, date) in [
            ("T!HV-a-b-2024-04-02-1857", Some("2024.04.02")),
            ("HV-a-b-2024-13-02-1857", None),
            ("HV-a-b-2024-04-02", None),
            ("", None),
            ("-é-é-é-0000", None),
        ] {
            assert_eq!(of_name(name).as_deref(), date, "{name}");
        }
    }

    #[test]
    fn dates_in_many_languages_are_read() {
        for (text, date) in [
            ("Mon Apr 01 11:53:06 AEDT 2024", Some("2024.04.01")),
            ("Thu Oct 03 01:02:03 NOVT 2013", Some("2013.10.03")),
            ("Tue Mar 29 21:05:19 GMT+03:00 2016", Some("2016.03.29")),
            ("April 9, 2024", Some("2024.04.09")),
            ("9 April 2024", Some("2024.04.09")),
            ("10. April 2024", Some("2024.04.10")),
            ("mardi 9 avril 2024", Some("2024.04.09")),
            ("9 de abril de 2024", Some("2024.04.09")),
            ("30 марта 2024 г.", Some("2024.03.30")),
            ("11 août 2024", Some("2024.08.11")),
            ("2024年4月9日", Some("2024.04.09")),
            ("2024-04-09", Some("2024.04.09")),
            ("09/04/24", None),
            ("yesterday", None),
            ("", None),
        ] {
            assert_eq!(of_words(text).as_deref(), date, "{text}");
        }
    }
}
