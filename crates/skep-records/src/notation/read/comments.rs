//! Comments of PGN and Hex-It records, and the commands in them.

use super::talk;
use crate::notation::comment_commands::{self, CommentItem};
use crate::notation::foulbrood;
use crate::record::{Evaluation, Note, NoteKind, Record};

/// Reads the comments of a game with tags, and the commands in them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Comments {
    /// The time of each side at the start, and the time that a turn adds.
    time_control: Option<(u32, u32)>,
    /// Whether a tag states the result. Then commands do not change it.
    result_is_stated: bool,
}

impl Comments {
    /// Remembers a `TimeControl` tag, which is needed to understand remaining times.
    pub(super) fn set_time_control(&mut self, value: &str) {
        self.time_control = comment_commands::parse_time_control(value);
    }

    /// Remembers that a tag states the result.
    pub(super) fn set_result_stated(&mut self) {
        self.result_is_stated = true;
    }

    /// Splits the inside of a comment into commands and the remaining words.
    pub(super) fn words(&mut self, comment: &str, record: &mut Record) {
        foulbrood::add_review(comment, record);
        let mut rest = comment;
        let mut text = String::new();
        let mut evaluation = Evaluation::default();
        while let Some(item) = comment_commands::next_item(&mut rest) {
            match item {
                CommentItem::Text(words) => text.push_str(words),
                CommentItem::Command(name, arguments, whole) => {
                    let is_known = evaluate(name, arguments, &mut evaluation, record)
                        || self.command(name, arguments, record);
                    if is_known {
                        continue;
                    }
                    if name.bytes().all(|b| b.is_ascii_alphanumeric()) && !name.is_empty() {
                        let name = format!("%{name}");
                        let value = arguments.to_owned();
                        let after = record.plies.len() as u32;
                        let kind = NoteKind::Property { name, value };
                        record.notes.push(Note { after, kind });
                    } else {
                        text.push_str(whole);
                    }
                }
            }
        }
        push_evaluation(&mut evaluation, record);
        if text.contains('\r') {
            text = text.replace("\r\n", "\n");
        }
        let words = text.trim_ascii();
        if words.starts_with('$')
            && let Some(glyphs) = comment_commands::glyphs(words)
        {
            for glyph in glyphs {
                talk::glyph(record, glyph);
            }
        } else if !words.is_empty() {
            let kind = NoteKind::Comment(words.to_owned());
            talk::note(record, record.plies.len() as u32, kind);
        }
    }

    /// Follows a command. Returns false if it has no meaning here.
    fn command(&mut self, name: &str, arguments: &str, record: &mut Record) -> bool {
        if name == "tag" {
            let Some((name, value)) = comment_commands::pair(arguments) else {
                return false;
            };
            record.tags.push(name, value);
            return true;
        }
        if let Some(marks) = comment_commands::marks(name, arguments) {
            let after = record.plies.len() as u32;
            let notes = marks.into_iter().map(|mark| NoteKind::Mark(Box::new(mark)));
            record.notes.extend(notes.map(|kind| Note { after, kind }));
            return true;
        }
        if let Some(kind) = comment_commands::note(name, arguments) {
            let after = record.plies.len() as u32;
            if self.result_is_stated {
                record.notes.push(Note { after, kind });
            } else {
                talk::note(record, after, kind);
            }
            return true;
        }
        self.clock(name, arguments, record).is_some()
    }

    /// Follows the commands for the time of the last ply.
    fn clock(&self, name: &str, arguments: &str, record: &mut Record) -> Option<()> {
        let last = record.plies.len().checked_sub(1)?;
        let time = comment_commands::parse_time(arguments)?;
        let used = match name {
            "used" => time,
            "emt" => {
                let before = (0..last)
                    .rev()
                    .skip(1)
                    .step_by(2)
                    .find_map(|i| record.plies[i].clock_ms());
                before.unwrap_or(0).checked_add(time)?
            }
            "clk" => {
                let (base, added) = self.time_control?;
                let turns = u32::try_from(last / 2 + 1).ok()?;
                added
                    .checked_mul(turns)?
                    .checked_add(base)?
                    .checked_sub(time)?
            }
            _ => return None,
        };
        record.plies[last].set_clock_ms(Some(used));
        Some(())
    }
}

/// Follows a command that evaluates the last ply. A score after another one begins another evaluation. Returns false if
/// it is no such command.
fn evaluate(name: &str, arguments: &str, found: &mut Evaluation, record: &mut Record) -> bool {
    let next = record.side_after(record.plies.len());
    let mut one = Evaluation::default();
    if !comment_commands::evaluate(name, arguments, &mut one, next) {
        return false;
    }
    if one.score.is_some() && found.score.is_some() {
        push_evaluation(found, record);
    }
    comment_commands::evaluate(name, arguments, found, next)
}

fn push_evaluation(found: &mut Evaluation, record: &mut Record) {
    let evaluation = std::mem::take(found);
    if !evaluation.is_empty() {
        let kind = NoteKind::Evaluation(Box::new(evaluation));
        let after = record.plies.len() as u32;
        record.notes.push(Note { after, kind });
    }
}
