//! Comments of PGN and Hex-It records, and the commands in them.

use super::talk;
use crate::notation::commands::{self, Item};
use crate::record::{Note, NoteKind, Record};

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
        self.time_control = commands::parse_time_control(value);
    }

    /// Remembers that a tag states the result.
    pub(super) fn set_result_stated(&mut self) {
        self.result_is_stated = true;
    }

    /// Splits the inside of a comment into commands and the remaining words.
    pub(super) fn words(&mut self, comment: &str, record: &mut Record) {
        let mut rest = comment;
        let mut text = String::new();
        while let Some(item) = commands::next_item(&mut rest) {
            match item {
                Item::Text(words) => text.push_str(words),
                Item::Command(name, arguments, whole) => {
                    if !self.command(name, arguments, record) {
                        text.push_str(whole);
                    }
                }
            }
        }
        if text.contains('\r') {
            text = text.replace("\r\n", "\n");
        }
        let words = text.trim_ascii();
        if !words.is_empty() {
            let kind = NoteKind::Comment(words.to_owned());
            talk::note(record, record.plies.len() as u32, kind);
        }
    }

    /// Follows a command. Returns false if it has no meaning here.
    fn command(&mut self, name: &str, arguments: &str, record: &mut Record) -> bool {
        if name == "tag" {
            let Some((name, value)) = commands::pair(arguments) else {
                return false;
            };
            record.tags.push(name, value);
            return true;
        }
        if let Some(kind) = commands::note(name, arguments) {
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
        let time = commands::parse_time(arguments)?;
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
