//! The members of the JSON of sites and programs, and what they become in a record.

use std::collections::BTreeSet;

use serde_json::Value;

use super::json;
use crate::record::{Format, JsonDocument};

/// A member that is read, with everything in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The names from the game to the member: `white_player.username`. An array has no name of its own.
    pub path: &'static str,
    /// What it becomes: `moves`, or a tag such as `[White]`.
    pub becomes: &'static str,
}

macro_rules! members {
    ($($path:literal => $becomes:literal,)+) => {
        &[$(Member { path: $path, becomes: $becomes }),+]
    };
}

/// The members of a notation that are read; empty if the notation is not JSON of a site or program.
pub fn members(format: Format) -> &'static [Member] {
    match format.json_document() {
        Some(JsonDocument::HivegameApi) => HIVEGAME,
        Some(JsonDocument::AbstractPlay) => ABSTRACTPLAY,
        Some(JsonDocument::BgaLog) => BGA_LOG,
        Some(JsonDocument::Replay) => REPLAY,
        // A tree of positions, with moves in its members.
        None if format == Format::Analysis => ANALYSIS,
        Some(JsonDocument::MoveArray) | None => &[],
    }
}

const HIVEGAME: &[Member] = members! {
    "history" => "moves",
    "game_type" => "variant",
    "tournament_queen_rule" => "[QueenRule]",
    "game_id" => "[GameId]",
    "nanoid" => "[GameId]",
    "uuid" => "[UUID]",
    "tournament.name" => "[Event]",
    "tournament.tournament_id" => "[TournamentId]",
    "tournament.mode" => "[TournamentMode]",
    "white_player.username" => "[White]",
    "white_player.uid" => "[WhiteId]",
    "white_player.bot" => "[WhiteType]",
    "black_player.username" => "[Black]",
    "black_player.uid" => "[BlackId]",
    "black_player.bot" => "[BlackType]",
    "white_id" => "[WhiteId]",
    "black_id" => "[BlackId]",
    "white_rating" => "[WhiteElo], rounded, and [WhiteRating]",
    "black_rating" => "[BlackElo], rounded, and [BlackRating]",
    "white_rating_change" => "[WhiteRatingDiff]",
    "black_rating_change" => "[BlackRatingDiff]",
    "rated" => "[Rated]",
    "game_status" => "stated result",
    "tournament_game_result" => "stated result or [TournamentResult]",
    "conclusion" => "termination, and [Conclusion] if it says more",
    "game_control_history" => "draw offers, resignations and comments",
    "speed" => "[Speed]",
    "game_speed" => "[Speed]",
    "game_start" => "[GameStart] and the times used",
    "time_mode" => "[TimeControl]",
    "time_base" => "[TimeControl]",
    "time_increment" => "[TimeControl]",
    "move_times" => "times used, unless each turn has its own time",
    "white_time_left" => "[WhiteTimeLeft], to the millisecond",
    "black_time_left" => "[BlackTimeLeft], to the millisecond",
    "created_at" => "[Date], [UTCDate] and [UTCTime], to the second",
    "last_interaction" => "[EndDate] and [EndTime], to the second",
    "hashes" => "remark if their number is wrong",
    "page" => "[Site]",
};

/// The members of a judgement of hivegame.com, in each wrapper.
const JUDGEMENT: &[Member] = members! {
    "moves" => "evaluations, and their turns",
    "result.moves" => "evaluations, and their turns",
    "result.Done.moves" => "evaluations, and their turns",
    "Done.moves" => "evaluations, and their turns",
    "Done.result.moves" => "evaluations, and their turns",
    "engine" => "engine of the evaluations",
};

const ABSTRACTPLAY: &[Member] = members! {
    "moves" => "moves",
    "header.game.name" => "game",
    "header.game.variants" => "variant",
    "header.event" => "[Event]",
    "header.round" => "[Round]",
    "header.site.name" => "[Site]",
    "header.site.gameid" => "[GameId]",
    "header.date-start" => "[Date]",
    "header.date-end" => "[Date], if there is no date-start",
    "header.players.name" => "[White] and [Black]",
    "header.players.userid" => "[WhiteId] and [BlackId]",
    "header.players.is_ai" => "[WhiteType] and [BlackType]",
    "header.players.result" => "stated result",
};

const ANALYSIS: &[Member] = members! {
    "format" => "version",
    "version" => "version",
    "game_type" => "variant",
    "start_hop" => "position in which the game begins",
    "root_id" => "variations",
    "nodes.id" => "variations",
    "nodes.parent" => "variations",
    "nodes.children" => "variations",
    "nodes.move_delta.piece" => "moves",
    "nodes.move_delta.position" => "moves",
    "nodes.move_delta.turn" => "remark if it is wrong",
    "nodes.position_hash" => "remark if it is wrong",
    "selected_node_id" => "[Selected]",
    "current_node.node_id" => "[Selected]",
    "annotations" => "marks",
    "tree.nodes.node_id" => "variations",
    "tree.nodes.parent" => "variations",
    "tree.nodes.children" => "variations",
    "tree.nodes.value.piece" => "moves",
    "tree.nodes.value.position" => "moves",
    "tree.nodes.value.turn" => "remark if it is wrong",
};

const BGA_LOG: &[Member] = members! {
    "type" => "kind of the notification",
    "table_id" => "[GameId]",
    "time" => "[Date]",
    "args.notation" => "moves",
    "args.player_name" => "[White] and [Black], resignations and draw offers",
    "args.result" => "stated result and resignation",
    "args.args.result" => "stated result and resignation",
};

const REPLAY: &[Member] = members! {
    "steps.observation.observationString" => "moves",
    "steps.reward" => "stated result",
    "steps.status" => "termination",
    "uhp" => "moves",
    "title" => "[Event]",
    "id" => "[GameId]",
    "rewards" => "stated result",
    "statuses" => "termination",
    "info.EpisodeId" => "[GameId]",
    "info.TeamNames" => "[White] and [Black]",
    "info.Agents" => "[White] and [Black]",
    "info.agents" => "[White] and [Black]",
    "configuration.agents" => "[White] and [Black]",
};

/// The paths of the JSON members of a game that skep does not read, in the form of [`Member::path`]. Null and empty
/// members are skipped.
pub fn unread(format: Format, text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let is_judgement =
        format == Format::HivegameApi && json::is_evaluation(text.trim_ascii().as_bytes());
    let read = if is_judgement {
        JUDGEMENT
    } else {
        members(format)
    };
    if read.is_empty() {
        return found;
    }
    // A log can be one object after another.
    let text = text.trim_start_matches('\u{feff}');
    for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        let Ok(value) = value else { break };
        collect(&value, &mut String::new(), format, read, &mut found);
    }
    found
}

/// Adds the paths below a value that are not read.
fn collect(
    value: &Value,
    path: &mut String,
    format: Format,
    read: &[Member],
    found: &mut BTreeSet<String>,
) {
    let is_nothing = match value {
        Value::Null => true,
        Value::Array(values) => values.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    };
    if is_nothing || read.iter().any(|member| member.path == path) {
        return;
    }
    let leads_on = |member: &Member| {
        let rest = member.path.strip_prefix(path.as_str());
        rest.is_some_and(|rest| path.is_empty() || rest.starts_with('.'))
    };
    match value {
        Value::Array(values) => {
            for value in values {
                collect(value, path, format, read, found);
            }
        }
        Value::Object(members) if read.iter().any(leads_on) => {
            for (name, value) in members {
                let length = path.len();
                // Notifications of a log are at any depth.
                if !(format == Format::BgaLog && matches!(&**name, "data" | "logs")) {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(name);
                }
                collect(value, path, format, read, found);
                path.truncate(length);
            }
        }
        // A plain value in the place of an object, such as a name instead of a player.
        _ if read.iter().any(leads_on) => {}
        _ => {
            found.insert(path.clone());
        }
    }
}
