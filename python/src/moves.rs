//! The legal moves of a position. The text of a move is made when it is read.

use std::sync::OnceLock;

use pyo3::exceptions::{PyIndexError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PySlice, PyString, PyType};

use skep_records::Played;
use skep_records::game::{HexIt, Hive, Venom};

use crate::board::{Meant, PlayBoard, PlayLine, judge};
use crate::moved::{self, Cells};
use crate::numbers::number;
use crate::playable::{Playable, Table as _};
use skep_rules::counted;

/// The moves of one position.
struct MoveTexts<R: Playable> {
    table: R::Table,
    game: Played<R>,
    /// The position on the plane, when the cells of a move are read.
    tracker: OnceLock<R::Tracker>,
    moves: Vec<R::Move>,
}

enum Any {
    Hive(Box<MoveTexts<Hive>>),
    Venom(Box<MoveTexts<Venom>>),
    HexIt(Box<MoveTexts<HexIt>>),
}

macro_rules! each {
    ($of:expr, $listed:ident => $body:expr) => {
        match $of {
            Any::Hive($listed) => $body,
            Any::Venom($listed) => $body,
            Any::HexIt($listed) => $body,
        }
    };
}

impl<R: Playable> MoveTexts<R> {
    fn of(line: &PlayLine<R>) -> Box<MoveTexts<R>> {
        let mut moves = Vec::with_capacity(64);
        line.legal_moves_into(&mut moves);
        Box::new(MoveTexts {
            table: line.table().clone(),
            tracker: OnceLock::new(),
            game: line.game().clone(),
            moves,
        })
    }

    fn text<'py>(&self, py: Python<'py>, index: usize) -> Bound<'py, PyString> {
        R::text(py, &self.table, self.moves[index])
    }

    fn cells(&self, index: usize) -> Option<Cells> {
        let tracker = || self.table.tracker(&self.game);
        let tracker = self.tracker.get_or_init(tracker);
        let mv = *self.moves.get(index)?;
        Some(moved::cells::<R>(&self.table, tracker, mv))
    }

    fn spell(&self, index: usize) -> String {
        self.table.spell(self.moves[index]).to_string()
    }

    fn find(&self, text: &str) -> Option<usize> {
        let Meant { mv, .. } = judge::<R>(&self.table, text).ok()?;
        self.moves.iter().position(|&listed| listed == mv)
    }
}

/// The legal moves of a position: a sequence of `Move`, which are texts. A move is made when it is read. pickle makes a
/// list of them, which is equal.
///
/// >>> import random, skep
/// >>> moves = skep.Position("Base").legal_moves()
/// >>> random.choice(moves) in moves
/// True
#[pyclass(name = "Moves", frozen, sequence, module = "skep.types")]
pub struct PyMoves(Any);

impl PyMoves {
    /// The legal moves of a position.
    pub fn of(board: &PlayBoard) -> PyMoves {
        PyMoves(match board {
            PlayBoard::Hive(line) => Any::Hive(MoveTexts::of(line)),
            PlayBoard::Venom(line) => Any::Venom(MoveTexts::of(line)),
            PlayBoard::HexIt(line) => Any::HexIt(MoveTexts::of(line)),
        })
    }

    fn spell(&self, index: usize) -> String {
        each!(&self.0, listed => listed.spell(index))
    }
}

/// A move. Its cells are made when they are read.
fn turn<'py>(this: &Bound<'py, PyMoves>, index: usize) -> PyResult<Bound<'py, PyAny>> {
    let text = each!(&this.get().0, listed => listed.text(this.py(), index));
    moved::turn(this.py(), text, this, Some(index))
}

/// All moves.
fn turns<'py>(this: &Bound<'py, PyMoves>) -> PyResult<Bound<'py, PyList>> {
    let all: PyResult<Vec<_>> = (0..this.get().__len__()).map(|at| turn(this, at)).collect();
    PyList::new(this.py(), all?)
}

/// What pickle keeps of moves: a function, and its arguments.
type Listing<'py> = (Bound<'py, PyType>, (Bound<'py, PyList>,));

#[pymethods]
impl PyMoves {
    fn __len__(&self) -> usize {
        each!(&self.0, listed => listed.moves.len())
    }

    fn __getitem__<'py>(
        this: &Bound<'py, Self>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if index.is_instance_of::<PySlice>() {
            return turns(this)?.as_any().get_item(index);
        }
        let len = this.get().__len__();
        let at = match index.extract::<isize>() {
            Ok(at) if at < 0 => usize::try_from(at + len.cast_signed()).ok(),
            Ok(at) => usize::try_from(at).ok(),
            // The index is too large for any list.
            Err(error) if error.is_instance_of::<PyOverflowError>(this.py()) => None,
            Err(error) => return Err(error),
        };
        let at = at.filter(|&at| at < len);
        let at = at.ok_or_else(|| PyIndexError::new_err("there is no move with this index"))?;
        turn(this, at)
    }

    fn __iter__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyIterator>> {
        turns(this)?.try_iter()
    }

    fn __reversed__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyIterator>> {
        let turns = turns(this)?;
        turns.reverse()?;
        turns.try_iter()
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> bool {
        let text = item.extract::<String>().ok();
        text.is_some_and(|text| each!(&self.0, listed => listed.find(&text)).is_some())
    }

    fn __eq__(this: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let ours = turns(this)?;
        if let Ok(moves) = other.cast::<PyMoves>() {
            return ours.eq(turns(moves)?);
        }
        match other.extract::<Vec<Bound<'_, PyAny>>>() {
            Ok(others) => ours.eq(PyList::new(this.py(), others)?),
            Err(_) => Ok(false),
        }
    }

    /// The index of a turn, in any spelling.
    ///
    /// >>> import skep
    /// >>> skep.Position("Base").legal_moves().index("wG1")
    /// 2
    fn index(&self, value: &str) -> PyResult<usize> {
        let found = each!(&self.0, listed => listed.find(value));
        found.ok_or_else(|| PyValueError::new_err(format!("{value} is not a legal move")))
    }

    /// 1 if a turn is legal, otherwise 0.
    ///
    /// >>> import skep
    /// >>> skep.Position("Base").legal_moves().count("wQ")
    /// 0
    fn count(&self, value: &str) -> usize {
        usize::from(each!(&self.0, listed => listed.find(value)).is_some())
    }

    /// The moves do not change, so a copy is the same object.
    fn __copy__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __deepcopy__<'py>(this: PyRef<'py, Self>, _memo: &Bound<'py, PyDict>) -> PyRef<'py, Self> {
        this
    }

    /// The piece and the cells of a move.
    fn _cells(&self, #[pyo3(from_py_with = number)] index: usize) -> PyResult<Cells> {
        let cells = each!(&self.0, listed => listed.cells(index));
        cells.ok_or_else(|| PyIndexError::new_err("there is no move with this index"))
    }

    /// The moves, for pickle: they come back as a list.
    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Listing<'py>> {
        Ok((this.py().get_type::<PyList>(), (turns(this)?,)))
    }

    fn __repr__(&self) -> String {
        let shown: Vec<String> = (0..self.__len__().min(4)).map(|i| self.spell(i)).collect();
        let more = if self.__len__() > 4 { ", …" } else { "" };
        let moves = counted(self.__len__() as u64, "move", "moves");
        format!("<{moves}: {}{more}>", shown.join(", "))
    }
}
