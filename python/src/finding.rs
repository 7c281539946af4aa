//! Findings: what is wrong with a game, and where.

use std::borrow::Cow;

use pyo3::prelude::*;

use skep_records::diag::{Diagnostic, LineIndex, Severity};
use skep_records::{GameText, Source};
use skep_rules::game::{Fault, FaultKind};

/// A text that is known at compile time, unless the finding was unpickled.
type Text = Cow<'static, str>;

/// The fields of a finding, for pickle.
type Fields = (
    (String, String, String, Option<String>),
    (Option<String>, Option<u32>),
    (Option<String>, Option<String>, Option<u64>, Option<u64>),
);

/// What is wrong with a game or a file, and where.
///
/// >>> import skep
/// >>> skep.read("Base;InProgress;White[3];wS1;bS1 wS1-;wA1 bS1-")[0].diagnostics[0]
/// <text:1:39: error[illegal-move]: wA1 ...>
#[pyclass(name = "Finding", frozen, get_all, module = "skep.types")]
#[derive(Clone, Debug, PartialEq)]
pub struct PyFinding {
    /// The kind of finding, such as ``illegal-move``. ``skep help CODE`` describes it.
    pub code: Text,
    /// ``error``, ``warning`` or ``remark``. Only errors make a game invalid.
    pub severity: Text,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// What to do about it, or ``None``.
    pub help: Option<String>,
    /// The rule that a turn breaks, such as ``one-hive``, or ``None``. ``skep help RULE`` describes it.
    pub rule: Option<Text>,
    /// The number of the turn, from 1, or ``None`` if it is not about a turn.
    pub ply: Option<u32>,
    /// The file, or ``None``.
    pub path: Option<String>,
    /// The path inside an archive, or ``None``.
    pub entry: Option<String>,
    /// The line in the file, from 1, or ``None``.
    pub line: Option<u64>,
    /// The column in the line, in characters from 1, or ``None``.
    pub column: Option<u64>,
}

impl PyFinding {
    /// A finding without a place.
    pub fn of(diagnostic: &Diagnostic) -> PyFinding {
        PyFinding {
            code: diagnostic.code.as_str().into(),
            severity: diagnostic.severity.as_str().into(),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            rule: diagnostic.rule.map(Into::into),
            ply: diagnostic.ply,
            path: None,
            entry: None,
            line: None,
            column: None,
        }
    }

    /// The finding about a file.
    pub fn of_file(source: &Source, diagnostic: &Diagnostic) -> PyFinding {
        PyFinding {
            path: Some(source.path.to_string()),
            entry: source.entry.as_ref().map(ToString::to_string),
            ..PyFinding::of(diagnostic)
        }
    }

    /// The findings about a game, with their places in its file.
    pub fn all_of(game: &GameText<'_>, diagnostics: &[Diagnostic]) -> Vec<PyFinding> {
        if diagnostics.is_empty() {
            return Vec::new();
        }
        let lines = LineIndex::new(game.text, game.line).from_column(game.column);
        let finding = |diagnostic: &Diagnostic| {
            let place = diagnostic.span.map(|s| lines.position(s.start as usize));
            PyFinding {
                line: place.map(|(line, _)| line),
                column: place.map(|(_, column)| column),
                ..PyFinding::of_file(game.source, diagnostic)
            }
        };
        diagnostics.iter().map(finding).collect()
    }

    /// The findings about a text.
    pub fn all_of_text(text: &str, diagnostics: &[Diagnostic]) -> Vec<PyFinding> {
        let lines = LineIndex::new(text, 1);
        let finding = |diagnostic: &Diagnostic| {
            let start = diagnostic.span.map_or(0, |span| span.start as usize);
            let (line, column) = lines.position(start);
            PyFinding {
                line: Some(line),
                column: Some(column),
                ..PyFinding::of(diagnostic)
            }
        };
        diagnostics.iter().map(finding).collect()
    }

    /// An error about a text, at a byte of it.
    pub fn in_text(code: &'static str, message: String, text: &str, at: usize) -> PyFinding {
        let (line, column) = LineIndex::new(text, 1).position(at);
        PyFinding {
            line: Some(line),
            column: Some(column),
            ..PyFinding::new(code, message)
        }
    }

    /// The finding about a turn.
    pub fn of_fault(fault: Fault) -> PyFinding {
        let rule = match fault.kind {
            // A rule of every game with pieces. In plain Hive, the reader of turns finds it before the rules.
            FaultKind::UnknownPiece => Some("not-in-game"),
            _ => None,
        };
        let code = match fault.kind {
            FaultKind::Illegal => "illegal-move",
            FaultKind::UnknownPiece => "unknown-piece",
            FaultKind::UnknownReference => "unknown-reference",
            FaultKind::NoPlace => "bad-move",
            FaultKind::AfterEnd => "move-after-end",
        };
        PyFinding {
            rule: fault.rule.or(rule).map(Into::into),
            help: fault.help,
            ..PyFinding::new(code, fault.message)
        }
    }

    /// An error.
    pub fn new(code: &'static str, message: impl Into<String>) -> PyFinding {
        PyFinding {
            code: code.into(),
            severity: Severity::Error.as_str().into(),
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
impl PyFinding {
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

    /// A finding with these fields, for pickle.
    #[staticmethod]
    fn _restore(fields: Fields) -> PyFinding {
        let ((code, severity, message, help), (rule, ply), (path, entry, line, column)) = fields;
        PyFinding {
            code: code.into(),
            severity: severity.into(),
            message,
            help,
            rule: rule.map(Into::into),
            ply,
            path,
            entry,
            line,
            column,
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Fields,))> {
        let PyFinding {
            code,
            severity,
            message,
            help,
            rule,
            ply,
            path,
            entry,
            line,
            column,
        } = self.clone();
        let fields = (
            (code.into_owned(), severity.into_owned(), message, help),
            (rule.map(Cow::into_owned), ply),
            (path, entry, line, column),
        );
        Ok((py.get_type::<PyFinding>().getattr("_restore")?, (fields,)))
    }

    fn __eq__(&self, other: &PyFinding) -> bool {
        self == other
    }
}
