//! What texts mean: those of positions, and the names of rules, results and notations.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use skep_records::record::StatedResult;
use skep_records::{Format, Game, JudgeOptions, NoGame};
use skep_rules::state::StateError;

use crate::board::PlayBoard;
use crate::errors::{ExceptionKind, error};
use crate::finding::PyFinding;

/// The rules with these names.
pub fn rules_of(text: &str) -> PyResult<JudgeOptions> {
    text.parse()
        .map_err(|error| PyValueError::new_err(format!("{error}")))
}

/// The position that a text means: a variant, or a game whose moves are played.
pub fn board_of(py: Python<'_>, text: &str, rules: JudgeOptions) -> PyResult<PlayBoard> {
    match Game::of_text(text, rules) {
        Ok(game) => Ok(PlayBoard::of_game(&game, usize::MAX, rules)),
        Err(failed) => Err(no_game(py, text, &failed)),
    }
}

/// The exception for a text that is not a legal game.
fn no_game(py: Python<'_>, text: &str, failed: &NoGame) -> PyErr {
    let (code, at) = match failed {
        NoGame::Invalid(verdict) => {
            let mut findings = PyFinding::all_of_text(text, &verdict.diagnostics).into_iter();
            if let Some(first) = findings.find(PyFinding::is_error) {
                let kind = match first.rule {
                    Some(_) => ExceptionKind::IllegalMove,
                    None => ExceptionKind::InvalidGame,
                };
                return error(py, kind, &first);
            }
            ("not-a-record", 0)
        }
        NoGame::State(state) => ("bad-header", place_in(text, state)),
        _ => ("not-a-record", 0),
    };
    let finding = PyFinding::in_text(code, failed.to_string(), text, at);
    error(py, ExceptionKind::InvalidGame, &finding)
}

/// The place of an error in a state. If the position as a whole is wrong, the place is the start of the state.
fn place_in(text: &str, error: &StateError) -> usize {
    let found = match error {
        StateError::Syntax(part, _)
        | StateError::UnknownKey(part)
        | StateError::TooFar(part)
        | StateError::NumberOrder(part) => text.find(part.as_str()),
        // The error is at the second occurrence.
        StateError::KeyTwice(part) | StateError::NotInGame(part, _) => text.rfind(part.as_str()),
        StateError::CellTwice(cell) => text.rfind(&format!("{},{}", cell.q, cell.r)),
        _ => None,
    };
    found.unwrap_or(0)
}

/// The result with this name.
pub fn result_of(name: &str) -> PyResult<StatedResult> {
    name.parse()
        .map_err(|error| PyValueError::new_err(format!("{error}")))
}

/// The notation with this name.
pub fn notation_of(name: &str) -> PyResult<Format> {
    name.parse()
        .map_err(|error| PyValueError::new_err(format!("{error}")))
}
