//! Lists of games: sorted, and in pages.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::{FoundGame, GameOrder};
use crate::Date;
use crate::filter::Filter;
use crate::openings::TreeStart;

/// A question for games.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Only games that count and reached this position. Without it, games with errors are listed too.
    pub place: Option<&'a TreeStart>,
    /// Only games that match it.
    pub filter: Option<&'a Filter>,
    /// The order of the games.
    pub sort: ListSort,
    /// The last game of the page before.
    pub after: Option<&'a Cursor>,
    /// The number of games on a page.
    pub limit: usize,
}

impl<'a> Question<'a> {
    /// The same question, for a page with all games.
    #[must_use]
    pub const fn without_end(&self) -> Question<'a> {
        Question {
            limit: usize::MAX,
            ..*self
        }
    }
}

/// A page of a list.
#[derive(Clone, Debug, Default)]
pub struct ListPage {
    /// The games, in their order.
    pub games: Vec<FoundGame>,
    /// The games on all pages.
    pub total: u64,
    /// The last game of the page, if another page follows.
    pub next: Option<Cursor>,
}

/// A page of a list: the ids of its games, which take less memory than their texts.
#[derive(Clone, Debug, Default)]
pub struct IdPage {
    /// The ids, in the order of the games.
    pub ids: Vec<u64>,
    /// The games on all pages.
    pub total: u64,
    /// The last game of the page, if another page follows.
    pub next: Option<Cursor>,
}

/// What a list is sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListSort {
    /// What the games are sorted by.
    pub order: GameOrder,
    /// Whether the order is turned around. Games without the value stay last, and equal games stay in the order in
    /// which they were added.
    pub reverse: bool,
}

/// The value of a game in an order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worth {
    /// A number, and the number that decides between games with the same one.
    Numbers(u64, u64),
    /// In small letters.
    Text(String),
}

/// The place of a game in a list. As text, it is a parameter of the next request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The value, if it is known.
    pub worth: Option<Worth>,
    /// The number of the game in the order in which games were added.
    pub added: u64,
}

/// A date as a number that grows with it; 0 is unknown.
pub fn date_number(date: Option<Date>) -> u64 {
    date.map_or(0, |date| {
        let (month, day) = (date.month().unwrap_or(0), date.day().unwrap_or(0));
        u64::from(date.year()) << 9 | u64::from(month) << 5 | u64::from(day)
    })
}

impl Worth {
    /// Two numbers. A first number of 0 is unknown.
    pub const fn numbers(first: u64, second: u64) -> Option<Worth> {
        if first == 0 {
            None
        } else {
            Some(Worth::Numbers(first, second))
        }
    }

    /// A name.
    pub fn text(text: Option<&str>) -> Option<Worth> {
        text.map(|text| Worth::Text(text.to_lowercase()))
    }
}

impl ListSort {
    /// Compares the places of two games.
    pub fn compare(self, a: &Cursor, b: &Cursor) -> Ordering {
        let down = matches!(
            self.order,
            GameOrder::Newest | GameOrder::Rated | GameOrder::Longest
        );
        let by_worth = match (&a.worth, &b.worth) {
            (Some(a), Some(b)) if down != self.reverse => b.cmp(a),
            (Some(a), Some(b)) => a.cmp(b),
            (a, b) => a.is_none().cmp(&b.is_none()),
        };
        let by_age = match (self.order, self.reverse) {
            (GameOrder::Added, true) => b.added.cmp(&a.added),
            _ => a.added.cmp(&b.added),
        };
        by_worth.then(by_age)
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.worth {
            None => write!(f, "{}", self.added),
            Some(Worth::Numbers(first, second)) => write!(f, "{}.{first}.{second}", self.added),
            Some(Worth::Text(text)) => write!(f, "{}-{text}", self.added),
        }
    }
}

impl FromStr for Cursor {
    type Err = InvalidCursor;

    fn from_str(text: &str) -> Result<Cursor, InvalidCursor> {
        let number = |text: &str| text.parse().map_err(|_| InvalidCursor);
        let end = text.find(['.', '-']).unwrap_or(text.len());
        let (added, rest) = text.split_at(end);
        let worth = match rest.split_at_checked(1) {
            None => None,
            Some(("-", text)) => Some(Worth::Text(text.to_owned())),
            Some((_, numbers)) => {
                let (first, second) = numbers.split_once('.').ok_or(InvalidCursor)?;
                Some(Worth::Numbers(number(first)?, number(second)?))
            }
        };
        Ok(Cursor {
            worth,
            added: number(added)?,
        })
    }
}

/// A text that is not a [`Cursor`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the cursor of an answer")]
pub struct InvalidCursor;

/// Chooses the games of a page among all games of a list.
#[derive(Debug)]
pub struct PageBuilder<'a, T> {
    sort: ListSort,
    after: Option<&'a Cursor>,
    limit: usize,
    total: u64,
    best: Vec<(Cursor, T)>,
}

impl<'a, T> PageBuilder<'a, T> {
    /// The page of a question, without games.
    pub fn new(question: &Question<'a>) -> PageBuilder<'a, T> {
        PageBuilder {
            sort: question.sort,
            after: question.after,
            limit: question.limit,
            total: 0,
            best: Vec::new(),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, place: Cursor, game: T) {
        self.total += 1;
        if (self.after).is_some_and(|after| self.sort.compare(&place, after) != Ordering::Greater) {
            return;
        }
        self.best.push((place, game));
        // One more game says whether another page follows.
        if self.best.len() > self.limit.saturating_mul(2).saturating_add(1024) {
            self.cut();
        }
    }

    fn cut(&mut self) {
        let sort = self.sort;
        self.best.sort_by(|(a, _), (b, _)| sort.compare(a, b));
        self.best.truncate(self.limit.saturating_add(1));
    }

    /// The games of the page, the number of all games, and the place of the last game if another page follows.
    pub fn finish(mut self) -> (Vec<T>, u64, Option<Cursor>) {
        self.cut();
        let has_more = self.best.len() > self.limit;
        self.best.truncate(self.limit);
        let last = self.best.last().map(|(place, _)| place.clone());
        let games = self.best.into_iter().map(|(_, game)| game).collect();
        (games, self.total, last.filter(|_| has_more))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(worth: Option<Worth>, added: u64) -> Cursor {
        Cursor { worth, added }
    }

    #[test]
    fn cursors_are_read_as_they_are_written() {
        for cursor in [
            place(None, 0),
            place(Worth::numbers(20, 0), 7),
            place(Worth::text(Some("Ann-Lee 1.5")), u64::MAX),
            place(Worth::text(Some("")), 1),
        ] {
            assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
        for text in ["", "x", "1.2", "1.2.x", "-ann", "1.2.3.4"] {
            assert_eq!(text.parse::<Cursor>(), Err(InvalidCursor), "{text}");
        }
    }

    #[test]
    fn pages_join_to_the_whole_list() {
        let games: Vec<Cursor> = (0..5000)
            .map(|i| place(Worth::numbers(i * 7919 % 97, i % 3), i))
            .collect();
        for reverse in [false, true] {
            for order in GameOrder::ALL {
                let sort = ListSort { order, reverse };
                let mut whole = games.clone();
                whole.sort_by(|a, b| sort.compare(a, b));
                let (mut joined, mut after): (Vec<u64>, Option<Cursor>) = (Vec::new(), None);
                loop {
                    let mut page = PageBuilder::new(&Question {
                        place: None,
                        filter: None,
                        sort,
                        after: after.as_ref(),
                        limit: 700,
                    });
                    for game in &games {
                        page.add(game.clone(), game.added);
                    }
                    let (some, total, next) = page.finish();
                    assert_eq!(total, 5000);
                    joined.extend(some);
                    match next {
                        Some(next) => after = Some(next),
                        None => break,
                    }
                }
                assert!(
                    joined.iter().eq(whole.iter().map(|game| &game.added)),
                    "{sort:?}"
                );
                // Unknown values are last, whichever way the list is sorted.
                assert!(whole.last().is_some_and(|game| game.worth.is_none()));
            }
        }
    }
}
