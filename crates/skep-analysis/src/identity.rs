//! Keys that are equal for records of the same game.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use siphasher::sip128::{Hasher128 as _, SipHasher13};

use super::Facts;
use super::keys::keys_without_board;
use skep_records::record::{Date, StatedResult};
use skep_records::{Played, Rules, each_game};
use skep_rules::closed_list;
use skep_rules::game::{BySide, Outcome, Position as _, Side};

/// Adds a text with its length, which keeps it apart from the next one.
fn add_text(text: Option<&str>, hasher: &mut SipHasher13) {
    let length = text.map_or(u64::MAX, |text| text.len() as u64);
    hasher.write(&length.to_le_bytes());
    hasher.write(text.unwrap_or_default().as_bytes());
}

closed_list! {
    /// When two records count as the same game.
    #[derive(Default)]
    pub enum Sameness: "key" {
        /// The positions after each ply are the same. The notation and the numbers of equal bugs do not matter.
        Moves = "moves",
        /// As [`Sameness::Moves`], and the players are the same, or the same players are unknown.
        #[default]
        PlayersAndMoves = "players+moves",
        /// The positions after each ply are the same in some orientation of the board.
        Canonical = "canonical",
    }
}

/// What a record says of a game besides its players and moves: the result and the date. Two games that contradict each
/// other in it are two games, although their keys are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClaims {
    /// A bit for each result that is possible.
    results: u8,
    /// The first and the last day that is possible, counted from [`GameClaims::ERA`].
    days: (u16, u16),
}

impl Default for GameClaims {
    /// Nothing is known.
    fn default() -> GameClaims {
        GameClaims {
            results: GameClaims::ANY,
            days: (0, u16::MAX),
        }
    }
}

impl GameClaims {
    /// All results.
    const ANY: u8 = 0b111;
    /// 1900-01-01 in days from 1970-01-01. 16 bits reach to 2079; other days count as the first or the last one.
    const ERA: i32 = -25_567;

    /// The claims of a judged game.
    pub fn of(facts: &Facts<'_>) -> GameClaims {
        let results = match facts.result().map(StatedResult::outcome) {
            Some(Outcome::Win(Side::White)) => 0b001,
            Some(Outcome::Draw) => 0b010,
            Some(Outcome::Win(Side::Black)) => 0b100,
            Some(Outcome::Undecided) | None => GameClaims::ANY,
        };
        let days = facts.date().and_then(GameClaims::days_of);
        GameClaims {
            results,
            days: days.unwrap_or(GameClaims::default().days),
        }
    }

    fn days_of(date: Date) -> Option<(u16, u16)> {
        let (month, day) = (date.month(), date.day());
        let first = Date::new(date.year(), month.or(Some(1)), day.or(Some(1)))?;
        let first = first.days_from_1970()? - GameClaims::ERA;
        // A month or a year, to the day.
        let more = match (month, day) {
            (_, Some(_)) => 0,
            (Some(_), None) => 30,
            (None, None) => 365,
        };
        let number = |day: i32| u16::try_from(day.max(0)).unwrap_or(u16::MAX);
        Some((number(first), number(first + more)))
    }

    /// Whether records with these claims can be of one game: no result excludes the other, and the dates are at most a
    /// day apart, because sites have time zones. What is unknown fits everything.
    pub fn fit(self, other: GameClaims) -> bool {
        self.results & other.results != 0
            && self.days.0 <= other.days.1.saturating_add(1)
            && other.days.0 <= self.days.1.saturating_add(1)
    }

    /// How much is claimed: a result, and a day, a month or a year.
    pub fn known(self) -> u16 {
        let days = self.days.1 - self.days.0;
        u16::from(self.results != GameClaims::ANY) * 1000 + 366_u16.saturating_sub(days)
    }

    /// What two records of one game claim together.
    #[must_use]
    pub fn with(self, other: GameClaims) -> GameClaims {
        let days = (self.days.0.max(other.days.0), self.days.1.min(other.days.1));
        GameClaims {
            results: self.results & other.results,
            days: if days.0 <= days.1 { days } else { self.days },
        }
    }
}

impl Sameness {
    /// A key of 128 bits that two games share if they are the same. `None` for empty games and games with a fault,
    /// which are never the same as another game, and for games that were not judged.
    ///
    /// It is a SipHash-1-3 of the positions and of what else is compared, the same on every system.
    pub fn key(self, facts: &Facts<'_>) -> Option<u128> {
        let verdict = facts.verdict()?;
        let mut key = None;
        self.keys(facts, verdict.plies(), |of_whole| key = Some(of_whole));
        key
    }

    /// What tells games of one key apart: their claims, if the players are compared. Other keys ask for moves only.
    pub fn claims(self, facts: &Facts<'_>) -> GameClaims {
        match self {
            Sameness::PlayersAndMoves => GameClaims::of(facts),
            Sameness::Moves | Sameness::Canonical => GameClaims::default(),
        }
    }

    /// Calls `each` with the key of each beginning of the game, from `least` plies to the whole game. The key of a
    /// beginning is the key of a game that ends there. There are no keys if [`Sameness::key`] is `None`.
    pub fn keys(self, facts: &Facts<'_>, least: u32, mut each: impl FnMut(u128)) {
        let Some(verdict) = facts.verdict() else {
            return;
        };
        if !verdict.status.is_sound() {
            return;
        }
        let players = match self {
            Sameness::PlayersAndMoves => facts.players(),
            Sameness::Moves | Sameness::Canonical => BySide::default(),
        };
        let variant = [facts.game().as_str(), verdict.title()].map(Some);
        let texts = [variant, [players.white, players.black]].concat();
        let mut hasher = SipHasher13::new();
        let mut plies = 0_u32;
        let add = |position_key: u64| {
            hasher.write(&position_key.to_le_bytes());
            plies += 1;
            if plies >= least {
                let mut hasher = hasher;
                for &text in &texts {
                    add_text(text, &mut hasher);
                }
                each(hasher.finish128().as_u128());
            }
        };
        match (self, verdict.game.hive()) {
            (Sameness::Canonical, Some(game)) => keys_without_board(game, add),
            _ => each_game!(&verdict.game, Game(game) => self.positions(game, add)),
        }
    }

    /// Two keys of 64 bits that games share if they are the same: the first is for [`Sameness::Moves`], the second for
    /// [`Sameness::PlayersAndMoves`]. They are made from the moves without a replay, because moves are equal exactly if
    /// they lead to the same position. If a game begins in a set-up position, the keys also depend on that position.
    /// `None` as for [`Sameness::key`].
    pub fn keys_of_moves(facts: &Facts<'_>) -> Option<[u64; 2]> {
        let verdict = facts
            .verdict()
            .filter(|verdict| verdict.status.is_sound() && verdict.plies() > 0)?;
        let mut hasher = FxHasher::default();
        (facts.game(), verdict.title()).hash(&mut hasher);
        each_game!(&verdict.game, Game(game) => {
            if game.is_set_up() {
                game.start().key().hash(&mut hasher);
            }
            for turn in &game.turns {
                turn.mv.hash(&mut hasher);
            }
        });
        let of_moves = hasher.finish();
        let players = facts.players();
        (players.white, players.black).hash(&mut hasher);
        Some([of_moves, hasher.finish()])
    }

    fn positions<R: Rules>(self, game: &Played<R>, mut each: impl FnMut(u64)) {
        let mut positions = game.positions();
        while positions.advance().is_some() {
            let position = positions.position();
            each(match self {
                Sameness::Canonical => position.canonical_key(),
                Sameness::Moves | Sameness::PlayersAndMoves => position.key(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skep_records::{Format, Judge, Record};

    fn claims(result: &str, date: &str) -> GameClaims {
        let text = format!(
            "[GameType \"Base\"]\n[Date \"{date}\"]\n[Result \"{result}\"]\n\n1. wS1 {result}\n"
        );
        let record = Record::read(Format::Pgn, &text);
        let verdict = Judge::default().verdict(&record);
        GameClaims::of(&Facts::new(&record, &verdict))
    }

    #[test]
    fn a_result_or_a_date_that_excludes_the_other_makes_two_games() {
        let game = claims("1-0", "2024.02.29");
        for (result, date, fits) in [
            ("1-0", "2024.02.29", true),
            ("*", "????.??.??", true),
            // A site in another time zone.
            ("1-0", "2024.03.01", true),
            ("1-0", "2024.02.28", true),
            ("1-0", "2024.03.02", false),
            ("1-0", "2024.02.??", true),
            ("1-0", "2024.03.??", true),
            ("1-0", "2024.04.??", false),
            ("1-0", "2024.??.??", true),
            ("1-0", "2023.??.??", false),
            ("0-1", "2024.02.29", false),
            ("1/2-1/2", "????.??.??", false),
        ] {
            let other = claims(result, date);
            assert_eq!(game.fit(other), fits, "{result} {date}");
            assert_eq!(other.fit(game), fits, "{result} {date}");
        }
        let unknown = GameClaims::default();
        assert!(unknown.fit(game) && !unknown.with(game).fit(claims("0-1", "????.??.??")));
        assert!(claims("*", "1850.01.01").fit(claims("*", "1870.01.01")));
    }
}
