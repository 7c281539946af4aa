//! The texts of turns of Hive as Python strings. There are few different texts, so each is made only once.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

use skep_rules::hive::{Bug, Piece, PieceName, Place, Written};

/// The pieces of both sides.
const PIECES: usize = 28;
/// The number of places: without a reference, on a piece, or in one of six directions from a piece.
const PLACES: usize = 1 + 7 * PIECES;

static TEXTS: [PyOnceLock<Py<PyString>>; PIECES * PLACES] =
    [const { PyOnceLock::new() }; PIECES * PLACES];

/// A turn in canonical spelling.
pub fn of<'py>(py: Python<'py>, turn: &Written) -> Bound<'py, PyString> {
    let make = || PyString::new(py, &turn.to_string());
    match index(turn).and_then(|index| TEXTS.get(index)) {
        Some(text) => text.get_or_init(py, || make().unbind()).bind(py).clone(),
        None => make(),
    }
}

fn index(turn: &Written) -> Option<usize> {
    let Written::Put { piece, to } = *turn else {
        return None;
    };
    let place = match to {
        Place::Unstated => 0,
        Place::On(of) => 1 + number(of)?,
        Place::Beside(direction, of) => 1 + (1 + direction.index()) * PIECES + number(of)?,
        Place::Cell(..) => return None,
    };
    Some(number(piece)? * PLACES + place)
}

/// The number of a piece of the plain game, from 0. `None` for other names.
fn number(name: PieceName) -> Option<usize> {
    /// One more than the number, by the index of the name; 0 for other names.
    const NUMBERS: [u8; 256] = {
        let mut numbers = [0; 256];
        let (mut side, mut next) = (0, 0);
        while side < 2 {
            let mut bug = 0;
            while bug < Bug::PLAIN.len() {
                let mut number = 1;
                while let Some(piece) =
                    Piece::new(skep_rules::game::Side::ALL[side], Bug::PLAIN[bug], number)
                {
                    next += 1;
                    numbers[piece.name().index()] = next;
                    number += 1;
                }
                bug += 1;
            }
            side += 1;
        }
        numbers
    };
    let number = NUMBERS.get(name.index()).copied().unwrap_or_default();
    usize::from(number).checked_sub(1)
}
