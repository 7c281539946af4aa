//! The clocks of games: time per turn, longest thinks, time trouble.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::tally::largest;
use crate::{Bounded, Clocks, Date, Facts, Histogram, Score, Tally};
use skep_records::{Played, Rules, Source, each_game};
use skep_rules::game::{BySide, Position as _, Side};

/// When a player is in time trouble: at the end of a turn, less than this is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// This percentage of the initial time.
    Percent(u32),
    /// This number of seconds.
    Seconds(u32),
}

impl Default for Trouble {
    fn default() -> Trouble {
        Trouble::Percent(10)
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Percent(percent) => write!(f, "{percent}%"),
            Trouble::Seconds(seconds) => write!(f, "{seconds}s"),
        }
    }
}

/// The text is neither a percentage nor a number of seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a percentage from 1% to 100%, or seconds such as 30s")]
pub struct ParseTroubleError;

impl FromStr for Trouble {
    type Err = ParseTroubleError;

    fn from_str(text: &str) -> Result<Trouble, ParseTroubleError> {
        let number = |text: &str| text.parse().ok().filter(|&n: &u32| n > 0);
        let trouble = if let Some(text) = text.strip_suffix('%') {
            let percent = number(text).filter(|&percent| percent <= 100);
            percent.map(Trouble::Percent)
        } else {
            let seconds = text.strip_suffix('s').and_then(number);
            seconds.map(Trouble::Seconds)
        };
        trouble.ok_or(ParseTroubleError)
    }
}

impl Trouble {
    /// The limit in milliseconds for this initial time. `None` for a percentage of no time.
    fn limit(self, initial_ms: u64) -> Option<u64> {
        match self {
            Trouble::Percent(percent) => {
                (initial_ms > 0).then(|| initial_ms.saturating_mul(percent.into()) / 100)
            }
            Trouble::Seconds(seconds) => Some(u64::from(seconds) * 1000),
        }
    }
}

/// The clocks of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockTally {
    /// The games in which the time of at least one turn is known.
    pub games: u64,
    /// The known times of turns, in milliseconds.
    pub turns: Histogram,
    /// The results of the games in which the player is in time trouble.
    pub trouble: Score,
    /// The results of the games in which the time left is known and the player is never in time trouble.
    pub calm: Score,
}

impl Tally for ClockTally {
    fn merge(&mut self, other: ClockTally) {
        self.games += other.games;
        self.turns.merge(other.turns);
        self.trouble.merge(other.trouble);
        self.calm.merge(other.calm);
    }
}

impl Bounded for ClockTally {
    fn largest(&self) -> u64 {
        let scores = self.trouble.largest().max(self.calm.largest());
        self.games.max(self.turns.largest()).max(scores)
    }
}

/// A turn on which a player thought for a long time. The order is that of the table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Think {
    /// The time in milliseconds.
    pub used_ms: Reverse<u32>,
    /// The date of the game.
    pub date: Option<Date>,
    /// The player who thought.
    pub player: Option<String>,
    /// The other player.
    pub opponent: Option<String>,
    /// Whether White thought.
    is_white: bool,
    /// The ply, from 1.
    pub ply: u32,
    /// The turn in canonical spelling.
    pub text: String,
    /// The path of the file.
    pub path: String,
    /// The path in the archive.
    pub entry: Option<String>,
}

impl Think {
    /// The side that thought.
    pub const fn side(&self) -> Side {
        if self.is_white {
            Side::White
        } else {
            Side::Black
        }
    }
}

/// The clocks of the games of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockStats {
    /// By the side that thinks.
    pub sides: BySide<ClockTally>,
    /// The longest thinks, at most [`ClockStats::THINKS`].
    pub thinks: Vec<Think>,
}

impl ClockStats {
    /// The number of thinks that are kept.
    pub const THINKS: usize = 10;

    /// Counts a judged game.
    pub(super) fn add(&mut self, facts: &Facts<'_>, source: &Source, trouble: Trouble) {
        let mut plies = facts.record().plies.iter();
        if let Some(verdict) = facts.verdict()
            && plies.any(|ply| ply.clock_ms().is_some())
        {
            each_game!(&verdict.game, Game(game) => {
                self.add_game(game, facts, source, trouble);
            });
        }
    }

    fn add_game<R: Rules>(
        &mut self,
        game: &Played<R>,
        facts: &Facts<'_>,
        source: &Source,
        trouble: Trouble,
    ) {
        let time = facts.time_limit();
        let limit = time.and_then(|time| trouble.limit(time.initial_ms));
        let mut clocks = Clocks::new(facts.record());
        let mut turns = BySide::<u64>::default();
        let mut is_timed = BySide::<bool>::default();
        // Whether the player is in time trouble; `None` if the time left is never known.
        let mut in_trouble = BySide::<Option<bool>>::default();
        let mut positions = game.positions();
        let mut ply = 0;
        while let Some(turn) = positions.next_turn() {
            ply += 1;
            let position = positions.position();
            let side = position.turn();
            let (used, clock) = clocks.turn(side, turn.ply);
            if let Some(used_ms) = used {
                is_timed[side] = true;
                self.sides[side].turns.add(used_ms);
                if self.is_long(used_ms) {
                    let name = |side| facts.counted_player(side);
                    self.think(Think {
                        used_ms: Reverse(used_ms),
                        date: facts.date(),
                        player: name(side),
                        opponent: name(!side),
                        is_white: side == Side::White,
                        ply,
                        text: position.spell(turn.mv).to_string(),
                        path: source.path.to_string(),
                        entry: source.entry.as_deref().map(str::to_owned),
                    });
                }
            }
            if let Some(((time, limit), clock)) = time.zip(limit).zip(clock) {
                let left = time.given_ms(turns[side]).saturating_sub(clock.into());
                *in_trouble[side].get_or_insert(false) |= left < limit;
            }
            turns[side] += 1;
            positions.advance();
        }
        for side in Side::ALL {
            let tally = &mut self.sides[side];
            tally.games += u64::from(is_timed[side]);
            match in_trouble[side] {
                Some(true) => tally.trouble.add(facts.result()),
                Some(false) => tally.calm.add(facts.result()),
                None => {}
            }
        }
    }

    /// Whether this time can be among the longest.
    fn is_long(&self, used_ms: u32) -> bool {
        match self.thinks.last() {
            Some(last) if self.thinks.len() >= ClockStats::THINKS => used_ms >= last.used_ms.0,
            _ => true,
        }
    }

    fn think(&mut self, think: Think) {
        let place = self.thinks.partition_point(|other| *other < think);
        self.thinks.insert(place, think);
        self.thinks.truncate(ClockStats::THINKS);
    }
}

impl Tally for ClockStats {
    fn merge(&mut self, other: ClockStats) {
        let BySide { white, black } = other.sides;
        self.sides.white.merge(white);
        self.sides.black.merge(black);
        for think in other.thinks {
            self.think(think);
        }
    }
}

impl Bounded for ClockStats {
    fn largest(&self) -> u64 {
        largest([&self.sides.white, &self.sides.black])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_trouble_has_a_limit() {
        for (text, initial_ms, limit) in [
            ("10%", 600_000, Some(60_000)),
            ("100%", 600_000, Some(600_000)),
            ("30s", 600_000, Some(30_000)),
            ("10%", 0, None),
            ("30s", 0, Some(30_000)),
        ] {
            let trouble: Trouble = text.parse().unwrap();
            assert_eq!(trouble.to_string(), text);
            assert_eq!(trouble.limit(initial_ms), limit, "{text}");
        }
        for text in ["", "10", "0%", "101%", "0s", "-1s", "1.5s", "s", "%"] {
            assert_eq!(text.parse::<Trouble>(), Err(ParseTroubleError), "{text}");
        }
    }
}
