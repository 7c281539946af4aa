//! Which arrays a caller wants of a position, and which actions of the position are legal or the same turn.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use skep_rules::game::Position as _;
use skep_rules::hive::Move;

use crate::encode::{EncodedView, Encoding};

/// The class of an action that is not legal.
pub const NO_CLASS: i16 = -1;

/// What is wanted of a position.
#[derive(Clone, Copy, Default)]
pub struct Wanted {
    /// Whether each plane is one cell.
    pub compact: bool,
    pub mask: bool,
    pub classes: bool,
    pub targets: Targets,
}

/// What a model can learn to predict, beside the turn and the result.
#[derive(Clone, Copy, Default)]
pub struct Targets {
    /// The number of turns to the end of the game.
    pub plies_left: bool,
    /// The empty cells around the queens.
    pub escapes: bool,
    /// The number of legal turns.
    pub mobility: bool,
    /// The number of own turns to look ahead for proved wins; 0 if they are not wanted.
    pub win: u32,
    /// The visits of a search.
    pub policy: bool,
    /// The result that a search expects.
    pub value: bool,
}

impl Targets {
    /// Whether searches in records are read.
    pub fn read_searches(self) -> bool {
        self.policy || self.value
    }
}

impl Wanted {
    /// The arrays with these names. `win1` to `win3` say how many own turns to look ahead for wins.
    ///
    /// # Errors
    /// A name is unknown.
    pub fn new(names: &[String]) -> PyResult<Wanted> {
        let mut wanted = Wanted::default();
        let targets = &mut wanted.targets;
        for name in names {
            match name.as_str() {
                "mask" => wanted.mask = true,
                "classes" => wanted.classes = true,
                "compact" => wanted.compact = true,
                "plies_left" => targets.plies_left = true,
                "escapes" => targets.escapes = true,
                "mobility" => targets.mobility = true,
                "win1" => targets.win = 1,
                "win" | "win2" => targets.win = 2,
                // A search for wins in more own turns takes minutes.
                "win3" => targets.win = 3,
                "policy" => targets.policy = true,
                "value" => targets.value = true,
                other => {
                    return Err(PyValueError::new_err(format!(
                        "unknown array `{other}`: expected mask, classes, compact, plies_left, escapes, mobility, win, \
                         win1, win2, win3, policy or value"
                    )));
                }
            }
        }
        Ok(wanted)
    }

    /// The length of the planes.
    pub fn planes(self, encoding: Encoding) -> usize {
        if self.compact {
            3 * encoding.planes()
        } else {
            encoding.cells()
        }
    }

    /// The length of a mask.
    pub fn mask(self, encoding: Encoding) -> usize {
        if self.mask { encoding.actions() } else { 0 }
    }

    /// The length of a policy.
    pub fn policy(self, encoding: Encoding) -> usize {
        if self.targets.policy {
            encoding.actions()
        } else {
            0
        }
    }

    /// The length of the classes.
    pub fn classes(self, encoding: Encoding) -> usize {
        if self.classes { encoding.actions() } else { 0 }
    }
}

/// Where the facts about actions are written. What is not wanted is empty.
pub struct Labels<'a> {
    /// Whether an action is legal; false before.
    pub mask: &'a mut [bool],
    /// The index of its turn among the legal turns; `NO_CLASS` before.
    pub classes: &'a mut [i16],
}

impl Labels<'_> {
    /// Writes the legal moves. `moves` is a buffer. Returns false if a move leads out of the window.
    pub fn write(&mut self, view: &EncodedView<'_>, moves: &mut Vec<Move>) -> bool {
        if self.mask.is_empty() && self.classes.is_empty() {
            return true;
        }
        moves.clear();
        view.position().legal_moves_into(moves);
        view.number(moves, |action, index| {
            if let Some(legal) = self.mask.get_mut(action) {
                *legal = true;
            }
            if let Some(class) = self.classes.get_mut(action) {
                *class = index as i16;
            }
        })
    }
}
