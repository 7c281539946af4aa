//! The table of games.

use super::build::{Choice, Day, Index, Key, Text, add, builders};
use skep_analysis::openings::Names;
use skep_analysis::{Date, EventKind, Facts};
use skep_collection::Source;
use skep_records::Status;
use skep_records::record::{Format, GameKind, StatedResult, Termination};
use skep_rules::game::Side;

builders! {
    /// The columns of games.
    pub(crate) struct Games {
        path: Text,
        entry: Text,
        index: Key,
        notation: Choice<Format>,
        game: Choice<GameKind>,
        date: Day,
        date_text: Text,
        white: Text,
        black: Text,
        white_elo: Index,
        black_elo: Index,
        event: Text,
        event_kind: Choice<EventKind>,
        site: Text,
        time_control: Text,
        status: Choice<Status>,
        result: Choice<StatedResult>,
        stated_result: Choice<StatedResult>,
        board_result: Choice<StatedResult>,
        termination: Choice<Termination>,
        plies: Index,
        opening: Text,
    }
}

impl Games {
    /// Adds a game.
    pub fn push(&mut self, facts: &Facts<'_>, source: &Source, index: u64, names: &Names) {
        let date = facts.date();
        add!(self.path, &*source.path);
        add!(self.entry, source.entry.as_deref());
        add!(self.index, index);
        add!(self.notation, facts.record().format);
        add!(self.game, facts.game());
        add!(self.date, date.and_then(days));
        if let Some(column) = &mut self.date_text {
            column.show(date);
        }
        add!(self.white, facts.player(Side::White));
        add!(self.black, facts.player(Side::Black));
        add!(self.white_elo, facts.rating(Side::White));
        add!(self.black_elo, facts.rating(Side::Black));
        add!(self.event, facts.event());
        add!(self.event_kind, facts.event_kind());
        add!(self.site, facts.site());
        add!(self.time_control, facts.time_control());
        add!(self.status, facts.status());
        add!(self.result, facts.result());
        add!(self.stated_result, facts.stated());
        add!(self.board_result, facts.board());
        add!(self.termination, facts.termination());
        add!(self.plies, facts.plies());
        add!(self.opening, names.of_game(facts));
    }
}

/// The days from 1970-01-01 to a date with a known day.
fn days(date: Date) -> Option<i32> {
    let (year, month, day) = (i32::from(date.year()), date.month()?, date.day()?);
    // Years that begin in March, so that a leap day is the last day of its year.
    let early = i32::from(month < 3);
    let year = year - early;
    let month = i32::from(month) + 12 * early - 3;
    let to_year = 365 * year + year / 4 - year / 100 + year / 400;
    Some(to_year + (153 * month + 2) / 5 + i32::from(day) - 1 - 719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_1970() {
        let days = |y, m, d| days(Date::new(y, Some(m), Some(d)).unwrap());
        assert_eq!(days(1970, 1, 1), Some(0));
        assert_eq!(days(1969, 12, 31), Some(-1));
        assert_eq!(days(2000, 2, 29), Some(11_016));
        assert_eq!(days(2024, 3, 9), Some(19_791));
        assert_eq!(super::days(Date::new(2024, Some(3), None).unwrap()), None);
    }
}
