//! What each game adds to [`Rules`] for a position of Python.

use pyo3::prelude::*;
use pyo3::types::PyString;

use skep_records::Rules;
use skep_records::game::{HexIt, Hive, Venom};
use skep_rules::game::Position as _;

use crate::texts;

/// A game that can be played turn by turn.
pub trait Playable: Rules {
    /// A legal move in canonical spelling.
    fn text<'py>(
        py: Python<'py>,
        position: &Self::Position,
        mv: Self::Move,
    ) -> Bound<'py, PyString> {
        PyString::new(py, &position.spell(mv).to_string())
    }
}

impl Playable for Hive {
    fn text<'py>(
        py: Python<'py>,
        position: &Self::Position,
        mv: Self::Move,
    ) -> Bound<'py, PyString> {
        texts::of(py, &position.spell(mv))
    }
}

impl Playable for Venom {}

impl Playable for HexIt {}
