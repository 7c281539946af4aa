//! Arguments of several values from Python. A wrong one is an exception that says what is expected.

use std::collections::BTreeMap;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::collecting::OwnTurns;
use crate::edits::{Searched, VariationEdit};
use crate::numbers::number;
use crate::picture::{Arrow, PictureMark};
use crate::stream::Shard;

/// A value, or an exception with this text. A number that is too small or too large is a wrong value, and everything
/// else a wrong type.
fn read<'a, 'py, T: FromPyObject<'a, 'py>>(
    value: &'a Bound<'py, PyAny>,
    expected: &str,
) -> PyResult<T> {
    value.extract().map_err(|error: T::Error| {
        let error: PyErr = error.into();
        if error.is_instance_of::<PyOverflowError>(value.py()) {
            PyValueError::new_err(expected.to_owned())
        } else {
            PyTypeError::new_err(expected.to_owned())
        }
    })
}

macro_rules! arguments {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $expected:literal;)+) => { $(
        $(#[$doc])*
        ///
        /// # Errors
        /// The argument is something else.
        pub fn $name(value: &Bound<'_, PyAny>) -> PyResult<$type> {
            read(value, $expected)
        }
    )+ };
}

arguments! {
    /// The tags of a game.
    tags: Option<BTreeMap<String, String>> = "expected a dictionary from names of tags to texts";
    /// Changes of tags.
    changed_tags: Option<BTreeMap<String, Option<String>>> =
        "expected a dictionary from names of tags to texts or None";
    /// Comments by the number of turns before them.
    comments: Option<BTreeMap<u32, String>> =
        "expected a dictionary from numbers of turns, 0 or more, to texts";
    /// The seconds of each turn.
    clocks: Option<Vec<Option<f64>>> = "expected a list of seconds or None, one for each turn";
    /// Searches by the number of turns before them.
    searches: Option<BTreeMap<u32, Searched>> =
        "expected a dictionary from numbers of turns to pairs: a value or None, and a dictionary from turns to \
         numbers of visits, 0 or more";
    /// Variations.
    variations: Option<Vec<VariationEdit>> = "expected a list of skep.types.Variation";
    /// Arrows of a picture.
    arrows: Vec<Arrow> = "expected a list of arrows: turns of legal_moves() or moves, or pairs of cells";
    /// Marked cells of a picture.
    marks: Vec<PictureMark> = "expected a list of cells: names of pieces, or pairs (q, r)";
    /// The numbers of own turns of a puzzle.
    own_turns: OwnTurns = "expected a number of own turns, or a pair of the smallest and the largest number";
}

/// A list of texts.
///
/// # Errors
/// It is something else, such as one text, whose letters are not meant.
pub fn texts(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if value.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("expected a list of texts, not a text"));
    }
    read(value, "expected a list of texts")
}

/// As [`texts`], or `None`.
///
/// # Errors
/// It is something else.
pub fn optional_texts(value: &Bound<'_, PyAny>) -> PyResult<Option<Vec<String>>> {
    (!value.is_none()).then(|| texts(value)).transpose()
}

/// A part of the games: its index and the number of parts.
///
/// # Errors
/// It is something else, or there is no such part.
pub fn shard(value: &Bound<'_, PyAny>) -> PyResult<Shard> {
    let (index, count): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
        read(value, "expected the pair (index, count)")?;
    Shard::new(number(&index)?, number(&count)?)
}
