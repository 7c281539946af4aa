//! Tensors for Python: the classes `Encoder` and `Tensors`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{IntoPyArray, PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray3};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyTuple;

use skep_analysis::GameReader;
use skep_records::{Game, JudgeOptions, game::Hive};
use skep_rules::game::{Outcome, Position as _, Side};
use skep_rules::geometry::Symmetry;

use crate::board::{Board, Line};
use crate::encode::{Encoding, Placing, Row, SCALARS, Step};
use crate::errors;
use crate::finding::Finding;
use crate::numbers::number;
use crate::position::Position;
use crate::samples::{Copies, Encoded, LeftOut, Lesson, Samples};
use crate::stream::{Choice, MOST_THREADS, Source, Stream};

/// An encoding, as a name and a size.
#[pyclass(frozen, module = "skep")]
pub struct Encoder {
    encoding: Encoding,
}

/// The line of a position of plain Hive.
fn hive<'a>(py: Python<'_>, board: &'a Board) -> PyResult<&'a Line<Hive>> {
    let title = match board {
        Board::Hive(line) => return Ok(line),
        Board::Venom(line) => line.game().title(),
        Board::HexIt(line) => line.game().title(),
    };
    Err(errors::unsupported_game(py, &format!("{title} has")))
}

impl Encoder {
    fn placing(&self, py: Python<'_>, position: &Position) -> PyResult<Placing> {
        let game = hive(py, &position.board)?.game();
        let mut placing = Placing::start(self.encoding, game);
        placing.play_until(&Step::all(game), game.turns.len());
        Ok(placing)
    }
}

fn outside() -> PyErr {
    PyValueError::new_err("the position does not fit in the window of the encoding")
}

type Arrays<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);

#[pymethods]
impl Encoder {
    #[new]
    fn create(name: &str, #[pyo3(from_py_with = number)] size: usize) -> PyResult<Encoder> {
        let encoding = match name {
            "skep" if (5..=64).contains(&size) => Encoding::Own { size },
            "skep" => return Err(PyValueError::new_err("size is from 5 to 64 cells")),
            "openspiel" => Encoding::OpenSpiel,
            other => {
                let message = format!("unknown encoding `{other}`: expected skep or openspiel");
                return Err(PyValueError::new_err(message));
            }
        };
        Ok(Encoder { encoding })
    }

    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        let size = self.encoding.size();
        (self.encoding.planes(), size, size)
    }

    #[getter]
    fn actions(&self) -> usize {
        self.encoding.actions()
    }

    fn encode<'py>(&self, py: Python<'py>, position: &Position) -> PyResult<Arrays<'py>> {
        let (planes, size, _) = self.shape();
        let mut encoded = (
            vec![0; planes * size * size],
            vec![0; SCALARS],
            vec![false; self.actions()],
        );
        let row = Row {
            planes: &mut encoded.0,
            scalars: &mut encoded.1,
            mask: &mut encoded.2,
        };
        if !self
            .encoding
            .write(&self.placing(py, position)?, Symmetry::IDENTITY, row)
        {
            return Err(outside());
        }
        Ok((
            encoded
                .0
                .into_pyarray(py)
                .reshape([planes, size, size])?
                .into_any(),
            encoded.1.into_pyarray(py).into_any(),
            encoded.2.into_pyarray(py).into_any(),
        ))
    }

    fn decode(
        &self,
        planes: PyReadonlyArray3<'_, u8>,
        scalars: PyReadonlyArray1<'_, u16>,
    ) -> PyResult<Position> {
        let wrong = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
        let state = self
            .encoding
            .state(
                &planes.as_array().iter().copied().collect::<Vec<_>>(),
                scalars.as_slice()?,
            )
            .ok_or_else(|| wrong(&"the arrays are not a position in this encoding"))?;
        let game = Game::of_state(&state).map_err(|error| wrong(&error))?;
        Ok(Position::new(
            Board::of_game(&game, 0),
            JudgeOptions::default(),
        ))
    }

    fn action(&self, py: Python<'_>, position: &Position, turn: &str) -> PyResult<usize> {
        let line = hive(py, &position.board)?;
        let plies = line.position().ply();
        let mv = line
            .judge(turn)
            .map_err(|fault| errors::illegal_move(py, fault, plies))?;
        let action = self
            .encoding
            .action(&self.placing(py, position)?, Symmetry::IDENTITY, mv);
        action.ok_or_else(outside)
    }

    fn turn(
        &self,
        py: Python<'_>,
        position: &Position,
        #[pyo3(from_py_with = number)] action: usize,
    ) -> PyResult<String> {
        let line = hive(py, &position.board)?;
        let moves = self.encoding.moves(&self.placing(py, position)?);
        match moves.into_iter().find(|&(number, _)| number == action) {
            Some((_, mv)) => Ok(line.position().spell(mv).to_string()),
            None => Err(PyValueError::new_err(format!(
                "{action} is not the number of a legal move"
            ))),
        }
    }
}

/// The longest batch: 17 GB with the encoding `skep` and its default size.
const MOST_ROWS: usize = 1 << 20;

/// Batches of encoded positions.
#[pyclass(frozen, module = "skep")]
pub struct Tensors {
    samples: Mutex<Samples>,
    encoding: Encoding,
    batch: usize,
    mask: bool,
    threads: usize,
}

/// What a model learns from a game, if it is valid and plain Hive.
fn lesson(reader: &mut GameReader) -> Result<Lesson, LeftOut> {
    if !reader.verdict.status.is_sound() {
        return Err(LeftOut::Invalid);
    }
    let result = match reader.verdict.result(&reader.record).outcome() {
        Outcome::Win(Side::White) => 1.0,
        Outcome::Win(Side::Black) => -1.0,
        Outcome::Draw => 0.0,
        Outcome::Undecided => f32::NAN,
    };
    match std::mem::take(&mut reader.verdict.game) {
        Game::Hive(mut game) => {
            game.variations.clear();
            let steps = Step::all(&game);
            // The steps replace them.
            game.turns = Vec::new();
            Ok(Lesson {
                start: game,
                steps,
                result,
            })
        }
        Game::Venom(_) | Game::HexIt(_) => Err(LeftOut::Unsupported),
    }
}

impl Tensors {
    fn samples(&self, py: Python<'_>) -> MutexGuard<'_, Samples> {
        let locked = self.samples.lock_py_attached(py);
        locked.unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Tensors {
    #[new]
    #[pyo3(signature = (paths, encoder, *, batch, r#where, errors, rules, threads, buffer, seed, symmetries, mask))]
    #[expect(
        clippy::too_many_arguments,
        reason = "the arguments of a function of Python, all named"
    )]
    fn create(
        py: Python<'_>,
        paths: &Bound<'_, PyAny>,
        encoder: &Encoder,
        #[pyo3(from_py_with = number)] batch: usize,
        r#where: Option<&str>,
        errors: &str,
        rules: &str,
        #[pyo3(from_py_with = number)] threads: usize,
        #[pyo3(from_py_with = number)] buffer: usize,
        #[pyo3(from_py_with = number)] seed: u64,
        symmetries: &str,
        mask: bool,
    ) -> PyResult<Tensors> {
        let choice = Choice {
            paths,
            filter: r#where,
            rules,
            threads,
            errors,
        };
        let copies = match symmetries {
            "one" => Copies::One,
            "random" => Copies::Random,
            "all" => Copies::All,
            other => {
                let message =
                    format!("unknown value `{other}` of symmetries: expected one, random or all");
                return Err(PyValueError::new_err(message));
            }
        };
        if !(1..=MOST_ROWS).contains(&batch) {
            let message = format!("batch is from 1 to {MOST_ROWS} positions");
            return Err(PyValueError::new_err(message));
        }
        let stream = Stream::start(Source::new(py, &choice)?, |reader, _| lesson(reader))?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Tensors {
            samples: Mutex::new(Samples::new(stream, buffer, copies, seed)),
            encoding: encoder.encoding,
            batch,
            mask,
            threads: if threads == 0 {
                cores
            } else {
                threads.min(MOST_THREADS)
            },
        })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let mut locked = self.samples(py);
        let samples = locked.take(py, self.batch)?;
        if samples.is_empty() {
            return match locked.take_unsupported() {
                Some(games) => Err(errors::unsupported_game(
                    py,
                    &format!("all {games} valid games have"),
                )),
                None => Ok(None),
            };
        }
        drop(locked);
        let &Tensors {
            encoding,
            mask,
            threads,
            ..
        } = self;
        if !Encoded::has_room(encoding, samples.len(), mask) {
            let message = "the arrays of a batch do not fit in memory; choose a smaller batch";
            return Err(PyMemoryError::new_err(message));
        }
        let encoded = py.detach(|| Encoded::of(encoding, &samples, mask, threads));
        let (rows, size) = (encoded.rows, encoding.size());
        let masked = if mask {
            Some(
                encoded
                    .mask
                    .into_pyarray(py)
                    .reshape([rows, encoding.actions()])?,
            )
        } else {
            None
        };
        let outside: Vec<u64> = encoded.outside.iter().flatten().copied().collect();
        let left = encoded.outside.len();
        let arrays = (
            encoded
                .planes
                .into_pyarray(py)
                .reshape([rows, encoding.planes(), size, size])?,
            encoded.scalars.into_pyarray(py).reshape([rows, SCALARS])?,
            masked,
            encoded.action.into_pyarray(py),
            encoded.outcome.into_pyarray(py),
            encoded.game.into_pyarray(py),
            encoded.ply.into_pyarray(py),
            encoded.symmetry.into_pyarray(py),
            PyArray1::from_vec(py, outside).reshape([left, 2])?,
        );
        Ok(Some(arrays.into_pyobject(py)?))
    }

    #[getter]
    fn faults(&self, py: Python<'_>) -> Vec<Finding> {
        self.samples(py).faults()
    }

    fn close(&self, py: Python<'_>) {
        self.samples(py).stop();
    }
}
