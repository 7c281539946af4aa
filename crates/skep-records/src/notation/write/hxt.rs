//! Hex-It records (`.hxt`), the mirror of [`read::hxt`](crate::notation::read::hxt).

use super::tags::{self, SortedTags, write_tag};
use super::{Loss, Losses, boardspace};
use crate::notation::moves::hexit::{RELEASE_TAG, is_score, parse_result};
use crate::notation::read::hxt::usual_termination;
use crate::notation::{Verdict, comment_commands};
use crate::record::{Note, NoteKind, Ply, Record, StatedResult, Termination, composed};
use skep_rules::game::{Position as _, Side};
use skep_rules::hexit::{self, Options, Position, ReleaseChain};

/// Lines of turns are wrapped before this column.
const WIDTH: usize = 80;

/// The tags that are written first, in the order of PGN.
const HEAD: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// Tags written from the options and the result of the game.
const OWN: [&str; 4] = ["Game", "Tiles", "Result", "Termination"];

/// Appends one game: its tags, its legal turns, and the result, which is the score if the board decides the game.
/// Returns what the notation does not hold.
pub fn write(record: &Record, verdict: &Verdict, out: &mut String) -> Losses {
    let mut losses = tags::losses(record, verdict);
    let Some(game) = verdict.game.hexit() else {
        return losses;
    };
    if !record.variations.is_empty() {
        losses.insert(Loss::Variations);
    }
    let mut turns = HxtTurns {
        text: String::new(),
        position: Position::start(*game.options()),
        resigned: false,
    };
    let tags = SortedTags::of(record, fits_pair);
    for (name, value) in &tags.comments {
        let mut comment = "{".to_owned();
        comment_commands::write_pair("tag", name, value, &mut comment);
        comment.push('}');
        turns.word(&comment);
    }
    let is_needed = |note: &Note| !goes_without_saying(record, note);
    let count = record
        .notes
        .iter()
        .rposition(is_needed)
        .map_or(0, |i| i + 1);
    let mut notes = record.notes[..count].iter().peekable();
    let mut next = 0;
    for step in &game.turns {
        // Before a pass that the record leaves out, what is about the turn before it.
        let is_due = |note: &&Note| match step.ply {
            Some(ply) => note.after <= ply,
            None => note.after <= next && note.kind.is_about_last_turn(),
        };
        while let Some(note) = notes.next_if(is_due) {
            turns.note(&note.kind, false);
        }
        next = step.ply.map_or(next, |ply| ply + 1);
        turns.play(step.mv);
        let ply = step.ply.and_then(|ply| record.plies.get(ply as usize));
        if let Some(ms) = ply.and_then(Ply::clock_ms) {
            let mut comment = "{[%used ".to_owned();
            comment_commands::write_time(ms, &mut comment);
            comment.push_str("]}");
            turns.word(&comment);
        }
    }
    for note in notes {
        turns.note(&note.kind, true);
    }
    let result = result(record, verdict);
    turns.word(&result);
    HxtHeader {
        record,
        options: *game.options(),
        verdict,
        tags: &tags,
        result: &result,
        resigned: turns.resigned,
    }
    .write(&mut losses, out);
    out.push_str(&turns.text);
    out.push('\n');
    losses
}

/// Whether a note at the end repeats the result and the termination tag.
fn goes_without_saying(record: &Record, note: &Note) -> bool {
    let NoteKind::WinOnTime(side) = note.kind else {
        return false;
    };
    record.stated.termination == Termination::Time
        && record.stated.result == StatedResult::win(side)
        && note.after as usize >= record.plies.len()
}

/// Whether a comment is written after a semicolon, to the end of the line.
fn stands_on_line(comment: &str) -> bool {
    comment.contains('}')
        && comment.trim() == comment
        && !comment.contains(|c: char| c.is_ascii_control())
}

/// Whether the first tag of a name is written as a pair: its name is a word that no earlier pair has, and its value has
/// no control characters.
fn fits_pair(name: &str, value: &str) -> bool {
    let is_word =
        !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || matches!(c, '"' | ']'));
    let is_own = OWN.iter().any(|own| own.eq_ignore_ascii_case(name));
    is_word && !is_own && !value.contains(|c: char| c.is_ascii_control())
}

/// The result in this notation: the result on the board if the board decides the game, otherwise the record's.
fn result(record: &Record, verdict: &Verdict) -> String {
    if verdict.outcome.is_over()
        && verdict.termination == Termination::Board
        && let Some(score) = verdict.game.score()
    {
        return score.to_string();
    }
    let stated = verdict.result(record);
    if let Some(score) = record.stated.text.as_deref()
        && is_score(score)
        && parse_result(score) == Some(stated)
    {
        return score.to_owned();
    }
    match stated {
        StatedResult::WhiteWins => "1-0",
        StatedResult::BlackWins => "0-1",
        StatedResult::Draw => "1/2-1/2",
        StatedResult::InProgress | StatedResult::Unknown => "*",
    }
    .to_owned()
}

/// What the tags say before the turns.
struct HxtHeader<'a> {
    record: &'a Record,
    options: Options,
    verdict: &'a Verdict,
    tags: &'a SortedTags<'a>,
    result: &'a str,
    /// Whether a side's resignation is among the turns.
    resigned: bool,
}

impl HxtHeader<'_> {
    fn write(&self, losses: &mut Losses, out: &mut String) {
        let HxtHeader {
            record,
            verdict,
            tags,
            ..
        } = self;
        let Options { tiles, release } = self.options;
        write_tag("Game", "Hex-It", out);
        for name in HEAD {
            if let Some(value) = tags.pair(name) {
                write_tag(name, value, out);
            }
        }
        write_tag("Result", self.result, out);
        write_tag("Tiles", tiles.as_str(), out);
        let termination = match verdict.termination {
            Termination::Board => Termination::Board,
            _ => record.stated.termination,
        };
        if termination != usual_termination(self.result, self.resigned) {
            write_tag("Termination", termination.as_str(), out);
        }
        // The judge uses the first tag of this name, so the first tag must stay first.
        let is_release = |(name, _): &(&str, &str)| name.eq_ignore_ascii_case(RELEASE_TAG);
        if release != ReleaseChain::default() || tags.comments.iter().any(is_release) {
            write_tag(RELEASE_TAG, release.as_str(), out);
        }
        let own = record.tags.get(RELEASE_TAG);
        if own.is_some_and(|own| own != release.as_str()) {
            losses.insert(Loss::Tags);
        }
        for (name, value) in tags.other_pairs(&HEAD).filter(|tag| !is_release(tag)) {
            write_tag(name, value, out);
        }
        if !self.write_words(out) {
            losses.insert(Loss::Tags);
        }
        out.push('\n');
    }

    /// Writes the words of the result. Returns whether they are read back as they are.
    fn write_words(&self, out: &mut String) -> bool {
        let Some(words) = self.record.stated.text.as_deref() else {
            return true;
        };
        if is_score(words) {
            return self.result == words;
        }
        if self.record.tags.get("SgfResult").is_some() {
            return false;
        }
        // Every writer of Boardspace SGF derives these words itself, so they are not written.
        let usual = boardspace::sentence(self.record, self.verdict.result(self.record));
        if words == usual {
            return !words.contains(|c: char| c.is_ascii_control());
        }
        // It is read as a tag, whose letters are composed.
        write_tag("SgfResult", &composed(words), out)
    }
}

/// The turns written so far, and the position after them.
struct HxtTurns {
    text: String,
    position: Position,
    /// Whether a side's resignation is among the turns.
    resigned: bool,
}

impl HxtTurns {
    fn play(&mut self, mv: hexit::Move) {
        let word = self.numbered(self.position.spell(mv));
        self.word(&word);
        self.position.play_unchecked(mv);
    }

    /// The next turn, after its number if it is White's.
    fn numbered(&self, turn: impl std::fmt::Display) -> String {
        let ply = self.position.ply();
        match Side::of_ply(ply) {
            Side::White => format!("{}. {turn}", ply / 2 + 1),
            Side::Black => turn.to_string(),
        }
    }

    /// Adds a note. `last` means that no turn follows.
    fn note(&mut self, note: &NoteKind, last: bool) {
        let is_turn = last && !self.resigned && !self.position.is_over();
        match note {
            NoteKind::Resign(side) if is_turn && *side == self.position.turn() => {
                self.resigned = true;
                let word = self.numbered("resign");
                self.word(&word);
            }
            NoteKind::Comment(comment) if stands_on_line(comment) => {
                self.word(&format!("; {comment}\n"));
            }
            note => {
                let mut comment = "{".to_owned();
                comment_commands::write_note(note, &mut comment);
                comment.push('}');
                self.word(&comment);
            }
        }
    }

    /// Adds a word after a blank, or on a new line if it does not fit.
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
