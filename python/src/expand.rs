//! The leaves of a tree search: the function `expand`.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use skep_records::JudgeOptions;
use skep_rules::game::Position as _;
use skep_rules::hive::Move;

use crate::board::{Meant, PlayBoard};
use crate::encode::Encoding;
use crate::encoder::{self, Encoder};
use crate::numbers::number;
use crate::position::PyPosition;
use crate::rows::{ArrayRows, Mask, Planes, check, in_parts, reward, rows, threads_for};

/// A position that `expand` makes.
struct Leaf {
    board: PlayBoard,
    rules: JudgeOptions,
    action: i64,
    /// The result for the player to move; not a number if the game goes on.
    value: f32,
    fits: bool,
    played: bool,
}

/// What a thread uses for one leaf after the other.
#[derive(Default)]
struct Buffers {
    legal: Vec<(u32, Move)>,
    moves: Vec<Move>,
}

impl Leaf {
    /// Plays the action, and writes the position.
    fn play(&mut self, encoding: Encoding, rows: ArrayRows<'_>, buffers: &mut Buffers) {
        let PlayBoard::Hive(line) = &mut self.board else {
            return;
        };
        let Buffers { legal, moves } = buffers;
        let action = usize::try_from(self.action).unwrap_or(usize::MAX);
        let find = || {
            let moves = line.position().legal_moves();
            encoding.find(line.table(), action, &moves)
        };
        let Some(mv) = encoding.guess(line.table(), action).or_else(find) else {
            return;
        };
        self.played = true;
        let given = encoding.given(action);
        line.push_meant(Meant { mv, given });
        self.fits = rows.write(encoding, line.table(), legal, moves);
        let outcome = line.position().outcome();
        if outcome.is_over() {
            self.value = reward(outcome, line.position().turn());
        }
    }
}

/// What `expand` returns: positions, values, whether each fits.
type Expanded<'py> = (
    Vec<PyPosition>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<bool>>,
);

/// Plays an action in a copy of each position.
#[pyfunction]
#[pyo3(signature = (positions, actions, encoder, *, threads, planes, scalars, mask))]
#[expect(
    clippy::too_many_arguments,
    reason = "Python passes the arrays by name"
)]
pub fn expand<'py>(
    py: Python<'py>,
    positions: Vec<PyRef<'py, PyPosition>>,
    actions: PyReadonlyArray1<'_, i64>,
    encoder: &Encoder,
    #[pyo3(from_py_with = number)] threads: usize,
    planes: Option<Planes<'_>>,
    mut scalars: PyReadwriteArrayDyn<'_, u16>,
    mask: Option<Mask<'_>>,
) -> PyResult<Expanded<'py>> {
    let (mut planes, mut mask) = (planes, mask);
    let rows = rows(&mut planes, &mut scalars, &mut mask)?;
    let encoding = encoder.encoding;
    let count = positions.len();
    check(&rows, encoding, count)?;
    let actions = actions.as_slice()?;
    if actions.len() != count {
        let message = format!("expected {count} actions, one for each position");
        return Err(PyValueError::new_err(message));
    }
    let mut leaves = Vec::with_capacity(count);
    for (position, &action) in positions.iter().zip(actions) {
        encoder::hive(py, &position.board)?;
        leaves.push(Leaf {
            board: position.board.clone(),
            rules: position.rules(),
            action,
            value: f32::NAN,
            fits: false,
            played: false,
        });
    }
    drop(positions);
    let threads = threads_for(threads, count);
    py.detach(|| {
        in_parts(threads, &mut leaves, rows, |_, leaves, mut rows| {
            let (of, mut buffers) = (leaves.len(), Buffers::default());
            for (index, leaf) in leaves.iter_mut().enumerate() {
                leaf.play(encoding, rows.row(index, of), &mut buffers);
            }
        })
    });
    if let Some(index) = leaves.iter().position(|leaf| !leaf.played) {
        let message = format!(
            "{} is not a legal action of position {index}",
            actions[index]
        );
        return Err(PyValueError::new_err(message));
    }
    let values: Vec<f32> = leaves.iter().map(|leaf| leaf.value).collect();
    let fits: Vec<bool> = leaves.iter().map(|leaf| leaf.fits).collect();
    let positions = leaves
        .into_iter()
        .map(|leaf| PyPosition::new(leaf.board, leaf.rules));
    Ok((
        positions.collect(),
        values.into_pyarray(py),
        fits.into_pyarray(py),
    ))
}
