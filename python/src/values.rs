//! The values of fields and tags of games, for Python.

use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::PyString;

use skep_analysis::filter::{Attribute, Value, Values};

use crate::judged::JudgedRecord;

/// The value of a field or tag of a game: `None`, one value, a pair for the players, or a list of names or of the
/// values of plies.
pub fn value_of<'py>(
    py: Python<'py>,
    game: &JudgedRecord,
    attribute: &Attribute,
) -> PyResult<Bound<'py, PyAny>> {
    let one = |value: Option<Value<'_>>| match value {
        Some(value) => python(py, value),
        None => Ok(py.None().into_bound(py)),
    };
    match attribute.values(&game.facts(), game.source()) {
        Values::Pending => one(None),
        Values::One(value) => one(value),
        Values::Both([white, black]) => (one(white)?, one(black)?).into_bound_py_any(py),
        values @ (Values::Findings(_) | Values::Motifs(_) | Values::Tags(_)) => {
            values.names().unwrap_or_default().into_bound_py_any(py)
        }
        values @ Values::Plies(..) => {
            let all = values.each().into_iter().flatten();
            let all: PyResult<Vec<_>> = all.map(|value| python(py, value)).collect();
            all?.into_bound_py_any(py)
        }
    }
}

fn python<'py>(py: Python<'py>, value: Value<'_>) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Flag(flag) => flag.into_bound_py_any(py),
        Value::Number(number) => number.into_bound_py_any(py),
        Value::Real(number) => number.into_bound_py_any(py),
        Value::Score(score) => score.value().into_bound_py_any(py),
        Value::Points(points) => (f64::from(points.halves()) / 2.0).into_bound_py_any(py),
        Value::Text(_)
        | Value::Date(_)
        | Value::Key(_)
        | Value::Link(..)
        | Value::Source(_)
        | Value::Band(..) => Ok(PyString::new(py, &value.to_string()).into_any()),
    }
}
