//! Hex-It records (`.hxt`), the mirror of [`read::hxt`](crate::notation::read::hxt).

use std::fmt::Write as _;

use super::{Loss, Losses};
use crate::game::{Position as _, Side};
use crate::hexit::{self, Position, ReleaseChain};
use crate::notation::Played;
use crate::notation::moves::hexit::{RELEASE_TAG, options, parse_score};
use crate::notation::read::hxt::usual_termination;
use crate::record::{NoteKind, Record, StatedResult, Termination};

/// Lines of turns are broken before this column.
const WIDTH: usize = 80;

/// The tags that have their place at the head, in PGN's order.
const HEAD: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// Appends one game: its tags, its legal turns, and the result, which is the score where the board decides.
pub fn write(record: &Record, played: &[Played<hexit::Move>], out: &mut String) {
    let mut turns = Turns {
        text: String::new(),
        position: Position::start(options(record)),
    };
    let mut notes = record.notes.iter().peekable();
    let mut done = 0;
    for step in played {
        while let Some(note) = notes.next_if(|n| n.after <= done) {
            turns.note(&note.kind);
        }
        turns.play(step.mv);
        if let Some(ply) = step.ply {
            done = ply + 1;
        }
    }
    let resigned = record
        .notes
        .iter()
        .any(|n| resigns(&n.kind, &turns.position));
    for note in notes {
        turns.note(&note.kind);
    }
    let result = result(record, &turns.position);
    if resigned && !turns.position.is_over() {
        let word = turns.numbered("resign");
        turns.word(&word);
    }
    turns.word(&result);
    head(record, &turns.position, &result, resigned, out);
    out.push_str(&turns.text);
    out.push('\n');
}

/// What of a record the notation cannot hold.
pub fn losses(record: &Record) -> Losses {
    let mut losses = Losses::default();
    if record.plies.iter().any(|p| p.clock_ms().is_some()) {
        losses.insert(Loss::Clocks);
    }
    for note in &record.notes {
        match &note.kind {
            NoteKind::Comment(text) if brackets(text).is_none() => losses.insert(Loss::Comments),
            NoteKind::Comment(_) | NoteKind::Resign(_) | NoteKind::WinOnTime(_) => {}
            NoteKind::TakeBack(_) => losses.insert(Loss::TakeBacks),
            NoteKind::OfferDraw(_) | NoteKind::AcceptDraw(_) | NoteKind::DeclineDraw(_) => {
                losses.insert(Loss::DrawTalk);
            }
            NoteKind::StepClock { .. } => losses.insert(Loss::Clocks),
            NoteKind::Property { .. } => losses.insert(Loss::Properties),
        }
    }
    if record.tags.iter().any(|(name, _)| !is_tag_name(name)) {
        losses.insert(Loss::Tags);
    }
    losses
}

fn resigns(note: &NoteKind, position: &Position) -> bool {
    *note == NoteKind::Resign(position.turn())
}

/// The brackets that hold a comment as it is, if any do.
fn brackets(comment: &str) -> Option<(&'static str, &'static str)> {
    if !comment.contains('}') {
        Some(("{", "}"))
    } else if !comment.contains('\n') {
        Some(("; ", "\n"))
    } else {
        None
    }
}

fn is_tag_name(name: &str) -> bool {
    let own = ["Game", "Tiles", "Result"];
    !name.is_empty()
        && !own.iter().any(|o| o.eq_ignore_ascii_case(name))
        && !name.contains(|c: char| c.is_whitespace() || matches!(c, '"' | ']'))
}

/// The result in words of the notation: the board's where it decides, the record's otherwise.
fn result(record: &Record, position: &Position) -> String {
    if position.is_over() {
        return position.score().to_string();
    }
    if let Some(score) = record.stated.text.as_deref()
        && parse_score(score).is_some()
    {
        return score.to_owned();
    }
    match record.stated.result {
        StatedResult::WhiteWins => "1-0",
        StatedResult::BlackWins => "0-1",
        StatedResult::Draw => "1/2-1/2",
        StatedResult::InProgress | StatedResult::Unknown => "*",
    }
    .to_owned()
}

fn head(record: &Record, position: &Position, result: &str, resigned: bool, out: &mut String) {
    let set = position.options().tiles;
    tag(out, "Game", "Hex-It");
    for name in HEAD {
        if let Some(value) = record.tags.get(name) {
            tag(out, name, value);
        }
    }
    tag(out, "Result", result);
    tag(out, "Tiles", set.as_str());
    let mut stated = record.stated.termination;
    if position.is_over() {
        stated = Termination::Board;
    }
    if stated != usual_termination(result, resigned) && record.tags.get("Termination").is_none() {
        tag(out, "Termination", stated.as_str());
    }
    let release = position.options().release;
    if release != ReleaseChain::default() && record.tags.get(RELEASE_TAG).is_none() {
        tag(out, RELEASE_TAG, release.as_str());
    }
    let mut in_head = [false; HEAD.len()];
    for (name, value) in record.tags.iter() {
        // The first tag of a name in the head has been written.
        let place = HEAD.iter().position(|h| h.eq_ignore_ascii_case(name));
        let written = place.is_some_and(|i| !std::mem::replace(&mut in_head[i], true));
        if !written && is_tag_name(name) {
            tag(out, name, value);
        }
    }
    out.push('\n');
}

fn tag(out: &mut String, name: &str, value: &str) {
    let _ = write!(out, "[{name} \"");
    for c in value.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' | '\r' => out.push(' '),
            _ => out.push(c),
        }
    }
    out.push_str("\"]\n");
}

/// The turns written so far, and the position after them.
struct Turns {
    text: String,
    position: Position,
}

impl Turns {
    fn play(&mut self, mv: hexit::Move) {
        let word = self.numbered(self.position.written(mv));
        self.word(&word);
        self.position.play_unchecked(mv);
    }

    /// The turn that comes next, after its number where it is White's.
    fn numbered(&self, turn: impl std::fmt::Display) -> String {
        let ply = self.position.ply();
        match Side::of_ply(ply) {
            Side::White => format!("{}. {turn}", ply / 2 + 1),
            Side::Black => turn.to_string(),
        }
    }

    fn note(&mut self, note: &NoteKind) {
        if let NoteKind::Comment(comment) = note {
            match brackets(comment) {
                Some((open, close)) => self.word(&format!("{open}{comment}{close}")),
                None => self.word(&format!("{{{}}}", comment.replace('}', ")"))),
            }
        }
    }

    /// Adds a word after a blank, or on a new line where it does not fit.
    fn word(&mut self, word: &str) {
        let line = self.text.rfind('\n').map_or(0, |i| i + 1);
        let used = self.text.len() - line;
        if used > 0 {
            self.text
                .push(if used + word.len() < WIDTH { ' ' } else { '\n' });
        }
        self.text.push_str(word);
    }
}
