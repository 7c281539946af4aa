//! Findings: what is wrong with a game, and where.

use pyo3::prelude::*;

use skep_collection::{GameText, Source};
use skep_records::diag::{Diagnostic, LineIndex, Severity};
use skep_rules::game::{Fault, FaultKind};

/// What is wrong with a game or a file, and where.
///
/// >>> import skep
/// >>> skep.read("Base;InProgress;White[3];wS1;bS1 wS1-;wA1 bS1-")[0].diagnostics[0]
/// <text:1:39: error[illegal-move]: wA1 ...>
#[pyclass(frozen, get_all, module = "skep")]
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The kind, such as ``illegal-move``. ``skep explain CODE`` describes it.
    pub code: &'static str,
    /// ``error``, ``warning`` or ``remark``.
    pub severity: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The rule that a move breaks, such as ``one-hive``. ``skep explain RULE`` describes it.
    pub rule: Option<&'static str>,
    /// The number of the turn, from 1.
    pub ply: Option<u32>,
    /// The file.
    pub path: Option<String>,
    /// The path inside an archive.
    pub entry: Option<String>,
    /// The line in the file, from 1.
    pub line: Option<u64>,
    /// The column in the line, in characters from 1.
    pub column: Option<u64>,
}

impl Finding {
    /// A finding without a place.
    pub fn of(diagnostic: &Diagnostic) -> Finding {
        Finding {
            code: diagnostic.code.as_str(),
            severity: diagnostic.severity.as_str(),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            rule: diagnostic.rule,
            ply: diagnostic.ply,
            path: None,
            entry: None,
            line: None,
            column: None,
        }
    }

    /// The finding about a file.
    pub fn of_file(source: &Source, diagnostic: &Diagnostic) -> Finding {
        Finding {
            path: Some(source.path.to_string()),
            entry: source.entry.as_ref().map(ToString::to_string),
            ..Finding::of(diagnostic)
        }
    }

    /// The findings about a game, with their places in its file.
    pub fn all_of(game: &GameText<'_>, diagnostics: &[Diagnostic]) -> Vec<Finding> {
        if diagnostics.is_empty() {
            return Vec::new();
        }
        let lines = LineIndex::new(game.text, game.line).from_column(game.column);
        let finding = |diagnostic: &Diagnostic| {
            let place = diagnostic.span.map(|s| lines.position(s.start as usize));
            Finding {
                line: place.map(|(line, _)| line),
                column: place.map(|(_, column)| column),
                ..Finding::of_file(game.source, diagnostic)
            }
        };
        diagnostics.iter().map(finding).collect()
    }

    /// The finding about a turn.
    pub fn of_fault(fault: Fault) -> Finding {
        let code = match fault.kind {
            FaultKind::Illegal => "illegal-move",
            FaultKind::UnknownPiece => "unknown-piece",
            FaultKind::UnknownReference => "unknown-reference",
            FaultKind::NoPlace => "bad-move",
            FaultKind::AfterEnd => "move-after-end",
        };
        Finding {
            rule: fault.rule,
            help: fault.help,
            ..Finding::new(code, fault.message)
        }
    }

    /// An error.
    pub fn new(code: &'static str, message: impl Into<String>) -> Finding {
        Finding {
            code,
            severity: Severity::Error.as_str(),
            message: message.into(),
            help: None,
            rule: None,
            ply: None,
            path: None,
            entry: None,
            line: None,
            column: None,
        }
    }

    /// Whether the game is invalid because of it.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error.as_str()
    }
}

#[pymethods]
impl Finding {
    fn __repr__(&self) -> String {
        let place = match (&self.path, self.line, self.column) {
            (Some(path), Some(line), Some(column)) => format!("{path}:{line}:{column}: "),
            (Some(path), ..) => format!("{path}: "),
            (None, ..) => String::new(),
        };
        format!(
            "<{place}{}[{}]: {}>",
            self.severity, self.code, self.message
        )
    }

    fn __eq__(&self, other: &Finding) -> bool {
        self == other
    }
}
