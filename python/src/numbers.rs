//! Whole numbers from Python. One that is negative or too large is a `ValueError`, as every other wrong value, and not
//! an `OverflowError`.

use std::fmt::Display;

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

/// A whole number that an argument can have.
pub trait Number: for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr> + Display {
    const LEAST: Self;
    const MOST: Self;
}

macro_rules! numbers {
    ($($name:ident),*) => {
        $(impl Number for $name {
            const LEAST: Self = Self::MIN;
            const MOST: Self = Self::MAX;
        })*
    };
}

numbers!(i32, i64, u32, u64, usize);

/// An argument that is a whole number.
///
/// # Errors
/// It is none, or it is too small or too large.
pub fn number<T: Number>(value: &Bound<'_, PyAny>) -> PyResult<T> {
    value.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(value.py()) {
            let message = format!("expected a number from {} to {}", T::LEAST, T::MOST);
            PyValueError::new_err(message)
        } else {
            error
        }
    })
}

/// An argument that is a whole number or `None`.
///
/// # Errors
/// It is neither, or it is too small or too large.
pub fn optional<T: Number>(value: &Bound<'_, PyAny>) -> PyResult<Option<T>> {
    if value.is_none() {
        Ok(None)
    } else {
        number(value).map(Some)
    }
}
