//! The root node as the site writes it.

use std::borrow::Cow;

use super::reader::{
    PLAYER_TAGS, RELEASE_PROPERTY, SITE, StatedRules, TAGS, date_of, event_of_name, is_prose,
    result_of_sentence,
};
use crate::game::Game;
use crate::notation::Verdict;
use crate::notation::moves::hexit::{RELEASE_TAG, is_score, parse_result};
use crate::notation::write::{Loss, Losses};
use crate::record::{Date, Format, MONTHS, Record, StatedResult};
use skep_rules::game::{BySide, Side};
use skep_rules::hexit::ReleaseChain;
use skep_rules::hive::Opening;

/// The first words of the time controls that the viewer of the site knows.
const TIME_CONTROLS: [&str; 5] = ["None", "Fixed", "PlusTime", "Incremental", "Differential"];

/// Tags that repeat the set-up of the game.
const VARIANT_TAGS: [&str; 3] = ["GameType", "Variant", "Game"];

/// Properties with a place or a meaning of their own: no tag is written under these names.
const OWN: [&str; 14] = [
    "GM", "CM", "RE", "SU", "P0", "P1", "P-1", "C", "EV", "PC", "RO", "GN", "DT", "TC",
];

/// The properties that the reader reads first.
const FIRST: [&str; 3] = ["EV", "PC", "RO"];

/// Where a tag of a record is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TagDestination<'a> {
    /// Into a property of this name.
    Property(&'a str),
    /// Into a player's property with this key, with or without quotes.
    Player(Side, &'a str, bool),
    /// To a separate place, or nowhere because it is implied.
    Elsewhere,
    /// Nowhere: it is lost.
    Nowhere,
}

/// A tag, and where it is written.
struct PlacedTag<'a> {
    name: &'a str,
    value: &'a str,
    destination: TagDestination<'a>,
}

impl PlacedTag<'_> {
    /// Whether the tag is not read back unchanged. An empty tag has no meaning.
    fn is_lost(&self) -> bool {
        let value = self.value;
        match self.destination {
            TagDestination::Nowhere => !value.is_empty(),
            TagDestination::Property(name) if is_prose(name) => value.trim() != value,
            TagDestination::Player(_, _, true) => value.contains(['\n', '\r']),
            _ => value.trim() != value || value.contains(['\n', '\r']),
        }
    }
}

/// The tags of a record and where they are written, in the order of the record.
fn tags<'a>(record: &'a Record, verdict: &'a Verdict) -> impl Iterator<Item = PlacedTag<'a>> {
    // The header holds one value of each tag that is not written under its own name.
    let mut seen: Vec<&str> = Vec::new();
    record.tags.iter().map(move |(name, value)| {
        let mut destination = destination(record, verdict, name, value);
        let is_single = match destination {
            TagDestination::Property(property) => property != name || name == "VV",
            TagDestination::Player(_, key, _) => PLAYER_TAGS.iter().any(|tag| tag.0 == key),
            TagDestination::Elsewhere => true,
            TagDestination::Nowhere => false,
        };
        if is_single {
            if seen.iter().any(|s| s.eq_ignore_ascii_case(name)) {
                destination = TagDestination::Nowhere;
            } else {
                seen.push(name);
            }
        }
        PlacedTag {
            name,
            value,
            destination,
        }
    })
}

/// Where the first tag with a name is written.
fn destination<'a>(
    record: &Record,
    verdict: &Verdict,
    name: &'a str,
    value: &str,
) -> TagDestination<'a> {
    let is = |other: &str| name.eq_ignore_ascii_case(other);
    let elsewhere_if = |is_elsewhere: bool| {
        if is_elsewhere {
            TagDestination::Elsewhere
        } else {
            TagDestination::Nowhere
        }
    };
    if is("White") || is("Black") {
        return TagDestination::Elsewhere;
    }
    if VARIANT_TAGS.iter().any(|tag| is(tag)) {
        let named = Game::of_variant(value);
        return elsewhere_if(named.is_some_and(|game| game.title() == verdict.game.title()));
    }
    if is("SgfResult") {
        return elsewhere_if(words(record, verdict).as_deref() == Some(value));
    }
    if is("SU") {
        return elsewhere_if(own_setup(record, verdict) == Some(value));
    }
    if record.game.is_hexit() && is(RELEASE_TAG) {
        return elsewhere_if(value.parse::<ReleaseChain>().is_ok());
    }
    if is("TimeControl") {
        let first = value.split(' ').next().unwrap_or("");
        return elsewhere_if(TIME_CONTROLS.iter().any(|t| t.eq_ignore_ascii_case(first)));
    }
    if is("GameName") || is("SgfGameName") {
        return elsewhere_if(game_name(record) == Some(value));
    }
    if is("SgfDate") {
        return TagDestination::Elsewhere;
    }
    if is("Date") {
        return elsewhere_if(
            date_of(game_name(record), date(record).as_deref()).as_deref() == Some(value),
        );
    }
    if is("Site") && value == SITE {
        return TagDestination::Elsewhere;
    }
    if is("Event") && game_name(record).and_then(event_of_name) == Some(value) {
        return TagDestination::Elsewhere;
    }
    if let Some((property, _)) = TAGS.iter().find(|t| is(t.1)) {
        return TagDestination::Property(property);
    }
    for side in Side::ALL {
        let Some(rest) = name.strip_prefix(side.as_str()) else {
            continue;
        };
        if let Some(key) = rest.strip_prefix(':') {
            let is_word = !key.is_empty() && !key.contains(char::is_whitespace);
            let is_own = key == "id" || PLAYER_TAGS.iter().any(|tag| tag.0 == key);
            return if is_word && !is_own {
                TagDestination::Player(side, key, false)
            } else {
                TagDestination::Nowhere
            };
        }
        // The times are at the end of the file.
        if rest == "Time" {
            return TagDestination::Elsewhere;
        }
        if let Some((key, _, quoted)) = PLAYER_TAGS.iter().find(|t| t.1 == rest) {
            return TagDestination::Player(side, key, *quoted);
        }
    }
    // Tags of other notations are words; only a property has a name in capitals.
    let is_release = record.game.is_hexit() && name == RELEASE_PROPERTY;
    let is_tag = name == "GS" || OWN.contains(&name) || is_release;
    if is_property_name(name) && !is_tag && !name.bytes().any(|b| b.is_ascii_lowercase()) {
        TagDestination::Property(name)
    } else {
        TagDestination::Nowhere
    }
}

/// Whether the reader accepts the text as the name of a property without a meaning of its own.
pub(super) fn is_property_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        && !["GM", "CM", "RE", "P0", "P1", "P-1"].contains(&name)
}

/// Writes the root node, without the end of its last line. Returns the data of the header that is not read back as it
/// is.
pub(super) fn write(record: &Record, verdict: &Verdict, out: &mut String) -> Losses {
    let mut losses = Losses::default();
    let find = |name: &str| record.tags.get(name).filter(|v| !v.trim().is_empty());
    out.push_str("(;\nGM[");
    let hexit = verdict.game.hexit();
    out.push_str(if hexit.is_some() { "28" } else { "27" });
    out.push_str("]VV[");
    escape(find("VV").unwrap_or("1").trim(), out);
    out.push_str("]\nCM[0,1]");
    let mut put = |name: &str, value: &str| {
        out.push('\n');
        out.push_str(name);
        out.push('[');
        if is_prose(name) {
            escape_text(value.trim(), out);
        } else {
            escape(value.trim(), out);
        }
        out.push(']');
    };
    if let Some(control) = find("TimeControl")
        && destination(record, verdict, "TimeControl", control) == TagDestination::Elsewhere
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
    if let Some(date) = date(record) {
        put("DT", &date);
    }
    put("GN", game_name(record).unwrap_or(""));
    if find("Site").is_none() {
        put("PC", "");
    }
    let words = words(record, verdict);
    if let Some(words) = &words {
        put("RE", words);
    }
    if loses_words(record, verdict, words.as_deref()) {
        losses.insert(Loss::Tags);
    }
    let tags: Vec<PlacedTag<'_>> = tags(record, verdict).collect();
    for tag in tags.iter().filter(|tag| tag.is_lost()) {
        losses.insert(match tag.name {
            "Date" if is_date_in_name(record) => Loss::DateInName,
            "Date" => Loss::Date,
            _ => Loss::Tags,
        });
    }
    for side in Side::ALL {
        let name = ["P0", "P1"][side.index()];
        let player = player(record, side);
        put(name, &format!("id \"{player}\""));
        // The notation must have names, and a colour stands for no name.
        if player == side.as_str() {
            losses.insert(Loss::Names);
        }
        // The reader reads the keys that it knows first.
        let place = |key: &str| PLAYER_TAGS.iter().position(|tag| tag.0 == key);
        let mut fields: Vec<(&str, &str, bool)> = tags
            .iter()
            .filter_map(|tag| match tag.destination {
                TagDestination::Player(of, key, quoted) if of == side => {
                    Some((key, tag.value, quoted))
                }
                _ => None,
            })
            .collect();
        fields.sort_by_key(|field| place(field.0).unwrap_or(PLAYER_TAGS.len()));
        for (key, value, quoted) in fields {
            if quoted {
                put(name, &format!("{key} \"{value}\""));
            } else {
                put(name, &format!("{key} {}", one_line(value).trim()));
            }
        }
    }
    let mut properties: Vec<(&str, &str)> = tags
        .iter()
        .filter_map(|tag| match tag.destination {
            // The reader skips an empty property that is a tag of another name.
            TagDestination::Property(name) if name != "VV" => {
                let is_tag = TAGS.iter().any(|tag| tag.0 == name);
                (!is_tag || !tag.value.trim().is_empty()).then_some((name, tag.value))
            }
            _ => None,
        })
        .collect();
    // Prose, which may have lines that look like another game, is last.
    properties.sort_by_key(|&(name, _)| {
        let first = FIRST.iter().position(|first| *first == name);
        first.unwrap_or(FIRST.len() + usize::from(is_prose(name)))
    });
    for (name, value) in properties {
        put(name, value);
    }
    losses
}

/// Whether the words of the result are not read back from the words of the header.
fn loses_words(record: &Record, verdict: &Verdict, written: Option<&str>) -> bool {
    let own = record.stated.text.as_deref().filter(|own| !own.is_empty());
    own.is_some_and(|own| {
        let is_implied = verdict.outcome.is_over() && is_score(own);
        let is_written = written == Some(own) && one_line(own) == own;
        !is_implied && !is_written
    })
}

/// The name of a side's player, or the colour if the record has no name.
fn player(record: &Record, side: Side) -> &str {
    record.tags.get(side.as_str()).unwrap_or(side.as_str())
}

/// The words of the result, if the header has any: those of the record, unless they contradict the stated result.
pub(super) fn words<'a>(record: &'a Record, verdict: &Verdict) -> Option<Cow<'a, str>> {
    let ending = super::ending(record, verdict);
    let is_over = verdict.outcome.is_over();
    let result = match ending {
        Some((result, _)) if !is_over => result,
        _ => verdict.result(record),
    };
    // If the board decides the game, the score is implied.
    let own = record.stated.text.as_deref().map(str::trim);
    let own = own.filter(|text| !(is_over && is_score(text)));
    let own = own.or(record.tags.get("SgfResult").map(str::trim));
    let own = own.filter(|text| !(is_over && is_score(text)));
    let has_ending = is_over || ending.is_some();
    if let Some(own) = own.filter(|own| !own.is_empty()) {
        let says = result_of_words(record, own);
        if has_ending || says == result || !says.is_final() && !result.is_final() {
            return Some(Cow::Borrowed(own));
        }
    }
    if !result.is_final() {
        return None;
    }
    let sentence = sentence(record, result);
    // A sentence with a player's name may be ambiguous.
    Some(
        if has_ending || result_of_words(record, &sentence) == result {
            Cow::Owned(sentence)
        } else {
            Cow::Borrowed(result.as_str())
        },
    )
}

/// The result that the reader takes from the words of a header.
pub(super) fn result_of_words(record: &Record, words: &str) -> StatedResult {
    if record.game.is_hexit() && is_score(words) {
        return parse_result(words).unwrap_or_default();
    }
    let name = |side| one_line(player(record, side));
    let (white, black) = (name(Side::White), name(Side::Black));
    let players = BySide {
        white: &*white,
        black: &*black,
    };
    result_of_sentence(one_line(words).trim(), players)
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

/// Whether the name of the game has a date.
fn is_date_in_name(record: &Record) -> bool {
    date_of(game_name(record), None).is_some()
}

/// The date in words. Files of the site without one have the date in the name of the game.
fn date(record: &Record) -> Option<Cow<'_, str>> {
    let find = |name: &str| record.tags.get(name).filter(|v| !v.trim().is_empty());
    if let Some(words) = find("SgfDate") {
        return Some(Cow::Borrowed(words));
    }
    let date = find("Date")?;
    let implied = record.format == Format::Boardspace
        && date_of(game_name(record), None).as_deref() == Some(date);
    if implied {
        None
    } else {
        spelled_out(date).map(Cow::Owned)
    }
}

/// The value of `SU` in the record, if it fits the game.
fn own_setup<'a>(record: &'a Record, verdict: &Verdict) -> Option<&'a str> {
    let own = record.tags.get("SU")?;
    let fits = if let Some(game) = verdict.game.hexit() {
        // The first word names the set. The rest, written by the site, is kept.
        let name = own.split(' ').next().unwrap_or("");
        name.eq_ignore_ascii_case(game.options().tiles.exxit_name())
    } else {
        let game_type = verdict.game.hive().map(|game| game.options().game_type);
        StatedRules::parse(own).is_ok_and(|setup| Some(setup.game_type) == game_type)
    };
    // Unsupported rules are written unchanged.
    (fits || record.is_unsupported()).then_some(own)
}

/// The value of `SU`: the record's own value if it fits, because the site judges old games by old rules.
fn setup<'a>(record: &'a Record, verdict: &Verdict) -> Cow<'a, str> {
    if let Some(own) = own_setup(record, verdict) {
        return Cow::Borrowed(own);
    }
    if let Some(game) = verdict.game.hexit() {
        return Cow::Borrowed(game.options().tiles.exxit_name());
    }
    let hive = verdict
        .game
        .hive()
        .map(|game| *game.options())
        .unwrap_or_default();
    let setup = StatedRules {
        game_type: hive.game_type,
        has_revision: !record.open_opening_site && hive.opening == Opening::Tournament,
    };
    Cow::Owned(setup.write())
}

/// A date `2024.04.09` as an English client writes it: `April 9, 2024`. `None` for incomplete dates.
fn spelled_out(date: &str) -> Option<String> {
    // The site writes no other date that is read back unchanged.
    let date = Date::of_tag(date).filter(|_| date.as_bytes().get(4) == Some(&b'.'))?;
    let name = MONTHS[usize::from(date.month()?) - 1];
    Some(format!("{name} {}, {}", date.day()?, date.year()))
}

/// A text on one line: line ends become blanks.
pub(super) fn one_line(text: &str) -> Cow<'_, str> {
    if text.contains(['\n', '\r']) {
        Cow::Owned(text.replace(['\n', '\r'], " "))
    } else {
        Cow::Borrowed(text)
    }
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
