//! The root node as the site writes it.

use super::reader::{PLAYER_TAGS, RELEASE_PROPERTY, SITE, Setup, TAGS, event_of_name, is_prose};
use crate::notation::Verdict;
use crate::notation::moves::hexit::{RELEASE_TAG, is_score};
use crate::record::{Format, Record, StatedResult};
use skep_rules::game::Side;
use skep_rules::hexit::ReleaseChain;
use skep_rules::hive::Opening;

/// The first words of the time controls that the viewer of the site knows.
const TIME_CONTROLS: [&str; 5] = ["None", "Fixed", "PlusTime", "Incremental", "Differential"];

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Tags that the header does not repeat, because the moves, the rules or the result say the same.
const DERIVED: [&str; 6] = [
    "GameType",
    "Result",
    "SgfResult",
    "Variant",
    "Termination",
    "Game",
];

/// Where a tag of a record is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Destination<'a> {
    /// Into a property of this name.
    Property(&'a str),
    /// Into a player's property with this key, with or without quotes.
    Player(Side, &'a str, bool),
    /// To a separate place, or nowhere because it is implied.
    Elsewhere,
    /// Nowhere: it is lost.
    Nowhere,
}

/// Where a tag is written.
pub(super) fn destination<'a>(record: &Record, name: &'a str, value: &str) -> Destination<'a> {
    let is = |other: &str| name.eq_ignore_ascii_case(other);
    if DERIVED.iter().any(|d| is(d)) || is("White") || is("Black") || is("SU") {
        return Destination::Elsewhere;
    }
    if record.game.is_hexit() && is(RELEASE_TAG) {
        return Destination::Elsewhere;
    }
    match name {
        _ if is("TimeControl") => {
            let first = value.split(' ').next().unwrap_or("");
            let known = TIME_CONTROLS.iter().any(|t| t.eq_ignore_ascii_case(first));
            return if known {
                Destination::Elsewhere
            } else {
                Destination::Nowhere
            };
        }
        _ if is("GameName") || is("SgfGameName") || is("SgfDate") || is("Date") => {
            return Destination::Elsewhere;
        }
        _ if is("Site") && value == SITE => return Destination::Elsewhere,
        _ if is("Event") && game_name(record).and_then(event_of_name) == Some(value) => {
            return Destination::Elsewhere;
        }
        _ => {}
    }
    if let Some((property, _)) = TAGS.iter().find(|t| is(t.1)) {
        return Destination::Property(property);
    }
    for side in Side::ALL {
        let Some(rest) = name.strip_prefix(side.as_str()) else {
            continue;
        };
        if let Some(key) = rest.strip_prefix(':') {
            return Destination::Player(side, key, false);
        }
        // The times are at the end of the file.
        if rest == "Time" {
            return Destination::Elsewhere;
        }
        if let Some((key, _, quoted)) = PLAYER_TAGS.iter().find(|t| t.1 == rest) {
            return Destination::Player(side, key, *quoted);
        }
    }
    // Tags of other notations are words; only a property has a name in capitals.
    if is_property_name(name) && !name.bytes().any(|b| b.is_ascii_lowercase()) {
        Destination::Property(name)
    } else {
        Destination::Nowhere
    }
}

/// Whether the reader accepts the text as the name of a property without a meaning of its own.
pub(super) fn is_property_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        && !["GM", "CM", "RE", "P0", "P1", "P-1"].contains(&name)
}

/// Writes the root node, without the end of its last line.
pub(super) fn write(record: &Record, verdict: &Verdict, out: &mut String) {
    let tags = &record.tags;
    let find = |name: &str| tags.get(name).filter(|v| !v.is_empty());
    out.push_str("(;\nGM[");
    let hexit = verdict.game.hexit();
    out.push_str(if hexit.is_some() { "28" } else { "27" });
    out.push_str("]VV[");
    escape(find("VV").unwrap_or("1"), out);
    out.push_str("]\nCM[0,1]");
    let mut put = |name: &str, value: &str| {
        out.push('\n');
        out.push_str(name);
        out.push('[');
        if is_prose(name) {
            escape_text(value, out);
        } else {
            escape(value, out);
        }
        out.push(']');
    };
    if let Some(control) = find("TimeControl")
        && destination(record, "TimeControl", control) == Destination::Elsewhere
    {
        put("TC", control);
    }
    put("SU", &setup(record, verdict));
    let release = hexit.map(|game| game.options().release);
    if let Some(release) = release.filter(|&r| r != ReleaseChain::Forced)
        && !record.is_unsupported()
    {
        put(RELEASE_PROPERTY, release.as_str());
    }
    if let Some(date) = find("SgfDate") {
        put("DT", date);
    } else if record.format != Format::Boardspace
        && let Some(date) = find("Date").and_then(spelled_out)
    {
        put("DT", &date);
    }
    put("GN", game_name(record).unwrap_or(""));
    let result = verdict.result(record);
    // If the board decides the game, the score is implied.
    let own = record.stated.text.as_deref();
    let own = own.filter(|text| !(verdict.outcome.is_over() && is_score(text)));
    if let Some(text) = own.or(find("SgfResult")) {
        put("RE", text);
    } else if result.is_final() {
        put("RE", &sentence(record, result));
    }
    for side in Side::ALL {
        let name = ["P0", "P1"][side.index()];
        put(name, &format!("id \"{}\"", player(record, side)));
        for (tag, value) in tags.iter() {
            match destination(record, tag, value) {
                Destination::Player(of, key, quoted) if of == side => {
                    let mark = if quoted { "\"" } else { "" };
                    put(name, &format!("{key} {mark}{value}{mark}"));
                }
                _ => {}
            }
        }
    }
    for (tag, value) in tags.iter() {
        match destination(record, tag, value) {
            Destination::Property(name) if name != "VV" => put(name, value),
            _ => {}
        }
    }
}

/// The name of a side's player, or the colour if the record has no name.
pub(super) fn player(record: &Record, side: Side) -> &str {
    record.tags.get(side.as_str()).unwrap_or(side.as_str())
}

/// A final result as an English client writes it.
pub(in crate::notation::write) fn sentence(record: &Record, result: StatedResult) -> String {
    let winner = match result {
        StatedResult::WhiteWins => Side::White,
        StatedResult::BlackWins => Side::Black,
        _ => return "The game is a draw".to_owned(),
    };
    format!("Game won by {}", player(record, winner))
}

fn game_name(record: &Record) -> Option<&str> {
    let tags = &record.tags;
    tags.get("GameName").or_else(|| tags.get("SgfGameName"))
}

/// The value of `SU`: the record's own value if it fits, because the site judges old games by old rules.
fn setup(record: &Record, verdict: &Verdict) -> String {
    if let Some(game) = verdict.game.hexit() {
        let tiles = game.options().tiles;
        // The first word names the set. The rest, written by the site, is kept.
        let fits = |own: &&str| {
            let name = own.split(' ').next().unwrap_or("");
            record.is_unsupported() || name.parse() == Ok(tiles)
        };
        let own = record.tags.get("SU").filter(fits);
        return own.unwrap_or(tiles.exxit_name()).to_owned();
    }
    let hive = verdict
        .game
        .hive()
        .map(|game| *game.options())
        .unwrap_or_default();
    if let Some(own) = record.tags.get("SU") {
        match Setup::parse(own) {
            Ok(setup) if setup.game_type != hive.game_type => {}
            // Unsupported rules are written unchanged.
            Ok(_) | Err(_) => return own.to_owned(),
        }
    }
    Setup {
        game_type: hive.game_type,
        has_revision: !record.open_opening_site && hive.opening == Opening::Tournament,
    }
    .write()
}

/// A date `2024.04.09` as an English client writes it: `April 9, 2024`. `None` for incomplete dates.
fn spelled_out(date: &str) -> Option<String> {
    let mut fields = date.split('.').map(|f| f.parse::<usize>().ok());
    let (year, month, day) = (fields.next()??, fields.next()??, fields.next()??);
    let name = MONTHS.get(month.checked_sub(1)?)?;
    Some(format!("{name} {day}, {year}"))
}

/// Writes the value of a header property. The site does not escape values there. Here a bracket must not end the value,
/// and a line end would end it.
pub(super) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '\\' | ']' => out.extend(['\\', c]),
            '\n' | '\r' => out.push(' '),
            _ => out.push(c),
        }
    }
}

/// Writes plain text as SGF has it.
pub(super) fn escape_text(text: &str, out: &mut String) {
    for c in text.chars() {
        if matches!(c, '\\' | ']' | '[') {
            out.push('\\');
        }
        out.push(c);
    }
}
