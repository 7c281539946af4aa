//! The exceptions of the package. They are Python classes with the fields of a finding.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

use skep_rules::game::Fault;

use crate::finding::Finding;

/// Which exception is raised.
#[derive(Clone, Copy)]
pub enum Kind {
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

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Kind::IllegalMove => "IllegalMove",
            Kind::InvalidGame => "InvalidGame",
            Kind::Unreadable => "Unreadable",
            Kind::MissingPath => "MissingPath",
            Kind::InvalidFilter => "InvalidFilter",
            Kind::UnsupportedGame => "UnsupportedGame",
        }
    }
}

/// The exception with a message and the fields of a finding.
pub fn error(py: Python<'_>, kind: Kind, finding: &Finding) -> PyErr {
    let make = || {
        static CLASSES: [PyOnceLock<Py<PyType>>; 6] = [const { PyOnceLock::new() }; 6];
        let class = CLASSES[kind as usize].import(py, "skep.errors", kind.name())?;
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
    let finding = Finding {
        ply: Some(plies + 1),
        ..Finding::of_fault(fault)
    };
    error(py, Kind::IllegalMove, &finding)
}

/// The exception for games that have no encoding. The message begins with `what`, such as "Venom has".
pub fn unsupported_game(py: Python<'_>, what: &str) -> PyErr {
    let message = format!("{what} no encoding: tensors support Hive with the pieces of Base+MLP");
    let finding = Finding::new("unsupported-variant", message);
    error(py, Kind::UnsupportedGame, &finding)
}
