//! Game logs of Board Game Arena: notifications such as `{"type":"tokenPlayed","args":{"notation":"[wL ]",…}}`, alone,
//! in packets or in the answer of the site.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Document, day, words};
use crate::diag::{Code, Diagnostic, Span};
use crate::notation::read::decoded::Decoded;
use crate::notation::read::remarks::next_ply;
use crate::notation::read::talk;
use crate::record::{NoteKind, PassPolicy, StatedResult, Termination};
use skep_rules::game::Side;
use skep_rules::hive::{Leniency, Spelling, Written};

/// A notification, or something that holds notifications.
#[derive(Deserialize)]
struct BgaNode<'a> {
    #[serde(rename = "type", default)]
    kind: Value,
    #[serde(borrow, default)]
    args: Option<&'a RawValue>,
    #[serde(borrow, default)]
    data: Option<&'a RawValue>,
    #[serde(borrow, default)]
    logs: Option<&'a RawValue>,
    #[serde(default)]
    table_id: Value,
    #[serde(default)]
    time: Value,
}

/// What a notification says about a move.
#[derive(Deserialize)]
struct Args<'a> {
    #[serde(borrow, default)]
    notation: Option<&'a RawValue>,
    #[serde(default)]
    player_name: Value,
}

/// How deep notifications are in the answer of the site, with room.
const DEEPEST: usize = 10;

/// What the end of a game says about a player. Numbers may be in quotes.
#[derive(Deserialize)]
struct BgaPlace {
    #[serde(default)]
    name: Value,
    #[serde(default)]
    rank: Value,
    #[serde(default)]
    tie: Value,
    #[serde(default)]
    concede: Value,
}

/// A change of state. At the end of a game, it has the places of both players, at one of two depths.
#[derive(Deserialize)]
struct BgaState {
    #[serde(default)]
    result: Value,
    #[serde(default)]
    args: Value,
}

struct Log<'a, 'd, 'r> {
    document: &'d mut Document<'a, 'r>,
    players: [Option<String>; 2],
    table: Value,
    time: Value,
    places: Option<[BgaPlace; 2]>,
    failed: bool,
}

/// Reads one log.
pub(super) fn read<'a>(json: &'a str, document: &mut Document<'a, '_>) {
    document.usual = &[Leniency::Blanks, Leniency::Dot, Leniency::UniqueNumber];
    document.record.passes = PassPolicy::MayBeImplied;
    document.record.open_opening_site = true;
    let mut log = Log {
        document,
        players: [None, None],
        table: Value::Null,
        time: Value::Null,
        places: None,
        failed: false,
    };
    let mut rest = json;
    while !rest.is_empty() && !log.failed {
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<&RawValue>();
        match values.next() {
            Some(Ok(value)) => {
                let end = values.byte_offset();
                log.walk(value.get(), 0);
                rest = rest[end..].trim_start_matches([' ', '\t', '\r', '\n', ',']);
            }
            _ => {
                // The error, with its place.
                log.document.parse::<&RawValue>(rest);
                return;
            }
        }
    }
    if let Some(places) = log.places.take() {
        log.end(&places);
    }
    let Log {
        document,
        players,
        table,
        time,
        ..
    } = log;
    document.record.tags.push("Site", "boardgamearena.com");
    let seconds = words(&time).and_then(|time| time.parse().ok());
    if let Some(date) = seconds.and_then(day) {
        document.record.tags.push("Date", date);
    }
    for (tag, player) in ["White", "Black"].into_iter().zip(players) {
        document.tag(tag, &player.map_or(Value::Null, Value::String));
    }
    document.tag("GameId", &table);
    if document.record.plies.is_empty() && document.record.syntax_error().is_none() {
        document.lacks("the log has no moves");
    }
}

impl<'a> Log<'a, '_, '_> {
    /// Follows the notifications in a value.
    fn walk(&mut self, json: &'a str, depth: usize) {
        if self.failed || depth > DEEPEST {
            return;
        }
        if json.starts_with('[') {
            if let Some(values) = self.document.parse::<Vec<&RawValue>>(json) {
                for value in values {
                    self.walk(value.get(), depth + 1);
                }
            }
            return;
        }
        if !json.starts_with('{') {
            return;
        }
        let Some(node) = self.document.parse::<BgaNode<'_>>(json) else {
            self.failed = true;
            return;
        };
        for (kept, found) in [
            (&mut self.table, node.table_id),
            (&mut self.time, node.time),
        ] {
            if kept.is_null() {
                *kept = found;
            }
        }
        match (node.kind.as_str(), node.args) {
            (Some("tokenPlayed"), Some(args)) => self.play(args),
            (Some("playerConcedeGame"), Some(args)) => self.say(args, NoteKind::Resign),
            (Some("offerDraw"), Some(args)) => self.say(args, NoteKind::OfferDraw),
            (Some("acceptDraw"), Some(args)) => {
                self.say(args, NoteKind::AcceptDraw);
                let stated = &mut self.document.record.stated;
                if !stated.result.is_final() {
                    // The player who accepted is unknown.
                    stated.result = StatedResult::Draw;
                    stated.termination = Termination::Agreement;
                }
            }
            // Whose queen it is, and whether its player gave up, is not known, so the words are kept.
            (Some("queenSurr"), Some(args)) => {
                let name = self.name(args).unwrap_or_default();
                self.note(NoteKind::Comment(
                    format!("queenSurr {name}").trim_end().to_owned(),
                ));
            }
            (Some("gameStateChange"), Some(args)) => self.state(args),
            _ => {
                for part in [node.data, node.logs].into_iter().flatten() {
                    self.walk(part.get(), depth + 1);
                }
            }
        }
    }

    fn play(&mut self, args: &'a RawValue) {
        let place = self.document.span(args);
        let Some(read) = self.document.parse::<Args<'_>>(args.get()) else {
            self.failed = true;
            return;
        };
        let literal = read
            .notation
            .map(|raw| (raw, self.document.span(raw).start as usize));
        let decoded = literal.and_then(|(raw, at)| Decoded::literal(raw.get(), at));
        let Some(decoded) = decoded.filter(|decoded| !decoded.text.trim().is_empty()) else {
            let ply = next_ply(self.document.record);
            let finding = Diagnostic::new(Code::BadMove, "the log has no notation for this move");
            self.document.record.report(
                finding
                    .at(place)
                    .on_ply(ply)
                    .help("the site writes it if the preference for notation in the log is on"),
            );
            self.failed = true;
            return;
        };
        let text = decoded.text.trim();
        let bare = text.strip_prefix('[').unwrap_or(text);
        let bare = bare.strip_suffix(']').unwrap_or(bare);
        let span = Span::of(bare, &decoded.text);
        let span = Span::new(
            decoded.source(span.start as usize),
            decoded.source(span.end as usize),
        );
        // A player may move pieces of the other, so only a piece from the hand tells the colour.
        if let Some(Written::Put { piece, .. }) = Spelling::parse(bare).map(|s| s.written)
            && let Some(name) = words(&read.player_name)
        {
            let side = piece.side() as usize;
            if !self.players.contains(&Some(name.clone())) && self.players[side].is_none() {
                self.players[side] = Some(name);
            }
        }
        self.failed = !self.document.push(bare, span);
    }

    /// The player of a notification.
    fn name(&mut self, args: &'a RawValue) -> Option<String> {
        let read = self.document.parse::<Args<'_>>(args.get())?;
        words(&read.player_name)
    }

    /// Notes what a player says besides turns.
    fn say(&mut self, args: &'a RawValue, kind: fn(Side) -> NoteKind) {
        let name = self.name(args);
        let side = Side::ALL
            .into_iter()
            .find(|side| name.is_some() && self.players[*side as usize] == name);
        if let Some(side) = side {
            self.note(kind(side));
        }
    }

    fn note(&mut self, kind: NoteKind) {
        let record = &mut *self.document.record;
        talk::note(record, record.plies.len() as u32, kind);
    }

    /// Keeps the places of the players, if the game is over.
    fn state(&mut self, args: &RawValue) {
        // Other states are not parsed.
        if !args.get().contains("\"rank\"") {
            return;
        }
        let Ok(mut state) = serde_json::from_str::<BgaState>(args.get()) else {
            return;
        };
        let inner = state.args.get_mut("result").map(Value::take);
        let places = inner.unwrap_or(state.result);
        if let Ok(places) = serde_json::from_value(places) {
            self.places = Some(places);
        }
    }

    /// States the result from the places of the players: a draw, or a win of any kind.
    fn end(&mut self, places: &[BgaPlace; 2]) {
        let stated = &self.document.record.stated;
        if stated.result.is_final() {
            return;
        }
        let ranks = places.each_ref().map(|place| words(&place.rank));
        let is_tie = places.iter().any(|place| place.tie == Value::Bool(true));
        if is_tie || ranks[0].is_some() && ranks[0] == ranks[1] {
            self.document.record.stated.result = StatedResult::Draw;
            return;
        }
        let Some(first) = ranks.iter().position(|rank| rank.as_deref() == Some("1")) else {
            return;
        };
        let side_of = |place: &BgaPlace| {
            let name = words(&place.name)?;
            let has = |side: &Side| self.players[*side as usize].as_ref() == Some(&name);
            Side::ALL.into_iter().find(has)
        };
        let (winner, loser) = (&places[first], &places[1 - first]);
        let Some(side) = side_of(winner).or_else(|| side_of(loser).map(|side| !side)) else {
            return;
        };
        let record = &mut *self.document.record;
        if words(&loser.concede).as_deref() == Some("1") {
            talk::note(record, record.plies.len() as u32, NoteKind::Resign(!side));
        }
        record.stated.result = StatedResult::win(side);
    }
}
