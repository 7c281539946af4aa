//! Turns as Python objects: the class `Move`, which is a text with its piece and its cells.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyType};

use skep_records::Rules;
use skep_records::game::MoveCells;
use skep_rules::geometry::Hex;

use crate::playable::{Playable, Table as _};

/// The piece of a turn, and the cells that it leaves and goes to.
pub type Cells = (Option<String>, Option<(i32, i32)>, Option<(i32, i32)>);

/// The cells of a move before it is played.
pub fn cells<R: Playable>(table: &R::Table, tracker: &R::Tracker, mv: R::Move) -> Cells {
    let MoveCells {
        piece, from, to, ..
    } = <R as Rules>::cells(tracker, mv);
    let pair = |hex: Hex| (hex.q, hex.r);
    let piece = piece.map(|piece| table.name(piece).to_string());
    (piece, from.map(pair), to.map(pair))
}

/// A turn. `cells` is what [`Cells`] holds, or an object that has them for an index.
pub fn turn<'py>(
    py: Python<'py>,
    text: Bound<'py, PyString>,
    cells: impl IntoPyObject<'py>,
    index: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, "skep._types", "Move")?;
    let turn = class.call1((text,))?;
    turn.setattr(intern!(py, "_cells"), cells)?;
    turn.setattr(intern!(py, "_index"), index)?;
    Ok(turn)
}
