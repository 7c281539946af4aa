//! What each game adds to [`Rules`] for a position of Python.

use pyo3::prelude::*;
use pyo3::types::PyString;

use skep_records::Rules;
use skep_records::game::{HexIt, Hive, Venom};
use skep_rules::game::Fault;
use skep_rules::hive::venom;

use crate::texts;

/// A game that can be played turn by turn.
pub trait Playable: Rules {
    /// Interprets a written turn and checks it.
    ///
    /// # Errors
    /// The turn is not legal.
    fn judge(position: &Self::Position, written: &Self::Written) -> Result<Self::Move, Fault>;

    /// A legal move in canonical spelling.
    fn text<'py>(
        py: Python<'py>,
        position: &Self::Position,
        mv: Self::Move,
    ) -> Bound<'py, PyString> {
        PyString::new(py, &Self::spell(position, mv).to_string())
    }
}

impl Playable for Hive {
    fn judge(position: &Self::Position, written: &Self::Written) -> Result<Self::Move, Fault> {
        position.judge(*written)
    }

    fn text<'py>(
        py: Python<'py>,
        position: &Self::Position,
        mv: Self::Move,
    ) -> Bound<'py, PyString> {
        texts::of(py, &Self::spell(position, mv))
    }
}

impl Playable for Venom {
    fn judge(position: &Self::Position, written: &Self::Written) -> Result<Self::Move, Fault> {
        venom::Replay::of(position.clone()).judge(written)
    }
}

impl Playable for HexIt {
    fn judge(position: &Self::Position, written: &Self::Written) -> Result<Self::Move, Fault> {
        position.judge(*written)
    }
}
