//! Game objects of the hivegame.com API: `{"game_id":…,"history":[["wL","."],["bL","wL-"]],"game_type":"MLP",…}`.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Document, name};
use crate::notation::read::{game_type, hivegame};
use crate::record::{StatedResult, Termination};
use skep_rules::hive::Leniency;

/// The members that are read. Everything apart from the moves is optional, of any type.
#[derive(Deserialize)]
struct Game<'a> {
    #[serde(borrow)]
    history: Vec<&'a RawValue>,
    #[serde(default)]
    game_type: Option<String>,
    #[serde(default)]
    game_id: Value,
    #[serde(default)]
    nanoid: Value,
    #[serde(default)]
    tournament: Value,
    #[serde(default)]
    white_player: Value,
    #[serde(default)]
    black_player: Value,
    #[serde(default)]
    white_rating: Value,
    #[serde(default)]
    black_rating: Value,
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
    time_mode: Value,
    #[serde(default)]
    time_base: Value,
    #[serde(default)]
    time_increment: Value,
    #[serde(default)]
    move_times: Value,
    #[serde(default)]
    created_at: Value,
}

/// Reads one game object.
pub(super) fn read<'a>(json: &'a str, document: &mut Document<'a, '_>) {
    document.usual = &[Leniency::Blanks, Leniency::Dot, Leniency::UniqueNumber];
    document.record.open_opening_site = true;
    let Some(game) = document.parse::<Game<'_>>(json) else {
        return;
    };
    if let Some(letters) = &game.game_type {
        let whole = match letters.as_str() {
            "" => "Base".to_owned(),
            short if short.bytes().all(|b| b"MLP".contains(&b)) => format!("Base+{short}"),
            written => written.to_owned(),
        };
        let start = document.start;
        let span = crate::diag::Span::new(start, start + 1);
        game_type::read(&whole, span, document.record, &mut document.remarks);
    }
    header(&game, document);
    for raw in &game.history {
        let span = document.span(raw);
        let Some((piece, place)) = document.parse::<(String, String)>(raw.get()) else {
            return;
        };
        let text = match place.as_str() {
            "" => piece,
            _ => format!("{piece} {place}"),
        };
        if !document.push(&text, span) {
            return;
        }
    }
    clocks(&game, document);
    for entry in game.game_control_history.as_array().into_iter().flatten() {
        if let Some(words) = control(entry) {
            hivegame::control(&words, document.record);
        }
    }
    document.record.notes.sort_by_key(|note| note.after);
}

fn header(game: &Game<'_>, document: &mut Document<'_, '_>) {
    document.tag("Event", name(&game.tournament));
    document.record.tags.push("Site", "hivegame.com");
    document.date(&game.created_at);
    document.tag("White", name(&game.white_player));
    document.tag("Black", name(&game.black_player));
    for (tag, rating) in [
        ("WhiteElo", &game.white_rating),
        ("BlackElo", &game.black_rating),
    ] {
        if let Some(rating) = rating.as_f64() {
            document.record.tags.push(tag, format!("{rating:.0}"));
        }
    }
    let id = [&game.game_id, &game.nanoid]
        .into_iter()
        .find(|id| !id.is_null());
    document.tag("GameId", id.unwrap_or(&Value::Null));
    document.tag("Rated", &game.rated);
    if let Some((base, added)) = time_control(game) {
        document
            .record
            .tags
            .push("TimeControl", format!("{base}+{added}"));
    }
    let stated = &mut document.record.stated;
    stated.result = result(&game.game_status);
    if let Some(word) = game.tournament_game_result.as_str()
        && !stated.result.is_final()
    {
        stated.result = word.parse().unwrap_or(stated.result);
    }
    stated.termination = match game.conclusion.as_str() {
        Some("Board") => Termination::Board,
        Some("Resigned") => Termination::Resignation,
        Some("Timeout") => Termination::Time,
        Some("Draw") => Termination::Agreement,
        Some("Repetition") => Termination::Repetition,
        Some("Committee" | "Forfeit") => Termination::Adjudication,
        _ => Termination::Unknown,
    };
}

/// The result of a status: `"InProgress"`, `{"Finished":{"Winner":"White"}}`, `{"Finished":"Draw"}`, and the same in
/// words, `"Finished(1-0)"`.
fn result(status: &Value) -> StatedResult {
    let finished = status.get("Finished").unwrap_or(status);
    let word = finished.get("Winner").unwrap_or(finished);
    let Some(word) = word.as_str() else {
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

/// The time that each side has at the start and the time that a turn adds, in seconds, if the game is in real time.
fn time_control(game: &Game<'_>) -> Option<(u32, u32)> {
    let mode = game.time_mode.as_str()?;
    let seconds = |value: &Value| value.as_u64().and_then(|n| u32::try_from(n).ok());
    ["RealTime", "Real Time"]
        .contains(&mode)
        .then_some((seconds(&game.time_base)?, seconds(&game.time_increment)?))
}

/// Sets the time used by the time that was left after each ply, in nanoseconds.
fn clocks(game: &Game<'_>, document: &mut Document<'_, '_>) {
    let (Some((base, added)), Some(left)) = (time_control(game), game.move_times.as_array()) else {
        return;
    };
    for (i, (ply, left)) in document.record.plies.iter_mut().zip(left).enumerate() {
        let given = u64::from(base) + u64::from(added) * (i as u64 / 2 + 1);
        let used = left
            .as_u64()
            .and_then(|left| (given * 1000).checked_sub(left / 1_000_000));
        ply.set_clock_ms(used.and_then(|ms| u32::try_from(ms).ok()));
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
