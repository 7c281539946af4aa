//! What Python has of a game: its text, record, verdict and findings.

use std::borrow::Cow;

use pyo3::prelude::*;

use skep_analysis::{Facts, GameReader, GameWriter, StateSource};
use skep_records::notation::write::Losses;
use skep_records::{Format, GameText, JudgeOptions, OwnedGameText, Record, Source, Verdict, write};

use crate::errors::{ExceptionKind, error};
use crate::finding::PyFinding;

/// A game that was read and judged.
pub struct JudgedRecord {
    pub rules: JudgeOptions,
    pub text: OwnedGameText,
    pub record: Record,
    pub verdict: Verdict,
    pub findings: Vec<PyFinding>,
}

impl JudgedRecord {
    /// A game with its place.
    pub fn new(
        text: &GameText<'_>,
        rules: JudgeOptions,
        record: Record,
        verdict: Verdict,
    ) -> JudgedRecord {
        JudgedRecord {
            rules,
            text: text.into(),
            findings: PyFinding::all_of(text, &verdict.diagnostics),
            record,
            verdict,
        }
    }

    /// Reads and judges a game.
    pub fn read(text: &GameText<'_>, rules: JudgeOptions) -> JudgedRecord {
        let mut reader = GameReader::new(rules);
        reader.read_and_filter(text, None);
        reader.judge();
        JudgedRecord::new(text, rules, reader.record, reader.verdict)
    }

    /// The file or entry.
    pub fn source(&self) -> &Source {
        self.text.borrowed().source
    }

    pub fn facts(&self) -> Facts<'_> {
        Facts::new(&self.record, &self.verdict)
    }

    /// The error that makes the game invalid.
    pub fn invalid(&self, py: Python<'_>) -> Option<PyErr> {
        let first = self.findings.iter().find(|finding| finding.is_error())?;
        Some(error(py, ExceptionKind::InvalidGame, first))
    }

    /// The game in a notation, and what that cannot hold of it. `state` says where the State of a GameString comes
    /// from.
    ///
    /// # Errors
    /// The game is invalid, or the notation cannot hold it.
    pub fn written(
        &self,
        py: Python<'_>,
        notation: Format,
        state: Option<StateSource>,
    ) -> PyResult<(String, Losses)> {
        if !self.verdict.status.is_sound()
            && let Some(invalid) = self.invalid(py)
        {
            return Err(invalid);
        }
        let mut text = String::new();
        let mut record = Cow::Borrowed(&self.record);
        if state.is_some() {
            let writer = GameWriter {
                state,
                ..GameWriter::default()
            };
            writer.set_state(record.to_mut(), &self.verdict, notation);
        }
        let losses = write(notation, &record, &self.verdict, &mut text)
            .map_err(|failed| self.unsupported(py, failed.to_string()))?;
        Ok((text, losses))
    }

    /// The error for a notation that cannot hold the game.
    fn unsupported(&self, py: Python<'_>, message: String) -> PyErr {
        let finding = PyFinding {
            path: Some(self.source().path.to_string()),
            entry: self.source().entry.as_ref().map(ToString::to_string),
            line: Some(self.text.borrowed().line),
            column: Some(1),
            ..PyFinding::new("unsupported-format", message)
        };
        error(py, ExceptionKind::UnsupportedGame, &finding)
    }
}

/// Where a game is: path, entry, index, line, column.
pub type Place = (String, Option<String>, u64, u64, u64);

/// The place of a game.
pub fn place(text: &GameText<'_>) -> Place {
    let entry = text.source.entry.as_deref().map(str::to_owned);
    (
        text.source.path.to_string(),
        entry,
        text.index,
        text.line,
        text.column,
    )
}
