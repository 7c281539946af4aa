//! The lines of a game with variations, read in the order of the text.

use std::fmt::Display;

use crate::diag::{Code, Diagnostic, Span};
use crate::record::{Note, Ply, Record, Stated};

/// Where a line can be left: the line, and its plies and notes before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    line: Option<usize>,
    plies: usize,
    notes: usize,
}

/// Reads a tree in depth-first order: the game first, then the variations that leave it, the last place first.
///
/// While a variation is read, the record's plies are the whole line from the start of the game. So each turn is copied
/// once, however many variations follow it.
#[derive(Debug, Default)]
pub(super) struct TreeLines {
    /// The variation that is being read; `None` for the game.
    line: Option<usize>,
    /// Where it leaves its line.
    notes: usize,
    /// The findings before it.
    findings: usize,
    /// The game, once a variation is read.
    game: Option<(Vec<Ply>, Vec<Note>)>,
    limit: VariationLimit,
}

impl TreeLines {
    /// Whether the game is being read, and not a variation.
    pub(super) fn in_game(&self) -> bool {
        self.line.is_none()
    }

    /// The place at the end of what was read.
    pub(super) fn branch(&self, record: &Record) -> Branch {
        Branch {
            line: self.line,
            plies: record.plies.len(),
            notes: record.notes.len(),
        }
    }

    /// Ends the line. The record keeps its turns until another line begins.
    pub(super) fn end(&mut self, record: &mut Record) {
        let Some(line) = self.line else {
            return;
        };
        let after = record.variations[line].after as usize;
        record.variations[line].plies = record.plies[after..].to_vec();
        record.variations[line].notes = record.notes[self.notes..].to_vec();
        record.variations[line].diagnostics = record.diagnostics.split_off(self.findings);
    }

    /// Begins a variation, after the line before was ended. Returns false if there are too many.
    pub(super) fn begin(&mut self, branch: Branch, span: Span, record: &mut Record) -> bool {
        let added = record.add_variation(branch.line, branch.plies as u32);
        let Some(line) = self.limit.checked(added, span, record) else {
            return false;
        };
        if self.game.is_none() {
            self.game = Some((record.plies.clone(), record.notes.clone()));
        }
        record.plies.truncate(branch.plies);
        record.notes.truncate(branch.notes);
        self.line = Some(line);
        self.notes = branch.notes;
        self.findings = record.diagnostics.len();
        true
    }

    /// Reports that variations are left out.
    pub(super) fn refuse(&mut self, message: String, span: Span, record: &mut Record) {
        self.limit.checked(Err(message), span, record);
    }

    /// Puts the game back after the last line was ended.
    pub(super) fn finish(self, record: &mut Record) {
        if let Some((plies, notes)) = self.game {
            record.plies = plies;
            record.notes = notes;
            record.sort_variations();
        }
    }
}

/// Reports once that a game has too many variations.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct VariationLimit {
    is_reported: bool,
}

impl VariationLimit {
    /// The new variation, or a finding.
    pub(super) fn checked(
        &mut self,
        added: Result<usize, impl Display>,
        span: Span,
        record: &mut Record,
    ) -> Option<usize> {
        match added {
            Ok(line) => Some(line),
            Err(limit) => {
                if !self.is_reported {
                    self.is_reported = true;
                    record.report(Diagnostic::new(Code::Truncated, limit.to_string()).at(span));
                }
                None
            }
        }
    }
}

/// A variation that is read in the middle of its line, as in PGN, with what was taken out of the record for it.
#[derive(Debug)]
pub(super) struct OpenVariation {
    pub(super) line: usize,
    after: usize,
    tail: Vec<Ply>,
    notes: Vec<Note>,
    stated: Stated,
    findings: Vec<Diagnostic>,
}

impl OpenVariation {
    /// Begins the variation `line` of the record.
    pub(super) fn begin(line: usize, record: &mut Record) -> OpenVariation {
        let after = record.variations[line].after as usize;
        OpenVariation {
            line,
            after,
            tail: record.plies.split_off(after),
            notes: std::mem::take(&mut record.notes),
            stated: std::mem::take(&mut record.stated),
            findings: std::mem::take(&mut record.diagnostics),
        }
    }

    /// Ends the variation and continues the line that it leaves.
    pub(super) fn end(self, record: &mut Record) {
        let variation = &mut record.variations[self.line];
        variation.plies = record.plies.split_off(self.after);
        record.plies.extend(self.tail);
        variation.notes = std::mem::replace(&mut record.notes, self.notes);
        variation.diagnostics = std::mem::replace(&mut record.diagnostics, self.findings);
        record.stated = self.stated;
    }
}
