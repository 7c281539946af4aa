//! The facts of one game that filters and counts use: players, dates, results, lengths.

use super::{Date, count_key};
use skep_records::notation::{Status, Verdict};
use skep_records::record::{GameKind, Record, StatedResult, Tags, Termination};
use skep_records::{Rules, each_kind};
use skep_rules::closed_list;
use skep_rules::game::{BySide, Outcome, Side};

/// The facts of one game that filters and tallies use. Nothing is guessed: a missing fact is `None`.
///
/// Some facts need a replay. They are `None` without a verdict; the documentation of each says so.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    record: &'a Record,
    verdict: Option<&'a Verdict>,
}

closed_list! {
    /// The kinds of event, other than an ordinary game.
    pub enum EventKind: "kind of event" {
        /// A game of a tournament.
        Tournament = "tournament",
        /// A game that is not rated.
        Unranked = "unranked",
        /// A game among masters.
        Master = "master",
    }
}

closed_list! {
    /// The days of the week.
    pub enum Weekday: "day of the week" {
        /// Monday.
        Monday = "Monday" | "mon",
        /// Tuesday.
        Tuesday = "Tuesday" | "tue",
        /// Wednesday.
        Wednesday = "Wednesday" | "wed",
        /// Thursday.
        Thursday = "Thursday" | "thu",
        /// Friday.
        Friday = "Friday" | "fri",
        /// Saturday.
        Saturday = "Saturday" | "sat",
        /// Sunday.
        Sunday = "Sunday" | "sun",
    }
}

impl Weekday {
    /// The day of the week of a date, if its day is known.
    pub fn of(date: Date) -> Option<Weekday> {
        // 1970-01-01 was a Thursday.
        let day = (date.days_from_1970()? + 3).rem_euclid(7);
        Weekday::ALL.get(usize::try_from(day).ok()?).copied()
    }
}

closed_list! {
    /// How fast a game is, in the classes of hivegame.com.
    pub enum Speed: "speed" {
        /// Under 3 minutes.
        Bullet = "bullet",
        /// Under 8 minutes.
        Blitz = "blitz",
        /// Under 25 minutes.
        Rapid = "rapid",
        /// Up to 5 hours.
        Classic = "classic" | "classical",
        /// Days.
        Correspondence = "correspondence",
        /// Without a clock.
        Untimed = "untimed",
    }
}

impl Speed {
    /// The speed of a time control in seconds: `600+10` (time for the game and increment), `1728000` (time for the
    /// game), `1/604800` (time for each turn) or `-` (untimed). `None` if the text has another form.
    ///
    /// The classes are those of hivegame.com in 2026: the time for the game and 40 times what a turn adds.
    pub fn of_time_control(text: &str) -> Option<Speed> {
        if text == "-" {
            return Some(Speed::Untimed);
        }
        if let Some(turn) = text.strip_prefix("1/") {
            return turn.parse::<u32>().is_ok().then_some(Speed::Correspondence);
        }
        let (base, added) = text.split_once('+').unwrap_or((text, "0"));
        let (base, added): (u64, u64) = (base.parse().ok()?, added.parse().ok()?);
        Some(match base.checked_add(added.checked_mul(40)?)? {
            0 => Speed::Untimed,
            1..180 => Speed::Bullet,
            180..480 => Speed::Blitz,
            480..1500 => Speed::Rapid,
            1500..=18_000 => Speed::Classic,
            _ => Speed::Correspondence,
        })
    }
}

/// The time of a player for a game, and what each turn adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit {
    /// The time at the start of the game, in milliseconds.
    pub initial_ms: u64,
    /// The time that a turn adds, in milliseconds.
    pub added_ms: u64,
    /// Whether the first turns start the clocks: the first turn of a player then adds nothing.
    pub is_started_by_turns: bool,
}

impl TimeLimit {
    /// The limit of a time control: `600+10` or `1728000` in seconds, or as on Boardspace `PlusTime 1200000 20000` or
    /// `Fixed 600000` in milliseconds. `None` if the text has another form.
    fn of_time_control(text: &str) -> Option<TimeLimit> {
        let mut words = text.split_ascii_whitespace();
        let name = words.next()?;
        let numbers: Vec<&str> = words.collect();
        let (initial, added, unit) = match (name, &numbers[..]) {
            ("PlusTime", &[initial, added]) => (initial, added, 1),
            ("Fixed", &[initial]) => (initial, "0", 1),
            (text, []) => {
                let (initial, added) = text.split_once('+').unwrap_or((text, "0"));
                (initial, added, 1000)
            }
            _ => return None,
        };
        let number = |text: &str| u64::from(text.parse::<u32>().ok()?).checked_mul(unit);
        Some(TimeLimit {
            initial_ms: number(initial)?,
            added_ms: number(added)?,
            is_started_by_turns: false,
        })
    }

    /// All time that a player has got on a turn, before what that turn adds. `turns` is the number of earlier turns.
    pub const fn given_ms(self, turns: u64) -> u64 {
        let turns = turns.saturating_sub(self.is_started_by_turns as u64);
        self.initial_ms
            .saturating_add(self.added_ms.saturating_mul(turns))
    }
}

impl EventKind {
    /// The prefix of the names of such games on Boardspace.
    const fn prefix(self) -> &'static str {
        match self {
            EventKind::Tournament => "T!",
            EventKind::Unranked => "U!",
            EventKind::Master => "M!",
        }
    }
}

/// Whether the value of a tag says anything.
fn is_stated(value: &str) -> bool {
    !matches!(value.trim(), "" | "?" | "-")
}

/// The names of the tags that say anything.
pub(crate) fn stated_names(tags: &Tags) -> impl Iterator<Item = &str> {
    let stated = tags.iter().filter(|(_, value)| is_stated(value));
    stated.map(|(name, _)| name)
}

/// The minutes of `17:06` and `17:06:56Z`.
fn clock(text: &str) -> Option<u16> {
    let mut parts = text.trim().split(':');
    let (hours, minutes_text) = (parts.next()?, parts.next()?);
    minutes(hours, minutes_text.get(..2)?)
}

fn minutes(hours: &str, minutes: &str) -> Option<u16> {
    let number = |text: &str, below: u16| text.parse().ok().filter(|&n: &u16| n < below);
    Some(number(hours, 24)? * 60 + number(minutes, 60)?)
}

impl<'a> Facts<'a> {
    /// The facts of a judged game.
    pub const fn new(record: &'a Record, verdict: &'a Verdict) -> Facts<'a> {
        Facts {
            record,
            verdict: Some(verdict),
        }
    }

    /// The facts of a game that its record states, without a replay.
    pub const fn of_record(record: &'a Record) -> Facts<'a> {
        Facts {
            record,
            verdict: None,
        }
    }

    /// The record.
    pub const fn record(&self) -> &'a Record {
        self.record
    }

    /// The verdict, if the game was judged.
    pub const fn verdict(&self) -> Option<&'a Verdict> {
        self.verdict
    }

    /// The game.
    pub const fn game(&self) -> GameKind {
        self.record.game
    }

    /// The variant, with all bugs that the moves name: `Base+MLP`, `Hex-It 39`. If skep does not judge the variant, the
    /// text of the record. No replay is needed.
    pub fn variant(&self) -> Option<&'a str> {
        if self.record.is_unsupported() {
            return Some(&*self.record.variant).filter(|v| !v.is_empty());
        }
        Some(each_kind!(self.record.game, R => R::variant_of(self.record)))
    }

    /// The first tag with this name, in any case. An empty value, `?` and `-` are unknown.
    pub fn tag(&self, name: &str) -> Option<&'a str> {
        let value = self.record.tags.get(name)?.trim();
        is_stated(value).then_some(value)
    }

    /// The time of day at which the game began, in minutes since midnight. It is after the date, in its own tag, or at
    /// the end of a Boardspace game name (`HV-ann-bob-2024-03-09-1706`). A time does not need a date.
    pub(crate) fn start_minute(&self) -> Option<u16> {
        let date = self
            .tag("Date")
            .and_then(|date| date.split_once(['T', '_', ' ']));
        let after = date.map(|(_, time)| time);
        let own = || self.tag("Time").or_else(|| self.tag("UTCTime"));
        if let Some(time) = after.or_else(own).and_then(clock) {
            return Some(time);
        }
        let (rest, digits) = self.tag("GameName")?.rsplit_once('-')?;
        let day = rest.len().checked_sub(10).and_then(|i| rest.get(i..))?;
        let dated = day.parse::<Date>().is_ok() && digits.len() == 4;
        dated.then(|| minutes(digits.get(..2)?, digits.get(2..)?))?
    }

    /// The name of the player as a key of counts: a very long name is cut.
    pub fn counted_player(&self, side: Side) -> Option<String> {
        self.player(side).map(count_key)
    }

    /// The name of a side's player.
    pub fn player(&self, side: Side) -> Option<&'a str> {
        self.tag(side.as_str())
    }

    /// The names of both players.
    pub fn players(&self) -> BySide<Option<&'a str>> {
        BySide {
            white: self.player(Side::White),
            black: self.player(Side::Black),
        }
    }

    /// The date, or the known part of it.
    pub fn date(&self) -> Option<Date> {
        Date::of_tag(self.tag("Date")?)
    }

    /// A side's rating (`WhiteElo`, `BlackElo`), rounded down. A mark after the number, as in a provisional rating,
    /// is ignored.
    pub fn rating(&self, side: Side) -> Option<u32> {
        let text = self.tag(match side {
            Side::White => "WhiteElo",
            Side::Black => "BlackElo",
        })?;
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        text[..digits].parse().ok()
    }

    /// The name of the event in the record.
    pub fn event(&self) -> Option<&'a str> {
        self.tag("Event")
    }

    /// The kind of event, from the name of a Boardspace game or from the event. `None` for an ordinary game.
    pub fn event_kind(&self) -> Option<EventKind> {
        let of_name = |name: &str| {
            EventKind::ALL
                .into_iter()
                .find(|k| name.starts_with(k.prefix()))
        };
        let name = self.tag("GameName").or_else(|| self.tag("SgfGameName"));
        name.and_then(of_name)
            .or_else(|| self.event()?.parse().ok())
    }

    /// The site.
    pub fn site(&self) -> Option<&'a str> {
        self.tag("Site")
    }

    /// The time control in the record.
    pub fn time_control(&self) -> Option<&'a str> {
        self.tag("TimeControl")
    }

    /// The time of each player, if the time control has one of the forms `600+10`, `1728000`, `PlusTime 1200000 20000`
    /// and `Fixed 600000`.
    pub fn time_limit(&self) -> Option<TimeLimit> {
        Some(TimeLimit {
            is_started_by_turns: self.tag("GameStart") == Some("Moves"),
            ..TimeLimit::of_time_control(self.time_control()?)?
        })
    }

    /// The speed that the record states, or that of its time control.
    pub fn speed(&self) -> Option<Speed> {
        match self.tag("Speed") {
            Some(speed) => speed.parse().ok(),
            None => Speed::of_time_control(self.record.tags.get("TimeControl")?.trim()),
        }
    }

    /// Whether the game counts for ratings, if the record says so.
    pub fn rated(&self) -> Option<bool> {
        match self.tag("Rated") {
            Some(text) => text.to_ascii_lowercase().parse().ok(),
            None => (self.event_kind()? == EventKind::Unranked).then_some(false),
        }
    }

    /// Whether a program plays. `None` if no player is known to be a program, and a player is unknown.
    pub fn bot(&self) -> Option<bool> {
        match Side::ALL.map(|side| self.is_program(side)) {
            [Some(true), _] | [_, Some(true)] => Some(true),
            [Some(false), Some(false)] => Some(false),
            _ => None,
        }
    }

    /// Whether a side's player is a program (`WhiteType`, `BlackType`), if the record says so. The robots of Boardspace
    /// are known, so that all others who play there are people.
    pub fn is_program(&self, side: Side) -> Option<bool> {
        let tag = match side {
            Side::White => "WhiteType",
            Side::Black => "BlackType",
        };
        match self.tag(tag) {
            Some("program") => Some(true),
            Some("human") => Some(false),
            _ => self.is_robot_of_boardspace(side),
        }
    }

    /// Whether a player has the name of a robot of Boardspace, in a game from there. A number is the strength.
    fn is_robot_of_boardspace(&self, side: Side) -> Option<bool> {
        const ROBOTS: [&str; 3] = ["dumbot", "weakbot", "smartbot"];
        let site = self.site()?.to_ascii_lowercase();
        let name = self.player(side)?.to_ascii_lowercase();
        let robot = name.trim_end_matches(|c: char| c.is_ascii_digit());
        site.contains("boardspace").then(|| ROBOTS.contains(&robot))
    }

    /// The result that the record states, which may be `Unknown`.
    pub const fn stated(&self) -> StatedResult {
        self.record.stated.result
    }

    /// The result that the board shows; `InProgress` if a valid game is not over on the board. Needs the verdict.
    pub fn board(&self) -> Option<StatedResult> {
        self.verdict?.board_result()
    }

    /// The result: the board's if it is decisive, otherwise the record's. Needs the verdict.
    pub fn result(&self) -> Option<StatedResult> {
        let result = self.verdict?.result(self.record);
        (result != StatedResult::Unknown).then_some(result)
    }

    /// The side that won. Needs the verdict.
    pub fn winning_side(&self) -> Option<Side> {
        match self.result()?.outcome() {
            Outcome::Win(side) => Some(side),
            Outcome::Draw | Outcome::Undecided => None,
        }
    }

    /// How the game ended, if the board or the record shows it. Needs the verdict.
    pub fn termination(&self) -> Option<Termination> {
        let termination = self.verdict?.termination;
        (termination != Termination::Unknown).then_some(termination)
    }

    /// The number of legal plies, implied passes included. Needs the verdict.
    pub fn plies(&self) -> Option<u32> {
        self.verdict.map(Verdict::plies)
    }

    /// The status of the game. Needs the verdict.
    pub fn status(&self) -> Option<Status> {
        self.verdict.map(|v| v.status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_control_has_a_limit() {
        for (text, limit) in [
            ("600+10", Some((600_000, 10_000))),
            ("1728000", Some((1_728_000_000, 0))),
            ("PlusTime 1200000 20000", Some((1_200_000, 20_000))),
            ("Fixed 600000", Some((600_000, 0))),
            ("PlusTime 1200000", None),
            ("Differential 600000 5000", None),
            ("1/604800", None),
            ("None", None),
        ] {
            let found = TimeLimit::of_time_control(text);
            let found = found.map(|limit| (limit.initial_ms, limit.added_ms));
            assert_eq!(found, limit, "{text}");
        }
    }

    #[test]
    fn each_earlier_turn_adds_time() {
        let limit = TimeLimit::of_time_control("60+2").unwrap();
        assert_eq!(
            [0, 1, 2].map(|n| limit.given_ms(n)),
            [60_000, 62_000, 64_000]
        );
        let limit = TimeLimit {
            is_started_by_turns: true,
            ..limit
        };
        assert_eq!(
            [0, 1, 2].map(|n| limit.given_ms(n)),
            [60_000, 60_000, 62_000]
        );
    }

    #[test]
    fn a_time_control_has_a_speed() {
        for (text, speed) in [
            ("60+2", Some(Speed::Bullet)),
            ("300+5", Some(Speed::Rapid)),
            ("300+4", Some(Speed::Blitz)),
            ("18000", Some(Speed::Classic)),
            ("18001", Some(Speed::Correspondence)),
            ("1/604800", Some(Speed::Correspondence)),
            ("-", Some(Speed::Untimed)),
            ("0+0", Some(Speed::Untimed)),
            ("sudden death", None),
            ("", None),
            ("99999999999999999999+1", None),
        ] {
            assert_eq!(Speed::of_time_control(text), speed, "{text}");
        }
    }
}
