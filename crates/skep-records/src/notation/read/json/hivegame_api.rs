//! Game objects of the hivegame.com API: `{"game_id":…,"history":[["wL","."],["bL","wL-"]],"game_type":"MLP",…}`.

use std::fmt;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Document, name, seconds};
use crate::diag::Code;
use crate::notation::read::remarks::excerpt;
use crate::notation::read::{game_type, hivegame};
use crate::record::{Record, StatedResult, Tags, Termination};
use skep_rules::counted;
use skep_rules::game::Side;
use skep_rules::hive::Leniency;

/// The members that are read. Everything apart from the moves is optional, of any type.
#[derive(Deserialize)]
struct HivegameObject<'a> {
    /// Pairs of a piece and a place; the bot API sends them as one text.
    #[serde(borrow)]
    history: &'a RawValue,
    #[serde(default)]
    game_type: Option<String>,
    #[serde(default)]
    tournament_queen_rule: Value,
    #[serde(default)]
    game_id: Value,
    #[serde(default)]
    nanoid: Value,
    #[serde(default)]
    uuid: Value,
    #[serde(default)]
    tournament: Value,
    #[serde(default)]
    white_player: Value,
    #[serde(default)]
    black_player: Value,
    #[serde(default)]
    white_id: Value,
    #[serde(default)]
    black_id: Value,
    #[serde(default)]
    white_rating: Value,
    #[serde(default)]
    black_rating: Value,
    #[serde(default)]
    white_rating_change: Value,
    #[serde(default)]
    black_rating_change: Value,
    #[serde(default)]
    rated: Value,
    #[serde(default)]
    game_status: Value,
    #[serde(default)]
    conclusion: Value,
    #[serde(default)]
    tournament_game_result: Value,
    #[serde(default)]
    game_control_history: Value,
    #[serde(default)]
    speed: Value,
    #[serde(default)]
    game_speed: Value,
    #[serde(default)]
    game_start: Value,
    #[serde(default)]
    time_mode: Value,
    #[serde(default)]
    time_base: Value,
    #[serde(default)]
    time_increment: Value,
    #[serde(default)]
    move_times: Value,
    #[serde(default)]
    white_time_left: Value,
    #[serde(default)]
    black_time_left: Value,
    #[serde(default)]
    created_at: Value,
    #[serde(default)]
    last_interaction: Value,
    /// The address of the game, if the object is of a saved page.
    #[serde(default)]
    page: Option<String>,
    /// One number for each ply. Only their number is read.
    #[serde(default)]
    hashes: Option<Vec<IgnoredAny>>,
}

/// Reads one game object.
pub(super) fn read<'a>(json: &'a str, document: &mut Document<'a, '_>) {
    document.usual = &[Leniency::Blanks, Leniency::Dot, Leniency::UniqueNumber];
    let Some(game) = document.parse::<HivegameObject<'_>>(json) else {
        return;
    };
    document.record.open_opening_site = game.tournament_queen_rule != Value::Bool(true);
    if let Some(letters) = &game.game_type {
        let whole = match letters.as_str() {
            "" => "Base".to_owned(),
            short if short.bytes().all(|b| b"MLP".contains(&b)) => format!("Base+{short}"),
            written => written.to_owned(),
        };
        let span = document.first();
        game_type::read(&whole, span, document.record, &mut document.remarks);
    }
    header(&game, document);
    if !history(game.history, document) {
        return;
    }
    clocks(&game, document);
    controls(&game.game_control_history, document.record);
    remarks(&game, document);
}

/// Reads the turns; false if one cannot be read.
fn history<'a>(raw: &'a RawValue, document: &mut Document<'a, '_>) -> bool {
    if raw.get().starts_with('"') {
        let Some(text) = document.parse::<String>(raw.get()) else {
            return false;
        };
        let span = document.span(raw);
        let mut turns = text
            .split(';')
            .map(str::trim)
            .filter(|turn| !turn.is_empty());
        return turns.all(|turn| document.push(turn, span));
    }
    let Some(turns) = document.parse::<Vec<&RawValue>>(raw.get()) else {
        return false;
    };
    turns.into_iter().all(|raw| {
        let span = document.span(raw);
        let Some((piece, place)) = document.parse::<(String, String)>(raw.get()) else {
            return false;
        };
        let text = match place.as_str() {
            "" => piece,
            _ => format!("{piece} {place}"),
        };
        document.push(&text, span)
    })
}

/// Reads the actions besides turns: a list, or one text in the bot API.
fn controls(history: &Value, record: &mut Record) {
    match history {
        Value::String(text) => {
            for words in text.split(';') {
                hivegame::control(words.trim(), record);
            }
        }
        Value::Array(entries) => {
            for words in entries.iter().filter_map(control) {
                hivegame::control(&words, record);
            }
        }
        _ => {}
    }
    record.notes.sort_by_key(|note| note.after);
}

fn header(game: &HivegameObject<'_>, document: &mut Document<'_, '_>) {
    document.tag("Event", name(&game.tournament));
    for (tag, member) in [
        ("TournamentId", "tournament_id"),
        ("TournamentMode", "mode"),
    ] {
        document.tag(tag, &game.tournament[member]);
    }
    let site = game.page.as_deref().unwrap_or("hivegame.com");
    document.record.tags.push("Site", site);
    document.date(&game.created_at);
    document.moment("UTC", &game.created_at);
    document.moment("End", &game.last_interaction);
    for (side, player, id, rating, change, left) in [
        (
            Side::White,
            &game.white_player,
            &game.white_id,
            &game.white_rating,
            &game.white_rating_change,
            &game.white_time_left,
        ),
        (
            Side::Black,
            &game.black_player,
            &game.black_id,
            &game.black_rating,
            &game.black_rating_change,
            &game.black_time_left,
        ),
    ] {
        document.tag(side.as_str(), name(player));
        document.tag(&format!("{side}Id"), first([&player["uid"], id]));
        document.player_type(side, &player["bot"]);
        if let Some(exact) = rating.as_f64() {
            document.tag(&format!("{side}Elo"), &format!("{exact:.0}").into());
            if exact.fract() != 0.0 {
                document.tag(&format!("{side}Rating"), rating);
            }
        }
        document.tag(&format!("{side}RatingDiff"), change);
        if let (Some(seconds), Some(nanos)) = (left["secs"].as_u64(), left["nanos"].as_u64()) {
            let seconds = format!("{seconds}.{:03}", nanos / 1_000_000);
            document.tag(&format!("{side}TimeLeft"), &seconds.into());
        }
    }
    document.tag("GameId", first([&game.game_id, &game.nanoid]));
    document.tag("UUID", &game.uuid);
    if let Value::Bool(rated) = game.rated {
        document.tag("Rated", &rated.to_string().into());
    }
    document.tag("Speed", first([&game.speed, &game.game_speed]));
    if let Some(control) = HivegameTime::of(game) {
        document.tag("TimeControl", &control.to_string().into());
    }
    document.tag("GameStart", &game.game_start);
    if let Value::Bool(rule) = game.tournament_queen_rule {
        let rule = if rule { "tournament" } else { "open" };
        document.tag(Tags::QUEEN_RULE, &rule.into());
    }
    let stated = &mut document.record.stated;
    stated.result = result(&game.game_status);
    let of_tournament = result(&game.tournament_game_result);
    if !stated.result.is_final() && of_tournament != StatedResult::Unknown {
        stated.result = of_tournament;
    }
    let is_kept = of_tournament.is_final() && of_tournament == stated.result;
    stated.termination = match game.conclusion.as_str() {
        Some("Board") => Termination::Board,
        Some("Resigned") => Termination::Resignation,
        Some("Timeout") => Termination::Time,
        Some("Draw") => Termination::Agreement,
        Some("Repetition") => Termination::Repetition,
        Some("Committee" | "Forfeit") => Termination::Adjudication,
        _ => Termination::Unknown,
    };
    // A result of the tournament alone, such as a double forfeit.
    if let Some(word) = winner(&game.tournament_game_result)
        && !is_kept
        && word != "Unknown"
    {
        document.tag("TournamentResult", &word.into());
    }
    // The termination says only that it was adjudicated.
    if matches!(game.conclusion.as_str(), Some("Committee" | "Forfeit")) {
        document.tag("Conclusion", &game.conclusion);
    }
}

/// The first value that is not null.
fn first(values: [&Value; 2]) -> &Value {
    let [first, other] = values;
    if first.is_null() { other } else { first }
}

/// The result of a status: `"InProgress"`, `{"Finished":{"Winner":"White"}}`, `{"Finished":"Draw"}`, and the same in
/// words, `"Finished(1-0)"`.
fn result(status: &Value) -> StatedResult {
    let Some(word) = winner(status) else {
        return StatedResult::Unknown;
    };
    let bare = word
        .trim_start_matches("Finished(")
        .trim_start_matches("Winner(");
    match bare.trim_end_matches(')') {
        "White" | "w" => StatedResult::WhiteWins,
        "Black" | "b" => StatedResult::BlackWins,
        word => word.parse().unwrap_or_default(),
    }
}

/// The word of a status.
fn winner(status: &Value) -> Option<&str> {
    let finished = status.get("Finished").unwrap_or(status);
    finished.get("Winner").unwrap_or(finished).as_str()
}

/// The time that the players have, in seconds.
#[derive(Clone, Copy)]
enum HivegameTime {
    /// For the game, and what each turn adds.
    Game(u32, u32),
    /// For the game, over days.
    Days(u32),
    /// For each turn.
    Turn(u32),
    Untimed,
}

impl HivegameTime {
    fn of(game: &HivegameObject<'_>) -> Option<HivegameTime> {
        let seconds = |value: &Value| value.as_u64().and_then(|n| u32::try_from(n).ok());
        let (base, added) = (seconds(&game.time_base), seconds(&game.time_increment));
        match (game.time_mode.as_str()?, base, added) {
            ("RealTime" | "Real Time", Some(base), Some(added)) => {
                Some(HivegameTime::Game(base, added))
            }
            ("Correspondence", Some(base), None | Some(0)) => Some(HivegameTime::Days(base)),
            ("Correspondence", None | Some(0), Some(turn)) => Some(HivegameTime::Turn(turn)),
            ("Untimed", _, _) => Some(HivegameTime::Untimed),
            _ => None,
        }
    }
}

/// As in PGN, 9.6.1: `600+10`, `1728000`, `1/604800` and `-`.
impl fmt::Display for HivegameTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HivegameTime::Game(base, added) => write!(f, "{base}+{added}"),
            HivegameTime::Days(base) => write!(f, "{base}"),
            HivegameTime::Turn(turn) => write!(f, "1/{turn}"),
            HivegameTime::Untimed => f.write_str("-"),
        }
    }
}

/// Sets the time used by the time that was left after each ply, in nanoseconds.
fn clocks(game: &HivegameObject<'_>, document: &mut Document<'_, '_>) {
    let (base, added) = match HivegameTime::of(game) {
        Some(HivegameTime::Game(base, added)) => (u64::from(base), u64::from(added)),
        Some(HivegameTime::Days(base)) => (u64::from(base), 0),
        // After each turn, the time is that for a turn again.
        Some(HivegameTime::Turn(_) | HivegameTime::Untimed) | None => return,
    };
    let Some(left) = game.move_times.as_array() else {
        return;
    };
    let left = || left.iter().map(|left| Some(left.as_u64()? / 1_000_000));
    // If the first turns start the clocks, they take no time and add none.
    let is_free = match game.game_start.as_str() {
        Some(start) => start == "Moves",
        None => left().take(2).all(|left| left == Some(base * 1000)),
    };
    for (i, (ply, left)) in document.record.plies.iter_mut().zip(left()).enumerate() {
        let turn = i as u64 / 2 + 1;
        let given = base + added * (turn - u64::from(is_free));
        let used = left.and_then(|left| (given * 1000).checked_sub(left));
        ply.set_clock_ms(used.and_then(|ms| u32::try_from(ms).ok()));
    }
}

/// Remarks on data that statistics should not rely on.
fn remarks(game: &HivegameObject<'_>, document: &mut Document<'_, '_>) {
    let plies = document.record.plies.len();
    let hashes = game.hashes.as_ref().map_or(plies, Vec::len);
    if hashes != plies {
        let message = format!(
            "{} for {}",
            counted(hashes as u64, "hash", "hashes"),
            counted(plies as u64, "ply", "plies")
        );
        document.remark(Code::UnreliableData, message);
    }
    let speed = first([&game.speed, &game.game_speed]).as_str();
    let hour = 3600;
    let longest = match speed {
        Some("Bullet") => Some(6 * hour),
        Some("Blitz") => Some(24 * hour),
        Some("Rapid") => Some(7 * 24 * hour),
        Some("Classic") => Some(30 * 24 * hour),
        Some("Correspondence") => Some(400 * 24 * hour),
        Some("Untimed" | "Puzzle") | None => None,
        Some(other) => {
            let message = format!("unknown speed `{}`", excerpt(other));
            document.remark(Code::UnreliableData, message);
            None
        }
    };
    let is_late = game.game_start.as_str() == Some("Ready");
    if is_late {
        let message = "the date may be days before the first move, because the game began when both players were ready";
        document.remark(Code::UnreliableData, message);
    }
    if game.last_interaction.is_null() {
        // Objects of the bot API have no such member.
        if plies > 0 && game.hashes.is_some() {
            document.remark(Code::UnreliableData, "the time of the last move is missing");
        }
        return;
    }
    let (Some(began), Some(ended)) = (seconds(&game.created_at), seconds(&game.last_interaction))
    else {
        return;
    };
    if let Some(longest) = longest
        && !is_late
        && ended - began > longest
    {
        let hours = (ended - began) / hour;
        let message = format!(
            "the game lasted {hours} hours, which is too long for {}",
            speed.unwrap_or_default()
        );
        document.remark(Code::UnreliableData, message);
    }
}

/// An entry of the control history in the words of the site: `34. Resign(b)`.
fn control(entry: &Value) -> Option<String> {
    let number = entry.get(0)?.as_u64()?;
    let action = match entry.get(1)? {
        Value::String(words) => words.clone(),
        Value::Object(members) => {
            let (action, side) = members.iter().next()?;
            let letter = side.as_str()?.chars().next()?.to_ascii_lowercase();
            format!("{action}({letter})")
        }
        _ => return None,
    };
    Some(format!("{number}. {action}"))
}
