//! The legal moves of a position. The text of a move is made when it is read.

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PySlice, PyString};

use skep_records::Rules;
use skep_records::game::{HexIt, Hive, Venom};
use skep_rules::game::Position as _;

use crate::board::{Board, judge};
use crate::playable::Playable;

/// The moves of one position.
struct Listed<R: Rules> {
    position: R::Position,
    moves: Vec<R::Move>,
}

enum Any {
    Hive(Box<Listed<Hive>>),
    Venom(Box<Listed<Venom>>),
    HexIt(Box<Listed<HexIt>>),
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

impl<R: Playable> Listed<R> {
    fn of(position: &R::Position) -> Box<Listed<R>> {
        let mut moves = Vec::with_capacity(64);
        position.legal_moves_into(&mut moves);
        Box::new(Listed {
            position: position.clone(),
            moves,
        })
    }

    fn text<'py>(&self, py: Python<'py>, index: usize) -> Bound<'py, PyString> {
        R::text(py, &self.position, self.moves[index])
    }

    fn texts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let texts = self.moves.iter().map(|&mv| R::text(py, &self.position, mv));
        PyList::new(py, texts)
    }

    fn spell(&self, index: usize) -> String {
        self.position.spell(self.moves[index]).to_string()
    }

    fn find(&self, text: &str) -> Option<usize> {
        let mv = judge::<R>(&self.position, text).ok()?;
        self.moves.iter().position(|&listed| listed == mv)
    }
}

/// The legal moves of a position: a sequence of texts. The text of a move is made when it is read.
///
/// >>> import random, skep
/// >>> moves = skep.Position("Base").legal_moves()
/// >>> random.choice(moves) in moves
/// True
#[pyclass(frozen, sequence, module = "skep")]
pub struct Moves(Any);

impl Moves {
    /// The legal moves of a position.
    pub fn of(board: &Board) -> Moves {
        Moves(match board {
            Board::Hive(line) => Any::Hive(Listed::of(line.position())),
            Board::Venom(line) => Any::Venom(Listed::of(line.position())),
            Board::HexIt(line) => Any::HexIt(Listed::of(line.position())),
        })
    }

    fn texts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        each!(&self.0, listed => listed.texts(py))
    }

    fn spell(&self, index: usize) -> String {
        each!(&self.0, listed => listed.spell(index))
    }
}

#[derive(FromPyObject)]
enum Index<'py> {
    One(isize),
    Slice(Bound<'py, PySlice>),
}

#[pymethods]
impl Moves {
    fn __len__(&self) -> usize {
        each!(&self.0, listed => listed.moves.len())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: Index<'py>) -> PyResult<Bound<'py, PyAny>> {
        let len = self.__len__();
        match index {
            Index::One(index) => {
                let at = if index < 0 {
                    index + len.cast_signed()
                } else {
                    index
                };
                let at = usize::try_from(at).ok().filter(|&at| at < len);
                let at =
                    at.ok_or_else(|| PyIndexError::new_err("there is no move with this index"))?;
                Ok(each!(&self.0, listed => listed.text(py, at)).into_any())
            }
            Index::Slice(slice) => self.texts(py)?.as_any().get_item(slice),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.texts(py)?.try_iter()
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let texts = self.texts(py)?;
        texts.reverse()?;
        texts.try_iter()
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> bool {
        let text = item.extract::<String>().ok();
        text.is_some_and(|text| each!(&self.0, listed => listed.find(&text)).is_some())
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let texts = self.texts(py)?;
        if let Ok(moves) = other.cast::<Moves>() {
            return texts.eq(moves.get().texts(py)?);
        }
        match other.extract::<Vec<Bound<'_, PyAny>>>() {
            Ok(others) => texts.eq(PyList::new(py, others)?),
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

    fn __repr__(&self) -> String {
        let shown: Vec<String> = (0..self.__len__().min(4)).map(|i| self.spell(i)).collect();
        let more = if self.__len__() > 4 { ", …" } else { "" };
        format!("<{} moves: {}{more}>", self.__len__(), shown.join(", "))
    }
}
