//! Lists of moves with separators, the hot loop of UHP and bare move lists.

use super::remarks::{Remarks, bad_move};
use crate::diag::Span;
use crate::record::{Ply, Record};
use skep_rules::hive::{Leniency, Spelling, Written, venom};

/// A list of moves that ends at `to` in the text of a game, read from `at` on.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveList<'a> {
    /// The text of the whole game.
    pub(super) text: &'a str,
    /// The next byte to read.
    pub(super) at: usize,
    /// One past the last byte of the list.
    pub(super) to: usize,
    /// The byte that may separate moves beside `;`.
    pub(super) separator: u8,
    /// Spellings that are the rule in this notation.
    pub(super) usual: &'static [Leniency],
    /// Whether the remark on the spelling was made.
    pub(super) remarks: Remarks,
}

/// What a notation says of an entry that is no move.
pub(super) enum Odd {
    /// It is an error.
    Bad,
    /// It was understood as something else than a turn.
    Taken,
    /// The list ends before it, at this byte of the text.
    EndsAt(usize),
}

impl<'a> MoveList<'a> {
    /// The list that fills `text`, blanks around it and a byte order mark before it apart.
    pub(super) fn new(text: &'a str, separator: u8, usual: &'static [Leniency]) -> MoveList<'a> {
        let bare = text.trim_start_matches('\u{feff}').trim_ascii_start();
        let at = text.len() - bare.len();
        MoveList {
            text,
            at,
            to: at + bare.trim_ascii_end().len(),
            separator,
            usual,
            remarks: Remarks::default(),
        }
    }

    /// The entry at `at`, without the separator that ends it.
    pub(super) fn entry(&self) -> (&'a str, Span) {
        let rest = &self.text.as_bytes()[self.at..self.to];
        let length = memchr::memchr2(b';', self.separator, rest).unwrap_or(rest.len());
        let entry = &self.text[self.at..self.at + length];
        (entry, Span::new(self.at, self.at + length))
    }

    /// Goes past an entry and the separator after it.
    pub(super) fn skip(&mut self, span: Span) {
        self.at = (span.end as usize + 1).min(self.to);
    }

    /// Reads every move of the list into the record; `odd` is asked about entries that are no moves.
    pub(super) fn read(
        &mut self,
        record: &mut Record,
        mut odd: impl FnMut(&mut Record, &mut Remarks, &str, Span) -> Odd,
    ) {
        let bytes = self.text.as_bytes();
        let rich = record.game.has_marks();
        while self.at < self.to {
            // The hot loop of the collection: a canonical move and its separator, without another look.
            let rest = &bytes[self.at..self.to];
            if !rich
                && let Some((token, length)) = Written::canonical_token(rest)
                && rest
                    .get(length)
                    .is_none_or(|&next| next == b';' || next == self.separator)
            {
                let span = Span::new(self.at, self.at + length);
                record.plies.push(Ply::new(token, span));
                self.at += length + 1;
                continue;
            }
            let (entry, span) = self.entry();
            let bare = trimmed(entry, span);
            if !self.turn(entry, bare, rich, record) {
                match odd(record, &mut self.remarks, entry.trim_ascii(), bare) {
                    Odd::Taken => {}
                    Odd::EndsAt(to) => {
                        self.to = to.min(span.end as usize);
                        continue;
                    }
                    Odd::Bad => {
                        bad_move(record, entry.trim_ascii(), bare);
                        return;
                    }
                }
            }
            self.at = span.end as usize + 1;
        }
    }

    /// Reads an entry as a move, with the marks of Venom and the packs if it may be `rich`; false if it is no move.
    fn turn(&mut self, entry: &str, span: Span, rich: bool, record: &mut Record) -> bool {
        if rich {
            let Ok(written) = entry.parse::<venom::Written>() else {
                return false;
            };
            let token = written.token(&mut record.overflow);
            record.plies.push(Ply::new(token, span));
            return true;
        }
        let spelling = Spelling::parse(entry);
        if let Some(spelling) = spelling {
            self.push(record, spelling, span);
        }
        spelling.is_some()
    }

    /// Adds a turn, and the remark on its spelling if it is the first that is unusual.
    pub(super) fn push(&mut self, record: &mut Record, spelling: Spelling, span: Span) {
        if let Some(leniency) = spelling.leniency
            && !self.usual.contains(&leniency)
        {
            self.remarks.turn(record, leniency.as_str(), span);
        }
        push(record, spelling.written, span);
    }
}

/// Adds a turn to the record.
pub(super) fn push(record: &mut Record, written: Written, span: Span) {
    record.plies.push(Ply::new(written.token(), span));
}

/// The span of an entry without the blanks around it.
pub(super) fn trimmed(entry: &str, span: Span) -> Span {
    let start = span.start as usize + entry.len() - entry.trim_ascii_start().len();
    Span::new(start, start + entry.trim_ascii().len())
}
