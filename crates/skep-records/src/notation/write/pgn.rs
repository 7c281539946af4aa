//! Hive PGN that Mzinga reads: tags in the order of Mzinga, one ply per line, the result as a word.
//!
//! Quotes and backslashes in values are escaped as PGN does; Mzinga then shows the backslash. Clocks, draw talk and the
//! like are written as separate comments; see [`commands`].

use std::fmt::Write as _;

use super::tags::{self, Tags, write_tag};
use super::{Loss, Losses};
use crate::each_game;
use crate::game::{Played, Rules};
use crate::notation::commands;
use crate::notation::read::pgn::STANDARD_TAGS;
use crate::notation::{Status, Verdict};
use crate::record::{Record, Termination};

/// Appends one game, ended by an empty line so that more can follow.
pub fn write(record: &Record, verdict: &Verdict, out: &mut String) {
    let result = verdict.result(record);
    let unjudged = verdict.status == Status::Unsupported && !record.variant.is_empty();
    let game_type = if unjudged {
        record.variant.as_str()
    } else {
        verdict.game.variant()
    };
    write_tag("GameType", game_type, out);
    let termination = termination(record, verdict);
    let tags = Tags::of(record, |name, value| {
        fits_pair(name, value) && (termination.is_none() || !is(name, "Termination"))
    });
    for name in STANDARD_TAGS {
        write_tag(name, tags.pair(name).unwrap_or(""), out);
    }
    write_tag("Result", result.as_str(), out);
    for (name, value) in tags.other_pairs(&STANDARD_TAGS) {
        write_tag(name, value, out);
    }
    if let Some(word) = termination {
        write_tag("Termination", word, out);
    }
    let text = record.stated.text.as_deref();
    if let Some(text) = text.filter(|text| !text.contains(|c: char| c.is_ascii_control())) {
        write_tag("SgfResult", text, out);
    }
    out.push('\n');
    for (name, value) in tags.comments {
        out.push('{');
        commands::write_pair("tag", name, value, out);
        out.push_str("}\n");
    }
    each_game!(&verdict.game, Game(game) => write_moves(record, game, out));
    if result.is_final() {
        let _ = writeln!(out, "\n{result}");
    }
    out.push('\n');
}

fn write_moves<R: Rules>(record: &Record, game: &Played<R>, out: &mut String) {
    let mut notes = record.notes.iter().peekable();
    let mut write_notes = |before: u32, out: &mut String| {
        while let Some(note) = notes.next_if(|note| note.after <= before) {
            out.push('{');
            commands::write_note(&note.kind, out);
            out.push_str("}\n");
        }
    };
    for (i, turn) in game.spelled().enumerate() {
        if let Some(ply) = turn.ply {
            write_notes(ply, out);
        }
        let _ = write!(out, "{}. ", i + 1);
        let _ = R::write(&turn.written, out);
        out.push('\n');
        let Some(ply) = turn.ply else { continue };
        let clock = record.plies.get(ply as usize).and_then(|p| p.clock_ms());
        if let Some(ms) = clock {
            out.push_str("{[%used ");
            commands::write_time(ms, out);
            out.push_str("]}\n");
        }
        write_notes(ply + 1, out);
    }
    write_notes(u32::MAX, out);
}

/// Whether the first tag of a name is written as a pair: it has a fixed place, or its name is a word without another
/// meaning and its value has no control characters.
fn fits_pair(name: &str, value: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let has_another_meaning = ["GameType", "Result", "SgfResult"]
        .iter()
        .any(|own| is(name, own))
        || is(name, "Termination") && value.parse::<Termination>().is_ok();
    STANDARD_TAGS.iter().any(|standard| is(name, standard))
        || !name.is_empty()
            && name.chars().all(is_word)
            && !has_another_meaning
            && !value.contains(|c: char| c.is_ascii_control())
}

/// Whether a tag has a name, in any case.
fn is(name: &str, other: &str) -> bool {
    name.eq_ignore_ascii_case(other)
}

/// The word for how the game ended, if the board does not show it.
fn termination(record: &Record, verdict: &Verdict) -> Option<&'static str> {
    let termination = match verdict.termination {
        Termination::Board | Termination::Unknown => record.stated.termination,
        other => other,
    };
    match termination {
        Termination::Unknown => None,
        Termination::Board => Some("normal"),
        Termination::Time => Some("time forfeit"),
        other => Some(other.as_str()),
    }
}

/// What PGN loses of a record.
pub fn losses(record: &Record, verdict: &Verdict) -> Losses {
    let mut losses = tags::losses(record, verdict);
    let control = |text: &str| text.contains(|c: char| c.is_ascii_control());
    let fixed = STANDARD_TAGS
        .iter()
        .filter_map(|name| record.tags.get(name));
    if fixed.chain(record.stated.text.as_deref()).any(control) {
        losses.insert(Loss::Tags);
    }
    losses
}
