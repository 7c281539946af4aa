//! A result with its date, so that the games of a player have an order.

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use crate::{Date, Facts};

/// A dated and decided game of a player, for runs. Games are ordered by the known part of their time.
///
/// Games of a day are ordered by the time of day; games without a time come first. Ties are broken by the name that the
/// site gave the game, then the length, then the result (drawn, lost, won). So the order does not depend on the order
/// in which games are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DatedResult {
    pub(super) date: Date,
    /// Minutes since midnight.
    time: Option<u16>,
    /// A hash of the name.
    name: u64,
    plies: u32,
    /// Whether the player won; `None` after a draw.
    pub(super) won: Option<bool>,
}

impl DatedResult {
    /// The game, if it has a date.
    pub(super) fn new(facts: &Facts<'_>, won: Option<bool>) -> Option<DatedResult> {
        let name = facts.tag("GameName").or_else(|| facts.tag("Round"));
        Some(DatedResult {
            date: facts.date()?,
            time: facts.start_minute(),
            name: name.map_or(0, |n| XxHash3_64::oneshot(n.as_bytes())),
            plies: facts.plies().unwrap_or(0),
            won,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skep_records::Judge;
    use skep_records::record::{Format, Record};

    fn result(tags: &str) -> Option<DatedResult> {
        let text = format!("[GameType \"Base\"]\n{tags}\n\n1. wS1\n2. bS1 wS1-\n");
        let record = Record::read(Format::Pgn, &text);
        let verdict = Judge::default().verdict(&record);
        DatedResult::new(&Facts::new(&record, &verdict), Some(true))
    }

    #[test]
    fn the_time_of_day_is_found_in_each_place() {
        let time = |tags| result(tags).and_then(|o| o.time);
        assert_eq!(time("[Date \"2024.03.09\"]"), None);
        assert_eq!(time("[Date \"2024-03-09T17:06:56Z\"]"), Some(17 * 60 + 6));
        assert_eq!(time("[Date \"2024.03.09\"]\n[Time \"23:59\"]"), Some(1439));
        assert_eq!(time("[Date \"2024.03.09\"]\n[Time \"24:00\"]"), None);
        let named = "[Date \"2024.03.09\"]\n[GameName \"HV-a-b-2024-03-09-0005\"]";
        assert_eq!(time(named), Some(5));
        let odd = "[Date \"2024.03.09\"]\n[GameName \"HV-é-2024\"]";
        assert_eq!(time(odd), None);
    }

    #[test]
    fn games_without_a_date_have_no_order() {
        assert_eq!(result("[Date \"????.??.??\"]"), None);
        let early = result("[Date \"2024.03.09\"]").unwrap();
        assert!(early < result("[Date \"2024.03.09\"]\n[Time \"10:00\"]").unwrap());
        assert!(result("[Date \"2024.03.10\"]").unwrap() > early);
    }
}
