//! What stands beside a game in a row of a table or an object of JSON: which names are known, and what their values
//! become in the record.

use std::cell::RefCell;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::read::excerpt;
use crate::diag::{Code, Diagnostic, Span};
use crate::record::{Date, Record, StatedResult, Tags, Termination, folded};
use skep_rules::hive::GameType;

/// What a member or column becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameMeaning {
    /// The value of a tag.
    Tag(&'static str),
    /// A date, and perhaps a time after it.
    Moment,
    /// The result.
    Result,
    /// How the game ended.
    Termination,
    /// The variant, if the game does not state it.
    Variant,
    /// A set of pieces, as a truth value: its letter.
    Uses(char),
    /// Seconds for the game, or for each turn: `[TimeControl]`.
    Time,
    /// Whether the queen may not be placed on a side's first turn.
    QueenRule,
    /// A list of moves, or a record of another notation.
    Moves,
    /// A GameString.
    Game,
    /// The name is not known: a tag with that name.
    Other,
}

const WHITE: NameMeaning = NameMeaning::Tag("White");
const BLACK: NameMeaning = NameMeaning::Tag("Black");
const DATE: &str = "Date";
const RESULT: &str = "Result";

/// The known names, in the order in which the first of a kind is taken, as words in any order. Dots stand between the
/// names of an object and its member.
pub const NAMES: [(NameMeaning, &[&str]); 27] = [
    (
        WHITE,
        &[
            "white",
            "white player",
            "white name",
            "white username",
            "white player username",
            "white player name",
            "white user",
            "white user name",
            "white user username",
            "players white",
            "players white name",
            "players white username",
            "players w",
            "players w name",
            "players w username",
            "players 0",
            "players 0 name",
            "players 0 username",
            "p0",
        ],
    ),
    (
        BLACK,
        &[
            "black",
            "black player",
            "black name",
            "black username",
            "black player username",
            "black player name",
            "black user",
            "black user name",
            "black user username",
            "players black",
            "players black name",
            "players black username",
            "players b",
            "players b name",
            "players b username",
            "players 1",
            "players 1 name",
            "players 1 username",
            "p1",
        ],
    ),
    (
        NameMeaning::Tag("WhiteElo"),
        &[
            "white elo",
            "white rating",
            "welo",
            "white player rating",
            "white player elo",
        ],
    ),
    (
        NameMeaning::Tag("BlackElo"),
        &[
            "black elo",
            "black rating",
            "belo",
            "black player rating",
            "black player elo",
        ],
    ),
    (
        NameMeaning::Tag("WhiteId"),
        &[
            "white id",
            "white uid",
            "white player id",
            "white player uid",
        ],
    ),
    (
        NameMeaning::Tag("BlackId"),
        &[
            "black id",
            "black uid",
            "black player id",
            "black player uid",
        ],
    ),
    (
        NameMeaning::Result,
        &[
            "result",
            "winner",
            "outcome",
            "game status",
            "game status finished",
            "game status finished winner",
        ],
    ),
    (NameMeaning::Tag(DATE), &["date"]),
    (
        NameMeaning::Moment,
        &[
            "utc date",
            "date time",
            "datetime",
            "played at",
            "created at",
            "game date",
            "timestamp",
        ],
    ),
    (NameMeaning::Tag("Time"), &["time"]),
    (
        NameMeaning::Tag("Event"),
        &["event", "tournament", "tournament name"],
    ),
    (NameMeaning::Tag("Site"), &["site", "source", "platform"]),
    (NameMeaning::Tag("Round"), &["round"]),
    (
        NameMeaning::Tag("GameId"),
        &["game id", "nanoid", "id", "uuid", "table id", "match id"],
    ),
    (NameMeaning::Tag("Rated"), &["rated"]),
    (NameMeaning::Tag("TimeControl"), &["time control"]),
    (NameMeaning::Time, &["time base"]),
    (NameMeaning::Time, &["time increment"]),
    (NameMeaning::QueenRule, &["tournament queen rule"]),
    (
        NameMeaning::Variant,
        &["variant", "game type", "gametype", "expansions"],
    ),
    (NameMeaning::Uses('M'), &["uses mosquito"]),
    (NameMeaning::Uses('L'), &["uses ladybug"]),
    (NameMeaning::Uses('P'), &["uses pillbug"]),
    (
        NameMeaning::Termination,
        &["termination", "conclusion", "error"],
    ),
    (
        NameMeaning::Moves,
        &[
            "moves",
            "history",
            "moves played",
            "move list",
            "pgn",
            "sgf",
            "movetext",
        ],
    ),
    (
        NameMeaning::Game,
        &[
            "uhp",
            "uhp string",
            "game string",
            "gamestring",
            "final gamestate",
            "final",
            "string",
            "game",
            "gs",
        ],
    ),
    (NameMeaning::Game, &["position", "text"]),
];

/// The most names whose meaning is kept.
const MOST_SEEN: usize = 1000;

/// A text in lower case, without blanks and punctuation.
pub(super) fn plain(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The words of a name, in order of the alphabet. Blanks, punctuation and capitals begin words.
fn sorted(name: &str) -> String {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        let begins = c.is_uppercase() && was_lower || !c.is_alphanumeric();
        if begins && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase() || c.is_ascii_digit();
    }
    words.retain(|word| !word.is_empty());
    words.sort_unstable();
    words.join(" ")
}

impl NameMeaning {
    /// What a member or column of this name becomes.
    pub fn of_name(name: &str) -> NameMeaning {
        // Each row of a table has the same names.
        thread_local! {
            static SEEN: RefCell<FxHashMap<String, NameMeaning>> = RefCell::default();
        }
        SEEN.with_borrow_mut(|seen| {
            if let Some(meaning) = seen.get(name) {
                return *meaning;
            }
            let meaning = NameMeaning::look_up(name);
            if seen.len() < MOST_SEEN {
                seen.insert(name.to_owned(), meaning);
            }
            meaning
        })
    }

    fn look_up(name: &str) -> NameMeaning {
        static KNOWN: OnceLock<FxHashMap<String, NameMeaning>> = OnceLock::new();
        let known = KNOWN.get_or_init(|| {
            let all = NAMES
                .iter()
                .flat_map(|(field, names)| names.iter().map(|name| (*field, *name)));
            all.flat_map(|(field, name)| [(plain(name), field), (sorted(name), field)])
                .collect()
        });
        let found = known.get(&plain(name)).filter(|_| !name.contains('.'));
        found
            .or_else(|| known.get(&sorted(name)))
            .copied()
            .unwrap_or(NameMeaning::Other)
    }

    /// What it becomes in a record, in words.
    pub fn becomes(self) -> String {
        let words = match self {
            NameMeaning::Tag(name) => return format!("[{name}]"),
            NameMeaning::Moment => "[Date], and [UTCTime] or [Time]",
            NameMeaning::Result => "stated result; the name of a player is that side",
            NameMeaning::Termination => "[Termination], and the termination if its words are known",
            NameMeaning::Variant | NameMeaning::Uses(_) => "variant, if the game does not state it",
            NameMeaning::Time => "[TimeControl]",
            NameMeaning::QueenRule => "[QueenRule]",
            NameMeaning::Moves => "moves",
            NameMeaning::Game => "moves, variant and result of a GameString",
            NameMeaning::Other => "a tag with this name",
        };
        words.to_owned()
    }

    /// Whether a game stands there, or a list of moves.
    pub(super) const fn holds_game(self) -> bool {
        matches!(self, NameMeaning::Game | NameMeaning::Moves)
    }

    /// Whether it says something about one game, and nothing about the other games of a file.
    pub(super) fn is_of_one_game(self) -> bool {
        match self {
            NameMeaning::Tag(name) => !matches!(
                name,
                "Event" | "Site" | "Round" | DATE | "TimeControl" | "Rated"
            ),
            NameMeaning::Result
            | NameMeaning::Moment
            | NameMeaning::Termination
            | NameMeaning::Moves
            | NameMeaning::Game => true,
            NameMeaning::Variant
            | NameMeaning::Uses(_)
            | NameMeaning::Time
            | NameMeaning::QueenRule
            | NameMeaning::Other => false,
        }
    }
}

/// A name and its value.
pub(super) type Named<'a> = (&'a str, &'a str);

/// The variant that members state: `Base+MLP`, `mlp`, or the sets in use.
pub(super) fn variant(members: &[Named<'_>]) -> Option<GameType> {
    let stated = members
        .iter()
        .find(|(name, _)| NameMeaning::of_name(name) == NameMeaning::Variant);
    if let Some((_, text)) = stated {
        return variant_of(text);
    }
    let used = members
        .iter()
        .filter_map(|(name, value)| match NameMeaning::of_name(name) {
            NameMeaning::Uses(letter) => Some((letter, is_true(value))),
            _ => None,
        });
    let mut letters = String::new();
    let mut is_stated = false;
    for (letter, used) in used {
        is_stated = true;
        if used {
            letters.push(letter);
        }
    }
    is_stated.then(|| variant_of(&letters)).flatten()
}

/// The variant of a text: with or without `Base+`, in any case.
fn variant_of(text: &str) -> Option<GameType> {
    let text = text.trim();
    let letters = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect::<String>()
        .to_uppercase();
    match &*letters {
        "" | "BASE" | "HIVE" => "Base".parse().ok(),
        letters if letters.bytes().all(|b| b"MLP".contains(&b)) => {
            format!("Base+{letters}").parse().ok()
        }
        _ => text.parse().ok(),
    }
}

fn is_true(value: &str) -> bool {
    matches!(
        &*value.to_ascii_lowercase(),
        "true" | "t" | "1" | "yes" | "y"
    )
}

/// The date in a cell, as a tag has it, and the time after it.
fn date(cell: &str) -> Option<(String, &str)> {
    let cell = cell.trim();
    let date = Date::of_tag(cell)?;
    let (day, time) = Date::split(cell);
    let known = date.month().zip(date.day());
    let begins_with_year = day.is_ascii() && day.bytes().take(4).all(|b| b.is_ascii_digit());
    if known.is_some() && begins_with_year && day.len() == "2024-03-05".len() {
        return Some(([&day[..4], &day[5..7], &day[8..]].join("."), time));
    }
    let whole = known.map(|(month, day)| format!("{:04}.{month:02}.{day:02}", date.year()));
    Some((whole.unwrap_or_else(|| day.to_owned()), time))
}

/// A date, and the time of day to the second: of UTC, or of an unknown zone.
struct StatedMoment {
    date: String,
    time: Option<(&'static str, String)>,
}

const UTC: &str = "UTCTime";
const DAY: i64 = 24 * 60 * 60;

impl StatedMoment {
    /// Reads `2026-09-30T18:05:00Z`, `2026-09-30 18:05`, and seconds or milliseconds since 1970.
    fn of(cell: &str) -> Option<StatedMoment> {
        let cell = cell.trim();
        if let Some(seconds) = epoch(cell) {
            return Some(StatedMoment::of_seconds(seconds));
        }
        let (date, time) = date(cell)?;
        let time = time.trim_start_matches(['T', '_', ' ']);
        let Some((seconds, zone)) = clock(time) else {
            return time.is_empty().then_some(StatedMoment { date, time: None });
        };
        let Some(zone) = zone else {
            return Some(StatedMoment {
                date,
                time: Some(("Time", clock_text(seconds))),
            });
        };
        let day = Date::of_tag(&date)?;
        let days = days(day.year().into(), day.month()?.into(), day.day()?.into());
        Some(StatedMoment::of_seconds(days * DAY + seconds - zone))
    }

    fn of_seconds(seconds: i64) -> StatedMoment {
        let [year, month, day] = civil(seconds.div_euclid(DAY));
        StatedMoment {
            date: format!("{year:04}.{month:02}.{day:02}"),
            time: Some((UTC, clock_text(seconds.rem_euclid(DAY)))),
        }
    }
}

fn clock_text(seconds: i64) -> String {
    format!(
        "{:02}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// Seconds since 1970, in seconds or milliseconds, from 2001 on.
fn epoch(cell: &str) -> Option<i64> {
    let whole = cell.split_once('.').map_or(cell, |(whole, _)| whole);
    let number: i64 = whole.parse().ok()?;
    match whole.len() {
        10 => Some(number),
        13 => Some(number / 1000),
        _ => None,
    }
}

/// The seconds of a time of day, and of its zone: `18:05`, `18:05:00.5Z`, `18:05:00+02:00`.
fn clock(time: &str) -> Option<(i64, Option<i64>)> {
    let end = time
        .find(|c: char| !c.is_ascii_digit() && !":.".contains(c))
        .unwrap_or(time.len());
    let (clock, zone) = time.split_at(end);
    let zone = match zone.trim() {
        "" => None,
        "Z" | "z" | "UTC" => Some(0),
        zone => {
            let sign = if zone.starts_with('-') { -1 } else { 1 };
            let digits: String = zone
                .strip_prefix(['+', '-'])?
                .chars()
                .filter(|c| *c != ':')
                .collect();
            let number: i64 = digits.parse().ok()?;
            let (hours, minutes) = if digits.len() > 2 {
                (number / 100, number % 100)
            } else {
                (number, 0)
            };
            Some(sign * (hours * 3600 + minutes * 60))
        }
    };
    let mut parts = clock
        .split(':')
        .map(|part| part.split('.').next().and_then(|n| n.parse::<i64>().ok()));
    let (hours, minutes) = (parts.next()??, parts.next()??);
    let seconds = parts.next().unwrap_or(Some(0))?;
    let exists = hours < 24 && minutes < 60 && seconds < 61 && parts.next().is_none();
    exists.then_some((hours * 3600 + minutes * 60 + seconds, zone))
}

/// Days since 1970 of a day of the Gregorian calendar (H. Hinnant, "chrono-compatible low-level date algorithms").
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year - era * 400;
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The inverse of [`days`]: year, month, day.
fn civil(days: i64) -> [i64; 3] {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    [year + era * 400 + i64::from(month <= 2), month, day]
}

/// What a cell says about the result.
enum StatedCell {
    Result(StatedResult),
    /// The result is not known, or the game was not finished.
    Nothing,
}

/// The result in a cell: the name of one of the players, White and Black, or a name of a result or a side.
fn result(cell: &str, players: [Option<&str>; 2], side: Option<&str>) -> Option<StatedCell> {
    let cell = cell.trim();
    let replaced;
    let cell = if cell.is_ascii() {
        cell
    } else {
        // Dashes of print: 1–0.
        replaced = cell.replace(['\u{2013}', '\u{2212}', '\u{2011}'], "-");
        &replaced
    };
    let is_player = |name: Option<&str>| name.is_some_and(|name| is_same_name(name, cell));
    match players.map(is_player) {
        [true, false] => return Some(StatedCell::Result(StatedResult::WhiteWins)),
        [false, true] => return Some(StatedCell::Result(StatedResult::BlackWins)),
        [true, true] => return None,
        [false, false] => {}
    }
    // As hivegame.com writes it: Finished(1-0), or {"Finished":{"Winner":"White"}}.
    let bare = cell
        .strip_prefix("Finished(")
        .and_then(|rest| rest.strip_suffix(')'))
        .unwrap_or(cell);
    if let Ok(result) = bare.replace(' ', "").parse::<StatedResult>() {
        return Some(if result.is_final() {
            StatedCell::Result(result)
        } else {
            StatedCell::Nothing
        });
    }
    let is_white = side.map(|side| matches!(&*plain(side), "0" | "white" | "w"));
    let word = plain(bare);
    let word = word.strip_prefix("finished").unwrap_or(&word);
    let word = word.strip_prefix("winner").unwrap_or(word);
    let result = match (word, is_white) {
        ("white" | "w" | "whitewins" | "whitewon" | "p0wins" | "p0", _)
        | ("win" | "won", Some(true)) => StatedResult::WhiteWins,
        ("black" | "b" | "blackwins" | "blackwon" | "p1wins" | "p1", _)
        | ("win" | "won", Some(false)) => StatedResult::BlackWins,
        ("loss" | "lost" | "lose", Some(true)) => StatedResult::BlackWins,
        ("loss" | "lost" | "lose", Some(false)) => StatedResult::WhiteWins,
        ("draw" | "d" | "tie" | "drawn", _) => StatedResult::Draw,
        (
            "other" | "unknown" | "null" | "none" | "nan" | "notfinished" | "unfinished"
            | "ongoing",
            _,
        ) => {
            return Some(StatedCell::Nothing);
        }
        _ => return None,
    };
    Some(StatedCell::Result(result))
}

/// Whether two names are one, as names are compared.
fn is_same_name(name: &str, other: &str) -> bool {
    if name.is_ascii() && other.is_ascii() {
        name.eq_ignore_ascii_case(other)
    } else {
        folded(name) == folded(other)
    }
}

/// How a game ended, by the words of sites and programs.
fn termination(cell: &str) -> Option<Termination> {
    let known = match &*plain(cell) {
        "resigned" | "resign" => Termination::Resignation,
        "timeout" | "timedout" | "outoftime" => Termination::Time,
        "draw" | "agreed" => Termination::Agreement,
        "committee" | "forfeit" => Termination::Adjudication,
        _ => return cell.trim().parse().ok(),
    };
    Some(known)
}

/// What members or columns of one game become.
pub(super) fn meanings<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Vec<NameMeaning> {
    let is_from_one = is_from_one(names.clone());
    let meaning = |name: &str| match name {
        "p1" | "P1" if is_from_one => WHITE,
        "p2" | "P2" if is_from_one => BLACK,
        _ => NameMeaning::of_name(name),
    };
    names.map(meaning).collect()
}

/// Whether the players are p1 and p2, and not p0 and p1.
fn is_from_one<'a>(names: impl Iterator<Item = &'a str> + Clone) -> bool {
    let has = |wanted: &str| names.clone().any(|name| name.eq_ignore_ascii_case(wanted));
    has("p2") && !has("p0")
}

/// Adds members to a record that has its game. `place` is the place of a value in the text of the record, by its index.
/// The values of `skipped` hold the game.
pub(super) fn add(
    members: &[Named<'_>],
    skipped: &[usize],
    place: impl Fn(usize) -> Span,
    record: &mut Record,
) {
    let names = members.iter().map(|(name, _)| *name);
    let fields = meanings(names.clone());
    let of = |field: NameMeaning| {
        let at = fields.iter().position(|&f| f == field);
        at.map(|at| members[at].1).filter(|text| !text.is_empty())
    };
    let ends = |(name, _): &&Named<'_>| {
        name.ends_with("ide") && sorted(name).split(' ').any(|word| word == "side")
    };
    let mut adder = Adder {
        // A result can be the name of a player, who may be in a later column.
        players: [of(WHITE), of(BLACK)],
        side: members.iter().find(ends).map(|(_, value)| *value),
        has_date: fields.contains(&NameMeaning::Tag(DATE)),
        state: record.stated.result,
        is_from_one: is_from_one(names),
        taken: Vec::new(),
        time: [None; 2],
        record,
    };
    for (at, ((name, value), field)) in members.iter().zip(&fields).enumerate() {
        if name.is_empty() || value.is_empty() || skipped.contains(&at) {
            continue;
        }
        if let Some((message, help)) = adder.add(name, value, *field) {
            let remark = Diagnostic::new(Code::UnclearValue, message).at(place(at));
            adder.record.report(remark.help(help));
        }
    }
    adder.time_control();
}

struct Adder<'a, 'r> {
    players: [Option<&'a str>; 2],
    /// The side of the program that the result is about.
    side: Option<&'a str>,
    has_date: bool,
    /// The State of the GameString.
    state: StatedResult,
    /// Whether the players are p1 and p2.
    is_from_one: bool,
    /// The fields that have a value.
    taken: Vec<(NameMeaning, &'a str)>,
    /// Seconds for the game, and for each turn.
    time: [Option<&'a str>; 2],
    record: &'r mut Record,
}

impl<'a> Adder<'a, '_> {
    /// Adds a value. Returns the message and the help of a remark, if the value cannot be read.
    fn add(
        &mut self,
        name: &'a str,
        value: &'a str,
        field: NameMeaning,
    ) -> Option<(String, &'static str)> {
        let first = self
            .taken
            .iter()
            .find(|(taken, _)| *taken == field)
            .map(|(_, first)| *first);
        let is_second = first.is_some()
            && !matches!(
                field,
                NameMeaning::Other | NameMeaning::Time | NameMeaning::Moves | NameMeaning::Game
            );
        if is_second {
            self.record.tags.push(name, value);
            return None;
        }
        self.taken.push((field, name));
        match field {
            NameMeaning::Result => return self.result(name, value),
            NameMeaning::Tag(DATE) => match StatedMoment::of(value) {
                Some(moment) => self.moment(moment),
                None => {
                    let date = date(value);
                    let unread = date.is_none().then(|| unread_date(value));
                    let (date, rest) = date.unwrap_or((value.to_owned(), ""));
                    self.record.tags.push(DATE, date + rest);
                    return unread.filter(|_| has_words(value));
                }
            },
            NameMeaning::Moment if !self.has_date => match StatedMoment::of(value) {
                Some(moment) => {
                    self.has_date = true;
                    self.moment(moment);
                }
                None => {
                    self.record.tags.push(name, value);
                    return has_words(value).then(|| unread_date(value));
                }
            },
            NameMeaning::Tag("Rated") => {
                let is_bool = matches!(value, "t" | "f");
                let rated = if is_bool {
                    is_true(value).to_string()
                } else {
                    value.to_owned()
                };
                self.record.tags.push("Rated", rated);
            }
            NameMeaning::Tag(tag) => self.record.tags.push(tag, value),
            NameMeaning::Termination => {
                self.record.tags.push("Termination", value);
                if let Some(termination) = termination(value) {
                    self.record.stated.termination = termination;
                }
            }
            NameMeaning::QueenRule => {
                let rule = if is_true(value) { "tournament" } else { "open" };
                self.record.tags.push(Tags::QUEEN_RULE, rule);
            }
            NameMeaning::Time => {
                let is_base = sorted(name).starts_with("base");
                self.time[usize::from(!is_base)] = Some(value);
            }
            NameMeaning::Variant
                if variant_of(value).is_some_and(|v| v.to_string() == self.record.variant) => {}
            // The variant of the game is known from elsewhere.
            NameMeaning::Uses(_) => {}
            NameMeaning::Variant
            | NameMeaning::Moment
            | NameMeaning::Moves
            | NameMeaning::Game
            | NameMeaning::Other => {
                self.record.tags.push(name, value);
            }
        }
        None
    }

    /// Adds a date, and the time of day.
    fn moment(&mut self, moment: StatedMoment) {
        self.record.tags.push(DATE, moment.date);
        if let Some((tag, time)) = moment.time {
            self.record.tags.push(tag, time);
        }
    }

    fn result(&mut self, name: &str, value: &str) -> Option<(String, &'static str)> {
        let winner = if self.is_from_one {
            match &*plain(value) {
                "p1" | "p1wins" => "white",
                "p2" | "p2wins" => "black",
                _ => value,
            }
        } else {
            value
        };
        match result(winner, self.players, self.side) {
            Some(StatedCell::Nothing) => None,
            Some(StatedCell::Result(result)) => {
                if self.state.is_final() && self.state != result {
                    let message = format!(
                        "the State says {}, but `{}` says {result}; skep uses {result}",
                        self.state,
                        excerpt(name)
                    );
                    self.record
                        .report(Diagnostic::new(Code::HintMismatch, message));
                }
                self.record.stated.result = result;
                None
            }
            None => {
                let is_result = plain(name) == "result";
                self.record
                    .tags
                    .push(if is_result { RESULT } else { name }, value);
                has_words(value).then(|| unread_result(value))
            }
        }
    }

    fn time_control(&mut self) {
        match self.time {
            [Some(base), Some(added)] => self
                .record
                .tags
                .push("TimeControl", format!("{base}+{added}")),
            [Some(base), None] => self.record.tags.push("TimeControl", base),
            [None, Some(added)] => self.record.tags.push("TimeIncrement", added),
            [None, None] => {}
        }
    }
}

/// Whether a value has letters or digits: `?` and `-` are not mistakes.
fn has_words(value: &str) -> bool {
    value.contains(|c: char| c.is_alphanumeric())
}

/// The message and the help about a cell that is not a result.
fn unread_result(cell: &str) -> (String, &'static str) {
    (
        format!("cannot read `{}` as a result", excerpt(cell)),
        "a result is white, black, draw, 1-0, 0-1, 1/2-1/2 or the name of a player of the game",
    )
}

/// The message and the help about a cell that is not a date.
fn unread_date(cell: &str) -> (String, &'static str) {
    (
        format!("cannot read `{}` as a date", excerpt(cell)),
        "write dates as 2024-03-05; skep reads 05.03.2024 as 5 March, and does not guess which number of 05/03/2024 is \
         the month",
    )
}
