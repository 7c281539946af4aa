//! Rows of numpy arrays that threads write: one for each of many positions.

use std::panic::resume_unwind;
use std::thread::{self, ScopedJoinHandle};

use numpy::PyReadwriteArrayDyn;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use skep_rules::game::{Outcome, Position as _, Side};
use skep_rules::geometry::Symmetry;
use skep_rules::hive::Move;

use crate::encode::{EncodedView, Encoding, Placing, SCALARS};
use crate::stream::MOST_THREADS;

/// Fewer games are not worth a thread: it would take longer to start than to play them.
const LEAST_GAMES: usize = 128;

pub type Planes<'py> = PyReadwriteArrayDyn<'py, u8>;
pub type Mask<'py> = PyReadwriteArrayDyn<'py, bool>;

/// The parts of arrays that belong to some games. Those that are not wanted are empty.
pub struct ArrayRows<'a> {
    pub planes: &'a mut [u8],
    pub scalars: &'a mut [u16],
    pub mask: &'a mut [bool],
}

impl<'a> ArrayRows<'a> {
    /// The rows of the first `count` games of `of`, and the others.
    fn split(self, count: usize, of: usize) -> (ArrayRows<'a>, ArrayRows<'a>) {
        fn at<T>(slice: &mut [T], count: usize, of: usize) -> (&mut [T], &mut [T]) {
            let at = slice.len() / of.max(1) * count;
            slice.split_at_mut(at)
        }
        let (planes, more_planes) = at(self.planes, count, of);
        let (scalars, more_scalars) = at(self.scalars, count, of);
        let (mask, more_mask) = at(self.mask, count, of);
        let first = ArrayRows {
            planes,
            scalars,
            mask,
        };
        let others = ArrayRows {
            planes: more_planes,
            scalars: more_scalars,
            mask: more_mask,
        };
        (first, others)
    }

    /// The same rows, for a while.
    pub fn reborrow(&mut self) -> ArrayRows<'_> {
        ArrayRows {
            planes: self.planes,
            scalars: self.scalars,
            mask: self.mask,
        }
    }

    /// The row of a game.
    pub fn row(&mut self, index: usize, of: usize) -> ArrayRows<'_> {
        fn at<T>(slice: &mut [T], index: usize, of: usize) -> &mut [T] {
            let length = slice.len() / of.max(1);
            &mut slice[index * length..(index + 1) * length]
        }
        ArrayRows {
            planes: at(self.planes, index, of),
            scalars: at(self.scalars, index, of),
            mask: at(self.mask, index, of),
        }
    }

    /// Writes a position and its legal moves, and lists the moves with their numbers. Returns false if it does not fit.
    pub fn write(
        self,
        encoding: Encoding,
        placing: &Placing,
        legal: &mut Vec<(u32, Move)>,
        moves: &mut Vec<Move>,
    ) -> bool {
        self.planes.fill(0);
        self.mask.fill(false);
        if !self.scalars.is_empty() {
            Encoding::write_scalars(placing, self.scalars);
        }
        moves.clear();
        placing.position().legal_moves_into(moves);
        legal.clear();
        let view = EncodedView::of(encoding, placing, Symmetry::IDENTITY);
        let fits = view.number(moves, |action, index| {
            if let Some(legal) = self.mask.get_mut(action) {
                *legal = true;
            }
            legal.push((action as u32, moves[index]));
        });
        fits && (self.planes.is_empty() || view.write(self.planes))
    }
}

/// The rows of arrays.
///
/// # Errors
/// An array is not contiguous.
pub fn rows<'a>(
    planes: &'a mut Option<Planes<'_>>,
    scalars: &'a mut PyReadwriteArrayDyn<'_, u16>,
    mask: &'a mut Option<Mask<'_>>,
) -> PyResult<ArrayRows<'a>> {
    let planes = planes.as_mut().map(PyReadwriteArrayDyn::as_slice_mut);
    let mask = mask.as_mut().map(PyReadwriteArrayDyn::as_slice_mut);
    Ok(ArrayRows {
        planes: planes.transpose()?.unwrap_or_default(),
        scalars: scalars.as_slice_mut()?,
        mask: mask.transpose()?.unwrap_or_default(),
    })
}

/// Checks the lengths of arrays.
pub fn check(rows: &ArrayRows<'_>, encoding: Encoding, count: usize) -> PyResult<()> {
    let parts = [
        ("planes", rows.planes.len(), encoding.cells(), true),
        ("scalars", rows.scalars.len(), SCALARS, false),
        ("mask", rows.mask.len(), encoding.actions(), true),
    ];
    for (name, length, row, may_miss) in parts {
        if length != count * row && !(may_miss && length == 0) {
            let message = format!("{name} has {length} values, expected {count} × {row}");
            return Err(PyValueError::new_err(message));
        }
    }
    Ok(())
}

/// The number of threads for this number of games.
pub fn threads_for(threads: usize, games: usize) -> usize {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = if threads == 0 { cores() } else { threads };
    threads
        .min(MOST_THREADS)
        .min(games.div_ceil(LEAST_GAMES))
        .max(1)
}

/// Runs `work` for parts of the games on several threads.
pub fn in_parts<T: Send, U: Send>(
    threads: usize,
    games: &mut [T],
    rows: ArrayRows<'_>,
    work: impl Fn(usize, &mut [T], ArrayRows<'_>) -> U + Sync,
) -> Vec<U> {
    let part = games.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let mut waiting = Vec::new();
        let (mut left, mut rows, mut first) = (games, rows, 0);
        let work = &work;
        while left.len() > part {
            let of = left.len();
            let (games, others) = left.split_at_mut(part);
            let (mine, more) = rows.split(part, of);
            waiting.push(scope.spawn(move || work(first, games, mine)));
            (left, rows, first) = (others, more, first + part);
        }
        let last = work(first, left, rows);
        let join = |thread: ScopedJoinHandle<'_, U>| {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        let mut results: Vec<U> = waiting.into_iter().map(join).collect();
        results.push(last);
        results
    })
}

/// 1 for the player who won, -1 for the other, 0 in a draw.
pub fn reward(outcome: Outcome, player: Side) -> f32 {
    match outcome {
        Outcome::Win(side) if side == player => 1.0,
        Outcome::Win(_) => -1.0,
        Outcome::Draw | Outcome::Undecided => 0.0,
    }
}
