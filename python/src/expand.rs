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
use crate::starts::rules_of;

/// A position that `expand` makes.
struct Leaf {
    board: PlayBoard,
    rules: JudgeOptions,
    /// `None` to write the position as it is.
    action: Option<i64>,
    /// The legal actions, if the position fits.
    legal: Vec<i64>,
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
    /// Plays the action, if there is one, and writes the position.
    fn play(&mut self, encoding: Encoding, mut rows: ArrayRows<'_>, buffers: &mut Buffers) {
        let PlayBoard::Hive(line) = &mut self.board else {
            return;
        };
        let Buffers { legal, moves } = buffers;
        if let Some(action) = self.action {
            if line.is_drawn() {
                return;
            }
            let action = usize::try_from(action).unwrap_or(usize::MAX);
            let find = || {
                let moves = line.position().legal_moves();
                encoding.find(line.table(), action, &moves)
            };
            let Some(mv) = encoding.guess(line.table(), action).or_else(find) else {
                return;
            };
            let given = encoding.given(action);
            line.push_meant(Meant { mv, given });
        }
        self.played = true;
        self.fits = rows.reborrow().write(encoding, line.table(), legal, moves);
        let outcome = line.outcome();
        if outcome.is_over() {
            self.value = reward(outcome, line.position().turn());
        }
        if line.is_drawn() {
            rows.mask.fill(false);
            legal.clear();
        }
        let actions = legal.iter().filter(|_| self.fits);
        self.legal = actions.map(|&(action, _)| i64::from(action)).collect();
    }
}

/// The actions of several positions, one after the other, and where each begins.
pub fn sparse<'py>(
    py: Python<'py>,
    all: impl Iterator<Item = impl IntoIterator<Item = i64>>,
) -> SparseActions<'py> {
    let (mut offsets, mut actions) = (vec![0], Vec::new());
    for of_one in all {
        actions.extend(of_one);
        offsets.push(actions.len() as i64);
    }
    (offsets.into_pyarray(py), actions.into_pyarray(py))
}

/// Offsets, and actions.
pub type SparseActions<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);

/// What `expand` returns: positions, values, whether each fits, and the legal actions.
type Expanded<'py> = (
    Vec<PyPosition>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<bool>>,
    SparseActions<'py>,
);

/// Plays an action in a copy of each position, or copies the positions. With `rules`, they go on under these rules.
#[pyfunction]
#[pyo3(signature = (positions, actions, encoder, *, rules, threads, planes, scalars, mask))]
#[expect(
    clippy::too_many_arguments,
    reason = "Python passes the arrays by name"
)]
pub fn expand<'py>(
    py: Python<'py>,
    positions: Vec<PyRef<'py, PyPosition>>,
    actions: Option<PyReadonlyArray1<'_, i64>>,
    encoder: &Encoder,
    rules: Option<&str>,
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
    let rules = rules.map(rules_of).transpose()?;
    let actions = actions
        .as_ref()
        .map(PyReadonlyArray1::as_slice)
        .transpose()?;
    if let Some(actions) = actions
        && actions.len() != count
    {
        let message = format!("expected {count} actions, one for each position");
        return Err(PyValueError::new_err(message));
    }
    let mut leaves = Vec::with_capacity(count);
    for (index, position) in positions.iter().enumerate() {
        let line = encoder::hive(py, &position.board)?;
        let rules = rules.unwrap_or(position.rules());
        leaves.push(Leaf {
            board: PlayBoard::Hive(Box::new(line.clone().under(rules.repetition))),
            rules,
            action: actions.map(|actions| actions[index]),
            legal: Vec::new(),
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
        let action = leaves[index].action.unwrap_or_default();
        let message = format!("{action} is not a legal action of position {index}");
        return Err(PyValueError::new_err(message));
    }
    let values: Vec<f32> = leaves.iter().map(|leaf| leaf.value).collect();
    let fits: Vec<bool> = leaves.iter().map(|leaf| leaf.fits).collect();
    let legal = sparse(py, leaves.iter().map(|leaf| leaf.legal.iter().copied()));
    let positions = leaves
        .into_iter()
        .map(|leaf| PyPosition::new(leaf.board, leaf.rules));
    Ok((
        positions.collect(),
        values.into_pyarray(py),
        fits.into_pyarray(py),
        legal,
    ))
}
