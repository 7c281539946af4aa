//! The exceptions of the package. They are Python classes with the fields of a finding.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

use skep_rules::game::Fault;

use crate::finding::PyFinding;

/// Which exception is raised.
#[derive(Clone, Copy)]
pub enum ExceptionKind {
    /// A turn that is not legal in a position.
    IllegalMove,
    /// A text that is not a game or a position.
    InvalidGame,
    /// A file that cannot be read or holds no game.
    Unreadable,
    /// A path that does not exist.
    MissingPath,
    /// An expression of `where` that is not valid.
    InvalidFilter,
    /// A game that an encoding does not support.
    UnsupportedGame,
}

impl ExceptionKind {
    const fn name(self) -> &'static str {
        match self {
            ExceptionKind::IllegalMove => "IllegalMove",
            ExceptionKind::InvalidGame => "InvalidGame",
            ExceptionKind::Unreadable => "Unreadable",
            ExceptionKind::MissingPath => "MissingPath",
            ExceptionKind::InvalidFilter => "InvalidFilter",
            ExceptionKind::UnsupportedGame => "UnsupportedGame",
        }
    }
}

/// The exception with a message and the fields of a finding.
pub fn error(py: Python<'_>, kind: ExceptionKind, finding: &PyFinding) -> PyErr {
    let make = || {
        static CLASSES: [PyOnceLock<Py<PyType>>; 6] = [const { PyOnceLock::new() }; 6];
        let class = CLASSES[kind as usize].import(py, "skep._errors", kind.name())?;
        let fields = PyDict::new(py);
        fields.set_item("code", &finding.code)?;
        fields.set_item("rule", finding.rule.as_ref())?;
        fields.set_item("ply", finding.ply)?;
        fields.set_item("path", finding.path.as_deref())?;
        fields.set_item("entry", finding.entry.as_deref())?;
        fields.set_item("line", finding.line)?;
        fields.set_item("column", finding.column)?;
        fields.set_item("help", finding.help.as_deref())?;
        fields.set_item("finding", finding.clone())?;
        class.call((finding.message.as_str(),), Some(&fields))
    };
    match make() {
        Ok(instance) => PyErr::from_value(instance),
        Err(error) => error,
    }
}

/// The exception for a turn that cannot be played after `plies` turns.
pub fn illegal_move(py: Python<'_>, fault: Fault, plies: u32) -> PyErr {
    let finding = PyFinding {
        ply: Some(plies + 1),
        ..PyFinding::of_fault(fault)
    };
    error(py, ExceptionKind::IllegalMove, &finding)
}

/// The exception for games that have no encoding. The message begins with `what`, such as "Venom has".
pub fn unsupported_game(py: Python<'_>, what: &str) -> PyErr {
    let message = format!("{what} no encoding: tensors support Hive with the pieces of Base+MLP");
    let finding = PyFinding::new("unsupported-variant", message);
    error(py, ExceptionKind::UnsupportedGame, &finding)
}
