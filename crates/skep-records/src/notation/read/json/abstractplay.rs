//! AbstractPlay records of Exxit: rounds of moves in axial coordinates, `"moves":[["1,-1","0,-1"],["+0,1;+1,0"]]`.
//!
//! `q,r` is column M + q + r + 1 and row 13 + q of the letters and numbers of Boardspace. A cell is a placement,
//! `from-to` a distribution up to the last cell that receives a piece, and `+cell;+cell` a release.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::Document;
use crate::diag::{Code, Diagnostic, Span};
use crate::notation::read::decoded::Decoded;
use crate::notation::read::remarks::{excerpt, next_ply};
use crate::notation::read::talk;
use crate::record::{GameKind, NoteKind, Ply, StatedResult, Termination};
use skep_rules::game::Side;
use skep_rules::geometry::GridRef;
use skep_rules::hexit::{Cell, CellList, TileSet, Written};

#[derive(Deserialize)]
struct AbstractPlayGame<'a> {
    header: AbstractPlayHeader,
    #[serde(borrow)]
    moves: Vec<Vec<&'a RawValue>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct AbstractPlayHeader {
    game: Value,
    #[serde(default)]
    event: Value,
    #[serde(default)]
    round: Value,
    #[serde(default)]
    site: Value,
    #[serde(default)]
    date_start: Value,
    #[serde(default)]
    date_end: Value,
    #[serde(default)]
    players: Value,
}

/// A move with a comment of the site.
#[derive(Deserialize)]
struct AbstractPlayMove<'a> {
    #[serde(borrow, rename = "move")]
    text: &'a RawValue,
}

/// Reads one record.
pub(super) fn read<'a>(json: &'a str, document: &mut Document<'a, '_>) {
    document.record.game = GameKind::HexIt;
    let Some(game) = document.parse::<AbstractPlayGame<'_>>(json) else {
        return;
    };
    header(&game.header, document);
    if document.record.is_unsupported() {
        return;
    }
    for raw in game.moves.iter().flatten() {
        let raw = match raw.get().as_bytes()[0] {
            // A player who did not move in this round.
            b'n' => continue,
            b'{' => match document.parse::<AbstractPlayMove<'_>>(raw.get()) {
                Some(entry) => entry.text,
                None => return,
            },
            _ => raw,
        };
        let span = document.span(raw);
        let decoded = Decoded::literal(raw.get(), span.start as usize);
        let Some(text) = decoded.map(|decoded| decoded.text.trim().to_ascii_lowercase()) else {
            document.report(Code::BadMove, "a move is not a text in quotes", span);
            return;
        };
        let inside = Span::new(span.start as usize + 1, span.end as usize - 1);
        if is_end(&text, document) {
            continue;
        }
        let Some(written) = turn(&text) else {
            let ply = next_ply(document.record);
            let message = format!("cannot read `{}` as a move", excerpt(&text));
            let finding = Diagnostic::new(Code::BadMove, message)
                .at(inside)
                .on_ply(ply);
            document.record.report(finding.help(
                "a move is a cell `0,-1`, a distribution `0,-1-2,-1`, a release `+0,1;+1,0`, or `pass`",
            ));
            return;
        };
        let token = written.token(&mut document.record.overflow);
        document.record.plies.push(Ply::new(token, inside));
    }
}

fn header(header: &AbstractPlayHeader, document: &mut Document<'_, '_>) {
    document.tag("Event", &header.event);
    document.tag("Site", header.site.get("name").unwrap_or(&Value::Null));
    let date = [&header.date_start, &header.date_end]
        .into_iter()
        .find(|date| date.is_string());
    document.date(date.unwrap_or(&Value::Null));
    document.tag("Round", &header.round);
    for (i, side) in Side::ALL.into_iter().enumerate() {
        let Some(player) = header.players.get(i) else {
            continue;
        };
        document.tag(side.as_str(), &player["name"]);
        document.tag(&format!("{side}Id"), &player["userid"]);
        document.player_type(side, &player["is_ai"]);
    }
    document.tag("GameId", header.site.get("gameid").unwrap_or(&Value::Null));
    let result = |i: usize| {
        header
            .players
            .get(i)
            .and_then(|p| p.get("result")?.as_f64())
    };
    if let (Some(white), Some(black)) = (result(0), result(1)) {
        document.record.stated.result = if white > black {
            StatedResult::WhiteWins
        } else if white < black {
            StatedResult::BlackWins
        } else {
            StatedResult::Draw
        };
    }
    let mut tiles = TileSet::default();
    let variants = header.game.get("variants").and_then(Value::as_array);
    for variant in variants.into_iter().flatten().filter_map(Value::as_str) {
        // A label is a name for people: `29tiles`, `19 tiles (short)`, `Default length`, `Ex Nihilo`.
        let mut words = variant.split(|c: char| !c.is_ascii_digit());
        let number = words.find(|word| !word.is_empty());
        let set = number.map(str::parse);
        if let Some(Ok(set)) = set {
            tiles = set;
        } else if set.is_some() || variant.to_ascii_lowercase().contains("nihilo") {
            let message = format!("Exxit with `{}` is not supported", excerpt(variant));
            let span = Span::new(document.start, document.start + 1);
            document.report(Code::UnsupportedVariant, message, span);
        }
    }
    document.record.variant.push_str(tiles.as_str());
}

/// Whether a word ends the game off the board. The result says who did it.
fn is_end(text: &str, document: &mut Document<'_, '_>) -> bool {
    let record = &mut *document.record;
    let after = record.plies.len() as u32;
    let loser = match record.stated.result {
        StatedResult::WhiteWins => Side::Black,
        StatedResult::BlackWins => Side::White,
        _ => Side::of_ply(after),
    };
    match text {
        "resign" => talk::note(record, after, NoteKind::Resign(loser)),
        "timeout" => talk::note(record, after, NoteKind::WinOnTime(!loser)),
        "draw" => record.stated.termination = Termination::Agreement,
        "abandoned" => record.stated.termination = Termination::Adjudication,
        _ => return false,
    }
    true
}

/// Reads a turn.
fn turn(text: &str) -> Option<Written> {
    if text == "pass" {
        return Some(Written::Pass);
    }
    if text.starts_with('+') {
        let mut cells = CellList::default();
        for part in text.split(';') {
            let (at, rest) = cell(part.strip_prefix('+')?)?;
            if !rest.is_empty() || !cells.push(at) {
                return None;
            }
        }
        return Some(Written::Release(cells));
    }
    let (from, rest) = cell(text)?;
    if rest.is_empty() {
        return Some(Written::Place(from));
    }
    let (to, rest) = cell(rest.strip_prefix('-')?)?;
    rest.is_empty().then_some(Written::Distribute {
        from,
        to,
        prisoners: false,
    })
}

/// The cell at the beginning of a text, and the text after it.
fn cell(text: &str) -> Option<(Cell, &str)> {
    let (q, rest) = number(text)?;
    let (r, rest) = number(rest.strip_prefix(',')?)?;
    let place = GridRef {
        column: M + q + r + 1,
        row: 13 + q,
    };
    Cell::of_grid(place).map(|cell| (cell, rest))
}

/// The number of column M.
const M: i32 = 12;

/// The number at the beginning of a text, and the text after it.
fn number(text: &str) -> Option<(i32, &str)> {
    const LONGEST: usize = 6;
    let sign = usize::from(text.starts_with('-'));
    let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(sign + digits);
    let number = (digits <= LONGEST).then(|| number.parse().ok())??;
    Some((number, rest))
}
